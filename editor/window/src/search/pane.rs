//! The search pane: full-text search in the pack's files; a click goes to a match.

use egui::text::{LayoutJob, TextFormat};
use egui::{Id, Key, RichText, ScrollArea, Sense, TextStyle, Ui, vec2};

use super::{MOST, Place, Search};
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions, Focus};
use crate::shell::commands::{BASE, Command, Menu, ctrl_shift};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use crate::source::SourceAction;
use foeman_scene::theme::{GAP, ROUND, ROW, palette};

/// The search pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Pointer,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Search,
    title: |_, _| "Search".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, &workspace.search, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "search:TEXT",
        about: "the occurrences of a text in all files, as in search:sword",
        pack: "arena",
        example: "search:sword",
        show: |workspace, text| {
            workspace.perform(Action::Show(Pane::Search));
            workspace.perform(Action::Search(text.to_owned()));
            Ok(())
        },
    }],
};

/// Searches all files for a text.
static COMMAND: Command = Command {
    id: "edit.search",
    name: "Search everywhere",
    menu: Menu::Edit,
    group: 2,
    keys: &[ctrl_shift(Key::F)],
    applies: crate::shell::commands::has_pack,
    action: |_| Some(Action::Focus(Focus::Search)),
    ..BASE
};

/// The width of the search field, in points.
const FIELD: f32 = 320.0;

fn ui(ui: &mut Ui, session: &Session, search: &Search, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let colors = palette(ui);
    let found = search.found();
    ui.horizontal(|ui| {
        let mut text = session.view().search().to_owned();
        let width = FIELD.min(ui.available_width() * 0.6);
        let response = ui
            .allocate_ui(vec2(width, ROW), |ui| {
                widgets::filter_field(ui, Id::unique("search everywhere"), &mut text, "Search in all files")
            })
            .inner;
        if session.focus() == Some(Focus::Search) {
            response.request_focus();
        }
        if response.changed() {
            actions.push(Action::Search(text));
        }
        let told = match (session.view().search().trim().is_empty(), found.count) {
            (true, _) => String::new(),
            (false, 0) if search.busy() => String::new(),
            (false, 0) => "Not found".to_owned(),
            (false, 1) => "1 place".to_owned(),
            (false, many) if many > MOST => format!("{many} places, the first {MOST} of them"),
            (false, many) => format!("{many} places"),
        };
        ui.add(egui::Label::new(RichText::new(told).color(colors.weak)).truncate());
    });
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, found.places.len(), |ui, range| {
        for at in range {
            line(ui, pack, &found.places[at], at, actions);
        }
    });
}

fn line(ui: &mut Ui, pack: &Pack, place: &Place, at: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let draft = pack.draft();
    if draft.files().all(|file| file != place.file) {
        return;
    }
    let path = draft.path(place.file);
    let record =
        draft.pointer_at(place.file, place.span.start).and_then(|pointer| pointer.record().map(|(key, _)| key));
    let title = record.as_ref().map_or("", |key| pack.index().title(key));
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, Id::unique(("found", at)), Sense::click());
    let name = format!("{path}:{} {}", place.line, place.text);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, ROUND, colors.hover);
    }
    focus::ring(ui, rect, &response);
    let small = TextStyle::Small.resolve(ui.style());
    let mono = TextStyle::Monospace.resolve(ui.style());
    let mut job = LayoutJob::default();
    let mut put =
        |text: &str, font: &egui::FontId, color| job.append(text, 0.0, TextFormat::simple(font.clone(), color));
    put(&format!("{path}:{}   ", place.line), &small, colors.weak);
    put(title, &small, colors.text);
    put("   ", &small, colors.text);
    let (before, rest) = place.text.split_at(place.found.start);
    let (words, after) = rest.split_at(place.found.end - place.found.start);
    put(before, &mono, colors.weak);
    put(words, &mono, colors.accent);
    put(after, &mono, colors.weak);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.width() - 2.0 * GAP).max(8.0));
    let galley = ui.painter().layout_job(job);
    let whole = galley.elided.then(|| format!("{path}:{}\n{title}\n{}", place.line, place.text));
    ui.painter().galley(rect.left_center() + vec2(GAP, -galley.size().y / 2.0), galley, colors.text);
    if response.clicked() {
        actions.push(Action::Source(SourceAction::At(path.to_owned(), place.span.start)));
    }
    if let Some(whole) = whole {
        response.on_hover_text(whole);
    }
}
