//! Dividing a map into sheets.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::paper::{Paper, printable};

/// The width of the strip that neighbouring sheets share.
pub const OVERLAP: f32 = 10.0;
/// The height of the foot of a sheet: sheet key, title and bar.
pub const FOOT: f32 = 24.0;

/// A map divided into sheets of the same size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tiles {
    /// Width and height of the paper.
    pub page: Vec2,
    /// Width and height of the part of the map that each sheet shows.
    pub window: Vec2,
    /// The number of columns and rows of sheets.
    pub count: [usize; 2],
}

impl Tiles {
    /// Divides a map of a width and height, with the paper upright or across, whichever takes fewer sheets. If both
    /// take the same number, the one that is more like the map.
    pub fn new(map: Vec2, paper: Paper) -> Self {
        let upright = paper.size();
        let across = vec2(upright.y, upright.x);
        let [one, other] = if map.x > map.y { [across, upright] } else { [upright, across] };
        let [one, other] = [one, other].map(|page| Self::on(map, page));
        if other.sheets() < one.sheets() { other } else { one }
    }

    fn on(map: Vec2, page: Vec2) -> Self {
        let room = Self::room(page).size();
        let along = |map: f32, room: f32| {
            let count = if map <= room { 1.0 } else { ((map - OVERLAP) / (room - OVERLAP)).ceil() };
            // All sheets show the same length, so that the last one is not a strip.
            (count, (map + (count - 1.0) * OVERLAP) / count)
        };
        let ((columns, width), (rows, height)) = (along(map.x, room.x), along(map.y, room.y));
        Self { page, window: vec2(width, height), count: [columns as usize, rows as usize] }
    }

    /// The area of a page for the map.
    fn room(page: Vec2) -> Rect {
        let mut room = printable(page);
        room.max.y -= FOOT;
        room
    }

    /// The number of sheets.
    pub fn sheets(&self) -> usize {
        self.count[0].saturating_mul(self.count[1])
    }

    /// Returns the columns and rows of all sheets, row by row.
    pub fn all(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let [columns, rows] = self.count;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
    }

    /// Returns the part of the map that a sheet shows, measured from the map's upper left corner.
    pub fn part(&self, [column, row]: [usize; 2]) -> Rect {
        let start = vec2(column as f32, row as f32) * (self.window - Vec2::splat(OVERLAP));
        Rect::from_min_size(Pos2::ZERO + start, self.window)
    }

    /// Returns the area of a sheet that shows its part of the map.
    pub fn place(&self) -> Rect {
        Rect::from_center_size(Self::room(self.page).center(), self.window)
    }

    /// Returns the foot of a sheet.
    pub fn foot(&self) -> Rect {
        let room = printable(self.page);
        Rect::from_min_max(pos2(room.left(), room.bottom() - FOOT + 3.0), room.max)
    }
}

/// Returns the name of a sheet: a letter for its column and a number for its row.
pub fn name([column, row]: [usize; 2]) -> String {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    let letters = if column < 26 { String::new() } else { letter(column / 26 - 1).to_string() };
    format!("{letters}{}{}", letter(column), row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPERS: [Paper; 3] = [Paper::A4, Paper::Letter, Paper::A3];

    #[test]
    fn sheets_cover_the_map_and_share_strips_of_ten_millimetres() {
        for paper in PAPERS {
            for map in [vec2(40.0, 30.0), vec2(300.0, 190.0), vec2(190.0, 300.0), vec2(1234.0, 567.0)] {
                let tiles = Tiles::new(map, paper);
                let [columns, rows] = tiles.count;
                let last = tiles.part([columns - 1, rows - 1]);
                assert!((last.max.to_vec2() - map).length() < 0.01, "{paper:?} {map}: {last}");
                assert!(printable(tiles.page).contains_rect(tiles.place()), "{paper:?} {map}");
                for column in 1..columns {
                    let shared = tiles.part([column - 1, 0]).right() - tiles.part([column, 0]).left();
                    assert!((shared - OVERLAP).abs() < 0.01, "{paper:?} {map}: {shared}");
                }
            }
        }
    }

    #[test]
    fn the_paper_lies_whichever_way_takes_fewer_sheets() {
        let sheets = |map| {
            let tiles = Tiles::new(map, Paper::A4);
            (tiles.sheets(), tiles.page.x > tiles.page.y)
        };
        assert_eq!(sheets(vec2(270.0, 150.0)), (1, true));
        assert_eq!(sheets(vec2(150.0, 250.0)), (1, false));
        assert_eq!(sheets(vec2(370.0, 250.0)), (2, false), "two upright sheets side by side");
        assert_eq!(sheets(vec2(180.0, 100.0)), (1, true));
    }

    #[test]
    fn sheets_are_named_like_squares_of_a_chessboard() {
        assert_eq!([[0, 0], [1, 2], [25, 0], [26, 9]].map(name), ["A1", "B3", "Z1", "AA10"]);
    }
}
