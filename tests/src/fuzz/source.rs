//! A text as a pack: it must be kept unchanged and checked, and every finding must be inside the text.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;

use super::Target;
use foeman_test_support::packs;

pub(super) const TARGET: Target = Target { name: "source", run, seeds };

/// Headers before the text, so that the fuzzer need not discover how a pack begins.
const HEADERS: [&str; 5] = [
    "",
    "pack: p\nruleset: foeman\n",
    "pack: p\nruleset: entropy\n",
    "pack: p\nruleset: action-codes\n",
    "pack: p\nruleset: strategy\n",
];

fn run(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else { return };
    let text = format!("{}{}", HEADERS[usize::from(*first) % HEADERS.len()], String::from_utf8_lossy(rest));
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text.clone())], &SHIPPED.dialects());
    whole(&draft);
    assert_eq!(draft.text(draft.header_file()), text, "a text is kept as it is");
}

/// Checks a draft, and the location of each finding.
pub(super) fn whole(draft: &Draft) {
    for finding in check(draft) {
        let text = draft.text(finding.place.file);
        assert!(text.get(finding.place.span.range()).is_some(), "`{}` stands outside of its text", finding.code);
        assert!(!finding.message.contains('\n'), "`{}` says more than a line", finding.code);
        assert_ne!(finding.code, foeman_schema::analysis::CHECK_FAILED, "{}", finding.message);
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let shipped = ["arena", "bent-nail", "entropy", "codes", "strategy"];
    let texts = shipped.iter().enumerate().flat_map(|(number, name)| {
        let first = [1, 1, 2, 3, 4][number];
        packs::texts(name).into_values().map(move |text| (first, text))
    });
    let small = texts.map(|(first, text)| {
        // Only the first 4 KiB: larger texts are slow and find no additional errors.
        let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= 4096).last().unwrap_or_default();
        [&[first][..], &text.as_bytes()[..end]].concat()
    });
    small.collect()
}
