//! Simulation of one content: win rates and battle statistics.

use std::io::Write;

use foeman_engine::simulate::Report;
use foeman_schema::statistics::Share;
use serde_json::{Value, json};

use super::Format;
use super::counted::{Counted, Look};
use super::csv::quoted;
use super::deeds;
use super::record::Record;
use super::summary::{Summary, sides};
use foeman_base::console::{Failure, Paint, Stream, printable};

/// Writes the result of the battles.
pub fn write(record: &Record, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    let Some(report) = record.reports.first() else { return Ok(()) };
    match format {
        Format::Table => table(report, out),
        Format::Csv => csv(report, out),
        Format::Json | Format::Jsonl | Format::Check => Ok(writeln!(out, "{:#}", summary(report, record))?),
    }
}

fn table(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    let summary = Summary::of(report, Look::Once);
    let lines = || summary.won.iter().chain(&summary.balance).chain(&summary.ended);
    let width = lines().map(|line| line.name.chars().count()).max().unwrap_or_default();
    let head = format!("{:<width$}  battles    share  95 % interval", "won by");
    writeln!(out, "{}", out.painted(Paint::Strong, head))?;
    let told = |out: &mut Stream<'_>, line: &Counted| {
        let count = line.count.map_or_else(String::new, |count| count.to_string());
        writeln!(out, "{:<width$}  {count:>7}  {}", printable(&line.name), line.percent())
    };
    for line in summary.won.iter().chain(&summary.balance) {
        told(out, line)?;
    }
    writeln!(out, "\n{}", out.painted(Paint::Strong, "ended because"))?;
    for line in &summary.ended {
        told(out, line)?;
    }
    let [p5, p25, p50, p75, p95] = summary.rounds;
    let head = out.painted(Paint::Strong, "rounds");
    writeln!(out, "\n{head}  5 %: {p5}  25 %: {p25}  median: {p50}  75 %: {p75}  95 %: {p95}")?;
    writeln!(out, "\n{}", out.painted(Paint::Strong, "on average             95 % interval"))?;
    for average in &summary.averages {
        let (mean, interval) = average.words();
        writeln!(out, "{:<16} {mean:<6} {interval}", average.name)?;
    }
    deeds::table(&summary.done, out)
}

/// Formats a share and its interval in per cent.
pub fn percent(Share { low, share, high }: Share) -> String {
    let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
    format!("{share:>5.1} %  {low:.1} to {high:.1} %")
}

fn csv(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    let all = report.deeds();
    let columns = deeds::heads(report, &all);
    writeln!(out, "seed,outcome,winners,reason,rounds,lead_changes,behind{columns},hash")?;
    for battle in &report.battles {
        let outcome = if battle.outcome.is_draw() { "draw" } else { "won" };
        let winners: Vec<&str> =
            sides(report).filter(|&(side, _)| battle.outcome.is_won_by(side)).map(|(_, name)| name).collect();
        let (winners, reason) = (quoted(&winners.join(", ")), quoted(&battle.outcome.reason.to_string()));
        let behind = battle.behind.map_or_else(String::new, |behind| format!("{:.3}", f64::from(behind) / 1000.0));
        let done = deeds::cells(report, &all, &battle.tally);
        let (seed, rounds, leads, hash) = (battle.seed.0, battle.rounds, battle.lead_changes, &battle.hash);
        writeln!(out, "{seed},{outcome},{winners},{reason},{rounds},{leads},{behind}{done},{hash}")?;
    }
    Ok(())
}

fn summary(report: &Report, record: &Record) -> Value {
    let mut summary = measures(report);
    summary["seed"] = json!(record.heading.seed);
    summary["players"] = json!(record.heading.players);
    summary["battles"] = json!(report.battles);
    summary
}

/// Returns all statistics of the battles with one content, as JSON.
pub fn measures(report: &Report) -> Value {
    let sides: Vec<_> = sides(report)
        .map(|(side, name)| json!({ "name": name, "wins": report.wins(side), "share": report.win_share(side) }))
        .collect();
    let reasons: Vec<_> = report
        .reasons()
        .into_iter()
        .map(|(reason, battles)| json!({ "reason": reason, "words": reason.to_string(), "battles": battles }))
        .collect();
    json!({
        "sides": sides,
        "draws": report.draws(),
        "drawShare": report.draw_share(),
        "balance": report.balance(),
        "roundLimits": report.round_limits(),
        "roundLimitShare": report.share(report.round_limits()),
        "reasons": reasons,
        "rounds": {
            "p5": report.rounds_percentile(5),
            "median": report.rounds_percentile(50),
            "p95": report.rounds_percentile(95),
            "mean": report.rounds(),
        },
        "leadChanges": report.lead_changes(),
        "behind": report.behind(),
        "deeds": deeds::value(report),
    })
}
