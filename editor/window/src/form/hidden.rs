//! What is scrolled out of sight: its room is kept, and the work of drawing it is not done.

use egui::{Align, Id, Pos2, Rect, Ui, Vec2, WidgetRect};

use super::{Form, Spot};
use foeman_scene::theme::ROW;

/// Whether values out of sight are drawn nonetheless: for those who have the window read to them, and while the
/// keyboard or the pointer is at work in this form, which may go on to what nobody sees yet.
pub(super) fn is_wanted(ui: &Ui) -> bool {
    let ctx = ui.ctx();
    let aloud = ctx.has_accesskit_node(egui::accesskit_root_id());
    aloud || ui.is_sizing_pass() || focused(ui).is_some() || ctx.dragged_id().is_some_and(|id| within(ui, id).is_some())
}

/// Brings into view what the keyboard has gone on to.
pub(super) fn follow_focus(ui: &Ui) {
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

/// A part of this form, as far as its place tells; it may be out of sight.
fn within(ui: &Ui, id: Id) -> Option<WidgetRect> {
    let columns = ui.max_rect().x_range();
    let widget = ui.ctx().viewport(|state| {
        let passes = [&state.this_pass, &state.prev_pass];
        passes.into_iter().find_map(|pass| pass.widgets.get(id).copied())
    })?;
    (widget.layer_id == ui.layer_id() && columns.contains(widget.rect.center().x)).then_some(widget)
}

/// Draws a value, or leaves the room it last took while it is out of sight and not to be brought into it.
pub(super) fn unless<'a>(ui: &mut Ui, form: &mut Form<'a>, spot: &Spot<'_>, draw: impl FnOnce(&mut Ui, &mut Form<'a>)) {
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

/// What a value takes of its pane.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// Its size, in points.
    size: Vec2,
    /// How far below its top the next one begins.
    next: f32,
}

impl Room {
    /// Goes on where the next value stands, whatever space this one ended with.
    fn end(self, ui: &mut Ui, corner: Pos2) {
        ui.add_space(corner.y + self.next - ui.cursor().top());
    }
}

fn may_hide(form: &Form<'_>, spot: &Spot<'_>) -> bool {
    let sought = form.reveal.is_some_and(|reveal| reveal.parts().starts_with(spot.pointer.parts()));
    !form.whole && !form.focus_first && !sought
}
