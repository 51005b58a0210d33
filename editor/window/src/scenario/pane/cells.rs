//! The cell by cell scenario editor: owners and contents of cells, painted by pointer or keyboard.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{
    Button, ComboBox, CursorIcon, EventFilter, Frame, Key, Margin, Modifiers, PointerButton, Pos2, Rect, ScrollArea,
    Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};
use foeman_engine::plots::{Group, PlotEdit, PlotInk, Plots};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag, Terrain};
use crate::kit::tokens;
use crate::map;
use crate::pack::Pack;
use crate::pack::index::sentence;
use crate::scenario::action::PlotAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Selection;
use foeman_scene::figure::Emphasis;
use foeman_scene::theme::{GAP, palette, parse_color};

/// The number of cells that the arrow keys move with Shift.
const FAR: i32 = 5;
/// The space before a text for a colour swatch.
const SQUARE: &str = "     ";
/// The maximum number of things in a cell named below the map.
const NAMED: usize = 4;
/// The maximum height of the list of inks, in points.
const TALLEST: f32 = 108.0;

/// Draws the editor and handles pointer and keyboard.
pub(crate) fn ui(
    ui: &mut Ui,
    session: &Session,
    pack: &Pack,
    key: &RecordKey,
    plots: &Arc<Plots>,
    actions: &mut Actions,
) {
    let Some(ground) = &plots.board.ground else { return };
    let mut room = Room { session, key, plots, actions };
    room.bar(ui);
    let name = key.to_string();
    let drag = if room.group().is_some() { Drag::Tool } else { Drag::Pans };
    let camera = session.view().camera(&name);
    let canvas = Canvas::new(ui, &name, camera, ground, drag, room.actions).with_lines(!session.view().gridless);
    let pictures = motion::pictures(ui, session, pack);
    let terrain = Terrain { ground: Arc::clone(ground) };
    canvas.ground(ui, &name, &terrain, &pictures);
    let (chosen, colors) = (room.ink(), palette(ui));
    if let Some(ink) = chosen.flatten() {
        let paint = parse_color(&ink.color).unwrap_or(colors.accent);
        canvas.tint(ink.cells.iter().copied(), paint.gamma_multiply(0.35), Stroke::new(1.5, colors.strong));
    }
    tokens::ui(&canvas, &plots.board, colors, Emphasis::default(), &pictures);
    motion::go_on(ui, &pictures);
    map::marks(ui, &canvas, pack, &plots.map, Some(&key.id));
    if let Some(cell) = room.cursor() {
        canvas.ring(cell, Stroke::new((canvas.scale() * 0.08).max(2.0), colors.accent));
        room.speak(ui, &canvas, cell);
    }
    room.pointer(ui, &canvas);
    room.keyboard(ui, &canvas);
    canvas.overview(ui, &name, &terrain, room.actions);
    let here = canvas.hovered().or(room.cursor());
    // The hint is only shown while there is no cell to describe.
    let text =
        here.map_or_else(|| format!("{}   {}", map::words(ground, None), room.hint()), |cell| words(plots, cell));
    canvas.caption(ui, &text);
}

/// The context for drawing the editor.
struct Room<'a> {
    session: &'a Session,
    key: &'a RecordKey,
    plots: &'a Plots,
    actions: &'a mut Actions,
}

impl<'a> Room<'a> {
    /// Returns the group to paint with.
    fn group(&self) -> Option<&'a Group> {
        self.plots.group(self.session.view().plot.group.as_deref()?)
    }

    /// Returns the ink; `Some(None)` erases the group.
    fn ink(&self) -> Option<Option<&'a PlotInk>> {
        let group = self.group()?;
        let known = |id: &str| group.inks.iter().find(|ink| ink.id == id);
        Some(match self.session.view().plot.ink(group.id) {
            Some(None) => None,
            Some(Some(id)) => known(id).or(group.inks.first()),
            None => group.inks.first(),
        })
    }

    /// Returns the cell with the keyboard cursor.
    fn cursor(&self) -> Option<Cell> {
        let selection = self.session.view().selection().filter(|selection| selection.record == *self.key)?;
        selection.hex.filter(|cell| self.plots.owners.get(*cell).is_some())
    }

    /// Draws the groups, and the inks of the selected one.
    fn bar(&mut self, ui: &mut Ui) {
        let frame = Frame::new().fill(palette(ui).panel).inner_margin(Margin::symmetric(8, 5));
        frame.show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            let view = &self.session.view().plot;
            let now = self.group();
            ui.horizontal_wrapped(|ui| {
                let select = ui.add(Button::selectable(now.is_none(), "Select"));
                if select.on_hover_text("Click a cell to select it; the inspector shows its contents").clicked() {
                    self.push(PlotAction::View(Box::new(view.clone().about(None))));
                }
                for group in &self.plots.groups {
                    let chosen = now == Some(group);
                    let button = ui.add(Button::selectable(chosen, group.title)).on_hover_text(group.help);
                    let name = format!("Paint {}", group.title.to_lowercase());
                    if button.accessible_name(name).clicked() {
                        let meant = (!chosen).then_some(group.id);
                        self.push(PlotAction::View(Box::new(view.clone().about(meant))));
                    }
                }
                if now.is_some_and(|group| group.owned) {
                    self.owner(ui);
                }
            });
            if let Some(group) = now {
                let area = ScrollArea::vertical().id_salt("inks").max_height(TALLEST).auto_shrink([false, true]);
                area.show(ui, |ui| ui.horizontal_wrapped(|ui| self.inks(ui, group)));
            }
        });
    }

    fn inks(&mut self, ui: &mut Ui, group: &Group) {
        let (view, now) = (&self.session.view().plot, self.ink().flatten());
        if ui.add(Button::selectable(now.is_none(), group.none)).clicked() {
            self.push(PlotAction::View(Box::new(view.clone().with(group.id, None))));
        }
        for ink in &group.inks {
            let chosen = now == Some(ink);
            let color = parse_color(&ink.color);
            // Space for the swatch at the start of the text.
            let text = if color.is_some() { format!("{SQUARE}{}", ink.title) } else { ink.title.clone() };
            let response = ui.add(Button::selectable(chosen, text));
            if let Some(color) = color {
                let at = response.rect.left_center() + vec2(ui.spacing().button_padding.x + 6.0, 0.0);
                let square = Rect::from_center_size(at, Vec2::splat(12.0));
                let edge = Stroke::new(1.0, palette(ui).outline);
                ui.painter().rect(square, 3, color, edge, egui::StrokeKind::Inside);
            }
            let name = format!("Paint {}: {}", group.title.to_lowercase(), ink.title);
            if response.accessible_name(name).clicked() {
                self.push(PlotAction::View(Box::new(view.clone().with(group.id, Some(ink.id.clone())))));
            }
        }
    }

    /// Draws the choice of the owner of painted things.
    fn owner(&mut self, ui: &mut Ui) {
        const USUAL: &str = "Of the cell's owner";
        let view = &self.session.view().plot;
        let owners = self.plots.groups.iter().find(|group| group.single).map(|group| group.inks.as_slice());
        let owners = owners.unwrap_or_default();
        let now = owners.iter().find(|ink| Some(&ink.id) == view.owner.as_ref());
        ui.separator();
        let text = now.map_or(USUAL.to_owned(), |ink| format!("Of {}", ink.title));
        let combo = ComboBox::from_id_salt("plot owner").width(150.0).truncate().selected_text(text);
        let shown = combo.show_ui(ui, |ui| {
            let mut chosen = None;
            if ui.selectable_label(now.is_none(), USUAL).clicked() {
                chosen = Some(None);
            }
            for ink in owners {
                if ui.selectable_label(now == Some(ink), &ink.title).clicked() {
                    chosen = Some(Some(ink.id.clone()));
                }
            }
            chosen
        });
        shown.response.accessible_name("Owner of painted units");
        if let Some(owner) = shown.inner.flatten() {
            self.push(PlotAction::View(Box::new(view.clone().of(owner))));
        }
    }

    fn push(&mut self, action: PlotAction) {
        self.actions.push(Action::Plot(action));
    }

    fn select(&mut self, hex: Option<Cell>) {
        let record = self.key.clone();
        self.actions.push(Action::Select(Selection { record, field: Vec::new(), hex }));
    }

    /// Returns the edit that paints cells.
    fn edit(&self, cells: Vec<Cell>) -> Option<PlotEdit> {
        let (group, ink) = (self.group()?, self.ink()?);
        let owner = self.session.view().plot.owner.clone().filter(|_| group.owned);
        Some(PlotEdit::Paint { group: group.id.to_owned(), ink: ink.map(|ink| ink.id.clone()), owner, cells })
    }

    /// Handles the pointer: selects on click, or paints along its path.
    fn pointer(&mut self, ui: &Ui, canvas: &Canvas) {
        let response = &canvas.response;
        if response.is_pointer_button_down_on() {
            response.request_focus();
        }
        let at = response.interact_pointer_pos();
        let clicked = at.filter(|_| response.clicked()).and_then(|at| canvas.cell_at(at));
        let Some(group) = self.group() else {
            if clicked.is_some() {
                self.select(clicked);
            }
            return;
        };
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        if let Some(cell) = canvas.hovered() {
            canvas.ring(cell, Stroke::new(2.0, palette(ui).accent));
        }
        if ui.input(|input| input.key_down(Key::Space)) {
            return;
        }
        if group.single && self.ink().flatten().is_some() {
            let ended = response.clicked() || response.drag_stopped_by(PointerButton::Primary);
            if let Some(cell) = at.filter(|_| ended).and_then(|at| canvas.cell_at(at)) {
                self.select(Some(cell));
                let edit = self.edit(vec![cell]);
                edit.into_iter().for_each(|edit| self.push(PlotAction::Do(self.key.clone(), edit)));
            }
            return;
        }
        self.stroke(ui, canvas);
    }

    /// Paints along the pointer's path; cells crossed twice are painted once.
    fn stroke(&mut self, ui: &Ui, canvas: &Canvas) {
        type Going = (Pos2, BTreeSet<Cell>);
        let response = &canvas.response;
        let id = response.id.with("plots");
        let down =
            response.is_pointer_button_down_on() && ui.input(|input| input.pointer.button_down(PointerButton::Primary));
        let paints = down || response.clicked() || response.drag_stopped_by(PointerButton::Primary);
        let before: Option<Going> = ui.data(|data| data.get_temp(id));
        if let Some(now) = response.interact_pointer_pos().filter(|_| paints) {
            let (from, mut cells) = before.clone().unwrap_or_else(|| (now, BTreeSet::new()));
            let had = cells.len();
            let steps = ((now - from).length() / (canvas.scale() * 0.4)).ceil().max(1.0) as usize;
            let way = (0..=steps).filter_map(|step| canvas.cell_at(from.lerp(now, step as f32 / steps as f32)));
            cells.extend(way);
            if cells.len() > had {
                let edit = self.edit(cells.iter().copied().collect());
                edit.into_iter().for_each(|edit| self.push(PlotAction::Stroke(self.key.clone(), edit)));
            }
            ui.data_mut(|data| data.insert_temp::<Going>(id, (now, cells)));
        }
        if let Some((last, _)) = before.filter(|_| !down) {
            ui.data_mut(|data| data.remove::<Going>(id));
            self.actions.push(Action::Settle);
            self.select(canvas.cell_at(last).or(self.cursor()));
        }
    }

    /// Handles the keyboard: arrow keys move the cursor, Enter paints, Esc returns to selecting.
    fn keyboard(&mut self, ui: &Ui, canvas: &Canvas) {
        let response = &canvas.response;
        if !response.has_focus() {
            return;
        }
        ui.memory_mut(|memory| {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, tab: false };
            memory.set_focus_lock_filter(response.id, filter);
        });
        let last = canvas.grid.geometry().size().map(|count| count as i32 - 1);
        let ways =
            [(Key::ArrowUp, [0, -1]), (Key::ArrowDown, [0, 1]), (Key::ArrowLeft, [-1, 0]), (Key::ArrowRight, [1, 0])];
        for (key, [right, down]) in ways {
            for (modifiers, steps) in [(Modifiers::NONE, 1), (Modifiers::SHIFT, FAR)] {
                if !ui.input_mut(|input| input.consume_key(modifiers, key)) {
                    continue;
                }
                let to = self.cursor().map(|at| [at[0] + right * steps, at[1] + down * steps]);
                // The first arrow key starts at the centre of the map.
                let to = to.unwrap_or(last.map(|last| last / 2));
                let cell = [to[0].clamp(0, last[0]), to[1].clamp(0, last[1])];
                self.select(Some(cell));
                self.actions.extend(canvas.showing(cell).map(|camera| Action::Look(self.key.to_string(), camera)));
            }
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
            && let Some(edit) = self.cursor().and_then(|cell| self.edit(vec![cell]))
        {
            self.push(PlotAction::Do(self.key.clone(), edit));
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            match self.group() {
                Some(_) => {
                    let view = self.session.view().plot.clone().about(None);
                    self.push(PlotAction::View(Box::new(view)));
                }
                None => self.select(None),
            }
        }
    }

    /// Exposes the description of the cell to screen readers.
    fn speak(&self, ui: &Ui, canvas: &Canvas, cell: Cell) {
        let text = words(self.plots, cell).replace("   ", ", ");
        let place = Rect::from_center_size(canvas.center(cell), Vec2::splat(canvas.scale())).intersect(canvas.rect);
        let place = if place.is_positive() { place } else { canvas.rect };
        let node = ui.interact(place, canvas.response.id.with("cursor"), Sense::hover());
        node.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
        ui.ctx().accesskit_node_builder(node.id, |node| node.set_live(egui::accesskit::Live::Polite));
    }

    /// Describes the effect of a click.
    fn hint(&self) -> String {
        match (self.group(), self.ink()) {
            (Some(group), Some(Some(ink))) if group.single => format!("Click to set the home of {}", ink.title),
            (Some(_), Some(Some(ink))) => format!("Click or drag to paint {}, Esc cancels", ink.title),
            (Some(group), _) => format!("Click or drag: {}, Esc cancels", group.none.to_lowercase()),
            _ => "Click a cell to select it".to_owned(),
        }
    }
}

/// Describes a cell: its position, terrain, owner and contents, topmost first.
fn words(plots: &Plots, cell: Cell) -> String {
    let word = plots.board.ground.as_ref().map_or("cell", |ground| ground.geometry.shape().word());
    let word = sentence(word);
    let common = plots.common(cell).iter();
    let stand = plots.standing(cell).iter().rev().chain(common.rev()).map(|standing| standing.name.as_str());
    let mut names: Vec<&str> = stand.chain(plots.ground(cell)).collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let owner = plots.owner(cell).map_or("nobody's", |side| plots.board.sides[side].name.as_str());
    let notes: String = plots.notes.get(&cell).into_iter().flatten().map(|note| format!("   {note}")).collect();
    format!("{word} {},{}   {}{more}   {owner}{notes}", cell[0], cell[1], names.join(", "))
}
