//! The battles of a simulation with all their inputs: the basis of reports, and the output of shards.

use std::io::Write;

use foeman_engine::lab::Until;
use foeman_engine::simulate::{BattleResult, Report};
use foeman_engine::tally::Register;
use serde::{Deserialize, Serialize};

use super::shard::Shard;
use foeman_base::console::{Failure, Stream};

/// The version of the line format.
const FORMAT: u32 = 2;

/// A completed simulation.
pub struct Record {
    /// The conditions of the battles.
    pub heading: Heading,
    /// The battles with each content, in the order of the heading.
    pub reports: Vec<Report>,
}

/// The inputs of the battles; equal for all shards of a simulation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Heading {
    /// The format version.
    pub simulation: u32,
    /// The build that played the battles.
    pub build: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario's id.
    pub scenario: String,
    /// The names of the computer players, by side.
    pub players: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// The number of battles per content.
    pub battles: u32,
    /// The question that the simulation answers.
    pub question: Question,
    /// The contents played.
    pub arms: Vec<Arm>,
    /// The part of the battles in this record, if it is a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// The question of a simulation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Win rates.
    Plain,
    /// The difference between two contents.
    Against(Against),
    /// The effect of each value.
    Vary(Vary),
    /// The wins of each figure against each other. Each pair is played in both orders of places.
    Matrix,
    /// The number of a figure that is a match for the others.
    Parity(Priced),
}

/// A search for the number of a figure that wins half the battles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Priced {
    /// The figure's id.
    pub figure: String,
    /// The name of the content.
    pub name: String,
    /// The index of the side it replaces.
    pub side: u8,
    /// The maximum number tried.
    pub most: u32,
    /// The number that fits on the map, if that ended the search.
    pub room: Option<u32>,
    /// The value of each side for each number, in points of the ruleset.
    pub worth: Vec<Vec<Option<i64>>>,
}

/// A parameter sweep.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Vary {
    /// The paths of the values, as given.
    pub paths: Vec<String>,
    /// The index of the side whose wins are reported.
    pub side: u8,
    /// The index of the content with the pack's own values.
    pub written: Option<usize>,
}

/// A comparison of two contents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Against {
    /// The index of the side whose wins are compared.
    pub side: u8,
    /// When to stop.
    pub until: Until,
}

/// One of the contents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Arm {
    /// The values or names that identify it.
    pub name: Vec<String>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The SHA-256 of its canonical text.
    pub content: String,
    /// The figures and items that its battle tallies refer to.
    #[serde(default, skip_serializing_if = "Register::is_empty")]
    pub register: Register,
}

/// A line after the heading.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<B> {
    /// The index of the content.
    pub arm: usize,
    /// The battle.
    pub battle: B,
}

impl Heading {
    /// Creates the heading of a simulation by this build.
    pub fn new(ruleset: &str, scenario: &str, question: Question) -> Self {
        Self {
            simulation: FORMAT,
            build: String::new(),
            ruleset: ruleset.to_owned(),
            scenario: scenario.to_owned(),
            players: Vec::new(),
            seed: 0,
            battles: 0,
            question,
            arms: Vec::new(),
            shard: None,
        }
    }

    /// Returns an error if the lines have another format version.
    pub fn known(&self) -> Result<(), String> {
        let found = self.simulation;
        if found == FORMAT {
            Ok(())
        } else {
            Err(format!("expected lines of format {FORMAT}, found {found}; run that part again"))
        }
    }
}

impl Record {
    /// Creates a record of the reports and names of all contents.
    pub fn new(mut heading: Heading, played: Vec<(Vec<String>, Report)>) -> Self {
        let arm = |(name, report): &(Vec<String>, Report)| Arm {
            name: name.clone(),
            sides: report.sides.clone(),
            content: report.content.clone(),
            register: report.register.clone(),
        };
        heading.arms = played.iter().map(arm).collect();
        Self { heading, reports: played.into_iter().map(|(_, report)| report).collect() }
    }

    /// Returns the number of battles of all contents.
    pub fn battles(&self) -> usize {
        self.reports.iter().map(|report| report.battles.len()).sum()
    }

    /// Writes the record as JSON lines.
    pub fn write(&self, out: &mut Stream<'_>) -> Result<(), Failure> {
        line(out, &self.heading)?;
        for (arm, report) in self.reports.iter().enumerate() {
            for battle in &report.battles {
                line(out, &Row::<&BattleResult> { arm, battle })?;
            }
        }
        Ok(())
    }
}

fn line(out: &mut Stream<'_>, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Io(error.to_string()))?;
    writeln!(out, "{text}")?;
    Ok(())
}
