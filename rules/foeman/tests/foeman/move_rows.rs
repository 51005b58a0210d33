//! Expected values of movement, each played.

use foeman_engine::ruleset::Ruleset;
use foeman_schema::grid::Direction;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, TalentId};
use ruleset_foeman::instruction::{FigureEvent, Instruction, ManoeuvreEvent};
use ruleset_foeman::situation::sight;
use ruleset_foeman::state::{Action, Phase, Question};
use serde_json::Value;

use crate::closing::fleet;
use crate::ground::{BLUE, Plain, RED};
use crate::manoeuvres::{events, first, idle_until, issue, step, until_moves};
use crate::rows::{flag, number, small, text};
use crate::scene::{Scene, strike};
use crate::vectors::Outcome;

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Red 2 and blue 1 exchange blows for a round; the rules decide whether red 2 is asked to force blue 1 back.
pub(crate) fn forced_retreat(row: &Value) -> Outcome {
    // Bare-handed figures do not engage.
    let armed = if flag(row, "engages") { SWORD } else { &[] };
    let (helper, red, blue) = (FigureId(0), FigureId(1), FigureId(2));
    let plain = Plain::new()
        .red([4, 3], 3, SWORD)
        .red([4, 5], 0, armed)
        .blue([4, 4], 3, SWORD)
        .blue([3, 3], 2, SWORD)
        .with("/figures/dull/attributes/st", 60);
    let mut scene = Scene::new(&plain);
    let helps = flag(row, "target_retreated");
    // Eight points knock a figure down, three do not.
    let hard: &[u8] = if flag(row, "target_prone") { &[6, 6] } else { &[2, 1] };
    for (figure, hits, damage) in
        [(helper, helps, &[2, 1][..]), (red, flag(row, "hit_target"), hard), (blue, flag(row, "took_hits"), &[2, 1])]
    {
        scene.falls("hit", figure, if hits { &[1, 1, 1, 1] } else { &[6, 6, 6, 6] });
        scene.falls("damage", figure, damage).falls("damage", figure, &[damage, &[1]].concat());
    }
    let does = |does: bool, action: Action| if does { action } else { Action::Move };
    scene.round(&[
        (helper, &[does(helps, strike(blue, 4))]),
        (red, &[does(flag(row, "hit_target"), strike(blue, 4))]),
        (blue, &[does(flag(row, "took_hits"), strike(red, 4))]),
    ]);
    if helps {
        assert_eq!(scene.question(), Some(Question::Retreat { figure: helper, target: blue }));
        // Into another hex in front of red 2.
        scene.issue(Command::ForceRetreat { direction: Some(Direction::new(2)) });
        scene.until(|scene| !matches!(scene.question(), Some(Question::FollowUp { .. })));
    }
    if flag(row, "retreated_another") {
        // A figure can harm only one opponent per round, so this state cannot be reached by blows.
        let another = FigureEvent::Manoeuvre(ManoeuvreEvent::ForcesRetreat { target: FigureId(3) });
        let before = scene.state.clone();
        Foeman::apply(&scene.content, &mut scene.state, &Instruction::Figure(red, another));
        scene.state.asked = None;
        assert_ne!(before, scene.state);
        scene.go_on();
    }
    Outcome::of(scene.question() == Some(Question::Retreat { figure: red, target: blue }), flag(row, "allowed"))
}

pub(crate) fn hand_to_hand(row: &Value) -> Outcome {
    match text(row, "what") {
        "attempt" => attempt(row),
        "leave" => leave(row),
        _ => pass_through(row),
    }
}

/// Red approaches from behind, and the step with this number leads into the hex of blue.
fn attempt(row: &Value) -> Outcome {
    let steps = i32::from(small(row, "step"));
    let mut battle = Plain::new().red([4, 3 + steps], 0, SWORD).blue([4, 3], 0, SWORD).battle(1);
    assert!(until_moves(&mut battle, RED));
    for _ in 1..steps {
        step(&mut battle, 0);
    }
    let grapple = Command::Grapple { target: BLUE };
    Outcome::of(battle.legal().contains(&grapple), flag(row, "allowed"))
}

fn leave(row: &Value) -> Outcome {
    let plain = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 0, SWORD)
        .with("/rosters/red/figures/f1/attributes", serde_json::json!({"st": 40, "dx": 20}))
        .with(
            "/rosters/blue/figures/f1/attributes",
            serde_json::json!({"st": number(row, "own_st"), "dx": number(row, "mod_dx")}),
        )
        .with("/rosters/red/figures/f1/attributes/st", number(row, "opponents_st"));
    let check = first(&plain, |battle| {
        until_moves(battle, RED).then_some(())?;
        issue(battle, Command::Grapple { target: BLUE });
        idle_until(battle, |battle| battle.state().round == 2 && battle.state().phase == Phase::Movement);
        until_moves(battle, BLUE).then_some(())?;
        let grappled = battle.state().figure(BLUE).hex == battle.state().figure(RED).hex;
        grappled.then(|| step(battle, 0))?;
        events(battle).into_iter().find_map(|(_, event)| match event {
            ManoeuvreEvent::BreaksLoose { check, .. } => Some(check),
            _ => None,
        })
    });
    let found = (check.dice.len() as u8, check.needed.total());
    Outcome::of(found, (small(row, "sv_dice"), number(row, "sv_against")))
}

fn pass_through(row: &Value) -> Outcome {
    let mut battle = Plain::new()
        .red([4, 6], 0, SWORD)
        .red([4, 5], 0, SWORD)
        .blue([8, 0], 0, SWORD)
        .with(
            "/rosters/red/figures/f1/attributes",
            serde_json::json!({"st": number(row, "own_st"), "dx": number(row, "mod_dx")}),
        )
        .with("/rosters/red/figures/f2/attributes", serde_json::json!({"st": number(row, "other_st")}))
        .battle(1);
    assert!(until_moves(&mut battle, RED));
    let ma = i32::from(battle.state().figure(RED).ma);
    step(&mut battle, 0);
    step(&mut battle, 0);
    let left = events(&battle).into_iter().find_map(|(_, event)| match event {
        ManoeuvreEvent::LeavesHex { check, .. } => Some((check.dice.len() as u8, check.needed.total())),
        _ => None,
    });
    let found = (i32::from(battle.state().figure(RED).ma) - ma, left);
    Outcome::of(found, (number(row, "ma"), Some((small(row, "sv_dice"), number(row, "sv_against")))))
}

/// Red would walk north through the feature, and looks past it at blue.
pub(crate) fn postures(row: &Value) -> Outcome {
    let feature = text(row, "feature");
    let shipped = foeman_test_support::packs::texts("arena");
    let conjured: Value = serde_yaml::from_str(&shipped["figures/conjured.yaml"]).expect("the Arena is YAML");
    let id = match feature {
        "wall" => "stone-wall",
        "fire" => "blaze",
        other => other,
    };
    let mut battle = Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 3], 0, SWORD)
        .with(&format!("/figures/{feature}"), conjured["figures"][id].clone())
        .with("/scenarios/fight/features", serde_json::json!([{"figure": feature, "hex": [4, 4]}]))
        .battle(1);
    assert!(until_moves(&mut battle, RED));
    let thing = FigureId(2);
    let now = ruleset_foeman::Situation::new(battle.content(), battle.state());
    let blocks = !battle.legal().contains(&Command::Step { direction: foeman_schema::grid::Direction::new(0) });
    let hides = sight::seen_hex(now, RED, BLUE).is_none();
    let found = (now.figure(thing).posture.digit(), blocks, row.get("blocks_sight").map(|_| hides));
    let sight = row.get("blocks_sight").and_then(Value::as_bool);
    Outcome::of(found, (u16::from(small(row, "posture")), flag(row, "blocks_movement"), sight))
}

pub(crate) fn fleetness(row: &Value) -> Outcome {
    let (roll, bonus_die) = (number(row, "roll"), row["bonus_die"].as_u64());
    let found = first(&fleet(number(row, "mod_st")), |battle| {
        assert!(until_moves(battle, RED));
        let ma = i32::from(battle.state().figure(RED).ma);
        issue(battle, Command::Hurry { talent: TalentId(0) });
        let draws = &battle.entries().last().expect("the figure has tried to gain speed").draws;
        let fell = |purpose: &str| {
            draws
                .iter()
                .find(|draw| draw.purpose == purpose)
                .map(|draw| draw.dice.iter().map(|&die| u64::from(die)).sum())
        };
        let as_wanted = fell("fleetness") == Some(roll as u64) && (bonus_die.is_none() || fell("speed") == bonus_die);
        let red = battle.state().figure(RED);
        as_wanted.then(|| (red.exhaustion, i32::from(red.ma) - ma))
    });
    Outcome::of(found, (number(row, "exhaustion"), number(row, "ma")))
}
