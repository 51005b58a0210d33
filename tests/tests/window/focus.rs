//! The keyboard focus moves from pane to pane with F6.

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use foeman_window::shell::action::Action;
use foeman_window::shell::view::Pane;

use crate::cells::selected;
use crate::keyboard::focus;
use crate::{Window, arena_window, press, settle};

/// Returns the name of the focused pane.
fn pane(window: &Window) -> String {
    let (role, name, _) = focus(window).expect("something has the focus");
    assert_eq!(role, Role::Group, "{name}");
    name.split(':').next().unwrap_or_default().to_owned()
}

#[test]
fn all_panes_and_drawers_are_reached_with_f6_in_reading_order_and_back() {
    let (_folder, _path, mut window) = arena_window();
    for pane in [Pane::Catalog("items".to_owned()), Pane::Source, Pane::Problems, Pane::Help] {
        window.state_mut().perform(Action::Show(pane));
    }
    settle(&mut window);
    let order = ["Pack", "Items", "Source", "Inspector", "Help", "Problems"];
    press(&mut window, Modifiers::NONE, Key::F6);
    let first = pane(&window);
    let at = order.iter().position(|name| *name == first).expect("a pane");
    for step in 0..order.len() {
        assert_eq!(pane(&window), order[(at + step) % order.len()]);
        press(&mut window, Modifiers::NONE, Key::F6);
    }
    assert_eq!(pane(&window), first, "all the way round");
    for step in 1..=order.len() {
        press(&mut window, Modifiers::SHIFT, Key::F6);
        assert_eq!(pane(&window), order[(at + order.len() - step) % order.len()]);
    }
}

#[test]
fn tab_goes_on_into_the_pane_and_the_arrow_keys_work_in_a_table() {
    let (_folder, _path, mut window) = arena_window();
    window.state_mut().perform(Action::Show(Pane::Catalog("items".to_owned())));
    settle(&mut window);
    for _ in 0..4 {
        if focus(&window).is_some() && pane(&window) == "Items" {
            break;
        }
        press(&mut window, Modifiers::NONE, Key::F6);
    }
    assert_eq!(pane(&window), "Items");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(selected(&window).len(), 1);
    assert_eq!(pane(&window), "Items", "the focus stays in the pane");
    press(&mut window, Modifiers::NONE, Key::Tab);
    let inside = window.get_by_role_and_label(Role::Pane, "Items pane").rect();
    let (_, name, _) = focus(&window).expect("a control");
    let control = window.query_all_by_label(&name).find(|node| inside.contains(node.rect().center()));
    assert!(control.is_some(), "{name} is in the table");
}

#[test]
fn the_palette_gets_all_letters_typed_while_it_opens() {
    let words = "great axe";
    // All in the frame of Ctrl+P, all in the next one, and one in each of the following frames.
    for frames in [0, 1, 2, 3] {
        let (_folder, _path, mut window) = arena_window();
        window.key_press_modifiers(Modifiers::COMMAND, Key::P);
        for letter in words.chars() {
            for _ in 0..frames {
                window.run_steps(1);
            }
            window.event(egui::Event::Text(letter.to_string()));
        }
        settle(&mut window);
        let palette = window.state().workspace().palette().expect("the palette is open");
        assert_eq!(palette.text, words, "{frames} frames between the letters");
    }
}
