//! Inputs for lists: short lists of fixed length on one line, others item by item.

use std::ops::Range;

use egui::{RichText, Ui};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::Pointer;
use serde_json::Value;

use super::fold::{folding, open_new, opened, reading};
use super::{BETWEEN, Called, Form, Spot, entry, gutter, hidden, input, reset, scalar, sentence, title, variant};
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::new_record;
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, ROW, palette};

/// The maximum length of a list on one line.
const INLINE: usize = 4;
/// The page size for lists with more than twice this number of items.
const PAGE: usize = 25;
/// The page size for long lists of compound items, of which a few fill the pane.
const PAGE_OF_COMPOUNDS: usize = 10;

/// Whether a list is a few scalars in a fixed number, such as a size.
pub(crate) fn is_inline(field: Field) -> bool {
    let fixed = matches!(field.kind(), FieldKind::List { min, max: Some(max) } if min == max && max <= INLINE);
    fixed && field.value().is_some_and(|item| !is_compound(item))
}

/// Draws the items of a short list side by side.
pub(crate) fn inline(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, width: f32) {
    let Some(field) = spot.field.value() else { return };
    let items = spot.effective().and_then(Value::as_array).map_or(0, Vec::len);
    let fits = matches!(spot.field.kind(), FieldKind::List { min, .. } if items == min);
    if !fits || entry::is_open(ui, spot) {
        return entry::ui(ui, form, spot, width);
    }
    if !spot.is_written() {
        return overriding(ui, form, spot);
    }
    ui.spacing_mut().item_spacing.x = GAP;
    let each = ((width + GAP) / items as f32 - GAP).clamp(32.0, 72.0);
    // A nested list is labelled by its position.
    let place = spot.pointer.last().and_then(|last| last.parse::<usize>().ok());
    let label = place.map_or_else(|| spot.field.label(), |place| format!("Item {},", place + 1));
    for index in 0..items {
        let item = spot.child(field, &index.to_string());
        let name = format!("{label} {}", index + 1);
        named(ui, form, &item, name, each);
    }
}

/// Draws a heading and the items below it, each with a button that removes it.
pub(crate) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let Some(field) = spot.field.value() else { return };
    let items = spot.effective().and_then(Value::as_array).map_or(0, Vec::len);
    let top = ui.cursor().top();
    let mut state = opened(ui, form, spot);
    if !state.is_open() && gutter::inside(ui, form, spot, top) {
        state.set_open(true);
    }
    let header = basic::header(ui, state, |ui| {
        title(ui, form, spot);
        ui.label(RichText::new(items.to_string()).color(palette(ui).weak));
        reset(ui, form, spot);
    });
    header.body(|ui| {
        if !spot.is_written() && items > 0 {
            return overriding(ui, form, spot);
        }
        let page = if is_compound(field) && !is_inline(field) { PAGE_OF_COMPOUNDS } else { PAGE };
        for index in shown(ui, form, spot, items, page) {
            let child = spot.child(field, &index.to_string());
            hidden::unless(ui, form, &child, |ui, form| item(ui, form, &child, index + 1, items));
        }
        add(ui, form, spot, field, items);
    });
}

/// Returns the range of items to lay out. Long lists are paged with two buttons, and turn automatically to a value to
/// be revealed.
fn shown(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>, items: usize, page: usize) -> Range<usize> {
    if items <= 2 * PAGE {
        return 0..items;
    }
    let id = spot.id().with("page");
    let last = (items - 1) / page;
    let within = |reveal: &Pointer| {
        let below = reveal.parts().strip_prefix(spot.pointer.parts())?.first()?;
        below.parse::<usize>().ok().map(|item| item / page)
    };
    let sought = form.reveal.and_then(within);
    let mut at = sought.or_else(|| ui.data(|data| data.get_temp(id))).unwrap_or_default().min(last);
    let shown = |at: usize| at * page..((at + 1) * page).min(items);
    ui.horizontal(|ui| {
        let turn = |ui: &mut Ui, enabled: bool, icon: Icon, name: String| {
            ui.add_enabled_ui(enabled, |ui| widgets::icon_button(ui, icon, &name)).inner.clicked()
        };
        let label = spot.field.label().to_lowercase();
        if turn(ui, at > 0, Icon::Up, format!("Earlier {label}")) {
            at -= 1;
        } else if turn(ui, at < last, Icon::Down, format!("Later {label}")) {
            at += 1;
        }
        let Range { start, end } = shown(at);
        ui.label(RichText::new(format!("{} to {end} of {items}", start + 1)).color(palette(ui).weak));
    });
    ui.data_mut(|data| data.insert_temp(id, at));
    shown(at)
}

fn is_compound(field: Field) -> bool {
    matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. })
}

fn item(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, number: usize, items: usize) {
    let top = ui.cursor().top();
    if !is_compound(spot.field) || is_inline(spot.field) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = super::BETWEEN;
            let is_command = super::command::is_one(spot.field);
            let width = form.room(ui, if items > 1 { 4 } else { 2 } + 2 * usize::from(is_command));
            named(ui, form, spot, format!("Item {number}"), width);
            if is_command {
                super::command::next_word(ui, form, spot, number);
            }
            super::reference::jump(ui, form, spot);
            let buttons = if items > 1 { 3.0 } else { 1.0 };
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space((form.right - buttons * ROW - ui.cursor().left()).max(0.0));
            move_by_one(ui, form, spot, number, items);
            take_away(ui, form, spot, number);
        });
        gutter::ui(ui, form, spot, top);
        entry::complaint(ui, spot);
        return;
    }
    folding(ui, form, spot, |ui, form, toggle| {
        ui.spacing_mut().item_spacing.x = BETWEEN;
        let buttons = if items > 1 { 3.0 } else { 1.0 };
        let sentence = format!("{number}. {}", sentence::of(form, spot));
        *toggle ^= reading(ui, form.right - buttons * ROW, &sentence);
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space((form.right - buttons * ROW - ui.cursor().left()).max(0.0));
        move_by_one(ui, form, spot, number, items);
        take_away(ui, form, spot, number);
    });
}

/// Draws the input of an item with an accessible name.
fn named(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, name: String, width: f32) {
    form.name = Some(Called::Name(name.clone()));
    ui.name_inputs(name, |ui| input(ui, form, spot, width));
    form.name = None;
}

/// Draws the buttons that move an item up or down, if there is more than one.
fn move_by_one(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, number: usize, items: usize) {
    let Some(list) = spot.pointer.parent().filter(|_| items > 1) else { return };
    let mut button = |enabled: bool, icon: Icon, name: String| {
        ui.add_enabled_ui(enabled, |ui| widgets::icon_button(ui, icon, &name)).inner.clicked()
    };
    if button(number > 1, Icon::Up, format!("Move item {number} up")) {
        form.actions.push(Action::Swap(list, number - 2));
    } else if button(number < items, Icon::Down, format!("Move item {number} down")) {
        form.actions.push(Action::Swap(list, number - 1));
    }
}

fn take_away(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, number: usize) {
    if widgets::icon_button(ui, Icon::Close, &format!("Remove item {number}")).clicked() {
        form.actions.push(Action::Remove(spot.pointer.clone()));
    }
}

fn add(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, field: Field, items: usize) {
    let full = matches!(spot.field.kind(), FieldKind::List { max: Some(max), .. } if items >= max);
    let name = format!("Add to {}", spot.field.label().to_lowercase());
    ui.add_space(GAP / 2.0);
    let button = ui.add_enabled_ui(!full, |ui| widgets::labelled_button(ui, Icon::Add, &name)).inner;
    let added = match variant::kinds(field) {
        Some(kinds) => {
            variant::choose(&button, &kinds).map(|kind| new_record::of_kind(form.pack, field, kind, &Value::Null))
        }
        None => button.clicked().then(|| new_record::value(form.pack, field)),
    };
    if let Some(value) = added {
        open_new(ui, spot.pointer.child(items.to_string().as_str()));
        // This also creates the list if it does not exist.
        form.actions.push(Action::PushFitting(spot.pointer.clone(), value));
        form.actions.push(Action::Settle);
    }
}

/// An inherited list is overridden as a whole, so it must be copied here before it can be changed.
fn overriding(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>) {
    let (Some(value), Some(field)) = (spot.effective(), spot.field.value()) else { return };
    let weak = palette(ui).weak;
    ui.horizontal_wrapped(|ui| {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        let shown: Vec<String> = items
            .iter()
            .enumerate()
            .take(2 * PAGE)
            .map(|(at, item)| match item {
                Value::Object(_) => format!("{}. {}", at + 1, sentence::of(form, &spot.child(field, &at.to_string()))),
                single => scalar::shown(single),
            })
            .collect();
        ui.label(spot.text(&shown.join("   ")).color(weak)).on_hover_text(spot.origin().unwrap_or("Inherited"));
        if ui.button(format!("Override {}", spot.field.label().to_lowercase())).clicked() {
            form.actions.push(Action::Set(spot.pointer.clone(), value.clone()));
            form.actions.push(Action::Settle);
        }
    });
}
