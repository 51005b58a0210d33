//! Every field of every kind of record can be filled through the accessible controls of its form. The file then has the
//! entered values, and formatting it would not change it.

mod controls;
mod expected;
mod find;
mod record;
mod rows;
mod samples;

use std::path::Path;

use egui::{Role, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme;
use foeman_schema::field::Field;
use foeman_schema::fmt;
use foeman_schema::text::RecordKey;
use foeman_window::form::{self, Form, Spot};
use foeman_window::pack::Pack;
use foeman_window::shell::action::{Action, Actions};
use foeman_window::shell::workspace::Workspace;

use crate::pack_window;
use expected::Entered;
use record::Filler;

/// The catalogs of the arena that are filled by the first of two tests.
const BATTLES: [&str; 7] = ["figures", "rosters", "sides", "maps", "scenarios", "campaigns", "checks"];

#[test]
fn every_field_of_battles_of_the_arena_is_filled_by_its_form() {
    fill_pack("arena", 215, |catalog| BATTLES.contains(&catalog));
}

#[test]
fn every_other_field_of_the_arena_is_filled_by_its_form() {
    fill_pack("arena", 290, |catalog| !BATTLES.contains(&catalog));
}

#[test]
fn every_field_of_the_strategy_pack_is_filled_by_its_form() {
    fill_pack("strategy", 360, |_| true);
}

#[test]
fn every_field_of_the_entropy_pack_is_filled_by_its_form() {
    fill_pack("entropy", 115, |_| true);
}

#[test]
fn every_field_of_the_codes_pack_is_filled_by_its_form() {
    fill_pack("codes", 70, |_| true);
}

/// A form without the rest of the window.
struct Stage {
    workspace: Workspace,
    key: RecordKey,
}

/// A form under test.
type Sheet = Harness<'static, Stage>;

impl Stage {
    fn ui(&mut self, ui: &mut Ui) {
        self.workspace.tick();
        let mut actions = Actions::new();
        let pack = self.pack();
        let field = Field::record(pack.draft().dialect().unwrap(), &self.key.catalog).unwrap();
        let (raw, merged) = (pack.raw(&self.key), pack.merged(&self.key));
        let mut form = Form::new(pack, &self.key, ui.max_rect().right() - 4.0, &mut actions);
        form::ui(ui, &mut form, &Spot::root(self.key.pointer(), field, raw.as_deref(), merged.as_deref()));
        self.workspace.perform_all(actions);
    }

    fn pack(&self) -> &Pack {
        self.workspace.pack().expect("a pack is open")
    }
}

/// Adds records to each catalog of a shipped pack, and fills all fields of one of each `chosen` catalog: at least as
/// many values as `least`.
fn fill_pack(name: &str, least: usize, chosen: impl Fn(&str) -> bool) {
    let (_folder, path, keys) = with_new_records(name);
    let mut workspace = Workspace::new(SHIPPED);
    workspace.perform(Action::Open(path.clone()));
    let stage = Stage { workspace, key: keys[0].clone() };
    let builder = Harness::builder().with_size([640.0, 5000.0]).with_context_setup(theme::install);
    let mut sheet = builder.build_ui_state(|ui, stage: &mut Stage| stage.ui(ui), stage);
    let (mut missing, mut entered) = (Vec::new(), Vec::new());
    for key in keys.into_iter().filter(|key| chosen(&key.catalog)) {
        let filler = Filler::new(&mut sheet, key.clone()).filled();
        missing.extend(filler.missing);
        entered.extend(filler.entered);
        is_laid_out(sheet.state().pack(), &key.to_string());
    }
    assert!(missing.is_empty(), "{} of {}: {missing:#?}", missing.len(), missing.len() + entered.len());
    assert!(entered.len() >= least, "{} values", entered.len());
    sheet.state_mut().workspace.perform(Action::Save);
    drop(sheet);
    is_in_the_files(&path, &entered);
}

/// Copies a shipped pack and adds two records to each catalog with the window; returns the keys of the second ones.
fn with_new_records(name: &str) -> (tempfile::TempDir, std::path::PathBuf, Vec<RecordKey>) {
    let (folder, path, mut window) = pack_window(name);
    let dialect = window.state().workspace().pack().unwrap().draft().dialect().unwrap();
    let mut added = Vec::new();
    for catalog in dialect.catalogs.iter().chain(dialect.catalogs) {
        window.state_mut().perform(Action::AddRecord(catalog.name.to_owned()));
        crate::settle(&mut window);
        let is_ready = |node: &egui_kittest::Node<'_>| !node.accesskit_node().is_disabled();
        window.get_all_by_role_and_label(Role::Button, "Add").find(is_ready).expect("the dialog adds it").click();
        crate::settle(&mut window);
        added.push(window.state().workspace().session().selected().cloned().expect("the new record is selected"));
    }
    window.state_mut().perform(Action::Save);
    is_laid_out(window.state().workspace().pack().unwrap(), "new records");
    (folder, path, added.split_off(dialect.catalogs.len()))
}

/// Asserts that formatting a pack would not change it.
fn is_laid_out(pack: &Pack, after: &str) {
    let (edit, refused) = fmt::pack(pack.draft());
    assert!(refused.is_empty(), "{after}: {refused:?}");
    let changed: Vec<String> = edit
        .splices
        .iter()
        .map(|splice| {
            let text = pack.draft().text(splice.file);
            format!("expected `{}`, found `{}`", splice.text, &text[splice.span.range()])
        })
        .collect();
    assert!(changed.is_empty(), "{after}: {changed:#?}");
}

/// Asserts that the saved files have the entered values.
fn is_in_the_files(path: &Path, entered: &[Entered]) {
    let mut workspace = Workspace::new(SHIPPED);
    workspace.perform(Action::Open(path.to_owned()));
    let pack = workspace.pack().expect("the saved pack opens");
    let wrong: Vec<String> = entered
        .iter()
        .filter_map(|(pointer, value)| {
            let (key, steps) = pointer.record()?;
            let found = expected::at(pack, &key, steps);
            (found.as_ref() != Some(value)).then(|| format!("{pointer}: expected {value}, found {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
