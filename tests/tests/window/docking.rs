//! Docking: panes are dragged, split, tabbed, hidden and restored; none is ever lost.

use egui::{Key, Modifiers, Pos2, Rect, pos2};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Layout, Pane};
use foeman_window::shell::workspace::Workspace;

use crate::panes::{place, sized, title};
use crate::{Window, arena, click, pack, press, settle, window_on};

fn catalog(name: &str) -> Pane {
    Pane::Catalog(name.to_owned())
}

fn layout(window: &Window) -> &Layout {
    window.state().workspace().view().layout()
}

/// A window with three documents in addition to the permanent panes.
fn arranged() -> Window {
    let (_folder, path) = arena();
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    for pane in [catalog("items"), catalog("maps"), catalog("spells")] {
        app.perform(Action::Show(pane));
    }
    sized(app, [1400.0, 900.0])
}

fn sorted(window: &Window) -> Vec<Pane> {
    let mut panes: Vec<Pane> = layout(window).panes().into_iter().cloned().collect();
    panes.sort();
    panes
}

/// Returns the panes of each tab group.
fn groups(window: &Window) -> Vec<Vec<Pane>> {
    layout(window).root().groups().into_iter().map(|group| group.panes.clone()).collect()
}

fn tab(window: &Window, pane: &Pane) -> Rect {
    window.get_by_label(&format!("{} tab", title(window, pane))).rect()
}

fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    window.drag_at(from);
    window.run_steps(2);
    window.hover_at(from.lerp(to, 0.5));
    window.run_steps(1);
    window.hover_at(to);
    window.run_steps(3);
    window.drop_at(to);
    settle(window);
}

/// Returns possible drop targets in a pane: its centre, and near each edge.
fn targets(rect: Rect) -> [Pos2; 5] {
    let (dx, dy) = (rect.width() * 0.2, rect.height() * 0.2);
    let center = rect.center();
    [
        center,
        pos2(rect.left() + dx, center.y),
        pos2(rect.right() - dx, center.y),
        pos2(center.x, rect.top() + dy),
        pos2(center.x, rect.bottom() - dy),
    ]
}

#[test]
fn no_drop_changes_the_number_of_panes() {
    let mut window = arranged();
    let before = sorted(&window);
    let (mut drags, mut changes) = (0, 0);
    for source in &before {
        for target in &before {
            for at in 0..5 {
                window.state_mut().perform(Action::ResetLayout);
                window.state_mut().perform(Action::Show(target.clone()));
                settle(&mut window);
                let (from, to) = (tab(&window, source).center(), targets(place(&window, target))[at]);
                let groups_before = groups(&window);
                drag(&mut window, from, to);
                assert_eq!(sorted(&window), before, "{source:?} dropped on {target:?} at {at}");
                assert!(layout(&window).shows(source));
                drags += 1;
                changes += usize::from(groups(&window) != groups_before);
            }
        }
    }
    assert!(changes * 10 > drags * 6, "most drops do something: {changes} of {drags}");
}

#[test]
fn many_drops_in_a_row_lose_nothing_either() {
    let mut window = arranged();
    let before = sorted(&window);
    for round in 0..40 {
        let source = &before[round * 7 % before.len()];
        let target = &before[(round * 5 + 1) % before.len()];
        window.state_mut().perform(Action::Show(target.clone()));
        settle(&mut window);
        let to = targets(place(&window, target))[round % 5];
        let from = tab(&window, source).center();
        drag(&mut window, from, to);
        assert_eq!(sorted(&window), before, "round {round}");
        let shown =
            before.iter().filter(|pane| window.query_by_label(&format!("{} tab", title(&window, pane))).is_some());
        assert_eq!(shown.count(), before.len(), "every pane has its tab after round {round}");
    }
}

#[test]
fn a_tab_dragged_to_the_right_half_stands_beside_the_others() {
    let mut window = arranged();
    let (items, spells) = (catalog("items"), catalog("spells"));
    let middle = place(&window, &spells);
    let from = tab(&window, &items).center();
    drag(&mut window, from, pos2(middle.right() - 0.25 * middle.width(), middle.center().y));
    let (left, right) = (place(&window, &spells), place(&window, &items));
    assert!(left.right() <= right.left() + 2.0, "{left:?} {right:?}");
    assert!((left.width() - right.width()).abs() < 0.1 * middle.width(), "about one half each");
    assert_eq!(layout(&window).document(), Some(&items), "the moved pane is the current document");

    // A new pane opens in the group used last: here the map's group.
    window.hover_at(left.center());
    window.drag_at(left.center());
    window.drop_at(left.center());
    settle(&mut window);
    assert_eq!(layout(&window).document(), Some(&spells));
    window.state_mut().perform(Action::Show(catalog("talents")));
    settle(&mut window);
    let group = layout(&window).root().group_of(&catalog("talents")).expect("it is open");
    assert!(group.panes.contains(&spells));
}

#[test]
fn panes_beside_the_documents_keep_their_width_when_the_window_grows() {
    let mut window = arranged();
    let widths = |window: &Window| [Pane::Tree, Pane::Inspector].map(|pane| place(window, &pane).width());
    let before = widths(&window);
    window.set_size(egui::vec2(2200.0, 1200.0));
    settle(&mut window);
    for (before, now) in before.into_iter().zip(widths(&window)) {
        assert!((before - now).abs() < 1.0, "{before} {now}");
    }
    window.set_size(egui::vec2(760.0, 480.0));
    settle(&mut window);
    let middle = place(&window, &catalog("spells"));
    assert!(middle.width() > 300.0, "documents keep their room in a small window: {middle:?}");
}

#[test]
fn a_border_is_dragged_and_stays_where_it_was_left() {
    let mut window = arranged();
    let before = place(&window, &Pane::Tree);
    let border = pos2(before.right() + 0.5, before.center().y);
    drag(&mut window, border, border + egui::vec2(80.0, 0.0));
    let now = place(&window, &Pane::Tree);
    assert!((now.width() - before.width() - 80.0).abs() < 6.0, "{before:?} {now:?}");
    window.state_mut().perform(Action::ResetLayout);
    settle(&mut window);
    assert!((place(&window, &Pane::Tree).width() - before.width()).abs() < 1.0);
}

#[test]
fn a_pane_is_hidden_by_its_cross_and_brought_back_where_it_was() {
    let mut window = arranged();
    let before = place(&window, &Pane::Inspector);
    click(&mut window, "Hide Inspector tab");
    assert!(window.query_by_label("Inspector pane").is_none());
    press(&mut window, Modifiers::COMMAND, Key::I);
    assert_eq!(place(&window, &Pane::Inspector), before);
}

#[test]
fn tabs_are_walked_through_and_closed_by_keys() {
    let mut window = arranged();
    let spells = catalog("spells");
    assert_eq!(layout(&window).document(), Some(&spells));
    press(&mut window, Modifiers::COMMAND, Key::PageUp);
    assert_eq!(layout(&window).document(), Some(&catalog("maps")));
    press(&mut window, Modifiers::COMMAND, Key::PageDown);
    press(&mut window, Modifiers::COMMAND, Key::W);
    assert!(!layout(&window).shows(&spells));
}

#[test]
fn a_pack_is_shown_as_it_was_left_when_it_is_opened_again() {
    let (_folder, path) = arena();
    let (_other_folder, other) = pack("codes");
    let mut window = window_on(&path, SHIPPED);
    for action in [
        Action::Show(Pane::Map(RecordKey::new("maps", "pit"))),
        Action::Show(catalog("talents")),
        Action::Filter("sword".to_owned()),
        Action::Toggle(Pane::Inspector),
    ] {
        window.state_mut().perform(action);
    }
    settle(&mut window);
    let before = layout(&window).clone();

    window.state_mut().perform(Action::Reload);
    settle(&mut window);
    assert_eq!(layout(&window), &before, "reloading changes nothing on screen");

    window.state_mut().perform(Action::Open(other));
    settle(&mut window);
    assert!(!layout(&window).shows(&Pane::Inspector), "the arrangement is the user's");
    assert!(
        layout(&window).documents().all(|pane| pane.record().is_none()),
        "documents of the previous pack are closed"
    );

    window.state_mut().perform(Action::Open(path));
    settle(&mut window);
    assert_eq!(layout(&window), &before);
    assert_eq!(window.state().workspace().view().filter(), "sword");
}

#[test]
fn a_record_that_is_gone_by_the_next_time_takes_its_pane_along() {
    let (_folder, path) = arena();
    let mut window = window_on(&path, SHIPPED);
    let map = Pane::Map(RecordKey::new("maps", "pit"));
    window.state_mut().perform(Action::Show(map.clone()));
    settle(&mut window);
    let maps = path.join("maps.yaml");
    let text = std::fs::read_to_string(&maps).unwrap();
    assert!(text.contains("\n  pit:"), "the map is in the expected file");
    std::fs::write(&maps, text.replace("\n  pit:", "\n  hole:")).unwrap();
    window.state_mut().perform(Action::Reload);
    settle(&mut window);
    assert!(!layout(&window).shows(&map));
    assert!(window.query_by_label("Map canvas").is_none());
}
