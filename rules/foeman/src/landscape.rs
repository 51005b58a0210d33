//! The ground of a battle with the data derived from it: paths, lines of sight and the ground for drawing.
//!
//! Events can change the terrain of hexes. A state lists the changed hexes and has a separate landscape
//! for them: caches of paths and sight are never shared by battles on different ground.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError};

use foeman_schema::grid::Hex;
use serde::{Deserialize, Serialize};

use crate::body::line_of_sight::SightLines;
use crate::body::paths::Ways;
use crate::ground::Battlefield;
use crate::ids::TerrainId;
use foeman_engine::display::Ground;

/// The number of landscapes that the battles of a scenario share; further ones are computed again.
const SHARED: usize = 8;

/// The ground and the data derived from it.
#[derive(Debug)]
pub struct Landscape {
    /// The ground for the rules.
    pub field: Battlefield,
    /// Pathfinding: movement costs between hexes.
    pub ways: Ways,
    /// Line of sight past the terrain.
    pub vistas: SightLines,
    /// The ground for drawing.
    pub ground: Arc<Ground>,
}

impl Landscape {
    /// The landscape of a field, without gaits.
    pub(crate) fn new(field: Battlefield, ground: Ground) -> Self {
        let vistas = SightLines::new(&field);
        Self { field, ways: Ways::default(), vistas, ground: Arc::new(ground) }
    }

    /// The same with other terrain in some hexes. Gaits keep their numbers.
    fn changed(&self, hexes: &[Turned]) -> Self {
        let field = self.field.changed(hexes);
        let mut ground = Ground::clone(&self.ground);
        for (hex, terrain) in hexes {
            ground.cells.set(field.geometry.cell(*hex), terrain.0);
        }
        let (ways, vistas) = (self.ways.again(&field), SightLines::new(&field));
        Self { field, ways, vistas, ground: Arc::new(ground) }
    }
}

/// A hex and its new terrain.
pub type Turned = (Hex, TerrainId);

/// The hexes whose terrain has changed in a battle, in order; hexes that have changed back are not listed.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Turned>", into = "Vec<Turned>")]
pub struct Changes {
    hexes: Vec<Turned>,
    /// The landscape with these changes; `None` without changes, or after reading them from a file.
    land: Option<Arc<Landscape>>,
}

impl Changes {
    /// The changed hexes.
    pub fn hexes(&self) -> &[Turned] {
        &self.hexes
    }

    /// Whether no terrain has changed.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The landscape with the changes; `None` if there are none.
    pub(crate) fn land(&self) -> Option<&Landscape> {
        self.land.as_deref()
    }

    /// Changes the terrain of hexes, which must be on the map.
    pub fn turn(&mut self, lands: &Lands, base: &Landscape, hexes: &[Hex], terrain: TerrainId) {
        for &hex in hexes {
            let place = self.hexes.binary_search_by_key(&hex, |(known, _)| *known);
            let is_original = base.field.terrain(hex) == Some(terrain);
            match place {
                Ok(place) if is_original => drop(self.hexes.remove(place)),
                Ok(place) => self.hexes[place].1 = terrain,
                Err(_) if is_original => {}
                Err(place) => self.hexes.insert(place, (hex, terrain)),
            }
        }
        self.settle(lands, base);
    }

    /// Computes the landscape of the changes.
    pub(crate) fn settle(&mut self, lands: &Lands, base: &Landscape) {
        self.land = (!self.hexes.is_empty()).then(|| lands.find(base, &self.hexes));
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Self) -> bool {
        self.hexes == other.hexes
    }
}

impl Eq for Changes {}

impl Debug for Changes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.hexes).finish()
    }
}

impl From<Vec<Turned>> for Changes {
    fn from(mut hexes: Vec<Turned>) -> Self {
        hexes.sort_unstable();
        hexes.dedup_by_key(|(hex, _)| *hex);
        Self { hexes, land: None }
    }
}

impl From<Changes> for Vec<Turned> {
    fn from(changes: Changes) -> Self {
        changes.hexes
    }
}

/// The most recent landscapes of the battles of a scenario: simulations often change the ground in the same way.
#[derive(Debug, Default)]
pub struct Lands(Mutex<VecDeque<Shared>>);

/// A landscape with the changes that led to it.
#[derive(Debug)]
struct Shared {
    hexes: Vec<Turned>,
    land: Arc<Landscape>,
}

impl Lands {
    /// Returns the landscape with these changes.
    fn find(&self, base: &Landscape, hexes: &[Turned]) -> Arc<Landscape> {
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shared.iter().find(|known| known.hexes == hexes) {
            return Arc::clone(&known.land);
        }
        let land = Arc::new(base.changed(hexes));
        if shared.len() == SHARED {
            shared.pop_front();
        }
        shared.push_back(Shared { hexes: hexes.to_vec(), land: Arc::clone(&land) });
        land
    }
}
