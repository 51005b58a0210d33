//! Text metrics and glyph outlines of the window's font.

use std::ops::Range;
use std::sync::LazyLock;

use egui::{FontDefinitions, FontFamily};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The window's text fonts, in order of fallback.
static FONTS: LazyLock<FontDefinitions> = LazyLock::new(FontDefinitions::default);

/// Returns the width of a text in points, at `size` points.
pub fn width(text: &str, size: f32) -> f32 {
    let fonts = fonts();
    text.chars().map(|letter| advance(&fonts, letter, size)).sum()
}

/// Shortens a text to at most `room` points, with `…` at the end if it is cut.
pub fn shortened(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let fonts = fonts();
    let mut left = room - advance(&fonts, '…', size);
    let kept = text.chars().take_while(|letter| {
        left -= advance(&fonts, *letter, size);
        left >= 0.0
    });
    kept.collect::<String>().trim_end().to_owned() + "…"
}

/// Returns the distance from the middle of the letters down to the baseline, in points.
pub fn drop(size: f32) -> f32 {
    let metrics = fonts().first().map(|font| font.metrics(Size::new(size), LocationRef::default()));
    metrics.map_or(0.35 * size, |metrics| (metrics.ascent + metrics.descent) / 2.0)
}

/// A letter of a text as a glyph of a font.
#[derive(Clone, PartialEq, Debug)]
pub struct Glyph {
    /// The position of its font in [`font_files`]; `None` if no font has the letter, which is drawn as `?`.
    pub font: Option<usize>,
    /// The id of the glyph in its font, or the id of `?` in the first font.
    pub id: u32,
    /// The distance to the next letter, as a share of the text size.
    pub advance: f32,
    /// The letter's bytes in the text.
    pub bytes: Range<usize>,
}

/// Returns the font files in order of fallback, for formats that embed fonts.
pub fn font_files() -> Vec<&'static [u8]> {
    font_names().filter_map(font_file).filter(|file| FontRef::new(file).is_ok()).collect()
}

/// Returns the glyphs of a text, one for each letter.
pub fn glyphs(text: &str) -> Vec<Glyph> {
    /// A text size at which advances are not rounded.
    const FINE: f32 = 1000.0;
    let fonts = fonts();
    let find = |letter: char| {
        fonts.iter().enumerate().find_map(|(number, font)| Some((number, font.charmap().map(letter)?.to_u32())))
    };
    let glyph = |(start, letter): (usize, char)| {
        let found = find(letter);
        let (_, id) = found.or_else(|| find('?')).unwrap_or_default();
        let advance = advance(&fonts, letter, FINE) / FINE;
        Glyph { font: found.map(|(font, _)| font), id, advance, bytes: start..start + letter.len_utf8() }
    };
    text.char_indices().map(glyph).collect()
}

/// Draws the glyph outlines of a text: `pen` creates a pen for a glyph at `x` on the baseline.
pub fn outlines<P: OutlinePen>(text: &str, size: f32, mut x: f32, mut pen: impl FnMut(f32) -> P) -> Vec<P> {
    let fonts = fonts();
    let mut drawn = Vec::new();
    for letter in text.chars() {
        if let Some((font, glyph)) = glyph(&fonts, letter)
            && let Some(outline) = font.outline_glyphs().get(glyph)
        {
            let mut pen = pen(x);
            let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
            if outline.draw(settings, &mut pen).is_ok() {
                drawn.push(pen);
            }
        }
        x += advance(&fonts, letter, size);
    }
    drawn
}

fn fonts() -> Vec<FontRef<'static>> {
    font_names().filter_map(font_file).filter_map(|file| FontRef::new(file).ok()).collect()
}

fn font_names() -> impl Iterator<Item = &'static String> {
    FONTS.families.get(&FontFamily::Proportional).into_iter().flatten()
}

fn font_file(name: &String) -> Option<&'static [u8]> {
    FONTS.font_data.get(name).map(|data| (*data.font).as_ref())
}

fn glyph<'a>(fonts: &'a [FontRef<'static>], letter: char) -> Option<(&'a FontRef<'static>, GlyphId)> {
    let with = |letter: char| fonts.iter().find_map(|font| Some((font, font.charmap().map(letter)?)));
    with(letter).or_else(|| with('?'))
}

fn advance(fonts: &[FontRef<'static>], letter: char, size: f32) -> f32 {
    let known = fonts.iter().find_map(|font| Some((font, font.charmap().map(letter)?)));
    // The window draws missing glyphs with a system font; most of these are square.
    let Some((font, glyph)) = known else { return size };
    font.glyph_metrics(Size::new(size), LocationRef::default()).advance_width(glyph).unwrap_or_default()
}
