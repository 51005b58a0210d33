//! Coverage of each paragraph of the Foeman rules: reads `tests/coverage/foeman.yaml`, checks it against the sources,
//! and formats it as a page.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::tests::{Tests, sources, text};

/// The number of paragraphs in each section of the rules, from section 1; 0 if the section is a single paragraph.
const PARAGRAPHS: [u8; 12] = [9, 9, 5, 14, 0, 10, 12, 7, 2, 9, 3, 5];

const TITLES: [&str; 12] = [
    "Terms",
    "Shape of figures",
    "Round",
    "Movement",
    "Movement and options",
    "Action phase",
    "Attack",
    "Damage",
    "Observation",
    "Items",
    "Spells, talents, experience",
    "Record notation",
];

/// A paragraph of the rules and its status.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `F7.1`.
    pub rule: String,
    /// A short summary of the paragraph.
    pub says: String,
    /// Sentences of the sources it comes from, each with the prefix `notes: ` or `rules: ` and at most its first eight
    /// words.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The status.
    pub status: Status,
    /// Files of the ruleset, by the end of their path.
    #[serde(default, rename = "where")]
    pub places: Vec<String>,
    /// Test functions that fail without it.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Sections of the expected values that fail without it.
    #[serde(default)]
    pub vectors: Vec<String>,
    /// The scenario options that enable it.
    #[serde(default)]
    pub options: Vec<String>,
    /// The missing parts.
    #[serde(default)]
    pub left: String,
    /// Sentences that are not fully implemented, although the paragraph is.
    #[serde(default)]
    pub open: Vec<OpenSentence>,
}

/// A sentence of the sources that is not fully implemented.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenSentence {
    /// The sentence, as in `Rule::sources`.
    pub sentence: String,
    /// The missing parts.
    pub left: String,
}

/// A sentence of the sources that contains no rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aside {
    /// The sentence, as in `Rule::sources`.
    pub sentence: String,
    /// Its subject.
    pub about: String,
}

/// The status of a paragraph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Implemented as written.
    Built,
    /// The sources are silent; the rule is our decision.
    Fill,
    /// Implemented as a scenario option.
    Option,
    /// Needed only for the exchange of records.
    Export,
    /// Missing or incomplete.
    Open,
}

impl Status {
    const ALL: [Self; 5] = [Self::Built, Self::Fill, Self::Option, Self::Export, Self::Open];

    fn words(self) -> &'static str {
        match self {
            Self::Built => "as written",
            Self::Fill => "with additions",
            Self::Option => "option",
            Self::Export => "export only",
            Self::Open => "open",
        }
    }
}

/// Returns the numbers of all paragraphs, in order.
pub fn numbers() -> Vec<String> {
    let sections = (1..).zip(PARAGRAPHS);
    sections
        .flat_map(|(section, count)| match count {
            0 => vec![format!("F{section}")],
            count => (1..=count).map(|paragraph| format!("F{section}.{paragraph}")).collect(),
        })
        .collect()
}

/// Reads the list. Panics if it is malformed, because it is part of the repository.
pub fn rules() -> Vec<Rule> {
    serde_yaml::from_str(&text("tests/coverage/foeman.yaml")).expect("the list of coverage is well-formed")
}

/// Reads the sentences that contain no rule. Panics if the list is malformed, because it is part of the repository.
pub fn asides() -> Vec<Aside> {
    serde_yaml::from_str(&text("tests/coverage/foeman-asides.yaml")).expect("the list of asides is well-formed")
}

/// Whether a text names its source and quotes two to eight words of it.
pub fn is_quote(source: &str) -> bool {
    let quoted = source.strip_prefix("notes: ").or_else(|| source.strip_prefix("rules: "));
    quoted.is_some_and(|words| (2..=MOST_WORDS).contains(&words.split_whitespace().count()))
}

/// The repository's files that the list refers to.
pub struct Sources {
    /// Files of the ruleset and of the arithmetic it shares with another ruleset, as paths from the repository's root.
    files: Vec<String>,
    /// The text of all these files.
    ruleset: String,
    tests: Tests,
    /// Sections of expected values that hold.
    vectors: Vec<String>,
}

impl Sources {
    /// Reads the files.
    pub fn read() -> Self {
        let folders = ["rules/foeman/src", "rules/foeman/catalogs/src", "schema/src/arithmetic"];
        let files = folders.map(sources).concat();
        let ruleset = files.iter().map(|file| text(file)).collect();
        let sections: BTreeMap<String, serde_yaml::Value> =
            serde_yaml::from_str(&text("tests/vectors/foeman.yaml")).expect("the expected values are well-formed");
        Self { files, ruleset, tests: Tests::read(), vectors: sections.into_keys().collect() }
    }

    /// Returns the mentions of paragraphs in the ruleset that do not exist.
    pub fn unknown_mentions(&self) -> Vec<String> {
        let known = numbers();
        let is_section = |name: &str| known.iter().any(|number| number.split('.').next() == Some(name));
        let mentions = self.ruleset.split('`').filter(|word| {
            let number = word.strip_prefix('F').unwrap_or_default();
            number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.')
        });
        mentions.filter(|name| !known.iter().any(|n| n == name) && !is_section(name)).map(str::to_owned).collect()
    }

    /// Returns the problems of a paragraph: unknown files, tests and sections, and missing texts.
    pub fn problems(&self, rule: &Rule) -> Vec<String> {
        let mut problems = Vec::new();
        let mut wrong = |problem: String| problems.push(format!("{}: {problem}", rule.rule));
        for place in &rule.places {
            match self.paths(place).as_slice() {
                [_] => {}
                [] => wrong(format!("expected a file of the ruleset, found `{place}`; was it moved?")),
                several => wrong(format!("expected one file, but `{place}` may be {}", several.join(" or "))),
            }
        }
        for problem in rule.tests.iter().filter_map(|test| self.tests.problem(test)) {
            wrong(problem);
        }
        for section in rule.vectors.iter().filter(|section| !self.vectors.contains(section)) {
            wrong(format!("expected a section of expected values that hold, found `{section}`"));
        }
        for source in rule.sources.iter().chain(rule.open.iter().map(|open| &open.sentence)) {
            if !is_quote(source) {
                wrong(format!("expected `notes:` or `rules:` and two to eight words, found `{source}`"));
            }
        }
        for option in &rule.options {
            if !self.ruleset.contains(&format!("pub {}:", option.replace('-', "_"))) {
                wrong(format!("expected an option of scenarios, found `{option}`"));
            }
        }
        if rule.sources.is_empty() && rule.status != Status::Fill {
            wrong("expected a sentence of the sources".to_owned());
        }
        let is_held = !rule.places.is_empty() && (!rule.tests.is_empty() || !rule.vectors.is_empty());
        match rule.status {
            Status::Open if rule.left.is_empty() => wrong("status `open` needs the missing parts in `left`".to_owned()),
            Status::Built | Status::Fill | Status::Option if !is_held => {
                wrong("expected its files and the tests that fail without it".to_owned());
            }
            Status::Option if rule.options.is_empty() => wrong("expected the name of the option".to_owned()),
            Status::Open => {}
            _ if !rule.left.is_empty() => {
                wrong(format!("parts are missing, so the status must be `open`: {}", rule.left));
            }
            _ => {}
        }
        problems
    }

    /// Formats the list as a page. The files and tests it refers to must exist.
    pub fn page(&self, rules: &[Rule]) -> String {
        let mut page = String::from(HEAD);
        let counts = Status::ALL.map(|status| (status, rules.iter().filter(|rule| rule.status == status).count()));
        let counts: Vec<String> = counts.iter().map(|(status, count)| format!("{} {count}", status.words())).collect();
        let mut line = |text: &str| writeln!(page, "{text}").expect("writing to a string succeeds");
        line(&format!("{} paragraphs: {}.", rules.len(), counts.join(", ")));
        let open = rules.iter().map(|rule| rule.open.len()).sum::<usize>();
        line(&format!("{open} sentences are not fully implemented; see *missing* below."));
        let code = |names: Vec<String>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        for (section, title) in (1..).zip(TITLES) {
            line(&format!("\n## {section} {title}"));
            let in_section = |rule: &&Rule| rule.rule.split('.').next() == Some(&format!("F{section}"));
            for rule in rules.iter().filter(in_section) {
                line(&format!("\n**{}** {}: *{}*", rule.rule, rule.says, rule.status.words()));
                let mut lines = vec![
                    ("source", rule.sources.iter().map(|source| quoted(source)).collect::<Vec<_>>().join("; ")),
                    ("code", code(rule.places.iter().flat_map(|place| self.paths(place)).collect())),
                    ("option", code(rule.options.clone())),
                    ("tests", code(rule.tests.iter().map(|test| self.tests.path(test)).collect())),
                    ("expected values", code(rule.vectors.clone())),
                    ("missing", rule.left.clone()),
                ];
                let open =
                    rule.open.iter().map(|open| ("missing", format!("{}: {}", quoted(&open.sentence), open.left)));
                lines.extend(open);
                lines.retain(|(_, what)| !what.is_empty());
                if !lines.is_empty() {
                    line("");
                }
                for (name, what) in lines {
                    line(&format!("- {name}: {what}"));
                }
            }
        }
        line("\n## Sentences without a rule\n");
        for aside in asides() {
            line(&format!("- {}: {}", quoted(&aside.sentence), aside.about));
        }
        page
    }

    /// Returns the files whose path ends with `end`.
    fn paths(&self, end: &str) -> Vec<String> {
        let end = format!("/{end}");
        self.files.iter().filter(|file| file.ends_with(&end)).cloned().collect()
    }
}

/// The maximum number of words quoted from a sentence of the sources.
const MOST_WORDS: usize = 8;

/// Formats a quotation: `the notes, "For the initial Foeman module …"`.
fn quoted(source: &str) -> String {
    let (document, words) = source.split_once(": ").unwrap_or(("sources", source));
    // The notes contain characters that are Markdown markup.
    let words: String =
        words.chars().flat_map(|c| ['\\'].into_iter().filter(move |_| "`*[]_<".contains(c)).chain([c])).collect();
    format!("the {document}, \"{words} …\"")
}

const HEAD: &str = "\
# Coverage of the Foeman rules

Generated from `tests/coverage/foeman.yaml`.
A test checks that all paragraphs are listed, that the files and tests exist, and that this page is up to date.
Update it with `cargo run -p foeman-tests --example coverage_page > docs/foeman-rules.md`.

- *as written*: implemented as in the sources.
- *with additions*: implemented with our decisions, because the sources are silent.
- *option*: implemented as an option of scenarios.
- *export only*: needed only to exchange records with the original program.
- *open*: missing or incomplete.

Sources are quoted by the first words of a sentence: the notes are the Foeman programming notes, the rules are those of MindWand.
Expected values are sections of `tests/vectors/foeman.yaml`.

";
