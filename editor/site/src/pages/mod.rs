//! The pages of a site. Templates are checked while compiling and escape every value.

mod catalog;
mod figure;
mod index;
mod record;
mod sheet;

pub(crate) use sheet::Chart;

use askama::Template;
use foeman_engine::display::Board;
use foeman_engine::sheet::{Member, Table};
use foeman_scene::picture::Pictures;
use foeman_schema::dialect::RecordView;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use crate::book::{Book, Link};
use crate::changes::{self, Changes};
use crate::names;
use crate::replay::{self, Replay};
use crate::scenario::Start;
use crate::{Files, Input};

/// The maximum number of pairs of a record and a figure type; packs with more have no odds.
const MOST_PAIRS: usize = 48_000;

/// The parts that all pages share.
#[derive(Clone)]
pub(crate) struct Page {
    /// The title of the window.
    pub(crate) title: String,
    /// The way from the page to the root of the site: empty, or `../`.
    pub(crate) root: &'static str,
    /// The title of the pack.
    pub(crate) pack: String,
    /// The links to all catalogs.
    pub(crate) menu: Vec<Link>,
    /// The path of the catalog that the page belongs to; may be empty.
    pub(crate) section: String,
}

/// Makes the pages of a site.
pub(crate) struct Pages<'a> {
    input: Input<'a>,
    book: Book,
    pictures: Pictures,
    menu: Vec<Link>,
    changes: Changes,
    /// Whether odds are computed.
    has_odds: bool,
}

impl<'a> Pages<'a> {
    /// Reads the pack; `None` if its ruleset is unknown.
    pub(crate) fn new(input: Input<'a>) -> Option<Self> {
        let book = Book::new(input.analysis.draft().clone())?;
        let link = |catalog: &crate::book::Catalog| Link { text: catalog.title.clone(), path: catalog.path() };
        let changes = input.since.as_ref().map(|(from, _)| changes::changes(from, &book.draft)).unwrap_or_default();
        let sheets = input.engine.capabilities().sheets;
        // An estimate that needs no reading: each record may attack each figure type.
        let types = book.catalogs.iter().find(|catalog| catalog.def.name == "figures");
        let pairs = types.map_or(0, |types| types.entries.len()) * book.entries.len();
        Some(Self {
            pictures: Pictures::of(&book.draft),
            menu: book.catalogs.iter().map(link).collect(),
            has_odds: sheets.is_some() && pairs <= MOST_PAIRS,
            changes,
            input,
            book,
        })
    }

    /// Adds all pages.
    pub(crate) fn add(mut self, files: &mut Files) {
        let journals = std::mem::take(&mut self.input.journals);
        let mut plays: Vec<(Link, RecordKey)> = Vec::new();
        for (name, game) in journals {
            let key = game.content().scenario.clone();
            let stem = format!("{}/{}.play-{}", names::name(&key.catalog), names::name(&key.id), plays.len() + 1);
            let about = format!("Recorded in {name}, seed {}.", game.seed().0);
            plays.push((self.replay(game, &stem, &key, &about, files), key));
        }
        let mut cards = Vec::new();
        for place in 0..self.book.entries.len() {
            let key = self.book.entries[place].key.clone();
            let sheet = self.map_or_scenario(&key, &plays, &mut cards, files);
            let figures = self.figures(&key, files);
            self.record(place, sheet, figures, files);
        }
        self.catalogs(files);
        self.index(cards, files);
        self.change_list(files);
    }

    /// Returns the shared parts of a page.
    fn page(&self, title: &str, root: &'static str, section: &str) -> Page {
        let pack = self.book.draft.title().to_owned();
        let title = if title == pack { pack.clone() } else { format!("{title} – {pack}") };
        Page { title, root, pack, menu: self.menu.clone(), section: section.to_owned() }
    }

    /// Returns the path of the table of a catalog.
    fn section(&self, catalog: &str) -> String {
        let catalog = self.book.catalogs.iter().find(|each| each.def.name == catalog);
        catalog.map(crate::book::Catalog::path).unwrap_or_default()
    }

    /// Returns the upper part of the page of a map or a scenario; empty for other records.
    fn map_or_scenario(
        &mut self,
        key: &RecordKey,
        plays: &[(Link, RecordKey)],
        cards: &mut Vec<(Link, String, Option<String>)>,
        files: &mut Files,
    ) -> Option<String> {
        let view = self.book.dialect.catalog(&key.catalog)?.view;
        if view == RecordView::Map {
            return self.map_sheet(key, files);
        }
        if key.catalog != self.book.dialect.playable || self.book.draft.origin(key).is_some() {
            return None;
        }
        let start = Start::new(self.input.analysis, self.input.engine, &key.id, self.input.seed);
        let play = match (&start, plays.iter().find(|(_, scenario)| scenario == key)) {
            (_, Some((link, _))) => Some(link.path.clone()),
            (Ok(start), None) => {
                let stem = format!("{}/{}.play", names::name(&key.catalog), names::name(&key.id));
                let game = replay::played(self.input.engine, start);
                let about = format!("Played by the computer with seed {}.", self.input.seed);
                game.map(|game| self.replay(game, &stem, key, &about, files).path)
            }
            (Err(_), None) => None,
        };
        let entry = self.book.get(key)?;
        cards.push((entry.link(), entry.about.clone(), play.clone()));
        Some(self.scenario_sheet(key, start, play.unwrap_or_default(), files))
    }

    /// Adds the pages of a battle, and returns the link to its player.
    fn replay(
        &self,
        game: Box<dyn foeman_engine::game::Game>,
        stem: &str,
        key: &RecordKey,
        about: &str,
        files: &mut Files,
    ) -> Link {
        let title = self.book.get(key).map_or_else(|| key.id.clone(), |entry| entry.title.clone());
        let record = self.book.link(key).unwrap_or(Link { text: title.clone(), path: self.section(&key.catalog) });
        let heading = format!("Battle: {title}");
        let page = self.page(&heading, "../", &self.section(&key.catalog));
        let replay = Replay::new(game);
        let map = replay.board.ground.as_ref().and_then(|_| self.chart(&replay.board, stem, files));
        replay.add(replay::Place { page, stem, record, heading: heading.clone(), about, map }, files);
        Link { text: heading, path: format!("{stem}.html") }
    }

    /// Adds the picture of the ground of a board; `None` if it has none that can be drawn.
    fn chart(&self, board: &Board, stem: &str, files: &mut Files) -> Option<Chart> {
        let svg = crate::map::svg(board, &self.pictures)?;
        let path = format!("{stem}.ground.svg");
        files.insert(path.clone(), svg.into_bytes());
        Chart::new(board, path, &self.book)
    }

    /// Adds the sheets of the figures of a record, and returns the links to them.
    fn figures(&self, key: &RecordKey, files: &mut Files) -> Vec<(Member, Link)> {
        let Some(sheets) = self.input.engine.capabilities().sheets.filter(|def| def.catalog == key.catalog) else {
            return Vec::new();
        };
        let members = (sheets.members)(&self.book.draft, key).into_iter();
        let members = members.map(|member| {
            let link = figure::link(key, &member);
            self.figure(key, sheets, &member, &link, files);
            (member, link)
        });
        members.collect()
    }

    /// Adds the list of changes, if there is an older version.
    fn change_list(&self, files: &mut Files) {
        let Some((_, since)) = &self.input.since else { return };
        let groups = self.changes.iter().map(|(key, changes)| match key {
            Some(key) => {
                let link = self.book.link(key);
                let kind = self.book.title_of(&key.catalog);
                let title = link.as_ref().map_or_else(|| key.id.clone(), |link| link.text.clone());
                (format!("{kind} {title}"), link.map(|link| link.path).unwrap_or_default(), changes.clone())
            }
            None => ("The pack".to_owned(), String::new(), changes.clone()),
        });
        let groups: Vec<_> = groups.collect();
        let more = groups.len().saturating_sub(MOST_CHANGED);
        let page = self.page(&format!("Changes since {since}"), "", "");
        let groups = groups.into_iter().take(MOST_CHANGED).collect();
        render(files, CHANGES.to_owned(), &ChangePage { page, since: since.clone(), groups, more });
    }
}

/// The maximum number of records in the list of changes.
const MOST_CHANGED: usize = 300;
/// The path of the list of changes.
const CHANGES: &str = "changes.html";

#[derive(Template)]
#[template(path = "changes.html")]
struct ChangePage {
    page: Page,
    since: String,
    groups: Vec<(String, String, Vec<String>)>,
    more: usize,
}

/// Adds a page. Rendering to a string cannot fail, since no value of a page fails to format.
pub(crate) fn render(files: &mut Files, path: String, page: &impl Template) {
    if let Ok(text) = page.render() {
        files.insert(path, text.into_bytes());
    }
}

/// Begins the titles of tables with a capital.
fn capitalised(mut tables: Vec<Table>) -> Vec<Table> {
    for table in &mut tables {
        let mut letters = table.title.chars();
        if let Some(first) = letters.next() {
            table.title = first.to_uppercase().to_string() + letters.as_str();
        }
    }
    tables
}

/// Returns a text of a record; empty if it has none.
fn text_of(value: Option<&Value>, field: &str) -> String {
    value.and_then(|value| value.get(field)).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
