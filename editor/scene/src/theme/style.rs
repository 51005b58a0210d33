//! The themes as egui styles.

use egui::epaint::Shadow;
use egui::style::{ScrollAnimation, ScrollStyle, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{Color32, Context, CornerRadius, Stroke, Style, Theme, Visuals, vec2};

use super::palette;
use super::size::{self, EDGE, GAP, ICON_SMALL, LINE, RING, ROUND, ROUND_LARGE, ROW, margin};

/// Installs both themes; call it once at startup.
pub fn install(ctx: &Context) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(theme));
    }
}

/// The duration of fading and unfolding, in seconds.
const FADE: f32 = 0.08;
/// The duration of smooth scrolling, in seconds.
const SCROLL: f32 = 0.12;

fn style(theme: Theme) -> Style {
    let dark = theme == Theme::Dark;
    let mut style = Style { visuals: visuals(dark), ..Style::default() };
    style.text_styles = size::text_styles().into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(2.0 * GAP, 1.5 * GAP);
    spacing.button_padding = vec2(2.0 * GAP, GAP);
    spacing.interact_size = vec2(32.0, ROW);
    spacing.indent = 3.5 * GAP;
    spacing.window_margin = margin::DIALOG;
    spacing.menu_margin = margin::MENU;
    spacing.menu_width = 240.0;
    spacing.combo_height = 320.0;
    spacing.tooltip_width = 360.0;
    spacing.icon_width = 16.0;
    spacing.icon_spacing = 1.5 * GAP;
    spacing.icon_width_inner = ICON_SMALL - 2.0;
    spacing.scroll = ScrollStyle { bar_width: 8.0, floating_allocated_width: 0.0, ..ScrollStyle::floating() };
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    style.animation_time = FADE;
    style.scroll_animation = ScrollAnimation::duration(SCROLL);
    style
}

/// Allows or forbids motion that no input causes: fading, unfolding and smooth scrolling.
pub fn set_motion(ctx: &Context, moves: bool) {
    let (fade, scroll) = match moves {
        true => (FADE, ScrollAnimation::duration(SCROLL)),
        false => (0.0, ScrollAnimation::none()),
    };
    // A changed style is copied, so leave it alone in most frames.
    if ctx.global_style().animation_time != fade {
        ctx.all_styles_mut(|style| {
            style.animation_time = fade;
            style.scroll_animation = scroll;
        });
    }
}

fn visuals(dark: bool) -> Visuals {
    let colors = palette::of(dark);
    let base = if dark { Visuals::dark() } else { Visuals::light() };
    let rounding = CornerRadius::same(ROUND);
    let widget = |ground, stroke: Stroke, text, width| WidgetVisuals {
        weak_bg_fill: ground,
        bg_fill: ground,
        bg_stroke: stroke,
        fg_stroke: Stroke::new(width, text),
        corner_radius: rounding,
        expansion: 0.0,
    };
    let line = |color| Stroke::new(LINE, color);
    let ring = Stroke::new(RING, colors.accent);
    let shadow = |blur, alpha| Shadow { offset: [0, 4], blur, spread: 0, color: Color32::from_black_alpha(alpha) };
    let shade = if dark { 110 } else { 40 };
    Visuals {
        widgets: Widgets {
            noninteractive: widget(colors.panel, line(colors.line), colors.text, LINE),
            inactive: widget(colors.button, line(colors.outline), colors.text, EDGE),
            hovered: widget(colors.hover, line(colors.accent), colors.strong, EDGE),
            // Pressed, or with the focus: this is the focus ring.
            active: widget(colors.selected, ring, colors.strong, EDGE),
            open: widget(colors.hover, line(colors.accent), colors.strong, EDGE),
        },
        selection: egui::style::Selection { bg_fill: colors.selected, stroke: ring },
        hyperlink_color: colors.accent,
        weak_text_color: Some(colors.weak),
        faint_bg_color: colors.stripe,
        extreme_bg_color: colors.sunken,
        text_edit_bg_color: Some(if dark { colors.sunken } else { Color32::WHITE }),
        code_bg_color: colors.sunken,
        warn_fg_color: colors.warning,
        error_fg_color: colors.error,
        window_fill: colors.surface,
        window_stroke: line(colors.outline),
        window_corner_radius: CornerRadius::same(ROUND_LARGE),
        menu_corner_radius: CornerRadius::same(ROUND_LARGE),
        window_shadow: shadow(24, shade),
        popup_shadow: shadow(12, shade),
        panel_fill: colors.panel,
        text_cursor: TextCursorStyle { stroke: Stroke::new(EDGE, colors.accent), ..TextCursorStyle::default() },
        indent_has_left_vline: true,
        slider_trailing_fill: true,
        ..base
    }
}
