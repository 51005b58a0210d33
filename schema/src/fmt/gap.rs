//! The text between values: comments, anchors, empty lines and indicator characters.

/// The content of the text between two values.
#[derive(Default, Debug)]
pub(super) struct Gap<'a> {
    /// The comments in order.
    pub(super) comments: Vec<Comment<'a>>,
    /// The anchors in order, including `&`.
    pub(super) anchors: Vec<&'a str>,
    /// Whether there is an empty line after the last comment.
    pub(super) blank: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comment<'a> {
    /// From the `#` to the end of the line.
    pub(super) text: &'a str,
    /// Bytes from the start of the line.
    pub(super) column: usize,
    /// The spaces before the comment, if it follows other text on the same line.
    pub(super) behind: Option<&'a str>,
    /// Whether there is an empty line above it.
    pub(super) blank: bool,
}

/// Parses the text between two offsets. The error is the offset of other text.
pub(super) fn gap(text: &str, from: usize, to: usize) -> Result<Gap<'_>, usize> {
    let mut gap = Gap::default();
    let (mut at, mut lines) = (from, 0);
    let mut behind = from > 0 && !text[..from].ends_with('\u{feff}');
    while at < to {
        let rest = &text[at..to];
        let Some(first) = rest.chars().next() else { break };
        at += match first {
            '\n' => {
                lines += 1;
                behind = false;
                1
            }
            '#' => {
                let comment = rest.lines().next().unwrap_or(rest);
                let front = &text[..at];
                let blanks = &front[front.trim_end_matches([' ', '\t']).len()..];
                let start = front.rfind('\n').map_or(0, |newline| newline + 1);
                gap.comments.push(Comment {
                    text: comment.trim_end(),
                    column: at - start,
                    behind: behind.then_some(blanks),
                    blank: lines > 1,
                });
                lines = 0;
                comment.len()
            }
            '&' => {
                let name = rest.split(|c: char| c.is_whitespace() || ",[]{}".contains(c)).next().unwrap_or(rest);
                gap.anchors.push(name);
                name.len()
            }
            ' ' | '\t' | '\r' | ',' | ':' | '-' | '?' | '[' | ']' | '{' | '}' => 1,
            '\u{feff}' if at == 0 => first.len_utf8(),
            _ => return Err(at),
        };
    }
    gap.blank = lines > 1;
    Ok(gap)
}

/// Returns the offset of the next list dash, skipping comments, spaces and anchors.
pub(crate) fn dash(text: &str, from: usize) -> Result<usize, usize> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += match rest.chars().next() {
            Some('-') => return Ok(at),
            Some('#') => rest.find('\n').ok_or(at)?,
            Some('&') => rest.find(char::is_whitespace).ok_or(at)?,
            // The colon of an explicit key is on a later line.
            Some(c) if c == ':' || c.is_whitespace() => c.len_utf8(),
            _ => return Err(at),
        };
    }
}
