//! Exporting a pack as records of the notes (`F12`), and importing records as a pack.

use std::collections::BTreeMap;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::exchange::{Exchange, Exported, Imported, Note};
use foeman_engine::player::{PlayerId, Players, decide, find};
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_schema::analysis::{check, resolve};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use proptest::prelude::*;
use proptest::test_runner::Config;
use ruleset_foeman::{DIALECT, Foeman};
use serde_json::Value;

fn form() -> &'static Exchange {
    Foeman::capabilities().pack.exchange.expect("the ruleset has a form")
}

/// Exports a battle.
fn recorded(resolved: &Resolved, battle: &Battle<Foeman>) -> Result<Exported, Note> {
    let recorded = Foeman::capabilities().recorded.expect("records hold battles");
    recorded(resolved, battle.content(), battle.state())
}

/// Imports a file.
fn read(bytes: &[u8], id: &str) -> Imported {
    form().read_alone(bytes, id).expect("the reader accepts any records")
}

/// Opens the pack imported from a file, with some text replaced.
fn pack(made: &Imported, changes: &[(&str, &str)]) -> Draft {
    let texts = made.files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    let texts = texts.map(|(path, bytes)| {
        let mut text = String::from_utf8(bytes.clone()).expect("packs are UTF-8");
        for (old, new) in changes.iter().filter(|(old, _)| !old.is_empty()) {
            text = text.replace(old, new);
        }
        (path.clone(), text)
    });
    Draft::from_texts(texts.collect::<Vec<_>>(), &[&DIALECT])
}

fn written(draft: &Draft, scenario: Option<&str>, kept: &[u8]) -> Exported {
    (form().export)(draft, scenario, Some(kept)).expect("it can be written")
}

/// A file from another program: with unknown fields, an unknown record, lists in another order, and a comment.
const FOREIGN: &[u8] = b"# saved in round 7
figPoo
Human,100,<<::H,,x,,3aabcba,,more
Wolf,060,:=5>C,-1H,,100,

sidPoo
1,52,red
2,31
itmPoo
Sword,=,wpn,1hand,-1H,1ea,11,,
Net,=,&shd,1hand,,1ea,,,
Arrow,=,amo,1hand,,acu,,,
spells
Blur,spl
figGrp
Human,Adv,Aa,203,21,img7,4,Maud \xc9t\xe9,1,chr,3,120,2,00,,130,01,,204,-1014
Wolf,Bst,Aa,804,51,,,Ash,2
Ghost,Bst,Aa,805,5,,,Nobody,2
itmGrp
Maud \xc9t\xe9,Sword,=wpn,1thands,0,,id1
Maud \xc9t\xe9,Arrow,=amo,belt,0,12,
Maud \xc9t\xe9,Blur,spl,mem,7,2,Ash
@Aa5:,Sword,=wpn,stuck,,,
";

#[test]
fn what_others_wrote_becomes_a_pack_and_is_written_again_to_the_byte() {
    let made = read(FOREIGN, "saved");
    let draft = pack(&made, &[]);
    let grave: Vec<_> = check(&draft).into_iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert_eq!(grave, []);
    let text = |file: &str| {
        let (_, bytes) = made.files.iter().find(|(path, _)| path == file).expect("the export contains this file");
        String::from_utf8(bytes.clone()).expect("packs are UTF-8")
    };
    assert!(text("rosters.yaml").contains("name: \"Maud Été\""), "{}", text("rosters.yaml"));
    assert!(text("rosters.yaml").contains("- {item: arrow, place: belt, count: 12}"), "{}", text("rosters.yaml"));
    assert!(text("figures.yaml").contains("attributes: {st: 12, dx: 12, iq: 10, ma: 10}"), "{}", text("figures.yaml"));
    assert!(text("scenarios.yaml").contains("{hex: [1, 2], facing: 1}"), "{}", text("scenarios.yaml"));
    assert!(text("scenarios.yaml").contains("- {item: sword, hex: [4, 9], lie: stuck}"), "{}", text("scenarios.yaml"));
    assert_eq!(written(&draft, None, FOREIGN).bytes, FOREIGN);
    let told: Vec<&str> = made.notes.iter().map(|note| note.place.as_str()).collect();
    let expected = [
        "line 1",
        "line 11, itmPoo Cla",
        "line 13, itmPoo Cla",
        "line 14, itmPoo Cla",
        "line 18, figGrp Typ",
        "line 20, itmGrp Loc",
        "line 22, itmGrp Cod",
        "maps/ground",
    ];
    let mut sorted = told.clone();
    sorted.sort_by_key(|place| expected.iter().position(|known| known == place));
    assert_eq!(sorted, expected, "{:#?}", made.notes);
}

#[test]
fn only_what_the_pack_says_otherwise_is_written_otherwise() {
    let made = read(FOREIGN, "saved");
    let text = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
    let before = text(FOREIGN);
    for (old, new, line, after) in [
        ("size: 60", "size: 70", "Wolf,060,:=5>C,-1H,,100,\n", "Wolf,70,:=5>C,-1H,,100,\n"),
        ("st: 12, dx", "st: 13, dx", "Human,100,<<::H,,x,,3aabcba,,more\n", "Human,100,=<::H,,x,,3aabcba,,more\n"),
        ("{hex: [1, 2], facing: 1}", "{hex: [1, 3], facing: 1}", "Aa,203,21,img7", "Aa,204,21,img7"),
        ("{hex: [1, 2], facing: 1}", "{hex: [1, 2], facing: 3}", "Aa,203,21,img7", "Aa,203,40,img7"),
        (", count: 12}", ", count: 11}", "belt,0,12,\n", "belt,0,11,\n"),
        ("          - {item: arrow, place: belt, count: 12}\n", "", "Maud \u{c9}t\u{e9},Arrow,=amo,belt,0,12,\n", ""),
        ("title: \"Sword\"", "title: \"Sabre\"", "Sword,=,wpn,1hand,-1H,1ea,11,,\n", ""),
    ] {
        let draft = pack(&made, &[(old, new)]);
        let now = text(&written(&draft, None, FOREIGN).bytes);
        assert!(before.contains(line), "{line}");
        if old.starts_with("title") {
            // A new name makes it a new item.
            assert!(now.contains("Sabre,=,wpn,1hand,-1H,1ea,11,,\n") && !now.contains("Sword"), "{now}");
        } else {
            assert_eq!(now, before.replace(line, after), "{old} -> {new}");
        }
    }
}

#[test]
fn every_scenario_of_the_arena_is_read_again_as_what_records_say_of_it() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let scenarios: Vec<&str> = draft.ids("scenarios").collect();
    assert!(scenarios.len() > 5);
    for scenario in scenarios {
        let first = (form().export)(&draft, Some(scenario), None).expect("its map is small");
        assert!(!first.notes.is_empty(), "ground cannot be said");
        let made = read(&first.bytes, "again");
        let places: Vec<&str> = made.notes.iter().map(|note| note.place.as_str()).collect();
        assert_eq!(places, ["maps/ground"], "{scenario}: all else is understood");
        let again = pack(&made, &[]);
        let grave: Vec<_> = check(&again).into_iter().filter(|finding| finding.severity == Severity::Error).collect();
        assert_eq!(grave, [], "{scenario}");
        // Without the kept file, only the order of figures may differ.
        let sorted = |bytes: &[u8]| {
            let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        let bare = (form().export)(&again, None, None).expect("it can be written");
        assert_eq!(sorted(&bare.bytes), sorted(&first.bytes), "{scenario}");
        assert_eq!(written(&again, None, &first.bytes).bytes, first.bytes, "{scenario}");
    }
}

#[test]
fn what_records_cannot_say_is_told_with_its_place() {
    let text = "pack: small
ruleset: foeman
figures:
  imp: {title: \"Imp, small\", kind: hero, attributes: {st: 8, dx: 12, iq: 9, ma: 10}, posture: lying}
  ogre: {title: Ωgre, kind: hero, attributes: {st: 18, dx: 9, iq: 7, ma: 8}}
items:
  pot: {title: Pot, class: gen, size: 4}
terrains:
  mud: {title: Mud, color: \"#5b4636\"}
maps:
  long: {title: Long, geometry: {shape: hex, stand: edge, shift: column-down, size: [100, 1]}, legend: {m: mud}, rows: \"ROW\"}
scenarios:
  far: {title: Far, map: long, sides: []}
";
    let text = text.replace("ROW", &format!("{}\\n", "m".repeat(100)));
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &[&DIALECT]);
    let refused = (form().export)(&draft, Some("far"), None).expect_err("the map is too long");
    assert_eq!(
        (refused.place.as_str(), refused.message.as_str()),
        ("maps/long", "expected a map of at most 99 x 99, found 100 x 1")
    );
    let two = "scenarios:\n  near: {title: Near, map: long, sides: []}\n";
    let files = [
        ("pack.yaml".to_owned(), draft.text(draft.header_file()).to_owned()),
        ("more.yaml".to_owned(), two.to_owned()),
    ];
    let draft = Draft::from_texts(files, &[&DIALECT]);
    let done = (form().export)(&draft, None, None).expect("a scenario without figures can be exported");
    let told: Vec<(&str, &str)> = done.notes.iter().map(|note| (note.place.as_str(), note.message.as_str())).collect();
    let name = "expected a name in Latin-1 without commas, found";
    let left = "left out, because records have no field for it:";
    assert_eq!(
        told,
        [
            ("figures/imp", &*format!("{name} `Imp, small`")),
            ("figures/imp", &format!("{left} `posture`")),
            ("figures/ogre", &format!("{name} `Ωgre`")),
            ("items/pot", &format!("{left} `size`")),
        ]
    );
    let lines = String::from_utf8(done.bytes).expect("the remaining bytes are ASCII");
    assert_eq!(
        lines,
        "figPoo\nImp? small,100,8<9:H,,,,3aabcba\n?gre,100,B978H,,,,3aabcba\nitmPoo\nPot,=,gen,1hand,,1ea,,,\n"
    );
}

#[test]
fn facings_count_from_1_and_files_of_earlier_versions_are_read_from_0() {
    let head = "sidPoo\n1,\n2,\nfigPoo\nHuman,100,<<::H,,,,3aabcba\nfigGrp\n";
    let facings = |figures: &str| -> (Vec<u64>, Vec<String>, Vec<u8>) {
        let bytes = format!("{head}{figures}").into_bytes();
        let made = read(&bytes, "made");
        let draft = pack(&made, &[]);
        let scenario = draft.merged(&RecordKey::new("scenarios", "records")).expect("two sides make a battle");
        let facing = |at: &str| scenario.pointer(at).and_then(serde_json::Value::as_u64).expect("it is placed");
        let found = vec![facing("/sides/0/place/maud/facing"), facing("/sides/1/place/ash/facing")];
        let places = made.notes.into_iter().map(|note| note.place).filter(|place| place != "maps/ground");
        (found, places.collect(), written(&draft, None, &bytes).bytes)
    };
    // `10` and `60` are the first and the last direction, each without the flag of observation.
    let now = "Human,Adv,Aa,203,10,,,Maud,1\nHuman,Adv,Aa,204,60,,,Ash,2\n";
    assert_eq!(facings(now), (vec![0, 5], vec![], format!("{head}{now}").into_bytes()));
    let early = "Human,Adv,Aa,203,0,,,Maud,1\nHuman,Adv,Aa,204,5,,,Ash,2\n";
    assert_eq!(facings(early), (vec![0, 5], vec!["figGrp Ori".to_owned()], format!("{head}{early}").into_bytes()));
    let wrong = "Human,Adv,Aa,203,70,,,Maud,1\nHuman,Adv,Aa,204,60,,,Ash,2\n";
    let (found, told, _) = facings(wrong);
    assert_eq!((found, told), (vec![0, 5], vec!["line 7, figGrp Ori".to_owned()]));
}

#[test]
fn second_uses_of_items_go_out_and_come_in() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let bytes = (form().export)(&draft, Some("duel"), None).expect("its map is small").bytes;
    let text: String = bytes.iter().copied().map(char::from).collect();
    let uses: Vec<&str> = text.lines().filter(|line| line.contains(",&shd,") || line.contains(",&wpn,")).collect();
    assert!(uses.iter().any(|line| line.contains("&shd")) && uses.iter().any(|line| line.contains("&wpn")), "{uses:?}");
    let again = pack(&read(&bytes, "again"), &[]);
    let also = |draft: &Draft| -> BTreeMap<String, Value> {
        let titled = |id: &str| {
            let item = draft.merged(&RecordKey::new("items", id))?;
            Some((item["title"].as_str()?.to_owned(), item.get("also")?.clone()))
        };
        draft.ids("items").filter_map(titled).collect()
    };
    let (before, after) = (also(&draft), also(&again));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (title, uses) in &before {
        for (class, pointer) in [("wpn", "/wpn/damage"), ("shd", "/shd/stops/protection"), ("shd", "/shd/stops/rating")]
        {
            let (was, is) = (uses.pointer(pointer), after[title].pointer(pointer));
            let zero = Value::from(0);
            assert_eq!(was.or(is.map(|_| &zero)), is, "{title} as {class}");
        }
    }
}

#[test]
fn a_battle_at_any_point_goes_out_and_comes_in_the_same_and_can_be_played_on() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let mut points = 0;
    for scenario in draft.ids("scenarios") {
        let resolved = resolve(&draft, scenario).unwrap_or_else(|findings| panic!("{scenario}: {findings:?}"));
        let mut battle = Battle::<Foeman>::new(&resolved, Seed(7)).expect("it can be played");
        let mut players = Players::<Foeman>::default();
        let id = find::<Foeman>("random").expect("Foeman has it");
        for entry in 0..500 {
            if matches!(battle.turn(), Turn::Over(_)) {
                break;
            }
            // At the start, and then from time to time, so that all kinds of questions occur.
            if entry < 3 || entry % 71 == 0 {
                assert_same(&resolved, &battle, &format!("{scenario}, entry {entry}"));
                points += 1;
            }
            step(&mut battle, &mut players, id);
        }
    }
    assert!(points > 60, "{points}");
}

/// Exports a battle and imports it again: it must be the same battle with the same choices, and export to the same
/// bytes.
fn assert_same(resolved: &Resolved, battle: &Battle<Foeman>, what: &str) {
    let record = |resolved: &Resolved, battle: &Battle<Foeman>| {
        let written = recorded(resolved, battle);
        written.unwrap_or_else(|note| panic!("{what}: {note:?}")).bytes
    };
    let bytes = record(resolved, battle);
    let made = form().read_alone(&bytes, "again").unwrap_or_else(|note| panic!("{what}: {note:?}"));
    assert_eq!(made.notes, [], "{what}");
    let again = pack(&made, &[]);
    assert_eq!(written(&again, None, &bytes).bytes, bytes, "{what}: on top of the file that is kept");
    let fresh = (form().export)(&again, None, None).expect("it can be written").bytes;
    assert!(fresh == bytes, "{what}: the same without the kept file");
    let scenario = again.ids("scenarios").next().expect("the imported pack has a scenario");
    let resumed = resolve(&again, scenario).unwrap_or_else(|findings| panic!("{what}: {findings:?}"));
    let on = Battle::<Foeman>::new(&resumed, Seed(8)).unwrap_or_else(|problems| panic!("{what}: {problems:?}"));
    assert_eq!(on.state(), battle.state(), "{what}");
    assert_eq!((on.turn(), on.legal()), (battle.turn(), battle.legal()), "{what}");
    assert!(record(&resumed, &on) == bytes, "{what}: written before anything more has happened");
}

fn step(battle: &mut Battle<Foeman>, players: &mut Players<Foeman>, id: PlayerId) {
    match battle.turn() {
        Turn::Ask { side, .. } => {
            let command = decide(battle, players.of(side, id)).expect("a side must decide");
            battle.issue(command).expect("players choose legal commands");
        }
        _ => battle.advance(),
    }
}

#[test]
fn fields_of_the_notes_that_were_changed_go_before_the_state() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let resolved = resolve(&draft, "duel").expect("the scenario has no errors");
    let battle = Battle::<Foeman>::new(&resolved, Seed(7)).expect("it can be played");
    let written = recorded(&resolved, &battle);
    let bytes = written.expect("the map is small").bytes;
    let text: String = bytes.iter().copied().map(char::from).collect();
    let at = text.lines().position(|line| line.contains(",Maud Tollbar,")).expect("Maud is in it");
    let change = |field: usize, now: &str| {
        let lines = text.lines().enumerate().map(|(number, line)| {
            let mut fields: Vec<&str> = line.split(',').collect();
            if number == at {
                fields[field] = now;
            }
            fields.join(",") + "\n"
        });
        read(lines.collect::<String>().as_bytes(), "changed")
    };
    let figure = |made: &Imported| {
        let again = pack(made, &[]);
        let resumed = resolve(&again, "duel").expect("the scenario has no errors");
        Battle::<Foeman>::new(&resumed, Seed(7)).expect("it can be played").state().figures[0].clone()
    };
    let maud = figure(&change(13, "034"));
    assert_eq!((maud.manoeuvres.damage, maud.physical, maud.exhaustion), (0, 3, 4));
    assert_eq!(figure(&change(4, "60")).facing.index(), 5);
    let unknown = change(18, "99999");
    assert_eq!(unknown.notes.len(), 1, "{:?}", unknown.notes);
    assert_eq!(unknown.notes[0].place, format!("line {}, figGrp Act", at + 1));
}

#[test]
fn a_battle_that_somebody_has_spoilt_is_refused_with_its_place() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let resolved = resolve(&draft, "duel").expect("the scenario has no errors");
    let battle = Battle::<Foeman>::new(&resolved, Seed(7)).expect("it can be played");
    let written = recorded(&resolved, &battle);
    let text = String::from_utf8(written.expect("the map is small").bytes).expect("it is ASCII");
    for (old, new, place) in [
        ("fmnSta\n", "fmnSta\nx", "line "),
        ("\"figures\":[{\"kind\":0", "\"figures\":[{\"kind\":999", "fmnSta"),
        ("\"gear\":[0", "\"gear\":[65000", "fmnSta"),
        ("\"round\":0", "\"round\":-1", "line "),
        ("maps/", "nothing/", "line "),
        ("maps/", "maps/../", "line "),
        ("\nfmnSta\n", "\n", "line "),
    ] {
        assert!(text.contains(old), "{old}");
        let spoilt = text.replacen(old, new, 1);
        let refused = form().read_alone(spoilt.as_bytes(), "spoilt").expect_err(old);
        assert!(refused.place.starts_with(place), "{old}: {refused:?}");
        assert!(refused.message.starts_with("expected "), "{old}: {refused:?}");
    }
}

#[test]
fn a_resumed_battle_with_any_number_changed_is_refused_or_can_be_played() {
    let draft = Draft::open(&packs::shipped("arena"), &[&DIALECT]).expect("the pack is there");
    let mut resolved = resolve(&draft, "duel").expect("the scenario has no errors");
    let mut battle = Battle::<Foeman>::new(&resolved, Seed(7)).expect("it can be played");
    let mut players = Players::<Foeman>::default();
    let id = find::<Foeman>("random").expect("Foeman has it");
    let (mut refused, mut played) = (0, 0);
    for entry in 0..40 {
        step(&mut battle, &mut players, id);
        if entry % 4 != 0 {
            continue;
        }
        let state = serde_json::to_value(battle.state()).expect("it is data");
        let mut leaves = Vec::new();
        collect(&state, String::new(), &mut leaves);
        // Each leaf is changed at one of the points, to a number that is small, large or out of range.
        for (at, pointer) in leaves.iter().enumerate().filter(|(at, _)| at % 10 == entry / 4) {
            let mut changed = state.clone();
            let value =
                [Value::from(1), Value::from(3), Value::from(250), Value::from(-1), Value::Null][at % 5].clone();
            *changed.pointer_mut(pointer).expect("it was found there") = value;
            let scenario = resolved.records.get_mut("scenarios").and_then(|all| all.get_mut("duel")).expect("the duel");
            scenario["resume"] = Value::from(changed.to_string());
            match Battle::<Foeman>::new(&resolved, Seed(8)) {
                Err(problems) => {
                    refused += 1;
                    assert!(problems[0].pointer.to_string().ends_with("/resume"), "{pointer}: {problems:?}");
                }
                Ok(mut on) => {
                    played += 1;
                    let mut players = Players::<Foeman>::default();
                    for _ in 0..25 {
                        if !matches!(on.turn(), Turn::Over(_)) {
                            step(&mut on, &mut players, id);
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 20 && played > 20, "{refused} refused, {played} played");
}

/// Collects pointers to every number and every null in a value.
fn collect(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| collect(value, format!("{at}/{key}"), into)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(number, value)| collect(value, format!("{at}/{number}"), into));
        }
        Value::Number(_) | Value::Null => into.push(at),
        _ => {}
    }
}

/// A nearly valid record.
fn record() -> impl Strategy<Value = String> {
    let name = "(Maud|Ash|Human|Wolf|Sword|Arrow|A b|a-B|é|@Aa5:|@Aa12| |)";
    let rest = "(,(wpn|amo|shd|=|\\+|1hand|acu|1ea|-1H|100|060|8<9:H|8<9:|110|3aabcba|4aaab1cccb|Aa|203|804|9999|0|2|51|belt|stuck|mem|12|x|1|2|Maud|Human|Sword|;;|\u{ff}|)){0,10}";
    prop_oneof![
        4 => (name, rest).prop_map(|(name, rest)| name + &rest),
        2 => "(sidPoo|figPoo|itmPoo|figGrp|itmGrp)",
        1 => "[1-9](,[ -~]{0,3})?",
        1 => Just("Human,100,<<::H,,,,3aabcba".to_owned()),
        1 => Just("Human,Adv,Aa,203,2,,,Maud,1".to_owned()),
        1 => Just("Human,Bst,Aa,204,,,,Ash,2,rest".to_owned()),
        1 => Just("Arrow,=,amo,1hand,,acu,,,".to_owned()),
        1 => Just("Maud,Arrow,=amo,belt,0,12,".to_owned()),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 256, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_file_that_is_read_and_written_is_the_same(
        records in prop::collection::vec((record(), prop::sample::select(vec!["\n", "\n", "\n", "\r\n", "\n\n"])), 0..40),
        ends in any::<bool>(),
    ) {
        let mut text = "sidPoo\n1\n2\nfigPoo\n".to_owned();
        text.extend(records.iter().flat_map(|(record, end)| [record.as_str(), end]));
        if !ends {
            text.truncate(text.trim_end().len());
        }
        let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        let made = read(&bytes, "made");
        let draft = pack(&made, &[]);
        let again = written(&draft, None, &bytes);
        prop_assert_eq!(String::from_utf8_lossy(&again.bytes), String::from_utf8_lossy(&bytes));
    }
}
