//! Enumerates the results of a command over all dice results.

use foeman_engine::dice::{Draw, Seed};
use foeman_engine::display::Odds;
use foeman_engine::ruleset::{Emit, Ruleset, Turn};
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::instruction::{AttackEvent, FigureEvent, Instruction, ItemEvent, MagicEvent, ManoeuvreEvent};
use ruleset_foeman::rolls::Check;
use ruleset_foeman::state::State;

/// Returns in how many of `of` cases a command succeeds, by trying all results of its first dice, `of` in total.
pub(crate) fn enumerated(content: &Content, state: &State, command: Command, of: u64) -> Odds {
    let mut wins = 0;
    let mut open: Vec<(Vec<Draw>, u64, u64)> = vec![(Vec::new(), 1, 1)];
    while let Some((fallen, ways, cases)) = open.pop() {
        let (draws, done) = run(content, state, command, &fallen);
        match draws.get(fallen.len()) {
            Some(next) if cases < of => {
                for (dice, more) in falls(next.dice.len()) {
                    let mut fallen = fallen.clone();
                    fallen.push(Draw { dice: dice.into(), ..next.clone() });
                    open.push((fallen, ways * more, cases * 6u64.pow(next.dice.len() as u32)));
                }
            }
            _ => {
                assert!(of.is_multiple_of(cases), "{command:?}: {of} cases, but {cases} were rolled");
                // A result that is decided before all dice are rolled counts for all their remaining results.
                let made = succeeds(&done);
                wins += if made { ways * (of / cases) } else { 0 };
            }
        }
    }
    Odds { wins, of }
}

/// Carries out a command and its declared actions with given dice; returns the rolls and instructions up to the first
/// judged roll.
pub(crate) fn run(
    content: &Content,
    state: &State,
    command: Command,
    fallen: &[Draw],
) -> (Vec<Draw>, Vec<Instruction>) {
    carried_out(content, state, command, (Seed(1), fallen))
}

/// Carries out a command with the engine's own dice of a seed; returns the instructions.
pub(crate) fn rolled(content: &Content, state: &State, command: Command, seed: Seed) -> Vec<Instruction> {
    carried_out(content, state, command, (seed, &[])).1
}

fn carried_out(
    content: &Content,
    state: &State,
    command: Command,
    (seed, fallen): (Seed, &[Draw]),
) -> (Vec<Draw>, Vec<Instruction>) {
    let mut state = state.clone();
    let mut out = Emit::new(content, &mut state, seed, 1).rigged(fallen.to_vec());
    Foeman::plan(content, &command, &mut out);
    let (mut draws, mut done) = out.finish();
    let declares = matches!(command, Command::Act { .. });
    if declares && first_check(&done).is_none() && Foeman::turn(content, &state) == Turn::Auto {
        let mut out = Emit::new(content, &mut state, seed, 2).rigged(fallen.to_vec());
        Foeman::advance(content, &mut out);
        let (more, then) = out.finish();
        draws.extend(more);
        done.extend(then);
    }
    (draws, done)
}

/// Whether the first success roll is made; an attempt to load a weapon is none, and succeeds if the weapon is loaded.
fn succeeds(done: &[Instruction]) -> bool {
    match first_check(done) {
        Some(check) => check.is_success(),
        None => done.iter().any(|done| matches!(done, Instruction::Item(_, ItemEvent::Loaded { .. }))),
    }
}

/// Returns the first success roll of the acting figure.
pub(crate) fn first_check(done: &[Instruction]) -> Option<&Check> {
    done.iter().find_map(|instruction| match instruction {
        Instruction::Figure(_, event) => match event {
            FigureEvent::Attacked { check, .. } | FigureEvent::Readied { check, .. } => Some(&**check),
            FigureEvent::Pivoted { check, .. } => check.as_deref(),
            FigureEvent::Attack(AttackEvent::Rerolled { check, .. }) => Some(check),
            FigureEvent::Magic(
                MagicEvent::Casts { check, .. } | MagicEvent::Uses { check, .. } | MagicEvent::Exerts { check, .. },
            ) => Some(check),
            FigureEvent::Manoeuvre(
                ManoeuvreEvent::LeavesHex { check, .. }
                | ManoeuvreEvent::BreaksLoose { check, .. }
                | ManoeuvreEvent::RushesShield { check, .. }
                | ManoeuvreEvent::PushesBack { check, .. }
                | ManoeuvreEvent::Grapples { check, .. }
                | ManoeuvreEvent::Hurries { check, .. },
            ) => Some(check),
            _ => None,
        },
        _ => None,
    })
}

/// Returns all results of some dice, sorted, with the number of their permutations.
pub(crate) fn falls(dice: usize) -> Vec<(Vec<u8>, u64)> {
    let mut all = vec![(Vec::new(), 1)];
    for count in 1..=dice as u64 {
        let longer = |(faces, ways): &(Vec<u8>, u64)| {
            let (faces, ways) = (faces.clone(), *ways);
            (faces.last().copied().unwrap_or(1)..=6).map(move |face| {
                let alike = faces.iter().filter(|&&other| other == face).count() as u64 + 1;
                let longer: Vec<u8> = faces.iter().copied().chain([face]).collect();
                // One more die can be in any of `count` places, and equal dice are indistinguishable.
                (longer, ways * count / alike)
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Returns the number of cases for each total, adding one die at a time.
pub(crate) fn totals(dice: usize) -> Vec<u64> {
    (0..dice).fold(vec![1], |before, _| {
        let mut after = vec![0; before.len() + 6];
        for (total, ways) in before.iter().enumerate() {
            (1..=6).for_each(|face| after[total + face] += ways);
        }
        after
    })
}

#[test]
fn every_order_of_dice_is_counted_once() {
    for dice in 1..=5 {
        let all = falls(dice);
        assert_eq!(all.iter().map(|(_, ways)| ways).sum::<u64>(), 6u64.pow(dice as u32));
        for (total, &ways) in totals(dice).iter().enumerate() {
            let of_total =
                all.iter().filter(|(faces, _)| faces.iter().map(|&face| usize::from(face)).sum::<usize>() == total);
            assert_eq!(of_total.map(|(_, ways)| ways).sum::<u64>(), ways, "{dice} dice, {total}");
        }
    }
}
