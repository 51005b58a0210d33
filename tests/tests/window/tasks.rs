//! Everyday tasks take few clicks and keys. `docs/design/window-tasks.md` lists all of them; tasks on maps, in battles, in
//! tables and in rosters are counted next to the other tests of these panes.

use std::fs;
use std::path::Path;

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Selection;

use crate::{Window, arena, arena_window, choose, click, errors, press, push, settle, window_on};

/// A window, with the number of clicks and keys so far.
pub(crate) struct Task {
    pub(crate) window: Window,
    pub(crate) steps: usize,
}

impl Task {
    pub(crate) fn new(window: Window) -> Self {
        Self { window, steps: 0 }
    }

    pub(crate) fn click(&mut self, label: &str) {
        click(&mut self.window, label);
        self.steps += 1;
    }

    pub(crate) fn push(&mut self, label: &str) {
        push(&mut self.window, label);
        self.steps += 1;
    }

    fn press(&mut self, key: Key) {
        press(&mut self.window, Modifiers::NONE, key);
        self.steps += 1;
    }

    /// Types a text where the focus is, which is not counted.
    fn text(&mut self, text: &str) {
        self.window.event(Event::Text(text.to_owned()));
        settle(&mut self.window);
    }

    fn selected(&self) -> Option<RecordKey> {
        self.window.state().workspace().view().selection().map(|selection| selection.record.clone())
    }
}

#[test]
fn test_play_of_the_selected_scenario_starts_with_one_key() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Lights out");
    let mut task = Task::new(window);
    task.press(Key::F5);
    let battle = task.window.state().workspace().play().battle().expect("a battle has begun");
    assert_eq!((battle.scenario(), task.steps), ("lights-out", 1));
}

#[test]
fn a_new_weapon_takes_two_keys_and_its_title() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Mace");
    let mut task = Task::new(window);
    task.press(Key::Insert);
    task.text("Bean-pole spear");
    task.press(Key::Enter);
    assert_eq!(task.selected(), Some(RecordKey::new("items", "bean-pole-spear")));
    let draft = task.window.state().workspace().pack().unwrap().draft();
    let record = draft.merged(&RecordKey::new("items", "bean-pole-spear")).unwrap();
    assert_eq!(record["class"], "wpn", "it is a weapon, as the record next to it");
    assert_eq!((errors(&task.window), task.steps), (Vec::new(), 2));
}

#[test]
fn the_record_of_a_problem_opens_with_two_clicks() {
    let (_folder, path) = arena();
    let file = path.join("items/melee.yaml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("damage: ", "damgae: ", 1)).unwrap();
    let mut window = window_on(&path, SHIPPED);
    window.state_mut().perform(Action::Select(Selection::record(RecordKey::new("maps", "pit"))));
    settle(&mut window);
    let finding = errors(&window).into_iter().next().expect("a key is misspelt");
    let mut task = Task::new(window);
    task.click("1 problem");
    let row = task.window.query_all_by_label_contains(&finding.message).next();
    row.expect("the problem is listed").click();
    settle(&mut task.window);
    task.steps += 1;
    assert_eq!(task.selected().map(|key| key.catalog), Some("items".to_owned()));
    assert_eq!(task.steps, 2);
}

#[test]
fn the_table_of_tasks_names_tests_that_exist_and_keeps_their_limits() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(top.join("docs/design/window-tasks.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let number = |cell: &str| cell.split(' ').next().and_then(|word| word.parse::<u32>().ok());
    let mut tasks = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [task, most, _, now, test] = cells[..] else { panic!("a row has five cells: {row}") };
        assert!(number(now).unwrap() <= number(most).unwrap(), "{task}");
        let (file, name) = test.trim_matches('`').split_once("`, `").expect("a file and the name of a test");
        let tests = fs::read_to_string(top.join(file)).unwrap();
        assert!(tests.contains(&format!("#[test]\nfn {name}()")), "{task}: {file} has no test {name}");
        tasks += 1;
    }
    assert_eq!(tasks, 20);
}
