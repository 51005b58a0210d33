//! The whole document: all parts of a pack or of a scenario.

use std::fmt;

use egui::{Align2, Rect, pos2};
use foeman_scene::picture::Pictures;
use serde::Deserialize as _;

use crate::counter::{self, piece};
use crate::options::{MOST_COUNTERS, MOST_PAGES, Options, Part};
use crate::page::{Document, FAINT, Page, all_words, style};
use crate::paper::printable;
use crate::subject::{MapSubject, Subject};
use crate::text;
use crate::{card, map, rules, scenario, sheet};

/// Why a document cannot be printed.
#[derive(Clone, PartialEq, Debug)]
pub enum PrintError {
    /// It would have too many pages.
    Pages(usize),
    /// It would have too many counters.
    Counters(usize),
    /// A counter is larger than the paper; its name.
    Counter(String),
    /// There is nothing to print.
    Nothing,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pages(pages) => write!(
                f,
                "expected at most {MOST_PAGES} pages, found {pages}; print one scenario or fewer parts, with smaller \
                 hexes or on larger paper"
            ),
            Self::Counters(counters) => write!(
                f,
                "expected at most {MOST_COUNTERS} counters, found {counters}; print one scenario, or leave out counters"
            ),
            Self::Counter(name) => {
                write!(f, "the counter of `{name}` is larger than the paper; use smaller hexes or larger paper")
            }
            Self::Nothing => f.write_str("the chosen parts have nothing to print; choose other parts"),
        }
    }
}

impl std::error::Error for PrintError {}

/// Lays out the document.
pub fn print(subject: &Subject, options: &Options) -> Result<Document, PrintError> {
    let maps = if options.has(Part::Maps) { subject.maps() } else { Vec::new() };
    let map_pages = maps.iter().map(|map| map::sheets(map, options)).fold(0, usize::saturating_add);
    if map_pages > MOST_PAGES {
        return Err(PrintError::Pages(map_pages));
    }
    let pieces = if options.has(Part::Counters) { piece::pieces(subject) } else { Vec::new() };
    if pieces.len() > MOST_COUNTERS {
        return Err(PrintError::Counters(pieces.len()));
    }
    let sheets = counter::sheets(&pieces, options)
        .map_err(|large| PrintError::Counter(pieces[large.piece].token.name.clone()))?;
    let known = map_pages + counter::page_count(sheets.len(), options);
    if known > MOST_PAGES {
        return Err(PrintError::Pages(known));
    }
    let mut pages = Vec::new();
    let (figures, targets) =
        if options.has(Part::Figures) { sheet::sheets(subject, options) } else { Default::default() };
    if options.has(Part::Scenarios) {
        begin(&mut pages, Part::Scenarios, scenario::pages(subject, options, &targets));
    }
    begin(&mut pages, Part::Maps, map_sheets(&maps, options, &subject.pictures));
    begin(&mut pages, Part::Counters, counter::pages(&pieces, &sheets, options, &subject.pictures));
    begin(&mut pages, Part::Figures, figures);
    if options.has(Part::Rules) {
        begin(&mut pages, Part::Rules, rules::pages(subject, options));
    }
    if options.has(Part::Cards) {
        begin(&mut pages, Part::Cards, card::pages(&card::cards(subject), options));
    }
    number(&mut pages);
    match pages.len() {
        0 => Err(PrintError::Nothing),
        many if many > MOST_PAGES => Err(PrintError::Pages(many)),
        _ => Ok(document(subject, options, pages)),
    }
}

fn document(subject: &Subject, options: &Options, pages: Vec<Page>) -> Document {
    let authors = subject.draft.header("authors");
    let authors = authors.and_then(|authors| Vec::deserialize(&authors).ok()).unwrap_or_default();
    // Packs do not name the language that they are written in; most are in English.
    let language = subject.draft.language().unwrap_or("en").to_owned();
    Document { title: text::printable(subject.title()), authors, language, mono: options.mono, pages }
}

fn map_sheets(maps: &[MapSubject], options: &Options, pictures: &Pictures) -> Vec<Page> {
    maps.iter().enumerate().flat_map(|(number, map)| map::pages(map, number, options, pictures)).collect()
}

/// Adds the pages of a part; the first gets the part's bookmark.
fn begin(pages: &mut Vec<Page>, part: Part, mut added: Vec<Page>) {
    if let Some(first) = added.first_mut() {
        first.bookmarks.insert(0, (0, part.title().to_owned()));
    }
    pages.append(&mut added);
}

/// Writes page numbers below sheets and rules; maps, counters and cards have no room for them.
fn number(pages: &mut [Page]) {
    let count = pages.len();
    for (number, page) in pages.iter_mut().enumerate() {
        if ["scenario-", "figures-", "rules-"].iter().any(|part| page.name.starts_with(part)) {
            let room = printable(page.size);
            let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - 4.0), room.max);
            let text = format!("{} of {count}", number + 1);
            page.words(foot, Align2::RIGHT_CENTER, style(2.6, FAINT), &text);
        }
    }
}

impl Document {
    /// Returns the letters that no font has, without repeats; they are printed as `?`.
    pub fn missing_letters(&self) -> Vec<char> {
        let mut missing = Vec::new();
        for (text, _) in self.pages.iter().flat_map(|page| all_words(&page.marks)) {
            let new = text::missing(&text).into_iter().filter(|letter| !missing.contains(letter));
            missing.extend(new.collect::<Vec<_>>());
        }
        missing
    }
}
