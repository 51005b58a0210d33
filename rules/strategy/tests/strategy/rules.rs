//! Custom rules: every occasion, every action, targets, conditions and amounts, and termination.

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine as _, EngineOf, Game, Viewer};
use foeman_engine::player::find;
use foeman_engine::ruleset::{Reason, SideId, Turn};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::{check, resolve};
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::text::RecordKey;
use ruleset_strategy::{DIALECT, Strategy};

static ENGINE: EngineOf<Strategy> = EngineOf::new();

/// A lane of eight cells. Red's two men are at its left end, next to Blue's only one; beyond him is a flag.
const LANE: &str = "\
pack: lane
ruleset: strategy
variables:
  hp: {title: Hp, kind: resource, maximum: 20}
  gold: {title: Gold, kind: resource, maximum: 100}
  fame: {title: Fame, kind: counter}
  pace: {title: Pace, kind: attribute}
  cost: {title: Cost, kind: attribute}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: cost, values: {cost: 1}}
  flag: {title: Flag, color: '#c02020', capturable: true, difficulty: cost, values: {cost: 0, gold: 7}}
  wall: {title: Wall, color: '#404040', difficulty: cost, values: {cost: 3}}
effects:
  fog: {title: Fog, modifiers: {allies: {pace: -1}}}
units:
  man:
    title: Man
    strength: hp
    movement: pace
    captures: true
    placed-at-home: true
    values: {hp: 5, pace: 2}
    cost: {gold: 10}
  ghost: {title: Ghost, movement: pace, placed-at-home: true, values: {pace: 6}}
factions:
  red: {title: Red, color: '#c02020', values: {gold: 30, fame: 0}, builds-units: [man]}
  blue: {title: Blue, color: '#2020c0', values: {gold: 30, fame: 0}, builds-units: [man]}
maps:
  lane: {title: Lane, geometry: {shape: square, stand: edge, size: [8, 1]}, fill: grass}
scenarios:
  lane:
    title: Lane
    map: lane
    turns: 9
    sides:
      - {faction: red, home: [0, 0]}
      - {faction: blue, home: [7, 0]}
    areas:
      - {cells: [[0, 0]], owner: red, units: [{class: man}, {class: man}]}
      - {cells: [[7, 0]], owner: blue}
      - {cells: [[2, 0]], units: [{class: man}], units-owner: blue}
      - {cells: [[1, 0]], terrains: [{class: flag}]}
";

/// The lane with these rules in play.
fn pack(rules: &str) -> String {
    let indented: String = rules.lines().map(|line| format!("  {line}\n")).collect();
    let ids = rules.lines().filter_map(|line| line.split_once(':').filter(|(id, _)| !id.starts_with(' ')));
    let named: Vec<String> = ids.map(|(id, _)| format!("{{rule: {id}}}")).collect();
    format!("{LANE}    rules: [{}]\nrules:\n{indented}", named.join(", "))
}

fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects())
}

/// Starts a game on the lane with these rules; Red makes the first decision.
pub(crate) fn lane(rules: &str) -> Box<dyn Game> {
    started(&pack(rules))
}

fn started(text: &str) -> Box<dyn Game> {
    let draft = draft(text);
    let resolved = resolve(&draft, "lane").unwrap_or_else(|findings| panic!("{text}\n{findings:#?}"));
    let mut game = ENGINE.start(&resolved, Seed(1)).unwrap_or_else(|errors| panic!("{errors:?}"));
    goes_on(&mut *game);
    game
}

fn goes_on(game: &mut dyn Game) {
    while game.turn() == Turn::Auto {
        game.step(find::<Strategy>("random").unwrap());
    }
}

pub(crate) fn choose(game: &mut dyn Game, begins: &str) {
    let choices = game.seen(Viewer::All).choices;
    let at = choices.iter().position(|choice| choice.text.starts_with(begins));
    let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    game.choose(at.unwrap_or_else(|| panic!("{begins} is not among {texts:#?}"))).unwrap();
    goes_on(game);
}

pub(crate) fn log(game: &dyn Game) -> Vec<String> {
    game.seen(Viewer::All).lines.iter().map(|told| told.line.text.clone()).collect()
}

fn says(game: &dyn Game, line: &str) -> bool {
    log(game).iter().any(|told| told == line)
}

/// Returns the value of a side's gauge on the board.
fn gauge(game: &dyn Game, side: usize, name: &str) -> i64 {
    let board = game.seen(Viewer::All).board;
    let found = board.gauges.iter().find(|gauge| gauge.side == side && gauge.name == name);
    found.map_or(-1, |gauge| gauge.value.into())
}

/// Returns the names and positions of a side's units.
pub(crate) fn units(game: &dyn Game, side: usize) -> Vec<(String, Option<[i32; 2]>)> {
    let tokens = game.seen(Viewer::All).board.tokens;
    let own = tokens.into_iter().filter(|token| token.side == side);
    own.map(|token| (token.name, token.cells.first().copied())).collect()
}

/// Red's commands that trigger each occasion.
pub(crate) const DONE: [(&str, &[&str]); 11] = [
    ("turn-begins", &["End the turn"]),
    ("turn-ends", &["End the turn"]),
    ("unit-begins", &["End the turn"]),
    ("unit-ends", &["End the turn"]),
    ("moves", &["Move Man #1 to Flag 1,0"]),
    ("placed", &["Build Man", "Place Man #3"]),
    ("built", &["Build Man"]),
    ("attacks", &["Move Man #1 to Flag 1,0", "Attack Man #1 at 2,0 with Man #1"]),
    ("struck", &["Move Man #1 to Flag 1,0", "Attack Man #1 at 2,0 with Man #1"]),
    ("dies", &["Move Man #1 to Flag 1,0", "Attack Man #1 at 2,0 with Man #1"]),
    ("captured", &["Move Man #1 to Flag 1,0"]),
];

#[test]
fn every_occasion_comes_and_no_other() {
    for (when, choices) in DONE {
        let mut game =
            lane(&format!("bell:\n  title: Bell\n  when: {when}\n  do: [{{kind: tell, text: It rings.}}]\n"));
        let early = matches!(when, "turn-begins" | "unit-begins");
        assert_eq!(says(&*game, "It rings."), early, "{when} before the first command");
        for (at, choice) in choices.iter().enumerate() {
            if !early && at + 1 == choices.len() {
                assert!(!says(&*game, "It rings."), "{when} before {choice}");
            }
            choose(&mut *game, choice);
        }
        assert!(says(&*game, "It rings."), "{when}: {:#?}", log(&*game));
    }
}

/// Attacking, being attacked and dying are three occasions with different subjects, in that order.
#[test]
fn an_attack_is_three_occasions_in_their_order() {
    let tells = |when: &str, faction: &str, text: &str| {
        format!(
            "{when}:\n  title: Of {when}\n  when: {when}\n  factions: [{faction}]\n  do: [{{kind: tell, text: {text}.}}]\n"
        )
    };
    let rules =
        [tells("attacks", "red", "One"), tells("struck", "blue", "Two"), tells("dies", "blue", "Three")].concat();
    let mut game = lane(&rules);
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    choose(&mut *game, "Attack Man #1 at 2,0 with Man #1");
    let told: Vec<String> =
        log(&*game).into_iter().filter(|line| ["One.", "Two.", "Three."].contains(&line.as_str())).collect();
    assert_eq!(told, ["One.", "Two.", "Three."]);
}

#[test]
fn conditions_look_at_the_terrains_of_the_cell_and_at_remainders() {
    for (condition, expected) in [
        ("ground.flag = 1", true),
        ("ground.grass = 1", true),
        ("ground.wall > 0", false),
        ("game.turn % 2 = 1", true),
        ("game.turn % 2 = 0", false),
        ("(game.turn - 8) % 5 = 3", true),
    ] {
        let rule = format!(
            "bell:\n  title: Bell\n  when: moves\n  if: ['{condition}']\n  do: [{{kind: tell, text: Ring.}}]\n"
        );
        let mut game = lane(&rule);
        choose(&mut *game, "Move Man #1 to Flag 1,0");
        assert_eq!(says(&*game, "Ring."), expected, "{condition}");
    }
}

#[test]
fn a_unit_attacked_on_a_terrain_counts_two_more_also_at_full_strength() {
    // Without the terrain, 5 strength strike for 5; on a wall, for 3. A strength of 5 is the most that a man can have.
    let blows = "blows:
  title: Blows
  when: struck
  instead: true
  do:
    - {kind: change, variable: hp, by: -(other.hp - 2 * ground.wall)}
    - {kind: kill, if: [unit.hp <= 0]}
";
    for (terrains, left) in [("", None), ("terrains: [{class: wall}], ", Some("Man #1 has 2 Hp (-3)"))] {
        let text = pack(blows)
            .replace("hp: {title: Hp, kind: resource, maximum: 20}", "hp: {title: Hp, kind: resource, maximum: 5}");
        let text = text.replace("{cells: [[2, 0]], units:", &format!("{{cells: [[2, 0]], {terrains}units:"));
        let mut game = started(&text);
        choose(&mut *game, "Move Man #1 to Flag 1,0");
        choose(&mut *game, "Attack Man #1");
        assert_eq!(units(&*game, 1).is_empty(), left.is_none(), "{terrains}: {:#?}", log(&*game));
        assert!(left.is_none_or(|line| says(&*game, line)), "{terrains}: {:#?}", log(&*game));
    }
}

#[test]
fn renaming_a_terrain_updates_the_conditions_that_name_it() {
    let rule = "bell:\n  title: Bell\n  when: moves\n  if: [ground.flag = 1]\n  do: [{kind: tell, text: Ring.}]\n";
    let mut draft = draft(&pack(rule));
    let at = RecordKey::new("terrains", "flag").pointer();
    let planned = plan(&draft, &[Change::Rename { at, to: "banner".to_owned() }]).expect("it can be renamed");
    planned.apply(&mut draft).expect("the plan is fresh");
    let key = RecordKey::new("rules", "bell");
    assert_eq!(draft.merged(&key).expect("it is there")["if"][0], "ground.banner = 1");
}

/// Rules that let units act indefinitely would give an endless turn to players who do everything possible.
#[test]
fn a_turn_ends_also_where_rules_let_units_move_for_ever() {
    let rules = "legs:
  title: Legs
  when: moves
  do: [{kind: allow, what: move}]
";
    let moves = |game: &dyn Game| game.seen(Viewer::All).choices.iter().position(|choice| choice.group == "Move");
    let mut game = lane(rules);
    let mut count = 0;
    while let Some(at) = moves(&*game) {
        game.choose(at).unwrap();
        goes_on(&mut *game);
        count += 1;
        assert!(count < 5000, "the game does not end");
    }
    let texts: Vec<String> = game.seen(Viewer::All).choices.into_iter().map(|choice| choice.text).collect();
    assert_eq!(texts, ["End the turn", "Give up the game"]);
    for _ in 0..2 {
        choose(&mut *game, "End the turn");
    }
    assert!(moves(&*game).is_some(), "another turn is another turn");
    for player in ["seeker", "commander", "greedy"] {
        let mut game = lane(rules);
        let mut steps = 0;
        while !matches!(game.turn(), Turn::Over(_)) {
            game.step(find::<Strategy>(player).unwrap());
            steps += 1;
            assert!(steps < 20_000, "{player} does not end");
        }
    }
}

#[test]
fn a_unit_that_is_let_attack_again_attacks_again() {
    let blows = "blows:
  title: Blows
  when: struck
  instead: true
  do: [{kind: change, variable: hp, by: -1}]
";
    let rage = "rage:
  title: Rage
  when: attacks
  do: [{kind: allow, what: attack}]
";
    for (rules, again) in [(blows.to_owned(), false), (format!("{blows}{rage}"), true)] {
        let mut game = lane(&rules);
        choose(&mut *game, "Move Man #1 to Flag 1,0");
        choose(&mut *game, "Attack Man #1 at 2,0 with Man #1");
        let choices = game.seen(Viewer::All).choices;
        assert_eq!(choices.iter().any(|choice| choice.group == "Attack"), again, "{choices:#?}");
    }
}

#[test]
fn a_blow_that_a_rule_takes_in_hand_kills_nobody_but_by_the_rule() {
    let blows = "blows:
  title: Blows
  when: struck
  instead: true
  do:
    - {kind: change, variable: hp, by: -(other.hp - 2)}
    - {kind: kill, if: [unit.hp <= 0]}
";
    let mut game = lane(blows);
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    let attack = game.seen(Viewer::All).choices.into_iter().find(|choice| choice.group == "Attack").unwrap();
    assert_eq!(attack.text, "Attack Man #1 at 2,0 with Man #1: strength 5 against 5");
    choose(&mut *game, "Attack Man #1");
    // 5 - (5 - 2) = 2 are left, and 2 strike back without effect.
    assert!(says(&*game, "Man #1 has 2 Hp (-3)"), "{:#?}", log(&*game));
    assert_eq!((units(&*game, 0).len(), units(&*game, 1).len()), (2, 1));
    assert!(says(&*game, "Blue loses 60 % of its strength in defence"), "{:#?}", log(&*game));
    // Red's second man strikes for three more.
    choose(&mut *game, "Move Man #2 to Flag 1,0");
    choose(&mut *game, "Attack Man #1");
    assert_eq!(units(&*game, 1).len(), 0, "{:#?}", log(&*game));
    assert!(says(&*game, "Man #1 of Blue is gone"));
}

#[test]
fn resources_counters_and_attributes_change_for_whom_the_rule_says() {
    let levy = "levy:
  title: Levy
  when: moves
  options: {price: 4}
  do:
    - {kind: change, variable: gold, by: -option.price, who: faction}
    - {kind: change, variable: fame, by: faction.unit-count * 10 + game.turn, who: faction}
    - {kind: set, variable: hp, amount: site.gold + 1}
    - {kind: change, variable: pace, by: 3}
    - {kind: set, variable: gold, amount: 2, who: site}
    - {kind: change, variable: gold, by: 1, who: factions}
    - {kind: set, variable: hp, amount: 3, who: others-near, within: 1}
    - {kind: change, variable: hp, by: -1, who: own}
";
    let mut game = lane(levy);
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    assert_eq!((gauge(&*game, 0, "Gold"), gauge(&*game, 1, "Gold")), (27, 31));
    let told = log(&*game);
    assert!(told.contains(&"Red has 21 Fame (+21)".to_owned()), "two men in the first turn: {told:#?}");
    // 7 gold are at the flag, plus 1; then all of Red's units lose one.
    for line in ["Man #1 has 8 Hp (+3)", "Man #1 has 5 Pace (+3)", "Flag has 2 Gold (-5)", "Man #1 has 3 Hp (-2)"] {
        assert!(told.iter().any(|other| other == line), "{line} in {told:#?}");
    }
    assert!(told.contains(&"Man #2 has 4 Hp (-1)".to_owned()) && told.contains(&"Man #1 has 7 Hp (-1)".to_owned()));
}

#[test]
fn units_come_change_go_and_may_again() {
    let mut game = lane(
        "muster:
  title: Muster
  when: captured
  do:
    - {kind: recruit, unit: ghost}
    - {kind: recruit, unit: man, who: factions}
    - {kind: become, unit: ghost, who: here}
    - {kind: allow, what: move, who: here}
",
    );
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    assert!(
        says(&*game, "Ghost #1 joins Red") && says(&*game, "Man #3 joins Red") && says(&*game, "Man #2 joins Blue")
    );
    assert_eq!(gauge(&*game, 0, "Units"), 4);
    let choices = game.seen(Viewer::All).choices;
    let can = |begins: &str| choices.iter().any(|choice| choice.text.starts_with(begins));
    assert!(can("Place Ghost #1 at 0,0"), "{choices:#?}");
    assert!(says(&*game, "Man #1 of Red becomes Ghost"), "{:#?}", log(&*game));
    assert!(can("Move Ghost #2 to"), "he has moved, and may move again: {choices:#?}");

    let mut game = lane(
        "retreat:
  title: Retreat
  when: attacks
  do:
    - {kind: withdraw, who: others-near}
    - {kind: forbid, what: move, who: own}
",
    );
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    choose(&mut *game, "Attack Man #1 at 2,0");
    assert_eq!(units(&*game, 1), [("Man #1".to_owned(), None)], "he has left the map");
    assert_eq!(gauge(&*game, 1, "Units"), 1, "and not the game");
    let choices = game.seen(Viewer::All).choices;
    assert!(!choices.iter().any(|choice| choice.group == "Move"), "no unit can move: {choices:#?}");

    let mut game =
        lane("desert:\n  title: Desertion\n  when: attacks\n  do: [{kind: cede, to: faction, who: others-near}]\n");
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    choose(&mut *game, "Attack Man #1 at 2,0");
    assert!(says(&*game, "Man #1 passes from Blue to Red"), "{:#?}", log(&*game));
}

#[test]
fn cells_are_built_upon_cleared_and_given_away() {
    let mut game = lane(
        "siege:
  title: Siege
  when: captured
  do:
    - {kind: lay, effect: fog}
    - {kind: raise, terrain: wall}
    - {kind: clear, terrain: flag}
    - {kind: cede, to: nobody}
",
    );
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    let told = log(&*game);
    for line in
        ["Red takes Flag 1,0", "Fog appears", "Wall appears", "Flag of Red is gone", "Wall 1,0 has no owner any more"]
    {
        assert!(told.iter().any(|other| other == line), "{line} in {told:#?}");
    }
    let board = game.seen(Viewer::All).board;
    assert_eq!(board.ground.unwrap().terrain([1, 0]).map(|terrain| terrain.title.clone()).as_deref(), Some("Wall"));
    let mut game = lane("flood:\n  title: Flood\n  when: moves\n  do: [{kind: clear}]\n");
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    let board = game.seen(Viewer::All).board;
    assert_eq!(board.ground.unwrap().terrain([1, 0]).map(|terrain| terrain.title.clone()).as_deref(), Some("Grass"));
}

#[test]
fn a_rule_can_end_the_game_for_one_or_for_all() {
    let mut game = lane("first:\n  title: First come\n  when: captured\n  do: [{kind: win}]\n");
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    let Turn::Over(outcome) = game.turn() else { panic!("{:#?}", log(&*game)) };
    assert_eq!(outcome.winners, [SideId(0)]);
    assert_eq!(outcome.reason, Reason::Condition { text: "decided by a custom rule".to_owned() });
    assert!(says(&*game, "Red wins: decided by First come"));

    let mut game = lane("trap:\n  title: Trap\n  when: captured\n  do: [{kind: lose}]\n");
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    assert!(says(&*game, "Red has lost: decided by Trap"), "{:#?}", log(&*game));
    choose(&mut *game, "End the turn");
    let Turn::Over(outcome) = game.turn() else { panic!("{:#?}", log(&*game)) };
    assert_eq!(outcome.winners, [SideId(1)]);

    for when in ["turn-begins", "turn-ends"] {
        let mut game = started(&pack(&format!(
            "late:\n  title: Late\n  when: {when}\n  factions: [blue]\n  if: [game.turn = 2]\n  do: [{{kind: win}}]\n"
        )));
        for _ in 0..8 {
            if !matches!(game.turn(), Turn::Over(_)) {
                choose(&mut *game, "End the turn");
            }
        }
        let Turn::Over(outcome) = game.turn() else { panic!("{when}: {:#?}", log(&*game)) };
        assert_eq!(outcome.winners, [SideId(1)], "{when}");
        let proof = ENGINE.verify(&game.journal());
        assert!(proof.is_ok(), "{when}: {proof:?}");
    }
}

#[test]
fn a_rule_applies_only_to_those_it_is_for_and_where_its_conditions_hold() {
    let rule = |only: &str| {
        format!("bell:\n  title: Bell\n  when: moves\n  {only}\n  do: [{{kind: tell, text: It rings.}}]\n")
    };
    for (only, rings) in [
        ("units: [man]", true),
        ("units: [ghost]", false),
        ("factions: [red]", true),
        ("factions: [blue]", false),
        ("terrains: [flag]", true),
        ("terrains: [wall]", false),
        ("if: [unit.hp = 5, faction.gold >= 30]", true),
        ("if: [unit.hp = 5, faction.gold < 30]", false),
        ("if: [site.unit-count != 1]", false),
        ("if: [faction.total-strength > 9, faction.site-count <= 2]", true),
        ("if: [foe.gold > 0]", false),
        ("if: [1D >= 1]", true),
        ("if: [2D > 12]", false),
    ] {
        let mut game = lane(&rule(only));
        choose(&mut *game, "Move Man #1 to Flag 1,0");
        assert_eq!(says(&*game, "It rings."), rings, "{only}");
    }
}

#[test]
fn a_scenario_sets_options_of_its_own() {
    let rule = "levy:\n  title: Levy\n  when: moves\n  options: {price: 4}\n  do:\n    - {kind: change, variable: gold, by: -option.price, who: faction}\n";
    for (options, left) in [("", 26), (", options: {price: 11}", 19)] {
        let text = pack(rule).replace("{rule: levy}", &format!("{{rule: levy{options}}}"));
        let mut game = started(&text);
        choose(&mut *game, "Move Man #1 to Flag 1,0");
        assert_eq!(gauge(&*game, 0, "Gold"), left, "{options}");
    }
}

#[test]
fn rules_that_set_each_other_off_come_to_an_end() {
    // Each unit that falls is replaced by another one, which falls with all the others.
    let mut game = lane(
        "pyre:
  title: Pyre
  when: dies
  do:
    - {kind: recruit, unit: ghost, who: factions}
    - {kind: kill, who: others-near, within: 9}
    - {kind: kill, who: own}
",
    );
    choose(&mut *game, "Move Man #1 to Flag 1,0");
    choose(&mut *game, "Attack Man #1");
    let told = log(&*game);
    let gone = |name: &str| told.iter().filter(|line| line.starts_with(name) && line.ends_with(" is gone")).count();
    assert_eq!((gone("Man #1 of Red"), gone("Man #2 of Red"), gone("Man #1 of Blue")), (1, 1, 1), "{told:#?}");
    assert!(told.len() < 5000, "{} lines", told.len());
    assert!(
        told.iter().any(|line| line.starts_with("Custom rules have set each other off too often: `Pyre` ")),
        "{told:#?}"
    );
}

#[test]
fn what_happens_to_each_of_many_units_happens_to_all_of_them() {
    let rule = "rest:\n  title: Rest\n  when: unit-ends\n  do: [{kind: change, variable: hp, by: 1}]\n";
    let many = vec!["{class: man}"; 1200].join(", ");
    let text = pack(rule).replace("units: [{class: man}, {class: man}]", &format!("units: [{many}]"));
    let mut game = started(&text);
    choose(&mut *game, "End the turn");
    let rested = log(&*game).iter().filter(|line| line.ends_with(" has 6 Hp (+1)")).count();
    assert_eq!(rested, 1200);
    assert!(!log(&*game).iter().any(|line| line.starts_with("Custom rules have")));
}

#[test]
fn what_a_rule_names_is_told_where_it_stands_and_mended() {
    let text = pack(
        "levy:\n  title: Levy\n  when: moves\n  if: [unit.hq > 2]\n  do: [{kind: change, variable: gold, by: 2*faction.gld, who: faction}]\n",
    );
    let draft = draft(&text);
    let findings: Vec<_> = check(&draft).into_iter().filter(|finding| finding.code == "unknown-reference").collect();
    let mut told: Vec<(&str, &str, &str)> = Vec::new();
    for finding in &findings {
        told.push((finding.code, &text[finding.place.span.range()], finding.message.as_str()));
    }
    assert_eq!(
        told,
        [
            ("unknown-reference", "hq", "expected an id of `variables`, found `hq`"),
            ("unknown-reference", "gld", "expected an id of `variables`, found `gld`"),
        ]
    );
    let help: Vec<_> = findings.iter().map(|finding| finding.help.as_deref().unwrap_or_default()).collect();
    assert_eq!(help, ["did you mean `hp`?", "did you mean `gold`?"]);
}

const HEADER: &str = "pack: example\nruleset: strategy\n";

/// Returns the findings in a check's bad example if a scenario is played with a rule that does this.
#[test]
fn checks_keep_silent_where_a_rule_may_bring_what_they_miss() {
    let told = |name: &str, does: &str| {
        let own = DIALECT.checks.iter().find(|own| own.name == name).expect("the check exists");
        let played = own.bad.replacen("    map: meadow\n", "    map: meadow\n    rules: [{rule: gift}]\n", 1);
        let text = format!("{HEADER}{played}rules:\n  gift: {{title: Gift, when: turn-begins, do: [{{{does}}}]}}\n");
        let findings = check(&draft(&text));
        let unread: Vec<_> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        assert!(unread.is_empty(), "{text}\n{unread:#?}");
        findings.iter().any(|finding| finding.code == name)
    };
    for (name, helps, helps_not) in [
        ("negative-income", "kind: change, variable: gold, by: 9", "kind: change, variable: effort, by: 9, who: own"),
        ("negative-income", "kind: cede, who: own, to: foe", "kind: recruit, unit: scout"),
        ("idle-supply", "kind: set, variable: bolts, amount: 9, who: own", "kind: tell, text: No bolts"),
        ("unfelt-modifier", "kind: set, variable: spirit, amount: 1, who: own", "kind: tell, text: No spirit"),
        ("too-many-sites", "kind: cede, who: site, to: faction", "kind: cede, who: own, to: foe"),
        ("too-many-sites", "kind: cede, to: faction", "kind: tell, text: No cells"),
        ("unearned-victory", "kind: change, variable: renown, by: 9", "kind: tell, text: No renown"),
    ] {
        assert!(!told(name, helps), "{name} is reported in spite of `{helps}`");
        assert!(told(name, helps_not), "{name} is not reported for `{helps_not}`");
    }
    // A variable with a limit never exceeds its initial value, whatever a rule says.
    assert!(told("spent-unit", "kind: set, variable: spirit, amount: 3, who: own"));
}

#[test]
fn a_unit_without_heart_is_no_mistake_where_a_rule_gives_it_some() {
    let text = "\
pack: drums
ruleset: strategy
variables:
  spirit: {title: Spirit, kind: resource}
units:
  militia: {title: Militia, morale: spirit, values: {spirit: 0}}
";
    let rule = "rules:\n  drum: {title: Drum, when: unit-begins, do: [{kind: change, variable: spirit, by: 1}]}\n";
    let is_told = |text: &str| check(&draft(text)).iter().any(|finding| finding.code == "spent-unit");
    assert!(is_told(text));
    assert!(!is_told(&format!("{text}{rule}")));
}

#[test]
fn a_variable_that_gets_another_name_has_it_in_amounts_and_conditions_too() {
    let text = pack(
        "levy:\n  title: Levy\n  when: moves\n  if: [unit.hp > 2, \"other.hp = unit.hp\"]\n  do: [{kind: set, variable: hp, amount: 9 - unit.hp*2}]\n",
    );
    let mut draft = draft(&text);
    let rename = Change::Rename { at: RecordKey::new("variables", "hp").pointer(), to: "life".to_owned() };
    let edit = plan(&draft, &[rename]).expect("it can be renamed").edit().clone();
    draft.apply(&edit);
    let after = draft.text(draft.header_file());
    for line in [
        "    if: [unit.life > 2, \"other.life = unit.life\"]",
        "    do: [{kind: set, variable: life, amount: 9 - unit.life*2}]",
    ] {
        assert!(after.contains(line), "{line} in\n{after}");
    }
    assert!(resolve(&draft, "lane").is_ok());
}
