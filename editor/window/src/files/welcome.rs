//! The welcome screen, shown without a pack.

use std::path::{Path, PathBuf};

use egui::{
    Align, Frame, Id, Label, Layout, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit,
    TextStyle, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::action::BeginAction;
use super::commands as file;
use crate::files::Failure;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::overview::{ClosedPack, picture};
use crate::shell::action::{Action, Actions};
use crate::shell::commands::Command;
use crate::shell::session::{Now, Session};
use foeman_base::template::SAMPLES;
use foeman_scene::theme::{self, GAP, LINE, ROUND, ROUND_LARGE, ROW, alpha, margin, palette};

/// The maximum width of the content, in points.
const WIDTH: f32 = 900.0;
/// The minimum width and the height of a card, in points.
const CARD: Vec2 = vec2(200.0, 176.0);
/// The height of its picture, in points.
const PICTURE: f32 = 100.0;
/// The time for which the check for existing packs is cached, in seconds.
const KNOWN: f64 = 2.0;

/// Draws the welcome screen.
pub fn ui(ui: &mut Ui, now: &Now<'_>, failure: Option<&Failure>, actions: &mut Actions) {
    let room = ui.available_size();
    let width = WIDTH.min(room.x - 8.0 * GAP);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space((room.y * 0.06).max(4.0 * GAP));
            ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                head(ui);
                if let Some(failure) = failure {
                    failed(ui, failure);
                    ui.add_space(4.0 * GAP);
                }
                begin(ui, now, actions);
                ui.add_space(5.0 * GAP);
                recent(ui, now.session, actions);
                ui.add_space(4.0 * GAP);
                samples(ui, now.session, actions);
                ui.add_space(4.0 * GAP);
            });
        });
    });
}

fn head(ui: &mut Ui) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * GAP;
        emblem(ui);
        ui.vertical(|ui| {
            ui.label(RichText::new("Foeman").text_style(theme::title()).color(colors.strong));
            let about = "Create figures, items, maps and scenarios, and play them";
            ui.add(Label::new(RichText::new(about).color(colors.weak)).wrap());
        });
    });
    ui.add_space(5.0 * GAP);
}

/// Draws the buttons for new and existing packs.
fn begin(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let (new, open) = (&file::NEW, &file::OPEN);
    let hint = |ui: &Ui, command: &Command| command.shown_keys(ui.ctx(), now.session).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        if widgets::main_button(ui, new.name).on_hover_text(hint(ui, new)).clicked() {
            actions.extend((new.action)(now));
        }
        ui.add_enabled_ui((open.applies)(now), |ui| {
            ui.spacing_mut().button_padding = vec2(4.0 * GAP, 1.5 * GAP);
            if ui.button(open.name).on_hover_text(hint(ui, open)).clicked() {
                actions.extend((open.action)(now));
            }
        });
        path(ui, actions);
    });
    if now.choosing {
        ui.horizontal(|ui| {
            ui.weak("Waiting for the desktop's folder dialog");
            if ui.button("Choose here instead").clicked() {
                actions.push(Action::Begin(BeginAction::Here));
            }
        });
    }
}

/// Draws a field to open a path.
fn path(ui: &mut Ui, actions: &mut Actions) {
    let id = Id::unique("typed path");
    let mut path: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let width = (ui.available_width() - 64.0).max(60.0);
    let field = TextEdit::singleline(&mut path).id(id).hint_text("Or type the path of a folder or YAML file");
    let field = ui.add(field.desired_width(width)).accessible_name("Path of a pack");
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let open = ui.add_enabled(!path.trim().is_empty(), egui::Button::new("Open")).clicked();
    if (open || enter) && !path.trim().is_empty() {
        actions.push(Action::Open(path.trim().into()));
    }
    ui.data_mut(|data| data.insert_temp(id, path));
}

fn samples(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    widgets::section(ui, "SAMPLES");
    ui.add_space(GAP);
    cards(ui, SAMPLES.len(), |ui, at, rect| {
        let sample = &SAMPLES[at];
        let pack = ClosedPack::Shipped(sample.id);
        if card(ui, session, rect, &pack, [sample.title, sample.about]).clicked() {
            actions.push(Action::Begin(BeginAction::Sample(sample.id)));
        }
    });
}

/// Lays out cards in rows.
fn cards(ui: &mut Ui, count: usize, mut card: impl FnMut(&mut Ui, usize, Rect)) {
    let apart = 3.0 * GAP;
    let width = ui.available_width();
    let columns = (((width + apart) / (CARD.x + apart)).floor().max(1.0)) as usize;
    let size = vec2((width + apart) / columns as f32 - apart, CARD.y);
    for row in 0..count.div_ceil(columns) {
        let (whole, _) = ui.allocate_exact_size(vec2(width, size.y), Sense::hover());
        for at in row * columns..count.min((row + 1) * columns) {
            let left = whole.left() + (at - row * columns) as f32 * (size.x + apart);
            card(ui, at, Rect::from_min_size(pos2(left, whole.top()), size));
        }
        ui.add_space(apart);
    }
}

/// Draws a card with the picture, the name and a description of a pack.
fn card(ui: &mut Ui, session: &Session, rect: Rect, pack: &ClosedPack, [name, about]: [&str; 2]) -> Response {
    let colors = palette(ui);
    let response = ui.interact(rect, Id::unique(("pack card", pack)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let fill = if response.hovered() { colors.hover } else { colors.panel };
    ui.painter().rect(rect, ROUND_LARGE, fill, focus::border(ui, &response, false), StrokeKind::Inside);
    let inner = rect.shrink(2.0 * GAP);
    let place = Rect::from_min_size(inner.min, vec2(inner.width(), PICTURE));
    picture(ui, session.registry(), pack, place);
    let title = widgets::one_line(ui, name, TextStyle::Body, colors.strong, inner.width());
    let at = place.left_bottom() + vec2(0.0, GAP);
    let below = at.y + title.size().y;
    let elided = title.elided;
    ui.painter().galley(at, title, colors.strong);
    let small = TextStyle::Small.resolve(ui.style());
    let mut job = egui::text::LayoutJob::simple(about.to_owned(), small, colors.weak, inner.width());
    job.wrap.max_rows = 2;
    let about_galley = ui.painter().layout_job(job);
    let elided = elided || about_galley.elided;
    ui.painter().galley(pos2(inner.left(), below), about_galley, colors.weak);
    if elided { response.on_hover_text(format!("{name}\n{about}")) } else { response }
}

/// Draws three hexes, the logo of the window.
fn emblem(ui: &mut Ui) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(74.0, 56.0), Sense::hover());
    let at = |x: f32, y: f32| rect.min + vec2(x, y);
    for (center, color) in [
        (at(18.0, 18.0), colors.accent),
        (at(18.0, 44.0), colors.outline),
        (at(40.5, 31.0), colors.accent.gamma_multiply(alpha::HALF)),
    ] {
        let points =
            (0..6).map(|n| center + Vec2::angled(std::f32::consts::TAU * f32::from(n as u8) / 6.0) * 14.2).collect();
        ui.painter().add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
    }
}

fn failed(ui: &mut Ui, failure: &Failure) {
    let colors = palette(ui);
    let frame = Frame::new()
        .fill(colors.error.gamma_multiply(alpha::FAINT))
        .stroke(Stroke::new(LINE, colors.error.gamma_multiply(alpha::HALF)))
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin::CARD);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            Icon::Error.show(ui, colors.error);
            ui.label(RichText::new(format!("Cannot open {}", failure.path.display())).color(colors.strong));
        });
        ui.add(Label::new(&failure.message).wrap());
        let remedy = match super::is_turn(&failure.path) {
            true => "The battle is not as it was handed over to you; ask for the file again",
            false => "A pack is a folder with a pack.yaml, or a single YAML file; fix it or choose another",
        };
        ui.add(Label::new(RichText::new(remedy).color(colors.weak)).wrap());
    });
}

fn recent(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let packs = &session.settings.recent;
    widgets::section(ui, "RECENT");
    ui.add_space(GAP);
    if packs.is_empty() {
        let text = "Packs that you create or open appear here. Start with a sample below, or with a new pack.";
        ui.add(Label::new(RichText::new(text).color(palette(ui).weak)).wrap());
        return;
    }
    let there = are_there(ui, packs);
    cards(ui, packs.len(), |ui, at, rect| {
        if there.get(at).is_some_and(|there| *there) {
            let (name, folder) = names(&packs[at]);
            let pack = ClosedPack::At(packs[at].clone());
            if card(ui, session, rect, &pack, [&name, &folder]).accessible_name(format!("Open {name}")).clicked() {
                actions.push(Action::Open(packs[at].clone()));
            }
        } else {
            gone(ui, rect, &packs[at]);
        }
        forget(ui, rect, &packs[at], actions);
    });
}

/// Returns the name of a pack and the folder that contains it.
fn names(path: &Path) -> (String, String) {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    (name, path.parent().map(|folder| folder.display().to_string()).unwrap_or_default())
}

/// Draws the card of a pack that does not exist any more.
fn gone(ui: &mut Ui, rect: Rect, path: &Path) {
    let colors = palette(ui);
    ui.painter().rect(rect, ROUND_LARGE, colors.panel, Stroke::new(LINE, colors.line), StrokeKind::Inside);
    let builder = UiBuilder::new().max_rect(rect.shrink(2.0 * GAP)).layout(Layout::top_down(Align::Min));
    let mut ui = ui.new_child(builder);
    ui.horizontal(|ui| {
        Icon::Warning.show(ui, colors.warning);
        ui.label(RichText::new("gone").color(colors.warning));
    });
    let (name, folder) = names(path);
    ui.add(Label::new(RichText::new(name).color(colors.weak)).truncate());
    ui.add(Label::new(RichText::new(folder).small().color(colors.weak)).truncate());
}

/// Draws the button that removes a pack from the list.
fn forget(ui: &mut Ui, rect: Rect, path: &Path, actions: &mut Actions) {
    let place = Rect::from_min_size(rect.right_top() + vec2(-ROW - GAP, GAP), Vec2::splat(ROW));
    ui.painter().rect_filled(place, ROUND, palette(ui).panel);
    let builder = UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center));
    let mut ui = ui.new_child(builder);
    if widgets::icon_button(&mut ui, Icon::Close, &format!("Remove {} from this list", names(path).0)).clicked() {
        actions.push(Action::Begin(BeginAction::Forget(path.to_owned())));
    }
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
