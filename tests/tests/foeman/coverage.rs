//! Every paragraph of the rules is on the page of coverage, with what fails when it is switched off.

use foeman_rules::handbook::named;
use foeman_rules::ruleset::Ruleset as _;
use foeman_rules::rulesets::foeman::Foeman;
use foeman_tests::coverage::rules::{Rule, Sources, Status, numbers, rules};
use foeman_tests::coverage::sentences::{Sentence, Sentences, compare};

#[test]
fn every_paragraph_of_the_rules_is_listed_once_and_in_order() {
    let listed: Vec<String> = rules().into_iter().map(|rule| rule.rule).collect();
    assert_eq!(listed, numbers());
}

#[test]
fn every_sentence_of_the_sources_is_listed_with_what_became_of_it() {
    assert_eq!(Sentences::read().problems(&numbers()), Vec::<String>::new());
}

#[test]
fn a_paragraph_without_a_sentence_of_the_sources_is_a_fill() {
    let sentences = Sentences::read();
    let by_rule = sentences.by_rule();
    let unfounded =
        rules().into_iter().filter(|rule| rule.status != Status::Fill && !by_rule.contains_key(&*rule.rule));
    assert_eq!(unfounded.map(|rule| rule.rule).collect::<Vec<_>>(), Vec::<String>::new());
}

/// The sources themselves are not part of the repository.
#[test]
fn the_list_of_sentences_is_that_of_the_sources_in_a_folder() {
    let Some(folder) = std::env::var_os("FOEMAN_SEEDS").map(std::path::PathBuf::from) else { return };
    let sentences = Sentences::read();
    for (start, list) in [("000_", &sentences.notes), ("001_", &sentences.rules)] {
        let files = std::fs::read_dir(&folder).expect("FOEMAN_SEEDS is a folder").map(|entry| entry.unwrap().path());
        let named = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(start);
        let file = files.into_iter().find(named).expect("the folder has the sources");
        let problems = compare(list, &std::fs::read_to_string(file).unwrap());
        assert!(problems.is_empty(), "{start}:\n{}", problems.join("\n"));
    }
}

#[test]
fn a_sentence_that_is_missing_or_out_of_order_is_reported() {
    let source = "Heading: One sentence that is long enough to be one of its own. \
                  Another sentence that is long enough to be one of its own.";
    let entry = |words: &str| Sentence {
        words: words.to_owned(),
        rules: vec!["F1.1".to_owned()],
        open: String::new(),
        aside: String::new(),
    };
    let (one, other) = (entry("One sentence that is"), entry("Another sentence"));
    assert_eq!(compare(&[one.clone(), other.clone()], source), Vec::<String>::new());
    assert!(compare(std::slice::from_ref(&one), source)[0].starts_with("expected an entry for “Another"));
    assert!(compare(&[other, one], source)[0].starts_with("expected “One sentence that is” here"));
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
fn files_tests_expected_values_and_options_of_the_list_exist() {
    let sources = Sources::read();
    let problems: Vec<String> = rules().iter().flat_map(|rule| sources.problems(rule)).collect();
    assert!(problems.is_empty(), "tests/coverage/foeman.yaml is not true:\n{}", problems.join("\n"));
}

#[test]
fn every_paragraph_of_the_rules_is_told_in_the_handbook_in_the_same_order() {
    let handbook = Foeman::handbook().expect("a handbook");
    let told: Vec<&str> = handbook.rules().map(|(_, rule)| rule.number).collect();
    assert_eq!(told, numbers());
    for (chapter, rule) in handbook.rules() {
        assert!(rule.number.split('.').next() == Some(chapter.number), "{} stands in {}", rule.number, chapter.number);
        assert!(rule.text.ends_with('.') && rule.text.len() > 30, "{}", rule.number);
        let inner = named(&rule.text).into_iter().chain(named(&rule.filled));
        for (_, number) in inner {
            assert!(handbook.entry(number).is_some(), "{} names {number}", rule.number);
        }
    }
}

#[test]
fn what_is_filled_in_is_marked_so_in_the_handbook() {
    let handbook = Foeman::handbook().expect("a handbook");
    for rule in rules().into_iter().filter(|rule| rule.status == Status::Fill) {
        let (_, told) = handbook.rules().find(|(_, told)| told.number == rule.rule).expect("told");
        assert!(!told.filled.is_empty(), "{} has a fill: the handbook says which", rule.rule);
    }
}

#[test]
fn what_a_scenario_may_choose_is_told_in_the_handbook() {
    let handbook = Foeman::handbook().expect("a handbook");
    for rule in rules().into_iter().filter(|rule| !rule.options.is_empty()) {
        let (_, told) = handbook.rules().find(|(_, told)| told.number == rule.rule).expect("told");
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
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/foeman-rules.md"));
    let renew = "stale; renew it with `cargo run -p foeman-tests --example coverage_page > docs/foeman-rules.md`";
    assert!(committed.unwrap_or_default() == page, "{renew}");
}

#[test]
fn a_line_that_is_not_true_is_found_out() {
    let sources = Sources::read();
    let sound = rules().into_iter().find(|rule| rule.status == Status::Built && !rule.tests.is_empty());
    let sound = sound.expect("something is built");
    assert_eq!(sources.problems(&sound), Vec::<String>::new());
    let word = || vec!["nowhere".to_owned()];
    let spoilt: [(&str, Rule); 8] = [
        ("expected a file of the ruleset", Rule { places: word(), ..sound.clone() }),
        ("expected one file", Rule { places: vec!["mod.rs".to_owned()], ..sound.clone() }),
        ("expected a test", Rule { tests: word(), ..sound.clone() }),
        ("expected a section of expected values", Rule { vectors: word(), ..sound.clone() }),
        ("expected an option of scenarios", Rule { options: word(), ..sound.clone() }),
        ("expected where it is", Rule { tests: Vec::new(), vectors: Vec::new(), ..sound.clone() }),
        ("does not say what is left", Rule { status: Status::Open, ..sound.clone() }),
        ("something is left", Rule { left: "half of it".to_owned(), ..sound.clone() }),
    ];
    for (expected, rule) in spoilt {
        let problems = sources.problems(&rule);
        assert!(problems.len() == 1 && problems[0].contains(expected), "{expected}: {problems:?}");
    }
}
