//! What became of every sentence of the two Foeman sources: `tests/coverage/foeman-sources.yaml`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

use super::tests::text;

/// The most words of a sentence that the list repeats.
const MOST_WORDS: usize = 8;

/// A passage of at least so many words is a sentence, and no heading.
const LEAST_WORDS: usize = 10;

/// A sentence of a source, by its first words, and what became of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// Its first words.
    pub words: String,
    /// The paragraphs of the rules that say the same.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Why it is not played.
    #[serde(default)]
    pub open: String,
    /// Why there is nothing to play.
    #[serde(default)]
    pub aside: String,
}

/// The sentences of both sources.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentences {
    /// Those of the programming notes, in order.
    pub notes: Vec<Sentence>,
    /// Those of the MindWand rules, in order.
    pub rules: Vec<Sentence>,
}

impl Sentences {
    /// Reads the list. Panics if it is malformed: it is part of the repository.
    pub fn read() -> Self {
        serde_yaml::from_str(&text("tests/coverage/foeman-sources.yaml")).expect("the list of sentences is well-formed")
    }

    /// All sentences with the names of their sources.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &Sentence)> {
        let notes = self.notes.iter().map(|sentence| ("notes", sentence));
        notes.chain(self.rules.iter().map(|sentence| ("rules", sentence)))
    }

    /// The sentences that each paragraph of the rules is made of, as `notes: “first words”`.
    pub fn by_rule(&self) -> BTreeMap<&str, Vec<String>> {
        let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (source, sentence) in self.all() {
            for rule in &sentence.rules {
                found.entry(rule).or_default().push(format!("{source}: “{}”", sentence.words));
            }
        }
        found
    }

    /// Sentences that say too much of the source, or not exactly one thing of what became of them.
    pub fn problems(&self, known: &[String]) -> Vec<String> {
        let mut problems = Vec::new();
        for (source, sentence) in self.all() {
            let mut wrong = |problem: &str| problems.push(format!("{source}: “{}”: {problem}", sentence.words));
            if sentence.words.split_whitespace().count() > MOST_WORDS {
                wrong("more than eight words");
            }
            let said = [!sentence.rules.is_empty(), !sentence.open.is_empty(), !sentence.aside.is_empty()];
            if said.into_iter().filter(|is_said| *is_said).count() != 1 {
                wrong("expected one of `rules`, `open` and `aside`");
            }
            for rule in sentence.rules.iter().filter(|rule| !known.contains(rule)) {
                wrong(&format!("there is no paragraph {rule}"));
            }
        }
        problems
    }
}

/// Compares a list with its source: words that are not there in this order, and sentences that the list leaves out.
pub fn compare(list: &[Sentence], source: &str) -> Vec<String> {
    let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut problems, mut starts, mut from) = (Vec::new(), Vec::new(), 0);
    for sentence in list {
        match source[from..].find(&sentence.words) {
            Some(at) => {
                starts.push(from + at);
                from += at + sentence.words.len();
            }
            None => problems.push(format!("expected “{}” here in the source", sentence.words)),
        }
    }
    for passage in passages(&source) {
        let is_listed = starts.iter().any(|start| passage.contains(start));
        let text = &source[passage];
        if !is_listed && text.split_whitespace().count() >= LEAST_WORDS {
            problems.push(format!("expected an entry for “{text}”"));
        }
    }
    problems
}

/// Cuts a text where a word that ends a sentence stands before a capital.
fn passages(text: &str) -> Vec<Range<usize>> {
    let mut passages = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        let ends = text[..at].ends_with(['.', ':', '!', '?', ']']);
        if ends && text[at + 1..].starts_with(|next: char| next.is_uppercase()) {
            passages.push(start..at);
            start = at + 1;
        }
    }
    passages.push(start..text.len());
    passages
}
