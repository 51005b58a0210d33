//! The status of each row of the checklists of Hexkit's scenario editor and game: reads `tests/coverage/editor.yaml`,
//! checks it against the sources, and formats it as a page.

use std::fmt::Write;

use serde::Deserialize;

use super::tests::{Tests, text};

/// The rows of the editor's checklist: first and last number of each range without gaps.
const ROWS: [(u16, u16); 26] = [
    (1, 6),
    (10, 17),
    (20, 32),
    (40, 43),
    (50, 53),
    (60, 66),
    (70, 72),
    (80, 83),
    (90, 92),
    (95, 99),
    (100, 102),
    (105, 105),
    (110, 110),
    (115, 115),
    (120, 124),
    (130, 136),
    (140, 140),
    (150, 152),
    (160, 160),
    (165, 165),
    (168, 168),
    (170, 171),
    (180, 181),
    (185, 185),
    (190, 190),
    (195, 195),
];
/// The rows of the game's checklist.
const GAME: [u16; 37] = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 20, 30, 40, 50, 60, 70, 80, 100, 105, 110, 111, 115, 116, 117, 120, 125, 126, 130, 131,
    135, 140, 145, 146, 147, 150, 155, 160, 165,
];
/// The two rows outside the ranges, and the rows they follow.
const OTHERS: [(&str, Option<&str>); 2] = [("E099a", Some("E099")), ("E198", None)];

/// The first row of each part of the checklist.
const PARTS: [(&str, &str); 6] = [
    ("E001", "Editor: window and menus"),
    ("E040", "Editor: sections"),
    ("E050", "Editor: pages"),
    ("E100", "Editor: dialogs"),
    ("G001", "Game: window and menus"),
    ("G100", "Game: dialogs"),
];

/// A row of a checklist and its status.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// `E095`, `G050`.
    pub row: String,
    /// A short description of the original's feature.
    pub was: String,
    /// The status.
    pub status: Status,
    /// How it is done here, or why it is not needed.
    #[serde(default)]
    pub here: String,
    /// Test functions that fail without it.
    #[serde(default)]
    pub tests: Vec<String>,
    /// The missing parts.
    #[serde(default)]
    pub left: String,
}

/// The status of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Available here, too.
    Met,
    /// Better here.
    Beaten,
    /// Applicable, but missing or incomplete.
    Open,
    /// Not applicable.
    NoNeed,
}

impl Status {
    const ALL: [Self; 4] = [Self::Met, Self::Beaten, Self::Open, Self::NoNeed];

    fn words(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Beaten => "beaten",
            Self::Open => "open",
            Self::NoNeed => "not needed",
        }
    }
}

/// Returns the names of all rows, in order.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> =
        ROWS.into_iter().flat_map(|(first, last)| first..=last).map(|number| format!("E{number:03}")).collect();
    for (name, after) in OTHERS {
        let at = after.and_then(|after| names.iter().position(|name| name == after)).map_or(names.len(), |at| at + 1);
        names.insert(at, name.to_owned());
    }
    names.extend(GAME.map(|number| format!("G{number:03}")));
    names
}

/// Reads the list. Panics if it is malformed, because it is part of the repository.
pub fn rows() -> Vec<Row> {
    serde_yaml::from_str(&text("tests/coverage/editor.yaml")).expect("the checklist is well-formed")
}

/// Returns the problems of a row: unknown tests and missing texts.
pub fn problems(tests: &Tests, row: &Row) -> Vec<String> {
    let mut problems: Vec<String> = row.tests.iter().filter_map(|test| tests.problem(test)).collect();
    let missing = match row.status {
        Status::Met | Status::Beaten if row.tests.is_empty() => "tests that fail without it",
        Status::Met | Status::Beaten | Status::NoNeed if row.here.is_empty() => {
            "how it works here, or why it is not needed"
        }
        Status::Open if row.left.is_empty() => "the missing parts in `left`",
        Status::Met | Status::Beaten | Status::NoNeed if !row.left.is_empty() => {
            "status `open`, because parts are missing"
        }
        _ => "",
    };
    if !missing.is_empty() {
        problems.push(format!("expected {missing}"));
    }
    problems.into_iter().map(|problem| format!("{}: {problem}", row.row)).collect()
}

/// Formats the list as a page. The tests it refers to must exist.
pub fn page(tests: &Tests, rows: &[Row]) -> String {
    let mut page = String::from(HEAD);
    let counts = Status::ALL.map(|status| (status, rows.iter().filter(|row| row.status == status).count()));
    let counts: Vec<String> = counts.iter().map(|(status, count)| format!("{} {count}", status.words())).collect();
    let mut line = |text: &str| writeln!(page, "{text}").expect("writing to a string succeeds");
    line(&format!("{} rows: {}.", rows.len(), counts.join(", ")));
    for row in rows {
        if let Some((_, title)) = PARTS.iter().find(|(first, _)| *first == row.row) {
            line(&format!("\n## {title}"));
        }
        line(&format!("\n**{}** {}: *{}*\n", row.row, row.was, row.status.words()));
        let held: Vec<String> = row.tests.iter().map(|test| format!("`{}`", tests.path(test))).collect();
        for (name, what) in [("here", &row.here), ("tests", &held.join(", ")), ("missing", &row.left)] {
            if !what.is_empty() {
                line(&format!("- {name}: {what}"));
            }
        }
    }
    page
}

const HEAD: &str = "\
# Hexkit's scenario editor and game, row by row

Generated from `tests/coverage/editor.yaml`.
Tests check that all rows of the two checklists are listed, that the tests exist, that at least 95 rows are met or beaten, and that this page is up to date.
Update it with `cargo run -p foeman-tests --example editor_page > docs/hexkit-editor.md`.

- *met*: available here too.
- *beaten*: better here.
- *open*: missing or incomplete.
- *not needed*: does not apply here.

";
