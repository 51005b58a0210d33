//! Look-alike characters: characters that look like YAML indicators but are not, as typed with Chinese keyboards and
//! word processors.
//!
//! If a text is invalid, but valid with the YAML indicators in their place, these characters are the error.

use super::fault::{SyntaxError, SyntaxErrorKind};
use super::tree::Node;
use crate::text::Span;

/// Returns the indicator that a character looks like, and the name of the character.
fn sign(c: char) -> Option<(char, &'static str)> {
    Some(match c {
        '：' | '﹕' | '︓' => (':', "full-width colon"),
        '꞉' | '∶' | 'ː' => (':', "character like a colon"),
        '，' | '﹐' | '、' | '､' => (',', "full-width comma"),
        '“' | '”' | '„' | '‟' | '＂' => ('"', "curly quote"),
        '‘' | '’' | '‚' | '‛' | '＇' => ('\'', "curly quote"),
        '｛' => ('{', "full-width bracket"),
        '｝' => ('}', "full-width bracket"),
        '［' => ('[', "full-width bracket"),
        '］' => (']', "full-width bracket"),
        '－' | '−' | '–' | '—' => ('-', "dash other than a hyphen"),
        '＃' => ('#', "full-width number sign"),
        c if is_odd_blank(c) => (' ', "special space"),
        _ => return None,
    })
}

/// Returns whether a character looks like a space but is not whitespace in YAML.
pub(crate) fn is_odd_blank(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Returns whether a text has a look-alike character.
pub(crate) fn has_sign(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| sign(c).is_some())
}

/// Replaces look-alike characters in a text and removes quotes around it; `None` if there are none.
pub(crate) fn plain(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let digit = |c: char| matches!(c, '０'..='９').then(|| char::from(b'0' + (u32::from(c) - u32::from('０')) as u8));
    let made: String = text.chars().map(|c| sign(c).map(|(sign, _)| sign).or_else(|| digit(c)).unwrap_or(c)).collect();
    let made = made.trim();
    let bare = made.strip_prefix(['"', '\'']).and_then(|rest| rest.strip_suffix(['"', '\'']));
    let made = bare.unwrap_or(made);
    (made != text && !made.is_empty()).then(|| made.to_owned())
}

/// Returns the error of an invalid text, pointing at look-alike characters if they are the cause.
pub(super) fn cause(
    text: &str,
    fault: SyntaxError,
    parse: impl Fn(&str) -> Result<Option<Node>, SyntaxError>,
) -> SyntaxError {
    if text.is_ascii() || fault.kind == SyntaxErrorKind::Limit {
        return fault;
    }
    match with_signs(text, &structural(text)) {
        Some((made, cause)) if parse(&made).is_ok() => cause,
        _ => fault,
    }
}

/// Replaces the look-alike characters within some spans by YAML indicators; returns the text and the error.
///
/// For valid YAML with unexpected values: `[1， 2]` is a list of one text.
pub(crate) fn corrected(text: &str, within: &[Span]) -> Option<(String, SyntaxError)> {
    if text.is_ascii() {
        return None;
    }
    let mut signs = structural(text);
    signs.retain(|(at, _)| within.iter().any(|span| (span.start..span.end).contains(at)));
    with_signs(text, &signs)
}

/// Replaces some characters by YAML indicators; returns the text and the error. `None` without such characters.
fn with_signs(text: &str, signs: &[(usize, char)]) -> Option<(String, SyntaxError)> {
    let &(first, c) = signs.first()?;
    let (sign, name) = self::sign(c)?;
    let instead: Vec<(Span, String)> =
        signs.iter().filter_map(|&(at, c)| Some((span(at, c), written(text, at, c)?))).collect();
    let mut made = String::with_capacity(text.len());
    let mut from = 0;
    for (span, new) in &instead {
        made.push_str(&text[from..span.start]);
        made.push_str(new);
        from = span.end;
    }
    made.push_str(&text[from..]);
    let message = match sign {
        ' ' => "expected spaces, found a no-break space; indent with ordinary spaces".to_owned(),
        _ => format!("expected `{sign}`, found a {name} `{c}` (U+{:04X})", u32::from(c)),
    };
    Some((made, SyntaxError { span: span(first, c), message, kind: SyntaxErrorKind::Syntax, instead }))
}

fn span(at: usize, c: char) -> Span {
    Span::new(at, at + c.len_utf8())
}

/// Returns the replacement for a character: a colon or comma is followed by a space.
fn written(text: &str, at: usize, c: char) -> Option<String> {
    let (sign, _) = sign(c)?;
    let next = text[at + c.len_utf8()..].chars().next();
    let needs_blank = matches!(sign, ':' | ',') && next.is_some_and(|next| !next.is_whitespace());
    Some(if needs_blank { format!("{sign} ") } else { sign.to_string() })
}

/// Returns the characters of a text in places where a YAML indicator would be significant: outside of quotes, comments
/// and words.
fn structural(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for line in text.split_inclusive('\n') {
        of_line(line, start, &mut depth, &mut found);
        start += line.len();
    }
    found
}

fn of_line(line: &str, start: usize, depth: &mut usize, found: &mut Vec<(usize, char)>) {
    let content = line.trim_start();
    let indent = line.len() - content.len();
    found.extend(line[..indent].char_indices().filter(|(_, c)| is_odd_blank(*c)).map(|(at, c)| (start + at, c)));
    // Whether a value may begin here, and the closing quote of the current quoted text.
    let (mut begins, mut quote) = (true, None);
    let mut has_key = false;
    let mut letters = content.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        let at = start + indent + at;
        let next = letters.peek().map(|(_, next)| *next);
        if let Some(open) = quote {
            if is_closing(open, c) {
                if sign(c).is_some() {
                    found.push((at, c));
                }
                quote = None;
            }
            continue;
        }
        let as_sign = sign(c).map_or(c, |(sign, _)| sign);
        let is_odd = as_sign != c;
        let over = next.is_none_or(|next| next.is_whitespace());
        match as_sign {
            '"' | '\'' if begins => {
                quote = Some(c);
                if is_odd {
                    found.push((at, c));
                }
                begins = false;
            }
            '#' if begins || content[..at - start - indent].ends_with([' ', '\t']) => {
                if is_odd {
                    found.push((at, c));
                }
                return;
            }
            '{' | '[' if begins => {
                *depth += 1;
                if is_odd {
                    found.push((at, c));
                }
                has_key = false;
            }
            '}' | ']' if *depth > 0 => {
                *depth -= 1;
                if is_odd {
                    found.push((at, c));
                }
                begins = false;
            }
            ',' if *depth > 0 => {
                if is_odd {
                    found.push((at, c));
                }
                (begins, has_key) = (true, false);
            }
            ':' if !has_key && (is_odd || over) => {
                if is_odd {
                    found.push((at, c));
                }
                (begins, has_key) = (true, true);
            }
            '-' if begins && over => {
                if is_odd {
                    found.push((at, c));
                }
            }
            ' ' | '\t' | '\n' | '\r' => {}
            _ => begins = false,
        }
    }
}

/// Returns whether a character closes a quoted text opened by another one.
fn is_closing(open: char, c: char) -> bool {
    match open {
        '"' | '\'' => c == open,
        _ => sign(open).is_some_and(|(quote, _)| c == quote || sign(c).is_some_and(|(sign, _)| sign == quote)),
    }
}
