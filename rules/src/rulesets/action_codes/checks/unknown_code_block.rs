//! A contest's codes are made of what its book knows (`A3`).

use foeman_schema::check::Check;
use foeman_schema::finding::{Confidence, Severity};

use super::contests;

/// The check.
pub(super) static UNKNOWN_CODE_BLOCK: Check = Check {
    name: "unknown-code-block",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: foeman_schema::check::Scope::Pack,
    summary: "A contest's codes use letters and numbers of its code book",
    doc: "A code is well formed by its shape alone; what its letters and numbers stand for is said by the code book.\n\
          A contest whose codes its book cannot read cannot be played.\n\
          Use one of the values that the message lists, or add what is missing to the book, its types or weapons.",
    bad: include_str!("unknown_code_block.bad.yaml"),
    fixed: include_str!("unknown_code_block.fixed.yaml"),
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
