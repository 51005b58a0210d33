//! The straight line between two hexes.

use foeman_schema::grid::Hex;

/// The hexes strictly between two others on the straight line from centre to centre, a pair for each step: twice the
/// same hex, or the two that share an edge where the line runs along it.
///
/// Whole numbers decide, and the line back has the same hexes.
pub fn line(from: Hex, to: Hex) -> impl Iterator<Item = [Hex; 2]> {
    let by = to - from;
    let steps = i64::from(by.length());
    // At each step the line has gone one hex along the greatest of its three coordinates, and part of one along the
    // others, whose sum is whole: one of them decides, and where it is half way the line is on an edge.
    let unit = |n: i32| n.signum();
    let along_q = i64::from(by.q.unsigned_abs()) == steps;
    let along_r = i64::from(by.r.unsigned_abs()) == steps;
    let (ahead, aside, part) = if along_q {
        (Hex::new(unit(by.q), 0), Hex::new(0, 1), by.r)
    } else if along_r {
        (Hex::new(0, unit(by.r)), Hex::new(1, 0), by.q)
    } else {
        // Along the third coordinate, which a step along `r` changes when `q` stays.
        (Hex::new(0, unit(by.r)), Hex::new(1, -1), by.q)
    };
    let (part, mut straight, mut rest) = (2 * i64::from(part), from, steps);
    let mut whole = 0;
    (1..steps).map(move |_| {
        straight = straight + ahead;
        // `rest` over twice the steps is what the line has gone aside beyond `whole`, and half a hex.
        rest += part;
        if rest >= 2 * steps {
            rest -= 2 * steps;
            whole += 1;
        }
        if rest < 0 {
            rest += 2 * steps;
            whole -= 1;
        }
        let hex = straight + aside * whole;
        let other = if rest == 0 { hex - aside } else { hex };
        [hex, other]
    })
}

/// Whether nothing blocks the straight line between two hexes: where it runs along an edge both hexes must block, and
/// the end hexes never do. Symmetric.
pub fn is_clear(from: Hex, to: Hex, blocks: impl FnMut(Hex) -> bool) -> bool {
    first_blocked(from, to, blocks).is_none()
}

/// Where the straight line from one hex to another is blocked first: twice the same hex, or both beside an edge that it
/// runs along.
pub fn first_blocked(from: Hex, to: Hex, mut blocks: impl FnMut(Hex) -> bool) -> Option<[Hex; 2]> {
    line(from, to).find(|&[hex, other]| blocks(hex) && (other == hex || blocks(other)))
}
