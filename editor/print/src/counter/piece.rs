//! The figures that get counters, with their shapes.

use egui::{Color32, Pos2, Rect, Vec2, pos2};
use foeman_engine::display::{Board, NOBODY, Token};
use foeman_scene::Viewport;
use foeman_scene::figure::side_color;
use foeman_scene::grid::Grid;
use foeman_scene::outline::border;
use foeman_scene::theme::LIGHT;
use foeman_schema::grid::{Geometry, Points, Shape, Stand};

use crate::map::ground::SCALE;
use crate::options::Options;
use crate::subject::Subject;

/// The inset of a footprint within its hexes, in hex radii, so that neighbours do not overlap.
const INSET: f32 = 0.05;
/// The ratio of a hex's width from side to side to the distance from its centre to a corner.
const ACROSS: f32 = 1.732_050_8;

/// A counter of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// The figure, alone on a grid. A figure of one hex faces up.
    pub token: Token,
    /// The grid.
    pub grid: Grid,
    /// The name of its side.
    pub side: String,
    /// The colour of its side.
    pub color: Color32,
}

impl Piece {
    fn new(board: &Board, token: &Token) -> Self {
        let side = board.sides.get(token.side).map(|side| side.name.clone()).unwrap_or_default();
        let color = side_color(board, token.side, &LIGHT);
        // The state at the beginning is not printed.
        let token = Token { health: (0, 0), marks: Vec::new(), details: Vec::new(), active: true, ..token.clone() };
        let ground = board.ground.as_ref().filter(|_| token.cells.len() > 1);
        match ground {
            Some(ground) => Self { token, grid: Grid::new(ground.geometry), side, color },
            None => {
                let facing = token.facing.map(|_| 0);
                let token = Token { cells: vec![[0, 0]], facing, points: Points::Side, ..token };
                Self { token, grid: Grid::new(single()), side, color }
            }
        }
    }

    /// Whether the counter has the shape of the figure's hexes.
    pub fn is_footprint(&self) -> bool {
        self.token.cells.len() > 1
    }

    /// Returns the view in which the figure is drawn, in points, with the middle of its box at the origin.
    pub(crate) fn view(&self) -> Viewport {
        let far = Vec2::splat(1e6);
        let clip = Rect::from_center_size(Pos2::ZERO, far);
        let view = Viewport { grid: self.grid, origin: Pos2::ZERO, scale: SCALE, clip, lines: true };
        if !self.is_footprint() {
            return view;
        }
        let around = Rect::from_points(&border(&view, &self.token.cells, 0.0));
        Viewport { origin: Pos2::ZERO - around.center().to_vec2(), ..view }
    }

    /// Millimetres per point of the view, for a footprint.
    pub(crate) fn ratio(&self, options: &Options) -> f32 {
        options.hex / ACROSS / SCALE
    }

    /// Returns the edge along which the counter is cut out, with its middle at the origin, in millimetres. It is `more`
    /// millimetres larger.
    pub fn edge(&self, options: &Options, more: f32) -> Vec<Pos2> {
        if self.is_footprint() {
            let ratio = self.ratio(options);
            let mut edge = border(&self.view(), &self.token.cells, INSET - more / ratio / SCALE);
            edge.pop();
            return edge.into_iter().map(|point| (point.to_vec2() * ratio).to_pos2()).collect();
        }
        let half = options.counter.side() / 2.0 + more;
        vec![pos2(-half, -half), pos2(half, -half), pos2(half, half), pos2(-half, half)]
    }

    /// Returns the width and height of the counter, in millimetres.
    pub fn size(&self, options: &Options) -> Vec2 {
        Rect::from_points(&self.edge(options, 0.0)).size()
    }

    fn is_like(&self, other: &Self) -> bool {
        let face = |piece: &Self| {
            (
                piece.token.name.clone(),
                piece.side.clone(),
                piece.color,
                piece.token.cells.len(),
                piece.token.images.clone(),
            )
        };
        face(self) == face(other)
    }
}

/// A grid of one hex whose first direction is up.
fn single() -> Geometry {
    Geometry::new(Shape::Hex, Stand::Edge, None, [1, 1]).expect("one hex is a valid grid")
}

/// Returns the counters of all scenarios: each figure as often as the scenario with most of its kind has it.
pub fn pieces(subject: &Subject) -> Vec<Piece> {
    let mut all: Vec<(Piece, usize)> = Vec::new();
    for scenario in &subject.scenarios {
        let mut here: Vec<(Piece, usize)> = Vec::new();
        for token in scenario.board.tokens.iter().filter(|token| token.side != NOBODY) {
            let piece = Piece::new(&scenario.board, token);
            match here.iter_mut().find(|(other, _)| other.is_like(&piece)) {
                Some((_, count)) => *count += 1,
                None => here.push((piece, 1)),
            }
        }
        for (piece, count) in here {
            match all.iter_mut().find(|(other, _)| other.is_like(&piece)) {
                Some((_, most)) => *most = (*most).max(count),
                None => all.push((piece, count)),
            }
        }
    }
    all.into_iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count)).collect()
}
