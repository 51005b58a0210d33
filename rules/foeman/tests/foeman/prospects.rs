//! The predicted result of an attack equals its average over all dice results.

use std::collections::BTreeSet;

use foeman_engine::dice::{Draw, Seed};
use foeman_engine::prospect::{Fraction, Prospect, Timing};
use foeman_engine::ruleset::{Emit, Ruleset, Turn};
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::ItemKindId;
use ruleset_foeman::instruction::{EffectEvent, FigureEvent, Instruction, MagicEvent};
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Action, Question, State};
use ruleset_foeman::{Foeman, Situation};

use crate::chances::{MODIFIERS, Stand, modified, stood, ways};
use crate::exhibition::{self, ONE, OTHER};
use crate::outcomes::{self, falls};

/// The maximum number of dice results to enumerate, counting permutations once.
const MOST: usize = 1500;
/// Divisible by the number of cases of any dice rolled here.
const ALL: u128 = 6u128.pow(20);

fn prospect_of(content: &Content, state: &State, command: &Command) -> Prospect {
    let prospect = Foeman::capabilities().prospect.and_then(|prospect| prospect(content, state, command));
    prospect.expect("its results can be counted")
}

#[test]
fn the_harm_expected_of_every_weapon_of_the_arena_is_that_of_all_ways_its_dice_can_fall() {
    let content = exhibition::content();
    let (ones, others) = (exhibition::of_side(&content, 0), exhibition::of_side(&content, 1));
    let body = |one: usize| content.kind(content.start[one].kind).organic;
    let armed: Vec<usize> = ones.iter().copied().filter(|&one| !body(one)).collect();
    let weapons = (0..content.items.len() as u16).map(ItemKindId).filter(|&item| !content.item(item).uses.is_empty());
    let hands = weapons.enumerate().map(|(number, weapon)| (Some(weapon), armed[number % armed.len()]));
    let arms: Vec<_> = hands.chain(ones.iter().map(|&one| (None, one))).collect();
    let (mut compared, mut fell, mut met) = (0, 0, BTreeSet::new());
    for (number, &(weapon, one)) in arms.iter().enumerate() {
        let other = others[(number * 7 + 3) % others.len()];
        let mut plain = exhibition::scene(&content, one, other);
        exhibition::arm(&content, &mut plain, weapon);
        let stand = [Stand::Ahead, Stand::Away, Stand::Aside][number % 3];
        let Some(mut scene) = stood(&content, &plain, stand) else { continue };
        // Some of the targets can be felled by a single blow.
        scene.figure_mut(OTHER).physical = i32::from(number % 2 == 0) * 6;
        let (name, modifier) = MODIFIERS[number % MODIFIERS.len()];
        let Some(&command) = ways(&content, &scene, 2).first() else { continue };
        let state = modified(&scene, command, modifier);
        if Foeman::check(&content, &state, &command).is_err() {
            continue;
        }
        let Some((harm, fells)) = enumerated(&content, &state, command) else { continue };
        let prospect = prospect_of(&content, &state, &command);
        let about = format!("{name}, {stand:?}: {}", Foeman::choice(&content, &state, &command).text);
        assert_eq!((prospect.harm, prospect.fells), (Some(harm), Some(fells)), "{about}");
        let needed = prospect.needed.expect("it is rolled");
        assert_eq!(needed.terms.iter().map(|term| term.value).sum::<i32>(), needed.total, "{about}");
        compared += 1;
        fell += usize::from(fells.sum > 0);
        met.insert(name);
    }
    assert!(compared > 60 && fell > 10 && met.len() > 8, "{compared} compared, {fell} can fell, {met:?}");
}

/// Returns the average harm, and the share of cases in which the target is felled; `None` if there are too many
/// results.
fn enumerated(content: &Content, state: &State, command: Command) -> Option<(Fraction, Fraction)> {
    let left = Situation::new(content, state).mod_st(OTHER);
    let (mut harm, mut fells, mut seen) = (0, 0, 0);
    let mut open: Vec<(Vec<Draw>, u64, u128)> = vec![(Vec::new(), 1, 1)];
    while let Some((fallen, ways, cases)) = open.pop() {
        seen += 1;
        if seen > MOST {
            return None;
        }
        let (draws, done) = played(content, state, command, &fallen);
        let harmed = |instruction: &Instruction| match instruction {
            Instruction::Figure(OTHER, FigureEvent::Harmed(harm)) => Some(harm.physical + harm.exhaustion),
            _ => None,
        };
        match draws.get(fallen.len()) {
            // Rolls after the harm is done do not change it.
            Some(next) if !done.iter().any(|instruction| harmed(instruction).is_some()) || is_before(next) => {
                for (dice, more) in falls(next.dice.len()) {
                    let mut fallen = fallen.clone();
                    fallen.push(Draw { dice: dice.into(), ..next.clone() });
                    open.push((fallen, ways * more, cases * 6u128.pow(next.dice.len() as u32)));
                }
            }
            _ => {
                let points: i32 = done.iter().filter_map(harmed).take(1).sum();
                let share = u128::from(ways) * (ALL / cases);
                harm += share * u128::from(points.unsigned_abs());
                fells += if left - points <= 1 { share } else { 0 };
            }
        }
    }
    Some((Fraction::new(harm, ALL), Fraction::new(fells, ALL)))
}

fn is_before(draw: &Draw) -> bool {
    ["hit", "damage", "save", "interpose"].contains(&&*draw.purpose)
}

/// Carries out an attack to its end with given dice; no dice are rerolled.
fn played(content: &Content, state: &State, command: Command, fallen: &[Draw]) -> (Vec<Draw>, Vec<Instruction>) {
    let mut state = state.clone();
    let (mut draws, mut done) = (Vec::new(), Vec::new());
    let mut rest = fallen.to_vec();
    for entry in 1..4 {
        let before = state.clone();
        let mut out = Emit::new(content, &mut state, Seed(1), entry).rigged(rest.clone());
        match (entry, Foeman::turn(content, &before), before.question()) {
            (1, ..) => Foeman::plan(content, &command, &mut out),
            (_, Turn::Auto, _) if draws.is_empty() => Foeman::advance(content, &mut out),
            (_, _, Some(Question::Reroll { .. })) => Foeman::plan(content, &Command::Decline, &mut out),
            _ => break,
        }
        let (more, then) = out.finish();
        rest.drain(..more.len().min(rest.len()));
        draws.extend(more);
        done.extend(then);
    }
    (draws, done)
}

#[test]
fn when_one_would_act_follows_from_what_the_others_have_chosen() {
    let content = exhibition::content();
    let one = exhibition::of_side(&content, 0)[0];
    let other = exhibition::of_side(&content, 1)[0];
    let scene = stood(&content, &exhibition::scene(&content, one, other), Stand::Ahead).expect("it has a weapon");
    let command = |dice: u8| ways(&content, &scene, dice)[0];
    let timing = |state: &State, dice: u8| {
        let prospect = prospect_of(&content, state, &command(dice));
        prospect.timing.expect("the time of the action is known")
    };
    let at = |dice: DiceRecord| {
        let mut state = scene.clone();
        state.figure_mut(OTHER).dice = dice;
        state.figure_mut(OTHER).sequence = 1;
        state
    };
    let [them, nobody] = [vec![u32::from(OTHER.0)], Vec::new()];
    let in_turn = |after: &Vec<u32>, before: &Vec<u32>, open: &Vec<u32>| Timing::InTurn {
        after: after.clone(),
        before: before.clone(),
        open: open.clone(),
    };
    // The most dice act first (F6.2).
    assert_eq!(timing(&at(DiceRecord::Chosen(4)), 5), in_turn(&nobody, &them, &nobody));
    assert_eq!(timing(&at(DiceRecord::Chosen(4)), 3), in_turn(&them, &nobody, &nobody));
    assert_eq!(timing(&at(DiceRecord::Acted(4)), 3), in_turn(&nobody, &nobody, &nobody));
    assert_eq!(timing(&at(DiceRecord::NotAsked), 3), in_turn(&nobody, &nobody, &them));
    assert_eq!(scene.figure(ONE).dice, DiceRecord::NotAsked);
}

#[test]
fn of_every_spell_it_is_told_what_it_takes_what_is_needed_and_how_long_it_lasts_as_it_then_goes() {
    let content = exhibition::content();
    let others = exhibition::of_side(&content, 1);
    let is_adept = |one: &usize| content.kind(content.start[*one].kind).name == exhibition::ADEPT;
    let adept = exhibition::of_side(&content, 0).into_iter().find(is_adept).expect("some figure knows all spells");
    let (mut cast, mut lasting, mut resisted) = (BTreeSet::new(), 0, 0);
    for &other in &others {
        let state = exhibition::scene(&content, adept, other);
        let mut legal = Vec::new();
        Foeman::legal(&content, &state, &mut legal);
        for command in legal {
            let Command::Act { action: Action::Cast { spell, target, dice: 3 } } = command else { continue };
            let prospect = prospect_of(&content, &state, &command);
            let about = format!("{}: {prospect:?}", content.spell(spell).title);
            let fallen = |purpose: &str, by: u32, face: u8, dice: usize| Draw {
                purpose: purpose.to_owned().into(),
                subject: by,
                sides: 6,
                dice: vec![face; dice].into(),
            };
            let odds = Foeman::choice(&content, &state, &command).odds.expect("it is rolled");
            let dice = odds.of.ilog(6) as usize;
            let resist = content.spell(spell).resist.map_or(1, |roll| usize::from(roll.dice));
            let rolls = [fallen("cast", u32::from(ONE.0), 1, dice), fallen("resist", u32::from(OTHER.0), 6, resist)];
            let (_, done) = outcomes::run(&content, &state, command, &rolls);
            let casts = done.iter().find_map(|instruction| match instruction {
                Instruction::Figure(ONE, FigureEvent::Magic(MagicEvent::Casts { check, paid, .. })) => {
                    Some((check.needed.total(), *paid))
                }
                _ => None,
            });
            let (total, paid) = casts.expect("it is cast");
            let needed = prospect.needed.as_ref().expect("it is rolled");
            assert_eq!(
                (needed.total, needed.terms.iter().map(|term| term.value).sum::<i32>()),
                (total, total),
                "{about}"
            );
            assert!(prospect.notes.iter().any(|note| note.starts_with(&format!("Costs {paid} ST"))), "{about}");
            for instruction in &done {
                if let Instruction::Effect(EffectEvent::Begins(force)) = instruction {
                    let until = force
                        .expires
                        .map_or("until the end of the battle".to_owned(), |r| format!("through round {r}"));
                    assert!(prospect.notes.iter().any(|note| note.ends_with(&until)), "{until}: {about}");
                    lasting += 1;
                }
            }
            let saved = done.iter().any(|instruction| {
                matches!(instruction, Instruction::Figure(_, FigureEvent::Magic(MagicEvent::Resists { .. })))
            });
            assert!(!saved || prospect.notes.iter().any(|note| note.contains(" resists in ")), "{about}");
            resisted += usize::from(saved);
            cast.insert((spell, target.is_some()));
        }
    }
    assert!(cast.len() >= content.spells.len() && lasting > 100 && resisted > 50, "{lasting} {resisted}: {cast:?}");
}
