//! Forms: unknown keys, inherited values, dice distributions, recommendations, and readable texts.

use std::fs;

use egui::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme::ThemeChoice;
use foeman_schema::field::Field;
use foeman_schema::text::RecordKey;
use foeman_window::form::prose::prose;
use foeman_window::pack::index::Catalog;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::panes::{faults, sized};
use crate::seen::texts;
use crate::{
    Window, arena, arena_window, choose, differing, errors, pack, press, push, settle, type_into, unfold, window_on,
};

/// A window on an Arena in which the great axe has two unknown keys.
fn slips() -> (tempfile::TempDir, std::path::PathBuf, String, Window) {
    let (folder, path) = arena();
    let file = path.join("items/melee.yaml");
    let before = fs::read_to_string(&file).unwrap();
    let (front, back) = before.split_at(before.find("  great-axe:").unwrap());
    let back = back.replacen("damage: -0H", "damgae: -0H\n    sparkle: much", 1);
    fs::write(&file, format!("{front}{back}")).unwrap();
    let mut window = window_on(&path, SHIPPED);
    choose(&mut window, "Great axe");
    (folder, path, before, window)
}

#[test]
fn unknown_keys_stand_in_the_form_to_be_renamed_or_removed() {
    let (_folder, path, before, mut window) = slips();
    assert!(window.query_by_label("damgae: -0H").is_some() && window.query_by_label("sparkle: much").is_some());
    push(&mut window, "Remove unknown key sparkle");
    assert!(window.query_by_label("sparkle: much").is_none());
    push(&mut window, "Write `damage`");
    assert_eq!(errors(&window), []);
    press(&mut window, egui::Modifiers::COMMAND, egui::Key::S);
    let after = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    assert!(after == before, "{:?}", differing(&before, &after));
}

#[test]
fn the_fields_that_a_pack_declares_stand_below_the_others_and_are_written() {
    let (_folder, path) = arena();
    let head = fs::read_to_string(path.join("pack.yaml")).unwrap();
    let declared = "fields:\n  items:\n    motto: {kind: text, about: What is engraved on it.}\n";
    fs::write(path.join("pack.yaml"), format!("{head}{declared}")).unwrap();
    let before = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let mut window = window_on(&path, SHIPPED);
    choose(&mut window, "Great axe");
    type_into(&mut window, "Motto", "Not in the face");
    assert_eq!(errors(&window), []);
    press(&mut window, egui::Modifiers::COMMAND, egui::Key::S);
    let after = fs::read_to_string(path.join("items/melee.yaml")).unwrap();
    let line = "    motto: Not in the face\n";
    assert_eq!(after.replacen(line, "", 1), before);
    let axe = &after[after.find("  great-axe:").unwrap()..];
    assert!(axe[..axe.find("\n\n").unwrap() + 1].contains(line), "{axe}");
}

#[test]
fn an_inherited_value_says_from_whom_and_leads_there() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Bastard sword");
    let buttons = window.query_all_by_label("Inherited from Broadsword").count();
    assert!(buttons > 0);
    window.query_all_by_label("Inherited from Broadsword").next().unwrap().click();
    settle(&mut window);
    assert_eq!(window.state().workspace().session().selected().unwrap().id, "broadsword");
    assert_eq!(
        window.query_all_by_label("Inherited from Broadsword").count(),
        0,
        "the record's own values are not marked as inherited"
    );
}

/// Returns the texts that are in italics in an area.
fn slanted(window: &Window, area: egui::Rect) -> Vec<String> {
    fn collect(shape: &egui::Shape, area: egui::Rect, found: &mut Vec<String>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, area, found)),
            egui::Shape::Text(text)
                if area.contains(text.visual_bounding_rect().center())
                    && text.galley.job.sections.iter().all(|section| section.format.italics) =>
            {
                found.push(text.galley.text().to_owned());
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    window.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, area, &mut found));
    found.retain(|text| !text.is_empty());
    found
}

#[test]
fn an_inherited_number_is_in_italics_with_its_source_until_it_is_replaced() {
    let (_folder, path) = arena();
    let file = path.join("items/melee.yaml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}\n  heirloom-axe:\n    title: Heirloom axe\n    extends: great-axe\n")).unwrap();
    let mut window = window_on(&path, SHIPPED);
    choose(&mut window, "Heirloom axe");
    let size = |window: &Window| window.get_by_role_and_label(Role::SpinButton, "Size").rect();
    let area = size(&window);
    let shown = slanted(&window, area);
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert!(shown[0].ends_with("% of a human"), "{shown:?}");
    let source = window.query_all_by_label("Inherited from Great axe").map(|button| button.rect());
    assert!(source.into_iter().any(|rect| rect.y_range().contains(area.center().y)), "its source is in its row");
    window.get_by_role_and_label(Role::SpinButton, "Size").click();
    window.run_steps(2);
    window.event(egui::Event::Text("31".to_owned()));
    settle(&mut window);
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    let key = RecordKey::new("items", "heirloom-axe");
    assert_eq!(window.state().workspace().pack().unwrap().raw(&key).unwrap()["size"], 31, "typing replaces it");
    let area = size(&window);
    assert_eq!(slanted(&window, area), Vec::<String>::new());
}

#[test]
fn damage_shows_how_its_dice_fall_while_it_is_typed() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Great axe");
    let shown = |window: &Window| -> Vec<String> {
        let labels = window.query_all_by_role(Role::Label).filter_map(|node| node.value());
        labels.filter(|label| label.starts_with("Damage with 3 dice to hit")).collect()
    };
    // Three dice of 3.5 each.
    assert_eq!(shown(&window), ["Damage with 3 dice to hit: 10.5 on average"]);
    type_into(&mut window, "Damage", "-2H T+1");
    assert_eq!(shown(&window), ["Damage with 3 dice to hit: 4.5 on average"]);
    type_into(&mut window, "Damage", "no dice");
    assert_eq!(shown(&window), Vec::<String>::new());
}

#[test]
fn no_doc_tells_a_rule_number_in_parentheses() {
    let mut seen = 0;
    for dialect in SHIPPED.dialects() {
        let mut open: Vec<Field> =
            dialect.catalogs.iter().filter_map(|catalog| Field::record(dialect, catalog.name)).collect();
        let mut deep = 0;
        while let Some(field) = open.pop() {
            deep += 1;
            assert!(deep < 100_000, "fields without end");
            let text = prose(field.doc());
            let told = text.match_indices("(F").any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_digit()));
            assert!(!told && !text.contains('`'), "{}: {text}", field.name());
            seen += usize::from(text != field.doc());
            // Conditions and effects can be nested indefinitely.
            if deep < 3_000 {
                open.extend(field.fields());
                open.extend(field.value());
            }
        }
    }
    assert!(seen > 20, "there are docs with rule numbers: {seen}");
}

#[test]
fn a_number_tells_what_it_may_be_beside_its_input() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Padded coat");
    let hints = window.query_all_by_role(Role::Label).filter_map(|node| node.accesskit_node().value());
    let hints: Vec<String> =
        hints.filter(|text| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains(" to ")).collect();
    assert!(!hints.is_empty(), "as 1 to 99");
}

#[test]
fn the_form_of_every_kind_of_record_can_be_read_in_a_small_window() {
    for (name, theme) in [
        ("arena", ThemeChoice::Light),
        ("entropy", ThemeChoice::Dark),
        ("codes", ThemeChoice::Light),
        ("strategy", ThemeChoice::Dark),
    ] {
        let (_folder, path) = pack(name);
        let mut app = App::new(Workspace::new(SHIPPED));
        app.perform(Action::Open(path));
        app.perform(Action::Theme(theme));
        let index = app.workspace().pack().unwrap().index();
        let first = |catalog: &Catalog| catalog.records.first().map(|entry| entry.key.clone());
        let keys: Vec<RecordKey> = index.catalogs.iter().filter_map(first).collect();
        assert!(keys.len() > 2);
        let mut window = sized(app, [1280.0, 800.0]);
        for key in keys {
            window.state_mut().perform(Action::Show(Pane::Catalog(key.catalog.clone())));
            window.state_mut().perform(Action::Select(Selection::record(key.clone())));
            settle(&mut window);
            assert_eq!(faults(&mut window), Vec::<String>::new(), "{key}");
            // Close its tab to make room for the next one.
            window.state_mut().perform(Action::Close(Pane::Catalog(key.catalog)));
        }
    }
}

#[test]
fn amounts_are_added_for_records_that_are_picked_lead_there_and_are_removed() {
    let (_folder, path) = pack("strategy");
    let mut window = window_on(&path, SHIPPED);
    choose(&mut window, "Village fair");
    assert!(window.query_by_role_and_label(Role::SpinButton, "Strength").is_some(), "24, by its title");
    window.get_by_role_and_label(Role::ComboBox, "Add to values").click();
    settle(&mut window);
    window.get_by_label("Search records").type_text("spirit");
    settle(&mut window);
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    settle(&mut window);
    let raw = |window: &Window, id: &str| {
        let draft = window.state().workspace().pack().unwrap().draft();
        draft.raw(&RecordKey::new("effects", id)).unwrap()
    };
    assert_eq!(raw(&window, "fair")["values"], serde_json::json!({"strength": 24, "spirit": 0}));
    push(&mut window, "Go to Strength");
    assert_eq!(
        window.state().workspace().session().selected().map(ToString::to_string).as_deref(),
        Some("variables/strength")
    );
    choose(&mut window, "Village fair");
    push(&mut window, "Remove Spirit");
    assert_eq!(raw(&window, "fair")["values"], serde_json::json!({"strength": 24}));
    assert_eq!(errors(&window), []);
}

#[test]
fn a_figure_without_a_place_is_picked_by_name_and_an_event_is_called_by_its_own_title() {
    let (_folder, _path, mut window) = arena_window();
    let key = RecordKey::new("scenarios", "counting-house");
    window.state_mut().perform(Action::Select(Selection::record(key.clone())));
    settle(&mut window);
    let words = texts(&window);
    let event = "The bolt slides back, when enters, side Never-Paid, zone cord";
    assert!(words.iter().any(|text| text.whole.starts_with(event)), "not as the zone `cord`: {words:#?}");
    unfold(&mut window, "1. Toll-keepers");
    window.get_by_role_and_label(Role::ComboBox, "Add to place").click();
    settle(&mut window);
    window.get_by_label("Search names").type_text("Hob");
    settle(&mut window);
    press(&mut window, egui::Modifiers::NONE, egui::Key::Enter);
    settle(&mut window);
    let draft = window.state().workspace().pack().unwrap().draft();
    assert!(draft.raw(&key).unwrap()["sides"][0]["place"].get("hob").is_some());
}

#[test]
fn an_image_and_what_is_drawn_with_it_show_their_frames() {
    let folder = tempfile::tempdir().unwrap();
    let frame = |left: u32| format!("{{left: {left}, width: 4, height: 4}}");
    let pack = format!(
        "pack: pictures\nruleset: foeman\nimages:\n  tile: {{title: Tile, file: tiles.png, frames: [{}, {}]}}\n  \
         lost: {{title: Lost, file: nowhere.png}}\nterrains:\n  \
         grass: {{title: Grass, color: '#406040', images: [{{image: tile}}]}}\n  mud: {{title: Mud, color: '#504030'}}\n",
        frame(0),
        frame(4)
    );
    fs::write(folder.path().join("pack.yaml"), pack).unwrap();
    let pixels: Vec<u8> = (0..8 * 4).flat_map(|at| if at % 8 < 4 { [200, 40, 40] } else { [40, 40, 200] }).collect();
    fs::write(folder.path().join("tiles.png"), foeman_scene::png::encode([8, 4], &pixels).unwrap()).unwrap();
    let mut window = window_on(folder.path(), SHIPPED);
    let shown = |window: &Window, title: &str| {
        let frame = |number: &usize| window.query_by_label(&format!("Frame {number} of {title}")).is_some();
        (0..9).filter(frame).count()
    };
    for (title, frames) in [("Tile", 2), ("Grass", 2), ("Mud", 0), ("Lost", 0)] {
        choose(&mut window, title);
        for _ in 0..200 {
            if shown(&window, title) == frames && window.state().workspace().pack().unwrap().checked() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
            window.run_steps(1);
        }
        assert_eq!(shown(&window, title), frames, "{title}");
        assert_eq!(window.query_by_label(&format!("Frame 1 of {title}")).is_some(), frames == 2);
    }
}

#[test]
fn what_does_not_help_against_a_spell_is_chosen_in_words() {
    let (_folder, path, mut window) = arena_window();
    let file = path.join("spells/harm.yaml");
    let before = fs::read_to_string(&file).unwrap();
    choose(&mut window, "Lightning");
    window.query_all_by_label("Build bypass").next().expect("the record itself has one").click();
    settle(&mut window);
    window.get_by_label("Bypass: shield").click();
    settle(&mut window);
    push(&mut window, "shield: stops nothing");
    press(&mut window, egui::Modifiers::COMMAND, egui::Key::S);
    let after = fs::read_to_string(&file).unwrap();
    let line = |text: &str| format!("    bypass: \"{text}\"");
    assert_eq!(differing(&before, &after), [(line("39119"), line("39109"))]);
    // An unset record uses the default, and choosing sets it.
    choose(&mut window, "Giant spider");
    unfold(&mut window, "1. ");
    window.get_by_label("Build bypass").click();
    settle(&mut window);
    window.get_by_label("Bypass: armour").click();
    settle(&mut window);
    push(&mut window, "armour: stops nothing");
    let pack = window.state().workspace().pack().unwrap();
    let spider = pack.draft().raw(&RecordKey::new("figures", "giant-spider")).unwrap();
    assert_eq!(spider["attacks"][0]["bypass"], "99099");
}

#[test]
fn the_hexes_round_a_figure_are_drawn_and_a_click_turns_the_front() {
    let (_folder, path, mut window) = arena_window();
    let file = path.join("figures/monsters.yaml");
    let before = fs::read_to_string(&file).unwrap();
    choose(&mut window, "Giant spider");
    push(&mut window, "Build front");
    let hexes = |window: &Window, word: &str| {
        let name = |at: i32| format!("Hex {at} of 9 around it: {word}");
        (1..=9).filter(|at| window.query_by_label(&name(*at)).is_some()).count()
    };
    // 3aaa2aab6ccb by hand: five ahead, two at the sides, two behind.
    assert_eq!([hexes(&window, "front"), hexes(&window, "side"), hexes(&window, "rear")], [5, 2, 2]);
    let first =
        (1..=9).map(|at| format!("Hex {at} of 9 around it: rear")).find(|name| window.query_by_label(name).is_some());
    push(&mut window, &first.expect("two hexes are behind the figure"));
    assert_eq!([hexes(&window, "front"), hexes(&window, "side"), hexes(&window, "rear")], [6, 2, 1]);
    assert_eq!(errors(&window), []);
    press(&mut window, egui::Modifiers::COMMAND, egui::Key::S);
    let after = fs::read_to_string(&file).unwrap();
    let line = |text: &str| format!("    front: {text}");
    assert_eq!(differing(&before, &after), [(line("3aaa2aab6ccb"), line("3aaa2aab6acb"))]);
    // Without a pattern, the default one is drawn.
    choose(&mut window, "Human");
    crate::more_fields(&mut window);
    push(&mut window, "Build front");
    assert!((1..=6).all(|at| {
        ["front", "side", "rear"]
            .iter()
            .any(|word| window.query_by_label(&format!("Hex {at} of 6 around it: {word}")).is_some())
    }));
}

#[test]
fn units_agree_with_their_numbers() {
    let (_folder, _path, mut window) = arena_window();
    window.set_size(egui::vec2(1280.0, 1600.0));
    choose(&mut window, "Padded coat");
    settle(&mut window);
    let said: Vec<String> = texts(&window).into_iter().map(|text| text.words).collect();
    let units: Vec<[&str; 2]> = said.windows(2).map(|pair| [pair[0].trim(), pair[1].trim()]).collect();
    assert!(units.contains(&["1", "point"]) && !units.contains(&["1", "points"]), "{said:?}");
    assert!(units.contains(&["0", "points"]), "{said:?}");
}
