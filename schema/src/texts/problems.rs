//! Comparing the translations of a pack with its texts.

use std::collections::HashMap;

use super::collect::{Text, pointer_of, texts};
use crate::did_you_mean::{did_you_mean, near};
use crate::draft::Draft;
use crate::plural::plural;
use crate::po::{Entry, Fault, Po, canonical, path_of, tag_of};
use crate::text::{FileId, Location, Span, quoted};

/// Up to this number of characters fit the counter of a figure: a half-inch counter with the smallest readable letters.
pub(crate) const COUNTER_LETTERS: usize = 20;

/// The kinds of problems in a translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProblemKind {
    /// The file cannot be read, or has an odd name.
    File,
    /// Some texts have no translation.
    Missing,
    /// A translation has to be revised.
    Fuzzy,
    /// The text is no longer there.
    Obsolete,
    /// Several entries for one text.
    Repeated,
    /// The placeholders or line breaks differ from the original.
    Placeholder,
    /// It does not fit the counter.
    Long,
}

/// A problem in a file of translations.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) kind: ProblemKind,
    pub(crate) place: Location,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) related: Vec<(Location, String)>,
}

/// How much of a pack is translated to one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The language.
    pub tag: String,
    /// The path of the file.
    pub path: String,
    /// The number of texts of the pack.
    pub texts: usize,
    /// The number of those with a current translation.
    pub translated: usize,
}

/// Returns how much of the pack is translated, for each of its files of translations.
pub fn coverage(draft: &Draft) -> Vec<Coverage> {
    let texts = texts(draft);
    let of = |file: FileId| {
        let source = draft.file(file);
        let po = source.po.as_deref()?;
        let known = first_by_context(po);
        let is_current = |text: &&Text| known.get(&*text.context).is_some_and(|entry| is_current(entry, text));
        Some(Coverage {
            tag: tag_of(&source.path).to_owned(),
            path: source.path.clone(),
            texts: texts.len(),
            translated: texts.iter().filter(is_current).count(),
        })
    };
    draft.files().filter_map(of).collect()
}

/// Returns the problems in the pack's own translations, by file and location.
pub(crate) fn problems(draft: &Draft) -> Vec<Problem> {
    // The values of a translated draft are not the originals.
    let has_any = draft.files().any(|file| draft.file(file).po.is_some());
    if !has_any || draft.language().is_some() || draft.dialect().is_none() {
        return Vec::new();
    }
    let texts = texts(draft);
    let mut problems = Vec::new();
    for file in draft.files() {
        if let Some(po) = draft.file(file).po.as_deref() {
            let of = File { draft, file, po, texts: &texts };
            problems.extend(of.problems());
        }
    }
    problems
}

/// Returns whether an entry has the translation of a text that is shown.
fn is_current(entry: &Entry, text: &Text) -> bool {
    !entry.fuzzy && !entry.translation.is_empty() && entry.original == text.original
}

fn first_by_context(po: &Po) -> HashMap<&str, &Entry> {
    let mut first = HashMap::with_capacity(po.entries.len());
    for entry in po.entries.iter().filter(|entry| !entry.obsolete) {
        first.entry(&*entry.context).or_insert(entry);
    }
    first
}

struct File<'a> {
    draft: &'a Draft,
    file: FileId,
    po: &'a Po,
    texts: &'a [Text],
}

impl File<'_> {
    fn problems(&self) -> Vec<Problem> {
        let mut problems = self.name();
        let fault = |fault: &Fault| self.problem(ProblemKind::File, fault.span, &fault.message);
        problems.extend(self.po.faults.iter().map(fault));
        let by_context: HashMap<&str, &Text> = self.texts.iter().map(|text| (&*text.context, text)).collect();
        let first = first_by_context(self.po);
        for entry in self.po.entries.iter().filter(|entry| !entry.obsolete) {
            let original = first.get(&*entry.context).copied().filter(|first| first.place != entry.place);
            if let Some(first) = original {
                let message = format!("{} is translated twice", quoted(&entry.context));
                let related = vec![(self.at(first.place), "the other entry, which is used".to_owned())];
                problems.push(Problem { related, ..self.problem(ProblemKind::Repeated, entry.place, &message) });
                continue;
            }
            match by_context.get(&*entry.context) {
                Some(text) => problems.extend(self.entry(entry, text)),
                None if entry.translation.is_empty() => {}
                None => problems.push(self.obsolete(entry)),
            }
        }
        problems.extend(self.missing(&first));
        problems.sort_by_key(|problem| problem.place.span);
        problems
    }

    fn at(&self, span: Span) -> Location {
        Location { file: self.file, span }
    }

    fn problem(&self, kind: ProblemKind, span: Span, message: &str) -> Problem {
        let message = message.to_owned();
        let help = match kind {
            ProblemKind::File => Some("`foeman explain translation-file` shows the form of the file"),
            ProblemKind::Repeated => Some("delete one of the entries"),
            ProblemKind::Placeholder => Some("write the same words in braces, and the same number of lines"),
            ProblemKind::Long => Some("choose a shorter word"),
            ProblemKind::Missing | ProblemKind::Fuzzy | ProblemKind::Obsolete => None,
        };
        Problem { kind, place: self.at(span), message, help: help.map(str::to_owned), related: Vec::new() }
    }

    /// Reports a file name that is not the name of a language.
    fn name(&self) -> Vec<Problem> {
        let tag = tag_of(self.draft.path(self.file));
        let fault = match canonical(tag) {
            Some(usual) if usual == tag => return Vec::new(),
            Some(usual) => format!("expected the name `{}`, found `{tag}.po`; rename the file", path_of(&usual)),
            None => format!(
                "expected the name of a language such as `de.po` or `pt-BR.po`, found {}; rename the file",
                quoted(&format!("{tag}.po"))
            ),
        };
        vec![self.problem(ProblemKind::File, Span::at(0), &fault)]
    }

    fn obsolete(&self, entry: &Entry) -> Problem {
        let context = quoted(&entry.context);
        let at = pointer_of(&entry.context);
        let key = at.as_ref().and_then(|at| at.record()).map(|(key, _)| key);
        let (message, help) = match key.filter(|key| !self.draft.contains(key)) {
            Some(key) => {
                let near = near(&key.id, self.draft.own_ids(&key.catalog));
                (format!("there is no record `{key}`"), did_you_mean(&near))
            }
            None => (format!("the pack has no text {context}"), None),
        };
        let update = format!("run `foeman texts update` for `{}`, or delete the entry", self.tag());
        Problem { help: help.or(Some(update)), ..self.problem(ProblemKind::Obsolete, entry.place, &message) }
    }

    fn tag(&self) -> &str {
        tag_of(self.draft.path(self.file))
    }

    /// Reports problems of the translation of an existing text.
    fn entry(&self, entry: &Entry, text: &Text) -> Vec<Problem> {
        let Entry { translation, translated, .. } = entry;
        if translation.is_empty() {
            return Vec::new();
        }
        let mut problems = Vec::new();
        if entry.original != text.original {
            let (was, now) = (quoted(&entry.original), quoted(&text.original));
            let message = format!("the original has changed from {was} to {now}; revise the translation");
            let help = format!("run `foeman texts update` for `{}` first", self.tag());
            let related = vec![(text.place, "the original".to_owned())];
            problems.push(Problem {
                help: Some(help),
                related,
                ..self.problem(ProblemKind::Fuzzy, entry.place, &message)
            });
            return problems;
        }
        if entry.fuzzy {
            let message =
                format!("the translation of {} is marked as fuzzy, so it is not shown", quoted(&text.original));
            let help = Some("revise it and delete the word `fuzzy`".to_owned());
            problems.push(Problem { help, ..self.problem(ProblemKind::Fuzzy, entry.place, &message) });
            return problems;
        }
        let [own, wanted] = [translation, &text.original].map(|text| placeholders(text));
        if own != wanted {
            let list = |words: &[&str]| match words {
                [] => "none".to_owned(),
                words => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
            };
            let message = format!("expected the placeholders {}, found {}", list(&wanted), list(&own));
            problems.push(self.problem(ProblemKind::Placeholder, *translated, &message));
        } else if translation.trim_end().contains('\n') && !text.original.trim_end().contains('\n') {
            let message = "expected one line like the original, found line breaks";
            problems.push(self.problem(ProblemKind::Placeholder, *translated, message));
        }
        let [long, original] = [translation, &text.original].map(|text| text.chars().count());
        if text.on_counter && long > COUNTER_LETTERS.max(original) {
            let most = COUNTER_LETTERS.max(original);
            let message = format!("expected at most {most} characters, which fit a counter, found {long}");
            problems.push(self.problem(ProblemKind::Long, *translated, &message));
        }
        problems
    }

    /// Reports the number of missing translations, unless errors in the file hide entries.
    fn missing(&self, first: &HashMap<&str, &Entry>) -> Option<Problem> {
        if !self.po.faults.is_empty() {
            return None;
        }
        let is_missing = |text: &&Text| first.get(&*text.context).is_none_or(|entry| entry.translation.is_empty());
        let missing: Vec<&Text> = self.texts.iter().filter(is_missing).collect();
        let example = missing.first()?;
        let listed = first.get(&*example.context);
        let span = listed.map_or(Span::at(0), |entry| entry.place);
        let (count, all) = (plural(missing.len(), "text", "texts"), self.texts.len());
        let message = format!("{count} of {all} without a translation, such as {}", quoted(&example.context));
        let help = match listed {
            Some(_) => "translate it; the original is shown until then".to_owned(),
            None => format!("run `foeman texts update` for `{}` to add the entries", self.tag()),
        };
        Some(Problem { help: Some(help), ..self.problem(ProblemKind::Missing, span, &message) })
    }
}

/// Returns the placeholders of a text in alphabetical order: words in braces, such as `{name}`.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        rest = &rest[start..];
        let Some(end) = rest.find('}') else { break };
        let inner = &rest[1..end];
        if !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
            found.push(&rest[..=end]);
            rest = &rest[end + 1..];
        } else {
            rest = &rest[1..];
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_words_in_braces() {
        assert_eq!(placeholders("{who} strikes {whom} for {n.1}, {not one}, {} and {"), ["{n.1}", "{whom}", "{who}"]);
        assert!(placeholders(&"{".repeat(1000)).is_empty());
    }
}
