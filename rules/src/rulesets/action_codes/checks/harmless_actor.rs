//! Everybody in a contest can attack (`A5`).

use foeman_schema::catalogs::action_codes::Contest;
use foeman_schema::check::Check;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Severity};
use foeman_schema::text::RecordKey;

use super::super::book::Book;
use super::{finding, gather};

/// The check.
pub(super) static HARMLESS_ACTOR: Check = Check {
    name: "harmless-actor",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    summary: "Every actor of a contest has a code that harms",
    doc: "In each round of a contest both actors attack once.\n\
          An actor all of whose codes are of types that harm nothing, or have a score of 00, cannot do so.\n\
          Give the actor an attack with a score, or say with `harms` what an action type takes from an opponent.",
    bad: include_str!("harmless_actor.bad.yaml"),
    fixed: include_str!("harmless_actor.fixed.yaml"),
    run: |check, draft, found| {
        let Some(dialect) = draft.dialect() else { return };
        let all = gather(draft, dialect);
        for id in draft.ids(Contest::CATALOG) {
            let Ok(contest) = all.get(&Ref::<Contest>::new(id)) else { continue };
            let Ok(book) = Book::read(&all, &contest.codes) else { continue };
            let actors = RecordKey::new(Contest::CATALOG, id).pointer().child("actors");
            for (side, actor) in contest.actors.iter().enumerate() {
                // A code the book cannot read may be the attack; another check reports it.
                let harms = actor.codes.iter().any(|code| book.meaning(code).is_ok_and(|meaning| meaning.attacks()));
                let unread = actor.codes.iter().any(|code| book.meaning(code).is_err());
                if !harms && !unread {
                    let at = actors.child(side.to_string()).child("codes");
                    let message =
                        format!("expected a code of `{}` that harms, but none of these can attack", actor.name);
                    found.extend(finding(check, draft, at, message));
                }
            }
        }
    },
};
