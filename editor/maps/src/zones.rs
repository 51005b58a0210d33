//! The zones of a foreign map: objects that cover an area, and starting positions.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::zones::{MOST_ZONE_CELLS, Rectangle, Zone};
use foeman_schema::grid::{Cell, draw};
use foeman_schema::text::kebab;

use crate::foreign::{ForeignMap, Object, ObjectShape};

/// A zone, with the objects that it consists of.
#[derive(Clone, Debug)]
pub(crate) struct Gathered {
    pub(crate) title: String,
    pub(crate) color: Option<String>,
    pub(crate) cells: BTreeSet<Cell>,
    /// The positions of its objects in the map.
    pub(crate) objects: Vec<usize>,
}

/// Returns the zones by their ids. Objects with the same id are one zone. Fails if a zone has too many cells.
pub(crate) fn gathered(map: &ForeignMap) -> Result<BTreeMap<String, Gathered>, String> {
    let mut zones: BTreeMap<String, Gathered> = BTreeMap::new();
    for (number, object) in map.objects.iter().enumerate() {
        let (id, title) = match object.shape {
            ObjectShape::Start => (format!("start-{}", kebab(&object.name)), format!("Start {}", object.name)),
            _ if is_zone(object) => {
                let id = object.properties.get("id").map_or_else(|| kebab(&object.name), |id| kebab(id));
                let id = if id.is_empty() { format!("zone-{}", zones.len() + 1) } else { id };
                let title = if object.name.is_empty() { title_of(&id) } else { object.name.clone() };
                (id, title)
            }
            _ => continue,
        };
        if object.cells.is_empty() {
            continue;
        }
        let color = object.properties.get("color").and_then(|color| plain_color(color));
        let new = || Gathered { title, color, cells: BTreeSet::new(), objects: Vec::new() };
        let zone = zones.entry(id).or_insert_with(new);
        zone.objects.push(number);
        zone.cells.extend(object.cells.iter().copied());
        if zone.cells.len() > MOST_ZONE_CELLS {
            return Err(format!("expected at most {MOST_ZONE_CELLS} cells in a zone; `{}` has more", object.name));
        }
    }
    Ok(zones)
}

impl Gathered {
    /// Returns the zone as a pack has it.
    pub(crate) fn into_zone(self) -> Zone {
        let mut zone = Zone { title: self.title, color: self.color, ..Zone::default() };
        for part in draw::rectangles(self.cells) {
            let [from, to] = [part.from, part.to].map(|cell| cell.map(|n| n as u16));
            if from == to { zone.cells.push(from) } else { zone.rectangles.push(Rectangle { from, to }) }
        }
        zone
    }
}

/// Whether an object is a zone: an area, unless it has another class, or anything with the class `zone`.
pub(crate) fn is_zone(object: &Object) -> bool {
    let area = matches!(object.shape, ObjectShape::Rectangle | ObjectShape::Polygon | ObjectShape::Ellipse);
    object.class == "zone" || area && !["figure", "feature"].contains(&&*object.class)
}

/// Returns a colour as `#rrggbb`, without the opacity that Tiled writes first.
pub(crate) fn plain_color(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    let digits = if digits.len() == 8 { digits.get(2..)? } else { digits };
    let sound = digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit());
    sound.then(|| format!("#{}", digits.to_lowercase()))
}

/// Derives a title from an id: `the-ford` gives `The ford`.
pub(crate) fn title_of(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
