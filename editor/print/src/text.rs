//! Widths of texts, and breaking them into lines.

use foeman_scene::text::glyphs;

/// Returns the width of a text.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    glyphs(text).iter().map(|glyph| glyph.advance).sum::<f32>() * size
}

/// Returns the text on one line: control characters become spaces, and the ends are trimmed.
pub(crate) fn printable(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.trim().to_owned()
}

/// Shortens a text to at most `room`, with `…` at the end if it is cut.
pub(crate) fn shortened(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size);
    let mut end = 0;
    for glyph in glyphs(text) {
        left -= glyph.advance * size;
        if left < 0.0 {
            break;
        }
        end = glyph.bytes.end;
    }
    let kept = text[..end].trim_end();
    if kept.is_empty() && width("…", size) > room { String::new() } else { format!("{kept}…") }
}

/// Breaks a text into lines of at most `room`: at spaces and line ends, and within words that are too long.
pub(crate) fn wrapped(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let space = width(" ", size);
    for paragraph in text.split('\n') {
        let (mut line, mut used) = (String::new(), 0.0);
        for word in printable(paragraph).split_whitespace() {
            for part in broken(word, size, room) {
                let wide = width(&part, size);
                if !line.is_empty() && used + space + wide > room {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                if !line.is_empty() {
                    line.push(' ');
                    used += space;
                }
                line.push_str(&part);
                used += wide;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Breaks a word that is longer than a line.
fn broken(word: &str, size: f32, room: f32) -> Vec<String> {
    let (mut parts, mut start, mut used) = (Vec::new(), 0, 0.0);
    for glyph in glyphs(word) {
        let wide = glyph.advance * size;
        if used + wide > room && glyph.bytes.start > start {
            parts.push(word[start..glyph.bytes.start].to_owned());
            (start, used) = (glyph.bytes.start, 0.0);
        }
        used += wide;
    }
    parts.push(word[start..].to_owned());
    parts
}

/// Returns the letters of a text that no font has, without repeats.
pub(crate) fn missing(text: &str) -> Vec<char> {
    let mut missing: Vec<char> = Vec::new();
    for glyph in glyphs(text).into_iter().filter(|glyph| glyph.font.is_none()) {
        missing.extend(text[glyph.bytes].chars().next().filter(|letter| !missing.contains(letter)));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_their_room_and_lose_no_letter() {
        let text = "The till is open.\nLlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch is not 料金所は閉まっています";
        for room in [12.0, 30.0, 300.0] {
            let lines = wrapped(text, 4.0, room);
            assert!(lines.iter().all(|line| width(line, 4.0) <= room + 1e-3), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }

    #[test]
    fn shortened_texts_fit_and_short_ones_stay() {
        assert_eq!(shortened("toll", 4.0, 50.0), "toll");
        let short = shortened("Disputation and a footnote", 4.0, 20.0);
        assert!(short.ends_with('…') && width(&short, 4.0) <= 20.0, "{short}");
        assert_eq!(shortened("toll", 4.0, 0.5), "");
    }

    #[test]
    fn letters_without_a_font_are_listed_once() {
        assert_eq!(missing("Zoll ツ Ж ツ"), ['ツ']);
    }
}
