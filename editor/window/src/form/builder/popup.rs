//! The popup of a builder: the text in words, a control for each part, the distribution of its dice, and its findings.

use egui::{Label, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_engine::builder::{Builder, Chosen, Part, Scope, Walk, fit, write};

use super::parts::Parts;
use super::{name, refusal};
use crate::form::{Form, Spot, entry, spread};
use crate::help::{HelpAction, Topic, pointed};
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::shell::action::Action;
use foeman_scene::theme::{GAP, palette};

/// The height of the bars of a distribution, in points.
const BARS: f32 = 48.0;

/// Draws the content of the popup.
pub(super) fn ui(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, builder: &'static Builder, room: Rect) {
    let holder = form.holder(spot).unwrap_or_default();
    let scope = Scope { draft: form.pack.draft(), record: form.record, holder: &holder };
    let written = spot.effective().map(entry::as_typed);
    let read = written.as_deref().and_then(|text| builder.read(text));
    let is_read = read.is_some();
    let before = read.unwrap_or_else(|| builder.usual(&scope));
    let text = written.clone().filter(|_| is_read).unwrap_or_else(|| write(builder.parts, &before));
    head(ui, form, spot, builder, &text);
    if let Some(reading) = (builder.reading)(&scope, &text) {
        ui.add(Label::new(RichText::new(reading).color(palette(ui).text)).wrap());
    }
    if !is_read {
        unread(ui, form, spot, (written.as_deref(), &text));
    }
    ui.separator();
    // The popup grows with its content up to this height, and then scrolls.
    let tallest = (room.height() - 140.0).max(120.0);
    let area = ScrollArea::vertical().max_height(tallest).min_scrolled_height(tallest);
    area.id_salt("parts").show(ui, |ui| {
        let mut values = before.clone();
        let mut parts = Parts { scope, name: name(spot), changed: false, walk: Walk::default() };
        parts.rows(ui, builder.parts, &mut values, "");
        if parts.changed {
            change(ui, form, spot, builder, &fitted(builder, values, &scope));
        }
        chart(ui, form, spot, &text);
        findings(ui, form, spot);
    });
    pointed::mark_popup(ui.ctx(), Topic::Notation(builder.name.to_owned()));
}

/// Draws the name of the value, its text, and the button for help.
fn head(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, builder: &Builder, text: &str) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name(spot)).color(colors.strong).strong());
        let room = ui.available_width() - foeman_scene::theme::ROW - 2.0 * GAP;
        ui.add_space(GAP);
        let galley = widgets::one_line(ui, text, TextStyle::Monospace, colors.text, room - GAP);
        let is_elided = galley.elided;
        let shown = ui.label(galley);
        if is_elided {
            shown.on_hover_text(text);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Info, &format!("Help on {}", name(spot).to_lowercase())).clicked() {
                form.actions.push(Action::Help(HelpAction::Open(Topic::Notation(builder.name.to_owned()))));
            }
        });
    });
}

/// Draws why the builder starts with the usual text, and the button that writes it.
fn unread(ui: &mut Ui, form: &mut Form<'_>, spot: &Spot<'_>, (written, usual): (Option<&str>, &str)) {
    let colors = palette(ui);
    let problem = written.map(|written| spot.field.notation().map(|notation| (notation.check)(written)));
    let (note, color) = match problem {
        None => ("Not set".to_owned(), colors.weak),
        Some(Some(Err(problem))) => (problem, colors.error),
        Some(_) => ("This text has parts that cannot be chosen here; edit it as text".to_owned(), colors.weak),
    };
    ui.add(Label::new(RichText::new(note).small().color(color)).wrap());
    if ui.button(format!("Use {usual}")).clicked() {
        set(form, spot, usual);
    }
}

/// Returns the values after a change, with every number at least the one before it if it must be.
fn fitted(builder: &Builder, values: Vec<Chosen>, scope: &Scope<'_>) -> Vec<Chosen> {
    let rises = builder.parts.iter().any(|part| matches!(part, Part::Number(number) if number.rising));
    if rises { fit(builder.parts, &values, scope, &mut Walk::default()) } else { values }
}

/// Writes the text of changed parts, unless it is invalid, such as too long.
fn change(ui: &Ui, form: &mut Form<'_>, spot: &Spot<'_>, builder: &Builder, values: &[Chosen]) {
    let text = write(builder.parts, values);
    let problem = spot.field.notation().and_then(|notation| (notation.check)(&text).err());
    let id = refusal(spot);
    match problem {
        Some(problem) => {
            ui.data_mut(|data| data.insert_temp(id, problem));
        }
        None => {
            ui.data_mut(|data| data.remove::<String>(id));
            set(form, spot, &text);
        }
    }
}

fn set(form: &mut Form<'_>, spot: &Spot<'_>, text: &str) {
    if let Ok(value) = spot.field.entered(text) {
        form.actions.push(Action::Set(spot.pointer.clone(), value));
    }
}

/// Draws the usual distribution of the dice as bars, and the others as text.
fn chart(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>, text: &str) {
    let Some(spreads) = spread::of_text(ui, form, spot, text) else { return };
    let colors = palette(ui);
    let middle = spreads.len().saturating_sub(1) / 2;
    ui.add_space(GAP);
    for (at, spread) in spreads.iter().enumerate() {
        let line = format!("{}: {}", spread.title, spread::summary(spread));
        ui.add(Label::new(RichText::new(line).small().color(colors.text)).wrap());
        if at == middle {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BARS), Sense::hover());
            let name = format!("Chart: {}", spread.title);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
            spread::bars(ui, rect, spread, colors.accent);
        }
    }
}

/// Draws the findings of the value, and why the last change was refused.
fn findings(ui: &mut Ui, form: &Form<'_>, spot: &Spot<'_>) {
    let colors = palette(ui);
    let mut lines: Vec<_> = form
        .findings
        .iter()
        .filter(|finding| finding.pointer == spot.pointer)
        .map(|finding| {
            let help = finding.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            (Icon::of(finding.severity), severity_color(colors, finding.severity), format!("{}{help}", finding.message))
        })
        .collect();
    let refused: Option<String> = ui.data(|data| data.get_temp(refusal(spot)));
    lines.extend(refused.map(|problem| (Icon::Error, colors.error, format!("Not possible: {problem}"))));
    for (icon, color, text) in lines {
        ui.horizontal_top(|ui| {
            icon.show(ui, color);
            ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
        });
    }
}
