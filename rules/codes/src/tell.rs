//! The log of a contest: every code in words, every outcome with its terms.

use foeman_schema::notation::code::ActionCode;

use super::book::Meaning;
use super::catalogs::Harm;
use super::content::Content;
use super::contest::{MOTIONLESS, Mismatch, contest};
use super::instruction::Instruction;
use super::state::State;
use foeman_engine::coded::lower;
use foeman_engine::display::{Line, LineKind};
use foeman_engine::ruleset::SideId;

/// Describes an instruction in a log line, given the state just before it; `None` for bookkeeping.
pub(super) fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
    match instruction {
        Instruction::Round { round } => Some(line(LineKind::Heading, format!("Round {round}"), None)),
        Instruction::Shown { side, code } => {
            let text = format!("{}: {}", content.name(*side), said(content, code));
            Some(Line { code: Some(code.to_string()), ..line(LineKind::Event, text, Some(*side)) })
        }
        Instruction::Mismatched { side, why, attack, response } => {
            Some(line(LineKind::Detail, mismatched(content, *side, *why, attack, response), Some(*side)))
        }
        Instruction::Met { side, attack, response } => met(content, *side, attack, response.as_ref()),
        Instruction::Harmed { side, harm, points } => {
            let standing = state.actors.get(usize::from(side.0))?;
            let (name, before) = match harm {
                Harm::Nothing => return None,
                Harm::Health => ("health", standing.health),
                Harm::Resolve => ("resolve", standing.resolve),
            };
            let left = before.saturating_sub(*points);
            let after = if left == 0 { "has none left: out".to_owned() } else { format!("has {left} left") };
            let text = format!("{} loses {points} {name} and {after}", content.name(*side));
            let lost = (left == 0).then_some(u32::from(side.0));
            Some(Line { lost, ..line(LineKind::Detail, text, Some(*side)) })
        }
        Instruction::Chosen { .. } | Instruction::Tired { .. } | Instruction::Parted => None,
    }
}

/// Returns the line for a hit or miss, with the terms of the outcome.
pub(super) fn outcome_line(
    attacker: &str,
    defender: &str,
    attack: &Meaning<'_>,
    response: Option<&Meaning<'_>>,
) -> Line {
    let result = contest(attack, response);
    let whose = if attacker.ends_with('s') { format!("{attacker}'") } else { format!("{attacker}'s") };
    let action = format!("{whose} {}", lower(&attack.action.title));
    let text = match (result.hits(), result.damage, result.harms) {
        (false, ..) => format!("{action} misses {defender}: outcome {}", result.outcome),
        (true, _, Harm::Nothing) => format!("{action} succeeds and does no harm: outcome {}", result.outcome),
        (true, 0, _) => format!("{action} hits {defender}, but is stopped: outcome {}", result.outcome),
        (true, damage, _) => format!("{action} hits {defender}: outcome {}, damage {damage}", result.outcome),
    };
    Line { terms: result.terms(), ..Line::new(LineKind::Detail, text) }
}

/// Returns why a response does not oppose an attack, with both codes.
pub(super) fn mismatch_text(why: Mismatch, attack: &Meaning<'_>, response: &Meaning<'_>, defender: &str) -> String {
    let (reason, one, other) = match why {
        Mismatch::Class => ("different classifiers", &attack.class.title, &response.class.title),
        Mismatch::Kind => ("incompatible types", &attack.kind.title, &response.kind.title),
    };
    format!(
        "Error: {} and {} have {reason}, {} and {}: {defender} is motionless, score {MOTIONLESS}; {} takes place anyway",
        attack.code,
        response.code,
        lower(one),
        lower(other),
        lower(&response.action.title),
    )
}

/// Formats a code in words, followed by the code.
pub(super) fn said(content: &Content, code: &ActionCode) -> String {
    match content.book.meaning(code) {
        Ok(meaning) => format!("{} ({code})", meaning.words()),
        Err(_) => code.to_string(),
    }
}

fn mismatched(content: &Content, side: SideId, why: Mismatch, attack: &ActionCode, response: &ActionCode) -> String {
    match (content.book.meaning(attack), content.book.meaning(response)) {
        (Ok(attack), Ok(response)) => mismatch_text(why, &attack, &response, content.name(SideId(1 - side.0.min(1)))),
        _ => format!("Error: {attack} and {response} do not match"),
    }
}

fn met(content: &Content, side: SideId, attack: &ActionCode, response: Option<&ActionCode>) -> Option<Line> {
    let attack = content.book.meaning(attack).ok()?;
    let response = response.and_then(|response| content.book.meaning(response).ok());
    let other = SideId(1 - side.0.min(1));
    let told = outcome_line(content.name(side), content.name(other), &attack, response.as_ref());
    Some(Line { actor: Some(side.0.into()), ..told })
}

fn line(kind: LineKind, text: String, side: Option<SideId>) -> Line {
    Line { actor: side.map(|side| side.0.into()), ..Line::new(kind, text) }
}
