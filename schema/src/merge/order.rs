//! Merges the order of keys that both sides have moved, added and removed.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the keys of both sides in an order that respects the changes of both; `None` if both have moved keys in
/// different ways.
/// Neither side has duplicate keys.
pub(super) fn joined<'a>(base: &[&'a str], ours: &[&'a str], theirs: &[&'a str]) -> Option<Vec<&'a str>> {
    let [in_base, in_ours, in_theirs] = [base, ours, theirs].map(|keys| keys.iter().copied().collect::<BTreeSet<_>>());
    let common = |keys: &[&'a str]| -> Vec<&'a str> {
        let everywhere = |key: &&&str| in_base.contains(**key) && in_ours.contains(**key) && in_theirs.contains(**key);
        keys.iter().filter(everywhere).copied().collect()
    };
    let [before, own, other] = [common(base), common(ours), common(theirs)];
    let ((first, in_first), (second, in_second)) = match (own == before, other == before) {
        (true, false) => ((theirs, &in_theirs), (ours, &in_ours)),
        (false, false) if own != other => return None,
        _ => ((ours, &in_ours), (theirs, &in_theirs)),
    };
    // The keys that only the second side has, by the preceding key that both have.
    let mut after: BTreeMap<Option<&str>, Vec<&'a str>> = BTreeMap::new();
    let mut above = None;
    for key in second {
        if in_first.contains(key) {
            above = Some(*key);
        } else {
            after.entry(above).or_default().push(key);
        }
    }
    let mut order = Vec::with_capacity(first.len() + second.len());
    let mut waiting = after.remove(&None).unwrap_or_default();
    for key in first {
        // At the same position, keys added by the first side come first.
        if in_base.contains(key) || in_second.contains(key) {
            order.append(&mut waiting);
        }
        order.push(*key);
        waiting.extend(after.remove(&Some(*key)).unwrap_or_default());
    }
    order.append(&mut waiting);
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
