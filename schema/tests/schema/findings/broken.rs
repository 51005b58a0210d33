//! Broken YAML, reported at the location to correct.

use foeman_schema::analysis::check;

use crate::common::{HEADER, body};

/// Marks the expected location in a text.
const MARK: char = '▶';

/// A broken text: its name, the text with the mark, and the expected words of the finding.
struct Case<'a> {
    name: &'a str,
    text: String,
    words: &'a str,
}

fn cases() -> Vec<Case<'static>> {
    let case = |block: &'static str| {
        let (name, rest) = block.split_once('\n').expect("a case has a name");
        let (text, words) = rest.split_once("\n-- ").expect("a case has an expected message");
        Case { name, text: format!("{text}\n"), words: words.trim_end() }
    };
    include_str!("broken.txt").split("\n== ").skip(1).map(case).collect()
}

#[test]
fn every_broken_text_is_told_once_where_it_would_be_mended() {
    let cases = cases();
    assert!(cases.len() >= 60, "{}", cases.len());
    let mut wrong = String::new();
    for Case { name, text, words } in cases {
        let (before, after) = text.split_once(MARK).unwrap();
        assert!(!after.contains(MARK), "{name}");
        let above = HEADER.lines().count();
        let line = before.matches('\n').count() + 1 + above;
        let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
        let draft = body(&format!("{before}{after}"));
        let found: Vec<String> = check(&draft)
            .iter()
            .map(|finding| {
                let (line, column) = draft.line_col(finding.place.file, finding.place.span.start);
                format!("{line}:{column} {}: {}", finding.code, finding.message)
            })
            .collect();
        let expected = format!("{line}:{column} yaml-syntax: ");
        if !matches!(found.as_slice(), [one] if one.starts_with(&expected) && one.contains(words)) {
            wrong += &format!("== {name}\nexpected {expected}{words}\nfound    {}\n", found.join("\n         "));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_character_that_yaml_does_not_have_is_told_in_every_comment() {
    let text = "# ▶above\nweapons:\n  # ▶of the first\n  sword:\n    title: Sword # ▶beside\n    damage: -1H\n    held: one-hand\n\n# ▶below\n";
    let above = HEADER.lines().count();
    for (place, _) in text.match_indices(MARK) {
        let [before, after] = [&text[..place], &text[place..]].map(|part| part.replace(MARK, ""));
        let line = before.matches('\n').count() + 1 + above;
        let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
        for (character, said) in [('\0', "a null character"), ('\u{5}', "`\\u{5}`"), ('\u{7f}', "`\\u{7f}`")] {
            let draft = body(&format!("{before}{character}{after}"));
            let findings = check(&draft);
            let [finding] = findings.as_slice() else { panic!("{line}:{column}: {findings:?}") };
            let (at_line, at_column) = draft.line_col(finding.place.file, finding.place.span.start);
            assert_eq!([at_line, at_column].map(|at| at as usize), [line, column], "{finding:?}");
            assert_eq!(finding.code, "yaml-syntax");
            assert!(finding.message.contains(said) && finding.message.ends_with("remove it"), "{}", finding.message);
        }
    }
}
