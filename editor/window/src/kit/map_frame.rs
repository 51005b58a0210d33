//! The frame around a map: an options row above it, a tool strip on its left, and a legend below it.

use egui::{Rect, Stroke, Ui, UiBuilder, Vec2, pos2, vec2};

use super::icon::Icon;
use super::options::{self, SWITCH};
use crate::shell::action::{Action, Actions};
use foeman_scene::theme::{GAP, LINE, palette};

/// The width of a column of tools, in points.
const STRIP: f32 = 32.0;
/// The distance from one tool to the next, in points.
const STEP: f32 = SWITCH + 2.0;
/// The height of the legend, in points.
pub const LEGEND: f32 = 26.0;

/// A tool of the strip.
pub struct ToolButton {
    /// Its icon.
    pub icon: Icon,
    /// Its accessible name.
    pub name: String,
    /// Its keys for the tooltip; empty if it has none.
    pub keys: String,
    /// A further sentence for the tooltip.
    pub help: String,
    /// Whether it is chosen; `None` if it acts at once.
    pub on: Option<bool>,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether it is the first of a group.
    pub starts_group: bool,
    /// The action of a click.
    pub action: Option<Action>,
}

/// The parts of a map pane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MapFrame {
    /// The options row.
    pub options: Rect,
    /// The tool strip.
    pub strip: Rect,
    /// The map.
    pub map: Rect,
    /// The legend of the overlay, if there is one.
    pub legend: Option<Rect>,
}

impl MapFrame {
    /// Allocates the available space and divides it; the strip has two columns if the tools do not fit into one.
    pub fn new(ui: &mut Ui, tools: &[ToolButton], has_legend: bool) -> Self {
        let whole = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(whole);
        let top = whole.top() + options::HEIGHT;
        let height = 2.0 * GAP + tools.iter().map(|tool| STEP + gap(tool)).sum::<f32>();
        let columns = if height <= whole.bottom() - top { 1.0 } else { 2.0 };
        let left = whole.left() + if tools.is_empty() { 0.0 } else { columns * STRIP };
        let bottom = whole.bottom() - if has_legend { LEGEND } else { 0.0 };
        Self {
            options: Rect::from_min_max(whole.min, pos2(whole.right(), top)),
            strip: Rect::from_min_max(pos2(whole.left(), top), pos2(left, whole.bottom())),
            map: Rect::from_min_max(pos2(left, top), pos2(whole.right(), bottom)),
            legend: has_legend.then(|| Rect::from_min_max(pos2(left, bottom), whole.max)),
        }
    }

    /// Draws the tool strip.
    pub fn strip(&self, ui: &mut Ui, tools: Vec<ToolButton>, actions: &mut Actions) {
        if tools.is_empty() {
            return;
        }
        let colors = palette(ui);
        ui.painter().rect_filled(self.strip, 0, colors.panel);
        ui.painter().vline(self.strip.right() - 0.5, self.strip.y_range(), Stroke::new(LINE, colors.line));
        let columns = (self.strip.width() / STRIP).round().max(1.0) as usize;
        let side = self.strip.width() / columns as f32;
        let mut strip = ui.new_child(UiBuilder::new().max_rect(self.strip));
        strip.set_clip_rect(self.strip.intersect(ui.clip_rect()));
        let (mut at, mut column) = (self.strip.min + vec2(0.0, GAP), 0);
        for tool in tools {
            let gap = gap(&tool);
            if gap > 0.0 {
                at.y += if column > 0 { STEP } else { 0.0 };
                let line = at.y + gap / 2.0 - 1.0;
                strip.painter().hline(self.strip.x_range().shrink(6.0), line, Stroke::new(LINE, colors.line));
                at.y += gap;
                column = 0;
            }
            let place =
                Rect::from_center_size(at + vec2((column as f32 + 0.5) * side, STEP / 2.0), Vec2::splat(SWITCH));
            button(&mut strip, place, tool, actions);
            column = (column + 1) % columns;
            at.y += if column == 0 { STEP } else { 0.0 };
        }
    }
}

/// Returns the space above a tool.
fn gap(tool: &ToolButton) -> f32 {
    if tool.starts_group { 2.0 * GAP } else { 0.0 }
}

fn button(ui: &mut Ui, place: Rect, tool: ToolButton, actions: &mut Actions) {
    let ToolButton { icon, name, keys, help, on, enabled, action, .. } = tool;
    let mut builder = UiBuilder::new().max_rect(place);
    if !enabled {
        builder = builder.disabled();
    }
    let response = ui.scope_builder(builder, |ui| options::switch(ui, icon, &name, on)).inner;
    let keys = if keys.is_empty() { String::new() } else { format!(" ({keys})") };
    let help = if help.is_empty() { String::new() } else { format!("\n{help}") };
    let text = format!("{name}{keys}{help}");
    if response.on_hover_text(&text).on_disabled_hover_text(&text).clicked() {
        actions.extend(action);
    }
}
