//! The list of terrains to paint with: favourites, those on the map, and all others of the pack.

use std::sync::Arc;

use egui::{CornerRadius, Id, Pos2, Rect, Role, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};
use foeman_engine::display::Ground;
use foeman_schema::grid::Cells;
use foeman_schema::text::RecordKey;

use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::options::close;
use crate::kit::paint::paint;
use crate::kit::{picker, widgets};
use crate::map::action::MapAction;
use crate::map::chart::{self, Chart};
use crate::map::inks;
use crate::map::layer::Ink;
use crate::pack::{Pack, cache};
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::chart::Form;
use foeman_scene::grid::Grid;
use foeman_scene::picture::Pictures;
use foeman_scene::theme::{self, GAP, ICON, ROUND, ROW, palette};
use foeman_scene::{Viewport, ground};

/// The radius of a hex in the list, in points.
const SWATCH: f32 = 10.0;
/// The side of the star, in points.
const STAR: f32 = 22.0;

/// The list of terrains to paint with.
pub(crate) struct TerrainList<'a> {
    /// The session.
    pub session: &'a Session,
    /// The pack.
    pub pack: &'a Pack,
    /// The map.
    pub key: &'a RecordKey,
    /// The map as it is drawn.
    pub chart: &'a Chart,
}

/// A terrain in the list.
struct Entry {
    id: String,
    title: String,
    /// Its index in the ground with all terrains.
    kind: usize,
    place: Place,
    help: String,
}

/// The part of the list that a terrain is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Favourite,
    OnMap,
    Other,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Favourite => "FAVOURITES",
            Self::OnMap => "ON THIS MAP",
            Self::Other => "OTHER TERRAINS",
        }
    }
}

impl TerrainList<'_> {
    /// Draws the list; a drop-down gives the keyboard to its search field.
    pub(crate) fn ui(&self, ui: &mut Ui, in_drop_down: bool, actions: &mut Actions) {
        let entries = self.entries();
        if entries.is_empty() {
            ui.weak("There are no terrains: add one in the pack tree");
            return;
        }
        let (ground, pictures) = (self.ground(ui), chart::pictures(ui, self.pack));
        if !in_drop_down {
            self.recent(ui, &entries, &ground, &pictures, actions);
        }
        let id = Id::unique(("terrains", in_drop_down));
        let mut search: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let opened = in_drop_down && picker::has_just_opened(ui, id);
        if opened {
            search.clear();
        }
        let field = widgets::filter_field(ui, id.with("field"), &mut search, "Search terrains");
        if opened {
            field.request_focus();
        }
        let needle = search.trim().to_lowercase();
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.data_mut(|data| data.insert_temp(id, search));
        let matches = |entry: &&Entry| {
            needle.is_empty() || entry.title.to_lowercase().contains(&needle) || entry.id.contains(&needle)
        };
        let found: Vec<&Entry> = entries.iter().filter(matches).collect();
        if found.is_empty() {
            ui.weak("Nothing matches");
        }
        if let Some(first) = found.first().filter(|_| enter && !needle.is_empty()) {
            actions.push(Action::Ink(Ink::Terrain(first.id.clone())));
            close(ui);
        }
        ui.spacing_mut().item_spacing.y = GAP / 4.0;
        let is_parted = entries.first().map(|entry| entry.place) != entries.last().map(|entry| entry.place);
        let mut last = None;
        for entry in found {
            if is_parted && last != Some(entry.place) {
                widgets::next_section(ui, entry.place.name());
                last = Some(entry.place);
            }
            self.row(ui, entry, &ground, &pictures, actions);
        }
    }

    /// Returns all terrains that the map can have: favourites, the terrains of the legend, then the others.
    fn entries(&self) -> Vec<Entry> {
        let favourites = &self.session.view().favourites;
        let place = |id: &String, place| if favourites.contains(id) { Place::Favourite } else { place };
        let mut entries: Vec<Entry> = Vec::new();
        for (kind, paint) in self.chart.legend.iter().enumerate() {
            // Different letters of the same terrain are equivalent.
            if entries.iter().any(|entry| entry.id == paint.terrain) {
                continue;
            }
            let help = match self.chart.form {
                Form::Rows => format!("Paint {} (`{}` in the rows)", paint.title.to_lowercase(), paint.key),
                Form::Areas => format!("Paint {}", paint.title.to_lowercase()),
            };
            let (id, title) = (paint.terrain.clone(), paint.title.clone());
            entries.push(Entry { place: place(&id, Place::OnMap), id, title, kind, help });
        }
        let drawn = self.chart.legend.len();
        for (at, listed) in inks::terrains(self.session, Some(self.key)).iter().enumerate() {
            if entries.iter().any(|entry| entry.id == listed.key.id) {
                continue;
            }
            let help = match self.chart.form {
                Form::Rows => format!("Paint {}; it gets a new letter in the legend", listed.title.to_lowercase()),
                Form::Areas => format!("Paint {}", listed.title.to_lowercase()),
            };
            let (id, title) = (listed.key.id.clone(), listed.title.clone());
            entries.push(Entry { place: place(&id, Place::Other), id, title, kind: drawn + at, help });
        }
        entries.sort_by_key(|entry| entry.place);
        entries
    }

    /// Returns a ground with the terrains of the legend and all terrains of the pack, cached until the pack changes.
    fn ground(&self, ui: &Ui) -> Arc<Ground> {
        let id = Id::unique(("swatches", self.key.to_string()));
        cache::kept(ui, self.pack, id, || {
            let drawn = &self.chart.terrain.ground;
            let others = inks::terrains(self.session, Some(self.key));
            let view = |key: &RecordKey| foeman_scene::chart::terrain(self.pack.draft(), &key.catalog, &key.id);
            let mut terrains: Vec<_> = drawn.terrains.iter().take(self.chart.legend.len()).cloned().collect();
            terrains.extend(others.iter().map(|listed| view(&listed.key)));
            Arc::new(Ground::new(drawn.geometry, terrains, Cells::filled([1, 1], 0)))
        })
    }

    /// Draws the terrains painted with last.
    fn recent(&self, ui: &mut Ui, entries: &[Entry], ground: &Ground, pictures: &Pictures, actions: &mut Actions) {
        let known = |id: &String| entries.iter().find(|entry| entry.id == *id);
        let recent: Vec<&Entry> = self.session.view().recent.iter().filter_map(known).collect();
        if recent.len() < 2 {
            return;
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP / 2.0;
            widgets::section(ui, "RECENT");
            ui.add_space(GAP);
            for entry in recent {
                if ui.available_width() < ROW + 2.0 {
                    break;
                }
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(ROW + 2.0), Sense::click());
                let name = format!("Paint {} again", entry.title);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                if response.hovered() || response.has_focus() {
                    ui.painter().rect_filled(rect, CornerRadius::same(theme::ROUND), palette(ui).hover);
                }
                swatch(ui, ground, entry.kind, pictures, rect.center());
                if response.on_hover_text(&entry.title).clicked() {
                    actions.push(Action::Ink(Ink::Terrain(entry.id.clone())));
                }
            }
        });
    }

    fn row(&self, ui: &mut Ui, entry: &Entry, ground: &Ground, pictures: &Pictures, actions: &mut Actions) {
        let colors = palette(ui);
        let view = self.session.view();
        let (mix, brush) = (&view.mix, inks::brush(self.session, self.chart));
        let is_brush = brush.as_deref() == Some(entry.id.as_str());
        let strewn = mix.iter().any(|(other, _)| *other == entry.id);
        let chosen = view.tool.paints() && (strewn || (mix.is_empty() && is_brush));
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW + 2.0));
        let id = Id::unique(("terrain", ui.scope_id(), &entry.id));
        let response = ui.interact(rect, id, Sense::click());
        let name = format!("Paint {}", entry.title);
        response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, &name));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let round = CornerRadius::same(theme::ROUND);
        if chosen {
            ui.painter().rect_filled(rect, round, colors.selected);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, round, colors.hover);
        }
        focus::ring(ui, rect, &response);
        swatch(ui, ground, entry.kind, pictures, pos2(rect.left() + 15.0, rect.center().y));
        let place = Rect::from_center_size(pos2(rect.right() - STAR / 2.0 - 2.0, rect.center().y), Vec2::splat(STAR));
        let is_favourite = entry.place == Place::Favourite;
        self.star(ui, place, id.with("star"), entry, is_favourite, actions);
        let color = if chosen { colors.strong } else { colors.text };
        let left = rect.left() + 30.0;
        let galley = widgets::one_line(ui, &entry.title, TextStyle::Body, color, place.left() - GAP - left);
        let is_cut = galley.elided;
        ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
        let whole = if is_cut { format!("{}\n", entry.title) } else { String::new() };
        let help = format!("{whole}{}; with Ctrl, scatters it together with the current terrain", entry.help);
        if response.on_hover_text(help).clicked() {
            let adds = ui.input(|input| input.modifiers.command) && (!mix.is_empty() || !is_brush);
            if adds {
                actions.push(Action::Strew(with(mix, brush.as_deref(), &entry.id)));
            } else {
                actions.push(Action::Ink(Ink::Terrain(entry.id.clone())));
                close(ui);
            }
        }
    }

    fn star(&self, ui: &Ui, place: Rect, id: Id, entry: &Entry, is_on: bool, actions: &mut Actions) {
        let colors = palette(ui);
        let star = ui.interact(place, id, Sense::click());
        let name = match is_on {
            true => format!("Remove {} from favourites", entry.title),
            false => format!("Add {} to favourites", entry.title),
        };
        star.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &name));
        if star.hovered() || star.has_focus() {
            ui.painter().rect_filled(place, ROUND, colors.button);
        }
        focus::ring(ui, place, &star);
        let (icon, color) = if is_on { (Icon::Favourite, colors.accent) } else { (Icon::Star, colors.weak) };
        icon.paint(ui.painter(), Rect::from_center_size(place.center(), Vec2::splat(ICON)), color);
        if star.on_hover_text(name).clicked() {
            actions.push(Action::Map(MapAction::Favour(entry.id.clone())));
        }
    }

    /// Draws the current terrain around a point.
    pub(crate) fn mark(&self, ui: &Ui, at: Pos2) {
        let brush = inks::brush(self.session, self.chart);
        let entry = self.entries().into_iter().find(|entry| Some(&entry.id) == brush.as_ref());
        if let Some(entry) = entry {
            swatch(ui, &self.ground(ui), entry.kind, &chart::pictures(ui, self.pack), at);
        }
    }

    /// Returns the title of the current terrain; for several, their number.
    pub(crate) fn shown(&self) -> String {
        let mix = inks::mix(self.session, self.chart);
        if !mix.is_empty() {
            return format!("{} terrains", mix.len());
        }
        let brush = inks::brush(self.session, self.chart);
        let entry = self.entries().into_iter().find(|entry| Some(&entry.id) == brush.as_ref());
        entry.map_or_else(|| "No terrain".to_owned(), |entry| entry.title)
    }
}

/// Returns the terrains to scatter after one is added, or removed if it was among them.
fn with(mix: &[(String, u32)], brush: Option<&str>, id: &str) -> Vec<(String, u32)> {
    let mut now = mix.to_vec();
    if now.is_empty() {
        now.extend(brush.map(|brush| (brush.to_owned(), 1)));
    }
    match now.iter().position(|(other, _)| other == id) {
        Some(at) => drop(now.remove(at)),
        None => now.push((id.to_owned(), 1)),
    }
    now
}

/// Draws a hex as on the map.
fn swatch(ui: &Ui, ground: &Ground, kind: usize, pictures: &Pictures, at: Pos2) {
    let grid = Grid::new(ground.geometry);
    let origin = at - grid.center([0, 0]).to_vec2() * SWATCH;
    let view = Viewport { grid, origin, scale: SWATCH, clip: ui.clip_rect(), lines: true };
    let mut shapes = Vec::new();
    ground::sample(&view, ground, kind, palette(ui), pictures, &mut shapes);
    paint(ui.painter(), shapes);
}
