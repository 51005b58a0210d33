//! The column next to the map: the card of the chosen or acting figure, the choices of a person, and below them the
//! log, the sides and the chart as tabs. In a narrow pane, it is below the map.

use egui::{Button, Frame, Panel, RichText, Ui};
use foeman_engine::ruleset::Turn;

use super::{curves, figure, log, master, sides, turn};
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::view::Tab;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{GAP, margin, palette};

/// The minimum pane width for a column next to the map, in points.
const BESIDE: f32 = 460.0;
/// The width of the column as a share of the pane, and its limits in points.
const WIDTH: f32 = 0.23;
const NARROWEST: f32 = 260.0;
const WIDEST: f32 = 480.0;
/// The share of the height for the choices, in a high and in a low column.
const TURN: f32 = 0.62;
const LOW_TURN: f32 = 0.74;
/// The minimum height left for the tabs, in points.
const TABS: f32 = 90.0;
/// The minimum height of the column in which the results of a choice are shown below the list, in points.
const TALL: f32 = 540.0;
/// The minimum width of the log's filter next to the tabs, in points.
const FILTER: f32 = 104.0;
/// The share of the height for a column below the map.
const BELOW: f32 = 0.45;

/// The tabs: their names on screen and for screen readers.
const NAMES: [(Tab, &str, &str); 4] = [
    (Tab::Log, "Log", "Battle log"),
    (Tab::Sides, "Sides", "Sides of the battle"),
    (Tab::Chart, "Chart", "Chart over the rounds"),
    (Tab::Master, "Master", "Tools of the game master"),
];

/// Whether the column is hidden, or a drawer has its place.
pub(crate) fn is_hidden(now: &Now<'_>) -> bool {
    let view = now.session.view();
    view.play.is_column_hidden || view.cramped
}

/// Draws the column, unless it is hidden.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    if is_hidden(now) {
        return;
    }
    let room = ui.available_size();
    let frame = Frame::new().fill(palette(ui).surface);
    if room.x < BESIDE {
        let panel = Panel::bottom("column below").frame(frame).resizable(true).default_size(room.y * BELOW);
        panel.size_range(80.0..=(room.y - 60.0).max(90.0)).show(ui, |ui| content(ui, now, battle, actions));
        return;
    }
    let width = (room.x * WIDTH).clamp(NARROWEST, WIDEST);
    // A width chosen in a large window would leave too little of a small one.
    let panel = Panel::right(("column", width as i32 / 40)).frame(frame).default_size(width);
    let most = (room.x * 0.5).max(NARROWEST);
    panel.size_range(220.0..=most).show(ui, |ui| content(ui, now, battle, actions));
}

fn content(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let is_tall = ui.available_height() >= TALL;
    let has_map = battle.board().ground.is_some();
    // Without a map, the large part of the pane has a card per side.
    if has_map && ui.available_height() > 250.0 {
        figure::ui(ui, now, battle, actions);
    }
    let is_over = matches!(battle.seen().turn, Turn::Over(_));
    if battle.has_person() && !is_over {
        let room = ui.available_height();
        let frame = Frame::new().inner_margin(margin::SIDE);
        let panel = Panel::top(("turn", is_tall))
            .frame(frame)
            .resizable(true)
            .default_size(room * if is_tall { TURN } else { LOW_TURN });
        panel.size_range(80.0..=(room - TABS).max(90.0)).show(ui, |ui| turn::ui(ui, now, battle, is_tall, actions));
    }
    let view = &now.session.view().play;
    let has_master = view.master && battle.master().is_some();
    let offered = |tab: Tab| match tab {
        Tab::Log => true,
        Tab::Sides | Tab::Chart => has_map,
        Tab::Master => has_master,
    };
    let chosen = if offered(view.tab) { view.tab } else { Tab::Log };
    Frame::new().inner_margin(margin::SIDE).show(ui, |ui| {
        let mut has_filter = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP / 2.0;
            ui.spacing_mut().button_padding.x = 1.5 * GAP;
            for (tab, text, name) in NAMES.into_iter().filter(|(tab, ..)| offered(*tab)) {
                let color = if tab == chosen { palette(ui).strong } else { palette(ui).weak };
                let button = ui.add(Button::selectable(tab == chosen, RichText::new(text).color(color)));
                if button.on_hover_text(name).accessible_name(name).clicked() {
                    actions.push(Action::Play(PlayAction::Tab(tab)));
                }
            }
            if chosen == Tab::Log && ui.available_width() >= FILTER {
                ui.add_space(GAP);
                log::filter(ui);
                has_filter = true;
            }
        });
        match chosen {
            Tab::Log => log::ui(ui, now, battle, has_filter, actions),
            Tab::Sides => sides::ui(ui, now, battle, actions),
            Tab::Chart => curves::ui(ui, now, battle, actions),
            Tab::Master => master::ui(ui, now, battle, actions),
        }
    });
}
