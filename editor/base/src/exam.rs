//! Runs the checks of a pack, for the command line and the window.

use std::sync::Arc;

use foeman_engine::game::Engine;
use foeman_engine::testing::{TestReport, TestRun, Verdict};
use foeman_schema::analysis::Analysis;
use foeman_schema::catalogs::checks::{AnyCheck, CATALOG};
use foeman_schema::dialect::Record as _;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::{Pointer, RecordKey};

/// A check and the scenario it plays.
#[derive(Clone)]
pub struct Exam {
    /// The key of the check.
    pub key: RecordKey,
    /// The check.
    pub check: AnyCheck,
    resolved: Arc<Resolved>,
    engine: &'static dyn Engine,
}

/// Returns the ids of the pack's own checks, in file order.
pub fn own(draft: &Draft) -> impl Iterator<Item = &str> {
    draft.ids(CATALOG).filter(|id| draft.origin(&RecordKey::new(CATALOG, *id)).is_none())
}

impl Exam {
    /// Prepares a check; the findings are errors in it or in its scenario.
    pub fn new(analysis: &Analysis, engine: &'static dyn Engine, id: &str) -> Result<Self, Vec<Finding>> {
        let key = RecordKey::new(CATALOG, id);
        let mut errors = analysis.errors_of(&key);
        // Playing the check reports the errors in its commands, at the same positions.
        errors.retain(|error| error.code != "command-word");
        if !errors.is_empty() {
            return Err(errors);
        }
        let record = analysis.draft().bare(&key);
        let check = record.and_then(|record| AnyCheck::from_value(&record).ok()).ok_or_else(Vec::new)?;
        let resolved = analysis.resolve(check.scenario.id())?;
        Ok(Self { key, check, resolved, engine })
    }

    /// Plays the check; the error lists why its scenario cannot be played.
    pub fn run(&self, run: TestRun<'_>) -> Result<TestReport, Vec<ContentError>> {
        self.engine.test(&self.resolved, &self.check, run)
    }

    /// Returns the pointer to a value of the check.
    pub fn pointer(&self, steps: &[String]) -> Pointer {
        self.key.pointer().join(steps)
    }
}

/// Returns the name of a verdict.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Undecided => "undecided",
    }
}

/// Describes a report without its verdict: the number of battles, and for a claim the share and what decided it.
pub fn words(check: &AnyCheck, report: &TestReport) -> String {
    use foeman_engine::testing::Stop;
    let TestReport { battles, held, interval, stop, .. } = report;
    let (Some(claim), Some((low, high))) = (&check.share, interval) else {
        return match stop {
            Stop::Cancelled => "cancelled".to_owned(),
            Stop::Unplayable => "cannot be played".to_owned(),
            Stop::OneBattle | Stop::Decided | Stop::MostBattles => format!("1 battle, seed {}", check.seed),
        };
    };
    let share = 100.0 * f64::from(*held) / f64::from((*battles).max(1));
    let why = match stop {
        Stop::Decided => "decided",
        Stop::MostBattles => "stopped at the limit",
        Stop::Cancelled => "cancelled",
        Stop::OneBattle | Stop::Unplayable => "not played",
    };
    let test = match claim.margin {
        Some(margin) => format!("ratio test with margin {margin} %"),
        None => "anytime test".to_owned(),
    };
    // The ratio test may accept a share outside the claimed range, but not one outside the margin.
    let accepted = match claim.margin {
        Some(margin) if report.verdict == Verdict::True => {
            let (from, to) = ((claim.from - margin).max(0.0), (claim.to + margin).min(100.0));
            format!(", true within the margin, {from} to {to} %")
        }
        _ => String::new(),
    };
    let (low, high) = (100.0 * low, 100.0 * high);
    format!(
        "{share:.1} % of {battles} battles ({low:.1} to {high:.1} %), {} to {} % claimed{accepted}; {why} by the {test}, errors {} and {} %",
        claim.from, claim.to, claim.alpha, claim.beta
    )
}
