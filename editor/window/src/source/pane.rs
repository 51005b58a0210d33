//! The source pane: the YAML of the selected record or of a whole file, with syntax highlighting and inline findings.
//! The form follows the typed text, and changes in the form appear here.

use std::sync::Arc;

use egui::text::CCursor;
use egui::{
    Align, FontSelection, Galley, Id, Key, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Shape, Stroke, TextBuffer,
    TextEdit, TextStyle, Ui, pos2,
};
use foeman_schema::finding::Finding;
use foeman_schema::text::{FileId, Span};

use super::action::SourceAction;
use super::buffer::Yaml;
use super::colors::colored;
use super::{Nothing, Shown, State};
use crate::kit::icon::{Icon, severity_color};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, ctrl};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::{GAP, ICON, LINE, palette};

/// The source pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Form,
    ground: Ground::Whole,
    is: |pane| *pane == Pane::Source,
    title: |_, _| "Source".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, &workspace.source, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "source:CATALOG/ID",
        about: "the text of a record next to its form, as in source:items/broadsword",
        pack: "arena",
        example: "source:items/broadsword",
        show: |workspace, path| {
            workspace.perform_all(crate::inspector::steps(&workspace.session, path)?);
            workspace.perform(Action::Show(Pane::Source));
            Ok(())
        },
    }],
};

/// Shows or hides the source pane.
static COMMAND: Command = Command {
    id: "view.source",
    name: "Source",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl(Key::U)],
    on: Some(|now| now.session.view().shows(&Pane::Source)),
    action: |_| Some(Action::Toggle(Pane::Source)),
    ..BASE
};

/// The width of a digit of the line numbers, in points.
const DIGIT: f32 = 8.0;
/// The width for a marker next to the line numbers, in points.
const MARK: f32 = 18.0;

fn ui(ui: &mut Ui, session: &Session, state: &State, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let shown = super::perform::current(session, state);
    head(ui, session, pack, shown.as_ref().ok(), actions);
    match shown {
        Ok(shown) => {
            let Some(file) = pack.draft().file_at(&shown.path) else { return };
            let name = ("source", &shown.path, session.view().source().is_some());
            ScrollArea::both().id_salt(name).auto_shrink([false, false]).show(ui, |ui| {
                edit(ui, session, pack, file, &shown, actions);
            });
        }
        Err(Nothing::Unselected) => {
            let text = "Choose a record in the tree or the table, or a file under Files";
            widgets::empty_state(ui, Icon::Form, "Nothing is selected", text, |_| {});
        }
        Err(Nothing::TooLarge(path, bytes)) => {
            let text = format!("{path} has {} KB; choose a record to see its text", bytes / 1_000);
            widgets::empty_state(ui, Icon::Form, "Shown record by record", &text, |ui| {
                if session.view().source().is_some() && ui.button("Show the record").clicked() {
                    actions.push(Action::Source(SourceAction::Whole(None)));
                }
            });
        }
    }
}

/// Draws the name of the file, and the choice between record and file.
fn head(ui: &mut Ui, session: &Session, pack: &Pack, shown: Option<&Shown>, actions: &mut Actions) {
    let colors = palette(ui);
    ui.add_space(GAP);
    ui.horizontal(|ui| {
        ui.add_space(2.0 * GAP);
        let whole = session.view().source();
        let of_record = session.selected().and_then(|key| pack.draft().file_of(key));
        let path = whole.map(str::to_owned).or_else(|| of_record.map(|file| pack.draft().path(file).to_owned()));
        if ui.selectable_label(whole.is_none(), "Record").clicked() {
            actions.push(Action::Source(SourceAction::Whole(None)));
        }
        ui.add_enabled_ui(path.is_some(), |ui| {
            if ui.selectable_label(whole.is_some(), "File").clicked() {
                actions.push(Action::Source(SourceAction::Whole(path.clone())));
            }
        });
        let Some(shown) = shown else { return };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(2.0 * GAP);
            let file = pack.draft().file_at(&shown.path);
            let here = findings(pack, file, shown.span);
            if let Some(worst) = here.iter().map(|finding| finding.severity).max() {
                let count = if here.len() == 1 { "1 problem".to_owned() } else { format!("{} problems", here.len()) };
                widgets::badge(ui, &count, severity_color(colors, worst));
            }
            let font = TextStyle::Small;
            let room = ui.available_width();
            ui.label(widgets::one_line(ui, &shown.path, font, colors.weak, room)).on_hover_text(&shown.path);
        });
    });
    ui.add_space(GAP);
}

/// Returns the findings in a part of a file, if the analysis is up to date.
fn findings(pack: &Pack, file: Option<FileId>, span: Span) -> Vec<&Finding> {
    let (Some(file), Some(analysis)) = (file, pack.current()) else { return Vec::new() };
    let inside = |finding: &&Finding| finding.place.file == file && span.touches(finding.place.span.start);
    analysis.findings().iter().filter(inside).collect()
}

fn edit(ui: &mut Ui, session: &Session, pack: &Pack, file: FileId, shown: &Shown, actions: &mut Actions) {
    let before = &pack.draft().text(file)[shown.span.range()];
    let mut typed = Yaml(before.to_owned());
    let first = pack.draft().line_col(file, shown.span.start).0;
    let last = first + before.matches('\n').count() as u32;
    let numbers = last.to_string().len().max(2) as f32 * DIGIT;
    let left = ui.cursor().left() + MARK + numbers + 2.0 * GAP;
    let font = TextStyle::Monospace.resolve(ui.style());
    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| -> Arc<Galley> {
        let job = colored(text.as_str(), &font, palette(ui));
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let shown_text = ui
        .horizontal_top(|ui| {
            ui.add_space(left - ui.cursor().left());
            TextEdit::multiline(&mut typed)
                .id(Id::unique(("source", &shown.path)))
                .font(FontSelection::Style(TextStyle::Monospace))
                .frame(egui::Frame::NONE)
                .lock_focus(true)
                .desired_rows(3)
                .desired_width(f32::INFINITY)
                .layouter(&mut layouter)
                .show(ui)
        })
        .inner;
    crate::kit::lines::allow(ui.ctx(), Id::unique(("source", &shown.path)));
    let text = typed.0;
    let response = shown_text.response.response.accessible_name("Source text");
    let lines = Lines { galley: &shown_text.galley, at: shown_text.galley_pos, text: &text };
    gutter(ui, &lines, left, first);
    if text == before {
        for finding in findings(pack, Some(file), shown.span) {
            mark(ui, &lines, finding, shown.span, left, numbers);
        }
        let moved = shown_text.cursor_range.map(|range| range.primary).filter(|_| response.has_focus());
        let typed = response.changed();
        reveal(ui, session, pack, file, shown, &lines);
        if let Some(cursor) = moved.filter(|_| !typed) {
            follow(ui, session, pack, file, shown, lines.byte(cursor), actions);
        }
    } else {
        actions.push(Action::Source(SourceAction::Type(shown.clone(), text)));
    }
    if response.lost_focus() {
        actions.push(Action::Settle);
    }
}

/// The laid-out lines of the text.
struct Lines<'a> {
    galley: &'a Galley,
    at: Pos2,
    text: &'a str,
}

impl Lines<'_> {
    /// Returns the screen position of the character at a byte offset.
    fn place(&self, byte: usize) -> Rect {
        let letters = self.text.get(..byte).unwrap_or(self.text).chars().count();
        self.galley.pos_from_cursor(CCursor::new(letters)).translate(self.at.to_vec2())
    }

    /// Returns the byte offset of a cursor.
    fn byte(&self, cursor: CCursor) -> usize {
        let letters: usize = cursor.index.into();
        self.text.char_indices().nth(letters).map_or(self.text.len(), |(at, _)| at)
    }
}

/// Draws the numbers of the visible lines.
fn gutter(ui: &Ui, lines: &Lines<'_>, left: f32, first: u32) {
    let (font, color) = (TextStyle::Monospace.resolve(ui.style()), palette(ui).weak);
    let clip = ui.clip_rect();
    for (number, row) in (first..).zip(&lines.galley.rows) {
        let rect = row.rect().translate(lines.at.to_vec2());
        if rect.bottom() >= clip.top() && rect.top() <= clip.bottom() {
            let at = pos2(left - 2.0 * GAP, rect.center().y);
            ui.painter().text(at, egui::Align2::RIGHT_CENTER, number.to_string(), font.clone(), color);
        }
    }
}

/// Draws a marker at the line of a finding, a wavy underline at its place, and a tooltip.
fn mark(ui: &Ui, lines: &Lines<'_>, finding: &Finding, span: Span, left: f32, numbers: f32) {
    let color = severity_color(palette(ui), finding.severity);
    let byte = |at: usize| at.clamp(span.start, span.end) - span.start;
    let (from, to) = (lines.place(byte(finding.place.span.start)), lines.place(byte(finding.place.span.end)));
    // If the place spans several lines, only its first line is underlined.
    let row = lines.galley.rows.iter().map(|row| row.rect().translate(lines.at.to_vec2()));
    let line_end =
        row.clone().find(|row| row.y_range().contains(from.center().y)).map_or(from.right(), |row| row.right());
    let right = if to.center().y > from.bottom() { line_end } else { to.left() }.max(from.left() + 8.0);
    let wave = (0..).map(|step| from.left() + step as f32 * 2.0).take_while(|x| *x <= right);
    let wave = wave.enumerate().map(|(at, x)| pos2(x, from.bottom() + if at % 2 == 0 { -1.0 } else { 1.0 }));
    ui.painter().add(Shape::line(wave.collect(), Stroke::new(LINE, color)));
    let square =
        Rect::from_center_size(pos2(left - numbers - 2.0 * GAP - MARK / 2.0, from.center().y), egui::Vec2::splat(ICON));
    Icon::of(finding.severity).paint(ui.painter(), square, color);
    let about = Id::unique(("source finding", finding.code, finding.place.span.start, &finding.message));
    let words = Rect::from_min_max(from.left_top(), pos2(right, from.bottom()));
    for (part, rect) in [("mark", square.expand(2.0)), ("words", words)] {
        let response = ui.interact(rect, about.with(part), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &finding.message));
        response.on_hover_ui(|ui| {
            ui.set_max_width(420.0);
            ui.label(RichText::new(&finding.message).color(palette(ui).strong));
            if let Some(help) = &finding.help {
                ui.label(help);
            }
        });
    }
}

/// Scrolls to a value that was selected elsewhere since the last frame.
fn reveal(ui: &Ui, session: &Session, pack: &Pack, file: FileId, shown: &Shown, lines: &Lines<'_>) {
    let Some(selection) = session.view().selection() else { return };
    let id = Id::unique("revealed in source");
    let now = selection.record.pointer().join(&selection.field);
    let before = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now.clone()));
    if before.as_ref() == Some(&now) || selection.field.is_empty() && session.view().source().is_none() {
        return;
    }
    if let Some(place) = pack.draft().key_place(&now).filter(|place| place.file == file)
        && shown.span.touches(place.span.start)
    {
        ui.scroll_to_rect(lines.place(place.span.start - shown.span.start), Some(Align::Center));
    }
}

/// Selects the value at the text cursor, so that the form shows it.
fn follow(ui: &Ui, session: &Session, pack: &Pack, file: FileId, shown: &Shown, byte: usize, actions: &mut Actions) {
    let id = Id::unique("cursor in source");
    let now = (shown.path.clone(), shown.span.start + byte, pack.revision());
    let before: Option<(String, usize, u64)> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now.clone()));
    // Typing also moves the cursor; do not select values that do not exist yet.
    if before.is_none_or(|before| before == now || before.2 != now.2) {
        return;
    }
    let Some((record, field)) = pack.draft().pointer_at(file, now.1).and_then(|pointer| {
        let (record, field) = pointer.record()?;
        Some((record, field.to_vec()))
    }) else {
        return;
    };
    let selection = Selection { record, field, hex: None };
    if pack.draft().contains(&selection.record) && session.view().selection() != Some(&selection) {
        ui.data_mut(|data| {
            let pointer = selection.record.pointer().join(&selection.field);
            data.insert_temp(Id::unique("revealed in source"), pointer);
        });
        actions.push(Action::Select(selection));
    }
}
