//! The scenario pane: figures on the map, to be placed, dragged and turned; or the cell by cell editor, if the ruleset
//! uses one.

mod cells;
mod things;

use egui::{
    CursorIcon, Frame, Id, Key, Margin, Modifiers, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo,
    vec2,
};
use foeman_engine::display::{Board, Token};
use foeman_engine::setup::{Aim, Deployment, Placeable};
use foeman_schema::text::RecordKey;

use super::action::PlaceAction;
use super::{placing, plots};
use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag};
use crate::kit::icon::Icon;
use crate::kit::{tokens, widgets};
use crate::map::{self, chart};
use crate::overlay;
use crate::overlay::bar as overlay_bar;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_scene::figure::Emphasis;
use foeman_scene::outline::border;
use foeman_scene::theme::{GAP, ROW, palette};

/// The scenario pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Figures,
    ground: Ground::Whole,
    is: |pane| matches!(pane, Pane::Scenario(_)),
    title: map::title_of_record,
    exists: map::record_exists,
    ui: |ui, workspace, pane, actions| {
        if let Pane::Scenario(key) = pane {
            self::ui(ui, &workspace.session, key, actions);
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

/// The maximum height of the list of figures and goals, in points.
const TALLEST: f32 = 168.0;
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

fn ui(ui: &mut Ui, session: &Session, key: &RecordKey, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    if let Some(plots) = plots::kept(ui, pack, session.registry(), key) {
        return cells::ui(ui, session, pack, key, &plots, actions);
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
    let mut room = Room { session, key, setup: &setup, actions };
    let offer = overlay_bar::Offer {
        map: &setup.map,
        board: Some(&setup.board),
        ground: &chart.terrain.ground,
        zones: &chart.zones,
    };
    room.rosters(ui, &offer);
    let ground = &chart.terrain.ground;
    let name = key.to_string();
    let camera = session.view().camera(&name);
    let canvas = Canvas::new(ui, &name, camera, ground, Drag::Pans, room.actions).with_lines(!session.view().gridless);
    let pictures = motion::pictures(ui, session, pack);
    canvas.ground(ui, &name, &chart.terrain, &pictures);
    let asked = overlay::Scene {
        map: &setup.map,
        ground,
        zones: &chart.zones,
        scenario: Some(&key.id),
        board: Some(&setup.board),
        chosen: room.chosen().and_then(|figure| figure.token),
        pinned: session.view().selection().filter(|selection| selection.record == *key).and_then(|at| at.hex),
        here: pointed(ui, &canvas),
        stroking: false,
    };
    let answer = overlay::answer(ui, session, &canvas, &asked);
    if let Some(answer) = &answer {
        overlay_bar::below(ui, &canvas, &name, answer);
    }
    let mut board = Board { ground: Some(ground.clone()), ..setup.board.clone() };
    things::ui(ui, &mut room, &canvas);
    room.pieces(ui, &canvas, &mut board);
    let chosen = room.chosen().and_then(|figure| figure.token);
    let emphasis = Emphasis { highlight: chosen, ..Emphasis::default() };
    tokens::ui(&canvas, &board, palette(ui), emphasis, &pictures);
    motion::go_on(ui, &pictures);
    map::marks(ui, &canvas, pack, &setup.map, Some(&key.id));
    room.clicks(ui, &canvas);
    if let Some(answer) = &answer {
        overlay_bar::above(ui, session, &canvas, answer, room.actions);
    }
    let ground = map::words(ground, pointed(ui, &canvas));
    let balance = session.view().balance;
    let shape = chart.terrain.ground.geometry.shape();
    let alike = match balance.swap(chart.terrain.ground.geometry.lattice().tile()) {
        Some(_) if setup.board.sides.len() == 2 => {
            format!("   {}: also applies to the other side (Y)", balance.name(shape))
        }
        _ => String::new(),
    };
    canvas.caption(ui, &format!("{ground}   {}{alike}", room.hint()));
}

/// The context for drawing the pane.
struct Room<'a> {
    session: &'a Session,
    key: &'a RecordKey,
    setup: &'a Deployment,
    actions: &'a mut Actions,
}

impl Room<'_> {
    /// Returns the selected figure, placed or not.
    fn chosen(&self) -> Option<&Placeable> {
        let selection = self.session.view().selection().filter(|selection| selection.record == *self.key)?;
        self.setup.figures.iter().find(|figure| placing::is_about(selection, figure))
    }

    /// Draws the figures of each side: those on the map, and those that can be placed.
    fn rosters(&mut self, ui: &mut Ui, offer: &overlay_bar::Offer<'_>) {
        let frame = Frame::new().fill(palette(ui).panel).inner_margin(Margin::symmetric(8, 5));
        frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            ui.horizontal_wrapped(|ui| overlay_bar::bar(ui, self.session, offer, self.actions));
            let area = ScrollArea::vertical().id_salt("rosters").max_height(TALLEST).auto_shrink([false, true]);
            area.show(ui, |ui| {
                for (at, side) in self.setup.board.sides.iter().enumerate() {
                    ui.horizontal_wrapped(|ui| {
                        let (rect, _) = ui.allocate_exact_size(vec2(16.0, ROW), Sense::hover());
                        let square = Rect::from_center_size(rect.center(), Vec2::splat(14.0));
                        let color = tokens::side_color(&self.setup.board, at, palette(ui));
                        let edge = Stroke::new(1.0, palette(ui).outline);
                        ui.painter().rect(square, 3, color, edge, egui::StrokeKind::Inside);
                        ui.label(RichText::new(&side.name).color(palette(ui).strong));
                        let setup = self.setup;
                        for figure in setup.figures.iter().filter(|figure| figure.side == at) {
                            self.chip(ui, figure);
                        }
                        self.cards(ui, at, &side.name);
                    });
                    let setup = self.setup;
                    for goal in setup.goals.iter().filter(|goal| goal.side == at) {
                        self.goal(ui, goal);
                    }
                }
            });
        });
    }

    /// Draws the goal of a side; a click goes to its source.
    fn goal(&mut self, ui: &mut Ui, goal: &Aim) {
        let text = RichText::new(&goal.text).color(palette(ui).weak);
        let label = ui.add(egui::Label::new(text).wrap().sense(Sense::click()));
        if label.on_hover_text("Shows the conditions").clicked() {
            let field = goal.pointer.record().map(|(_, steps)| steps.to_vec()).unwrap_or_default();
            self.actions.push(Action::Select(Selection { record: self.key.clone(), field, hex: None }));
        }
    }

    /// Draws the button that shows the figures of a side as cards, to edit the selected one.
    fn cards(&mut self, ui: &mut Ui, side: usize, name: &str) {
        let Some((pack, def)) = self.session.pack().zip(sheets::def(self.session)) else { return };
        let own = |figure: &&Placeable| figure.side == side;
        let chosen = self.chosen().filter(own).or_else(|| self.setup.figures.iter().find(own));
        let origin = chosen.and_then(|figure| sheets::origin(pack, &figure.pointer));
        let Some((record, field)) = origin.as_ref().and_then(|origin| origin.record()) else { return };
        let help = format!("Shows the figures of {name} as cards");
        if record.catalog == def.catalog && widgets::icon_button(ui, Icon::Figures, &help).clicked() {
            let (selected, field) = (record.clone(), field.to_vec());
            self.actions.push(Action::Show(Pane::Figures(record)));
            self.actions.push(Action::Select(Selection { record: selected, field, hex: None }));
        }
    }

    fn chip(&mut self, ui: &mut Ui, figure: &Placeable) {
        let colors = palette(ui);
        let chosen = self.chosen() == Some(figure);
        let (color, verb, help) = match figure.token {
            Some(_) => (colors.text, "Show", "Highlights it on the map"),
            None => (colors.weak, "Place", "Not on the map: click here, then a hex"),
        };
        let text = if figure.token.is_some() { figure.name.clone() } else { format!("+ {}", figure.name) };
        let text = RichText::new(text).color(if chosen { colors.strong } else { color });
        let chip = ui.add(egui::Button::selectable(chosen, text)).accessible_name(format!("{verb} {}", figure.name));
        if chip.on_hover_text(help).clicked() {
            self.select((!chosen).then_some(figure), None);
        }
    }

    /// Draws the handles of placed figures; a dragged figure is shown at its new position.
    fn pieces(&mut self, ui: &mut Ui, canvas: &Canvas, board: &mut Board) {
        let setup = self.setup;
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
                    WidgetInfo::selected(egui::Role::ListBoxOption, true, self.chosen() == Some(figure), name)
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
        let in_hand = self.chosen().filter(|figure| figure.token.is_none()).cloned();
        if let (Some(figure), Some(cell)) = (&in_hand, canvas.hovered()) {
            ui.set_cursor_icon(CursorIcon::Crosshair);
            let color = tokens::side_color(&self.setup.board, figure.side, palette(ui));
            let line = border(&canvas.view(), &[cell], 0.08);
            canvas.painter.add(egui::Shape::line(line, Stroke::new((canvas.scale() * 0.12).max(2.0), color)));
        }
        if self.chosen().is_some() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
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
        let record = self.key.clone();
        let field = figure.and_then(|figure| Some(figure.pointer.record()?.1.to_vec())).unwrap_or_default();
        self.actions.push(Action::Select(Selection { record, field, hex }));
    }

    /// Describes the actions for the selected figure.
    fn hint(&self) -> String {
        match self.chosen() {
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
