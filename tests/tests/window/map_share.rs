//! The share of the window that the map has in test-play and in the Map workspace, in every state.

use egui::{Key, Modifiers, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_window::play::{PlayAction, Seat, Tab};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::shot::show;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;

use crate::panes::sized;
use crate::seen::texts;
use crate::{Window, click, pack, press, settle};

/// The window sizes, and the minimum share of the map.
const SIZES: [([f32; 2], f32); 3] = [([1280.0, 800.0], 0.6), ([900.0, 600.0], 0.5), ([2560.0, 1440.0], 0.6)];

/// A window on a sample of a pack, with the pane of test-play only.
fn opened(name: &str, sample: &str, size: [f32; 2]) -> (tempfile::TempDir, Window) {
    let (folder, path) = pack(name);
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    show(app.workspace_mut(), sample).unwrap();
    for pane in Pane::SIDES {
        if app.workspace().view().is_on_top(&pane) {
            app.perform(Action::Toggle(pane));
        }
    }
    (folder, sized(app, size))
}

fn perform(window: &mut Window, action: PlayAction) {
    window.state_mut().perform(Action::Play(action));
    while window.state_mut().workspace_mut().tick() {}
    settle(window);
}

fn map(window: &Window) -> Rect {
    window.get_by_role_and_label(Role::Canvas, "Map canvas").rect()
}

/// Checks the share of the map, that the bar is one row, and that nothing leaves the window.
fn fits(window: &Window, least: f32, what: &str) {
    let (map, whole) = (map(window), window.ctx.content_rect());
    let share = map.area() / whole.area();
    assert!(share >= least, "{what}: the map {:?} has {share} of {:?}", map.size(), whole.size());
    let bar = window.get_by_label("To the end").rect();
    assert!(map.top() - bar.top() < 40.0, "{what}: the bar has one row");
    let inside = |label: &str| window.get_by_label(label).rect().right() <= whole.right();
    assert!(inside("More") && inside("Side column"), "{what}: the bar ends in the window");
    let wide = texts(window).into_iter().find(|text| text.is_cut());
    assert!(wide.is_none(), "{what}: {wide:?}");
}

#[test]
fn the_map_has_most_of_the_window_whatever_goes_on() {
    for (size, least) in SIZES {
        let (_folder, mut window) = opened("arena", "play:duel", size);
        let here = map(&window);
        fits(&window, least, "computer players");
        for tab in [Tab::Sides, Tab::Chart, Tab::Log] {
            perform(&mut window, PlayAction::Tab(tab));
            assert_eq!(map(&window), here, "{tab:?}");
        }
        perform(&mut window, PlayAction::ShowMaster(true));
        perform(&mut window, PlayAction::Highlight(Some(0)));
        fits(&window, least, "game master");
        perform(&mut window, PlayAction::Bookmark(5, Some("Before the blow".to_owned())));
        // Another choice makes a branch.
        let decision = (1..30).find(|entry| {
            let battle = window.state().workspace().play().battle().unwrap();
            let viewer = foeman_engine::game::Viewer::All;
            battle.game().decision(viewer, *entry).is_some_and(|decision| decision.choices.len() > 1)
        });
        let battle = window.state().workspace().play().battle().unwrap();
        let made = battle.game().decision(foeman_engine::game::Viewer::All, decision.unwrap()).unwrap();
        let other = usize::from(made.chosen == 0);
        perform(&mut window, PlayAction::Rechoose(decision.unwrap(), other));
        assert!(window.query_by_label("Branches (2)").is_some());
        fits(&window, least, "branches");
        let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
        window.state_mut().perform(Action::Set(damage, "-0H T+3".into()));
        window.state_mut().perform(Action::Settle);
        settle(&mut window);
        assert!(window.query_by_label("Content changed").is_some());
        fits(&window, least, "changed content");
        assert_eq!(map(&window), here, "the map keeps its place");
        perform(&mut window, PlayAction::ShowColumn(false));
        assert!(map(&window).width() > here.width() + 200.0, "the column can be hidden");
    }
}

#[test]
fn the_map_has_most_of_the_window_while_a_person_acts_and_in_a_campaign() {
    for (size, least) in SIZES {
        let (_folder, mut window) = opened("arena", "dice:duel", size);
        fits(&window, least, "a person acts");
        assert!(window.query_by_label_contains("Waiting for Toll-keepers").is_some(), "the bar says who must act");
        let text = window.state().workspace().play().battle().unwrap().choices()[0].text.clone();
        perform(&mut window, PlayAction::Choose(0));
        assert!(window.query_by_label(&format!("Chosen: {text}")).is_some(), "the choice is acknowledged");
        fits(&window, least, "after a choice");
        perform(&mut window, PlayAction::Campaign("collection".to_owned()));
        fits(&window, least, "campaign");
        perform(&mut window, PlayAction::ToEnd);
        fits(&window, least, "after a battle of a campaign");
        click(&mut window, "Next battle");
        fits(&window, least, "the next battle");
        perform(&mut window, PlayAction::Scenario("siege".to_owned()));
        perform(&mut window, PlayAction::Seat(0, Seat::Person));
        perform(&mut window, PlayAction::ToEnd);
        fits(&window, least, "fifteen figures");
    }
}

#[test]
fn the_map_has_most_of_the_window_in_a_strategic_game() {
    for (size, least) in SIZES {
        let (_folder, mut window) = opened("strategy", "turn:common-ground", size);
        fits(&window, least, "a faction's turn");
        let end = window.get_all_by_label("End the turn").next().expect("a turn can be ended").rect();
        window.get_all_by_label("End the turn").next().unwrap().click();
        settle(&mut window);
        perform(&mut window, PlayAction::ToEnd);
        let again = window.get_all_by_label("End the turn").next().expect("the next turn, too").rect();
        assert_eq!(end, again, "the button is always in the same place");
        fits(&window, least, "the next turn");
    }
}

#[test]
fn undo_takes_back_the_last_step_of_a_battle_and_not_an_edit() {
    let (_folder, mut window) = opened("arena", "play:duel", [1280.0, 800.0]);
    let entries = |window: &Window| window.state().workspace().play().battle().unwrap().game().entries();
    let (before, steps) =
        (entries(&window), |window: &Window| window.state().workspace().pack().unwrap().history().done().len());
    let damage = RecordKey::new("items", "great-axe").pointer().child("damage");
    window.state_mut().perform(Action::Set(damage, "-0H T+3".into()));
    settle(&mut window);
    let edits = steps(&window);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((entries(&window), steps(&window)), (before - 1, edits));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!((entries(&window), steps(&window)), (before, edits));
    // Outside of the battle, it changes the pack again.
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    settle(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!((entries(&window), steps(&window)), (before, edits - 1));
}

/// The minimum share of the map while a drawer is open.
const WITH_DRAWER: f32 = 0.45;

/// All drawers.
fn drawers() -> impl Iterator<Item = Pane> {
    Pane::BOTTOM.into_iter().chain([Pane::Help])
}

/// Returns the share of the window that is map.
fn share(window: &Window) -> f32 {
    map(window).area() / window.ctx.content_rect().area()
}

#[test]
fn an_open_drawer_leaves_the_battle_its_room_and_gives_it_back() {
    for (size, _) in SIZES {
        let (_folder, mut window) = opened("arena", "dice:duel", size);
        let before = map(&window);
        for drawer in drawers() {
            window.state_mut().perform(Action::Show(drawer.clone()));
            settle(&mut window);
            assert!(share(&window) >= WITH_DRAWER, "{drawer:?} at {size:?}: {}", share(&window));
            window.state_mut().perform(Action::Close(drawer));
            settle(&mut window);
            assert_eq!(map(&window), before, "the drawer gives its room back");
        }
    }
}

#[test]
fn in_a_small_window_the_column_and_a_drawer_take_turns() {
    let (_folder, mut window) = opened("arena", "dice:duel", [900.0, 600.0]);
    assert!(window.query_by_label("Battle log").is_some());
    window.state_mut().perform(Action::Show(Pane::Problems));
    settle(&mut window);
    assert!(window.query_by_label("Battle log").is_none(), "the drawer has the place of the column");
    click(&mut window, "Side column");
    assert!(window.query_by_label("Battle log").is_some(), "the column is back");
    assert!(!window.state().workspace().view().shows(&Pane::Problems), "and the drawer closed");
}

#[test]
fn the_map_editor_has_most_of_the_window() {
    for (size, least) in SIZES {
        let (_folder, path) = pack("arena");
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path));
        app.perform(Action::Show(Pane::Map(RecordKey::new("maps", "water-stairs"))));
        let mut window = sized(app, size);
        assert!(share(&window) >= least, "at {size:?}: {}", share(&window));
        for drawer in drawers() {
            window.state_mut().perform(Action::Show(drawer.clone()));
            settle(&mut window);
            assert!(share(&window) >= WITH_DRAWER, "{drawer:?} at {size:?}: {}", share(&window));
            window.state_mut().perform(Action::Close(drawer));
            settle(&mut window);
        }
    }
}
