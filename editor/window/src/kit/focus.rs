//! The keyboard focus of a whole pane, which F6 moves from pane to pane.

use egui::{Context, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use foeman_scene::theme::{LINE, RING, ROUND, ROUND_SMALL, palette};

fn kept() -> Id {
    Id::unique("pane with the focus")
}

/// Draws the target of the focus before the controls of a pane, so that the next Tab reaches the first of them.
pub fn target(ui: &Ui, id: Id, rect: Rect, title: &str, wanted: bool) -> Response {
    ui.data_mut(|data| data.insert_temp(kept(), id));
    let response = ui.interact(rect, id, Sense::focusable_noninteractive());
    let name = format!("{title}: press Tab for its controls");
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
    if wanted {
        response.request_focus();
    }
    if response.has_focus() {
        // The arrow keys belong to the pane.
        let filter = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    response
}

/// Draws the ring around a control with the focus.
pub fn ring(ui: &Ui, rect: Rect, control: &Response) {
    if control.has_focus() {
        let stroke = Stroke::new(RING, palette(ui).accent);
        ui.painter().rect_stroke(rect, ROUND, stroke, StrokeKind::Inside);
    }
}

/// Returns the border of a card: the focus ring, or a line that is coloured if the card is chosen or under the pointer.
pub fn border(ui: &Ui, card: &Response, is_chosen: bool) -> Stroke {
    let colors = palette(ui);
    match (card.has_focus(), is_chosen || card.hovered()) {
        (true, _) => Stroke::new(RING, colors.accent),
        (false, true) => Stroke::new(LINE, colors.accent),
        (false, false) => Stroke::new(LINE, colors.outline),
    }
}

/// Draws the frame of a pane with the focus, over its content.
pub fn frame(ui: &Ui, target: &Response) {
    if target.has_focus() {
        let stroke = Stroke::new(RING, palette(ui).accent);
        ui.painter().rect_stroke(target.rect.shrink(1.0), ROUND_SMALL, stroke, StrokeKind::Inside);
    }
}

/// Whether no control has the focus, but at most a whole pane.
pub fn is_free(ctx: &Context) -> bool {
    let pane: Option<Id> = ctx.data(|data| data.get_temp(kept()));
    ctx.memory(|memory| memory.focused()).is_none_or(|focused| Some(focused) == pane)
}
