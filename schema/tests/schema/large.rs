//! Packs that repeat one construct very often. They must give the right findings in linear time: with quadratic
//! algorithms, each of these tests would take minutes or gigabytes.

use foeman_schema::analysis::check;
use foeman_schema::finding::{Finding, Safety, Severity};
use foeman_schema::fix::apply_fixes;

use crate::common::body;

/// Returns the findings with a code.
fn of<'f>(findings: &'f [Finding], code: &str) -> Vec<&'f Finding> {
    findings.iter().filter(|finding| finding.code == code).collect()
}

#[test]
fn a_hundred_thousand_repeated_keys_are_counted_and_the_first_are_told() {
    let many = "    title: Sand\n".repeat(100_000);
    let text = format!("terrains:\n  sand:\n    title: Sand\n    color: '#d9c08c'\n{many}");
    let findings = check(&body(&text));
    let repeated = of(&findings, "duplicate-key");
    assert_eq!(repeated.len(), 200);
    let last = repeated[199].help.as_deref();
    assert_eq!(last, Some("remove one of them; 99800 other repeated keys are not listed"));
    assert!(repeated.iter().all(|finding| finding.fixes.len() == 1), "each can be removed");
}

#[test]
fn more_repeated_keys_than_are_told_are_all_removed_by_a_fix() {
    let many: String = (0..1_500).map(|number| format!("    title: Sand # {number}\n")).collect();
    let whole = "terrains:\n  sand:\n    title: Sand\n    color: '#d9c08c'\n";
    let fixed = apply_fixes(&body(&format!("{whole}{many}")), Safety::Safe);
    assert_eq!(fixed.draft.text(fixed.draft.header_file()), body(whole).text(body(whole).header_file()));
}

#[test]
fn three_hundred_thousand_repeated_keys_are_removed_by_one_fix() {
    let record = |id: &str| format!("  {id}:\n    title: {id}\n    color: '#d9c08c'\n");
    let many = |id: &str| record(id) + &format!("    title: {id}\n").repeat(100_000);
    let pack =
        |record: &dyn Fn(&str) -> String| format!("terrains:\n{}", ["sand", "dust", "silt"].map(record).concat());
    let (whole, repeated) = (pack(&record), pack(&many));
    let fixed = apply_fixes(&body(&repeated), Safety::Safe);
    assert_eq!(fixed.applied.len(), 3, "{:?} {:?}", fixed.refused.first(), fixed.findings.first());
    let is_whole = fixed.draft.text(fixed.draft.header_file()) == body(&whole).text(body(&whole).header_file());
    assert!(is_whole, "all are removed");

    // Repeated keys with another value are kept, and repeated keys in brackets are removed too.
    let flow =
        format!("terrains:\n  sand: {{title: Sand, color: '#d9c08c'{}, title: Dune}}\n", ", title: Sand".repeat(1_000));
    let fixed = apply_fixes(&body(&flow), Safety::Safe);
    let text = fixed.draft.text(fixed.draft.header_file()).to_owned();
    assert!(text.ends_with("  sand: {title: Sand, color: '#d9c08c', title: Dune}\n"), "{text}");
}

#[test]
fn twenty_thousand_zones_without_cells_are_each_told_at_their_own_line() {
    let zones: String =
        (0..20_000).map(|number| format!("      zone-{number}: {{title: Zone {number}, cells: []}}\n")).collect();
    let text = format!(
        "terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\nmaps:\n  beach:\n    title: Beach\n    \
         geometry: {{size: [2, 1]}}\n    legend: {{s: sand}}\n    rows: |\n      ss\n    zones:\n{zones}"
    );
    let draft = body(&text);
    let findings = check(&draft);
    let empty = of(&findings, "empty-zone");
    assert_eq!(empty.len(), 20_000);
    let lines: Vec<u32> = empty.iter().map(|it| draft.line_col(it.place.file, it.place.span.start).0).collect();
    assert!(lines.windows(2).all(|pair| pair[1] == pair[0] + 1), "one line after the other");
}

#[test]
fn twenty_thousand_areas_with_a_misspelt_key_are_told_as_the_first_of_them() {
    let areas: String = (0..20_000).map(|_| "      - {terain: sand, from: [0, 0], to: [1, 1]}\n").collect();
    let text = format!(
        "terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\nmaps:\n  beach:\n    title: Beach\n    \
         geometry: {{size: [300, 200]}}\n    fill: sand\n    areas:\n{areas}"
    );
    let findings = check(&body(&text));
    assert_eq!(of(&findings, "unknown-key").len(), 200);
    assert!(findings.iter().all(|finding| finding.severity == Severity::Error));
}

#[test]
fn fifty_thousand_comments_that_allow_something_are_matched_with_what_they_allow() {
    let sands: String = (0..50_000)
        .map(|number| {
            format!("  # foeman: allow same-title -- on purpose\n  s{number}: {{title: Sand, color: '#d9c08c'}}\n")
        })
        .collect();
    let findings = check(&body(&format!("terrains:\n{sands}")));
    // The title of the first one is unique, so its suppression is unused.
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["unused-allow"]);
}

#[test]
fn twenty_thousand_comments_above_one_record_are_all_about_it() {
    let comments = "  # foeman: allow same-title -- on purpose\n".repeat(20_000);
    let text = format!(
        "terrains:\n  dune: {{title: Sand, color: '#d9c08c'}}\n{comments}  sand: {{title: Sand, color: '#d9c08c'}}\n"
    );
    assert_eq!(check(&body(&text)), [], "all of them allow the one finding");
}

#[test]
fn twenty_thousand_references_to_records_that_are_missing_are_told() {
    let legends: String = (0..20_000)
        .map(|number| {
            format!(
                "  beach-{number}: {{title: Beach {number}, geometry: {{size: [2, 1]}}, \
                 legend: {{s: snad{number}}}, rows: ss}}\n"
            )
        })
        .collect();
    let text = format!("terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\nmaps:\n{legends}");
    assert_eq!(of(&check(&body(&text)), "unknown-reference").len(), 20_000);
}

#[test]
fn more_misspelt_keys_than_are_told_of_a_record_are_all_mended() {
    let areas: String = (0..1_000).map(|_| "      - {terain: sand, from: [0, 0], to: [1, 1]}\n").collect();
    let text = format!(
        "terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\nmaps:\n  beach:\n    title: Beach\n    \
         geometry: {{size: [300, 200]}}\n    fill: sand\n    areas:\n{areas}"
    );
    let fixed = apply_fixes(&body(&text), Safety::Unsafe);
    assert_eq!(fixed.applied.len(), 1_000, "{:?}", fixed.refused.first());
    assert_eq!(fixed.draft.text(fixed.draft.header_file()).matches("terain").count(), 0);
}
