//! Finding sides and figures by what people call them.

use foeman_schema::near::{did_you_mean, near};
use foeman_schema::notation::command::word;

use crate::cast::Cast;
use crate::ruleset::SideId;
use crate::told::{Board, Token};

/// The sides and figures of a board, by their ids and names.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) cast: &'a Cast,
    pub(super) board: &'a Board,
}

/// How well a word fits a name: what is worse counts only where nothing is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// It is the id or the name.
    Whole,
    /// It is a part of the name: `ushka` of `Ushka Nine-Fingers`.
    Part,
}

/// What a name was expected to be, and what there is instead.
pub(super) struct Unknown {
    pub(super) message: String,
    pub(super) help: String,
}

impl<'a> Names<'a> {
    /// The side that is called so, by its id, its name, a part of it, or its number from 1.
    pub(super) fn side(self, called: &str) -> Result<SideId, Unknown> {
        let names = self.board.sides.iter().map(|side| side.name.as_str());
        let fits = names.clone().enumerate().map(|(place, name)| {
            let is_id = self.cast.sides.get(place).is_some_and(|id| id == called);
            let fit = if is_id { Some(Fit::Whole) } else { fit(name, &word(called)) };
            (place, fit)
        });
        let number = called.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = only(fits).or(number.filter(|place| *place < self.board.sides.len()));
        let known =
            if self.cast.sides.is_empty() { names.map(str::to_owned).collect() } else { self.cast.sides.clone() };
        let side = place.and_then(|place| u8::try_from(place).ok());
        side.map(SideId).ok_or_else(|| unknown("a side of this battle", called, &known))
    }

    /// The figure of a side that is called so.
    pub(super) fn figure(self, side: SideId, called: &str) -> Result<u32, Unknown> {
        let own = || self.board.tokens.iter().filter(|token| token.side == usize::from(side.0));
        let fits = own().map(|token| (token.id, self.fit(token, &word(called))));
        only(fits).ok_or_else(|| {
            let known: Vec<String> = own().map(|token| self.id(token)).collect();
            unknown("a figure that the side has in this battle", called, &known)
        })
    }

    /// The figure of any side that is called so.
    pub(super) fn anybody(self, called: &str) -> Result<&'a Token, Unknown> {
        let tokens = &self.board.tokens;
        only(tokens.iter().map(|token| (token, self.fit(token, called)))).ok_or_else(|| {
            let known: Vec<String> = tokens.iter().map(|token| self.word_of(token.id)).collect();
            unknown("a figure of this battle", called, &known)
        })
    }

    /// How well a word fits a figure.
    pub(super) fn fit(self, token: &Token, called: &str) -> Option<Fit> {
        if self.cast.id_of(token.id) == Some(called) { Some(Fit::Whole) } else { fit(&token.name, called) }
    }

    /// How well a word fits a figure by its number; not at all where it is not on the board.
    pub(super) fn fit_of(self, token: u32, called: &str) -> Option<Fit> {
        self.token(token).and_then(|token| self.fit(token, called))
    }

    /// A short word that means this figure and no other: its id where that is a part of its name, which holds when the id
    /// is changed, else the shortest beginning of its name.
    pub(super) fn word_of(self, token: u32) -> String {
        let Some(own) = self.token(token) else { return format!("somebody-{token}") };
        let whole = word(&own.name);
        let id = self.cast.id_of(token).filter(|id| fit(&own.name, id).is_some());
        let ends = whole.match_indices('-').map(|(at, _)| at).chain([whole.len()]);
        let means =
            |called: &&str| only(self.board.tokens.iter().map(|one| (one.id, self.fit(one, called)))) == Some(token);
        let short = id.into_iter().chain(ends.map(|end| &whole[..end])).find(means).map(str::to_owned);
        short.or_else(|| self.cast.id_of(token).map(str::to_owned)).unwrap_or(whole)
    }

    /// What a figure goes by in expectations.
    pub(super) fn id(self, token: &Token) -> String {
        self.cast.id_of(token.id).map_or_else(|| token.name.clone(), str::to_owned)
    }

    /// What a side goes by in expectations.
    pub(super) fn side_id(self, side: SideId) -> String {
        let place = usize::from(side.0);
        let name = || self.board.sides.get(place).map(|side| side.name.clone());
        self.cast.sides.get(place).cloned().or_else(name).unwrap_or_else(|| (place + 1).to_string())
    }

    /// A figure by its number.
    pub(super) fn token(self, id: u32) -> Option<&'a Token> {
        self.board.tokens.iter().find(|token| token.id == id)
    }
}

/// How well a word fits a name.
pub(super) fn fit(name: &str, called: &str) -> Option<Fit> {
    let name = word(name);
    if name == called {
        return Some(Fit::Whole);
    }
    let is_part = !called.is_empty() && format!("-{name}-").contains(&format!("-{called}-"));
    is_part.then_some(Fit::Part)
}

/// What fits best, when it is the only one that fits so well.
fn only<T>(fits: impl Iterator<Item = (T, Option<Fit>)>) -> Option<T> {
    let mut fits: Vec<(T, Fit)> = fits.filter_map(|(one, fit)| Some((one, fit?))).collect();
    let best = fits.iter().map(|(_, fit)| *fit).min()?;
    fits.retain(|(_, fit)| *fit == best);
    let (one, _) = fits.pop()?;
    fits.is_empty().then_some(one)
}

fn unknown(expected: &str, called: &str, known: &[String]) -> Unknown {
    let near = did_you_mean(&near(called, known.iter().map(String::as_str)));
    let help = near.unwrap_or_else(|| match known {
        [] => "there is none".to_owned(),
        known => format!("there are `{}`", known.join("`, `")),
    });
    Unknown { message: format!("expected {expected}, but found `{called}`"), help }
}
