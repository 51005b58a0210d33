//! Unsaved marks: every record whose text differs from the file on disk has one, whatever changed it.

use std::fs;

use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::pack::Pack;
use foeman_window::recovery::GuardAction;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use foeman_window::source::SourceAction;
use foeman_window::tables::TableAction;

use crate::{Window, arena, arena_window, settle};

fn item(id: &str) -> RecordKey {
    RecordKey::new("items", id)
}

/// Returns the ids of the items marked as unsaved.
fn marked(pack: &Pack) -> Vec<String> {
    let items = &pack.index().catalog("items").expect("there are items").records;
    items.iter().filter(|entry| pack.is_changed(&entry.key)).map(|entry| entry.key.id.clone()).collect()
}

fn marks(window: &Window) -> Vec<String> {
    marked(window.state().workspace().pack().unwrap())
}

fn perform(window: &mut Window, action: Action) {
    window.state_mut().perform(action);
    settle(window);
}

/// A window in which three rows are selected.
fn three() -> (tempfile::TempDir, std::path::PathBuf, Window) {
    let (folder, path, mut window) = arena_window();
    let keys = ["dagger", "mace", "spear"].map(item);
    perform(&mut window, Action::Show(Pane::Catalog("items".to_owned())));
    let [first, ..] = keys.clone();
    perform(&mut window, Action::Select(Selection::record(first.clone())));
    perform(&mut window, Action::Table(TableAction::Mark(keys.to_vec(), first.clone(), first)));
    (folder, path, window)
}

#[test]
fn every_row_that_an_edit_of_several_changes_is_marked_until_it_is_saved() {
    let (_folder, _path, mut window) = three();
    let rows = foeman_window::tables::rows_of(window.state().workspace().session());
    let fill = TableAction::Fill(rows, vec!["size".to_owned()], Some(31.into()));
    perform(&mut window, Action::Table(fill));
    let all = marks(&window);
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(["dagger", "mace", "spear"].iter().all(|id| all.iter().any(|marked| marked == id)), "{all:?}");
    perform(&mut window, Action::Save);
    assert_eq!(marks(&window), Vec::<String>::new());
    perform(&mut window, Action::Undo);
    assert_eq!(marks(&window).len(), 3, "the old values are not on disk any more");
    perform(&mut window, Action::Redo);
    assert_eq!(marks(&window), Vec::<String>::new());
}

#[test]
fn pasted_rows_are_marked_old_and_new() {
    let (_folder, _path, mut window) = three();
    let text = "Id\tTitle\ndagger\tDirk\nlong-dirk\tLong dirk\nmace\tMace\n".to_owned();
    perform(&mut window, Action::Table(TableAction::Paste("items".to_owned(), Box::default(), text)));
    assert_eq!(marks(&window), ["dagger", "long-dirk"], "the mace is as it was");
    perform(&mut window, Action::Undo);
    assert_eq!(marks(&window), Vec::<String>::new());
}

#[test]
fn copies_of_several_rows_and_rows_in_another_file_are_marked() {
    let (_folder, _path, mut window) = three();
    perform(&mut window, Action::Table(TableAction::Duplicate));
    assert_eq!(marks(&window).len(), 3, "{:?}", marks(&window));
    perform(&mut window, Action::Undo);
    assert_eq!(marks(&window), Vec::<String>::new());
}

#[test]
fn what_was_recovered_after_a_crash_is_marked() {
    let (folder, path) = arena();
    let guarded = || {
        let mut workspace = Workspace::new(SHIPPED);
        workspace.keep_journals(folder.path().join("journals"));
        workspace.perform(Action::Open(path.clone()));
        workspace
    };
    let mut workspace = guarded();
    for id in ["mace", "club"] {
        workspace.perform(Action::Set(item(id).pointer().child("title"), format!("Other {id}").into()));
        workspace.perform(Action::Settle);
    }
    drop(workspace);
    let mut workspace = guarded();
    assert_eq!(marked(workspace.pack().unwrap()), Vec::<String>::new());
    workspace.perform(Action::Guard(GuardAction::Recover));
    let mut marks = marked(workspace.pack().unwrap());
    marks.sort();
    assert_eq!(marks, ["club", "mace"]);
}

#[test]
fn what_another_program_wrote_is_not_marked_and_what_was_changed_here_stays_so() {
    let (_folder, path, mut window) = arena_window();
    perform(&mut window, Action::Set(item("mace").pointer().child("title"), "Morning star".into()));
    perform(&mut window, Action::Settle);
    let melee = path.join("items/melee.yaml");
    let text = fs::read_to_string(&melee).unwrap();
    fs::write(&melee, text.replacen("title: Dagger", "title: Bodkin", 1)).unwrap();
    perform(&mut window, Action::Guard(GuardAction::LookAtDisk));
    let index = window.state().workspace().pack().unwrap().index();
    assert_eq!(index.title(&item("dagger")), "Bodkin");
    assert_eq!(marks(&window), ["mace"]);
}

#[test]
fn typing_into_the_source_marks_the_records_that_were_touched() {
    let (_folder, _path, mut window) = arena_window();
    perform(&mut window, Action::Source(SourceAction::Whole(Some("items/melee.yaml".to_owned()))));
    let shown = window.state().workspace().source().expect("a file is shown");
    let pack = window.state().workspace().pack().unwrap();
    let text = pack.draft().text(pack.draft().file_at(&shown.path).unwrap())[shown.span.range()].to_owned();
    let other = text.replacen("title: Mace\n", "title: Club\n", 1).replacen("title: Dagger\n", "title: Pin\n", 1);
    perform(&mut window, Action::Source(SourceAction::Type(shown, other)));
    let mut all = marks(&window);
    all.sort();
    assert_eq!(all, ["dagger", "mace"]);
}
