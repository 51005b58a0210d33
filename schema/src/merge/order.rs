//! The order of keys that two people have moved, added and taken away.

/// All keys of both sides in an order that keeps what each has done; nothing where both have moved keys in other ways.
pub(super) fn joined<'a>(base: &[&'a str], ours: &[&'a str], theirs: &[&'a str]) -> Option<Vec<&'a str>> {
    let common = |keys: &[&'a str]| -> Vec<&'a str> {
        let everywhere = |key: &&&str| base.contains(key) && ours.contains(key) && theirs.contains(key);
        keys.iter().filter(everywhere).copied().collect()
    };
    let [before, own, other] = [common(base), common(ours), common(theirs)];
    let (first, second) = match (own == before, other == before) {
        (true, false) => (theirs, ours),
        (false, false) if own != other => return None,
        _ => (ours, theirs),
    };
    let mut order = first.to_vec();
    for (at, key) in second.iter().enumerate() {
        if order.contains(key) {
            continue;
        }
        let above = second[..at].iter().rev().find_map(|above| order.iter().position(|known| known == above));
        let mut place = above.map_or(0, |above| above + 1);
        // What the first side has added in the same place comes first.
        while order.get(place).is_some_and(|known| !base.contains(known) && !second.contains(known)) {
            place += 1;
        }
        order.insert(place, key);
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_add_in_one_place_stands_one_after_the_other() {
        assert_eq!(joined(&["a", "b"], &["a", "x", "b"], &["a", "y", "b"]), Some(vec!["a", "x", "y", "b"]));
        assert_eq!(joined(&["a"], &["a", "x"], &["y", "a", "z"]), Some(vec!["y", "a", "x", "z"]));
        assert_eq!(joined(&[], &["x"], &["y"]), Some(vec!["x", "y"]));
    }

    #[test]
    fn one_side_may_move_keys_and_both_may_do_so_alike() {
        assert_eq!(joined(&["a", "b", "c"], &["c", "a", "b"], &["a", "b", "c", "d"]), Some(vec!["c", "d", "a", "b"]));
        assert_eq!(joined(&["a", "b", "c"], &["c", "a", "b"], &["c", "a", "b"]), Some(vec!["c", "a", "b"]));
        assert_eq!(joined(&["a", "b", "c"], &["c", "a", "b"], &["b", "a", "c"]), None);
    }
}
