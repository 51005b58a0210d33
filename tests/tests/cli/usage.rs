//! Wrong usage has exit status 2, and the error names the expected and the actual argument, and similar names.

use foeman_engine::game::Registry;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;

use crate::{Copy, arena, foeman};

#[test]
fn wrong_usage_names_what_was_typed_and_what_is_near() {
    let arena = arena();
    let cases: [(&[&str], &[&str]); 10] = [
        (&["chekc"], &["`chekc`", "did you mean `check`?"]),
        (&["check"], &["<PACK>"]),
        (&["check", &arena, "--formt", "json"], &["--formt", "--format"]),
        (&["check", &arena, "--format", "jsn"], &["jsn", "json"]),
        (&["play", &arena, "dule"], &["`dule`", "did you mean `duel`?"]),
        (&["play", &arena, "wedding"], &["`wedding`", "`duel`", "`three-a-side`"]),
        (
            &["play", &arena, "duel", "--player", "1=clever"],
            &["`clever`", "`steady`", "`reckless`", "`cunning`", "`random`"],
        ),
        (&["play", &arena, "duel", "--player", "1=greedy"], &["`greedy`", "`foeman`", "`steady`"]),
        (&["play", &arena, "duel", "--player", "tol-keepers=random"], &["`tol-keepers`", "`Toll-keepers`"]),
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
fn numbers_out_of_range_are_answered_with_the_range() {
    let arena = arena();
    let huge = "99999999999999999999999999999999999999999";
    let cases = [
        ("simulate", "--battles", "0", "expected a whole number from 1 to 1000000, found `0`; `1` is the least"),
        ("simulate", "--battles", "-3", "found `-3`; `1` is the least"),
        ("simulate", "--battles", huge, "; `1000000` is the most"),
        ("simulate", "--battles", "4294967296", "; `1000000` is the most"),
        ("simulate", "--battles", "many", "found `many`; write it in digits"),
        ("simulate", "--battles", "1.5", "found `1.5`; write it in digits"),
        ("simulate", "--battles", "", "found ``; write it in digits"),
        ("simulate", "--threads", "257", "expected a whole number from 0 to 256, found `257`; `256` is the most"),
        ("simulate", "--threads", "-1", "; `0` is the least"),
        ("simulate", "--seed", "-1", "expected a whole number from 0 to 18446744073709551615, found `-1`; `0` is"),
        ("play", "--seed", "18446744073709551616", "; `18446744073709551615` is the most"),
        ("play", "--seed", "-1", "; `0` is the least"),
        ("replay", "--to", "-1", "expected a whole number from 0 to 4294967295, found `-1`; `0` is the least"),
        ("replay", "--to", huge, "; `4294967295` is the most"),
        ("render", "--scale", "0", "expected a whole number from 2 to 256, found `0`; `2` is the least"),
        ("render", "--scale", "70000", "; `256` is the most"),
        ("render", "--size", "1280", "expected width and height as `1280x800`, found `1280`"),
        (
            "render",
            "--size",
            "10x800",
            "width: expected a whole number from 64 to 16384, found `10`; `64` is the least",
        ),
        ("edit", "--size", "800x99999", "height: expected a whole number from 200 to 10000, found `99999`"),
    ];
    for (command, option, value, says) in cases {
        let line = match command {
            "replay" => vec![command, "duel.journal"],
            "edit" => vec![command, &arena, "--screenshot", "x.png"],
            "render" => vec![command, &arena, "duel", "-o", "x.png"],
            "simulate" if option != "--battles" => vec![command, &arena, "duel", "--battles", "1"],
            _ => vec![command, &arena, "duel"],
        };
        let run = foeman(&[&line[..], &[option, value]].concat()).ends(2);
        assert!(run.err.contains(says) && run.err.contains(option), "{command} {option} {value}:\n{}", run.err);
    }
}

#[test]
fn a_side_that_is_not_there_is_answered_with_those_that_are() {
    let arena = arena();
    for (side, command) in [("blue=random", "play"), ("3=random", "play"), ("0=random", "simulate")] {
        let battles: &[&str] = if command == "simulate" { &["--battles", "1"] } else { &[] };
        let run = foeman(&[&[command, &arena, "duel", "--player", side], battles].concat()).ends(2);
        let found = format!("expected a side by its number or name, found `{}`", side.split('=').next().unwrap());
        assert!(run.err.contains(&found) && run.err.contains("1 `Toll-keepers`, 2 `Never-Paid`"), "{}", run.err);
    }
    let nobody = foeman(&["play", &arena, "duel", "--player", "random"]).ends(2);
    assert!(nobody.err.contains("as `1=random`, found `random`"), "{}", nobody.err);
    let human = foeman(&["play", &arena, "duel", "--human", "red"]).ends(2);
    assert!(human.err.contains("found `red`; the sides are 1 `Toll-keepers`"), "{}", human.err);
}

#[test]
fn a_side_is_given_to_one_player() {
    let arena = arena();
    let twice = foeman(&["play", &arena, "duel", "--player", "1=random", "--player", "toll-keepers=steady"]).ends(2);
    assert!(twice.err.contains("found two for `toll-keepers`; leave one out"), "{}", twice.err);
    let both = foeman(&["play", &arena, "duel", "--human", "1", "--player", "1=random"]).ends(2);
    assert!(both.err.contains("found `--human` and `--player`; leave one out"), "{}", both.err);
    foeman(&["play", &arena, "duel", "--human", "1", "--player", "2=random"]).ends(0);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "edit", "check", "import", "export", "usages", "rename", "explain", "schema", "play", "simulate", "replay",
        "render",
    ] {
        let help = foeman(&[command, "--help"]).ends(0).out;
        assert!(
            help.contains("Examples:")
                && help.contains(&format!("foeman {}", if command == "edit" { "edit" } else { command })),
            "{help}"
        );
        assert_eq!(foeman(&["help", command]).ends(0).out, help);
    }
    assert!(foeman(&["--help"]).ends(0).out.contains("Exit status:"));
    let version = foeman(&["--version"]).ends(0).out;
    assert!(version.trim_end() == format!("foeman {}", SHIPPED.build()) && SHIPPED.build().len() > 12, "{version}");
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = foeman(&["--help"]).ends(0).out;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn shells_complete_every_command() {
    let all = commands();
    assert!(all.len() > 25 && all.iter().any(|name| name == "codes"), "{all:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = foeman(&["completions", shell]).ends(0).out;
        let missing: Vec<&String> = all.iter().filter(|name| !script.contains(name.as_str())).collect();
        let seed = if shell == "fish" { "-l seed" } else { "--seed" };
        assert!(missing.is_empty() && script.contains(seed), "{shell}: {missing:?}");
    }
    assert!(foeman(&["completions", "csh"]).ends(2).err.contains("possible values"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let man = folder.path().join("man1");
    let run = foeman(&["man", man.to_str().expect("a plain name")]).ends(0);
    assert!(run.out.starts_with("wrote "), "{}", run.out);
    let pages = packs::files(&man);
    for name in commands().iter().map(|name| format!("foeman-{name}.1")).chain(["foeman.1".to_owned()]) {
        let page = pages.get(&name).unwrap_or_else(|| panic!("{name}: {:?}", pages.keys()));
        let page = String::from_utf8_lossy(page);
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
        // The page of `codes` lists its own commands instead.
        assert!(page.contains("Example") || name == "foeman-codes.1", "{name}: {page}");
        assert!(page.contains(&format!("foeman {}", SHIPPED.build())), "{name}: {page}");
    }
    assert!(pages.contains_key("foeman-codes-explain.1"), "commands of commands too");
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
    assert_eq!(foeman_editor::run(args, foeman_registry::SHIPPED, &mut Gone, &mut Gone), 0);
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
    assert!(run.err.starts_with("error: expected one of these commands\n"), "{}", run.err);
    assert!(run.err.contains("explain") && run.err.contains("contest"), "{}", run.err);
}
