//! Wrong usage ends with 2 and says what was expected, what was found and what is near.

use foeman_rules::game::Registry;

use crate::{Copy, arena, foeman};

#[test]
fn wrong_usage_names_what_was_typed_and_what_is_near() {
    let arena = arena();
    let cases: [(&[&str], &[&str]); 11] = [
        (&["chekc"], &["`chekc`", "did you mean `check`?"]),
        (&["check"], &["<PACK>"]),
        (&["check", &arena, "--formt", "json"], &["--formt", "--format"]),
        (&["check", &arena, "--format", "jsn"], &["jsn", "json"]),
        (&["play", &arena, "dule"], &["`dule`", "did you mean `duel`?"]),
        (&["play", &arena, "wedding"], &["`wedding`", "`duel`", "`three-a-side`"]),
        (&["play", &arena, "duel", "--player", "1=clever"], &["`clever`", "`random`", "`greedy`"]),
        (&["play", &arena, "duel", "--player", "tol-keepers=random"], &["`tol-keepers`", "`Toll-keepers`"]),
        (&["play", &arena, "duel", "--seed", "-1"], &["-1", "a whole number from 0"]),
        (&["simulate", &arena, "duel", "--battles", "0"], &["--battles"]),
        (&["explain", "unknown-refrence"], &["`unknown-refrence`", "did you mean `unknown-reference`?"]),
    ];
    for (args, words) in cases {
        let run = foeman(args).ends(2);
        assert_eq!(run.out, "", "{args:?}");
        for word in words {
            assert!(run.err.contains(word), "{args:?}: expected `{word}` in\n{}", run.err);
        }
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["edit", "check", "usages", "rename", "explain", "schema", "play", "simulate", "replay", "render"] {
        let help = foeman(&[command, "--help"]).ends(0).out;
        assert!(
            help.contains("Examples:")
                && help.contains(&format!("foeman {}", if command == "edit" { "edit" } else { command })),
            "{help}"
        );
        assert_eq!(foeman(&["help", command]).ends(0).out, help);
    }
    assert!(foeman(&["--help"]).ends(0).out.contains("Exit status:"));
    assert!(foeman(&["--version"]).ends(0).out.starts_with("foeman "));
}

#[test]
fn output_without_a_terminal_has_no_colours() {
    let run = foeman(&["play", &arena(), "duel"]).ends(0);
    assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'));
}

#[test]
fn content_cannot_command_the_terminal() {
    let copy = Copy::new().with("rosters/road.yaml", "      maud:", "Maud Tollbar", "\"Maud\\e[2J\"");
    let run = foeman(&["play", copy.path(), "duel"]).ends(0);
    assert!(run.out.contains("Maud") && !run.out.contains('\x1b'), "{}", run.out);
    let copy = Copy::new().with("rosters/road.yaml", "      maud:", "type: human", "type: \"hu\\eman\"");
    let run = foeman(&["check", copy.path()]).ends(1);
    assert!(run.out.contains("unknown-reference") && !run.out.contains('\x1b'), "{}", run.out);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    struct Gone;
    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    }
    let args = ["play", &arena(), "duel"];
    assert_eq!(foeman_editor::run(args, foeman_rules::rulesets::SHIPPED, &mut Gone, &mut Gone), 0);
}

#[test]
fn a_program_without_rulesets_still_answers() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert_eq!(foeman_editor::run(["explain"], Registry::new(&[]), &mut out, &mut err), 0);
    assert_eq!(foeman_editor::run(["schema"], Registry::new(&[]), &mut out, &mut err), 2);
}

#[test]
fn a_command_without_its_subcommand_is_told_which_there_are() {
    let run = foeman(&["codes"]).ends(2);
    assert!(run.err.starts_with("error: expected one of these commands, but found none\n"), "{}", run.err);
    assert!(run.err.contains("explain") && run.err.contains("contest"), "{}", run.err);
}
