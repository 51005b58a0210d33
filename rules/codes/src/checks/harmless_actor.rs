//! `harmless-actor`: an actor that cannot attack (`A5`).

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Severity};

use super::contests;

pub(super) static CHECK: Check = Check {
    name: "harmless-actor",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An actor of a contest has no code that can harm",
    doc: "\
In each round of a contest both actors attack once.
An actor cannot attack if all of its codes have a score of 00 or types that do no harm.
Give the actor an attack with a score, or set `harms` for an action type.",
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
      - {name: Ann, color: "#b03a2e", codes: [C-M-001-04-, C-M-001-03-]}
      - {name: Bob, color: "#2e5fb0", codes: [C-H-001-04-, C-M-001-02-]}
"##,
    fix: &[("C-M-001-04-", "C-H-001-04-")],
    run: |check, survey, found| {
        for (contest, book, actors) in contests(survey) {
            for (side, actor) in contest.actors.iter().enumerate() {
                // A code that the book cannot read may be an attack; another check reports it.
                let may_attack = |code| book.meaning(code).map_or(true, |meaning| meaning.attacks());
                if actor.codes.iter().any(may_attack) {
                    continue;
                }
                let at = actors.child(side.to_string()).child("codes");
                let message = format!("expected a code with which {} can attack, found only harmless ones", actor.name);
                found.extend(survey.draft.place(&at).map(|place| check.finding(place, at, message)));
            }
        }
    },
};
