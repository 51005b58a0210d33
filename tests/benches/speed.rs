//! Benchmarks: `cargo bench -p foeman-tests`. Read the figures as ratios within one run; machines differ.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use foeman_engine::dice::Seed;
use foeman_engine::game::Engine;
use foeman_engine::simulate::Plan;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::{check, resolve};
use foeman_schema::draft::Draft;
use foeman_schema::edit;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::Pointer;
use foeman_tests::big;

fn main() {
    divan::main();
}

fn arena() -> Draft {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    Draft::open(&folder, &SHIPPED.dialects()).expect("the Arena is there")
}

/// A pack with about this many records.
fn crowded(records: usize) -> Draft {
    Draft::from_texts([("crowd.yaml".to_owned(), big::pack(records))], &SHIPPED.dialects())
}

/// Reading and checking a pack, from disk to findings, compared to parsing the same text into untyped values.
mod packs {
    use super::*;

    #[divan::bench]
    fn open_and_check_the_arena() {
        black_box(check(&arena()));
    }

    #[divan::bench]
    fn read_and_check_10_000_records(bencher: Bencher<'_, '_>) {
        bencher.with_inputs(|| ()).bench_values(|()| black_box(check(&crowded(10_000))));
    }

    #[divan::bench]
    fn parse_10_000_records_into_untyped_values(bencher: Bencher<'_, '_>) {
        let draft = crowded(10_000);
        let file = draft.files().find(|&file| draft.path(file) == "crowd.yaml").expect("it was added");
        let text = draft.text(file);
        bencher.bench(|| serde_yaml::from_str::<serde_yaml::Value>(black_box(text)).expect("it is YAML"));
    }

    #[divan::bench]
    fn change_one_value_among_10_000_records(bencher: Bencher<'_, '_>) {
        let draft = crowded(10_000);
        let pointer = Pointer::root().child("items").child(big::id(5_000)).child("damage");
        let edit = edit::set_value(&draft, &pointer, &"-2H".into()).expect("it is there");
        bencher.with_inputs(|| draft.clone()).bench_refs(|draft| draft.apply(black_box(&edit)));
    }
}

/// Whole battles between two computer players.
mod battles {
    use super::*;

    fn stage(scenario: &str) -> (&'static dyn Engine, Resolved) {
        let resolved = resolve(&arena(), scenario).expect("the Arena is clean");
        (SHIPPED.engine(&resolved.ruleset).expect("it is shipped"), resolved)
    }

    #[divan::bench(args = ["duel", "three-a-side"])]
    fn ten_on_one_thread(bencher: Bencher<'_, '_>, scenario: &str) {
        ten(bencher, scenario, 1);
    }

    #[divan::bench(args = ["duel", "three-a-side"])]
    fn ten_on_two_threads(bencher: Bencher<'_, '_>, scenario: &str) {
        ten(bencher, scenario, 2);
    }

    fn ten(bencher: Bencher<'_, '_>, scenario: &str, threads: usize) {
        let (engine, resolved) = stage(scenario);
        let plan = Plan { battles: 10, seed: Seed(7), threads, players: Vec::new() };
        bencher.bench(|| {
            engine.simulate(&resolved, black_box(&plan), &|| {}, &AtomicBool::new(false)).expect("it can be played")
        });
    }
}
