//! The scenario pane: figures on the map, to be placed, dragged and turned; or the cell by cell editor, if the ruleset
//! uses one.

mod cells;
mod events;
mod things;

use egui::{CursorIcon, Id, Key, Modifiers, Rect, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo};
use foeman_engine::display::{Board, Token};
use foeman_engine::setup::Placeable;
use foeman_schema::text::RecordKey;

use super::action::PlaceAction;
use super::figure_list::FigureList;
use super::{placing, plots};
use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag};
use crate::kit::icon::Icon;
use crate::kit::map_frame::MapFrame;
use crate::kit::options::{self, Choice};
use crate::kit::{tokens, widgets};
use crate::map::{self, Layer, chart, commands};
use crate::overlay;
use crate::overlay::bar as overlay_bar;
use crate::overlay::legend;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_scene::figure::Emphasis;
use foeman_scene::outline::border;
use foeman_scene::theme::palette;

/// The scenario pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Figures,
    ground: Ground::Whole,
    is: |pane| matches!(pane, Pane::Scenario(_)),
    title: map::title_of_record,
    exists: map::record_exists,
    ui: |ui, workspace, pane, actions| {
        if let Pane::Scenario(key) = pane {
            self::ui(ui, &workspace.now(), key, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[
        Sample {
            name: "scenario:ID",
            about: "a scenario with its figures on its map, as in scenario:siege",
            pack: "arena",
            example: "scenario:siege",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                Ok(())
            },
        },
        Sample {
            name: "overlay:TOPIC/ID",
            about: "a scenario with an overlay of the rules, as in overlay:threat/siege",
            pack: "arena",
            example: "overlay:threat/siege",
            show: show_overlay,
        },
    ],
};

/// The width of the list of figures and goals, in points.
const WIDE: f32 = 440.0;
/// Half the side of the drag handle in a hex, in hex radii.
const GRIP: f32 = 0.7;

/// Returns the actions that show a scenario.
fn steps(session: &Session, id: &str) -> Result<Vec<Action>, String> {
    let playable = session.pack().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), id);
    let pane =
        crate::scenario::pane_of(session, &key).ok_or_else(|| format!("there is no scenario `{id}` on a map"))?;
    Ok(vec![Action::Show(pane), Action::Select(Selection::record(key))])
}

fn show_overlay(workspace: &mut Workspace, what: &str) -> Result<(), String> {
    overlay_bar::sample(workspace, what, steps)?;
    let Some(Pane::Scenario(key)) = workspace.view().document().cloned() else { return Ok(()) };
    let setup = workspace.pack().and_then(|pack| placing::setup(pack.draft(), workspace.session.registry(), &key));
    let figure = setup.and_then(|setup| setup.figures.into_iter().find(|figure| figure.token.is_some()));
    if let Some(field) = figure.and_then(|figure| Some(figure.pointer.record()?.1.to_vec())) {
        workspace.perform(Action::Select(Selection { record: key, field, hex: None }));
    }
    Ok(())
}

fn ui(ui: &mut Ui, now: &Now<'_>, key: &RecordKey, actions: &mut Actions) {
    let session = now.session;
    let Some(pack) = session.pack() else { return };
    if let Some(plots) = plots::kept(ui, pack, session.registry(), key) {
        return cells::ui(ui, now, pack, key, &plots, actions);
    }
    let setup = placing::kept(ui, pack, session.registry(), key);
    let found = setup.ok_or_else(|| "the scenario cannot be read; fix its problems first".to_owned());
    let found = found.and_then(|setup| Ok((chart::chart(ui, pack, &setup.map)?, setup)));
    let (chart, setup) = match found {
        Ok(found) => found,
        Err(reason) => {
            let text = format!("It cannot be drawn: {reason}");
            widgets::empty_state(ui, Icon::Warning, "No picture of this scenario", &text, |_| {});
            return;
        }
    };
    let list = FigureList { session, key, setup: &setup };
    let tools = map::tool_buttons(ui, now, commands::FIGURE_TOOLS);
    let frame = MapFrame::new(ui, &tools, legend::has_row(session));
    options::ui(ui, frame.options, choices(ui, list, &chart), actions);
    frame.strip(ui, tools, actions);
    let whole = ui;
    let ui = &mut whole.new_child(UiBuilder::new().max_rect(frame.map));
    let mut room = Room { list, actions };
    let name = key.to_string();
    let camera = session.view().camera(&name);
    let ground = &chart.terrain.ground;
    let canvas = Canvas::new(ui, &name, camera, ground, Drag::Pans, room.actions).with_lines(!session.view().gridless);
    let pictures = motion::pictures(ui, session, pack);
    let shown = map::veiled(ui, pack, session, &setup.map, &chart.terrain);
    canvas.ground(ui, &name, &shown, &pictures);
    let asked = overlay::Scene {
        map: &setup.map,
        ground,
        zones: &chart.zones,
        scenario: Some(&key.id),
        board: Some(&setup.board),
        chosen: list.chosen().and_then(|figure| figure.token),
        pinned: session.view().selection().filter(|selection| selection.record == *key).and_then(|at| at.hex),
        here: pointed(ui, &canvas),
        stroking: false,
    };
    let answer = overlay::answer(ui, session, &canvas, &asked);
    if let Some(answer) = &answer {
        overlay_bar::below(ui, &canvas, &name, answer);
    }
    let mut board = map::unhidden(session, setup.board.clone());
    board.ground = Some(shown.ground);
    let hides = |layer| session.view().hidden.contains(&layer);
    if !hides(Layer::Items) {
        things::ui(ui, &mut room, &canvas);
    }
    if !hides(Layer::Figures) {
        room.pieces(ui, &canvas, &mut board);
    }
    let chosen = list.chosen().and_then(|figure| figure.token);
    let emphasis = Emphasis { highlight: chosen, ..Emphasis::default() };
    tokens::ui(&canvas, &board, palette(ui), emphasis, &pictures);
    motion::go_on(ui, &pictures);
    map::marks(ui, &canvas, pack, &setup.map, Some(&key.id));
    events::ui(ui, (key, &setup), &canvas, room.actions);
    room.clicks(ui, &canvas);
    if let Some(answer) = &answer {
        overlay_bar::above(ui, &canvas, answer);
    }
    let words = map::words(ground, pointed(ui, &canvas));
    let balance = session.view().balance;
    let alike = match balance.swap(ground.geometry.lattice().tile()) {
        Some(_) if setup.board.sides.len() == 2 => {
            format!("   {}: also applies to the other side (Y)", balance.name(ground.geometry.shape()))
        }
        _ => String::new(),
    };
    canvas.caption(ui, &format!("{words}   {}{alike}", room.hint()));
    legend::show(ui, session, ground.geometry, answer.as_ref(), frame.legend, actions);
}

/// Returns the options, from left to right.
fn choices<'a>(ui: &Ui, list: FigureList<'a>, chart: &'a chart::Chart) -> Vec<Choice<'a>> {
    let offer = overlay_bar::Offer {
        map: &list.setup.map,
        board: Some(&list.setup.board),
        ground: &chart.terrain.ground,
        zones: &chart.zones,
    };
    let figures = move |ui: &mut Ui, actions: &mut Actions| {
        ui.set_width(WIDE.min(ui.ctx().content_rect().width() * 0.8));
        list.ui(ui, actions);
    };
    let mut choices = vec![
        Choice::list("Figures", (0, 160.0), list.shown(), figures).with_help("The figures and goals of each side"),
        map::symmetry(list.session, chart.terrain.ground.geometry.shape()),
    ];
    choices.extend(overlay_bar::choices(ui, list.session, offer));
    choices
}

/// The context for drawing the pane.
struct Room<'a> {
    list: FigureList<'a>,
    actions: &'a mut Actions,
}

impl Room<'_> {
    /// Draws the handles of placed figures; a dragged figure is shown at its new position.
    fn pieces(&mut self, ui: &mut Ui, canvas: &Canvas, board: &mut Board) {
        let setup = self.list.setup;
        for figure in &setup.figures {
            let Some(token) = setup.board.tokens.iter().find(|token| Some(token.id) == figure.token) else { continue };
            let Some(cell) = self.piece(ui, canvas, figure, token) else { continue };
            if let Some(dragged) = board.tokens.iter_mut().find(|dragged| dragged.id == token.id) {
                dragged.cells = moved(canvas, token, cell);
            }
        }
    }

    /// Draws the handles of a figure; returns the cell it is dragged to.
    fn piece(&mut self, ui: &mut Ui, canvas: &Canvas, figure: &Placeable, token: &Token) -> Option<[i32; 2]> {
        let id = Id::unique(("piece", figure.pointer.to_string()));
        let mut goal = None;
        for (n, &cell) in token.cells.iter().enumerate() {
            let square = Rect::from_center_size(canvas.center(cell), Vec2::splat(2.0 * GRIP * canvas.scale()));
            let square = square.intersect(canvas.rect);
            if !square.is_positive() {
                continue;
            }
            // Only the head can be focused by keyboard.
            let sense = if n == 0 { Sense::click_and_drag() } else { Sense::CLICK | Sense::DRAG };
            let response = ui.interact(square, id.with(n), sense);
            if n == 0 {
                response.widget_info(|| {
                    let name = format!("{} at {},{}", figure.name, cell[0], cell[1]);
                    WidgetInfo::selected(egui::Role::ListBoxOption, true, self.list.chosen() == Some(figure), name)
                });
                self.keys(ui, &response, figure, token);
            }
            if response.clicked() || response.drag_started() {
                ui.memory_mut(|memory| memory.request_focus(id.with(0)));
            }
            if response.clicked() || response.gained_focus() || response.drag_started() {
                self.select(Some(figure), None);
            }
            if response.hovered() {
                ui.set_cursor_icon(if response.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab });
                self.wheel(ui, figure, token, canvas.grid.directions().into());
            }
            let under = response.interact_pointer_pos().and_then(|at| canvas.cell_at(at));
            // The figure is held by the hex at which the drag started.
            let under = under.map(|under| canvas.grid.geometry().moved(token.cells[0], cell, under));
            let under = under.filter(|cell| canvas.grid.geometry().contains(*cell));
            if response.dragged() {
                goal = under;
            }
            if let Some(cell) = under.filter(|_| response.drag_stopped()) {
                let facing = token.facing.unwrap_or_default();
                self.actions.push(Action::Place(PlaceAction::Put { figure: figure.pointer.clone(), cell, facing }));
            }
        }
        goal
    }

    /// The arrow keys move the focused figure to a neighbouring hex.
    fn keys(&mut self, ui: &Ui, response: &egui::Response, figure: &Placeable, token: &Token) {
        if !response.has_focus() {
            return;
        }
        ui.memory_mut(|memory| {
            let filter = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
            memory.set_focus_lock_filter(response.id, filter);
        });
        let ways =
            [(Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1]), (Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0])];
        for (key, [right, down]) in ways {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                let [col, row] = token.cells[0];
                let (cell, facing) = ([(col + right).max(0), (row + down).max(0)], token.facing.unwrap_or_default());
                self.actions.push(Action::Place(PlaceAction::Put { figure: figure.pointer.clone(), cell, facing }));
            }
        }
    }

    /// The mouse wheel turns the figure under the pointer.
    fn wheel(&mut self, ui: &Ui, figure: &Placeable, token: &Token, directions: i32) {
        let notches: i32 = ui.input(|input| {
            let notch = |event: &egui::Event| match event {
                egui::Event::MouseWheel { delta, .. } if delta.y != 0.0 => -delta.y.signum() as i32,
                _ => 0,
            };
            input.events.iter().map(notch).sum()
        });
        if notches != 0 {
            let facing = (i32::from(token.facing.unwrap_or_default()) + notches).rem_euclid(directions) as u8;
            self.actions.push(Action::Place(PlaceAction::Turn { figure: figure.pointer.clone(), facing }));
        }
    }

    /// A click on a free hex places the selected figure, or selects the hex.
    fn clicks(&mut self, ui: &Ui, canvas: &Canvas) {
        let in_hand = self.list.chosen().filter(|figure| figure.token.is_none()).cloned();
        if let (Some(figure), Some(cell)) = (&in_hand, canvas.hovered()) {
            ui.set_cursor_icon(CursorIcon::Crosshair);
            let color = tokens::side_color(&self.list.setup.board, figure.side, palette(ui));
            let line = border(&canvas.view(), &[cell], 0.08);
            canvas.painter.add(egui::Shape::line(line, Stroke::new((canvas.scale() * 0.12).max(2.0), color)));
        }
        if self.list.chosen().is_some() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            self.select(None, None);
        }
        let clicked = canvas.response.clicked().then(|| canvas.response.interact_pointer_pos()).flatten();
        let Some(cell) = clicked.and_then(|at| canvas.cell_at(at)) else { return };
        match in_hand {
            Some(figure) => {
                let facing = placing::inwards(&canvas.grid, cell);
                self.actions.push(Action::Place(PlaceAction::Put { figure: figure.pointer, cell, facing }));
            }
            None => self.select(None, Some(cell)),
        }
    }

    fn select(&mut self, figure: Option<&Placeable>, hex: Option<[i32; 2]>) {
        self.actions.push(self.list.select(figure, hex));
    }

    /// Describes the actions for the selected figure.
    fn hint(&self) -> String {
        match self.list.chosen() {
            Some(Placeable { name, token: Some(_), .. }) => {
                format!("{name}: drag to move, Q and E turn, Del removes it from the map")
            }
            Some(Placeable { name, .. }) => format!("{name}: click a hex to place it, Esc cancels"),
            None => "Drag a figure to move it, turn the wheel on it to turn it".to_owned(),
        }
    }
}

/// Returns the cell under the pointer, whether or not a figure is there.
fn pointed(ui: &Ui, canvas: &Canvas) -> Option<[i32; 2]> {
    canvas.cell_at(ui.input(|input| input.pointer.hover_pos()).filter(|at| canvas.rect.contains(*at))?)
}

/// Returns the cells of a figure whose head is moved to another cell.
fn moved(canvas: &Canvas, token: &Token, head: [i32; 2]) -> Vec<[i32; 2]> {
    token.cells.iter().map(|cell| canvas.grid.geometry().moved(*cell, token.cells[0], head)).collect()
}
