//! The balance lab: the settings of the experiment, its progress, and its results.

mod ask;
mod change;
mod heat;
mod matrix;
mod parity;
mod sweep;
mod wins;

use std::collections::BTreeSet;
use std::time::Duration;

use egui::{Frame, ProgressBar, RichText, ScrollArea, TextStyle, Ui};
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{LabAction, Written};
use super::view::{LabQuestion, LabUntil, LabView};
use super::{Basis, Lab, Progress, Told};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::lab;
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, Surface, plain};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::Workspace;
use foeman_lab::run::{Found, Played};
use foeman_scene::theme::{GAP, margin, palette};

/// The balance lab pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Scales,
    ground: Ground::Whole,
    is: |pane| *pane == Pane::Balance,
    title: |_, _| "Balance".to_owned(),
    exists: |session, _| session.pack().is_some_and(|pack| pack.draft().dialect().is_some()),
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.now(), &workspace.lab, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[
        Sample {
            name: "balance:ID",
            about: "the balance lab after some battles of a scenario, as in balance:duel",
            pack: "arena",
            example: "balance:duel",
            show: |workspace, id| show(workspace, id, LabView { battles: 400, ..LabView::default() }),
        },
        Sample {
            name: "matrix:ID",
            about: "the balance lab with a matrix of figures on the map of a scenario, as in matrix:duel",
            pack: "arena",
            example: "matrix:duel",
            show: |workspace, id| {
                let (question, battles) = (LabQuestion::Matrix, 4);
                let figures = some(&workspace.session);
                show(workspace, id, LabView { question, battles, figures, ..LabView::default() })
            },
        },
        Sample {
            name: "parity:ID",
            about: "the balance lab with the number of figures that match the first side, as in parity:duel",
            pack: "arena",
            example: "parity:duel",
            show: |workspace, id| {
                let (question, battles) = (LabQuestion::Parity, 100);
                show(workspace, id, LabView { question, battles, ..LabView::default() })
            },
        },
        Sample {
            name: "sweep:PATH",
            about: "the balance lab with several values of a number, as in sweep:items/great-axe/requires/st",
            pack: "arena",
            example: "sweep:items/great-axe/requires/st",
            show: |workspace, path| {
                let (_, selection) = value_at(&workspace.session, path)?;
                workspace.perform(Action::Select(selection));
                workspace.perform(Action::Lab(LabAction::VarySelected));
                let asked = LabView { battles: 40, ..workspace.view().lab.clone() };
                let scenario = crate::lab::scenario(&workspace.session).unwrap_or_default().to_owned();
                show(workspace, &scenario, asked)
            },
        },
        Sample {
            name: "change:PATH=VALUE",
            about: "the balance lab with the effect of an edit, as in change:items/broadsword/damage=-2H",
            pack: "arena",
            example: "change:items/broadsword/damage=-2H",
            show: |workspace, edit| {
                let (path, value) = edit.split_once('=').ok_or("expected a value as `items/broadsword/damage=-2H`")?;
                let (at, selection) = value_at(&workspace.session, path)?;
                workspace.perform(Action::Select(selection));
                let value = value.parse::<i64>().map_or_else(|_| value.into(), serde_json::Value::from);
                workspace.perform(Action::Set(at, value));
                workspace.perform(Action::Settle);
                let scenario = crate::lab::scenario(&workspace.session).unwrap_or_default().to_owned();
                let (question, until) = (LabQuestion::Change, LabUntil::All);
                show(workspace, &scenario, LabView { question, until, battles: 200, ..LabView::default() })
            },
        },
    ],
};

/// Shows the balance lab.
static COMMAND: Command = Command {
    id: "play.balance",
    name: "Balance",
    menu: Menu::Play,
    group: 5,
    icon: Some(Icon::Scales),
    place: Surface::Toolbar,
    keys: &[plain(egui::Key::F10)],
    applies: crate::shell::commands::has_pack,
    action: |_| Some(Action::Show(Pane::Balance)),
    ..BASE
};

/// Returns a value by its path, and the selection of it: `items/broadsword/damage`.
fn value_at(session: &Session, path: &str) -> Result<(Pointer, Selection), String> {
    let at = Pointer::parse(&format!("/{path}")).unwrap_or_default();
    let record = at.record().map(|(record, field)| (record, field.to_vec()));
    let known = |record: &RecordKey| session.pack().is_some_and(|pack| pack.index().entry(record).is_some());
    let (record, field) =
        record.filter(|(record, _)| known(record)).ok_or_else(|| format!("there is no value `{path}`"))?;
    Ok((at, Selection { record, field, hex: None }))
}

/// Returns enough figures for a screenshot.
fn some(session: &Session) -> BTreeSet<String> {
    let meetings = session.engine().and_then(|engine| engine.capabilities().meetings);
    let Some((pack, meetings)) = session.pack().zip(meetings) else {
        return BTreeSet::new();
    };
    (meetings.contenders)(pack.draft()).into_iter().step_by(5).map(|figure| figure.id).collect()
}

/// Runs an experiment and blocks until it is finished, so that a screenshot shows the results.
fn show(workspace: &mut Workspace, scenario: &str, asked: LabView) -> Result<(), String> {
    let playable = workspace.pack().and_then(|pack| pack.draft().dialect()).map(|dialect| dialect.playable);
    let key = RecordKey::new(playable.unwrap_or_default(), scenario);
    if workspace.pack().is_none_or(|pack| pack.index().entry(&key).is_none()) {
        return Err(format!("there is no scenario `{scenario}`"));
    }
    let asked = LabView { scenario: Some(scenario.to_owned()), ..asked };
    workspace.perform(Action::Lab(LabAction::Set(Box::new(asked))));
    workspace.perform(Action::Lab(LabAction::Run));
    while workspace.lab().busy() {
        std::thread::sleep(Duration::from_millis(5));
        workspace.tick();
    }
    Ok(())
}

fn ui(ui: &mut Ui, now: &Now<'_>, lab: &Lab, actions: &mut Actions) {
    let session = now.session;
    let Some(pack) = session.pack() else { return };
    let scenarios = pack.draft().dialect().and_then(|dialect| pack.index().catalog(dialect.playable));
    let Some(scenarios) = scenarios.filter(|scenarios| !scenarios.records.is_empty()) else {
        let text = "The balance lab plays many battles of a scenario. Add a scenario first";
        widgets::empty_state(ui, Icon::Scales, "Nothing to play yet", text, |_| {});
        return;
    };
    ask::ui(ui, session, pack, &scenarios.records, actions);
    ScrollArea::both().auto_shrink([false, false]).id_salt("lab").show(ui, |ui| {
        Frame::new().inner_margin(margin::PANE).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.5 * GAP;
            results(ui, now, lab, actions);
        });
    });
}

fn results(ui: &mut Ui, now: &Now<'_>, lab: &Lab, actions: &mut Actions) {
    let question = now.session.view().lab.question;
    let running = lab.progress();
    if let Some(progress) = running {
        self::progress(ui, progress, question, actions);
    }
    if let Some((found, basis)) = lab.so_far(question) {
        since(ui, now.session, basis);
        return told(ui, now.session, found, None, actions);
    }
    if running.is_some_and(|progress| progress.question == question) {
        return;
    }
    match lab.told(question) {
        None => about(ui, question),
        Some(Told { basis, outcome: Err(error), .. }) => {
            since(ui, now.session, *basis);
            ui.colored_label(palette(ui).error, format!("This cannot be played: {error}"));
        }
        Some(Told { basis, outcome: Ok(played), took }) => {
            played_line(ui, played, *took);
            since(ui, now.session, *basis);
            told(ui, now.session, &played.found, Some(played), actions);
            foot(ui, now, lab, played, actions);
        }
    }
}

/// Draws the progress, and the button that stops the run.
fn progress(ui: &mut Ui, progress: Progress, question: LabQuestion, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        let share = progress.done as f32 / progress.all.max(1) as f32;
        ui.add(ProgressBar::new(share).desired_width(180.0).desired_height(12.0)).accessible_name("Battles played");
        let what = if progress.question == question { "" } else { progress.question.name() };
        let mut words = match progress.all {
            0 => "preparing".to_owned(),
            all => format!("{} of {all} battles, {:.0} per second", progress.done, progress.rate),
        };
        if let Some(left) = progress.left().filter(|_| progress.done > 0) {
            words = format!("{words}, {} left", duration(left));
        }
        if progress.stopping {
            "stopping".clone_into(&mut words);
        }
        if widgets::labelled_button(ui, Icon::Close, "Cancel").clicked() {
            actions.push(Action::Lab(LabAction::Cancel));
        }
        ui.label(RichText::new(format!("{what} {words}").trim()).color(colors.text));
    });
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        seconds if seconds < 1.0 => "less than a second".to_owned(),
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Draws the number of battles, whether the run was completed, and its duration.
fn played_line(ui: &mut Ui, played: &Played, took: Duration) {
    let heading = &played.record.heading;
    let (battles, first) = (heading.battles, heading.seed);
    let all = played.record.battles();
    let took = format!("{:.1} s", took.as_secs_f64());
    let text = match &played.found {
        Found::Wins(_) if !played.whole => {
            format!("Cancelled: the first {all} of {battles} battles, from seed {first} on")
        }
        Found::Wins(_) => format!("{all} battles, from seed {first} on, in {took}"),
        Found::Change(comparison, _) => {
            let pairs = comparison.pairs().all();
            let cancelled = if played.whole { "" } else { "Cancelled: the first " };
            format!("{cancelled}{pairs} of {battles} pairs, from seed {first} on, in {took}")
        }
        Found::Sweep(..) | Found::Matrix(_) | Found::Parity(_) => {
            let through = heading.arms.len();
            match played.whole {
                true => format!("{all} battles, {battles} with each content, from seed {first} on, in {took}"),
                // Unfinished contents are not counted, so that each interval is for a sample size fixed in advance.
                false => format!(
                    "Cancelled: {through} contents are complete, each with {battles} battles from seed {first} on; their \
                     intervals are valid"
                ),
            }
        }
    };
    ui.label(RichText::new(text).color(palette(ui).weak));
}

/// Notes that the pack has changed since, if so.
fn since(ui: &mut Ui, session: &Session, basis: Basis) {
    if let Some(words) = lab::steps_since(session, basis) {
        ui.label(RichText::new(format!("For the content {words}")).color(palette(ui).warning));
    }
}

fn told(ui: &mut Ui, session: &Session, found: &Found, played: Option<&Played>, actions: &mut Actions) {
    match found {
        Found::Wins(summary) => wins::ui(ui, summary, played, actions),
        Found::Change(comparison, side) => change::ui(ui, comparison, side, played, actions),
        Found::Sweep(points, side) => sweep::ui(ui, &session.view().lab.path, points, side, played, actions),
        Found::Matrix(table) => matrix::ui(ui, table, played, actions),
        Found::Parity(price) => parity::ui(ui, price, played, actions),
    }
}

/// Draws the buttons for the results.
fn foot(ui: &mut Ui, now: &Now<'_>, lab: &Lab, played: &Played, actions: &mut Actions) {
    ui.add_space(GAP);
    ui.horizontal_wrapped(|ui| {
        for (text, written) in [("Save as CSV…", Written::Csv), ("Save as JSON…", Written::Json)] {
            if ui.add_enabled(!now.choosing, egui::Button::new(text)).clicked() {
                actions.push(Action::Lab(LabAction::AskExport(written)));
            }
        }
        if lab::has_claim(now.session, lab) {
            ui.separator();
            let sides = played.record.reports.first().map_or(&[][..], |report| &report.sides);
            let mut asked = now.session.view().lab.clone();
            if ask::side(ui, sides, &mut asked) {
                actions.push(Action::Lab(LabAction::Set(Box::new(asked))));
            }
            let button = ui.button("Make this a check");
            if button.on_hover_text("Adds a check that this side wins about as often in other battles").clicked() {
                actions.push(Action::Lab(LabAction::MakeCheck));
            }
        }
    });
}

/// Draws the description of a question that has no results yet.
fn about(ui: &mut Ui, question: LabQuestion) {
    let text = match question {
        LabQuestion::Wins => {
            "Plays the current scenario many times, saved or not, and reports how often each side wins, how balanced the sides \
             are, how the battles ended and how long they were. Battle number i has the first seed plus i, so each of them \
             can be watched."
        }
        LabQuestion::Change => {
            "Plays each seed twice, with the saved and with the edited version of the pack, and reports the effect of your \
             unsaved edits on a side. Both battles have the same dice until the edits make a difference, so far fewer \
             battles are needed."
        }
        LabQuestion::Sweep => {
            "Plays the same seeds with several values of a number of the pack. Select a number in a form and choose Vary the \
             selected number, or enter its path: items/broadsword/size."
        }
        LabQuestion::Matrix => {
            "Lets figures fight one on one on the map of the scenario. Each pair meets in both places with every seed."
        }
        LabQuestion::Parity => {
            "Replaces a side with one figure, then two, four and more, until they win half the battles against the others; \
             then searches the smallest number that does."
        }
    };
    ui.set_max_width(ui.available_width().min(640.0));
    ui.label(RichText::new(text).text_style(TextStyle::Body).color(palette(ui).weak));
}
