//! Turn order: the moving side, and the acting figure.

use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, SpellId};
use ruleset_foeman::instruction::{FigureEvent, Instruction, RoundEvent};
use ruleset_foeman::state::{Action, Question};
use serde_json::json;

use crate::ground::{BLUE, Plain, RED, play, told};
use crate::scene::Scene;

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

#[test]
fn a_watcher_is_settled_after_everybody_else_however_quick_it_is() {
    let plain = Plain::new().red([4, 5], 0, SWORD).blue([4, 4], 3, SWORD);
    let battle = plain.with("/rosters/red/figures/f1/attributes", json!({"dx": 16, "st": 60}));
    // One die is enough for damage, so that a strike can use the same number of dice as Watch counts for.
    let mut battle = battle.with("/items/sword/damage", "-0H").battle(1);
    play(&mut battle, |battle, legal| {
        let wanted = |command: &&Command| match command {
            Command::Halt | Command::Act { action: Action::Watch { .. } } => true,
            // The same number of dice as Watch, so that modDX would decide.
            Command::Act { action: Action::Attack { target: RED, dice: 1, .. } } => true,
            _ => false,
        };
        // Blue, which can watch as well, strikes.
        let command = legal
            .iter()
            .filter(wanted)
            .min_by_key(|command| matches!(command, Command::Act { action: Action::Watch { target: RED } }));
        (battle.state().round <= 1).then(|| *command.unwrap_or(&legal[0]))
    });
    let first_round = battle.entries().iter().flat_map(|entry| &entry.did);
    let first_round = first_round.take_while(|done| !matches!(done, Instruction::Round(RoundEvent::Ends { .. })));
    let acted: Vec<_> = first_round
        .filter_map(|done| match done {
            Instruction::Figure(figure, FigureEvent::Acts { .. }) => Some(*figure),
            _ => None,
        })
        .collect();
    assert_eq!(acted, [BLUE, RED]);
}

#[test]
fn a_side_without_figures_never_gets_the_initiative() {
    let side = |side: &str| json!({"side": side, "place": {}});
    let plain = Plain::new()
        .with("/rosters/green", json!({"title": "green", "figures": {}}))
        .with("/sides/green", json!({"title": "green", "color": "#00ff00", "roster": "green", "initiative": 20}))
        .with("/scenarios/fight/sides", vec![side("red"), side("blue"), side("green")])
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD);
    for seed in 0..10 {
        let mut battle = plain.battle(seed);
        play(&mut battle, |battle, legal| {
            (battle.state().round <= 1).then(|| *legal.iter().find(|c| **c == Command::Halt).unwrap_or(&legal[0]))
        });
        let lines = told(&battle);
        let moves: Vec<&String> =
            lines.iter().filter(|line| line.contains("initiative goes to") || line.starts_with("Now ")).collect();
        assert!(moves[0].contains("The initiative goes to") && !moves[0].contains("green"), "{moves:?}");
        assert!(moves.iter().all(|line| !line.contains("green")), "{moves:?}");
        assert!(moves.iter().any(|line| line.contains("red")) && moves.iter().any(|line| line.contains("blue")));
    }
}

#[test]
fn a_round_goes_from_retreats_and_initiative_over_moves_and_spells_to_actions() {
    let itch = json!({"title": "Itch", "iq": 8, "kind": "affliction", "cost": 1, "renewal": 1, "target": "foe",
        "effects": [{"kind": "modify", "what": "dx", "by": -1, "rounds": "spell"}]});
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .red([0, 8], 0, &[])
        .with("/spells", json!({"itch": itch}))
        .with("/rosters/red/figures/f2/spells", json!(["itch"]))
        .with("/figures/dull/attributes/st", 60);
    let mut scene = Scene::new(&plain);
    let (red, wizard, blue) = (FigureId(0), FigureId(1), FigureId(2));
    scene.falls("hit", red, &[1, 1, 1]).falls("damage", red, &[2, 1]).falls("cast", wizard, &[1, 1, 1]);
    let cast = Action::Cast { spell: SpellId(0), target: Some(blue), dice: 3 };
    scene.round(&[(red, &[crate::scene::strike(blue, 3)]), (wizard, &[cast])]);
    let (mut order, told) = (Vec::new(), scene.lines.len());
    while scene.state.round == 2 {
        let begun = scene.lines[told..].iter().any(|line| line.text.starts_with("The initiative goes to"));
        let asked = match scene.question() {
            Some(Question::Retreat { .. }) => "retreats",
            Some(Question::Move { .. }) => "moves",
            Some(Question::Renewal { .. }) => "spells",
            Some(Question::Option(_)) => "actions",
            other => panic!("{other:?}"),
        };
        order.push((asked, begun));
        let round = scene.state.round;
        let now = order.len();
        scene.issue(match scene.question() {
            Some(Question::Retreat { .. }) => Command::Refrain,
            Some(Question::Move { figure: None, .. }) => scene.legal()[0],
            Some(Question::Move { .. }) => Command::Halt,
            Some(Question::Renewal { .. }) => Command::KeepUp,
            _ => Command::Act { action: Action::Move },
        });
        scene.go_on();
        assert!(now < 50 && round == 2);
    }
    order.dedup();
    assert_eq!(order, [("retreats", false), ("moves", true), ("spells", true), ("actions", true)]);
}
