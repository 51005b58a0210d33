//! Skips the layout of form rows outside the viewport, and reserves their space.

use egui::{Align, Id, Pos2, Rect, Ui, Vec2, WidgetRect};

use super::{Form, Spot};
use foeman_scene::theme::ROW;

/// Whether all rows are laid out: for screen readers, and while the keyboard or a drag is active in this form, because
/// the focus can move to rows outside the viewport.
pub(crate) fn is_wanted(ui: &Ui) -> bool {
    let ctx = ui.ctx();
    let aloud = ctx.has_accesskit_node(egui::accesskit_root_id());
    aloud || ui.is_sizing_pass() || focused(ui).is_some() || ctx.dragged_id().is_some_and(|id| within(ui, id).is_some())
}

/// Scrolls to the focused widget when the focus moves.
pub(crate) fn follow_focus(ui: &Ui) {
    let id = Id::unique("followed focus");
    let now = focused(ui);
    let before: Option<Id> = ui.data(|data| data.get_temp(id)).flatten();
    ui.data_mut(|data| data.insert_temp(id, now.map(|widget| widget.id)));
    let gone_to = now.filter(|widget| before != Some(widget.id));
    if let Some(widget) = gone_to.filter(|widget| !ui.clip_rect().contains(widget.rect.center())) {
        ui.scroll_to_rect(widget.rect, Some(Align::Center));
    }
}

fn focused(ui: &Ui) -> Option<WidgetRect> {
    within(ui, ui.memory(|memory| memory.focused())?)
}

/// Returns a widget of this form, judging by its position; it may be outside the viewport.
fn within(ui: &Ui, id: Id) -> Option<WidgetRect> {
    let columns = ui.max_rect().x_range();
    let widget = ui.ctx().viewport(|state| {
        let passes = [&state.this_pass, &state.prev_pass];
        passes.into_iter().find_map(|pass| pass.widgets.get(id).copied())
    })?;
    (widget.layer_id == ui.layer_id() && columns.contains(widget.rect.center().x)).then_some(widget)
}

/// Draws a value. If it is outside the viewport and not to be revealed, only reserves its last known space.
pub(crate) fn unless<'a>(ui: &mut Ui, form: &mut Form<'a>, spot: &Spot<'_>, draw: impl FnOnce(&mut Ui, &mut Form<'a>)) {
    let id = spot.id().with("room");
    let corner = ui.cursor().min;
    let width = form.right - corner.x;
    let kept: Option<(f32, Room)> = ui.data(|data| data.get_temp(id));
    if let Some((_, room)) = kept.filter(|(before, _)| *before == width && may_hide(form, spot))
        && !ui.clip_rect().expand(ROW).intersects(Rect::from_min_size(corner, room.size))
    {
        ui.allocate_space(room.size);
        return room.end(ui, corner);
    }
    let drawn = ui.scope(|ui| {
        draw(ui, form);
        ui.cursor().top() - corner.y
    });
    let room = Room { size: drawn.response.rect.size(), next: drawn.inner };
    room.end(ui, corner);
    ui.data_mut(|data| data.insert_temp(id, (width, room)));
}

/// The space taken by a value.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// Its size, in points.
    size: Vec2,
    /// The offset from its top to the top of the next value.
    next: f32,
}

impl Room {
    /// Moves the cursor to the position of the next value.
    fn end(self, ui: &mut Ui, corner: Pos2) {
        ui.add_space(corner.y + self.next - ui.cursor().top());
    }
}

fn may_hide(form: &Form<'_>, spot: &Spot<'_>) -> bool {
    let sought = form.reveal.is_some_and(|reveal| reveal.parts().starts_with(spot.pointer.parts()));
    !form.whole && !form.focus_first && !sought
}
