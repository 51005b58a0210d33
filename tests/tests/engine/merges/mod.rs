//! Random edits of the shipped packs by two people, merged: the oracle knows what was edited, and from the schema which
//! lists are one value.

mod edits;
mod files;
mod lists;
mod oracle;

use foeman_schema::merge::{Clash, Merged, merge_in};

use edits::{Edit, Editor};
use files::{Model, Source};
use oracle::{Verdict, verdict};

/// Merges of their own; `FOEMAN_RUNS=2000` makes as many.
const RUNS: u64 = 300;

/// What a run has come to.
#[derive(Default, Debug)]
struct Tally {
    clean: usize,
    clashes: usize,
    open: usize,
}

#[test]
fn two_people_s_edits_are_joined_or_clash_and_nothing_is_lost_doubled_or_mixed() {
    let runs = std::env::var("FOEMAN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS);
    let only: Option<u64> = std::env::var("FOEMAN_SEED").ok().and_then(|seed| seed.parse().ok());
    let sources = Source::shipped();
    let mut tally = Tally::default();
    for seed in only.map_or(0..runs, |seed| seed..seed + 1) {
        one(seed, &sources, &mut tally);
    }
    println!("{runs} merges: {tally:?}");
    if only.is_none() {
        assert!(tally.clean * 4 > tally.clashes && tally.clashes * 8 > tally.clean, "both happen: {tally:?}");
    }
}

fn one(seed: u64, sources: &[Source], tally: &mut Tally) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let source = &sources[dice.usize(..sources.len())];
    let ours = Editor::edited(source, &[], &mut dice);
    let theirs = Editor::edited(source, &ours.edits, &mut dice);
    let told = || {
        format!(
            "FOEMAN_SEED={seed} {}\nours: {:#?}\ntheirs: {:#?}\n--- ours\n{}--- theirs\n{}",
            source.path, ours.edits, theirs.edits, ours.text, theirs.text
        )
    };
    let merge = |ours: &str, theirs: &str, clash| merge_in(Some(source.dialect), &source.text, ours, theirs, clash);
    let merged = merge(&ours.text, &theirs.text, Clash::Mark);
    let back = merge(&theirs.text, &ours.text, Clash::Mark);
    assert_eq!(merged.clashes == 0, back.clashes == 0, "it matters who is who: {}\n{}", told(), merged.text);

    let must = verdict(&ours.edits, &theirs.edits);
    match must {
        Verdict::Join => assert_eq!(merged.clashes, 0, "a needless clash: {}\n--- merged\n{}", told(), merged.text),
        Verdict::Clash => assert!(merged.clashes > 0, "joined in silence: {}\n--- merged\n{}", told(), merged.text),
        Verdict::Either => {}
    }
    match (must, merged.clashes) {
        (Verdict::Either, _) => tally.open += 1,
        (_, 0) => tally.clean += 1,
        _ => tally.clashes += 1,
    }
    if merged.clashes == 0 {
        let new = theirs.edits.iter().filter(|edit| !ours.edits.contains(edit));
        let expected = new.fold(ours.model.clone(), |model, edit| edit.applied(model));
        for text in [&merged.text, &back.text] {
            let model =
                source.read(text).unwrap_or_else(|| panic!("it cannot be read: {}\n--- merged\n{text}", told()));
            assert_same(&model, &expected, source, &|| format!("{}\n--- merged\n{text}", told()));
            for note in ours.edits.iter().chain(&theirs.edits).filter_map(Edit::note) {
                assert_eq!(
                    text.matches(note).count(),
                    1,
                    "a comment is lost or doubled: {}\n--- merged\n{text}",
                    told()
                );
            }
        }
        return;
    }
    resolved(&merged, [Clash::Ours, Clash::Theirs].map(|clash| merge(&ours.text, &theirs.text, clash)), &|| told());
    for (clash, edits) in [(Clash::Ours, &ours.edits), (Clash::Theirs, &theirs.edits)] {
        let text = merge(&ours.text, &theirs.text, clash).text;
        let model = source.read(&text).unwrap_or_else(|| panic!("{clash:?} cannot be read: {}\n{text}", told()));
        for edit in edits {
            assert!(edit.holds_in(&model), "{clash:?} lost {edit:?}: {}\n--- taken\n{text}", told());
        }
    }
}

/// What stands between the marks is what taking one side takes, and the marks are those of git.
fn resolved(merged: &Merged, [ours, theirs]: [Merged; 2], told: &dyn Fn() -> String) {
    let mut taken = [String::new(), String::new()];
    let (mut at, mut marks) = (None, 0);
    for line in merged.text.split_inclusive('\n') {
        match (line.trim_end(), at) {
            ("<<<<<<< ours", None) => (at, marks) = (Some(0), marks + 1),
            ("=======", Some(0)) => at = Some(1),
            (">>>>>>> theirs", Some(1)) => at = None,
            (_, Some(side)) => taken[side] += line,
            (_, None) => taken.iter_mut().for_each(|text| *text += line),
        }
    }
    assert_eq!((at, marks), (None, merged.clashes), "marks are opened and closed: {}\n{}", told(), merged.text);
    assert_eq!(taken, [ours.text, theirs.text], "the marks say what is taken: {}", told());
}

#[track_caller]
fn assert_same(found: &Model, expected: &Model, source: &Source, told: &dyn Fn() -> String) {
    let [found, expected] = [found, expected].map(|model| source.without_order(model));
    for key in found.keys().chain(expected.keys()) {
        assert_eq!(found.get(key), expected.get(key), "{key}: {}", told());
    }
}
