//! A ruleset that the window has never heard of gets everything by itself.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_editor::window::app::App;
use foeman_editor::window::workspace::Workspace;
use foeman_tests::toy::{PACK, TOY, draft};

use crate::{choose, click, log, press, settle, type_into, window};

#[test]
fn the_toy_has_a_catalog_a_form_a_map_and_test_play() {
    let mut window = window(App::new(Workspace::with_draft(TOY, draft(PACK))));
    for catalog in ["Bouts", "Teams", "Maps", "Terrains"] {
        assert!(window.query_all_by_label(catalog).next().is_some(), "{catalog} is in the tree");
    }
    choose(&mut window, "The reds");
    type_into(&mut window, "Title", "The crimsons");
    assert!(window.query_all_by_label("The crimsons").next().is_some());

    choose(&mut window, "Strip");
    assert!(window.query_by_label("Map canvas").is_some());
    assert!(window.query_by_label("Paint Mud").is_some());

    choose(&mut window, "On the meadow");
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    settle(&mut window);
    assert!(log(&window).contains("crimsons"), "{}", log(&window));
}
