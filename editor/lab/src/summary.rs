//! What battles with one content come to: the numbers that the command line prints and the window shows.

use foeman_engine::ruleset::{Outcome, Reason, SideId};
use foeman_engine::simulate::Report;
use foeman_schema::statistics::{Mean, Share};

use super::counted::{Average, Counted, Look};
use super::deeds::Done;

/// What is told of the battles with one content.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many there are.
    pub battles: usize,
    /// By whom they were won, side by side, and by nobody.
    pub won: Vec<Counted>,
    /// How even that is; nothing without battles.
    pub balance: Option<Counted>,
    /// What ended them.
    pub ended: Vec<Counted>,
    /// The rounds in which 5, 25, 50, 75 and 95 % of them had ended.
    pub rounds: [u32; 5],
    /// What they are like on average.
    pub averages: Vec<Average>,
    /// What was done in them.
    pub done: Done,
}

impl Summary {
    /// Of a report, as one may tell it at this look.
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
        // Always told, since many of those are a fault of the scenario.
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

/// The name and place of each side.
pub fn sides(report: &Report) -> impl Iterator<Item = (SideId, &str)> {
    // A scenario has at most nine sides.
    (0..).map(SideId).zip(report.sides.iter().map(String::as_str))
}
