//! Arguments for ruleset tools: they must be explained, compared or rejected.

use std::sync::LazyLock;

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;

use super::Target;
use super::bytes::{Bytes, END};
use foeman_test_support::packs;

pub(super) const TARGET: Target = Target { name: "codes", run, seeds };

static PACK: LazyLock<Draft> = LazyLock::new(|| Draft::from_texts(packs::texts("codes"), &SHIPPED.dialects()));

/// The maximum number of arguments.
const WORDS: usize = 12;

fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let toolbox =
        SHIPPED.engine("action-codes").and_then(|engine| engine.capabilities().toolbox).expect("codes have tools");
    let tool = bytes.pick(toolbox.tools);
    let mut words = Vec::new();
    while !bytes.is_empty() && words.len() < WORDS {
        words.push(bytes.text());
    }
    match tool.call(&PACK, &words) {
        Ok(lines) => assert!(!lines.is_empty(), "an answer says something"),
        Err(error) => assert!(!error.message.is_empty(), "a refusal says why"),
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let words = ["C-H-001-09-001-0001-1", "C-H-001-09-001-0001-1\u{0}C-D-001-09-001-0001-1", "C\u{0}H\u{0}1\u{0}9"];
    let separated = |text: &str| text.bytes().map(|byte| if byte == 0 { END } else { byte }).collect::<Vec<u8>>();
    let seeds = words.iter().flat_map(|text| (0..4).map(move |tool| [vec![tool], separated(text)].concat()));
    seeds.collect()
}
