//! Measures memory that is kept for the lifetime of the program. It is a separate test binary, so that nothing else is
//! measured.

use std::fs;
use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;

/// The current memory of this process in bytes; `None` if the system does not report it.
fn resident() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<usize>().ok()? * 1024)
}

/// A pack that declares a field with a description of this length, one item that sets it, and one with an error.
fn typed(letters: usize) -> String {
    let about = "What the smith asks for it, and what he gives. ".repeat(20);
    format!(
        "pack: typed\nruleset: foeman\nfields:\n  items:\n    price: {{kind: integer, about: '{}'}}\n\
         items:\n  sword: {{title: Sword, class: wpn, damage: -1H, price: 7}}\n  axe: {{title: Axe, class: wpn, damage: 7x, price: cheap}}\n",
        &about[..letters]
    )
}

#[test]
fn a_declaration_that_is_typed_keeps_little_of_each_wording() {
    let (first, last) = (40, 340);
    let mut before = None;
    for letters in 0..last {
        let draft = Draft::from_texts([("pack.yaml".to_owned(), typed(letters))], &SHIPPED.dialects());
        let analysis = Analysis::of(Arc::new(draft), None);
        let codes: Vec<&str> = analysis.findings().iter().map(|finding| finding.code).collect();
        assert!(codes.contains(&"wrong-type") && codes.contains(&"invalid-notation"), "{codes:?}");
        if letters == first {
            before = resident();
        }
    }
    let Some((before, after)) = before.zip(resident()) else { return };
    let each = after.saturating_sub(before) / (last - first);
    assert!(each < 40_000, "{each} bytes for each wording");
}
