//! Measures how CPU time and memory grow with the size of a pack, from 1,000 to 64,000 records:
//! `cargo run --release -p foeman-tests --example growth`, or with the names of some tasks.
//!
//! Each measurement runs in a separate process, because systems record the peak of memory per process.

#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::error::Error;
use std::hint::black_box;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::edit::set_value;
use foeman_schema::fmt;
use foeman_schema::merge::{Clash, merge_in};
use foeman_schema::text::RecordKey;
use foeman_test_support::clock;
use foeman_tests::big;
use mimalloc::MiMalloc;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const SIZES: [usize; 4] = [1_000, 4_000, 16_000, 64_000];

/// A task with its name and the number of times it is done.
type Task = (&'static str, usize, fn(usize, &mut Clock));

const TASKS: [Task; 5] = [
    ("check", 1, check),
    ("findings after an edit", EDITS, edit),
    ("merge three packs", 1, merge),
    ("format", 1, format),
    ("rename", 1, rename),
];

const EDITS: usize = 40;

/// Each measurement is repeated, and the least CPU time counts.
const RUNS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [task, size] = &words[..]
        && let Ok(records) = size.parse()
    {
        let (_, times, run) = TASKS.into_iter().find(|(name, ..)| name == task).ok_or("unknown task")?;
        let (mut clock, before) = (Clock::default(), clock::peak_memory());
        run(records, &mut clock);
        println!("{} {}", clock.spent.as_nanos() / times as u128, 1024 * (clock::peak_memory() - before));
        return Ok(());
    }
    let sizes = SIZES.map(|size| format!("{size} records")).join(" | ");
    println!("| CPU time in µs and memory in KB, per record | {sizes} |\n|---|--:|--:|--:|--:|");
    for (name, ..) in TASKS.into_iter().filter(|(name, ..)| words.is_empty() || words.iter().any(|word| word == name)) {
        let mut row = format!("| {name}");
        for size in SIZES {
            let [nanos, bytes] = measured(name, size)?;
            let per = |amount: f64| amount / size as f64 / 1e3;
            row += &format!(" | {:.2}, {:.2}", per(nanos), per(bytes));
        }
        println!("{row} |");
    }
    Ok(())
}

/// Returns the CPU time of a task in nanoseconds, and its peak of memory in bytes, which includes its input.
fn measured(task: &str, size: usize) -> Result<[f64; 2], Box<dyn Error>> {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..RUNS {
        let output = Command::new(std::env::current_exe()?).args([task, &size.to_string()]).output()?;
        let told = String::from_utf8(output.stdout)?;
        let numbers: Vec<f64> = told.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [nanos, bytes] = numbers[..] else { return Err(format!("`{task}` failed at {size} records").into()) };
        least = [least[0].min(nanos), least[1].min(bytes)];
    }
    Ok(least)
}

fn check(records: usize, clock: &mut Clock) {
    let text = big::pack(records);
    clock.time(|| black_box(Analysis::of(Arc::new(draft(text)), None)));
}

fn edit(records: usize, clock: &mut Clock) {
    let mut analysis = Analysis::of(Arc::new(draft(big::pack(records))), None);
    for number in 0..EDITS {
        let pointer = item(number * (records / EDITS)).pointer().child("size");
        let edit = set_value(analysis.draft(), &pointer, &(50 + number).into()).expect("a size can be written");
        analysis = clock.time(|| {
            // Like in the server, the previous state is still in use.
            let mut draft = Arc::clone(analysis.draft());
            Arc::make_mut(&mut draft).apply(&edit);
            Analysis::of(draft, Some(&analysis))
        });
    }
}

fn merge(records: usize, clock: &mut Clock) {
    let base = big::pack(records);
    let every_tenth = |from: &str, to: &str, first: usize| {
        let mut seen = 0;
        let changed = base.split_inclusive('\n').map(|line| {
            seen += usize::from(line.starts_with(from));
            if line.starts_with(from) && seen % 10 == first { line.replacen(from, to, 1) } else { line.to_owned() }
        });
        changed.collect::<String>()
    };
    let ours = every_tenth("    size: ", "    size: 1", 3);
    let theirs = every_tenth("    title: ", "    title: Old ", 7);
    let dialect = SHIPPED.dialects().into_iter().find(|dialect| dialect.id == "foeman");
    let merged = clock.time(|| merge_in(dialect, &base, &ours, &theirs, Clash::Mark));
    assert!(merged.clashes == 0 && merged.text != ours && merged.text != theirs);
}

fn format(records: usize, clock: &mut Clock) {
    let draft = draft(big::pack(records).replace("    size: ", "    size:    "));
    let (edit, refused) = clock.time(|| fmt::pack(&draft));
    assert!(refused.is_empty() && !edit.splices.is_empty());
}

fn rename(records: usize, clock: &mut Clock) {
    let draft = draft(big::pack(records));
    let rename = Change::Rename { at: item(records / 2).pointer(), to: "renamed".to_owned() };
    let plan = clock.time(|| plan(&draft, &[rename]));
    assert!(plan.is_ok_and(|plan| plan.edit().splices.len() > 1));
}

fn draft(text: String) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects())
}

fn item(number: usize) -> RecordKey {
    // The first item of a family has a size and is extended by another.
    RecordKey::new("items", big::id(number / 10 * 10))
}

/// Adds up the CPU time of all threads.
#[derive(Default)]
struct Clock {
    spent: Duration,
}

impl Clock {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = clock::process();
        let result = work();
        self.spent += clock::process() - start;
        result
    }
}
