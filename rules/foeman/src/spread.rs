//! Exact distributions of damage and amounts.

use crate::attack::damage::{keep, modify, rolled};
use crate::constants::ORDINARY_DICE;
use crate::notation::expression::Situation;
use crate::notation::expression::{Attribute, Whose, evaluate};
use crate::notation::{DamageDice, DamageStat, Roll};
use crate::rolls::odds::{at_most, cases};
use foeman_engine::spread::Spread;

/// The maximum number of dice whose rolls are enumerated.
const MOST_DICE: u8 = 6;
/// The maximum number of combinations of dice sums.
const MOST_WAYS: usize = 20_000;

/// The distributions of a value in a notation; empty if no dice are rolled, or too many.
pub(super) fn spreads(notation: &str, text: &str) -> Vec<Spread> {
    match notation {
        "damage" => text.parse().map(|stat| damage(&stat)).unwrap_or_default(),
        "roll" => text.parse::<Roll>().ok().and_then(|roll| amount(&roll)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The points of damage, wounds and exhaustion together, for an ordinary hit roll and for one die more or less.
fn damage(stat: &DamageStat) -> Vec<Spread> {
    let hits = match stat.dice {
        DamageDice::HitLess(_) => ORDINARY_DICE - 1..=ORDINARY_DICE + 1,
        DamageDice::Fixed(_) => ORDINARY_DICE..=ORDINARY_DICE,
    };
    let counted = hits.map(|hit| (hit, rolled(stat, hit))).filter(|(_, dice)| (1..=MOST_DICE).contains(dice));
    let spread = |(hit, dice): (u8, u8)| {
        let falls = (0..cases(dice)).map(|fall| {
            let faces = (0..dice).map(|die| (fall / cases(die) % 6) as u8 + 1).collect();
            let mut faces = keep(faces, dice);
            modify(&mut faces, &stat.mods);
            (faces.into_iter().map(i32::from).sum(), 1)
        });
        Spread::of(format!("Damage with {hit} dice to hit"), falls)
    };
    counted.map(spread).collect()
}

/// The distribution of an amount; `None` if it refers to attributes, which are known only in a battle.
fn amount(roll: &Roll) -> Option<Spread> {
    let mut asked = Asked::default();
    evaluate(roll.expression(), &mut asked);
    if asked.attributes || asked.dice.is_empty() || asked.dice.iter().any(|dice| *dice > MOST_DICE) {
        return None;
    }
    let sums: Vec<Vec<(i32, u64)>> = asked.dice.iter().map(|dice| sums(*dice)).collect();
    let ways: usize = sums.iter().map(Vec::len).product();
    if ways > MOST_WAYS {
        return None;
    }
    let totals = (0..ways).map(|way| {
        let (mut left, mut weight, mut shown) = (way, 1, Vec::new());
        for sums in &sums {
            let (sum, cases) = sums[left % sums.len()];
            left /= sums.len();
            weight *= cases;
            shown.push(sum);
        }
        (evaluate(roll.expression(), &mut Shown(shown.into_iter())), weight)
    });
    Some(Spread::of("Total".to_owned(), totals))
}

/// Each sum of this many dice, with the number of combinations.
fn sums(dice: u8) -> Vec<(i32, u64)> {
    let (least, most) = (i32::from(dice), 6 * i32::from(dice));
    (least..=most).map(|sum| (sum, at_most(dice, sum) - at_most(dice, sum - 1))).collect()
}

/// Collects the dice that an expression rolls, from left to right, and whether it uses attributes.
#[derive(Default)]
struct Asked {
    dice: Vec<u8>,
    attributes: bool,
}

impl Situation for Asked {
    fn attribute(&mut self, _: Whose, _: Attribute) -> i32 {
        self.attributes = true;
        0
    }

    fn field(&mut self, _: Whose, _: &str) -> i32 {
        self.attributes = true;
        0
    }

    fn dice(&mut self, count: u8) -> i32 {
        self.dice.push(count);
        0
    }
}

/// Supplies the values of an expression's dice, from left to right.
struct Shown(std::vec::IntoIter<i32>);

impl Situation for Shown {
    fn attribute(&mut self, _: Whose, _: Attribute) -> i32 {
        0
    }

    fn field(&mut self, _: Whose, _: &str) -> i32 {
        0
    }

    fn dice(&mut self, _: u8) -> i32 {
        self.0.next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(notation: &str, text: &str) -> Vec<Vec<(i32, u64)>> {
        spreads(notation, text).into_iter().map(|spread| spread.values).collect()
    }

    #[test]
    fn one_die_of_damage_shows_each_face_once() {
        let faces: Vec<(i32, u64)> = (1..=6).map(|face| (face, 1)).collect();
        // 2, 3 and 4 hit dice give 0, 1 and 2 damage dice.
        let both = of("damage", "-2H");
        assert_eq!(both.len(), 2);
        assert_eq!(both[0], faces);
        assert_eq!(both[1].iter().map(|(_, cases)| cases).sum::<u64>(), 36);
        assert_eq!(of("damage", "1D T+2"), [faces.iter().map(|(face, one)| (face + 2, *one)).collect::<Vec<_>>()]);
        // A low die of 1 or 2 becomes 2 or 3.
        let lifted = of("damage", "2D L+1<3").remove(0);
        assert_eq!((lifted[0], lifted.last()), ((3, 1), Some(&(12, 1))), "1 and 1 make 1 + 2");
    }

    #[test]
    fn amounts_are_counted_and_those_with_attributes_are_not() {
        assert_eq!(of("roll", "2D-1")[0][..2], [(1, 1), (2, 2)]);
        assert_eq!(of("roll", "1D*1D")[0].last(), Some(&(36, 1)));
        assert_eq!(of("roll", "1D + own.iq/4"), Vec::<Vec<(i32, u64)>>::new());
        assert_eq!(of("roll", "3"), Vec::<Vec<(i32, u64)>>::new());
        assert_eq!(of("roll", "99D"), Vec::<Vec<(i32, u64)>>::new());
        assert_eq!(of("damage", "nonsense"), Vec::<Vec<(i32, u64)>>::new());
    }
}
