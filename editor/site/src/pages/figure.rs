//! The page of a figure that a record contains: its sheet, its tables and its exact odds.

use askama::Template;
use foeman_engine::sheet::{Member, Sheet, SheetDef, Table};
use foeman_schema::text::RecordKey;

use super::{Page, Pages, capitalised, render};
use crate::Files;
use crate::book::Link;
use crate::names;

#[derive(Template)]
#[template(path = "figure.html")]
struct FigurePage {
    page: Page,
    record: Link,
    id: String,
    heading: String,
    sheet: Result<Sheet, String>,
    tables: Vec<Table>,
    odds: Vec<Table>,
}

/// Returns the link to the page of a figure.
pub(super) fn link(key: &RecordKey, member: &Member) -> Link {
    Link { text: member.name.clone(), path: names::member_path(key, &member.id, "html") }
}

impl Pages<'_> {
    /// Adds the page of a figure.
    pub(super) fn figure(&self, key: &RecordKey, def: &SheetDef, member: &Member, link: &Link, files: &mut Files) {
        let draft = &self.book.draft;
        let Some(record) = self.book.link(key) else { return };
        let tables = (def.tables)(draft, member).unwrap_or_default().tables;
        let odds = if self.has_odds { capitalised((def.odds)(draft, &member.pointer)) } else { Vec::new() };
        let page = FigurePage {
            page: self.page(&member.name, "../", &self.section(&key.catalog)),
            record,
            id: member.id.clone(),
            heading: member.name.clone(),
            sheet: (def.sheet)(draft, member),
            tables,
            odds,
        };
        render(files, link.path.clone(), &page);
    }
}
