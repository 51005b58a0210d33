//! Small widgets shared by several panes.

use std::f32::consts::TAU;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Color32, CornerRadius, FontSelection, Frame, Id, Layout, Modal, Rect, Response, RichText, Role,
    Sense, Stroke, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::icon::Icon;
use crate::kit::focus;
use crate::pack::diff::{Fate, FileDiff, Line};
use foeman_scene::theme::{self, GAP, ICON, ICON_SMALL, LINE, RING, ROW, alpha, margin, palette};

/// The maximum number of diff lines in a tooltip.
const HINT: usize = 14;
/// The number of dots in the ring of [`busy`], and of its steps per second.
const DOTS: u32 = 8;

/// Draws the heading of a section.
pub fn section(ui: &mut Ui, text: &str) -> Response {
    let color = palette(ui).weak;
    ui.label(RichText::new(text).text_style(theme::section()).color(color).extra_letter_spacing(0.6))
}

/// Draws the heading of a section below another one.
pub fn next_section(ui: &mut Ui, text: &str) -> Response {
    ui.add_space(2.0 * GAP);
    section(ui, text)
}

/// Draws an icon button; `name` is its tooltip and accessible name.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        let visuals = *ui.style().interact(&response);
        if response.hovered() || response.has_focus() {
            ui.painter().rect(
                rect,
                visuals.corner_radius,
                visuals.weak_bg_fill,
                visuals.bg_stroke,
                egui::StrokeKind::Inside,
            );
        }
        icon_of(ui, icon, Rect::from_center_size(rect.center(), Vec2::splat(ICON)), visuals.fg_stroke.color);
    }
    response.on_hover_text(name).on_disabled_hover_text(name)
}

/// Draws the icon of a control. Icons of disabled controls are dim, but still have a contrast of 3:1.
pub fn icon_of(ui: &Ui, icon: Icon, rect: Rect, color: Color32) {
    let mut painter = ui.painter().clone();
    let color = match ui.is_enabled() {
        true => color,
        false => {
            // The whole painter is faded, which would make a thin icon unreadable.
            painter.set_opacity(1.0);
            theme::disabled(palette(ui))
        }
    };
    icon.paint(&painter, rect, color);
}

/// Draws a button with an icon and a label.
pub fn labelled_button(ui: &mut Ui, icon: Icon, text: &str) -> Response {
    let font = TextStyle::Button.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let size = vec2(galley.size().x + 14.0 + 6.0 * GAP, ROW.max(galley.size().y + 2.0 * GAP));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        let visuals = *ui.style().interact(&response);
        ui.painter().rect(
            rect,
            visuals.corner_radius,
            visuals.weak_bg_fill,
            visuals.bg_stroke,
            egui::StrokeKind::Inside,
        );
        let color = visuals.text_color();
        let square = Rect::from_center_size(pos2(rect.left() + 2.0 * GAP + 7.0, rect.center().y), Vec2::splat(ICON));
        icon_of(ui, icon, square, color);
        let at = pos2(square.right() + 1.5 * GAP, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, color);
    }
    response
}

/// Draws the primary button of a dialog or pane.
pub fn main_button(ui: &mut Ui, text: &str) -> Response {
    let colors = palette(ui);
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for visuals in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
            visuals.fg_stroke.color = colors.on_accent;
            visuals.weak_bg_fill = colors.accent;
        }
        widgets.hovered.bg_stroke = Stroke::new(LINE, colors.strong);
        widgets.active.bg_stroke = Stroke::new(RING, colors.strong);
        ui.spacing_mut().button_padding = vec2(4.0 * GAP, 1.5 * GAP);
        ui.button(text)
    })
    .inner
}

/// The content of a list row.
pub struct Row<'a> {
    /// Its depth in a tree.
    pub depth: usize,
    /// The icon before the text, with its colour.
    pub icon: Option<(Icon, Color32)>,
    /// The text.
    pub text: &'a str,
    /// Dimmed text at the right end.
    pub note: &'a str,
    /// The icon at the right end, with its colour.
    pub mark: Option<(Icon, Color32)>,
    /// Whether it has unsaved changes.
    pub changed: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether it is a heading.
    pub heading: bool,
}

/// Draws a list row over the full width.
pub fn row(ui: &mut Ui, id: Id, row: &Row<'_>) -> Response {
    let width = ui.available_width();
    let (_, rect) = ui.allocate_space(vec2(width, ROW));
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), row.selected, row.text));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let colors = palette(ui);
    let painter = ui.painter();
    let round = CornerRadius::same(theme::ROUND);
    if row.selected {
        painter.rect_filled(rect, round, colors.selected);
    } else if response.hovered() {
        painter.rect_filled(rect, round, colors.hover);
    }
    focus::ring(ui, rect, &response);
    let mut left = rect.left() + GAP + 16.0 * row.depth as f32;
    if let Some((icon, color)) = row.icon {
        icon.paint(painter, Rect::from_center_size(pos2(left + 7.0, rect.center().y), Vec2::splat(ICON)), color);
        left += 5.0 * GAP;
    }
    let mut right = rect.right() - 1.5 * GAP;
    if let Some((mark, color)) = row.mark {
        mark.paint(painter, Rect::from_center_size(pos2(right - 6.0, rect.center().y), Vec2::splat(ICON_SMALL)), color);
        right -= 4.5 * GAP;
    }
    if row.changed {
        painter.circle_filled(pos2(right - 4.0, rect.center().y), 3.0, colors.warning);
        right -= 3.5 * GAP;
    }
    if !row.note.is_empty() {
        let font = TextStyle::Small.resolve(ui.style());
        let drawn = painter.text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, row.note, font, colors.weak);
        right = drawn.left() - GAP;
    }
    let color = if row.heading || row.selected { colors.strong } else { colors.text };
    let galley = one_line(ui, row.text, TextStyle::Body, color, right - left);
    let elided = galley.elided;
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
    if elided { response.on_hover_text(row.text) } else { response }
}

/// Lays out text on one line, truncated with `…` if it does not fit.
pub fn one_line(ui: &Ui, text: &str, style: TextStyle, color: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    lines(ui, text, style, color, (width, 1))
}

/// Lays out text on up to `rows` lines, truncated with `…` if it does not fit. Several lines break between words.
pub fn lines(
    ui: &Ui,
    text: &str,
    style: TextStyle,
    color: Color32,
    (width, rows): (f32, usize),
) -> std::sync::Arc<egui::Galley> {
    let font = style.resolve(ui.style());
    let mut job = LayoutJob::single_section(text.replace('\n', " "), TextFormat::simple(font, color));
    job.wrap = egui::text::TextWrapping {
        max_rows: rows,
        break_anywhere: rows == 1,
        ..egui::text::TextWrapping::truncate_at_width(width.max(8.0))
    };
    ui.painter().layout_job(job)
}

/// Shows a text as tooltip of a button that is too narrow for it.
pub fn whole_on_hover(ui: &Ui, button: &Response, text: &str) {
    let font = TextStyle::Body.resolve(ui.style());
    let needed = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x;
    let spacing = ui.spacing();
    if needed > button.rect.width() - spacing.icon_width - spacing.icon_spacing - 2.0 * spacing.button_padding.x {
        button.clone().on_hover_text(text);
    }
}

/// Draws the filter field of a list.
pub fn filter_field(ui: &mut Ui, id: Id, text: &mut String, hint: &'static str) -> Response {
    let width = ui.available_width();
    let clear = !text.is_empty();
    let response = ui.add(TextEdit::singleline(text).id(id).hint_text(hint).desired_width(width)).accessible_name(hint);
    if clear {
        let side = response.rect.height() - 4.0;
        let square = Rect::from_center_size(
            pos2(response.rect.right() - side / 2.0 - 2.0, response.rect.center().y),
            Vec2::splat(side),
        );
        let button = ui.interact(square, id.with("clear"), Sense::click());
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Clear filter"));
        let color = if button.hovered() { palette(ui).strong } else { palette(ui).weak };
        Icon::Close.paint(ui.painter(), square.shrink(4.0), color);
        if button.clicked() {
            text.clear();
            let mut response = response;
            response.mark_changed();
            return response;
        }
    }
    response
}

/// Draws a ring of dots that turns while something is computed. It moves only eight times a second, to leave the
/// processors to the computation, and not at all if the window keeps still.
pub fn busy(ui: &mut Ui) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::new(Role::ProgressIndicator));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let color = palette(ui).strong;
    let mut first = 0;
    if ui.style().animation_time > 0.0 {
        first = (ui.input(|input| input.time) * f64::from(DOTS)) as u64 % u64::from(DOTS);
        ui.ctx().request_repaint_after_secs(1.0 / DOTS as f32);
    }
    for dot in 0..DOTS {
        let angle = TAU * dot as f32 / DOTS as f32;
        let age = (first + u64::from(DOTS - dot)) % u64::from(DOTS);
        let center = rect.center() + 0.3 * ROW * Vec2::angled(angle);
        ui.painter().circle_filled(center, (0.09 - 0.009 * age as f32) * ROW, color);
    }
}

/// Draws a placeholder in an empty pane, with what to do next.
pub fn empty_state(ui: &mut Ui, icon: Icon, title: &str, text: &str, buttons: impl FnOnce(&mut Ui)) {
    let colors = palette(ui);
    let height = ui.available_height();
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space((height * 0.28).clamp(3.0 * GAP, 50.0 * GAP));
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(34.0), Sense::hover());
        icon.paint(ui.painter(), rect, colors.accent);
        ui.add_space(GAP);
        ui.label(RichText::new(title).text_style(TextStyle::Heading).color(colors.strong));
        if !text.is_empty() {
            let width = ui.available_width().min(460.0);
            ui.allocate_ui(vec2(width, 0.0), |ui| {
                ui.add(egui::Label::new(RichText::new(text).color(colors.weak)).wrap())
            });
        }
        ui.add_space(2.0 * GAP);
        buttons(ui);
    });
}

/// Draws a diff line with its number and sign.
pub fn diff_line(ui: &mut Ui, line: &Line) {
    let colors = palette(ui);
    let (sign, color) = match line.fate {
        Fate::Same => (' ', colors.weak),
        Fate::Gone => ('-', colors.error),
        Fate::New => ('+', colors.good),
    };
    ui.horizontal(|ui| {
        ui.set_height(ROW);
        ui.add_space(2.0 * GAP);
        let text = format!("{:>5} {sign} {}", line.number, line.text);
        ui.add(egui::Label::new(RichText::new(text).monospace().color(color)).truncate());
    });
}

/// Draws the file diffs of some changes, truncated to fit a tooltip.
pub fn diff_hint(ui: &mut Ui, files: &[FileDiff]) {
    let colors = palette(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    let lines: usize = files.iter().flat_map(|file| &file.hunks).map(|hunk| hunk.lines.len()).sum();
    let mut left = HINT;
    for file in files {
        ui.label(RichText::new(&file.path).small().color(colors.weak));
        for line in file.hunks.iter().flat_map(|hunk| &hunk.lines) {
            if left == 0 {
                ui.label(RichText::new(format!("and {} more lines", lines - HINT)).small().color(colors.weak));
                return;
            }
            left -= 1;
            diff_line(ui, line);
        }
    }
}

/// Draws a small rounded label, such as a state.
pub fn badge(ui: &mut Ui, text: &str, color: Color32) -> Response {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), TextStyle::Small.resolve(ui.style()), color);
    let size = galley.size() + vec2(3.0 * GAP, GAP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let round = CornerRadius::same((rect.height() / 2.0) as u8);
    ui.painter().rect(
        rect,
        round,
        color.gamma_multiply(alpha::FAINT),
        Stroke::new(LINE, color.gamma_multiply(alpha::HALF)),
        egui::StrokeKind::Inside,
    );
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, color);
    response
}

/// Returns text with a style and colour.
pub fn styled(text: impl Into<String>, style: impl Into<FontSelection>, color: Color32) -> RichText {
    let text = RichText::new(text).color(color);
    match style.into() {
        FontSelection::Style(style) => text.text_style(style),
        FontSelection::FontId(font) => text.font(font),
        _ => text,
    }
}

/// Returns a centred dialog with a margin.
pub fn modal(ui: &Ui, name: &str) -> Modal {
    let frame = Frame::window(ui.style()).inner_margin(margin::DIALOG);
    Modal::new(Id::unique(name)).frame(frame)
}
