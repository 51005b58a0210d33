//! Parses whole numbers on the command line.

use std::fmt::Display;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;

/// Parses a whole number in `range`; the error gives the expected range, the argument, and the nearest valid number.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<i128> + Display + Copy + Send + Sync + 'static,
    i128: From<T>,
{
    let (least, most) = range.into_inner();
    move |text| {
        let remedy = match text.parse::<i128>() {
            Ok(number) if number < least.into() => format!("`{least}` is the least"),
            Ok(number) if number > most.into() => format!("`{most}` is the most"),
            Ok(number) => match T::try_from(number) {
                Ok(number) => return Ok(number),
                Err(_) => format!("`{most}` is the most"),
            },
            Err(error) => match error.kind() {
                IntErrorKind::PosOverflow => format!("`{most}` is the most"),
                IntErrorKind::NegOverflow => format!("`{least}` is the least"),
                _ => "write it in digits".to_owned(),
            },
        };
        Err(format!("expected a whole number from {least} to {most}, found `{text}`; {remedy}"))
    }
}
