//! Rectangles of terrain, for maps too large for rows of letters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogs::terrains::Terrains;
use crate::catalogs::zones::Rectangle;
use crate::dialect::Ref;
use crate::grid::rows::UNKNOWN;
use crate::grid::{Bounds, Cells};

/// A rectangle that sets the terrain of its cells, their elevation, or both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Area {
    /// The terrain of its cells; without it they keep theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Ref<Terrains>>,
    /// The elevation of its cells; without it they keep theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9), extend("x-unit" = "levels"))]
    pub level: Option<u8>,
    /// Its first column and row, from 0.
    pub from: [u16; 2],
    /// Its last column and row.
    pub to: [u16; 2],
}

impl Area {
    /// Returns the cells it paints, on or off the map. The corners may be in any order.
    pub fn bounds(&self) -> Bounds {
        let [from, to] = Rectangle { from: self.from, to: self.to }.corners();
        Bounds { from, to }
    }
}

/// Returns the terrain of the fill followed by the terrains of the areas in order, each once.
pub fn terrains<'m>(fill: &'m Ref<Terrains>, areas: &'m [Area]) -> Vec<&'m Ref<Terrains>> {
    numbered(fill, areas).1
}

/// Returns the number of each area's terrain, by the area's position, and the terrains by number.
fn numbered<'m>(fill: &'m Ref<Terrains>, areas: &'m [Area]) -> (Vec<Option<u16>>, Vec<&'m Ref<Terrains>>) {
    let mut terrains = vec![fill];
    let mut known = BTreeMap::from([(fill.id(), 0)]);
    let number = |area: &'m Area| {
        let terrain = area.terrain.as_ref()?;
        Some(*known.entry(terrain.id()).or_insert_with(|| {
            terrains.push(terrain);
            u16::try_from(terrains.len() - 1).unwrap_or(UNKNOWN)
        }))
    };
    let numbers = areas.iter().map(number).collect();
    (numbers, terrains)
}

/// Returns the terrain of each cell of a map of this size, as a number in [`terrains`].
pub fn kinds(size: [u32; 2], fill: &Ref<Terrains>, areas: &[Area]) -> Cells<u16> {
    let mut kinds = Cells::filled(size, 0);
    for (area, number) in areas.iter().zip(numbered(fill, areas).0) {
        number.into_iter().for_each(|number| kinds.fill(area.bounds(), number));
    }
    kinds
}

/// Returns the elevation of each cell of a map of this size.
pub fn levels(size: [u32; 2], areas: &[Area]) -> Cells<u8> {
    let mut levels = Cells::filled(size, 0);
    for area in areas {
        area.level.into_iter().for_each(|level| levels.fill(area.bounds(), level));
    }
    levels
}
