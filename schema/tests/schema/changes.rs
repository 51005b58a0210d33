//! Changes: described by name, planned as text edits, and undone byte for byte.

use std::collections::BTreeMap;

use foeman_schema::change::{Cell, Change, ChangeError, Spot, joined, plan};
use foeman_schema::draft::Draft;
use foeman_schema::edit::FileChange;
use foeman_schema::text::{Pointer, RecordKey};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use crate::common::{TINY, pack};
use crate::laws::{layouts, text};

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

/// Creates a pack of several files.
fn files(files: &[(&str, &str)]) -> Draft {
    Draft::from_texts(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())), &[&TINY])
}

/// Returns all files with their texts.
fn texts(draft: &Draft) -> BTreeMap<String, String> {
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

/// Applies changes, returns the texts, and asserts that undo restores all bytes.
#[track_caller]
fn made(draft: &mut Draft, changes: &[Change]) -> BTreeMap<String, String> {
    let before = texts(draft);
    let plan = plan(draft, changes).unwrap_or_else(|error| panic!("{error}: {changes:?}"));
    assert_eq!(texts(draft), before, "planning changes nothing");
    let back = plan.apply(draft).expect("the plan is for this draft");
    let after = texts(draft);
    let again = draft.apply(&back);
    assert_eq!(texts(draft), before, "undo");
    draft.apply(&again);
    assert_eq!(texts(draft), after, "redo");
    after
}

const GROUND: &str = "\
terrains:
  # fine and dry
  sand: {title: Sand, color: '#d9c08c'} # by the sea
  # hard
  wall:
    title: Wall
    color: '#6b6159'
";

const WEAPONS: &str = "\
weapons:
    axe:
        title: Axe
        code: |
            first

              second
        damage: 2D
        held: two-hands
";

#[test]
fn each_change_sees_those_before_it_and_all_are_one_edit() {
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("ground.yaml", GROUND)]);
    let clay = json!({"title": "Clay", "color": "#aa6644"});
    let changes = [
        Change::Insert { at: at("/terrains/clay"), value: clay },
        Change::Set { at: at("/terrains/clay/title"), value: json!("Red clay") },
        Change::Set { at: at("/terrains/clay/title"), value: json!("Old clay") },
        Change::Remove { at: at("/terrains/wall") },
        Change::Rename { at: at("/terrains/clay"), to: "loam".to_owned() },
        Change::Set { at: at("/title"), value: json!("Grounds") },
    ];
    let splices = plan(&draft, &changes).unwrap().edit().splices.len();
    assert!(splices <= 3, "the header, the wall and the clay: {splices}");
    let after = made(&mut draft, &changes);
    assert_eq!(after["pack.yaml"], "pack: a\ntitle: Grounds\nruleset: tiny\n");
    let expected = "terrains:\n  # fine and dry\n  sand: {title: Sand, color: '#d9c08c'} # by the sea\n  # hard\n  loam:\n    \
                    title: Old clay\n    color: \"#aa6644\"\n";
    assert_eq!(after["ground.yaml"], expected);
}

#[test]
fn what_is_appended_to_a_list_is_a_line_for_each_and_all_that_differs() {
    let area = |column: u32| json!({"terrain": "sand", "from": [column, 100], "to": [column + 1000, 2000]});
    let line = |column: u32| format!("{{terrain: sand, from: [{column}, 100], to: [{}, 2000]}}", column + 1000);
    let map =
        |areas: &str| format!("maps:\n  beach:\n    title: Beach\n    fill: sand\n{areas}  cove:\n    fill: sand\n");
    let appended = [Change::Append { list: at("/maps/beach/areas"), items: vec![area(1), area(2)] }];
    let lines = format!("      - {}\n      - {}\n", line(1), line(2));
    for (before, after) in [
        (String::new(), format!("    areas:\n{lines}")),
        ("    areas: []   # none yet\n".to_owned(), format!("    areas:\n{}   # none yet\n", lines.trim_end())),
        ("    areas:\n".to_owned(), format!("    areas:\n{lines}")),
        (
            "    areas:\n      - {from: [0, 0], to: [1, 1]}   # the pond\n      # the end\n".to_owned(),
            format!("    areas:\n      - {{from: [0, 0], to: [1, 1]}}   # the pond\n{lines}      # the end\n"),
        ),
        (
            "    areas:\n    - from: [0, 0]\n      to: [1, 1]\n".to_owned(),
            format!("    areas:\n    - from: [0, 0]\n      to: [1, 1]\n    - {}\n    - {}\n", line(1), line(2)),
        ),
        (
            "    areas: [{from: [0, 0], to: [1, 1]}]\n".to_owned(),
            format!("    areas:\n      - {{from: [0, 0], to: [1, 1]}}\n{lines}"),
        ),
    ] {
        let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("maps.yaml", &map(&before))]);
        let texts = made(&mut draft, &appended);
        assert_eq!(texts["maps.yaml"], map(&after), "{before}");
    }
    let nothing = [Change::Append { list: at("/maps/beach/areas"), items: Vec::new() }];
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("maps.yaml", &map(""))]);
    assert_eq!(made(&mut draft, &nothing)["maps.yaml"], map(""));
    let text = [Change::Append { list: at("/maps/beach/title"), items: vec![area(1)] }];
    assert!(plan(&draft, &text).is_err(), "a title is no list");
}

#[test]
fn a_new_record_stands_in_the_file_that_was_named_and_apart_like_its_neighbours() {
    let near = "weapons:\n  # short\n  knife:\n    title: Knife\n\n  # long\n  sword:\n    title: Sword\n# end\n";
    let far = "weapons:\n  bow:\n    title: Bow\n  sling:\n    title: Sling\n";
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("far.yaml", far), ("near.yaml", near)]);
    let add = |id: &str, file: &str| Change::AddRecord {
        record: RecordKey::new("weapons", id),
        value: json!({"title": "New"}),
        file: file.to_owned(),
    };
    let after = made(&mut draft, &[add("axe", "near.yaml"), add("dart", "far.yaml"), add("egg", "pack.yaml")]);
    let new = |id: &str| format!("  {id}:\n    title: New\n");
    assert_eq!(after["near.yaml"], near.replace("# end", &format!("\n{}# end", new("axe"))));
    assert_eq!(after["far.yaml"], format!("{far}{}", new("dart")));
    assert_eq!(after["pack.yaml"], format!("pack: a\nruleset: tiny\n\nweapons:\n{}", new("egg")));
    let nowhere = plan(&draft, &[add("fork", "none.yaml")]);
    assert_eq!(nowhere, Err(ChangeError::NoFile("none.yaml".to_owned())));
}

#[test]
fn a_plan_for_an_older_revision_is_refused() {
    let mut draft = pack("pack: a\nruleset: tiny\n");
    let set = |title: &str| [Change::Set { at: at("/title"), value: json!(title) }];
    let (one, other) = (plan(&draft, &set("One")).unwrap(), plan(&draft, &set("Other")).unwrap());
    one.apply(&mut draft).unwrap();
    assert_eq!(other.apply(&mut draft), Err(ChangeError::Stale));
    assert_eq!(draft.header("title"), Some(json!("One")));
}

#[test]
fn what_is_so_already_is_an_empty_plan() {
    let draft = pack("pack: a\ntitle: One\nruleset: tiny\n");
    assert!(plan(&draft, &[Change::Set { at: at("/title"), value: json!("One") }]).unwrap().edit().is_empty());
}

#[test]
fn equal_edits_are_one_and_overlapping_ones_are_refused() {
    let draft = pack("pack: a\ntitle: One\nruleset: tiny\n");
    let set =
        |title: &str| plan(&draft, &[Change::Set { at: at("/title"), value: json!(title) }]).unwrap().edit().clone();
    assert_eq!(joined(&draft, [set("Two"), set("Two")]), Ok(set("Two")));
    let overlap = ChangeError::Overlap { path: "pack.yaml".to_owned(), line: 2 };
    assert_eq!(joined(&draft, [set("Two"), set("Three")]), Err(overlap));
}

#[test]
fn what_cannot_be_done_says_what_was_expected_and_what_to_do() {
    let draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("ground.yaml", GROUND)]);
    let error = |change: Change| plan(&draft, &[change]).unwrap_err().to_string();
    assert_eq!(
        error(Change::Remove { at: at("/terrains/sadn") }),
        "there is no value at `/terrains/sadn`; did you mean `sand`?"
    );
    assert_eq!(
        error(Change::Insert { at: at("/terrains/sand"), value: json!({}) }),
        "`/terrains/sand` already exists; choose another name"
    );
    assert_eq!(
        error(Change::Insert { at: at("/terrains/sand/title"), value: json!("x") }),
        "`/terrains/sand/title` already exists; choose another name"
    );
    let create = |path: &str| error(Change::CreateFile { path: path.to_owned(), text: String::new() });
    for path in ["../out.yaml", "/abs.yaml", "a//b.yaml", ".hid/a.yaml", "notes.txt", "a\\b.yaml", "", "x/.yaml"] {
        assert!(create(path).starts_with("expected a path inside the pack that ends in `.yaml`"), "{path}");
    }
    assert_eq!(
        create("Ground.yaml"),
        "`ground.yaml` already exists; choose another path",
        "some disks do not tell capitals apart"
    );
    assert_eq!(
        error(Change::DeleteFile { path: "pack.yaml".to_owned() }),
        "the pack needs `pack.yaml`; it cannot be moved or deleted"
    );
    assert_eq!(
        error(Change::RenameFile { from: "grund.yaml".to_owned(), to: "a.yaml".to_owned() }),
        "the pack has no file `grund.yaml`"
    );
}

#[test]
fn files_are_made_renamed_and_taken_away_with_what_is_written_in_them_meanwhile() {
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("ground.yaml", GROUND)]);
    let changes = [
        Change::CreateFile { path: "more/a.yaml".to_owned(), text: "# mine\n".to_owned() },
        Change::MoveRecord { record: RecordKey::new("terrains", "wall"), to: Spot::File("more/a.yaml".to_owned()) },
        Change::RenameFile { from: "ground.yaml".to_owned(), to: "zoo.yaml".to_owned() },
        Change::Set { at: at("/terrains/sand/title"), value: json!("Dune") },
    ];
    let edit = plan(&draft, &changes).unwrap().edit().clone();
    assert!(matches!(
        &edit.files[..],
        [FileChange::Create { path, .. }, FileChange::Rename { to, .. }] if path == "more/a.yaml" && to == "zoo.yaml"
    ));
    let after = made(&mut draft, &changes);
    assert_eq!(after.keys().collect::<Vec<_>>(), ["more/a.yaml", "pack.yaml", "zoo.yaml"]);
    assert_eq!(after["more/a.yaml"], "# mine\n\nterrains:\n  # hard\n  wall:\n    title: Wall\n    color: '#6b6159'\n");
    assert_eq!(
        after["zoo.yaml"],
        "terrains:\n  # fine and dry\n  sand: {title: Dune, color: '#d9c08c'} # by the sea\n"
    );
    let gone = made(&mut draft, &[Change::DeleteFile { path: "more/a.yaml".to_owned() }]);
    assert_eq!(gone.len(), 2);
    assert!(!draft.contains(&RecordKey::new("terrains", "wall")));
}

#[test]
fn a_file_taken_away_and_made_again_is_another_text_of_it() {
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("ground.yaml", GROUND)]);
    let path = "ground.yaml".to_owned();
    let changes =
        [Change::DeleteFile { path: path.clone() }, Change::CreateFile { path, text: "terrains: {}\n".to_owned() }];
    assert_eq!(plan(&draft, &changes).unwrap().edit().files, []);
    assert_eq!(made(&mut draft, &changes)["ground.yaml"], "terrains: {}\n");
}

#[test]
fn a_record_moves_with_its_comments_to_where_others_are_indented_otherwise() {
    let other = "weapons:\n  # long\n  sword:\n    title: Sword\n    damage: -1H\n    held: one-hand\n  # last\n";
    let mut draft = files(&[("pack.yaml", "pack: a\nruleset: tiny\n"), ("axes.yaml", WEAPONS), ("swords.yaml", other)]);
    let record = RecordKey::new("weapons", "axe");
    let axe = draft.raw(&record);
    let to = Spot::Before("sword".to_owned());
    let after = made(&mut draft, &[Change::MoveRecord { record: record.clone(), to }]);
    assert_eq!(after["axes.yaml"], "weapons:\n");
    let lines = "weapons:\n  axe:\n      title: Axe\n      code: |\n          first\n\n            second\n      damage: 2D\n      \
                 held: two-hands\n  # long\n";
    assert!(after["swords.yaml"].starts_with(lines), "{}", after["swords.yaml"]);
    assert_eq!(draft.raw(&record), axe);
    let back = Spot::File("axes.yaml".to_owned());
    let after = made(&mut draft, &[Change::MoveRecord { record: record.clone(), to: back }]);
    assert_eq!((draft.raw(&record), after["swords.yaml"].as_str()), (axe, other));
}

#[test]
fn a_key_that_stands_twice_is_taken_away_by_its_number() {
    let mut draft = pack("pack: a\nruleset: tiny\nterrains:\n  sand: {title: Sand, color: '#d9c08c', title: Dune}\n");
    let changes = [Change::RemoveRepeated { at: at("/terrains/sand/title"), nth: 1 }];
    assert!(made(&mut draft, &changes)["pack.yaml"].ends_with("sand: {title: Sand, color: '#d9c08c'}\n"));
}

#[test]
fn all_keys_of_a_record_that_stand_twice_and_say_the_same_are_taken_away() {
    let text = "pack: a\nruleset: tiny\nterrains:\n  sand:\n    title: Sand\n    color: '#d9c08c'\n    title: Sand # twice\n    \
                title: Dune\n    title: 'Sand'\n    tags: {a: {b: 1, b: 1, c: 2, b: 1}, a: {b: 2}}";
    let mut draft = pack(text);
    let record = RecordKey::new("terrains", "sand");
    let value = draft.raw(&record);
    let changes = [Change::RemoveAllRepeated { at: record.pointer() }];
    let after = text
        .replace("    title: Sand # twice\n", "")
        .replace("    title: 'Sand'\n", "")
        .replace("b: 1, b: 1, c: 2, b: 1", "b: 1, c: 2");
    assert_eq!(made(&mut draft, &changes)["pack.yaml"], after);
    assert_eq!(draft.raw(&record), value);
    assert!(plan(&draft, &changes).is_err(), "nothing is left to be taken away");
    let lines = "pack: a\nruleset: tiny\nterrains:\n  sand:\n    title: Sand\n    title: Sand\n    title: Sand";
    let after = made(&mut pack(lines), &changes)["pack.yaml"].clone();
    assert_eq!(after.trim_end(), "pack: a\nruleset: tiny\nterrains:\n  sand:\n    title: Sand");
}

/// Generates a change of the sword's `found` list, and the resulting list.
fn item_change() -> impl Strategy<Value = (Change, Vec<usize>, Value)> {
    let item = |number: usize| at(&format!("/weapons/sword/found/{number}"));
    let order = |from: usize, to: usize| if from == to { vec![0, 1] } else { vec![1, 0] };
    // In the resulting order, 2 stands for the new item.
    let inserted = |at: usize| [vec![2, 0, 1], vec![0, 2, 1], vec![0, 1, 2]][at].clone();
    prop_oneof![
        (0..3usize, text().prop_map(Value::from)).prop_map(move |(to, value)| {
            (Change::Insert { at: item(to), value: value.clone() }, inserted(to), value)
        }),
        (0..2usize, 0..2usize).prop_map(move |(from, to)| (
            Change::MoveItem { item: item(from), to },
            order(from, to),
            Value::Null
        )),
        (0..2usize).prop_map(move |one| {
            (Change::Swap { one: item(one), other: item(1 - one) }, order(one, 1 - one), Value::Null)
        }),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 192, failure_persistence: None, ..Config::default() })]

    #[test]
    fn items_come_and_change_places_and_the_rest_reads_as_before(
        layout in 0..layouts().len(),
        (change, order, value) in item_change(),
    ) {
        let mut draft = pack(&layouts()[layout]);
        let sword = RecordKey::new("weapons", "sword");
        let mut expected = draft.raw(&sword).unwrap();
        let axe = draft.raw(&RecordKey::new("weapons", "axe"));
        let items = [expected["found"][0].clone(), expected["found"][1].clone(), value];
        expected["found"] = order.iter().map(|&number| items[number].clone()).collect();
        made(&mut draft, &[change]);
        prop_assert_eq!(draft.raw(&sword), Some(expected), "\n{}", draft.text(draft.header_file()));
        prop_assert_eq!(draft.raw(&RecordKey::new("weapons", "axe")), axe);
    }

    #[test]
    fn several_changes_as_one_are_what_they_are_one_after_the_other(
        layout in 0..layouts().len(),
        titles in prop::collection::vec((prop::sample::select(vec!["sword", "axe"]), text()), 1..4),
        cells in prop::collection::vec((0..3u32, 0..2u32), 0..3),
    ) {
        let mut changes: Vec<Change> = titles
            .into_iter()
            .map(|(id, title)| Change::Set { at: at(&format!("/weapons/{id}/title")), value: json!(title) })
            .collect();
        let cells: Vec<Cell> = cells.into_iter().map(|(col, row)| Cell { col, row, key: 's' }).collect();
        changes.push(Change::Paint { rows: at("/maps/pit/rows"), cells });
        changes.push(Change::CreateFile { path: "a.yaml".to_owned(), text: "terrains:\n".to_owned() });
        changes.push(Change::Insert { at: at("/weapons/sword/found/-"), value: json!("pit") });
        let mut draft = pack(&layouts()[layout]);
        let mut single = draft.clone();
        let all_apart: Result<Vec<()>, ChangeError> =
            changes.iter().map(|change| plan(&single, std::slice::from_ref(change))?.apply(&mut single).map(drop)).collect();
        match (plan(&draft, &changes), all_apart) {
            (Ok(_), Ok(_)) => prop_assert_eq!(made(&mut draft, &changes), texts(&single)),
            (Err(whole), Err(apart)) => prop_assert_eq!(whole, apart),
            (whole, apart) => prop_assert!(false, "{:?} but {:?}", whole, apart),
        }
    }
}
