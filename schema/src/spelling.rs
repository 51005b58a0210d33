//! Decides which spelling of a name is right if a definition and the references to it differ by a slip.
//!
//! A bulk fix must not spread a misspelling, so [`right`] requires evidence: the words of the pack, and the number of
//! values with each spelling.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::change::Change;
use crate::did_you_mean::near;
use crate::draft::Draft;
use crate::finding::{Fix, Safety};
use crate::source::limits;
use crate::text::{Pointer, RecordKey, kebab};
use crate::usages::{UnknownName, count_name};

/// The correct spelling of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Right {
    /// The spelling of the definition.
    Defined,
    /// The spelling of the references.
    Used,
    /// There is no evidence, or it is contradictory.
    Unclear,
}

/// A name that is defined with one spelling and used with another.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'a> {
    /// The spelling of the definition.
    pub defined: &'a str,
    /// The title of the record or key defined.
    pub title: Option<&'a str>,
    /// The number of references with the spelling of the definition.
    pub agreeing: usize,
    /// The other spelling.
    pub used: &'a str,
    /// The number of references with the other spelling.
    pub differing: usize,
}

/// The words of a pack in its ids, titles and file names. Collected on first use.
#[derive(Debug)]
pub struct Vocabulary<'d> {
    draft: &'d Draft,
    words: OnceCell<FxHashMap<String, usize>>,
}

impl<'d> Vocabulary<'d> {
    /// Creates the vocabulary of a draft and its required packs.
    pub fn new(draft: &'d Draft) -> Self {
        Self { draft, words: OnceCell::new() }
    }

    fn words(&self) -> &FxHashMap<String, usize> {
        self.words.get_or_init(|| {
            let mut counts: FxHashMap<String, usize> = FxHashMap::default();
            let mut add = |text: &str| words(text).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
            for catalog in self.draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs) {
                for (id, title) in self.draft.titles(catalog.name) {
                    add(id);
                    add(title.unwrap_or_default());
                }
            }
            for file in self.draft.files() {
                add(self.draft.path(file).trim_end_matches(".yaml"));
            }
            counts
        })
    }

    /// Returns whether a word occurs anywhere except for the id in question.
    fn has(&self, word: &str, own: usize) -> bool {
        self.words().get(word).is_some_and(|count| *count > own)
    }
}

/// Returns the words of an id, a title or a path.
fn words(text: &str) -> BTreeSet<String> {
    kebab(text).split('-').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns the correct spelling.
///
/// The title of the definition decides, or else the words of the pack, or else the majority of values. Names that
/// differ in a number are different names, not a slip. If words and numbers of values disagree, the result is unclear.
pub fn right(doubt: Doubt<'_>, vocabulary: Option<&Vocabulary<'_>>) -> Right {
    let Doubt { defined, title, agreeing, used, differing } = doubt;
    let [ours, theirs] = [words(defined), words(used)];
    let only_defined: Vec<&String> = ours.difference(&theirs).collect();
    let only_used: Vec<&String> = theirs.difference(&ours).collect();
    let has_number = |words: &[&String]| words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    if has_number(&only_defined) || has_number(&only_used) {
        return if agreeing > differing { Right::Defined } else { Right::Unclear };
    }
    let decided = |is_word: &dyn Fn(&str, usize) -> bool| {
        let all = |words: &[&String], own| !words.is_empty() && words.iter().all(|word| is_word(word, own));
        match (all(&only_defined, 1), all(&only_used, 0)) {
            (true, false) => Some(Right::Defined),
            (false, true) => Some(Right::Used),
            _ => None,
        }
    };
    let titled = words(title.unwrap_or_default());
    let by_words = decided(&|word, _| titled.contains(word))
        .or_else(|| vocabulary.and_then(|all| decided(&|word, own| all.has(word, own))));
    match by_words {
        Some(Right::Defined) if agreeing == 0 && differing > 1 => Right::Unclear,
        Some(Right::Used) if agreeing > 0 => Right::Unclear,
        Some(right) => right,
        None if agreeing > 0 && agreeing + 1 > differing => Right::Defined,
        None if agreeing == 0 && differing > 1 => Right::Used,
        None => Right::Unclear,
    }
}

/// Returns the safety of the fix that writes the definition's spelling, and of the one that renames the definition.
fn safety(right: Right) -> [Safety; 2] {
    match right {
        Right::Defined => [Safety::Unsafe, Safety::Single],
        Right::Used => [Safety::Single, Safety::Unsafe],
        Right::Unclear => [Safety::Single; 2],
    }
}

/// Creates fixes for names in one record that should be keys of maps elsewhere, such as a placed figure that its roster
/// does not contain.
///
/// Uses only the record and the title of the key as evidence, so that the findings depend only on what the record
/// reaches.
#[derive(Debug)]
pub struct NameFixes<'d> {
    draft: &'d Draft,
    record: &'d RecordKey,
    asked: usize,
}

impl<'d> NameFixes<'d> {
    /// Creates fixes for names in a record.
    pub fn new(draft: &'d Draft, record: &'d RecordKey) -> Self {
        Self { draft, record, asked: 0 }
    }

    /// Returns the similar keys for an unknown name; none once the limit on suggestions is reached.
    pub fn near<'u>(&mut self, unknown: &'u UnknownName) -> Vec<&'u str> {
        self.asked += 1;
        let known = unknown.known.iter().filter(|_| self.asked <= limits::SUGGESTIONS);
        near(&unknown.name, known.map(String::as_str))
    }

    /// Returns the fixes for a name with one similar key: one makes `write`, which writes the key in its place, the
    /// other renames the key.
    pub fn of(&self, unknown: &UnknownName, near: &[&str], write: impl Fn(&str) -> Change) -> Vec<Fix> {
        let [near] = near else { return Vec::new() };
        let at = unknown.scope.pointer().child(*near);
        let is_own = self.draft.origin(&unknown.scope.record).is_none() && self.draft.defined(&at);
        let right = if is_own {
            let agreeing = count_name(self.draft, self.record, &unknown.scope, near);
            let title = title_at(self.draft, &at);
            right(Doubt { defined: near, title, agreeing, used: &unknown.name, differing: 1 }, None)
        } else {
            Right::Defined
        };
        let [writing, renaming] = safety(right);
        let mut fixes = vec![Fix { title: format!("write `{near}`"), safety: writing, changes: vec![write(near)] }];
        if is_own && right != Right::Defined {
            let changes = vec![Change::Correct { at, to: unknown.name.clone() }];
            fixes.push(Fix { title: format!("rename `{near}` to `{}`", unknown.name), safety: renaming, changes });
        }
        // The fix applied in bulk comes first.
        fixes.sort_by_key(|fix| fix.safety);
        fixes
    }
}

/// Returns whether the field at a pointer is declared in the header of this pack, where the slip may be.
///
/// Findings about one record cannot depend on how other records spell a declared name, so the user has to pick fixes
/// that write it.
pub(crate) fn is_own_declaration(draft: &Draft, at: &Pointer) -> bool {
    let around = (0..=at.parts().len()).rev().map(|length| Pointer::root().join(&at.parts()[..length]));
    let mut declared = around.filter_map(|at| draft.field(&at)?.declared_by());
    declared.next().is_some_and(|pack| pack == draft.title())
}

/// Returns the title or name of the value at a pointer.
fn title_at<'d>(draft: &'d Draft, at: &Pointer) -> Option<&'d str> {
    let node = draft.find(at)?.node?;
    node.child("title").or_else(|| node.child("name"))?.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(defined: &str, title: &str, agreeing: usize, used: &str, differing: usize) -> Right {
        let files = [
            ("pack.yaml".to_owned(), "pack: test\n".to_owned()),
            ("rosters/road.yaml".to_owned(), String::new()),
            ("maps/road.yaml".to_owned(), String::new()),
        ];
        let draft = Draft::from_texts(files, &[]);
        let title = Some(title).filter(|title| !title.is_empty());
        right(Doubt { defined, title, agreeing, used, differing }, Some(&Vocabulary::new(&draft)))
    }

    #[test]
    fn the_title_says_which_spelling_is_right() {
        assert_eq!(judged("raod-gang", "The Road Gang", 0, "road-gang", 1), Right::Used);
        assert_eq!(judged("road-gang", "The Road Gang", 0, "raod-gang", 1), Right::Defined);
        assert_eq!(judged("longsword", "Long Sword", 0, "long-sword", 1), Right::Used);
    }

    #[test]
    fn a_file_name_says_which_spelling_is_right() {
        assert_eq!(judged("raod", "Twelve fighters", 0, "road", 1), Right::Used);
        assert_eq!(judged("road", "Twelve fighters", 0, "raod", 1), Right::Defined);
    }

    #[test]
    fn one_value_against_one_definition_is_unclear() {
        assert_eq!(judged("maud", "", 0, "muad", 1), Right::Unclear);
    }

    #[test]
    fn more_values_win_over_fewer() {
        assert_eq!(judged("maud", "", 0, "muad", 2), Right::Used);
        assert_eq!(judged("maud", "", 1, "muad", 1), Right::Defined);
        assert_eq!(judged("maud", "", 1, "muad", 3), Right::Unclear);
    }

    #[test]
    fn a_title_against_several_values_is_unclear() {
        assert_eq!(judged("road", "Road", 0, "raod", 2), Right::Unclear);
        assert_eq!(judged("raod", "Road", 2, "road", 1), Right::Unclear);
    }

    #[test]
    fn names_that_differ_in_a_number_are_no_slips() {
        assert_eq!(judged("guard-1", "First guard", 0, "guard-2", 3), Right::Unclear);
        assert_eq!(judged("guard-1", "First guard", 2, "guard-2", 1), Right::Defined);
    }
}
