//! Matches the members of three versions of a map or list, and determines their order.

use std::collections::{BTreeMap, BTreeSet};

use super::kinds::{Members, leaves};
use super::order;
use crate::source::tree::{Node, NodeKind};

/// A member of a map or list.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a Node,
}

/// A member's position in each of the three versions; it may have another key in one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) base: Option<usize>,
    pub(super) ours: Option<usize>,
    pub(super) theirs: Option<usize>,
}

/// Returns the members of both sides in order. `None` if only one side's version as a whole can be correct: both have
/// moved the same members, an item is ambiguous, or the list would become too short or too long.
///
/// Without a base, the common members count as the base.
pub(super) fn steps(
    members: Members,
    [min, max]: [usize; 2],
    base: Option<&[Member<'_>]>,
    ours: &[Member<'_>],
    theirs: &[Member<'_>],
) -> Option<Vec<Step>> {
    let [in_ours, in_theirs] = [positions(ours)?, positions(theirs)?];
    let shared: Vec<Member<'_>> = ours.iter().filter(|one| in_theirs.contains_key(one.key)).copied().collect();
    let known = base.unwrap_or(&shared);
    let in_known = positions(known)?;
    let gone = |side: &BTreeMap<&str, usize>| known.iter().any(|one| !side.contains_key(one.key));
    let is_new = |one: &&Member<'_>| !in_known.contains_key(one.key);
    let mut names = [ours, theirs].map(|side| side.iter().map(|one| one.key).collect::<Vec<_>>());
    match members {
        Members::Fields => {}
        Members::Set => {
            // One side may have replaced the name that the other removed.
            let twice = known.iter().any(|one| !in_ours.contains_key(one.key) && !in_theirs.contains_key(one.key));
            if twice && names[0] != names[1] && ours.iter().chain(theirs).any(|one| is_new(&one)) {
                return None;
            }
        }
        Members::Pile => {
            let alike = ours.iter().filter(is_new).any(|one| in_theirs.contains_key(one.key));
            if gone(&in_ours) && gone(&in_theirs) || alike {
                return None;
            }
        }
        Members::Names { .. } => {
            let renamed = [renames(known, ours, &in_known, &in_ours), renames(known, theirs, &in_known, &in_theirs)];
            name_as_before(&mut names, known, [&in_ours, &in_theirs], &renamed);
        }
    }
    let before: Vec<&str> = known.iter().map(|one| one.key).collect();
    if members == (Members::Names { ordered: true }) && names[0] != names[1] {
        let agreed = names.each_ref().map(|names| is_part(names, &before));
        // Without a base, the common members must have the order of our side.
        let other_order = base.is_none() && !is_part(&before, &names[1]);
        if agreed == [false; 2] || other_order {
            return None;
        }
    }
    let found = names.each_ref().map(|names| names.iter().zip(0..).map(|(name, at)| (*name, at)).collect());
    let [in_ours, in_theirs]: [BTreeMap<&str, usize>; 2] = found;
    let step = |name: &str| Step {
        base: base.and(in_known.get(name).copied()),
        ours: in_ours.get(name).copied(),
        theirs: in_theirs.get(name).copied(),
    };
    let order = order::joined(&before, &names[0], &names[1])?;
    let stays =
        |name: &&&str| !in_known.contains_key(**name) || in_ours.contains_key(**name) && in_theirs.contains_key(**name);
    let count = order.iter().filter(stays).count();
    (min <= count && count <= max).then(|| order.into_iter().map(step).collect())
}

/// Returns the position of each key; `None` if there are duplicates.
fn positions<'a>(all: &[Member<'a>]) -> Option<BTreeMap<&'a str, usize>> {
    let positions: BTreeMap<&str, usize> = all.iter().enumerate().map(|(at, one)| (one.key, at)).collect();
    (positions.len() == all.len()).then_some(positions)
}

/// Returns whether `names` is a subsequence of `all`.
fn is_part(names: &[&str], all: &[&str]) -> bool {
    let mut all = all.iter();
    names.iter().all(|name| all.any(|other| other == name))
}

/// The new name of a member of the base in one version.
#[derive(Clone, Copy)]
pub(super) struct Rename<'a> {
    pub(super) to: &'a str,
    /// Whether the two have mostly the same content. If not, the new one only has the same place.
    alike: bool,
}

/// The renamed members of the base in one version, by old name.
pub(super) type Renames<'a> = BTreeMap<&'a str, Rename<'a>>;

/// Above this number of pairs of removed and added members, only pairs with equal content or the same place are
/// considered.
const MOST_PAIRS: usize = 10_000;

/// Returns the renames in a version; empty if it has duplicate keys.
pub(super) fn renames_of<'a>(base: &[Member<'a>], side: &[Member<'a>]) -> Renames<'a> {
    match positions(base).zip(positions(side)) {
        Some((in_base, in_side)) => renames(base, side, &in_base, &in_side),
        None => Renames::new(),
    }
}

/// Finds renames in a version: pairs each removed member with the most similar new one.
fn renames<'a>(
    base: &[Member<'a>],
    side: &[Member<'a>],
    in_base: &BTreeMap<&str, usize>,
    in_side: &BTreeMap<&str, usize>,
) -> Renames<'a> {
    let gone = apart(base, in_side);
    let new = apart(side, in_base);
    if gone.is_empty() || new.is_empty() {
        return Renames::new();
    }
    // A removed and an added member match by place if each is the only one in its gap.
    let mut gaps: BTreeMap<Option<&str>, [Vec<usize>; 2]> = BTreeMap::new();
    gone.iter().enumerate().for_each(|(at, one)| gaps.entry(one.above).or_default()[0].push(at));
    new.iter().enumerate().for_each(|(at, one)| gaps.entry(one.above).or_default()[1].push(at));
    let in_place: BTreeSet<(usize, usize)> = gaps
        .values()
        .filter_map(|[old, new]| match (&old[..], &new[..]) {
            ([old], [new]) => Some((*old, *new)),
            _ => None,
        })
        .collect();
    let pairs: BTreeSet<(usize, usize)> = if gone.len().saturating_mul(new.len()) <= MOST_PAIRS {
        (0..gone.len()).flat_map(|old| (0..new.len()).map(move |new| (old, new))).collect()
    } else {
        let equal: BTreeMap<&[String], usize> = new.iter().enumerate().map(|(at, one)| (&one.says[..], at)).collect();
        let same = gone.iter().enumerate().filter_map(|(at, one)| Some((at, *equal.get(&one.says[..])?)));
        same.chain(in_place.iter().copied()).collect()
    };
    let mut candidates: Vec<(usize, bool, usize, usize)> = Vec::new();
    for (old, young) in pairs {
        let (one, other) = (&gone[old], &new[young]);
        let shared = one.shared_with(other);
        let here = in_place.contains(&(old, young));
        let alike = if one.is_word || other.is_word {
            // Short scalars are often equal by chance.
            here && shared == 1000
        } else {
            shared >= 500 || here && (shared > 0 || one.fields == other.fields)
        };
        if alike || here {
            candidates.push((shared, alike, old, young));
        }
    }
    candidates.sort_by_key(|&(shared, alike, old, young)| (std::cmp::Reverse((alike, shared)), old, young));
    let (mut renames, mut taken) = (Renames::new(), BTreeSet::new());
    for (_, alike, old, young) in candidates {
        if !renames.contains_key(gone[old].key) && taken.insert(young) {
            renames.insert(gone[old].key, Rename { to: new[young].key, alike });
        }
    }
    renames
}

/// A member that only one of two versions has.
struct Apart<'a> {
    key: &'a str,
    /// The nearest member above it that both versions have.
    above: Option<&'a str>,
    says: Vec<String>,
    fields: Vec<&'a str>,
    is_word: bool,
}

impl Apart<'_> {
    /// Returns the proportion of common content, in thousandths.
    fn shared_with(&self, other: &Self) -> usize {
        let (mut count, mut at) = (0, 0);
        for one in &self.says {
            while other.says.get(at).is_some_and(|two| two < one) {
                at += 1;
            }
            if other.says.get(at) == Some(one) {
                (count, at) = (count + 1, at + 1);
            }
        }
        2000 * count / (self.says.len() + other.says.len()).max(1)
    }
}

/// Returns the members of one version that the other does not have.
fn apart<'a>(all: &[Member<'a>], in_other: &BTreeMap<&str, usize>) -> Vec<Apart<'a>> {
    let (mut found, mut above) = (Vec::new(), None);
    for Member { key, value } in all.iter().copied() {
        if in_other.contains_key(key) {
            above = Some(key);
            continue;
        }
        let mut fields: Vec<&str> = value.entries().iter().map(|entry| entry.key.as_str()).collect();
        fields.sort_unstable();
        let is_word = matches!(value.kind, NodeKind::Scalar { .. });
        found.push(Apart { key, above, says: leaves(value), fields, is_word });
    }
    found
}

/// Replaces the new names of renamed members by the old ones, so that they are matched with the other side's versions.
fn name_as_before<'a>(
    names: &mut [Vec<&'a str>; 2],
    known: &[Member<'a>],
    has: [&BTreeMap<&str, usize>; 2],
    renamed: &[Renames<'a>; 2],
) {
    let mut before: [BTreeMap<&str, &'a str>; 2] = Default::default();
    for member in known {
        let key = member.key;
        let mine = renamed.each_ref().map(|renames| renames.get(key));
        for side in 0..2 {
            let (Some(own), other) = (mine[side], mine[1 - side]) else { continue };
            // Both sides have replaced it, or one has renamed what the other kept or removed.
            let meets = other.is_some() || own.alike;
            // If the other side has another member with this name, the two must not be matched.
            let free = other.is_some_and(|other| other.to == own.to) || !has[1 - side].contains_key(own.to);
            if meets && free {
                before[side].insert(own.to, key);
            }
        }
    }
    for (names, before) in names.iter_mut().zip(&before) {
        names.iter_mut().for_each(|name| *name = before.get(*name).copied().unwrap_or(name));
    }
}
