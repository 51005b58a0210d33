//! The help page on a notation: its examples in words, its letters and its rules.

use foeman_engine::builder::Builder;
use foeman_engine::handbook::{Entry, Handbook};
use foeman_schema::dialect::Dialect;
use foeman_schema::notation::Notation;

use super::view::Topic;
use super::{Block, Page};
use crate::pack::index::sentence;
use crate::shell::session::Session;

/// Returns the notations with a builder in the open pack.
pub(super) fn all(session: &Session) -> Vec<&'static Notation> {
    let dialect = session.pack().and_then(|pack| pack.draft().dialect());
    let notations = dialect.into_iter().flat_map(|dialect| dialect.notations).copied();
    notations.filter(|notation| builder(session, notation.name).is_some()).collect()
}

/// Returns the title of the page on a notation.
pub(super) fn title(name: &str) -> String {
    format!("How to write {}", sentence(name).to_lowercase())
}

/// Returns the page on a notation.
pub(super) fn page(session: &Session, handbook: Option<&Handbook>, name: &str) -> Option<Page> {
    let notation = session.pack()?.draft().dialect().and_then(|dialect: &Dialect| dialect.notation(name));
    let builder = builder(session, name)?;
    let about = notation.map_or("A minimum and a maximum", |notation| notation.about);
    let mut blocks = vec![Block::Text(format!("{about}."))];
    if let Some(notation) = notation {
        let examples = notation.examples.iter().map(|example| format!("`{example}`")).collect::<Vec<_>>().join(", ");
        blocks.push(Block::Text(format!("For example: {examples}.")));
    }
    let letters: Vec<(String, String)> =
        builder.letters().into_iter().map(|(letter, words)| (format!("`{letter}`"), words)).collect();
    if !letters.is_empty() {
        blocks.push(Block::Heading("Letters and signs".to_owned()));
        blocks.push(Block::Facts(letters));
    }
    let rule = |number: &&str| match handbook?.entry(number)? {
        Entry::Rule(_, rule) => Some((Topic::Rule(rule.number.to_owned()), format!("{} {}", rule.number, rule.title))),
        Entry::Chapter(chapter) => {
            Some((Topic::Rule(chapter.number.to_owned()), format!("{} {}", chapter.number, chapter.title)))
        }
    };
    let rules: Vec<(Topic, String)> = builder.rules.iter().filter_map(rule).collect();
    if !rules.is_empty() {
        blocks.push(Block::Heading("Rules".to_owned()));
        blocks.push(Block::Links(rules));
    }
    blocks.push(Block::Text(
        "The button next to the value in a form composes the text by choosing its parts.".to_owned(),
    ));
    Some(Page { title: title(name), kind: "Notation".to_owned(), blocks })
}

fn builder(session: &Session, name: &str) -> Option<&'static Builder> {
    session.engine()?.capabilities().builder(name)
}
