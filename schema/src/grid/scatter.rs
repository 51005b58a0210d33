//! Cells shared out among kinds at random: evenly strewn, or in patches that lie beside each other as the kinds do.

use super::{Cell, Geometry};

/// Shares cells out among kinds by their weights, exactly as far as whole cells allow; the same seed gives the same.
///
/// Each cell gets a height that changes over `patch` cells; the kinds get the heights in their order, so that in large
/// patches the first borders on the second, and that on the third. With patches of 1 there is no such order.
/// `alike` names the cell whose height counts for another one: itself where the map has no symmetry.
pub fn scatter(
    geometry: &Geometry,
    cells: &[Cell],
    weights: &[u32],
    patch: u32,
    seed: u64,
    alike: impl Fn(Cell) -> Cell,
) -> Vec<usize> {
    let height = |cell: Cell| {
        let cell = alike(cell);
        (noise(geometry, cell, patch, seed), hashed(seed ^ !0, [i64::from(cell[0]), i64::from(cell[1])]), cell)
    };
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_cached_key(|&number| (height(cells[number]), cells[number]));
    let whole: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let mut kinds = vec![0; cells.len()];
    for (rank, number) in order.into_iter().enumerate() {
        // The middle of the cell's share of all cells, in the measure of the weights.
        let at = (2 * rank as u64 + 1) * whole / (2 * cells.len() as u64).max(1);
        let mut below = 0;
        kinds[number] = weights
            .iter()
            .position(|weight| {
                below += u64::from(*weight);
                at < below
            })
            .unwrap_or_default();
    }
    kinds
}

/// The kind of one cell by its chance, which its weight is: whatever the other cells are, the same seed gives the same.
pub fn strew(weights: &[u32], cell: Cell, seed: u64) -> usize {
    let whole: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let drawn = hashed(seed, cell.map(i64::from)).checked_rem(whole).unwrap_or_default();
    let mut below = 0;
    let reaches = |weight: &u32| {
        below += u64::from(*weight);
        drawn < below
    };
    weights.iter().position(reaches).unwrap_or_default()
}

/// A height that is smooth over `patch` cells, 0 to 65535.
fn noise(geometry: &Geometry, cell: Cell, patch: u32, seed: u64) -> i64 {
    if patch <= 1 {
        return 0;
    }
    let at = geometry.lattice().centre(cell);
    let tile = geometry.lattice().tile();
    // A cell is as wide as its half size twice over; fractions are told in 1/256 of a patch.
    let metric = tile.half_size();
    let part = |at: i64, half: i64| at * 128 / (half * i64::from(patch));
    let (x, y) = (part(at.x, metric.x), part(at.y, metric.y));
    let (left, top) = (x.div_euclid(256), y.div_euclid(256));
    let (right, down) = (smooth(x.rem_euclid(256)), smooth(y.rem_euclid(256)));
    let corner = |x: i64, y: i64| (hashed(seed, [x, y]) >> 48) as i64;
    let between = |a: i64, b: i64, share: i64| a + (b - a) * share / 256;
    let above = between(corner(left, top), corner(left + 1, top), right);
    let below = between(corner(left, top + 1), corner(left + 1, top + 1), right);
    between(above, below, down)
}

/// A share of 256 that rises slowly at both ends.
fn smooth(share: i64) -> i64 {
    share * share * (768 - 2 * share) / 65536
}

fn hashed(seed: u64, [x, y]: [i64; 2]) -> u64 {
    let mixed = |value: u64| {
        let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    };
    mixed(mixed(mixed(seed) ^ x as u64) ^ y as u64)
}
