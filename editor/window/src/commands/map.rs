//! The Map menu: maps, and figures on them.

use std::collections::BTreeSet;

use egui::{Key, KeyboardShortcut, Modifiers};
use foeman_schema::grid::Cell;
use foeman_schema::regrid;

use super::super::action::{Action, MapAction, PlaceAction};
use super::super::chart::{self, Chart};
use super::super::icon::Icon;
use super::super::placing;
use super::super::shapes;
use super::super::view::{Balance, Camera, Ink, LARGEST, Layer, Pane, StrokeStyle, Tool, ViewState};
use super::super::workspace::Workspace;
use super::{BASE, Command, Menu, ctrl, ctrl_shift, plain};
use foeman_scene::grid::Grid;

/// The menu, from top to bottom.
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

/// What the pointer can do on a map, in the order of its buttons.
pub static TOOLS: &[&Command] = &[&SELECT, &AREA, &PAINT, &LINE, &RECTANGLE, &ROUND, &FILL, &PICK, &MEASURE, &GEOMETRY];

/// Lets the pointer select hexes.
pub static SELECT: Command = Command {
    id: "map.select",
    name: "Select hexes",
    icon: Some(Icon::Pointer),
    keys: &[plain(Key::Escape)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Select),
    action: |_| Some(Action::Map(MapAction::Leave)),
    ..IN_MENU
};

/// Lets the pointer paint.
pub static PAINT: Command = Command {
    id: "map.paint",
    name: "Paint terrain",
    icon: Some(Icon::Brush),
    keys: &[plain(Key::B)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Paint),
    action: |_| Some(Action::Tool(Tool::Paint)),
    ..IN_MENU
};

/// Lets the pointer pick what to paint with.
pub static PICK: Command = Command {
    id: "map.pick",
    name: "Pick terrain",
    icon: Some(Icon::Picker),
    keys: &[plain(Key::I)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Pick),
    action: |_| Some(Action::Tool(Tool::Pick)),
    ..IN_MENU
};

/// Lets the pointer select an area.
pub static AREA: Command = Command {
    id: "map.area",
    name: "Select an area",
    icon: Some(Icon::Area),
    keys: &[plain(Key::S)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Area),
    action: |_| Some(Action::Tool(Tool::Area)),
    ..IN_MENU
};

/// Lets the pointer draw lines.
pub static LINE: Command = Command {
    id: "map.line",
    name: "Draw a line",
    icon: Some(Icon::Line),
    keys: &[plain(Key::L)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Line),
    action: |_| Some(Action::Tool(Tool::Line)),
    ..IN_MENU
};

/// Lets the pointer draw rectangles.
pub static RECTANGLE: Command = Command {
    id: "map.rectangle",
    name: "Draw a rectangle",
    icon: Some(Icon::Rectangle),
    keys: &[plain(Key::R)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Rectangle),
    action: |_| Some(Action::Tool(Tool::Rectangle)),
    ..IN_MENU
};

/// Lets the pointer draw round a middle.
pub static ROUND: Command = Command {
    id: "map.hexagon",
    name: "Draw a hexagon or ring",
    icon: Some(Icon::Hex),
    keys: &[plain(Key::H)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Round),
    action: |_| Some(Action::Tool(Tool::Round)),
    ..IN_MENU
};

/// Lets the pointer fill what hangs together.
pub static FILL: Command = Command {
    id: "map.fill",
    name: "Fill",
    icon: Some(Icon::Bucket),
    keys: &[plain(Key::F)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Fill),
    action: |_| Some(Action::Tool(Tool::Fill)),
    ..IN_MENU
};

/// Lets the pointer measure.
pub static MEASURE: Command = Command {
    id: "map.measure",
    name: "Measure",
    icon: Some(Icon::Ruler),
    keys: &[plain(Key::M)],
    applies: on_map,
    on: Some(|workspace| workspace.view().tool == Tool::Measure),
    action: |_| Some(Action::Tool(Tool::Measure)),
    ..IN_MENU
};

/// Makes the brush larger.
pub static LARGER: Command = Command {
    id: "map.larger",
    name: "Larger brush",
    group: 1,
    keys: &[plain(Key::CloseBracket)],
    applies: on_map,
    action: |workspace| radius(workspace, 1),
    ..IN_MENU
};

/// Makes the brush smaller.
pub static SMALLER: Command = Command {
    id: "map.smaller",
    name: "Smaller brush",
    group: 1,
    keys: &[plain(Key::OpenBracket)],
    applies: |workspace| on_map(workspace) && workspace.view().stroke.radius > 0,
    action: |workspace| radius(workspace, -1),
    ..IN_MENU
};

/// Draws other parts of maps alike.
pub static BALANCE: Command = Command {
    id: "map.symmetry",
    name: "Next symmetry",
    group: 1,
    keys: &[plain(Key::Y)],
    applies: |workspace| matches!(workspace.view().document(), Some(Pane::Map(_) | Pane::Scenario(_))),
    action: |workspace| {
        let map = match workspace.view().document()? {
            Pane::Scenario(key) => placing::setup(workspace.pack()?.draft(), workspace.registry(), key)?.map,
            _ => workspace.map()?,
        };
        let geometry = regrid::written(workspace.pack()?.draft(), &map)?;
        let all = Balance::all(geometry.shape);
        let now = all.iter().position(|balance| *balance == workspace.view().balance)?;
        Some(Action::Balance(all[(now + 1) % all.len()]))
    },
    ..IN_MENU
};

/// Draws something else of maps.
pub static LAYER: Command = Command {
    id: "map.layer",
    name: "Next layer",
    group: 1,
    keys: &[plain(Key::N)],
    applies: on_map,
    about: Some(|workspace| Some(format!("({})", next_layer(workspace).name().to_lowercase()))),
    action: |workspace| Some(Action::Layer(next_layer(workspace))),
    ..IN_MENU
};

/// Hides the layer that is drawn, or shows it.
pub static HIDE: Command = Command {
    id: "map.hide-layer",
    name: "Hide the layer",
    icon: Some(Icon::Eye),
    group: 1,
    applies: |workspace| on_map(workspace) && workspace.view().layer.can_hide(),
    on: Some(|workspace| workspace.view().hidden.contains(&workspace.view().layer)),
    action: |workspace| Some(Action::Hide(workspace.view().layer)),
    ..IN_MENU
};

/// Keeps the layer from being drawn, or no longer.
pub static LOCK: Command = Command {
    id: "map.lock-layer",
    name: "Lock the layer",
    icon: Some(Icon::Lock),
    group: 1,
    applies: on_map,
    on: Some(|workspace| workspace.view().locked.contains(&workspace.view().layer)),
    action: |workspace| Some(Action::Lock(workspace.view().layer)),
    ..IN_MENU
};

/// Selects the whole map.
pub static SELECT_ALL: Command = Command {
    id: "map.select-all",
    name: "Select the whole map",
    group: 2,
    keys: &[ctrl(Key::A)],
    applies: on_map,
    action: |workspace| select(workspace, |_, _| true, |_, _| true),
    ..IN_MENU
};

/// Selects whatever has the terrain of the selected hex, else the terrain that is painted with.
pub static SELECT_ALIKE: Command = Command {
    id: "map.select-alike",
    name: "Select all of this terrain",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::S)],
    applies: |workspace| on_map(workspace) && (workspace.cursor().is_some() || workspace.view().brush.is_some()),
    action: |workspace| {
        let chart = chart::read(workspace.pack()?, &workspace.map()?).ok()?;
        let under = workspace.cursor().and_then(|cell| chart.terrain(cell));
        let wanted = under.map(str::to_owned).or_else(|| workspace.view().brush.clone());
        select(
            workspace,
            |chart, kind| chart.legend.get(kind).map(|paint| &paint.terrain) == wanted.as_ref(),
            |_, _| true,
        )
    },
    ..IN_MENU
};

/// Selects what was not selected.
pub static INVERT: Command = Command {
    id: "map.invert",
    name: "Invert the area",
    group: 2,
    applies: on_map,
    action: |workspace| {
        let map = workspace.map()?;
        select(workspace, |_, _| true, |_, cell| !workspace.view().hand.area(&map).contains(&cell))
    },
    ..IN_MENU
};

/// Paints the area that is selected.
pub static PAINT_AREA: Command = Command {
    id: "map.paint-area",
    name: "Paint the area",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F)],
    applies: |workspace| workspace.has_area() && !inks(workspace.view()).is_empty(),
    action: |workspace| {
        let (map, pack) = (workspace.map()?, workspace.pack()?);
        let view = workspace.view();
        let cells = view.hand.area(&map).iter().copied().collect();
        let chart = chart::read(pack, &map).ok()?;
        let dabs = shapes::painted(&chart, view.balance, &inks(view), cells, pack.revision());
        (!dabs.is_empty()).then_some(Action::Map(MapAction::Draw { map, verb: "Paint an area of", dabs }))
    },
    ..IN_MENU
};

/// Turns what is held over the map.
pub static TURN: Command = Command {
    id: "map.turn",
    name: "Turn what is pasted",
    group: 2,
    keys: &[plain(Key::Z)],
    applies: |workspace| on_map(workspace) && workspace.view().hand.held.is_some(),
    action: |_| Some(Action::Map(MapAction::Turn)),
    ..IN_MENU
};

/// Mirrors what is held over the map.
pub static MIRROR: Command = Command {
    id: "map.mirror",
    name: "Mirror what is pasted",
    group: 2,
    keys: &[plain(Key::X)],
    applies: |workspace| on_map(workspace) && workspace.view().hand.held.is_some(),
    action: |_| Some(Action::Map(MapAction::Mirror)),
    ..IN_MENU
};

/// Puts one terrain in the place of another.
pub static REPLACE: Command = Command {
    id: "map.replace",
    name: "Replace terrain…",
    group: 3,
    keys: &[ctrl(Key::H)],
    applies: on_map,
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::AskReplace(map))),
    ..IN_MENU
};

/// Lets chance make terrain.
pub static GENERATE: Command = Command {
    id: "map.generate",
    name: "Generate terrain…",
    group: 3,
    keys: &[ctrl_shift(Key::G)],
    applies: on_map,
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::AskChance(map))),
    ..IN_MENU
};

/// Shows a picture over the map, to be traced.
pub static TRACE: Command = Command {
    id: "map.trace",
    name: "Trace a picture…",
    group: 3,
    applies: on_map,
    action: |_| Some(Action::Map(MapAction::AskTrace)),
    ..IN_MENU
};

/// Gives the map another size or another kind of cells.
pub static GEOMETRY: Command = Command {
    id: "map.geometry",
    name: "Change geometry…",
    icon: Some(Icon::Resize),
    group: 3,
    keys: &[ctrl(Key::G)],
    applies: |workspace| workspace.map().is_some(),
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::AskReshape(map))),
    ..IN_MENU
};

/// Writes a map of areas as rows of letters.
pub static AS_ROWS: Command = Command {
    id: "map.as-rows",
    name: "Write as rows",
    group: 3,
    applies: |workspace| filled(workspace) == Some(true),
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::Rewrite(map))),
    ..IN_MENU
};

/// Writes a map of rows as areas on a fill.
pub static AS_AREAS: Command = Command {
    id: "map.as-areas",
    name: "Write as fill and areas",
    group: 3,
    applies: |workspace| filled(workspace) == Some(false),
    action: |workspace| workspace.map().map(|map| Action::Map(MapAction::Rewrite(map))),
    ..IN_MENU
};

/// Whether the map that is shown is written as areas on a fill.
fn filled(workspace: &Workspace) -> Option<bool> {
    Some(regrid::is_filled(workspace.pack()?.draft(), &workspace.map()?))
}

/// Turns the chosen figure.
pub static TURN_LEFT: Command = Command {
    id: "map.turn-left",
    name: "Turn left",
    group: 4,
    keys: &[plain(Key::Q)],
    applies: |workspace| workspace.chosen().is_some(),
    action: |workspace| turned(workspace, 5),
    ..IN_MENU
};

/// Turns the chosen figure the other way.
pub static TURN_RIGHT: Command = Command {
    id: "map.turn-right",
    name: "Turn right",
    group: 4,
    keys: &[plain(Key::E)],
    applies: |workspace| workspace.chosen().is_some(),
    action: |workspace| turned(workspace, 1),
    ..IN_MENU
};

/// Shows the map larger.
pub static ZOOM_IN: Command = Command {
    id: "map.zoom-in",
    name: "Zoom in",
    group: 5,
    keys: &[plain(Key::Plus), plain(Key::Equals)],
    applies: on_board,
    action: |_| Some(Action::Zoom(1.25)),
    ..IN_MENU
};

/// Shows the map smaller.
pub static ZOOM_OUT: Command = Command {
    id: "map.zoom-out",
    name: "Zoom out",
    group: 5,
    keys: &[plain(Key::Minus)],
    applies: on_board,
    action: |_| Some(Action::Zoom(0.8)),
    ..IN_MENU
};

/// Shows all of the map.
pub static FIT: Command = Command {
    id: "map.fit",
    name: "Show the whole map",
    group: 5,
    keys: &[plain(Key::Num0)],
    applies: on_board,
    action: |_| Some(Action::Fit),
    ..IN_MENU
};

/// Brings the selected hex into the middle.
pub static CENTER: Command = Command {
    id: "map.center",
    name: "Go to the selected hex",
    group: 5,
    keys: &[plain(Key::C)],
    applies: |workspace| workspace.cursor().is_some(),
    action: |workspace| {
        let (map, cell) = (workspace.map()?, workspace.cursor()?);
        let geometry = regrid::written(workspace.pack()?.draft(), &map)?.fit().ok()?;
        let camera = workspace.view().camera(&map.to_string())?;
        let center = Grid::new(geometry).center(cell);
        Some(Action::Look(map.to_string(), Camera { center, fitted: false, ..camera }))
    },
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::Map, ..BASE };

fn on_map(workspace: &Workspace) -> bool {
    workspace.map().is_some()
}

fn next_layer(workspace: &Workspace) -> Layer {
    let now = Layer::ALL.iter().position(|layer| *layer == workspace.view().layer).unwrap_or_default();
    Layer::ALL[(now + 1) % Layer::ALL.len()]
}

/// What was chosen to paint with, each with its share.
fn inks(view: &ViewState) -> Vec<(Ink, u32)> {
    match view.layer {
        Layer::Terrain if view.mix.is_empty() => {
            view.brush.clone().map(|id| (Ink::Terrain(id), 1)).into_iter().collect()
        }
        Layer::Terrain => view.mix.iter().map(|(id, share)| (Ink::Terrain(id.clone()), *share)).collect(),
        Layer::Levels => vec![(Ink::Level(view.level), 1)],
        Layer::Zones => vec![(view.zone.clone().map_or(Ink::NoZone, Ink::Zone), 1)],
    }
}

/// A brush so many steps larger.
fn radius(workspace: &Workspace, by: i32) -> Option<Action> {
    let style = workspace.view().stroke;
    Some(Action::Stroke(StrokeStyle { radius: style.radius.saturating_add_signed(by).min(LARGEST), ..style }))
}

/// The cells of the map whose terrain, by its number, and who themselves are wanted, as an area.
fn select(
    workspace: &Workspace,
    kinds: impl Fn(&Chart, usize) -> bool,
    wanted: impl Fn(&Chart, Cell) -> bool,
) -> Option<Action> {
    let map = workspace.map()?;
    let chart = chart::read(workspace.pack()?, &map).ok()?;
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

fn on_board(workspace: &Workspace) -> bool {
    let fought_on_map = || workspace.play().battle().is_some_and(|battle| battle.board().ground.is_some());
    match workspace.view().document() {
        Some(Pane::Map(_) | Pane::Scenario(_)) => true,
        Some(Pane::Play) => fought_on_map(),
        _ => false,
    }
}

/// The chosen figure turned clockwise by some sides of its hex.
fn turned(workspace: &Workspace, sides: u8) -> Option<Action> {
    let chosen = workspace.chosen()?;
    Some(Action::Place(PlaceAction::Turn { figure: chosen.pointer, facing: (chosen.facing + sides) % 6 }))
}
