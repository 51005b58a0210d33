//! The chart by round: one amount at a time, chosen by tabs, with a line per side or figure, distinguished by colour,
//! shape and dashes.

use std::sync::Arc;

use egui::{
    Align2, Button, Color32, Galley, Id, Painter, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Shape,
    Stroke, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use foeman_engine::display::Board;
use foeman_engine::history::Curve;

use crate::kit::basic;
use crate::kit::focus;
use crate::kit::{tokens, widgets};
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::shell::action::{Action, Actions};
use crate::shell::session::{Now, Session};
use crate::shell::view::Fold;
use foeman_scene::theme::{EDGE, GAP, ICON_SMALL, LINE, RING, ROUND, ROUND_SMALL, alpha, palette, standing_out};

/// The minimum number of rounds on the x axis, so that the first rounds are not stretched.
const ROUNDS: u32 = 4;
/// The minimum height of the plot, in points.
const LOWEST: f32 = 70.0;
/// The margins of the plot for its numbers, in points.
const LEFT: f32 = 34.0;
const BELOW: f32 = 18.0;

/// The height of a legend entry and the width of its line sample, in points.
const ENTRY: f32 = 19.0;
const SAMPLE: f32 = 28.0;
/// From this number of figures on, there is one line per side instead of per figure.
const CROWD: usize = 7;
/// The spacing between legend entries, in points.
const BETWEEN: f32 = 5.0;

/// A drawn curve.
struct Trace<'a> {
    curve: &'a Curve,
    /// Its name in the legend: the side, or the figure.
    name: String,
    /// Its owner and the amount it shows.
    title: String,
    color: Color32,
    /// The shape of its points, by side.
    shape: Point,
    /// Its dash pattern, by its index within the side.
    dash: &'static [f32],
    shown: bool,
}

/// The shape of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Point {
    Circle,
    Square,
    Triangle,
    Diamond,
}

const POINTS: [Point; 4] = [Point::Circle, Point::Square, Point::Triangle, Point::Diamond];
/// The dash patterns: lengths of dashes and gaps in points; empty for a solid line.
const DASHES: [&[f32]; 4] = [&[], &[7.0, 4.0], &[2.0, 3.0], &[9.0, 3.0, 2.0, 3.0]];

/// The name of the measure of figures.
const HEALTH: &str = "Health of figures";

/// Returns the name of the amount that a curve shows.
fn measure(curve: &Curve) -> &str {
    if curve.token.is_some() { HEALTH } else { &curve.name }
}

/// Draws a tab per amount if there are several; returns the curves of the chosen one.
fn chosen(ui: &mut Ui, now: &Now<'_>, history: &[Curve], actions: &mut Actions) -> Vec<Curve> {
    let mut names: Vec<&str> = Vec::new();
    for name in history.iter().map(measure) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let wanted = now.session.view().play.measure.as_deref();
    let chosen = names.iter().copied().find(|name| Some(*name) == wanted).or(names.first().copied());
    if names.len() > 1 {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GAP / 2.0);
            for name in &names {
                let button = ui.add(Button::selectable(chosen == Some(*name), *name).small().truncate());
                widgets::whole_on_hover(ui, &button, name);
                if button.accessible_name(format!("Chart of {name}")).clicked() {
                    actions.push(Action::Play(PlayAction::Measure((*name).to_owned())));
                }
            }
        });
        ui.add_space(GAP);
    }
    history.iter().filter(|curve| chosen == Some(measure(curve))).cloned().collect()
}

/// Draws the tabs, the legend and the chart in the available space; if that is too low, they scroll.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let area = ScrollArea::vertical().id_salt("chart").auto_shrink([false, false]);
    area.show(ui, |ui| content(ui, now, battle, actions));
}

fn content(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let board = battle.board();
    let history = &chosen(ui, now, &battle.seen().history, actions);
    let is_crowded = history.iter().filter(|curve| curve.token.is_some()).count() >= CROWD;
    let sides = if is_crowded { of_sides(board, history) } else { Vec::new() };
    let curves: Vec<&Curve> = sides.iter().chain(history).collect();
    let highlight = now.play.highlight;
    let is_wanted = |curve: &Curve| {
        let is_figure = is_crowded && curve.token.is_some();
        !is_figure || curve.token == highlight || now.session.view().is_folded(&Fold::Figure(curve.name.clone()))
    };
    let traces: Vec<Trace<'_>> =
        traces(ui, now.session, board, &curves).into_iter().filter(|trace| is_wanted(trace.curve)).collect();
    if traces.is_empty() {
        ui.label(RichText::new("Nothing in this battle can be charted").color(palette(ui).weak));
        return;
    }
    let mut pointed = None;
    let longest = longest_name(ui, &traces);
    ui.spacing_mut().interact_size.y = ENTRY;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(BETWEEN, 1.0);
        for (at, trace) in traces.iter().enumerate() {
            let response = entry(ui, trace, longest);
            if response.hovered() || response.has_focus() {
                pointed = Some(at);
            }
            if response.clicked() {
                actions.push(Action::Fold(match trace.curve.token {
                    Some(_) if is_crowded => Fold::Figure(trace.curve.name.clone()),
                    _ => Fold::Curve(trace.title.clone()),
                }));
            }
        }
        if is_crowded {
            figures(ui, now.session, board, history, actions);
        }
    });
    let pointed =
        pointed.or_else(|| traces.iter().position(|trace| highlight.is_some() && trace.curve.token == highlight));
    plot(ui, battle, &traces, pointed);
}

/// Draws the choice of figures whose lines are shown in addition to the lines of the sides.
fn figures(ui: &mut Ui, session: &Session, board: &Board, history: &[Curve], actions: &mut Actions) {
    let config =
        egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    egui::containers::menu::MenuButton::new("Figures…").config(config).ui(ui, |ui| {
        ui.set_min_width(220.0);
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (at, side) in board.sides.iter().enumerate() {
                ui.label(RichText::new(&side.name).color(palette(ui).strong));
                for curve in history.iter().filter(|curve| curve.side == at && curve.token.is_some()) {
                    let fold = Fold::Figure(curve.name.clone());
                    let mut is_shown = session.view().is_folded(&fold);
                    if basic::check_box(ui, &mut is_shown, &curve.name).changed() {
                        actions.push(Action::Fold(fold));
                    }
                }
            }
        });
    });
}

/// Returns the total of all figures of each side, as one line per side.
fn of_sides(board: &Board, history: &[Curve]) -> Vec<Curve> {
    let of_side = |at: usize| {
        let own: Vec<&Curve> = history.iter().filter(|curve| curve.side == at && curve.token.is_some()).collect();
        let mut rounds: Vec<u32> = own.iter().flat_map(|curve| &curve.points).map(|point| point.0).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let value = |curve: &Curve, round: u32| {
            curve.points.iter().take_while(|point| point.0 <= round).last().map_or(0, |point| point.1.max(0))
        };
        let sum = |round: u32| own.iter().fold(0i32, |sum, curve| sum.saturating_add(value(curve, round)));
        let most = own.iter().fold(0i32, |sum, curve| sum.saturating_add(curve.range.1));
        Curve {
            name: "all figures".to_owned(),
            side: at,
            token: None,
            range: (0, most),
            marks: Vec::new(),
            points: rounds.into_iter().map(|round| (round, sum(round))).collect(),
        }
    };
    let sides = (0..board.sides.len()).map(of_side);
    sides.filter(|curve| !curve.points.is_empty()).collect()
}

fn traces<'a>(ui: &Ui, session: &Session, board: &Board, curves: &[&'a Curve]) -> Vec<Trace<'a>> {
    let colors = palette(ui);
    let trace = |(at, curve): (usize, &'a Curve)| {
        let owner = board.sides.get(curve.side).map_or("", |side| &side.name);
        let title = match curve.token {
            Some(_) => curve.name.clone(),
            None => format!("{owner}: {}", curve.name),
        };
        let nth = curves[..at].iter().filter(|other| other.side == curve.side).count();
        // Lines of sides with the same shape differ in their dashes.
        let nth = nth + curve.side / POINTS.len();
        Trace {
            curve,
            name: if curve.token.is_some() { curve.name.clone() } else { owner.to_owned() },
            color: standing_out(tokens::side_color(board, curve.side, colors), colors.surface),
            shape: POINTS[curve.side % POINTS.len()],
            dash: DASHES[nth % DASHES.len()],
            shown: !session.view().is_folded(&Fold::Curve(title.clone())),
            title,
        }
    };
    curves.iter().copied().enumerate().map(trace).collect()
}

fn name(ui: &Ui, trace: &Trace<'_>, longest: f32) -> Arc<Galley> {
    let color = if trace.shown { palette(ui).text } else { palette(ui).weak };
    widgets::one_line(ui, &trace.name, TextStyle::Small, color, longest)
}

/// Returns the maximum length of names in the legend, so that the entries fit on two lines if possible.
fn longest_name(ui: &Ui, traces: &[Trace<'_>]) -> f32 {
    let room = ui.available_width();
    let width = |trace: &Trace<'_>, longest: f32| {
        SAMPLE + name(ui, trace, longest).size().x + last_value(ui, trace).size().x + 2.0 * GAP + BETWEEN
    };
    let fits = |longest: f32| traces.iter().map(|trace| width(trace, longest)).sum::<f32>() <= 2.0 * room;
    [200.0, 140.0, 110.0, 90.0, 80.0, 70.0, 60.0].into_iter().find(|&longest| fits(longest)).unwrap_or(140.0)
}

/// Returns the last value of a curve.
fn last_value(ui: &Ui, trace: &Trace<'_>) -> Arc<Galley> {
    let last = trace.curve.points.last().map_or(0, |point| point.1);
    widgets::one_line(ui, &last.to_string(), TextStyle::Small, palette(ui).strong, 80.0)
}

/// Draws a legend entry with the last value; a click hides or shows its line.
fn entry(ui: &mut Ui, trace: &Trace<'_>, longest: f32) -> Response {
    let colors = palette(ui);
    let last = trace.curve.points.last().map_or(0, |point| point.1);
    let (text, value) = (name(ui, trace, longest), last_value(ui, trace));
    let size = vec2(SAMPLE + text.size().x + value.size().x + 2.0 * GAP, ENTRY);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = format!("{}, {last}", trace.title);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, trace.shown, &words));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, ROUND, colors.hover);
    }
    focus::ring(ui, rect, &response);
    let color = if trace.shown { trace.color } else { colors.outline };
    let middle = rect.center().y;
    let ends = [pos2(rect.left() + 2.0, middle), pos2(rect.left() + SAMPLE - 4.0, middle)];
    line(painter, &ends, trace.dash, Stroke::new(RING, color));
    trace.shape.paint(painter, pos2(rect.left() + SAMPLE / 2.0 - 1.0, middle), 3.4, color, color);
    let at = pos2(rect.left() + SAMPLE, middle - text.size().y / 2.0);
    let end = at.x + text.size().x;
    painter.galley(at, text, colors.text);
    painter.galley(pos2(end + GAP, middle - value.size().y / 2.0), value, colors.strong);
    if !trace.shown {
        painter.hline(at.x..=end, middle, Stroke::new(LINE, colors.weak));
    }
    let hint = if trace.shown { "click to hide its line" } else { "click to show its line" };
    response.on_hover_text(format!("{words}; {hint}"))
}

/// The transform from rounds and values to the screen.
struct Axes {
    rect: Rect,
    rounds: u32,
    low: i32,
    high: i32,
}

impl Axes {
    fn x(&self, round: u32) -> f32 {
        self.rect.left() + self.rect.width() * round as f32 / self.rounds as f32
    }

    fn y(&self, value: i32) -> f32 {
        let share = (f64::from(value) - f64::from(self.low)) / (f64::from(self.high) - f64::from(self.low)).max(1.0);
        self.rect.bottom() - self.rect.height() * (share as f32).clamp(0.0, 1.0)
    }

    fn at(&self, (round, value): (u32, i32)) -> Pos2 {
        pos2(self.x(round), self.y(value))
    }

    /// Returns the round nearest to a screen point.
    fn round(&self, at: Pos2) -> u32 {
        let share = ((at.x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        (share * self.rounds as f32).round() as u32
    }
}

fn plot(ui: &mut Ui, battle: &Battle, traces: &[Trace<'_>], pointed: Option<usize>) {
    let colors = palette(ui);
    let size = vec2(ui.available_width(), ui.available_height().max(LOWEST));
    let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
    let last = traces.iter().filter_map(|trace| trace.curve.points.last()).map(|point| point.0).max().unwrap_or(0);
    response.widget_info(|| WidgetInfo::labeled(Role::Figure, true, format!("Chart over {last} rounds")));
    if !ui.is_rect_visible(whole) {
        return;
    }
    let (low, high) = reach(traces.iter().filter(|trace| trace.shown).map(|trace| trace.curve));
    let axes = Axes {
        rect: Rect::from_min_max(whole.min + vec2(LEFT, 8.0), whole.max - vec2(12.0, BELOW)),
        rounds: last.max(ROUNDS),
        low,
        high,
    };
    let painter = ui.painter_at(whole.expand(2.0));
    frame(ui, &painter, &axes);
    // Draw the highlighted curve on top.
    let mut order: Vec<usize> = (0..traces.len()).filter(|&at| traces[at].shown).collect();
    order.sort_by_key(|&at| pointed == Some(at));
    for at in order {
        let trace = &traces[at];
        let faded = pointed.is_some() && pointed != Some(at);
        let color = if faded { trace.color.gamma_multiply(alpha::LIGHT) } else { trace.color };
        if pointed == Some(at) {
            marks(ui, &painter, &axes, trace);
        }
        let points: Vec<Pos2> = trace.curve.points.iter().map(|&point| axes.at(point)).collect();
        line(&painter, &points, trace.dash, Stroke::new(if pointed == Some(at) { 2.8 } else { 1.8 }, color));
        // Skip points if rounds are so close together that they would hide the line.
        let every = (7.0 / (axes.rect.width() / axes.rounds as f32)).ceil().max(1.0) as usize;
        for (nth, &point) in points.iter().enumerate() {
            let under_way = battle.is_within_round() && trace.curve.points[nth].0 == last;
            if nth % every == 0 || nth + 1 == points.len() {
                trace.shape.paint(&painter, point, 3.2, if under_way { colors.surface } else { color }, color);
            }
        }
    }
    if last == 0 {
        let at = axes.rect.center();
        let font = TextStyle::Small.resolve(ui.style());
        painter.text(at, Align2::CENTER_CENTER, "Each further round adds a point", font, colors.weak);
    }
    if let Some(pointer) = response.hover_pos() {
        values(ui, battle, &painter, &axes, traces, axes.round(pointer).min(last), last);
    }
}

/// Returns the range of the y axis: all values and the marks next to them with a margin, within the possible range of
/// the amounts.
fn reach<'a>(curves: impl Iterator<Item = &'a Curve> + Clone) -> (i32, i32) {
    let least = curves.clone().map(|curve| curve.range.0).min().unwrap_or(0);
    let most = curves.clone().map(|curve| curve.range.1).max().unwrap_or(1).max(least.saturating_add(1));
    let values = curves.flat_map(|curve| {
        let values = || curve.points.iter().map(|point| point.1);
        let marks = || curve.marks.iter().map(|mark| mark.value);
        let (low, high) = (values().min().unwrap_or(least), values().max().unwrap_or(most));
        let below = marks().filter(|&mark| mark <= low).max().unwrap_or(low);
        let above = marks().filter(|&mark| mark >= high).min().unwrap_or(high);
        [below, above]
    });
    let (low, high) = values.fold((i32::MAX, i32::MIN), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return (least, most);
    }
    let air = (high.saturating_sub(low) / 10).max(most.saturating_sub(least) / 20).max(1);
    (low.saturating_sub(air).max(least.min(low)), high.saturating_add(air).min(most.max(high)))
}

/// Draws the grid lines and their numbers.
fn frame(ui: &Ui, painter: &Painter, axes: &Axes) {
    let colors = palette(ui);
    let font = TextStyle::Small.resolve(ui.style());
    let room = axes.rect.height() / 34.0;
    let step = nice(f64::from(axes.high) - f64::from(axes.low), f64::from(room.max(1.0)));
    let mut value = (f64::from(axes.low) / step).ceil() * step;
    while value <= f64::from(axes.high) {
        let y = axes.y(value as i32);
        painter.hline(axes.rect.x_range(), y, Stroke::new(LINE, colors.line));
        let at = pos2(axes.rect.left() - 7.0, y);
        painter.text(at, Align2::RIGHT_CENTER, value as i32, font.clone(), colors.weak);
        value += step;
    }
    painter.hline(axes.rect.x_range(), axes.rect.bottom(), Stroke::new(LINE, colors.outline));
    let step = nice(f64::from(axes.rounds), f64::from((axes.rect.width() / 44.0).max(1.0))) as u32;
    for round in (0..=axes.rounds).step_by(step.max(1) as usize) {
        let x = axes.x(round);
        painter.vline(x, axes.rect.bottom()..=axes.rect.bottom() + 3.0, Stroke::new(LINE, colors.outline));
        let text = match round {
            0 => "Start".to_owned(),
            round if round == step => format!("Round {round}"),
            round => round.to_string(),
        };
        let at = pos2(x, axes.rect.bottom() + 5.0);
        let align = if round == 0 { Align2::LEFT_TOP } else { Align2::CENTER_TOP };
        let at = if round == 0 { at - vec2(6.0, 0.0) } else { at };
        painter.text(at, align, text, font.clone(), colors.weak);
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, … that divides a span into at most this number of pieces.
fn nice(span: f64, pieces: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(30) {
        if span / step <= pieces {
            break;
        }
        step *= factor;
    }
    step
}

/// Draws the significant values of a curve as lines across the plot.
fn marks(ui: &Ui, painter: &Painter, axes: &Axes, trace: &Trace<'_>) {
    let colors = palette(ui);
    let font = TextStyle::Small.resolve(ui.style());
    for mark in trace.curve.marks.iter().filter(|mark| (axes.low..=axes.high).contains(&mark.value)) {
        let y = axes.y(mark.value);
        let ends = [pos2(axes.rect.left(), y), pos2(axes.rect.right(), y)];
        line(painter, &ends, &[4.0, 4.0], Stroke::new(LINE, colors.strong));
        let text = format!("{} {}", mark.name, mark.value);
        let galley = widgets::one_line(ui, &text, TextStyle::Small, colors.text, axes.rect.width());
        let at = pos2(axes.rect.right() - galley.size().x - GAP, y - font.size - 4.0);
        painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), ROUND_SMALL, colors.surface);
        painter.galley(at, galley, colors.text);
    }
}

/// Draws the values of all curves at the end of the round under the pointer.
fn values(ui: &Ui, battle: &Battle, painter: &Painter, axes: &Axes, traces: &[Trace<'_>], round: u32, last: u32) {
    let colors = palette(ui);
    painter.vline(axes.x(round), axes.rect.y_range(), Stroke::new(LINE, colors.weak));
    let at_round = |trace: &Trace<'_>| trace.curve.points.iter().find(|point| point.0 == round).copied();
    for trace in traces.iter().filter(|trace| trace.shown) {
        if let Some(point) = at_round(trace) {
            trace.shape.paint(painter, axes.at(point), 4.6, trace.color, colors.surface);
        }
    }
    let heading = match round {
        0 => "Start".to_owned(),
        round if round == last && battle.is_within_round() => format!("Round {round}, so far"),
        round => format!("End of round {round}"),
    };
    let tip = egui::Tooltip::always_open(
        ui.ctx().clone(),
        ui.layer_id(),
        Id::unique("values of a round"),
        egui::PopupAnchor::Pointer,
    );
    tip.gap(14.0).show(|ui| {
        ui.label(RichText::new(heading).color(colors.strong));
        ui.spacing_mut().interact_size.y = 0.0;
        egui::Grid::new("values of a round").num_columns(3).spacing(vec2(2.0 * GAP, 2.0)).show(ui, |ui| {
            let shown = traces.iter().filter(|trace| trace.shown);
            let mut values: Vec<_> = shown.filter_map(|trace| Some((trace, at_round(trace)?.1))).collect();
            // In the order of the lines at this round, from the top down.
            values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
            for (trace, value) in values {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON_SMALL), Sense::hover());
                trace.shape.paint(ui.painter(), rect.center(), 3.6, trace.color, trace.color);
                ui.label(RichText::new(&trace.title).color(colors.text));
                ui.label(RichText::new(value.to_string()).color(colors.strong));
                ui.end_row();
            }
        });
    });
}

/// Draws a solid or dashed line.
fn line(painter: &Painter, points: &[Pos2], dash: &[f32], stroke: Stroke) {
    if dash.is_empty() {
        painter.add(Shape::line(points.to_vec(), stroke));
        return;
    }
    let (drawn, left_out): (Vec<f32>, Vec<f32>) = dash.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
    painter.extend(Shape::dashed_line_with_offset(points, stroke, &drawn, &left_out, 0.0));
}

impl Point {
    fn paint(self, painter: &Painter, at: Pos2, radius: f32, fill: Color32, outline: Color32) {
        let stroke = Stroke::new(EDGE, outline);
        let corners = |corners: &[(f32, f32)]| corners.iter().map(|&(x, y)| at + vec2(x, y) * radius).collect();
        let shape = match self {
            Self::Circle => {
                painter.circle(at, radius, fill, stroke);
                return;
            }
            Self::Square => corners(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Self::Triangle => corners(&[(0.0, -1.2), (1.15, 0.9), (-1.15, 0.9)]),
            Self::Diamond => corners(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        };
        painter.add(Shape::convex_polygon(shape, fill, stroke));
    }
}

#[cfg(test)]
mod tests {
    use foeman_engine::display::Mark;
    use foeman_engine::history::Curve;

    use super::{nice, reach};

    #[test]
    fn a_chart_reaches_as_far_as_its_values_with_some_air_and_never_beyond_what_can_be() {
        let curve = |range, values: &[i32]| {
            let points = values.iter().zip(0..).map(|(value, round)| (round, *value)).collect();
            let marks = [10, 50, 90].map(|value| Mark { name: String::new(), value });
            Curve { name: String::new(), side: 0, token: None, range, marks: marks.into(), points }
        };
        assert_eq!(reach([curve((0, 100), &[30, 60])].iter()), (2, 98));
        assert_eq!(reach([curve((0, 100), &[50, 60])].iter()), (45, 95));
        assert_eq!(reach([curve((0, 200), &[100, 120])].iter()), (80, 130));
        assert_eq!(reach([curve((100, 110), &[112])].iter()), (90, 112), "values outside the range are shown too");
        assert_eq!(reach([curve((i32::MIN, i32::MAX), &[i32::MIN, i32::MAX])].iter()), (i32::MIN, i32::MAX));
        assert_eq!(reach([].iter()), (0, 1));
    }

    #[test]
    fn scales_go_up_by_ones_twos_and_fives() {
        for (span, pieces, step) in [(4.0, 8.0, 1.0), (10.0, 5.0, 2.0), (150.0, 6.0, 50.0), (100.0, 10.0, 10.0)] {
            assert_eq!(nice(span, pieces), step, "{span} in {pieces}");
        }
    }
}
