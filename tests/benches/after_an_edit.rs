//! Measures how long it takes to update all findings after one value has changed in a file of 10,000 records:
//! `cargo bench -p foeman-tests --bench after_an_edit`.

#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, remove, set_value};
use foeman_schema::text::Pointer;
use foeman_tests::big;
use serde_json::{Value, json};

const RECORDS: usize = 10_000;
const EDITS: usize = 200;

fn main() {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), big::pack(RECORDS))], &SHIPPED.dialects());
    let bytes: usize = draft.files().map(|file| draft.text(file).len()).sum();
    let start = Instant::now();
    let mut analysis = Analysis::of(Arc::new(draft), None);
    let findings = analysis.findings().len();
    println!("{RECORDS} records, {bytes} bytes, {findings} findings; afresh {:.1?}", start.elapsed());

    let mut random = Random(7);
    let (mut applied, mut analysed, mut both, mut regrouped) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut removed: Option<Edit> = None;
    for number in 0..EDITS {
        if number % 40 == 39 {
            compare(&analysis);
        }
        // Every tenth edit removes a record, and the next one puts it back.
        let has_removed = removed.is_some();
        let removes = number % 10 == 8;
        let edit = removed.take().unwrap_or_else(|| match removes {
            true => removal(analysis.draft(), &mut random),
            false => edit(analysis.draft(), &mut random),
        });
        let start = Instant::now();
        // Like in the window, the previous state is still in use elsewhere.
        let mut draft = Arc::clone(analysis.draft());
        let back = Arc::make_mut(&mut draft).apply(&edit);
        let made = start.elapsed();
        analysis = Analysis::of(draft, Some(&analysis));
        let all = start.elapsed();
        if removes || has_removed {
            removed = removes.then_some(back);
            regrouped.push(all);
            continue;
        }
        applied.push(made);
        analysed.push(all - made);
        both.push(all);
    }
    compare(&analysis);
    println!("{EDITS} edits            p50        p95        most");
    for (name, times) in [("edit", applied), ("findings", analysed), ("both", both), ("add, remove", regrouped)] {
        let [half, most, all] = quantiles(times);
        println!("{name:<12} {half:>10.2?} {most:>10.2?} {all:>10.2?}");
    }
}

/// Panics if an incremental analysis differs from a full one.
fn compare(analysis: &Analysis) {
    let afresh = Analysis::of(Arc::clone(analysis.draft()), None);
    assert_eq!(analysis.findings(), afresh.findings(), "an incremental analysis equals a full one");
}

/// Removes a record, which others may extend.
fn removal(draft: &Draft, random: &mut Random) -> Edit {
    let pointer = Pointer::parse(&format!("/items/{}", big::id(random.below(RECORDS)))).expect("a pointer");
    remove(draft, &pointer).expect("the record is there")
}

/// Changes one value of an existing record: a number, a title, damage, or `extends`.
fn edit(draft: &Draft, random: &mut Random) -> Edit {
    let mut below = |end: usize| random.below(end);
    loop {
        let (number, value) = (below(RECORDS), below(90));
        let (field, value): (&str, Value) = match below(6) {
            0 => ("title", json!(format!("Thing {value}"))),
            1 => ("damage", json!(format!("{}D", 1 + value % 3))),
            2 => ("requires/st", json!(value)),
            3 => ("extends", json!(big::id(below(RECORDS)))),
            4 => ("class", json!(["wpn", "amo", "gen", "amr"][value % 4])),
            _ => ("size", json!(value)),
        };
        let pointer = Pointer::parse(&format!("/items/{}/{field}", big::id(number))).expect("a pointer");
        if let (true, Ok(edit)) = (draft.defined(&pointer), set_value(draft, &pointer, &value)) {
            return edit;
        }
    }
}

/// A simple generator of pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn quantiles(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort();
    [times.len() / 2, times.len() * 95 / 100, times.len() - 1].map(|at| times[at])
}
