//! Every colour, size and text style of the window, for the light and the dark theme.

use egui::epaint::Shadow;
use egui::style::{ScrollStyle, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Theme, Ui, Visuals, vec2,
};
use serde::{Deserialize, Serialize};

/// Which theme the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeChoice {
    /// As the desktop says.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl ThemeChoice {
    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "System theme",
            Self::Light => "Light theme",
            Self::Dark => "Dark theme",
        }
    }
}

impl From<ThemeChoice> for egui::ThemePreference {
    fn from(choice: ThemeChoice) -> Self {
        match choice {
            ThemeChoice::System => Self::System,
            ThemeChoice::Light => Self::Light,
            ThemeChoice::Dark => Self::Dark,
        }
    }
}

/// The colours of one theme, by what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Behind panels.
    pub panel: Color32,
    /// Behind content: tables, forms, cards.
    pub surface: Color32,
    /// Behind what lies deeper: text fields, the map's table.
    pub sunken: Color32,
    /// Every second row of a table.
    pub stripe: Color32,
    /// Behind buttons at rest.
    pub button: Color32,
    /// Behind what the pointer is on.
    pub hover: Color32,
    /// Lines between things.
    pub line: Color32,
    /// Lines round things that can be changed.
    pub outline: Color32,
    /// Text.
    pub text: Color32,
    /// Text that matters less, and values that are inherited.
    pub weak: Color32,
    /// Headings.
    pub strong: Color32,
    /// The window's own colour: links, focus, the chosen tab.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Behind what is selected.
    pub selected: Color32,
    /// Errors.
    pub error: Color32,
    /// Warnings, and unsaved changes.
    pub warning: Color32,
    /// Notes.
    pub info: Color32,
    /// Success.
    pub good: Color32,
}

/// Dark text on paper.
pub const LIGHT: Palette = Palette {
    panel: Color32::from_rgb(0xf4, 0xf2, 0xed),
    surface: Color32::from_rgb(0xfd, 0xfc, 0xfa),
    sunken: Color32::from_rgb(0xe9, 0xe6, 0xdf),
    stripe: Color32::from_rgb(0xf6, 0xf4, 0xf0),
    button: Color32::from_rgb(0xe6, 0xe2, 0xd9),
    hover: Color32::from_rgb(0xdd, 0xd9, 0xce),
    line: Color32::from_rgb(0xdb, 0xd6, 0xcb),
    outline: Color32::from_rgb(0xc2, 0xbb, 0xab),
    text: Color32::from_rgb(0x26, 0x2a, 0x30),
    weak: Color32::from_rgb(0x5a, 0x60, 0x68),
    strong: Color32::from_rgb(0x10, 0x14, 0x1a),
    accent: Color32::from_rgb(0x15, 0x65, 0x6c),
    on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
    selected: Color32::from_rgb(0xcd, 0xe4, 0xe3),
    error: Color32::from_rgb(0xb0, 0x24, 0x1c),
    warning: Color32::from_rgb(0x86, 0x53, 0x00),
    info: Color32::from_rgb(0x2a, 0x5b, 0x98),
    good: Color32::from_rgb(0x27, 0x66, 0x36),
};

/// Light text on slate.
pub const DARK: Palette = Palette {
    panel: Color32::from_rgb(0x1d, 0x21, 0x26),
    surface: Color32::from_rgb(0x23, 0x28, 0x2e),
    sunken: Color32::from_rgb(0x16, 0x19, 0x1d),
    stripe: Color32::from_rgb(0x27, 0x2d, 0x33),
    button: Color32::from_rgb(0x30, 0x37, 0x3f),
    hover: Color32::from_rgb(0x3b, 0x44, 0x4d),
    line: Color32::from_rgb(0x33, 0x3a, 0x42),
    outline: Color32::from_rgb(0x4a, 0x54, 0x5f),
    text: Color32::from_rgb(0xdd, 0xe1, 0xe6),
    weak: Color32::from_rgb(0xa9, 0xb1, 0xbb),
    strong: Color32::from_rgb(0xf6, 0xf8, 0xfa),
    accent: Color32::from_rgb(0x63, 0xc5, 0xc2),
    on_accent: Color32::from_rgb(0x0c, 0x1a, 0x1b),
    selected: Color32::from_rgb(0x20, 0x47, 0x4a),
    error: Color32::from_rgb(0xff, 0x8f, 0x86),
    warning: Color32::from_rgb(0xf0, 0xbb, 0x58),
    info: Color32::from_rgb(0x8f, 0xb9, 0xf5),
    good: Color32::from_rgb(0x8a, 0xd2, 0x9c),
};

/// Space between things that belong together, in points; every other distance is a multiple.
pub const GAP: f32 = 4.0;
/// Height of a row in lists and tables, in points.
pub const ROW: f32 = 24.0;
/// Rounding of buttons and fields, in points.
pub const ROUND: u8 = 5;
/// Height of the status line, in points.
pub const STATUS: f32 = 24.0;

/// The palette of the theme in use.
pub fn palette(ui: &Ui) -> &'static Palette {
    palette_of(ui.visuals().dark_mode)
}

/// The text style of a panel's heading.
pub fn section() -> TextStyle {
    TextStyle::Name("section".into())
}

/// Sets both themes up; once, at the start.
pub fn install(ctx: &Context) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(theme));
    }
}

/// Reads `#rrggbb`.
pub fn parse_color(text: &str) -> Option<Color32> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, r, g, b] = number.to_be_bytes();
    Some(Color32::from_rgb(r, g, b))
}

/// Writes `#rrggbb`.
pub fn color_text(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

/// Black or white, whichever reads better on `ground`.
pub fn readable_on(ground: Color32) -> Color32 {
    if contrast(ground, Color32::BLACK) >= contrast(ground, Color32::WHITE) { Color32::BLACK } else { Color32::WHITE }
}

/// A colour that content has chosen, moved towards black or white as far as it takes to be seen on `ground`.
pub fn standing_out(color: Color32, ground: Color32) -> Color32 {
    let ink = readable_on(ground);
    let mixed = (0..=10).map(|tenths| color.lerp_to_gamma(ink, tenths as f32 / 10.0));
    mixed.into_iter().find(|mixed| contrast(*mixed, ground) >= 3.0).unwrap_or(ink)
}

/// The contrast of two opaque colours as WCAG 2 defines it, 1..=21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn palette_of(dark: bool) -> &'static Palette {
    if dark { &DARK } else { &LIGHT }
}

fn luminance(color: Color32) -> f32 {
    let channel = |value: u8| {
        let value = f32::from(value) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
}

fn style(theme: Theme) -> Style {
    let dark = theme == Theme::Dark;
    let mut style = Style { visuals: visuals(dark), ..Style::default() };
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, proportional(11.5)),
        (TextStyle::Body, proportional(13.5)),
        (TextStyle::Button, proportional(13.5)),
        (TextStyle::Heading, proportional(19.0)),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        (section(), proportional(12.0)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(2.0 * GAP, 1.5 * GAP);
    spacing.button_padding = vec2(2.0 * GAP, GAP);
    spacing.interact_size = vec2(32.0, ROW);
    spacing.indent = 3.5 * GAP;
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(6);
    spacing.menu_width = 240.0;
    spacing.combo_height = 320.0;
    spacing.tooltip_width = 360.0;
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 10.0;
    spacing.scroll = ScrollStyle { bar_width: 8.0, floating_allocated_width: 0.0, ..ScrollStyle::floating() };
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.08;
    style
}

fn visuals(dark: bool) -> Visuals {
    let colors = palette_of(dark);
    let base = if dark { Visuals::dark() } else { Visuals::light() };
    let rounding = CornerRadius::same(ROUND);
    let widget = |ground, stroke: Color32, text, width| WidgetVisuals {
        weak_bg_fill: ground,
        bg_fill: ground,
        bg_stroke: Stroke::new(1.0, stroke),
        fg_stroke: Stroke::new(width, text),
        corner_radius: rounding,
        expansion: 0.0,
    };
    let shadow = |blur, alpha| Shadow { offset: [0, 4], blur, spread: 0, color: Color32::from_black_alpha(alpha) };
    let shade = if dark { 110 } else { 40 };
    Visuals {
        widgets: Widgets {
            noninteractive: widget(colors.panel, colors.line, colors.text, 1.0),
            inactive: widget(colors.button, colors.line, colors.text, 1.0),
            hovered: widget(colors.hover, colors.outline, colors.strong, 1.2),
            active: widget(colors.selected, colors.accent, colors.strong, 1.4),
            open: widget(colors.hover, colors.outline, colors.strong, 1.0),
        },
        selection: egui::style::Selection { bg_fill: colors.selected, stroke: Stroke::new(1.0, colors.accent) },
        hyperlink_color: colors.accent,
        weak_text_color: Some(colors.weak),
        faint_bg_color: colors.stripe,
        extreme_bg_color: colors.sunken,
        text_edit_bg_color: Some(if dark { colors.sunken } else { Color32::WHITE }),
        code_bg_color: colors.sunken,
        warn_fg_color: colors.warning,
        error_fg_color: colors.error,
        window_fill: colors.surface,
        window_stroke: Stroke::new(1.0, colors.outline),
        window_corner_radius: CornerRadius::same(10),
        menu_corner_radius: CornerRadius::same(7),
        window_shadow: shadow(24, shade),
        popup_shadow: shadow(12, shade),
        panel_fill: colors.panel,
        text_cursor: TextCursorStyle { stroke: Stroke::new(1.5, colors.accent), ..TextCursorStyle::default() },
        indent_has_left_vline: true,
        slider_trailing_fill: true,
        ..base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_well_on_every_ground_it_stands_on() {
        for colors in [LIGHT, DARK] {
            let grounds = [colors.panel, colors.surface, colors.sunken, colors.stripe, colors.selected];
            for ground in grounds {
                for text in
                    [colors.text, colors.strong, colors.weak, colors.error, colors.warning, colors.info, colors.good]
                {
                    assert!(contrast(text, ground) >= 4.5, "{} on {}", color_text(text), color_text(ground));
                }
            }
            for ground in [colors.button, colors.hover] {
                assert!(contrast(colors.text, ground) >= 4.5, "{}", color_text(ground));
            }
            assert!(contrast(colors.on_accent, colors.accent) >= 4.5);
            assert!(contrast(colors.accent, colors.panel) >= 4.5);
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
