//! Battles in another language, and forms that keep the text as written.

use std::fs;

use egui::{Key, Modifiers};
use foeman_window::shell::action::Action;

use crate::{arena_window, choose, click, log, press, settle, type_into, value};

#[test]
fn a_battle_is_told_in_the_chosen_language_and_the_form_stays_as_written() {
    let (_folder, pack, mut window) = arena_window();
    choose(&mut window, "A matter of one copper");
    window.state_mut().perform(Action::Language(Some("de".to_owned())));
    press(&mut window, Modifiers::NONE, Key::F5);
    click(&mut window, "Round");
    settle(&mut window);
    let told = log(&window);
    assert!(told.contains("Niezahler") && !told.contains("Never-Paid"), "{told}");
    choose(&mut window, "Frying pan");
    assert_eq!(value(&window, "Title"), "Frying pan");
    type_into(&mut window, "Title", "Skillet");
    window.state_mut().perform(Action::Save);
    settle(&mut window);
    let yaml = fs::read_to_string(pack.join("items/crude.yaml")).unwrap();
    assert!(yaml.contains("title: Skillet") && !yaml.contains("Bratpfanne"), "{yaml}");
    let codes: Vec<_> = window.state().workspace().pack().unwrap().findings().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["fuzzy-translation"], "the translation of the earlier title has to be revised");
}

#[test]
fn the_language_stays_when_a_pack_is_opened() {
    let (_folder, pack, mut window) = arena_window();
    window.state_mut().perform(Action::Language(Some("de".to_owned())));
    window.state_mut().perform(Action::Open(pack));
    settle(&mut window);
    assert_eq!(window.state().workspace().session().language(), Some("de"));
}

#[test]
fn the_command_goes_through_the_languages_of_the_pack() {
    let (_folder, _pack, mut window) = arena_window();
    let language = |window: &crate::Window| window.state().workspace().session().language().map(str::to_owned);
    for expected in [Some("de".to_owned()), None, Some("de".to_owned())] {
        click(&mut window, "View");
        click(&mut window, "Translated texts");
        settle(&mut window);
        assert_eq!(language(&window), expected);
    }
}
