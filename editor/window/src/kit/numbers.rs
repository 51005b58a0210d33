//! Number fields: the first click on one selects its number, so that typing replaces it. Another click places the cursor.

use egui::output::OutputEvent;
use egui::text::{CCursor, CCursorRange};
use egui::widgets::text_edit::TextEditState;
use egui::{Context, Id, Role, WidgetInfo};

/// The field with the focus.
#[derive(Clone, Copy)]
struct Focused {
    id: Id,
    /// Whether a number field has been clicked since it got the focus. egui selects the number only when a click gives
    /// the field the focus, but dialogs focus their first field, which is then clicked.
    is_clicked: bool,
}

/// Selects the number in a field that was focused without a click and is clicked in this frame. Called after drawing.
pub fn select_clicked(ctx: &Context) {
    let kept = Id::unique("focused field");
    let before: Option<Focused> = ctx.data(|data| data.get_temp(kept));
    let Some(id) = ctx.memory(|memory| memory.focused()) else {
        return ctx.data_mut(|data| data.remove::<Focused>(kept));
    };
    let (is_clicked, length) = ctx.output(|output| {
        let is_number = |info: &WidgetInfo| info.role == Role::SpinButton;
        let is_click = |event: &OutputEvent| matches!(event, OutputEvent::Clicked(info) if is_number(info));
        let mut texts = output.events.iter().filter_map(|event| event.widget_info().current_text_value.as_ref());
        (output.events.iter().any(is_click), texts.next_back().map_or(0, |text| text.chars().count()))
    });
    let before = before.filter(|before| before.id == id);
    if is_clicked && before.is_some_and(|before| !before.is_clicked) {
        select(ctx, id, length);
    }
    let is_clicked = is_clicked || before.is_some_and(|before| before.is_clicked);
    ctx.data_mut(|data| data.insert_temp(kept, Focused { id, is_clicked }));
}

/// Selects the first `length` characters of a number field.
pub fn select(ctx: &Context, field: Id, length: usize) {
    let Some(mut state) = TextEditState::load(ctx, field) else { return };
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(length))));
    state.store(ctx, field);
}
