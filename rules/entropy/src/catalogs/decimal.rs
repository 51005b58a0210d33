//! Decimal numbers with at most three places: `0.5`, `12`, `0.125`.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A decimal number with at most three places, not below 0; stored exactly, as a number of thousandths (`E11`).
///
/// It is a JSON number in content, but is read and written digit by digit, without a binary fraction in between.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decimal(u32);

impl Decimal {
    /// Creates a number from thousandths.
    pub const fn thousandths(count: u32) -> Self {
        Self(count)
    }

    /// Returns the number in thousandths.
    pub const fn in_thousandths(self) -> u32 {
        self.0
    }
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fail = || format!("expected a number from 0 with at most three decimal places, found `{text}`");
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        // Trailing zeros have no meaning; JSON writers append one to whole numbers.
        let shown = places.trim_end_matches('0');
        if whole.is_empty()
            || whole.len() > 6
            || places.is_empty()
            || shown.len() > 3
            || !digits(whole)
            || !digits(places)
        {
            return Err(fail());
        }
        format!("{whole}{shown:0<3}").parse().map(Self).map_err(|_| fail())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, places) = (self.0 / 1000, self.0 % 1000);
        match places {
            0 => write!(f, "{whole}"),
            _ => f.write_str(format!("{whole}.{places:03}").trim_end_matches('0')),
        }
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn inline_schema() -> bool {
        true
    }

    // Without `multipleOf: 0.001`, since text editors compute that with binary fractions and then reject `0.3`; a
    // fourth place is found when the record is read.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "number", "minimum": 0 })
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: serde_json::Number = self.to_string().parse().map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_json::Number::deserialize(deserializer)?.to_string().parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_it_reads() {
        for (text, thousandths, printed) in [
            ("0", 0, "0"),
            ("0.5", 500, "0.5"),
            ("2.50", 2500, "2.5"),
            ("0.125", 125, "0.125"),
            ("250.0", 250_000, "250"),
        ] {
            let decimal: Decimal = text.parse().unwrap();
            assert_eq!((decimal.in_thousandths(), decimal.to_string().as_str()), (thousandths, printed));
        }
    }

    #[test]
    fn refuses_everything_else_and_shows_what_it_found() {
        for text in ["", ".", ".5", "1.", "-1", "+1", "0.0001", "1e3", "1,5", "1.2.3", "9999999", "half"] {
            let error = text.parse::<Decimal>().unwrap_err();
            assert!(error.contains(&format!("`{text}`")), "{text}: {error}");
        }
    }

    #[test]
    fn every_value_survives_json() {
        for thousandths in (0..=260_000).step_by(7) {
            let text = serde_json::to_string(&Decimal::thousandths(thousandths)).unwrap();
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(Decimal::deserialize(&value).unwrap(), Decimal::thousandths(thousandths), "{text}");
        }
    }
}
