//! Packs on paper, measured in the layout before it becomes PDF.

mod counters;

mod maps;

mod sheets;

mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_print::options::Part;
use foeman_print::subject::Subject;
use foeman_print::{Document, Options, print};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

/// The folders of the shipped packs.
const PACKS: [&str; 5] = ["arena", "bent-nail", "codes", "entropy", "strategy"];

fn content(pack: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(pack)
}

#[track_caller]
fn analysis(pack: &str) -> Analysis {
    let draft = Draft::open(&content(pack), &SHIPPED.dialects()).expect("shipped packs can be read");
    Analysis::of(Arc::new(draft), None)
}

/// Reads a scenario of a shipped pack, or the whole pack.
#[track_caller]
fn subject(pack: &str, scenario: Option<&str>) -> Subject {
    let analysis = analysis(pack);
    let dialect = analysis.draft().dialect().expect("shipped packs name their ruleset");
    let engine = SHIPPED.engine(dialect.id).expect("their ruleset is shipped");
    match Subject::new(&analysis, engine, scenario) {
        Ok(subject) => subject,
        Err(error) => panic!("{pack} {scenario:?}: {error:?}"),
    }
}

#[track_caller]
fn document(subject: &Subject, options: &Options) -> Document {
    match print(subject, options) {
        Ok(document) => document,
        Err(error) => panic!("{}: {error}", subject.title()),
    }
}

/// Prints one part alone.
fn only(part: Part) -> Options {
    Options { parts: vec![part], ..Options::default() }
}
