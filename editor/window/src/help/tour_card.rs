//! The card of the tour, and the frame around the pane it explains.

use egui::{
    Align, Align2, Area, Frame, Id, Label, Layout, Margin, Order, Rect, Role, Stroke, StrokeKind, TextStyle, Ui, vec2,
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
use foeman_scene::theme::{GAP, STATUS, palette};

/// The width of the card, in points.
const WIDTH: f32 = 380.0;

/// Draws the current step.
pub fn ui(ui: &mut Ui, session: &Session, at: usize, actions: &mut Actions) {
    let Some(step) = STEPS.get(at) else { return };
    let colors = palette(ui);
    let about = match &step.about {
        About::Window => None,
        About::Pane(pane) => dock::place(ui.ctx(), pane),
        About::Document => session.view().document().and_then(|pane| dock::place(ui.ctx(), pane)),
    };
    let about = about.filter(|_| session.pack().is_some());
    if let Some(rect) = about {
        let painter = ui.ctx().layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour frame")));
        painter.rect_stroke(rect.shrink(1.0), 4, Stroke::new(2.0, colors.accent), StrokeKind::Inside);
    }
    let (anchor, offset) = corner(ui.ctx().content_rect(), about);
    let area = Area::new(Id::unique("tour")).order(Order::Foreground).anchor(anchor, offset);
    area.show(ui.ctx(), |ui| {
        let frame = Frame::popup(ui.style()).stroke(Stroke::new(2.0, colors.accent)).inner_margin(Margin::same(14));
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
                ui.label("Open a pack to see where everything is, for instance a sample");
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

/// Returns the corner of the window where the card does not cover the explained pane.
fn corner(window: Rect, about: Option<Rect>) -> (Align2, egui::Vec2) {
    let up = -(STATUS + 16.0);
    match about {
        None => (Align2::CENTER_BOTTOM, vec2(0.0, up)),
        Some(rect) if rect.center().x > window.center().x + window.width() / 8.0 => {
            (Align2::LEFT_BOTTOM, vec2(16.0, up))
        }
        Some(rect) if rect.center().y > window.center().y + window.height() / 8.0 => {
            (Align2::CENTER_TOP, vec2(0.0, 64.0))
        }
        Some(_) => (Align2::RIGHT_BOTTOM, vec2(-16.0, up)),
    }
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
