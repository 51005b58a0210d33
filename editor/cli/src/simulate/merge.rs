//! Merges the shards of a simulation.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use foeman_engine::dice::Seed;
use foeman_engine::simulate::{BattleResult, Report};

use foeman_base::console::Failure;
use foeman_lab::record::{Heading, Record, Row};
use foeman_lab::shard::Shard;

/// A shard in a file.
struct ShardPart<'a> {
    path: &'a Path,
    record: Record,
}

impl ShardPart<'_> {
    fn shard(&self) -> Shard {
        self.record.heading.shard.unwrap_or(Shard::WHOLE)
    }
}

/// Merges the shards of a simulation into the record of a single run.
pub(super) fn merge(files: &[PathBuf]) -> Result<Record, Failure> {
    let mut parts = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.shard().part);
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Err(Failure::Usage("expected files to merge".to_owned())) };
    let of = first.shard().of;
    let (mut missing, mut last) = (Vec::new(), (0, first.path));
    let mut merged = Record { heading: Heading { shard: None, ..first.record.heading.clone() }, reports: Vec::new() };
    for part in std::iter::once(first).chain(parts) {
        let Shard { part: number, .. } = part.shard();
        if let Some(differs) = difference(&merged.heading, of, &part) {
            let message = format!(
                "expected parts of one simulation, but `{}` and `{}` differ: {differs}",
                last.1.display(),
                part.path.display()
            );
            return Err(Failure::Usage(message));
        }
        if number == last.0 {
            let (one, other) = (last.1.display(), part.path.display());
            let message =
                format!("expected each part once, but `{one}` and `{other}` are both {}; leave one out", part.shard());
            return Err(Failure::Usage(message));
        }
        missing.extend((last.0 + 1..number).map(|part| Shard { part, of }.to_string()));
        last = (number, part.path);
        if merged.reports.is_empty() {
            merged.reports = part.record.reports;
        } else {
            for (all, report) in merged.reports.iter_mut().zip(part.record.reports) {
                all.battles.extend(report.battles);
            }
        }
    }
    missing.extend((last.0 + 1..=of).map(|part| Shard { part, of }.to_string()));
    if missing.is_empty() {
        return Ok(merged);
    }
    let message = format!("expected all {of} parts, but `{}` is missing; name its file too", missing.join("`, `"));
    Err(Failure::Usage(message))
}

/// Returns the first difference that shows that a shard belongs to another simulation.
fn difference(expected: &Heading, of: u32, part: &ShardPart<'_>) -> Option<String> {
    let found = &part.record.heading;
    let told = |what: &str, one: &dyn fmt::Display, other: &dyn fmt::Display| {
        let (one, other) = (one.to_string(), other.to_string());
        (one != other).then(|| format!("{what}, `{one}` and `{other}`"))
    };
    let contents = |heading: &Heading| heading.arms.iter().map(|arm| arm.content.clone()).collect::<Vec<_>>().join(" ");
    told("the build", &expected.build, &found.build)
        .or_else(|| told("the ruleset", &expected.ruleset, &found.ruleset))
        .or_else(|| told("the scenario", &expected.scenario, &found.scenario))
        .or_else(|| told("the content (its SHA-256)", &contents(expected), &contents(found)))
        .or_else(|| told("the first seed", &expected.seed, &found.seed))
        .or_else(|| told("the number of battles", &expected.battles, &found.battles))
        .or_else(|| told("the players", &expected.players.join(" "), &found.players.join(" ")))
        .or_else(|| told("the number of parts", &of, &part.shard().of))
        .or_else(|| (expected.question != found.question).then(|| "the kind of simulation".to_owned()))
        .or_else(|| (expected.arms != found.arms).then(|| "the names of the contents".to_owned()))
}

fn read(path: &Path) -> Result<ShardPart<'_>, Failure> {
    let io = |message: String| Failure::Io(format!("could not read `{}`: {message}", path.display()));
    let file = File::open(path).map_err(|error| io(error.to_string()))?;
    let mut lines = Lines { from: BufReader::new(file), number: 0 };
    let head = lines.next().map_err(io)?.map(|(_, line)| line).unwrap_or_default();
    let heading: Heading = serde_json::from_str(&head).map_err(|error| {
        io(format!(
            "expected a file written by `foeman simulate --format jsonl` or `--shard`, but line 1 is not: {error}"
        ))
    })?;
    heading.known().map_err(io)?;
    let own = heading.shard.unwrap_or(Shard::WHOLE).of(heading.battles);
    let mut reports = Vec::new();
    for (arm, of) in heading.arms.iter().enumerate() {
        let mut battles: Vec<BattleResult> = Vec::new();
        for index in own.clone() {
            let seed = Seed(heading.seed).after(index);
            let expected = format!("the battle with the seed {} of content {}", seed.0, arm + 1);
            let Some((number, line)) = lines.next().map_err(io)? else {
                return Err(io(format!(
                    "expected {expected}, but the file ends: it is incomplete; play that part again"
                )));
            };
            let row: Row<BattleResult> =
                serde_json::from_str(&line).map_err(|error| io(format!("line {number}: {error}")))?;
            if (row.arm, row.battle.seed) != (arm, seed) {
                let found = format!("the seed {} of content {}", row.battle.seed.0, row.arm + 1);
                return Err(io(format!("line {number}: expected {expected}, found {found}; play that part again")));
            }
            battles.push(row.battle);
        }
        reports.push(Report {
            sides: of.sides.clone(),
            content: of.content.clone(),
            register: of.register.clone(),
            battles,
        });
    }
    if let Some((number, _)) = lines.next().map_err(io)? {
        return Err(io(format!("line {number}: expected the end, found more battles; play that part again")));
    }
    Ok(ShardPart { path, record: Record { heading, reports } })
}

/// The maximum length of a line in bytes; the longest possible heading has about three million.
const MOST_OF_LINE: u64 = 1 << 26;

/// Reads the lines of a file with a length limit, so that endless input is no problem.
struct Lines<R> {
    from: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line with its number; `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, String)>, String> {
        let mut line = Vec::new();
        let read = (&mut self.from).take(MOST_OF_LINE + 1).read_until(b'\n', &mut line);
        read.map_err(|error| error.to_string())?;
        self.number += 1;
        let number = self.number;
        if line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 > MOST_OF_LINE {
            return Err(format!("line {number}: expected at most {} MB, found more", MOST_OF_LINE >> 20));
        }
        let text = String::from_utf8(line).map_err(|_| format!("line {number}: expected UTF-8, found other bytes"))?;
        Ok(Some((number, text.trim_end_matches(['\r', '\n']).to_owned())))
    }
}
