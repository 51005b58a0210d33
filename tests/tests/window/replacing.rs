//! Opening one pack after another in the same window: nothing of a pack remains when the next one is shown.

use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use fastrand::Rng;
use foeman_base::template::{SAMPLES, Template};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use foeman_window::files::BeginAction;
use foeman_window::lab::LabAction;
use foeman_window::play::PlayAction;
use foeman_window::shell::action::{Action, Answer};
use foeman_window::shell::app::App;
use foeman_window::shell::session::Question;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;
use foeman_window::tables::TableAction;
use foeman_window::testing::TestAction;

use crate::panes::sized;
use crate::{Window, arena, arena_window, choose, field, press, push, settle, type_into, value};

const SIZE: [f32; 2] = [1280.0, 800.0];

/// Everything on screen: role, name, value, state and position of each node.
fn shown(window: &Window) -> Vec<String> {
    let nodes = window.root().children_recursive();
    let told = nodes.filter_map(|node| {
        let inner = node.accesskit_node();
        let bounds = inner.raw_bounds()?;
        let (label, value) = (inner.label().unwrap_or_default(), inner.value().unwrap_or_default());
        let place = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|at| at.round() as i32);
        let (role, focus, on) = (inner.role(), inner.is_focused(), inner.is_selected());
        Some(format!("{role:?} `{label}` `{value}` {on:?} {focus} {place:?}"))
    });
    told.collect()
}

/// Visits each pane, and returns its content.
fn tour(window: &mut Window) -> Vec<(String, Vec<String>)> {
    window.run_steps(12);
    let mut seen = vec![("at first".to_owned(), shown(window))];
    let index = window.state().workspace().pack().expect("a pack is open").index();
    let tables: Vec<Pane> = index.catalogs.iter().map(|catalog| Pane::Catalog(catalog.def.name.to_owned())).collect();
    let others = [Pane::Search, Pane::Source, Pane::Problems, Pane::Balance, Pane::Help, Pane::Changes];
    for pane in tables.into_iter().chain(others) {
        let name = format!("{pane:?}");
        window.state_mut().perform(Action::Show(pane));
        settle(window);
        window.run_steps(12);
        seen.push((name, shown(window)));
    }
    seen
}

/// Compares a window in which a pack has replaced another with a new window.
fn assert_as_in_a_new_window(window: &mut Window, open: Action, what: &str) {
    let mut workspace = Workspace::new(SHIPPED);
    workspace.session_mut().settings = window.state().workspace().session().settings.clone();
    workspace.perform(open);
    let mut fresh = sized(App::new(workspace), SIZE);
    for ((pane, here), (_, there)) in tour(window).into_iter().zip(tour(&mut fresh)) {
        let differ = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|line| !b.contains(line)).take(8).cloned().collect()
        };
        let (more, less) = (differ(&here, &there), differ(&there, &here));
        assert!(more.is_empty() && less.is_empty(), "{what}, {pane}: shown {more:#?} instead of {less:#?}");
    }
}

fn make(window: &mut Window, template: &str, path: &Path) {
    press(window, Modifiers::COMMAND, Key::N);
    push_radio(window, template);
    type_into(window, "Folder of the new pack", path.to_str().unwrap());
    push(window, "Create pack");
}

fn push_radio(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::RadioButton, label).click();
    settle(window);
}

#[test]
fn two_new_packs_can_replace_an_open_one() {
    let (folder, _path, mut window) = arena_window();
    make(&mut window, "Empty pack", &folder.path().join("empty"));
    make(&mut window, "Skirmish", &folder.path().join("skirmish"));
    let root = window.state().workspace().pack().and_then(|pack| pack.root());
    assert_eq!(root, Some(folder.path().join("skirmish")));
    assert!(window.query_by_label_contains("Broadsword").is_none(), "no record of the Arena is left");
}

#[test]
fn a_new_pack_is_made_only_after_the_decision_about_unsaved_changes() {
    let (folder, path, mut window) = arena_window();
    let (before, new) = (packs::files(&path), folder.path().join("new"));
    choose(&mut window, "Mace");
    type_into(&mut window, "Title", "Morning star");
    make(&mut window, "Empty pack", &new);
    assert!(window.query_by_label("Unsaved changes").is_some());
    push(&mut window, "Cancel");
    assert!(!new.exists(), "nothing was made");
    assert_eq!(value(&window, "Title"), "Morning star");
    make(&mut window, "Empty pack", &new);
    push(&mut window, "Discard changes");
    assert_eq!(window.state().workspace().pack().and_then(|pack| pack.root()), Some(new));
    assert!(packs::files(&path) == before);
}

#[test]
fn a_table_shows_the_cells_of_the_pack_that_was_opened_last() {
    let (folder, path, mut window) = arena_window();
    // The same records with other values, so that both packs have the same history state.
    let other = folder.path().join("other");
    packs::copy("arena", &other);
    let melee = std::fs::read_to_string(other.join("items/melee.yaml")).unwrap();
    let (front, dagger) = melee.split_at(melee.find("  dagger:").unwrap());
    let dagger = dagger.replacen("title: Dagger", "title: Bodkin", 1).replacen("size: 2\n", "size: 97\n", 1);
    std::fs::write(other.join("items/melee.yaml"), format!("{front}{dagger}")).unwrap();
    let items = Pane::Catalog("items".to_owned());
    for (pack, title, is_large) in [(&path, "Dagger", false), (&other, "Bodkin", true), (&path, "Dagger", false)] {
        window.state_mut().perform(Action::Open(pack.clone()));
        window.state_mut().perform(Action::Show(items.clone()));
        settle(&mut window);
        let all = shown(&window);
        assert!(all.iter().any(|node| node.contains(&format!("`Row {title}`"))), "{title} is listed");
        let has_size = all.iter().any(|node| node.starts_with("Label ") && node.contains("`97`"));
        assert_eq!(has_size, is_large, "the cells of {title}");
    }
}

#[test]
fn letters_typed_while_another_pack_is_opened_do_not_reach_its_records() {
    let (folder, path, mut window) = arena_window();
    let other = folder.path().join("other");
    packs::copy("arena", &other);
    choose(&mut window, "Mace");
    field(&window, "Title").click();
    window.run_steps(2);
    window.state_mut().perform(Action::Open(other.clone()));
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("items", "mace"))));
    window.event(Event::Text("X".to_owned()));
    window.event(Event::Text("Y".to_owned()));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    let pack = window.state().workspace().pack().unwrap();
    assert!(pack.is_saved(), "{:?}", pack.unsaved().collect::<Vec<_>>());
    assert_eq!(value(&window, "Title"), "Mace");
    assert_eq!(packs::files(&path), packs::files(&other));
}

#[test]
fn what_was_sought_and_found_is_gone_with_its_pack() {
    let (folder, path) = arena();
    let other = folder.path().join("other");
    packs::copy("arena", &other);
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    let mut window = sized(app, SIZE);
    for term in ["figures", "sword"] {
        window.state_mut().perform(Action::Search(term.to_owned()));
        window.state_mut().perform(Action::Show(Pane::Search));
        settle(&mut window);
    }
    while window.state().workspace().search().busy() {
        window.run_steps(1);
    }
    assert!(window.state().workspace().search().found().count > 0);
    window.state_mut().perform(Action::Open(other.clone()));
    settle(&mut window);
    assert_as_in_a_new_window(&mut window, Action::Open(other), "after a search");
}

/// Performs a random user action in an open pack.
fn work(window: &mut Window, rng: &mut Rng) -> &'static str {
    let index = window.state().workspace().pack().expect("a pack is open").index();
    let filled: Vec<_> = index.catalogs.iter().filter(|catalog| !catalog.records.is_empty()).collect();
    let catalog = filled[rng.usize(..filled.len())];
    let key = catalog.records[rng.usize(..catalog.records.len())].key.clone();
    let name = catalog.def.name.to_owned();
    let app = window.state_mut();
    match rng.usize(..12) {
        0 => {
            app.perform(Action::Show(Pane::Catalog(name)));
            "shows a table"
        }
        1 | 2 => {
            app.perform(Action::Show(Pane::Catalog(name)));
            app.perform(Action::Select(Selection::record(key)));
            "selects a record"
        }
        3 => {
            app.perform(Action::Set(key.pointer().child("title"), "Something else".into()));
            "changes a title"
        }
        4 => {
            app.perform(Action::Duplicate(key));
            "duplicates a record"
        }
        5 => {
            app.perform(Action::Undo);
            "takes a step back"
        }
        6 => {
            app.perform(Action::Search("a".to_owned()));
            app.perform(Action::Show(Pane::Search));
            "searches"
        }
        7 => {
            app.perform(Action::Filter("o".to_owned()));
            "filters"
        }
        8 => {
            app.perform(Action::Sort(name, "title".to_owned()));
            "sorts a table"
        }
        9 => {
            app.perform(Action::Play(PlayAction::Restart));
            app.perform(Action::Show(Pane::Play));
            app.perform(Action::Play(PlayAction::Round));
            "plays a round"
        }
        10 => {
            let pane = foeman_window::scenario::pane_of(app.workspace().session(), &key);
            pane.into_iter().for_each(|pane| app.perform(Action::Show(pane)));
            app.perform(Action::Lab(LabAction::Run));
            app.perform(Action::Test(TestAction::Run(Vec::new())));
            "opens a map or scenario, and starts simulations"
        }
        _ => {
            app.perform(Action::Table(TableAction::Mark(vec![key.clone()], key.clone(), key)));
            window.event(Event::Text("z".to_owned()));
            window.event(Event::Paste("1\t2\n".to_owned()));
            "pastes into a table"
        }
    }
}

#[test]
fn whatever_was_done_before_a_pack_is_shown_as_in_a_new_window() {
    for seed in 0..3 {
        let mut rng = Rng::with_seed(seed);
        let folder = tempfile::tempdir().unwrap();
        let mut known: Vec<PathBuf> = Vec::new();
        for name in ["arena", "entropy", "codes", "strategy"] {
            packs::copy(name, &folder.path().join(name));
            known.push(folder.path().join(name));
        }
        let mut window = sized(App::empty(SHIPPED), SIZE);
        let mut done = Vec::new();
        for number in 0..5 {
            let open = match rng.usize(..3) {
                0 => {
                    let template = ["empty", "skirmish", "addition"][rng.usize(..3)];
                    let path = folder.path().join(format!("new-{number}"));
                    Template::named(template).unwrap().make(&path, &SHIPPED.dialects()).unwrap();
                    known.push(path.clone());
                    Action::Open(path)
                }
                1 => Action::Begin(BeginAction::Sample(SAMPLES[rng.usize(..SAMPLES.len())].id)),
                _ => Action::Open(known[rng.usize(..known.len())].clone()),
            };
            done.push(format!("{open:?}"));
            window.state_mut().perform(open.clone());
            if matches!(window.state().workspace().session().question(), Some(Question::Unsaved(_))) {
                window.state_mut().perform(Action::Answer(Answer::Discard));
            }
            settle(&mut window);
            assert_as_in_a_new_window(&mut window, open, &format!("seed {seed} after {done:#?}"));
            for _ in 0..8 {
                done.push(work(&mut window, &mut rng).to_owned());
                window.run_steps(2);
                if window.state().workspace().session().question().is_some() {
                    window.state_mut().perform(Action::Answer(Answer::Cancel));
                }
            }
        }
    }
}
