//! Simulations: running them and reporting their results, shared by the command line and the window.
//!
//! A [`record`] holds battles with all their inputs. Reports are computed from it, in one file per kind of question:
//! [`summary`], [`deeds`] and [`plain`] (win rates and battle statistics), [`against`] (the effect of a change),
//! [`vary`] (parameter sweeps), [`matrix`] (matchups of all figures), [`parity`] (how many figures are a match for a
//! side). [`claim`] turns a result into a check, and [`run`] plays simulations in the background.

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

/// The maximum number of battles per content. All battles stay in memory until the report, while the user waits.
pub const MOST_BATTLES: u32 = 1_000_000;
/// The maximum number of battles of all contents together.
pub const MOST_OF_ALL: u64 = 4_000_000;
/// The maximum number of threads; more only compete with each other.
pub const MOST_THREADS: u16 = 256;

/// The output format of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// A summary for people
    Table,
    /// One line for each battle or pair; with --vary, --matrix or --parity for each value, matchup or number
    Csv,
    /// Everything in one object
    Json,
    /// A check of the pack: a side wins about as often in other battles
    Check,
    /// A heading, then each battle as an object on its own line: the input of --merge
    Jsonl,
}

/// Writes the result of a simulation.
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
