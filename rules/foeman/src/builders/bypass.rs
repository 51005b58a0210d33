//! The builder of bypass records: `99199`.

use foeman_engine::builder::{Builder, Part};

use super::tidy;
use crate::notation::Bypass;
use crate::notation::bypass::PLACES;

pub(super) static BUILDER: Builder = Builder {
    name: "bypass",
    rules: &["F8.5"],
    parts: &[
        Part::Choice(PLACES[0]),
        Part::Choice(PLACES[1]),
        Part::Choice(PLACES[2]),
        Part::Choice(PLACES[3]),
        Part::Choice(PLACES[4]),
    ],
    tidy: tidy::<Bypass>,
    reading: |_, text| {
        let digits = text.parse::<Bypass>().ok()?.to_string();
        let unusual =
            PLACES.iter().zip(digits.chars()).filter(|(_, digit)| *digit != '9').filter_map(|(place, digit)| {
                let option =
                    place.options.iter().find(|option| option.spellings.iter().any(|it| it.starts_with(digit)))?;
                Some(format!("{}: {}", place.name, option.words))
            });
        let unusual: Vec<String> = unusual.collect();
        Some(if unusual.is_empty() { "all protection helps as usual".to_owned() } else { unusual.join("; ") })
    },
};
