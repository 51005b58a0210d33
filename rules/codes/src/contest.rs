//! One code set against another (`A5`): pure arithmetic, without dice.

use super::book::Meaning;
use super::catalogs::Harm;
use foeman_engine::coded::lower;
use foeman_engine::told::Term;

/// The score of somebody who stands motionless: the defence against an attack whose response cannot oppose it.
///
/// The source asks for a default motionless defence and does not say how good it is.
pub const MOTIONLESS: i32 = 0;

/// The greatest outcome that is still a miss; the source shows no outcome of 0.
pub const MISS: i32 = 0;

/// Why a response does not oppose an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mismatch {
    /// Their classifiers differ.
    Class,
    /// The attack's action type does not meet the response's.
    Kind,
}

/// What came of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What the outcome is the sum of.
    pub scores: Vec<Term>,
    /// The attacker's score less the defender's.
    pub outcome: i32,
    /// What the table says of weapon and armour, where it says something.
    pub armour: Option<Term>,
    /// Points of harm: the outcome of a hit less what the table gives, at least 0; 0 for a miss.
    pub damage: i32,
    /// What the points are taken from.
    pub harms: Harm,
}

impl Outcome {
    /// Whether the attack hits.
    pub fn hits(&self) -> bool {
        self.outcome > MISS
    }

    /// All terms: those of the outcome, and for a hit that of the table.
    pub fn terms(&self) -> Vec<Term> {
        let armour = self.armour.iter().filter(|_| self.hits());
        self.scores.iter().chain(armour).cloned().collect()
    }
}

/// Whether a response can oppose an attack (`A5`).
pub fn opposes(attack: &Meaning<'_>, response: &Meaning<'_>) -> Result<(), Mismatch> {
    if attack.class.letter != response.class.letter {
        Err(Mismatch::Class)
    } else if !attack.kind.meets.contains(&response.kind.id) {
        Err(Mismatch::Kind)
    } else {
        Ok(())
    }
}

/// Sets an attack against the response that opposes it, or against somebody motionless (`A5`).
pub fn contest(attack: &Meaning<'_>, response: Option<&Meaning<'_>>) -> Outcome {
    let mut scores = vec![term(lower(&attack.action.title), attack.code.score.get().into(), "A1")];
    scores.push(match response {
        None => term("motionless".to_owned(), -MOTIONLESS, "A5"),
        Some(response) => {
            let name = lower(&response.action.title);
            let (aimed, kept) = (attack.code.location(), response.code.location());
            // A defence counts only where it is: everywhere, or at the place attacked.
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
