//! The page of a record.

use askama::Template;
use foeman_engine::sheet::{Member, Table};
use foeman_scene::figure::initials;
use foeman_scene::png::encode_picture;
use foeman_scene::theme::{color_text, parse_color};
use foeman_schema::catalogs::images::ImageLayer;
use serde::Deserialize as _;

use super::{Page, Pages, capitalised, render, text_of};
use crate::Files;
use crate::book::{Entry, Link};
use crate::names;
use crate::values::{Part, Row};

/// The maximum number of records listed as users.
const MOST_USERS: usize = 120;
/// The deepest indentation of a value.
const DEEPEST: usize = 5;

/// A part of a value on a page.
enum Shown {
    Text(String),
    Block(String),
    Link(Link),
    /// A reference to a record without a page.
    Missing(String),
    Color(String),
}

/// A picture that stands for a record.
enum Glyph {
    None,
    /// An image of the pack, by its path.
    Picture(String),
    /// A hex in a colour.
    Color(String),
    /// A marker with letters.
    Letters(String),
}

struct ShownRow {
    begins_group: bool,
    group: String,
    label: String,
    doc: &'static str,
    depth: usize,
    parts: Vec<Shown>,
    unit: &'static str,
    from: Option<Link>,
    is_default: bool,
}

#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage {
    page: Page,
    kind: &'static str,
    id: String,
    heading: String,
    about: String,
    origin: Option<String>,
    extends: Vec<Link>,
    problem: String,
    glyph: Glyph,
    /// The rendered upper part of a map or a scenario, which is HTML.
    sheet: Option<String>,
    rows: Vec<ShownRow>,
    figures: Vec<Link>,
    odds: Vec<Table>,
    since: String,
    changes: Vec<String>,
    users: Vec<(&'static str, Link)>,
    more_users: usize,
}

impl Pages<'_> {
    /// Adds the page of a record.
    pub(super) fn record(&self, place: usize, sheet: Option<String>, figures: Vec<(Member, Link)>, files: &mut Files) {
        let entry = &self.book.entries[place];
        let key = &entry.key;
        let draft = &self.book.draft;
        let mut users = self.book.used_by(key);
        let more_users = users.len().saturating_sub(MOST_USERS);
        users.truncate(MOST_USERS);
        let sheets = self.input.engine.capabilities().sheets.filter(|_| self.has_odds);
        let changes = self.changes.get(&Some(key.clone())).cloned().unwrap_or_default();
        let extends = draft.lineage(key).into_iter().skip(1).filter_map(|parent| self.book.link(&parent));
        let problem = if entry.value.is_none() { "This record or one that it extends cannot be read." } else { "" };
        let page = RecordPage {
            page: self.page(&entry.title, "../", &self.section(&key.catalog)),
            kind: self.book.title_of(&key.catalog),
            id: key.id.clone(),
            heading: entry.title.clone(),
            about: entry.about.clone(),
            origin: entry.origin.clone(),
            extends: extends.collect(),
            problem: problem.to_owned(),
            glyph: if sheet.is_some() { Glyph::None } else { self.glyph(entry, files) },
            sheet,
            rows: self.rows(entry),
            figures: figures.into_iter().map(|(_, link)| link).collect(),
            odds: sheets.map(|sheets| capitalised((sheets.odds)(draft, &key.pointer()))).unwrap_or_default(),
            since: self.input.since.as_ref().map(|(_, name)| name.clone()).unwrap_or_default(),
            changes: changes.into_iter().take(200).collect(),
            users,
            more_users,
        };
        render(files, entry.link().path, &page);
    }

    fn rows(&self, entry: &Entry) -> Vec<ShownRow> {
        let mut group = String::new();
        let shown = |row: &Row| {
            let own = row.declared_by.map(|pack| format!("Fields of {pack}")).unwrap_or_else(|| row.group.clone());
            let begins_group = own != group && row.depth == 0 && !own.is_empty();
            if row.depth == 0 {
                group.clone_from(&own);
            }
            ShownRow {
                begins_group,
                group: own,
                label: row.label.clone(),
                doc: row.doc,
                depth: row.depth.min(DEEPEST),
                parts: row.parts.iter().map(|part| self.part(part)).collect(),
                unit: row.unit,
                from: row.from.as_ref().and_then(|key| self.book.link(key)),
                is_default: row.is_default,
            }
        };
        entry.rows.iter().map(shown).collect()
    }

    fn part(&self, part: &Part) -> Shown {
        match part {
            Part::Text(text) => Shown::Text(text.clone()),
            Part::Block(text) => Shown::Block(text.clone()),
            Part::Color(color) => Shown::Color(color.clone()),
            Part::Record(key, text) => match self.book.link(key) {
                Some(link) => Shown::Link(Link { text: text.clone(), ..link }),
                None => Shown::Missing(text.clone()),
            },
        }
    }

    /// Returns the image of a record, or a glyph for records that appear on maps.
    fn glyph(&self, entry: &Entry, files: &mut Files) -> Glyph {
        let value = entry.value.as_ref();
        let layers = value.and_then(|value| Vec::<ImageLayer>::deserialize(value.get("images")?).ok());
        let layers = layers.unwrap_or_default();
        if let Some(bytes) = self.pictures.laid(&layers, 1.0).and_then(|laid| encode_picture(laid.first())) {
            let path = names::path(&entry.key, "png");
            files.insert(path.clone(), bytes);
            return Glyph::Picture(path);
        }
        if let Some(color) = parse_color(&text_of(value, "color")) {
            return Glyph::Color(color_text(color));
        }
        let draws = entry.rows.iter().any(|row| row.path == "kind" || row.path == "class");
        if draws { Glyph::Letters(initials(&entry.title)) } else { Glyph::None }
    }
}
