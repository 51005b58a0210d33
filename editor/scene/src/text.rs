//! Text metrics and glyph outlines of the window's font.

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
    let names = FONTS.families.get(&FontFamily::Proportional).into_iter().flatten();
    names.filter_map(|name| FontRef::new((*FONTS.font_data.get(name)?.font).as_ref()).ok()).collect()
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
