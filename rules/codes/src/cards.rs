//! Cards for the codes of a contest, as the source proposes them: one for each code of each actor.

use foeman_engine::card::Card;
use foeman_engine::coded::lower;
use foeman_schema::resolve::Resolved;

use super::content;

/// Returns the cards of a contest, by actor; empty if it cannot be read.
pub(super) fn cards(resolved: &Resolved) -> Vec<Card> {
    let Ok(content) = content::read(resolved) else { return Vec::new() };
    let mut cards = Vec::new();
    for actor in &content.actors {
        for meaning in actor.codes.iter().filter_map(|code| content.book.meaning(code).ok()) {
            let blocks = meaning.blocks().into_iter().map(|(_, text, words)| (text, words)).collect();
            let acts = if meaning.attacks() { "An attack or a response" } else { "A response" };
            cards.push(Card {
                owner: actor.name.clone(),
                color: actor.color.clone(),
                title: meaning.action.title.clone(),
                code: meaning.code.to_string(),
                blocks,
                text: format!("{acts}: {}, {}.", lower(&meaning.class.title), lower(&meaning.kind.title)),
            });
        }
    }
    cards
}
