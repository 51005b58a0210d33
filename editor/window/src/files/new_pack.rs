//! The new-pack dialog.

use egui::{
    Align, Id, Key, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::action::BeginAction;
use super::new::NewPack;
use crate::kit::focus;
use crate::kit::widgets;
use crate::overview::{ClosedPack, picture};
use crate::pack::index::capitalised;
use crate::shell::action::{Action, Actions, Answer};
use crate::shell::session::Session;
use foeman_base::template::{TEMPLATES, Template};
use foeman_scene::theme::{GAP, ROUND, palette};

/// The maximum width of the dialog, in points.
const WIDTH: f32 = 560.0;
/// The size of a template's picture, in points.
const PICTURE: egui::Vec2 = vec2(64.0, 44.0);
/// The width of the field of the id, in points.
const ID: f32 = 180.0;
/// The height of everything except the templates, in points.
const FRAME: f32 = 340.0;

/// Draws the dialog.
pub fn ui(ui: &mut Ui, session: &Session, new: &NewPack, actions: &mut Actions) {
    let room = ui.ctx().content_rect();
    let shown = widgets::modal(ui, "new pack").show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(room.width() - 80.0));
        ui.label(widgets::styled("New pack", TextStyle::Heading, palette(ui).strong));
        ui.add_space(2.0 * GAP);
        let mut enter = names(ui, new, actions);
        ui.add_space(2.0 * GAP);
        ui.label(RichText::new("Template").color(palette(ui).weak));
        ScrollArea::vertical().max_height((room.height() - FRAME).max(100.0)).show(ui, |ui| {
            for template in &TEMPLATES {
                choice(ui, session, template, new.template == template.id, actions);
            }
        });
        ui.add_space(2.0 * GAP);
        enter |= folder(ui, new, actions);
        outcome(ui, new, actions);
        ui.add_space(3.0 * GAP);
        buttons(ui, new, enter, actions);
    });
    if shown.should_close() || ui.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(Action::Answer(Answer::Cancel));
    }
}

/// Draws the fields of title and id. Returns whether Enter was pressed in one.
fn names(ui: &mut Ui, new: &NewPack, actions: &mut Actions) -> bool {
    let weak = palette(ui).weak;
    let (mut title, mut id) = (new.title.clone(), new.id.clone());
    let width = ui.available_width() - ID - 2.0 * GAP;
    let mut enter = false;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.label(RichText::new("Title").color(weak));
            let field = TextEdit::singleline(&mut title).id(Id::unique("title of the new pack"));
            let field = field.hint_text(new.default_title()).desired_width(width);
            let field = ui.add(field).accessible_name("Title of the new pack");
            if ui.memory(|memory| memory.focused().is_none()) && !pressed_enter(ui) {
                field.request_focus();
            }
            enter |= field.lost_focus() && pressed_enter(ui);
            if field.changed() {
                actions.push(Action::Begin(BeginAction::Title(title)));
            }
        });
        ui.vertical(|ui| {
            ui.label(RichText::new("Id").color(weak));
            let field = TextEdit::singleline(&mut id).font(TextStyle::Monospace).desired_width(ID);
            let field = ui.add(field).accessible_name("Id of the new pack");
            enter |= field.lost_focus() && pressed_enter(ui);
            if field.changed() {
                actions.push(Action::Begin(BeginAction::Id(id)));
            }
        });
    });
    enter
}

fn pressed_enter(ui: &Ui) -> bool {
    ui.input(|input| input.key_pressed(Key::Enter))
}

fn choice(ui: &mut Ui, session: &Session, template: &'static Template, chosen: bool, actions: &mut Actions) {
    let colors = palette(ui);
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), PICTURE.y + 2.0 * GAP), Sense::click());
    row.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, template.title));
    let fill = match (chosen, row.hovered()) {
        (true, _) => colors.selected,
        (false, true) => colors.hover,
        (false, false) => colors.surface,
    };
    ui.painter().rect_filled(rect, ROUND, fill);
    focus::ring(ui, rect, &row);
    let rect = rect.shrink(GAP);
    let place = Rect::from_min_size(rect.min, PICTURE);
    picture(ui, session.registry(), &ClosedPack::Shipped(template.id), place);
    let place = Rect::from_min_max(place.right_top() + vec2(2.0 * GAP, 0.0), rect.max);
    let builder = UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min));
    let mut text = ui.new_child(builder);
    text.spacing_mut().item_spacing.y = 0.0;
    let title = widgets::one_line(&text, template.title, TextStyle::Body, colors.strong, place.width());
    text.painter().galley(place.min, title.clone(), colors.strong);
    text.add_space(title.size().y);
    let about = RichText::new(template.about).small().color(if chosen { colors.text } else { colors.weak });
    text.add(Label::new(about).wrap().selectable(false));
    if row.clicked() {
        actions.push(Action::Begin(BeginAction::Template(template.id)));
    }
}

/// Draws the field of the folder. Returns whether Enter was pressed in it.
fn folder(ui: &mut Ui, new: &NewPack, actions: &mut Actions) -> bool {
    let mut folder = new.folder.clone();
    ui.label(RichText::new("Folder").color(palette(ui).weak));
    let mut enter = false;
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut folder).desired_width(ui.available_width() - 90.0);
        let field = ui.add(field).accessible_name("Folder of the new pack");
        enter = field.lost_focus() && pressed_enter(ui);
        if field.changed() {
            actions.push(Action::Begin(BeginAction::Folder(folder)));
        }
        if ui.button("Browse…").clicked() {
            actions.push(Action::Begin(BeginAction::ChooseFolder));
        }
    });
    enter
}

/// Draws the problem with a remedy, or the folder that will be created.
fn outcome(ui: &mut Ui, new: &NewPack, actions: &mut Actions) {
    let colors = palette(ui);
    let (text, color) = match &new.problem {
        Some(problem) => (capitalised(problem), colors.error),
        None => (format!("It will be created in {}", new.path().display()), colors.weak),
    };
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
    if let Some(folder) = &new.instead
        && ui.add(egui::Button::new(format!("Use {folder}")).wrap()).clicked()
    {
        actions.push(Action::Begin(BeginAction::Folder(folder.clone())));
    }
}

fn buttons(ui: &mut Ui, new: &NewPack, enter: bool, actions: &mut Actions) {
    ui.horizontal(|ui| {
        let ready = new.problem.is_none();
        let button = ui.add_enabled_ui(ready, |ui| widgets::main_button(ui, "Create pack")).inner;
        if ready && (button.clicked() || enter) {
            actions.push(Action::Begin(BeginAction::Make));
        }
        if ui.button("Cancel").clicked() {
            actions.push(Action::Answer(Answer::Cancel));
        }
    });
}
