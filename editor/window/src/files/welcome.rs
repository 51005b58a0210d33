//! The welcome screen, shown without a pack.

use std::path::{Path, PathBuf};

use egui::{
    Align, Frame, Id, Label, Layout, Margin, RichText, ScrollArea, Sense, Stroke, TextEdit, TextStyle, Ui, Vec2, vec2,
};

use super::action::BeginAction;
use super::commands as file;
use crate::files::Failure;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use foeman_base::template::{SAMPLES, TEMPLATES, Template};
use foeman_scene::theme::{GAP, palette};

/// The total width of the columns, in points.
const WIDTH: f32 = 860.0;
/// Below this width in points, there is only one column.
const NARROW: f32 = 720.0;
/// The time for which the check for existing packs is cached, in seconds.
const KNOWN: f64 = 2.0;

/// Draws the welcome screen.
pub fn ui(ui: &mut Ui, now: &Now<'_>, failure: Option<&Failure>, actions: &mut Actions) {
    let room = ui.available_size();
    let width = WIDTH.min(room.x - 8.0 * GAP);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space((room.y * 0.10).max(16.0));
            ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                head(ui);
                if let Some(failure) = failure {
                    failed(ui, failure);
                    ui.add_space(4.0 * GAP);
                }
                if width < NARROW {
                    begin(ui, actions);
                    ui.add_space(5.0 * GAP);
                    known(ui, now, actions);
                    ui.add_space(5.0 * GAP);
                    samples(ui, actions);
                } else {
                    ui.columns(2, |columns| {
                        // By default, columns would justify the text.
                        let left = Layout::top_down(Align::Min);
                        columns[0].with_layout(left, |ui| begin(ui, actions));
                        columns[1].with_layout(left, |ui| {
                            known(ui, now, actions);
                            ui.add_space(5.0 * GAP);
                            samples(ui, actions);
                        });
                    });
                }
            });
        });
    });
}

fn head(ui: &mut Ui) {
    let colors = palette(ui);
    emblem(ui);
    ui.add_space(2.0 * GAP);
    ui.label(RichText::new("Foeman").size(30.0).color(colors.strong));
    let about = "Create figures, items, maps and scenarios, and play them";
    ui.label(RichText::new(about).size(15.0).color(colors.weak));
    ui.add_space(5.0 * GAP);
}

/// Draws the templates for new packs.
fn begin(ui: &mut Ui, actions: &mut Actions) {
    widgets::section(ui, "NEW PACK");
    ui.add_space(GAP);
    for template in &TEMPLATES {
        card(ui, template, Icon::Add, || Action::Begin(BeginAction::Ask(template.id, None)), actions);
    }
}

fn samples(ui: &mut Ui, actions: &mut Actions) {
    widgets::section(ui, "SAMPLES");
    ui.add_space(GAP);
    for sample in &SAMPLES {
        card(ui, sample, Icon::Hex, || Action::Begin(BeginAction::Sample(sample.id)), actions);
    }
}

fn card(ui: &mut Ui, template: &Template, icon: Icon, action: impl FnOnce() -> Action, actions: &mut Actions) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        icon.show(ui, colors.accent);
        if ui.link(RichText::new(template.title).size(14.5)).clicked() {
            actions.push(action());
        }
    });
    ui.indent(("card", template.title), |ui| {
        ui.add(Label::new(RichText::new(template.about).color(colors.weak)).wrap());
    });
    ui.add_space(GAP);
}

/// Draws the buttons to open existing packs.
fn known(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    open(ui, now, actions);
    recent(ui, now.session, actions);
}

/// Draws three hexes, the logo of the window.
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
                RichText::new("A pack is a folder with a pack.yaml, or a single YAML file; fix it or choose another")
                    .color(colors.weak),
            )
            .wrap(),
        );
    });
}

fn open(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let command = &file::OPEN;
    ui.add_enabled_ui((command.applies)(now), |ui| {
        if widgets::main_button(ui, command.name).clicked() {
            actions.extend((command.action)(now));
        }
    });
    if now.choosing {
        ui.horizontal(|ui| {
            ui.weak("Waiting for the desktop's folder dialog");
            if ui.button("Choose here instead").clicked() {
                actions.push(Action::Begin(BeginAction::Here));
            }
        });
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

fn recent(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let packs = &session.settings.recent;
    if packs.is_empty() {
        return;
    }
    ui.add_space(5.0 * GAP);
    widgets::section(ui, "RECENT");
    let there = are_there(ui, packs);
    for (path, there) in packs.iter().zip(there) {
        pack(ui, path, there, actions);
    }
}

fn pack(ui: &mut Ui, path: &Path, there: bool, actions: &mut Actions) {
    let colors = palette(ui);
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    ui.horizontal(|ui| {
        if there {
            Icon::Open.show(ui, colors.accent);
            if ui.link(&name).clicked() {
                actions.push(Action::Open(path.to_owned()));
            }
        } else {
            Icon::Warning.show(ui, colors.warning);
            ui.label(RichText::new(&name).color(colors.weak)).on_hover_text(path.display().to_string());
            ui.label(RichText::new("gone").color(colors.warning));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::icon_button(ui, Icon::Close, &format!("Remove {name} from this list")).clicked() {
                actions.push(Action::Begin(BeginAction::Forget(path.to_owned())));
            }
            let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
            let text = RichText::new(&folder).text_style(TextStyle::Small).color(colors.weak);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(text).truncate()));
        });
    });
}

/// Returns which packs still exist. Checked only every few seconds, since file systems can be slow.
fn are_there(ui: &Ui, packs: &[PathBuf]) -> Vec<bool> {
    let (id, now) = (Id::unique("recent packs"), ui.input(|input| input.time));
    let kept: Option<(f64, Vec<bool>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, there)) = kept.filter(|(since, there)| now - since < KNOWN && there.len() == packs.len()) {
        return there;
    }
    let there: Vec<bool> = packs.iter().map(|path| path.exists()).collect();
    ui.data_mut(|data| data.insert_temp(id, (now, there.clone())));
    there
}
