//! Merge conflicts: the conflict markers that git writes into a text.
//!
//! A file with conflicts is read as if our side had been taken: a copy in which the markers and the other versions are
//! blanked out is parsed instead, so that all locations are valid in the original text.

use crate::text::Span;

/// A merge conflict with two versions of some lines, or unmatched markers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    /// From the first marker to the end of the last marker's line.
    pub(crate) span: Span,
    /// The lines of the markers.
    pub(crate) markers: Vec<Span>,
    /// Our version and theirs; `None` if markers are missing, so that the versions are unknown.
    pub(crate) sides: Option<[Side; 2]>,
}

/// One version of the lines in a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// Its name in git: a branch, a commit, or empty.
    pub(crate) name: String,
    /// Its lines.
    pub(crate) lines: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    /// `<<<<<<< ours`
    Ours,
    /// `||||||| base`
    Base,
    /// `=======`
    Theirs,
    /// `>>>>>>> theirs`
    End,
}

/// The number of characters in a marker.
const WIDTH: usize = 7;

/// Returns the marker on a line, and the name after it.
fn marker(line: &str) -> Option<(Marker, &str)> {
    let line = line.trim_end_matches(['\n', '\r']);
    let marker = match line.as_bytes().first()? {
        b'<' => Marker::Ours,
        b'|' => Marker::Base,
        b'=' => Marker::Theirs,
        b'>' => Marker::End,
        _ => return None,
    };
    let rest = line.trim_start_matches(&line[..1]);
    let is_marker = line.len() - rest.len() == WIDTH && (rest.is_empty() || rest.starts_with(' '));
    is_marker.then_some((marker, rest.trim()))
}

/// Returns whether a line of the text is a conflict marker.
pub(super) fn has_markers(text: &str) -> bool {
    // A fast test, since most texts have none.
    ["<<<<<<<", ">>>>>>>", "=======", "|||||||"].iter().any(|sign| text.contains(sign))
        && lines(text).any(|(_, line)| marker(line).is_some())
}

/// Returns the lines of a text with their spans, without the byte order mark.
fn lines(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    text[first..].split_inclusive('\n').scan(first, |at, line| {
        let start = std::mem::replace(at, *at + line.len());
        Some((Span::new(start, *at), line))
    })
}

/// A conflict whose end marker has not been found yet.
struct Open {
    ours: (Span, String),
    base: Option<Span>,
    theirs: Option<Span>,
    /// Nested conflicts, which belong to its versions.
    inside: Vec<Conflict>,
}

impl Open {
    /// Converts a conflict without an end marker to unmatched markers, followed by the conflicts that were taken for
    /// nested ones.
    fn torn(self, end: Option<Span>) -> Vec<Conflict> {
        let markers = [Some(self.ours.0), self.base, self.theirs, end].into_iter().flatten().collect();
        let mut all = self.inside;
        all.push(stray(markers));
        all
    }
}

fn stray(markers: Vec<Span>) -> Conflict {
    let (start, end) = (markers[0].start, markers[markers.len() - 1].end);
    Conflict { span: Span::new(start, end), markers, sides: None }
}

/// Returns the conflicts of a text in order. Nested conflicts belong to a version of the outer one and are not listed.
pub(super) fn find(text: &str) -> Vec<Conflict> {
    if !has_markers(text) {
        return Vec::new();
    }
    let mut open: Vec<Open> = Vec::new();
    let mut found = Vec::new();
    let mut add = |open: &mut Vec<Open>, conflicts: Vec<Conflict>| match open.last_mut() {
        Some(around) => around.inside.extend(conflicts),
        None => found.extend(conflicts),
    };
    // Markers without a preceding `<<<<<<<`.
    let mut headless: Vec<Span> = Vec::new();
    for (span, line) in lines(text) {
        let Some((marker, name)) = marker(line) else { continue };
        match (marker, open.last_mut()) {
            (Marker::Ours, _) => {
                if !headless.is_empty() {
                    add(&mut open, vec![stray(std::mem::take(&mut headless))]);
                }
                open.push(Open { ours: (span, name.to_owned()), base: None, theirs: None, inside: Vec::new() });
            }
            (Marker::Base, Some(last)) if last.base.is_none() && last.theirs.is_none() => last.base = Some(span),
            (Marker::Theirs, Some(last)) if last.theirs.is_none() => last.theirs = Some(span),
            (Marker::Base | Marker::Theirs, None) => headless.push(span),
            (Marker::Base | Marker::Theirs, Some(_)) => add(&mut open, vec![stray(vec![span])]),
            (Marker::End, None) => {
                headless.push(span);
                add(&mut open, vec![stray(std::mem::take(&mut headless))]);
            }
            (Marker::End, Some(_)) => {
                let Some(last) = open.pop() else { continue };
                let conflicts = match last.theirs {
                    None => last.torn(Some(span)),
                    Some(theirs) => vec![closed(last, theirs, (span, name))],
                };
                add(&mut open, conflicts);
            }
        }
    }
    if !headless.is_empty() {
        add(&mut open, vec![stray(headless)]);
    }
    let left: Vec<Conflict> = open.into_iter().flat_map(|open| open.torn(None)).collect();
    found.extend(left);
    found.sort_by_key(|conflict| conflict.span);
    found
}

fn closed(open: Open, theirs: Span, (end, name): (Span, &str)) -> Conflict {
    let Open { ours: (start, ours), base, .. } = open;
    let own = Span::new(start.end, base.unwrap_or(theirs).start);
    let other = Span::new(theirs.end, end.start);
    let sides = [Side { name: ours, lines: own }, Side { name: name.to_owned(), lines: other }];
    let markers = [Some(start), base, Some(theirs), Some(end)].into_iter().flatten().collect();
    Conflict { span: Span::new(start.start, end.end), markers, sides: Some(sides) }
}

/// Returns the text with everything in conflicts except for one version replaced by spaces: version 0 is ours and 1
/// theirs. The length is unchanged.
pub(super) fn taking(text: &str, conflicts: &[Conflict], version: usize) -> String {
    let mut made = text.as_bytes().to_vec();
    for Conflict { span, markers, sides } in conflicts {
        match sides {
            Some(sides) => {
                let kept = sides[version].lines;
                blank(&mut made[span.start..kept.start]);
                blank(&mut made[kept.end..span.end]);
            }
            None => markers.iter().for_each(|marker| blank(&mut made[marker.range()])),
        }
    }
    let made = String::from_utf8(made).expect("blanking whole lines keeps the text valid UTF-8");
    if !has_markers(&made) {
        return made;
    }
    // In nested conflicts both versions stay, and only the markers are blanked out.
    let mut bytes = made.as_bytes().to_vec();
    lines(&made).filter(|(_, line)| marker(line).is_some()).for_each(|(span, _)| blank(&mut bytes[span.range()]));
    String::from_utf8(bytes).expect("blanking whole lines keeps the text valid UTF-8")
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
}

impl Conflict {
    /// Returns whether it overlaps a span.
    pub(crate) fn overlaps(&self, span: Span) -> bool {
        span.start < self.span.end && self.span.start < span.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |conflict: Conflict| match &conflict.sides {
            Some(sides) => {
                let [a, b] = sides.each_ref().map(|side| format!("{}={:?}", side.name, &text[side.lines.range()]));
                format!("{a} {b}")
            }
            None => {
                let markers: Vec<&str> = conflict.markers.iter().map(|it| text[it.range()].trim_end()).collect();
                markers.join(" ")
            }
        };
        find(text).into_iter().map(show).collect()
    }

    #[test]
    fn both_versions_of_a_conflict_are_known_with_and_without_the_one_before() {
        assert_eq!(shown("a\n<<<<<<< us\nb\n=======\nc\n>>>>>>> them\nd\n"), ["us=\"b\\n\" them=\"c\\n\""]);
        assert_eq!(shown("<<<<<<<\r\n|||||||\r\na\r\n=======\r\nc\r\n>>>>>>>"), ["=\"\" =\"c\\r\\n\""]);
        assert!(shown("a: <<<<<<< us\n <<<<<<< us\n<<<<<<<< us\n========\n>>>>>> them\n").is_empty());
    }

    #[test]
    fn markers_without_a_counterpart_are_listed_by_themselves() {
        assert_eq!(shown("<<<<<<< us\nb\n"), ["<<<<<<< us"]);
        assert_eq!(shown("b\n>>>>>>> them\n"), [">>>>>>> them"]);
        assert_eq!(shown("b\n=======\nc\n>>>>>>> them\n"), ["======= >>>>>>> them"]);
        assert_eq!(shown("<<<<<<< us\nb\n>>>>>>> them\n"), ["<<<<<<< us >>>>>>> them"]);
        assert_eq!(
            shown("<<<<<<< a\n<<<<<<< us\nb\n=======\nc\n>>>>>>> them\n"),
            ["<<<<<<< a", "us=\"b\\n\" them=\"c\\n\""]
        );
    }

    #[test]
    fn a_conflict_inside_another_belongs_to_its_version() {
        let text = "<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>> c\n=======\n3\n>>>>>>> d\n4\n";
        assert_eq!(shown(text), ["a=\"<<<<<<< b\\n1\\n=======\\n2\\n>>>>>>> c\\n\" d=\"3\\n\""]);
        let words = |version| taking(text, &find(text), version).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!((words(0), words(1)), ("1 2 4".to_owned(), "3 4".to_owned()));
    }

    #[test]
    fn places_are_the_same_in_a_text_with_one_version() {
        let text = "\u{feff}<<<<<<< é\r\na: ä\r\n=======\r\na: ß\r\n>>>>>>> ü\r\nb: 1\r\n";
        let taken = taking(text, &find(text), 0);
        assert_eq!(
            (taken.len(), taken.find("b: 1"), taken.find("a: ä")),
            (text.len(), text.find("b: 1"), text.find("a: ä"))
        );
        assert!(!taken.contains('ß') && taken.matches("\r\n").count() == 6);
    }
}
