//! Goals of sides, and items and features at the start of a battle: parsing, descriptions, checks and renaming.

use foeman_engine::display::NOBODY;
use foeman_engine::setup::Deployment;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::change::{Change, plan, with_references};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::text::Pointer;
use foeman_schema::usages::{keys_at, names_from, usages};

/// A yard of six hexes in a row with a gate at its far end, a gang that starts at the near end, and a watch between.
const YARD: &str = r##"scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - side: raiders
        place: {gorsk: {hex: [0, 0]}, uzza: {hex: [1, 0]}}
        RAIDERS
      - side: guards
        place: {brana: {hex: [3, 0]}}
        GUARDS
    SCENARIO
maps:
  yard:
    title: Yard
    geometry: {size: [6, 1]}
    legend: {s: sand, w: wall}
    rows: |
      ssssss
    zones:
      gate: {title: The gate, cells: [[5, 0]]}
      camp: {title: The camp, rectangles: [{from: [0, 0], to: [1, 0]}]}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
  wall: {title: Wall, color: "#6b6159", blocks-move: true}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang:
    title: Gang
    figures: {gorsk: {name: Gorsk, type: human}, uzza: {name: Uzza, type: human}, olg: {name: Olg, type: human}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
  shadow: {title: Shadow, kind: feature, attributes: {st: 8, dx: 1, iq: 1, ma: 0}}
items:
  key: {title: Brass key, class: gen, carry: acu}
"##;

fn draft(text: &str) -> Draft {
    let text = format!("pack: example\ntitle: Example\nversion: 1.0.0\nruleset: foeman\nformat: 2\n{text}");
    Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects())
}

/// The yard with more fields for the raiders, for the guards and for the scenario.
fn yard(raiders: &str, guards: &str, scenario: &str) -> Draft {
    draft(&YARD.replace("RAIDERS", raiders).replace("GUARDS", guards).replace("SCENARIO", scenario))
}

/// The yard in which the raiders win by one condition.
fn wins(condition: &str) -> Draft {
    yard(&format!("victory: [{condition}]"), "", "")
}

fn setup(draft: &Draft) -> Deployment {
    let engine = SHIPPED.engine("foeman").expect("it is shipped");
    engine.capabilities().setup.and_then(|setup| setup(draft, "raid")).expect("the scenario can be read")
}

/// Returns codes and messages of all findings worse than a note.
fn findings(draft: &Draft) -> Vec<String> {
    let found = check(draft).into_iter().filter(|finding| finding.severity > Severity::Info);
    found.map(|finding| format!("{}: {}", finding.code, finding.message)).collect()
}

fn codes(draft: &Draft) -> Vec<String> {
    findings(draft).into_iter().map(|found| found.split(':').next().unwrap_or_default().to_owned()).collect()
}

fn rename(draft: &mut Draft, pointer: &str, to: &str) {
    let at = Pointer::parse(pointer).expect("a pointer");
    let planned = plan(draft, &[Change::Rename { at, to: to.to_owned() }]).expect("it can be renamed");
    planned.apply(draft).expect("the plan is fresh");
}

#[test]
fn what_a_side_is_out_for_is_told_in_a_sentence() {
    let told = |condition: &str| setup(&wins(condition)).goals[0].text.clone();
    for (condition, sentence) in [
        ("{kind: hold-zone, zone: gate}", "Raiders alone hold The gate"),
        ("{kind: hold-zone, zone: gate, rounds: 3}", "Raiders alone hold The gate for 3 rounds"),
        ("{kind: reach-zone, zone: gate}", "a figure of Raiders stands in The gate"),
        ("{kind: reach-zone, zone: gate, who: all}", "all active figures of Raiders stand in The gate"),
        ("{kind: reach-zone, zone: gate, figures: [gorsk]}", "Gorsk stands in The gate"),
        ("{kind: reach-zone, zone: gate, figures: [gorsk, uzza]}", "Gorsk or Uzza stands in The gate"),
        ("{kind: reach-zone, zone: gate, figures: [gorsk, uzza], who: all}", "Gorsk and Uzza stand in The gate"),
        ("{kind: reach-hex, hex: [5, 0], figures: [uzza]}", "Uzza stands on column 5, row 0"),
        ("{kind: disable, side: guards}", "all figures of Guards are out of action"),
        ("{kind: disable, side: guards, who: any}", "a figure of Guards is out of action"),
        ("{kind: disable, side: guards, figures: [brana]}", "Brana is out of action"),
        ("{kind: survive, rounds: 8}", "a figure of Raiders is still active after round 8"),
        (
            "{kind: all, of: [{kind: disable, side: guards}, {kind: any, of: [{kind: survive, rounds: 8}, {kind: hold-zone, zone: gate}]}]}",
            "all figures of Guards are out of action and \
             (a figure of Raiders is still active after round 8 or Raiders alone hold The gate)",
        ),
    ] {
        let draft = wins(condition);
        assert_eq!(findings(&draft), Vec::<String>::new(), "{condition}");
        assert_eq!(told(condition), format!("Raiders win when {sentence}"));
    }
    let both = yard(
        "victory: [{kind: reach-zone, zone: gate}, {kind: disable, side: guards}]",
        "defeat: [{kind: disable, side: guards, figures: [brana]}]",
        "",
    );
    let goals: Vec<(usize, String)> = setup(&both).goals.into_iter().map(|goal| (goal.side, goal.text)).collect();
    let first = "Raiders win when a figure of Raiders stands in The gate or all figures of Guards are out of action";
    assert_eq!(goals, [(0, first.to_owned()), (1, "Guards are out when Brana is out of action".to_owned())]);
}

#[test]
fn names_in_conditions_are_those_of_the_map_and_of_the_side_that_is_meant() {
    let told = |condition: &str| findings(&wins(condition));
    assert_eq!(
        told("{kind: all, of: [{kind: any, of: [{kind: hold-zone, zone: gat}]}]}"),
        ["unknown-target: expected a zone of map `yard`, found `gat`"]
    );
    // The raiders have no Brana, and the guards have no Gorsk.
    assert_eq!(
        told("{kind: reach-zone, zone: gate, figures: [brana]}"),
        ["unknown-target: expected a figure of roster `gang`, found `brana`"]
    );
    assert_eq!(
        told("{kind: disable, side: guards, figures: [gorsk]}"),
        ["unknown-target: expected a figure of roster `watch`, found `gorsk`"]
    );
    let bare = YARD.replace("RAIDERS", "victory: [{kind: hold-zone, zone: gate}]").replace("GUARDS", "");
    let (before, zones) = bare.split_once("    zones:\n").expect("the map has zones");
    let (_, after) = zones.split_once("terrains:").expect("terrains follow");
    let bare = draft(&format!("{before}terrains:{after}").replace("SCENARIO", ""));
    assert_eq!(findings(&bare), ["unknown-target: expected a zone of map `yard`, found `gate`"], "a map without any");
}

#[test]
fn zones_and_figures_take_their_conditions_along_when_they_are_renamed() {
    let mut draft = yard(
        "victory: [{kind: all, of: [{kind: reach-zone, zone: gate, figures: [gorsk, uzza]}]}]",
        "victory: [{kind: hold-zone, zone: gate}, {kind: disable, side: raiders, figures: [gorsk]}]",
        "",
    );
    let of = |pointer: &str| usages(&draft, &Pointer::parse(pointer).expect("a pointer")).len();
    assert_eq!(of("/maps/yard/zones/gate"), 2);
    assert_eq!(of("/rosters/gang/figures/gorsk"), 3, "a placement and two conditions");
    rename(&mut draft, "/maps/yard/zones/gate", "postern");
    rename(&mut draft, "/rosters/gang/figures/gorsk", "gork");
    let file = draft.files().next().expect("one file");
    let text = draft.text(file);
    assert_eq!(text.matches("zone: postern").count(), 2, "{text}");
    assert!(text.contains("figures: [gork, uzza]") && text.contains("figures: [gork]}"), "{text}");
    assert_eq!(findings(&draft), Vec::<String>::new());
}

#[test]
fn a_zone_that_is_removed_takes_along_the_conditions_that_need_it() {
    let mut draft = yard("victory: [{kind: hold-zone, zone: gate}, {kind: disable, side: guards}]", "", "");
    let gate = Pointer::parse("/maps/yard/zones/gate").expect("a pointer");
    let changes = with_references(&draft, &gate).expect("no required value refers to the zone");
    plan(&draft, &changes).expect("it can be planned").apply(&mut draft).expect("the plan is fresh");
    assert_eq!(findings(&draft), Vec::<String>::new());
    let told: Vec<String> = setup(&draft).goals.into_iter().map(|goal| goal.text).collect();
    assert_eq!(told, ["Raiders win when all figures of Guards are out of action"]);
}

#[test]
fn a_list_of_figures_names_somebody() {
    let told = findings(&wins("{kind: disable, side: guards, figures: []}"));
    assert!(told[0].starts_with("invalid-value"), "an empty list does not mean all figures: {told:?}");
}

#[test]
fn what_may_be_named_is_known_before_anything_is_written() {
    let draft = wins("{kind: disable, side: guards}, {kind: reach-zone, zone: gate}");
    let offered = |pointer: &str| {
        let at = Pointer::parse(&format!("/scenarios/raid/sides/0/victory/{pointer}")).expect("a pointer");
        names_from(&draft, &at).map(|scope| keys_at(&draft, &scope.pointer()))
    };
    assert_eq!(offered("0/figures/0").expect("figures of the guards are offered"), ["brana"]);
    assert_eq!(offered("1/figures/0").expect("figures of the raiders are offered"), ["gorsk", "uzza", "olg"]);
    assert_eq!(offered("1/zone").expect("the map's zones"), ["gate", "camp"]);
    assert_eq!(offered("0/side"), None, "a side is a record");
}

#[test]
fn conditions_are_about_those_who_take_part() {
    assert_eq!(
        findings(&wins("{kind: reach-zone, zone: gate, figures: [olg]}")),
        ["absent-target: Olg is not placed in the scenario"]
    );
    let other = YARD.replace(
        "sides:\n  raiders:",
        "sides:\n  crows: {title: Crows, color: \"#222222\", roster: watch}\n  raiders:",
    );
    let other = other.replace("RAIDERS", "victory: [{kind: disable, side: crows}]").replace("GUARDS", "");
    assert_eq!(
        findings(&draft(&other.replace("SCENARIO", ""))),
        ["absent-target: expected a side of the scenario, found Crows"]
    );
}

#[test]
fn ground_that_nobody_gets_to_makes_no_goal() {
    let on = |rows: &str, condition: &str| {
        let text = YARD.replace("RAIDERS", &format!("victory: [{condition}]")).replace("GUARDS", "");
        codes(&draft(&text.replace("SCENARIO", "").replace("ssssss", rows)))
    };
    let none = Vec::<String>::new();
    assert_eq!(on("ssssss", "{kind: hold-zone, zone: gate}"), none);
    assert_eq!(on("sssssw", "{kind: hold-zone, zone: gate}"), ["unreachable-goal"], "closed");
    assert_eq!(on("ssssws", "{kind: reach-hex, hex: [5, 0]}"), ["unreachable-goal"], "walled off");
    assert_eq!(on("ssssss", "{kind: reach-hex, hex: [6, 0]}"), ["unreachable-goal"], "off the map");
    // Gorsk starts left of the wall, Uzza right of it with the guard.
    let split = |condition: &str| {
        let text = YARD.replace("uzza: {hex: [1, 0]}", "uzza: {hex: [2, 0]}").replace("GUARDS", "");
        let text = text.replace("RAIDERS", &format!("victory: [{condition}]")).replace("SCENARIO", "");
        let mut codes = codes(&draft(&text.replace("ssssss", "swssss")));
        codes.retain(|code| code != "isolated-figure");
        codes
    };
    assert_eq!(split("{kind: reach-zone, zone: gate}"), none, "one is enough");
    assert_eq!(split("{kind: reach-zone, zone: gate, who: all}"), ["unreachable-goal"]);
    assert_eq!(split("{kind: reach-zone, zone: gate, figures: [gorsk]}"), ["unreachable-goal"]);
    assert_eq!(split("{kind: reach-zone, zone: gate, figures: [uzza]}"), none);
}

#[test]
fn what_holds_from_the_start_is_no_goal() {
    let told = |condition: &str| codes(&wins(condition));
    let none = Vec::<String>::new();
    let start = ["fulfilled-at-start"];
    assert_eq!(told("{kind: reach-zone, zone: camp}"), start);
    assert_eq!(told("{kind: reach-zone, zone: camp, who: all}"), start);
    assert_eq!(told("{kind: hold-zone, zone: camp}"), start);
    assert_eq!(told("{kind: hold-zone, zone: camp, rounds: 2}"), none, "that takes a round more");
    assert_eq!(told("{kind: reach-hex, hex: [0, 0], figures: [uzza]}"), none, "another figure is in the hex");
    assert_eq!(told("{kind: any, of: [{kind: survive, rounds: 3}, {kind: reach-zone, zone: camp}]}"), start);
    assert_eq!(told("{kind: all, of: [{kind: survive, rounds: 3}, {kind: reach-zone, zone: camp}]}"), none);
    let guarded = YARD
        .replace("brana: {hex: [3, 0]}", "brana: {hex: [1, 0]}")
        .replace("uzza: {hex: [1, 0]}", "uzza: {hex: [2, 0]}");
    let guarded = guarded.replace("RAIDERS", "victory: [{kind: hold-zone, zone: camp}]").replace("GUARDS", "");
    assert_eq!(codes(&draft(&guarded.replace("SCENARIO", ""))), none, "an enemy is in the zone");
}

#[test]
fn no_condition_asks_for_more_rounds_than_there_are() {
    let told = |condition: &str| codes(&yard(&format!("victory: [{condition}]"), "", "rounds: 10"));
    assert_eq!(told("{kind: survive, rounds: 10}"), Vec::<String>::new());
    assert_eq!(told("{kind: all, of: [{kind: survive, rounds: 11}]}"), ["late-condition"]);
    assert_eq!(told("{kind: hold-zone, zone: gate, rounds: 11}"), ["late-condition"]);
}

#[test]
fn a_condition_of_no_known_kind_or_without_what_it_needs_is_told_at_its_place() {
    let told = |condition: &str| findings(&wins(condition));
    assert_eq!(told("{kind: reach-zone}"), ["missing-field: the key `zone` is missing"]);
    assert!(told("{kind: conquer}")[0].starts_with("invalid-value"), "{:?}", told("{kind: conquer}"));
    assert!(told("{kind: all, of: []}")[0].contains("a list of 1 to 9"), "{:?}", told("{kind: all, of: []}"));
    let deep = "{kind: all, of: [".repeat(40) + "{kind: survive, rounds: 3}" + &"]}".repeat(40);
    assert!(!told(&deep).iter().any(|found| found.starts_with("check-failed")), "{:?}", told(&deep));
}

#[test]
fn features_and_items_are_on_the_map_before_anybody_moves() {
    let scenario =
        "features: [{figure: shadow, hex: [4, 0]}]\n    items: [{item: key, hex: [5, 0], count: 3, lie: hung}]";
    let draft = yard("", "", scenario);
    assert_eq!(findings(&draft), Vec::<String>::new());
    let board = setup(&draft).board;
    let feature = board.tokens.iter().find(|token| token.side == NOBODY).expect("the shadow is there");
    assert_eq!((feature.name.as_str(), feature.cells.as_slice()), ("Shadow", &[[4, 0]][..]));
    let things: Vec<_> = board.things.iter().map(|thing| (thing.name.as_str(), thing.cell, thing.side)).collect();
    assert_eq!(things, [("3 Brass key", [5, 0], NOBODY)]);
    let off = yard("", "", "features: [{figure: shadow, hex: [6, 0]}]\n    items: [{item: key, hex: [0, 1]}]");
    assert_eq!(codes(&off), ["off-map-object", "off-map-object"]);
}

#[test]
fn campaigns_may_try_again_but_come_to_an_end() {
    let season = |battles: &str| {
        let text = YARD.replace("RAIDERS", "").replace("GUARDS", "").replace("SCENARIO", "");
        let more = "  rout: {extends: raid, title: Rout}\n  feast: {extends: raid, title: Feast}\nmaps:\n";
        let campaign = format!("campaigns:\n  season: {{title: Season, rosters: [gang], battles: [{battles}]}}\n");
        findings(&draft(&(text.replacen("maps:\n", more, 1) + &campaign)))
    };
    let none = Vec::<String>::new();
    assert_eq!(season("{scenario: raid}, {scenario: rout}, {scenario: feast}"), none);
    let again = "{scenario: raid, defeat: {go: to, scenario: raid}, draw: {go: to, scenario: raid}}";
    assert_eq!(season(again), none, "a victory ends it");
    // Rout and feast lead only to each other.
    let to = |scenario: &str| format!("{{go: to, scenario: {scenario}}}");
    let stuck =
        |own: &str, other: &str| format!("{{scenario: {own}, victory: {0}, defeat: {0}, draw: {0}}}", to(other));
    let loops = format!("{{scenario: raid}}, {}, {}", stuck("rout", "feast"), stuck("feast", "rout"));
    assert_eq!(season(&loops), ["endless-campaign: no outcome of this battle leads to the end of the campaign"]);
    let unreached = format!("{{scenario: raid, victory: {{go: end}}}}, {}", stuck("rout", "rout"));
    assert_eq!(season(&unreached), none, "the battle without an end cannot be reached");
    assert_eq!(
        season("{scenario: raid, defeat: {go: to, scenario: rout}}"),
        ["unlisted-battle: expected a scenario of this campaign, found `rout`"]
    );
    assert!(season("{scenario: raid, victory: {go: to}}")[0].starts_with("missing-field"));
}

#[test]
fn levels_are_written_as_a_digit_for_each_cell() {
    let on = |elevation: &str| {
        let text = YARD.replace("RAIDERS", "").replace("GUARDS", "").replace("SCENARIO", "");
        findings(&draft(&text.replace("    zones:\n", &format!("    elevation: |\n{elevation}    zones:\n"))))
    };
    assert_eq!(on("      012340\n"), Vec::<String>::new());
    assert_eq!(on("      01234\n"), ["map-rows: expected 6 cells in row 0, found 5"]);
    assert_eq!(on("      0123x0\n"), ["map-rows: expected a digit, found `x`"]);
    assert_eq!(on("      000000\n      000000\n"), ["map-rows: expected 1 row, found 2"]);
}
