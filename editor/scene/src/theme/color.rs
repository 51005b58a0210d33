//! Parsing, formatting and mixing colours, and their contrast.

use egui::Color32;

use super::palette::Palette;

/// Parses `#rrggbb`.
pub fn parse_color(text: &str) -> Option<Color32> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = number.to_be_bytes();
    Some(Color32::from_rgb(r, g, b))
}

/// Formats a colour as `#rrggbb`.
pub fn color_text(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

/// Returns black or white, whichever has more contrast with `ground`.
pub fn readable_on(ground: Color32) -> Color32 {
    if contrast(ground, Color32::BLACK) >= contrast(ground, Color32::WHITE) { Color32::BLACK } else { Color32::WHITE }
}

/// Moves a colour from content towards black or white until it is visible on `ground`.
pub fn standing_out(color: Color32, ground: Color32) -> Color32 {
    let ink = readable_on(ground);
    let mixed = (0..=10).map(|tenths| color.lerp_to_gamma(ink, tenths as f32 / 10.0));
    mixed.into_iter().find(|mixed| contrast(*mixed, ground) >= 3.0).unwrap_or(ink)
}

/// Returns the colour of the icons of disabled controls.
pub fn disabled(colors: &Palette) -> Color32 {
    [colors.panel, colors.surface, colors.sunken].into_iter().fold(colors.outline, standing_out)
}

/// Returns the contrast of two opaque colours as defined by WCAG 2, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(color: Color32) -> f32 {
    let channel = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::palette::{DARK, LIGHT};

    #[test]
    fn disabled_icons_are_visible_and_dimmer_than_text() {
        for colors in [LIGHT, DARK] {
            for ground in [colors.panel, colors.surface, colors.sunken] {
                let seen = contrast(disabled(&colors), ground);
                assert!(seen >= 3.0 && seen < contrast(colors.weak, ground), "{seen} on {}", color_text(ground));
            }
        }
    }

    #[test]
    fn colours_of_content_can_be_seen_on_every_ground_and_stay_as_they_are_where_they_can() {
        for ground in [LIGHT.surface, LIGHT.panel, LIGHT.sunken, DARK.surface, DARK.panel, DARK.sunken] {
            for color in ["#e0b83c", "#2e5ab0", "#ffffff", "#000000", "#808080"] {
                let color = parse_color(color).expect("a colour");
                let seen = standing_out(color, ground);
                assert!(contrast(seen, ground) >= 3.0, "{} on {}", color_text(color), color_text(ground));
                assert!(contrast(color, ground) < 3.0 || seen == color);
            }
        }
    }

    #[test]
    fn colours_are_read_and_written_as_hex() {
        let sand = parse_color("#d9c08c").expect("a colour");
        assert_eq!(color_text(sand), "#d9c08c");
        assert_eq!(parse_color("sand"), None);
        assert_eq!(parse_color("#d9c08"), None);
        assert_eq!(parse_color("#+12345"), None);
    }
}
