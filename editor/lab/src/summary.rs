//! Statistics of the battles with one content, for the command line and the window.

use foeman_engine::ruleset::{Outcome, Reason, SideId};
use foeman_engine::simulate::Report;
use foeman_schema::statistics::{Mean, Share};

use super::counted::{Average, Counted, Look};
use super::deeds::Done;

/// The statistics of one content.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of battles.
    pub battles: usize,
    /// The wins of each side, then the draws.
    pub won: Vec<Counted>,
    /// How even the battles are; `None` without battles.
    pub balance: Option<Counted>,
    /// The reasons why battles ended.
    pub ended: Vec<Counted>,
    /// The rounds by which 5, 25, 50, 75 and 95 % of the battles had ended.
    pub rounds: [u32; 5],
    /// Averages over the battles.
    pub averages: Vec<Average>,
    /// Damage, kills and items used.
    pub done: Done,
}

impl Summary {
    /// Computes the statistics of a report, with the intervals for this look.
    pub fn of(report: &Report, look: Look) -> Self {
        let all = report.battles.len();
        let counted = |name: &str, count: usize, is_one: &dyn Fn(&Outcome) -> bool| {
            let first = report.battles.iter().find(|battle| is_one(&battle.outcome)).map(|battle| battle.seed.0);
            Counted { first, ..Counted::of(name, count, all, look) }
        };
        let nobody = counted("nobody", report.draws(), &Outcome::is_draw);
        let won = sides(report)
            .map(|(side, name)| counted(name, report.wins(side), &|outcome| outcome.is_won_by(side)))
            .chain([nobody])
            .collect();
        let balance = report.balance().map(|Share { low, share, high }| Counted {
            name: "balance".to_owned(),
            count: None,
            share,
            first: None,
            interval: (look == Look::Once).then_some((low, high)),
        });
        let mut reasons = report.reasons();
        // Always listed, even with 0: many battles that reach the limit mean a flaw in the scenario.
        if report.round_limits() == 0 {
            reasons.push((Reason::RoundLimit, 0));
        }
        let ended =
            |(reason, count): (Reason, usize)| counted(&reason.to_string(), count, &|outcome| outcome.reason == reason);
        let ended = reasons.into_iter().map(ended).collect();
        let means = [
            ("rounds", report.rounds(), 1.0, ""),
            ("lead changes", report.lead_changes(), 1.0, ""),
            ("winner behind by", report.behind(), 100.0, " %"),
        ];
        let average = |(name, mean, scale, unit): (&'static str, Option<Mean>, f64, &'static str)| {
            let Mean { low, mean, high } = mean?;
            let interval = (look == Look::Once).then_some((scale * low, scale * high));
            Some(Average { name, mean: scale * mean, interval, unit })
        };
        Self {
            battles: all,
            won,
            balance,
            ended,
            rounds: [5, 25, 50, 75, 95].map(|percent| report.rounds_percentile(percent)),
            averages: means.into_iter().filter_map(average).collect(),
            done: Done::of(report, look),
        }
    }
}

/// Returns the id and name of each side.
pub fn sides(report: &Report) -> impl Iterator<Item = (SideId, &str)> {
    // A scenario has at most nine sides.
    (0..).map(SideId).zip(report.sides.iter().map(String::as_str))
}
