//! The battle log.

use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CursorIcon, Id, Label, RichText, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2};
use foeman_engine::display::{Board, LineKind};
use foeman_engine::game::Told;
use foeman_engine::handbook;

use crate::help;
use crate::kit::basic;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::{tokens, widgets};
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::lines::{self, Emphasis};
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use crate::shell::view::Fold;
use foeman_scene::theme::{GAP, Palette, ROUND_SMALL, palette, standing_out};

/// Draws the log, with its filter unless that is elsewhere.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, has_filter: bool, actions: &mut Actions) {
    if !has_filter {
        filter(ui);
    }
    let sought = only(ui, now, battle);
    let all = &battle.seen().lines;
    let lines: Vec<(usize, &Told)> =
        all.iter().map(|told| &**told).enumerate().filter(|(_, told)| sought.fits(told)).collect();
    if lines.is_empty() && !all.is_empty() {
        ui.label(RichText::new("No matching lines").color(palette(ui).weak));
    }
    let lines = &lines;
    if all.is_empty() {
        ui.label(RichText::new("Nothing has happened yet: play a step, a round or to the end").color(palette(ui).weak));
    }
    let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).id_salt("battle log");
    ui.spacing_mut().item_spacing.y = GAP / 2.0;
    area.show_viewport(ui, |ui, view| {
        // Only visible lines are laid out; the heights of the others are cached.
        let heights_id = Id::unique(("log heights", &sought));
        let width = ui.available_width();
        let kept: Option<(f32, Vec<f32>)> = ui.data(|data| data.get_temp(heights_id));
        let mut heights = kept
            .filter(|(kept_width, _)| (*kept_width - width).abs() < 0.5)
            .map(|(_, heights)| heights)
            .unwrap_or_default();
        heights.resize(lines.len(), 22.0);
        let spacing = ui.spacing().item_spacing.y;
        let top = ui.min_rect().top();
        let mut y = 0.0;
        let mut measured = false;
        for (row, &(at, told)) in lines.iter().enumerate() {
            let height = heights[row];
            if y + height >= view.min.y && y <= view.max.y {
                let place = egui::Rect::from_min_size(egui::pos2(ui.min_rect().left(), top + y), vec2(width, height));
                let mut child = ui.new_child(egui::UiBuilder::new().id_salt(("told", at)).max_rect(place));
                line(&mut child, now, battle, (told, at), actions);
                heights[row] = child.min_rect().height();
                measured |= (heights[row] - height).abs() > 0.5;
            }
            // Use the measured height at once, so that lines never overlap.
            y += heights[row] + spacing;
        }
        if measured {
            ui.ctx().request_discard("the log's lines were measured");
            ui.ctx().request_repaint();
        }
        ui.allocate_space(vec2(width, y));
        ui.data_mut(|data| data.insert_temp(heights_id, (width, heights)));
    });
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Sought {
    text: String,
    /// If set, only lines about this highlighted token are shown.
    only: Option<u32>,
}

impl Sought {
    fn fits(&self, told: &Told) -> bool {
        let line = &told.line;
        let text = self.text.trim().to_lowercase();
        self.only.is_none_or(|token| line.actor == Some(token))
            && (text.is_empty() || line.text.to_lowercase().contains(&text))
    }
}

/// Draws the field for the text to search for.
pub(crate) fn filter(ui: &mut Ui) {
    let mut text: String = ui.data(|data| data.get_temp(sought())).unwrap_or_default();
    widgets::filter_field(ui, sought().with("field"), &mut text, "Filter the log");
    ui.data_mut(|data| data.insert_temp(sought(), text));
}

fn sought() -> Id {
    Id::unique("log filter")
}

/// Draws the choice of lines about the highlighted token, if there is one; returns the whole filter.
fn only(ui: &mut Ui, now: &Now<'_>, battle: &Battle) -> Sought {
    let text = ui.data(|data| data.get_temp(sought())).unwrap_or_default();
    let id = sought().with("only");
    let mut is_only: bool = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let chosen = now.play.highlight;
    let chosen = chosen.and_then(|id| battle.board().tokens.iter().find(|token| token.id == id));
    if let Some(token) = chosen {
        let name: String = token.name.chars().take(24).collect();
        basic::check_box(ui, &mut is_only, format!("Only {name}")).on_hover_text(&token.name);
    }
    ui.data_mut(|data| data.insert_temp(id, is_only));
    Sought { text, only: chosen.filter(|_| is_only).map(|token| token.id) }
}

fn line(ui: &mut Ui, now: &Now<'_>, battle: &Battle, (told, at): (&Told, usize), actions: &mut Actions) {
    let colors = palette(ui);
    let line = &told.line;
    let highlighted = line.actor.is_some() && line.actor == now.play.highlight;
    let emphasis = if highlighted { Emphasis::Strong } else { Emphasis::Normal };
    let (names, indent) = (Names::of(&line.text, battle.board()), lines::indent(line));
    let job = names.laid(&line.text, lines::format(ui, line, emphasis), colors.strong);
    let mentioned = Mentioned::in_text(&line.text, battle.board());
    let has_more = !line.terms.is_empty() || !mentioned.is_empty();
    let open = has_more && now.session.view().is_folded(&Fold::Sum(at));
    if line.kind == LineKind::Heading && at > 0 {
        ui.add_space(1.5 * GAP);
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(indent);
        // A bar in the colour of the side; wider for the selected figure.
        let (rect, _) = ui.allocate_exact_size(vec2(4.0, 16.0), Sense::hover());
        if let Some(color) = side_color(battle.board(), line.actor, colors) {
            let width = if highlighted { 4.0 } else { 2.0 };
            let bar = egui::Rect::from_min_size(rect.min, vec2(width, rect.height()));
            ui.painter().rect_filled(bar, ROUND_SMALL, color);
        }
        if has_more && terms_toggle(ui, open, !line.terms.is_empty(), at) {
            actions.push(Action::Fold(Fold::Sum(at)));
        }
        let (at_text, galley, mut response) = Label::new(job).wrap().sense(Sense::click()).layout_in_ui(ui);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &line.text));
        let pointer = response.hover_pos().or(response.interact_pointer_pos());
        let named = pointer.and_then(|at| names.at(&line.text, galley.cursor_from_pos(at - at_text).index.into()));
        if named.is_some() && response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        ui.painter().galley(at_text, galley, colors.text);
        if let Some(code) = &line.code {
            response = response.on_hover_text(RichText::new(code).monospace());
        }
        if response.clicked() {
            actions.push(Action::Play(match named {
                Some(token) => PlayAction::PointOut(token),
                None => PlayAction::Highlight(line.actor),
            }));
        }
        response.context_menu(|ui| {
            basic::menu_style(ui.style_mut());
            if ui.button("Play from here").clicked() {
                actions.push(Action::Play(PlayAction::GoTo(told.entry + 1)));
                ui.close();
            }
            if ui.button("Change this decision…").clicked() {
                actions.push(Action::Play(PlayAction::Reconsider(Some(told.entry))));
                ui.close();
            }
        });
    });
    if open && !mentioned.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.add_space(indent + 5.0 * GAP);
            mentioned.ui(ui, now, actions);
        });
    }
    if open && !line.terms.is_empty() {
        lines::terms(ui, now.session, ("terms of", at), (&line.terms, line.roll), actions);
    }
}

/// Returns the colour of the side of a figure.
fn side_color(board: &Board, actor: Option<u32>, colors: &Palette) -> Option<Color32> {
    let token = board.tokens.iter().find(|token| Some(token.id) == actor)?;
    Some(standing_out(tokens::side_color(board, token.side, colors), colors.surface))
}

/// The figures named in a line: the range of bytes, and the token.
struct Names(Vec<(Range<usize>, u32)>);

impl Names {
    /// With more figures, looking for their names would take too long.
    const MANY: usize = 100;

    fn of(text: &str, board: &Board) -> Self {
        let mut found: Vec<(Range<usize>, u32)> = Vec::new();
        if board.tokens.len() > Self::MANY {
            return Self(found);
        }
        for token in board.tokens.iter().filter(|token| !token.name.is_empty()) {
            for (start, name) in text.match_indices(&token.name) {
                found.push((start..start + name.len(), token.id));
            }
        }
        // Of names that contain each other, the longest counts.
        found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        found.retain(|(range, _)| {
            let is_free = range.start >= end;
            end = if is_free { range.end } else { end };
            is_free
        });
        Self(found)
    }

    /// Returns the text with emphasised names.
    fn laid(&self, text: &str, format: TextFormat, strong: Color32) -> LayoutJob {
        let mut job = LayoutJob::default();
        let mut done = 0;
        for (range, _) in &self.0 {
            job.append(&text[done..range.start], 0.0, format.clone());
            job.append(&text[range.clone()], 0.0, TextFormat { color: strong, ..format.clone() });
            done = range.end;
        }
        job.append(&text[done..], 0.0, format);
        job
    }

    /// Returns the token whose name has the character with this index.
    fn at(&self, text: &str, index: usize) -> Option<u32> {
        let byte = text.char_indices().nth(index)?.0;
        self.0.iter().find(|(range, _)| range.contains(&byte)).map(|(_, token)| *token)
    }
}

/// The hexes and rules mentioned in a line.
struct Mentioned {
    cells: Vec<[i32; 2]>,
    rules: Vec<String>,
}

impl Mentioned {
    fn in_text(text: &str, board: &Board) -> Self {
        let geometry = board.ground.as_ref().map(|ground| ground.geometry);
        let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != ',');
        let cell = |word: &str| {
            let (column, row) = word.trim_matches(',').split_once(',')?;
            let cell = [column.parse().ok()?, row.parse().ok()?];
            geometry.is_some_and(|geometry| geometry.contains(cell)).then_some(cell)
        };
        let mut cells: Vec<[i32; 2]> = words.filter_map(cell).collect();
        cells.dedup();
        let mut rules: Vec<String> = handbook::named(text).into_iter().map(|(_, name)| name.to_owned()).collect();
        rules.dedup();
        Self { cells, rules }
    }

    fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.rules.is_empty()
    }

    fn ui(&self, ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        for &cell in &self.cells {
            let text = RichText::new(format!("{},{}", cell[0], cell[1])).small();
            if ui.link(text).on_hover_text("Mark this place on the map").clicked() {
                actions.push(Action::Play(PlayAction::Cursor(cell)));
                actions.push(Action::Play(PlayAction::Mark(cell)));
            }
        }
        for rule in &self.rules {
            help::rule_link(ui, now.session, rule, actions);
        }
    }
}

fn terms_toggle(ui: &mut Ui, open: bool, has_sum: bool, at: usize) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::click());
    let name = match (open, has_sum) {
        (true, true) => "Hide the sum",
        (false, true) => "Explain the sum",
        (true, false) => "Hide the details",
        (false, false) => "Show the details",
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{name} of line {at}")));
    let color = if response.hovered() || response.has_focus() { palette(ui).strong } else { palette(ui).weak };
    let icon = if open { Icon::Opened } else { Icon::Closed };
    icon.paint(ui.painter(), rect.shrink(2.0), color);
    focus::ring(ui, rect, &response);
    response.on_hover_text(name).clicked()
}
