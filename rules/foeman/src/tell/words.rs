//! Phrases of the battle log.

use crate::constants::AUTOMATIC_MISS_PER_DIE;
use crate::content::Content;
use crate::ids::Source;
use crate::rolls::success::{self, AutomaticMiss, Success};
use crate::rolls::{Check, Reason, Sum};
use foeman_engine::display::Term;

/// `needs 13 or less (DX 11, from the side +2), rolled 4+3+2 = 9: hit`.
pub(super) fn roll(content: &Content, check: &Check, [made, failed]: [&str; 2]) -> String {
    let least = AUTOMATIC_MISS_PER_DIE * check.dice.len() as i32;
    let lifted = check.miss == AutomaticMiss::Lifted && check.total() >= least;
    let outcome = match check.success {
        // Without an explanation, this would look like a mistake.
        Success::Made if lifted => format!("{made}, because a repeated action never fails automatically (F6.6)"),
        Success::Made => made.to_owned(),
        Success::Failed => failed.to_owned(),
        Success::AutomaticallyFailed => {
            format!("{failed}, because {least} or more on {} always fails (F1.9)", dice(check.dice.len()))
        }
    };
    let why = explained(content, &check.needed);
    format!("needs {} or less ({why}), rolled {}: {outcome}", check.needed.total(), sum(&check.dice))
}

/// The terms of a sum in words: `DX 11, from the side +2`.
pub(crate) fn explained(content: &Content, needed: &Sum) -> String {
    let mut parts = Vec::new();
    for (index, term) in needed.terms().iter().enumerate() {
        let name = reason(content, term.why);
        parts.push(if index == 0 { format!("{name} {}", term.value) } else { format!("{name} {:+}", term.value) });
    }
    parts.join(", ")
}

/// The terms of a sum in words, all with their signs and each reason once: `Keen edge +1`.
pub(super) fn signed(content: &Content, sum: &Sum) -> String {
    let mut parts: Vec<(&str, i32)> = Vec::new();
    for term in sum.terms() {
        let name = reason(content, term.why);
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, value)) => *value += term.value,
            None => parts.push((name, term.value)),
        }
    }
    let told: Vec<String> = parts.iter().map(|(name, value)| format!("{name} {value:+}")).collect();
    told.join(", ")
}

/// The terms of a sum, each with its rule.
pub(crate) fn terms(content: &Content, sum: &Sum) -> Vec<Term> {
    let told = |term: &crate::rolls::Term| Term {
        name: reason(content, term.why).to_owned(),
        value: term.value,
        rule: term.why.rule().to_owned(),
    };
    sum.terms().iter().map(told).collect()
}

/// The name of a term: its reason, or the title of the effect's source.
pub(crate) fn reason(content: &Content, why: Reason) -> &str {
    match why {
        Reason::Strength => "ST",
        Reason::Dexterity => "DX",
        Reason::Intelligence => "IQ",
        Reason::Movement => "MA",
        Reason::Wounds => "wounds",
        Reason::Exhaustion => "exhaustion",
        Reason::Shock => "shock",
        Reason::Unsteady => "hasty turn",
        Reason::Weakness => "too weak for it",
        Reason::FromSide => "from the side",
        Reason::FromBehind => "from behind",
        Reason::TargetProne => "target lies",
        Reason::Aimed => "aimed",
        Reason::Range => "range",
        Reason::Covering => "behind the shield",
        Reason::Double => "two attacks at once",
        Reason::Exerted => "weapon proficiency",
        Reason::Buried => "buried",
        Reason::Stuck => "stuck",
        Reason::HigherGround => "from higher ground",
        Reason::OwnGear | Reason::UsedGear => "own gear",
        Reason::OfSide => "modifier of the side",
        Reason::OfKind => "size",
        Reason::OfScenario => "scenario",
        Reason::OfUse => "base value",
        Reason::Least => "minimum",
        Reason::Status(status) => status.name(),
        Reason::StrengthPassing | Reason::StrengthGrappling | Reason::StrengthPushing => "half the ST difference",
        Reason::AdventurerBonus => "adventurer bonus",
        Reason::Proficient => "Weapon Proficiency",
        Reason::OfWeapon => "weapon",
        Reason::Encumbered => "load",
        Reason::Effect(of) => source(content, of),
    }
}

/// The title of an effect's source.
pub(crate) fn source(content: &Content, source: Source) -> &str {
    match source {
        Source::Item(kind) => &content.item(kind).title,
        Source::Spell(spell) => &content.spell(spell).title,
        Source::Talent(talent) => &content.talent(talent).title,
        Source::Kind(kind) => &content.kind(kind).title,
        Source::Named(named) => &content.named(named).title,
        Source::Terrain(terrain) => {
            content.land.ground.terrains.get(terrain.index()).map_or("the ground", |terrain| &terrain.title)
        }
    }
}

pub(crate) fn dice(number: usize) -> String {
    count(number as u32, "die", "dice")
}

pub(super) fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A die as rolled, with the change: `4`, `4+2`.
pub(super) fn changed(fell: u8, counts: u8) -> String {
    match i32::from(counts) - i32::from(fell) {
        0 => fell.to_string(),
        by => format!("{fell}{by:+}"),
    }
}

/// `4+3+2 = 9`.
pub(super) fn sum(rolled: &[u8]) -> String {
    let faces: Vec<String> = rolled.iter().map(u8::to_string).collect();
    if rolled.len() == 1 { faces.join("") } else { format!("{} = {}", faces.join("+"), success::total(rolled)) }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// `an arrow`, `a bolt`.
pub(super) fn one(title: &str) -> String {
    let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {title}")
}
