//! The start page.

use askama::Template;
use foeman_schema::plural::plural;
use serde_json::Value;

use super::{CHANGES, Page, Pages, render};
use crate::Files;
use crate::book::Link;

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage {
    page: Page,
    about: String,
    facts: Vec<(&'static str, String)>,
    scenarios: Vec<(Link, String, Option<String>)>,
    catalogs: Vec<(Link, String)>,
    changes: Option<Link>,
}

impl Pages<'_> {
    /// Adds the start page; `scenarios` has the link, the description and the battle of each scenario.
    pub(super) fn index(&self, scenarios: Vec<(Link, String, Option<String>)>, files: &mut Files) {
        let draft = &self.book.draft;
        let header = |key: &str| match draft.header(key) {
            Some(Value::String(text)) => text,
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            _ => String::new(),
        };
        let facts = [("Version", "version"), ("Authors", "authors"), ("Licence", "license")];
        let facts = facts.into_iter().map(|(name, key)| (name, header(key)));
        let facts = facts.chain([("Ruleset", self.book.dialect.title.to_owned())]).filter(|(_, text)| !text.is_empty());
        let catalogs = self.book.catalogs.iter().map(|catalog| {
            let link = Link { text: catalog.title.clone(), path: catalog.path() };
            (link, plural(catalog.entries.len(), "record", "records"))
        });
        let since = self.input.since.as_ref();
        let page = IndexPage {
            page: self.page(draft.title(), "", "index.html"),
            about: format!("A pack for {}.", self.book.dialect.title),
            facts: facts.collect(),
            scenarios,
            catalogs: catalogs.collect(),
            changes: since.map(|(_, name)| Link { text: format!("Changes since {name}"), path: CHANGES.to_owned() }),
        };
        render(files, "index.html".to_owned(), &page);
    }
}
