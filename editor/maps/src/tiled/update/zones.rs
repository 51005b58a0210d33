//! Changes the objects of changed zones.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::Cell;
use foeman_schema::text::kebab;

use super::objects::{Changed, Objects};
use super::splices::Splices;
use crate::foreign::ForeignMap;
use crate::tiled::write::{ZONES, rectangles, zone_object};
use crate::zones::Gathered;

/// Writes the zones that differ from the zones in the file.
pub(super) fn write(
    objects: &mut Objects<'_, '_, '_>,
    (foreign, before): (&ForeignMap, &BTreeMap<String, Gathered>),
    map: &Map,
    splices: &mut Splices,
) {
    for (id, old) in before {
        let cells: BTreeSet<Cell> =
            map.zones.get(id).into_iter().flat_map(|zone| zone.cells_on(&map.geometry)).collect();
        match map.zones.get(id).filter(|_| !cells.is_empty()) {
            None => {
                let nodes: Vec<_> = old.objects.iter().filter_map(|at| objects.of(foreign, *at)).collect();
                nodes.into_iter().for_each(|(node, _)| objects.remove(node, splices));
            }
            Some(zone) => change(objects, (id, zone, &cells), (foreign, old), splices),
        }
    }
    // New zones are added to the layer with most zones.
    let all = before.values().flat_map(|old| old.objects.iter().copied());
    let layer = objects.layer_of(foreign, all, ZONES);
    for (id, zone) in map.zones.iter().filter(|(id, _)| !before.contains_key(*id)) {
        for area in areas(objects, zone.cells_on(&map.geometry)) {
            objects.add(layer, ZONES, &zone_object(id, zone, area));
        }
    }
}

/// Returns rectangles for cells of the map.
fn areas(objects: &Objects<'_, '_, '_>, cells: impl IntoIterator<Item = Cell>) -> Vec<[f64; 4]> {
    rectangles(&objects.original.pixels, cells.into_iter().map(|cell| objects.place(cell)))
}

/// Changes the objects of a zone. Those within the zone keep their shape; the others get rectangles.
fn change(
    objects: &mut Objects<'_, '_, '_>,
    (id, zone, cells): (&str, &Zone, &BTreeSet<Cell>),
    (foreign, old): (&ForeignMap, &Gathered),
    splices: &mut Splices,
) {
    let mut rest = cells.clone();
    let within = |at: &usize| foreign.objects[*at].cells.iter().all(|cell| cells.contains(cell));
    for at in old.objects.iter().filter(|at| within(at)) {
        for cell in &foreign.objects[*at].cells {
            rest.remove(cell);
        }
    }
    let mut areas = areas(objects, rest).into_iter();
    for at in &old.objects {
        let Some((node, _)) = objects.of(foreign, *at) else { continue };
        let mut changed = renamed((id, zone), old, &foreign.objects[*at].properties);
        if !within(at) {
            // A tile cannot become a rectangle.
            let area = if node.attribute("gid").is_some() { None } else { areas.next() };
            let Some(area) = area else {
                objects.remove(node, splices);
                continue;
            };
            let names = ["x", "y", "width", "height"].into_iter();
            changed.attributes.extend(names.zip(area.map(|length| length.to_string())));
            changed.is_rectangle = true;
        }
        objects.change(node, &changed, splices);
    }
    let layer = old.objects.first().and_then(|at| objects.of(foreign, *at)).map(|(_, layer)| layer);
    for area in areas {
        objects.add(layer, ZONES, &zone_object(id, zone, area));
    }
}

/// Returns the changes of the name and colour of an object.
fn renamed<'z>((id, zone): (&str, &Zone), old: &Gathered, properties: &BTreeMap<String, String>) -> Changed<'z> {
    let mut changed = Changed::default();
    if zone.title != old.title {
        changed.attributes.push(("name", zone.title.clone()));
        // Without this property, the name gives the id.
        if !properties.contains_key("id") && kebab(&zone.title) != id {
            changed.properties.push(("id", "", Some(id.to_owned())));
        }
    }
    let differs = zone.color.as_deref().map(str::to_lowercase) != old.color;
    if differs && (zone.color.is_some() || properties.contains_key("color")) {
        changed.properties.push(("color", " type=\"color\"", zone.color.clone()));
    }
    changed
}
