//! The options row of the map pane: layer, ink, tool options, symmetry, figures and overlay.

use egui::{DragValue, Role, Ui, WidgetInfo};
use foeman_schema::grid::draw::Inside;
use foeman_schema::text::RecordKey;

use super::{stamps, trace};
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::options::{Choice, close};
use crate::map::chart::{Chart, StartingBoard};
use crate::map::commands::{HIDE, LOCK};
use crate::map::layer::Layer;
use crate::map::layers::{TerrainList, levels, zone_mark, zones};
use crate::map::symmetry::Balance;
use crate::map::tools::{StrokeStyle, Tool};
use crate::map::{inks, shares};
use crate::overlay::bar as overlay;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use crate::shell::view::LARGEST;
use foeman_scene::theme::{palette, parse_color};
use foeman_schema::grid::Shape;

/// The map whose options are shown.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) session: &'a Session,
    pub(crate) pack: &'a Pack,
    pub(crate) key: &'a RecordKey,
    pub(crate) chart: &'a Chart,
    pub(crate) setups: &'a [StartingBoard],
    /// The index of the scenario whose figures are shown.
    pub(crate) setup: Option<usize>,
}

/// Returns the options, from left to right.
pub(crate) fn choices<'a>(ui: &Ui, now: &Now<'_>, shown: Shown<'a>) -> Vec<Choice<'a>> {
    let Shown { session, key, chart, setups, setup, .. } = shown;
    let mut choices = vec![layer(session)];
    for (command, rank, [off, on]) in [(&HIDE, 5, [Icon::Shown, Icon::Eye]), (&LOCK, 4, [Icon::Unlock, Icon::Lock])] {
        let is_on = command.on.is_some_and(|on| on(now));
        let icon = if is_on { on } else { off };
        choices.push(Choice::switch(command.name, rank, icon, is_on, (command.action)(now)));
    }
    choices.push(ink(ui, shown));
    choices.extend(tool(session));
    if session.view().layer == Layer::Terrain && !inks::mix(session, chart).is_empty() {
        choices.push(shares(shown));
    }
    choices.push(symmetry(session, chart.terrain.ground.geometry.shape()));
    choices.push(
        Choice::list("Stamps", (12, 78.0), "Stamps", move |ui, actions| stamps::ui(ui, session, chart, actions))
            .with_help("Saved parts of maps, to paste again"),
    );
    choices.push(
        Choice::list("Trace", (13, 70.0), "Trace", move |ui, actions| trace::ui(ui, session, key, actions))
            .with_help("A picture over the map, to be traced"),
    );
    choices.push(figures(shown));
    let board = setup.filter(|at| setups[*at].playable).and_then(|at| setups[at].board.as_deref());
    let offer = overlay::Offer { map: key, board, ground: &chart.terrain.ground, zones: &chart.zones };
    choices.extend(overlay::choices(ui, session, offer));
    choices
}

/// Returns the choice of the layer to draw on.
fn layer(session: &Session) -> Choice<'_> {
    let chosen = session.view().layer;
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        for layer in Layer::DRAWN {
            if ui.selectable_label(layer == chosen, layer.name()).clicked() {
                actions.push(Action::Layer(layer));
                close(ui);
            }
        }
    };
    Choice::list("Layer", (0, 80.0), chosen.name(), list).with_help("The layer to draw on (N)")
}

/// Returns the choice of the terrain, level or zone to paint with.
fn ink<'a>(ui: &Ui, shown: Shown<'a>) -> Choice<'a> {
    let Shown { session, pack, key, chart, .. } = shown;
    let (view, size) = (session.view(), (1, 142.0));
    match view.layer {
        Layer::Levels => {
            let list = move |ui: &mut Ui, actions: &mut Actions| levels(ui, session, actions);
            Choice::list("Level to paint", size, format!("Level {}", view.level), list)
        }
        Layer::Zones => {
            let known = view.zone.as_ref().and_then(|id| chart.zones.iter().position(|zone| zone == id));
            let zone = known.and_then(|at| chart.terrain.ground.zones.get(at));
            let text = match (&view.zone, zone) {
                (None, _) => "No zone".to_owned(),
                (Some(_), None) => "New zone".to_owned(),
                (Some(_), Some(zone)) => zone.title.clone(),
            };
            let color = zone.and_then(|zone| parse_color(&zone.color)).unwrap_or(palette(ui).weak);
            let list = move |ui: &mut Ui, actions: &mut Actions| {
                ui.set_max_width(260.0);
                zones(ui, session, key, chart, actions);
            };
            Choice::list("Zone to paint", size, text, list).with_mark(move |ui, at| zone_mark(ui, at, color))
        }
        _ => {
            let terrains = TerrainList { session, pack, key, chart };
            let text = terrains.shown();
            let list = move |ui: &mut Ui, actions: &mut Actions| {
                ui.set_width(260.0);
                TerrainList { session, pack, key, chart }.ui(ui, true, actions);
            };
            Choice::list("Terrain to paint", size, text, list).with_mark(move |ui, at| terrains.mark(ui, at))
        }
    }
}

/// Returns the options of the current tool: the brush size, or whether shapes are filled.
fn tool(session: &Session) -> Option<Choice<'_>> {
    let (tool, style) = (session.view().tool, session.view().stroke);
    let set = move |wanted: StrokeStyle, actions: &mut Actions| {
        if wanted != style {
            actions.push(Action::Stroke(StrokeStyle { radius: wanted.radius.min(LARGEST), ..wanted }));
        }
    };
    match tool {
        Tool::Paint | Tool::Line => Some(Choice::widget("Brush radius", (2, 82.0), move |ui, actions| {
            let mut wanted = style;
            let drag = DragValue::new(&mut wanted.radius).range(0..=LARGEST).speed(0.05).prefix("Radius ");
            let drag = ui.add(drag).on_hover_text("Steps from the centre of the brush to its edge ([ and ])");
            drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, "Brush radius"));
            set(wanted, actions);
        })),
        Tool::Rectangle | Tool::Round => Some(Choice::widget("Outline only", (2, 106.0), move |ui, actions| {
            let mut outline = style.inside == Inside::Outline;
            basic::check_box(ui, &mut outline, "Outline only");
            let inside = if outline { Inside::Outline } else { Inside::Filled };
            set(StrokeStyle { inside, ..style }, actions);
        })),
        _ => None,
    }
}

/// Returns the choice of the shares of scattered terrains.
fn shares(shown: Shown<'_>) -> Choice<'_> {
    let Shown { session, pack, chart, .. } = shown;
    let mix = inks::mix(session, chart);
    let text = mix.iter().map(|(_, share)| share.to_string()).collect::<Vec<_>>().join(" : ");
    Choice::list("Shares", (3, 76.0), text, move |ui, actions| shares::ui(ui, session, pack, chart, actions))
        .with_help("The share of each scattered terrain")
}

/// Returns the choice of the symmetry.
pub(crate) fn symmetry(session: &Session, shape: Shape) -> Choice<'_> {
    let balance = session.view().balance;
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        for one in Balance::all(shape) {
            if ui.selectable_label(one == balance, one.name(shape)).clicked() {
                actions.push(Action::Balance(one));
                close(ui);
            }
        }
    };
    Choice::list("Symmetry", (8, 122.0), balance.name(shape), list)
        .with_help("Drawing on one part is repeated on the others (Y)")
}

/// Returns the choice of the scenario whose figures are shown.
fn figures(shown: Shown<'_>) -> Choice<'_> {
    let Shown { pack, key, setups, setup, .. } = shown;
    let title = move |at: usize| {
        let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
        let title = pack.index().title(&RecordKey::new(playable, &setups[at].scenario)).to_owned();
        if setups[at].playable { title } else { format!("{title} (has problems)") }
    };
    let text = match setup {
        _ if setups.is_empty() => "No scenario".to_owned(),
        Some(at) => title(at),
        None => "No figures".to_owned(),
    };
    let list = move |ui: &mut Ui, actions: &mut Actions| {
        if setups.is_empty() {
            ui.weak("No scenario uses this map");
            return;
        }
        let mut pick = |ui: &Ui, at: Option<usize>| {
            actions.push(Action::Figures(key.clone(), at.map(|at| setups[at].scenario.clone())));
            close(ui);
        };
        for at in 0..setups.len() {
            if ui.selectable_label(setup == Some(at), title(at)).clicked() {
                pick(ui, Some(at));
            }
        }
        if ui.selectable_label(setup.is_none(), "None").clicked() {
            pick(ui, None);
        }
    };
    Choice::list("Figures of", (7, 150.0), text, list).with_help("The scenario whose figures are shown").at_end()
}
