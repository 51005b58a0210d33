//! The Map menu: map tools, and figures on maps.

use std::collections::BTreeSet;

use egui::{Key, KeyboardShortcut, Modifiers};
use foeman_schema::grid::Cell;
use foeman_schema::regrid;

use super::action::MapAction;
use super::chart::{self, Chart};
use super::layer::{Ink, Layer};
use super::shapes;
use super::symmetry::Balance;
use super::tools::{StrokeStyle, Tool};
use crate::kit::camera::Camera;
use crate::kit::icon::Icon;
use crate::scenario::{PlaceAction, placing};
use crate::shell::action::Action;
use crate::shell::commands::{BASE, Command, Menu, ctrl, ctrl_shift, plain};
use crate::shell::session::{Now, Session};
use crate::shell::view::{LARGEST, Pane, ViewState};
use foeman_scene::grid::Grid;

/// The commands in menu order.
pub static ALL: &[&Command] = &[
    &SELECT,
    &AREA,
    &PAINT,
    &LINE,
    &RECTANGLE,
    &ROUND,
    &FILL,
    &PICK,
    &MEASURE,
    &LARGER,
    &SMALLER,
    &BALANCE,
    &LAYER,
    &HIDE,
    &LOCK,
    &SELECT_ALL,
    &SELECT_ALIKE,
    &INVERT,
    &PAINT_AREA,
    &TURN,
    &MIRROR,
    &REPLACE,
    &GENERATE,
    &TRACE,
    &GEOMETRY,
    &AS_ROWS,
    &AS_AREAS,
    &TURN_LEFT,
    &TURN_RIGHT,
    &ZOOM_IN,
    &ZOOM_OUT,
    &FIT,
    &CENTER,
];

/// The map tools in the order of the tool strip, in groups.
pub static TOOLS: &[&[&Command]] =
    &[&[&SELECT, &AREA], &[&PAINT, &LINE, &RECTANGLE, &ROUND, &FILL, &PICK], &[&MEASURE, &GEOMETRY, &FIT]];

/// The tools for the figures of a scenario, in groups.
pub static FIGURE_TOOLS: &[&[&Command]] = &[&[&TURN_LEFT, &TURN_RIGHT], &[&FIT]];

/// Switches to the selection tool.
pub static SELECT: Command = Command {
    id: "map.select",
    name: "Select hexes",
    icon: Some(Icon::Pointer),
    keys: &[plain(Key::Escape)],
    applies: on_map,
    on: Some(|now| {
        let view = now.session.view();
        view.tool == Tool::Select && view.hand.held.is_none() && !super::has_area(now.session)
    }),
    action: |_| Some(Action::Map(MapAction::Leave)),
    ..IN_MENU
};

/// Switches to the paint tool.
pub static PAINT: Command = Command {
    id: "map.paint",
    name: "Paint terrain",
    icon: Some(Icon::Brush),
    keys: &[plain(Key::B)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Paint),
    action: |_| Some(Action::Tool(Tool::Paint)),
    ..IN_MENU
};

/// Switches to the terrain picker.
pub static PICK: Command = Command {
    id: "map.pick",
    name: "Pick terrain",
    icon: Some(Icon::Picker),
    keys: &[plain(Key::I)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Pick),
    action: |_| Some(Action::Tool(Tool::Pick)),
    ..IN_MENU
};

/// Switches to the area selection tool.
pub static AREA: Command = Command {
    id: "map.area",
    name: "Select an area",
    icon: Some(Icon::Area),
    keys: &[plain(Key::S)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Area),
    action: |_| Some(Action::Tool(Tool::Area)),
    ..IN_MENU
};

/// Switches to the line tool.
pub static LINE: Command = Command {
    id: "map.line",
    name: "Draw a line",
    icon: Some(Icon::Line),
    keys: &[plain(Key::L)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Line),
    action: |_| Some(Action::Tool(Tool::Line)),
    ..IN_MENU
};

/// Switches to the rectangle tool.
pub static RECTANGLE: Command = Command {
    id: "map.rectangle",
    name: "Draw a rectangle",
    icon: Some(Icon::Rectangle),
    keys: &[plain(Key::R)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Rectangle),
    action: |_| Some(Action::Tool(Tool::Rectangle)),
    ..IN_MENU
};

/// Switches to the hexagon and ring tool.
pub static ROUND: Command = Command {
    id: "map.hexagon",
    name: "Draw a hexagon or ring",
    icon: Some(Icon::Hex),
    keys: &[plain(Key::H)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Round),
    action: |_| Some(Action::Tool(Tool::Round)),
    ..IN_MENU
};

/// Switches to the flood fill tool.
pub static FILL: Command = Command {
    id: "map.fill",
    name: "Fill",
    icon: Some(Icon::Bucket),
    keys: &[plain(Key::F)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Fill),
    action: |_| Some(Action::Tool(Tool::Fill)),
    ..IN_MENU
};

/// Switches to the measuring tool.
pub static MEASURE: Command = Command {
    id: "map.measure",
    name: "Measure",
    icon: Some(Icon::Ruler),
    keys: &[plain(Key::M)],
    applies: on_map,
    on: Some(|now| now.session.view().tool == Tool::Measure),
    action: |_| Some(Action::Tool(Tool::Measure)),
    ..IN_MENU
};

/// Increases the brush size.
pub static LARGER: Command = Command {
    id: "map.larger",
    name: "Larger brush",
    group: 1,
    keys: &[plain(Key::CloseBracket)],
    applies: on_map,
    action: |now| radius(now.session, 1),
    ..IN_MENU
};

/// Decreases the brush size.
pub static SMALLER: Command = Command {
    id: "map.smaller",
    name: "Smaller brush",
    group: 1,
    keys: &[plain(Key::OpenBracket)],
    applies: |now| on_map(now) && now.session.view().stroke.radius > 0,
    action: |now| radius(now.session, -1),
    ..IN_MENU
};

/// Switches to the next symmetry.
pub static BALANCE: Command = Command {
    id: "map.symmetry",
    name: "Next symmetry",
    group: 1,
    keys: &[plain(Key::Y)],
    applies: |now| matches!(now.session.view().document(), Some(Pane::Map(_) | Pane::Scenario(_))),
    action: |now| {
        let map = match now.session.view().document()? {
            Pane::Scenario(key) => placing::setup(now.session.pack()?.draft(), now.session.registry(), key)?.map,
            _ => super::on_top(now.session)?,
        };
        let geometry = regrid::written(now.session.pack()?.draft(), &map)?;
        let all = Balance::all(geometry.shape);
        let now = all.iter().position(|balance| *balance == now.session.view().balance)?;
        Some(Action::Balance(all[(now + 1) % all.len()]))
    },
    ..IN_MENU
};

/// Switches to the next layer.
pub static LAYER: Command = Command {
    id: "map.layer",
    name: "Next layer",
    group: 1,
    keys: &[plain(Key::N)],
    applies: on_map,
    about: Some(|now| Some(format!("({})", next_layer(now.session).name().to_lowercase()))),
    action: |now| Some(Action::Layer(next_layer(now.session))),
    ..IN_MENU
};

/// Shows or hides the current layer.
pub static HIDE: Command = Command {
    id: "map.hide-layer",
    name: "Hide the layer",
    icon: Some(Icon::Eye),
    group: 1,
    applies: on_map,
    on: Some(|now| now.session.view().hidden.contains(&now.session.view().layer)),
    action: |now| Some(Action::Hide(now.session.view().layer)),
    ..IN_MENU
};

/// Locks or unlocks the current layer.
pub static LOCK: Command = Command {
    id: "map.lock-layer",
    name: "Lock the layer",
    icon: Some(Icon::Lock),
    group: 1,
    applies: on_map,
    on: Some(|now| now.session.view().locked.contains(&now.session.view().layer)),
    action: |now| Some(Action::Lock(now.session.view().layer)),
    ..IN_MENU
};

/// Selects the whole map.
pub static SELECT_ALL: Command = Command {
    id: "map.select-all",
    name: "Select the whole map",
    group: 2,
    keys: &[ctrl(Key::A)],
    applies: on_map,
    action: |now| select(now.session, |_, _| true, |_, _| true),
    ..IN_MENU
};

/// Selects all cells with the terrain of the selected hex, or else with the current terrain.
pub static SELECT_ALIKE: Command = Command {
    id: "map.select-alike",
    name: "Select all of this terrain",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::S)],
    applies: |now| on_map(now) && (super::cursor(now.session).is_some() || now.session.view().brush.is_some()),
    action: |now| {
        let chart = chart::read(now.session.pack()?, &super::on_top(now.session)?).ok()?;
        let under = super::cursor(now.session).and_then(|cell| chart.terrain(cell));
        let wanted = under.map(str::to_owned).or_else(|| now.session.view().brush.clone());
        select(
            now.session,
            |chart, kind| chart.legend.get(kind).map(|paint| &paint.terrain) == wanted.as_ref(),
            |_, _| true,
        )
    },
    ..IN_MENU
};

/// Inverts the selected area.
pub static INVERT: Command = Command {
    id: "map.invert",
    name: "Invert the area",
    group: 2,
    applies: on_map,
    action: |now| {
        let map = super::on_top(now.session)?;
        select(now.session, |_, _| true, |_, cell| !now.session.view().hand.area(&map).contains(&cell))
    },
    ..IN_MENU
};

/// Fills the selected area.
pub static PAINT_AREA: Command = Command {
    id: "map.paint-area",
    name: "Paint the area",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F)],
    applies: |now| super::has_area(now.session) && !inks(now.session.view()).is_empty(),
    action: |now| {
        let (map, pack) = (super::on_top(now.session)?, now.session.pack()?);
        let view = now.session.view();
        let cells = view.hand.area(&map).iter().copied().collect();
        let chart = chart::read(pack, &map).ok()?;
        let dabs = shapes::painted(&chart, view.balance, &inks(view), cells, pack.revision());
        (!dabs.is_empty()).then_some(Action::Map(MapAction::Draw { map, verb: "Paint an area of", dabs }))
    },
    ..IN_MENU
};

/// Rotates the patch attached to the pointer.
pub static TURN: Command = Command {
    id: "map.turn",
    name: "Turn pasted cells",
    group: 2,
    keys: &[plain(Key::Z)],
    applies: |now| on_map(now) && now.session.view().hand.held.is_some(),
    action: |_| Some(Action::Map(MapAction::Turn)),
    ..IN_MENU
};

/// Flips the patch attached to the pointer.
pub static MIRROR: Command = Command {
    id: "map.mirror",
    name: "Mirror pasted cells",
    group: 2,
    keys: &[plain(Key::X)],
    applies: |now| on_map(now) && now.session.view().hand.held.is_some(),
    action: |_| Some(Action::Map(MapAction::Mirror)),
    ..IN_MENU
};

/// Opens the dialog that replaces a terrain.
pub static REPLACE: Command = Command {
    id: "map.replace",
    name: "Replace terrain…",
    group: 3,
    keys: &[ctrl(Key::H)],
    applies: on_map,
    action: |now| super::on_top(now.session).map(|map| Action::Map(MapAction::AskReplace(map))),
    ..IN_MENU
};

/// Opens the dialog that generates random terrain.
pub static GENERATE: Command = Command {
    id: "map.generate",
    name: "Generate terrain…",
    group: 3,
    keys: &[ctrl_shift(Key::G)],
    applies: on_map,
    action: |now| super::on_top(now.session).map(|map| Action::Map(MapAction::AskChance(map))),
    ..IN_MENU
};

/// Shows a dialog to choose a tracing image.
pub static TRACE: Command = Command {
    id: "map.trace",
    name: "Trace a picture…",
    group: 3,
    applies: on_map,
    action: |_| Some(Action::Map(MapAction::AskTrace)),
    ..IN_MENU
};

/// Opens the dialog that changes the map's size and geometry.
pub static GEOMETRY: Command = Command {
    id: "map.geometry",
    name: "Resize map…",
    icon: Some(Icon::Resize),
    group: 3,
    keys: &[ctrl(Key::G)],
    applies: |now| super::on_top(now.session).is_some(),
    action: |now| super::on_top(now.session).map(|map| Action::Map(MapAction::AskReshape(map))),
    ..IN_MENU
};

/// Converts a map of areas to rows of letters.
pub static AS_ROWS: Command = Command {
    id: "map.as-rows",
    name: "Convert to rows",
    group: 3,
    applies: |now| filled(now.session) == Some(true),
    action: |now| super::on_top(now.session).map(|map| Action::Map(MapAction::Rewrite(map))),
    ..IN_MENU
};

/// Converts a map of rows to areas over a fill.
pub static AS_AREAS: Command = Command {
    id: "map.as-areas",
    name: "Convert to fill and areas",
    group: 3,
    applies: |now| filled(now.session) == Some(false),
    action: |now| super::on_top(now.session).map(|map| Action::Map(MapAction::Rewrite(map))),
    ..IN_MENU
};

/// Whether the current map is stored as areas over a fill.
fn filled(session: &Session) -> Option<bool> {
    Some(regrid::is_filled(session.pack()?.draft(), &super::on_top(session)?))
}

/// Turns the selected figure left.
pub static TURN_LEFT: Command = Command {
    id: "map.turn-left",
    name: "Turn left",
    icon: Some(Icon::TurnLeft),
    group: 4,
    keys: &[plain(Key::Q)],
    applies: |now| crate::scenario::chosen(now.session).is_some(),
    action: |now| turned(now.session, 5),
    ..IN_MENU
};

/// Turns the selected figure right.
pub static TURN_RIGHT: Command = Command {
    id: "map.turn-right",
    name: "Turn right",
    icon: Some(Icon::TurnRight),
    group: 4,
    keys: &[plain(Key::E)],
    applies: |now| crate::scenario::chosen(now.session).is_some(),
    action: |now| turned(now.session, 1),
    ..IN_MENU
};

/// Zooms in.
pub static ZOOM_IN: Command = Command {
    id: "map.zoom-in",
    name: "Zoom in",
    group: 5,
    keys: &[plain(Key::Plus), plain(Key::Equals)],
    applies: on_board,
    action: |_| Some(Action::Zoom(1.25)),
    ..IN_MENU
};

/// Zooms out.
pub static ZOOM_OUT: Command = Command {
    id: "map.zoom-out",
    name: "Zoom out",
    group: 5,
    keys: &[plain(Key::Minus)],
    applies: on_board,
    action: |_| Some(Action::Zoom(0.8)),
    ..IN_MENU
};

/// Fits the whole map into the view.
pub static FIT: Command = Command {
    id: "map.fit",
    name: "Show the whole map",
    icon: Some(Icon::Fit),
    group: 5,
    keys: &[plain(Key::Num0)],
    applies: on_board,
    action: |_| Some(Action::Fit),
    ..IN_MENU
};

/// Centres the view on the selected hex.
pub static CENTER: Command = Command {
    id: "map.center",
    name: "Go to the selected hex",
    group: 5,
    keys: &[plain(Key::C)],
    applies: |now| super::cursor(now.session).is_some(),
    action: |now| {
        let (map, cell) = (super::on_top(now.session)?, super::cursor(now.session)?);
        let geometry = regrid::written(now.session.pack()?.draft(), &map)?.fit().ok()?;
        let camera = now.session.view().camera(&map.to_string())?;
        let center = Grid::new(geometry).center(cell);
        Some(Action::Look(map.to_string(), Camera { center, fitted: false, ..camera }))
    },
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Map, ..BASE };

fn on_map(now: &Now<'_>) -> bool {
    super::on_top(now.session).is_some()
}

fn next_layer(session: &Session) -> Layer {
    let now = Layer::DRAWN.iter().position(|layer| *layer == session.view().layer).unwrap_or_default();
    Layer::DRAWN[(now + 1) % Layer::DRAWN.len()]
}

/// Returns the current inks, each with its weight.
fn inks(view: &ViewState) -> Vec<(Ink, u32)> {
    match view.layer {
        Layer::Terrain if view.mix.is_empty() => {
            view.brush.clone().map(|id| (Ink::Terrain(id), 1)).into_iter().collect()
        }
        Layer::Terrain => view.mix.iter().map(|(id, share)| (Ink::Terrain(id.clone()), *share)).collect(),
        Layer::Levels => vec![(Ink::Level(view.level), 1)],
        Layer::Zones => vec![(view.zone.clone().map_or(Ink::NoZone, Ink::Zone), 1)],
        Layer::Figures | Layer::Items => Vec::new(),
    }
}

/// Returns the action that changes the brush radius by a number of steps.
fn radius(session: &Session, by: i32) -> Option<Action> {
    let style = session.view().stroke;
    Some(Action::Stroke(StrokeStyle { radius: style.radius.saturating_add_signed(by).min(LARGEST), ..style }))
}

/// Returns the action that selects the cells accepted by both predicates: one on the terrain, by its index, and one on
/// the cell.
fn select(
    session: &Session,
    kinds: impl Fn(&Chart, usize) -> bool,
    wanted: impl Fn(&Chart, Cell) -> bool,
) -> Option<Action> {
    let map = super::on_top(session)?;
    let chart = chart::read(session.pack()?, &map).ok()?;
    let cells = &chart.terrain.ground.cells;
    let mut area = BTreeSet::new();
    for row in 0..cells.size()[1] as i32 {
        for ([first, last], _) in cells.runs(row).filter(|(_, kind)| kinds(&chart, usize::from(*kind))) {
            area.extend((first..=last).map(|column| [column, row]).filter(|cell| wanted(&chart, *cell)));
            if area.len() > shapes::MOST {
                return Some(Action::Map(MapAction::TooMany));
            }
        }
    }
    Some(Action::Map(MapAction::Area(map, area)))
}

fn on_board(now: &Now<'_>) -> bool {
    let fought_on_map = || now.play.battle().is_some_and(|battle| battle.board().ground.is_some());
    match now.session.view().document() {
        Some(Pane::Map(_) | Pane::Scenario(_)) => true,
        Some(Pane::Play) => fought_on_map(),
        _ => false,
    }
}

/// Returns the action that turns the selected figure clockwise by a number of hex sides.
fn turned(session: &Session, sides: u8) -> Option<Action> {
    let chosen = crate::scenario::chosen(session)?;
    Some(Action::Place(PlaceAction::Turn { figure: chosen.pointer, facing: (chosen.facing + sides) % 6 }))
}
