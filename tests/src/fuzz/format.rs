//! Formatting: the text keeps its meaning and formatting twice changes nothing, or it is left unchanged.

use foeman_registry::SHIPPED;
use foeman_schema::compare::compare;
use foeman_schema::draft::Draft;
use foeman_schema::fmt;

use super::{Target, source};

pub(super) const TARGET: Target = Target { name: "format", run, seeds };

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data).into_owned();
    let Ok(laid_out) = fmt::text(&text) else { return };
    assert_eq!(fmt::text(&laid_out).as_ref(), Ok(&laid_out), "it is laid out already");
    let draft = |text: &str| Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects());
    assert_eq!(compare(&draft(&text), &draft(&laid_out)), [], "it says the same");
}

fn seeds() -> Vec<Vec<u8>> {
    // Seeds of the other target begin with a header number.
    let mut seeds: Vec<Vec<u8>> = (source::TARGET.seeds)().into_iter().map(|seed| seed[1..].to_vec()).collect();
    seeds.push(include_bytes!("odd.yaml").to_vec());
    seeds
}
