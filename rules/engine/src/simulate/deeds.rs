//! Statistics over many battles: harm, falls, and the means used by the winners.

use std::collections::BTreeMap;

use foeman_schema::statistics::{Mean, mean_of_sums};

use super::Report;
use crate::dice::Seed;
use crate::ruleset::SideId;
use crate::tally::{Felled, Harm, Used};

/// The statistics of a report; positions refer to its register.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deeds {
    /// Every figure, in the order of the register.
    pub figures: Vec<FigureDeeds>,
    /// Which figure felled which, in the order of the register; only pairs that occurred.
    pub felled: Vec<FelledBy>,
    /// The means used, by side, the one used in most battles first.
    pub used: Vec<Use>,
    /// The means that no figure used.
    pub idle: Vec<usize>,
}

/// The harm and falls of one figure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FigureDeeds {
    /// The harm it did to others per battle, in points.
    pub dealt: Option<Mean>,
    /// The harm it took per battle, in points.
    pub taken: Option<Mean>,
    /// How many others it felled in all battles together.
    pub felled: u64,
    /// The number of battles in which it fell.
    pub fell: usize,
}

/// How often one figure felled another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FelledBy {
    /// The fallen figure.
    pub figure: usize,
    /// The figure that felled it, which may be the same; `None` if no figure did.
    pub by: Option<usize>,
    /// The number of times in all battles together.
    pub times: u64,
    /// The number of battles in which it happened.
    pub battles: usize,
    /// The seed of the first of them.
    pub first: Seed,
}

/// How often a side used something, and how often it won with and without using it.
///
/// This is a correlation and not a cause: potions are drunk by figures that are losing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The means used.
    pub means: usize,
    /// The side that used it.
    pub side: SideId,
    /// The number of battles in which it was used.
    pub battles: usize,
    /// The number of times in all battles together.
    pub times: u64,
    /// The harm done with it in all battles together, in points.
    pub dealt: u64,
    /// The number of these battles that the side has won.
    pub won: usize,
    /// The number of battles that the side has won without using it.
    pub won_without: usize,
    /// The seed of the first battle in which it was used.
    pub first: Seed,
}

/// A sum over battles, and the sum of the squares.
#[derive(Clone, Copy, Default)]
struct Sums(u64, u128);

impl Sums {
    fn add(&mut self, value: u32) {
        self.0 += u64::from(value);
        self.1 += u128::from(value) * u128::from(value);
    }
}

impl Use {
    /// Creates an entry for something first used in this battle.
    fn none(means: usize, side: SideId, first: Seed) -> Self {
        Self { means, side, battles: 0, times: 0, dealt: 0, won: 0, won_without: 0, first }
    }
}

impl Report {
    /// Returns the statistics of the battles.
    pub fn deeds(&self) -> Deeds {
        let count = self.register.figures.len();
        let (mut figures, mut harm) = (vec![FigureDeeds::default(); count], vec![[Sums::default(); 2]; count]);
        let mut felled: BTreeMap<(usize, Option<usize>), FelledBy> = BTreeMap::new();
        let mut used: BTreeMap<(SideId, usize), Use> = BTreeMap::new();
        for battle in &self.battles {
            for Harm { figure, dealt, taken } in &battle.tally.harm {
                // A modified file may contain positions that are not in the register.
                let Some([all_dealt, all_taken]) = harm.get_mut(usize::from(*figure)) else { continue };
                all_dealt.add(*dealt);
                all_taken.add(*taken);
            }
            let mut last = None;
            for &Felled { figure, by, times } in &battle.tally.felled {
                let (figure, by) = (usize::from(figure), by.map(usize::from));
                if figure.max(by.unwrap_or_default()) >= count {
                    continue;
                }
                // Entries of one fallen figure are adjacent, one per figure that felled it.
                figures[figure].fell += usize::from(last != Some(figure));
                last = Some(figure);
                if let Some(by) = by.filter(|by| *by != figure) {
                    figures[by].felled += u64::from(times);
                }
                let none = FelledBy { figure, by, times: 0, battles: 0, first: battle.seed };
                let all = felled.entry((figure, by)).or_insert(none);
                all.times += u64::from(times);
                all.battles += 1;
            }
            for &Used { means, side, times, dealt } in &battle.tally.used {
                let means = usize::from(means);
                if means >= self.register.means.len() {
                    continue;
                }
                let all = used.entry((side, means)).or_insert_with(|| Use::none(means, side, battle.seed));
                all.battles += 1;
                all.times += u64::from(times);
                all.dealt += u64::from(dealt);
                all.won += usize::from(battle.outcome.is_won_by(side));
            }
        }
        for (figure, [dealt, taken]) in figures.iter_mut().zip(harm) {
            let mean = |Sums(sum, squares)| mean_of_sums(self.battles.len(), sum, squares);
            (figure.dealt, figure.taken) = (mean(dealt), mean(taken));
        }
        let idle = |means: &usize| !used.keys().any(|(_, used)| used == means);
        let idle = (0..self.register.means.len()).filter(idle).collect();
        let mut used: Vec<Use> = used.into_values().collect();
        for one in &mut used {
            one.won_without = self.wins(one.side).saturating_sub(one.won);
        }
        used.sort_by_key(|one| (one.side, std::cmp::Reverse((one.battles, one.times)), one.means));
        Deeds { figures, felled: felled.into_values().collect(), used, idle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{Outcome, Reason};
    use crate::simulate::BattleResult;
    use crate::tally::{Count, Entrant, Means, Register};

    /// Three battles of Red and Blue; in the second no figure does anything.
    fn report() -> Report {
        let battle = |seed: u64, winner: u8, count: Count| BattleResult {
            seed: Seed(seed),
            outcome: Outcome::won(SideId(winner), Reason::LastStanding),
            rounds: 1,
            hash: String::new(),
            course: String::new(),
            lead_changes: 0,
            behind: None,
            tally: count.tally(),
        };
        let (mut one, mut three) = (Count::default(), Count::default());
        one.used(0, SideId(0));
        one.used(0, SideId(0));
        one.harmed(1, Some(0), 9);
        one.dealt(0, SideId(0), 9);
        one.fell(1, Some(0));
        three.used(1, SideId(1));
        three.harmed(0, None, 3);
        three.harmed(1, Some(1), 3);
        three.fell(1, Some(1));
        three.fell(1, None);
        let entrant = |(side, name): (u8, &str)| Entrant {
            id: name.to_lowercase(),
            name: name.to_owned(),
            side: Some(SideId(side)),
        };
        let means = |name: &str| Means { id: name.to_lowercase(), name: name.to_owned() };
        let register = Register {
            figures: [(0, "Red"), (1, "Blue")].map(entrant).into(),
            means: ["Sword", "Potion", "Cloak"].map(means).into(),
        };
        Report {
            sides: vec!["Reds".to_owned(), "Blues".to_owned()],
            content: String::new(),
            register,
            battles: vec![battle(5, 0, one), battle(6, 0, Count::default()), battle(7, 0, three)],
        }
    }

    #[test]
    fn harm_and_falls_are_counted_over_all_battles() {
        let deeds = report().deeds();
        let mean = |mean: Option<Mean>| mean.expect("three battles have a mean").mean;
        let of = |figure: &FigureDeeds| (mean(figure.dealt), mean(figure.taken), figure.felled, figure.fell);
        assert_eq!(of(&deeds.figures[0]), (3.0, 1.0, 1, 0));
        assert_eq!(of(&deeds.figures[1]), (0.0, 4.0, 0, 2), "damage to itself counts as taken, not as dealt");
        let felled = |by, first| FelledBy { figure: 1, by, times: 1, battles: 1, first: Seed(first) };
        assert_eq!(deeds.felled, [felled(None, 7), felled(Some(0), 5), felled(Some(1), 7)]);
    }

    #[test]
    fn what_was_used_is_set_beside_what_was_won_with_it_and_without() {
        let deeds = report().deeds();
        let sword =
            Use { means: 0, side: SideId(0), battles: 1, times: 2, dealt: 9, won: 1, won_without: 2, first: Seed(5) };
        let potion =
            Use { means: 1, side: SideId(1), times: 1, dealt: 0, won: 0, won_without: 0, first: Seed(7), ..sword };
        assert_eq!(deeds.used, [sword, potion]);
        assert_eq!(deeds.idle, [2]);
    }
}
