//! Three turns of a strategy game.

use egui::Role;

use crate::battle::{begin, keep};
use crate::control::{Control, Wanted, named, starting};
use crate::person::{Outcome, Person, find};

/// The cheapest unit of the side.
const UNIT: &str = "Novices";

/// Moves a unit, recruits one, and ends the turn; three times.
pub(crate) fn turns(person: &mut Person) -> Outcome {
    begin(person, "Common ground")?;
    for turn in 1..=3 {
        person
            .wait_for("the turn", |state| find(state, &end_turn()).is_some() && state.says(&format!("Turn {turn}")))?;
        person.settle()?;
        move_unit(person)?;
        recruit(person)?;
        person.act(&end_turn())?;
    }
    person.wait_for("the fourth turn", |state| find(state, &end_turn()).is_some() && state.says("Turn 4"))?;
    keep(person).map(drop)
}

fn end_turn() -> Wanted {
    named("End the turn")
}

/// Moves the next unit that can act to the first cell of its reach.
fn move_unit(person: &mut Person) -> Outcome {
    if person.has_mouse() {
        person.click(&named("Next figure that can act"))?;
        person.find(&starting("Mark at "))?;
        let to = marks(person, ": Move ").into_iter().find(|mark| mark.point.is_some());
        person.click(&named(&to.ok_or("no move is marked")?.name))?;
    } else {
        person.press("w")?;
        person.press("F4")?;
        choose(person, "Move")?;
    }
    person.read("Chosen: Move ")
}

/// Makes the first choice with this verb, which may be folded.
fn choose(person: &mut Person, verb: &str) -> Outcome {
    let fold = starting(&format!("{verb}, ")).of(Role::Button);
    if person.has(&fold) && person.find(&fold)?.is_on == Some(false) {
        person.enter(&fold)?;
    }
    person.enter(&starting(&format!("{verb} ")).of(Role::ListBoxOption))
}

fn marks(person: &Person, words: &str) -> Vec<Control> {
    let state = person.look();
    let is_meant = |control: &&Control| control.name.starts_with("Mark at ") && control.name.contains(words);
    state.controls.iter().filter(is_meant).cloned().collect()
}

/// Recruits a unit and places it.
fn recruit(person: &mut Person) -> Outcome {
    let offer = named(&format!("Recruit {UNIT}"));
    if !person.has(&offer) {
        // The home shows the recruits, unless a unit there can be clicked.
        let home = marks(person, ": Home").into_iter().next().filter(|_| person.has_mouse());
        person.act(&named(home.as_ref().map_or("Recruits", |mark| &mark.name)))?;
    }
    person.act(&offer)?;
    if person.has_mouse() {
        let place = marks(person, ": Place ").into_iter().find(|mark| mark.point.is_some());
        person.click(&named(&place.ok_or("no place is marked")?.name))?;
    } else {
        person.press("F4")?;
        choose(person, "Place")?;
    }
    person.read("Chosen: Place ")
}
