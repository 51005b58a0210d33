//! The cell by cell scenario editor: owners and contents of cells, painted by pointer or keyboard.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{
    CursorIcon, EventFilter, Id, Key, Modifiers, PointerButton, Pos2, Rect, Sense, Stroke, Ui, UiBuilder, Vec2,
    WidgetInfo,
};
use foeman_engine::display::Board;
use foeman_engine::plots::{Group, PlotEdit, Plots};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use crate::images::motion;
use crate::kit::canvas::{Canvas, Drag, Terrain};
use crate::kit::icon::Icon;
use crate::kit::map_frame::{MapFrame, ToolButton};
use crate::kit::options::{self, Choice, close};
use crate::kit::tokens;
use crate::map::{self, commands};
use crate::overlay::legend;
use crate::pack::index::sentence;
use crate::pack::{Pack, cache};
use crate::scenario::action::PlotAction;
use crate::scenario::groups::{self, Groups};
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use crate::shell::view::Selection;
use foeman_scene::figure::Emphasis;
use foeman_scene::theme::{EDGE, RING, alpha, palette, parse_color};

/// The number of cells that the arrow keys move with Shift.
const FAR: i32 = 5;
/// The maximum number of things in a cell named below the map.
const NAMED: usize = 4;

/// Draws the editor and handles pointer and keyboard.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, pack: &Pack, key: &RecordKey, plots: &Arc<Plots>, actions: &mut Actions) {
    let session = now.session;
    let Some(ground) = &plots.board.ground else { return };
    let groups = Groups { plots, view: &session.view().plot };
    let tools = tools(ui, now, groups);
    let frame = MapFrame::new(ui, &tools, false);
    options::ui(ui, frame.options, choices(groups), actions);
    frame.strip(ui, tools, actions);
    legend::show(ui, session, ground.geometry, None, None, actions);
    let whole = ui;
    let ui = &mut whole.new_child(UiBuilder::new().max_rect(frame.map));
    let mut room = Room { session, key, plots, groups, actions };
    let name = key.to_string();
    let drag = if groups.group().is_some() { Drag::Tool } else { Drag::Pans };
    let camera = session.view().camera(&name);
    let canvas = Canvas::new(ui, &name, camera, ground, drag, room.actions).with_lines(!session.view().gridless);
    let pictures = motion::pictures(ui, session, pack);
    let board = unhidden(ui, pack, key, groups);
    let board = board.as_deref().unwrap_or(&plots.board);
    let terrain = Terrain { ground: Arc::clone(board.ground.as_ref().unwrap_or(ground)) };
    canvas.ground(ui, &name, &terrain, &pictures);
    let (chosen, colors) = (groups.ink(), palette(ui));
    if let Some(ink) = chosen.flatten() {
        let paint = parse_color(&ink.color).unwrap_or(colors.accent);
        canvas.tint(ink.cells.iter().copied(), paint.gamma_multiply(alpha::LIGHT), Stroke::new(EDGE, colors.strong));
    }
    tokens::ui(&canvas, board, colors, Emphasis::default(), &pictures);
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

/// Returns the tools: selecting cells, and one for each group.
fn tools(ui: &Ui, now: &Now<'_>, groups: Groups<'_>) -> Vec<ToolButton> {
    let chosen = groups.group();
    let tool = |icon, name: String, help: &str, on: bool, action| ToolButton {
        icon,
        name,
        keys: String::new(),
        help: help.to_owned(),
        on: Some(on),
        enabled: true,
        starts_group: false,
        action: Some(action),
    };
    let help = "Click a cell to select it; the inspector shows its contents";
    let mut tools = vec![tool(Icon::Pointer, "Select".to_owned(), help, chosen.is_none(), groups.choose(None))];
    for group in &groups.plots.groups {
        let on = chosen == Some(group);
        let name = format!("Paint {}", group.title.to_lowercase());
        tools.push(tool(groups.icon(group), name, group.help, on, groups.choose((!on).then_some(group.id))));
    }
    if let Some(first) = tools.get_mut(1) {
        first.starts_group = true;
    }
    let mut others = map::tool_buttons(ui, now, &[&[&commands::FIT]]);
    others.iter_mut().for_each(|tool| tool.starts_group = true);
    tools.extend(others);
    tools
}

/// Returns the options, from left to right.
fn choices(groups: Groups<'_>) -> Vec<Choice<'_>> {
    let chosen = groups.group();
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        if ui.selectable_label(chosen.is_none(), "Select cells").clicked() {
            actions.push(groups.choose(None));
            close(ui);
        }
        for group in &groups.plots.groups {
            if ui.selectable_label(chosen == Some(group), group.title).clicked() {
                actions.push(groups.choose(Some(group.id)));
                close(ui);
            }
        }
    };
    let title = chosen.map_or("Select cells", |group| group.title);
    let mut choices = vec![Choice::list("What to paint", (0, 124.0), title, list)];
    let Some(group) = chosen else { return choices };
    let ink = groups.ink().flatten();
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        ui.set_max_width(300.0);
        groups.inks(ui, group, actions);
    };
    let color = ink.and_then(|ink| parse_color(&ink.color));
    let choice = Choice::list("Ink", (1, 170.0), ink.map_or(group.none, |ink| ink.title.as_str()), list);
    choices.push(match color {
        Some(color) => choice.with_mark(move |ui, at| groups::square(ui, at, color)),
        None => choice,
    });
    if group.owned {
        let text = groups.owner().map_or(groups::USUAL_OWNER.to_owned(), |ink| format!("Of {}", ink.title));
        let list = move |ui: &mut Ui, actions: &mut Actions| groups.owner_list(ui, actions);
        choices.push(Choice::list("Owner of painted units", (2, 150.0), text, list));
    }
    choices
}

/// Returns the board without its hidden groups, cached until the pack changes; `None` if none is hidden.
fn unhidden(ui: &Ui, pack: &Pack, key: &RecordKey, groups: Groups<'_>) -> Option<Arc<Board>> {
    let hides = |group: &Group| groups.view.hidden.contains(group.id) && groups.can_hide(group);
    let is_hidden = |owned: bool| groups.plots.groups.iter().any(|group| group.owned == owned && hides(group));
    let (units, owners) = (is_hidden(true), is_hidden(false));
    if !units && !owners {
        return None;
    }
    let id = Id::unique(("unhidden", key.to_string(), units, owners));
    Some(cache::kept(ui, pack, id, || {
        let mut board = groups.plots.board.clone();
        if units {
            board.tokens.clear();
        }
        if let Some(ground) = board.ground.as_mut().filter(|_| owners) {
            Arc::make_mut(ground).zones.clear();
        }
        Arc::new(board)
    }))
}

/// The context for drawing the editor.
struct Room<'a> {
    session: &'a Session,
    key: &'a RecordKey,
    plots: &'a Plots,
    groups: Groups<'a>,
    actions: &'a mut Actions,
}

impl Room<'_> {
    /// Returns the cell with the keyboard cursor.
    fn cursor(&self) -> Option<Cell> {
        let selection = self.session.view().selection().filter(|selection| selection.record == *self.key)?;
        selection.hex.filter(|cell| self.plots.owners.get(*cell).is_some())
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
        let (group, ink) = (self.groups.group()?, self.groups.ink()?);
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
        let Some(group) = self.groups.group() else {
            if clicked.is_some() {
                self.select(clicked);
            }
            return;
        };
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        if let Some(cell) = canvas.hovered() {
            canvas.ring(cell, Stroke::new(RING, palette(ui).accent));
        }
        if ui.input(|input| input.key_down(Key::Space)) {
            return;
        }
        if group.single && self.groups.ink().flatten().is_some() {
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
        let cancels = self.groups.group().is_some() || self.cursor().is_some();
        if cancels && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
            match self.groups.group() {
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
        match (self.groups.group(), self.groups.ink()) {
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
