//! The expression parser: sums of products of factors. Errors name the column where parsing stopped.

use std::ops::Range;
use std::str::FromStr;

use crate::did_you_mean::{did_you_mean, near};

use super::{Expression, LARGEST, MOST_DICE, Name};

/// The deepest nesting of brackets and signs.
const DEPTH: usize = 16;
/// The maximum number of parts (numbers, dice and names) in one expression.
const PARTS: usize = 32;

impl<N: Name> FromStr for Expression<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader::new(text);
        let expression = reader.sum()?;
        match reader.peek() {
            None => Ok(expression),
            Some(_) => Err(reader.fail("`+`, `-`, `*`, `/`, `%` or the end")),
        }
    }
}

/// A parser: a text and the position in it.
pub struct Reader<'a> {
    text: &'a str,
    /// The position in bytes.
    at: usize,
    depth: usize,
    parts: usize,
    /// The positions of the names read so far.
    names: Vec<Range<usize>>,
}

impl<'a> Reader<'a> {
    /// Creates a parser at the start of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0, parts: 0, names: Vec::new() }
    }

    /// Returns the names read so far, from left to right, with their positions in bytes.
    pub fn names<N: Name>(&self) -> Vec<(Range<usize>, N)> {
        let named = |range: &Range<usize>| {
            let (holder, name) = self.text[range.clone()].split_once('.')?;
            let name = N::known(holder, name).or_else(|| N::declared(holder, name))?;
            Some((range.clone(), name))
        };
        self.names.iter().filter_map(named).collect()
    }

    /// Reads the longest expression at the current position.
    ///
    /// # Errors
    ///
    /// The message, as `expected … at column …, found …`.
    pub fn sum<N: Name>(&mut self) -> Result<Expression<N>, String> {
        let mut left = self.product()?;
        loop {
            if self.take('+') {
                left = Expression::Sum(Box::new(left), Box::new(self.product()?));
            } else if self.take('-') {
                left = Expression::Difference(Box::new(left), Box::new(self.product()?));
            } else {
                return Ok(left);
            }
        }
    }

    fn product<N: Name>(&mut self) -> Result<Expression<N>, String> {
        let mut left = self.factor()?;
        loop {
            if self.take('*') {
                left = Expression::Product(Box::new(left), Box::new(self.factor()?));
            } else if self.take('/') {
                left = Expression::Quotient(Box::new(left), Box::new(self.divisor()?));
            } else if self.take('%') {
                left = Expression::Remainder(Box::new(left), Box::new(self.divisor()?));
            } else {
                return Ok(left);
            }
        }
    }

    fn divisor<N: Name>(&mut self) -> Result<Expression<N>, String> {
        self.peek();
        let at = self.at;
        let by = self.factor()?;
        if matches!(by, Expression::Number(0)) {
            self.at = at;
            return Err(self.fail("a divisor other than 0"));
        }
        Ok(by)
    }

    fn factor<N: Name>(&mut self) -> Result<Expression<N>, String> {
        self.parts += 1;
        self.depth += 1;
        if self.depth > DEPTH || self.parts > PARTS {
            return Err(format!("expected at most {PARTS} parts, nested at most {DEPTH} deep, found more"));
        }
        let factor = match self.peek() {
            Some('-') => {
                self.take('-');
                Ok(Expression::Negative(Box::new(self.factor()?)))
            }
            // A redundant plus sign, as in `by: +2`, is allowed at the start and after a bracket; after another sign it
            // is a typo.
            Some('+') if matches!(self.text[..self.at].trim_end().chars().next_back(), None | Some('(')) => {
                self.take('+');
                self.factor()
            }
            Some('(') => {
                self.take('(');
                let inner = self.sum()?;
                if self.take(')') { Ok(inner) } else { Err(self.fail("`)`")) }
            }
            Some(first) if first.is_ascii_digit() => self.number(),
            Some(first) if first.is_ascii_alphabetic() => self.name().map(Expression::Name),
            _ => Err(self.fail(&format!("a number, dice as `2D`, or {}", N::ONE))),
        };
        self.depth -= 1;
        factor
    }

    /// Reads a number, or a number of dice.
    fn number<N>(&mut self) -> Result<Expression<N>, String> {
        let start = self.at;
        let digits = self.word(|c| c.is_ascii_digit());
        if digits.len() > 1 && digits.starts_with('0') {
            self.at = start;
            return Err(self.fail("a number without leading zeros"));
        }
        let limit = if self.text[self.at..].starts_with('D') { u16::from(MOST_DICE) } else { LARGEST };
        let Some(number) = digits.parse::<u16>().ok().filter(|number| *number <= limit) else {
            self.at = start;
            return Err(self.fail(&format!("a number of at most {limit}")));
        };
        if limit == LARGEST {
            return Ok(Expression::Number(number));
        }
        match u8::try_from(number) {
            Ok(count @ 1..) => {
                self.at += 1;
                Ok(Expression::Dice(count))
            }
            _ => {
                self.at = start;
                Err(self.fail("at least one die"))
            }
        }
    }

    /// Reads a name.
    ///
    /// # Errors
    ///
    /// The message, as `expected … at column …, found …`.
    pub fn name<N: Name>(&mut self) -> Result<N, String> {
        self.peek();
        let start = self.at;
        let word = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        if let Some((holder, name)) = word.split_once('.') {
            let known = N::known(holder, name).or_else(|| self.declared(holder, name));
            if let Some(known) = known {
                self.names.push(start..self.at);
                return Ok(known);
            }
        }
        self.at = start;
        let names = N::all();
        let hint = did_you_mean(&near(word, names.iter().map(String::as_str)));
        let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        Err(self.fail(N::SOME) + &hint)
    }

    /// Reads the rest of a declared name after its first word. A hyphen followed by a letter belongs to the name,
    /// unless it is a minus before another name: `this.hit-bonus`, but `this.price-own.iq`.
    fn declared<N: Name>(&mut self, holder: &str, word: &str) -> Option<N> {
        if !N::holders().any(|known| known == holder) {
            return None;
        }
        let mut name = word.to_owned();
        while let Some(rest) = self.text[self.at..].strip_prefix('-') {
            let is_other = |other: &str| rest.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'));
            if !rest.starts_with(|c: char| c.is_ascii_lowercase()) || N::holders().any(is_other) {
                break;
            }
            self.at += 1;
            name.push('-');
            name.push_str(self.word(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || (N::PATHS && c == '.')));
        }
        let is_word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        let is_name = if N::PATHS { name.split('.').all(is_word) } else { is_word(&name) };
        is_name.then(|| N::declared(holder, &name)).flatten()
    }

    /// Skips blanks and returns the next character.
    pub fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(' ').len();
        self.text[self.at..].chars().next()
    }

    /// Skips blanks and reads a character if it is `wanted`.
    pub fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Skips blanks and reads a word if it is `wanted`.
    pub fn take_word(&mut self, wanted: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// Reads a word such as `wpn` or `1hand`: small letters, digits and single hyphens, with at least one letter, that is
    /// not the start of a name. Stays at the current position if there is none.
    pub fn plain_word(&mut self) -> Option<&'a str> {
        self.peek();
        let start = self.at;
        let word = self.word(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let ends = !self.text[self.at..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        let parted = word.split('-').all(|part| !part.is_empty());
        if ends && parted && word.contains(|c: char| c.is_ascii_lowercase()) {
            return Some(word);
        }
        self.at = start;
        None
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Returns the message that something else was expected at the current position.
    pub fn fail(&mut self, expected: &str) -> String {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(first) => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
                let word = &rest[..end.max(first.len_utf8())];
                format!("`{}`", word.chars().take(24).filter(|c| !c.is_control()).collect::<String>())
            }
        };
        let column = self.text[..self.at].chars().count() + 1;
        format!("expected {expected} at column {column}, found {found}")
    }
}
