//! Every check documents itself with a bad and a fixed example; these tests run all of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::{Analysis, check};
use foeman_schema::check::{Check, example};
use foeman_schema::checks::COMMON;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::standards::check_of;
use foeman_schema::suppress::{allow, may_be_allowed};
use foeman_test_support::toy;

/// Notes on leftovers that some checks rightly report in the examples of other checks.
const ASIDES: [&str; 3] = ["dominated-item", "unused-record", "unused-stock"];

#[test]
fn every_check_reports_its_bad_example_alone_and_nothing_in_the_mended_one() {
    for (dialect, own) in walked() {
        let told = findings(dialect, own, own.bad);
        assert!(!told.is_empty(), "{}: the bad example is clean", own.name);
        let others: Vec<&Finding> = told.iter().filter(|finding| check_of(finding.code) != own.name).collect();
        assert!(others.is_empty(), "{}: the bad example has other findings: {others:#?}", own.name);
        assert_eq!(findings(dialect, own, &own.fixed()), [], "{}: the corrected example", own.name);
    }
}

/// Checks whose findings cannot be allowed by a comment: they concern comments, whole files or translations, or must
/// always be reported.
const NEVER_ALLOWED: [&str; 15] = [
    "allow-form",
    "fuzzy-translation",
    "limits",
    "long-translation",
    "merge-conflict",
    "missing-translation",
    "obsolete-translation",
    "pack-header",
    "repeated-translation",
    "skipped-file",
    "translation-file",
    "translation-placeholder",
    "unfinished-save",
    "unused-allow",
    "yaml-syntax",
];

#[test]
fn every_finding_can_be_allowed_where_it_stands_but_a_few() {
    for (dialect, own) in walked() {
        let draft = Draft::from_texts(example(own.bad, dialect.id), &[dialect]);
        let analysis = Analysis::of(Arc::new(draft.clone()), None);
        for finding in analysis.findings().iter().filter(|finding| check_of(finding.code) == own.name) {
            let made = allow(&analysis, finding, "on purpose");
            let never = NEVER_ALLOWED.contains(&own.name);
            assert_eq!(made.is_err(), never, "{}: {made:?} of {finding:#?}", own.name);
            assert_eq!(may_be_allowed(&draft, finding), !never, "{}: whether it is offered", own.name);
        }
    }
}

#[test]
fn lists_of_checks_are_sorted_and_every_check_says_what_it_is() {
    let mut names = BTreeSet::new();
    let lists = dialects().into_iter().map(|dialect| dialect.checks).chain([COMMON]);
    for list in lists {
        assert!(list.is_sorted_by_key(|check| check.name), "not sorted by name: {list:#?}");
        for check in list {
            let Check { name, summary, doc, bad, .. } = check;
            assert!(names.insert(name), "two checks are called `{name}`");
            assert!(summary.starts_with(char::is_uppercase) && !summary.ends_with('.'), "{name}: {summary}");
            assert!(doc.ends_with('.') && doc.lines().all(|line| line.ends_with(['.', ':', ';'])), "{name}: {doc}");
            assert!(!bad.contains("ruleset:"), "{name}: the example brings its own header");
        }
    }
}

/// Returns every check with a dialect for its examples; common checks get one with maps and terrains.
fn walked() -> Vec<(&'static Dialect, &'static Check)> {
    let own = dialects().into_iter().flat_map(|dialect| dialect.checks.iter().map(move |check| (dialect, *check)));
    let ground = SHIPPED.dialects().into_iter().find(|dialect| dialect.catalog("terrains").is_some());
    let ground = ground.expect("some shipped ruleset has terrains");
    own.chain(COMMON.iter().map(|check| (ground, *check))).collect()
}

fn dialects() -> Vec<&'static Dialect> {
    SHIPPED.dialects().into_iter().chain(toy::TOY.dialects()).collect()
}

/// Returns the findings in an example of `own`, without leftovers.
fn findings(dialect: &'static Dialect, own: &Check, body: &str) -> Vec<Finding> {
    let mut found = check(&Draft::from_texts(example(body, dialect.id), &[dialect]));
    found.retain(|finding| {
        check_of(finding.code) == own.name || finding.severity > Severity::Info || !ASIDES.contains(&finding.code)
    });
    found
}
