//! What battles with one content come to: the numbers that the command line prints and the window shows.

use foeman_rules::ruleset::{Outcome, Reason, SideId};
use foeman_rules::simulate::Report;
use foeman_schema::statistics::{ALPHA, Mean, Share, anytime_interval};

/// When battles are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Once, at a number settled beforehand.
    Once,
    /// While they are played, or after somebody stopped them at will.
    AtWill,
}

/// What is told of the battles with one content.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Summary {
    /// How many there are.
    pub(crate) battles: usize,
    /// By whom they were won, side by side, and by nobody.
    pub(crate) won: Vec<Counted>,
    /// How even that is; nothing without battles.
    pub(crate) balance: Option<Counted>,
    /// What ended them.
    pub(crate) ended: Vec<Counted>,
    /// The rounds in which 5, 25, 50, 75 and 95 % of them had ended.
    pub(crate) rounds: [u32; 5],
    /// What they are like on average.
    pub(crate) averages: Vec<Average>,
}

/// A share of the battles.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Counted {
    /// What was counted.
    pub(crate) name: String,
    /// How many there were; nothing where it is not a number of battles.
    pub(crate) count: Option<usize>,
    /// Which share that is.
    pub(crate) share: f64,
    /// The seed of the first of them, which can be watched.
    pub(crate) first: Option<u64>,
    /// Between which shares the true one lies; nothing where that cannot be said at this look.
    pub(crate) interval: Option<(f64, f64)>,
}

/// Something on average.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Average {
    /// What it is.
    pub(crate) name: &'static str,
    /// How much.
    pub(crate) mean: f64,
    /// Between which means the true one lies; nothing where that cannot be said at this look.
    pub(crate) interval: Option<(f64, f64)>,
    /// What stands behind the numbers.
    pub(crate) unit: &'static str,
}

impl Summary {
    /// Of a report, as one may tell it at this look.
    pub(crate) fn of(report: &Report, look: Look) -> Self {
        let all = report.battles.len();
        let counted = |name: &str, count: usize, is_one: &dyn Fn(&Outcome) -> bool| {
            let first = report.battles.iter().find(|battle| is_one(&battle.outcome)).map(|battle| battle.seed.0);
            let Share { low, share, high } = report.share(count);
            let interval = match look {
                Look::Once => (low, high),
                // Battles of a simulation are at most a million.
                Look::AtWill => anytime_interval(count as u32, all as u32, ALPHA),
            };
            Counted { name: name.to_owned(), count: Some(count), share, first, interval: Some(interval) }
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
        }
    }
}

impl Counted {
    /// The share with its interval, in per cent.
    pub(crate) fn percent(&self) -> String {
        let share = format!("{:>5.1} %", 100.0 * self.share);
        match self.interval {
            Some((low, high)) => format!("{share}  {:.1} to {:.1} %", 100.0 * low, 100.0 * high),
            None => share,
        }
    }
}

impl Average {
    /// The mean, and its interval.
    pub(crate) fn words(&self) -> (String, String) {
        let interval = self.interval.map(|(low, high)| format!("{low:.2} to {high:.2}{}", self.unit));
        (format!("{:.2}", self.mean), interval.unwrap_or_default())
    }
}

/// The name and place of each side.
pub(crate) fn sides(report: &Report) -> impl Iterator<Item = (SideId, &str)> {
    // A scenario has at most nine sides.
    (0..).map(SideId).zip(report.sides.iter().map(String::as_str))
}
