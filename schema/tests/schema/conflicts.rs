//! Files with merge conflicts.

use std::sync::Arc;

use foeman_schema::analysis::{Analysis, check};
use foeman_schema::change::{Change, ChangeError, plan};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Safety;
use foeman_schema::fix::{apply_fixes, prove};
use foeman_schema::fmt;
use foeman_schema::merge::{Clash, merge};
use foeman_schema::text::RecordKey;
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::json;

use crate::common::{HEADER, body, rendered};

const TERRAINS: &str = "\
terrains:
  sand: {title: Sand, color: \"#112233\"}
<<<<<<< ours
  rock: {title: Rock, color: \"#223344\"}
=======
  rock: {title: Rock, color: \"#223355\"}
  pond: {title: Pond, color: \"#334466\"}
>>>>>>> theirs
  wall: {title: Wall, color: \"#334455\"}
maps:
  beach:
    title: Beach
    geometry: {size: [4, 1]}
    legend: {s: sand, r: rock, p: pond, w: wall}
    rows: |
      srpw
";

/// Applies a fix, by number, of the first finding; returns the new body.
#[track_caller]
fn chosen(text: &str, fix: usize) -> String {
    let mut draft = body(text);
    let analysis = Analysis::of(Arc::new(draft.clone()), None);
    let finding = &analysis.findings()[0];
    let plan = prove(&analysis, finding, &finding.fixes[fix]).expect("the fix can be made");
    plan.apply(&mut draft).expect("it fits");
    draft.text(draft.header_file()).strip_prefix(HEADER).expect("the header stays").to_owned()
}

#[test]
fn a_merge_conflict_is_one_finding_and_all_other_records_can_be_read() {
    let draft = body(TERRAINS);
    assert_eq!(
        rendered(&draft),
        "pack.yaml:5:1 merge-conflict: a merge left two versions of these lines, of `ours` and of `theirs`; \
         keep one of them or both\n  | <<<<<<< ours\n  | ^^^^^^^^^^^^\n"
    );
    assert_eq!(draft.ids("terrains").collect::<Vec<_>>(), ["sand", "rock", "wall"]);
    assert_eq!(draft.title_of_record(&RecordKey::new("maps", "beach")), Some("Beach"));
}

#[test]
fn a_merge_conflict_is_resolved_by_taking_ours_or_theirs_or_both() {
    let titles: Vec<String> = check(&body(TERRAINS))[0].fixes.iter().map(|fix| fix.title.clone()).collect();
    assert_eq!(titles, ["take ours (`ours`)", "take theirs (`theirs`)", "take both"]);
    let without = |signs: &[&str]| -> String {
        TERRAINS.split_inclusive('\n').filter(|line| !signs.iter().any(|sign| line.contains(sign))).collect()
    };
    let markers = ["<<<<", "====", ">>>>"];
    let besides = |more: &[&'static str]| [&markers[..], more].concat();
    assert_eq!(chosen(TERRAINS, 0), without(&besides(&["223355", "334466"])));
    assert_eq!(chosen(TERRAINS, 1), without(&besides(&["223344"])));
    assert_eq!(chosen(TERRAINS, 2), without(&markers));
    assert_eq!(rendered(&body(&chosen(TERRAINS, 1))), "");
}

#[test]
fn fixing_all_findings_at_once_takes_no_side_of_a_merge() {
    let fixed = apply_fixes(&body(TERRAINS), Safety::Unsafe);
    assert_eq!((fixed.applied.len(), fixed.findings.len()), (0, 1));
}

#[test]
fn conflicts_in_the_header_in_a_map_and_in_brackets_leave_the_rest_readable() {
    let header = "pack: test\n<<<<<<< a\nversion: 1.0.0\n=======\nversion: 1.1.0\n>>>>>>> b\nruleset: tiny\n";
    let map = TERRAINS.replace("<<<<<<< ours\n", "").replace("=======\n", "").replace(">>>>>>> theirs\n", "");
    let map = map.replace("  rock: {title: Rock, color: \"#223355\"}\n", "");
    let rows =
        map.replace("      srpw\n", "<<<<<<< a\n      srpw\n||||||| old\n      ssss\n=======\n      wprs\n>>>>>>> b\n");
    let brackets = map.replace(
        "  wall: {title: Wall, color: \"#334455\"}\n",
        "  wall: {title: Wall,\n<<<<<<< a\n    color: \"#334455\"\n=======\n    color: \"#334456\"\n>>>>>>> b\n  }\n",
    );
    for text in [format!("{header}{map}"), format!("{HEADER}{rows}"), format!("{HEADER}{brackets}")] {
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let draft = Draft::from_texts([("pack.yaml".to_owned(), text.clone())], &[&crate::common::TINY]);
            let codes: Vec<&str> = check(&draft).iter().map(|finding| finding.code).collect();
            assert_eq!(codes, ["merge-conflict"], "{text}\n{}", rendered(&draft));
            assert_eq!(draft.ids("terrains").count() + draft.ids("maps").count(), 5, "{text}");
        }
    }
}

#[test]
fn markers_that_belong_to_no_conflict_are_reported_and_can_be_deleted() {
    for markers in ["<<<<<<< ours\n", ">>>>>>> theirs\n", "=======\n", "||||||| base\n"] {
        let text = format!("terrains:\n  sand: {{title: Sand, color: \"#112233\"}}\n{markers}");
        let found = rendered(&body(&text));
        assert!(found.contains("has no counterpart; delete it") && found.lines().count() == 3, "{found}");
        assert_eq!(chosen(&text, 0), text.replace(markers, ""));
    }
    let text = "terrains:\n<<<<<<< ours\n  sand: {title: Sand, color: \"#112233\"}\n>>>>>>> theirs\n";
    assert!(rendered(&body(text)).contains("these merge markers are incomplete; delete them"));
    assert_eq!(chosen(text, 0), "terrains:\n  sand: {title: Sand, color: \"#112233\"}\n");
}

#[test]
fn signs_like_those_of_a_merge_within_a_text_are_text() {
    let text = "terrains:\n  sand:\n    title: Sand\n    color: \"#112233\"\n    about: |\n      Old\n      =======\n\
                \x20     <<<<<<< not git\n# ======= a rule\n#>>>>>>>\n";
    let found = rendered(&body(text));
    assert!(!found.contains("merge"), "{found}");
}

#[test]
fn records_beside_a_conflict_can_be_edited_and_those_in_it_cannot() {
    let mut draft = body(TERRAINS);
    let set =
        |id: &str| Change::Set { at: RecordKey::new("terrains", id).pointer().child("title"), value: json!("New") };
    plan(&draft, &[set("wall")]).unwrap().apply(&mut draft).unwrap();
    assert!(draft.text(draft.header_file()).contains("wall: {title: New"));
    let refused = plan(&draft, &[set("rock")]).unwrap_err();
    assert_eq!(refused, ChangeError::Conflict { path: "pack.yaml".to_owned(), line: 5 });
    assert_eq!(
        refused.to_string(),
        "`pack.yaml` has an unresolved merge conflict at line 5; keep one version of it or both first"
    );
    let rename = Change::Rename { at: RecordKey::new("terrains", "wall").pointer(), to: "stone".to_owned() };
    assert!(plan(&draft, &[rename]).is_err(), "the other version may name it");
    assert!(fmt::text(draft.text(draft.header_file())).is_err());
}

#[test]
fn what_merging_writes_is_understood_as_conflicts() {
    let base = format!("{HEADER}terrains:\n  sand: {{title: Sand, color: \"#112233\"}}\n");
    let [ours, theirs] = ["Dune", "Beach"].map(|title| base.replace("Sand", title));
    let merged = merge(&base, &ours, &theirs, Clash::Mark);
    assert_eq!(merged.clashes, 1);
    let draft = Draft::from_texts([("pack.yaml".to_owned(), merged.text)], &[&crate::common::TINY]);
    let codes: Vec<&str> = check(&draft).iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["merge-conflict"], "{}", rendered(&draft));
}

#[test]
fn merging_a_file_with_markers_loses_no_line_of_it() {
    let base = format!("{HEADER}{TERRAINS}");
    let theirs = base.replace("title: Beach", "title: Shore");
    let ours = base.replace("title: Sand", "title: Dune");
    let merged = merge(&base, &ours, &theirs, Clash::Mark);
    assert_eq!(merged.text, ours.replace("title: Beach", "title: Shore"));
}

proptest! {
    #![proptest_config(Config { cases: 500, failure_persistence: None, ..Config::default() })]

    #[test]
    fn markers_anywhere_in_any_order_lose_no_record_outside_them(
        markers in prop::collection::vec((0..12usize, prop::sample::select(vec![
            "<<<<<<< a\n", "||||||| b\n", "=======\n", ">>>>>>> c\n", "<<<<<<<\r\n", ">>>>>>>",
        ])), 1..6),
    ) {
        let records: Vec<String> = (0..12).map(|n| format!("  t{n}: {{title: T{n}, color: \"#1122{n:02}\"}}\n")).collect();
        let mut lines: Vec<String> = vec!["terrains:\n".to_owned()];
        for (number, record) in records.iter().enumerate() {
            lines.push(record.clone());
            lines.extend(markers.iter().filter(|(at, _)| *at == number).map(|(_, marker)| {
                if marker.ends_with('\n') { (*marker).to_owned() } else { format!("{marker}\n") }
            }));
        }
        let text = lines.concat();
        let draft = body(&text);
        let found = check(&draft);
        prop_assert!(found.iter().any(|finding| finding.code == "merge-conflict"), "{}", text);
        prop_assert!(found.iter().all(|finding| finding.code == "merge-conflict"), "{}\n{}", text, rendered(&draft));
        let (first, last) = markers.iter().fold((12, 0), |(first, last), (at, _)| (first.min(*at), last.max(*at)));
        for number in (0..=first).chain(last + 1..12) {
            prop_assert!(draft.contains(&RecordKey::new("terrains", format!("t{number}"))), "t{number} in {}", text);
        }
        // Applying the first fix repeatedly removes all markers.
        let mut text = text;
        for _ in 0..40 {
            if check(&body(&text)).first().is_none_or(|finding| finding.code != "merge-conflict") {
                break;
            }
            text = chosen(&text, 0);
        }
        prop_assert!(!text.contains("<<<<<<<") && !text.contains(">>>>>>>") && !text.contains("======="), "{}", text);
    }
}
