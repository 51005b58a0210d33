//! The command palette: a query field and its results.

use std::sync::Arc;

use egui::text_edit::TextEditState;
use egui::{Id, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use super::action::PaletteAction;
use super::{Hit, What, hits};
use crate::kit::icon::Icon;
use crate::kit::widgets::{self, Row};
use crate::palette::Palette;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions, Focus};
use crate::shell::menus;
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::{GAP, ROW, palette};

/// The width, in points.
const WIDTH: f32 = 560.0;
/// The number of visible rows.
const ROWS: f32 = 12.0;

/// Draws the palette: arrow keys select, Enter runs the command or goes to the record, Esc closes.
pub fn ui(ui: &mut Ui, now: &Now<'_>, sought: &Palette, actions: &mut Actions) {
    // Consume these keys before the field receives them; they apply to the results of the new query.
    let steps = [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, 10), (Key::PageUp, -10)];
    let steps: isize = steps
        .into_iter()
        .map(|(key, by)| by * ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize)
        .sum();
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let (mut found, mut taken) = (Arc::default(), None);
    let shown = widgets::modal(ui, "palette").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 80.0));
        let mut text = sought.text.clone();
        field(ui, now.session, &mut text);
        found = self::found(ui, now, &text);
        let (mut at, query) = (sought.at, text.clone());
        if text != sought.text {
            at = 0;
            actions.push(Action::Palette(PaletteAction::Type(text)));
        }
        if steps != 0 {
            at = at.saturating_add_signed(steps).min(found.len().saturating_sub(1));
            actions.push(Action::Palette(PaletteAction::Choose(at)));
        }
        ui.add_space(GAP);
        let meant = enter && Palette { text: query, at }.is_meant();
        taken = list(ui, &found, at).or(meant.then_some(at));
    });
    if let Some(hit) = taken.and_then(|at| found.get(at)) {
        actions.push(Action::Palette(PaletteAction::Close));
        take(now, hit, actions);
    }
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Palette(PaletteAction::Close));
    }
}

/// Draws the query field, which has the focus from its first frame on.
fn field(ui: &mut Ui, session: &Session, text: &mut String) {
    let id = Id::unique("palette field");
    let opened = session.focus() == Some(Focus::Palette);
    if opened {
        // The old cursor position has no meaning for this text.
        TextEditState::default().store(ui.ctx(), id);
    }
    if opened || ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let hint = "Find a record, a catalog or a command; begin with > for commands only";
    let field = TextEdit::singleline(text).id(id).hint_text(hint);
    ui.add(field.desired_width(f32::INFINITY)).accessible_name("Find anything");
}

/// Returns the results for a query, cached until the query or the pack changes.
fn found(ui: &Ui, now: &Now<'_>, text: &str) -> Arc<Vec<Hit>> {
    type Kept = (String, u64, Arc<Vec<Hit>>);
    let (id, revision) = (Id::unique("palette hits"), now.session.pack().map_or(0, |pack| pack.revision()));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, _, hits)) = kept.filter(|(known, at, _)| known == text && *at == revision) {
        return hits;
    }
    let hits = Arc::new(hits(now, text));
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (text.to_owned(), revision, Arc::clone(&hits))));
    hits
}

/// Runs the command of a result, or goes to its record.
fn take(now: &Now<'_>, hit: &Hit, actions: &mut Actions) {
    match &hit.what {
        What::Command(id) => {
            let command = menus::commands().iter().find(|command| command.id == *id);
            // The command may no longer apply.
            let command = command.filter(|command| (command.applies)(now));
            actions.extend(command.and_then(|command| (command.action)(now)));
        }
        What::Catalog(name) => actions.push(Action::Show(Pane::Catalog(name.clone()))),
        What::Record(key) => {
            let pane = sheets::pane_of(now.session, key)
                .or_else(|| crate::scenario::pane_of(now.session, key))
                .unwrap_or_else(|| Pane::Catalog(key.catalog.clone()));
            actions.push(Action::Show(pane));
            actions.push(Action::Select(Selection::record(key.clone())));
        }
    }
}

/// Draws the results; returns the index of the one clicked.
fn list(ui: &mut Ui, found: &[Hit], chosen: usize) -> Option<usize> {
    let height = (ROWS * ROW).min(ui.ctx().content_rect().height() - 160.0);
    if found.is_empty() {
        ui.label(RichText::new("No matches").color(palette(ui).weak));
        return None;
    }
    let mut area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
    let id = Id::unique("palette chosen");
    let before: Option<usize> = ui.data(|data| data.get_temp(id));
    if before != Some(chosen) {
        area = area.vertical_scroll_offset((chosen as f32 * ROW - height / 2.0).max(0.0));
        ui.data_mut(|data| data.insert_temp(id, chosen));
    }
    let between = ui.spacing().item_spacing.y;
    let mut clicked = None;
    area.show_rows(ui, ROW - between, found.len(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for at in range {
            if row(ui, &found[at], at, at == chosen) {
                clicked = Some(at);
            }
        }
    });
    clicked
}

/// Draws a result; returns whether it was clicked.
fn row(ui: &mut Ui, hit: &Hit, at: usize, selected: bool) -> bool {
    let icon = match hit.what {
        What::Command(_) => Icon::Play,
        What::Record(_) => Icon::Form,
        What::Catalog(_) => Icon::Tree,
    };
    let color = palette(ui).weak;
    let row = Row {
        depth: 0,
        icon: Some((icon, color)),
        text: &hit.text,
        note: &hit.note,
        mark: None,
        changed: false,
        selected,
        heading: false,
    };
    widgets::row(ui, Id::unique(("palette", at)), &row).clicked()
}
