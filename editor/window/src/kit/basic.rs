//! Controls of egui in the look of this program: menus, drop-downs, folding headings, check boxes and radio buttons.

use egui::collapsing_header::{CollapsingHeader, CollapsingState};
use egui::containers::menu;
use egui::style::WidgetVisuals;
use egui::{Checkbox, ComboBox, IntoAtoms, Rect, Response, Style, Ui, Vec2, WidgetText};

use super::focus;
use super::icon::Icon;
use foeman_scene::theme::{self, GAP, ICON_SMALL, palette};

/// The style of menus: without borders, but with a ring around the entry with the focus.
pub fn menu_style(style: &mut Style) {
    let ring = style.visuals.widgets.active.bg_stroke;
    menu::menu_style(style);
    style.visuals.widgets.active.bg_stroke = ring;
}

/// Returns a drop-down.
pub fn combo(id: impl egui::AsIdSalt) -> ComboBox<'static> {
    ComboBox::from_id_salt(id).icon(|ui: &Ui, rect: Rect, visuals: &WidgetVisuals, _| {
        let place = Rect::from_center_size(rect.center(), Vec2::splat(ICON_SMALL));
        Icon::Opened.paint(ui.painter(), place, visuals.fg_stroke.color);
    })
}

/// Returns a heading that folds its content.
pub fn heading(text: impl Into<WidgetText>) -> CollapsingHeader {
    CollapsingHeader::new(text).icon(chevron)
}

fn chevron(ui: &mut Ui, openness: f32, response: &Response) {
    let icon = if openness > 0.5 { Icon::Opened } else { Icon::Closed };
    let color = ui.style().interact(response).fg_stroke.color;
    icon.paint(ui.painter(), Rect::from_center_size(response.rect.center(), Vec2::splat(ICON_SMALL)), color);
    focus::ring(ui, response.rect.expand(GAP / 2.0), response);
}

/// A heading of any content that has been drawn; its folding content follows.
pub struct Header<'ui> {
    state: CollapsingState,
    ui: &'ui mut Ui,
    row: Response,
}

/// Draws a heading of any content, with a chevron before it.
pub fn header(ui: &mut Ui, mut state: CollapsingState, content: impl FnOnce(&mut Ui)) -> Header<'_> {
    let row = ui.horizontal(|ui| {
        let between = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 0.0);
        state.show_toggle_button(ui, chevron);
        ui.spacing_mut().item_spacing.x = between;
        content(ui);
    });
    Header { state, row: row.response, ui }
}

impl Header<'_> {
    /// Opens or closes it.
    pub fn toggle(&mut self) {
        self.state.toggle(self.ui);
    }

    /// Draws its content while it is open.
    pub fn body(mut self, content: impl FnOnce(&mut Ui)) {
        self.state.show_body_indented(&self.row, self.ui, content);
    }
}

/// Draws a check box whose frame has a contrast of 3:1 with its background.
pub fn check_box<'a>(ui: &mut Ui, on: &'a mut bool, text: impl IntoAtoms<'a>) -> Response {
    framed(ui, |ui| ui.add(Checkbox::new(on, text)))
}

/// Draws a radio button whose frame has a contrast of 3:1 with its background.
pub fn radio<'a, T: PartialEq>(ui: &mut Ui, current: &mut T, value: T, text: impl IntoAtoms<'a>) -> Response {
    framed(ui, |ui| ui.radio_value(current, value, text))
}

fn framed(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> Response) -> Response {
    let color = theme::disabled(palette(ui));
    let fill = ui.visuals().text_edit_bg_color();
    let before = ui.visuals().widgets.inactive;
    let inactive = &mut ui.visuals_mut().widgets.inactive;
    (inactive.bg_stroke.color, inactive.bg_fill) = (color, fill);
    let response = add(ui);
    ui.visuals_mut().widgets.inactive = before;
    response
}
