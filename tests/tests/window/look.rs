//! The look of the window: few sizes of text, and a visible focus and pointer on every kind of control.

use std::collections::BTreeSet;

use egui::accesskit::{Action as Does, Toggled};
use egui::epaint::ClippedShape;
use egui::{Rect, Role, Shape, Stroke};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme::{DARK, LIGHT, Palette, RING, SCALE, ThemeChoice};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::shot::{samples, show};
use foeman_window::shell::workspace::{Over, Workspace};
use tempfile::TempDir;

use crate::panes::sized;
use crate::{Window, pack, settle};

/// The number of controls of one role that are tried in each window.
const TRIED: usize = 4;

/// A window on a sample in a theme, as in the pictures.
fn sample_window(name: &str, example: &str, choice: ThemeChoice) -> (TempDir, Window) {
    let (folder, path) = pack(name);
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    app.perform(Action::Theme(choice));
    // Scrolling takes no time.
    app.perform(Action::Still(true));
    show(app.workspace_mut(), example).unwrap();
    (folder, sized(app, [1280.0, 800.0]))
}

#[test]
fn all_text_outside_of_maps_and_charts_has_one_of_four_sizes() {
    let mut faults = BTreeSet::new();
    for sample in samples() {
        let (_folder, window) = sample_window(sample.pack, sample.example, ThemeChoice::Light);
        let pictures: Vec<Rect> = window.query_all_by_role(Role::Canvas).map(|canvas| canvas.rect()).collect();
        visit(&window.output().shapes, &mut |shape, clip| {
            let Shape::Text(text) = shape else { return };
            let seen = text.visual_bounding_rect().intersect(clip);
            // The initials on markers of figures fit the markers.
            let is_marker = text.galley.text().chars().count() <= 2;
            if is_marker || !seen.is_positive() || pictures.iter().any(|picture| picture.intersects(seen)) {
                return;
            }
            for section in &text.galley.job.sections {
                if !SCALE.contains(&section.format.font_id.size) {
                    let words = text.galley.text().chars().take(40).collect::<String>();
                    faults.insert(format!("{}: `{words}` has {} points", sample.example, section.format.font_id.size));
                }
            }
        });
    }
    assert_eq!(faults, BTreeSet::new());
}

#[test]
fn the_control_with_the_focus_has_a_ring_and_the_one_under_the_pointer_changes() {
    for (choice, colors) in [(ThemeChoice::Light, LIGHT), (ThemeChoice::Dark, DARK)] {
        let (mut tried, mut faults) = (BTreeSet::new(), Vec::new());
        for sample in samples() {
            let (_folder, mut window) = sample_window(sample.pack, sample.example, choice);
            let workspace = window.state().workspace();
            if workspace.over() != Over::default() || workspace.tour().is_some() {
                // The background is covered.
                continue;
            }
            for (role, name, is_chosen) in controls(&window, &mut tried) {
                let Some(node) = window.query_all_by_role_and_label(role, &name).next() else { continue };
                node.scroll_to_me();
                window.run_steps(3);
                let Some(node) = window.query_all_by_role_and_label(role, &name).next() else { continue };
                let rect = node.rect();
                let at = format!("{}: {role:?} `{name}` at {rect:?}", sample.example);
                let plain = near(&window, rect);
                window.hover_at(rect.center());
                window.run_steps(2);
                // A chosen entry may stay as it is.
                if !is_chosen && near(&window, rect) == plain {
                    faults.push(format!("{at} ignores the pointer"));
                }
                window.remove_cursor();
                window.run_steps(2);
                let before = rings(&window, rect, &colors);
                let Some(node) = window.query_all_by_role_and_label(role, &name).next() else { continue };
                node.focus();
                window.run_steps(2);
                let has_focus = window.query_all_by_role(role).any(|node| node.accesskit_node().is_focused());
                if has_focus && rings(&window, rect, &colors) == before {
                    faults.push(format!("{at} has no focus ring"));
                }
            }
        }
        assert!(tried.len() > 150, "{} controls", tried.len());
        assert_eq!(faults, Vec::<String>::new(), "{choice:?}");
    }
}

#[test]
fn without_animation_nothing_fades_or_scrolls_smoothly_and_the_choice_is_kept() {
    let (_folder, mut window) = sample_window("arena", "overview", ThemeChoice::Light);
    window.state_mut().perform(Action::Still(false));
    settle(&mut window);
    let times = |window: &Window| {
        let style = window.ctx.global_style();
        [style.animation_time, style.scroll_animation.duration.max]
    };
    assert!(times(&window).iter().all(|time| *time > 0.0 && *time < 0.15), "{:?}", times(&window));
    window.state_mut().perform(Action::Still(true));
    settle(&mut window);
    assert_eq!(times(&window), [0.0, 0.0]);
    let text = foeman_window::shell::profile::to_text(&window.state().workspace().session().settings);
    assert!(foeman_window::shell::profile::from_text(&text).0.still);
    window.state_mut().perform(Action::Still(false));
    settle(&mut window);
    assert!(times(&window)[0] > 0.0);
}

/// Returns controls that can have the focus and have not been tried: a few of each role.
fn controls(window: &Window, tried: &mut BTreeSet<(String, String)>) -> Vec<(Role, String, bool)> {
    let maps: Vec<Rect> = window.query_all_by_role(Role::Canvas).map(|canvas| canvas.rect()).collect();
    let mut found: Vec<(Role, String, bool)> = Vec::new();
    for node in window.root().children_recursive() {
        let inner = node.accesskit_node();
        let (role, name) = (inner.role(), inner.label().unwrap_or_default());
        // Maps and texts have a cursor instead of a ring, panes a frame, and borders are dragged.
        let is_area = matches!(
            role,
            Role::Canvas
                | Role::Group
                | Role::Label
                | Role::MultilineTextInput
                | Role::Pane
                | Role::ScrollView
                | Role::Splitter
                | Role::Window
        );
        let takes = inner.data().supports_action(Does::Focus) && inner.raw_bounds().is_some();
        let hides = |picture: &Rect| picture.contains_rect(node.rect());
        if is_area || !takes || inner.is_disabled() || maps.iter().any(hides) || !is_shown(window, node.rect()) {
            continue;
        }
        let many = found.iter().filter(|(other, ..)| *other == role).count() >= TRIED;
        if !many && tried.insert((format!("{role:?}"), name.clone())) {
            let is_chosen = inner.is_selected() == Some(true) || inner.toggled() == Some(Toggled::True);
            found.push((role, name, is_chosen));
        }
    }
    found
}

/// Whether a control is drawn, and not scrolled out of its area.
fn is_shown(window: &Window, rect: Rect) -> bool {
    let mut shown = false;
    visit(&window.output().shapes, &mut |shape, clip| {
        shown |= clip.contains_rect(rect) && rect.expand(3.0).contains_rect(shape.visual_bounding_rect());
    });
    shown
}

/// Returns the shapes that touch a control.
fn near(window: &Window, rect: Rect) -> Vec<Shape> {
    let mut shapes = Vec::new();
    visit(&window.output().shapes, &mut |shape, clip| {
        if shape.visual_bounding_rect().intersect(clip).intersects(rect) {
            shapes.push(shape.clone());
        }
    });
    shapes
}

/// Returns the lines of at least the width and in a colour of the focus ring around or in a control, and underlined
/// texts.
fn rings(window: &Window, rect: Rect, colors: &Palette) -> Vec<Shape> {
    let is_ring = |stroke: &Stroke| [colors.accent, colors.strong].contains(&stroke.color) && stroke.width >= RING;
    let mut shapes = near(window, rect.expand(3.0));
    shapes.retain(|shape| match shape {
        Shape::Rect(rect) => is_ring(&rect.stroke),
        Shape::Circle(circle) => is_ring(&circle.stroke),
        Shape::LineSegment { stroke, .. } => is_ring(stroke),
        Shape::Path(path) => path.stroke.width >= RING,
        Shape::Text(text) => {
            !text.underline.is_empty()
                || text.galley.job.sections.iter().any(|section| !section.format.underline.is_empty())
        }
        _ => false,
    });
    shapes
}

/// Calls a function with every shape of a frame and its clip area.
fn visit(shapes: &[ClippedShape], each: &mut impl FnMut(&Shape, Rect)) {
    fn inner(shape: &Shape, clip: Rect, each: &mut impl FnMut(&Shape, Rect)) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| inner(shape, clip, each)),
            shape => each(shape, clip),
        }
    }
    shapes.iter().for_each(|ClippedShape { clip_rect, shape, .. }| inner(shape, *clip_rect, each));
}
