//! Different maps of 40 x 40 hexes, each with a scenario.

use std::fmt::Write;

use super::figures;
use crate::template::words;

/// The number of columns and rows of a map.
const SIDE: usize = 40;

/// The legend of the maps: the ground, three kinds of patches, and the rim.
const LEGEND: [(char, &str); 5] = [('g', "grass"), ('p', "path"), ('b', "bog"), ('t', "thicket"), ('r', "rock")];

/// The catalog of terrains.
pub const TERRAINS: &str = "\
terrains:
  grass:
    title: Grass
    color: \"#b9c98f\"
    pattern: tufts

  path:
    title: Trodden path
    color: \"#d9bd90\"
    pattern: dots

  # Two movement points a step, and the boots.
  bog:
    title: Bog
    color: \"#8f8a6a\"
    pattern: puddles
    cost: 2

  # Seen is who stands in it, not who stands behind it.
  thicket:
    title: Thicket
    color: \"#6f9160\"
    pattern: bushes
    cost: 2
    blocks-sight: true

  rock:
    title: Rock
    color: \"#55504a\"
    pattern: stones
    blocks-move: true
    blocks-sight: true
";

/// Returns the id of a map by number.
pub fn id(number: usize) -> String {
    let word = ["common", "moor", "fen", "chase", "down", "heath", "ford", "weald"][number % 8];
    let whose = ["abbot", "king", "miller", "widow", "tanner", "reeve", "beggar"][number / 8 % 7];
    format!("{whose}s-{word}-{number}")
}

/// Returns a catalog of this many maps, 1,900 bytes each.
pub fn catalog(maps: usize) -> String {
    let mut text = String::with_capacity(maps * 2_000 + 10);
    text.push_str("maps:\n");
    for number in 0..maps {
        map(&mut text, number);
    }
    text
}

fn map(text: &mut String, number: usize) {
    // Hexes on an edge and on a vertex, with both shifts.
    let (stand, shift) =
        [("edge", "column-down"), ("edge", "column-up"), ("vertex", "row-right"), ("vertex", "row-left")][number % 4];
    let id = id(number);
    let legend: Vec<String> = LEGEND.iter().map(|(letter, terrain)| format!("{letter}: {terrain}")).collect();
    let _ = write!(
        text,
        "  {id}:\n    title: {}\n    geometry: {{shape: hex, stand: {stand}, shift: {shift}, size: [{SIDE}, {SIDE}]}}\n    \
         legend: {{{}}}\n    rows: |\n",
        words(&id),
        legend.join(", ")
    );
    for row in 0..SIDE {
        text.push_str("      ");
        text.extend((0..SIDE).map(|column| letter(number, column, row)));
        text.push('\n');
    }
    text.push_str(
        "    zones:\n      crossing:\n        title: The crossing\n        color: \"#7a2f6b\"\n        \
         cells: [[19, 19], [20, 19], [19, 20], [20, 20]]\n\n",
    );
}

/// Returns the letter of a cell: a rim of rock, a path across, and patches that differ from map to map.
fn letter(number: usize, column: usize, row: usize) -> char {
    let rim = |at: usize| at == 0 || at == SIDE - 1;
    if rim(column) || rim(row) {
        return 'r';
    }
    if row.abs_diff(19) <= 1 {
        return 'p';
    }
    // Blocks of 4 x 4 cells have the same terrain, from a hash of their position.
    let block = (number * SIDE + row / 4) * SIDE + column / 4;
    let mixed = (block as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match (mixed ^ mixed >> 29) >> 20 & 7 {
        0 => 'b',
        1 => 't',
        _ => 'g',
    }
}

/// Returns a catalog with a scenario for each map.
pub fn scenarios(maps: usize) -> String {
    let mut text = String::from("scenarios:\n");
    for number in 0..maps {
        let map = id(number);
        let _ = write!(
            text,
            "  toll-{number}:\n    title: Toll at the {}\n    about: One side keeps the crossing, the other has no change.\n    \
             map: {map}\n    sides:\n",
            map.replace('-', " ")
        );
        for (side, roster, column, facing) in [("keepers", "gatekeepers", 5, 1), ("dodgers", "toll-dodgers", 34, 4)] {
            let _ = write!(text, "      - side: {side}\n        place:\n{}", figures::places(roster, column, facing));
        }
        text.push_str("    rounds: 30\n\n");
    }
    text
}
