//! The straight line between two hexes, for line of sight.

use foeman_schema::grid::Hex;

/// Returns the hexes strictly between two others on the straight line from centre to centre, a pair for each step: the
/// same hex twice, or the two hexes that share an edge if the line follows that edge.
///
/// The computation uses whole numbers only, and the reversed line has the same hexes.
pub fn line(from: Hex, to: Hex) -> impl Iterator<Item = [Hex; 2]> {
    let by = to - from;
    let steps = i64::from(by.length());
    // Each step moves one hex along the coordinate that changes most, and a fraction along the other two, which add up
    // to a whole number: one of them decides, and if it is exactly half, the line is on an edge.
    let unit = |n: i32| n.signum();
    let along_q = i64::from(by.q.unsigned_abs()) == steps;
    let along_r = i64::from(by.r.unsigned_abs()) == steps;
    let (ahead, aside, part) = if along_q {
        (Hex::new(unit(by.q), 0), Hex::new(0, 1), by.r)
    } else if along_r {
        (Hex::new(0, unit(by.r)), Hex::new(1, 0), by.q)
    } else {
        // The third coordinate, which changes with `r` while `q` is constant.
        (Hex::new(0, unit(by.r)), Hex::new(1, -1), by.q)
    };
    let (part, mut straight, mut rest) = (2 * i64::from(part), from, steps);
    let mut whole = 0;
    (1..steps).map(move |_| {
        straight = straight + ahead;
        // `rest` divided by twice the steps is the sideways movement beyond `whole`, plus half a hex.
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

/// Whether nothing blocks the straight line between two hexes: if it follows an edge, both hexes must block it. The end
/// hexes never block. Symmetric.
pub fn is_clear(from: Hex, to: Hex, blocks: impl FnMut(Hex) -> bool) -> bool {
    first_blocked(from, to, blocks).is_none()
}

/// Returns where the straight line between two hexes is first blocked: the same hex twice, or both hexes next to an
/// edge that it follows.
pub fn first_blocked(from: Hex, to: Hex, mut blocks: impl FnMut(Hex) -> bool) -> Option<[Hex; 2]> {
    line(from, to).find(|&[hex, other]| blocks(hex) && (other == hex || blocks(other)))
}
