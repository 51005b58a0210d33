//! Reading expressions: sums of products of factors; an error names the column where reading ended.

use std::str::FromStr;

use foeman_schema::near::{did_you_mean, near};

use super::{Attribute, Expression, Holder, LARGEST, MOST_DICE, Whose};

/// Brackets and signs inside each other.
const DEPTH: usize = 16;
/// Numbers, dice and attributes in one expression.
const PARTS: usize = 32;

impl FromStr for Expression {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0, depth: 0, parts: 0 };
        let expression = reader.sum()?;
        match reader.next() {
            None => Ok(expression),
            Some(_) => Err(reader.fail("`+`, `-`, `*`, `/` or the end")),
        }
    }
}

/// A text and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
    depth: usize,
    parts: usize,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<Expression, String> {
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

    fn product(&mut self) -> Result<Expression, String> {
        let mut left = self.factor()?;
        loop {
            if self.take('*') {
                left = Expression::Product(Box::new(left), Box::new(self.factor()?));
            } else if self.take('/') {
                let at = self.at;
                let by = self.factor()?;
                if by == Expression::Number(0) {
                    self.at = at;
                    return Err(self.fail("something other than 0 to divide by"));
                }
                left = Expression::Quotient(Box::new(left), Box::new(by));
            } else {
                return Ok(left);
            }
        }
    }

    fn factor(&mut self) -> Result<Expression, String> {
        self.parts += 1;
        self.depth += 1;
        if self.depth > DEPTH || self.parts > PARTS {
            return Err(format!("expected at most {PARTS} parts, {DEPTH} inside each other, but found more"));
        }
        let factor = match self.next() {
            Some('-') => {
                self.take('-');
                Ok(Expression::Negative(Box::new(self.factor()?)))
            }
            // A sign that says nothing, as in `by: +2`; after another one it is a slip.
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
            Some(first) if first.is_ascii_alphabetic() => self.attribute(),
            _ => Err(self.fail("a number, dice as `2D`, or an attribute as `own.st`")),
        };
        self.depth -= 1;
        factor
    }

    /// A number, or a number of dice.
    fn number(&mut self) -> Result<Expression, String> {
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

    fn attribute(&mut self) -> Result<Expression, String> {
        let start = self.at;
        let word = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
        let known = |whose: Whose, attribute: Attribute| format!("{}.{}", whose.name(), attribute.name());
        let all = || Whose::ALL.into_iter().flat_map(|whose| Attribute::ALL.map(|attribute| (whose, attribute)));
        if let Some((whose, attribute)) = all().find(|(whose, attribute)| known(*whose, *attribute) == word) {
            return Ok(Expression::Attribute(whose, attribute));
        }
        if let Some((holder, name)) = self.field(word) {
            return Ok(Expression::Field(holder, name));
        }
        self.at = start;
        let names: Vec<String> = all().map(|(whose, attribute)| known(whose, attribute)).collect();
        let hint = did_you_mean(&near(word, names.iter().map(String::as_str)));
        let hint = hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        Err(self.fail("an attribute as `own.st` or `target.iq`") + &hint)
    }

    /// A declared field, of which a word has been read. A hyphen with a letter behind it belongs to the name, unless it is
    /// a minus before another name: `this.hit-bonus`, but `this.price-own.iq`.
    fn field(&mut self, word: &str) -> Option<(Holder, String)> {
        let (holder, name) = word.split_once('.')?;
        let holder = Holder::ALL.into_iter().find(|known| known.name() == holder)?;
        let mut name = name.to_owned();
        while let Some(rest) = self.text[self.at..].strip_prefix('-') {
            let is_other = |other: Holder| rest.strip_prefix(other.name()).is_some_and(|rest| rest.starts_with('.'));
            if !rest.starts_with(|c: char| c.is_ascii_lowercase()) || Holder::ALL.into_iter().any(is_other) {
                break;
            }
            self.at += 1;
            name.push('-');
            name.push_str(self.word(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
        }
        let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
        let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        (begins && is_name).then_some((holder, name))
    }

    /// The next character that is no blank; reads the blanks before it.
    fn next(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(' ').len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.next() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// What was expected where reading stands, and what stands there.
    fn fail(&mut self, expected: &str) -> String {
        let found = match self.next() {
            None => "the end".to_owned(),
            Some(first) => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
                let word = &rest[..end.max(first.len_utf8())];
                format!("`{}`", word.chars().take(24).filter(|c| !c.is_control()).collect::<String>())
            }
        };
        let column = self.text[..self.at].chars().count() + 1;
        format!("expected {expected} at column {column}, but found {found}")
    }
}
