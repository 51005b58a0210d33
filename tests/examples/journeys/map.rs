//! A map from scratch: size, two terrains and a zone.

use egui::Role;
use serde_json::json;

use crate::control::{Wanted, named, starting};
use crate::person::{Outcome, Person, find};
use crate::proof;

const TITLE: &str = "The long ford";

/// Creates a map, sizes it, paints it with two terrains, draws a zone and saves.
pub(crate) fn from_scratch(person: &mut Person) -> Outcome {
    new_map(person)?;
    resize(person)?;
    if person.has_mouse() {
        draw_by_mouse(person)?
    } else {
        draw_by_keyboard(person)?
    }
    save(person)?;
    let map = proof::saved(person, "maps", TITLE)?;
    if map["geometry"]["size"] != json!([14, 10]) {
        return Err(format!("the size is {}", map["geometry"]));
    }
    let rows = map["rows"].as_str().unwrap_or_default();
    let legend = map["legend"].as_object().into_iter().flatten();
    let painted = |id: &str| legend.clone().any(|(key, terrain)| terrain == id && rows.contains(key.as_str()));
    if !painted("rubble") || !painted("mud") {
        return Err(format!("the terrains are not on the map: {} {rows}", map["legend"]));
    }
    let zones = map["zones"].as_object().into_iter().flatten();
    if !zones.clone().any(|(_, zone)| zone["title"] == "The shallows") {
        return Err(format!("the zone is not there: {}", map["zones"]));
    }
    Ok(())
}

/// Creates the map and opens it.
fn new_map(person: &mut Person) -> Outcome {
    if person.has_mouse() {
        person.click(&starting("Maps  ").of(Role::Button))?;
        person.click(&named("Add map"))?;
        person.fill(&named("Title of the new record"), TITLE)?;
        person.click(&named("Add"))?;
        person.click(&named("Open map"))?;
    } else {
        person.open("maps")?;
        person.press("Insert")?;
        person.find(&named("Title of the new record"))?;
        person.rewrite(TITLE)?;
        person.press("Return")?;
        person.open(TITLE)?;
    }
    person.find(&canvas()).map(drop)
}

fn canvas() -> Wanted {
    named("Map canvas").of(Role::Canvas)
}

/// Gives the map 14 columns and 10 rows.
fn resize(person: &mut Person) -> Outcome {
    if person.has_mouse() {
        person.click(&named("Resize map…"))?
    } else {
        person.press("ctrl+g")?
    }
    person.fill(&named("Columns").of(Role::SpinButton), "14")?;
    person.fill(&named("Rows").of(Role::SpinButton), "10")?;
    person.act(&named("Resize map"))?;
    person.wait_for("the end of the dialog", |state| find(state, &named("Resize map")).is_none())
}

fn draw_by_mouse(person: &mut Person) -> Outcome {
    for (terrain, down) in [("Rubble", 0.3), ("Mud", 0.5)] {
        pick_terrain(person, terrain)?;
        stroke(person, down)?;
    }
    if person.has(&named("Zones layer")) {
        person.click(&named("Zones layer"))?;
    } else {
        person.click(&named("Layer").of(Role::ComboBox))?;
        person.click(&named("Zones"))?;
        person.click(&named("Zone to paint"))?;
    }
    person.click(&named("New zone"))?;
    stroke(person, 0.7)?;
    let title = named("Name of the zone");
    if !person.has(&title) {
        person.click(&named("Zone to paint"))?;
    }
    person.fill(&title, "The shallows")
}

/// Chooses a terrain in the Layers pane, or in the list of the options row.
fn pick_terrain(person: &mut Person, terrain: &str) -> Outcome {
    let search = named("Search terrains");
    if !person.has(&search) {
        person.click(&named("Terrain to paint"))?;
    }
    person.fill(&search, &terrain.to_lowercase())?;
    person.click(&named(&format!("Paint {terrain}")))
}

fn stroke(person: &mut Person, down: f32) -> Outcome {
    let (from, to) = (person.within(&canvas(), 0.4, down)?, person.within(&canvas(), 0.6, down)?);
    person.stroke(from, to)
}

fn draw_by_keyboard(person: &mut Person) -> Outcome {
    for (terrain, arrow) in [("rubble", "Left"), ("mud", "Right")] {
        person.enter(&named("Terrain to paint"))?;
        person.find(&named("Search terrains"))?;
        person.write(terrain)?;
        person.press("Return")?;
        paint(person, arrow)?;
    }
    person.press("n")?;
    person.press("n")?;
    person.enter(&named("Zone to paint"))?;
    person.enter(&named("New zone"))?;
    paint(person, "Up")?;
    person.enter(&named("Zone to paint"))?;
    person.fill(&named("Name of the zone"), "The shallows")?;
    person.press("Escape")
}

/// Paints two cells on the way of an arrow key.
fn paint(person: &mut Person, arrow: &str) -> Outcome {
    person.tab_to(&canvas())?;
    person.press("b")?;
    for _ in 0..2 {
        person.press(arrow)?;
        person.press("Return")?;
    }
    Ok(())
}

/// Saves the pack and waits until all is written.
pub(crate) fn save(person: &mut Person) -> Outcome {
    if person.has_mouse() {
        person.click(&starting("Save (").of(Role::Button))?
    } else {
        person.press("ctrl+s")?
    }
    person.wait_for("the status `Saved`", |state| state.controls.iter().any(|control| control.text() == "Saved"))
}
