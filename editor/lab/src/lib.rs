//! Simulations as they are asked for and told: what the command line and the window share.
//!
//! A [`record`] holds battles with all that they depend on; everything that is said of them is made of it, by one file for
//! each question: [`summary`], [`deeds`] and [`plain`] (who wins how often, and what was done), [`against`] (what a change does), [`vary`] (what comes of one value after
//! the other), [`matrix`] (everybody against everybody), [`parity`] (how many are a match for a side).
//! [`claim`] makes a check of them, and [`run`] plays them while somebody watches.

pub mod record;

pub mod shard;

pub mod counted;

pub mod csv;

pub mod deeds;

pub mod summary;

pub mod plain;

pub mod against;

pub mod vary;

pub mod matrix;

pub mod parity;

pub mod claim;

pub mod run;

use clap::ValueEnum;

use foeman_base::console::{Failure, Stream};
use record::{Question, Record};

/// Every battle is remembered until the report, and somebody waits for it.
pub const MOST_BATTLES: u32 = 1_000_000;
/// The same of all contents together.
pub const MOST_OF_ALL: u64 = 4_000_000;
/// More threads than this would only stand in each other's way.
pub const MOST_THREADS: u16 = 256;

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// What came out, for people
    Table,
    /// One line for each battle or pair; of --vary, --matrix and --parity for each value, each two figures and each number
    Csv,
    /// Everything in one object
    Json,
    /// As a check of the pack: that a side wins about as often in other battles
    Check,
    /// A heading, and every battle as an object on its own line: what --merge reads
    Jsonl,
}

/// Writes what came of the battles of a simulation.
pub fn write(record: &Record, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    if format == Format::Jsonl {
        return record.write(out);
    }
    match &record.heading.question {
        Question::Plain => plain::write(record, format, out),
        Question::Against(question) => against::write(record, question, format, out),
        Question::Vary(question) => vary::write(record, question, format, out),
        Question::Matrix => matrix::write(record, format, out),
        Question::Parity(question) => parity::write(record, question, format, out),
    }
}
