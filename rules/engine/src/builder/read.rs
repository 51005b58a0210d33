//! Parses texts into parts. It tries all alternatives, because their spellings can begin alike.

use super::{Around, Builder, Chosen, List, Number, Part};

/// A possible value, and the text after it.
type Found<'t, T> = Vec<(T, &'t str)>;

impl Builder {
    /// Returns the parts of a text, or else of the same text in the usual spelling; `None` if the text is invalid or
    /// has parts that the builder does not offer.
    pub fn read(&self, text: &str) -> Option<Vec<Chosen>> {
        let exact = |text: &str| all(self.parts, text).into_iter().find(|(_, rest)| rest.is_empty()).map(|it| it.0);
        let usual = (self.tidy)(text)?;
        exact(text).or_else(|| exact(&usual))
    }
}

fn all<'t>(parts: &'static [Part], text: &'t str) -> Found<'t, Vec<Chosen>> {
    let mut found = vec![(Vec::new(), text)];
    for part in parts {
        let next = |(before, text): (Vec<Chosen>, &'t str)| {
            one(part, text).into_iter().map(move |(chosen, rest)| {
                let mut values = before.clone();
                values.push(chosen);
                (values, rest)
            })
        };
        found = found.into_iter().flat_map(next).collect();
    }
    found
}

fn one<'t>(part: &'static Part, text: &'t str) -> Found<'t, Chosen> {
    match part {
        Part::Fixed(spellings) => {
            spelt(spellings, text).map(|(spelling, rest)| (Chosen::Fixed(spelling), rest)).collect()
        }
        Part::Number(number) => read_number(number, text).into_iter().collect(),
        Part::Choice(choice) => {
            let each = choice.options.iter().enumerate().flat_map(|(at, option)| {
                spelt(option.spellings, text).flat_map(move |(spelling, rest)| {
                    all(option.then, rest).into_iter().map(move |(then, end)| (Chosen::Choice(at, spelling, then), end))
                })
            });
            each.collect()
        }
        Part::Offered(offered) => {
            let Some((value, rest)) = text.split_at_checked((offered.length)(text)) else { return Vec::new() };
            if value.is_empty() {
                return Vec::new();
            }
            let then = all((offered.then)(value), rest).into_iter();
            then.map(|(then, end)| (Chosen::Offered(value.to_owned(), then), end)).collect()
        }
        Part::List(list) => read_list(list, text),
        Part::Group(group) => {
            all((group.parts)(), text).into_iter().map(|(values, rest)| (Chosen::Group(values), rest)).collect()
        }
        Part::Around(around) => read_around(around, text).into_iter().collect(),
    }
}

/// Returns the spellings with which a text begins.
fn spelt<'t>(spellings: &'static [&'static str], text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    spellings.iter().enumerate().filter_map(move |(at, spelling)| Some((at, text.strip_prefix(spelling)?)))
}

fn read_number<'t>(number: &Number, text: &'t str) -> Option<(Chosen, &'t str)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) if number.from < 0 => (-1, rest),
        _ if number.signed => (1, text.strip_prefix('+')?),
        _ => (1, text),
    };
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at(length);
    let is_padded = length > 1 && digits.starts_with('0');
    let fits = if number.digits == 0 { !is_padded } else { length == number.digits };
    let value = sign * digits.parse::<i64>().ok().filter(|_| fits)?;
    (number.from..=number.to).contains(&value).then_some((Chosen::Number(value), rest))
}

/// Returns the longest list first.
fn read_list<'t>(list: &'static List, text: &'t str) -> Found<'t, Chosen> {
    let mut found: Found<'t, Vec<Vec<Chosen>>> = vec![(Vec::new(), text)];
    let mut open = found.clone();
    for _ in 0..list.most {
        let more = |(items, text): (Vec<Vec<Chosen>>, &'t str)| {
            all(list.item, text).into_iter().filter(move |(_, rest)| rest.len() < text.len()).map(
                move |(item, rest)| {
                    let mut items = items.clone();
                    items.push(item);
                    (items, rest)
                },
            )
        };
        open = open.into_iter().flat_map(more).collect();
        if open.is_empty() {
            break;
        }
        found.extend(open.iter().cloned());
    }
    found.into_iter().rev().map(|(items, rest)| (Chosen::List(items), rest)).collect()
}

fn read_around<'t>(around: &Around, text: &'t str) -> Option<(Chosen, &'t str)> {
    let hexes = (around.read)(Some(text), &serde_json::Value::Null)?;
    Some((Chosen::Around(hexes, text.to_owned()), ""))
}
