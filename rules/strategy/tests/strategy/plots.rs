//! Painting cells of a scenario changes those cells as expected, and no others.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::game::Engine;
use foeman_engine::plots::{PlotEdit, Plots};
use foeman_registry::SHIPPED;
use foeman_schema::change::plan;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_test_support::packs;

/// The number of edits per scenario.
const EDITS: usize = 120;

/// The visible content of a cell: its owner, its entities with their owners, and its notes.
type Seen = (Option<usize>, Option<String>, Vec<(String, Option<usize>)>, Vec<String>);

fn engine() -> &'static dyn Engine {
    SHIPPED.engine("strategy").unwrap()
}

fn seen(plots: &Plots) -> BTreeMap<Cell, Seen> {
    let ground = plots.board.ground.as_ref().unwrap();
    let cell = |cell: Cell| {
        let standing = plots.standing(cell).iter().map(|one| (format!("{}/{}", one.group, one.name), one.side));
        let notes = plots.notes.get(&cell).cloned().unwrap_or_default();
        (cell, (plots.owner(cell), plots.ground(cell).map(str::to_owned), standing.collect(), notes))
    };
    ground.geometry.cells().map(cell).collect()
}

/// Picks a random edit that a user could make.
fn chosen(dice: &mut fastrand::Rng, plots: &Plots) -> PlotEdit {
    let [width, height] = plots.board.ground.as_ref().unwrap().geometry.size().map(|count| count as i32);
    let pick = |dice: &mut fastrand::Rng| [dice.i32(0..width), dice.i32(0..height)];
    let occupied: Vec<Cell> = plots.piles.keys().copied().collect();
    if dice.u8(0..4) == 0
        && let Some(cell) = dice.choice(&occupied)
        && let Some(one) = dice.choice(plots.standing(*cell))
    {
        let (cell, group, nth) = (*cell, one.group.to_owned(), one.nth);
        return if dice.bool() { PlotEdit::Remove { cell, group, nth } } else { PlotEdit::Raise { cell, group, nth } };
    }
    let groups: Vec<_> = plots.groups.iter().filter(|group| !group.inks.is_empty()).collect();
    let group = dice.choice(&groups).unwrap();
    let ink = (dice.u8(0..4) > 0).then(|| dice.choice(&group.inks).unwrap().id.clone());
    let from = if dice.bool() { dice.choice(&occupied).copied().unwrap_or([0, 0]) } else { pick(dice) };
    let size = if group.single { [1, 1] } else { [dice.i32(1..4), dice.i32(1..4)] };
    let cells = (from[0]..(from[0] + size[0]).min(width))
        .flat_map(|column| (from[1]..(from[1] + size[1]).min(height)).map(move |row| [column, row]));
    PlotEdit::Paint { group: group.id.to_owned(), ink, owner: None, cells: cells.collect() }
}

/// Returns the expected content after an edit.
fn expected(plots: &Plots, edit: &PlotEdit) -> BTreeMap<Cell, Seen> {
    let mut all = seen(plots);
    // The map's own terrain shows again if nothing replaces it any more.
    for (cell, (_, ground, ..)) in &mut all {
        *ground = plots.ground.get(*cell).and_then(|kind| plots.terrains.get(usize::from(kind)).cloned());
    }
    match edit {
        PlotEdit::Paint { group, ink, cells, .. } => {
            let group = plots.group(group).unwrap();
            let ink = ink.as_ref().map(|id| group.inks.iter().find(|ink| ink.id == *id).unwrap());
            let side = |id: &str| plots.groups[0].inks.iter().position(|ink| ink.id == id);
            if let (true, Some(ink)) = (group.single, ink) {
                let note = format!("Home of {}", ink.title);
                all.values_mut().for_each(|seen| seen.3.retain(|other| *other != note));
            }
            for cell in cells {
                let Some((owner, _, standing, notes)) = all.get_mut(cell) else { continue };
                match (group.id, ink) {
                    ("owners", ink) => {
                        let new = ink.and_then(|ink| side(&ink.id));
                        // In these scenarios, every unit initially has the owner of its cell.
                        standing.iter_mut().for_each(|(_, side)| *side = side.and(new));
                        *owner = new;
                    }
                    ("homes", Some(ink)) => notes.push(format!("Home of {}", ink.title)),
                    ("homes", None) => notes.retain(|note| !note.starts_with("Home of ")),
                    (sites, ink) if !group.stands => match ink {
                        Some(ink) => {
                            let note = format!("{} can be placed here", ink.title);
                            if !notes.contains(&note) {
                                notes.push(note);
                            }
                        }
                        None => {
                            let own = |note: &String| {
                                group.inks.iter().any(|ink| *note == format!("{} can be placed here", ink.title))
                            };
                            notes.retain(|note| !own(note));
                            assert!(sites.ends_with("-sites"));
                        }
                    },
                    (id, Some(ink)) => {
                        let owner = (id == "units").then_some(*owner).flatten();
                        standing.push((format!("{id}/{}", ink.title), owner));
                    }
                    (id, None) => standing.retain(|(name, _)| !name.starts_with(&format!("{id}/"))),
                }
            }
        }
        PlotEdit::Remove { cell, group, nth } => {
            let (at, _) = place(plots, *cell, group, *nth);
            all.get_mut(cell).unwrap().2.remove(at);
        }
        PlotEdit::Raise { cell, group, nth } => {
            let (at, _) = place(plots, *cell, group, *nth);
            let (_, above) = place(plots, *cell, group, *nth + 1);
            let standing = &mut all.get_mut(cell).unwrap().2;
            assert!(above.is_some(), "the topmost entity cannot be raised");
            standing.swap(at, at + 1);
        }
    }
    all
}

/// Returns the index of an entity among all entities in its cell.
fn place(plots: &Plots, cell: Cell, group: &str, nth: usize) -> (usize, Option<()>) {
    let at = plots.standing(cell).iter().position(|one| one.group == group && one.nth == nth);
    (at.unwrap_or_default(), at.map(|_| ()))
}

/// A background terrain replaces all terrains of a cell, and the order of groups is terrains, effects, units.
fn in_order(mut all: BTreeMap<Cell, Seen>, grounds: &BTreeSet<String>) -> BTreeMap<Cell, Seen> {
    let rank = |name: &str| ["terrains/", "effects/", "units/"].iter().position(|group| name.starts_with(group));
    for (_, ground, standing, notes) in all.values_mut() {
        if let Some(last) = standing.iter().rposition(|(name, _)| grounds.contains(name)) {
            let mut at = 0;
            standing.retain(|(name, _)| {
                at += 1;
                at > last || !name.starts_with("terrains/")
            });
            *ground = None;
        }
        standing.sort_by_key(|(name, _)| rank(name));
        notes.sort();
    }
    all
}

#[test]
fn what_is_painted_into_cells_is_there_and_no_other_cell_changes() {
    let def = engine().capabilities().plots.expect("the ruleset supports painting scenarios");
    let mut done = BTreeMap::<String, usize>::new();
    for scenario in ["common-ground", "down-from-the-hills", "three-for-a-bell"] {
        let mut draft: Draft = Draft::from_texts(packs::texts("strategy"), &SHIPPED.dialects());
        let mut dice = fastrand::Rng::with_seed(7);
        let grounds = ["Meadow", "Old wood", "Hill", "Marsh", "River"].map(|name| format!("terrains/{name}")).into();
        for _ in 0..EDITS {
            let before = (def.read)(&draft, scenario).unwrap();
            let edit = chosen(&mut dice, &before);
            let Ok(changes) = (def.change)(&draft, scenario, &edit) else { continue };
            let wanted = in_order(expected(&before, &edit), &grounds);
            plan(&draft, &changes).unwrap_or_else(|error| panic!("{edit:?}: {error}")).apply(&mut draft).unwrap();
            let after = (def.read)(&draft, scenario).unwrap_or_else(|| panic!("after {edit:?}"));
            let found = in_order(seen(&after), &grounds);
            for (cell, wanted) in &wanted {
                assert_eq!(found[cell], *wanted, "{cell:?} of {scenario} after {edit:?}");
            }
            *done.entry(edit.group().to_owned()).or_default() += 1;
        }
    }
    for group in ["owners", "units", "terrains", "effects", "homes", "unit-sites", "terrain-sites"] {
        assert!(done.get(group).is_some_and(|count| *count >= 10), "{group}: {done:?}");
    }
}
