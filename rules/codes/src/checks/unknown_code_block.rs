//! `unknown-code-block`: a contest's code with a block that its book does not define (`A3`).

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Severity};

use super::contests;

pub(super) static CHECK: Check = Check {
    name: "unknown-code-block",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A contest uses letters or numbers that its code book does not have",
    doc: "\
A code can be well formed and still use letters and numbers that the code book does not define.
A contest with codes that its book cannot read cannot be played.
Use one of the values in the message, or add the missing one to the book, its types or weapons.",
    bad: r##"codes:
  plain:
    title: Plain codes
    classifiers: [combat]
classifiers:
  combat: {title: Combat, letter: C, types: [hand-to-hand, movement]}
types:
  hand-to-hand:
    title: Hand-to-hand
    letter: H
    harms: health
    meets: [movement]
    actions:
      punch: {title: Punch, number: "001"}
  movement:
    title: Movement
    letter: M
    actions:
      dodge: {title: Dodge, number: "001"}
contests:
  brawl:
    title: Brawl
    codes: plain
    actors:
      - {name: Ann, color: "#b03a2e", codes: [C-H-002-04-, C-M-001-03-]}
      - {name: Bob, color: "#2e5fb0", codes: [C-H-001-04-, C-M-001-02-]}
"##,
    fix: &[("C-H-002-04-", "C-H-001-04-")],
    run: |check, survey, found| {
        for (contest, book, actors) in contests(survey) {
            for (side, actor) in contest.actors.iter().enumerate() {
                for (index, code) in actor.codes.iter().enumerate() {
                    let Err(unknown) = book.meaning(code) else { continue };
                    let at = actors.child(side.to_string()).child("codes").child(index.to_string());
                    let place = survey.draft.place(&at);
                    found.extend(place.map(|place| check.finding(place, at, unknown.to_string())));
                }
            }
        }
    },
};
