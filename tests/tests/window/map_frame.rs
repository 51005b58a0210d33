//! The frame around a map: tool strip, options row and Layers pane. Choosing something never moves the map.

use egui::{Rect, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_engine::map_query::Topic;
use foeman_schema::draft::Draft;
use foeman_schema::grid::draw::Inside;
use foeman_schema::text::RecordKey;
use foeman_window::kit::camera::Camera;
use foeman_window::map::commands::TOOLS;
use foeman_window::map::{Balance, Ink, Layer, StrokeStyle};
use foeman_window::overlay::OverlayView;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::geometry::number;
use crate::maps::{on_screen, stroke};
use crate::panes::{place, sized};
use crate::seen::texts;
use crate::tasks::Task;
use crate::{SHIPPED, Window, arena_window, click, option, pack, settle, type_into};

const SIZES: [[f32; 2]; 3] = [[900.0, 600.0], [1280.0, 800.0], [2560.0, 1440.0]];

fn key(map: &str) -> RecordKey {
    RecordKey::new("maps", map)
}

fn perform(window: &mut Window, action: Action) {
    window.state_mut().perform(action);
    settle(window);
}

/// A window on a map of the Arena, without side panes unless `beside` is shown.
fn on_map(size: [f32; 2], map: &str, beside: Option<Pane>) -> (tempfile::TempDir, Window) {
    let (folder, path) = pack("arena");
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    app.perform(Action::Show(Pane::Map(key(map))));
    app.perform(Action::Select(Selection::record(key(map))));
    beside.into_iter().for_each(|pane| app.perform(Action::Show(pane)));
    (folder, sized(app, size))
}

fn canvas(window: &Window) -> Rect {
    window.get_by_label("Map canvas").rect()
}

fn camera(window: &Window, name: &str) -> Camera {
    window.state().workspace().view().camera(name).expect("the map is shown")
}

fn terrains(draft: &Draft) -> Vec<String> {
    draft.ids("terrains").map(str::to_owned).collect()
}

fn overlay(topic: Option<Topic>) -> Action {
    Action::Overlay(OverlayView { topic, ..OverlayView::default() })
}

#[test]
fn no_tool_layer_terrain_or_option_moves_or_rescales_the_map() {
    for size in SIZES {
        for beside in [None, Some(Pane::Layers)] {
            let has_layers = beside.is_some();
            let (_folder, mut window) = on_map(size, "water-stairs", beside);
            let name = "maps/water-stairs";
            let before = (canvas(&window), camera(&window, name));
            let check = |window: &Window, what: &str| {
                assert_eq!((canvas(window), camera(window, name)), before, "{what} at {size:?}, Layers {has_layers}");
            };
            for command in TOOLS.concat().iter().filter(|command| command.on.is_some()) {
                window.get_by_role_and_label(Role::ListBoxOption, command.name).click();
                settle(&mut window);
                check(&window, command.name);
            }
            let draft = window.state().workspace().pack().unwrap().draft();
            let inks = terrains(draft).into_iter().map(Ink::Terrain);
            let inks = inks.chain([Ink::Level(3), Ink::Zone("winch".to_owned()), Ink::NoZone]);
            let mut actions: Vec<Action> = inks.map(Action::Ink).collect();
            actions.extend(Layer::DRAWN.map(Action::Layer));
            actions.extend([Layer::Levels, Layer::Zones, Layer::Figures].map(Action::Hide));
            actions.extend(Layer::DRAWN.map(Action::Lock));
            actions.extend([Balance::LeftRight, Balance::Turns, Balance::None].map(Action::Balance));
            actions.push(Action::Strew(vec![("mud".to_owned(), 2), ("rubble".to_owned(), 1)]));
            actions.push(Action::Stroke(StrokeStyle { radius: 4, inside: Inside::Outline }));
            actions.push(Action::Figures(key("water-stairs"), None));
            for action in actions {
                let what = format!("{action:?}");
                perform(&mut window, action);
                check(&window, &what);
            }
            // While the Layers pane is closed, an overlay has a row below the map, as high for every overlay.
            if !has_layers {
                continue;
            }
            for topic in Topic::ALL {
                perform(&mut window, overlay(Some(topic)));
                check(&window, topic.name());
            }
        }
    }
}

#[test]
fn all_overlays_have_a_legend_of_the_same_height_below_the_map() {
    let (_folder, mut window) = on_map([1280.0, 800.0], "water-stairs", None);
    let whole = canvas(&window);
    perform(&mut window, overlay(Some(Topic::Reach)));
    let before = canvas(&window);
    assert!(whole.height() - before.height() < 30.0 && before.min == whole.min, "{whole:?} {before:?}");
    for topic in Topic::ALL {
        perform(&mut window, overlay(Some(topic)));
        assert_eq!(canvas(&window), before, "{}", topic.name());
    }
    perform(&mut window, overlay(None));
    assert_eq!(canvas(&window), whole);
}

#[test]
fn the_map_has_at_least_93_percent_of_a_pane_of_1280_by_700() {
    let map = Pane::Map(key("water-stairs"));
    let (_folder, mut window) = on_map([1280.0, 800.0], "water-stairs", None);
    for pane in [Pane::Tree, Pane::Inspector, Pane::Problems] {
        perform(&mut window, Action::Toggle(pane));
    }
    let around = egui::vec2(1280.0, 800.0) - place(&window, &map).size();
    window.set_size(egui::vec2(1280.0, 700.0) + around);
    settle(&mut window);
    let (pane, map) = (place(&window, &map).size(), canvas(&window).size());
    assert!((pane - egui::vec2(1280.0, 700.0)).length() < 2.0, "{pane:?}");
    let share = map.x * map.y / (pane.x * pane.y);
    assert!(share >= 0.93, "{share}");
}

#[test]
fn a_pane_that_changes_its_size_leaves_scale_and_centre_of_the_map() {
    let (_folder, mut window) = on_map([1280.0, 800.0], "water-stairs", None);
    let name = "maps/water-stairs";
    for factor in [1.7, 0.1] {
        perform(&mut window, Action::Fit);
        perform(&mut window, Action::Zoom(factor));
        window.hover_at(canvas(&window).center());
        settle(&mut window);
        let before = camera(&window, name);
        for pane in [Pane::Problems, Pane::Tree, Pane::Layers, Pane::Tree, Pane::Problems] {
            perform(&mut window, Action::Toggle(pane));
            assert_eq!(camera(&window, name), before);
        }
        window.set_size(egui::vec2(2000.0, 1400.0));
        settle(&mut window);
        window.hover_at(canvas(&window).center());
        settle(&mut window);
        assert_eq!(camera(&window, name), before);
        window.set_size(egui::vec2(1280.0, 800.0));
        settle(&mut window);
    }
}

#[test]
fn common_tasks_on_maps_take_few_clicks() {
    let open = || on_map([1280.0, 800.0], "water-stairs", Some(Pane::Layers));

    let (_folder, window) = open();
    let mut task = Task::new(window);
    task.click("Hide zones");
    assert!(task.window.state().workspace().view().hidden.contains(&Layer::Zones));
    assert_eq!(task.steps, 1, "hide a layer");

    let (_folder, window) = open();
    let mut task = Task::new(window);
    type_into(&mut task.window, "Search terrains", "rubble");
    task.click("Paint Rubble");
    stroke(&mut task.window, "water-stairs", &[[3, 3]]);
    task.steps += 1;
    let map = |window: &Window| {
        let draft = window.state().workspace().pack().unwrap().draft();
        draft.merged(&key("water-stairs")).unwrap()
    };
    let legend = map(&task.window)["legend"].clone();
    assert!(legend.as_object().unwrap().values().any(|terrain| terrain == "rubble"), "{legend}");
    assert_eq!(task.steps, 2, "paint with a terrain not used yet");

    let (_folder, window) = open();
    let mut task = Task::new(window);
    task.push("Resize map…");
    number(&mut task.window, "Columns", "24");
    number(&mut task.window, "Rows", "15");
    task.steps += 2;
    task.click("Keep the middle in place");
    task.push("Resize map");
    assert_eq!(map(&task.window)["geometry"]["size"], serde_json::json!([24, 15]));
    assert_eq!(task.steps, 5, "resize a map");

    let (_folder, window) = open();
    let mut task = Task::new(window);
    task.click("Zones layer");
    task.push("New zone");
    stroke(&mut task.window, "water-stairs", &[[3, 3], [4, 3]]);
    task.steps += 1;
    type_into(&mut task.window, "Name of the zone", "The steps");
    task.steps += 1;
    assert_eq!(map(&task.window)["zones"]["zone-1"]["title"], "The steps");
    assert_eq!(task.steps, 4, "draw a zone");
}

#[test]
fn without_the_layers_pane_everything_is_in_the_options_row_or_its_menu() {
    let (_folder, mut window) = on_map([560.0, 600.0], "water-stairs", None);
    window.state_mut().perform(Action::Toggle(Pane::Layers));
    settle(&mut window);
    assert!(window.query_by_label("Overlay").is_none(), "there is no room for it");
    for name in ["Overlay", "Symmetry", "Figures of", "Stamps", "Trace"] {
        click(&mut window, "More options");
        assert!(window.query_by_label(name).is_some(), "{name}");
        click(&mut window, "More options");
    }
    option(&mut window, "Symmetry");
    click(&mut window, "Half turn");
    assert_eq!(window.state().workspace().view().balance, Balance::HalfTurn);
    option(&mut window, "Terrain to paint");
    type_into(&mut window, "Search terrains", "mud");
    click(&mut window, "Paint Mud");
    assert_eq!(window.state().workspace().view().brush.as_deref(), Some("mud"));
}

#[test]
fn favourites_come_first_and_recent_terrains_are_offered_again() {
    let (_folder, mut window) = on_map([1280.0, 800.0], "water-stairs", Some(Pane::Layers));
    type_into(&mut window, "Search terrains", "rubble");
    click(&mut window, "Add Rubble to favourites");
    type_into(&mut window, "Search terrains", "mud");
    click(&mut window, "Paint Mud");
    type_into(&mut window, "Search terrains", "rubble");
    click(&mut window, "Paint Rubble");
    click(&mut window, "Clear filter");
    let top = |window: &Window, label: &str| window.get_by_label(label).rect().top();
    assert!(top(&window, "Paint Rubble") < top(&window, "Paint Mud"));
    click(&mut window, "Paint Mud again");
    assert_eq!(window.state().workspace().view().brush.as_deref(), Some("mud"));
    click(&mut window, "Remove Rubble from favourites");
    assert!(window.state().workspace().view().favourites.is_empty());
}

#[test]
fn the_selected_cell_is_described_with_the_word_for_its_shape() {
    let (_folder, mut window) = on_map([1280.0, 800.0], "pit", Some(Pane::Layers));
    let at = on_screen(&window, "pit", [4, 3]);
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.drop_at(at);
    settle(&mut window);
    assert!(window.query_by_label("hex 4,3   Rubble").is_some());
    assert!(window.query_by_label("HEX 4,3").is_some());

    let (_folder, path) = pack("strategy");
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    let common = key("common");
    app.perform(Action::Show(Pane::Map(common.clone())));
    app.perform(Action::Show(Pane::Layers));
    app.perform(Action::Select(Selection { hex: Some([3, 4]), ..Selection::record(common) }));
    let mut window = sized(app, [1280.0, 800.0]);
    assert!(window.query_by_label_contains("square 3,4   ").is_some());
    assert!(window.query_by_label("SQUARE 3,4").is_some());
    let scenario = RecordKey::new("scenarios", "common-ground");
    perform(&mut window, Action::Show(Pane::Scenario(scenario.clone())));
    perform(&mut window, Action::Select(Selection { hex: Some([1, 4]), ..Selection::record(scenario) }));
    assert!(window.query_by_label_contains("square 1,4   ").is_some());
}

#[test]
fn a_locked_layer_of_figures_or_owners_is_not_changed() {
    let (_folder, _path, mut window) = arena_window();
    let scenario = RecordKey::new("scenarios", "three-a-side");
    perform(&mut window, Action::Show(Pane::Scenario(scenario.clone())));
    perform(&mut window, Action::Select(Selection::record(scenario)));
    perform(&mut window, Action::Show(Pane::Layers));
    click(&mut window, "Lock figures");
    click(&mut window, "Maud Tollbar at 1,5");
    crate::press(&mut window, egui::Modifiers::NONE, egui::Key::Delete);
    assert!(window.state().workspace().pack().unwrap().is_saved());
    click(&mut window, "Unlock figures");
    click(&mut window, "Hide figures");
    assert!(window.query_by_label("Maud Tollbar at 1,5").is_none());

    let (_folder, path) = pack("strategy");
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    let scenario = RecordKey::new("scenarios", "common-ground");
    app.perform(Action::Show(Pane::Scenario(scenario.clone())));
    app.perform(Action::Select(Selection { hex: Some([5, 1]), ..Selection::record(scenario) }));
    app.perform(Action::Show(Pane::Layers));
    let mut window = sized(app, [1280.0, 800.0]);
    click(&mut window, "Lock owners");
    click(&mut window, "Owners layer");
    click(&mut window, "Paint owners: Guild of Ledgers");
    window.get_by_label("Map canvas").focus();
    settle(&mut window);
    crate::press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    assert!(window.state().workspace().pack().unwrap().is_saved());
    click(&mut window, "Unlock owners");
    window.get_by_label("Map canvas").focus();
    settle(&mut window);
    crate::press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    assert!(!window.state().workspace().pack().unwrap().is_saved());
}

#[test]
fn the_hint_over_a_map_wraps_in_a_small_window() {
    let (_folder, path) = pack("arena");
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    let scenario = RecordKey::new("scenarios", "duel");
    app.perform(Action::Show(Pane::Scenario(scenario.clone())));
    app.perform(Action::Select(Selection::record(scenario)));
    app.perform(Action::Show(Pane::Help));
    let mut window = sized(app, [900.0, 600.0]);
    click(&mut window, "Ushka Nine-Fingers at 7,3");
    let texts = texts(&window);
    let rows: Vec<_> = texts.iter().filter(|text| text.whole.contains("drag to move")).collect();
    assert!(rows.len() > 1, "the hint has several rows");
    for row in rows {
        assert!(!row.is_cut() && canvas(&window).contains_rect(row.seen), "{row:?} in {:?}", canvas(&window));
    }
}

#[test]
fn a_small_map_fills_most_of_a_large_window() {
    let (_folder, window) = on_map([2560.0, 1440.0], "pit", None);
    let (canvas, scale) = (canvas(&window), camera(&window, "maps/pit").scale);
    let rows = 7.5 * scale * 3.0_f32.sqrt();
    assert!(rows > 0.8 * canvas.height(), "{rows} of {}", canvas.height());
}
