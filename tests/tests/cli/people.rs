//! People play in a terminal: a whole duel from the output alone, hidden information, and the input.

use std::fs;

use foeman_base::console::{Console, Letters, Look};
use foeman_editor::run_on;
use foeman_registry::SHIPPED;
use foeman_test_support::seek::{PACK, SEEK, TEAMS};

use crate::{Copy, arena, foeman_typing, repository, valley};

/// The transcript in the documentation.
const TRANSCRIPT: &str = "docs/duel-by-hand.txt";

fn transcript() -> String {
    fs::read_to_string(repository(TRANSCRIPT)).expect("the transcript is there")
}

/// What the person of a transcript has typed.
fn typed(transcript: &str) -> String {
    let lines = transcript.lines().filter_map(|line| line.strip_prefix('>'));
    lines.map(|line| format!("{}\n", line.trim())).collect()
}

#[test]
fn the_duel_of_the_documentation_is_played_to_its_end() {
    let shown = transcript();
    let args = ["play", &arena(), "duel", "--seed", "6", "--human", "1", "--player", "2=random"];
    let run = foeman_typing(SHIPPED, &args, &typed(&shown)).ends(0);
    let renew = "if the rules have changed on purpose, play it again with `foeman play content/arena duel --seed 6 --human 1 \
                 --player 2=random > docs/duel-by-hand.txt` and LC_ALL=C";
    assert_eq!(run.out, shown, "{TRANSCRIPT} is out of date; {renew}");
    assert!(shown.contains("Winner: Toll-keepers"), "the duel has an end");
    let page = fs::read_to_string(repository("docs/play-by-people.md")).expect("the page is there");
    let excerpt = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("it has an excerpt");
    assert!(shown.contains(excerpt), "docs/play-by-people.md shows a part of {TRANSCRIPT}");
}

#[test]
fn everything_that_a_person_needs_fits_into_80_by_24() {
    let shown = transcript();
    for line in shown.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    for screen in shown.split("\n>") {
        // The board or the requested text, and the menu. Older lines may have left the screen.
        let lines: Vec<&str> = screen.lines().collect();
        let board = lines.iter().rposition(|line| line.starts_with("    0   1   2 ")).unwrap_or_default();
        assert!(lines.len() - board <= 23, "{screen}");
    }
}

#[test]
fn two_people_at_one_terminal_do_not_see_each_others_secrets() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("seek.yaml").to_str().expect("a plain name").to_owned();
    fs::write(&pack, PACK).expect("it can be written");
    let [foxes, hares] = TEAMS;
    let args = ["play", &pack, "barns", "--human", "1", "--human", "2"];
    let input = "\n1\n\n1\n\nlog\nquit\n";
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(&mut out, Look::Color, &mut err, Look::Plain).reading(input.as_bytes());
    run_on(args, SEEK, &mut console);
    drop(console);
    let text = String::from_utf8(out).expect("output is UTF-8");
    // Each person sees the board after a screen, and the terminal is cleared before and after it.
    let screens: Vec<&str> = text.split("\u{1b}[H\u{1b}[2J\u{1b}[3J").collect();
    assert_eq!(screens.len(), 7, "{text}");
    for (at, (side, other)) in [(foxes, hares), (hares, foxes), (foxes, hares)].into_iter().enumerate() {
        let hand_over = screens[2 * at + 1];
        assert!(hand_over.contains(&format!("Hand over to {side}")), "{hand_over}");
        assert!(!hand_over.contains("hut"), "nobody sees a board: {hand_over}");
        let board = screens[2 * at + 2];
        assert!(board.contains(&format!("{side}: what now?")), "{board}");
        assert!(!board.contains(&format!("{other} hide in")), "{board}");
    }
}

#[test]
fn a_person_who_plays_openly_is_asked_once() {
    let args = ["play", &arena(), "duel", "--seed", "7", "--human", "1", "--human", "2"];
    let run = foeman_typing(SHIPPED, &args, "open\n1\n1\n1\n1\nquit\n").ends(0);
    assert_eq!(run.out.matches("Hand over to").count(), 1, "{}", run.out);
    for name in ["Maud Tollbar: what now?", "Ushka Nine-Fingers: what now?"] {
        assert!(run.out.contains(name), "{}", run.out);
    }
}

#[test]
fn undo_takes_back_the_own_decisions_until_another_person_decides() {
    let args = ["play", &arena(), "duel", "--seed", "1", "--human", "1", "--human", "2"];
    // Maud halts; then the side of Ushka has the terminal.
    let run = foeman_typing(SHIPPED, &args, "open\n1\n2,4\nundo\n1\nundo\nundo\nquit\n").ends(0);
    assert_eq!(run.out.matches("Your last decision is taken back").count(), 1, "{}", run.out);
    assert!(run.out.contains("The last decision was not yours"), "{}", run.out);
    let alone = foeman_typing(SHIPPED, &args[..7], "undo\n1\n2,4\nundo\nundo\nundo\nquit\n").ends(0);
    assert_eq!(alone.out.matches("Nothing to take back").count(), 2, "{}", alone.out);
    assert_eq!(alone.out.matches("Your last decision is taken back").count(), 2, "{}", alone.out);
}

#[test]
fn choices_are_filtered_by_kind_target_and_hex() {
    let shown = transcript();
    let answer = |typed: &str| {
        let (_, rest) = shown.split_once(&format!("> {typed}\n")).expect("it was typed");
        rest.split("\n> ").next().unwrap_or_default().to_owned()
    };
    assert!(answer("halt").contains("    1  Halt\n  Enter takes it"), "{}", answer("halt"));
    let at = answer("at ushka");
    assert!(at.contains("Strike Ushka Nine-Fingers with the broadsword\n    1  2 dice"), "{at}");
    assert!(!at.contains("Dodge\n") && !at.contains("damage dice at most"), "{at}");
    assert!(answer("strike").contains("    2  3 dice  63 %, 4.0 harm"), "{}", answer("strike"));
    assert!(answer("why 2").contains("needs 14: DX +12, from the side +2"), "{}", answer("why 2"));
    let args = ["play", &valley(), "common-ground", "--human", "1"];
    let run = foeman_typing(SHIPPED, &args, "move at 2,3\nnothing of the kind\nquit\n").ends(0);
    assert!(run.out.contains("to 2,3"), "{}", run.out);
    assert!(run.out.contains("found `nothing of the kind`"), "{}", run.out);
}

#[test]
fn large_maps_are_cropped_around_the_acting_figure_and_every_ruleset_is_shown() {
    for (pack, scenario) in [
        ("arena", "siege"),
        ("arena", "toll"),
        ("strategy", "common-ground"),
        ("entropy", "back-alley"),
        ("codes", "market-day"),
        ("bent-nail", "last-orders"),
    ] {
        let pack = repository(&format!("content/{pack}")).to_str().expect("a plain path").to_owned();
        let run = foeman_typing(SHIPPED, &["play", &pack, scenario, "--human", "1"], "quit\n");
        if run.status == 2 {
            panic!("{}", run.err);
        }
        assert!(run.out.contains(": what now?"), "{scenario}: {}", run.out);
        let (before, _) = run.out.split_once(": what now?").expect("it asks");
        assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{scenario}: {}", run.out);
        let screen = before.rsplit("\n\n").next().unwrap_or_default();
        assert!(screen.lines().count() <= 19, "{scenario}: {screen}");
    }
}

#[test]
fn arrows_and_shades_are_drawn_if_the_locale_has_them() {
    let draw = |letters: Letters, look: Look| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let console = Console::new(&mut out, look, &mut err, Look::Plain).reading(&b"quit\n"[..]);
        let mut console = console.drawing_in(letters);
        run_on(["play", &arena(), "duel", "--human", "1"], SHIPPED, &mut console);
        drop(console);
        String::from_utf8(out).expect("output is UTF-8")
    };
    let plain = draw(Letters::Ascii, Look::Plain);
    assert!(plain.contains(" M\\ ") && plain.is_ascii(), "{plain}");
    let unicode = draw(Letters::Unicode, Look::Plain);
    assert!(unicode.contains(" M↘ ") && unicode.contains('▒'), "{unicode}");
    // The own figure is green, the enemy red.
    let colored = draw(Letters::Ascii, Look::Color);
    assert!(colored.contains("\u{1b}[1;32m M\\") && colored.contains("\u{1b}[1;31m/U"), "{colored}");
}

#[test]
fn names_of_a_pack_cannot_command_the_terminal_of_a_person() {
    let copy =
        Copy::new().with("rosters/road.yaml", "      maud:", "name: Maud Tollbar", "name: \"Maud \\e]0;owned\\a\"");
    let mut out = Vec::new();
    let mut err = Vec::new();
    let mut console =
        Console::new(&mut out, Look::Color, &mut err, Look::Plain).reading(&b"status\nstatus maud\nlog\n"[..]);
    run_on(["play", copy.path(), "duel", "--human", "1"], SHIPPED, &mut console);
    drop(console);
    let text = String::from_utf8(out).expect("output is UTF-8");
    assert!(text.contains("owned") && !text.contains("\u{1b}]") && !text.contains('\u{7}'), "{text}");
}
