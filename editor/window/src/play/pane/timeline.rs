//! The timeline: the current position in the battle, its events, and navigation to any entry.

use std::sync::Arc;

use egui::{
    Align, Color32, EventFilter, Frame, Id, Key, Layout, Modifiers, Painter, Panel, Rect, RichText, Role, Sense, Shape,
    Stroke, TextEdit, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use foeman_engine::game::{Moment, MomentKind, Told};

use super::{branches, controls};
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::commands as play;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{GAP, LINE, RING, ROUND_SMALL, ROW, margin, palette};

/// The height of the row, in points.
pub(crate) const HEIGHT: f32 = 26.0;
/// The distance of the line from the top, in points.
const MIDDLE: f32 = 15.0;
/// The distance of marks of events from the line, in points.
const BELOW: f32 = 5.0;
/// The width for the current position as text, in points.
const WORDS: f32 = 110.0;
/// The minimum pane width for the current position as text, in points.
const TOLD: f32 = 420.0;
/// The maximum share of the row for the tabs of branches.
const TABS: f32 = 0.4;
/// The minimum distance between marks for them to be drawn, in points.
const APART: f32 = 5.0;
/// The minimum distance between rounds for each to have its number, in points.
const NUMBERED: f32 = 20.0;

/// Draws the timeline. Its space is reserved from the start, so that the layout does not change during the battle.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let last = battle.game().entries() + battle.game().ahead();
    let frame = Frame::new().fill(palette(ui).panel).inner_margin(margin::BAR);
    Panel::bottom("timeline").frame(frame).exact_size(HEIGHT).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = GAP / 2.0;
            let width = ui.available_width();
            controls::command(ui, now, &play::BOOKMARK, actions);
            branches::tabs(ui, battle, width * TABS, actions);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                controls::command(ui, now, &play::FORWARD_TO_END, actions);
                controls::command(ui, now, &play::FORWARD, actions);
                if width >= TOLD {
                    let words = format!("Entry {} of {last}", battle.game().entries());
                    let galley = widgets::one_line(ui, &words, TextStyle::Small, palette(ui).weak, WORDS);
                    ui.label(galley);
                }
                track(ui, battle, last, actions);
            });
        });
    });
}

/// The transform from entries to the screen.
struct Scale {
    rect: Rect,
    last: usize,
}

impl Scale {
    /// Returns the x coordinate of a number of entries.
    fn x(&self, entries: usize) -> f32 {
        let share = entries.saturating_sub(1) as f32 / (self.last - 1).max(1) as f32;
        self.rect.left() + self.rect.width() * share
    }

    /// Returns the number of entries nearest to an x coordinate.
    fn entries(&self, x: f32) -> usize {
        let share = ((x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        1 + (share * (self.last - 1) as f32).round() as usize
    }

    /// Returns the distance in points between `count` evenly spaced things.
    fn between(&self, count: usize) -> f32 {
        self.rect.width() / count.max(1) as f32
    }
}

fn track(ui: &mut Ui, battle: &Battle, last: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let now = battle.game().entries();
    let (rect, mut response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let scale = Scale { rect: rect.shrink2(vec2(8.0, 0.0)), last };
    response.widget_info(|| WidgetInfo::slider(true, now as f64, format!("Timeline, {last} entries")));
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
        response.request_focus();
        let wanted = scale.entries(at.x);
        if wanted != now {
            actions.push(Action::Play(PlayAction::GoTo(wanted)));
        }
    }
    keyboard(ui, battle, &response, (now, last), actions);
    let painter = ui.painter_at(rect.expand(1.0));
    let middle = rect.top() + MIDDLE;
    let line = |from: f32, to: f32, color: Color32| {
        painter.line_segment([pos2(from, middle), pos2(to, middle)], Stroke::new(GAP, color));
    };
    line(scale.rect.left(), scale.rect.right(), colors.outline);
    line(scale.rect.left(), scale.x(now), colors.accent);
    let moments = &battle.seen().moments;
    marks(ui, &painter, &scale, moments, middle);
    falls(ui, battle, &scale, actions);
    events(ui, battle, &scale, actions);
    for (_, parts) in battle.branches().names() {
        if let Some(parts) = parts.filter(|parts| *parts <= last) {
            let x = scale.x(parts);
            let fork = [pos2(x, middle), pos2(x + 5.0, middle + 8.0)];
            painter.line_segment(fork, Stroke::new(RING, colors.info));
        }
    }
    for bookmark in battle.bookmarks().all().iter().filter(|bookmark| bookmark.entries <= last) {
        let x = scale.x(bookmark.entries);
        let flag =
            vec![pos2(x, middle - 2.0), pos2(x, middle - 15.0), pos2(x + 8.0, middle - 11.0), pos2(x, middle - 7.0)];
        painter.add(Shape::convex_polygon(flag, colors.accent, Stroke::new(LINE, colors.strong)));
    }
    let handle = pos2(scale.x(now), middle);
    let ring = if response.hovered() { colors.strong } else { colors.surface };
    painter.circle(handle, 5.5, colors.accent, Stroke::new(RING, ring));
    focus::ring(ui, rect, &response);
    if let Some(at) = response.hover_pos() {
        let entries = scale.entries(at.x);
        response = response.on_hover_text_at_pointer(told(battle, entries, &scale));
    }
    drop(response);
}

/// Draws the events: rounds as lines, losses as crosses, the rest as small marks if there is space.
fn marks(ui: &Ui, painter: &Painter, scale: &Scale, moments: &[Moment], middle: f32) {
    let colors = palette(ui);
    let count = |kind: MomentKind| moments.iter().filter(|moment| moment.kind == kind).count();
    let deeds = scale.between(count(MomentKind::Deed)) >= APART;
    let rounds = scale.between(count(MomentKind::Round));
    let top = middle - MIDDLE;
    let every = (NUMBERED / rounds).ceil().max(1.0) as u32;
    for moment in moments {
        let x = scale.x(moment.entry + 1);
        let upright = |up: f32, down: f32, stroke: Stroke| {
            painter.line_segment([pos2(x, middle - up), pos2(x, middle + down)], stroke);
        };
        match moment.kind {
            MomentKind::Deed if deeds => upright(0.0, 5.0, Stroke::new(LINE, colors.outline)),
            MomentKind::Deed => {}
            MomentKind::Round if (moment.round - 1).is_multiple_of(every) => {
                upright(6.0, 6.0, Stroke::new(LINE, colors.weak));
                let text = widgets::one_line(ui, &moment.round.to_string(), TextStyle::Small, colors.weak, 40.0);
                painter.galley(pos2(x + 2.0, top), text, colors.weak);
            }
            MomentKind::Round => {}
            MomentKind::Unlikely => {
                let at = pos2(x, middle + BELOW);
                let corners = [vec2(0.0, -3.5), vec2(3.5, 0.0), vec2(0.0, 3.5), vec2(-3.5, 0.0)];
                let diamond = corners.iter().map(|corner| at + *corner).collect();
                painter.add(Shape::convex_polygon(diamond, colors.warning, Stroke::NONE));
            }
            MomentKind::Amended => {
                painter.rect_filled(
                    Rect::from_center_size(pos2(x, middle + BELOW), vec2(6.0, 6.0)),
                    ROUND_SMALL,
                    colors.info,
                );
            }
            MomentKind::Scripted => {
                let at = pos2(x, middle - BELOW);
                let corners = [vec2(-3.5, -3.0), vec2(3.5, -3.0), vec2(0.0, 3.5)];
                let triangle = corners.iter().map(|corner| at + *corner).collect();
                painter.add(Shape::convex_polygon(triangle, colors.info, Stroke::NONE));
            }
            MomentKind::Lost(_) => {
                let at = pos2(x, middle + BELOW);
                for (one, other) in [(vec2(-3.2, -3.2), vec2(3.2, 3.2)), (vec2(-3.2, 3.2), vec2(3.2, -3.2))] {
                    painter.line_segment([at + one, at + other], Stroke::new(RING, colors.error));
                }
            }
        }
    }
}

/// Makes the crosses of lost figures buttons that go there. Tab skips them, since a battle can have many.
fn falls(ui: &Ui, battle: &Battle, scale: &Scale, actions: &mut Actions) {
    let moments = battle.seen().moments.iter();
    let lost = moments.filter_map(|moment| match moment.kind {
        MomentKind::Lost(token) => Some((token, moment)),
        _ => None,
    });
    for (token, moment) in lost {
        let entries = moment.entry + 1;
        let at = pos2(scale.x(entries), scale.rect.top() + MIDDLE + BELOW);
        let sense = Sense::CLICK | Sense::HOVER;
        let cross = ui.interact(Rect::from_center_size(at, vec2(9.0, 9.0)), Id::unique(("fall", token)), sense);
        let text = format!("{}, round {}", fallen(battle, token), moment.round);
        cross.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
        if cross.on_hover_text(format!("{text}; click to go there")).clicked() {
            actions.push(Action::Play(PlayAction::GoTo(entries)));
        }
    }
}

/// Makes the marks of events buttons that go there; the tooltip has the title. Tab skips them, as crosses.
fn events(ui: &Ui, battle: &Battle, scale: &Scale, actions: &mut Actions) {
    let mut lines: Vec<&Arc<Told>> = battle.seen().lines.iter().filter(|told| told.line.is_scripted).collect();
    lines.dedup_by_key(|told| told.entry);
    for (nth, told) in lines.into_iter().enumerate() {
        let entries = told.entry + 1;
        let at = pos2(scale.x(entries), scale.rect.top() + MIDDLE - BELOW);
        let sense = Sense::CLICK | Sense::HOVER;
        let mark = ui.interact(Rect::from_center_size(at, vec2(9.0, 9.0)), Id::unique(("event", nth)), sense);
        let text = format!("{}, round {}", told.line.text, told.round);
        mark.widget_info(|| WidgetInfo::labeled(Role::Button, true, &text));
        if mark.on_hover_text(format!("{text}; click to go there")).clicked() {
            actions.push(Action::Play(PlayAction::GoTo(entries)));
        }
    }
}

/// Says that a figure has fallen.
fn fallen(battle: &Battle, token: u32) -> String {
    let name = battle.board().tokens.iter().find(|shown| shown.id == token).map(|token| token.name.as_str());
    format!("{} is out of the battle", name.unwrap_or("A figure"))
}

/// Describes the events at an entry.
fn told(battle: &Battle, entries: usize, scale: &Scale) -> String {
    let near = (3.0 / scale.between(scale.last)) as usize;
    let moments = &battle.seen().moments;
    let round = moments.iter().take_while(|moment| moment.entry < entries).last().map_or(0, |moment| moment.round);
    let mut text = format!("Entry {entries}, round {round}");
    if let Some(bookmark) = battle.bookmarks().at(entries) {
        text.push_str(&format!("\n{}", bookmark.name));
    }
    let about = moments.iter().filter(|moment| (moment.entry + 1).abs_diff(entries) <= near);
    for moment in about.take(6) {
        match moment.kind {
            MomentKind::Lost(token) => text.push_str(&format!("\n{}", fallen(battle, token))),
            MomentKind::Unlikely => text.push_str("\nA roll with a chance below 5 %"),
            MomentKind::Amended => text.push_str("\nAmended"),
            MomentKind::Scripted => {
                let lines = battle.seen().lines.iter().filter(|told| told.entry == moment.entry);
                let titles = lines.filter(|told| told.line.is_scripted);
                titles.for_each(|told| text.push_str(&format!("\n{}", told.line.text)));
            }
            MomentKind::Deed | MomentKind::Round => {}
        }
    }
    text
}

/// Handles the keyboard: arrow keys move by entries, Page Up and Page Down by rounds, Home and End to the ends.
fn keyboard(ui: &Ui, battle: &Battle, response: &egui::Response, (now, last): (usize, usize), actions: &mut Actions) {
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let rounds = || battle.seen().moments.iter().filter(|moment| moment.kind == MomentKind::Round);
    let ways: [(Key, Option<usize>); 6] = [
        (Key::ArrowLeft, now.checked_sub(1).filter(|entries| *entries > 0)),
        (Key::ArrowRight, Some(now + 1).filter(|entries| *entries <= last)),
        (Key::PageUp, rounds().map(|moment| moment.entry).rfind(|entry| *entry < now && *entry > 0).or(Some(1))),
        (Key::PageDown, rounds().map(|moment| moment.entry).find(|entry| *entry > now).or(Some(last))),
        (Key::Home, Some(1)),
        (Key::End, Some(last)),
    ];
    for (key, wanted) in ways {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
            && let Some(wanted) = wanted.filter(|wanted| *wanted != now)
        {
            actions.push(Action::Play(PlayAction::GoTo(wanted)));
        }
    }
}

/// Draws the list of bookmarks, with fields to rename and buttons to delete them.
pub(crate) fn bookmarks(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    egui::ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
        for bookmark in battle.bookmarks().all() {
            ui.horizontal(|ui| {
                if ui.button("Go").on_hover_text(format!("To entry {}", bookmark.entries)).clicked() {
                    actions.push(Action::Play(PlayAction::GoTo(bookmark.entries)));
                }
                name(ui, bookmark.entries, &bookmark.name, actions);
                if widgets::icon_button(ui, Icon::Close, &format!("Remove {}", bookmark.name)).clicked() {
                    actions.push(Action::Play(PlayAction::Bookmark(bookmark.entries, None)));
                }
            });
        }
    });
    ui.separator();
    for command in [&play::NEXT_BOOKMARK, &play::PREVIOUS_BOOKMARK] {
        controls::entry(ui, now, command, actions);
    }
    ui.label(RichText::new("Use the address of a point to open it elsewhere").color(palette(ui).weak));
    controls::entry(ui, now, &play::COPY_ADDRESS, actions);
    controls::entry(ui, now, &play::GO_TO_ADDRESS, actions);
}

/// Draws the name field of a bookmark; the new name applies when the field loses focus.
fn name(ui: &mut Ui, entries: usize, name: &str, actions: &mut Actions) {
    let id = Id::unique(("bookmark", entries));
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| name.to_owned());
    let field = TextEdit::singleline(&mut typed).id(id.with("field")).desired_width(180.0).min_size(vec2(0.0, ROW));
    let field = ui.add(field);
    field
        .widget_info(|| WidgetInfo::labeled(Role::TextInput, true, format!("Name of the bookmark at entry {entries}")));
    if field.lost_focus() {
        if typed.trim() != name && !typed.trim().is_empty() {
            actions.push(Action::Play(PlayAction::Bookmark(entries, Some(typed))));
        }
        ui.data_mut(|data| data.remove_temp::<String>(id));
    } else if field.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}
