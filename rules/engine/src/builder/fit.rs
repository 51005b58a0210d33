//! The values of new parts, and of parts after a change.

use super::{Chosen, Offered, Part, Scope};

/// The choices made before a part.
#[derive(Clone, Default, Debug)]
pub struct Walk {
    /// The values of [`Part::Offered`].
    pub given: Vec<String>,
    /// The last number.
    pub last: Option<i64>,
}

/// Returns values for parts: the old values as far as they are valid, and otherwise the usual ones.
pub fn fit(parts: &'static [Part], old: &[Chosen], scope: &Scope<'_>, walk: &mut Walk) -> Vec<Chosen> {
    let mut values = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let value = one(part, old.get(at), scope, walk);
        values.push(value);
    }
    values
}

fn one(part: &'static Part, old: Option<&Chosen>, scope: &Scope<'_>, walk: &mut Walk) -> Chosen {
    match (part, old) {
        (Part::Fixed(spellings), Some(Chosen::Fixed(at))) if *at < spellings.len() => Chosen::Fixed(*at),
        (Part::Fixed(_), _) => Chosen::Fixed(0),
        (Part::Number(number), old) => {
            let value = if let Some(Chosen::Number(value)) = old { *value } else { number.usual };
            let least = walk.last.filter(|_| number.rising).map_or(number.from, |last| last.max(number.from));
            let value = value.clamp(least.min(number.to), number.to);
            walk.last = Some(value);
            Chosen::Number(value)
        }
        (Part::Choice(choice), old) => {
            let (at, spelling, then) = match old {
                Some(Chosen::Choice(at, spelling, then)) if *at < choice.options.len() => (*at, *spelling, &then[..]),
                _ => (0, 0, &[][..]),
            };
            let Some(option) = choice.options.get(at) else { return Chosen::Choice(0, 0, Vec::new()) };
            Chosen::Choice(at, spelling.min(option.spellings.len() - 1), fit(option.then, then, scope, walk))
        }
        (Part::Offered(offered), old) => {
            let (value, then) = match old {
                Some(Chosen::Offered(value, then)) => (Some(value), &then[..]),
                _ => (None, &[][..]),
            };
            let value = offer(offered, value, scope, walk);
            walk.given.push(value.clone());
            let then = fit((offered.then)(&value), then, scope, walk);
            Chosen::Offered(value, then)
        }
        (Part::List(list), Some(Chosen::List(items))) => {
            let items = items.iter().take(list.most);
            Chosen::List(items.map(|item| fit(list.item, item, scope, walk)).collect())
        }
        (Part::List(_), _) => Chosen::List(Vec::new()),
        (Part::Group(group), Some(Chosen::Group(values))) => Chosen::Group(fit((group.parts)(), values, scope, walk)),
        (Part::Group(group), _) => Chosen::Group(fit((group.parts)(), &[], scope, walk)),
        (Part::Around(_), Some(Chosen::Around(hexes, like))) => Chosen::Around(hexes.clone(), like.clone()),
        (Part::Around(around), _) => match (around.read)(None, scope.holder) {
            Some(hexes) => Chosen::Around(hexes, String::new()),
            None => Chosen::Fixed(0),
        },
    }
}

/// Returns the old value if it is offered, or else the first offer.
fn offer(offered: &Offered, old: Option<&String>, scope: &Scope<'_>, walk: &Walk) -> String {
    let offers = (offered.offers)(scope, &walk.given);
    let kept = old.filter(|old| offers.is_empty() || offers.iter().any(|offer| offer.value == **old));
    let first = || offers.first().map_or_else(|| offered.fallback.to_owned(), |offer| offer.value.clone());
    kept.cloned().unwrap_or_else(first)
}
