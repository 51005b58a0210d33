//! Battles of figures: the duel, and one with spells.

use egui::Role;

use crate::control::{Control, Wanted, ending, named, starting};
use crate::person::{Outcome, Person, find};
use crate::proof;
use crate::watch::State;

/// The maximum number of decisions.
const DECISIONS: usize = 200;
/// The number of spells that the person casts at least.
const SPELLS: usize = 2;
/// The name of the person among the players.
const YOU: &str = "You";

/// The heading of a decision.
const ASKED: &str = ": what now?";
/// What the bar says after the last one.
const OVER: &str = "The battle is over";

/// Plays one side of the duel until it is over.
pub(crate) fn duel(person: &mut Person) -> Outcome {
    begin(person, "A matter of one copper")?;
    let wishes = [ending(", best"), starting("Strike "), starting("Ready ")];
    walk(person, "Maud Tollbar", "Ushka Nine-Fingers")?;
    let made = fight(person, &wishes)?;
    person.read("Result")?;
    if !made.iter().any(|choice| choice.starts_with("Strike")) {
        return Err(format!("no blow was struck: {made:?}"));
    }
    keep(person).map(drop)
}

/// Plays one side of a battle of wizards until it is over.
pub(crate) fn wizards(person: &mut Person) -> Outcome {
    begin(person, "Disputation")?;
    let names = ["Cast Fire bolt on ", "Cast Lightning on ", "Cast ", "Strike ", "Keep the dice", "Halt"];
    let made = fight(person, &names.map(starting))?;
    person.read("Result")?;
    let cast = made.iter().filter(|choice| choice.starts_with("Cast ")).count();
    if cast < SPELLS {
        return Err(format!("{cast} spells were cast: {made:?}"));
    }
    keep(person).map(drop)
}

/// Starts test-play of a scenario, with the person on its first side.
pub(crate) fn begin(person: &mut Person, scenario: &str) -> Outcome {
    if person.has_mouse() {
        person.click(&named(&format!("Play {scenario}")))?;
    } else {
        person.open(scenario)?;
        person.press("F5")?;
    }
    person.act(&named("Sides of the battle"))?;
    let seat = first_seat(person)?;
    if seat.value != YOU {
        take_seat(person, &seat, YOU)?;
    }
    go_on(person)
}

/// Returns the drop-down with the player of the first side.
fn first_seat(person: &mut Person) -> Outcome<Control> {
    let wanted = starting("Who plays ").of(Role::ComboBox);
    person.find(&wanted)?;
    let state = person.look();
    state.controls.iter().find(|control| wanted.fits(control)).cloned().ok_or("no side has a player".to_owned())
}

/// Chooses who plays a side.
fn take_seat(person: &mut Person, seat: &Control, player: &str) -> Outcome {
    let seat = named(&seat.name).of(Role::ComboBox);
    person.act(&seat)?;
    person.act(&named(player))?;
    person.wait_for("the player of the side", |state| find(state, &seat).is_some_and(|seat| seat.value == player))
}

/// Lets the computer play until the person must decide.
fn go_on(person: &mut Person) -> Outcome {
    if person.has_mouse() { person.click(&named("To the end")) } else { person.press("F8") }
}

/// Waits for a decision or the end of the battle; returns whether it is over.
fn is_over(person: &Person) -> Outcome<bool> {
    person.wait_for("a decision", |state| state.says(ASKED) || state.says(OVER))?;
    person.settle()?;
    Ok(person.look().says(OVER))
}

/// Moves a figure on the map to the marked cell nearest to an opponent: with a click, or with the arrow keys and Enter.
/// Does nothing if the opponent is next to the figure already.
fn walk(person: &mut Person, figure: &str, opponent: &str) -> Outcome {
    let is_mark = |control: &&Control| control.name.starts_with("Mark at ") && control.name.contains(": To ");
    // The first decisions are made before anyone moves.
    for _ in 0..10 {
        is_over(person)?;
        let state = person.look();
        let place = |name: &str| cell_after(&state, &format!("{name} at "));
        let (Some(from), Some(to)) = (place(figure), place(opponent)) else {
            return Err("the figures are not on the map".to_owned());
        };
        let away = |cell: [i32; 2]| (cell[0] - to[0]).abs().max((cell[1] - to[1]).abs());
        if away(from) == 1 {
            return Ok(());
        }
        let marks =
            state.controls.iter().filter(is_mark).filter_map(|mark| Some((mark, cell(&mark.name, "Mark at ")?)));
        let Some((mark, end)) = marks.min_by_key(|(_, cell)| away(*cell)) else {
            decide(person, &[])?;
            continue;
        };
        if person.has_mouse() {
            person.click(&named(&mark.name))?;
        } else {
            person.tab_to(&named("Map canvas"))?;
            let [right, down] = [0, 1].map(|axis| end[axis] - from[axis]);
            for (steps, keys) in [(right, ["Left", "Right"]), (down, ["Up", "Down"])] {
                for _ in 0..steps.abs() {
                    person.press(keys[usize::from(steps > 0)])?;
                }
            }
            person.press("Return")?;
        }
        let there = format!("{figure} at {},{}", end[0], end[1]);
        return person.read(&there);
    }
    Err("no figure can walk".to_owned())
}

/// Returns the cell in the first name that starts with these words.
fn cell_after(state: &State, words: &str) -> Option<[i32; 2]> {
    state.controls.iter().find_map(|control| cell(control.text(), words))
}

/// Reads a cell such as `3,4` after some words.
fn cell(text: &str, words: &str) -> Option<[i32; 2]> {
    let (column, rest) = text.strip_prefix(words)?.split_once(',')?;
    let row: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some([column.parse().ok()?, row.parse().ok()?])
}

/// Decides until the battle is over: the first of the wishes that is possible, or else the first choice. Returns the
/// choices.
fn fight(person: &mut Person, wishes: &[Wanted]) -> Outcome<Vec<String>> {
    let mut made = Vec::new();
    for _ in 0..DECISIONS {
        if is_over(person)? {
            return Ok(made);
        }
        made.push(decide(person, wishes)?);
    }
    Err(format!("the battle is not over after {DECISIONS} decisions"))
}

/// Makes a choice; returns its name.
fn decide(person: &mut Person, wishes: &[Wanted]) -> Outcome<String> {
    let choice = choose(&person.look(), wishes).ok_or("there is no choice")?;
    if !person.has_mouse() {
        person.press("F4")?;
    }
    let wanted = with_dice(&choice.name).map_or_else(|| named(choice.name.trim()), starting);
    person.act(&wanted.of(choice.role))?;
    Ok(choice.name)
}

/// Returns the part of the name of a choice that does not depend on whether it is in sight, if it has dice.
fn with_dice(name: &str) -> Option<&str> {
    [" dice", " with 1 die"].iter().find_map(|word| Some(&name[..name.find(word)? + word.len()]))
}

/// Returns the choice to make.
fn choose(state: &State, wishes: &[Wanted]) -> Option<Control> {
    let choices: Vec<&Control> = state.controls.iter().filter(|control| is_choice(control)).collect();
    let wish = wishes.iter().find_map(|wish| choices.iter().find(|choice| wish.fits(choice)));
    wish.or(choices.first()).map(|choice| (*choice).clone())
}

/// Whether a control is a choice of the turn, or a fold with several of them.
fn is_choice(control: &Control) -> bool {
    let name = control.name.as_str();
    match control.role {
        _ if control.is_disabled || name.starts_with("Not possible now") => false,
        Role::ListBoxOption => !name.starts_with("Card of "),
        Role::Button if name.ends_with(" choices") => control.is_on == Some(false),
        Role::Button => with_dice(name).is_some(),
        _ => false,
    }
}

/// Saves the journal and verifies it; returns its text.
pub(crate) fn keep(person: &mut Person) -> Outcome<String> {
    if person.has_mouse() {
        person.click(&named("More"))?;
        person.click(&named("Save journal…"))?;
    } else {
        person.run("save journal")?;
    }
    person.act(&named("Save here"))?;
    person.wait_for("the end of the dialog", |state| find(state, &named("Save here")).is_none())?;
    proof::journal(person)
}
