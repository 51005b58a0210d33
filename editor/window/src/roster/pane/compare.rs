//! Two figures side by side, with their differences marked.

use egui::{Frame, Grid, Label, RichText, ScrollArea, Stroke, TextStyle, Ui, vec2};
use foeman_engine::sheet::{Member, Sheet};
use foeman_schema::text::Pointer;

use super::Shown;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::roster::action::RosterAction;
use crate::roster::sheets;
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, LINE, ROUND_LARGE, margin, palette};

/// The width of the names of values, in points.
const NAMES: f32 = 104.0;

/// A value of both figures: its name, and its text for each.
type Line = (String, [String; 2]);

/// Returns the figure to compare the selected one with.
pub(crate) fn other<'a>(shown: &Shown<'a>) -> Option<&'a Member> {
    let pointer = shown.session.view().compared.as_ref()?;
    let own = shown.members.get(shown.chosen?)?;
    shown.members.iter().find(|member| member.pointer == *pointer && member.id != own.id)
}

/// Draws the list of figures to compare with.
pub(crate) fn choose(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let now = other(shown);
    let text = now.map_or("Compare with…", |other| other.name.as_str());
    let combo = basic::combo("compare with").selected_text(text).width(150.0).truncate();
    let response = combo
        .show_ui(ui, |ui| {
            if now.is_some() && ui.selectable_label(false, "Stop comparing").clicked() {
                actions.push(compare(None));
            }
            for (at, member) in shown.members.iter().enumerate() {
                let is_now = now.is_some_and(|now| now.id == member.id);
                if shown.chosen != Some(at) && ui.selectable_label(is_now, &member.name).clicked() {
                    actions.push(compare(Some(member.pointer.clone())));
                }
            }
        })
        .response;
    widgets::whole_on_hover(ui, &response, text);
    response.accessible_name("Compare with");
}

fn compare(with: Option<Pointer>) -> Action {
    Action::Roster(RosterAction::Compare(with))
}

/// Draws both figures in columns.
pub(crate) fn ui(ui: &mut Ui, shown: &Shown<'_>, pair: [&Member; 2], actions: &mut Actions) {
    let colors = palette(ui);
    let sheets = pair.map(|member| sheets::sheet(ui, shown.pack, shown.def, member));
    let frame = Frame::new()
        .fill(colors.surface)
        .stroke(Stroke::new(LINE, colors.line))
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin::CARD);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            widgets::section(ui, "SIDE BY SIDE");
            if widgets::labelled_button(ui, Icon::Close, "Stop comparing").clicked() {
                actions.push(compare(None));
            }
        });
        let [Ok(one), Ok(two)] = [&*sheets[0], &*sheets[1]] else {
            let problem = sheets.iter().find_map(|sheet| (**sheet).as_ref().err());
            let text = format!("Cannot compare them: {}", problem.map_or("", String::as_str));
            ui.add(Label::new(RichText::new(text).color(colors.error)).wrap());
            return;
        };
        let lines = lines([one, two]);
        let differing = lines.iter().filter(|(_, [one, two])| one != two).count();
        ui.label(RichText::new(format!("{differing} of {} values differ", lines.len())).color(colors.weak));
        let column = ((ui.available_width() - NAMES - 30.0 - 6.0 * GAP) / 2.0).max(90.0);
        ScrollArea::horizontal().id_salt("side by side").show(ui, |ui| {
            Grid::new("side by side")
                .num_columns(4)
                .min_col_width(0.0)
                .striped(true)
                .spacing(vec2(2.0 * GAP, 1.5 * GAP))
                .show(ui, |ui| {
                    ui.label("");
                    ui.label("");
                    for member in pair {
                        let name = RichText::new(&member.name).color(colors.strong).strong();
                        cell(ui, column, name);
                    }
                    ui.end_row();
                    for (name, values) in &lines {
                        line(ui, column, name, values);
                    }
                });
        });
    });
}

fn line(ui: &mut Ui, column: f32, name: &str, values: &[String; 2]) {
    let colors = palette(ui);
    let differs = values[0] != values[1];
    if differs {
        let (rect, response) = ui.vertical(|ui| ui.allocate_exact_size(vec2(14.0, 18.0), egui::Sense::hover())).inner;
        ui.painter().circle_filled(rect.center(), 3.5, colors.accent);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name} differs")));
    } else {
        ui.label("");
    }
    cell(ui, NAMES, RichText::new(name).color(colors.weak));
    for value in values {
        let text = if value.is_empty() { "none" } else { value };
        let color = if differs { colors.strong } else { colors.weak };
        cell(ui, column, RichText::new(text).text_style(TextStyle::Body).color(color));
    }
    ui.end_row();
}

fn cell(ui: &mut Ui, width: f32, text: RichText) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.add(Label::new(text).wrap());
    });
}

/// Returns the values of two sheets, in the order of the first one.
fn lines([one, two]: [&Sheet; 2]) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![("Kind".to_owned(), [one.kind.clone(), two.kind.clone()])];
    let own = |sheet: &Sheet| {
        let attributes = sheet.attributes.iter().map(|own| (own.name.clone(), own.value.to_string()));
        let points = [(sheet.points.name.clone(), sheet.points.text.clone())];
        let facts = sheet.facts.iter().map(|fact| (fact.name.clone(), fact.text.clone()));
        let holdings = sheet.holdings.iter().map(|holding| {
            let names: Vec<&str> = holding.held.iter().map(|held| held.name.as_str()).collect();
            (holding.title.clone(), names.join(", "))
        });
        attributes.chain(points).chain(facts).chain(holdings).collect::<Vec<_>>()
    };
    let (first, mut second) = (own(one), own(two));
    for (name, text) in first {
        let same = second.iter().position(|(other, _)| *other == name);
        let other = same.map(|at| second.remove(at).1).unwrap_or_default();
        lines.push((name, [text, other]));
    }
    lines.extend(second.into_iter().map(|(name, text)| (name, [String::new(), text])));
    lines
}
