//! A roster of three figures with gear.

use egui::Role;

use crate::control::{named, starting};
use crate::map::save;
use crate::person::{Outcome, Person};
use crate::proof;

const TITLE: &str = "The early shift";
/// The figures: name, kind, and gear.
const FIGURES: [(&str, &str, &str); 3] =
    [("Ada Lantern", "Human", "Broadsword"), ("Brock Cellar", "Dwarf", "Mace"), ("Odd", "Human", "Spear")];

/// Creates a roster, adds three figures with gear and saves.
pub(crate) fn of_three(person: &mut Person) -> Outcome {
    new_roster(person)?;
    for figure in FIGURES {
        add(person, figure)?;
    }
    save(person)?;
    let roster = proof::saved(person, "rosters", TITLE)?;
    let figures = roster["figures"].as_object().cloned().unwrap_or_default();
    if figures.len() != FIGURES.len() {
        return Err(format!("expected {} figures, found {}", FIGURES.len(), roster["figures"]));
    }
    for ((name, kind, gear), (_, figure)) in FIGURES.into_iter().zip(figures) {
        let has_gear = figure["gear"].as_array().into_iter().flatten().any(|held| held["item"] == gear.to_lowercase());
        if figure["name"] != name || figure["type"] != kind.to_lowercase() || !has_gear {
            return Err(format!("expected {name}, {kind} with {gear}, found {figure}"));
        }
    }
    Ok(())
}

fn new_roster(person: &mut Person) -> Outcome {
    if person.has_mouse() {
        person.click(&starting("Rosters  ").of(Role::Button))?;
        person.click(&named("Add roster"))?;
        person.fill(&named("Title of the new record"), TITLE)?;
        person.click(&named("Add"))?;
        person.click(&named("Build figures"))
    } else {
        person.open("rosters")?;
        person.press("Insert")?;
        person.find(&named("Title of the new record"))?;
        person.rewrite(TITLE)?;
        person.press("Return")?;
        person.open(TITLE)
    }
}

fn add(person: &mut Person, (name, kind, gear): (&str, &str, &str)) -> Outcome {
    person.act(&named("Add figure"))?;
    person.fill(&named("Search kinds of figures"), kind)?;
    person.act(&starting(kind))?;
    person.fill(&named("Name of figure"), name)?;
    person.act(&named("Add gear…"))?;
    person.fill(&named("Search what to add"), gear)?;
    person.act(&named(&format!("Take {gear}")))
}
