//! The problems: what the checks say, live, each a click away from its place.

use egui::{Id, Label, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_schema::finding::{Finding, Severity};

use super::super::action::{Action, Actions};
use super::super::icon::{Icon, severity_color};
use super::super::index::capitalised;
use super::super::pack::Pack;
use super::super::theme::{GAP, ROW, palette};
use super::super::widgets;
use super::super::workspace::Workspace;

/// Draws the list.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let Some(pack) = workspace.pack() else { return };
    let colors = palette(ui);
    ui.horizontal(|ui| {
        widgets::section(ui, "PROBLEMS");
        for (severity, one, many) in COUNTED {
            let count = pack.findings().iter().filter(|finding| finding.severity == severity).count();
            if count > 0 {
                let text = if count == 1 { format!("1 {one}") } else { format!("{count} {many}") };
                widgets::badge(ui, &text, severity_color(colors, severity));
            }
        }
        if pack.checking() {
            ui.spinner();
            ui.weak("Checking");
        }
    });
    if pack.findings().is_empty() {
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            Icon::Good.show(ui, colors.good);
            ui.label(RichText::new("No problems: every check is content with this pack").color(colors.weak));
        });
        return;
    }
    let order = order(pack);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("problems").show_rows(
        ui,
        ROW,
        order.len(),
        |ui, range| {
            for at in range {
                line(ui, workspace, pack, &pack.findings()[order[at]], at, actions);
            }
        },
    );
}

const COUNTED: [(Severity, &str, &str); 3] = [
    (Severity::Error, "error", "errors"),
    (Severity::Warning, "warning", "warnings"),
    (Severity::Info, "note", "notes"),
];

/// The worst first, else by place.
fn order(pack: &Pack) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pack.findings().len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(pack.findings()[at].severity));
    order
}

fn line(ui: &mut Ui, workspace: &Workspace, pack: &Pack, finding: &Finding, at: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let place = place(pack, finding);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, Id::unique(("problem", at)), Sense::click());
    let name = format!("{}: {}", severity_name(finding.severity), finding.message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    let here = finding.pointer.record().is_some_and(|(record, _)| workspace.selected() == Some(&record));
    if here || response.hovered() {
        let ground = if response.hovered() { colors.hover } else { colors.selected.gamma_multiply(0.5) };
        ui.painter().rect_filled(rect, 4, ground);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4, egui::Stroke::new(1.0, colors.accent), egui::StrokeKind::Inside);
    }
    let mut row = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect.shrink2(vec2(GAP, 0.0)))
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    let color = severity_color(colors, finding.severity);
    Icon::of(finding.severity).show(&mut row, color);
    row.label(RichText::new(severity_name(finding.severity)).color(color));
    let text = |text: &str, color| Label::new(RichText::new(text).color(color)).truncate();
    row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.label(RichText::new(&place).text_style(TextStyle::Small).color(colors.weak));
        ui.label(RichText::new(finding.code).text_style(TextStyle::Small).color(colors.weak));
        if let Some(fix) = finding.fixes.first() {
            let title = capitalised(&fix.title);
            let button = ui.small_button("Fix").accessible_name(format!("Fix: {title}")).on_hover_text(title);
            if button.clicked() {
                actions.push(Action::Fix(Box::new(finding.clone())));
            }
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.add(text(&finding.message, colors.text));
            if let Some(help) = &finding.help {
                ui.add(text(help, colors.weak));
            }
        });
    });
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(460.0);
        ui.label(RichText::new(&finding.message).color(colors.strong));
        if let Some(help) = &finding.help {
            ui.label(help);
        }
        for (_, label) in &finding.related {
            ui.weak(label);
        }
        ui.label(RichText::new(format!("{}   {place}", finding.code)).small().color(colors.weak));
    });
    if response.clicked() {
        actions.push(Action::Jump(finding.pointer.clone(), finding.hex));
    }
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Info => "Note",
    }
}

fn place(pack: &Pack, finding: &Finding) -> String {
    let draft = pack.draft();
    let (line, column) = draft.line_col(finding.place.file, finding.place.span.start);
    format!("{}:{line}:{column}", draft.path(finding.place.file))
}
