//! The battles of a simulation with all that they depend on: what reports are made of, and what shards write.

use std::io::Write;

use foeman_engine::lab::Until;
use foeman_engine::simulate::{BattleResult, Report};
use foeman_engine::tally::Register;
use serde::{Deserialize, Serialize};

use super::shard::Shard;
use foeman_base::console::{Failure, Stream};

/// The number of the format of the lines.
const FORMAT: u32 = 2;

/// A simulation that was played.
pub struct Record {
    /// The conditions of the battles.
    pub heading: Heading,
    /// The battles with each content, in the order of the heading.
    pub reports: Vec<Report>,
}

/// What the battles depend on: shards of one simulation have the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Heading {
    /// The number of the format.
    pub simulation: u32,
    /// The build that played; empty if the record is not stored.
    pub build: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario's id.
    pub scenario: String,
    /// The names of the computer players, by side.
    pub players: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// How many battles with each content.
    pub battles: u32,
    /// The question that the simulation answers.
    pub question: Question,
    /// What they are played with.
    pub arms: Vec<Arm>,
    /// Which part of the battles these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Who wins how often.
    Plain,
    /// What differs between two contents.
    Against(Against),
    /// What comes of one value after the other.
    Vary(Vary),
    /// Who wins against whom; each two are played with the first of them in the first place, and then in the second.
    Matrix,
    /// How many of a figure are a match for the others.
    Parity(Priced),
}

/// A search for the number of a figure that wins half the battles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Priced {
    /// The figure's id.
    pub figure: String,
    /// Its name.
    pub name: String,
    /// The position of the side in whose place it stands.
    pub side: u8,
    /// The greatest number that is tried.
    pub most: u32,
    /// How many find room, where that ended the search.
    pub room: Option<u32>,
    /// What the sides are worth with each number, in points of the ruleset.
    pub worth: Vec<Vec<Option<i64>>>,
}

/// A sweep of values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Vary {
    /// Which values, as they were named.
    pub paths: Vec<String>,
    /// The position of the side whose wins are told.
    pub side: u8,
    /// Which of the contents is the one that is written.
    pub written: Option<usize>,
}

/// A comparison of two contents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Against {
    /// The position of the side whose wins are compared.
    pub side: u8,
    /// The side whose wins are counted, from 0.
    pub until: Until,
}

/// One of the contents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Arm {
    /// What sets it apart.
    pub name: Vec<String>,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// The SHA-256 of its canonical text.
    pub content: String,
    /// Who and what the tallies of its battles name.
    #[serde(default, skip_serializing_if = "Register::is_empty")]
    pub register: Register,
}

/// A line after the heading.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<B> {
    /// The position of the content.
    pub arm: usize,
    /// The battle.
    pub battle: B,
}

impl Heading {
    /// Of what is played by this build.
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

    /// The error says that lines are not written as they are here.
    pub fn known(&self) -> Result<(), String> {
        let found = self.simulation;
        if found == FORMAT {
            Ok(())
        } else {
            Err(format!("expected lines of format {FORMAT}, but found {found}; play that part again"))
        }
    }
}

impl Record {
    /// With what was played of each content, which is called so.
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

    /// How many battles there are.
    pub fn battles(&self) -> usize {
        self.reports.iter().map(|report| report.battles.len()).sum()
    }

    /// Writes it as lines of JSON.
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
