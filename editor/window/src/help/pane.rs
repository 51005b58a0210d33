//! The Help pane: linked pages about the window, fields, rules and checks.

use egui::{Align, Frame, Id, Label, Layout, RichText, ScrollArea, TextStyle, Ui};

use super::action::HelpAction;
use super::index::{self, IndexEntry};
use super::spans::{Span, spans};
use super::view::Topic;
use super::{Block, pages};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::menus;
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_scene::theme::{GAP, ROUND_LARGE, margin, palette};

/// The Help pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Info,
    ground: Ground::Form,
    is: |pane| *pane == Pane::Help,
    title: |_, _| "Help".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: None,
    command: None,
    samples: &[Sample {
        name: "help:WORDS",
        about: "the help on a rule, a value or other words, as in help:F7.1",
        pack: "arena",
        example: "help:F7.1",
        show: |workspace, words| {
            let found = index::found(&workspace.session, words);
            let topic = if words.is_empty() { Some(Topic::Contents) } else { found.first().map(|it| it.topic.clone()) };
            let topic = topic.ok_or_else(|| format!("there is no help on `{words}`"))?;
            workspace.perform(Action::Help(HelpAction::Open(topic)));
            Ok(())
        },
    }],
};

/// The width of the search field, in points.
const FIELD: f32 = 260.0;
/// The maximum line width, in points: longer lines are hard to read.
const LINE: f32 = 680.0;

/// Draws the current topic in the available space.
pub(super) fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let reading = &session.view().help;
    ui.horizontal(|ui| {
        let back =
            ui.add_enabled_ui(reading.can_go_back(), |ui| widgets::icon_button(ui, Icon::Back, "Back in the help"));
        if back.inner.clicked() {
            actions.push(Action::Help(HelpAction::Back));
        }
        if widgets::icon_button(ui, Icon::List, "Contents of the help").clicked() {
            actions.push(Action::Help(HelpAction::Open(Topic::Contents)));
        }
        let mut sought = reading.sought().to_owned();
        let width = FIELD.min(ui.available_width());
        let field = ui.allocate_ui(egui::vec2(width, foeman_scene::theme::ROW), |ui| {
            widgets::filter_field(ui, Id::unique("help field"), &mut sought, "Search the help")
        });
        if field.inner.changed() {
            actions.push(Action::Help(HelpAction::Seek(sought)));
        }
    });
    ui.add_space(GAP);
    let sought = reading.sought().trim();
    let area = ScrollArea::vertical().auto_shrink([false, false]);
    if sought.is_empty() {
        area.id_salt(format!("{:?}", reading.topic())).show(ui, |ui| read(ui, session, reading.topic(), actions));
    } else {
        area.id_salt(("found", sought)).show(ui, |ui| found(ui, &index::found(session, sought), actions));
    }
}

fn found(ui: &mut Ui, found: &[IndexEntry], actions: &mut Actions) {
    if found.is_empty() {
        ui.label(RichText::new("No help page has these words").color(palette(ui).weak));
    }
    for entry in found {
        ui.horizontal(|ui| {
            let kind = RichText::new(entry.kind).text_style(TextStyle::Small).color(palette(ui).weak);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(kind);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    link(ui, &entry.topic, &entry.title, actions)
                });
            });
        });
    }
}

fn read(ui: &mut Ui, session: &Session, topic: &Topic, actions: &mut Actions) {
    let colors = palette(ui);
    let page = super::page(session, topic);
    ui.set_max_width(ui.available_width().min(LINE));
    ui.add(Label::new(widgets::styled(&page.title, TextStyle::Heading, colors.strong)).wrap());
    if !page.kind.is_empty() {
        ui.add(Label::new(RichText::new(&page.kind).text_style(TextStyle::Small).color(colors.weak)).wrap());
    }
    ui.add_space(GAP);
    for block in &page.blocks {
        draw(ui, session, block, actions);
    }
    ui.add_space(4.0 * GAP);
}

fn draw(ui: &mut Ui, session: &Session, block: &Block, actions: &mut Actions) {
    let colors = palette(ui);
    match block {
        Block::Heading(name) => {
            ui.add_space(GAP);
            widgets::section(ui, &name.to_uppercase());
        }
        Block::Text(text) => {
            words(ui, session, text, actions);
            ui.add_space(1.5 * GAP);
        }
        Block::Code(text) => {
            let frame = Frame::new().fill(colors.sunken).corner_radius(ROUND_LARGE).inner_margin(margin::TIGHT);
            frame.show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                ui.add(Label::new(RichText::new(text).monospace().color(colors.text)).wrap());
            });
        }
        Block::Facts(facts) => {
            for (name, text) in facts {
                let text = if text.is_empty() { format!("`{name}`") } else { format!("{name}: {text}") };
                words(ui, session, &text, actions);
            }
            ui.add_space(GAP);
        }
        Block::Links(links) => {
            for (topic, title) in links {
                ui.horizontal_wrapped(|ui| link(ui, topic, title, actions));
            }
        }
    }
}

/// Draws a paragraph with links to rules and pages, and commands with their current keys.
fn words(ui: &mut Ui, session: &Session, text: &str, actions: &mut Actions) {
    let colors = palette(ui);
    let handbook = super::handbook(session);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(0.0, GAP / 2.0);
        for span in spans(text) {
            match span {
                Span::Words(words) => drop(ui.label(words)),
                Span::Written(words) => drop(ui.label(RichText::new(words).monospace().color(colors.text))),
                Span::Rule(number) if handbook.is_some_and(|handbook| handbook.entry(number).is_some()) => {
                    link(ui, &Topic::Rule(number.to_owned()), number, actions);
                }
                Span::Rule(number) => drop(ui.label(number)),
                Span::Command(id) => drop(ui.label(RichText::new(command(ui, session, id)).color(colors.strong))),
                Span::Page(name) => {
                    if let Some(page) = pages::page(name) {
                        link(ui, &Topic::Page(page.name), page.title, actions);
                    }
                }
            }
        }
    });
}

fn link(ui: &mut Ui, topic: &Topic, text: &str, actions: &mut Actions) {
    if ui.add(egui::Link::new(text)).clicked() {
        actions.push(Action::Help(HelpAction::Open(topic.clone())));
    }
}

/// Returns a command with its keys: `Undo (Ctrl+Z)`.
fn command(ui: &Ui, session: &Session, id: &str) -> String {
    let Some(command) = menus::command(id) else { return id.to_owned() };
    let name = command.name.trim_end_matches('…');
    match command.shown_keys(ui.ctx(), session) {
        Some(keys) => format!("{name} ({keys})"),
        None => name.to_owned(),
    }
}

/// Draws a rule number, with a link to the rule if the handbook has it.
pub(crate) fn rule_link(ui: &mut Ui, session: &Session, number: &str, actions: &mut Actions) {
    let text = RichText::new(number).text_style(TextStyle::Small);
    if super::handbook(session).is_none_or(|handbook| handbook.entry(number).is_none()) {
        ui.label(text.color(palette(ui).weak));
    } else if ui.add(egui::Link::new(text)).on_hover_text("What this rule says").clicked() {
        actions.push(Action::Help(HelpAction::Open(Topic::Rule(number.to_owned()))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::commands::HERE;
    use crate::help::pages::PAGES;

    #[test]
    fn pages_name_only_commands_and_pages_that_exist() {
        for page in PAGES {
            for span in spans(page.text) {
                match span {
                    Span::Command(id) => assert!(menus::command(id).is_some(), "{}: {id}", page.name),
                    Span::Page(name) => assert!(pages::page(name).is_some(), "{}: {name}", page.name),
                    _ => {}
                }
            }
        }
        assert!(menus::command(HERE.id).is_some());
    }
}
