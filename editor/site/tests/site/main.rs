//! Packs as web pages: every page is parsed, and every link must lead to a file of the site.

mod hostile;
mod html;
mod packs;
mod replays;
mod writing;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_site::{Files, Input, site};

/// The folders of the shipped packs.
const PACKS: [&str; 5] = ["arena", "bent-nail", "codes", "entropy", "strategy"];

fn content(pack: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(pack)
}

#[track_caller]
fn shipped(pack: &str) -> Draft {
    Draft::open(&content(pack), &SHIPPED.dialects()).expect("shipped packs can be read")
}

fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects())
}

#[track_caller]
fn made(draft: Draft, since: Option<&Draft>, games: u32) -> Files {
    let analysis = Analysis::of(Arc::new(draft), None);
    let id = analysis.draft().dialect().expect("the ruleset is known").id;
    let engine = SHIPPED.engine(id).expect("the ruleset is shipped");
    let since = since.map(|draft| (draft, "version 0.9.0".to_owned()));
    let input = Input { analysis: &analysis, engine, since, journals: Vec::new(), seed: 1, games };
    site(input).expect("the ruleset is known")
}

#[track_caller]
fn text<'f>(files: &'f Files, path: &str) -> &'f str {
    let bytes = files.get(path).unwrap_or_else(|| panic!("expected {path} among {:?}", files.keys()));
    std::str::from_utf8(bytes).expect("it is text")
}
