//! Random distribution of terrains over cells: scattered evenly, or in patches.

use super::{Cell, Geometry};

/// Distributes kinds over cells in proportion to their weights, exactly up to rounding to whole cells. Deterministic
/// for a given seed.
///
/// Each cell gets a noise value that changes over `patch` cells, and the kinds take the values in order. In large
/// patches the first kind therefore borders on the second, and the second on the third. With patches of 1 there is no
/// order.
/// `alike` returns the cell whose noise value is used for a cell: the cell itself on maps without symmetry.
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
        // The middle of the cell's share of all cells, in units of the weights.
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

/// Returns the random kind of one cell, with weights as probabilities. Depends only on the cell and the seed, not on
/// other cells.
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

/// Returns noise that is smooth over `patch` cells, 0 to 65535.
fn noise(geometry: &Geometry, cell: Cell, patch: u32, seed: u64) -> i64 {
    if patch <= 1 {
        return 0;
    }
    let at = geometry.lattice().centre(cell);
    let tile = geometry.lattice().tile();
    // A cell is two half sizes wide; coordinates are in 1/256 of a patch.
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

/// Returns a smoothstep of a fraction of 256.
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
