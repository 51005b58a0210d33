//! Forms in a narrow inspector: labels are above their inputs, and nothing leaves the pane.

use egui::{Rect, Role, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme::ThemeChoice;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::panes::{faults, place, sized};
use crate::{Window, pack, settle};

/// The width of the inspector, in points.
const WIDTH: f32 = 250.0;

/// Drags the left edge of the inspector until it has this width.
fn narrow(window: &mut Window) {
    let before = place(window, &Pane::Inspector);
    let edge = pos2(before.left() - 1.0, before.center().y);
    let wanted = pos2(before.right() - WIDTH, edge.y);
    window.hover_at(edge);
    window.run_steps(2);
    window.drag_at(edge);
    window.run_steps(1);
    window.hover_at(edge.lerp(wanted, 0.5));
    window.run_steps(1);
    window.hover_at(wanted);
    window.run_steps(2);
    window.drop_at(wanted);
    settle(window);
    let after = place(window, &Pane::Inspector);
    assert!((after.width() - WIDTH).abs() < 6.0, "{before} {after}");
}

/// Opens the folded fields and the first entry of each list of the form.
fn unfold(window: &mut Window) {
    let more = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().label().is_some_and(|label| label.starts_with("More fields"))
    };
    window.query_all_by_role(Role::DisclosureTriangle).filter(more).for_each(|more| more.click());
    settle(window);
    let first =
        |node: &egui_kittest::Node<'_>| node.accesskit_node().label().is_some_and(|label| label.starts_with("1. "));
    // From the last one, so that the others do not move.
    let entries: Vec<_> = window.query_all_by_role(Role::Button).filter(first).map(|entry| entry.rect()).collect();
    for entry in entries.into_iter().rev() {
        window.drag_at(entry.center());
        window.drop_at(entry.center());
        window.run_steps(2);
    }
    window.remove_cursor();
    settle(window);
    window.run_steps(20);
}

/// Returns the controls of the inspector that leave it.
fn outside(window: &Window) -> Vec<String> {
    let pane = place(window, &Pane::Inspector);
    let leaves = |rect: Rect| rect.left() > pane.left() && rect.left() < pane.right() && rect.right() > pane.right();
    let roles =
        [Role::TextInput, Role::MultilineTextInput, Role::SpinButton, Role::ComboBox, Role::CheckBox, Role::Button];
    let controls = roles.iter().flat_map(|role| window.query_all_by_role(*role));
    let leaving = controls.filter(|control| leaves(control.rect()));
    leaving.map(|control| format!("{:?} {}", control.accesskit_node().label(), control.rect())).collect()
}

#[test]
fn every_form_fits_into_a_narrow_inspector() {
    for (name, theme) in [
        ("arena", ThemeChoice::Light),
        ("strategy", ThemeChoice::Dark),
        ("entropy", ThemeChoice::Light),
        ("codes", ThemeChoice::Dark),
    ] {
        let (_folder, path) = pack(name);
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path));
        app.perform(Action::Theme(theme));
        let pack = app.workspace().pack().unwrap();
        let catalogs = pack.index().catalogs.iter();
        let keys: Vec<RecordKey> = catalogs.filter_map(|catalog| Some(catalog.records.last()?.key.clone())).collect();
        app.perform(Action::Show(Pane::Catalog(keys[0].catalog.clone())));
        app.perform(Action::Select(Selection::record(keys[0].clone())));
        let mut window = sized(app, [1280.0, 2400.0]);
        narrow(&mut window);
        for key in keys {
            window.state_mut().perform(Action::Select(Selection::record(key.clone())));
            settle(&mut window);
            unfold(&mut window);
            assert_eq!(outside(&window), Vec::<String>::new(), "{key}");
            let pane = place(&window, &Pane::Inspector);
            let cut: Vec<String> = crate::seen::texts(&window)
                .into_iter()
                .filter(|text| pane.contains(text.rect.left_center()) && text.is_cut())
                .map(|text| text.words)
                .collect();
            assert_eq!(cut, Vec::<String>::new(), "{key}");
            assert_eq!(faults(&mut window), Vec::<String>::new(), "{key}");
        }
    }
}

#[test]
fn labels_are_above_their_inputs_in_a_narrow_form_and_before_them_in_a_wide_one() {
    let (_folder, path) = pack("arena");
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    app.perform(Action::Show(Pane::Catalog("items".to_owned())));
    app.perform(Action::Select(Selection::record(RecordKey::new("items", "great-axe"))));
    let mut window = sized(app, [1280.0, 800.0]);
    let rects = |window: &Window| {
        let input = window.get_by_role_and_label(Role::TextInput, "Title").rect();
        let is_title = |node: &egui_kittest::Node<'_>| {
            node.accesskit_node().value().as_deref() == Some("Title") && node.rect().left() > input.left() - 150.0
        };
        let labels: Vec<_> = window.query_all_by_role(Role::Label).filter(is_title).collect();
        let label = labels.last().expect("the input has a label");
        (label.rect(), input)
    };
    let (label, input) = rects(&window);
    assert!(label.right() <= input.left() && label.y_range().contains(input.center().y), "{label} {input}");
    narrow(&mut window);
    let (label, input) = rects(&window);
    assert!(label.bottom() <= input.top() + 2.0 && (label.left() - input.left()).abs() < 6.0, "{label} {input}");
    assert!(input.width() > 160.0, "{input}");
}
