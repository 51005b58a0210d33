//! The content of a scenario, typed and indexed: figures and items by number, ground by cell.

use std::ops::Range;
use std::sync::Arc;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::grid::{self, Direction, Geometry, Hex};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::Pointer;
use serde::{Deserialize, Serialize};

use super::catalogs::{
    FigureType, HouseRules, Item, Kind, PlayerClass, Protection, Roster, RosterFigure, Scenario, ScenarioSide, Side,
    Terrain,
};
use super::gear::{Carried, Weapon};
use super::shape::{Pose, Shape};
use super::sight::Vistas;
use super::ways::{Gait, Ways};
use crate::ruleset::SideId;
use crate::told::{Ground, TerrainView, ZoneView};

/// A figure of the battle, by its position in [`Content::figures`]; also its token's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FigureId(pub u16);

impl FigureId {
    /// Its position in the lists of figures.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A carried item, by its position in [`Content::items`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

impl ItemId {
    /// Its position in the lists of items.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Everything about a scenario that does not change during the battle.
#[derive(Debug)]
pub struct Content {
    /// The ground as it is fought on.
    pub field: Battlefield,
    /// What it costs to get from hex to hex.
    pub ways: Ways,
    /// Who sees whom past the terrain.
    pub vistas: Vistas,
    /// The ground as it is drawn.
    pub ground: Arc<Ground>,
    /// The sides in scenario order.
    pub sides: Vec<Party>,
    /// The figures, side by side.
    pub figures: Vec<Figure>,
    /// What they carry, figure by figure.
    pub items: Vec<Carried>,
    /// The battle is a draw at the end of this round.
    pub rounds: u32,
    /// House rules.
    pub rules: HouseRules,
}

/// The ground, cell by cell.
#[derive(Debug)]
pub struct Battlefield {
    /// The grid.
    pub geometry: Geometry,
    cells: Vec<Cell>,
}

/// What a cell means to figures.
#[derive(Clone, Copy, Debug)]
struct Cell {
    cost: Option<u8>,
    blocks_sight: bool,
}

/// A side of the battle.
#[derive(Debug)]
pub struct Party {
    /// Name.
    pub name: String,
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Who decides for it.
    pub control: Control,
    /// Added to its initiative die (`F3.2`).
    pub initiative: i32,
}

/// A figure as the battle starts.
#[derive(Debug)]
pub struct Figure {
    /// Name.
    pub name: String,
    /// The title of its type.
    pub kind_title: String,
    /// Its side.
    pub side: SideId,
    /// Whether it counts as a player figure.
    pub class: PlayerClass,
    /// Size in hundredths of a human.
    pub size: u32,
    /// The hexes it occupies and how others lie to it.
    pub shape: Shape,
    /// How it gets about.
    pub gait: Gait,
    /// Basic ST.
    pub st: i32,
    /// Basic DX.
    pub dx: i32,
    /// Basic IQ.
    pub iq: i32,
    /// Basic MA, in MP.
    pub ma: u8,
    /// Attacks with its own body: those of a creature, or the item Unarmed of a hero (`F1.8`).
    pub body: Vec<Weapon>,
    /// Whether it fights with its own body rather than with items.
    pub organic: bool,
    /// What its skin stops.
    pub hide: Protection,
    /// What it carries, as positions in [`Content::items`].
    pub gear: Range<usize>,
    /// Where it starts.
    pub start: Pose,
}

impl Content {
    /// The figure with this number.
    pub fn figure(&self, figure: FigureId) -> &Figure {
        &self.figures[figure.index()]
    }

    /// The item with this number.
    pub fn item(&self, item: ItemId) -> &Carried {
        &self.items[item.index()]
    }

    /// All figures, side by side.
    pub fn ids(&self) -> impl Iterator<Item = FigureId> + use<> {
        (0..self.figures.len() as u16).map(FigureId)
    }

    /// What a figure carries.
    pub fn gear(&self, figure: FigureId) -> impl Iterator<Item = ItemId> + use<> {
        self.figure(figure).gear.clone().map(|item| ItemId(item as u16))
    }

    /// Whether two figures are of different sides.
    pub fn opposed(&self, one: FigureId, other: FigureId) -> bool {
        self.figure(one).side != self.figure(other).side
    }
}

impl Battlefield {
    /// A field of cells in row order that can be entered for 1 MP, or not at all.
    pub(super) fn even(geometry: Geometry, open: impl Iterator<Item = bool>) -> Self {
        let cells = open.map(|open| Cell { cost: open.then_some(1), blocks_sight: false }).collect();
        Self { geometry, cells }
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        // Far beyond any map, columns and rows could no longer be told in numbers of this size.
        hex.q.unsigned_abs().max(hex.r.unsigned_abs()) < 1 << 20 && self.geometry.index(hex).is_some()
    }

    /// MP for a step into a hex; `None` where nobody can go.
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.cells[self.geometry.index(hex)?].cost
    }

    /// Whether nobody sees through a hex; off the map nothing is in the way.
    pub fn blocks_sight(&self, hex: Hex) -> bool {
        self.geometry.index(hex).is_some_and(|cell| self.cells[cell].blocks_sight)
    }
}

/// Reads the content of a scenario.
pub fn read(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
    let at = resolved.scenario.pointer();
    let scenario: Scenario = resolved.scenario().map_err(|problem| vec![problem])?;
    let map: Map = resolved.get(&scenario.map).map_err(|problem| vec![problem])?;
    let (field, ground) = read_field(resolved, &scenario.map, &map).map_err(|problem| vec![problem])?;
    let vistas = Vistas::new(&field);
    let mut content = Content {
        field,
        ways: Ways::default(),
        vistas,
        ground: Arc::new(ground),
        sides: Vec::new(),
        figures: Vec::new(),
        items: Vec::new(),
        rounds: u32::from(scenario.rounds),
        rules: scenario.options,
    };
    let mut problems = Vec::new();
    for (index, part) in scenario.sides.iter().enumerate() {
        let at = at.child("sides").child(index.to_string());
        if let Err(problem) = read_side(resolved, &mut content, &at, part, &mut problems) {
            problems.push(problem);
        }
    }
    if problems.is_empty() { Ok(content) } else { Err(problems) }
}

fn read_field(resolved: &Resolved, reference: &Ref<Map>, map: &Map) -> Result<(Battlefield, Ground), ContentError> {
    let at = Pointer::root().child(Map::CATALOG).child(reference.id());
    let problem = |field: &str, message: String| ContentError { pointer: at.child(field), message };
    let shape = map.geometry.shape();
    if shape != grid::Shape::Hex {
        return Err(problem("geometry", format!("expected a map of hexes, but found one of {}", shape.plural())));
    }
    let legend: Vec<_> = map.terrains().collect();
    let mut terrains: Vec<(&str, Terrain)> = Vec::new();
    let mut cells = Vec::with_capacity(map.geometry.cell_count());
    let mut painted = Vec::with_capacity(map.geometry.cell_count());
    // By position in the legend, the position in the order in which terrains turn up on the map.
    let mut known: Vec<Option<usize>> = vec![None; legend.len()];
    for (index, entry) in map.read().kinds.into_iter().map(usize::from).enumerate() {
        let Some(terrain) = legend.get(entry) else {
            let [col, row] = map.geometry.cell_at(index);
            let found = format!("expected a key of the legend at column {col}, row {row}, but found nothing known");
            return Err(problem("rows", found));
        };
        let kind = match known[entry].or_else(|| terrains.iter().position(|(id, _)| *id == terrain.id())) {
            Some(kind) => kind,
            None => {
                terrains.push((terrain.id(), resolved.get(&Ref::new(terrain.id()))?));
                terrains.len() - 1
            }
        };
        known[entry] = Some(kind);
        let terrain = &terrains[kind].1;
        cells.push(Cell { cost: (!terrain.blocks_move).then_some(terrain.cost), blocks_sight: terrain.blocks_sight });
        painted.push(kind as u16);
    }
    let ground = Ground {
        geometry: map.geometry,
        terrains: terrains.into_iter().map(|(_, terrain)| shown(terrain)).collect(),
        cells: painted,
        levels: map.levels().0,
        zones: ZoneView::all(&map.geometry, &map.zones),
    };
    Ok((Battlefield { geometry: map.geometry, cells }, ground))
}

fn shown(terrain: Terrain) -> TerrainView {
    let Terrain { title, color, pattern, blocks_move, .. } = terrain;
    TerrainView { title, color, pattern, closed: blocks_move }
}

fn read_side(
    resolved: &Resolved,
    content: &mut Content,
    at: &Pointer,
    part: &ScenarioSide,
    problems: &mut Vec<ContentError>,
) -> Result<(), ContentError> {
    let side: Side = resolved.get(&part.side)?;
    let roster: Roster = resolved.get(&side.roster)?;
    let id = SideId(content.sides.len() as u8);
    content.sides.push(Party {
        name: side.title,
        color: side.color,
        control: side.control,
        initiative: i32::from(side.initiative),
    });
    for (key, placement) in &part.place {
        let at = at.child("place").child(key);
        let Some(figure) = roster.figures.get(key) else {
            let message = format!("expected a figure of roster `{}`, but found `{key}`", side.roster.id());
            problems.push(ContentError { pointer: at, message });
            continue;
        };
        let start = Pose {
            head: content.field.geometry.hex(placement.hex.map(i32::from)),
            facing: Direction::new(i32::from(placement.facing)),
        };
        match read_figure(resolved, content, figure, id, start) {
            Ok(figure) => match misplaced(content, &figure) {
                Some(message) => problems.push(ContentError { pointer: at.child("hex"), message }),
                None => content.figures.push(figure),
            },
            Err(problem) => problems.push(problem),
        }
    }
    Ok(())
}

/// What is wrong with where a figure starts, the first of its hexes that is not free.
fn misplaced(content: &Content, figure: &Figure) -> Option<String> {
    figure.shape.hexes(figure.start).iter().find_map(|&hex| {
        let what = if content.field.geometry.index(hex).is_none() {
            "outside the map".to_owned()
        } else if content.field.cost(hex).is_none() {
            "on ground that nobody can enter".to_owned()
        } else {
            let taken = |other: &&Figure| other.shape.hexes(other.start).contains(&hex);
            format!("taken by {}", content.figures.iter().find(taken)?.name)
        };
        let [col, row] = content.field.geometry.cell(hex);
        Some(format!("expected a free hex of the map, but {col},{row} is {what}"))
    })
}

fn read_figure(
    resolved: &Resolved,
    content: &mut Content,
    figure: &RosterFigure,
    side: SideId,
    start: Pose,
) -> Result<Figure, ContentError> {
    let kind: FigureType = resolved.get(&figure.r#type)?;
    let pattern = kind.pattern();
    if pattern.hexes() != kind.hexes {
        let pointer = Pointer::root().child(FigureType::CATALOG).child(figure.r#type.id()).child("front");
        let message = format!("expected a pattern of {} hexes, but `{pattern}` has {}", kind.hexes, pattern.hexes());
        return Err(ContentError { pointer, message });
    }
    let shape = Shape::new(&pattern, &kind.see_over);
    let gait = content.ways.gait(&content.field, &pattern, &shape);
    let first = content.items.len();
    for gear in &figure.gear {
        let item: Item = resolved.get(&gear.item)?;
        content.items.push(Carried::new(item, gear));
    }
    let own = &figure.attributes;
    let organic = matches!(kind.kind, Kind::Creature | Kind::Base);
    let body = if organic {
        kind.attacks.into_iter().map(|attack| Weapon::organic(attack.title, attack.damage)).collect()
    } else {
        vec![Weapon::unarmed()]
    };
    Ok(Figure {
        name: figure.name.clone(),
        kind_title: kind.title,
        side,
        class: figure.class,
        size: u32::from(kind.size),
        shape,
        gait,
        st: i32::from(own.st.unwrap_or(kind.attributes.st)),
        dx: i32::from(own.dx.unwrap_or(kind.attributes.dx)),
        iq: i32::from(own.iq.unwrap_or(kind.attributes.iq)),
        ma: own.ma.unwrap_or(kind.attributes.ma),
        body,
        organic,
        hide: kind.hide.unwrap_or_default(),
        gear: first..content.items.len(),
        start,
    })
}
