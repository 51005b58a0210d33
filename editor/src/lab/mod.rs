//! Simulations: running them and reporting their results, shared by the command line and the window.
//!
//! A [`record`] holds battles with all their inputs. Reports are computed from it, in one file per kind of question:
//! [`summary`], [`deeds`] and [`plain`] (win rates and battle statistics), [`against`] (the effect of a change),
//! [`vary`] (parameter sweeps), [`matrix`] (matchups of all figures), [`parity`] (how many figures are a match for a
//! side). [`claim`] turns a result into a check, and [`run`] plays simulations in the background.

pub(crate) mod record;

pub(crate) mod shard;

pub(crate) mod counted;

pub(crate) mod csv;

pub(crate) mod deeds;

pub(crate) mod summary;

pub(crate) mod plain;

pub(crate) mod against;

pub(crate) mod vary;

pub(crate) mod matrix;

pub(crate) mod parity;

pub(crate) mod claim;

pub(crate) mod run;

use clap::ValueEnum;

use crate::console::{Failure, Stream};
use record::{Question, Record};

/// The maximum number of battles per content. All battles stay in memory until the report, while the user waits.
pub(crate) const MOST_BATTLES: u32 = 1_000_000;
/// The maximum number of battles of all contents together.
pub(crate) const MOST_OF_ALL: u64 = 4_000_000;
/// The maximum number of threads; more only compete with each other.
pub(crate) const MOST_THREADS: u16 = 256;

/// The output format of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
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
pub(crate) fn write(record: &Record, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
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
