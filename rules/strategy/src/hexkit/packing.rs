//! Packs maps into areas: groups sites with equal contents into rectangles, and equal rectangles into areas.

use std::collections::BTreeMap;

/// A rectangle of sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The first column and row.
    pub(super) from: [usize; 2],
    /// The number of columns and rows.
    pub(super) size: [usize; 2],
}

/// Groups the sites of a map into rectangles with equal contents; sites without contents are left out.
///
/// Follows Hexkit's algorithm: column by column, each rectangle first extends as far right as possible, then down;
/// contents are in the order of their first occurrence.
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
