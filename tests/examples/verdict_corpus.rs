//! Writes the corpus that other JSON Schema validators judge: `cargo run -p foeman-tests --example verdict_corpus`.
//!
//! Stores the shipped packs in `tests/data/verdicts/packs` if called with `--packs`, and always writes the cases to
//! `tests/data/verdicts/cases`, which is not stored.

use std::path::Path;
use std::{fs, io};

use foeman_test_support::corpus::{PACKS, cases, folder};
use foeman_test_support::packs;

fn main() -> io::Result<()> {
    let corpus = folder();
    if std::env::args().any(|argument| argument == "--packs") {
        remove(&corpus.join("packs"))?;
        for (pack, _) in PACKS {
            for (path, text) in packs::texts(pack) {
                write(&corpus.join("packs").join(pack).join(path), &text)?;
            }
        }
    }
    remove(&corpus.join("cases"))?;
    cases().iter().try_for_each(|(path, text)| write(&corpus.join("cases").join(path), text))
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("a case is in a folder"))?;
    fs::write(path, text)
}
