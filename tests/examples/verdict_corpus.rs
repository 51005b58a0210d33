//! Writes the corpus that other JSON Schema validators judge: `cargo run -p foeman-tests --example verdict_corpus`.
//!
//! `packs/` are the current shipped packs; `cases/PACK/NAME/FILE` is a mutated file of one of them, and
//! `cases/alone-RULESET/NAME/pack.yaml` a pack in one file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use foeman_registry::SHIPPED;
use foeman_schema::check::example;
use foeman_schema::checks::COMMON;
use foeman_schema::field::Field;
use foeman_schema::text::Pointer;
use foeman_test_support::mutations::{KINDS, planted, text};
use foeman_test_support::slips::{LEFT_TO_THE_CHECK, SLIPS};

/// The shipped packs, and the packs each requires.
const PACKS: [(&str, &[&str]); 5] =
    [("arena", &[]), ("bent-nail", &["arena"]), ("codes", &[]), ("entropy", &[]), ("strategy", &[])];

/// The number of packs in which mistakes are planted; the kinds of mistakes are made for these.
const PLANTED: usize = 4;

/// The number of mistakes of each kind.
const EACH: usize = 2;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/verdicts");
    for part in ["packs", "cases"] {
        match fs::remove_dir_all(corpus.join(part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let cases = corpus.join("cases");
    let all: Vec<text::Pack> = PACKS.iter().map(|(name, requires)| text::Pack::shipped(name, requires)).collect();
    for file in all.iter().flat_map(|pack| pack.files.iter().map(move |file| (pack.name, file))) {
        write(&corpus.join("packs").join(file.0).join(&file.1.path), &file.1.text)?;
    }
    for kind in KINDS.iter().copied().flatten() {
        let packs: Vec<&text::Pack> = all.iter().take(PLANTED).collect();
        for (number, (pack, mutation)) in planted(&packs, kind, EACH).into_iter().enumerate() {
            let file = all[pack].files.iter().find(|file| file.path == mutation.file).expect("it was read");
            let mut text = file.text.clone();
            text.replace_range(mutation.span.0..mutation.span.1, &mutation.new);
            write(&case(&cases, all[pack].name, &format!("{}-{number}", kind.name), &file.path), &text)?;
        }
    }
    for (notation, slips) in SLIPS {
        let left = LEFT_TO_THE_CHECK.into_iter().filter(|(name, ..)| *name == notation).map(|(_, text, _)| text);
        let (pack, file, site) = all.iter().find_map(|pack| written_in(pack, notation)).expect("some pack uses it");
        for (number, slip) in slips.iter().copied().chain(left).enumerate() {
            let mut text = file.text.clone();
            text.replace_range(site.value.clone(), &serde_json::to_string(slip).expect("a text is JSON"));
            write(&case(&cases, pack, &format!("no-{notation}-{number:02}"), &file.path), &text)?;
        }
    }
    for dialect in SHIPPED.dialects() {
        // The examples of checks shared by all rulesets use the catalogs of one of them.
        let shared = COMMON.iter().filter(|_| dialect.catalog("items").is_some());
        for check in dialect.checks.iter().chain(shared) {
            for (name, body) in [("bad", check.bad), ("mended", check.fixed)] {
                if let [(file, text)] = &example(body, dialect.id)[..] {
                    let pack = format!("alone-{}", dialect.id);
                    write(&case(&cases, &pack, &format!("{}-{name}", check.name), file), text)?;
                }
            }
        }
    }
    Ok(())
}

fn case(cases: &Path, pack: &str, name: &str, file: &str) -> PathBuf {
    cases.join(pack).join(name).join(file)
}

/// Finds the first value of a pack that is written in a notation.
fn written_in<'a>(pack: &'a text::Pack, notation: &str) -> Option<(&'a str, &'a text::File, &'a text::Site)> {
    let (file, site) = pack.find(&["ruleset"])?;
    let ruleset = file.scalar(site);
    let dialect = SHIPPED.dialects().into_iter().find(|dialect| dialect.id == ruleset)?;
    let is_it = |site: &text::Site| {
        let at = site.steps().iter().fold(Pointer::root(), |at, step| at.child(*step));
        let field = Field::at(dialect, &at).and_then(Field::notation);
        site.form == text::Form::Scalar && field.is_some_and(|found| found.name == notation)
    };
    pack.files.iter().find_map(|file| Some((pack.name, file, file.sites.iter().find(|site| is_it(site))?)))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("a case is in a folder"))?;
    fs::write(path, text)
}
