//! Merges random edits of the shipped packs by two people. The oracle knows the edits, and from the schema which lists
//! count as one value.

mod edits;
mod files;
mod lists;
mod oracle;
mod sites;

use foeman_schema::merge::{Clash, Merged, merge_in};

use edits::{Edit, Editor};
use files::Source;
use oracle::{Verdict, verdict};

/// The default number of merges; `FOEMAN_RUNS=2000` makes 2,000.
const RUNS: u64 = 300;

/// The results of a test run.
#[derive(Default, Debug)]
struct Tally {
    clean: usize,
    clashes: usize,
    open: usize,
    faults: Vec<String>,
}

#[test]
fn two_people_s_edits_are_joined_or_clash_and_nothing_is_lost_doubled_or_mixed() {
    let runs = std::env::var("FOEMAN_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS);
    let only: Option<u64> = std::env::var("FOEMAN_SEED").ok().and_then(|seed| seed.parse().ok());
    let sources = Source::shipped();
    let mut tally = Tally::default();
    for seed in only.map_or(0..runs, |seed| seed..seed + 1) {
        if let Err(fault) = one(seed, &sources, &mut tally) {
            tally.faults.push(format!("FOEMAN_SEED={seed} {fault}"));
        }
    }
    let first: Vec<&str> = tally.faults.iter().take(3).map(String::as_str).collect();
    let failed: Vec<&str> = tally.faults.iter().filter_map(|fault| fault.lines().next()).collect();
    assert!(failed.is_empty(), "{} of {runs} merges:\n{}\n{}", failed.len(), failed.join("\n"), first.join("\n"));
    if only.is_none() {
        assert!(tally.clean * 4 > tally.clashes && tally.clashes * 8 > tally.clean, "both happen: {tally:?}");
    }
}

/// Runs one merge; the error describes the problem.
fn one(seed: u64, sources: &[Source], tally: &mut Tally) -> Result<(), String> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let source = &sources[dice.usize(..sources.len())];
    let ours = Editor::edited(source, &[], &mut dice);
    let theirs = Editor::edited(source, &ours.edits, &mut dice);
    let listed = |edits: &[Edit]| edits.iter().map(|edit| format!("\n  {edit}")).collect::<String>();
    let done = format!("{}\nours:{}\ntheirs:{}\n", source.path, listed(&ours.edits), listed(&theirs.edits));
    let fault = |what: &str, text: &str| {
        let versions = format!("--- ours\n{}--- theirs\n{}--- found\n{text}", ours.text, theirs.text);
        Err(format!("{what}: {done}{versions}"))
    };
    let merge = |ours: &str, theirs: &str, clash| merge_in(Some(source.dialect), &source.text, ours, theirs, clash);
    let merged = merge(&ours.text, &theirs.text, Clash::Mark);
    let back = merge(&theirs.text, &ours.text, Clash::Mark);
    if (merged.clashes == 0) != (back.clashes == 0) {
        return fault("it matters who is who", &merged.text);
    }
    match (verdict(&ours.edits, &theirs.edits), merged.clashes) {
        (Verdict::Join, 1..) => return fault("a needless clash", &merged.text),
        (Verdict::Clash, 0) => return fault("joined in silence", &merged.text),
        (Verdict::Either, _) => tally.open += 1,
        (_, 0) => tally.clean += 1,
        _ => tally.clashes += 1,
    }
    if merged.clashes == 0 {
        let new = theirs.edits.iter().filter(|edit| !ours.edits.contains(edit));
        let expected = new.fold(ours.model.clone(), |model, edit| edit.applied(model));
        let expected = source.without_order(&expected);
        for text in [&merged.text, &back.text] {
            let Some(model) = source.read(text) else { return fault("it cannot be read", text) };
            if source.without_order(&model) != expected {
                return fault("it says something else than both edits", text);
            }
            for note in ours.edits.iter().chain(&theirs.edits).filter_map(Edit::note) {
                if text.lines().filter(|line| line.ends_with(note)).count() != 1 {
                    return fault("a comment is lost or doubled", text);
                }
            }
        }
        return Ok(());
    }
    let taken = [Clash::Ours, Clash::Theirs].map(|clash| merge(&ours.text, &theirs.text, clash).text);
    if resolved(&merged).as_ref() != Some(&taken) {
        return fault("the marks do not say what taking one side takes", &merged.text);
    }
    for (text, edits) in taken.iter().zip([&ours.edits, &theirs.edits]) {
        let Some(model) = source.read(text) else { return fault("one side that is taken cannot be read", text) };
        if let Some(edit) = edits.iter().find(|edit| !edit.holds_in(&model)) {
            return fault(&format!("`{edit}` is lost by taking its side"), text);
        }
    }
    Ok(())
}

/// Resolves all conflict markers with our side, and with their side.
fn resolved(merged: &Merged) -> Option<[String; 2]> {
    let mut taken = [String::new(), String::new()];
    let (mut side, mut marks) = (None, 0);
    for line in merged.text.split_inclusive('\n') {
        match (line.trim_end(), side) {
            ("<<<<<<< ours", None) => (side, marks) = (Some(0), marks + 1),
            ("=======", Some(0)) => side = Some(1),
            (">>>>>>> theirs", Some(1)) => side = None,
            (_, Some(side)) => taken[side] += line,
            (_, None) => taken.iter_mut().for_each(|text| *text += line),
        }
    }
    (side.is_none() && marks == merged.clashes).then_some(taken)
}
