//! The displayed chance equals the share of dice results for which the engine lets an action succeed.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::dice::Draw;
use foeman_engine::display::Odds;
use foeman_engine::ruleset::Ruleset;
use foeman_schema::grid::Hex;
use ruleset_foeman::Foeman;
use ruleset_foeman::Situation;
use ruleset_foeman::catalogs::Loadout;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::{Content, FigureKind};
use ruleset_foeman::ids::{FigureId, ItemId, ItemKindId};
use ruleset_foeman::instruction::{FigureEvent, Instruction, MagicEvent};
use ruleset_foeman::notation::Saves;
use ruleset_foeman::rolls::Check;
use ruleset_foeman::situation::footprint;
use ruleset_foeman::state::records::Posture;
use ruleset_foeman::state::{Action, Aim, State};

use crate::exhibition::{self, ADEPT, ONE, OTHER};
use crate::outcomes::{enumerated, falls, first_check, run, totals};

/// A deviation from an ordinary attack.
pub(crate) type Modifier = fn(&mut State);

pub(crate) const MODIFIERS: &[(&str, Modifier)] = &[
    ("as it is", |_| {}),
    ("target lying", |state| state.figure_mut(OTHER).posture = Posture::Prone),
    ("target kneeling", |state| state.figure_mut(OTHER).posture = Posture::Kneeling),
    ("aimed for a round", |state| state.figure_mut(ONE).aim = Some(Aim { target: OTHER, since: 2 })),
    ("aimed for two rounds", |state| state.figure_mut(ONE).aim = Some(Aim { target: OTHER, since: 1 })),
    ("shocked", |state| state.figure_mut(ONE).shocks = 2),
    ("unsteady", |state| state.figure_mut(ONE).unsteady = 2),
    ("tired", |state| state.figure_mut(ONE).exhaustion = 5),
    ("defended", |state| {
        let item = defence(state);
        state.figure_mut(OTHER).option = Some(Action::Defend { item, target: None });
    }),
    ("dodged", |state| state.figure_mut(OTHER).option = Some(Action::Dodge { target: None })),
    ("repeated", |state| {
        // The same option as last round, whatever it is: set for the option under test.
        state.figure_mut(ONE).did = state.figure(ONE).option.map(Action::kind);
    }),
    ("aimed at who dodges", |state| {
        state.figure_mut(ONE).aim = Some(Aim { target: OTHER, since: 1 });
        state.figure_mut(OTHER).option = Some(Action::Dodge { target: None });
    }),
    ("shocked, at who lies", |state| {
        state.figure_mut(ONE).shocks = 2;
        state.figure_mut(OTHER).posture = Posture::Prone;
    }),
];

/// The target's first held item, with which it could defend.
fn defence(state: &State) -> Option<ItemId> {
    let held = |item: &ItemId| matches!(state.item(*item).place(), Some(Loadout::FirstHand | Loadout::SecondHand));
    state.figure(OTHER).gear.iter().copied().find(held)
}

/// The target's position and facing relative to the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stand {
    /// It faces the attacker.
    Ahead,
    /// It shows its side.
    Aside,
    /// It shows its back.
    Away,
    /// They are at close quarters.
    Grappled,
}

const STANDS: [Stand; 4] = [Stand::Ahead, Stand::Aside, Stand::Away, Stand::Grappled];

#[test]
fn the_chance_shown_is_that_of_the_engine_for_every_weapon_modifier_and_target_of_the_arena() {
    let content = exhibition::content();
    let (mut compared, mut met) = (0, BTreeSet::new());
    let (ones, others) = (exhibition::of_side(&content, 0), exhibition::of_side(&content, 1));
    let armed: Vec<usize> = ones.iter().copied().filter(|&one| !kind(&content, one).organic).collect();
    let bodies = ones.iter().copied().filter(|&one| !kind(&content, one).body.is_empty()).map(|one| (None, one));
    let weapons = (0..content.items.len() as u16).map(ItemKindId);
    let weapons = weapons.filter(|&item| !content.item(item).uses.is_empty());
    let hands = weapons.enumerate().map(|(number, weapon)| (Some(weapon), armed[number % armed.len()]));
    let arms: Vec<(Option<ItemKindId>, usize)> = hands.chain(bodies).collect();
    for (number, &(weapon, one)) in arms.iter().enumerate() {
        for (turn, &other) in others.iter().enumerate() {
            let mut plain = exhibition::scene(&content, one, other);
            exhibition::arm(&content, &mut plain, weapon);
            for stand in STANDS {
                if stand != Stand::Ahead && (number + turn) % 4 != 0 {
                    continue;
                }
                let Some(scene) = stood(&content, &plain, stand) else { continue };
                met.insert((weapon.is_some(), stand));
                let ways = ways(&content, &scene, (number + turn) as u8 % 4 + 1);
                for (place, &(name, modifier)) in MODIFIERS.iter().enumerate() {
                    // Each facing is combined with some of the modifiers, the ordinary one with all.
                    if stand != Stand::Ahead && (number + turn + place) % MODIFIERS.len() != 0 {
                        continue;
                    }
                    let command = ways[(number + turn + place) % ways.len()];
                    let about = format!(
                        "{name}, {stand:?}, {} on {}",
                        label(&content, weapon, one),
                        kind(&content, other).name
                    );
                    let state = modified(&scene, command, modifier);
                    compare(&content, &state, command, &about);
                    compared += 1;
                    if (number * 31 + turn * 17 + place) % 389 == 0 {
                        let shown = shown(&content, &state, command);
                        assert_eq!(enumerated(&content, &state, command, shown.of), shown, "{about}: {command:?}");
                    }
                }
            }
        }
    }
    assert!(arms.len() > 100 && others.len() > 40 && compared > 60_000, "{compared} attacks, {} arms", arms.len());
    let all: BTreeSet<_> = [true, false].into_iter().flat_map(|item| STANDS.map(|stand| (item, stand))).collect();
    assert_eq!(met, all, "{compared}");
}

fn kind(content: &Content, start: usize) -> &FigureKind {
    content.kind(content.start[start].kind)
}

fn label(content: &Content, weapon: Option<ItemKindId>, one: usize) -> String {
    let what = weapon.map_or("its body", |weapon| &content.item(weapon).title);
    format!("{} with {what}", kind(content, one).name)
}

/// Moves the target to a hex that some attack reaches; `None` if none does.
pub(crate) fn stood(content: &Content, scene: &State, stand: Stand) -> Option<State> {
    let (own, turn) = (scene.figure(ONE).pose(), [3, 1, 0, 3][stand as usize]);
    let near = |distance: u32| {
        let at = move |q: i32| (-4..=4).map(move |r| Hex::new(q, r));
        let ring = (-4..=4).flat_map(at);
        ring.map(move |by| own.head + by).filter(move |hex| own.head.distance(*hex) == distance)
    };
    let distances = if stand == Stand::Grappled { 0..=0 } else { 1..=4 };
    for hex in distances.flat_map(near) {
        let mut state = scene.clone();
        let other = state.figure_mut(OTHER);
        (other.hex, other.facing) = (hex, own.facing.turned(turn));
        if stand == Stand::Grappled {
            state.figure_mut(OTHER).manoeuvres.grapples = true;
            state.figure_mut(ONE).manoeuvres.grapples = true;
        } else if footprint::overlap(Situation::new(content, &state), ONE, OTHER) {
            continue;
        }
        if !attacks(content, &state).is_empty() {
            return Some(state);
        }
    }
    None
}

/// Returns all legal attacks on the target.
fn attacks(content: &Content, state: &State) -> Vec<Command> {
    let mut legal = Vec::new();
    Foeman::legal(content, state, &mut legal);
    let attacks = |command: &Command| matches!(command, Command::Act { action: Action::Attack { target: OTHER, .. } });
    legal.retain(attacks);
    legal
}

/// Returns one attack for each mode and manner, with this number of dice or the next higher one that can do harm.
pub(crate) fn ways(content: &Content, scene: &State, dice: u8) -> Vec<Command> {
    let mut ways: BTreeMap<_, Command> = BTreeMap::new();
    for command in attacks(content, scene) {
        let Command::Act { action: Action::Attack { mode, attack, manner, dice: with, .. } } = command else {
            continue;
        };
        if with >= dice {
            ways.entry((mode, attack, manner)).or_insert(command);
        }
    }
    ways.into_values().collect()
}

pub(crate) fn modified(scene: &State, command: Command, modifier: Modifier) -> State {
    let mut state = scene.clone();
    if let Command::Act { action } = command {
        state.figure_mut(ONE).option = Some(action);
        modifier(&mut state);
        state.figure_mut(ONE).option = None;
    }
    state
}

fn shown(content: &Content, state: &State, command: Command) -> Odds {
    Foeman::choice(content, state, &command).odds.expect("it is rolled")
}

/// The displayed chance determines the highest successful total: that total must hit, and one more must not.
fn compare(content: &Content, state: &State, command: Command, about: &str) {
    let odds = shown(content, state, command);
    let dice = odds.of.ilog(6) as usize;
    let (mut ways, mut highest) = (0, None);
    for (total, more) in totals(dice).into_iter().enumerate().skip(dice) {
        if ways + more > odds.wins {
            break;
        }
        (ways, highest) = (ways + more, Some(total));
    }
    assert_eq!(ways, odds.wins, "no total has this chance: {about}, {command:?}");
    let next = highest.map_or(dice, |total| total + 1);
    for (total, expected) in [(highest, true), (Some(next).filter(|&next| next <= 6 * dice), false)] {
        let Some(total) = total else { continue };
        let made = succeeds(content, state, command, total, dice);
        assert_eq!(made, expected, "{total} with {dice} dice, {odds:?}: {about}, {command:?}");
    }
}

/// Whether the engine lets an attack hit with this total of its dice.
fn succeeds(content: &Content, state: &State, command: Command, total: usize, dice: usize) -> bool {
    // As equal as possible.
    let faces: Vec<u8> = (0..dice).map(|die| ((total + die) / dice) as u8).collect();
    let fallen = Draw { purpose: "hit".into(), subject: u32::from(ONE.0), sides: 6, dice: faces.into() };
    let (_, done) = run(content, state, command, &[fallen]);
    let check = first_check(&done).expect("an attack is rolled");
    assert_eq!((check.total(), check.dice.len()), (total as i32, dice), "{command:?}");
    check.is_success()
}

#[test]
fn with_up_to_ten_dice_the_chance_shown_is_that_of_every_total() {
    let content = exhibition::content();
    let others = exhibition::of_side(&content, 1);
    let mut met = BTreeSet::new();
    for one in exhibition::of_side(&content, 0) {
        let other = others[one * 7 % others.len()];
        for (_, modifier) in MODIFIERS.iter().filter(|(name, _)| ["as it is", "defended", "dodged"].contains(name)) {
            let Some(scene) = stood(&content, &exhibition::scene(&content, one, other), Stand::Ahead) else { continue };
            let state = modified(&scene, Command::Act { action: Action::Move }, *modifier);
            for command in attacks(&content, &state) {
                let odds = shown(&content, &state, command);
                let dice = odds.of.ilog(6) as usize;
                let all = totals(dice).into_iter().enumerate().skip(dice);
                let wins = all.filter(|&(total, _)| succeeds(&content, &state, command, total, dice));
                assert_eq!(
                    (odds.wins, odds.of),
                    (wins.map(|(_, ways)| ways).sum(), 6u64.pow(dice as u32)),
                    "{command:?}"
                );
                met.insert(dice);
            }
        }
    }
    assert_eq!(met, (1..=10).collect(), "all numbers of dice");
}

#[test]
fn the_chance_shown_is_that_of_the_engine_for_every_spell_and_every_thing_that_is_used() {
    let content = exhibition::content();
    let others = exhibition::of_side(&content, 1);
    let adept = exhibition::of_side(&content, 0).into_iter().find(|&one| kind(&content, one).name == ADEPT);
    let adept = adept.expect("some figure knows all spells");
    let (mut cast, mut used) = (BTreeSet::new(), BTreeSet::new());
    for (turn, &other) in others.iter().enumerate() {
        let mut scene = exhibition::scene(&content, adept, other);
        // With the first target all spells and all items, with the others only spells.
        let things = (0..content.items.len() as u16).map(ItemKindId).filter(|_| turn == 0);
        for item in things {
            exhibition::give(&mut scene, item, Loadout::Worn);
        }
        for (place, &(name, modifier)) in MODIFIERS.iter().enumerate() {
            if !(turn + place).is_multiple_of(6) {
                continue;
            }
            let mut state = scene.clone();
            modifier(&mut state);
            let mut legal = Vec::new();
            Foeman::legal(&content, &state, &mut legal);
            for command in legal {
                let with = match command {
                    Command::Act { action: Action::Cast { spell, dice, .. } } => {
                        cast.insert(spell);
                        dice
                    }
                    Command::Act { action: Action::Use { item, dice } } => {
                        used.insert(state.item(item).kind);
                        dice
                    }
                    _ => continue,
                };
                if usize::from(with) == 1 + (turn + place / 6) % 4 {
                    let shown = shown(&content, &state, command);
                    let found = enumerated(&content, &state, command, shown.of);
                    assert_eq!(found, shown, "{name}, {command:?} on {}", kind(&content, other).name);
                }
            }
        }
    }
    assert_eq!(cast.len(), content.spells.len(), "every spell is cast: {cast:?}");
    assert_eq!(used.len(), 3, "a drink, another, and the horn: {used:?}");
}

#[test]
fn whoever_resists_a_spell_needs_its_attribute_and_less_than_four_to_a_die() {
    let content = exhibition::content();
    let others = exhibition::of_side(&content, 1);
    let adept = exhibition::of_side(&content, 0).into_iter().find(|&one| kind(&content, one).name == ADEPT);
    let adept = adept.expect("some figure knows all spells");
    let mut resisted = BTreeSet::new();
    for &other in &others {
        let state = exhibition::scene(&content, adept, other);
        let mut legal = Vec::new();
        Foeman::legal(&content, &state, &mut legal);
        for command in legal {
            let Command::Act { action: Action::Cast { spell, target: Some(OTHER), dice: 3 } } = command else {
                continue;
            };
            let Some(roll) = content.spell(spell).resist else { continue };
            resisted.insert(spell);
            let fallen = |faces: &[u8]| {
                let draw = |purpose: &str, figure: FigureId, dice: &[u8]| Draw {
                    purpose: purpose.to_owned().into(),
                    subject: u32::from(figure.0),
                    sides: 6,
                    dice: dice.into(),
                };
                // However the target evades it, the spell succeeds.
                [draw("cast", ONE, &[1; 3]), draw("resist", OTHER, faces)]
            };
            for (faces, _) in falls(usize::from(roll.dice)) {
                let (_, done) = run(&content, &state, command, &fallen(&faces));
                let check =
                    resists(&done).unwrap_or_else(|| panic!("no figure resists {}", content.spell(spell).title));
                assert_eq!(check.dice, faces);
                let total: i32 = faces.iter().map(|&face| i32::from(face)).sum();
                let made = total <= check.needed.total() && total < 4 * i32::from(roll.dice);
                assert_eq!(check.is_success(), made, "{faces:?} against {}", content.spell(spell).title);
                let hurt = done.iter().any(|done| {
                    matches!(done, Instruction::Figure(OTHER, FigureEvent::Magic(event))
                    if !matches!(event, MagicEvent::Resists { .. }))
                });
                let begins = done.iter().any(|done| matches!(done, Instruction::Effect(_)));
                let whole = roll.saves == Saves::Negates;
                assert!(!(made && whole && (hurt || begins)), "{} is resisted wholly", content.spell(spell).title);
            }
        }
    }
    let with_roll = content.spells.iter().filter(|spell| spell.resist.is_some()).count();
    assert_eq!(resisted.len(), with_roll, "{resisted:?}");
}

fn resists(done: &[Instruction]) -> Option<&Check> {
    done.iter().find_map(|done| match done {
        Instruction::Figure(OTHER, FigureEvent::Magic(MagicEvent::Resists { check, .. })) => Some(&**check),
        _ => None,
    })
}
