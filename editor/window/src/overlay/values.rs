//! The overlay of terrain values: a value of the terrain, or the elevation, on each visible cell.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::display::Ground;
use foeman_engine::map_query::{Key, Mark, Overlay, Shade};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use crate::pack::index::sentence;
use crate::pack::{Pack, cache};
use foeman_scene::chart;

/// The key of the elevation, which is a value of the map and not of its terrains.
pub(super) const ELEVATION: &str = "elevation";
/// The maximum number of cells in the overlay.
const MOST: usize = 100_000;
/// The number of steps of the colour scale.
const STEPS: i64 = 5;

/// A terrain value that can be shown.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Its key in the terrain record, or [`ELEVATION`].
    pub name: String,
    /// Its label.
    pub label: String,
    unit: Option<&'static str>,
    catalog: &'static str,
    field: Option<Field>,
}

/// Returns the values that can be shown for a map: the elevation, and all numbers and booleans of its terrains.
pub(super) fn offered(pack: &Pack, map: &RecordKey) -> Vec<Shown> {
    let Some(catalog) = chart::terrains(pack.draft(), map) else { return Vec::new() };
    let fields = pack.draft().dialect().and_then(|dialect| Field::record(dialect, catalog));
    let fields = fields.map(Field::fields).unwrap_or_default().into_iter();
    let told = fields.filter(|field| matches!(field.kind(), FieldKind::Integer { .. } | FieldKind::Bool));
    let value = |field: Field| Shown {
        name: field.name().to_owned(),
        label: field.label(),
        unit: field.unit(),
        catalog,
        field: Some(field),
    };
    let elevation =
        Shown { name: ELEVATION.to_owned(), label: "Elevation".to_owned(), unit: Some("levels"), catalog, field: None };
    [elevation].into_iter().chain(told.map(value)).collect()
}

/// Returns the overlay, cached until the pack, the value or the visible cells change.
pub(super) fn answer(
    ui: &Ui,
    pack: &Pack,
    within: [Cell; 2],
    (map, ground): (&RecordKey, &Ground),
    value: &str,
) -> Option<Arc<Result<Overlay, String>>> {
    type Kept = ((u64, String, [Cell; 2]), Arc<Result<Overlay, String>>);
    let (id, stamp) = (Id::unique(("value", map.to_string())), (pack.revision(), value.to_owned(), within));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, answer)) = kept.filter(|(kept, _)| *kept == stamp) {
        return Some(answer);
    }
    let shown = offered(pack, map).into_iter().find(|shown| shown.name == value)?;
    // Scanning all cells is slow on large maps.
    let levels = cache::kept(ui, pack, id.with("levels"), || {
        let mut levels = BTreeSet::new();
        ground.levels.for_each_stretch(|level, _| levels.extend([i64::from(level)]));
        Arc::new(levels)
    });
    let answer = Arc::new(overlay(pack, &shown, ground, &levels, within));
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (stamp, Arc::clone(&answer))));
    Some(answer)
}

fn overlay(
    pack: &Pack,
    shown: &Shown,
    ground: &Ground,
    levels: &BTreeSet<i64>,
    [first, last]: [Cell; 2],
) -> Result<Overlay, String> {
    let size = ground.geometry.size().map(|side| side as i32);
    let ends = [0, 1].map(|axis| [first[axis].max(0), last[axis].min(size[axis] - 1)]);
    let count = ends.iter().map(|[first, last]| (last - first + 1).max(0) as usize).product::<usize>();
    if count > MOST {
        return Err(format!("Zoom in: expected at most {MOST} cells in view for this, found {count}"));
    }
    let cells = (ends[1][0]..=ends[1][1]).flat_map(|row| (ends[0][0]..=ends[0][1]).map(move |col| [col, row]));
    let worth: Vec<Option<i64>> = ground.terrains.iter().map(|terrain| worth(pack, shown, &terrain.id)).collect();
    let of = |cell: Cell| match shown.field {
        None => Some(ground.level(cell).into()),
        Some(_) => worth[ground.kind(cell)?],
    };
    // The scale covers the whole map's legend, so that it does not depend on the visible part.
    let all: BTreeSet<i64> = match shown.field {
        None => levels.clone(),
        Some(_) => worth.iter().flatten().copied().collect(),
    };
    let (Some(&least), Some(&most)) = (all.first(), all.last()) else {
        return Err(format!("No terrain of this map has {}", shown.label.to_lowercase()));
    };
    let truth = shown.field.is_some_and(|field| field.kind() == FieldKind::Bool);
    let step = |value: i64| ((value - least) * (STEPS - 1)).checked_div(most - least).unwrap_or_default();
    let mut steps: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for value in all.iter().filter(|value| !truth || **value == 1) {
        steps.entry(step(*value)).or_default().insert(*value);
    }
    let keys = steps.iter().map(|(step, values)| Key {
        text: meaning(shown, ground, &worth, values),
        shade: if truth { Shade::Kind(2) } else { Shade::Scale(*step as u8) },
    });
    let keys = keys.collect();
    let place = |value: i64| steps.keys().position(|known| *known == step(value)).filter(|_| !truth || value == 1);
    let mark = |cell: Cell| {
        let value = of(cell)?;
        let number = u32::try_from(value).ok().filter(|_| !truth);
        Some(Mark { cell, key: place(value)? as u8, number })
    };
    let unit = shown.unit.filter(|_| !truth).map(|unit| format!(", in {unit}")).unwrap_or_default();
    let text = if truth && all.last() == Some(&0) {
        format!("{}: no terrain of this map", shown.label)
    } else {
        format!("{}{unit}", shown.label)
    };
    Ok(Overlay { text, keys, marks: cells.filter_map(mark).collect() })
}

/// Returns the value of a terrain, including defaults; `true` is 1.
fn worth(pack: &Pack, shown: &Shown, id: &str) -> Option<i64> {
    let terrain = pack.merged(&RecordKey::new(shown.catalog, id))?;
    let value = terrain.get(&shown.name).or_else(|| shown.field?.default())?;
    value.as_i64().or_else(|| value.as_bool().map(i64::from))
}

/// Returns the meaning of a step of the scale: its values, and the terrains that have them.
fn meaning(shown: &Shown, ground: &Ground, worth: &[Option<i64>], values: &BTreeSet<i64>) -> String {
    let (Some(least), Some(most)) = (values.first(), values.last()) else { return String::new() };
    let amount = match shown.field.map(|field| field.kind()) {
        Some(FieldKind::Bool) => "yes".to_owned(),
        _ if least == most => least.to_string(),
        _ => format!("{least} to {most}"),
    };
    let named =
        ground.terrains.iter().zip(worth).filter(|(_, worth)| worth.is_some_and(|worth| values.contains(&worth)));
    let named: BTreeSet<&str> = named.map(|(terrain, _)| terrain.title.as_str()).collect();
    if shown.field.is_none() || named.is_empty() {
        return amount;
    }
    let named: Vec<&str> = named.into_iter().collect();
    format!("{}: {}", sentence(&amount), named.join(", "))
}
