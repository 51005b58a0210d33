//! Turns of phrase.

use crate::rulesets::foeman::constants::AUTOMATIC_MISS_PER_DIE;
use crate::rulesets::foeman::hit::{self, Success};
use crate::rulesets::foeman::values::Sum;

/// "needs 13 or less (DX 11, from the side +2), rolled 4+3+2 = 9: hit".
pub(super) fn roll(rolled: &[u8], needed: &Sum, success: Success, [made, failed]: [&str; 2]) -> String {
    let outcome = match success {
        Success::Made => made.to_owned(),
        Success::Failed => failed.to_owned(),
        Success::AutomaticallyFailed => {
            format!("{failed}, as always from {}", AUTOMATIC_MISS_PER_DIE * rolled.len() as i32)
        }
    };
    format!("needs {} or less ({}), rolled {}: {outcome}", needed.total(), explained(needed), sum(rolled))
}

fn explained(needed: &Sum) -> String {
    let mut parts = Vec::new();
    for (index, (reason, value)) in needed.terms().iter().enumerate() {
        parts.push(if index == 0 {
            format!("{} {value}", reason.name())
        } else {
            format!("{} {value:+}", reason.name())
        });
    }
    parts.join(", ")
}

pub(super) fn dice(number: usize) -> String {
    count(number as u32, "die", "dice")
}

pub(super) fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A die as it fell and what was added to it: `4`, `4+2`.
pub(super) fn changed(fell: u8, counts: u8) -> String {
    match i32::from(counts) - i32::from(fell) {
        0 => fell.to_string(),
        by => format!("{fell}{by:+}"),
    }
}

/// `4+3+2 = 9`.
pub(super) fn sum(rolled: &[u8]) -> String {
    let faces: Vec<String> = rolled.iter().map(u8::to_string).collect();
    if rolled.len() == 1 { faces.join("") } else { format!("{} = {}", faces.join("+"), hit::total(rolled)) }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
