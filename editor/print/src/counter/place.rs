//! The places of counters on their sheets, fronts and backs.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::options::{Flip, Options};
use crate::paper::printable;

/// The space above and below the counters of a sheet, for its title and the crop marks.
const HEAD: f32 = 14.0;
/// The space left and right of the counters of a sheet, for crop marks.
const SIDE: f32 = 6.0;
/// The space between footprints, and between rows of squares and rows of footprints.
const GAP: f32 = 5.0;
/// The space between the fold and the counters next to it.
const FOLD: f32 = 8.0;

/// A sheet of counters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The fronts, each with its number among all counters and its centre.
    pub fronts: Vec<(usize, Pos2)>,
    /// The backs, on the other side of the paper or across the fold, before they are offset.
    pub backs: Vec<(usize, Pos2)>,
}

/// A counter does not fit on the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TooLarge {
    /// The number of the counter.
    pub piece: usize,
}

/// Places counters of these sizes. Counters of one size are close together, so that one cut separates two of them.
pub fn sheets(sizes: &[(Vec2, bool)], options: &Options) -> Result<Vec<Sheet>, TooLarge> {
    let page = options.paper.size();
    let room = room(page, options);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|piece| sizes[*piece].1);
    let mut sheets = vec![Sheet::default()];
    let mut row = Row { left: room.left(), top: room.top(), height: 0.0, footprint: false };
    for piece in order {
        let (size, footprint) = sizes[piece];
        let gap = if footprint { (2.0 * options.bleed).max(GAP) } else { 2.0 * options.bleed };
        if size.x > room.width() || size.y > room.height() {
            return Err(TooLarge { piece });
        }
        if footprint && !row.footprint {
            // Footprints begin in a new row.
            row.footprint = true;
            if row.left > room.left() {
                row.below(room, 2.0 * GAP);
            }
        } else if row.left + size.x > room.right() + 0.001 {
            row.below(room, gap);
        }
        if row.top + size.y > room.bottom() + 0.001 {
            sheets.push(Sheet::default());
            row = Row { left: room.left(), top: room.top(), height: 0.0, ..row };
        }
        let center = pos2(row.left, row.top) + size / 2.0;
        if let Some(sheet) = sheets.last_mut() {
            sheet.fronts.push((piece, center));
        }
        row.left += size.x + gap;
        row.height = row.height.max(size.y);
    }
    sheets.retain(|sheet| !sheet.fronts.is_empty());
    for sheet in &mut sheets {
        sheet.backs = sheet.fronts.iter().map(|(piece, at)| (*piece, behind(*at, page, options.flip))).collect();
    }
    Ok(sheets)
}

/// A row of counters in progress.
struct Row {
    left: f32,
    top: f32,
    height: f32,
    footprint: bool,
}

impl Row {
    fn below(&mut self, room: Rect, gap: f32) {
        self.top += self.height + gap;
        (self.left, self.height) = (room.left(), 0.0);
    }
}

/// Returns the area for fronts. It is as far from opposite edges of the paper, so that backs are printable too.
fn room(page: Vec2, options: &Options) -> Rect {
    let mut room = printable(page).shrink2(vec2(SIDE + options.bleed, HEAD + options.bleed));
    if options.flip == Flip::Fold {
        room.max.x = page.x / 2.0 - FOLD - options.bleed;
    }
    room
}

/// Returns the place of the back of a counter whose front is centred at `at`, as seen when the back is printed.
pub fn behind(at: Pos2, page: Vec2, flip: Flip) -> Pos2 {
    match flip {
        // Sheets are upright: their long edges are left and right.
        Flip::Long | Flip::Fold => pos2(page.x - at.x, at.y),
        Flip::Short => pos2(at.x, page.y - at.y),
        Flip::None => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::CounterSize;
    use crate::paper::Paper;

    const FLIPS: [Flip; 4] = [Flip::Long, Flip::Short, Flip::Fold, Flip::None];

    fn sizes() -> Vec<(Vec2, bool)> {
        let square = Vec2::splat(CounterSize::Half.side());
        let mut sizes = vec![(square, false); 300];
        sizes.insert(7, (vec2(16.0, 31.0), true));
        sizes.extend([(vec2(40.0, 33.0), true); 25]);
        sizes
    }

    #[test]
    fn every_counter_has_one_place_and_none_overlap() {
        for paper in [Paper::A4, Paper::Letter, Paper::A3] {
            for flip in FLIPS {
                for bleed in [0.0, 3.0] {
                    let (sizes, options) = (sizes(), Options { paper, flip, bleed, ..Options::default() });
                    let sheets = sheets(&sizes, &options).expect("all are small");
                    let mut placed: Vec<usize> = Vec::new();
                    for sheet in &sheets {
                        let rects: Vec<Rect> = (sheet.fronts.iter())
                            .map(|(piece, at)| Rect::from_center_size(*at, sizes[*piece].0).expand(bleed - 0.001))
                            .collect();
                        for (n, rect) in rects.iter().enumerate() {
                            assert!(printable(paper.size()).contains_rect(*rect), "{paper:?} {flip:?} {rect}");
                            assert!(
                                !rects[..n].iter().any(|other| other.intersects(*rect)),
                                "{paper:?} {flip:?} {rect}"
                            );
                        }
                        placed.extend(sheet.fronts.iter().map(|(piece, _)| *piece));
                    }
                    placed.sort_unstable();
                    assert_eq!(placed, (0..sizes.len()).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn backs_lie_behind_their_fronts_when_the_paper_is_turned() {
        let page = Paper::A4.size();
        for flip in FLIPS {
            let options = Options { flip, ..Options::default() };
            for sheet in sheets(&sizes(), &options).expect("all are small") {
                for ((front, at), (back, behind)) in sheet.fronts.iter().zip(&sheet.backs) {
                    assert_eq!(front, back);
                    // A point of the back lies at this point of the front when the sheet is held to the light.
                    let through = match flip {
                        Flip::Long | Flip::Fold => pos2(page.x - behind.x, behind.y),
                        Flip::Short => pos2(behind.x, page.y - behind.y),
                        Flip::None => *behind,
                    };
                    assert!(at.distance(through) < 0.01, "{flip:?}: {at} and {through}");
                }
            }
        }
    }

    #[test]
    fn a_counter_larger_than_the_paper_is_refused() {
        let sizes = [(vec2(20.0, 20.0), false), (vec2(400.0, 20.0), true)];
        assert_eq!(sheets(&sizes, &Options::default()), Err(TooLarge { piece: 1 }));
    }
}
