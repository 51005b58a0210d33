//! Parts of a simulation that are played apart, and putting them together.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use foeman_rules::dice::Seed;
use foeman_rules::simulate::{BattleResult, Report};
use serde::{Deserialize, Serialize};

use super::record::{Heading, Record, Row};
use crate::console::Failure;

/// The Kth of N parts, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// All of it.
    const WHOLE: Self = Self { part: 1, of: 1 };

    /// Which of so many battles are its own, as many as of every other or one less.
    pub(super) fn of(self, battles: u32) -> Range<u32> {
        let end = |parts: u32| {
            let end = u64::from(battles) * u64::from(parts) / u64::from(self.of);
            // No more than all of them.
            u32::try_from(end).unwrap_or(battles)
        };
        end(self.part - 1)..end(self.part)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(format!("expected a part and their number as `1/4`, up to `4/4`, but found `{text}`")),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// One file.
struct Part<'a> {
    path: &'a Path,
    record: Record,
}

impl Part<'_> {
    fn shard(&self) -> Shard {
        self.record.heading.shard.unwrap_or(Shard::WHOLE)
    }
}

/// Puts the parts of a simulation together: what one run would have been.
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

/// The first thing in which a part is of another simulation.
fn difference(expected: &Heading, of: u32, part: &Part<'_>) -> Option<String> {
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
        .or_else(|| (expected.question != found.question).then(|| "what is asked".to_owned()))
        .or_else(|| (expected.arms != found.arms).then(|| "the names of what is played".to_owned()))
}

fn read(path: &Path) -> Result<Part<'_>, Failure> {
    let io = |message: String| Failure::Io(format!("could not read `{}`: {message}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| io(error.to_string()))?;
    let mut lines = (1..).zip(text.lines());
    let head = lines.next().map(|(_, line)| line).unwrap_or_default();
    let heading: Heading = serde_json::from_str(head).map_err(|error| {
        io(format!(
            "expected what `foeman simulate --format jsonl` or `--shard` has written, but line 1 is not: {error}"
        ))
    })?;
    if !heading.is_known() {
        return Err(io(format!("expected lines of format 1, but found {}", heading.simulation)));
    }
    let own = heading.shard.unwrap_or(Shard::WHOLE).of(heading.battles);
    let mut reports = Vec::new();
    for (arm, of) in heading.arms.iter().enumerate() {
        let mut battles: Vec<BattleResult> = Vec::new();
        for index in own.clone() {
            let seed = Seed(heading.seed).after(index);
            let expected = format!("the battle with the seed {} of content {}", seed.0, arm + 1);
            let Some((number, line)) = lines.next() else {
                return Err(io(format!(
                    "expected {expected}, but the file ends: it was cut short; play that part again"
                )));
            };
            let row: Row<BattleResult> =
                serde_json::from_str(line).map_err(|error| io(format!("line {number}: {error}")))?;
            if (row.arm, row.battle.seed) != (arm, seed) {
                let found = format!("the seed {} of content {}", row.battle.seed.0, row.arm + 1);
                return Err(io(format!("line {number}: expected {expected}, but found {found}; play that part again")));
            }
            battles.push(row.battle);
        }
        reports.push(Report { sides: of.sides.clone(), content: of.content.clone(), battles });
    }
    if let Some((number, _)) = lines.next() {
        return Err(io(format!("line {number}: expected the end, but found more battles; play that part again")));
    }
    Ok(Part { path, record: Record { heading, reports } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_good_as_equal_and_all_together_the_whole() {
        for (battles, of) in [(10, 4), (3, 7), (1_000_000, 256), (1, 1), (4_294_967_295, 3)] {
            let parts: Vec<Range<u32>> = (1..=of).map(|part| Shard { part, of }.of(battles)).collect();
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, battles));
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
            let sizes = || parts.iter().map(ExactSizeIterator::len);
            assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1, "{parts:?}");
        }
    }

    #[test]
    fn a_part_is_one_of_those_there_are() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        for wrong in ["0/4", "5/4", "4", "", "1/0", "-1/4", "a/b", "1/4/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
