//! The figure editor: attributes, derived values, and equipment.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Align, Frame, Id, Label, Layout, RichText, ScrollArea, Stroke, TextEdit, TextStyle, Ui, vec2};
use foeman_engine::display::Term;
use foeman_engine::sheet::{Attribute, Fact, Held, Holding, Member, Sheet, SheetDef};
use serde_json::Value;

use super::{Shown, findings, worst};
use crate::kit::basic;
use crate::kit::icon::{Icon, severity_color};
use crate::kit::picker;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::roster::RosterAction;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions, Focus};
use foeman_scene::theme::{GAP, LINE, ROUND_LARGE, ROW, margin, palette};

/// The maximum height of the list of additions, in points.
const TALLEST: f32 = 210.0;
/// The width of a number with its buttons, in points.
const NUMBER: f32 = 138.0;
/// The width of fact names, in points.
const NAMES: f32 = 150.0;

pub(crate) fn ui(ui: &mut Ui, shown: &Shown<'_>, member: &Member, actions: &mut Actions) {
    let (colors, pack, def) = (palette(ui), shown.pack, shown.def);
    let frame = Frame::new()
        .fill(colors.surface)
        .stroke(Stroke::new(LINE, colors.line))
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin::CARD);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(2.0 * GAP, 1.5 * GAP);
        if shown.place.is_some() {
            name(ui, shown, member, actions);
        } else {
            let title = widgets::styled(&member.name, TextStyle::Heading, colors.strong);
            ui.add(Label::new(title).truncate());
        }
        let sheet = sheets::sheet(ui, pack, def, member);
        match &*sheet {
            Ok(sheet) => body(ui, pack, def, member, sheet, actions),
            Err(reason) => {
                let text = format!("Cannot compute its values: {reason}");
                ui.add(Label::new(RichText::new(text).color(colors.error)).wrap());
            }
        }
        legality(ui, pack, member);
    });
}

/// Draws the name of a figure as a text field. A new figure's name is selected, to be replaced by typing.
fn name(ui: &mut Ui, shown: &Shown<'_>, member: &Member, actions: &mut Actions) {
    let id = Id::unique(("name of figure", member.pointer.to_string()));
    let mut text = member.name.clone();
    // A long name wraps, but stays one line in the file.
    let edit = TextEdit::multiline(&mut text).desired_rows(1).return_key(None);
    let response =
        ui.add(edit.id(id).font(TextStyle::Heading).desired_width(f32::INFINITY)).accessible_name("Name of figure");
    if shown.session.focus() == Some(Focus::Figure) {
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        let mut state = TextEditState::default();
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
        response.request_focus();
    }
    if response.changed() && text != member.name && !text.trim().is_empty() {
        actions.push(Action::Roster(RosterAction::Call(member.pointer.clone(), Value::from(text))));
    }
    if response.lost_focus() {
        actions.push(Action::Settle);
    }
}

fn body(ui: &mut Ui, pack: &Pack, def: &SheetDef, member: &Member, sheet: &Sheet, actions: &mut Actions) {
    ui.add(Label::new(RichText::new(&sheet.kind).color(palette(ui).weak)).truncate());
    let across = ((ui.available_width() / NUMBER) as usize).max(1);
    egui::Grid::new("attributes").num_columns(5 * across).min_col_width(0.0).spacing([GAP, GAP]).show(ui, |ui| {
        for line in sheet.attributes.chunks(across) {
            line.iter().for_each(|attribute| number(ui, attribute, actions));
            ui.end_row();
        }
    });
    fact(ui, &sheet.points);
    for other in &sheet.facts {
        fact(ui, other);
    }
    for holding in &sheet.holdings {
        list(ui, pack, def, member, holding, actions);
    }
}

/// Draws a number with buttons to raise and lower it, in five columns.
fn number(ui: &mut Ui, attribute: &Attribute, actions: &mut Actions) {
    let Attribute { name, value, usual, range, pointer } = attribute;
    let colors = palette(ui);
    let mut wanted = *value;
    ui.label(RichText::new(name).color(colors.weak));
    ui.add_enabled_ui(*value > range.0, |ui| {
        if widgets::icon_button(ui, Icon::Less, &format!("Lower {name}")).clicked() {
            wanted -= 1;
        }
    });
    let color = if value == usual { colors.text } else { colors.accent };
    let shown = ui.label(RichText::new(value.to_string()).monospace().color(color));
    shown.on_hover_text(format!("{usual} by its type"));
    ui.add_enabled_ui(*value < range.1, |ui| {
        if widgets::icon_button(ui, Icon::Add, &format!("Raise {name}")).clicked() {
            wanted += 1;
        }
    });
    if value == usual {
        // Reserve the space, so that the columns are aligned.
        ui.allocate_space(vec2(ROW, ROW));
    } else if widgets::icon_button(ui, Icon::Reset, &format!("Reset {name} to {usual}")).clicked() {
        wanted = *usual;
    }
    if wanted != *value {
        actions.push(match wanted == *usual {
            true => Action::Remove(pointer.clone()),
            false => Action::Set(pointer.clone(), Value::from(wanted)),
        });
        actions.push(Action::Settle);
    }
}

/// Draws a derived value and its calculation.
fn fact(ui: &mut Ui, fact: &Fact) {
    let colors = palette(ui);
    ui.horizontal_top(|ui| {
        let width = NAMES.min(0.35 * ui.available_width());
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_min_width(width);
            ui.add(Label::new(RichText::new(&fact.name).color(colors.weak)).truncate());
        });
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = GAP / 4.0;
            ui.add(Label::new(RichText::new(&fact.text).color(colors.text)).wrap());
            if fact.terms.len() > 1 {
                let term = |(nth, term): (usize, &Term)| match nth {
                    0 => format!("{} {}", term.name, term.value),
                    _ => format!("{} {:+}", term.name, term.value),
                };
                let told: Vec<String> = fact.terms.iter().enumerate().map(term).collect();
                let text = RichText::new(told.join(", ")).text_style(TextStyle::Small).color(colors.weak);
                ui.add(Label::new(text).wrap());
            }
        });
    });
}

/// Draws the figure's holdings of one kind, and the possible additions.
fn list(ui: &mut Ui, pack: &Pack, def: &SheetDef, member: &Member, holding: &Holding, actions: &mut Actions) {
    let open_id = Id::unique(("offers open", holding.pointer.to_string()));
    let mut open: bool = ui.data(|data| data.get_temp(open_id)).unwrap_or_default();
    ui.horizontal(|ui| {
        widgets::section(ui, &holding.title.to_uppercase());
        let (icon, words) = match open {
            true => (Icon::Close, format!("Close the list of {}", holding.title.to_lowercase())),
            false => (Icon::Add, format!("Add {}…", holding.one)),
        };
        if widgets::labelled_button(ui, icon, &words).clicked() {
            open = !open;
            ui.data_mut(|data| data.insert_temp(open_id, open));
        }
    });
    for held in &holding.held {
        thing(ui, held, actions);
    }
    if open {
        offers(ui, pack, def, member, holding, actions);
    }
}

fn thing(ui: &mut Ui, held: &Held, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        if widgets::icon_button(ui, Icon::Close, &format!("Remove {}", held.name)).clicked() {
            actions.push(Action::Remove(held.pointer.clone()));
        }
        if let Some(place) = &held.place {
            let now = place.words.get(place.now).map_or("", |(_, name)| name);
            let id = Id::unique(("place of", held.pointer.to_string()));
            let shown = basic::combo(id).selected_text(now).width(104.0).show_ui(ui, |ui| {
                for (at, (word, name)) in place.words.iter().enumerate() {
                    if ui.selectable_label(at == place.now, name).clicked() {
                        actions.push(Action::Set(place.pointer.clone(), Value::from(word.as_str())));
                        actions.push(Action::Settle);
                    }
                }
            });
            shown.response.accessible_name(format!("Place of {}", held.name));
        }
        match held.ready {
            Some(true) => drop(widgets::badge(ui, "Ready", colors.good)),
            Some(false) => drop(widgets::badge(ui, "Not ready", colors.weak)),
            None => {}
        }
        let text = format!("{}   {}", held.name, held.note);
        ui.add(Label::new(RichText::new(text).color(colors.text)).truncate());
    });
}

/// Draws the possible additions, each with the objections of the checks; they can be added nevertheless.
fn offers(ui: &mut Ui, pack: &Pack, def: &SheetDef, member: &Member, holding: &Holding, actions: &mut Actions) {
    let colors = palette(ui);
    let id = Id::unique(("offers sought", holding.pointer.to_string()));
    let mut search: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let field = widgets::filter_field(ui, id.with("field"), &mut search, "Search what to add");
    if picker::has_just_opened(ui, id) {
        field.request_focus();
    }
    let needle = search.trim().to_lowercase();
    ui.data_mut(|data| data.insert_temp(id, search));
    let offers = sheets::offers(ui, pack, def, member, holding);
    let found: Vec<_> = offers.iter().filter(|(offer, _)| offer.name.to_lowercase().contains(&needle)).collect();
    let area = ScrollArea::vertical().max_height(TALLEST).auto_shrink([false, true]).id_salt(id.with("list"));
    area.show_rows(ui, ROW, found.len(), |ui, rows| {
        for (offer, objection) in &found[rows] {
            ui.horizontal(|ui| {
                ui.set_height(ROW);
                let button = egui::Button::new(RichText::new(&offer.name)).truncate();
                let width = (0.34 * ui.available_width()).min(210.0);
                let taken = ui.add_sized(vec2(width, ROW), button);
                let taken = taken.accessible_name(format!("Take {}", offer.name));
                if taken.on_hover_text(&offer.name).clicked() {
                    actions.push(Action::Push(holding.pointer.clone(), offer.value.clone()));
                }
                let (text, color) = match objection {
                    Some(objection) => (&objection.message, severity_color(colors, objection.severity)),
                    None => (&offer.note, colors.weak),
                };
                ui.add(Label::new(RichText::new(text).text_style(TextStyle::Small).color(color)).truncate());
            });
        }
    });
}

/// Draws the findings of the figure.
fn legality(ui: &mut Ui, pack: &Pack, member: &Member) {
    let findings = findings(pack, member);
    widgets::next_section(ui, "LEGALITY");
    ui.label(RichText::new(worst(&findings)).color(palette(ui).text));
    for finding in findings {
        let color = severity_color(palette(ui), finding.severity);
        ui.horizontal_top(|ui| {
            Icon::of(finding.severity).show(ui, color);
            ui.add(Label::new(RichText::new(&finding.message).color(color)).wrap());
        });
    }
}
