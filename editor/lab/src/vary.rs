//! Parameter sweeps: the same battles with different values.

use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;

use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::Report;
use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::resolve::Resolved;
use foeman_schema::statistics::{Mean, Share};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::Format;
use super::csv::quoted;
use super::plain::measures;
use super::record::{Record, Vary};
use foeman_base::console::{Failure, Paint, Stream, printable};

/// The maximum number of contents; more are probably a mistake.
pub const MOST_CONTENTS: usize = 10_000;

/// A value of a pack and its alternatives, parsed from `items/sword/damage=1D,2D` or `items/sword/size=8..12`.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The path of the value, without a leading slash.
    pub path: String,
    /// The alternatives, in YAML.
    pub values: Vec<String>,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |found: &str| {
            format!(
                "expected a field and its values, such as `items/sword/size=8..12` or `items/sword/damage=1D,2D`, found {found}"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(|| wrong(&format!("`{text}`")))?;
        if path.is_empty() || values.is_empty() {
            return Err(wrong(&format!("`{text}`")));
        }
        let mut all: Vec<String> = Vec::new();
        for part in parts(values) {
            match range(part) {
                Some((from, to)) if from > to => return Err(wrong(&format!("`{part}`, which is empty"))),
                Some((from, to)) if to.abs_diff(from) >= MOST_CONTENTS as u64 => {
                    return Err(wrong(&format!("`{part}`, which is more than {MOST_CONTENTS} values")));
                }
                Some((from, to)) => all.extend((from..=to).map(|value| value.to_string())),
                None if part.trim().is_empty() => return Err(wrong(&format!("an empty value in `{values}`"))),
                None => all.push(part.trim().to_owned()),
            }
        }
        Ok(Self { path: path.to_owned(), values: all })
    }
}

/// Splits at commas outside brackets.
fn parts(values: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    values
        .split(|c: char| {
            match c {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        })
        .collect()
}

/// Parses `from..to`.
fn range(part: &str) -> Option<(i64, i64)> {
    let (from, to) = part.split_once("..")?;
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}

/// Why a combination of values cannot be played.
pub enum Unfit {
    /// The values cannot be set.
    Unset(String),
    /// The content with the values, and the findings that make it unplayable.
    Found(Arc<Draft>, Vec<Finding>),
}

/// Returns the number of combinations, or an error if there are too many.
pub fn combinations(sweeps: &[Sweep]) -> Result<usize, String> {
    let all: usize = sweeps.iter().map(|sweep| sweep.values.len()).fold(1, usize::saturating_mul);
    if all > MOST_CONTENTS {
        return Err(format!("expected at most {MOST_CONTENTS} combinations of values, found {all}; vary less"));
    }
    Ok(all)
}

/// Returns a combination by its number; the last value varies fastest.
pub fn combination(sweeps: &[Sweep], number: usize) -> Vec<String> {
    let (mut rest, mut values) = (number, Vec::new());
    for sweep in sweeps.iter().rev() {
        values.insert(0, sweep.values[rest % sweep.values.len()].clone());
        rest /= sweep.values.len();
    }
    values
}

/// Returns the content of a scenario with some values replaced.
pub fn varied(
    before: &Analysis,
    scenario: &str,
    places: &[Pointer],
    values: &[String],
) -> Result<Arc<Resolved>, Unfit> {
    let change = |(at, value): (&Pointer, &String)| Ok(Change::Set { at: at.clone(), value: read(value)? });
    let changes = places.iter().zip(values).map(change).collect::<Result<Vec<_>, String>>().map_err(Unfit::Unset)?;
    let mut changed = (**before.draft()).clone();
    let made = plan(before.draft(), &changes).and_then(|plan| plan.apply(&mut changed));
    made.map_err(|error| Unfit::Unset(error.to_string()))?;
    let changed = Arc::new(changed);
    Analysis::of(Arc::clone(&changed), Some(before)).resolve(scenario).map_err(|found| Unfit::Found(changed, found))
}

/// Returns the paths of the varied values.
pub fn paths(sweeps: &[Sweep]) -> Vec<String> {
    sweeps.iter().map(|sweep| sweep.path.clone()).collect()
}

/// Describes a combination of values.
pub fn told(sweeps: &[Sweep], values: &[String]) -> String {
    let pairs = sweeps.iter().zip(values).map(|(sweep, value)| format!("{}={value}", sweep.path));
    pairs.collect::<Vec<_>>().join(" ")
}

fn read(value: &str) -> Result<Value, String> {
    serde_yaml::from_str(value).map_err(|error| format!("`{value}` is not a valid YAML value: {error}"))
}

/// Writes the result of each value.
pub fn write(record: &Record, question: &Vary, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    match format {
        Format::Table => table(record, question, out),
        Format::Csv => csv(record, question, out),
        Format::Json | Format::Jsonl | Format::Check => {
            let arms = record.heading.arms.iter().zip(&record.reports).enumerate().map(|(arm, (of, report))| {
                let mut row = measures(report);
                row["values"] = json!(of.name);
                row["asWritten"] = json!(question.written == Some(arm));
                row["battles"] = json!(report.battles.len());
                row
            });
            let arms: Vec<Value> = arms.collect();
            let heading = &record.heading;
            let object = json!({
                "paths": question.paths,
                "seed": heading.seed,
                "players": heading.players,
                "variants": arms,
            });
            Ok(writeln!(out, "{object:#}")?)
        }
    }
}

/// Returns the columns of the results table: headings and cells.
fn columns(record: &Record, question: &Vary) -> Vec<(String, Vec<String>)> {
    let side = SideId(question.side);
    let name = record.reports.first().and_then(|report| report.sides.get(usize::from(question.side)));
    let mean = |mean: Option<Mean>, scale: f64| match mean {
        Some(Mean { low, mean, high }) => {
            let [low, mean, high] = [low, mean, high].map(|part| scale * part);
            format!("{mean:.2} ({low:.2} to {high:.2})")
        }
        None => "-".to_owned(),
    };
    let percent = |Share { low, share, high }: Share| {
        let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
        format!("{share:.1} ({low:.1} to {high:.1})")
    };
    let each = |of: &dyn Fn(&Report) -> String| record.reports.iter().map(of).collect::<Vec<String>>();
    let last = |path: &str| {
        let key = Pointer::parse(&format!("/{}", path.trim_start_matches('/')))
            .and_then(|at| at.record().map(|(key, _)| key));
        key.map_or_else(
            || path.to_owned(),
            |RecordKey { catalog, .. }| path.trim_start_matches(&format!("{catalog}/")).to_owned(),
        )
    };
    let mut columns = Vec::new();
    for (at, path) in question.paths.iter().enumerate() {
        let value = |(arm, of): (usize, &super::record::Arm)| {
            let value = of.name.get(at).map_or("", String::as_str);
            let mark = if question.written == Some(arm) && at == 0 { "*" } else { "" };
            format!("{value}{mark}")
        };
        columns.push((last(path), record.heading.arms.iter().enumerate().map(value).collect()));
    }
    columns.push((
        format!("won by {}, %", name.map_or("", String::as_str)),
        each(&|report| percent(report.win_share(side))),
    ));
    columns.push(("drawn, %".to_owned(), each(&|report| percent(report.draw_share()))));
    columns.push(("balance, %".to_owned(), each(&|report| report.balance().map_or_else(|| "-".to_owned(), percent))));
    columns.push(("round limit, %".to_owned(), each(&|report| percent(report.share(report.round_limits())))));
    columns.push(("rounds".to_owned(), each(&|report| mean(report.rounds(), 1.0))));
    columns.push(("lead changes".to_owned(), each(&|report| mean(report.lead_changes(), 1.0))));
    columns.push(("winner behind, %".to_owned(), each(&|report| mean(report.behind(), 100.0))));
    columns
}

fn table(record: &Record, question: &Vary, out: &mut Stream<'_>) -> Result<(), Failure> {
    let columns = columns(record, question);
    let widths = columns
        .iter()
        .map(|(head, rows)| rows.iter().chain([head]).map(|text| text.chars().count()).max().unwrap_or_default());
    let widths: Vec<usize> = widths.collect();
    let line = |of: &dyn Fn(usize) -> String| {
        let cells = widths.iter().enumerate().map(|(at, width)| format!("{:<width$}", printable(&of(at))));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let head = line(&|at| columns[at].0.clone());
    writeln!(out, "{}", out.painted(Paint::Strong, head))?;
    for row in 0..record.reports.len() {
        writeln!(out, "{}", line(&|at| columns[at].1[row].clone()))?;
    }
    let battles = record.heading.battles;
    writeln!(out, "\n{battles} battles each, on the same seeds; intervals hold in 95 of 100 cases")?;
    if let Some(words) = without_effect(record, question) {
        writeln!(out, "{}", out.painted(Paint::Doubtful, words))?;
    }
    if question.written.is_some() {
        writeln!(out, "* the current value")?;
    }
    Ok(())
}

/// Says that the values make no difference, if the battles with all of them are identical.
pub fn without_effect(record: &Record, question: &Vary) -> Option<String> {
    let [first, others @ ..] = record.reports.as_slice() else { return None };
    let courses = |report: &'_ Report| report.battles.iter().map(|battle| battle.course.clone()).collect::<Vec<_>>();
    let expected = courses(first);
    let is_alike = !others.is_empty() && others.iter().all(|report| courses(report) == expected);
    let paths = question.paths.join(" and ");
    let (has, these) = if question.paths.len() == 1 { ("has", "value") } else { ("have", "combination of values") };
    is_alike.then(|| format!("{paths} {has} no effect here: each battle is identical with every {these}"))
}

fn csv(record: &Record, question: &Vary, out: &mut Stream<'_>) -> Result<(), Failure> {
    let paths: Vec<String> = question.paths.iter().map(|path| quoted(path)).collect();
    let head = "as_written,side,battles,wins,draws,share,low,high,balance,round_limits,rounds,lead_changes,behind";
    writeln!(out, "{},{head}", paths.join(","))?;
    let side = SideId(question.side);
    for (arm, (of, report)) in record.heading.arms.iter().zip(&record.reports).enumerate() {
        let values: Vec<String> = of.name.iter().map(|value| quoted(value)).collect();
        let name = quoted(of.sides.get(usize::from(question.side)).map_or("", String::as_str));
        let share = report.win_share(side);
        let mean = |mean: Option<Mean>| mean.map_or_else(String::new, |mean| format!("{:.4}", mean.mean));
        let balance = report.balance().map_or_else(String::new, |balance| format!("{:.4}", balance.share));
        writeln!(
            out,
            "{},{},{name},{},{},{},{:.4},{:.4},{:.4},{balance},{},{},{},{}",
            values.join(","),
            question.written == Some(arm),
            report.battles.len(),
            report.wins(side),
            report.draws(),
            share.share,
            share.low,
            share.high,
            report.round_limits(),
            mean(report.rounds()),
            mean(report.lead_changes()),
            mean(report.behind()),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_lists_and_ranges() {
        let values = |text: &str| text.parse::<Sweep>().map(|sweep| sweep.values);
        assert_eq!(values("a/b=1D,2D, 2D+1"), Ok(vec!["1D".to_owned(), "2D".to_owned(), "2D+1".to_owned()]));
        assert_eq!(values("a/b=-1..1,7"), Ok(["-1", "0", "1", "7"].map(str::to_owned).to_vec()));
        assert_eq!(values("a/b=[1, 2],{x: 1, y: 2}"), Ok(["[1, 2]", "{x: 1, y: 2}"].map(str::to_owned).to_vec()));
        for wrong in ["a/b", "=1", "a/b=", "a/b=1,,2", "a/b=3..1", "a/b=1..999999999"] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }
}
