//! Changes the objects of figures and features.

use std::collections::{BTreeMap, VecDeque};

use foeman_schema::text::kebab;

use super::objects::{Changed, Objects};
use super::splices::Splices;
use crate::foreign::{ForeignMap, Object};
use crate::placed::{Placed, PlacedKind};
use crate::tiled::write::{FIGURES, figure_object};
use crate::zones::is_zone;

/// Figures that no object has been found for, by their kind and name.
type Left<'f> = BTreeMap<(PlacedKind, String), VecDeque<&'f Placed>>;

/// Moves, adds and removes figures and features, so that the file has exactly these.
pub(super) fn write(
    objects: &mut Objects<'_, '_, '_>,
    foreign: &ForeignMap,
    figures: &[Placed],
    splices: &mut Splices,
) {
    let old: Vec<usize> = (0..foreign.objects.len()).filter(|at| kind_of(&foreign.objects[*at]).is_some()).collect();
    let layer = objects.layer_of(foreign, old.iter().copied(), FIGURES);
    let mut left = by_name(figures);
    let mut free = Vec::new();
    // Figures that have not moved keep their objects; each other one takes the next object with its name.
    for at in old {
        let cell = foreign.objects[at].cells.first();
        match taken(&mut left, &foreign.objects[at], |figure| Some(&figure.cell) == cell) {
            Some(figure) => turn(objects, (foreign, at), figure, splices),
            None => free.push(at),
        }
    }
    for at in free {
        match taken(&mut left, &foreign.objects[at], |_| true) {
            Some(figure) => turn(objects, (foreign, at), figure, splices),
            None => {
                if let Some((node, _)) = objects.of(foreign, at) {
                    objects.remove(node, splices);
                }
            }
        }
    }
    for figure in left.into_values().flatten() {
        let centre = objects.original.pixels.centre(objects.place(figure.cell));
        objects.add(layer, FIGURES, &figure_object(figure, centre));
    }
}

/// Returns the first figure that the file does not have.
pub(super) fn missing<'f>(foreign: &ForeignMap, figures: &'f [Placed]) -> Option<&'f Placed> {
    let mut left = by_name(figures);
    for object in foreign.objects.iter().filter(|object| kind_of(object).is_some()) {
        let cell = object.cells.first();
        taken(&mut left, object, |figure| Some(&figure.cell) == cell);
    }
    left.into_values().flatten().next()
}

fn by_name(figures: &[Placed]) -> Left<'_> {
    let mut left = Left::new();
    for figure in figures {
        left.entry((figure.kind, kebab(&figure.name))).or_default().push_back(figure);
    }
    left
}

/// Takes the first figure that an object may be. An object without a side may belong to any.
fn taken<'f>(left: &mut Left<'f>, object: &Object, fits: impl Fn(&Placed) -> bool) -> Option<&'f Placed> {
    let all = left.get_mut(&(kind_of(object)?, kebab(name_of(object))))?;
    let side = object.properties.get("side");
    let is_of = |figure: &&Placed| fits(figure) && side.is_none_or(|side| Some(side) == figure.side.as_ref());
    all.remove(all.iter().position(is_of)?)
}

fn kind_of(object: &Object) -> Option<PlacedKind> {
    let kinds = [PlacedKind::Figure, PlacedKind::Feature];
    let kind = kinds.into_iter().find(|kind| object.class == kind.class());
    kind.filter(|_| !is_zone(object) && !object.cells.is_empty())
}

/// Returns the name of a figure, or of the kind of a feature.
fn name_of(object: &Object) -> &str {
    match (object.properties.get("figure"), &*object.class) {
        (Some(figure), "feature") => figure,
        _ => &object.name,
    }
}

/// Moves an object by whole cells, and sets its facing.
fn turn(
    objects: &mut Objects<'_, '_, '_>,
    (foreign, at): (&ForeignMap, usize),
    figure: &Placed,
    splices: &mut Splices,
) {
    let object = &foreign.objects[at];
    let (Some((node, _)), Some(old)) = (objects.of(foreign, at), object.cells.first()) else { return };
    let mut changed = Changed::default();
    if *old != figure.cell {
        let [from, to] = [*old, figure.cell].map(|cell| objects.original.pixels.centre(objects.place(cell)));
        for (axis, name) in ["x", "y"].into_iter().enumerate() {
            let place: f64 = node.word(name).trim().parse().unwrap_or(0.0);
            changed.attributes.push((name, (place + to[axis] - from[axis]).to_string()));
        }
    }
    let shown = object.properties.get("facing").and_then(|facing| facing.trim().parse::<u8>().ok()).unwrap_or(0);
    if let Some(facing) = figure.facing.filter(|facing| *facing != shown) {
        changed.properties.push(("facing", " type=\"int\"", Some(facing.to_string())));
    }
    objects.change(node, &changed, splices);
}
