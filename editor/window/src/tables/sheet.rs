//! The clipboard format of spreadsheets: cells separated by tabs, rows on lines, and quotes around cells that contain
//! either.

/// The maximum size of a pasted text, in bytes.
pub(super) const MOST: usize = 4_000_000;

/// The maximum number of rows.
pub(super) const ROWS: usize = 10_000;

/// An error in a text; rows and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Malformed {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// The message: expected and found.
    pub message: String,
}

/// Formats cells as text.
pub(super) fn write<'a>(rows: impl IntoIterator<Item = Vec<String>> + 'a) -> String {
    let cell = |cell: &String| match cell.contains(['\t', '\n', '\r', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    rows.into_iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join("\t") + "\n").collect()
}

/// Parses tab-separated cells.
///
/// Rows end in `\n`, `\r\n` or `\r`. A quoted cell can contain tabs, line breaks and doubled quotes; it ends with a
/// quote before the next tab, or the end of the row or text. A cell that starts with a quote but does not end with one
/// is taken literally.
pub(super) fn read(text: &str) -> Result<Vec<Vec<String>>, Malformed> {
    read_between(text, '\t')
}

/// Parses cells with another separator, such as in CSV.
pub(super) fn read_between(text: &str, separator: char) -> Result<Vec<Vec<String>>, Malformed> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MOST {
        let message = format!("expected at most {} MB of text, found {} MB", MOST / 1_000_000, text.len() / 1_000_000);
        return Err(Malformed { row: 1, column: 1, message });
    }
    let ends = |letter: char| letter == separator || letter == '\n' || letter == '\r';
    let mut rows = vec![vec![]];
    let mut rest = text;
    loop {
        let (cell, after) = match quoted(rest, ends) {
            Some((cell, after)) => (cell.replace("\"\"", "\""), after),
            None => {
                let (cell, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                (cell.to_owned(), after)
            }
        };
        if let Some(row) = rows.last_mut() {
            row.push(cell);
        }
        let ended = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(['\n', '\r']));
        match ended {
            // The last row may end with a line break like the others.
            Some("") => return Ok(rows),
            Some(_) if rows.len() == ROWS => {
                let message = format!("expected at most {ROWS} rows, found more");
                return Err(Malformed { row: ROWS + 1, column: 1, message });
            }
            Some(next) => {
                rows.push(Vec::new());
                rest = next;
            }
            None => match after.strip_prefix(separator) {
                Some(next) => rest = next,
                None => return Ok(rows),
            },
        }
    }
}

/// Returns the content of a quoted cell, and the text after the cell.
fn quoted(text: &str, ends: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut at = 0;
    loop {
        at += inner[at..].find('"')?;
        let after = &inner[at + 1..];
        match after.chars().next() {
            Some('"') => at += 2,
            next => return next.is_none_or(&ends).then_some((&inner[..at], after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read(text).expect("cells")
    }

    #[test]
    fn cells_are_read_from_tabs_and_lines_of_any_program() {
        assert_eq!(cells("a\tb\nc\td\n"), [["a", "b"], ["c", "d"]]);
        assert_eq!(cells("a\tb\r\nc\td\r\n"), [["a", "b"], ["c", "d"]]);
        assert_eq!(cells("\t\n\tx"), [["", ""], ["", "x"]]);
        assert_eq!(cells("\"two\nlines\"\t\"a \"\"quote\"\"\"\n"), [["two\nlines", "a \"quote\""]]);
        assert_eq!(cells("5'11\"\tx"), [["5'11\"", "x"]], "a quote inside a cell is an ordinary character");
        assert_eq!(cells(""), [[""]]);
    }

    #[test]
    fn what_was_written_is_read_again() {
        for cell in ["", "plain", "a\tb", "a\nb", "\"", "\"\"x", "x\r\ny", " space ", "ÜÖ"] {
            let rows = vec![vec![cell.to_owned(), "end".to_owned()], vec!["next".to_owned(), cell.to_owned()]];
            assert_eq!(read(&write(rows.clone())), Ok(rows), "{cell:?}");
        }
    }

    #[test]
    fn a_cell_that_begins_with_a_quote_and_does_not_end_with_one_is_text() {
        assert_eq!(cells("\"Mad\" Max"), [["\"Mad\" Max"]]);
        assert_eq!(cells("\"Mad\" Max\t3\r\n\"Old\" Bob\t4\r\n"), [["\"Mad\" Max", "3"], ["\"Old\" Bob", "4"]]);
        assert_eq!(cells("\"open\tx\nnext\ty\n"), [["\"open", "x"], ["next", "y"]]);
        assert_eq!(cells("\"\" and more\tx"), [["\"\" and more", "x"]]);
        assert_eq!(cells("\""), [["\""]]);
        assert_eq!(cells("\"\"\""), [["\"\"\""]]);
        assert_eq!(
            cells("\"\"\"Mad\"\" Max\"\tx"),
            [["\"Mad\" Max", "x"]],
            "doubled quotes, as written by spreadsheets"
        );
        assert_eq!(cells("\"\"\tx"), [["", "x"]], "two quotes are an empty cell");
    }

    #[test]
    fn rows_of_every_system_are_read_with_and_without_a_mark_at_the_start() {
        assert_eq!(cells("a\tb\rc\td\r"), [["a", "b"], ["c", "d"]]);
        assert_eq!(cells("\u{feff}a\tb\n"), [["a", "b"]]);
        assert_eq!(cells("\"a\r\nb\"\tc\r\n"), [["a\r\nb", "c"]]);
        assert_eq!(cells("a\n\nb\n"), [["a"], [""], ["b"]], "an empty line is a row with one empty cell");
    }

    #[test]
    fn comma_separated_values_are_read_with_their_quotes() {
        let rows = read_between("id,title\r\nmax,\"Max, \"\"Mad\"\"\"\r\n", ',').expect("cells");
        assert_eq!(rows, [["id", "title"], ["max", "Max, \"Mad\""]]);
    }
}
