//! The dialog that prints: what and how on the left, the pages on the right.

use egui::{Align, DragValue, Grid, Key, Label, Layout, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_print::Document;
use foeman_print::options::{Back, CounterSize, Flip, HEXES, MOST_BLEED, MOST_OFFSET, Options, Part};
use foeman_print::paper::Paper;

use super::{Choices, PrintAction, State, preview};
use crate::files::Purpose;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_scene::theme::{GAP, LINE, palette};

/// The width of the options, in points.
const OPTIONS: f32 = 268.0;
/// The width of a drop-down or number, in points.
const FIELD: f32 = 158.0;
/// The width of labels, in points.
const LABEL: f32 = 106.0;
/// The largest size of the dialog, in points.
const MOST: egui::Vec2 = vec2(980.0, 860.0);
/// The widths of a hex offered next to the number, in millimetres.
const WIDTHS: [(&str, f32); 3] = [("16 mm", 16.0), ("5/8 in", 15.875), ("1 in", 25.4)];

/// Draws the dialog.
pub(crate) fn ui(ui: &mut Ui, session: &Session, state: &State, choices: &Choices, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let room = ui.ctx().content_rect().size();
    let size = MOST.min(room - vec2(80.0, 80.0));
    let mut wanted = choices.clone();
    let shown = widgets::modal(ui, "print").show(ui.ctx(), |ui| {
        ui.set_width(size.x);
        ui.label(widgets::styled("Print", TextStyle::Heading, palette(ui).strong));
        ui.add_space(2.0 * GAP);
        let height = size.y - 110.0;
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(OPTIONS);
                ScrollArea::vertical().max_height(height).auto_shrink([false, false]).show(ui, |ui| {
                    subject(ui, pack, &mut wanted);
                    options(ui, &mut wanted.options);
                });
            });
            ui.add_space(3.0 * GAP);
            ui.vertical(|ui| {
                ui.set_width(ui.available_width());
                pages(ui, state, &mut wanted.page, height);
            });
        });
        ui.add_space(2.0 * GAP);
        buttons(ui, state, actions);
    });
    if wanted != *choices {
        actions.push(Action::Print(PrintAction::Choose(Box::new(wanted))));
    }
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

/// Draws the choice of the scenario, and of the parts.
fn subject(ui: &mut Ui, pack: &Pack, wanted: &mut Choices) {
    let dialect = pack.draft().dialect();
    let catalog = dialect.and_then(|dialect| pack.index().catalog(dialect.playable));
    let records = catalog.map_or(&[][..], |catalog| &catalog.records);
    let whole = "The whole pack";
    let title = |id: &String| records.iter().find(|record| record.key.id == *id).map(|record| record.title.as_str());
    let text = wanted.scenario.as_ref().map_or(whole, |id| title(id).unwrap_or(id));
    let combo = basic::combo("printed scenario").selected_text(text).width(OPTIONS - 4.0 * GAP).truncate();
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut wanted.scenario, None, whole);
        for record in records {
            ui.selectable_value(&mut wanted.scenario, Some(record.key.id.clone()), &record.title);
        }
    });
    shown.response.accessible_name("What to print");
    ui.add_space(GAP);
    Grid::new("parts").num_columns(2).spacing(vec2(5.0 * GAP, GAP)).show(ui, |ui| {
        for (at, part) in Part::ALL.into_iter().enumerate() {
            let mut on = wanted.options.has(part);
            if basic::check_box(ui, &mut on, part.title()).changed() {
                let parts =
                    Part::ALL.into_iter().filter(|other| if *other == part { on } else { wanted.options.has(*other) });
                wanted.options.parts = parts.collect();
            }
            if at % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

/// Draws the options of the pages.
fn options(ui: &mut Ui, options: &mut Options) {
    widgets::next_section(ui, "PAPER");
    grid(ui, "paper", |ui| {
        one_of(ui, "Paper", &mut options.paper, &Paper::ALL, Paper::name);
        let label = ui.label("Hex");
        number(ui, &mut options.hex, HEXES.0..=HEXES.1)
            .labelled_by(label.id)
            .on_hover_text("The width of a hex from side to side");
        ui.end_row();
        ui.label("");
        ui.horizontal(|ui| {
            for (name, width) in WIDTHS {
                ui.selectable_value(&mut options.hex, width, name);
            }
        });
        ui.end_row();
    });
    basic::check_box(ui, &mut options.labels, "Names of terrains on maps");
    basic::check_box(ui, &mut options.mono, "Shades of grey").on_hover_text("Sides are told apart by patterns");
    if !options.has(Part::Counters) {
        return;
    }
    widgets::next_section(ui, "COUNTERS");
    grid(ui, "counters", |ui| {
        one_of(ui, "Size", &mut options.counter, &CounterSize::ALL, CounterSize::name);
        one_of(ui, "Paper is turned", &mut options.flip, &Flip::ALL, Flip::name);
        one_of(ui, "Backs show", &mut options.back, &Back::ALL, Back::word);
        let label = ui.label("Bleed");
        number(ui, &mut options.bleed, 0.0..=MOST_BLEED)
            .labelled_by(label.id)
            .on_hover_text("How far counters are printed beyond their edges");
        ui.end_row();
        for (name, value, help) in [
            ("Backs to the right", &mut options.back_offset.x, "If the printer misses, moves all backs to the right"),
            ("Backs down", &mut options.back_offset.y, "If the printer misses, moves all backs down"),
        ] {
            let label = ui.label(name);
            number(ui, value, -MOST_OFFSET..=MOST_OFFSET).labelled_by(label.id).on_hover_text(help);
            ui.end_row();
        }
    });
}

fn grid(ui: &mut Ui, name: &str, rows: impl FnOnce(&mut Ui)) {
    let grid = Grid::new(name).num_columns(2).spacing(vec2(2.0 * GAP, 1.5 * GAP)).min_col_width(LABEL);
    grid.show(ui, rows);
    ui.add_space(GAP);
}

/// Draws a length in millimetres.
fn number(ui: &mut Ui, value: &mut f32, range: std::ops::RangeInclusive<f32>) -> egui::Response {
    let field = DragValue::new(value).range(range).speed(0.1).max_decimals(3).suffix(" mm");
    ui.add_sized(vec2(FIELD / 2.0, ui.spacing().interact_size.y), field)
}

/// Draws a drop-down with its label.
fn one_of<T: Copy + PartialEq>(ui: &mut Ui, label: &str, value: &mut T, all: &[T], name: fn(T) -> &'static str) {
    let named = ui.label(label);
    let shown =
        basic::combo(label).selected_text(capitalised(name(*value))).width(FIELD).truncate().show_ui(ui, |ui| {
            for one in all {
                ui.selectable_value(value, *one, capitalised(name(*one)));
            }
        });
    shown.response.labelled_by(named.id);
    ui.end_row();
}

/// Draws the page, with buttons to turn it.
fn pages(ui: &mut Ui, state: &State, page: &mut usize, height: f32) {
    let colors = palette(ui);
    let row = ui.spacing().interact_size.y + 2.0 * GAP;
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height - row), Sense::hover());
    ui.painter().rect_filled(room, 0, colors.panel);
    let message = |ui: &mut Ui, text: &str, color| {
        let place = Rect::from_center_size(room.center(), vec2(room.width() - 8.0 * GAP, room.height() / 2.0));
        ui.put(place, Label::new(RichText::new(text).color(color)).wrap());
    };
    let document = match state.made() {
        None => return message(ui, "Laying out the pages…", colors.weak),
        Some(Err(error)) => return message(ui, &capitalised(error), colors.error),
        Some(Ok(document)) => document,
    };
    let last = document.pages.len().saturating_sub(1);
    let at = (*page).min(last);
    let room = room.shrink(3.0 * GAP);
    let size = document.pages[at].size;
    let scale = (room.width() / size.x).min(room.height() / size.y);
    let sheet = Rect::from_center_size(room.center(), size * scale);
    preview::page(ui.painter(), document, at, sheet);
    ui.painter().rect_stroke(sheet, 0, egui::Stroke::new(LINE, colors.outline), egui::StrokeKind::Outside);
    ui.add_space(GAP);
    let mut to = at;
    ui.horizontal(|ui| {
        ui.add_enabled_ui(at > 0, |ui| {
            if widgets::icon_button(ui, Icon::Back, "Previous page").clicked() {
                to = at - 1;
            }
        });
        ui.add_enabled_ui(at < last, |ui| {
            if widgets::icon_button(ui, Icon::Forward, "Next page").clicked() {
                to = at + 1;
            }
        });
        ui.label(format!("Page {} of {}", at + 1, last + 1));
        let part = part(document, at);
        ui.add(Label::new(RichText::new(part).color(colors.weak)).truncate());
    });
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    if pressed(Key::PageDown) {
        to = (at + 1).min(last);
    } else if pressed(Key::PageUp) {
        to = at.saturating_sub(1);
    }
    if to != at {
        *page = to;
    }
}

/// Returns the bookmarks that lead to a page or before it: its part and its title.
fn part(document: &Document, at: usize) -> String {
    let mut path: Vec<&str> = Vec::new();
    for (depth, title) in document.pages[..=at].iter().flat_map(|page| &page.bookmarks) {
        path.truncate(*depth);
        path.push(title);
    }
    path.join(" · ")
}

fn buttons(ui: &mut Ui, state: &State, actions: &mut Actions) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let ready = matches!(state.document(), Some(Ok(_)));
        let save = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Save as PDF…")).inner;
        if save.clicked() {
            actions.push(Action::Choose(Purpose::Pdf));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}
