//! The card of the tour, and the frame around the part of the window it explains.

use egui::{
    Align, Area, Frame, Id, Key, Label, Layout, Modifiers, Order, Popup, Pos2, Rect, Role, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, pos2, vec2,
};

use super::action::TourAction;
use super::spans::{Span, spans};
use super::tour::{About, STEPS};
use crate::files::BeginAction;
use crate::kit::widgets;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::{dock, menus};
use foeman_base::template::SAMPLES;
use foeman_scene::theme::{GAP, RING, ROUND, STATUS, margin, palette};

/// The width of the card, in points.
const WIDTH: f32 = 380.0;
/// The height of the card before it is drawn, in points.
const HEIGHT: f32 = 170.0;
/// The distance of the card from the edges of the window, in points.
const INSET: f32 = 16.0;
/// The distance of the card from the explained part, in points.
const APART: f32 = 12.0;
/// The height of the menu bar, in points.
const BAR: f32 = 34.0;

/// Draws the current step. `below`: a dialog is open over the tour.
pub fn ui(ui: &mut Ui, session: &Session, at: usize, below: bool, actions: &mut Actions) {
    let Some(step) = STEPS.get(at) else { return };
    let colors = palette(ui);
    let about = match &step.about {
        About::Window => None,
        About::Pane(pane) => dock::place(ui.ctx(), pane),
        About::Tabs => session.view().document().and_then(|pane| dock::tabs_of(ui.ctx(), pane)),
        About::Workspace(arrangement) => dock::place(ui.ctx(), arrangement),
    };
    let about = about.filter(|_| session.pack().is_some());
    if let Some(rect) = about {
        let painter = ui.ctx().layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour frame")));
        painter.rect_stroke(rect.shrink(1.0), ROUND, Stroke::new(RING, colors.accent), StrokeKind::Inside);
    }
    if !below && !Popup::is_any_open(ui.ctx()) && ui.input_mut(|it| it.consume_key(Modifiers::NONE, Key::Escape)) {
        actions.push(Action::Tour(TourAction::End));
    }
    let id = Id::unique(("tour", at));
    let size = ui.ctx().memory(|memory| memory.area_rect(id)).map_or(vec2(WIDTH, HEIGHT), |rect| rect.size());
    let area = Area::new(id).order(Order::Foreground).fixed_pos(spot(ui.ctx().content_rect(), about, size));
    area.show(ui.ctx(), |ui| {
        let frame = Frame::popup(ui.style()).stroke(Stroke::new(RING, colors.accent)).inner_margin(margin::CARD);
        frame.show(ui, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 80.0));
            let title = ui.label(widgets::styled(step.title, TextStyle::Heading, colors.strong));
            ui.ctx().accesskit_node_builder(title.id, |node| {
                node.set_role(Role::Heading);
                node.set_label(step.title);
            });
            ui.add_space(GAP);
            ui.add(Label::new(text(ui, session, step.text)).wrap());
            if session.pack().is_none() {
                ui.add_space(GAP);
                ui.label("Open a pack to see where everything is, for example a sample");
                if let Some(sample) = SAMPLES.first()
                    && ui.button(format!("Look at {}", sample.title)).clicked()
                {
                    actions.push(Action::Begin(BeginAction::Sample(sample.id)));
                }
            }
            ui.add_space(2.0 * GAP);
            buttons(ui, at, actions);
        });
    });
}

fn buttons(ui: &mut Ui, at: usize, actions: &mut Actions) {
    let last = at + 1 == STEPS.len();
    ui.horizontal(|ui| {
        ui.label(format!("{} of {}", at + 1, STEPS.len()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = widgets::main_button(ui, if last { "Done" } else { "Next step" });
            let fresh = Id::unique("tour step");
            let before: Option<usize> = ui.data(|data| data.get_temp(fresh));
            if before != Some(at) {
                // Focus the button, so that Enter continues without a mouse.
                next.request_focus();
                ui.data_mut(|data| data.insert_temp(fresh, at));
            }
            if next.clicked() {
                actions.push(Action::Tour(if last { TourAction::End } else { TourAction::Go(at + 1) }));
            }
            if at > 0 && ui.button("Step back").clicked() {
                actions.push(Action::Tour(TourAction::Go(at - 1)));
            }
            if !last && ui.button("Skip the tour").clicked() {
                actions.push(Action::Tour(TourAction::End));
            }
        });
    });
}

/// Returns where the card is: next to the explained part, or in a corner of the window, so that it does not cover it.
fn spot(window: Rect, about: Option<Rect>, size: Vec2) -> Pos2 {
    let room = Rect::from_min_max(
        window.min + vec2(INSET, BAR + INSET),
        (window.max - vec2(INSET, STATUS + INSET) - size).max(window.min + vec2(INSET, BAR + INSET)),
    );
    let middle = pos2(room.center().x, room.bottom());
    let Some(about) = about else { return middle };
    let next_to = [
        pos2(about.right() + APART, about.top() + APART),
        pos2(about.left() - APART - size.x, about.top() + APART),
        pos2(about.center().x - size.x / 2.0, about.bottom() + APART),
        pos2(about.center().x - size.x / 2.0, about.top() - APART - size.y),
    ];
    let corners = [room.right_bottom(), room.left_bottom(), room.right_top(), room.left_top(), middle];
    let covered = |at: &Pos2| {
        let both = Rect::from_min_size(*at, size).intersect(about);
        if both.is_positive() { both.area() } else { 0.0 }
    };
    let all = next_to.into_iter().chain(corners).map(|at| at.clamp(room.min, room.max));
    all.min_by(|a, b| covered(a).total_cmp(&covered(b))).unwrap_or(middle)
}

/// Returns the text with the current keys of its commands.
fn text(ui: &Ui, session: &Session, text: &str) -> String {
    let words = spans(text).into_iter().map(|span| match span {
        Span::Command(id) => menus::command(id).map_or_else(String::new, |command| {
            command.shown_keys(ui.ctx(), session).unwrap_or_else(|| command.name.trim_end_matches('…').to_owned())
        }),
        Span::Words(words) | Span::Written(words) | Span::Rule(words) | Span::Page(words) => words.to_owned(),
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_is_next_to_the_part_it_explains() {
        let (window, size) = (Rect::from_min_size(Pos2::ZERO, vec2(900.0, 600.0)), vec2(WIDTH, HEIGHT));
        let parts = [
            Rect::from_min_max(pos2(0.0, 34.0), pos2(220.0, 574.0)),
            Rect::from_min_max(pos2(560.0, 34.0), pos2(900.0, 574.0)),
            Rect::from_min_max(pos2(0.0, 34.0), pos2(900.0, 64.0)),
            Rect::from_min_max(pos2(700.0, 576.0), pos2(800.0, 600.0)),
            Rect::from_min_max(pos2(700.0, 4.0), pos2(740.0, 28.0)),
        ];
        for part in parts {
            let card = Rect::from_min_size(spot(window, Some(part), size), size);
            assert!(window.contains_rect(card) && !card.intersect(part).is_positive(), "{card:?} {part:?}");
        }
    }

    #[test]
    fn steps_name_commands_that_exist() {
        let commands =
            |text| spans(text).into_iter().filter(|span| matches!(span, Span::Command(_))).collect::<Vec<_>>();
        for step in STEPS {
            for span in commands(step.text) {
                let Span::Command(id) = span else { continue };
                assert!(menus::command(id).is_some(), "{}: {id}", step.title);
            }
        }
    }
}
