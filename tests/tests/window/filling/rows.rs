//! The rows of a map are painted: its form opens the map, and a stroke writes the letter of the terrain.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foeman_schema::text::RecordKey;

use crate::{arena_window, choose, click, ink, press};

#[test]
fn the_rows_of_a_map_are_filled_on_the_map_that_its_form_opens() {
    let (_folder, path, mut window) = arena_window();
    choose(&mut window, "The pit");
    let key = RecordKey::new("maps", "pit");
    let rows = |window: &crate::Window| {
        let pack = window.state().workspace().pack().unwrap();
        pack.raw(&key).unwrap()["rows"].as_str().unwrap().to_owned()
    };
    let before = rows(&window);
    click(&mut window, "Open map");
    ink(&mut window, "Paint Rubble");
    crate::maps::stroke(&mut window, "pit", &[[2, 2]]);
    let after = rows(&window);
    let painted = after.chars().zip(before.chars()).filter(|(now, then)| now != then).count();
    assert_eq!((painted, after.len()), (1, before.len()), "{after}");
    press(&mut window, Modifiers::COMMAND, Key::S);
    super::is_laid_out(window.state().workspace().pack().unwrap(), "painting");
    super::is_in_the_files(&path, &[(key.pointer().child("rows"), after.into())]);
    assert!(window.query_by_label("Open map").is_some(), "the form is still there");
}
