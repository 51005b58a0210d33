//! Usages and renaming: every kind of reference is found and updated.

use std::collections::BTreeMap;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::change::{Change, ChangeError, plan};
use foeman_schema::draft::Draft;
use foeman_schema::text::Pointer;
use foeman_schema::usages::usages;
use proptest::prelude::*;
use proptest::test_runner::Config;

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

fn pack(files: &[(&str, &str)]) -> Draft {
    let header = [("pack.yaml", "pack: test\nruleset: foeman\n")];
    let files = header.iter().chain(files).map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Draft::from_texts(files.collect::<Vec<_>>(), &SHIPPED.dialects())
}

fn texts(draft: &Draft) -> BTreeMap<String, String> {
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

fn rename(draft: &mut Draft, pointer: &str, to: &str) -> Result<(), ChangeError> {
    plan(draft, &[Change::Rename { at: at(pointer), to: to.to_owned() }])?.apply(draft).map(drop)
}

/// Returns the references to a value: position and count.
fn users(draft: &Draft, pointer: &str) -> Vec<String> {
    let shown = |usage: foeman_schema::usages::Usage| {
        let (line, col) = draft.line_col(usage.place.file, usage.place.span.start);
        let times = if usage.count > 1 { format!(" x{}", usage.count) } else { String::new() };
        format!("{} {line}:{col}{times}", usage.at)
    };
    usages(draft, &at(pointer)).into_iter().map(shown).collect()
}

const BATTLE: &str = "\
maps:
  pit: # deep
    title: Pit
    geometry: {size: [4, 2]}
    legend: {s: sand, 'w': \"wall\"}
    rows: |
      sssw # no
      swws
  shore:
    extends: pit
    title: Shore
    rows: |
      wwss
      ssww
terrains:
  sand: {title: Sand, color: '#d9c08c', effects: [{kind: modify, what: dx, by: 1, in-terrain: wall}]}
  wall: {title: Wall, color: '#6b6159'}
";

const PEOPLE: &str = "\
rosters:
  gate:
    title: Gate
    figures:
      # she keeps the toll
      maud: {name: Maud, type: human}
      'brokk': {name: Brokk, type: human}
  night-gate:
    extends: gate
    title: Night
    figures:
      maud: {attributes: {st: 9}}
sides:
  day: {title: Day, color: '#b03a2e', roster: gate}
  night: {title: Night, color: '#2e6db0', roster: night-gate}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
scenarios:
  toll:
    title: Toll
    map: pit
    sides:
      - side: day
        place:
          maud: {hex: [0, 0]} # at the gate
      - {side: night, place: {\"maud\": {hex: [1, 0]}, brokk: {hex: [2, 0]}}}
  again:
    extends: toll
    title: Again
";

fn battle() -> Draft {
    pack(&[("maps.yaml", &BATTLE.replace(" # no", "")), ("people.yaml", PEOPLE)])
}

#[test]
fn every_kind_of_reference_is_a_usage() {
    let draft = battle();
    assert_eq!(
        users(&draft, "/terrains/wall"),
        ["/maps/pit/legend/w 5:28", "/terrains/sand/effects/0/in-terrain 16:95"]
    );
    assert_eq!(users(&draft, "/maps/pit"), ["/maps/shore/extends 10:14", "/scenarios/toll/map 21:10"]);
    assert_eq!(
        users(&draft, "/rosters/gate/figures/maud"),
        ["/scenarios/toll/sides/0/place/maud 25:11", "/scenarios/toll/sides/1/place/maud 26:31"]
    );
    assert_eq!(
        users(&draft, "/rosters/night-gate/figures/maud"),
        users(&draft, "/rosters/gate/figures/maud"),
        "it is the same figure, a little changed"
    );
    assert_eq!(
        users(&draft, "/maps/pit/legend/w"),
        ["/maps/pit/rows 7:10", "/maps/pit/rows 8:8 x2", "/maps/shore/rows 13:7 x2", "/maps/shore/rows 14:9 x2"]
    );
    assert_eq!(users(&draft, "/rosters/gate/figures/nobody"), Vec::<String>::new());
}

#[test]
fn a_figure_is_renamed_in_its_roster_in_those_that_extend_it_and_where_it_is_placed() {
    let mut draft = battle();
    let codes: Vec<_> = check(&draft).iter().map(|it| it.code).collect();
    rename(&mut draft, "/rosters/night-gate/figures/maud", "maud-tollbar").unwrap();
    let people = &texts(&draft)["people.yaml"];
    assert_eq!(people, &PEOPLE.replace("maud", "maud-tollbar"));
    assert_eq!(check(&draft).iter().map(|it| it.code).collect::<Vec<_>>(), codes, "{people}");
}

#[test]
fn a_legend_key_takes_its_cells_along_also_on_maps_that_inherit_it() {
    let mut draft = battle();
    rename(&mut draft, "/maps/pit/legend/w", "#").unwrap();
    let expected = BATTLE
        .replace(" # no", "")
        .replace("sssw", "sss#")
        .replace("swws", "s##s")
        .replace("wwss", "##ss")
        .replace("ssww", "ss##")
        .replace("'w'", "'#'");
    assert_eq!(texts(&draft)["maps.yaml"], expected);
    rename(&mut draft, "/maps/pit/legend/s", ".").unwrap();
    rename(&mut draft, "/maps/pit/legend/.", "s").unwrap();
    assert_eq!(texts(&draft)["maps.yaml"], expected, "quotes that only the name between needed are gone");
}

#[test]
fn a_record_is_renamed_in_all_files_and_comments_and_quotes_stay() {
    let mut draft = battle();
    rename(&mut draft, "/maps/pit", "quarry").unwrap();
    let texts = texts(&draft);
    let expected =
        BATTLE.replace(" # no", "").replace("  pit:", "  quarry:").replace("extends: pit", "extends: quarry");
    assert_eq!(texts["maps.yaml"], expected);
    assert_eq!(texts["people.yaml"], PEOPLE.replace("map: pit", "map: quarry"));
}

#[test]
fn a_rename_that_would_lose_or_catch_something_is_refused_with_the_reason() {
    let refused = |text: &str, pointer: &str, to: &str| {
        let mut draft = pack(&[("maps.yaml", text), ("people.yaml", PEOPLE)]);
        let before = texts(&draft);
        let error = rename(&mut draft, pointer, to).unwrap_err().to_string();
        assert_eq!(texts(&draft), before);
        error
    };
    let maps = BATTLE.replace(" # no", "");
    assert_eq!(refused(&maps, "/terrains/wal", "brick"), "there is no value at `/terrains/wal`; did you mean `wall`?");
    assert_eq!(refused(&maps, "/terrains/wall", "sand"), "`/terrains/sand` already exists; choose another name");
    assert_eq!(
        refused(&maps, "/terrains/wall", "Brick Wall"),
        "expected lower-case words joined by hyphens, such as `long-sword`, found `Brick Wall`"
    );
    assert_eq!(
        refused(&maps.replace("in-terrain: wall", "in-terrain: brick"), "/terrains/wall", "brick"),
        "`/terrains/sand/effects/0/in-terrain` already refers to `brick`, which does not exist yet; fix that first, or \
         choose another name"
    );
    assert_eq!(
        refused(&maps, "/terrains/wall/title", "name"),
        "`/terrains/wall/title` is a key of the format and cannot be renamed; rename its record, or change its value"
    );
    assert_eq!(
        refused(&format!("{maps}  mud: [oops\n"), "/terrains/wall", "brick"),
        "`maps.yaml` cannot be read from line 18 on and may contain references; fix it first"
    );
    assert_eq!(
        refused(&format!("{maps}  wall: {{title: Wall, color: '#6b6159'}}\n"), "/terrains/wall", "brick"),
        "`/terrains/wall` occurs twice; remove one of them first"
    );
    assert_eq!(
        refused(&maps, "/maps/shore/legend/w", "#"),
        "`/maps/shore/legend/w` is inherited from `/maps/pit/legend/w`; change it there"
    );
    let cell = maps.replace("sssw", "sss#");
    assert!(refused(&cell, "/maps/pit/legend/w", "#").contains("already refers to `#`"));
    assert!(refused(&maps, "/maps/pit/legend/w", "ww").starts_with("expected a key in the form"));
    assert!(
        refused(&maps, "/rosters/gate/figures/maud", "brokk").contains("`/rosters/gate/figures/brokk` already exists")
    );
}

/// Returns a word in one of the possible styles.
fn quoted(word: &str, style: u8) -> String {
    match style {
        0 => format!("'{word}'"),
        1 => format!("\"{word}\""),
        _ => word.to_owned(),
    }
}

/// A pack with references of every kind, some of which dangle; in several styles and files.
fn battles() -> impl Strategy<Value = Vec<(String, String)>> {
    let style = prop::collection::vec(0..6u8, 24);
    let pick = prop::collection::vec(0..4usize, 24);
    (style, pick, any::<[bool; 6]>(), 0..3usize).prop_map(|(style, pick, flags, eol)| {
        let mut next = 0;
        // Ids that exist, and one that may not.
        let mut name = |names: [&str; 4]| {
            next += 1;
            quoted(names[pick[next % 24]], style[(next * 7) % 24])
        };
        const TERRAINS: [&str; 4] = ["sand", "wall", "mud", "sand"];
        const FIGURES: [&str; 4] = ["maud", "brokk", "maud", "gorsk"];
        let mut maps = format!(
            "terrains:\n  {}: {{title: Sand, color: '#d9c08c'}} # dry\n  {}: {{title: Wall, color: '#6b6159', effects: \
             [{{kind: modify, what: dx, by: 1, in-terrain: {}}}]}}\nmaps:\n  # first\n  pit:\n    title: Pit\n    \
             geometry: {{size: [3, 2]}}\n    legend: {{{}: {}, w: {}}}\n    rows: |\n      ssw # s\n      www\n",
            quoted("sand", style[0]),
            quoted("wall", style[1]),
            name(TERRAINS),
            quoted("s", style[2]),
            name(TERRAINS),
            name(TERRAINS),
        )
        .replace(" # s", if flags[0] { "" } else { "x" });
        if flags[1] {
            maps += &format!("  shore:\n    extends: {}\n    title: Shore\n    rows: \"sww\\nsss\\n\"\n", quoted("pit", style[3]));
        }
        if flags[2] {
            maps += "  coast:\n    extends: pit\n    legend: {w: sand, x: wall}\n    rows: |\n      sxw\n      wsx\n";
        }
        let mut people = format!(
            "rosters:\n  gate:\n    title: Gate\n    figures:\n      {}: {{name: Maud, type: human}} # her\n      brokk: {{name: \
             Brokk, type: human}}\n",
            quoted("maud", style[4])
        );
        if flags[3] {
            people += "  night:\n    extends: gate\n    figures: {maud: {name: M}, gorsk: {name: G, type: human}, brokk: null}\n";
        }
        people += &format!(
            "sides:\n  day: {{title: Day, color: '#b03a2e', roster: gate}}\n  dark: {{title: Dark, color: '#2e6db0', roster: {}}}\n\
             figures:\n  human: {{title: Human, kind: hero, attributes: {{st: 12, dx: 11, iq: 9, ma: 10}}}}\nscenarios:\n  toll:\n    \
             title: Toll\n    map: {}\n    sides:\n    - side: {}\n      place:\n        {}: {{hex: [0, 0]}}\n    - {{side: {}, place: \
             {{{}: {{hex: [1, 0]}}}}}}\n",
            quoted(if flags[3] { "night" } else { "gate" }, style[5]),
            name(["pit", "shore", "pit", "coast"]),
            name(["day", "dark", "day", "dusk"]),
            name(FIGURES),
            name(["day", "dark", "dark", "dusk"]),
            name(FIGURES),
        );
        if flags[4] {
            people += "  again: {extends: toll, title: Again}\n";
        }
        let header = "pack: test\nruleset: foeman\n".to_owned();
        let mut files = if flags[5] {
            vec![("pack.yaml".to_owned(), header), ("maps.yaml".to_owned(), maps), ("people.yaml".to_owned(), people)]
        } else {
            vec![("pack.yaml".to_owned(), header + &maps + &people)]
        };
        match eol {
            0 => files.iter_mut().for_each(|(_, text)| *text = text.replace('\n', "\r\n")),
            1 => files.iter_mut().for_each(|(_, text)| *text = text.trim_end().to_owned()),
            _ => {}
        }
        files
    })
}

/// Returns the findings with both names masked.
fn findings(draft: &Draft, names: [&str; 2]) -> Vec<(String, String, String)> {
    let blot = |text: &str| {
        let is_name = |c: char| c.is_alphanumeric() || "-#.".contains(c);
        let mut blotted = String::new();
        let mut word = String::new();
        for c in text.chars().chain(['\n']) {
            if is_name(c) {
                word.push(c);
                continue;
            }
            blotted += if names.contains(&word.as_str()) { "@" } else { &word };
            word.clear();
            blotted.push(c);
        }
        blotted
    };
    let mut all: Vec<_> = check(draft)
        .into_iter()
        .map(|finding| (finding.code.to_owned(), blot(&finding.pointer.to_string()), blot(&finding.message)))
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(Config { cases: 256, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_rename_changes_no_finding_but_its_name_and_renaming_back_gives_the_same_bytes(
        files in battles(),
        (pointer, to) in prop_oneof![
            (
                prop::sample::select(vec![
                    "/terrains/sand", "/terrains/wall", "/maps/pit", "/maps/shore", "/rosters/gate", "/sides/day",
                    "/figures/human", "/scenarios/toll", "/rosters/night",
                ]),
                prop::sample::select(vec!["mud", "dune", "no", "12", "wall", "dusk", "long-name-of-it", "1e3"]),
            ),
            (
                prop::sample::select(vec![
                    "/rosters/gate/figures/maud", "/rosters/gate/figures/brokk", "/rosters/night/figures/maud",
                    "/rosters/night/figures/gorsk", "/rosters/night/figures/brokk", "/scenarios/toll/sides/0/place/maud",
                ]),
                prop::sample::select(vec!["gorsk", "maud-tollbar", "brokk", "no", "7"]),
            ),
            (
                prop::sample::select(vec!["/maps/pit/legend/s", "/maps/pit/legend/w", "/maps/coast/legend/w", "/maps/coast/legend/x"]),
                prop::sample::select(vec!["x", "#", ".", "s", "-", "é"]),
            ),
        ],
    ) {
        let mut draft = Draft::from_texts(files.clone(), &SHIPPED.dialects());
        let before = texts(&draft);
        let old = at(pointer).last().unwrap().to_owned();
        // The key of a placement is a reference; it is renamed itself only if the reference can be
        // resolved again.
        let placement = pointer.starts_with("/scenarios/toll/sides");
        let wrong = findings(&draft, [&old, to]);
        let used: usize = usages(&draft, &at(pointer)).iter().map(|usage| usage.count).sum();
        if rename(&mut draft, pointer, to).is_err() {
            prop_assert_eq!(texts(&draft), before);
            return Ok(());
        }
        let new = at(pointer).parent().unwrap().child(to);
        prop_assert!(draft.defined(&new));
        if !placement {
            prop_assert_eq!(findings(&draft, [&old, to]), wrong, "\n{:#?}", texts(&draft));
            let now: usize = usages(&draft, &new).iter().map(|usage| usage.count).sum();
            prop_assert_eq!(used, now);
        }
        rename(&mut draft, &new.to_string(), &old).unwrap_or_else(|error| panic!("{error}\n{:#?}", texts(&draft)));
        // Quotes that the intermediate name required look the same as unnecessary quotes of the author.
        let needless = ["no", "12", "1e3", "7", "#", ".", "-"].contains(&to)
            && before.values().any(|text| text.contains(&format!("\"{old}\"")));
        if !needless {
            prop_assert_eq!(texts(&draft), before);
        }
    }
}
