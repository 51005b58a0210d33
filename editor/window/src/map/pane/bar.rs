//! The toolbar of the map pane: tools, brush, inks, and the choice of figures.

use std::sync::Arc;

use egui::{Color32, ComboBox, DragValue, Frame, Id, Margin, Pos2, RichText, Sense, Stroke, TextStyle, Ui, Vec2, vec2};
use foeman_engine::display::Ground;
use foeman_schema::grid::Cells;
use foeman_schema::grid::draw::Inside;
use foeman_schema::text::RecordKey;

use super::{brush, shares, stamps, trace};
use crate::kit::icon::Icon;
use crate::kit::paint::paint;
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::map::chart::{self, Chart, StartingBoard};
use crate::map::layer::{Ink, Layer};
use crate::map::symmetry::Balance;
use crate::map::tools::{StrokeStyle, Tool};
use crate::overlay::bar as overlay;
use crate::pack::Pack;
use crate::pack::index::Listed;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use crate::shell::view::LARGEST;
use foeman_scene::chart::Form;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{GAP, ROW, palette, parse_color};
use foeman_scene::{Viewport, ground};

/// The width for the choice of figures with its label, in points.
const FIGURES: f32 = 290.0;

/// The radius of a hex in the terrain palette, in points.
const SWATCH: f32 = 10.0;

/// Draws the toolbar; returns the index of the setup whose figures are shown.
pub(crate) fn ui(
    ui: &mut Ui,
    now: &Now<'_>,
    pack: &Pack,
    key: &RecordKey,
    chart: &Chart,
    setups: &Arc<Vec<StartingBoard>>,
    actions: &mut Actions,
) -> Option<usize> {
    let colors = palette(ui);
    let frame = Frame::new().fill(colors.panel).inner_margin(Margin::symmetric(8, 5));
    frame
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for command in crate::map::commands::TOOLS {
                    let Some(icon) = command.icon else { continue };
                    let keys = command.shown_keys(ui.ctx(), now.session).unwrap_or_default();
                    let on = command.on.is_some_and(|on| on(now));
                    if tool_button(ui, icon, command.name, &keys, on).clicked() {
                        actions.extend((command.action)(now));
                    }
                }
                style(ui, now.session, chart, actions);
                ui.separator();
                layer(ui, now, actions);
                match now.session.view().layer {
                    Layer::Terrain => {
                        legend(ui, now, pack, key, chart, actions);
                        shares::ui(ui, now.session, pack, chart, actions);
                    }
                    Layer::Levels => levels(ui, now.session, actions),
                    Layer::Zones => zones(ui, now.session, key, chart, actions),
                }
                stamps::ui(ui, now.session, chart, actions);
                trace::ui(ui, now.session, key, actions);
                ui.separator();
                let setup = figures(ui, now.session, pack, key, setups, actions);
                let board = setup.filter(|at| setups[*at].playable).and_then(|at| setups[at].board.as_deref());
                let offer = overlay::Offer { map: key, board, ground: &chart.terrain.ground, zones: &chart.zones };
                overlay::bar(ui, now.session, &offer, actions);
                setup
            })
            .inner
        })
        .inner
}

fn tool_button(ui: &mut Ui, icon: Icon, name: &str, keys: &str, on: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW + 2.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, on, name));
    let colors = palette(ui);
    let visuals = ui.style().interact_selectable(&response, on);
    if on || response.hovered() || response.has_focus() {
        ui.painter().rect(
            rect,
            visuals.corner_radius,
            visuals.weak_bg_fill,
            visuals.bg_stroke,
            egui::StrokeKind::Inside,
        );
    }
    let square = egui::Rect::from_center_size(rect.center(), Vec2::splat(15.0));
    icon.paint(ui.painter(), square, if on { colors.accent } else { colors.text });
    response.on_hover_text(if keys.is_empty() { name.to_owned() } else { format!("{name} ({keys})") })
}

/// Draws the brush size and whether shapes are filled, if they apply to the tool.
fn style(ui: &mut Ui, session: &Session, chart: &Chart, actions: &mut Actions) {
    let (tool, style) = (session.view().tool, session.view().stroke);
    let mut wanted = style;
    if matches!(tool, Tool::Paint | Tool::Line) {
        let drag = DragValue::new(&mut wanted.radius).range(0..=LARGEST).speed(0.05).prefix("Radius ");
        let drag = ui.add(drag).on_hover_text("Steps from the centre of the brush to its edge ([ and ])");
        drag.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Brush radius"));
    }
    if matches!(tool, Tool::Rectangle | Tool::Round) {
        let mut outline = wanted.inside == Inside::Outline;
        ui.checkbox(&mut outline, "Outline only");
        wanted.inside = if outline { Inside::Outline } else { Inside::Filled };
    }
    let (shape, balance) = (chart.terrain.ground.geometry.shape(), session.view().balance);
    if tool.paints() || balance != Balance::None {
        let combo = ComboBox::from_id_salt("balance").selected_text(balance.name(shape)).width(120.0);
        let shown = combo.show_ui(ui, |ui| {
            for one in Balance::all(shape) {
                if ui.selectable_label(one == balance, one.name(shape)).clicked() {
                    actions.push(Action::Balance(one));
                }
            }
        });
        shown.response.accessible_name("Symmetry").on_hover_text("Drawing on one part is repeated on the others (Y)");
    }
    if wanted != style {
        actions.push(Action::Stroke(StrokeStyle { radius: wanted.radius.min(LARGEST), ..wanted }));
    }
}

/// Draws the choice of layer.
fn layer(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let chosen = now.session.view().layer;
    let shown = ComboBox::from_id_salt("layer").selected_text(chosen.name()).width(72.0).show_ui(ui, |ui| {
        for layer in Layer::ALL {
            if ui.selectable_label(layer == chosen, layer.name()).clicked() {
                actions.push(Action::Layer(layer));
            }
        }
    });
    shown.response.accessible_name("Layer").on_hover_text("The layer to draw on (N)");
    for command in [&crate::map::commands::HIDE, &crate::map::commands::LOCK] {
        let Some(icon) = command.icon.filter(|_| (command.applies)(now)) else { continue };
        if tool_button(ui, icon, command.name, "", command.on.is_some_and(|on| on(now))).clicked() {
            actions.extend((command.action)(now));
        }
    }
}

/// Draws the levels to paint with.
fn levels(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let view = session.view();
    for level in 0..=9 {
        let button = ui.selectable_label(view.tool.paints() && view.level == level, format!(" {level} "));
        let button = button.on_hover_text(format!("Paint cells at level {level}"));
        if button.accessible_name(format!("Paint level {level}")).clicked() {
            actions.push(Action::Ink(Ink::Level(level)));
        }
    }
}

/// Draws the zones to paint with, a button for a new zone, and the title of the selected one.
fn zones(ui: &mut Ui, session: &Session, key: &RecordKey, chart: &Chart, actions: &mut Actions) {
    let (view, colors) = (session.view(), palette(ui));
    let chosen = |zone: Option<&String>| view.tool.paints() && view.zone.as_ref() == zone;
    for (id, zone) in chart.zones.iter().zip(&chart.terrain.ground.zones) {
        let color = parse_color(&zone.color).unwrap_or(colors.accent);
        // Part of the button, so that the square and the name are not separated by a line break.
        let button = ui.selectable_label(chosen(Some(id)), format!("      {}", zone.title));
        let at = button.rect.left_center() + vec2(13.0, 0.0);
        let square = egui::Rect::from_center_size(at, Vec2::splat(11.0));
        ui.painter().rect(square, 3, color.gamma_multiply(0.4), Stroke::new(1.5, color), egui::StrokeKind::Inside);
        if button.accessible_name(format!("Paint zone {}", zone.title)).on_hover_text("Adds cells to it").clicked() {
            actions.push(Action::Ink(Ink::Zone(id.clone())));
        }
    }
    let free = chart.free_zone(None);
    let new = ui.selectable_label(chosen(Some(&free)), "New zone").on_hover_text("Paint it on the map, then name it");
    if new.clicked() {
        actions.push(Action::Ink(Ink::Zone(free)));
    }
    let none = ui.selectable_label(chosen(None), "No zone").on_hover_text("Removes cells from their zones");
    if none.clicked() {
        actions.push(Action::Ink(Ink::NoZone));
    }
    let known = view.zone.as_ref().and_then(|id| chart.zones.iter().position(|zone| zone == id));
    if let Some(zone) = known.and_then(|at| chart.terrain.ground.zones.get(at)) {
        let mut title = zone.title.clone();
        let field =
            ui.add(egui::TextEdit::singleline(&mut title).desired_width(130.0)).accessible_name("Name of the zone");
        if field.changed() && !title.trim().is_empty() {
            let id = view.zone.clone().unwrap_or_default();
            let at = key.pointer().child("zones").child(id).child("title");
            actions.push(Action::Set(at, title.into()));
        }
        if field.lost_focus() {
            actions.push(Action::Settle);
        }
    }
}

/// Draws the terrains to paint with: the terrains of the legend, and a button for all others.
fn legend(ui: &mut Ui, now: &Now<'_>, pack: &Pack, key: &RecordKey, chart: &Chart, actions: &mut Actions) {
    let (brush, pictures) = (brush(now.session, chart), chart::pictures(ui, pack));
    let mut seen: Vec<&str> = Vec::new();
    for (kind, paint) in chart.legend.iter().enumerate() {
        // Different letters of the same terrain are equivalent.
        if !seen.contains(&paint.terrain.as_str()) {
            seen.push(&paint.terrain);
            let help = match chart.form {
                Form::Rows => format!("Paint {} (`{}` in the rows)", paint.title.to_lowercase(), paint.key),
                Form::Areas => format!("Paint {}", paint.title.to_lowercase()),
            };
            let chip =
                Chip { title: &paint.title, help: &help, ground: &chart.terrain.ground, kind, pictures: &pictures };
            chip.ui(ui, now.session, &paint.terrain, brush.as_deref(), actions);
        }
    }
    let others = super::terrains(now.session, Some(key));
    let others: Vec<&Listed> = others.iter().filter(|entry| !seen.contains(&entry.key.id.as_str())).collect();
    if let Some(entry) = others.iter().find(|entry| Some(&entry.key.id) == brush.as_ref()) {
        let view = foeman_scene::chart::terrain(pack.draft(), &entry.key.catalog, &entry.key.id);
        let help = match chart.form {
            Form::Rows => format!("Paint {}; it gets a new letter in the legend", entry.title.to_lowercase()),
            Form::Areas => format!("Paint {}", entry.title.to_lowercase()),
        };
        let ground = Ground::new(chart.terrain.ground.geometry, vec![view], Cells::filled([1, 1], 0));
        let chip = Chip { title: &entry.title, help: &help, ground: &ground, kind: 0, pictures: &pictures };
        chip.ui(ui, now.session, &entry.key.id, brush.as_deref(), actions);
    }
    if !others.is_empty() {
        let items =
            others.iter().map(|entry| Item { text: &entry.title, note: &entry.key.id, chosen: false }).collect();
        let (id, shown) = (Id::unique(("more terrains", key.to_string())), RichText::new("More…"));
        let foot = match chart.form {
            Form::Rows => "Painting with one adds it to the legend".to_owned(),
            Form::Areas => String::new(),
        };
        let list = Picker { id, shown, width: 78.0, hint: "Search terrains", items, foot, preview: None };
        let (button, picked) = picker::ui(ui, &list);
        button.accessible_name("More terrains").on_hover_text("Paint with a terrain that is not on the map yet");
        if let Some(entry) = picked.and_then(|at| others.get(at)) {
            actions.push(Action::Ink(Ink::Terrain(entry.key.id.clone())));
        }
    }
    if chart.legend.is_empty() && others.is_empty() {
        ui.weak("There are no terrains: add one in the pack tree");
    }
}

/// A terrain in the palette.
struct Chip<'a> {
    title: &'a str,
    help: &'a str,
    ground: &'a Ground,
    kind: usize,
    pictures: &'a Pictures,
}

impl Chip<'_> {
    fn ui(&self, ui: &mut Ui, session: &Session, id: &str, brush: Option<&str>, actions: &mut Actions) {
        let colors = palette(ui);
        let mix = &session.view().mix;
        let strewn = mix.iter().any(|(other, _)| other == id);
        let chosen = session.view().tool.paints() && (strewn || brush == Some(id));
        let galley =
            ui.painter().layout_no_wrap(self.title.to_owned(), TextStyle::Body.resolve(ui.style()), colors.text);
        let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 36.0, ROW + 2.0), Sense::click());
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, format!("Paint {}", self.title))
        });
        let ground = if chosen {
            colors.selected
        } else if response.hovered() {
            colors.hover
        } else {
            Color32::TRANSPARENT
        };
        let edge = if chosen || response.has_focus() { colors.accent } else { Color32::TRANSPARENT };
        ui.painter().rect(rect, 5, ground, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
        swatch(ui, self, egui::pos2(rect.left() + 15.0, rect.center().y));
        let at = egui::pos2(rect.left() + 28.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, colors.text);
        let help = format!("{}; with Ctrl, scatters it together with the current terrain", self.help);
        if response.on_hover_text(help).clicked() {
            let adds = ui.input(|input| input.modifiers.command) && (!mix.is_empty() || brush != Some(id));
            actions.push(match adds {
                true => Action::Strew(shares::with(mix, brush, id)),
                false => Action::Ink(Ink::Terrain(id.to_owned())),
            });
        }
    }
}

/// Draws a hex as on the map.
fn swatch(ui: &Ui, chip: &Chip<'_>, at: Pos2) {
    let grid = Grid::new(chip.ground.geometry);
    let origin = at - grid.center([0, 0]).to_vec2() * SWATCH;
    let view = Viewport { grid, origin, scale: SWATCH, clip: ui.clip_rect(), lines: true };
    let mut shapes = Vec::new();
    ground::sample(&view, chip.ground, chip.kind, palette(ui), chip.pictures, &mut shapes);
    paint(ui.painter(), shapes);
}

/// Draws the choice of the scenario whose figures are shown.
fn figures(
    ui: &mut Ui,
    session: &Session,
    pack: &Pack,
    key: &RecordKey,
    setups: &Arc<Vec<StartingBoard>>,
    actions: &mut Actions,
) -> Option<usize> {
    if setups.is_empty() {
        // Not wrapped: the whole label moves to the next line if needed.
        let text = RichText::new("No scenario uses this map").color(palette(ui).weak);
        ui.add(egui::Label::new(text).wrap_mode(egui::TextWrapMode::Extend));
        return None;
    }
    // By default, show the figures of the first scenario.
    let now = match session.view().figures(key) {
        Some(scenario) => scenario.and_then(|id| setups.iter().position(|setup| setup.scenario == id)),
        None => Some(0),
    };
    let mut chosen = now;
    let title = |setup: &StartingBoard| {
        let playable = pack.draft().dialect().map_or("", |dialect| dialect.playable);
        let title = pack.index().title(&RecordKey::new(playable, &setup.scenario)).to_owned();
        if setup.playable { title } else { format!("{title} (has problems)") }
    };
    let text = chosen.map_or_else(|| "None".to_owned(), |at| title(&setups[at]));
    if ui.available_size_before_wrap().x < FIGURES {
        ui.end_row();
    }
    // The same height as the list next to it, so that both are aligned on a new line.
    let label = RichText::new("Figures of").color(palette(ui).weak);
    let label = ui.add_sized(vec2(66.0, ROW + 2.0), egui::Label::new(label)).id;
    let id = Id::unique(("figures", key.to_string()));
    let combo = ComboBox::from_id_salt(id).selected_text(&text).width(170.0).truncate();
    let shown = combo.show_ui(ui, |ui| {
        for (at, setup) in setups.iter().enumerate() {
            ui.selectable_value(&mut chosen, Some(at), title(setup));
        }
        ui.selectable_value(&mut chosen, None, "None");
    });
    widgets::whole_on_hover(ui, &shown.response, &text);
    shown.response.labelled_by(label);
    if chosen != now {
        actions.push(Action::Figures(key.clone(), chosen.map(|at| setups[at].scenario.clone())));
    }
    chosen
}
