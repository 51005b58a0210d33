//! A person's turn: choices by kind with their predicted results, and paths on the map.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_engine::ruleset::Turn;
use foeman_scene::grid::Grid;
use foeman_window::play::{Battle, PlayAction, Seat};
use foeman_window::shell::action::Action;

use crate::keyboard::{focus, key, tab_to};
use crate::{Window, arena_window, choose, click, log, press, settle};

const NONE: Modifiers = Modifiers::NONE;

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is shown")
}

/// A window on the duel, with a person playing these sides, at the first decision.
fn duel(sides: &[usize]) -> (tempfile::TempDir, Window) {
    let (folder, _path, mut window) = arena_window();
    press(&mut window, NONE, Key::F5);
    for &side in sides {
        window.state_mut().perform(Action::Play(PlayAction::Seat(side, Seat::Person)));
    }
    press(&mut window, NONE, Key::F8);
    wait(&mut window);
    (folder, window)
}

/// Draws until a person must decide.
fn wait(window: &mut Window) {
    while battle(window).is_running() {
        window.run_steps(1);
    }
    settle(window);
    unfold(window);
}

/// Shows the choices that are folded by their verb, and those that are not possible now.
pub(crate) fn unfold(window: &mut Window) {
    let is_folded = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let is_fold = node.label().is_some_and(|name| name.ends_with(" choices"));
        is_fold && node.toggled() != Some(egui::accesskit::Toggled::True)
    };
    for _ in 0..20 {
        let Some(fold) = window.query_all_by_role(Role::Button).find(is_folded) else { break };
        fold.click();
        settle(window);
    }
}

fn on_board(window: &Window, cell: [i32; 2]) -> Pos2 {
    let camera = window.state().workspace().view().camera("play").expect("the map is shown");
    let geometry = battle(window).board().ground.as_ref().expect("there is a map").geometry;
    let canvas = window.get_by_label("Map canvas").rect();
    canvas.center() + (Grid::new(geometry).center(cell) - camera.center) * camera.scale
}

fn click_cell(window: &mut Window, cell: [i32; 2]) {
    let at = on_board(window, cell);
    window.hover_at(at);
    window.run_steps(2);
    window.drag_at(at);
    window.run_steps(1);
    window.drop_at(at);
    settle(window);
}

/// Returns the names of the choices that start with `words`.
fn named(window: &Window, words: &str) -> Vec<String> {
    let pressed = |role: Role| matches!(role, Role::Button | Role::ListBoxOption);
    let nodes = window.query_all_by_label_contains(words).filter(|node| pressed(node.accesskit_node().role()));
    let names = nodes.filter_map(|node| node.accesskit_node().label());
    // The heading of folded choices is none of them.
    names.filter(|name| name.starts_with(words) && !name.ends_with(" choices")).collect()
}

/// Makes a choice with the mouse.
fn take(window: &mut Window, name: &str) {
    let pressed = |role: Role| matches!(role, Role::Button | Role::ListBoxOption);
    let nodes: Vec<_> = window.get_all_by_label(name).collect();
    nodes.iter().find(|node| pressed(node.accesskit_node().role())).unwrap().click();
    drop(nodes);
    settle(window);
    wait(window);
}

/// The preferences of a beginner: strike with three dice, else get ready for it, else stay and wait.
const WISHES: [&str; 6] = [
    "Strike Ushka Nine-Fingers with the broadsword, 3 dice",
    "Strike Maud Tollbar with the great axe, 3 dice",
    "Ready the broadsword with 4 dice",
    "Halt",
    "Do nothing else",
    "Keep the dice",
];

/// Returns the cell from which the moving figure faces the other one and may still strike, if it can go there.
fn aim(window: &Window) -> Option<[i32; 2]> {
    let (board, offer) = (battle(window).board(), battle(window).offer());
    let actor = offer.ways.first()?.actor;
    let other = board.tokens.iter().find(|token| token.id != actor)?.cells[0];
    let geometry = &board.ground.as_ref()?.geometry;
    let faces = |cell, facing: u8| geometry.neighbour(cell, usize::from(facing)) == Some(other);
    let own = board.tokens.iter().find(|token| token.id == actor)?;
    if faces(own.cells[0], own.facing?) {
        return None;
    }
    let fits = |way: &&foeman_engine::move_path::MovePath| {
        faces(way.end().unwrap(), way.facing) && way.then.contains("strike")
    };
    offer.ways.iter().find(fits)?.end()
}

#[test]
fn the_duel_is_played_to_its_end_with_the_mouse() {
    let (_folder, mut window) = duel(&[0, 1]);
    let (mut ways, mut struck) = (0, 0);
    for _ in 0..400 {
        if matches!(battle(&window).seen().turn, Turn::Over(_)) {
            break;
        }
        if let Some(cell) = aim(&window) {
            let actor = battle(&window).offer().ways[0].actor as usize;
            let steps = battle(&window).offer().way_to(cell).unwrap().1.cells.len() - 1;
            let before = battle(&window).game().entries();
            click_cell(&mut window, cell);
            wait(&mut window);
            assert_eq!(battle(&window).board().tokens[actor].cells[0], cell, "it went there");
            assert!(battle(&window).game().entries() >= before + steps, "each step is an entry");
            ways += 1;
            continue;
        }
        let wish = WISHES.iter().find_map(|wish| named(&window, wish).first().cloned());
        let wish = wish.unwrap_or_else(|| battle(&window).choices()[0].text.clone());
        struck += usize::from(wish.starts_with("Strike"));
        take(&mut window, &wish);
    }
    assert!(matches!(battle(&window).seen().turn, Turn::Over(_)), "{}", log(&window));
    assert!(ways > 0 && struck > 0, "{ways} ways, {struck} blows: {}", log(&window));
    assert!(window.query_by_label_contains("The battle is over").is_some());
}

#[test]
fn the_duel_is_played_to_its_end_by_keyboard_alone() {
    let (_folder, _path, mut window) = arena_window();
    press(&mut window, NONE, Key::F5);
    tab_to(&mut window, |_, name, _| name == "Sides of the battle");
    press(&mut window, NONE, Key::Enter);
    for (at, side) in ["Who plays Toll-keepers", "Who plays Never-Paid"].into_iter().enumerate() {
        tab_to(&mut window, |role, name, _| role == Role::ComboBox && name == side);
        press(&mut window, NONE, Key::Enter);
        tab_to(&mut window, |_, name, _| name == "You");
        press(&mut window, NONE, Key::Enter);
        assert_eq!(battle(&window).seats()[at], Seat::Person);
        assert!(window.query_by_role_and_label(Role::Button, "You").is_none(), "the list is closed");
    }
    press(&mut window, NONE, Key::F8);
    wait(&mut window);

    for _ in 0..400 {
        if matches!(battle(&window).seen().turn, Turn::Over(_)) {
            break;
        }
        if let Some(cell) = aim(&window) {
            go_by_keyboard(&mut window, cell);
            continue;
        }
        press(&mut window, NONE, Key::F4);
        let (_, first, _) = focus(&window).expect("the first choice has the keyboard");
        let text = &battle(&window).choices()[0].text;
        assert!(first.starts_with(text.as_str()), "{first}, {text}");
        if let Some(wish) = WISHES.iter().find_map(|wish| named(&window, wish).first().cloned()) {
            tab_to(&mut window, |_, name, _| name == wish);
        }
        press(&mut window, NONE, Key::Enter);
        wait(&mut window);
    }
    assert!(matches!(battle(&window).seen().turn, Turn::Over(_)), "{}", log(&window));
    let log = log(&window);
    assert!(log.contains(" strikes ") && log.contains(" MP)"), "{log}");
}

/// Moves to a cell by keyboard: arrows go from hex to hex, and each hex shows the cost of the path.
fn go_by_keyboard(window: &mut Window, cell: [i32; 2]) {
    let actor = battle(window).offer().ways[0].actor as usize;
    tab_to(window, |_, name, _| name == "Map canvas");
    for _ in 0..20 {
        let at = window.state().workspace().play().cursor;
        let arrow = match at.map(|at| [cell[0] - at[0], cell[1] - at[1]]) {
            Some([0, 0]) => break,
            Some([right, 0]) => {
                if right > 0 {
                    Key::ArrowRight
                } else {
                    Key::ArrowLeft
                }
            }
            Some([_, down]) => {
                if down > 0 {
                    Key::ArrowDown
                } else {
                    Key::ArrowUp
                }
            }
            None => Key::ArrowDown,
        };
        key(window, NONE, arrow);
    }
    let words = format!("To {},{} for ", cell[0], cell[1]);
    let told: Vec<String> = window.query_all_by_label_contains(&words).filter_map(|node| node.value()).collect();
    assert_eq!(told.len(), 1, "the path is described once");
    assert!(told[0].contains(" MP, ") && told[0].contains("faces "), "{told:?}");
    press(window, NONE, Key::Enter);
    wait(window);
    assert_eq!(battle(window).board().tokens[actor].cells[0], cell);
}

#[test]
fn choices_stand_by_kind_each_with_what_may_come_of_it_and_the_list_stays_where_it_is() {
    let (_folder, mut window) = duel(&[0, 1]);
    let top = |window: &Window| window.get_by_role(Role::Canvas).rect().top();
    let first = |window: &Window| {
        let text = battle(window).choices()[0].text.clone();
        window.get_by_role_and_label(Role::ListBoxOption, &text).rect().top()
    };
    let mut tops = Vec::new();
    for _ in 0..30 {
        let wish = ["Strike", "Ready the broadsword with 4 dice", "Halt", "Do nothing else"];
        let wish = wish.iter().find_map(|wish| named(&window, wish).first().cloned());
        let wish = wish.unwrap_or_else(|| battle(&window).choices()[0].text.clone());
        if battle(&window).choices()[0].strip.is_none() {
            tops.push(first(&window) - top(&window));
        }
        take(&mut window, &wish);
        if matches!(battle(&window).seen().turn, Turn::Over(_)) {
            break;
        }
    }
    assert!(tops.len() > 4, "{tops:?}");
    assert!(tops.iter().all(|at| (at - tops[0]).abs() < 0.5), "the first choice is always in the same place: {tops:?}");
    for heading in ["MOVE", "GEAR", "WAIT", "Not possible now"] {
        click(&mut window, "Back to start");
        press(&mut window, NONE, Key::F8);
        wait(&mut window);
        let mut found = false;
        for _ in 0..8 {
            found |= window.query_all_by_label_contains(heading).next().is_some();
            let halt = ["Halt", "Do nothing else"].iter().find_map(|wish| named(&window, wish).first().cloned());
            let wish = halt.unwrap_or_else(|| battle(&window).choices()[0].text.clone());
            take(&mut window, &wish);
        }
        assert!(found, "{heading}");
    }
}

#[test]
fn a_figure_that_is_clicked_is_shown_with_what_its_values_are_made_of_until_a_record_is_chosen() {
    let (_folder, mut window) = duel(&[0, 1]);
    let cell = battle(&window).board().tokens[1].cells[0];
    click(&mut window, "Show inspector");
    assert!(window.query_by_label("Back to the record").is_none());
    click_cell(&mut window, cell);
    assert!(window.query_by_label("IN BATTLE · NEVER-PAID").is_some());
    assert!(window.query_by_label("15 of 15 left").is_some(), "Ushka is whole");
    for value in ["ST 15", "MA 9"] {
        assert!(window.query_all_by_label(value).next().is_some(), "{value}");
    }
    // A harmless click on another figure makes no decision.
    assert_eq!(battle(&window).board().tokens[1].cells[0], cell);
    click(&mut window, "Back to the record");
    assert!(window.query_by_label("Back to the record").is_none());
}

/// The preferences of a leader of the College: cast an available spell with three dice, and strike any figure that
/// comes near.
const OF_WIZARDS: [&str; 12] = [
    "Cast Fire bolt on Whisper with 3 dice",
    "Cast Fire bolt on Scrib with 3 dice",
    "Cast Fire bolt on Tansy Quickfinger with 3 dice",
    "Cast Fire bolt on Mother Nettlebed with 3 dice",
    "Cast Lightning on Whisper with 3 dice",
    "Cast Lightning on Mother Nettlebed with 3 dice",
    "Cast Lightning on Scrib with 3 dice",
    "Cast Lightning on Tansy Quickfinger with 3 dice",
    "Keep the dice",
    "Defend",
    "Halt",
    "Do nothing else",
];

#[test]
fn wizards_are_played_to_the_end_with_spells_whose_cost_is_told_before() {
    let (_folder, _path, mut window) = arena_window();
    choose(&mut window, "Disputation");
    press(&mut window, NONE, Key::F5);
    window.state_mut().perform(Action::Play(PlayAction::Seat(0, Seat::Person)));
    press(&mut window, NONE, Key::F8);
    wait(&mut window);
    let (mut cast, mut by_keyboard) = (Vec::new(), 0);
    for turn in 0..600 {
        if matches!(battle(&window).seen().turn, Turn::Over(_)) {
            break;
        }
        let wish = OF_WIZARDS.iter().find_map(|wish| named(&window, wish).first().cloned());
        let wish = wish.unwrap_or_else(|| battle(&window).choices()[0].text.clone());
        if !wish.starts_with("Cast") {
            take(&mut window, &wish);
            continue;
        }
        // Alternately with the mouse and by keyboard: the result is predicted for the choice under the pointer or with
        // the focus.
        let entries = battle(&window).game().entries();
        if turn % 2 == 0 {
            // A pointer that has not moved since the last choice does not choose.
            window.hover_at(Pos2::ZERO);
            window.run_steps(2);
            window.get_by_label(&wish).hover();
            window.run_steps(3);
        } else {
            press(&mut window, NONE, Key::F4);
            tab_to(&mut window, |_, name, _| name == wish);
            by_keyboard += 1;
        }
        let told: Vec<String> = window.query_all_by_label_contains(" if it fails (F11.2)").filter_map(text).collect();
        assert_eq!(told.len(), 1, "the cost of {wish} is shown once");
        let needed = window.query_all_by_label_contains("Needs ").filter_map(text).collect::<Vec<_>>();
        assert_eq!(needed.len(), 1, "the required roll is shown once: {needed:?}");
        if turn % 2 == 0 {
            take(&mut window, &wish);
        } else {
            press(&mut window, NONE, Key::Enter);
            wait(&mut window);
        }
        assert!(battle(&window).game().entries() > entries, "{wish} is chosen");
        cast.push(told[0].split(" ST").next().unwrap_or_default().to_owned());
    }
    let log = log(&window);
    assert!(matches!(battle(&window).seen().turn, Turn::Over(_)), "{log}");
    assert!(cast.len() > 3 && by_keyboard > 0, "{cast:?}");
    assert!(log.contains(" casts Fire bolt on ") && log.contains(" casts Lightning on "), "{log}");
    assert!(log.contains(": it works; costs "), "{log}");
}

fn text(node: egui_kittest::Node<'_>) -> Option<String> {
    node.accesskit_node().value().or_else(|| node.accesskit_node().label())
}

#[test]
fn a_way_says_who_could_hit_whom_at_its_end_and_the_map_shows_where_it_is_dangerous() {
    let (_folder, mut window) = duel(&[0, 1]);
    let (mut told, mut shown) = (0, 0);
    for _ in 0..40 {
        let ways = battle(&window).offer().ways.len();
        let met = (0..ways).find(|&way| battle(&window).encounters(way).iter().any(|met| met.theirs.is_some()));
        if let Some(way) = met {
            let end = battle(&window).offer().ways[way].end().unwrap();
            window.hover_at(on_board(&window, end));
            settle(&mut window);
            let told_there = window.query_all_by_label_contains(" would hit ").count();
            assert!(told_there > 0, "{:?}", battle(&window).encounters(way));
            told += told_there;
            let command = foeman_window::shell::menus::command("play.danger").unwrap();
            let action = (command.action)(&window.state().workspace().now()).unwrap();
            window.state_mut().perform(action);
            settle(&mut window);
            let overlay = battle(&window).danger().unwrap().as_ref().as_ref().unwrap();
            let mark = overlay.marks.iter().find(|mark| mark.cell == end).unwrap();
            let most =
                battle(&window).encounters(way).iter().filter_map(|met| Some(met.theirs.as_ref()?.odds.percent()));
            assert_eq!(mark.number.map(u64::from), most.max());
            window.get_by_label_contains("is hit there, in per cent");
            shown += 1;
            break;
        }
        let wish = ["Halt", "Do nothing else"].iter().find_map(|wish| named(&window, wish).first().cloned());
        match aim(&window) {
            Some(cell) => {
                click_cell(&mut window, cell);
                wait(&mut window);
            }
            None => {
                let wish = wish.unwrap_or_else(|| battle(&window).choices()[0].text.clone());
                take(&mut window, &wish);
            }
        }
    }
    assert!(told > 0 && shown > 0, "{}", log(&window));
}

#[test]
fn two_people_at_one_window_do_not_see_each_others_side() {
    let (_folder, mut window) = duel(&[0, 1]);
    click(&mut window, "Play");
    click(&mut window, "Hide between players");
    settle(&mut window);
    let side = |window: &Window| match battle(window).game().turn() {
        Turn::Ask { side, .. } => side,
        other => panic!("expected a decision, found {other:?}"),
    };
    let first = side(&window);
    assert_eq!(battle(&window).covered(), None, "the person at the screen stays");
    for _ in 0..20 {
        if side(&window) != first {
            break;
        }
        window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
        wait(&mut window);
    }
    let next = side(&window);
    assert_ne!(next, first);
    assert_eq!(battle(&window).covered(), Some(next));
    let name = battle(&window).seen().side_name(next);
    assert!(window.query_by_label(&format!("Hand over to {name}")).is_some());
    let seen = battle(&window).seen();
    assert!(seen.board.tokens.is_empty() && seen.lines.is_empty() && seen.choices.is_empty());
    for hidden in ["Map canvas", "Maud Tollbar", "Ushka Nine-Fingers"] {
        assert!(window.query_by_label(hidden).is_none(), "{hidden} is visible");
    }
    // The person before cannot look back.
    window.state_mut().perform(Action::Play(PlayAction::BackStep));
    settle(&mut window);
    assert!(battle(&window).covered().is_some());
    window.state_mut().perform(Action::Play(PlayAction::Forward));
    settle(&mut window);
    assert_eq!(battle(&window).covered(), Some(next));
    press(&mut window, NONE, Key::Enter);
    settle(&mut window);
    assert_eq!(battle(&window).covered(), None);
    assert!(!battle(&window).choices().is_empty());
    assert!(window.query_by_label("Map canvas").is_some());
}
