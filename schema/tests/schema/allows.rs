//! Suppression comments, and the header's selection of checks.

use std::sync::Arc;

use foeman_schema::analysis::{Analysis, check};
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Safety, Severity};
use foeman_schema::fix::apply_fixes;

use crate::common::{HEADER, body, pack, rendered};

fn analysed(draft: &Draft) -> Analysis {
    Analysis::of(Arc::new(draft.clone()), None)
}

/// Returns `line:code` of each finding.
fn told(draft: &Draft) -> Vec<String> {
    let findings = check(draft);
    let line = |finding: &foeman_schema::finding::Finding| {
        let (line, _) = draft.line_col(finding.place.file, finding.place.span.start);
        format!("{line}:{}", finding.code)
    };
    findings.iter().map(line).collect()
}

#[test]
fn what_a_comment_allows_is_neither_told_nor_counted_as_a_finding() {
    let above = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  # foeman: allow same-title -- two books\n  dune: {title: Sand, color: '#c9b07c'}\n";
    let beside = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  dune: {title: Sand, color: '#c9b07c'}   # foeman: allow same-title -- two books\n";
    let at_value = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  dune:\n    # foeman: allow same-title -- two books\n    title: Sand\n    color: '#c9b07c'\n";
    for text in [above, beside, at_value] {
        let draft = body(text);
        assert_eq!(rendered(&draft), "", "{text}");
        assert_eq!(analysed(&draft).allowed(), 1, "{text}");
        let without: String = text.split("# foeman: allow same-title -- two books").collect();
        assert_eq!(told(&body(&without)).len(), 1, "{text}");
    }
}

#[test]
fn a_comment_is_about_what_belongs_to_its_key_and_nothing_after_it() {
    let text = "weapons:
  # foeman: allow unknown-key, invalid-value -- a draft
  # (to be mended)

  sword:
    title: Sword
    damage: -1H
    held: one-hnad
    colour: red
  axe: {title: Axe, damage: -1H, held: one-hand, colour: red}
";
    assert_eq!(told(&body(text)), ["12:unknown-key"]);
    let list = "weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    # foeman: allow unknown-reference -- drawn later
    found:
    - nowhere
    - nowhere-else
    requires:
      st: 1
      colour: red
";
    assert_eq!(told(&body(list)), ["14:unknown-key"]);
    let item = "weapons:
  sword:
    title: Sword
    damage: -1H
    held: one-hand
    found:
      # foeman: allow unknown-reference -- drawn later
      - nowhere
      - nowhere-else
";
    assert_eq!(told(&body(item)), ["11:unknown-reference"]);
    let rows = "terrains:
  sand: {title: Sand, color: '#d9c08c'}
maps:
  beach:
    title: Beach
    geometry: {size: [2, 2]}
    legend: {s: sand}
    # foeman: allow map-rows -- the tide
    rows: |
      ss
      sx
";
    assert_eq!(rendered(&body(rows)), "");
}

#[test]
fn what_allows_nothing_is_told_and_removed_by_its_fix() {
    let text = "terrains:
  # Fine and yellow.
  # foeman: allow same-title -- there were two
  sand: {title: Sand, color: '#d9c08c'} # foeman: allow blank-title, same-title -- no reason left
  # foeman: allow same-title, blank-title -- two books
  dune: {title: Sand, color: '#c9b07c'}
# foeman: allow same-title -- at the end
";
    let draft = body(text);
    let expected =
        ["5:unused-allow", "6:unused-allow", "6:unused-allow", "7:unused-allow", "9:unused-allow"].map(str::to_owned);
    assert_eq!(told(&draft), expected);
    let finding = &check(&draft)[3];
    assert_eq!(draft.line_col(finding.place.file, finding.place.span.start), (7, 31), "at the name");
    assert_eq!(finding.message, "`blank-title` has no finding here");
    let fixed = apply_fixes(&draft, Safety::Safe);
    assert_eq!(fixed.findings, [], "{:?}", fixed.refused);
    let expected = "terrains:
  # Fine and yellow.
  sand: {title: Sand, color: '#d9c08c'}
  # foeman: allow same-title -- two books
  dune: {title: Sand, color: '#c9b07c'}
";
    assert_eq!(fixed.draft.text(draft.header_file()), format!("{HEADER}{expected}"));
}

#[test]
fn reasons_words_and_codes_are_asked_for_at_their_places() {
    let sand = "  sand: {title: Sand, color: '#d9c08c'}\n";
    let cases = [
        ("# foeman: allow same-title", "4:3 allow-form: the comment gives no reason"),
        ("# foeman: allow same-title --  ", "4:3 allow-form: the comment gives no reason"),
        ("# foeman: alow same-title -- why", "4:3 allow-form: expected `allow` after `foeman:`, found `alow`"),
        ("#foeman:allow -- why", "4:3 allow-form: expected codes of checks after `allow`, found none"),
        ("# foeman: allow same-titel -- why", "4:19 unknown-check: expected the code of a check, found `same-titel`"),
        ("# foeman: allow zzz -- why", "4:19 unknown-check: expected the code of a check, found `zzz`"),
    ];
    for (comment, expected) in cases {
        let text = rendered(&body(&format!("terrains:\n  {comment}\n{sand}")));
        assert!(text.contains(&format!("pack.yaml:{expected}\n")), "{comment}: {text}");
    }
    let slip = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  # foeman: allow same-titel -- two books\n  dune: {title: Sand, color: '#c9b07c'}\n";
    let fixed = apply_fixes(&body(slip), Safety::Unsafe);
    assert_eq!(fixed.findings, []);
    assert!(fixed.draft.text(fixed.draft.header_file()).ends_with(&slip.replace("titel", "title")));
}

#[test]
fn what_only_looks_like_a_comment_allows_nothing() {
    let text = "terrains:
  sand: {title: Sand, color: '#d9c08c'}
  dune:
    title: '# foeman: allow blank-title -- why'
    color: '#c9b07c'
  bog:
    title: >-
      # foeman: allow blank-title -- why not
    color: '#c9b07c'
  moss: {title: a#foeman: allow, color: '#c9b07c'}
";
    let codes = told(&body(text));
    assert!(!codes.iter().any(|code| code.contains("allow")), "{codes:?}");
}

#[test]
fn what_cannot_be_read_cannot_be_allowed() {
    let text = "terrains:\n  # foeman: allow yaml-syntax -- it is so\n  sand: {title: \"Sand, color: '#d9c08c'}\n";
    assert_eq!(told(&body(text)), ["5:yaml-syntax"]);
}

#[test]
fn what_is_allowed_still_cannot_be_played() {
    let text = "weapons:
  # foeman: allow unknown-reference -- drawn later
  sword: {title: Sword, damage: -1H, held: one-hand, found: [nowhere]}
";
    let analysis = analysed(&body(text));
    assert!(analysis.findings().is_empty());
    let errors = analysis.resolve("sword").expect_err("it refers to a missing record");
    assert_eq!(errors[0].code, "unknown-reference");
}

#[test]
fn the_header_selects_ignores_and_weighs_checks() {
    let rest = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  dune: {title: Sand, color: '#c9b07c'}\n  moss: {title: Moss, color: '#507040', soft: 1}\n";
    let with = |findings: &str| pack(&format!("{HEADER}findings: {findings}\n{rest}"));
    assert_eq!(told(&with("{}")), ["6:same-title", "7:unknown-key"]);
    assert_eq!(told(&with("{ignore: [same-title]}")), ["7:unknown-key"]);
    assert_eq!(analysed(&with("{ignore: [same-title]}")).left_out(), ["same-title"]);
    assert_eq!(told(&with("{select: [same-title]}")), ["6:same-title"]);
    let severity = |findings: &str| check(&with(findings))[0].severity;
    assert_eq!(severity("{severity: {same-title: error}}"), Severity::Error);
    assert_eq!(severity("{severity: {same-title: info}}"), Severity::Info);
    let broken = pack(&format!("{HEADER}findings: {{ignore: [yaml-syntax]}}\nterrains:\n  sand: \"a\n"));
    assert_eq!(told(&broken), ["5:yaml-syntax"], "a pack that cannot be read has no say");
}

#[test]
fn mistakes_in_the_header_are_told_at_their_characters() {
    let rest = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n";
    let with = |findings: &str| rendered(&pack(&format!("{HEADER}findings: {findings}\n{rest}")));
    let cases = [
        ("{ignore: [same-titel]}", "3:21 unknown-check: expected the code of a check, found `same-titel`"),
        ("{select: [zzz]}", "3:21 unknown-check: "),
        ("{severity: {same-titel: error}}", "3:23 unknown-check: "),
        ("{severity: {same-title: bad}}", "3:35 invalid-value: "),
        ("{ignroe: [same-title]}", "3:12 unknown-key: "),
        ("{deny: sometimes}", "3:18 invalid-value: "),
        ("[]", "3:11 wrong-type: "),
    ];
    for (findings, expected) in cases {
        let text = with(findings);
        assert!(text.contains(&format!("pack.yaml:{expected}")), "{findings}: expected {expected} in\n{text}");
    }
}

#[test]
fn after_each_edit_is_told_what_a_fresh_look_tells() {
    let start = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  # foeman: allow same-title -- two books\n  dune: {title: Sand, color: '#c9b07c'}\n";
    let steps =
        [("title: Sand, color: '#c", "title: Dune, color: '#c"), ("same-title --", "same-titel --"), ("Dune", "Sand")];
    let mut draft = body(start);
    let mut analysis = analysed(&draft);
    for (old, new) in steps {
        let file = draft.header_file();
        let at = draft.text(file).find(old).expect("it is there");
        let span = foeman_schema::text::Span::new(at, at + old.len());
        let splice = foeman_schema::edit::Splice { file, span, text: new.to_owned() };
        draft.apply(&vec![splice].into());
        analysis = Analysis::of(Arc::new(draft.clone()), Some(&analysis));
        assert_eq!(analysis.findings(), check(&draft), "{}", draft.text(file));
        assert!(!analysis.findings().is_empty());
    }
}
