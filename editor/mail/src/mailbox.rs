//! Names and addresses of people.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The greatest lengths of a name and an address, in letters; RFC 5321 allows no longer addresses.
const MOST: [usize; 2] = [100, 254];

/// A person's name and address.
///
/// ```
/// use foeman_mail::Mailbox;
///
/// let ann: Mailbox = "Ann Ford <ann@example.org>".parse().unwrap();
/// assert_eq!((ann.name(), ann.address()), ("Ann Ford", "ann@example.org"));
/// assert!("ann@example.org\r\nBcc: all@example.org".parse::<Mailbox>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Mailbox {
    name: String,
    address: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    address: String,
}

impl Mailbox {
    /// The name; empty if there is none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The name, or the address if there is none.
    pub fn called(&self) -> &str {
        if self.name.is_empty() { &self.address } else { &self.name }
    }

    /// Creates a mailbox; the error names the expected form.
    fn new(name: &str, address: &str) -> Result<Self, String> {
        let shown = |text: &str| text.chars().filter(|letter| !letter.is_control()).take(60).collect::<String>();
        if name.chars().count() > MOST[0] || name.chars().any(char::is_control) {
            let message = "expected a name of at most 100 letters on one line";
            return Err(format!("{message}, found `{}`", shown(name)));
        }
        if !is_address(address) {
            return Err(format!("expected an address such as `ann@example.org`, found `{}`", shown(address)));
        }
        Ok(Self { name: name.to_owned(), address: address.to_owned() })
    }
}

/// Whether a text is an address without comments and quotes (`addr-spec` of RFC 5322 with two `dot-atom`s).
fn is_address(text: &str) -> bool {
    let is_atom = |part: &str| {
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(letter);
        !part.is_empty() && part.chars().all(letter)
    };
    let is_label = |part: &str| {
        let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        !part.is_empty() && part.chars().all(letter)
    };
    let Some((local, domain)) = text.split_once('@') else { return false };
    text.len() <= MOST[1] && local.len() <= 64 && local.split('.').all(is_atom) && domain.split('.').all(is_label)
}

impl FromStr for Mailbox {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text.strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, address)) => Self::new(name.trim(), address),
            None => Self::new("", text),
        }
    }
}

impl TryFrom<Written> for Mailbox {
    type Error = String;

    fn try_from(Written { name, address }: Written) -> Result<Self, String> {
        Self::new(&name, &address)
    }
}

impl From<Mailbox> for Written {
    fn from(Mailbox { name, address }: Mailbox) -> Self {
        Self { name, address }
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.is_empty() {
            true => f.write_str(&self.address),
            false => write!(f, "{} <{}>", self.name, self.address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_with_line_breaks_spaces_or_missing_parts_are_refused() {
        for text in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@example..org",
            "ann @example.org",
            "a,b@example.org",
            "ann@example.org\nBcc: x@y",
            "Ann\r\nBcc: x@y <ann@example.org>",
            "Änn <änn@example.org>",
            "<ann@example.org> x",
        ] {
            assert!(text.parse::<Mailbox>().is_err(), "{text:?}");
        }
        let long = format!("{}@example.org", "a".repeat(65));
        assert!(long.parse::<Mailbox>().is_err());
        let written = r#"{"name":"Ann\nBcc: x@y","address":"ann@example.org"}"#;
        assert!(serde_json::from_str::<Mailbox>(written).is_err());
    }

    #[test]
    fn names_may_have_any_printable_letters() {
        let mailbox: Mailbox = "Änn \"the Axe\" Ford <ann@example.org>".parse().expect("it is a mailbox");
        assert_eq!(mailbox.name(), "Änn \"the Axe\" Ford");
        assert_eq!(mailbox.to_string(), "Änn \"the Axe\" Ford <ann@example.org>");
    }
}
