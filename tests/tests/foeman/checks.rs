//! The checks this ruleset adds: each finds its bad example at the exact place, and nothing in the mended one.

use foeman_rules::rulesets::{SHIPPED, foeman::DIALECT};
use foeman_schema::check::check;
use foeman_schema::draft::Draft;

#[test]
fn each_check_finds_its_bad_example_and_nothing_in_the_mended_one() {
    assert!(DIALECT.checks.is_sorted_by_key(|check| check.name));
    for one in DIALECT.checks {
        assert_eq!(findings(one.fixed), Vec::<String>::new(), "{}: mended", one.name);
        let found = findings(one.bad);
        assert!(found.len() == 1 && found[0].contains(one.name), "{}: {found:?}", one.name);
    }
}

#[test]
fn findings_point_at_the_figure_and_say_what_would_do() {
    let expected = [
        "cannot-hold at `second-hand`: expected both hands for `Halberd`, but found `Shield` beside `Halberd`; \
         move one of the figure's things to another place",
        "off-map-figure at `[3, 0]`: expected a hex of the map, but column 3, row 0 is outside it; \
         `Yard` has columns 0 to 2 and rows 0 to 0",
        "shared-hex at `[1, 0]`: expected a free hex, but column 1, row 0 is taken by `gorsk`; \
         place one of the two elsewhere",
        "unknown-placed-figure at `brann`: expected a figure of roster `watch`, but found `brann`; \
         did you mean `brana`?",
    ];
    let found: Vec<String> = DIALECT.checks.iter().flat_map(|check| findings(check.bad)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_figure_on_a_wall_is_off_the_map_too() {
    let off_map = DIALECT.checks.iter().find(|check| check.name == "off-map-figure").expect("it is shipped");
    let walled = off_map
        .fixed
        .replace("\"#d9c08c\"}", "\"#d9c08c\"}\n  wall: {title: Wall, color: \"#000000\", blocks-move: true}");
    let walled = walled.replace("{s: sand}", "{s: sand, w: wall}").replace("      sss\n", "      ssw\n");
    let found = findings(&walled);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("column 2, row 0 is `Wall`, which blocks movement"), "{found:?}");
}

#[test]
fn worn_things_are_not_held_and_hands_hold_one_thing_each() {
    let cannot_hold = DIALECT.checks.iter().find(|check| check.name == "cannot-hold").expect("it is shipped");
    let gear = |first: &str, second: &str| {
        let body = cannot_hold.fixed.replace("place: first-hand", first).replace("place: back", second);
        findings(&body)
            .into_iter()
            .map(|found| found.split("; ").next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(gear("place: second-hand", "place: belt"), Vec::<String>::new());
    assert_eq!(
        gear("place: worn", "place: back"),
        ["cannot-hold at `worn`: expected something to wear, but found `Halberd`, which is held"]
    );
    assert_eq!(
        gear("place: second-hand", "place: second-hand"),
        ["cannot-hold at `second-hand`: expected a free hand for `Shield`, but it holds `Halberd` already"]
    );
}

/// The findings in a pack's body: code, text at the place, message and help.
fn findings(body: &str) -> Vec<String> {
    let text = format!("pack: example\ntitle: Example\nversion: 1.0.0\nruleset: foeman\nformat: 1\n{body}");
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
    check(&draft)
        .into_iter()
        .map(|finding| {
            let at = &draft.text(finding.place.file)[finding.place.span.range()];
            format!("{} at `{at}`: {}; {}", finding.code, finding.message, finding.help.unwrap_or_default())
        })
        .collect()
}
