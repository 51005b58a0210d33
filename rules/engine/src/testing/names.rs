//! Finds sides and figures by their names.

use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::notation::command::word;
pub(super) use foeman_schema::script::{Fit, fit};

use crate::cast::Cast;
use crate::display::{Board, Token};
use crate::ruleset::SideId;

/// The sides and figures of a board, by their ids and names.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) cast: &'a Cast,
    pub(super) board: &'a Board,
    /// The names of tokens without an id, by [`Ruleset::called`](crate::ruleset::Ruleset::called).
    pub(super) called: &'a [(u32, String)],
}

/// An error for an unknown name, with suggestions.
pub(super) struct Unknown {
    pub(super) message: String,
    pub(super) help: String,
}

impl<'a> Names<'a> {
    /// Finds a side by its id, its name, a part of its name, or its number from 1.
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

    /// Finds a figure of a side by name.
    pub(super) fn figure(self, side: SideId, called: &str) -> Result<u32, Unknown> {
        let own = || self.board.tokens.iter().filter(|token| token.side == usize::from(side.0));
        let fits = own().map(|token| (token.id, self.fit(token, &word(called))));
        only(fits).ok_or_else(|| {
            let known: Vec<String> = own().map(|token| self.id(token)).collect();
            unknown("a figure of the side in this battle", called, &known)
        })
    }

    /// Finds a figure of any side by name.
    pub(super) fn anybody(self, called: &str) -> Result<&'a Token, Unknown> {
        let tokens = &self.board.tokens;
        only(tokens.iter().map(|token| (token, self.fit(token, called)))).ok_or_else(|| {
            let known: Vec<String> = tokens.iter().map(|token| self.word_of(token.id)).collect();
            unknown("a figure of this battle", called, &known)
        })
    }

    /// Returns how well a word matches a figure.
    pub(super) fn fit(self, token: &Token, called: &str) -> Option<Fit> {
        let by_name = || fit(&token.name, called);
        let by_kind = self.called_of(token.id).and_then(|own| fit(own, called));
        if self.cast.id_of(token.id) == Some(called) { Some(Fit::Whole) } else { by_kind.or_else(by_name) }
    }

    fn called_of(self, token: u32) -> Option<&'a str> {
        self.called.iter().find(|(known, _)| *known == token).map(|(_, called)| called.as_str())
    }

    /// Returns how well a word matches a figure, by its number; `None` if it is not on the board.
    pub(super) fn fit_of(self, token: u32, called: &str) -> Option<Fit> {
        self.token(token).and_then(|token| self.fit(token, called))
    }

    /// Returns a short word that identifies this figure: its id, the id of its kind with a number, or else the shortest
    /// unique beginning of its name.
    pub(super) fn word_of(self, token: u32) -> String {
        let Some(own) = self.token(token) else { return format!("somebody-{token}") };
        let whole = word(&own.name);
        let id = self.cast.id_of(token).or_else(|| self.called_of(token));
        let ends = whole.match_indices('-').map(|(at, _)| at).chain([whole.len()]);
        let means =
            |called: &&str| only(self.board.tokens.iter().map(|one| (one.id, self.fit(one, called)))) == Some(token);
        let short = id.into_iter().chain(ends.map(|end| &whole[..end])).find(means).map(str::to_owned);
        short.or_else(|| id.map(str::to_owned)).unwrap_or(whole)
    }

    /// Returns the name of a figure in expectations.
    pub(super) fn id(self, token: &Token) -> String {
        self.cast.id_of(token.id).map_or_else(|| token.name.clone(), str::to_owned)
    }

    /// Returns the name of a side in expectations.
    pub(super) fn side_id(self, side: SideId) -> String {
        let place = usize::from(side.0);
        let name = || self.board.sides.get(place).map(|side| side.name.clone());
        self.cast.sides.get(place).cloned().or_else(name).unwrap_or_else(|| (place + 1).to_string())
    }

    /// Returns a figure by its number.
    pub(super) fn token(self, id: u32) -> Option<&'a Token> {
        self.board.tokens.iter().find(|token| token.id == id)
    }
}

/// Returns the best match, if no other is equally good.
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
    Unknown { message: format!("expected {expected}, found `{called}`"), help }
}
