//! Colours: `#rrggbb` in hexadecimal.

use super::Notation;

/// The notation of colours.
pub static NOTATION: Notation = Notation {
    name: "color",
    about: "A colour as red, green and blue in hexadecimal",
    examples: &["#d9c08c"],
    pattern: "^#[0-9a-fA-F]{6}$",
    check,
    names: None,
};

/// Returns the perceived difference of two colours, 0 to about 765; `None` if one is not a colour.
///
/// Differences of red and blue are weighted by the mean red value, an approximation of human perception.
pub fn color_distance(a: &str, b: &str) -> Option<u32> {
    let (a, b) = (channels(a)?, channels(b)?);
    let red = (a[0] + b[0]) / 2;
    let [r, g, b] = [0, 1, 2].map(|channel| (a[channel] - b[channel]).pow(2));
    let squared = ((512 + red) * r) / 256 + 4 * g + ((767 - red) * b) / 256;
    Some(squared.unsigned_abs().isqrt())
}

fn channels(text: &str) -> Option<[i32; 3]> {
    check(text).ok()?;
    let number = i32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
    Some([number >> 16, (number >> 8) & 0xff, number & 0xff])
}

/// Validates a colour; the error says what was expected and found.
fn check(text: &str) -> Result<(), String> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        Ok(())
    } else {
        Err(format!("expected a colour as `#d9c08c`, found `{text}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_are_farthest_and_shades_of_one_colour_near() {
        assert_eq!(color_distance("#000000", "#000000"), Some(0));
        assert_eq!(color_distance("#000000", "#FFFFFF"), color_distance("#ffffff", "#000000"));
        assert!(color_distance("#000000", "#ffffff").unwrap() > 750);
        assert!(color_distance("#e6d5a8", "#e4d4a6").unwrap() < 10);
        assert_eq!(color_distance("#000000", "black"), None);
    }
}
