//! The coverage list of the strategy rules is complete, with the tests that fail without each part.

use foeman_test_support::coverage::strategy::{Line, Part, Sources, lines, names};

#[test]
fn every_command_instruction_condition_and_target_is_listed_once() {
    let lines = lines();
    for part in [Part::Command, Part::Instruction, Part::Condition, Part::Target] {
        let mut listed: Vec<String> =
            lines.iter().filter(|line| line.part == part).map(|line| line.name.clone()).collect();
        listed.sort();
        let known = names(part).expect("the rules know them");
        assert!(known.len() >= 6, "{part:?}: {known:?}");
        assert_eq!(listed, known, "{part:?}");
    }
    let mut steps: Vec<&str> =
        lines.iter().filter(|line| line.part == Part::Seeker).map(|line| line.name.as_str()).collect();
    assert!(steps.len() > 30, "{steps:?}");
    steps.sort_unstable();
    assert!(steps.windows(2).all(|pair| pair[0] != pair[1]), "{steps:?}");
}

#[test]
fn rows_and_tests_of_the_list_of_the_strategy_rules_exist() {
    let sources = Sources::read();
    let problems: Vec<String> = lines().iter().flat_map(|line| sources.problems(line)).collect();
    assert!(problems.is_empty(), "tests/coverage/strategy.yaml is not true:\n{}", problems.join("\n"));
}

#[test]
fn the_page_of_the_strategy_rules_is_up_to_date() {
    let page = Sources::read().page(&lines());
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/strategy-rules.md"));
    let renew = "stale; renew it with `cargo run -p foeman-tests --example strategy_page > docs/strategy-rules.md`";
    assert!(committed.unwrap_or_default() == page, "{renew}");
}

#[test]
fn a_line_of_the_strategy_rules_that_is_not_true_is_found_out() {
    let sources = Sources::read();
    let sound = lines().into_iter().find(|line| !line.original.is_empty() && !line.rows.is_empty()).expect("a row");
    assert_eq!(sources.problems(&sound), Vec::<String>::new());
    let word = || vec!["nowhere".to_owned()];
    let spoilt = [
        ("expected a row recorded", Line { rows: word(), ..sound.clone() }),
        ("expected a row with", Line { original: "Nothing".to_owned(), ..sound.clone() }),
        ("expected a test", Line { tests: word(), ..sound.clone() }),
        ("expected rows or tests", Line { rows: Vec::new(), tests: Vec::new(), ..sound.clone() }),
    ];
    for (expected, line) in spoilt {
        let problems = sources.problems(&line);
        assert!(
            !problems.is_empty() && problems.iter().all(|told| told.contains(expected)),
            "{expected}: {problems:?}"
        );
    }
}
