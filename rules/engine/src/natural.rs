//! Natural sort order: `knight-2` before `knight-10`.

use std::cmp::Ordering;

/// Compares run by run: digits by value, anything else by code points; digits sort after anything else.
///
/// Texts that differ only in leading zeros are equal.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    loop {
        match (take_run(&mut left), take_run(&mut right)) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => match compare_runs(a, b) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// Takes the longest prefix of `text` that is all digits or without digits; `None` at the end.
fn take_run<'a>(text: &mut &'a str) -> Option<&'a str> {
    let first = text.chars().next()?;
    let end = text.find(|c: char| c.is_ascii_digit() != first.is_ascii_digit()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    *text = rest;
    Some(run)
}

fn compare_runs(left: &str, right: &str) -> Ordering {
    let is_number = |run: &str| run.starts_with(|c: char| c.is_ascii_digit());
    match (is_number(left), is_number(right)) {
        (true, true) => {
            let [left, right] = [left, right].map(|digits| digits.trim_start_matches('0'));
            // Without leading zeros the longer number is the greater one, whatever its length.
            left.len().cmp(&right.len()).then_with(|| left.cmp(right))
        }
        (false, false) => left.cmp(right),
        (left, right) => left.cmp(&right),
    }
}
