//! Incremental analysis: results are reused after an edit, and equal the results of a full analysis.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use foeman_schema::analysis::{Analysis, CHECK_FAILED};
use foeman_schema::check::{Check, LEADERS, Scope};
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice, set_value};
use foeman_schema::finding::{Confidence, Severity};
use foeman_schema::text::{FileId, RecordKey, Span};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;

use crate::common::{HEADER, Held, TINY, Weapon, body, pack};
use crate::laws::{layouts, text};

const PIT: &str = "weapons:
  sword: {title: Sword, damage: -1H, held: one-hand, found: [pit]}
  sabre: {extends: sword, title: Sabre}
  stick: {title: Stick, damage: -2H, held: two-hands}
maps:
  pit:
    title: Pit
    geometry: {size: [2, 1]}
    legend: {s: sand}
    rows: |
      ss
terrains:
  sand: {title: Sand, color: '#d9c08c'}
  mud: {title: Mud, color: '#5b4636'}
";

#[test]
fn an_edit_has_only_those_records_read_and_checked_again_that_it_concerns() {
    let before = analysed(body(PIT));
    let expected = [
        // No record refers to it.
        ("Stick", "Cane", &["weapons/stick"][..], &["weapons/stick"][..], &["weapons/stick"][..]),
        // It is on a map that has a weapon, which another one extends.
        (
            "Sand,",
            "Dust,",
            &["terrains/sand"],
            &["terrains/sand"],
            &["maps/pit", "terrains/sand", "weapons/sabre", "weapons/sword"],
        ),
        // Records that extend it are merged again, but their text is not read again.
        ("-1H", "-2H", &["weapons/sword"], &["weapons/sabre", "weapons/sword"], &["weapons/sabre", "weapons/sword"]),
        // A new record affects only those that were missing it.
        ("mud:", "clay:", &["terrains/clay"], &["terrains/clay"], &["terrains/clay"]),
        // A removed record affects those that refer to it.
        (
            "sand:",
            "dust:",
            &["maps/pit", "terrains/dust"],
            &["maps/pit", "terrains/dust"],
            &["maps/pit", "terrains/dust", "weapons/sabre", "weapons/sword"],
        ),
    ];
    for (old, new, read, merged, checked) in expected {
        let after = edited(&before, old, new);
        let work = after.work();
        let names = |keys: &[RecordKey]| keys.iter().map(RecordKey::to_string).collect::<Vec<_>>();
        assert_eq!(names(&work.read), read, "read after `{new}`");
        assert_eq!(names(&work.merged), merged, "merged after `{new}`");
        assert_eq!(names(&work.checked), checked, "checked after `{new}`");
        assert!(!work.over_all.contains(&"wrong-type"), "checks of records look at few of them");
        let has_same_records = after.draft().rewritten_since(before.draft()).is_some();
        assert_eq!(work.over_all.contains(&"same-title"), !has_same_records, "titles after `{new}`");
    }
}

#[test]
fn a_title_is_compared_with_those_that_it_leaves_and_joins() {
    let mut analysis = analysed(body(PIT));
    let steps = [
        ("title: Sabre", "title: Sword", &["same-title"][..]),
        ("title: Stick", "title: Sword", &["same-title", "same-title"]),
        ("title: Sword", "title: SWORD", &["near-title", "near-title", "same-title"]),
        ("title: Sword", "title: Sabre", &["near-title"]),
        // An invalid record is compared with none.
        ("title: SWORD", "title: [SWORD]", &["wrong-type"]),
        ("title: [SWORD]", "title: Sabre", &["same-title"]),
        // Titles of another catalog do not count.
        ("title: Sand", "title: Sabre", &["same-title"]),
        // Inherited titles count.
        ("sabre: {extends: sword, title: Sabre}", "sabre: {extends: sword}", &["same-title"]),
        ("title: Sabre", "title: Sword", &["same-title", "same-title"]),
    ];
    for (old, new, expected) in steps {
        analysis = edited(&analysis, old, new);
        let mut codes: Vec<_> = analysis.findings().iter().map(|finding| finding.code).collect();
        codes.sort_unstable();
        assert_eq!(codes, expected, "after `{new}`");
        assert!(!analysis.work().over_all.contains(&"same-title"));
    }
}

#[test]
fn a_comment_has_nothing_read_again() {
    let after = edited(&analysed(body(PIT)), "weapons:", "# what one fights with\nweapons:");
    assert_eq!(after.work().read, []);
    assert_eq!(after.work().checked, []);
}

#[test]
fn the_same_draft_is_not_analysed_again() {
    let before = analysed(body(PIT));
    let again = Analysis::of(Arc::clone(before.draft()), Some(&before));
    assert!(std::ptr::eq(before.findings(), again.findings()));
}

#[test]
fn a_scenario_is_the_same_value_until_something_it_reaches_changes() {
    let before = analysed(body(PIT));
    let sword = before.resolve("sword").expect("the scenario has no errors");
    let elsewhere = edited(&before, "Stick", "Cane").resolve("sword").expect("the scenario has no errors");
    assert!(Arc::ptr_eq(&sword, &elsewhere));
    let reached = edited(&before, "Sand,", "Dust,").resolve("sword").expect("the scenario has no errors");
    assert_ne!(sword, reached);
    edited(&before, "sand:", "dust:").resolve("sword").expect_err("its map has no ground");
}

#[test]
fn who_uses_a_record_is_known_both_before_and_after_it_is_there() {
    let before = analysed(body(PIT));
    let users = |analysis: &Analysis, key: &str| -> Vec<String> {
        let (catalog, id) = key.split_once('/').expect("a catalog and an id");
        let usages = analysis.usages(&RecordKey::new(catalog, id).pointer());
        usages.into_iter().map(|usage| usage.at.to_string()).collect()
    };
    assert_eq!(users(&before, "terrains/sand"), ["/maps/pit/legend/s"]);
    assert_eq!(users(&before, "weapons/sword"), ["/weapons/sabre/extends"]);
    let without = edited(&before, "sand:", "dust:");
    assert_eq!(users(&without, "terrains/sand"), ["/maps/pit/legend/s"]);
    assert_eq!(users(&without, "terrains/dust"), [""; 0]);
    assert_eq!(users(&edited(&before, "{s: sand}", "{s: mud}"), "terrains/mud"), ["/maps/pit/legend/s"]);
}

#[test]
fn whoever_stops_it_gets_nothing() {
    assert!(Analysis::unless(&AtomicBool::new(true), Arc::new(body(PIT)), None).is_none());
}

/// A check that panics on one weapon.
static STUMBLES: Check = Check {
    name: "stumbles",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Record,
    summary: "A weapon is called something else than Tripwire",
    doc: "It never says so for long.",
    bad: "",
    fix: &[],
    run: |check, survey, findings| {
        for (key, weapon) in survey.sound("weapons") {
            let place = survey.draft.place(&key.pointer()).expect("it is there");
            assert!(weapon["title"] != "Tripwire", "a wire in\nthe way");
            findings.push(check.finding(place, key.pointer(), "expected a Tripwire"));
        }
    },
};

static STUMBLING: Dialect = Dialect { checks: &[&STUMBLES], ..TINY };

#[test]
fn a_check_that_panics_is_a_finding_and_the_others_go_on() {
    let text = format!("{HEADER}{PIT}").replace("size: [2, 1]", "size: [3, 1]");
    let sound = analysed(Draft::from_texts([("pack.yaml".to_owned(), text)], &[&STUMBLING]));
    let codes = |analysis: &Analysis| analysis.findings().iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert_eq!(codes(&sound), ["stumbles", "stumbles", "stumbles", "map-rows"]);
    let broken = edited(&sound, "Stick", "Tripwire");
    assert_eq!(codes(&broken), [CHECK_FAILED, "map-rows"]);
    let finding = &broken.findings()[0];
    assert!(finding.message.starts_with("the check `stumbles` crashed: a wire in"), "{}", finding.message);
    assert!(finding.severity < Severity::Error, "the content may well be fine");
    // It fails after every edit until its cause is removed.
    let elsewhere = edited(&broken, "Mud", "Mire");
    assert_eq!(codes(&elsewhere), [CHECK_FAILED, "map-rows"]);
    assert_eq!(codes(&edited(&elsewhere, "Tripwire", "Stick")), codes(&sound));
}

/// Compares each weapon with the lightest ones.
static OUTWEIGHED: Check = Check {
    name: "outweighed",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::Leaders(|subject| {
        let weapon = subject.record::<Weapon>()?;
        Some((weapon.held as u64, u64::from(weapon.weight)))
    }),
    summary: "A lighter weapon has the same code",
    doc: "Each weapon is compared with the lightest ones that are held like it.",
    bad: "",
    fix: &[],
    run: |check, survey, findings| {
        for held in [Held::OneHand, Held::TwoHands] {
            let mut weapons: Vec<_> = survey.records::<Weapon>().filter(|(_, weapon)| weapon.held == held).collect();
            weapons.sort_by_key(|(_, weapon)| weapon.weight);
            for (key, weapon) in &weapons {
                let mut leaders = weapons.iter().take(LEADERS);
                let is_better = |other: &Weapon| other.code == weapon.code && other.weight < weapon.weight;
                let Some((other, _)) = leaders.find(|(_, other)| is_better(other)) else { continue };
                let places = (survey.draft.place(&key.pointer()), survey.draft.place(&other.pointer()));
                let (Some(place), Some(related)) = places else { continue };
                let mut finding = check.finding(place, key.pointer(), format!("`{}` is lighter", other.id));
                finding.related.push((related, weapon.title.clone()));
                findings.push(finding);
            }
        }
    },
};

/// Reports the weapons that no other one extends, if all weapons are valid.
static CHILDLESS: Check = Check {
    name: "childless",
    severity: Severity::Info,
    confidence: Confidence::Guess,
    scope: Scope::UsersIfSound("weapons"),
    summary: "No weapon extends this one",
    doc: "An invalid weapon could.",
    bad: "",
    fix: &[],
    run: |check, survey, findings| {
        let unused = |key: &&RecordKey| survey.is_all_sound("weapons") && !survey.is_used(key);
        for key in survey.keys("weapons").filter(unused) {
            let Some(place) = survey.draft.place(&key.pointer()) else { continue };
            findings.push(check.finding(place, key.pointer(), "no weapon extends this one"));
        }
    },
};

static COMPARING: Dialect = Dialect { checks: &[&CHILDLESS, &OUTWEIGHED], ..TINY };

/// A pack with many weapons, one in a line.
fn armoury(weapons: usize) -> Draft {
    let weapon = |number: usize| {
        let (held, code) = (["one-hand", "two-hands"][number % 2], ["red", "blue", "green"][number % 3]);
        let weight = 10 + number * 7 % 50;
        format!("  w{number}: {{title: Thing {number}, damage: -1H, held: {held}, code: {code}, weight: {weight}}}\n")
    };
    let text: String = (0..weapons).map(weapon).collect();
    Draft::from_texts([("pack.yaml".to_owned(), format!("{HEADER}weapons:\n{text}"))], &[&COMPARING])
}

#[test]
fn a_record_is_compared_with_leaders_that_come_and_go() {
    let mut analysis = analysed(armoury(2 * LEADERS + 20));
    let count = |analysis: &Analysis, code| analysis.findings().iter().filter(|finding| finding.code == code).count();
    assert!(count(&analysis, "outweighed") > LEADERS);
    let steps = [
        // A record that is compared with the leaders, but is none.
        ("code: green, weight: 59", "code: none, weight: 59"),
        ("code: none, weight: 59", "code: blue, weight: 58"),
        // A leader that leaves, and one that comes.
        ("code: red, weight: 10", "code: red, weight: 99"),
        ("code: red, weight: 99", "code: red, weight: 0"),
        // A leader that stays but changes.
        ("code: red, weight: 0", "code: green, weight: 1"),
        // Leaders of another group, and of none.
        ("held: one-hand, code: green, weight: 1", "held: two-hands, code: green, weight: 1"),
        ("held: two-hands, code: green, weight: 1", "held: hands, code: green, weight: 1"),
        ("held: hands", "held: one-hand"),
        // A title in a finding about another record.
        ("title: Thing 100", "title: Thing"),
    ];
    for (old, new) in steps {
        analysis = edited(&analysis, old, new);
        assert!(!analysis.work().over_all.contains(&"outweighed"), "after `{new}`");
    }
}

#[test]
fn a_check_that_needs_valid_records_runs_in_full_when_one_becomes_invalid() {
    let before = analysed(armoury(9));
    let codes = |analysis: &Analysis| analysis.findings().iter().filter(|finding| finding.code == "childless").count();
    assert_eq!(codes(&before), 9);
    let invalid = edited(&before, "held: one-hand", "held: hand");
    assert_eq!(codes(&invalid), 0);
    let twice = edited(&invalid, "held: two-hands", "held: hands");
    assert_eq!(codes(&twice), 0);
    assert!(!twice.work().over_all.contains(&"childless"));
    let once = edited(&twice, "held: hands", "held: two-hands");
    assert_eq!(codes(&edited(&once, "held: hand,", "held: one-hand,")), 9);
    assert_eq!(codes(&edited(&before, "code: red", "extends: w1")), 8);
}

proptest! {
    #![proptest_config(Config { cases: 96, ..Config::default() })]

    /// For random edits of a pack with more records than a group has leaders, the incremental analysis equals a full one.
    #[test]
    fn leaders_kept_or_found_afresh_make_no_difference(steps in prop::collection::vec((0..160usize, 0..5usize, 0..70u8), 1..12)) {
        let mut analysis = analysed(armoury(160));
        for (number, field, value) in steps {
            let (field, value) = match field {
                0 => ("held", json!(["one-hand", "two-hands", "hands"][usize::from(value) % 3])),
                1 => ("code", json!(["red", "blue", "green"][usize::from(value) % 3])),
                2 => ("extends", json!(format!("w{value}"))),
                _ => ("weight", json!(value)),
            };
            let at = RecordKey::new("weapons", format!("w{number}")).pointer().child(field);
            let Ok(edit) = set_value(analysis.draft(), &at, &value) else { continue };
            let mut draft = Draft::clone(analysis.draft());
            draft.apply(&edit);
            analysis = Analysis::of(Arc::new(draft), Some(&analysis));
            let afresh = Analysis::of(Arc::clone(analysis.draft()), None);
            prop_assert_eq!(analysis.findings(), afresh.findings(), "in\n{}", analysis.draft().text(FileId(0)));
        }
    }

    /// For random edits, the incremental analysis equals a full one.
    #[test]
    fn kept_or_afresh_makes_no_difference(layout in 0..7usize, steps in prop::collection::vec(step(), 1..12)) {
        let base = layouts().into_iter().nth(layout).unwrap_or_else(|| format!("{HEADER}{PIT}"));
        let mut analysis = analysed(pack(&base));
        let mut undo: Vec<Edit> = Vec::new();
        for (at, length, new) in steps {
            let mut draft = Draft::clone(analysis.draft());
            let edit = match new {
                Some(new) => Some(splice(&draft, at, length, new)),
                None => undo.pop(),
            };
            let Some(edit) = edit else { continue };
            let back = draft.apply(&edit);
            undo.push(back);
            analysis = Analysis::of(Arc::new(draft), Some(&analysis));
            let afresh = Analysis::of(Arc::clone(analysis.draft()), None);
            prop_assert_eq!(analysis.findings(), afresh.findings(), "in\n{}", analysis.draft().text(FileId(0)));
            for catalog in ["weapons", "maps", "terrains", "effects"] {
                for id in afresh.draft().ids(catalog) {
                    let at = RecordKey::new(catalog, id).pointer();
                    prop_assert_eq!(analysis.usages(&at), afresh.usages(&at));
                    prop_assert_eq!(analysis.resolve(id), afresh.resolve(id));
                }
            }
        }
    }
}

/// Generates a step: where to splice, how much to replace, and by what; `None` to undo the last step.
fn step() -> impl Strategy<Value = (f64, usize, Option<String>)> {
    let pieces = prop_oneof![
        3 => prop::sample::select(vec![
            "sand", "mud", "sword", "axe", "pit", "title", "extends: axe", "extends: sword", "\n", "\n    ", "\n  axe:\n    extends: sword\n",
            "  mud: {title: Mud, color: '#5b4636'}\n", "terrains:\n", "# note\n", "s", "-1H", "0", "", "{", "]", ": ",
        ]).prop_map(str::to_owned),
        1 => text(),
    ];
    (0.0..1.0f64, prop_oneof![Just(0usize), 1..5usize, Just(40usize)], prop::option::weighted(0.8, pieces))
}

fn splice(draft: &Draft, at: f64, length: usize, text: String) -> Edit {
    let file = FileId(0);
    let old = draft.text(file);
    let boundary =
        |offset: usize| (offset.min(old.len())..=old.len()).find(|&at| old.is_char_boundary(at)).unwrap_or(old.len());
    let start = boundary((at * old.len() as f64) as usize);
    let span = Span::new(start, boundary(start + length));
    Edit { splices: vec![Splice { file, span, text }], ..Edit::default() }
}

fn analysed(draft: Draft) -> Analysis {
    Analysis::of(Arc::new(draft), None)
}

/// Replaces the first `old` by `new` and analyses the result incrementally.
fn edited(before: &Analysis, old: &str, new: &str) -> Analysis {
    let mut draft = Draft::clone(before.draft());
    let file = FileId(0);
    let start = draft.text(file).find(old).expect("it is there");
    let span = Span::new(start, start + old.len());
    draft.apply(&Edit { splices: vec![Splice { file, span, text: new.to_owned() }], ..Edit::default() });
    let after = Analysis::of(Arc::new(draft), Some(before));
    assert_eq!(after.findings(), Analysis::of(Arc::clone(after.draft()), None).findings(), "after `{new}`");
    after
}
