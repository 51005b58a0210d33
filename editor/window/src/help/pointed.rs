//! Context help: finds the topic for the focused control, or else for the control under the pointer.
//!
//! While drawing, each control with help calls [`mark`]. For nested controls the innermost wins, because it finishes
//! drawing first.

use egui::{Context, Id, Pos2, Rect};

use super::view::Topic;

/// The topics marked in the frame with this number.
#[derive(Clone, Debug, Default)]
struct Pointed {
    frame: u64,
    focus: Option<Pos2>,
    focused: Option<Topic>,
    hovered: Option<Topic>,
}

/// Registers the help topic of an area of the window.
pub fn mark(ctx: &Context, rect: Rect, topic: impl Fn() -> Topic) {
    let id = Id::unique("pointed at");
    let frame = ctx.cumulative_frame_nr();
    let mut now: Pointed = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    if now.frame != frame {
        let focused = ctx.memory(|memory| memory.focused());
        let focus = focused.and_then(|id| ctx.read_response(id)).map(|response| response.rect.center());
        now = Pointed { frame, focus, ..Pointed::default() };
    }
    let pointer = ctx.pointer_latest_pos();
    if now.focused.is_none() && now.focus.is_some_and(|focus| rect.contains(focus)) {
        now.focused = Some(topic());
    }
    if now.hovered.is_none() && pointer.is_some_and(|pointer| rect.contains(pointer)) {
        now.hovered = Some(topic());
    }
    ctx.data_mut(|data| data.insert_temp(id, now));
}

/// Registers the help topic of an open popup, which replaces all others in this frame.
pub fn mark_popup(ctx: &Context, topic: Topic) {
    mark(ctx, Rect::NOTHING, Topic::default);
    let id = Id::unique("pointed at");
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Pointed>(id).focused = Some(topic));
}

/// Returns the topic of the focused control, or else of the control under the pointer.
pub fn topic(ctx: &Context) -> Option<Topic> {
    let pointed: Pointed = ctx.data(|data| data.get_temp(Id::unique("pointed at")))?;
    let fresh = ctx.cumulative_frame_nr().saturating_sub(pointed.frame) <= 1;
    pointed.focused.or(pointed.hovered).filter(|_| fresh)
}
