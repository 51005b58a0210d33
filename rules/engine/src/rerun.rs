//! Reruns a battle with the same seed and, as far as they stay legal, the same commands, but with one thing changed.

use std::sync::Arc;

use crate::amend::Amendment;
use crate::battle::{Battle, Cause, Stage};
use crate::ruleset::{Ruleset, Turn};

/// A battle that was rerun.
pub(crate) struct Rerun<R: Ruleset> {
    /// The battle, up to the last command that is still legal.
    pub(crate) battle: Battle<R>,
    /// The point at which the two battles diverge; `None` if they do not.
    pub(crate) parting: Option<Parting>,
}

/// The first entries in which two battles differ, and why the second ends early if it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Parting {
    /// The number of the entry in the original battle.
    pub(crate) before: usize,
    /// The number of the entry in the new battle.
    pub(crate) after: usize,
    /// Why a command of the original is refused in the new battle; `None` if that is not how they diverge.
    pub(crate) refused: Option<String>,
}

/// The change.
pub(crate) enum Other<R: Ruleset> {
    /// The content, from the start; later changes of content in the original are dropped.
    Content(Arc<Stage<R>>),
    /// The command of one entry.
    Command(usize, R::Command),
}

/// Reruns a battle with one change. A game master's edits are repeated in the same places.
pub(crate) fn rerun<R: Ruleset>(old: &Battle<R>, other: Other<R>) -> Rerun<R> {
    let (stage, mut instead) = match other {
        Other::Content(stage) => (Some(stage), None),
        Other::Command(entry, command) => (None, Some((entry, command))),
    };
    let keeps_content = stage.is_none();
    let mut battle = Battle::on(stage.unwrap_or_else(|| Arc::clone(old.stage())), old.seed());
    let mut parting = differs(old, &battle, 0).then_some(Parting { before: 0, after: 0, refused: None });
    for (number, entry) in old.entries().iter().enumerate().skip(1) {
        let refused = match &entry.cause {
            Cause::SetUp => None,
            Cause::Amended(amendment) => match &**amendment {
                Amendment::Content(_) if !keeps_content => continue,
                Amendment::Content(_) | Amendment::Edit(_) => battle.amend((**amendment).clone()).err(),
            },
            Cause::Rules => {
                // Once the battles have diverged, the rules advance to the next decision when the next command is
                // repeated.
                if parting.is_some() {
                    continue;
                }
                battle.advance();
                None
            }
            Cause::Command(command) => {
                if parting.is_some() {
                    go_on(&mut battle);
                }
                let other = instead.take_if(|(at, _)| *at == number).map(|(_, other)| other);
                let command = other.unwrap_or_else(|| command.clone());
                let issued = match entry.seed {
                    Some(seed) => battle.issue_with(command, seed),
                    None => battle.issue(command),
                };
                issued.err().map(|refusal| match refusal.rule {
                    "" => refusal.message.to_owned(),
                    rule => format!("{} ({rule})", refusal.message),
                })
            }
        };
        let after = battle.entries().len() - usize::from(refused.is_none());
        let ends = refused.is_some();
        if parting.is_none() && (ends || differs_at(old, number, &battle, after)) {
            parting = Some(Parting { before: number, after, refused });
        }
        if ends {
            break;
        }
    }
    Rerun { battle, parting }
}

/// Lets the rules advance until a side has to decide.
fn go_on<R: Ruleset>(battle: &mut Battle<R>) {
    while battle.turn() == Turn::Auto {
        battle.advance();
    }
}

fn differs<R: Ruleset>(old: &Battle<R>, new: &Battle<R>, entry: usize) -> bool {
    differs_at(old, entry, new, entry)
}

fn differs_at<R: Ruleset>(old: &Battle<R>, before: usize, new: &Battle<R>, after: usize) -> bool {
    old.entries().get(before) != new.entries().get(after)
}
