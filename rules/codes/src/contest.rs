//! Resolves one code against another (`A5`): pure arithmetic, without dice.

use super::book::Meaning;
use super::catalogs::Harm;
use foeman_engine::coded::lower;
use foeman_engine::display::Term;

/// The score of a motionless defender, used if the response cannot oppose the attack.
///
/// The source asks for a default motionless defence, but does not give its value.
pub const MOTIONLESS: i32 = 0;

/// The greatest result that is still a miss; the source has no example with 0.
pub const MISS: i32 = 0;

/// Why a response does not oppose an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mismatch {
    /// Their classifiers differ.
    Class,
    /// The response's action type cannot oppose the attack's.
    Kind,
}

/// The result of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The terms of the outcome.
    pub scores: Vec<Term>,
    /// The attacker's score minus the defender's.
    pub outcome: i32,
    /// The effect of the armour on the weapon, if the table lists it.
    pub armour: Option<Term>,
    /// Points of harm: the outcome of a hit minus the armour's effect, at least 0; 0 for a miss.
    pub damage: i32,
    /// The kind of harm.
    pub harms: Harm,
}

impl Outcome {
    /// Whether the attack hits.
    pub fn hits(&self) -> bool {
        self.outcome > MISS
    }

    /// Returns all terms: the terms of the outcome and, for a hit, of the armour.
    pub fn terms(&self) -> Vec<Term> {
        let armour = self.armour.iter().filter(|_| self.hits());
        self.scores.iter().chain(armour).cloned().collect()
    }
}

/// Checks whether a response can oppose an attack (`A5`).
pub fn opposes(attack: &Meaning<'_>, response: &Meaning<'_>) -> Result<(), Mismatch> {
    if attack.class.letter != response.class.letter {
        Err(Mismatch::Class)
    } else if !attack.kind.meets.contains(&response.kind.id) {
        Err(Mismatch::Kind)
    } else {
        Ok(())
    }
}

/// Resolves an attack against the response that opposes it, or against a motionless defender (`A5`).
pub fn contest(attack: &Meaning<'_>, response: Option<&Meaning<'_>>) -> Outcome {
    let mut scores = vec![term(lower(&attack.action.title), attack.code.score.get().into(), "A1")];
    scores.push(match response {
        None => term("motionless".to_owned(), -MOTIONLESS, "A5"),
        Some(response) => {
            let name = lower(&response.action.title);
            let (aimed, kept) = (attack.code.location(), response.code.location());
            // A defence counts only at its location: everywhere, or at the place attacked.
            if kept.get() == 0 || kept == aimed {
                term(name, -i32::from(response.code.score.get()), "A5")
            } else {
                term(format!("{name} at another location"), 0, "A5")
            }
        }
    });
    let armour = response.and_then(|response| {
        let (weapon, armour) = (attack.weapon?, response.weapon?);
        let (_, less) = weapon.table.iter().find(|(id, _)| *id == armour.id)?;
        Some(term(format!("{} against {}", lower(&weapon.title), lower(&armour.title)), -less, "A5"))
    });
    let outcome: i32 = scores.iter().map(|term| term.value).sum();
    let less = armour.as_ref().map_or(0, |term| term.value);
    let damage = if outcome > MISS { (outcome + less).max(0) } else { 0 };
    Outcome { scores, outcome, armour, damage, harms: attack.kind.harms }
}

fn term(name: String, value: i32, rule: &str) -> Term {
    Term { name, value, rule: rule.to_owned() }
}
