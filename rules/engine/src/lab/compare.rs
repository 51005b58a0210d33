//! Compares content before and after a change for one side, in pairs of battles with the same seed (A/B test).

use std::sync::atomic::{AtomicBool, Ordering};

use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::statistics::{ALPHA, Difference, Effect, EffectTest, Pairs, Share};
use serde::{Deserialize, Serialize};

use crate::game::Engine;
use crate::ruleset::SideId;
use crate::simulate::{BattleResult, Plan, Report};

/// When to stop playing pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// After the declared number, with a single test at the end.
    All,
    /// When the anytime-valid test has decided, at the latest after the declared number.
    Decided,
    /// When it is decided between no effect and an effect of this many percentage points, at the latest after the
    /// declared number.
    Effect(f64),
}

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The side does better with the second content.
    Better,
    /// The side does worse with the second content.
    Worse,
    /// The effect is smaller than the size asked for.
    NoEffect,
    /// No pair differs, so there is nothing to test.
    NoneSeen,
    /// Undecided.
    Open,
}

/// Why the comparison ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// All declared pairs were played.
    AllPlayed,
    /// The test has decided.
    Decided,
    /// It was cancelled, or is still running.
    CutShort,
}

/// The pairs so far, in the order of their seeds.
#[derive(Clone, Debug)]
pub struct Comparison {
    side: SideId,
    until: Until,
    declared: u32,
    pairs: Pairs,
    /// The side's score before and after, in half points.
    scores: [u32; 2],
    alike: u32,
    effect: EffectTest,
    decision: Option<Verdict>,
}

impl Comparison {
    /// Creates a comparison for one side with a declared number of pairs.
    pub fn new(side: SideId, until: Until, declared: u32) -> Self {
        let size = match until {
            Until::Effect(points) => points / 100.0,
            Until::All | Until::Decided => 0.0,
        };
        Self {
            side,
            until,
            declared,
            pairs: Pairs::default(),
            scores: [0, 0],
            alike: 0,
            effect: EffectTest::new(size, ALPHA),
            decision: None,
        }
    }

    /// Adds a pair. Returns whether more pairs are needed.
    pub fn add(&mut self, before: &BattleResult, after: &BattleResult) -> bool {
        if self.stop() != Stop::CutShort {
            return false;
        }
        let scores = [before, after].map(|battle| battle.outcome.score(self.side));
        let [one, other] = scores;
        self.pairs.add(Difference::of(one, other));
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            *sum += u32::from(score);
        }
        self.alike += u32::from(before.course == after.course);
        self.decision = match self.until {
            Until::All => None,
            Until::Decided => self.anytime(),
            Until::Effect(_) => self.effect.look(&self.pairs).map(|effect| match effect {
                Effect::Better => Verdict::Better,
                Effect::Worse => Verdict::Worse,
                Effect::None => Verdict::NoEffect,
            }),
        };
        self.stop() == Stop::CutShort
    }

    /// Returns the pairs.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Returns the declared number of pairs.
    pub fn declared(&self) -> u32 {
        self.declared
    }

    /// Returns the side.
    pub fn side(&self) -> SideId {
        self.side
    }

    /// Returns when the comparison stops.
    pub fn until(&self) -> Until {
        self.until
    }

    /// Returns the number of pairs in which both battles were identical.
    pub fn alike(&self) -> u32 {
        self.alike
    }

    /// Returns the side's average score before and after, counting a draw as half a win.
    pub fn shares(&self) -> [f64; 2] {
        self.scores.map(|score| f64::from(score) / 2.0 / f64::from(self.pairs.all().max(1)))
    }

    /// Returns why it ended.
    pub fn stop(&self) -> Stop {
        match self.decision {
            Some(_) => Stop::Decided,
            None if self.pairs.all() >= self.declared => Stop::AllPlayed,
            None => Stop::CutShort,
        }
    }

    /// Returns the verdict.
    ///
    /// If the declared number of pairs was played to the end, they are tested once. In all other cases intermediate
    /// results may have influenced when it stopped, and an anytime-valid test is used.
    pub fn verdict(&self) -> Verdict {
        if self.pairs.discordant() == 0 {
            return Verdict::NoneSeen;
        }
        let found = match self.p_value() {
            Some(p) => (p <= ALPHA).then(|| self.direction()),
            None => self.decision.or_else(|| match self.until {
                Until::All | Until::Decided => self.anytime(),
                Until::Effect(_) => None,
            }),
        };
        found.unwrap_or(Verdict::Open)
    }

    /// Returns the p-value of the mid-p McNemar test, if the declared number of pairs was played to the end.
    pub fn p_value(&self) -> Option<f64> {
        if self.is_fixed() { self.pairs.mid_p() } else { None }
    }

    /// Returns how much better the side does, with its interval, if the declared number of pairs was played to the end.
    pub fn interval(&self) -> Option<Share> {
        if self.is_fixed() { self.pairs.interval() } else { None }
    }

    /// Returns the share of the differing pairs in which the side does better, with an interval that is valid at any
    /// time.
    pub fn better_share(&self) -> Share {
        self.pairs.better_share(ALPHA)
    }

    /// Returns the result in a sentence about the side, no final stop.
    pub fn statement(&self, side: &str) -> String {
        let n = self.pairs.all();
        let points = |share: f64| format!("{:+.1}", 100.0 * share);
        let size = match self.interval() {
            Some(Share { low, share, high }) => {
                format!("{} points ({} to {})", points(share), points(low), points(high))
            }
            None if self.is_fixed() => format!("{} points", points(self.pairs.mean())),
            None => {
                let Share { low, share, high } = self.better_share();
                let [low, share, high] = [low, share, high].map(|share| 100.0 * share);
                format!(
                    "{} points so far, better in {share:.1} % of the pairs that differ ({low:.1} to {high:.1} %, valid at any time)",
                    points(self.pairs.mean())
                )
            }
        };
        match self.verdict() {
            Verdict::Better => format!("better for {side}: {size}"),
            Verdict::Worse => format!("worse for {side}: {size}"),
            Verdict::NoEffect => {
                let least = if let Until::Effect(points) = self.until { points } else { 0.0 };
                format!("no effect of {least} points on {side}: {size}")
            }
            Verdict::NoneSeen if self.alike == n => format!("no effect seen in {n} pairs, which were all identical"),
            Verdict::NoneSeen => format!("no effect seen in {n} pairs"),
            Verdict::Open => format!("no difference shown for {side}: {size}"),
        }
    }

    fn is_fixed(&self) -> bool {
        self.until == Until::All && self.stop() == Stop::AllPlayed
    }

    fn anytime(&self) -> Option<Verdict> {
        self.pairs.is_significant(ALPHA).then(|| self.direction())
    }

    fn direction(&self) -> Verdict {
        if self.pairs.better() > self.pairs.worse() { Verdict::Better } else { Verdict::Worse }
    }
}

/// An error in one of the two contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayable {
    /// Which of them: 0 is before, 1 after.
    pub which: usize,
    /// The errors.
    pub problems: Vec<ContentError>,
}

/// The observer of a comparison.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Called after each battle.
    pub done: &'a (dyn Fn() + Sync),
    /// Called from time to time with the pairs so far.
    pub told: &'a (dyn Fn(&Comparison) + Sync),
    /// Stops early, even in the middle of a battle.
    pub cancel: &'a AtomicBool,
}

/// Plays pairs of battles until the comparison needs no more; `plan` gives the first seed and the players.
///
/// Pairs count in the order of their seeds, so the verdict is the same on any number of threads. After a cancel, only
/// the pairs before the first unfinished one count.
pub fn compare(
    engine: &dyn Engine,
    contents: [&Resolved; 2],
    plan: &Plan,
    comparison: &mut Comparison,
    Watch { done, told, cancel }: Watch<'_>,
) -> Result<[Report; 2], Unplayable> {
    let mut all: Option<[Report; 2]> = None;
    let mut played = 0;
    loop {
        let batch = (played / 4).clamp(32, 2048).min(comparison.declared.saturating_sub(played));
        let part = Plan { seed: plan.seed.after(played), battles: batch, ..plan.clone() };
        let simulate = |which: usize, content: &Resolved| {
            engine.simulate(content, &part, done, cancel).map_err(|problems| Unplayable { which, problems })
        };
        let [before, after] = contents;
        let reports = [simulate(0, before)?, simulate(1, after)?];
        let [before, after] = &reports;
        let seeds = (0..batch).map(|index| part.seed.after(index));
        let finished = seeds
            .zip(before.battles.iter().zip(&after.battles))
            .take_while(|(seed, (before, after))| before.seed == *seed && after.seed == *seed);
        let (mut counted, mut goes_on) = (0, batch > 0);
        for (_, (before, after)) in finished {
            if !goes_on {
                break;
            }
            goes_on = comparison.add(before, after);
            counted += 1;
        }
        let all = all.get_or_insert_with(|| {
            let empty = |report: &Report| Report { battles: Vec::new(), ..report.clone() };
            [empty(before), empty(after)]
        });
        for (all, report) in all.iter_mut().zip(reports) {
            all.battles.extend(report.battles.into_iter().take(counted));
        }
        played += batch;
        told(comparison);
        if !goes_on || cancel.load(Ordering::Relaxed) {
            return Ok(all.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::ruleset::{Outcome, Reason};
    use crate::tally::Tally;

    fn battle(score: u8, course: &str) -> BattleResult {
        let outcome = match score {
            0 => Outcome::won(SideId(1), Reason::LastStanding),
            1 => Outcome::draw(Reason::RoundLimit),
            _ => Outcome::won(SideId(0), Reason::LastStanding),
        };
        let (hash, course) = (String::new(), course.to_owned());
        let tally = Tally::default();
        BattleResult { seed: Seed(0), outcome, rounds: 1, hash, course, lead_changes: 0, behind: None, tally }
    }

    /// Returns a comparison with numbers of pairs that are better, worse, and equal.
    fn told(until: Until, declared: u32, counts: [u32; 3]) -> Comparison {
        let mut comparison = Comparison::new(SideId(0), until, declared);
        for ((before, after), count) in [(0, 2), (2, 0), (2, 2)].into_iter().zip(counts) {
            for _ in 0..count {
                comparison
                    .add(&battle(before, "before"), &battle(after, if before == after { "before" } else { "after" }));
            }
        }
        comparison
    }

    #[test]
    fn what_was_declared_is_tested_once() {
        let found = told(Until::All, 1000, [90, 60, 850]);
        assert_eq!((found.verdict(), found.stop(), found.alike()), (Verdict::Better, Stop::AllPlayed, 850));
        assert_eq!(found.statement("Blue"), "better for Blue: +3.0 points (+0.6 to +5.4)");
        let found = told(Until::All, 1000, [60, 90, 850]);
        assert_eq!(found.statement("Blue"), "worse for Blue: -3.0 points (-5.4 to -0.6)");
        let found = told(Until::All, 20, [8, 5, 7]);
        assert_eq!(found.verdict(), Verdict::Open);
        assert!(found.statement("Blue").starts_with("no difference shown for Blue: +15.0 points ("));
    }

    /// A plain p-value of 90 against 60 is small, but the test may have been stopped because it was.
    #[test]
    fn what_is_cut_short_is_judged_by_a_test_that_allows_it() {
        let found = told(Until::All, 2000, [90, 60, 850]);
        assert_eq!((found.verdict(), found.stop()), (Verdict::Open, Stop::CutShort));
        assert_eq!((found.p_value(), found.interval()), (None, None));
        assert!(
            found.statement("Blue").contains("better in 60.0 % of the pairs that differ (46.7 to 72.3 %"),
            "{}",
            found.statement("Blue")
        );
    }

    #[test]
    fn without_a_pair_that_differs_there_is_no_test() {
        for until in [Until::All, Until::Decided, Until::Effect(3.0)] {
            let found = told(until, 300, [0, 0, 300]);
            assert_eq!((found.verdict(), found.p_value()), (Verdict::NoneSeen, None));
            assert_eq!(found.statement("Blue"), "no effect seen in 300 pairs, which were all identical");
        }
    }

    #[test]
    fn nothing_is_counted_once_it_is_decided() {
        let found = told(Until::Decided, 1000, [90, 60, 850]);
        // The test decides when 2^m / (m + 1) reaches 20: at m = 8 it is 256 / 9.
        assert_eq!((found.pairs().all(), found.verdict(), found.stop()), (8, Verdict::Better, Stop::Decided));
        let found = told(Until::Effect(10.0), 100_000, [0, 0, 5000]);
        assert_eq!(found.stop(), Stop::CutShort, "pairs that are all equal decide nothing");
        let found = told(Until::Effect(50.0), 100_000, [1, 1, 5000]);
        assert_eq!(found.verdict(), Verdict::NoEffect);
        assert!(found.statement("Blue").starts_with("no effect of 50 points on Blue: "));
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let mut found = Comparison::new(SideId(0), Until::All, 2);
        found.add(&battle(1, "a"), &battle(2, "b"));
        found.add(&battle(0, "a"), &battle(1, "b"));
        assert_eq!(found.shares(), [0.25, 0.75]);
        assert_eq!(found.statement("Blue"), "no difference shown for Blue: +50.0 points");
    }
}
