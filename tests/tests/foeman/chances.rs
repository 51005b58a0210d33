//! The chance that is shown is the share of all ways the dice can fall in which the rules let an attack hit.

use std::path::Path;

use foeman_rules::dice::{Draw, Seed};
use foeman_rules::ruleset::{Emit, Ruleset};
use foeman_rules::rulesets::SHIPPED;
use foeman_rules::rulesets::foeman::Foeman;
use foeman_rules::rulesets::foeman::attack::Manner;
use foeman_rules::rulesets::foeman::catalogs::{Loadout, Ready};
use foeman_rules::rulesets::foeman::command::Command;
use foeman_rules::rulesets::foeman::content::Content;
use foeman_rules::rulesets::foeman::ids::{FigureId, ItemId, ItemKindId};
use foeman_rules::rulesets::foeman::instruction::{FigureEvent, Instruction};
use foeman_rules::rulesets::foeman::state::records::{DiceRecord, Posture};
use foeman_rules::rulesets::foeman::state::{
    Action, ActionKind, Aim, Asked, Carrying, Grip, ItemState, Phase, Question, State, Whereabouts,
};
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;

/// What is different from an ordinary attack from the front.
type Modifier = fn(&mut State, FigureId, FigureId);

const MODIFIERS: &[(&str, Modifier)] = &[
    ("as it is", |_, _, _| {}),
    ("from behind", |state, figure, target| state.figure_mut(target).facing = state.figure(figure).facing),
    ("from the side", |state, figure, target| {
        state.figure_mut(target).facing = state.figure(figure).facing.turned(1);
    }),
    ("lying", |state, _, target| state.figure_mut(target).posture = Posture::Prone),
    ("aimed", |state, figure, target| state.figure_mut(figure).aim = Some(Aim { target, since: 1 })),
    ("shocked", |state, figure, _| state.figure_mut(figure).shocks = 2),
    ("unsteady", |state, figure, _| state.figure_mut(figure).unsteady = 2),
    ("defended", |state, _, target| {
        state.figure_mut(target).option = Some(Action::Defend { item: None, target: None });
    }),
    ("dodged", |state, _, target| state.figure_mut(target).option = Some(Action::Dodge { target: None })),
    ("repeated", |state, figure, _| state.figure_mut(figure).did = Some(ActionKind::Strike)),
];

#[test]
fn the_chance_shown_is_that_of_the_rules_for_every_weapon_modifier_and_target_of_the_arena() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    let pack = Draft::open(&folder, &SHIPPED.dialects()).expect("the Arena is there");
    let (mut compared, mut weapons) = (0, 0);
    for scenario in pack.ids("scenarios") {
        let resolved = resolve(&pack, scenario).unwrap_or_else(|findings| panic!("{scenario}: {findings:?}"));
        let content = match Foeman::content(&resolved) {
            Ok(content) => content,
            Err(problems) => panic!("{scenario}: {problems:?}"),
        };
        let figures = |content: &Content| (0..content.start.len() as u16).map(FigureId).collect::<Vec<_>>();
        for figure in figures(&content) {
            let hostile = |other: &FigureId| content.start[other.index()].side != content.start[figure.index()].side;
            let kinds = armoury(&content, figure);
            weapons += kinds.len();
            // Everybody meets one enemy, and a different one with each weapon.
            let targets: Vec<FigureId> = figures(&content).into_iter().filter(hostile).collect();
            for (number, weapon) in kinds.into_iter().enumerate() {
                let target = targets[number % targets.len()];
                for &(name, modifier) in MODIFIERS {
                    let mut state = placed(&content, (figure, target), weapon);
                    modifier(&mut state, figure, target);
                    compared += compare(&content, &state, (figure, target), &format!("{scenario}, {name}"));
                }
            }
        }
    }
    assert!(weapons > 100 && compared > 1000, "{compared} attacks with {weapons} weapons");
}

/// What a figure could attack with: every weapon of the scenario for those who use weapons, and everybody's body.
fn armoury(content: &Content, figure: FigureId) -> Vec<Option<ItemKindId>> {
    let kind = content.kind(content.start[figure.index()].kind);
    let items = (0..content.items.len() as u16).map(ItemKindId);
    let weapons = items.filter(|&item| !kind.organic && !content.item(item).uses.is_empty());
    weapons.map(Some).chain([None]).collect()
}

/// A state in which a figure is asked, holds nothing but a weapon, and has a target before it.
fn placed(content: &Content, (figure, target): (FigureId, FigureId), weapon: Option<ItemKindId>) -> State {
    let mut state = State::new(content);
    state.round = 3;
    state.phase = Phase::Action;
    for other in &mut state.figures {
        other.dice = DiceRecord::Acted(0);
        other.gear = std::sync::Arc::default();
    }
    let mut gear = Vec::new();
    if let Some(kind) = weapon {
        let known = content.item(kind);
        let place = if known.ready == Ready::TwoHands { Loadout::SecondHand } else { Loadout::FirstHand };
        let ammo = known.missile().map(|missile| missile.ammo);
        let loaded = ammo.map(|ammo| give(&mut state, figure, ammo, Loadout::Belt));
        let item = give(&mut state, figure, kind, place);
        state.item_mut(item).loaded = loaded;
        gear.extend(loaded);
        gear.push(item);
    }
    let reach = match weapon.and_then(|kind| content.item(kind).missile()) {
        Some(_) => 3,
        None => 1,
    };
    let own = state.figure(figure).pose();
    let mut hex = own.head;
    for _ in 0..reach {
        hex = hex.step(own.facing);
    }
    let other = state.figure_mut(target);
    other.hex = hex;
    other.facing = own.facing.turned(3);
    let own = state.figure_mut(figure);
    own.gear = gear.into();
    own.dice = DiceRecord::NotAsked;
    state.asked = Some(Question::Option(Asked { figure, over: None }));
    state
}

fn give(state: &mut State, figure: FigureId, kind: ItemKindId, place: Loadout) -> ItemId {
    state.items.push(ItemState {
        kind,
        owner: Some(figure),
        at: Whereabouts::Carried { place },
        lie: Default::default(),
        count: 3,
        loaded: None,
        loading: 0,
        grip: Grip::default(),
        carrying: Carrying::default(),
        altered: false,
    });
    ItemId(state.items.len() as u16 - 1)
}

/// Lets every way the dice of each attack with three dice can fall come true; how many attacks there were.
fn compare(content: &Content, state: &State, (figure, target): (FigureId, FigureId), about: &str) -> usize {
    let mut legal = Vec::new();
    Foeman::legal(content, state, &mut legal);
    let wanted = |command: &&Command| match command {
        Command::Act { action: Action::Attack { target: at, dice: 3, manner, .. } } => {
            *at == target && *manner != Manner::Proficient
        }
        _ => false,
    };
    let attacks: Vec<Command> = legal.iter().filter(wanted).copied().collect();
    for command in &attacks {
        let odds = Foeman::choice(content, state, command).odds.expect("an attack is rolled");
        let dice = odds.of.ilog(6) as usize;
        let (mut wins, mut cases) = (0, 0);
        for (faces, ways) in falls(dice) {
            cases += ways;
            wins += if hits(content, state, figure, (*command, &faces)) { ways } else { 0 };
        }
        let what = Foeman::choice(content, state, command).text;
        assert_eq!((odds.wins, odds.of), (wins, cases), "{about}: {what}");
    }
    attacks.len()
}

/// Whether the rules let an attack hit when its dice fall so.
fn hits(content: &Content, state: &State, figure: FigureId, (command, faces): (Command, &[u8])) -> bool {
    let draw = Draw { purpose: "hit".to_owned(), subject: u32::from(figure.0), sides: 6, dice: faces.to_vec() };
    let mut state = state.clone();
    let mut out = Emit::new(content, &mut state, Seed(1), 1).rigged(vec![draw.clone()]);
    Foeman::plan(content, &command, &mut out);
    drop(out.finish());
    let mut out = Emit::new(content, &mut state, Seed(1), 2).rigged(vec![draw]);
    Foeman::advance(content, &mut out);
    let (_, done) = out.finish();
    let check = done.iter().find_map(|done| match done {
        Instruction::Figure(_, FigureEvent::Attacked { check, .. }) => Some(check),
        _ => None,
    });
    let check = check.expect("nobody else is left to act");
    assert_eq!(check.dice, faces);
    check.is_success()
}

/// Every way some dice can fall, sorted, and how many orders of them there are.
fn falls(dice: usize) -> Vec<(Vec<u8>, u64)> {
    let mut all = vec![(Vec::new(), 1)];
    for count in 1..=dice as u64 {
        let longer = |(faces, ways): &(Vec<u8>, u64)| {
            let (faces, ways) = (faces.clone(), *ways);
            (faces.last().copied().unwrap_or(1)..=6).map(move |face| {
                let alike = faces.iter().filter(|&&other| other == face).count() as u64 + 1;
                let longer: Vec<u8> = faces.iter().copied().chain([face]).collect();
                // One more die may stand in any of `count` places, and equal ones look alike.
                (longer, ways * count / alike)
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn every_order_of_dice_is_counted_once() {
    for dice in 1..=4 {
        let ways: u64 = falls(dice).iter().map(|(_, ways)| ways).sum();
        assert_eq!(ways, 6u64.pow(dice as u32));
    }
}
