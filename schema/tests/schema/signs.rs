//! Look-alike characters and hidden characters.

use foeman_schema::analysis::check;
use foeman_schema::finding::Safety;
use foeman_schema::fix::apply_fixes;

use crate::common::{HEADER, body, rendered};

/// Returns the only finding of a body, and the body after its fix.
#[track_caller]
fn mended(text: &str) -> (String, String) {
    let draft = body(text);
    let found = check(&draft);
    assert_eq!(found.len(), 1, "{text}\n{}", rendered(&draft));
    let fixed = apply_fixes(&draft, Safety::Unsafe);
    assert!(fixed.findings.is_empty(), "{text}\n{}\n{:?}", rendered(&fixed.draft), fixed.refused);
    let after = fixed.draft.text(fixed.draft.header_file()).strip_prefix(HEADER).expect("the header stays").to_owned();
    (found[0].message.clone(), after)
}

const SAND: &str = "terrains:\n  sand:\n    title: Sand\n    color: \"#112233\"\n";

#[test]
fn a_full_width_colon_is_one_finding_whose_fix_writes_a_colon() {
    let (message, after) = mended(&SAND.replace("color: ", "color：\u{20}"));
    assert_eq!(message, "expected `:`, found a full-width colon `：` (U+FF1A)");
    assert_eq!(after, SAND);
    for odd in [
        SAND.replace("color: ", "color："),
        SAND.replace("title: ", "title："),
        SAND.replace("sand:", "sand："),
        SAND.replace(": ", "："),
        SAND.replace("terrains:", "terrains："),
    ] {
        assert_eq!(mended(&odd).1, SAND, "{odd}");
    }
}

#[test]
fn commas_quotes_brackets_and_blanks_of_other_keyboards_are_one_finding_each() {
    let flow = "terrains:\n  sand: {title: \"Sand: fine\", color: \"#112233\"}\n";
    for (odd, name) in [
        (flow.replace(',', "，"), "a full-width comma"),
        (flow.replacen("\"Sand: fine\"", "“Sand: fine”", 1), "a curly quote"),
        (flow.replace(['{', '}'], "｛").replacen("\"｛\n", "\"｝\n", 1), "a full-width bracket"),
        (SAND.replace("    color", "\u{a0}\u{a0}\u{a0}\u{a0}color"), "a no-break space"),
        (SAND.replace("    ", "\u{a0}\u{a0}\u{a0}\u{a0}"), "a no-break space"),
    ] {
        let (message, after) = mended(&odd);
        assert!(message.contains(name), "{message}\n{odd}");
        assert!(after == flow || after == SAND, "{after}");
    }
    let (_, after) = mended(&SAND.replace("\"#112233\"", "“#112233”"));
    assert_eq!(after, SAND);
}

#[test]
fn commas_and_brackets_of_other_keyboards_in_lists_and_maps_are_one_finding_each() {
    let map = "maps:\n  beach:\n    title: Beach\n    geometry: {size: [2, 1]}\n    legend: {s: sand, r: rock}\n    \
               rows: |\n      sr\nterrains:\n  sand: {title: Sand, color: \"#112233\"}\n  rock: {title: Rock, color: \"#223344\"}\n";
    assert_eq!(rendered(&body(map)), "");
    for (old, new, name) in [
        ("[2, 1]", "[2， 1]", "a full-width comma `，` (U+FF0C)"),
        ("[2, 1]", "[2，1]", "a full-width comma"),
        ("[2, 1]", "[2、1]", "a full-width comma"),
        ("[2, 1]", "［2， 1］", "a full-width bracket"),
        ("[2, 1]", "［2, 1］", "a full-width bracket"),
        ("{s: sand, r: rock}", "{s： sand, r: rock}", "a full-width colon"),
        ("{s: sand, r: rock}", "{s：sand， r：rock}", "a full-width colon"),
        ("{s: sand, r: rock}", "{s: sand， r: rock}", "a full-width comma"),
        ("{s: sand, r: rock}", "｛s: sand, r: rock｝", "a full-width bracket"),
        ("{size: [2, 1]}", "{size： [2， 1]}", "a full-width colon"),
        ("{size: [2, 1]}", "｛size：［2，1］｝", "a full-width bracket"),
        ("{title: Sand, color: \"#112233\"}", "{title：Sand, color： \"#112233\"}", "a full-width colon"),
    ] {
        let (message, after) = mended(&map.replace(old, new));
        assert!(message.starts_with("expected `") && message.contains(name), "{new}: {message}");
        assert_eq!(after, map, "{new}");
    }
    // What else is wrong with the record is reported as before, and text keeps its signs.
    let found = rendered(&body(&map.replace("[2, 1]", "[2， 0]")));
    assert!(found.contains("wrong") || found.contains("invalid-value"), "{found}");
    let titled = map.replace("title: Beach", "title: Sand， sea： wind");
    let found = rendered(&body(&titled.replace("[2, 1]", "[2， 1]")));
    assert_eq!(found.matches("pack.yaml:").count(), 1, "{found}");
    assert_eq!(mended(&titled.replace("[2, 1]", "[2， 1]")).1, titled);
}

#[test]
fn words_in_other_scripts_keep_their_signs() {
    let text = "terrains:\n  sand:\n    title: 沙：“细”，白\n    about: 'a，b：c'\n    color: \"#112233\" # ：，\n";
    assert!(!rendered(&body(text)).contains("yaml-syntax"), "{}", rendered(&body(text)));
    // Errors of other kinds are not attributed to look-alike characters.
    let broken = text.replace("\"#112233\"", "\"#112233");
    assert!(rendered(&body(&broken)).contains("expected a closing quote"), "{}", rendered(&body(&broken)));
}

#[test]
fn titles_with_line_breaks_or_characters_that_are_not_seen_are_reported() {
    let text = "terrains:\n  a: {title: \"two\\nlines\", color: \"#112233\"}\n  b: {title: \"\\u200b\", color: \"#223344\"}\n\
                \x20 c: {title: \"ab\\u202ecd\\x1b[31m\", color: \"#334455\"}\n";
    let draft = body(text);
    let found: Vec<(&str, String)> = check(&draft).into_iter().map(|finding| (finding.code, finding.message)).collect();
    assert_eq!(
        found,
        [
            (
                "hidden-character",
                "expected a title of visible characters on one line, found a line break (U+000A); remove it".to_owned()
            ),
            ("blank-title", "expected a visible title, found `\u{200b}`".to_owned()),
            (
                "hidden-character",
                "expected a title of visible characters on one line, found a direction mark (U+202E), \
                 a control character (U+001B); remove them"
                    .to_owned()
            ),
        ]
    );
    let fixed = apply_fixes(&draft, Safety::Unsafe);
    assert!(fixed.findings.is_empty(), "{}", rendered(&fixed.draft));
}

#[test]
fn the_title_and_the_authors_of_a_pack_are_looked_at_too() {
    let text = "title: \"A\\u2028B\"\nauthors: [\"Me\\u200e\"]\n";
    let found: Vec<_> = check(&body(text)).into_iter().map(|it| (it.code, it.pointer.to_string())).collect();
    assert_eq!(found, [("hidden-character", "/title".to_owned()), ("hidden-character", "/authors/0".to_owned())]);
}

#[test]
fn titles_and_ids_that_look_the_same_in_two_forms_of_unicode_are_reported() {
    let titles =
        "terrains:\n  a: {title: Caf\u{e9}, color: \"#112233\"}\n  b: {title: Cafe\u{301}, color: \"#553344\"}\n";
    let found = check(&body(titles));
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["same-title"]);
    let ids = "terrains:\n  caf\u{e9}: {title: A, color: \"#112233\"}\n  cafe\u{301}: {title: B, color: \"#553344\"}\n";
    let found = check(&body(ids));
    assert!(found.iter().all(|finding| finding.code == "invalid-id" && finding.related.len() == 1), "{found:#?}");
}

#[test]
fn an_alias_of_a_value_in_a_record_that_cannot_be_read_is_not_reported_again() {
    let text = "terrains:\n  a: &a\n    title: \"A\n    color: \"#112233\"\n  b: *a\n  c: *a\n";
    let found = check(&body(text));
    assert_eq!(found.len(), 1, "{}", rendered(&body(text)));
    let unknown = check(&body(&text.replace("c: *a", "c: *z")));
    assert_eq!(unknown.len(), 2, "an anchor that is nowhere is reported");
}
