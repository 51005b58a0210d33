//! The handbook of a ruleset: its rules in our own words, as chapters of numbered rules for the window and the
//! documentation.
//!
//! The text takes its numbers from the constants used in play, so that they cannot disagree.

use std::fmt::Write as _;

/// All rules of a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handbook {
    /// Its title: `The Foeman rules`.
    pub title: &'static str,
    /// A description of the ruleset, in a sentence or two.
    pub about: &'static str,
    /// The chapters, in reading order.
    pub chapters: Vec<Chapter>,
}

/// The rules about one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// Its number, which starts the numbers of its rules: `F4`.
    pub number: &'static str,
    /// Its title, capital first, no final stop.
    pub title: &'static str,
    /// Its rules, by number.
    pub rules: Vec<Rule>,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its number, as the log and the checks cite it: `F4.9`.
    pub number: &'static str,
    /// Its title, capital first, no final stop.
    pub title: &'static str,
    /// The rule in sentences.
    pub text: String,
    /// Our decisions on questions that the sources leave open, in sentences; empty if there are none.
    pub filled: String,
}

/// A chapter or rule found by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry<'h> {
    /// A whole chapter.
    Chapter(&'h Chapter),
    /// One rule of a chapter.
    Rule(&'h Chapter, &'h Rule),
}

impl Rule {
    /// Creates a rule that the sources state.
    pub fn new(number: &'static str, title: &'static str, text: impl Into<String>) -> Self {
        Self { number, title, text: text.into(), filled: String::new() }
    }

    /// Adds our decisions on questions that the sources leave open.
    #[must_use]
    pub fn filled(self, text: impl Into<String>) -> Self {
        Self { filled: text.into(), ..self }
    }

    /// Returns the rule as a section of a Markdown page.
    pub fn page(&self) -> String {
        let mut page = format!("### {} {}\n\n{}\n", self.number, self.title, lines(&self.text));
        if !self.filled.is_empty() {
            let _ = write!(page, "\n*Not covered by the sources:*\n{}\n", lines(&self.filled));
        }
        page
    }
}

impl Chapter {
    /// Returns the chapter with its rules as a section of a Markdown page.
    pub fn page(&self) -> String {
        let mut page = format!("## {} {}\n", self.number, self.title);
        for rule in &self.rules {
            let _ = write!(page, "\n{}", rule.page());
        }
        page
    }
}

impl Handbook {
    /// Returns the chapter (`F4`) or rule (`F4.9`) with a number.
    pub fn entry(&self, number: &str) -> Option<Entry<'_>> {
        let chapter = self.chapters.iter().find(|chapter| chapter.number == number).map(Entry::Chapter);
        chapter.or_else(|| self.rules().find(|(_, rule)| rule.number == number).map(|(at, rule)| Entry::Rule(at, rule)))
    }

    /// Returns a Markdown page per chapter, each with its file name.
    pub fn pages(&self) -> impl Iterator<Item = (String, String)> {
        self.chapters.iter().map(|chapter| {
            // `Chapter::page` has the headings of a section in the page of all rules; on a separate page they are one
            // level higher.
            let page = chapter.page().replace("\n### ", "\n## ").replacen("## ", "# ", 1);
            (format!("{}.md", chapter.number.to_lowercase()), page)
        })
    }

    /// Returns the entry of the handbook in a Markdown list of all chapters.
    pub fn index(&self) -> String {
        let mut index = format!("## {}\n\n{}\n\n", self.title, lines(self.about));
        for chapter in &self.chapters {
            let (number, title) = (chapter.number, chapter.title);
            let _ = writeln!(index, "- [{number} {title}]({}.md)", number.to_lowercase());
        }
        index
    }

    /// Returns every rule with its chapter, in reading order.
    pub fn rules(&self) -> impl Iterator<Item = (&Chapter, &Rule)> {
        self.chapters.iter().flat_map(|chapter| chapter.rules.iter().map(move |rule| (chapter, rule)))
    }

    /// Returns the handbook as a Markdown page, one sentence per line.
    pub fn page(&self) -> String {
        let mut page = format!("# {}\n\n{}\n", self.title, lines(self.about));
        for chapter in &self.chapters {
            let _ = write!(page, "\n{}", chapter.page());
        }
        page
    }
}

/// Puts each sentence on its own line.
fn lines(text: &str) -> String {
    text.replace(". ", ".\n")
}

/// Returns the rule numbers that a text cites, such as `F4.9` or `F4`, with their positions.
pub fn named(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let begins = at == 0 || !bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1] != b'-';
        let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !(begins && bytes[at].is_ascii_uppercase()) {
            at += 1;
            continue;
        }
        let mut end = at + 1 + digits(at + 1);
        if end > at + 1 && bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
        let ends = bytes.get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        if end > at + 1 && ends {
            found.push((at..end, &text[at..end]));
        }
        at = end.max(at + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rules_are_found_and_nothing_else() {
        let names = |text| named(text).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names("Sizes (`F1.7`), as in F4 and A12.3."), ["F1.7", "F4", "A12.3"]);
        assert_eq!(names("2D, F-REF-01, MF3, F3x, F.2, -1H L+1<3, F7.5."), ["F7.5"]);
        let text = "so F10.2!";
        assert_eq!(named(text), [(3..8, "F10.2")]);
    }
}
