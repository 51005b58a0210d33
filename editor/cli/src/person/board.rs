//! The board as text: letters for figures, signs for terrain, and numbers of columns and rows.

use std::collections::BTreeMap;

use foeman_engine::display::{Board, Ground, NOBODY, Token};
use foeman_schema::grid::hex_layout::Tile;
use foeman_schema::grid::{Cell, Geometry};

use foeman_base::console::{Letters, Paint, Stream};

/// The width of a cell in letters.
const ACROSS: i64 = 4;
/// The width of the numbers of the rows.
const MARGIN: usize = 3;
/// The signs of terrains, after the most common open one and the most common closed one.
const SIGNS: &str = ":\"~=,;+^%-!?$|&'`abcdefghijklmnopqrstuvwxyz";

/// The part of a map that is shown: the first column and row, and their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    first: Cell,
    size: [i32; 2],
}

/// The board and the view of it that is drawn.
pub(super) struct Picture<'a> {
    pub(super) board: &'a Board,
    pub(super) letters: Letters,
    /// The letter of each token.
    pub(super) marks: &'a BTreeMap<u32, char>,
    /// The cells that the acting figure can move to.
    pub(super) reach: &'a [Cell],
    /// The position of the side that looks, whose figures have another colour than all others.
    pub(super) own: usize,
}

/// A line of the picture: letters with colours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row(Vec<(char, Option<Paint>)>);

impl Part {
    /// The whole map.
    pub(super) fn whole(geometry: &Geometry) -> Self {
        Self { first: [0, 0], size: geometry.size().map(|size| size as i32) }
    }

    /// The part of a map within `width` letters and `height` lines around a cell.
    pub(super) fn around(geometry: &Geometry, center: Cell, width: usize, height: usize) -> Self {
        let lines = if geometry.lattice().has_shifted_rows() || geometry.shift().is_none() { 1 } else { 2 };
        let room = [width.saturating_sub(MARGIN + 2) / ACROSS as usize, height.saturating_sub(2) / lines];
        let mut part = Self::whole(geometry);
        for axis in 0..2 {
            let most = part.size[axis];
            let size = (room[axis].max(1) as i32).min(most);
            part.size[axis] = size;
            part.first[axis] = (center[axis] - size / 2).clamp(0, most - size);
        }
        part
    }

    fn contains(self, cell: Cell) -> bool {
        (0..2).all(|axis| (0..self.size[axis]).contains(&(cell[axis] - self.first[axis])))
    }
}

/// Gives each token a letter: the first of its name that is free, or else any. Figures of no side get small letters.
pub(super) fn marks(board: &Board) -> BTreeMap<u32, char> {
    let mut marks = BTreeMap::new();
    let mut taken = std::collections::BTreeSet::new();
    for token in board.tokens.iter().filter(|token| !token.cells.is_empty()) {
        let case = |letter: char| {
            if token.side == NOBODY { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        let own = token.name.chars().filter(char::is_ascii_alphabetic).map(case);
        let others = ('A'..='Z').map(case).chain('0'..='9').chain('a'..='z').chain('A'..='Z');
        let mark = own.chain(others).find(|letter| !taken.contains(letter)).unwrap_or('@');
        taken.insert(mark);
        marks.insert(token.id, mark);
    }
    marks
}

/// Returns the sign of each terrain of the ground: `.` for the most common open one, `#` for the most common closed
/// one.
pub(super) fn signs(ground: &Ground, letters: Letters) -> Vec<char> {
    let counts = ground.counts();
    let mut order: Vec<usize> = (0..ground.terrains.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(counts.get(at).copied().unwrap_or_default()));
    let first = |closed: bool| order.iter().copied().find(|&at| ground.terrains[at].closed == closed);
    let (open, closed) = (first(false), first(true));
    let (dot, block) = match letters {
        Letters::Ascii => ('.', '#'),
        Letters::Unicode => ('·', '▒'),
    };
    let mut signs = vec![' '; order.len()];
    let mut rest = SIGNS.chars();
    for at in order {
        signs[at] = match at {
            at if Some(at) == open => dot,
            at if Some(at) == closed => block,
            _ => rest.next().unwrap_or('?'),
        };
    }
    signs
}

impl Picture<'_> {
    /// Draws a part of the map; empty if there is none.
    pub(super) fn rows(&self, part: Part) -> Vec<Row> {
        let Some(ground) = &self.board.ground else { return Vec::new() };
        let geometry = &ground.geometry;
        let signs = signs(ground, self.letters);
        let cells: Vec<Cell> = geometry.cells().filter(|cell| part.contains(*cell)).collect();
        let places: Vec<(i64, i64)> = cells.iter().map(|&cell| place(geometry, cell)).collect();
        let left = places.iter().map(|place| place.0).min().unwrap_or_default();
        let top = places.iter().map(|place| place.1).min().unwrap_or_default();
        let mut canvas = Canvas::default();
        for (&cell, (x, y)) in cells.iter().zip(places) {
            let (x, y) = ((x - left) as usize + MARGIN, (y - top) as usize + 1);
            let (text, paint) = self.cell(ground, &signs, cell);
            canvas.write(x, y, &text, paint);
            if cell[0] == part.first[0] {
                canvas.write(0, y, &format!("{:>2}", cell[1]), Some(Paint::Faint));
            }
            if cell[1] == part.first[1] {
                canvas.write(x, 0, &format!("{:^3}", cell[0]), Some(Paint::Faint));
            }
        }
        canvas.0
    }

    /// The three letters of a cell: a figure with the direction it faces, or the ground.
    fn cell(&self, ground: &Ground, signs: &[char], cell: Cell) -> (String, Option<Paint>) {
        let mut here = self.board.tokens.iter().filter(|token| token.cells.contains(&cell));
        // A figure that takes part hides the fallen.
        if let Some(token) = here.clone().find(|token| token.active).or(here.next()) {
            let paint = match token.side {
                _ if !token.active => None,
                NOBODY => Some(Paint::Doubtful),
                side if side == self.own => Some(Paint::Good),
                _ => Some(Paint::Bad),
            };
            return (self.token(ground, token, cell), paint);
        }
        let lies_here = self.board.things.iter().any(|thing| thing.cell == cell);
        let sign = if lies_here { '*' } else { ground.kind(cell).map_or(' ', |kind| signs[kind]) };
        match self.reach.contains(&cell) {
            true => (format!("({sign})"), None),
            false => (format!(" {sign} "), Some(Paint::Faint)),
        }
    }

    fn token(&self, ground: &Ground, token: &Token, cell: Cell) -> String {
        let mark = self.marks.get(&token.id).copied().unwrap_or('@');
        if token.cells.first() != Some(&cell) {
            return format!(" {} ", mark.to_ascii_lowercase());
        }
        let count = self.board.tokens.iter().filter(|other| other.active && other.cells.contains(&cell)).count();
        let Some(facing) = token.facing.filter(|_| token.active) else {
            return if count > 1 { format!(" {mark}{}", count.min(9)) } else { format!(" {mark} ") };
        };
        arrow(&ground.geometry, facing, mark, self.letters)
    }
}

/// Writes a figure's letter with the direction it faces.
fn arrow(geometry: &Geometry, facing: u8, mark: char, letters: Letters) -> String {
    let eighth = geometry.compass(usize::from(facing)).degrees() / 45;
    let sign = |signs: &str| signs.chars().nth(eighth as usize).unwrap_or(' ');
    let sign = match letters {
        Letters::Ascii => sign("^/>\\v/<\\"),
        Letters::Unicode => sign("↑↗→↘↓↙←↖"),
    };
    // To the left of the letter if it points there.
    if eighth > 4 { format!("{sign}{mark} ") } else { format!(" {mark}{sign}") }
}

/// Returns the place of a cell on the canvas, in letters and lines.
fn place(geometry: &Geometry, cell: Cell) -> (i64, i64) {
    let lattice = geometry.lattice();
    let (tile, pitch) = (lattice.tile(), lattice.pitch());
    let centre = lattice.centre(cell) - tile.half_size();
    let line = match tile {
        Tile::Square => 2,
        Tile::PointyHexagon => 3,
        Tile::Diamond | Tile::FlatHexagon => 1,
    };
    (centre.x * ACROSS / pitch.x, centre.y / line)
}

/// Letters in rows.
#[derive(Default)]
struct Canvas(Vec<Row>);

impl Canvas {
    fn write(&mut self, x: usize, y: usize, text: &str, paint: Option<Paint>) {
        if self.0.len() <= y {
            self.0.resize(y + 1, Row::default());
        }
        let Row(row) = &mut self.0[y];
        for (at, letter) in text.chars().enumerate() {
            if row.len() <= x + at {
                row.resize(x + at + 1, (' ', None));
            }
            row[x + at] = (letter, paint);
        }
    }
}

impl Row {
    /// Returns the number of letters.
    pub(super) fn width(&self) -> usize {
        self.0.len()
    }

    /// Returns the letters, coloured if the stream supports colours.
    pub(super) fn painted(&self, out: &Stream<'_>) -> String {
        let runs = self.0.chunk_by(|one, other| one.1 == other.1);
        let text = runs.map(|run| {
            let letters: String = run.iter().map(|(letter, _)| *letter).collect();
            match run[0].1 {
                Some(paint) if !letters.trim().is_empty() => out.painted(paint, letters).to_string(),
                _ => letters,
            }
        });
        text.collect()
    }
}
