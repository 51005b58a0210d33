//! The tests pane: the pack's own checks with their results and failures.

use egui::{Id, Label, RichText, ScrollArea, TextStyle, Ui, vec2};
use foeman_engine::testing::Verdict;
use foeman_schema::catalogs::checks::CATALOG;
use foeman_schema::text::RecordKey;

use super::action::TestAction;
use super::{Failed, Outcome, Standing, Testing};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::problems::ground;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_base::exam;
use foeman_scene::theme::{GAP, Palette, ROW, palette};

/// The tests pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Good,
    ground: Ground::Panel,
    is: |pane| *pane == Pane::Tests,
    title: |_, _| "Tests".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, &workspace.testing, actions),
    aside: Some(|ui, workspace, actions| self::aside(ui, &workspace.session, &workspace.testing, actions)),
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "tests",
        about: "the pack's own checks",
        pack: "arena",
        example: "tests",
        show: |workspace, _| {
            workspace.perform(Action::Show(Pane::Tests));
            Ok(())
        },
    }],
};

/// Shows or hides the tests pane.
static COMMAND: Command = Command {
    id: "view.tests",
    name: "Tests",
    menu: Menu::View,
    group: 1,
    on: Some(|now| now.session.view().shows(&Pane::Tests)),
    action: |_| Some(Action::Toggle(Pane::Tests)),
    ..BASE
};

/// The width of the verdicts with their words, and of their icons alone, in points.
const COLUMN: f32 = 94.0;
const ICONS: f32 = ROW;

enum Row<'a> {
    Check(&'a str),
    Failed(&'a Failed),
}

fn ui(ui: &mut Ui, session: &Session, testing: &Testing, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let rows = rows(testing, pack);
    if rows.is_empty() {
        return nothing(ui, pack, actions);
    }
    let has_words = exam::own(pack.draft()).any(|id| !matches!(testing.standing(id), Standing::New));
    let column = if has_words { COLUMN } else { ICONS };
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("tests").show_rows(ui, ROW, rows.len(), |ui, range| {
        for at in range {
            match rows[at] {
                Row::Check(id) => line(ui, session, (testing, column), pack, id, actions),
                Row::Failed(failed) => fault(ui, failed, at, actions),
            }
        }
    });
}

/// Returns the checks in file order, each followed by its failures.
fn rows<'a>(testing: &'a Testing, pack: &'a Pack) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for id in exam::own(pack.draft()) {
        rows.push(Row::Check(id));
        if let Standing::Told(told) = testing.standing(id)
            && let Outcome::Played { faults, .. } = &told.outcome
        {
            rows.extend(faults.iter().map(Row::Failed));
        }
    }
    rows
}

fn nothing(ui: &mut Ui, pack: &Pack, actions: &mut Actions) {
    let known = pack.draft().dialect().is_some_and(|dialect| dialect.catalog(CATALOG).is_some());
    let text = "A check is a scripted battle that must repeat exactly, or a claim about the share of battles with a \
                result.";
    widgets::empty_state(ui, Icon::Good, "No checks in this pack", text, |ui| {
        if known && widgets::main_button(ui, "New check").clicked() {
            actions.push(Action::AddRecord(CATALOG.to_owned()));
        }
    });
}

/// Draws a check with its result, and the button that runs it.
fn line(
    ui: &mut Ui,
    session: &Session,
    (testing, column): (&Testing, f32),
    pack: &Pack,
    id: &str,
    actions: &mut Actions,
) {
    let colors = palette(ui);
    let key = RecordKey::new(CATALOG, id);
    let title = pack.index().title(&key);
    let standing = testing.standing(id);
    let (icon, color, word) = sign(colors, standing);
    let words = match standing {
        Standing::New | Standing::Waiting => String::new(),
        Standing::Playing(0) => "playing battles".to_owned(),
        Standing::Playing(battles) => format!("{battles} battles so far"),
        Standing::Told(told) => match &told.outcome {
            Outcome::Played { words, .. } => words.clone(),
            Outcome::Unplayable(why) => why.clone(),
        },
    };
    let earlier = matches!(standing, Standing::Told(told) if told.revision != pack.revision());
    let (response, mut row) = ground(ui, Id::unique(("test", id)), session.selected() == Some(&key));
    let name = [title, word, &words].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    // A fixed width, so that titles are aligned.
    row.allocate_ui_with_layout(vec2(column, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_width(column);
        icon.show(ui, color);
        ui.label(RichText::new(word).color(color));
    });
    row.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        if widgets::icon_button(ui, Icon::Play, &format!("Run {title}")).clicked() {
            actions.push(Action::Test(TestAction::Run(vec![id.to_owned()])));
        }
        if earlier {
            let text = RichText::new("before the last changes").text_style(TextStyle::Small).color(colors.weak);
            ui.label(text).on_hover_text("The pack has been changed since it was played");
        }
        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.add(Label::new(RichText::new(title).color(colors.text)).truncate());
            ui.add(Label::new(RichText::new(&words).color(colors.weak)).truncate());
        });
    });
    let response = response.on_hover_text(format!("{title}\n{words}"));
    if response.clicked() {
        actions.push(Action::Jump(key.pointer(), None));
    }
}

/// Returns the icon, colour and label for the state of a check.
fn sign(colors: &Palette, standing: Standing<'_>) -> (Icon, egui::Color32, &'static str) {
    match standing {
        Standing::New => (Icon::Good, colors.outline, ""),
        Standing::Waiting => (Icon::Good, colors.outline, "Waiting"),
        Standing::Playing(_) => (Icon::Play, colors.accent, "Playing"),
        Standing::Told(told) => match &told.outcome {
            Outcome::Unplayable(_) => (Icon::Error, colors.error, "Unplayable"),
            Outcome::Played { verdict: Verdict::True, .. } => (Icon::Good, colors.good, "True"),
            Outcome::Played { verdict: Verdict::False, .. } => (Icon::Error, colors.error, "False"),
            Outcome::Played { verdict: Verdict::Undecided, .. } => (Icon::Warning, colors.warning, "Undecided"),
        },
    }
}

/// Draws a failure; a click goes to its place.
fn fault(ui: &mut Ui, failed: &Failed, at: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let (response, mut row) = ground(ui, Id::unique(("failed", at)), false);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &failed.message));
    row.allocate_space(vec2(COLUMN, ROW));
    row.add(Label::new(RichText::new(&failed.message).color(colors.text)).truncate());
    if let Some(help) = &failed.help {
        row.add(Label::new(RichText::new(help).color(colors.weak)).truncate());
    }
    let help = failed.help.as_deref().unwrap_or_default();
    if response.on_hover_text(format!("{}\n{help}", failed.message).trim_end()).clicked() {
        actions.push(Action::Jump(failed.pointer.clone(), None));
    }
}

/// Draws the number of checks by result, and the buttons to run or stop them.
fn aside(ui: &mut Ui, session: &Session, testing: &Testing, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let colors = palette(ui);
    ui.add_space(GAP);
    if testing.busy() {
        if widgets::icon_button(ui, Icon::Close, "Stop the checks").clicked() {
            actions.push(Action::Test(TestAction::Stop));
        }
        widgets::busy(ui);
    } else if super::perform::has_checks(session) && widgets::icon_button(ui, Icon::Play, "Run all checks").clicked() {
        actions.push(Action::Test(TestAction::Run(Vec::new())));
    }
    let words: Vec<&str> = exam::own(pack.draft()).map(|id| sign(colors, testing.standing(id)).2).collect();
    for (word, color) in [("True", colors.good), ("False", colors.error), ("Undecided", colors.warning)] {
        let count = words.iter().filter(|known| **known == word).count();
        if count > 0 {
            widgets::badge(ui, &format!("{count} {}", word.to_lowercase()), color);
        }
    }
}
