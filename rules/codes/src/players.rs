//! A computer player that mixes its choices, because both are made in secret.

use super::ActionCodes;
use super::act::plan;
use super::command::Command;
use super::content::Content;
use super::state::State;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Observation, Player, PlayerDef, greedy, random};
use foeman_engine::ruleset::Emit;

/// The players, the default one first.
pub(super) const PLAYERS: &[PlayerDef<ActionCodes>] = &[
    greedy(),
    PlayerDef::new(
        "steady",
        "steady",
        "Compares all attacks with all responses, and mixes its choices so that no answer to them is better than others",
        || Box::new(Steady),
    ),
    random(),
];

/// The most codes of an actor that are compared; of more, some are taken by chance.
const MOST: usize = 32;

/// The number of times that both sides answer each other's choices so far, and how many of the first are forgotten.
const ANSWERS: usize = 1000;
const FORGOTTEN: usize = 100;

/// The harm of an actor who is out, in the scale of [`harm`].
const OUT: i64 = 4000;

/// Chooses the mixture of codes with the best result against the best answer to it.
struct Steady;

impl Player<ActionCodes> for Steady {
    fn choose(&mut self, view: &Observation<'_, ActionCodes>) -> Option<Command> {
        let legal = view.legal();
        if legal.len() < 2 {
            return legal.first().copied();
        }
        let (content, state) = (view.content(), view.state);
        let attacker = state.attacker();
        let is_attacking = usize::from(view.side.0) == attacker;
        let mut numbers = view.numbers("steady");
        let mut some = |mut codes: Vec<u8>| {
            while codes.len() > MOST {
                codes.swap_remove(numbers.below(codes.len() as u32) as usize);
            }
            codes
        };
        let attacks = some(content.attacks(attacker));
        let responses = some((0..content.count(1 - attacker)).collect());
        let mut table: Vec<Vec<i64>> = Vec::with_capacity(attacks.len());
        for &attack in &attacks {
            if !view.is_wanted(responses.len() as u32) {
                return legal.first().copied();
            }
            table.push(responses.iter().map(|&response| result(content, state, attack, response)).collect());
        }
        let [attacked, responded] = mixtures(&table);
        let counts = if is_attacking { attacked } else { responded };
        let mut drawn = numbers.below(counts.iter().sum());
        let at = counts.iter().position(|&count| {
            let is_it = drawn < count;
            drawn = drawn.saturating_sub(count);
            is_it
        })?;
        Some(match is_attacking {
            true => Command::Attack { code: *attacks.get(at)? },
            false => Command::Respond { code: *responses.get(at)? },
        })
    }
}

/// Returns the worth of an exchange for the attacker: the harm done minus the harm taken.
fn result(content: &Content, state: &State, attack: u8, response: u8) -> i64 {
    let (attacker, mut after) = (state.attacker(), state.clone());
    after.reopen();
    for command in [Command::Attack { code: attack }, Command::Respond { code: response }] {
        plan(content, &command, &mut Emit::new(content, &mut after, Seed(0), 0));
    }
    harm(content, &after, 1 - attacker) - harm(content, &after, attacker)
}

/// Returns the harm of an actor. It grows with the square of what is lost, because an actor is out without health or
/// without resolve: two wounds of one kind are worth more than one of each.
fn harm(content: &Content, state: &State, side: usize) -> i64 {
    let (Some(actor), Some(standing)) = (content.actors.get(side), state.actors.get(side)) else { return 0 };
    if state.is_out(side) {
        return OUT;
    }
    let lost = |left: u16, whole: u16| {
        let share = 1000 - i64::from(left) * 1000 / i64::from(whole.max(1));
        share + share * share / 1000
    };
    lost(standing.health, actor.health) + lost(standing.resolve, actor.resolve)
}

/// Returns how often each row and each column is chosen, if the row's side wants the greatest and the column's side the
/// least value, and each answers the choices of the other so far. The shares approach an equilibrium.
fn mixtures(table: &[Vec<i64>]) -> [Vec<u32>; 2] {
    let columns = table.first().map_or(0, Vec::len);
    let (mut rows_chosen, mut columns_chosen) = (vec![0; table.len()], vec![0; columns]);
    let (mut row_sums, mut column_sums) = (vec![0; table.len()], vec![0; columns]);
    for answer in 0..ANSWERS {
        if answer == FORGOTTEN {
            rows_chosen.fill(0);
            columns_chosen.fill(0);
        }
        let best_row = (0..table.len()).rev().max_by_key(|&row| row_sums[row]).unwrap_or_default();
        let best_column = (0..columns).min_by_key(|&column| column_sums[column]).unwrap_or_default();
        rows_chosen[best_row] += 1;
        columns_chosen[best_column] += 1;
        row_sums.iter_mut().zip(table).for_each(|(sum, row): (&mut i64, _)| *sum += row[best_column]);
        column_sums.iter_mut().zip(&table[best_row]).for_each(|(sum, value): (&mut i64, _)| *sum += value);
    }
    [rows_chosen, columns_chosen]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixtures_are_those_of_the_equilibrium() {
        // Paper, stone and scissors.
        let [rows, columns] = mixtures(&[vec![0, 1, -1], vec![-1, 0, 1], vec![1, -1, 0]]);
        assert!(rows.iter().chain(&columns).all(|count| (250..=350).contains(count)), "{rows:?} {columns:?}");
        // The second row is better whatever the other side does.
        let [rows, columns] = mixtures(&[vec![1, 2], vec![3, 4]]);
        assert_eq!((rows, columns), (vec![0, 900], vec![900, 0]));
    }
}
