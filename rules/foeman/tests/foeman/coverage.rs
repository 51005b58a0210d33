//! Every paragraph of the rules is in the coverage list, with the tests that fail without it.

use std::collections::BTreeSet;

use foeman_engine::handbook::named;
use foeman_engine::ruleset::Ruleset as _;
use foeman_test_support::coverage::rules::{Rule, Sources, Status, asides, is_quote, numbers, rules};
use ruleset_foeman::Foeman;

#[test]
fn every_paragraph_of_the_rules_is_listed_once_and_in_order() {
    let listed: Vec<String> = rules().into_iter().map(|rule| rule.rule).collect();
    assert_eq!(listed, numbers());
}

#[test]
fn every_paragraph_is_played_but_for_records_in_and_out() {
    let left = rules().into_iter().filter(|rule| match rule.status {
        Status::Open => true,
        Status::Export => !rule.rule.starts_with("F12."),
        Status::Built | Status::Fill | Status::Option => false,
    });
    assert_eq!(left.map(|rule| rule.rule).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn sentences_that_are_open_or_tell_of_no_rule_are_quoted_once_and_explained() {
    let open = rules().into_iter().flat_map(|rule| rule.open).map(|open| (open.sentence, open.left));
    let asides = asides().into_iter().map(|aside| (aside.sentence, aside.about));
    let all: Vec<(String, String)> = open.chain(asides).collect();
    assert!(all.iter().all(|(sentence, why)| is_quote(sentence) && why.len() > 10), "{all:?}");
    let sentences: BTreeSet<&String> = all.iter().map(|(sentence, _)| sentence).collect();
    assert_eq!(sentences.len(), all.len(), "a sentence is listed twice");
    assert!(rules().iter().any(|rule| !rule.open.is_empty()), "the sources ask more than is built");
}

#[test]
fn files_tests_expected_values_and_options_of_the_list_exist() {
    let sources = Sources::read();
    let problems: Vec<String> = rules().iter().flat_map(|rule| sources.problems(rule)).collect();
    assert!(problems.is_empty(), "tests/coverage/foeman.yaml is not true:\n{}", problems.join("\n"));
}

#[test]
fn every_paragraph_of_the_rules_is_told_in_the_handbook_in_the_same_order() {
    let handbook = Foeman::capabilities().pack.handbook.expect("a handbook");
    let told: Vec<&str> = handbook.rules().map(|(_, rule)| rule.number).collect();
    assert_eq!(told, numbers());
    for (chapter, rule) in handbook.rules() {
        assert!(
            rule.number.split('.').next() == Some(chapter.number),
            "{} is in chapter {}",
            rule.number,
            chapter.number
        );
        assert!(rule.text.ends_with('.') && rule.text.len() > 30, "{}", rule.number);
        let inner = named(&rule.text).into_iter().chain(named(&rule.filled));
        for (_, number) in inner {
            assert!(handbook.entry(number).is_some(), "{} names {number}", rule.number);
        }
    }
}

#[test]
fn what_is_filled_in_is_marked_so_in_the_handbook() {
    let handbook = Foeman::capabilities().pack.handbook.expect("a handbook");
    for rule in rules().into_iter().filter(|rule| rule.status == Status::Fill) {
        let (_, told) =
            handbook.rules().find(|(_, told)| told.number == rule.rule).expect("the handbook has this rule");
        assert!(!told.filled.is_empty(), "{} has a fill: the handbook says which", rule.rule);
    }
}

#[test]
fn what_a_scenario_may_choose_is_told_in_the_handbook() {
    let handbook = Foeman::capabilities().pack.handbook.expect("a handbook");
    for rule in rules().into_iter().filter(|rule| !rule.options.is_empty()) {
        let (_, told) =
            handbook.rules().find(|(_, told)| told.number == rule.rule).expect("the handbook has this rule");
        let says = told.text.to_lowercase() + &told.filled.to_lowercase();
        assert!(says.contains("scenario"), "{} has {:?}: the handbook says so", rule.rule, rule.options);
    }
}

#[test]
fn the_ruleset_quotes_no_paragraph_that_does_not_exist() {
    assert_eq!(Sources::read().unknown_mentions(), Vec::<String>::new());
}

#[test]
fn the_page_of_coverage_is_up_to_date() {
    let page = Sources::read().page(&rules());
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/foeman-rules.md"));
    let renew = "stale; renew it with `cargo run -p foeman-tests --example coverage_page > docs/foeman-rules.md`";
    assert!(committed.unwrap_or_default() == page, "{renew}");
}

#[test]
fn a_line_that_is_not_true_is_found_out() {
    let sources = Sources::read();
    let sound = rules().into_iter().find(|rule| rule.status == Status::Built && !rule.tests.is_empty());
    let sound = sound.expect("some rule is implemented");
    assert_eq!(sources.problems(&sound), Vec::<String>::new());
    let word = || vec!["nowhere".to_owned()];
    let spoilt: [(&str, Rule); 12] = [
        ("expected a file of the ruleset", Rule { places: word(), ..sound.clone() }),
        ("expected one file", Rule { places: vec!["mod.rs".to_owned()], ..sound.clone() }),
        ("expected a test", Rule { tests: word(), ..sound.clone() }),
        ("two to eight words", Rule { sources: word(), ..sound.clone() }),
        ("two to eight words", Rule { sources: vec!["notes: one".to_owned()], ..sound.clone() }),
        ("two to eight words", Rule { sources: vec!["rules: 1 2 3 4 5 6 7 8 9".to_owned()], ..sound.clone() }),
        ("expected a section of expected values", Rule { vectors: word(), ..sound.clone() }),
        ("expected an option of scenarios", Rule { options: word(), ..sound.clone() }),
        ("expected a sentence of the sources", Rule { sources: Vec::new(), ..sound.clone() }),
        ("expected its files", Rule { tests: Vec::new(), vectors: Vec::new(), ..sound.clone() }),
        ("needs the missing parts", Rule { status: Status::Open, ..sound.clone() }),
        ("parts are missing", Rule { left: "half of it".to_owned(), ..sound.clone() }),
    ];
    for (expected, rule) in spoilt {
        let problems = sources.problems(&rule);
        assert!(problems.len() == 1 && problems[0].contains(expected), "{expected}: {problems:?}");
    }
}
