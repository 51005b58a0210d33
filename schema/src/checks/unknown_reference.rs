//! `unknown-reference`: a reference to a record that does not exist.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Available;
use crate::field::Field;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity, near_key, near_value, only};
use crate::json_schema::is_id;
use crate::notation::renamed;
use crate::plural::plural;
use crate::refs::Written;
use crate::source::limits;
use crate::source::tree::Node;
use crate::spelling::{Doubt, Right, Vocabulary, right};
use crate::survey::{RawFindingKind, Seen, Survey};
use crate::text::{Location, Pointer, RecordKey, Span};

/// Maximum number of references shown with a misspelt definition.
const SHOWN: usize = 5;

pub(crate) static CHECK: Check = Check {
    name: "unknown-reference",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A value refers to a record that does not exist",
    doc: "\
A reference is the id of a record in the catalog that the field refers to; while the record is missing, the content cannot be played.
Correct the id, or add the record.
If a record has a similar id, either the reference or the record may be misspelt: the record's title, the words of the pack and the number of references to each spelling decide.
If they support the references, the record is reported instead; if they are inconclusive, no spelling is changed in bulk.
If the missing records exist in another pack, such as the swords of the Arena, a single finding suggests an entry for `requires`.",
    bad: "\
terrains:
  sand: {title: Sand, color: '#d9c08c'}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 1]}
    legend: {s: sandd}
    rows: |
      ss
",
    fix: &[("sandd", "sand")],
    run,
};

/// The missing records, by catalog and id, with the references to them.
type Missing<'a> = BTreeMap<(&'a str, &'a str), Vec<Seen<'a>>>;

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut missing: Missing<'_> = BTreeMap::new();
    for problem in survey.problems() {
        if let RawFindingKind::UnknownReference { catalog, id, .. } = problem.kind {
            missing.entry((catalog, id)).or_default().push(problem);
        }
    }
    findings.extend(forgotten(check, survey, &mut missing));
    let vocabulary = Vocabulary::new(survey.draft);
    for (number, ((catalog, id), uses)) in missing.into_iter().enumerate() {
        let known = survey.draft.ids(catalog).filter(|known| number < limits::SUGGESTIONS && is_id(known));
        let near = near(id, known);
        let right = judged(survey, &vocabulary, catalog, id, &near, uses.len());
        match &near[..] {
            [only] if right == Right::Used => {
                findings.extend(at_definition(check, survey, &RecordKey::new(catalog, *only), id, &uses));
            }
            _ => findings.extend(uses.iter().map(|used| at_use(check, survey, (catalog, id), &near, used, right))),
        }
    }
}

/// Another pack with fewer than this number of missing records may have the same ids by chance.
const BY_CHANCE: usize = 2;

/// Reports one finding for each pack that is not required but contains missing records, and removes these from
/// `missing`.
fn forgotten(check: &Check, survey: &Survey<'_>, missing: &mut Missing<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // A qualified id names its pack.
    let is_sure =
        |(_, id): &(&str, &str), pack: &Available| id.split_once(':').is_some_and(|(front, _)| front == pack.id);
    while missing.len() >= BY_CHANCE || missing.keys().any(|(_, id)| id.contains(':')) {
        let has = |pack: &Available| missing.keys().filter(|(catalog, id)| pack.has(catalog, id)).count();
        let packs = survey.draft.available().iter().map(|pack| (has(pack), pack));
        // Of packs with the same count, take the first by id.
        let best = packs.rev().max_by_key(|(count, _)| *count);
        let Some((count, pack)) = best.filter(|(count, _)| *count > 0) else { break };
        let sure = missing.keys().any(|name| pack.has(name.0, name.1) && is_sure(name, pack));
        if count < BY_CHANCE && !sure {
            break;
        }
        let (theirs, rest) = std::mem::take(missing).into_iter().partition(|((catalog, id), _)| pack.has(catalog, id));
        *missing = rest;
        findings.push(not_required(check, survey, pack, &theirs));
    }
    findings
}

fn not_required(check: &Check, survey: &Survey<'_>, pack: &Available, theirs: &Missing<'_>) -> Finding {
    let draft = survey.draft;
    let Available { id, title, version, .. } = pack;
    let requires = Pointer::root().child("requires");
    let key = ["requires", "ruleset", "pack"].map(|key| Pointer::root().child(key));
    let place = key.iter().filter(|key| draft.defined(key)).find_map(|key| draft.key_place(key));
    let place = place.unwrap_or(Location { file: draft.header_file(), span: Span::at(0) });
    let records = plural(theirs.len(), "record", "records");
    let has = if title == id { format!("the pack `{id}`") } else { format!("{title}, the pack `{id}`,") };
    let message =
        format!("{records} named here are in {has} which is not required; add `{id}: {version}` to `requires`");
    let message = if theirs.len() == 1 { message.replacen(" are in ", " is in ", 1) } else { message };
    let change = match draft.header("requires").filter(Value::is_object) {
        Some(_) => Change::Set { at: requires.child(id), value: Value::from(version.as_str()) },
        None => Change::Set { at: requires.clone(), value: serde_json::json!({ id.clone(): version }) },
    };
    let uses = theirs.iter().flat_map(|((_, id), uses)| uses.iter().map(move |used| (used.place, *id)));
    Finding {
        related: uses.take(SHOWN).map(|(place, id)| (place, format!("`{id}` is named here"))).collect(),
        fixes: vec![Fix::guess(format!("add `{id}: {version}` to `requires`"), vec![change])],
        ..check.finding(place, requires, message)
    }
}

/// Decides whether a record with a similar id is spelt correctly or the references to the missing one are.
fn judged(
    survey: &Survey<'_>,
    vocabulary: &Vocabulary<'_>,
    catalog: &str,
    id: &str,
    near: &[&str],
    differing: usize,
) -> Right {
    let [only] = near else { return Right::Defined };
    let key = RecordKey::new(catalog, *only);
    let is_open = is_id(id) && survey.draft.origin(&key).is_none();
    if !is_open {
        return Right::Defined;
    }
    let (agreeing, title) = (survey.users(&key), survey.draft.title_of_record(&key));
    right(Doubt { defined: only, title, agreeing, used: id, differing }, Some(vocabulary))
}

fn at_definition(check: &Check, survey: &Survey<'_>, key: &RecordKey, id: &str, uses: &[Seen<'_>]) -> Option<Finding> {
    let place = survey.draft.key_place(&key.pointer())?;
    let named = match uses.len() {
        1 => "1 value refers to".to_owned(),
        count => format!("{count} values refer to"),
    };
    let message = format!("{named} `{id}`, but the record is called `{}`", key.id);
    Some(Finding {
        related: uses.iter().take(SHOWN).map(|used| (used.place, format!("`{id}` is named here"))).collect(),
        help: Some(format!("rename it, or add a record `{id}`; nothing refers to `{}`", key.id)),
        fixes: vec![renaming(key, id, Safety::Unsafe)],
        ..check.finding(place, key.pointer(), message)
    })
}

/// Returns the fix that renames a record to the id in the references.
fn renaming(key: &RecordKey, id: &str, safety: Safety) -> Fix {
    let title = match safety {
        Safety::Single => format!("rename `{}` to `{id}`", key.id),
        Safety::Safe | Safety::Unsafe => format!("rename it to `{id}`"),
    };
    Fix { title, safety, changes: vec![Change::Correct { at: key.pointer(), to: id.to_owned() }] }
}

fn at_use(
    check: &Check,
    survey: &Survey<'_>,
    (catalog, id): (&str, &str),
    near: &[&str],
    used: &Seen<'_>,
    right: Right,
) -> Finding {
    let written =
        if let RawFindingKind::UnknownReference { written, .. } = used.kind { *written } else { Written::Text };
    let expected = match written {
        Written::Key => used.pointer.parent().and_then(|map| survey.draft.field(&map)?.expected_key()),
        Written::Text => survey.draft.field(used.pointer).map(Field::expected),
        Written::Word(_) => None,
    };
    let expected = expected.unwrap_or_else(|| format!("an id of `{catalog}`"));
    let catalogs = survey.draft.dialect().map_or(&[][..], |dialect| dialect.catalogs);
    let other = catalogs.iter().find(|other| survey.draft.contains(&RecordKey::new(other.name, id)));
    let message = format!("expected {expected}, found `{id}`");
    let help = match (did_you_mean(near), other) {
        (Some(help), _) => help,
        (None, Some(other)) => format!("`{id}` is a record of `{}`; name a record of `{catalog}`", other.name),
        (None, None) => format!("`{catalog}` has no such record; correct the id or add the record"),
    };
    let mut fixes = match written {
        Written::Key => near_key(used.pointer, near),
        Written::Text => near_value(used.pointer, near),
        Written::Word(names) => {
            let node = survey.draft.find(used.pointer).and_then(|found| found.node);
            let text = node.and_then(Node::text).unwrap_or_default();
            only(near, |name| {
                let value = Value::from(renamed(text, names, catalog, [id, name]));
                Change::Set { at: used.pointer.clone(), value }
            })
        }
    };
    if let ([only], Right::Unclear) = (near, right) {
        fixes.iter_mut().for_each(|fix| fix.safety = Safety::Single);
        fixes.push(renaming(&RecordKey::new(catalog, *only), id, Safety::Single));
    }
    Finding { fixes, help: Some(help), ..check.finding(used.place, used.pointer.clone(), message) }
}
