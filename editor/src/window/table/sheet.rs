//! Texts that go to spreadsheets and come from them: cells between tabs, rows on lines, and quotes round what holds
//! either.

/// Most bytes of a text that is taken for cells.
pub const MOST: usize = 4_000_000;

/// Most rows that a text may have.
pub const ROWS: usize = 10_000;

/// What is wrong with a text, and where: row and column from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// What was expected and found.
    pub message: String,
}

/// Cells as one text.
pub fn write<'a>(rows: impl IntoIterator<Item = Vec<String>> + 'a) -> String {
    let cell = |cell: &String| match cell.contains(['\t', '\n', '\r', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    rows.into_iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join("\t") + "\n").collect()
}

/// The cells of a text; rows may end in `\n` or `\r\n`.
pub fn read(text: &str) -> Result<Vec<Vec<String>>, Malformed> {
    if text.len() > MOST {
        let message = format!("expected at most {} MB of text, found {} MB", MOST / 1_000_000, text.len() / 1_000_000);
        return Err(Malformed { row: 1, column: 1, message });
    }
    let mut rows = vec![vec![]];
    let mut rest = text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n')).unwrap_or(text);
    loop {
        let [.., row] = rows.as_mut_slice() else { return Ok(rows) };
        let at = (row.len() + 1, rest);
        let (cell, after) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let end = closing(quoted);
                let end =
                    end.filter(|end| matches!(quoted.as_bytes().get(end + 1), None | Some(b'\t' | b'\n' | b'\r')));
                let Some(end) = end else {
                    let (column, row) = (at.0, rows.len());
                    let message = "expected a closing quote before the next tab or line, found none".to_owned();
                    return Err(Malformed { row, column, message });
                };
                (quoted[..end].replace("\"\"", "\""), &quoted[end + 1..])
            }
            None => {
                let end = rest.find(['\t', '\n']).unwrap_or(rest.len());
                let cell = &rest[..end];
                (
                    if rest[end..].starts_with('\n') { cell.trim_end_matches('\r') } else { cell }.to_owned(),
                    &rest[end..],
                )
            }
        };
        row.push(cell);
        let after = after.strip_prefix('\r').unwrap_or(after);
        match after.chars().next() {
            None => return Ok(rows),
            Some('\t') => rest = &after[1..],
            Some(_) => {
                if rows.len() == ROWS {
                    let message = format!("expected at most {ROWS} rows, found more");
                    return Err(Malformed { row: ROWS + 1, column: 1, message });
                }
                rows.push(Vec::new());
                rest = &after[1..];
            }
        }
    }
}

/// Where the quote ends; two quotes are one in the text.
fn closing(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('"')?;
        if !text[at + 1..].starts_with('"') {
            return Some(at);
        }
        at += 2;
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
        assert_eq!(cells("5'11\"\tx"), [["5'11\"", "x"]], "a quote within a cell is a letter");
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
    fn an_open_quote_is_told_with_its_place() {
        let error = read("a\tb\nc\t\"open\nd\te\n").expect_err("it is open");
        assert_eq!((error.row, error.column), (2, 2));
        let error = read("a\t\"x\"y\n").expect_err("text after the quote");
        assert_eq!((error.row, error.column), (1, 2));
    }
}
