//! Accessibility: every control has a role and a name, and all texts fit.

use std::collections::BTreeSet;
use std::fs;

use egui::Role;
use egui::accesskit::Action as Does;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme::ThemeChoice;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::shot::{samples, show};
use foeman_window::shell::workspace::Workspace;
use tempfile::TempDir;

use crate::panes::{faults, sized};
use crate::{Window, pack};

/// A window on a sample, as in the documentation's pictures.
///
/// The folder of the pack is returned as well; if it were deleted, the window would report that.
fn sample_window(name: &str, example: &str, long: bool, theme: ThemeChoice, size: [f32; 2]) -> (TempDir, Window) {
    let (folder, path) = pack(name);
    if long {
        lengthen(&path);
    }
    let mut app = App::new(Workspace::new(SHIPPED));
    if example != "welcome" {
        app.perform(Action::Open(path));
    }
    app.perform(Action::Theme(theme));
    show(app.workspace_mut(), example).unwrap();
    (folder, sized(app, size))
}

/// Gives every record of a pack a title that is longer than any space for it.
fn lengthen(path: &std::path::Path) {
    for entry in fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.ends_with(".foeman") {
            lengthen(&entry);
        }
        if entry.extension().is_none_or(|end| end != "yaml") || entry.ends_with("pack.yaml") {
            continue;
        }
        let text = fs::read_to_string(&entry).unwrap();
        let long = |line: &str| match line.split_once("title: ") {
            Some((before, title))
                if before.trim().is_empty() && !title.starts_with(['"', '\'', '{', '[', '&', '|']) =>
            {
                format!("{before}title: {title} of the long and winding road to the far and lonely north\n")
            }
            _ => format!("{line}\n"),
        };
        fs::write(&entry, text.lines().map(long).collect::<String>()).unwrap();
    }
}

/// Returns the controls that a screen reader cannot describe: they take the focus, but have no name or no role.
pub(crate) fn unnamed(window: &Window) -> BTreeSet<String> {
    let nodes = window.root().children_recursive();
    let takes = nodes.filter(|node| node.accesskit_node().data().supports_action(Does::Focus));
    let mut faults = BTreeSet::new();
    for node in takes {
        let inner = node.accesskit_node();
        let role = inner.role();
        // The name of a label is its text.
        let name = inner.label().or_else(|| inner.value().filter(|_| role == Role::Label)).unwrap_or_default();
        if name.trim().is_empty() {
            let value = inner.value().unwrap_or_default();
            faults.insert(format!("{role:?} `{value}` at {:?} has no name", inner.raw_bounds()));
        }
        if matches!(role, Role::Unknown | Role::GenericContainer) {
            faults.insert(format!("`{name}` is a {role:?}"));
        }
    }
    faults
}

#[test]
fn every_control_of_every_pane_and_of_the_dialogs_in_pictures_has_a_role_and_a_name() {
    let (mut seen, mut faults) = (0, Vec::new());
    for sample in samples() {
        let (_folder, window) = sample_window(sample.pack, sample.example, false, ThemeChoice::Light, [1280.0, 800.0]);
        let buttons = window.query_all_by_role(Role::Button).count();
        assert!(buttons > 3, "{}: {buttons} buttons", sample.example);
        faults.extend(unnamed(&window).into_iter().map(|fault| format!("{}: {fault}", sample.example)));
        seen += 1;
    }
    assert!(seen > 15);
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_text_is_wider_than_its_place_though_every_name_is_long() {
    let mut faulty = Vec::new();
    for sample in samples().filter(|sample| sample.example != "welcome") {
        for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
            let (_folder, mut window) = sample_window(sample.pack, sample.example, true, theme, [1280.0, 800.0]);
            if window.state().workspace().over().in_question() || window.state().workspace().tour().is_some() {
                // The background is covered.
                continue;
            }
            // Scrolling to the selection takes several frames.
            window.run_steps(16);
            faulty
                .extend(faults(&mut window).into_iter().map(|fault| format!("{} {theme:?}: {fault}", sample.example)));
        }
    }
    assert_eq!(faulty, Vec::<String>::new());
}
