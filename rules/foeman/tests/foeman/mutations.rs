//! Mistakes planted in the shipped packs: each is reported only by its check, at its location.

use foeman_test_support::mutations::{KINDS, Patient, Tally, measured};

/// The number of mistakes of each kind: a sample; the example `mutations` plants any number.
const TIMES: usize = 40;

#[test]
fn each_kind_of_mistake_is_told_by_its_check_alone_where_it_was_made() {
    let patients = Patient::all();
    let mut failures = Vec::new();
    for (kind, tally) in measured(&patients, TIMES) {
        let Tally { planted, found, exact, extra, failures: stories } = tally;
        if planted < TIMES {
            failures.push(format!("{}: only {planted} places", kind.name));
            continue;
        }
        let enough = |count: usize| count * 100 >= planted * 99;
        let is_good = enough(found) && enough(exact) && extra == 0;
        if !is_good {
            let shown = stories.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
            failures.push(format!(
                "{}: {found} found, {exact} in place, {extra} with others of {planted}\n{shown}",
                kind.name
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn there_are_kinds_enough_and_each_has_a_name_of_its_own() {
    let mut names: Vec<&str> = KINDS.iter().copied().flatten().map(|kind| kind.name).collect();
    assert!(names.len() >= 25, "{}", names.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), KINDS.iter().copied().flatten().count());
}
