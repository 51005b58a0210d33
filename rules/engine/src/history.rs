//! The history of amounts over the rounds of a battle, for charts.

use crate::display::{Board, Mark};

/// One amount over the rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// The quantity it measures; for the health of a token, the token's name.
    pub name: String,
    /// Position of the side it belongs to.
    pub side: usize,
    /// The token whose health it is.
    pub token: Option<u32>,
    /// The least and the greatest possible value.
    pub range: (i32, i32),
    /// Values with a special meaning.
    pub marks: Vec<Mark>,
    /// The value at the end of each round, in rising order: 0 is the start, the last the current round.
    pub points: Vec<(u32, i32)>,
}

/// Returns the charted amounts of a board with one point each: its gauges, or the health of its tokens if it has no
/// gauges.
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

/// Appends later points to curves, and adds new curves.
pub(crate) fn join(curves: &mut Vec<Curve>, later: Vec<Curve>) {
    for next in later {
        let same = |curve: &&mut Curve| {
            // Amounts with the same name are matched in order: a curve that already has this round's point is a
            // different one.
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
