//! Figures: markers with a facing, initials, a health ring and a name.

use std::collections::BTreeMap;
use std::f32::consts::TAU;
use std::sync::Arc;

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use foeman_engine::display::{Board, NOBODY, Token};
use foeman_schema::grid::Points;

use super::Viewport;
use super::connect::{self, Ways};
use super::health::health;
use super::label::{Label, place_labels};
use super::marker::Marker;
use super::outline::border;
use super::picture::Pictures;
use super::shape::{Pen, Shape, mix};
use super::stack::{self, Stacks};
use super::{text, zone};
use crate::theme::{DARK, LIGHT, Palette, parse_color, readable_on};

/// The scale below which a figure is a dot, in points per hex radius.
const DOTS: f32 = 3.0;
/// The minimum scale at which all names that fit are shown, in points per hex radius.
const NAMED: f32 = 12.0;
/// The minimum scale at which the state is shown below the name, in points per hex radius.
const NOTED: f32 = 34.0;
/// The text size of the state, relative to the name.
const NOTE: f32 = 0.86;
/// The minimum scale at which health is shown, in points per hex radius.
const HEALTH: f32 = 9.0;
/// The minimum scale at which initials are shown, in points per hex radius.
const INITIALS: f32 = 13.0;
/// The maximum number of figures whose initials are compared.
const LETTERED: usize = 400;
/// The width of an image that replaces the initials, in hex radii for a figure of one hex.
const PICTURED: f32 = 0.84;

/// The emphasised figures, by id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Emphasis {
    /// The selected figure.
    pub highlight: Option<u32>,
    /// The active figure, whose turn it is.
    pub acting: Option<u32>,
    /// The figure under the pointer.
    pub hovered: Option<u32>,
}

impl Emphasis {
    /// Whether a figure is emphasised.
    fn is_on(self, token: &Token) -> bool {
        [self.highlight, self.acting, self.hovered].contains(&Some(token.id))
    }
}

/// Returns the markers of all figures on the board. Figures out of the fight come first, so that they are drawn below
/// the others.
pub fn figures(
    view: &Viewport,
    board: &Board,
    colors: &Palette,
    emphasis: Emphasis,
    pictures: &Pictures,
) -> Vec<Shape> {
    if let Some(dots) = dots(view, board, colors, emphasis) {
        let corners = |rect: Rect| vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        return dots.into_iter().map(|(rect, paint)| Shape::fill(corners(rect), paint)).collect();
    }
    let order = in_order(view, board, emphasis);
    let letters = if view.scale >= INITIALS { letters(board) } else { BTreeMap::new() };
    let mut shapes = Vec::new();
    let stacks = Stacks::of(view, &order);
    for token in order.into_iter().filter(|token| !stacks.hides(token)) {
        let count = stacks.count(token);
        if count > 1 {
            stack::below(view, side_color(board, token.side, colors), token, count, &mut shapes);
        }
        let letters = letters.get(&token.id).map(String::as_str);
        marker(view, (board, token, letters), colors, emphasis, pictures, &mut shapes);
        if count > 1 {
            stack::number(view, token, count, &mut shapes);
        }
    }
    shapes
}

/// A note on a figure, by the figure's id, such as the result of an attack on it.
pub type Note = (u32, String);

/// Returns the names of the active figures and of the zones, placed so that they do not overlap.
pub fn names(view: &Viewport, board: &Board, colors: &Palette, emphasis: Emphasis) -> Vec<Shape> {
    names_with(view, board, colors, emphasis, &[])
}

/// Returns names like [`names`], with notes below the names of some figures. These have labels at any scale, as
/// emphasised figures have.
pub fn names_with(view: &Viewport, board: &Board, colors: &Palette, emphasis: Emphasis, notes: &[Note]) -> Vec<Shape> {
    let note = |token: &Token| notes.iter().find(|(id, _)| *id == token.id).map(|(_, note)| note.as_str());
    let stands_out = |token: &Token| emphasis.is_on(token) || note(token).is_some();
    if view.scale < NAMED && !board.tokens.iter().any(stands_out) {
        return Vec::new();
    }
    let mut order = in_order(view, board, emphasis);
    order.sort_by_key(|token| (token.active, note(token).is_some(), emphasis.is_on(token)));
    let stacks = (view.scale >= NAMED).then(|| Stacks::of(view, &order));
    let is_named = |token: &Token| token.active && stacks.as_ref().is_some_and(|stacks| !stacks.hides(token));
    let named = order.iter().rev().filter(|token| stands_out(token) || is_named(token));
    let noted = |token: &&Token| {
        let mut label = label(view, token, note(token))?;
        label.edge = note(token).map(|_| colors.error);
        Some(label)
    };
    let mut wanted: Vec<Label> = named.filter_map(noted).collect();
    wanted.extend(board.ground.iter().flat_map(|ground| zone::labels(view, ground, colors)));
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut markers: Vec<Rect> = order.iter().map(|token| extent(view, token, 0.5)).collect();
    if let Some(stacks) = &stacks {
        let tops = order.iter().filter(|token| !stacks.hides(token) && stacks.count(token) > 1);
        markers.extend(tops.filter_map(|token| stack::counter(view, token)));
    }
    let plate = mix(colors.surface, colors.strong, 0.04);
    let mut shapes = Vec::new();
    for (label, rect) in place_labels(&wanted, &markers, view.clip) {
        let edge = label.edge.map_or(Pen::new(1.0, colors.line), |color| Pen::new(1.6, color));
        shapes.push(Shape::Polygon { points: rounded(rect, 4.0), fill: plate, edge: Some(edge) });
        let mut at = rect.center();
        if !label.note.is_empty() {
            at.y = rect.top() + 0.72 * label.size;
            let below = pos2(at.x, rect.bottom() - 0.62 * NOTE * label.size);
            let (size, text) = (NOTE * label.size, label.note.clone());
            // The edge of a figure with a note has a colour already.
            let color = if label.edge.is_some() { colors.strong } else { colors.warning };
            shapes.push(Shape::Text { at: below, size, color, text });
        }
        let text = label.text.clone();
        shapes.push(Shape::Text { at, size: label.size, color: colors.strong, text });
    }
    shapes
}

/// Returns the colour of a side.
pub fn side_color(board: &Board, side: usize, colors: &Palette) -> Color32 {
    board.sides.get(side).and_then(|side| parse_color(&side.color)).unwrap_or(colors.weak)
}

/// Returns the bounding box of a figure's cells, extended by `share` radii from their centres.
pub fn extent(view: &Viewport, token: &Token, share: f32) -> Rect {
    let mut extent = Rect::NOTHING;
    token.cells.iter().for_each(|cell| extent.extend_with(view.center(*cell)));
    extent.expand(view.scale * share)
}

/// Returns the visible figures on the board, least important first.
fn in_order<'b>(view: &Viewport, board: &'b Board, emphasis: Emphasis) -> Vec<&'b Token> {
    let near = view.clip.expand(2.0 * view.scale);
    let bounds = view.near(2.0);
    let seen = |token: &&Token| match token.cells.as_slice() {
        [] => false,
        [cell] => bounds.contains(*cell) && near.contains(view.center(*cell)),
        _ => extent(view, token, 2.0).intersects(view.clip),
    };
    let mut order: Vec<&Token> = board.tokens.iter().filter(seen).collect();
    order.sort_by_key(|token| (token.active, emphasis.is_on(token)));
    order
}

/// Whether figures are too small for anything but dots.
pub fn are_dots(view: &Viewport) -> bool {
    view.scale < DOTS
}

/// Returns the figures as squares in their sides' colours if the scale is too small for markers, else `None`.
pub fn dots(view: &Viewport, board: &Board, colors: &Palette, emphasis: Emphasis) -> Option<Vec<(Rect, Color32)>> {
    let dot = |token: &Token| {
        let stands_out = emphasis.is_on(token);
        let paint = match token.side {
            _ if stands_out => colors.accent,
            NOBODY => LIGHT.weak,
            side if token.active => side_color(board, side, colors),
            side => grey(side_color(board, side, colors)),
        };
        let half = if stands_out { 4.0 } else { (0.55 * view.scale).max(1.0) };
        (Rect::from_center_size(extent(view, token, 0.0).center(), Vec2::splat(2.0 * half)), paint)
    };
    are_dots(view).then(|| in_order(view, board, emphasis).into_iter().map(dot).collect())
}

fn marker(
    view: &Viewport,
    (board, token, letters): (&Board, &Token, Option<&str>),
    colors: &Palette,
    emphasis: Emphasis,
    pictures: &Pictures,
    shapes: &mut Vec<Shape>,
) {
    if !extent(view, token, 1.0).intersects(view.clip) {
        return;
    }
    let scale = view.scale;
    if token.side == NOBODY {
        return feature(view, board, token, pictures, shapes);
    }
    let side = side_color(board, token.side, colors);
    let paint = if token.active { side } else { grey(side) };
    let ink = readable_on(paint);
    let shows_health = scale >= HEALTH && token.active;
    let colors = colors_on(board, token.cells[0], colors);
    if token.cells.len() > 1 {
        footprint(view, token, paint, shapes);
    }
    if emphasis.highlight == Some(token.id) {
        ring_about(view, token, colors.accent, shapes);
    }
    if emphasis.acting == Some(token.id) {
        brackets(view, token, colors.warning, shapes);
    }
    if shows_health {
        health(view, token, colors, shapes);
    }
    let marker = Marker::new(view, token, forward(view, token));
    let shadow = marker.body.iter().map(|point| *point + vec2(0.0, scale * 0.06)).collect();
    shapes.push(Shape::fill(shadow, Color32::from_black_alpha(70)));
    let line = mix(paint, ink, 0.8);
    let edge = Some(Pen::new((scale * 0.05).max(1.0), line));
    shapes.push(Shape::Polygon { points: marker.body, fill: paint, edge });
    shapes.extend(marker.bands.into_iter().map(|band| Shape::fill(band, line)));
    if scale < HEALTH {
        return;
    }
    shapes.extend(marker.nose.map(|nose| Shape::fill(nose.to_vec(), line)));
    let count = (token.cells.len() as f32).sqrt();
    if !token.active {
        let arm = scale * 0.3 * count;
        let pen = Pen::new((scale * 0.08).max(1.5), ink);
        for arm in [vec2(arm, arm), vec2(arm, -arm)] {
            shapes.push(Shape::line(vec![marker.middle - arm, marker.middle + arm], pen));
        }
    } else if let Some(laid) = pictures.laid(&token.images, 1.0) {
        let rect = Rect::from_center_size(marker.middle, Vec2::splat(scale * PICTURED * count));
        shapes.push(Shape::whole(rect, Arc::clone(pictures.shown(&laid, token.cells[0], Ways::default()))));
    } else if scale >= INITIALS {
        let text = letters.map_or_else(|| initials(&token.name), str::to_owned);
        let share = if text.chars().count() > 2 { 0.36 } else { 0.44 };
        let size = (scale * share * count).clamp(7.0, 96.0);
        shapes.push(Shape::Text { at: marker.middle, size, color: ink, text });
    }
}

/// Draws a feature, which fills its hexes: its image, or a block of stone with its initials.
fn feature(view: &Viewport, board: &Board, token: &Token, pictures: &Pictures, shapes: &mut Vec<Shape>) {
    if let Some(laid) = pictures.laid(&token.images, 1.0) {
        let cell = token.cells[0];
        if laid.connects() {
            // The image fills its hex so that it meets the neighbours it connects to.
            let there = |other: &Token, beside| other.side == NOBODY && other.cells.contains(&beside);
            let leads = |other: &&Token| pictures.lead(&token.images, &other.images);
            let ways = connect::ways(view.grid.geometry(), cell, |beside| {
                board.tokens.iter().filter(|other| there(other, beside)).any(|other| leads(&other))
            });
            let points = view.outline(cell, 1.0);
            let rect = Rect::from_points(&points);
            let picture = Arc::clone(pictures.shown(&laid, cell, ways));
            shapes.push(Shape::Picture { points, rect, picture });
            return;
        }
        let rect = extent(view, token, 0.8);
        let rect = Rect::from_center_size(rect.center(), Vec2::splat(rect.width().min(rect.height())));
        shapes.push(Shape::whole(rect, Arc::clone(pictures.shown(&laid, cell, Ways::default()))));
        return;
    }
    let (stone, ink) = (LIGHT.weak, LIGHT.surface);
    let edge = Some(Pen::new((view.scale * 0.06).max(1.0), LIGHT.strong));
    let block = |&cell: &[i32; 2]| Shape::Polygon { points: view.outline(cell, 0.8), fill: stone, edge };
    shapes.extend(token.cells.iter().map(block));
    if view.scale >= INITIALS {
        let size = (view.scale * 0.44).clamp(7.0, 96.0);
        let at = view.center(token.cells[0]);
        shapes.push(Shape::Text { at, size, color: ink, text: initials(&token.name) });
    }
}

/// Returns the facing of a figure: through a side of its head's cell, or through the corner counter-clockwise of it.
fn forward(view: &Viewport, token: &Token) -> Option<Vec2> {
    let facing = token.facing?;
    let ahead = view.grid.direction(facing);
    Some(match token.points {
        Points::Side => ahead,
        Points::Corner => (ahead + view.grid.direction(facing + view.grid.directions() - 1)).normalized(),
    })
}

/// Returns the palette for lines on the ground; the ground's brightness does not depend on the theme.
fn colors_on<'a>(board: &Board, cell: [i32; 2], colors: &'a Palette) -> &'a Palette {
    let ground = board.ground.as_ref().and_then(|ground| parse_color(&ground.terrain(cell)?.color));
    match ground {
        Some(ground) if readable_on(ground) == Color32::BLACK => &LIGHT,
        Some(_) => &DARK,
        None => colors,
    }
}

/// Draws the hexes that a large figure occupies.
fn footprint(view: &Viewport, token: &Token, paint: Color32, shapes: &mut Vec<Shape>) {
    let (veil, line) = (paint.gamma_multiply(0.3), paint.gamma_multiply(0.7));
    shapes.extend(token.cells.iter().map(|&cell| Shape::fill(view.outline(cell, 1.0), veil)));
    shapes.push(Shape::line(border(view, &token.cells, 0.02), Pen::new((view.scale * 0.04).max(1.0), line)));
}

/// Draws an outline round the hexes of an emphasised figure.
fn ring_about(view: &Viewport, token: &Token, paint: Color32, shapes: &mut Vec<Shape>) {
    cased(border(view, &token.cells, 0.05), (view.scale * 0.09).max(2.0), paint, shapes);
}

/// Draws corner brackets round the hexes of the active figure.
fn brackets(view: &Viewport, token: &Token, paint: Color32, shapes: &mut Vec<Shape>) {
    let line = border(view, &token.cells, 0.05);
    let corners = line.len().saturating_sub(1);
    for n in 0..corners {
        let (before, here, after) = (line[(n + corners - 1) % corners], line[n], line[n + 1]);
        let arm = vec![here.lerp(before, 0.28), here, here.lerp(after, 0.28)];
        cased(arm, (view.scale * 0.11).max(2.5), paint, shapes);
    }
}

/// Draws a line with an outline that contrasts with any ground.
fn cased(points: Vec<Pos2>, width: f32, paint: Color32, shapes: &mut Vec<Shape>) {
    let casing = Pen::new(width * 1.7, readable_on(paint).gamma_multiply(0.75));
    shapes.push(Shape::line(points.clone(), casing));
    shapes.push(Shape::line(points, Pen::new(width, paint)));
}

/// Returns a figure's name with its possible positions: below its marker, above, right and left.
fn label(view: &Viewport, token: &Token, note: Option<&str>) -> Option<Label> {
    let marker = extent(view, token, 0.62);
    if !marker.intersects(view.clip) {
        return None;
    }
    let size = (view.scale * 0.26).clamp(10.0, 18.0);
    let room = (view.scale * 4.0).max(90.0);
    let text = text::shortened(&token.name, size, room);
    // At close zoom, the label also shows the figure's state.
    let note = match note {
        Some(note) => note.to_owned(),
        None if view.scale >= NOTED => token.marks.join(", "),
        None => String::new(),
    };
    let note = text::shortened(&note, NOTE * size, room);
    let (width, lines) = (text::width(&text, size).max(text::width(&note, NOTE * size)), f32::from(!note.is_empty()));
    let plate = vec2(width + 0.7 * size, 1.35 * size + 1.1 * NOTE * size * lines);
    let (across, down) = (vec2(plate.x / 2.0, 0.0), vec2(0.0, plate.y / 2.0));
    let places = [
        marker.center_bottom() + down,
        marker.center_top() - down,
        pos2(marker.right() + 0.1 * view.scale, marker.bottom()) + across,
        pos2(marker.left() - 0.1 * view.scale, marker.bottom()) - across,
        pos2(marker.right() + 0.1 * view.scale, marker.top()) + across,
        pos2(marker.left() - 0.1 * view.scale, marker.top()) - across,
    ];
    Some(Label {
        text,
        note,
        size,
        edge: None,
        places: places.map(|center| Rect::from_center_size(center, plate)).to_vec(),
    })
}

/// A rectangle with rounded corners.
fn rounded(rect: Rect, radius: f32) -> Vec<Pos2> {
    let inner = rect.shrink(radius);
    let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
    let arc = |(n, corner): (usize, Pos2)| {
        (0..=4).map(move |step| corner + Vec2::angled(TAU / 4.0 * (n as f32 + step as f32 / 4.0)) * radius)
    };
    corners.into_iter().enumerate().flat_map(arc).collect()
}

/// Returns the letters on the markers of figures that share their initials with others of their side: the first two
/// letters of the name, and its number if it has one. Figures off the board count too, so that the letters of a figure
/// do not change when others come or go.
fn letters(board: &Board) -> BTreeMap<u32, String> {
    if board.tokens.len() > LETTERED {
        return BTreeMap::new();
    }
    let mut same: BTreeMap<(usize, String), Vec<&Token>> = BTreeMap::new();
    for token in &board.tokens {
        same.entry((token.side, initials(&token.name))).or_default().push(token);
    }
    let shared = same.into_values().filter(|tokens| tokens.len() > 1).flatten();
    shared.map(|token| (token.id, first_letters(&token.name))).collect()
}

fn first_letters(name: &str) -> String {
    let number = name.split_whitespace().filter_map(|word| word.strip_prefix('#')).next_back();
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let second = letters.next().filter(|letter| letter.is_alphanumeric());
    format!("{first}{}{}", second.map(String::from).unwrap_or_default(), number.unwrap_or_default())
}

/// Returns the initials of a name, or its first letter and its number.
pub fn initials(name: &str) -> String {
    // For `Novices #1` the number is more useful than the `#`.
    let letters = name.split_whitespace().map(|word| word.trim_start_matches('#'));
    let mut words = letters.filter_map(|word| word.chars().next());
    let first = words.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    match words.next_back() {
        Some(last) => first + &last.to_uppercase().to_string(),
        None => first,
    }
}

fn grey(color: Color32) -> Color32 {
    let mean = (u16::from(color.r()) + u16::from(color.g()) + u16::from(color.b())) / 3;
    mix(color, Color32::from_gray(mean as u8), 0.8)
}
