//! How amounts went over the rounds of a battle: what charts are drawn from.

use crate::told::{Board, Mark};

/// One amount over the rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// What it measures; where it is the health of a token, the token's name.
    pub name: String,
    /// Position of the side it belongs to.
    pub side: usize,
    /// The token whose health it is.
    pub token: Option<u32>,
    /// The ends of what it can be.
    pub range: (i32, i32),
    /// Values that mean something.
    pub marks: Vec<Mark>,
    /// Rounds, rising, with the value at the end of each: 0 is the start, the last the round that is under way.
    pub points: Vec<(u32, i32)>,
}

/// What is charted of a board: its gauges, or the health of its tokens where it has none; each with one point.
pub(crate) fn points(board: &Board, round: u32) -> Vec<Curve> {
    if board.gauges.is_empty() {
        let health = board.tokens.iter().map(|token| Curve {
            name: token.name.clone(),
            side: token.side,
            token: Some(token.id),
            range: (0, token.health.1),
            marks: Vec::new(),
            points: vec![(round, token.health.0)],
        });
        return health.collect();
    }
    let gauges = board.gauges.iter().map(|gauge| Curve {
        name: gauge.name.clone(),
        side: gauge.side,
        token: None,
        range: gauge.range,
        marks: gauge.marks.clone(),
        points: vec![(round, gauge.value)],
    });
    gauges.collect()
}

/// Continues curves with later points, and begins those that were not there before.
pub(crate) fn join(curves: &mut Vec<Curve>, later: Vec<Curve>) {
    for next in later {
        let same = |curve: &&mut Curve| {
            // Amounts of one name are told apart by their order: one that has its point already is another.
            (curve.token, curve.side, &curve.name) == (next.token, next.side, &next.name)
                && curve.points.last().map(|point| point.0) < next.points.first().map(|point| point.0)
        };
        match curves.iter_mut().find(same) {
            Some(curve) => {
                curve.points.extend(next.points);
                (curve.range, curve.marks) = (next.range, next.marks);
            }
            None => curves.push(next),
        }
    }
}
