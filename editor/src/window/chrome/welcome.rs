//! The window without a pack: what can be done first.

use egui::{Align, Frame, Id, Label, Layout, Margin, RichText, Sense, Stroke, TextEdit, TextStyle, Ui, Vec2, vec2};

use super::super::action::{Action, Actions};
use super::super::commands::file;
use super::super::icon::Icon;
use super::super::widgets;
use super::super::workspace::{Failure, Workspace};
use crate::theme::{GAP, palette};

/// Width of the column in the middle, in points.
const WIDTH: f32 = 520.0;

/// Draws the welcome.
pub fn ui(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let colors = palette(ui);
    let room = ui.available_size();
    let width = WIDTH.min(room.x - 8.0 * GAP);
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space((room.y * 0.16).max(16.0));
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            emblem(ui);
            ui.add_space(2.0 * GAP);
            ui.label(RichText::new("Foeman").size(30.0).color(colors.strong));
            ui.label(
                RichText::new("Write figures, items, maps and scenarios; try them at once")
                    .size(15.0)
                    .color(colors.weak),
            );
            ui.add_space(5.0 * GAP);
            if let Some(failure) = workspace.failure() {
                failed(ui, failure);
                ui.add_space(4.0 * GAP);
            }
            open(ui, workspace, actions);
            recent(ui, workspace, actions);
        });
    });
}

/// Three hexes: the window's own mark.
fn emblem(ui: &mut Ui) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(74.0, 56.0), Sense::hover());
    let at = |x: f32, y: f32| rect.min + vec2(x, y);
    for (center, color) in [
        (at(18.0, 18.0), colors.accent),
        (at(18.0, 44.0), colors.outline),
        (at(40.5, 31.0), colors.accent.gamma_multiply(0.55)),
    ] {
        let points =
            (0..6).map(|n| center + Vec2::angled(std::f32::consts::TAU * f32::from(n as u8) / 6.0) * 14.2).collect();
        ui.painter().add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
    }
}

fn failed(ui: &mut Ui, failure: &Failure) {
    let colors = palette(ui);
    let frame = Frame::new()
        .fill(colors.error.gamma_multiply(0.10))
        .stroke(Stroke::new(1.0, colors.error.gamma_multiply(0.5)))
        .corner_radius(8)
        .inner_margin(Margin::same(12));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            Icon::Error.show(ui, colors.error);
            ui.label(RichText::new(format!("Cannot open {}", failure.path.display())).color(colors.strong));
        });
        ui.add(Label::new(&failure.message).wrap());
        ui.add(
            Label::new(
                RichText::new("A pack is a folder with a pack.yaml, or a single YAML file; mend it or choose another")
                    .color(colors.weak),
            )
            .wrap(),
        );
    });
}

fn open(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    let command = &file::OPEN;
    ui.add_enabled_ui((command.applies)(workspace), |ui| {
        if widgets::main_button(ui, command.name).clicked() {
            actions.extend((command.action)(workspace));
        }
    });
    if workspace.in_dialog() {
        ui.weak("Waiting for the desktop's folder dialog");
    }
    ui.add_space(2.0 * GAP);
    let id = Id::unique("typed path");
    let mut path: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let width = ui.available_width() - 70.0;
        let field = ui
            .add(
                TextEdit::singleline(&mut path)
                    .id(id)
                    .hint_text("Or type the path of a folder or YAML file")
                    .desired_width(width),
            )
            .accessible_name("Path of a pack");
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let open = ui.add_enabled(!path.trim().is_empty(), egui::Button::new("Open")).clicked();
        if (open || enter) && !path.trim().is_empty() {
            actions.push(Action::Open(path.trim().into()));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, path));
}

fn recent(ui: &mut Ui, workspace: &Workspace, actions: &mut Actions) {
    if workspace.settings.recent.is_empty() {
        return;
    }
    ui.add_space(5.0 * GAP);
    widgets::section(ui, "OPENED LAST");
    for path in &workspace.settings.recent {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        ui.horizontal(|ui| {
            Icon::Open.show(ui, palette(ui).accent);
            if ui.link(name).clicked() {
                actions.push(Action::Open(path.clone()));
            }
            let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
            ui.add(Label::new(RichText::new(folder).text_style(TextStyle::Small).color(palette(ui).weak)).truncate());
        });
    }
}
