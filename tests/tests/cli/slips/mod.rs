//! Mistakes in the shipped packs, each of which exactly one check must report.

mod arena;

mod valley;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::standards::check_of;
use foeman_test_support::packs;

/// A shipped pack and its mistakes.
struct Pack {
    name: &'static str,
    /// The ruleset; each of its checks has a mistake.
    dialect: &'static Dialect,
    slips: &'static [Mutation],
}

static PACKS: [Pack; 2] = [
    Pack { name: "arena", dialect: &ruleset_foeman::DIALECT, slips: arena::SLIPS },
    Pack { name: "strategy", dialect: &ruleset_strategy::DIALECT, slips: valley::SLIPS },
];

/// A mistake, and the only check that must report it.
struct Mutation {
    check: &'static str,
    file: &'static str,
    /// The first occurrence of `old` after the line that begins with `below` is replaced.
    below: &'static str,
    old: &'static str,
    new: &'static str,
    /// The file and text of the expected location; `None` for the changed lines.
    at: Option<(&'static str, &'static str)>,
}

const fn slip(
    check: &'static str,
    file: &'static str,
    below: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutation {
    Mutation { check, file, below, old, new, at: None }
}

#[test]
fn each_slip_is_reported_by_its_check_alone_where_it_was_made() {
    for pack in &PACKS {
        for mutation in pack.slips {
            reported_alone(pack, mutation);
        }
    }
}

fn reported_alone(pack: &Pack, mutation: &Mutation) {
    let shipped = Draft::from_texts(texts(pack, mutation), &SHIPPED.dialects());
    let shipped: BTreeSet<_> = check(&shipped).into_iter().map(|finding| (finding.code, finding.pointer)).collect();
    let name = mutation.check;
    let (draft, changed) = mutated(pack, mutation);
    let mut findings = check(&draft);
    // Ignore findings that the shipped pack has anyway.
    findings.retain(|finding| !shipped.contains(&(finding.code, finding.pointer.clone())));
    let codes: BTreeSet<&str> = findings.iter().map(|finding| check_of(finding.code)).collect();
    assert_eq!(codes, BTreeSet::from([name]), "{}: {findings:#?}", pack.name);
    for finding in findings {
        let file = draft.path(finding.place.file);
        let line = draft.line_col(finding.place.file, finding.place.span.start).0;
        let (expected, lines) = match mutation.at {
            None => (mutation.file, changed.clone()),
            Some((file, text)) => (file, lines_of(&draft, file, text)),
        };
        assert!(file == expected && lines.contains(&line), "{name}: {file}:{line}, not {expected}:{lines:?}");
        assert!(finding.help.is_some(), "{name} names no remedy");
        assert!(!finding.message.is_empty(), "{name} has no message");
    }
}

#[test]
fn every_check_of_the_rulesets_has_a_slip_of_its_own() {
    for Pack { name, dialect, slips } in &PACKS {
        let tried: BTreeSet<&str> = slips.iter().map(|mutation| mutation.check).collect();
        assert_eq!(tried.len(), slips.len(), "{name}: a check is tried twice");
        for check in dialect.checks {
            assert!(tried.contains(check.name), "{name}: {} has no slip", check.name);
        }
    }
}

/// The files of a pack, without translations if the mistake is in another file. If its header ignores the check, that
/// entry is removed.
fn texts(pack: &Pack, mutation: &Mutation) -> BTreeMap<String, String> {
    let (mut texts, check) = (packs::texts(pack.name), mutation.check);
    if mutation.file.ends_with(".po") {
        let text = std::fs::read_to_string(packs::shipped(pack.name).join(mutation.file)).expect("the file is there");
        texts.insert(mutation.file.to_owned(), text);
    }
    if let Some(header) = texts
        .get_mut("pack.yaml")
        .filter(|header| header.contains(&format!("{check},")) || header.contains(&format!("{check}]")))
    {
        *header =
            header.lines().take_while(|line| !line.starts_with("findings:")).map(|line| format!("{line}\n")).collect();
    }
    texts
}

/// Returns a pack with a mistake, and the lines that differ.
fn mutated(pack: &Pack, mutation: &Mutation) -> (Draft, RangeInclusive<u32>) {
    let mut changed = 0..=0;
    let mut spoilt = Vec::new();
    for (name, mut text) in texts(pack, mutation) {
        if name == mutation.file {
            let below = text.find(mutation.below).unwrap_or_else(|| panic!("{name} has no `{}`", mutation.below));
            let from = text[below..].find(mutation.old).unwrap_or_else(|| panic!("{name} has no `{}`", mutation.old));
            let from = below + from;
            let first = text[..from].matches('\n').count() as u32 + 1;
            changed = first..=first + mutation.new.trim_end().matches('\n').count() as u32;
            text.replace_range(from..from + mutation.old.len(), mutation.new);
        }
        spoilt.push((name, text));
    }
    assert!(changed != (0..=0), "{} has no file `{}`", pack.name, mutation.file);
    (Draft::from_texts(spoilt, &SHIPPED.dialects()), changed)
}

/// Returns the line of a text in a file.
fn lines_of(draft: &Draft, file: &str, text: &str) -> RangeInclusive<u32> {
    let id = draft.files().find(|&id| draft.path(id) == file).expect("the file is there");
    let offset = draft.text(id).find(text).expect("the text is there");
    let line = draft.line_col(id, offset).0;
    line..=line
}
