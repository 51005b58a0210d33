//! Mutated packs that other JSON Schema validators have judged. Their verdicts are stored in `tests/data/verdicts`; the
//! cases are generated again from the packs stored there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use foeman_registry::SHIPPED;
use foeman_schema::check::example;
use foeman_schema::checks::COMMON;
use foeman_schema::field::Field;
use foeman_schema::text::Pointer;

use crate::mutations::{KINDS, planted, text};
use crate::packs;
use crate::slips::{LEFT_TO_THE_CHECK, SLIPS};

/// The judged packs, and the packs each requires.
pub const PACKS: [(&str, &[&str]); 5] =
    [("arena", &[]), ("bent-nail", &["arena"]), ("codes", &[]), ("entropy", &[]), ("strategy", &[])];

/// The number of packs in which mistakes are planted; the kinds of mistakes are made for these.
const PLANTED: usize = 4;

/// The number of mistakes of each kind.
const EACH: usize = 2;

/// Returns the folder of the verdicts.
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/verdicts"))
}

/// Returns the text of every case by its path: `PACK/NAME/FILE` is a mutated file of a stored pack, and
/// `alone-RULESET/NAME/pack.yaml` a pack in one file.
///
/// # Panics
///
/// If the stored packs cannot be read.
pub fn cases() -> BTreeMap<String, String> {
    let texts = |name: &str| packs::texts_in(&folder().join("packs").join(name));
    let all: Vec<text::Pack> = PACKS.iter().map(|(name, requires)| text::Pack::read(name, requires, texts)).collect();
    let mut cases = BTreeMap::new();
    for kind in KINDS.iter().copied().flatten() {
        let packs: Vec<&text::Pack> = all.iter().take(PLANTED).collect();
        for (number, (pack, mutation)) in planted(&packs, kind, EACH).into_iter().enumerate() {
            let file = all[pack].files.iter().find(|file| file.path == mutation.file).expect("it was read");
            let mut text = file.text.clone();
            text.replace_range(mutation.span.0..mutation.span.1, &mutation.new);
            cases.insert(format!("{}/{}-{number}/{}", all[pack].name, kind.name, file.path), text);
        }
    }
    for (notation, slips) in SLIPS {
        let left = LEFT_TO_THE_CHECK.into_iter().filter(|(name, ..)| *name == notation).map(|(_, text, _)| text);
        let (pack, file, site) = all.iter().find_map(|pack| written_in(pack, notation)).expect("some pack uses it");
        for (number, slip) in slips.iter().copied().chain(left).enumerate() {
            let mut text = file.text.clone();
            text.replace_range(site.value.clone(), &serde_json::to_string(slip).expect("a text is JSON"));
            cases.insert(format!("{pack}/no-{notation}-{number:02}/{}", file.path), text);
        }
    }
    for dialect in SHIPPED.dialects() {
        // The examples of checks shared by all rulesets use the catalogs of one of them.
        let shared = COMMON.iter().filter(|_| dialect.catalog("items").is_some());
        for check in dialect.checks.iter().chain(shared) {
            for (name, body) in [("bad", check.bad.to_owned()), ("mended", check.fixed())] {
                if let [(file, text)] = &example(&body, dialect.id)[..] {
                    cases.insert(format!("alone-{}/{}-{name}/{file}", dialect.id, check.name), text.clone());
                }
            }
        }
    }
    cases
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
