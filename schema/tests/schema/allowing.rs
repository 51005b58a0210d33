//! Suppressing findings with comments: the style of the comment, and the side effects it must not have.

use std::fmt::Write as _;
use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::suppress::{AllowError, Allowance, allow, may_be_allowed};

use crate::common::{HEADER, body, pack};

fn analysed(draft: &Draft) -> Analysis {
    Analysis::of(Arc::new(draft.clone()), None)
}

/// Returns the lines that differ: `+` for added ones and `-` for removed ones.
fn diff(before: &str, after: &str) -> String {
    let (was, is): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let head = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    let tail = was[head..].iter().rev().zip(is[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    for (sign, lines) in [('-', &was[head..was.len() - tail]), ('+', &is[head..is.len() - tail])] {
        for line in lines {
            writeln!(text, "{:>2} {sign}{line}", head + 1).expect("writing to a string succeeds");
        }
    }
    text
}

/// Suppresses the first finding of a check; returns the diff and the number of other findings suppressed.
#[track_caller]
fn allowed(draft: &Draft, code: &str, reason: &str) -> (String, usize) {
    let analysis = analysed(draft);
    let finding = analysis.findings().iter().find(|finding| finding.code == code).expect("it is found");
    let Allowance { plan, others, .. } = allow(&analysis, finding, reason).expect("it can be allowed");
    let mut after = draft.clone();
    let back = plan.apply(&mut after).expect("the plan is fresh");
    let file = draft.header_file();
    let (old, new) = (draft.text(file).to_owned(), after.text(file).to_owned());
    let told = analysed(&after);
    let (count, left) = (analysis.findings().len() - 1 - others, told.findings());
    let missing = usize::from(reason.trim().is_empty());
    assert_eq!(left.len(), count + missing, "{new}\n{left:#?}");
    after.apply(&back);
    assert_eq!(after.text(file), old, "taken back");
    (diff(&old, &new), others)
}

/// Like [`allowed`] for a body below the usual two-line header, asserting that no other finding is suppressed.
#[track_caller]
fn shown(text: &str, code: &str) -> String {
    let (diff, others) = allowed(&body(text), code, "both are called so");
    assert_eq!(others, 0);
    diff
}

const TWINS: &str = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n";

#[test]
fn the_comment_stands_above_the_key_or_item_and_is_indented_alike() {
    let flow = format!("{TWINS}  dune: {{title: Sand, color: '#c9b07c'}}\n");
    assert_eq!(shown(&flow, "same-title"), " 5 +  # foeman: allow same-title -- both are called so\n");
    let block = format!("{TWINS}  dune:\n    color: '#c9b07c'\n    title: Sand\n");
    assert_eq!(shown(&block, "same-title"), " 7 +    # foeman: allow same-title -- both are called so\n");
    let item = "weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found:
    - nowhere
";
    assert_eq!(shown(item, "unknown-reference"), " 9 +    # foeman: allow unknown-reference -- both are called so\n");
    let commented = format!("{TWINS}  # Yellow.\n  dune: {{title: Sand, color: '#c9b07c'}}   # and dry\n");
    assert_eq!(shown(&commented, "same-title"), " 6 +  # foeman: allow same-title -- both are called so\n");
}

#[test]
fn brackets_of_one_line_and_of_several_take_it_at_the_nearest_line() {
    let one = "terrains: {sand: {title: Sand, color: '#d9c08c'}, dune: {title: Sand, color: '#c9b07c'}}\n";
    assert_eq!(shown(one, "same-title"), " 3 +# foeman: allow same-title -- both are called so\n");
    let several = "terrains:
  sand: {title: Sand, color: '#d9c08c'}
  dune: {
    color: '#c9b07c',
    title: Sand,
  }
";
    assert_eq!(shown(several, "same-title"), " 7 +    # foeman: allow same-title -- both are called so\n");
}

#[test]
fn what_is_wrong_within_a_text_of_several_lines_is_allowed_above_its_key() {
    let rows = "terrains:
  sand: {title: Sand, color: '#d9c08c'}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 2]}
    legend: {s: sand}
    rows: |
      ss
      sx
";
    assert_eq!(shown(rows, "map-rows"), "10 +    # foeman: allow map-rows -- both are called so\n");
    let quoted = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  dune:\n    title: \"San\\\n      d\"\n    color: '#c9b07c'\n";
    assert_eq!(shown(quoted, "same-title"), " 6 +    # foeman: allow same-title -- both are called so\n");
}

#[test]
fn it_stands_behind_the_line_where_its_neighbour_does_and_no_other_comment_is() {
    let behind = "terrains:
  sand: {title: Sand, color: '#d9c08c'}
  silt: {title: Sand, color: '#b9b07c'} # foeman: allow same-title -- of the river
  dune: {title: Sand, color: '#c9b07c'}
";
    assert_eq!(
        shown(behind, "same-title"),
        " 6 -  dune: {title: Sand, color: '#c9b07c'}\n 6 +  dune: {title: Sand, color: '#c9b07c'} # foeman: allow same-title -- both are called so\n"
    );
    let taken = behind.replace("'#c9b07c'}\n", "'#c9b07c'} # dry\n");
    assert_eq!(shown(&taken, "same-title"), " 6 +  # foeman: allow same-title -- both are called so\n");
}

#[test]
fn line_ends_and_marks_of_a_file_are_kept() {
    let twins = format!("{TWINS}  dune: {{title: Sand, color: '#c9b07c'}}\n");
    let draft = pack(&format!("{HEADER}{twins}").replace('\n', "\r\n"));
    let (diff, _) = allowed(&draft, "same-title", "both");
    assert_eq!(diff, " 5 +  # foeman: allow same-title -- both\r\n");
    let first = "\u{feff}dune: {}\npack: test\nruleset: tiny\n";
    let (diff, _) = allowed(&pack(first), "unknown-catalog", "later");
    assert_eq!(diff, " 1 -\u{feff}dune: {}\n 1 +\u{feff}# foeman: allow unknown-catalog -- later\n 1 +dune: {}\n");
    let last = pack(&format!("{HEADER}{}", twins.trim_end()));
    assert_eq!(allowed(&last, "same-title", "both").0, " 5 +  # foeman: allow same-title -- both\n");
}

#[test]
fn a_reason_is_one_line_and_asked_for_where_there_is_none() {
    let twins = body(&format!("{TWINS}  dune: {{title: Sand, color: '#c9b07c'}}\n"));
    let (diff, _) = allowed(&twins, "same-title", "  both\r\n  are\tso ");
    assert_eq!(diff, " 5 +  # foeman: allow same-title -- both are so\n");
    let (diff, _) = allowed(&twins, "same-title", "  ");
    assert_eq!(diff, " 5 +  # foeman: allow same-title --\n");
}

#[test]
fn what_a_comment_allows_along_is_counted() {
    let text = "weapons:\n  axe: {title: Axe, damage: -1H, held: one-hand, colour: red, sise: 2}\n";
    let (_, others) = allowed(&body(text), "unknown-key", "a draft");
    assert_eq!(others, 1, "both keys are on this line");
}

#[test]
fn what_cannot_be_allowed_is_not_offered_and_says_why() {
    let broken = body("terrains:\n  sand: {title: \"Sand, color: '#d9c08c'}\n");
    let analysis = analysed(&broken);
    let finding = &analysis.findings()[0];
    assert!(!may_be_allowed(&broken, finding));
    let error = allow(&analysis, finding, "why not").expect_err("this check cannot be suppressed");
    assert_eq!(error.to_string(), "findings of `yaml-syntax` cannot be allowed; fix it instead");
    let twins = body(&format!("{TWINS}  dune: {{title: Sand, color: '#c9b07c'}}\n"));
    let elsewhere = analysed(&twins).findings()[0].clone();
    assert_eq!(allow(&analysis, &elsewhere, "why not"), Err(AllowError::Stale));
}
