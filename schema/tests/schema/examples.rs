//! Every check documents itself with a bad and a fixed example; both must be true.

use foeman_schema::analysis::check;
use foeman_schema::check::{COMMON, checks_of};

use crate::common::{HEADER, TINY, body, rendered};

#[test]
fn bad_examples_are_reported_by_their_check_alone_and_fixed_ones_are_clean() {
    for example in COMMON {
        let bad = body(example.bad);
        let codes: Vec<_> = check(&bad).into_iter().map(|finding| finding.code).collect();
        assert!(!codes.is_empty(), "{}: the bad example is clean", example.name);
        assert!(codes.iter().all(|code| *code == example.name), "{}:\n{}", example.name, rendered(&bad));
        assert_eq!(rendered(&body(example.fixed)), "", "{}: the fixed example", example.name);
    }
}

#[test]
fn checks_are_sorted_by_name_and_say_what_they_are() {
    let names: Vec<_> = checks_of(&TINY).iter().map(|check| check.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    assert!(COMMON.is_sorted_by_key(|check| check.name));
    for check in COMMON {
        assert!(!check.doc.is_empty(), "{}", check.name);
        assert!(check.summary.starts_with(char::is_uppercase) && !check.summary.ends_with('.'), "{}", check.summary);
        assert!(!check.bad.contains(HEADER), "{}", check.name);
    }
}
