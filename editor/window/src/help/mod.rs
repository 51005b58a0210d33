//! Help topics and their pages: window, fields, rules and checks.
//!
//! The texts are from other places: fields are documented in the schema, rules in the ruleset's handbook, and checks in
//! their own docs. Only the pages about the window are written for the help, in [`pages`].

mod action;
pub mod commands;
pub mod dialog;
mod index;
mod notation;
pub mod pages;
mod pane;
mod perform;
pub mod pointed;
mod spans;
mod tour;
pub mod tour_card;
mod view;

pub(crate) use pane::{PANE, rule_link};

pub(crate) use perform::{go, here, perform};

pub use action::{HelpAction, TourAction};
pub use tour::STEPS;
pub use view::{Reading, Topic};

use std::sync::LazyLock;

use foeman_engine::handbook::{Entry, Handbook};
use foeman_schema::check::Check;
use foeman_schema::checks::checks_of;
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::finding::Severity;
use foeman_schema::standards;
use foeman_schema::text::Pointer;

use crate::pack::index::{capitalised, sentence};
use crate::shell::session::Session;
use pages::PAGES;

/// The state of Help and of the tour.
#[derive(Default)]
pub struct State {
    /// The topic of the focused control, or else of the control under the pointer.
    pub(crate) pointed: Option<Topic>,
    /// Whether Help is open in a dialog over everything.
    pub(crate) over: bool,
    /// The current step of the tour.
    pub(crate) tour: Option<usize>,
}

impl State {
    /// Returns the current step of the tour, if it is shown.
    pub fn tour(&self) -> Option<usize> {
        self.tour
    }
}

/// A help page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// Its title.
    pub title: String,
    /// The kind of its topic, for display.
    pub kind: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph, with the markup of `spans`.
    Text(String),
    /// Code.
    Code(String),
    /// Name and value pairs.
    Facts(Vec<(String, String)>),
    /// Links to other topics.
    Links(Vec<(Topic, String)>),
}

/// Returns the handbook of the open pack's ruleset, if it has one.
pub fn handbook(session: &Session) -> Option<&'static Handbook> {
    let engine = session.registry().engine(session.pack()?.draft().dialect()?.id)?;
    engine.capabilities().handbook.map(LazyLock::force)
}

/// Returns the page of a topic; if there is none, the page says so.
pub fn page(session: &Session, topic: &Topic) -> Page {
    let page = match topic {
        Topic::Contents => Some(contents(session)),
        Topic::Page(name) => pages::page(name).map(|page| Page {
            title: page.title.to_owned(),
            kind: "The window".to_owned(),
            blocks: page.text.split("\n\n").map(|text| Block::Text(text.to_owned())).collect(),
        }),
        Topic::Field(pointer) => field(session, pointer),
        Topic::Notation(name) => notation::page(session, handbook(session), name),
        Topic::Rule(number) => handbook(session).and_then(|handbook| rule(session, handbook, number)),
        Topic::Check(code) => {
            checks(session).into_iter().find(|check| check.name == code).map(check).or_else(|| standard(session, code))
        }
    };
    page.unwrap_or_else(|| Page {
        title: "There is no help on this".to_owned(),
        kind: String::new(),
        blocks: vec![Block::Links(vec![(Topic::Contents, "Contents".to_owned())])],
    })
}

/// Returns the checks that apply to the open pack.
fn checks(session: &Session) -> Vec<&'static Check> {
    session.pack().and_then(|pack| pack.draft().dialect()).map_or_else(Vec::new, checks_of)
}

fn contents(session: &Session) -> Page {
    let mut blocks = vec![Block::Heading("The window".to_owned())];
    blocks.push(Block::Links(PAGES.iter().map(|page| (Topic::Page(page.name), page.title.to_owned())).collect()));
    if let Some(handbook) = handbook(session) {
        blocks.push(Block::Heading(handbook.title.to_owned()));
        let chapters = handbook.chapters.iter();
        let link = |number: &str, title: &str| (Topic::Rule(number.to_owned()), format!("{number} {title}"));
        blocks.push(Block::Links(chapters.map(|chapter| link(chapter.number, chapter.title)).collect()));
    }
    if let Some(dialect) = session.pack().and_then(|pack| pack.draft().dialect()) {
        blocks.push(Block::Heading("Records".to_owned()));
        let record = |name: &str| Topic::Field(Pointer::root().child(name).child("*"));
        let catalogs = dialect.catalogs.iter();
        blocks.push(Block::Links(catalogs.map(|it| (record(it.name), it.title.to_owned())).collect()));
        let notations = notation::all(session);
        if !notations.is_empty() {
            blocks.push(Block::Heading("Notations".to_owned()));
            let link = |name: &str| (Topic::Notation(name.to_owned()), notation::title(name));
            blocks.push(Block::Links(notations.into_iter().map(|notation| link(notation.name)).collect()));
        }
        blocks.push(Block::Heading("Checks".to_owned()));
        let checks = checks(session).into_iter();
        let checks = checks.map(|check| (Topic::Check(check.name.to_owned()), check.summary.to_owned()));
        blocks.push(Block::Links(checks.collect()));
    }
    Page { title: "Contents".to_owned(), kind: "Help".to_owned(), blocks }
}

fn field(session: &Session, pointer: &Pointer) -> Option<Page> {
    let dialect = session.pack()?.draft().dialect()?;
    let field = Field::at(dialect, pointer)?;
    let catalog = pointer.parts().first().and_then(|name| dialect.catalog(name));
    let steps = pointer.parts().get(2..).unwrap_or_default();
    let whole = steps.is_empty();
    let record = catalog.map_or("pack", |catalog| catalog.title);
    let title = if whole { record.to_owned() } else { field.label() };
    let mut place: Vec<String> = vec![capitalised(record)];
    place.extend(steps.iter().filter(|step| !is_position(step)).map(|step| sentence(step)));
    place.pop().filter(|_| !whole);
    let kind = if place.is_empty() { "Record".to_owned() } else { format!("Value in {}", place.join(", ")) };
    let mut blocks = Vec::new();
    if !field.doc().is_empty() {
        blocks.push(Block::Text(field.doc().replace('\n', " ")));
    }
    if !whole {
        let facts = field.facts().into_iter().map(|(name, fact)| (name.to_owned(), fact)).collect();
        blocks.push(Block::Facts(facts));
    }
    if let Some(notation) =
        notation::all(session).into_iter().find(|it| Some(it.name) == field.notation().map(|it| it.name))
    {
        let name = notation.name.to_owned();
        blocks.push(Block::Links(vec![(Topic::Notation(name), notation::title(notation.name))]));
    }
    if let FieldKind::Choice(words) = field.kind() {
        let words: Vec<_> = words.iter().map(|word| (word.value.to_owned(), word.doc.to_owned())).collect();
        blocks.push(Block::Heading("One of".to_owned()));
        blocks.push(Block::Facts(words));
    }
    let inner = field.value().filter(|_| matches!(field.kind(), FieldKind::List { .. } | FieldKind::Map));
    let (parts, at) = match inner {
        Some(item) => (item.fields(), pointer.child("0")),
        None => (field.fields(), pointer.clone()),
    };
    if !parts.is_empty() {
        blocks.push(Block::Heading(if inner.is_some() { "In each" } else { "In it" }.to_owned()));
        let link = |part: &Field| (Topic::Field(at.child(part.name())), part.label());
        blocks.push(Block::Links(parts.iter().map(link).collect()));
    }
    Some(Page { title, kind, blocks })
}

fn is_position(step: &str) -> bool {
    step.bytes().all(|byte| byte.is_ascii_digit())
}

fn rule(session: &Session, handbook: &Handbook, number: &str) -> Option<Page> {
    let link = |number: &str, title: &str| (Topic::Rule(number.to_owned()), format!("{number} {title}"));
    let silent = |filled: &str| format!("Where the sources are silent: {filled}");
    Some(match handbook.entry(number)? {
        Entry::Chapter(chapter) => {
            let mut blocks = Vec::new();
            for rule in &chapter.rules {
                blocks.push(Block::Links(vec![link(rule.number, rule.title)]));
                blocks.push(Block::Text(rule.text.clone()));
                blocks.extend((!rule.filled.is_empty()).then(|| Block::Text(silent(&rule.filled))));
            }
            Page { title: format!("{} {}", chapter.number, chapter.title), kind: handbook.title.to_owned(), blocks }
        }
        Entry::Rule(chapter, rule) => {
            let mut blocks = vec![Block::Text(rule.text.clone())];
            blocks.extend((!rule.filled.is_empty()).then(|| Block::Text(silent(&rule.filled))));
            let about = index::naming(session, number);
            if !about.is_empty() {
                blocks.push(Block::Heading("Used in".to_owned()));
                blocks.push(Block::Links(about));
            }
            blocks.push(Block::Heading("Chapter".to_owned()));
            blocks.push(Block::Links(vec![link(chapter.number, chapter.title)]));
            Page { title: format!("{} {}", rule.number, rule.title), kind: handbook.title.to_owned(), blocks }
        }
    })
}

/// Describes a check that the pack declares.
fn standard(session: &Session, code: &str) -> Option<Page> {
    let found = standards::explain(session.pack()?.draft(), code)?;
    let kind = format!("Check {code} of {}, {}", found.pack, severity(found.severity));
    let facts = found.facts.into_iter().map(|(name, text)| (name.to_owned(), text.replace('`', "")));
    let mut blocks = vec![Block::Facts(facts.collect())];
    if !found.about.is_empty() {
        blocks.insert(0, Block::Text(found.about.replace('\n', " ")));
    }
    let all = (Topic::Check("unmet-standard".to_owned()), "Checks that packs declare".to_owned());
    blocks.push(Block::Links(vec![all]));
    Some(Page { title: found.title, kind, blocks })
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn check(check: &'static Check) -> Page {
    let severity = severity(check.severity);
    let text = |text: &str| Block::Text(text.trim().replace('\n', " "));
    let mut blocks: Vec<Block> = check.doc.trim().split("\n\n").map(text).collect();
    for (name, example) in [("Bad", check.bad), ("Fixed", &*check.fixed())] {
        blocks.push(Block::Heading(name.to_owned()));
        blocks.push(Block::Code(example.trim().to_owned()));
    }
    Page { title: check.summary.to_owned(), kind: format!("Check {}, {severity}", check.name), blocks }
}
