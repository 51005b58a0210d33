//! Merges map rows that both sides have painted, cell by cell.

use super::lines::Piece;
use super::untouched;

/// Returns the number of rows and the width of the first.
pub(super) fn shape(text: &str) -> [usize; 2] {
    [text.lines().count(), text.lines().next().map_or(0, |line| line.trim().chars().count())]
}

/// Merges two versions of map rows; `None` if the texts do not have the same size.
pub(super) fn joined(base: &str, ours: &str, theirs: &str) -> Option<Vec<Piece>> {
    let [b, o, t] = [base, ours, theirs].map(|text| text.lines().collect::<Vec<_>>());
    if b.len() != o.len() || b.len() != t.len() {
        return None;
    }
    let width = |line: &str| line.chars().count();
    let drawn = |line: &str| !line.trim().is_empty() && !line.trim().contains([' ', '\t']);
    let rows = b.iter().zip(&o).zip(&t);
    let alike = |((b, o), t): ((&&str, &&str), &&str)| {
        [b, o, t].iter().all(|line| drawn(line)) && width(b) == width(o) && width(b) == width(t)
    };
    if !rows.clone().all(alike) {
        return None;
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for ((b, o), t) in rows {
        match (row(b, o, t), pieces.last_mut()) {
            (Some(row), Some(Piece::Agreed(text))) => *text += &format!("{row}\n"),
            (Some(row), _) => pieces.push(Piece::Agreed(format!("{row}\n"))),
            (None, Some(Piece::Clash(ours, theirs))) => {
                *ours += &format!("{o}\n");
                *theirs += &format!("{t}\n");
            }
            (None, _) => pieces.push(Piece::Clash(format!("{o}\n"), format!("{t}\n"))),
        }
    }
    Some(pieces)
}

/// Merges one row; `None` if both sides painted the same cell in different ways.
fn row(base: &str, ours: &str, theirs: &str) -> Option<String> {
    if let Some(row) = untouched(base, ours, theirs) {
        return Some(row.to_owned());
    }
    let cells = base.chars().zip(ours.chars()).zip(theirs.chars());
    cells
        .map(|((base, ours), theirs)| match () {
            () if ours == theirs || theirs == base => Some(ours),
            () if ours == base => Some(theirs),
            () => None,
        })
        .collect()
}
