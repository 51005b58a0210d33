//! The problems pane: the live findings of the checks; a click goes to the place of a finding.

use egui::{Id, Key, Label, Response, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};
use foeman_schema::checks::summary as summary_of;
use foeman_schema::digest::digest;
use foeman_schema::finding::{Finding, Severity};

use super::fixing;
use crate::help::{HelpAction, Topic};
use crate::kit::focus;
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, ctrl};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Fold, Pane};
use crate::source::SourceAction;
use foeman_scene::theme::{GAP, ROUND, ROW, alpha, palette};

/// The problems pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Warning,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Problems,
    title: |_, _| "Problems".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: Some(|ui, workspace, _| counts(ui, &workspace.session)),
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "problems",
        about: "the list of problems",
        pack: "arena",
        example: "problems",
        show: |workspace, _| {
            workspace.perform(Action::Show(Pane::Problems));
            Ok(())
        },
    }],
};

/// Shows or hides the problems pane.
static COMMAND: Command = Command {
    id: "view.problems",
    name: "Problems",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl(Key::M)],
    on: Some(|now| now.session.view().shows(&Pane::Problems)),
    action: |_| Some(Action::Toggle(Pane::Problems)),
    ..BASE
};

fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let rows = rows(session, pack);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("problems").show_rows(
        ui,
        ROW,
        rows.len(),
        |ui, range| {
            for at in range {
                match &rows[at] {
                    Row::Content { notes } => content(ui, *notes),
                    Row::Checking => waiting(ui),
                    Row::Finding(number) => line(ui, session, pack, &pack.findings()[*number], *number, actions),
                    Row::Fold { text, code, open } => fold(ui, text, code, *open, actions),
                }
            }
        },
    );
}

/// Draws the number of findings of each severity.
fn counts(ui: &mut Ui, session: &Session) {
    let Some(pack) = session.pack() else { return };
    let colors = palette(ui);
    ui.add_space(GAP);
    for (severity, one, many) in COUNTED.into_iter().rev() {
        let count = pack.findings().iter().filter(|finding| finding.severity == severity).count();
        if count > 0 {
            let text = if count == 1 { format!("1 {one}") } else { format!("{count} {many}") };
            widgets::badge(ui, &text, severity_color(colors, severity));
        }
    }
    if pack.checking() {
        ui.weak("Checking");
        widgets::busy(ui);
    }
}

const COUNTED: [(Severity, &str, &str); 3] = [
    (Severity::Error, "error", "errors"),
    (Severity::Warning, "warning", "warnings"),
    (Severity::Info, "note", "notes"),
];

enum Row {
    /// There are no problems; with whether there are notes.
    Content { notes: bool },
    /// The first analysis is still running.
    Checking,
    /// A finding, by its index.
    Finding(usize),
    /// Grouped notes, and whether they are expanded below.
    Fold { text: String, code: &'static str, open: bool },
}

/// Returns the rows: the highest severity first, then by place. Frequent notes are grouped and can be expanded.
fn rows(session: &Session, pack: &Pack) -> Vec<Row> {
    let findings = pack.findings();
    let mut digest = digest(findings);
    digest.single.sort_by_key(|&at| std::cmp::Reverse(findings[at].severity));
    let mut rows = Vec::with_capacity(findings.len() + 1);
    if !pack.checked() {
        rows.push(Row::Checking);
    } else if findings.iter().all(|finding| finding.severity == Severity::Info) {
        rows.push(Row::Content { notes: !findings.is_empty() });
    }
    rows.extend(digest.single.into_iter().map(Row::Finding));
    let dialect = pack.draft().dialect();
    for fold in digest.folds {
        let open = session.view().is_folded(&Fold::Notes(fold.code.to_owned()));
        let summary = summary_of(pack.draft(), fold.code);
        rows.push(Row::Fold { text: format!("{summary}: {}", fold.counts(dialect)), code: fold.code, open });
        if open {
            rows.extend(fold.findings.into_iter().map(Row::Finding));
        }
    }
    rows
}

fn content(ui: &mut Ui, notes: bool) {
    let colors = palette(ui);
    let text = if notes { "No problems, only notes" } else { "No problems" };
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(GAP);
        Icon::Good.show(ui, colors.good);
        ui.add(Label::new(RichText::new(text).color(colors.weak)).truncate());
    });
}

/// Draws a placeholder while the first analysis is running.
fn waiting(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(GAP);
        ui.weak("The pack is being checked");
    });
}

/// Draws a group of notes; a click expands or collapses it.
fn fold(ui: &mut Ui, text: &str, code: &str, open: bool, actions: &mut Actions) {
    let colors = palette(ui);
    let id = Id::unique(("fold", code));
    let (response, mut row) = ground(ui, id, false);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, open, format!("Notes: {text}")));
    let chevron = if open { Icon::Opened } else { Icon::Closed };
    chevron.show(&mut row, colors.weak);
    let color = severity_color(colors, Severity::Info);
    Icon::Info.show(&mut row, color);
    row.label(RichText::new("Notes").color(color));
    row.add(Label::new(RichText::new(text).color(colors.text)).truncate());
    let hint = if open { "Hide them" } else { "Show each" };
    let response = response.on_hover_text(format!("{text}\n{hint}"));
    let opening = id.with("opening");
    // Scroll in the frame after the click, when the expanded rows have their space.
    if ui.data_mut(|data| data.remove_temp::<()>(opening)).is_some() {
        response.scroll_to_me(Some(egui::Align::TOP));
    }
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(opening, ()));
        actions.push(Action::Fold(Fold::Notes(code.to_owned())));
    }
}

/// Draws the background of a clickable row; returns its response and a `Ui` for its content.
pub(crate) fn ground(ui: &mut Ui, id: Id, chosen: bool) -> (Response, Ui) {
    let colors = palette(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, id, Sense::click());
    if chosen || response.hovered() {
        let ground = if response.hovered() { colors.hover } else { colors.selected.gamma_multiply(alpha::HALF) };
        ui.painter().rect_filled(rect, ROUND, ground);
    }
    focus::ring(ui, rect, &response);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let room = egui::UiBuilder::new().max_rect(rect.shrink2(vec2(GAP, 0.0))).layout(layout);
    (response, ui.new_child(room))
}

fn line(ui: &mut Ui, session: &Session, pack: &Pack, finding: &Finding, at: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let place = place(pack, finding);
    let here = session.selected().is_some_and(|selected| finding.pointer.is_in(selected));
    let (response, mut row) = ground(ui, Id::unique(("problem", at)), here);
    let name = format!("{}: {}", severity_name(finding.severity), finding.message);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    let color = severity_color(colors, finding.severity);
    Icon::of(finding.severity).show(&mut row, color);
    row.label(RichText::new(severity_name(finding.severity)).color(color));
    let text = |text: &str, color| Label::new(RichText::new(text).color(color)).truncate();
    row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.label(RichText::new(&place).text_style(TextStyle::Small).color(colors.weak));
        let code = egui::Link::new(RichText::new(finding.code).text_style(TextStyle::Small));
        if ui.add(code).on_hover_text("Help on this check").clicked() {
            actions.push(Action::Help(HelpAction::Open(Topic::Check(finding.code.to_owned()))));
        }
        fixing::buttons(ui, pack, finding, actions);
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
        let known = finding.pointer.record().is_some_and(|(record, _)| pack.draft().contains(&record));
        actions.push(if known {
            Action::Jump(finding.pointer.clone(), finding.hex)
        } else {
            // Findings outside records or in unreadable text are shown in the source.
            let path = pack.draft().path(finding.place.file).to_owned();
            Action::Source(SourceAction::At(path, finding.place.span.start))
        });
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
