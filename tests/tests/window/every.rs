//! Every command in every situation in which it is available: its changes are undone and redone byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::kit::camera::Camera;
use foeman_window::map::{Ink, Layer, MapAction, Replacing, StrokeStyle};
use foeman_window::names::NameAction;
use foeman_window::play::PlayAction;
use foeman_window::scenario::placing::setup;
use foeman_window::shell::action::{Action, Answer};
use foeman_window::shell::commands::Command;
use foeman_window::shell::menus;
use foeman_window::shell::session::Question;
use foeman_window::shell::shot::show;
use foeman_window::shell::view::Selection;
use foeman_window::shell::workspace::Workspace;
use foeman_window::source::SourceAction;
use foeman_window::tables::TableAction;

use crate::arena;

/// The situation in which a command is run.
type Situation = (&'static str, fn(&mut Workspace));

fn select(at: &mut Workspace, catalog: &str, id: &str) {
    at.perform(Action::Select(Selection::record(RecordKey::new(catalog, id))));
}

fn area(at: &mut Workspace) {
    show(at, "map:pit").unwrap();
    let map = foeman_window::map::on_top(at.session()).unwrap();
    let hex = Selection { hex: Some([3, 3]), ..Selection::record(map.clone()) };
    at.perform(Action::Select(hex));
    let camera = Camera { center: egui::pos2(3.0, 3.0), scale: 20.0, fitted: false };
    at.perform(Action::Look(map.to_string(), camera));
    at.perform(Action::Map(MapAction::Area(map, [[2, 2], [2, 3], [3, 3]].into())));
    at.perform(Action::Ink(Ink::Terrain("rubble".to_owned())));
    at.perform(Action::Stroke(StrokeStyle { radius: 1, ..StrokeStyle::default() }));
}

static SITUATIONS: &[Situation] = &[
    ("a table with a record", |at| {
        show(at, "catalog:items").unwrap();
        show(at, "catalog:figures").unwrap();
        select(at, "items", "dagger");
        select(at, "items", "mace");
        at.perform(Action::Table(TableAction::Duplicate));
        at.perform(Action::Undo);
        select(at, "items", "mace");
        select(at, "items", "buckler");
        at.perform(Action::Back);
    }),
    ("an area of a map of areas", |at| {
        area(at);
        at.perform(Action::Map(MapAction::Rewrite(foeman_window::map::on_top(at.session()).unwrap())));
    }),
    ("a table with two records and a step back", |at| {
        show(at, "catalog:items").unwrap();
        select(at, "items", "mace");
        let keys = ["mace", "dagger"].map(|id| RecordKey::new("items", id));
        let [mace, dagger] = keys.clone();
        at.perform(Action::Table(TableAction::Mark(keys.to_vec(), mace, dagger)));
        at.perform(Action::Table(TableAction::Duplicate));
    }),
    ("a table with a copy and the cursor in a value", |at| {
        show(at, "catalog:items").unwrap();
        select(at, "items", "mace");
        at.perform(Action::Table(TableAction::Duplicate));
        at.perform(Action::Table(TableAction::Cursor("items".to_owned(), "size".to_owned())));
    }),
    ("a check", |at| select(at, "checks", "driven-back")),
    ("a number of a record", |at| {
        let field = vec!["size".to_owned()];
        at.perform(Action::Select(Selection { field, ..Selection::record(RecordKey::new("items", "mace")) }));
    }),
    ("a record with a problem", |at| {
        select(at, "items", "short-sword");
        let extends = RecordKey::new("items", "short-sword").pointer().child("extends");
        at.perform(Action::Set(extends, "daggr".into()));
        at.perform(Action::Settle);
    }),
    ("a file with blanks too many", |at| {
        select(at, "items", "mace");
        let shown = at.source().expect("its text is shown");
        let draft = at.pack().unwrap().draft();
        let text = draft.text(draft.file_at(&shown.path).unwrap())[shown.span.range()].to_owned();
        let loose = text.replacen("title: Mace", "title:   Mace", 1);
        assert_ne!(loose, text);
        at.perform(Action::Source(SourceAction::Type(shown, loose)));
        at.perform(Action::Settle);
    }),
    ("a map with an area", area),
    ("a map with something held over it", |at| {
        area(at);
        at.perform(Action::Map(MapAction::Copy));
        at.perform(Action::Map(MapAction::Hold));
    }),
    ("a map with something copied", |at| {
        area(at);
        at.perform(Action::Map(MapAction::Copy));
        at.perform(Action::Layer(Layer::Zones));
    }),
    ("a map with an overlay", |at| {
        area(at);
        let reach = menus::command("map.overlay-reach").expect("it is listed");
        let action = (reach.action)(&at.now()).expect("the command is available");
        at.perform(action);
    }),
    ("a scenario with a figure", |at| {
        show(at, "scenario:siege").unwrap();
        let key = RecordKey::new("scenarios", "siege");
        let figures = setup(at.pack().unwrap().draft(), SHIPPED, &key).expect("figures are placed").figures;
        let placed = figures.into_iter().find(|figure| figure.token.is_some()).expect("one is placed");
        let (record, field) = placed.pointer.record().unwrap();
        let selection = Selection { field: field.to_vec(), ..Selection::record(record) };
        at.perform(Action::Select(selection));
        assert!(foeman_window::scenario::chosen(at.session()).is_some());
    }),
    ("a battle", |at| {
        show(at, "play:duel").unwrap();
        at.perform(Action::Play(PlayAction::Restart));
        at.perform(Action::Play(PlayAction::Round));
    }),
];

/// Commands about the whole pack: they change nothing before the user answers.
const LEAVING: [&str; 6] = ["file.new", "file.open", "file.reload", "file.save", "file.save-as", "file.quit"];
/// Commands that change texts in some situation.
const CHANGING: [&str; 18] = [
    "edit.cut",
    "edit.delete",
    "edit.delete-row",
    "edit.duplicate",
    "edit.fix",
    "edit.format",
    "edit.move",
    "edit.new-file",
    "edit.new-record",
    "edit.rename",
    "map.as-areas",
    "map.as-rows",
    "map.generate",
    "map.geometry",
    "map.paint-area",
    "map.replace",
    "map.turn-left",
    "map.turn-right",
];
/// Commands for packs of other rulesets, such as one in which a side acts with all of its units, for packs that require
/// others, and for running battles.
const ELSEWHERE: [&str; 13] = [
    "edit.override",
    "play.tools",
    "play.stop",
    "play.next-actor",
    "play.previous-actor",
    "play.forward",
    "play.forward-to-end",
    "play.next-bookmark",
    "play.previous-bookmark",
    "play.go-on-with-new-values",
    "play.replay-with-new-values",
    "play.keep-old-values",
    "play.give-up",
];

fn texts(at: &Workspace) -> BTreeMap<String, String> {
    let draft = at.pack().unwrap().draft();
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

/// Returns the findings, without their order.
fn findings(at: &mut Workspace) -> BTreeSet<String> {
    settle(at);
    let pack = at.pack().unwrap();
    pack.findings().iter().map(|finding| format!("{} {} {}", finding.code, finding.pointer, finding.message)).collect()
}

fn steps(at: &Workspace) -> usize {
    at.pack().unwrap().history().done().len()
}

/// Answers the open question so that the command is carried out.
fn answer(at: &mut Workspace) {
    let answers = match at.session().question() {
        None => return,
        Some(Question::Names(_)) => vec![
            Action::Names(NameAction::Type("some-name".to_owned())),
            Action::Names(NameAction::Rename),
            Action::Names(NameAction::NewTitle("Some name".to_owned())),
            Action::Names(NameAction::Add),
            Action::Names(NameAction::Path("some/file.yaml".to_owned())),
            Action::Names(NameAction::DoFile),
            Action::Names(NameAction::DeleteAnyway),
        ],
        Some(Question::Reshape(reshape)) => {
            let mut wider = reshape.clone();
            wider.new.size[0] += 1;
            vec![Action::Map(MapAction::Reshape(wider)), Action::Map(MapAction::DoReshape)]
        }
        Some(Question::Replace(asked)) => {
            let asked = Replacing { from: "sand".to_owned(), to: "rubble".to_owned(), ..asked.clone() };
            vec![Action::Map(MapAction::Replacing(asked)), Action::Map(MapAction::DoReplace)]
        }
        Some(Question::Chance(_)) => vec![Action::Map(MapAction::DoChance)],
        Some(Question::Print(_)) => vec![Action::Answer(Answer::Cancel)],
        Some(other) => panic!("unexpected {other:?}"),
    };
    for action in answers {
        if at.session().question().is_some() {
            at.perform(action);
        }
    }
    if at.session().question().is_some() {
        at.perform(Action::Answer(Answer::Cancel));
    }
}

fn settle(at: &mut Workspace) {
    while at.tick() || at.pack().is_some_and(|pack| pack.checking()) {
        std::thread::yield_now();
    }
}

#[test]
fn every_command_can_be_taken_back_and_done_again_byte_for_byte() {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut changing: BTreeSet<&str> = BTreeSet::new();
    for (name, prepare) in SITUATIONS {
        let fresh = || {
            let (folder, path) = arena();
            let mut at = Workspace::new(SHIPPED);
            at.perform(Action::Open(path));
            prepare(&mut at);
            settle(&mut at);
            (folder, at)
        };
        let (mut folder, mut at) = fresh();
        let able = |command: &&Command| (command.exists)(&at.now()) && (command.applies)(&at.now());
        let fit: Vec<&Command> = menus::commands().iter().copied().filter(able).collect();
        for command in fit.into_iter().filter(|command| !LEAVING.contains(&command.id)) {
            let view = at.view().clone();
            let (before, told, step) = (texts(&at), findings(&mut at), steps(&at));
            let Some(action) = (command.action)(&at.now()) else { continue };
            done.insert(command.id);
            let walks = matches!(action, Action::Undo | Action::Redo);
            at.perform(action);
            answer(&mut at);
            settle(&mut at);
            at.perform(Action::Settle);
            let after = texts(&at);
            if after == before && *at.view() == view && !at.over().in_question() && at.tour().is_none() {
                continue;
            }
            if after == before {
                (folder, at) = fresh();
                continue;
            }
            let place = format!("{} in {name}", command.id);
            if !walks {
                changing.insert(command.id);
                assert_eq!(steps(&at), step + 1, "{place} is one step");
                let findings_after = findings(&mut at);
                at.perform(Action::Undo);
                assert_eq!(texts(&at), before, "{place}, taken back");
                assert_eq!(findings(&mut at), told, "{place}, taken back");
                at.perform(Action::Redo);
                assert_eq!(texts(&at), after, "{place}, done again");
                assert_eq!(findings(&mut at), findings_after, "{place}, done again");
            }
            // Restore the situation for the next command.
            (folder, at) = fresh();
        }
        drop((folder, at));
    }
    let known: BTreeSet<&str> = menus::commands().iter().map(|command| command.id).collect();
    let left: Vec<&&str> =
        known.iter().filter(|id| !done.contains(*id) && !LEAVING.contains(id) && !ELSEWHERE.contains(id)).collect();
    assert!(left.is_empty(), "no situation is fit for {left:?}");
    assert_eq!(changing, BTreeSet::from(CHANGING), "each of these changes something somewhere, and no other does");
}

#[test]
fn commands_about_the_pack_as_a_whole_change_nothing_before_they_are_answered() {
    for id in LEAVING {
        let (_folder, path) = arena();
        let mut at = Workspace::new(SHIPPED);
        at.perform(Action::Open(path.clone()));
        choose_and_set(&mut at);
        let before = texts(&at);
        let command = menus::command(id).expect("the command exists");
        assert!((command.applies)(&at.now()), "{id}");
        let action = (command.action)(&at.now()).expect("the command is available");
        at.perform(action);
        if at.session().question().is_some() {
            at.perform(Action::Answer(Answer::Cancel));
        }
        settle(&mut at);
        assert_eq!(texts(&at), before, "{id}");
    }
}

/// Makes an edit without saving it.
fn choose_and_set(at: &mut Workspace) {
    let title = RecordKey::new("items", "mace").pointer().child("title");
    at.perform(Action::Set(title, "Sceptre".into()));
    at.perform(Action::Settle);
    settle(at);
    assert!(at.pack().unwrap().unsaved().next().is_some());
}
