//! Comparing two contents: the effect of a change on one side.

use std::io::Write;
use std::str::FromStr;

use foeman_engine::lab::{Comparison, Stop, Until, Verdict};
use foeman_engine::ruleset::SideId;
use foeman_schema::statistics::{ALPHA, Share};
use serde_json::{Value, json};

use super::Format;
use super::plain::{measures, percent};
use super::record::{Against, Record};
use foeman_base::console::{Failure, Paint, Stream, printable};

/// The stopping rule for pairs, parsed from an argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UntilArg(pub Until);

impl FromStr for UntilArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let points = text.strip_prefix("effect=").and_then(|points| points.parse::<f64>().ok());
        match (text, points) {
            ("all", _) => Ok(Self(Until::All)),
            ("decided", _) => Ok(Self(Until::Decided)),
            (_, Some(points)) if (0.1..=50.0).contains(&points) => Ok(Self(Until::Effect(points))),
            _ => Err(format!(
                "expected `all`, `decided`, or `effect=` and percentage points from 0.1 to 50, found `{text}`"
            )),
        }
    }
}

/// Counts the pairs of a record.
pub fn counted(record: &Record, question: &Against) -> Comparison {
    let mut comparison = Comparison::new(SideId(question.side), question.until, record.heading.battles);
    if let [before, after] = record.reports.as_slice() {
        for (before, after) in before.battles.iter().zip(&after.battles) {
            comparison.add(before, after);
        }
    }
    comparison
}

/// Writes the result of the pairs.
pub fn write(record: &Record, question: &Against, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    let comparison = counted(record, question);
    match format {
        Format::Table => table(record, &comparison, out),
        Format::Csv => csv(record, &comparison, out),
        Format::Json | Format::Jsonl | Format::Check => {
            Ok(writeln!(out, "{:#}", summary(record, question, &comparison))?)
        }
    }
}

/// Returns the name of the compared side.
pub fn side<'a>(record: &'a Record, comparison: &Comparison) -> &'a str {
    let side = usize::from(comparison.side().0);
    record.reports.last().and_then(|report| report.sides.get(side)).map_or("", String::as_str)
}

fn table(record: &Record, comparison: &Comparison, out: &mut Stream<'_>) -> Result<(), Failure> {
    let name = printable(side(record, comparison));
    let paint = match comparison.verdict() {
        Verdict::Better | Verdict::Worse => Paint::Doubtful,
        Verdict::NoEffect | Verdict::NoneSeen | Verdict::Open => Paint::Strong,
    };
    writeln!(out, "{}\n", out.painted(paint, comparison.statement(&name)))?;
    for (label, words) in lines(comparison) {
        writeln!(out, "{label:<12} {words}")?;
    }
    Ok(())
}

/// Returns the evidence behind the statement, as labels and numbers.
pub fn lines(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let pairs = comparison.pairs();
    let mut lines = Vec::new();
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(pairs.all().max(1));
    let [before, after] = comparison.shares().map(|share| 100.0 * share);
    let all = comparison.declared();
    let stop = match comparison.stop() {
        Stop::AllPlayed => format!("all {all}"),
        Stop::Decided => format!("decided, of at most {all}"),
        Stop::CutShort => format!("stopped early, of {all}"),
    };
    lines.push(("pairs", format!("{:>7}  {stop}", pairs.all())));
    for (label, count) in [("better", pairs.better()), ("worse", pairs.worse()), ("alike", comparison.alike())] {
        let what = match label {
            "better" => "better result with the new content (b)",
            "worse" => "worse result (c)",
            _ => "identical journals",
        };
        lines.push((label, format!("{count:>7}  {:>5.1} %  {what}", share(count))));
    }
    lines.push(("won before", format!("{before:>5.1} %  of the battles, draws counting half")));
    lines.push(("won after", format!("{after:>5.1} %")));
    if let Some(interval) = comparison.interval() {
        let method = if pairs.has_draws() { "mean of pairs" } else { "Tango" };
        let Share { low, share, high } = interval;
        let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
        lines.push(("change", format!("{share:>+5.1} points, {low:+.1} to {high:+.1} (95 %, {method})")));
    } else if pairs.discordant() > 0 {
        let better = percent(comparison.better_share());
        lines.push(("better in", format!("{better} of the pairs that differ (95 %, valid at any time)")));
    }
    if pairs.discordant() > 0 {
        lines.push(("test", test(comparison)));
    }
    lines
}

/// Describes the test behind the verdict, and its level.
fn test(comparison: &Comparison) -> String {
    let level = 100.0 * ALPHA;
    match (comparison.until(), comparison.p_value()) {
        (Until::Effect(points), _) => {
            let state = if comparison.stop() == Stop::Decided { "decided" } else { "not decided" };
            format!(
                "{state}: no effect or {points} points (sequential probability ratio test, {level} % for each of both errors)"
            )
        }
        (_, Some(p)) if p < 0.0001 => "p < 0.0001 (McNemar, mid-p)".to_owned(),
        (_, Some(p)) => format!("p = {p:.4} (McNemar, mid-p)"),
        (_, None) => format!("E = {:.4} (anytime; 20 is significant)", comparison.pairs().evidence()),
    }
}

fn csv(record: &Record, comparison: &Comparison, out: &mut Stream<'_>) -> Result<(), Failure> {
    writeln!(out, "seed,before,after,difference,alike,rounds_before,rounds_after,hash_before,hash_after")?;
    let [before, after] = record.reports.as_slice() else { return Ok(()) };
    for (before, after) in before.battles.iter().zip(&after.battles) {
        let [one, other] = [before, after].map(|battle| f64::from(battle.outcome.score(comparison.side())) / 2.0);
        let alike = before.course == after.course;
        let (seed, difference) = (before.seed.0, other - one);
        let rounds = format!("{},{}", before.rounds, after.rounds);
        writeln!(out, "{seed},{one},{other},{difference},{alike},{rounds},{},{}", before.hash, after.hash)?;
    }
    Ok(())
}

fn summary(record: &Record, question: &Against, comparison: &Comparison) -> Value {
    let pairs = comparison.pairs();
    let name = side(record, comparison);
    let better_share = (pairs.discordant() > 0).then(|| comparison.better_share());
    let contents: Vec<Value> = record.reports.iter().map(measures).collect();
    json!({
        "side": name,
        "verdict": comparison.verdict(),
        "statement": comparison.statement(name),
        "stop": comparison.stop(),
        "until": question.until,
        "seed": record.heading.seed,
        "declared": comparison.declared(),
        "pairs": pairs.all(),
        "better": pairs.better(),
        "worse": pairs.worse(),
        "counts": pairs.counts(),
        "alike": comparison.alike(),
        "shares": comparison.shares(),
        "change": pairs.mean(),
        "interval": comparison.interval(),
        "betterShare": better_share,
        "p": comparison.p_value(),
        "evidence": (pairs.discordant() > 0).then(|| pairs.evidence()),
        "players": record.heading.players,
        "before": contents.first(),
        "after": contents.last(),
    })
}
