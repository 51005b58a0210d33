//! Maps packed into areas: rectangles of sites that have the same in them, and those of one kind together.

use std::collections::BTreeMap;

/// A rectangle of sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// Its first column and row.
    pub(super) from: [usize; 2],
    /// How many columns and rows it has.
    pub(super) size: [usize; 2],
}

/// The sites of a map in blocks by what is in them; of sites with nothing in them, none.
///
/// As Hexkit packs them: column by column, each block first as far to the right as it goes, then down; kinds in the order
/// in which they come.
pub(super) fn packed<K: Clone + Ord>(
    [width, height]: [usize; 2],
    kind: impl Fn([usize; 2]) -> Option<K>,
) -> Vec<(K, Vec<Block>)> {
    let mut done = vec![false; width * height];
    let mut order: Vec<(K, Vec<Block>)> = Vec::new();
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    for x in 0..width {
        for y in 0..height {
            if done[y * width + x] {
                continue;
            }
            let Some(own) = kind([x, y]) else { continue };
            let fits = |x: usize, y: usize, done: &[bool]| !done[y * width + x] && kind([x, y]).as_ref() == Some(&own);
            let columns = (x..width).take_while(|&x| fits(x, y, &done)).count();
            let rows = (y..height).take_while(|&y| (x..x + columns).all(|x| fits(x, y, &done))).count();
            for row in y..y + rows {
                done[row * width + x..][..columns].fill(true);
            }
            let place = *places.entry(own.clone()).or_insert(order.len());
            if place == order.len() {
                order.push((own, Vec::new()));
            }
            order[place].1.push(Block { from: [x, y], size: [columns, rows] });
        }
    }
    order
}
