//! Lists of choices with their numbers and chances.

use std::io::{self, Write};

use foeman_base::console::{Console, printable};
use foeman_schema::plural::plural;

use super::offer::{Item, Offer};
use super::wrap::{WIDTH, wrapped};

/// The most lines of a list.
const LONG: usize = 18;

/// A line of a list.
pub(super) enum Row {
    /// What the lines below have in common.
    Heading(String),
    /// Numbers, a description, and chances.
    Items(String, String, String),
}

/// Lists choices; those that differ only in the number of dice share a line if there are too many.
pub(super) fn list(offer: &Offer<'_>, items: &[Item], console: &mut Console<'_>) -> io::Result<()> {
    let all: Vec<&[Item]> = strips(offer, items).collect();
    let headings = all.iter().filter(|strip| strip.len() > 1).count();
    let more = all.len().saturating_sub(LONG);
    // The outcomes of the lines that are left out are not computed.
    let shown: Vec<Item> = all.into_iter().take(LONG).flatten().copied().collect();
    let rows = if items.len() + headings <= LONG { long(offer, items) } else { short(offer, &shown) };
    print(&rows, console)?;
    if more > 0 {
        let left_out = plural(more, "more line", "more lines");
        writeln!(console.out, "  {left_out}; add a word, or a target with `at`")?;
    }
    if items.len() == 1 {
        writeln!(console.out, "  Enter takes it")?;
    }
    Ok(())
}

/// Returns a line per item; those that differ only in the number of dice are below a heading.
fn long(offer: &Offer<'_>, items: &[Item]) -> Vec<Row> {
    let mut rows = Vec::new();
    for strip in strips(offer, items) {
        let is_shared = strip.len() > 1;
        if is_shared {
            rows.push(Row::Heading(printable(offer.strip(strip[0]).unwrap_or_default())));
        }
        rows.extend(strip.iter().map(|&item| {
            let text = if is_shared { offer.dice(item) } else { offer.text(item) };
            Row::Items(numbers(offer, &[item]), text, offer.outcome(item))
        }));
    }
    rows
}

/// Returns a line per item, or for all that differ only in the number of dice, with the most promising one.
pub(super) fn short(offer: &Offer<'_>, items: &[Item]) -> Vec<Row> {
    let row = |strip: &[Item]| match *strip {
        [item] => Row::Items(numbers(offer, strip), offer.text(item), offer.outcome(item)),
        _ => {
            let best = offer.best(strip).unwrap_or(strip[0]);
            let text = printable(offer.strip(best).unwrap_or_default());
            let outcome = format!("best {}: {}", offer.number(best), offer.outcome(best));
            Row::Items(numbers(offer, strip), text, outcome)
        }
    };
    strips(offer, items).map(row).collect()
}

/// Returns the number of lines of [`short`].
pub(super) fn lines(offer: &Offer<'_>, items: &[Item]) -> usize {
    strips(offer, items).count()
}

/// Groups items that differ only in the number of dice.
fn strips<'i>(offer: &'i Offer<'_>, items: &'i [Item]) -> impl Iterator<Item = &'i [Item]> {
    items.chunk_by(|one, other| offer.strip(*one).is_some() && offer.strip(*one) == offer.strip(*other))
}

/// Returns the numbers of items as ranges: `1-4, 9`.
pub(super) fn numbers(offer: &Offer<'_>, items: &[Item]) -> String {
    let numbers: Vec<usize> = items.iter().map(|&item| offer.number(item)).collect();
    let runs = numbers.chunk_by(|one, other| one + 1 == *other);
    let run = |run: &[usize]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// Prints the lines of a list in columns.
pub(super) fn print(rows: &[Row], console: &mut Console<'_>) -> io::Result<()> {
    let mut widths = [3, 0, 0];
    for row in rows {
        if let Row::Items(numbers, text, outcome) = row {
            let lengths = [numbers, text, outcome].map(|part| part.chars().count());
            (0..3).for_each(|at| widths[at] = widths[at].max(lengths[at]));
        }
    }
    let [number, text, outcome] = widths;
    let room = WIDTH - (number + 4);
    let text = text.min(room.saturating_sub(outcome + 2));
    for row in rows {
        let (numbers, line) = match row {
            Row::Heading(heading) => ("", heading.clone()),
            Row::Items(numbers, words, outcome) => (numbers.as_str(), format!("{words:<text$}  {outcome}")),
        };
        let line = line.trim_end();
        let lines = if line.chars().count() <= room { vec![line.to_owned()] } else { wrapped(line, room, 2) };
        for (at, line) in lines.iter().enumerate() {
            let numbers = if at == 0 { numbers } else { "" };
            match row {
                Row::Heading(_) => writeln!(console.out, "  {line}")?,
                Row::Items(..) => writeln!(console.out, "  {numbers:>number$}  {line}")?,
            }
        }
    }
    Ok(())
}
