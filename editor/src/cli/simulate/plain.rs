//! One content: who wins how often, and what battles are like.

use std::io::Write;

use foeman_rules::ruleset::{Reason, SideId};
use foeman_rules::simulate::Report;
use foeman_schema::statistics::{Mean, Share};
use serde_json::{Value, json};

use super::Format;
use super::record::Record;
use crate::console::{Failure, Paint, Stream, printable};

/// Writes what came of the battles.
pub(super) fn write(record: &Record, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    let Some(report) = record.reports.first() else { return Ok(()) };
    match format {
        Format::Table => table(report, out),
        Format::Csv => csv(report, out),
        Format::Json | Format::Jsonl | Format::Check => Ok(writeln!(out, "{:#}", summary(report, record))?),
    }
}

/// The name and place of each side.
pub(super) fn sides(report: &Report) -> impl Iterator<Item = (SideId, &str)> {
    // A scenario has at most nine sides.
    (0..).map(SideId).zip(report.sides.iter().map(String::as_str))
}

fn table(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    const NOBODY: &str = "nobody";
    const BALANCE: &str = "balance";
    let endings = endings(report);
    let names = report.sides.iter().map(String::as_str).chain([NOBODY, BALANCE]);
    let names = names.chain(endings.iter().map(|(reason, ..)| reason.as_str()));
    let width = names.map(|name| name.chars().count()).max().unwrap_or_default();
    let head = format!("{:<width$}  battles    share  95 % interval", "won by");
    writeln!(out, "{}", out.painted(Paint::Strong, head))?;
    let counted = |out: &mut Stream<'_>, name: &str, count: usize, share: Share| {
        writeln!(out, "{:<width$}  {count:>7}  {}", printable(name), percent(share))
    };
    for (side, name) in sides(report) {
        counted(out, name, report.wins(side), report.win_share(side))?;
    }
    counted(out, NOBODY, report.draws(), report.draw_share())?;
    if let Some(balance) = report.balance() {
        writeln!(out, "{BALANCE:<width$}  {:>7}  {}", "", percent(balance))?;
    }
    writeln!(out, "\n{}", out.painted(Paint::Strong, "ended because"))?;
    for (reason, count, share) in endings {
        counted(out, &reason, count, share)?;
    }
    let [p5, p25, p50, p75, p95] = [5, 25, 50, 75, 95].map(|percent| report.rounds_percentile(percent));
    let head = out.painted(Paint::Strong, "rounds");
    writeln!(out, "\n{head}  5 %: {p5}  25 %: {p25}  median: {p50}  75 %: {p75}  95 %: {p95}")?;
    let means = [
        ("rounds", report.rounds(), 1.0, ""),
        ("lead changes", report.lead_changes(), 1.0, ""),
        ("winner behind by", report.behind(), 100.0, " %"),
    ];
    writeln!(out, "\n{}", out.painted(Paint::Strong, "on average             95 % interval"))?;
    for (name, mean, scale, unit) in means {
        let Some(Mean { low, mean, high }) = mean else { continue };
        let [low, mean, high] = [low, mean, high].map(|part| scale * part);
        writeln!(out, "{name:<16} {:<6} {low:.2} to {high:.2}{unit}", format!("{mean:.2}"))?;
    }
    Ok(())
}

/// A share in per cent with its interval.
pub(super) fn percent(Share { low, share, high }: Share) -> String {
    let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
    format!("{share:>5.1} %  {low:.1} to {high:.1} %")
}

/// What ended the battles, in words; the round limit always, since many of those are a fault of the scenario.
fn endings(report: &Report) -> Vec<(String, usize, Share)> {
    let mut reasons = report.reasons();
    if report.round_limits() == 0 {
        reasons.push((Reason::RoundLimit, 0));
    }
    reasons.into_iter().map(|(reason, count)| (reason.to_string(), count, report.share(count))).collect()
}

fn csv(report: &Report, out: &mut Stream<'_>) -> Result<(), Failure> {
    writeln!(out, "seed,outcome,winners,reason,rounds,lead_changes,behind,hash")?;
    for battle in &report.battles {
        let outcome = if battle.outcome.is_draw() { "draw" } else { "won" };
        let winners: Vec<&str> =
            sides(report).filter(|&(side, _)| battle.outcome.is_won_by(side)).map(|(_, name)| name).collect();
        let (winners, reason) = (quoted(&winners.join(", ")), quoted(&battle.outcome.reason.to_string()));
        let behind = battle.behind.map_or_else(String::new, |behind| format!("{:.3}", f64::from(behind) / 1000.0));
        let (seed, rounds, leads, hash) = (battle.seed.0, battle.rounds, battle.lead_changes, &battle.hash);
        writeln!(out, "{seed},{outcome},{winners},{reason},{rounds},{leads},{behind},{hash}")?;
    }
    Ok(())
}

/// A CSV field: quoted when it must be (RFC 4180).
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn summary(report: &Report, record: &Record) -> Value {
    let mut summary = measures(report);
    summary["seed"] = json!(record.heading.seed);
    summary["players"] = json!(record.heading.players);
    summary["battles"] = json!(report.battles);
    summary
}

/// Everything that is said of the battles with one content.
pub(super) fn measures(report: &Report) -> Value {
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
    })
}
