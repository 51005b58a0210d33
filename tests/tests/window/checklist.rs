//! Every row of the checklists of Hexkit's scenario editor and game has a status, with the tests that fail without it.

use foeman_test_support::coverage::editor::{Row, Status, names, page, problems, rows};
use foeman_test_support::coverage::tests::Tests;

#[test]
fn every_row_of_the_checklist_is_listed_once_and_in_order() {
    let listed: Vec<String> = rows().into_iter().map(|row| row.row).collect();
    assert_eq!(listed, names());
    assert_eq!(listed.len(), 128);
}

#[test]
fn at_least_ninety_five_rows_of_the_checklists_are_met() {
    let done = rows().into_iter().filter(|row| matches!(row.status, Status::Met | Status::Beaten)).count();
    assert!(done >= 95, "{done} of 128 rows are met or beaten");
}

#[test]
fn what_the_checklist_names_exists() {
    let tests = Tests::read();
    let problems: Vec<String> = rows().iter().flat_map(|row| problems(&tests, row)).collect();
    assert!(problems.is_empty(), "tests/coverage/editor.yaml is not true:\n{}", problems.join("\n"));
}

#[test]
fn the_page_of_the_checklist_is_up_to_date() {
    let page = page(&Tests::read(), &rows());
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/hexkit-editor.md"));
    let renew = "stale; renew it with `cargo run -p foeman-tests --example editor_page > docs/hexkit-editor.md`";
    assert!(committed.unwrap_or_default() == page, "{renew}");
}

#[test]
fn a_row_that_is_not_true_is_found_out() {
    let tests = Tests::read();
    let sound = rows().into_iter().find(|row| row.status == Status::Met).expect("some row is met");
    assert_eq!(problems(&tests, &sound), Vec::<String>::new());
    let spoilt: [(&str, Row); 5] = [
        ("expected a test", Row { tests: vec!["nowhere".to_owned()], ..sound.clone() }),
        ("expected tests that fail", Row { tests: Vec::new(), ..sound.clone() }),
        ("expected how it works here", Row { here: String::new(), ..sound.clone() }),
        ("expected the missing parts", Row { status: Status::Open, ..sound.clone() }),
        ("parts are missing", Row { left: "half of it".to_owned(), ..sound.clone() }),
    ];
    for (expected, row) in spoilt {
        let problems = problems(&tests, &row);
        assert!(problems.len() == 1 && problems[0].contains(expected), "{expected}: {problems:?}");
    }
}
