//! Packs that require packs: visibility, replaced records, and protection against edits.

use std::fs;
use std::path::Path;

use foeman_schema::analysis::{Analysis, check};
use foeman_schema::change::{Change, ChangeError, plan};
use foeman_schema::draft::{Draft, Shelf};
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::text::{Pointer, RecordKey, Span};
use foeman_schema::usages::usages;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;

use crate::common::{HEADER, TINY, rendered};

const ARMOURY: &str = "\
pack: armoury
version: 1.4.0
ruleset: tiny
weapons:
  sword: {title: Sword, damage: -1H, held: one-hand, weight: 2}
  longsword: {extends: sword, title: Longsword, held: two-hands}
  spear: {title: Spear, damage: 2D, held: two-hands, weight: 3}
";

/// Creates a pack with sibling packs, each given as the name of its folder and its text.
fn pack(own: &str, beside: &[(&str, &str)]) -> Draft {
    let own = format!("pack: own\nruleset: tiny\n{own}");
    let beside = beside.iter().map(|(folder, text)| (format!("../{folder}/pack.yaml"), (*text).to_owned()));
    Draft::from_texts([("pack.yaml".to_owned(), own)].into_iter().chain(beside), &[&TINY])
}

fn with_armoury(own: &str) -> Draft {
    pack(&format!("requires:\n  armoury: ^1.2\n{own}"), &[("armoury", ARMOURY)])
}

/// Returns the findings with their locations.
fn told(draft: &Draft) -> Vec<String> {
    let one = |finding: &foeman_schema::finding::Finding| {
        let (line, column) = draft.line_col(finding.place.file, finding.place.span.start);
        format!("{}:{line}:{column} {}: {}", draft.path(finding.place.file), finding.code, finding.message)
    };
    check(draft).iter().map(one).collect()
}

fn weapon(id: &str) -> RecordKey {
    RecordKey::new("weapons", id)
}

#[test]
fn records_of_a_required_pack_are_there_as_if_they_stood_here() {
    let draft = with_armoury("weapons:\n  club: {extends: sword, title: Club, weight: 4}\n");
    assert_eq!(told(&draft), [""; 0]);
    assert_eq!(draft.ids("weapons").collect::<Vec<_>>(), ["club", "sword", "longsword", "spear"]);
    assert_eq!(draft.own_ids("weapons").collect::<Vec<_>>(), ["club"]);
    let club = draft.merged(&weapon("club")).expect("it is there");
    assert_eq!(club, json!({"title": "Club", "damage": "-1H", "held": "one-hand", "weight": 4}));
    assert_eq!(draft.origin(&weapon("spear")).map(|pack| pack.title.as_str()), Some("armoury"));
    assert!(draft.origin(&weapon("club")).is_none());
    // Qualified with its pack, the id refers to the same record.
    let qualified = with_armoury("weapons:\n  club: {extends: armoury:sword, title: Club, weight: 4}\n");
    assert_eq!(qualified.merged(&weapon("club")), Some(club));
    assert_eq!(usages(&qualified, &weapon("sword").pointer()).len(), 2, "that, and the longsword's");
}

#[test]
fn a_record_of_the_same_name_takes_the_place_of_the_other_everywhere() {
    let draft = with_armoury("weapons:\n  sword: {extends: armoury:sword, damage: -2H}\n");
    assert_eq!(told(&draft), [""; 0]);
    let damage = |id: &str| draft.merged(&weapon(id)).expect("it is there")["damage"].clone();
    assert_eq!(damage("sword"), "-2H");
    assert_eq!(damage("longsword"), "-2H", "what the armoury makes of swords follows");
    assert_eq!(damage("armoury:sword"), "-1H");
}

#[test]
fn replacing_without_extending_may_be_an_accident() {
    let draft = with_armoury("weapons:\n  spear: {title: Spike, damage: 1D, held: two-hands}\n");
    let said = "this record replaces `weapons/spear` of the required pack `armoury`";
    assert_eq!(told(&draft), [format!("pack.yaml:6:3 replaced-record: {said}")]);
}

#[test]
fn a_record_cannot_extend_itself_but_may_what_it_replaces() {
    let draft = with_armoury("weapons:\n  sword: {extends: sword, damage: -2H}\n");
    let told = told(&draft);
    assert!(told.iter().any(|line| line.starts_with("pack.yaml:6:20 extends-cycle")), "{told:?}");
}

#[test]
fn what_cannot_be_had_is_told_at_its_entry() {
    let requires = |entry: &str, beside: &[(&str, &str)]| told(&pack(&format!("requires:\n  {entry}\n"), beside));
    let at = |column: u32, text: &str| vec![format!("pack.yaml:4:{column} required-pack: {text}")];
    assert_eq!(requires("armory: \"*\"", &[("armoury", ARMOURY)]), at(3, "there is no pack `armory`"));
    assert_eq!(
        requires("armoury: ^2", &[("armoury", ARMOURY)]),
        at(3, "expected version `^2` of `armoury`, found 1.4.0")
    );
    assert_eq!(
        requires("armoury: two", &[("armoury", ARMOURY)]),
        at(3, "expected versions such as `^1.2` or `>=1, <3`, found `two` for `armoury`")
    );
    assert_eq!(
        requires("duel: \"*\"", &[("duel", "pack: duel\nruleset: entropy\n")]),
        at(3, "expected packs of the ruleset `tiny`, but `duel` has the ruleset `entropy`")
    );
    assert_eq!(requires("own: \"*\"", &[]), at(3, "`own` requires itself through other packs"));
    let (a, b) = ("pack: a\nruleset: tiny\nrequires: {b: \"*\"}\n", "pack: b\nruleset: tiny\nrequires: {a: \"*\"}\n");
    assert_eq!(requires("a: \"*\"", &[("a", a), ("b", b)]), at(3, "`a` requires itself through other packs"));
    let torn = "pack: torn\nruleset: tiny\nweapons: [\n";
    assert_eq!(
        requires("torn: \"*\"", &[("torn", torn)])[0],
        "pack.yaml:4:3 required-pack: `../torn/pack.yaml` cannot be read"
    );
}

#[test]
fn of_packs_that_build_on_each_other_the_upper_one_has_the_last_word() {
    let upper = "pack: upper\nversion: 1.0.0\nruleset: tiny\nrequires: {armoury: \"*\"}\nweapons:\n  \
                 sword: {extends: armoury:sword, weight: 9}\n";
    for order in ["{upper: ^1, armoury: ^1}", "{armoury: ^1, upper: ^1}", "{upper: ^1}"] {
        let draft = pack(&format!("requires: {order}\n"), &[("armoury", ARMOURY), ("upper", upper)]);
        assert_eq!(told(&draft), [""; 0], "{order}");
        assert_eq!(draft.merged(&weapon("longsword")).expect("it is there")["weight"], 9, "{order}");
    }
}

#[test]
fn packs_that_know_nothing_of_each_other_must_not_have_the_same_names() {
    let other = "pack: other\nruleset: tiny\nweapons:\n  sword: {title: Blade, damage: 1D, held: one-hand}\n";
    let requires = "requires:\n  armoury: \"*\"\n  other: \"*\"\n";
    let beside = [("armoury", ARMOURY), ("other", other)];
    let said = "the required packs `armoury` and `other` both define `weapons/sword`";
    assert_eq!(told(&pack(requires, &beside)), [format!("pack.yaml:5:3 pack-conflict: {said}")]);
    let chosen = pack(&format!("{requires}weapons:\n  sword: {{extends: other:sword}}\n"), &beside);
    assert_eq!(told(&chosen), [""; 0]);
    assert_eq!(chosen.merged(&weapon("longsword")).expect("it is there")["damage"], "1D");
}

#[test]
fn errors_in_a_required_pack_are_one_finding_and_its_notes_none() {
    let broken = ARMOURY.replace("-1H", "hard").replace("2D", "soft");
    let draft = pack("requires:\n  armoury: \"*\"\n", &[("armoury", &broken)]);
    let said = "the required pack `armoury` has 2 errors";
    assert_eq!(told(&draft), [format!("pack.yaml:4:3 required-pack-errors: {said}")]);
    let finding = &check(&draft)[0];
    let (place, _) = finding.related[0];
    assert_eq!((draft.path(place.file), draft.line_col(place.file, place.span.start).0), ("../armoury/pack.yaml", 5));
}

#[test]
fn nobody_changes_what_belongs_to_another_pack() {
    let mut draft = with_armoury("");
    let refused = |change: Change| plan(&draft, &[change]).map(|_| ());
    let at = weapon("sword").pointer();
    let borrowed = |at: &Pointer| Err(ChangeError::Borrowed { at: at.clone(), pack: "armoury".to_owned() });
    let damage = at.child("damage");
    assert_eq!(refused(Change::Set { at: damage.clone(), value: json!("-3H") }), borrowed(&damage));
    assert_eq!(refused(Change::Remove { at: at.clone() }), borrowed(&at));
    assert_eq!(refused(Change::Rename { at: at.clone(), to: "blade".to_owned() }), borrowed(&at));
    // A record of the pack itself may replace it; undo restores the required one.
    let own = json!({"extends": "armoury:sword", "damage": "-3H"});
    let add = Change::AddRecord { record: weapon("sword"), value: own, file: "pack.yaml".to_owned() };
    let back =
        plan(&draft, &[add]).expect("the change is possible").apply(&mut draft).expect("the plan is for this draft");
    assert_eq!(draft.merged(&weapon("longsword")).expect("it is there")["damage"], "-3H");
    let mut renamed = draft.clone();
    let rename = Change::Rename { at: at.clone(), to: "blade".to_owned() };
    plan(&renamed, &[rename])
        .expect("the record belongs to this pack")
        .apply(&mut renamed)
        .expect("the plan is for this draft");
    assert_eq!(renamed.merged(&weapon("sword")).expect("the required pack has the sword")["damage"], "-1H");
    assert_eq!(renamed.merged(&weapon("blade")).expect("the pack has the blade")["damage"], "-3H");
    draft.apply(&back);
    assert_eq!(draft.merged(&weapon("longsword")).expect("it is there")["damage"], "-1H");
}

#[test]
fn packs_are_found_beside_and_on_shelves_and_read_again_when_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    };
    let own = "pack: own\nruleset: tiny\nrequires:\n  armoury: \"*\"\nweapons:\n  club: {extends: sword}\n";
    write("packs/own/pack.yaml", own);
    let root = folder.path().join("packs/own");
    let open = |shelves: &[&Path]| {
        let folders = shelves.iter().map(|path| path.to_path_buf()).collect();
        Draft::open_with(&root, &[&TINY], Shelf::new(folders, &[("armoury", carried)])).expect("it can be read")
    };
    let damage = |draft: &Draft| draft.merged(&weapon("club")).map(|club| club["damage"].clone());
    assert_eq!(damage(&open(&[])), Some(json!("-7H")), "the program brings one along");
    let plain = Draft::open(&root, &[&TINY]).expect("it can be read");
    assert!(told(&plain).iter().any(|line| line.contains("there is no pack `armoury`")));
    // The folder may have another name, and the shelf may be anywhere.
    write("shelf/old-things/pack.yaml", ARMOURY);
    let shelf = folder.path().join("shelf");
    assert_eq!(damage(&open(&[&shelf])), Some(json!("-1H")));
    write("packs/armoury/pack.yaml", &ARMOURY.replace("-1H", "-4H"));
    let mut draft = open(&[&shelf]);
    assert_eq!(damage(&draft), Some(json!("-4H")), "a pack next to this one comes first");
    assert!(!draft.refresh_required());
    write("packs/armoury/pack.yaml", &ARMOURY.replace("-1H", "-5H"));
    assert!(draft.refresh_required());
    assert_eq!(damage(&draft), Some(json!("-5H")));
    // A pack added to the header is read immediately, and dropped when it is removed.
    let entry = Pointer::parse("/requires").expect("a pointer");
    let back = plan(&draft, &[Change::Remove { at: entry }])
        .expect("the change is possible")
        .apply(&mut draft)
        .expect("the plan is for this draft");
    assert_eq!(draft.ids("weapons").collect::<Vec<_>>(), ["club"]);
    draft.apply(&back);
    assert_eq!(damage(&draft), Some(json!("-5H")));
}

fn carried() -> Vec<(String, String)> {
    vec![("pack.yaml".to_owned(), ARMOURY.replace("-1H", "-7H"))]
}

/// Generates versions of a pack with a required one.
fn texts() -> impl Strategy<Value = String> {
    let weapons = prop::sample::subsequence(
        vec![
            "  sword: {extends: armoury:sword, weight: 5}\n",
            "  spear: {title: Spike, damage: 1D, held: two-hands}\n",
            "  club: {extends: sword, title: Club}\n",
            "  mace: {extends: armoury:longsword, title: Mace}\n",
            "  pike: {extends: armoury:spear, title: Pike, damage: hard}\n",
        ],
        0..=5,
    );
    let requires = prop::sample::select(vec!["requires: {armoury: \"*\"}\n", "requires: {armory: \"*\"}\n", ""]);
    (requires, weapons).prop_map(|(requires, weapons)| {
        let catalog = if weapons.is_empty() { "" } else { "weapons:\n" };
        format!("pack: own\nruleset: tiny\n{requires}{catalog}{}", weapons.concat())
    })
}

proptest! {
    #![proptest_config(Config { cases: 64, ..Config::default() })]

    /// The incremental analysis equals a full one, even if records are replaced.
    #[test]
    fn kept_or_afresh_makes_no_difference(states in prop::collection::vec(texts(), 2..6)) {
        let beside = [("../armoury/pack.yaml".to_owned(), ARMOURY.to_owned())];
        let first = [("pack.yaml".to_owned(), states[0].clone())].into_iter().chain(beside.clone());
        let mut kept = Analysis::of(Draft::from_texts(first, &[&TINY]).into(), None);
        for text in &states[1..] {
            let mut draft = (**kept.draft()).clone();
            let file = draft.header_file();
            let splice = Splice { file, span: Span::new(0, draft.text(file).len()), text: text.clone() };
            draft.apply(&Edit::from(vec![splice]));
            kept = Analysis::of(draft.into(), Some(&kept));
            let afresh = [("pack.yaml".to_owned(), text.clone())].into_iter().chain(beside.clone());
            let afresh = Analysis::of(Draft::from_texts(afresh, &[&TINY]).into(), None);
            prop_assert_eq!(kept.findings(), afresh.findings());
            for id in ["sword", "longsword", "spear", "club", "mace"] {
                prop_assert_eq!(kept.draft().merged(&weapon(id)), afresh.draft().merged(&weapon(id)));
            }
        }
    }
}

#[test]
fn records_of_a_pack_that_is_not_required_are_one_finding_with_the_entry_to_add() {
    let base = "pack: base\ntitle: Base\nversion: 2.1.0\nruleset: tiny\nterrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  rock: {title: Rock, color: '#776655'}\n";
    let map = "maps:\n  beach:\n    title: Beach\n    geometry: {size: [2, 1]}\n    legend: {s: sand, r: base:rock}\n    rows: |\n      sr\n";
    let draft = |own: &str| {
        Draft::from_texts(
            [
                ("pack.yaml".to_owned(), format!("{HEADER}{own}{map}")),
                ("../base/pack.yaml".to_owned(), base.to_owned()),
            ],
            &[&TINY],
        )
    };
    for own in ["", "requires: {}\n"] {
        let found = check(&draft(own));
        assert_eq!(found.len(), 1, "{}", rendered(&draft(own)));
        assert_eq!(
            found[0].message,
            "2 records named here are in Base, the pack `base`, which is not required; add `base: ^2` to `requires`"
        );
        let fixed = foeman_schema::fix::apply_fixes(&draft(own), foeman_schema::finding::Safety::Unsafe);
        assert_eq!(rendered(&fixed.draft), "", "{:?}", fixed.refused);
    }
    // A misspelling is not attributed to other packs.
    let slip = map.replace("base:rock", "sand").replace("s: sand", "s: sandd");
    let draft = Draft::from_texts(
        [
            ("pack.yaml".to_owned(), format!("{HEADER}{slip}terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\n")),
            ("../base/pack.yaml".to_owned(), base.to_owned()),
        ],
        &[&TINY],
    );
    assert!(rendered(&draft).contains("did you mean `sand`?"), "{}", rendered(&draft));
}
