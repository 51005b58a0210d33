//! Notations: any value that can be parsed must be formatted as a text that parses to the same value.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use foeman_registry::SHIPPED;
use foeman_schema::notation::SHARED;
use foeman_schema::notation::code::ActionCode;
use ruleset_foeman::notation::pattern::FrontPattern;
use ruleset_foeman::notation::record::{AreaCode, CombinedValue, Digit, MapOwner, RecordHex, Target as Aim};
use ruleset_foeman::notation::{Amount, Bypass, DamageStat, Roll, Rounds, SavingRoll};

use super::Target;

pub(super) const TARGET: Target = Target { name: "records", run, seeds };

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let own = SHIPPED.dialects().into_iter().flat_map(|dialect| dialect.notations);
    for notation in own.chain(SHARED) {
        let _: Result<(), String> = (notation.check)(&text);
    }
    again::<Amount>(&text);
    again::<Bypass>(&text);
    again::<DamageStat>(&text);
    again::<Roll>(&text);
    again::<Rounds>(&text);
    again::<SavingRoll>(&text);
    again::<FrontPattern>(&text);
    again::<AreaCode>(&text);
    again::<CombinedValue>(&text);
    again::<Digit>(&text);
    again::<MapOwner>(&text);
    again::<RecordHex>(&text);
    again::<Aim>(&text);
    again::<ActionCode>(&text);
}

/// Parses a text, and parses its formatted value again.
fn again<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let written = value.to_string();
        assert_eq!(written.parse::<T>().as_ref().ok(), Some(&value), "`{text}` is written as `{written}`");
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "1D+2",
        "-1H",
        "2H vs -3AR",
        "ma / 2",
        "2D + st",
        "09999",
        "00000",
        "1/3",
        "3D vs iq",
        "C-H-001-09-001-0001-1",
        "A1",
        "12&",
        "&*+",
        "f,f,s,r,r,s",
        "until sunset",
        "1-6",
        "d6",
        "min(ma, 3)",
        "(1D) * 2",
        "@arena[7,4]",
        "=12",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
