//! Incremental analysis: after any edits, it equals a full analysis, for every ruleset.

use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::Analysis;
use foeman_schema::checks::COMMON;
use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice, set_value};
use foeman_schema::text::{FileId, RecordKey, Span};
use foeman_test_support::toy::TOY;
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::standards::SHOP;

proptest! {
    #![proptest_config(Config { cases: 160, ..Config::default() })]

    #[test]
    fn kept_or_afresh_makes_no_difference(base in any::<prop::sample::Index>(), steps in prop::collection::vec(step(), 1..10)) {
        let bases = bases();
        let (dialect, body) = &bases[base.index(bases.len())];
        let header = format!("pack: law\nruleset: {}\n", dialect.id);
        let texts = [("pack.yaml".to_owned(), header), ("records.yaml".to_owned(), body.clone())];
        let mut analysis = Analysis::of(Arc::new(Draft::from_texts(texts, &[*dialect])), None);
        let mut undo: Vec<Edit> = Vec::new();
        for step in steps {
            let mut draft = Draft::clone(analysis.draft());
            let edit = match step {
                Step::Undo => undo.pop(),
                step => step.edit(draft.text(FileId(1)), &bases),
            };
            let Some(edit) = edit else { continue };
            undo.push(draft.apply(&edit));
            analysis = Analysis::of(Arc::new(draft), Some(&analysis));
            let afresh = Analysis::of(Arc::clone(analysis.draft()), None);
            prop_assert_eq!(analysis.findings(), afresh.findings(), "in\n{}", analysis.draft().text(FileId(1)));
            for id in afresh.draft().ids(dialect.playable) {
                prop_assert_eq!(analysis.resolve(id), afresh.resolve(id));
            }
            for catalog in dialect.catalogs {
                for id in afresh.draft().ids(catalog.name) {
                    let at = RecordKey::new(catalog.name, id).pointer();
                    prop_assert_eq!(analysis.usages(&at), afresh.usages(&at));
                }
            }
        }
    }
}

/// A scenario that becomes invalid could have figures anywhere, even on a map that it does not name.
#[test]
fn an_invalid_scenario_hides_unreachable_ground_of_all_maps() {
    let (dialect, body) =
        bases().into_iter().find(|(_, body)| body.contains("ssws")).expect("the example of the check");
    let other = "  other:
    title: Other
    map: meadow
    sides: [{side: raiders, place: {}}, {side: guards, place: {}}]
maps:
  meadow: {title: Meadow, geometry: {size: [1, 1]}, legend: {s: sand}, rows: s}
";
    let text = format!("pack: law\nruleset: {}\n{}", dialect.id, body.replacen("maps:\n", other, 1));
    let mut draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &[dialect]);
    let count = |analysis: &Analysis| {
        let afresh = Analysis::of(Arc::clone(analysis.draft()), None);
        assert_eq!(analysis.findings(), afresh.findings());
        analysis.findings().iter().filter(|finding| finding.code == "unreachable-ground").count()
    };
    let before = Analysis::of(Arc::new(draft.clone()), None);
    assert_eq!(count(&before), 1);
    let at = RecordKey::new("scenarios", "other").pointer().child("map");
    let edit = set_value(&draft, &at, &serde_json::json!(["meadow"])).expect("a map can be written");
    draft.apply(&edit);
    assert_eq!(count(&Analysis::of(Arc::new(draft), Some(&before))), 0);
}

/// The bad and the fixed example of every check, each with a dialect.
fn bases() -> Vec<(&'static Dialect, String)> {
    let dialects: Vec<_> = SHIPPED.dialects().into_iter().chain(TOY.dialects()).collect();
    let own = dialects.iter().flat_map(|dialect| dialect.checks.iter().map(move |check| (*dialect, *check)));
    let common = COMMON.iter().map(|check| (dialects[0], *check));
    // Several examples of standards, because they depend on different things.
    let shop = [(dialects[0], SHOP.to_owned()), (dialects[0], SHOP.replace("size: 2", "size: 12"))];
    own.chain(common)
        .flat_map(|(dialect, check)| [check.bad.to_owned(), check.fixed()].map(|body| (dialect, body)))
        .chain(shop)
        .collect()
}

/// An edit of a text.
#[derive(Clone, Debug)]
enum Step {
    /// Replaces a word by another word of this or another pack: a value, a key, a reference.
    Word { at: prop::sample::Index, by: prop::sample::Index },
    /// Types a number or letter.
    Type { at: prop::sample::Index, text: &'static str },
    /// Deletes some lines.
    Cut { at: prop::sample::Index, lines: usize },
    /// Copies some lines elsewhere.
    Paste { at: prop::sample::Index, to: prop::sample::Index, lines: usize },
    /// Inserts lines of another pack.
    Mix { base: prop::sample::Index, to: prop::sample::Index },
    /// Undoes the last step.
    Undo,
}

fn step() -> impl Strategy<Value = Step> {
    let index = any::<prop::sample::Index>;
    let typed = prop::sample::select(vec!["1", "x", " ", "-", ":", "\n", "\n  ", "#", "{", "]", "'", "0"]);
    prop_oneof![
        6 => (index(), index()).prop_map(|(at, by)| Step::Word { at, by }),
        2 => (index(), typed).prop_map(|(at, text)| Step::Type { at, text }),
        2 => (index(), 1..4usize).prop_map(|(at, lines)| Step::Cut { at, lines }),
        2 => (index(), index(), 1..7usize).prop_map(|(at, to, lines)| Step::Paste { at, to, lines }),
        1 => (index(), index()).prop_map(|(base, to)| Step::Mix { base, to }),
        3 => Just(Step::Undo),
    ]
}

impl Step {
    fn edit(&self, text: &str, bases: &[(&'static Dialect, String)]) -> Option<Edit> {
        let words = words(text);
        let lines: Vec<Span> = lines(text);
        let block = |at: &prop::sample::Index, count: usize| {
            let first = at.index(lines.len());
            Span::new(lines[first].start, lines[(first + count).min(lines.len()) - 1].end)
        };
        if lines.is_empty() || words.is_empty() {
            return None;
        }
        let (span, new) = match self {
            Self::Word { at, by } => {
                let all = words.iter().map(|span| &text[span.range()]).chain(["12", "extends", "ghost", "null"]);
                let all: Vec<&str> = all.collect();
                (words[at.index(words.len())], all[by.index(all.len())].to_owned())
            }
            Self::Type { at, text: new } => {
                let offset = (0..=at.index(text.len() + 1)).rev().find(|&at| text.is_char_boundary(at))?;
                (Span::at(offset), (*new).to_owned())
            }
            Self::Cut { at, lines } => (block(at, *lines), String::new()),
            Self::Paste { at, to, lines: count } => {
                (Span::at(lines[to.index(lines.len())].start), text[block(at, *count).range()].to_owned())
            }
            Self::Mix { base, to } => {
                (Span::at(lines[to.index(lines.len())].start), bases[base.index(bases.len())].1.clone())
            }
            Self::Undo => return None,
        };
        Some(Edit { splices: vec![Splice { file: FileId(1), span, text: new }], ..Edit::default() })
    }
}

fn words(text: &str) -> Vec<Span> {
    let mut words: Vec<Span> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_alphanumeric() || *letter == '-') {
        match words.last_mut() {
            Some(word) if word.end == at => word.end += letter.len_utf8(),
            _ => words.push(Span::new(at, at + letter.len_utf8())),
        }
    }
    words
}

fn lines(text: &str) -> Vec<Span> {
    let mut at = 0;
    let span = |line: &str| {
        at += line.len();
        Span::new(at - line.len(), at)
    };
    text.split_inclusive('\n').map(span).collect()
}
