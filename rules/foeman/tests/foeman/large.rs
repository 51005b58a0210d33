//! Packs with one thing repeated very often: checks take linear time, so these tests finish, with the right findings.

use std::fmt::Write as _;

use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use ruleset_foeman::DIALECT;

fn found(body: &str) -> Vec<Finding> {
    let text = format!("pack: large\nruleset: foeman\n{body}");
    check(&Draft::from_texts([("pack.yaml".to_owned(), text)], &[&DIALECT]))
}

fn of<'f>(findings: &'f [Finding], code: &str) -> Vec<&'f Finding> {
    findings.iter().filter(|finding| finding.code == code).collect()
}

const COUNT: usize = 20_000;

/// Named effects, each of which refers to the one with this number.
fn effects(next: impl Fn(usize) -> Option<usize>) -> String {
    let mut text = "effects:\n".to_owned();
    for number in 0..COUNT {
        let effect = match next(number) {
            Some(next) => format!("{{kind: named, effect: e{next}}}"),
            None => "{kind: modify, what: dx, by: -1}".to_owned(),
        };
        let _ = writeln!(text, "  e{number}: {{title: Effect {number}, effects: [{effect}]}}");
    }
    text
}

#[test]
fn a_ring_of_twenty_thousand_effects_is_one_finding_with_a_short_message() {
    let findings = found(&effects(|number| Some((number + 1) % COUNT)));
    let [finding] = &of(&findings, "effect-cycle")[..] else { panic!("one finding: {}", findings.len()) };
    let message = "`e0` contains itself through `e1`, `e2`, `e3`, `e4`, `e5`, `e6`, `e7`, \
                   `e8` and 19991 more";
    assert_eq!(finding.message, message);
    assert_eq!(finding.related.len(), 8);
}

#[test]
fn a_chain_of_twenty_thousand_effects_is_told_where_it_becomes_too_deep() {
    let findings = found(&effects(|number| Some(number + 1).filter(|next| *next < COUNT)));
    assert_eq!(of(&findings, "effect-cycle"), Vec::<&Finding>::new());
    let [deep] = &of(&findings, "effect-depth")[..] else { panic!("one finding: {}", findings.len()) };
    assert_eq!(deep.message, "expected named effects nested at most 10 deep, found 11");
}

#[test]
fn talents_that_name_a_long_chain_of_effects_are_checked() {
    let mut text = effects(|number| Some(number + 1).filter(|next| *next < COUNT));
    text += "talents:\n";
    for number in 0..COUNT {
        let _ =
            writeln!(text, "  t{number}: {{title: Talent {number}, iq: 8, effects: [{{kind: named, effect: e0}}]}}");
    }
    assert_eq!(of(&found(&text), "undeclared-field"), Vec::<&Finding>::new());
}

#[test]
fn a_ring_of_twenty_thousand_talents_is_one_finding() {
    let mut text = "talents:\n".to_owned();
    for number in 0..COUNT {
        let next = (number + 1) % COUNT;
        let _ = writeln!(
            text,
            "  t{number}: {{title: Talent {number}, iq: 8, requires: {{talents: [t{next}]}}, \
             effects: [{{kind: modify, what: dx, by: 1}}]}}"
        );
    }
    assert_eq!(of(&found(&text), "talent-cycle").len(), 1);
}

#[test]
fn twenty_thousand_figures_that_a_roster_does_not_have_are_told() {
    let mut text = "\
maps:
  yard: {title: Yard, geometry: {size: [300, 300]}, fill: sand}
terrains:
  sand: {title: Sand, color: '#d9c08c'}
sides:
  raiders: {title: Raiders, color: '#b03a2e', roster: gang}
  guards: {title: Guards, color: '#2e6db0', roster: watch}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
rosters:
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
  gang:
    title: Gang
    figures:
"
    .to_owned();
    for number in 0..COUNT {
        let _ = writeln!(text, "      maud-{number}: {{name: Maud {number}, type: human}}");
    }
    text += "scenarios:\n  raid:\n    title: Raid\n    map: yard\n    sides:\n      \
             - {side: guards, place: {brana: {hex: [2, 299]}}}\n      - side: raiders\n        place:\n";
    for number in 0..COUNT {
        let _ = writeln!(text, "          muad-{number}: {{hex: [{}, {}]}}", number % 300, number / 300);
    }
    assert_eq!(of(&found(&text), "unknown-placed-figure").len(), COUNT);
}
