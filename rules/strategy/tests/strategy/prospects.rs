//! Predicted results of attacks, compared to manual calculations and to actual results.

use foeman_engine::choice::{Intent, Target};
use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine as _, EngineOf, Game, Viewer};
use foeman_engine::player::find;
use foeman_engine::prospect::{Fraction, Prospect};
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use ruleset_strategy::Strategy;

static ENGINE: EngineOf<Strategy> = EngineOf::new();

/// Red's knights are next to Blue's men; `rules` are custom rules.
fn meeting(knights: usize, men: usize, rules: &str, seed: u64) -> Box<dyn Game> {
    let many = |class: &str, count: usize| vec![format!("{{class: {class}}}"); count].join(", ");
    let (names, rules) = match rules {
        "" => ("[]", String::new()),
        rules => (
            "[{rule: blows}]",
            format!("rules:\n  blows:\n    title: Blows\n    when: struck\n    instead: true\n    do:\n{rules}"),
        ),
    };
    let text = format!(
        "\
pack: meeting
ruleset: strategy
variables:
  hp: {{title: Hp, kind: resource, maximum: 20}}
  pace: {{title: Pace, kind: attribute}}
  cost: {{title: Cost, kind: attribute}}
terrains:
  grass: {{title: Grass, color: '#8fb573', background: true, difficulty: cost, values: {{cost: 1}}}}
units:
  man: {{title: Man, strength: hp, movement: pace, values: {{hp: 5, pace: 2}}}}
  knight: {{title: Knight, strength: hp, movement: pace, values: {{hp: 9, pace: 2}}}}
factions:
  red: {{title: Red, color: '#c02020'}}
  blue: {{title: Blue, color: '#2020c0'}}
maps:
  lane: {{title: Lane, geometry: {{shape: square, stand: edge, size: [8, 1]}}, fill: grass}}
scenarios:
  lane:
    title: Lane
    map: lane
    turns: 9
    rules: {names}
    sides:
      - {{faction: red, home: [0, 0]}}
      - {{faction: blue, home: [7, 0]}}
    areas:
      - {{cells: [[0, 0]], owner: red}}
      - {{cells: [[7, 0]], owner: blue, units: [{{class: man}}]}}
      - {{cells: [[2, 0]], units: [{}], units-owner: red}}
      - {{cells: [[3, 0]], units: [{}], units-owner: blue}}
{rules}",
        many("knight", knights),
        many("man", men),
    );
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text.clone())], &SHIPPED.dialects());
    let resolved = resolve(&draft, "lane").unwrap_or_else(|findings| panic!("{text}\n{findings:#?}"));
    let mut game = ENGINE.start(&resolved, Seed(seed)).unwrap_or_else(|errors| panic!("{errors:?}"));
    while game.turn() == Turn::Auto {
        game.step(find::<Strategy>("seeker").unwrap());
    }
    game
}

/// Returns the index of the attack with most units.
fn attack(game: &dyn Game) -> usize {
    let choices = game.seen(Viewer::All).choices;
    let attacks = choices.iter().enumerate().filter(|(_, choice)| choice.verb == "attack");
    let most = attacks.max_by_key(|(_, choice)| choice.text.matches("Knight").count());
    most.unwrap_or_else(|| panic!("{choices:#?}")).0
}

fn told(game: &dyn Game) -> Prospect {
    game.prospect(Viewer::All, attack(game)).expect("an attack has a prospect")
}

/// Carries out the attack; returns the total losses of men and knights, and the number of fallen of each.
fn made(mut game: Box<dyn Game>) -> [[i32; 2]; 2] {
    let of = |game: &dyn Game| {
        let tokens = game.seen(Viewer::All).board.tokens;
        ["Man", "Knight"].map(|name| {
            let own = tokens.iter().filter(|token| token.name.starts_with(name));
            let [mut health, mut count] = [0, 0];
            own.for_each(|token| {
                health += token.health.0;
                count += 1;
            });
            [health, count]
        })
    };
    let before = of(&*game);
    game.choose(attack(&*game)).unwrap();
    let after = of(&*game);
    [0, 1].map(|side| [0, 1].map(|what| before[side][what] - after[side][what]))
}

#[test]
fn who_is_struck_is_counted_and_who_is_left_strikes_back() {
    let Prospect { harm, cost, fells, notes, .. } = told(&*meeting(1, 2, "", 1));
    assert_eq!([harm, cost, fells], [Some(Fraction::new(5, 1)), Some(Fraction::new(9, 1)), None]);
    assert_eq!(
        notes,
        [
            "Estimated losses by strength: 11 % of the attackers, 90 % of the defenders",
            "Fells all of them in 0 %",
            "Defenders: Man #2 falls in 50 % and Man #3 falls in 50 %",
            "Attackers: Knight falls in 100 %",
        ]
    );
    let Prospect { harm, fells, notes, .. } = told(&*meeting(1, 1, "", 1));
    assert_eq!([harm, fells], [Some(Fraction::new(5, 1)), Some(Fraction::new(1, 1))]);
    assert_eq!(notes, ["Estimated losses by strength: 0 % of the attackers, 100 % of the defenders"]);
}

#[test]
fn an_attack_shows_estimated_losses_with_half_a_percent_rounded_up() {
    // 40 men have a strength of 200, and 9 of it are 4.5 %.
    let Prospect { notes, .. } = told(&*meeting(1, 40, "", 1));
    assert_eq!(notes[0], "Estimated losses by strength: 100 % of the attackers, 5 % of the defenders");
}

/// A unit that is hit loses the value of a die, and falls when none is left.
const BLOWS: &str = "      - {kind: change, variable: hp, by: -1D}\n      - {kind: kill, if: [unit.hp <= 0]}\n";

#[test]
fn dice_of_custom_rules_are_counted_over_all_their_faces() {
    // A man with 5 points loses 1, 2, 3, 4, 5 or 5; he falls in two of six cases, and strikes back in the others.
    let Prospect { harm, cost, fells, notes, .. } = told(&*meeting(1, 1, BLOWS, 1));
    assert_eq!([harm, fells], [Some(Fraction::new(20, 6)), Some(Fraction::new(2, 6))]);
    // Two thirds of 3.5 points.
    assert_eq!(cost, Some(Fraction::new(7, 3)));
    assert_eq!(notes.len(), 1, "{notes:#?}");
}

#[test]
fn attacks_go_as_often_as_is_told() {
    const GAMES: u32 = 600;
    let Prospect { harm: Some(harm), fells: Some(fells), .. } = told(&*meeting(2, 1, BLOWS, 1)) else { panic!() };
    let [mut lost, mut fell] = [0.0, 0.0];
    for seed in 0..u64::from(GAMES) {
        let [[harm, fallen], _] = made(meeting(2, 1, BLOWS, seed));
        lost += f64::from(harm);
        fell += f64::from(fallen);
    }
    let [harm, fells] = [harm, fells].map(|it| it.sum as f64 / it.of as f64);
    let games = f64::from(GAMES);
    // Four standard deviations; for the harm, which is between 2 and 5, the largest possible one.
    let off = 4.0 * (fells * (1.0 - fells) / games).sqrt();
    assert!((fell / games - fells).abs() < off, "{fell} of {games} against {fells}");
    assert!((lost / games - harm).abs() < 4.0 * 1.5 / games.sqrt(), "{lost} in {games} against {harm}");
}

#[test]
fn where_there_are_too_many_ways_some_are_tried_and_that_is_said() {
    let game = meeting(3, 3, BLOWS, 1);
    let Prospect { harm, cost, is_sampled, notes, .. } = told(&*game);
    assert!(is_sampled && harm.is_some() && cost.is_some());
    assert_eq!(notes[1], "Too many possible outcomes to count: estimated from 300 trials");
    assert!(notes.iter().any(|note| note.starts_with("Fells all of them in ")), "{notes:#?}");
    assert_eq!(told(&*game).notes, notes, "the preview is the same each time");
    let hash = game.hash();
    assert_eq!(hash, meeting(3, 3, BLOWS, 1).hash(), "looking ahead changes nothing");
}

#[test]
fn a_move_is_previewed_with_its_path_and_cost() {
    let game = meeting(1, 1, "", 1);
    let choices = game.seen(Viewer::All).choices;
    let back = choices.iter().position(|choice| choice.verb == "move" && choice.target == Target::Cell([0, 0]));
    let Prospect { path, notes, harm, .. } = game.prospect(Viewer::All, back.unwrap()).unwrap();
    assert_eq!((path, harm), (vec![[2, 0], [1, 0], [0, 0]], None));
    assert_eq!(notes, ["Takes 2 of 2 movement points"]);
}

/// Front ends show and mark choices by these data.
#[test]
fn choices_say_what_they_are_meant_for() {
    let choices = meeting(1, 1, "", 1).seen(Viewer::All).choices;
    let intent = |verb: &str| choices.iter().find(|choice| choice.verb == verb).map(|choice| choice.intent);
    let intents = ["attack", "move", "destroy", "end", "resign"].map(intent);
    assert_eq!(intents, [Intent::Attack, Intent::Move, Intent::Remove, Intent::Turn, Intent::Resign].map(Some));
}
