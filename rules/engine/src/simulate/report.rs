//! Summary statistics of a simulation.

use std::collections::BTreeMap;

use foeman_schema::statistics::{Mean, Pairs, Share, mean, wilson};

use super::Report;
use crate::ruleset::{Outcome, Reason, SideId};

impl Report {
    /// Returns the number of battles that a side has won, alone or with others.
    pub fn wins(&self, side: SideId) -> usize {
        self.count(|outcome| outcome.is_won_by(side))
    }

    /// Returns the number of draws.
    pub fn draws(&self) -> usize {
        self.count(Outcome::is_draw)
    }

    /// Returns the number of battles ended by the round limit.
    pub fn round_limits(&self) -> usize {
        self.count(|outcome| outcome.reason == Reason::RoundLimit)
    }

    /// Returns the reasons why battles ended, with the number of each, in a fixed order; only reasons that occurred.
    pub fn reasons(&self) -> Vec<(Reason, usize)> {
        let mut counts: BTreeMap<&Reason, usize> = BTreeMap::new();
        for battle in &self.battles {
            *counts.entry(&battle.outcome.reason).or_default() += 1;
        }
        counts.into_iter().map(|(reason, count)| (reason.clone(), count)).collect()
    }

    /// Returns the share of battles won by a side, with its Wilson interval.
    pub fn win_share(&self, side: SideId) -> Share {
        self.share(self.wins(side))
    }

    /// Returns the share of draws, with its Wilson interval.
    pub fn draw_share(&self) -> Share {
        self.share(self.draws())
    }

    /// Returns a number of battles as a share, with its Wilson interval.
    pub fn share(&self, battles: usize) -> Share {
        wilson(battles, self.battles.len())
    }

    /// Returns the round in which the shortest `percent` per cent of the battles have ended (nearest rank); 50 is the
    /// median. 0 if there are no battles.
    pub fn rounds_percentile(&self, percent: u32) -> u32 {
        let mut rounds: Vec<u32> = self.battles.iter().map(|battle| battle.rounds).collect();
        rounds.sort_unstable();
        let rank = (rounds.len() * percent.min(100) as usize).div_ceil(100);
        rounds.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Returns the balance of the sides: 1 minus the greatest difference between two shares of wins, so 1 if all sides
    /// win equally often, 0 if the same side always wins. `None` if there are no battles.
    pub fn balance(&self) -> Option<Share> {
        let sides = || (0..).map(SideId).take(self.sides.len());
        let (most, least) =
            (sides().max_by_key(|side| self.wins(*side))?, sides().min_by_key(|side| self.wins(*side))?);
        let only = |one: SideId, other: SideId| {
            self.count(|outcome| outcome.is_won_by(one) && !outcome.is_won_by(other)) as u32
        };
        // Two shares of the same battles are compared like pairs: battles that both sides win, or neither, do not
        // count.
        let difference = Pairs::of(only(most, least), only(least, most), self.battles.len() as u32).interval()?;
        let high = if difference.low <= 0.0 { 1.0 } else { 1.0 - difference.low };
        Some(Share { low: 1.0 - difference.high, share: 1.0 - difference.share, high })
    }

    /// Returns the number of rounds per battle.
    pub fn rounds(&self) -> Option<Mean> {
        mean(self.battles.iter().map(|battle| f64::from(battle.rounds)))
    }

    /// Returns the number of lead changes per battle.
    pub fn lead_changes(&self) -> Option<Mean> {
        mean(self.battles.iter().map(|battle| f64::from(battle.lead_changes)))
    }

    /// Returns how far the winner was behind the best of the others, as a share of its health, averaged over the
    /// rounds.
    pub fn behind(&self) -> Option<Mean> {
        mean(self.battles.iter().filter_map(|battle| Some(f64::from(battle.behind?) / 1000.0)))
    }

    fn count(&self, counts: impl Fn(&Outcome) -> bool) -> usize {
        self.battles.iter().filter(|battle| counts(&battle.outcome)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::simulate::BattleResult;
    use crate::tally::{Register, Tally};

    fn report(rounds: &[u32]) -> Report {
        let battle = |&rounds| BattleResult {
            seed: Seed(0),
            outcome: Outcome::draw(Reason::NobodyLeft),
            rounds,
            hash: String::new(),
            course: String::new(),
            lead_changes: 0,
            behind: None,
            tally: Tally::default(),
        };
        let sides = vec!["Red".to_owned(), "Blue".to_owned()];
        Report {
            sides,
            content: String::new(),
            register: Register::default(),
            battles: rounds.iter().map(battle).collect(),
        }
    }

    #[test]
    fn percentiles_are_rounds_that_occurred() {
        let report = report(&[9, 1, 5, 3, 7]);
        assert_eq!([0, 20, 21, 50, 100].map(|p| report.rounds_percentile(p)), [1, 1, 3, 5, 9]);
        assert_eq!(super::tests::report(&[]).rounds_percentile(50), 0);
    }

    #[test]
    fn balance_is_lost_with_the_difference_of_wins() {
        let mut report = report(&[1; 1000]);
        assert_eq!(report.balance().unwrap().share, 1.0, "without a winner, the balance is full");
        for (number, battle) in report.battles.iter_mut().enumerate() {
            match number {
                0..90 => battle.outcome = Outcome::won(SideId(0), Reason::LastStanding),
                90..150 => battle.outcome = Outcome::won(SideId(1), Reason::LastStanding),
                _ => {}
            }
        }
        let balance = report.balance().unwrap();
        // 1 minus Tango's interval of 90 and 60 in 1,000.
        assert!((balance.share - 0.97).abs() < 1e-9, "{balance:?}");
        assert!((balance.low - 0.9457).abs() < 0.00005 && (balance.high - 0.9939).abs() < 0.00005, "{balance:?}");
        report.battles.clear();
        assert_eq!(report.balance(), None);
    }
}
