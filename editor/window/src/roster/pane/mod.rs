//! The figures of a roster as cards, with the selected one open for editing, or next to another one.

mod build;
mod compare;
mod head;
mod keys;

use std::sync::Arc;

use egui::{
    Align, Frame, Id, Label, Layout, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use foeman_engine::display::{Board, NOBODY, Token};
use foeman_engine::sheet::{Member, Sheet, SheetDef};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::grid::{Geometry, Points, Shape, Stand};
use foeman_schema::text::RecordKey;

use super::action::RosterAction;
use super::place::{self, Place};
use super::sheets;
use crate::kit::focus;
use crate::kit::icon::{Icon, severity_color};
use crate::kit::paint::paint;
use crate::kit::widgets;
use crate::map::{self, chart};
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};
use foeman_scene::Viewport;
use foeman_scene::figure::{self, Emphasis};
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{GAP, ROUND_LARGE, margin, palette};

/// The figures pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Figures,
    ground: Ground::Whole,
    is: |pane| matches!(pane, Pane::Figures(_)),
    title: map::title_of_record,
    exists: map::record_exists,
    ui: |ui, workspace, pane, actions| {
        if let Pane::Figures(key) = pane {
            self::ui(ui, &workspace.session, key, actions);
        }
    },
    aside: None,
    command: None,
    samples: &[
        Sample {
            name: "figures:ID",
            about: "the figures of a roster as cards with the first one open, as in figures:menagerie",
            pack: "arena",
            example: "figures:menagerie",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                Ok(())
            },
        },
        Sample {
            name: "compare:ID",
            about: "the first two figures of a roster side by side, as in compare:garrison",
            pack: "arena",
            example: "compare:garrison",
            show: |workspace, id| {
                workspace.perform_all(steps(&workspace.session, id)?);
                workspace.perform_all(pair(&workspace.session, id));
                Ok(())
            },
        },
    ],
};

/// The size of a card, in points.
const CARD: egui::Vec2 = vec2(262.0, 136.0);
/// The spacing between cards, in points.
const BETWEEN: f32 = 2.0 * GAP;
/// The maximum number of facts on a card.
const FACTS: usize = 3;
/// The minimum and maximum width of the figure editor, in points.
const NARROWEST: f32 = 340.0;
const WIDEST: f32 = 720.0;
/// The size of the marker on a card, in points.
const MARKER: f32 = 34.0;

/// Returns the actions that show the figures of a record.
fn steps(session: &Session, id: &str) -> Result<Vec<Action>, String> {
    let def = sheets::def(session).ok_or("this ruleset has no figure cards")?;
    let key = RecordKey::new(def.catalog, id);
    let pack = session.pack().filter(|pack| pack.draft().contains(&key));
    let members = pack.map(|pack| (def.members)(pack.draft(), &key));
    let members = members.ok_or_else(|| format!("there is no record `{id}` with figures"))?;
    let first = members.first().and_then(sheets::selection).unwrap_or_else(|| Selection::record(key.clone()));
    Ok(vec![Action::Show(Pane::Figures(key.clone())), Action::Select(first)])
}

/// Returns the action that compares the selected figure with the second one.
fn pair(session: &Session, id: &str) -> Option<Action> {
    let (pack, def) = (session.pack()?, sheets::def(session)?);
    let second = (def.members)(pack.draft(), &RecordKey::new(def.catalog, id)).into_iter().nth(1)?;
    Some(Action::Roster(RosterAction::Compare(Some(second.pointer))))
}

fn ui(ui: &mut Ui, session: &Session, key: &RecordKey, actions: &mut Actions) {
    let (Some(pack), Some(def)) = (session.pack(), sheets::def(session)) else { return };
    let members = sheets::members(ui, pack, def, key);
    let at = session.view().selection().filter(|selection| selection.record == *key);
    let at = at.map(|selection| selection.record.pointer().join(&selection.field));
    let chosen =
        members.iter().position(|member| at.as_ref().is_some_and(|at| at.parts().starts_with(member.pointer.parts())));
    // With the whole roster selected, its first figure is shown.
    let chosen = chosen.or_else(|| at.filter(|at| *at == key.pointer() && !members.is_empty()).map(|_| 0));
    let pictures = chart::pictures(ui, pack);
    let place = place::place(pack, key);
    let shown = Shown { session, pack, def, key, members: &members, chosen, place, pictures: &pictures };
    if members.is_empty() {
        return nothing(ui, &shown, actions);
    }
    keys::ui(ui, &shown, actions);
    let frame = Frame::new().inner_margin(margin::PANE);
    frame.show(ui, |ui| {
        head::ui(ui, &shown, actions);
        let (whole, member) = (ui.available_size(), chosen.and_then(|chosen| members.get(chosen)));
        let beside = (0.6 * whole.x).min(WIDEST).min(whole.x - CARD.x - 8.0 * GAP);
        let column = Layout::top_down(Align::Min);
        match member {
            Some(member) if beside >= NARROWEST => {
                ui.horizontal_top(|ui| {
                    let left = vec2(whole.x - beside - 2.0 * GAP, whole.y);
                    ui.allocate_ui_with_layout(left, column, |ui| cards(ui, &shown, actions));
                    ui.allocate_ui_with_layout(vec2(beside, whole.y), column, |ui| {
                        let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("build");
                        area.show(ui, |ui| opened(ui, &shown, member, actions));
                    });
                });
            }
            // If there is no space next to the cards, the figure editor is above them.
            _ => {
                let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("build");
                area.show(ui, |ui| {
                    if let Some(member) = member {
                        opened(ui, &shown, member, actions);
                        ui.add_space(2.0 * GAP);
                    }
                    rows(ui, &shown, actions);
                });
            }
        }
    });
}

/// Draws the selected figure: next to another one, or for editing.
fn opened(ui: &mut Ui, shown: &Shown<'_>, member: &Member, actions: &mut Actions) {
    match compare::other(shown) {
        Some(other) => compare::ui(ui, shown, [member, other], actions),
        None => build::ui(ui, shown, member, actions),
    }
}

fn nothing(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let text = "A figure is built from a kind; then change its attributes and give it gear";
    widgets::empty_state(ui, Icon::Figures, "No figures yet", text, |ui| match &shown.place {
        Some(place) => head::add(ui, shown, place, actions),
        None => {
            if ui.button("Show its form").clicked() {
                actions.push(Action::Select(Selection::record(shown.key.clone())));
                actions.push(Action::Show(Pane::Inspector));
            }
        }
    });
}

/// Returns the points of a figure: their name and their sum.
fn grade(ui: &Ui, shown: &Shown<'_>, member: &Member) -> Option<(String, i32)> {
    let sheet = sheets::sheet(ui, shown.pack, shown.def, member);
    let points = &(*sheet).as_ref().ok()?.points;
    let sum = points.terms.iter().map(|term| term.value).sum();
    (!points.terms.is_empty()).then(|| (points.name.clone(), sum))
}

/// The context for drawing a record's figures.
struct Shown<'a> {
    session: &'a Session,
    pack: &'a Pack,
    def: &'a SheetDef,
    key: &'a RecordKey,
    members: &'a [Member],
    chosen: Option<usize>,
    /// Where figures are added; `None` if the record lists other records.
    place: Option<Place>,
    pictures: &'a Arc<Pictures>,
}

/// Draws the cards in a separate column.
fn cards(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) {
    let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt(("cards", shown.key.to_string()));
    area.show(ui, |ui| {
        let card = rows(ui, shown, actions);
        if let Some((card, at)) = card.zip(shown.chosen) {
            keys::reveal(ui, &shown.members[at], card);
        }
    });
}

/// Draws the cards in as many columns as fit. Cards outside the viewport are not computed.
///
/// Returns the place of the chosen figure's card.
fn rows(ui: &mut Ui, shown: &Shown<'_>, actions: &mut Actions) -> Option<Rect> {
    let mut card_of_chosen = None;
    let across = (((ui.available_width() + BETWEEN) / (CARD.x + BETWEEN)) as usize).max(1);
    ui.spacing_mut().item_spacing = vec2(BETWEEN, BETWEEN);
    for (row, members) in shown.members.chunks(across).enumerate() {
        ui.horizontal_top(|ui| {
            for (column, member) in members.iter().enumerate() {
                let (rect, _) = ui.allocate_exact_size(CARD, Sense::hover());
                if ui.is_rect_visible(rect) {
                    let chosen = Some(row * across + column) == shown.chosen;
                    card(ui, shown, rect, (member, chosen), actions);
                }
                if shown.chosen == Some(row * across + column) {
                    card_of_chosen = Some(rect);
                }
            }
        });
    }
    card_of_chosen
}

/// Returns the findings of a figure.
fn findings<'p>(pack: &'p Pack, member: &Member) -> Vec<&'p Finding> {
    let own = |finding: &&Finding| finding.pointer.parts().starts_with(member.pointer.parts());
    pack.findings().iter().filter(own).collect()
}

/// Draws the card of a figure.
fn card(ui: &mut Ui, shown: &Shown<'_>, rect: Rect, (member, chosen): (&Member, bool), actions: &mut Actions) {
    let (colors, pack) = (palette(ui), shown.pack);
    let sheet = &sheets::sheet(ui, pack, shown.def, member);
    let id = Id::unique(("card", member.pointer.to_string()));
    let response = ui.interact(rect, id, Sense::click_and_drag());
    keys::drag(ui, shown, member, &response, actions);
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, format!("Card of {}", member.name))
    });
    let ground = if chosen { colors.selected } else { colors.panel };
    ui.painter().rect(rect, ROUND_LARGE, ground, focus::border(ui, &response, chosen), egui::StrokeKind::Inside);
    if response.clicked() {
        actions.extend(sheets::selection(member).map(Action::Select));
    }
    let inner = rect.shrink2(vec2(10.0, 8.0));
    let mut ui = ui.new_child(UiBuilder::new().id_salt(id).max_rect(inner).layout(Layout::top_down(Align::Min)));
    ui.set_clip_rect(inner.expand(1.0).intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing = vec2(GAP, GAP / 2.0);
    let ui = &mut ui;
    ui.horizontal(|ui| {
        let worst = findings(pack, member).iter().map(|finding| finding.severity).max();
        // A figure that cannot be resolved has no marker; the severity of its findings is shown instead.
        if let Ok(sheet) = &**sheet {
            let (at, _) = ui.allocate_exact_size(vec2(MARKER, MARKER), Sense::hover());
            marker(ui, at, member, sheet, shown.pictures);
        }
        if let Some(worst) = worst {
            Icon::of(worst).show(ui, severity_color(colors, worst));
        }
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if let Some((name, points)) = grade(ui, shown, member) {
                        small(ui, &format!("{name} {points}"), colors.text);
                    }
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(&member.name).color(colors.strong)).truncate());
                    });
                });
            });
            let kind = sheet.as_ref().as_ref().map_or("", |sheet| &sheet.kind);
            small(ui, kind, colors.weak);
        });
    });
    match &**sheet {
        Err(reason) => {
            ui.add(Label::new(RichText::new(reason).text_style(TextStyle::Small).color(colors.error)).wrap());
        }
        Ok(sheet) => {
            let numbers: Vec<String> =
                sheet.attributes.iter().map(|own| format!("{} {}", own.name, own.value)).collect();
            small(ui, &numbers.join("   "), colors.text);
            let ready: Vec<&str> = sheet
                .holdings
                .iter()
                .flat_map(|holding| &holding.held)
                .filter(|held| held.ready == Some(true))
                .map(|held| held.name.as_str())
                .collect();
            let ready = if ready.is_empty() { "nothing ready".to_owned() } else { ready.join(", ") };
            small(ui, &format!("Ready: {ready}"), colors.text);
            for fact in sheet.facts.iter().filter(|fact| fact.brief).take(FACTS) {
                small(ui, &format!("{}: {}", fact.name, fact.text), colors.weak);
            }
        }
    }
}

/// Draws a line of small text, truncated with the full text on hover.
fn small(ui: &mut Ui, text: &str, color: egui::Color32) {
    ui.add(Label::new(RichText::new(text).text_style(TextStyle::Small).color(color)).truncate());
}

/// Draws the marker of a figure as on maps.
fn marker(ui: &Ui, rect: Rect, member: &Member, sheet: &Sheet, pictures: &Arc<Pictures>) {
    let Ok(geometry) = Geometry::new(Shape::Hex, Stand::Edge, None, [1, 1]) else { return };
    let token = Token {
        id: 0,
        name: member.name.clone(),
        side: NOBODY,
        cells: vec![[0, 0]],
        facing: Some(0),
        points: Points::Side,
        health: (1, 1),
        marks: Vec::new(),
        details: Vec::new(),
        active: true,
        images: sheet.images.clone(),
    };
    let board = Board { tokens: vec![token], ..Board::default() };
    let grid = Grid::new(geometry);
    let scale = MARKER / 1.9;
    let origin = rect.center() - (grid.center([0, 0]) - pos2(0.0, 0.0)) * scale;
    let view = Viewport { grid, origin, scale, clip: rect, lines: true };
    paint(ui.painter(), figure::figures(&view, &board, palette(ui), Emphasis::default(), pictures));
}

/// Returns a sentence for the highest severity.
fn worst(findings: &[&Finding]) -> &'static str {
    match findings.iter().map(|finding| finding.severity).max() {
        Some(Severity::Error) => "Cannot be played",
        Some(Severity::Warning) => "Can be played, but has warnings",
        _ => "Legal",
    }
}
