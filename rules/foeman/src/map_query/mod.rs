//! Map overlays for scenario authors: reach, line of sight, threat, choke points. They use the functions that battles
//! use.

mod arcs;
mod chokepoints;
mod distance;
mod imagined;
mod line_of_sight;
mod reach;
mod threat;

use foeman_schema::dialect::Record;
use foeman_schema::grid::{Cell, Direction, Hex};
use foeman_schema::resolve::{ContentError, Resolved};

use crate::body::shape::Pose;
use crate::catalogs::FigureType;
use crate::content::{self, Content};
use crate::ids::FigureId;
use crate::situation::Situation;
use crate::state::State;
use foeman_engine::map_query::{Ask, MapQuery, MapQueryDef, Mark, Overlay, SightLine, Topic};

pub(crate) static MAP_QUERY: MapQueryDef = MapQueryDef {
    topics: &Topic::ALL,
    catalog: FigureType::CATALOG,
    imagined: imagined::map_query,
    scenario: |resolved| Ok(Box::new(Watch::new(resolved)?)),
};

/// Larger maps are not analysed as a whole.
const MOST_CELLS: usize = 250_000;
/// With more cells in view, none is analysed, so that hovering over the map stays fast.
const MOST_IN_VIEW: usize = 40_000;

/// The scenario before the battle begins.
struct Watch {
    content: Content,
    state: State,
}

impl Watch {
    fn new(resolved: &Resolved) -> Result<Self, String> {
        let content = content::read(resolved).map_err(told)?;
        let state = State::new(&content);
        Ok(Self { content, state })
    }

    fn now(&self) -> Situation<'_> {
        Situation::new(&self.content, &self.state)
    }

    /// The figure in question.
    fn who(&self, ask: &Ask) -> Option<FigureId> {
        let number = u16::try_from(ask.who?).ok()?;
        (usize::from(number) < self.state.figures.len()).then_some(FigureId(number))
    }

    /// The figure in question, which must exist, and the state with the figure in the requested place.
    fn placed(&self, ask: &Ask) -> Result<(FigureId, State), String> {
        let figure = self.who(ask).ok_or("Choose a figure that is on the map")?;
        let mut state = self.state.clone();
        let Some(cell) = ask.at else { return Ok((figure, state)) };
        let own = state.figure_mut(figure);
        own.hex = self.hex(cell);
        own.facing = Direction::new(i32::from(ask.facing));
        own.origin = own.pose();
        let now = Situation::new(&self.content, &state);
        let (name, there) = (now.name(figure), now.kind(figure).shape.hexes(now.figure(figure).pose()));
        if there.iter().any(|&hex| self.content.land.field.cost(hex).is_none()) {
            return Err(format!("{name} cannot be there: not enough room"));
        }
        if now.is_taken(figure, &there) {
            return Err(format!("{name} cannot be there: the hex is taken"));
        }
        Ok((figure, state))
    }

    fn hex(&self, cell: Cell) -> Hex {
        self.content.land.field.geometry.hex(cell)
    }

    fn cell(&self, hex: Hex) -> Cell {
        self.content.land.field.geometry.cell(hex)
    }

    /// The cells of the map in view; fails if there are too many.
    fn looked_at<'a>(&'a self, ask: &Ask) -> Result<impl Iterator<Item = Cell> + use<'a>, String> {
        let [first, last] = ask.within;
        let size = self.content.land.field.geometry.size().map(|count| count as i32 - 1);
        let (columns, rows) = (first[0].max(0)..=last[0].min(size[0]), first[1].max(0)..=last[1].min(size[1]));
        let cells = columns.clone().count() * rows.clone().count();
        if cells > MOST_IN_VIEW {
            return Err(format!("Zoom in: expected at most {MOST_IN_VIEW} cells in view for this, found {cells}"));
        }
        Ok(rows.flat_map(move |row| columns.clone().map(move |column| [column, row])))
    }

    /// Fails if a map is too large to be analysed as a whole.
    fn check_size(&self) -> Result<(), String> {
        let cells = self.content.land.field.geometry.cell_count();
        match cells <= MOST_CELLS {
            true => Ok(()),
            false => Err(format!("Expected a map of at most {MOST_CELLS} cells for this, found {cells}")),
        }
    }
}

impl MapQuery for Watch {
    fn answer(&self, ask: &Ask) -> Result<Overlay, String> {
        let overlay = match ask.topic {
            Topic::Reach => reach::overlay(self, ask),
            Topic::Sight => line_of_sight::overlay(self, ask),
            Topic::Fronts => arcs::overlay(self, ask),
            Topic::Threat => threat::overlay(self, ask),
            Topic::Distance => distance::overlay(self, ask),
            Topic::Narrows => chokepoints::overlay(self),
        };
        overlay.map(Overlay::tidied)
    }

    fn line(&self, ask: &Ask, to: Cell) -> Option<SightLine> {
        let is_on_map = self.content.land.field.geometry.contains(to);
        if ask.topic == Topic::Sight && is_on_map { line_of_sight::line(self, ask, to) } else { None }
    }
}

/// The first problem of the content, as a sentence.
fn told(problems: Vec<ContentError>) -> String {
    let first = problems.first().map(|problem| problem.message.clone());
    first.unwrap_or_else(|| "The content cannot be read".to_owned())
}

/// A mark without a number.
fn mark(cell: Cell, key: usize) -> Mark {
    Mark { cell, key: key as u8, number: None }
}

/// A mark with a number.
fn counted(cell: Cell, key: usize, number: u32) -> Mark {
    Mark { number: Some(number), ..mark(cell, key) }
}

/// The position of a figure in words: `7,4`.
fn at(watch: &Watch, pose: Pose) -> String {
    let [column, row] = watch.cell(pose.head);
    format!("{column},{row}")
}
