//! A team's choices.

use foeman_engine::choice::{Choice, Target};
use foeman_engine::display::Odds;

use super::command::Command;
use super::content::Content;
use super::state::{State, towards};

pub(super) fn choice(content: &Content, state: &State, command: Command) -> Choice {
    let choice = match command {
        Command::Pull => {
            let cell = [state.knot + towards(state.next), content.row];
            Choice { target: Target::Cell(cell), ..Choice::new("pull", "Pull") }
        }
        Command::Heave { dice } => {
            let need = state.need(content, state.next);
            let choice = Choice::new("heave", format!("Heave with {dice} dice, needs {need}")).with("dice", dice);
            Choice { odds: Some(odds(dice, need)), ..choice }
        }
        Command::Rest => Choice::new("rest", "Rest"),
    };
    Choice { actor: Some(state.next as u32), ..choice }
}

/// Returns the chance that the sum of some dice is at least `need`.
fn odds(dice: u8, need: i32) -> Odds {
    let sums = (0..dice).fold(vec![0], |sums, _| sums.iter().flat_map(|sum| (1..=6).map(move |d| sum + d)).collect());
    Odds { wins: sums.iter().filter(|&&sum| sum >= need).count() as u64, of: sums.len() as u64 }
}
