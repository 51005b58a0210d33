//! A pack of the strategy rules with a map of any size, for benchmarks: two factions own one half each, with towns,
//! lakes and units at regular distances.

use std::fmt::Write as _;

/// The dimensions of a world.
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// The number of columns and of rows, in hexes.
    pub size: u32,
    /// The distance between units, in columns and rows.
    pub apart: u32,
    /// The distance between towns, in columns and rows.
    pub towns: u32,
}

/// 1,000 x 1,000 hexes with 10,000 units.
pub const GREAT: World = World { size: 1000, apart: 10, towns: 25 };
/// 1,000 x 1,000 hexes with about 1,000 units.
pub const WIDE: World = World { size: 1000, apart: 32, towns: 25 };
/// 100 x 100 hexes with about 200 units.
pub const SMALL: World = World { size: 100, apart: 7, towns: 9 };

/// The only scenario of a world.
pub const SCENARIO: &str = "field";

const RECORDS: &str = r##"
pack: world
title: A world
version: 1.0.0
ruleset: strategy
authors: [The foeman authors]
license: CC0-1.0
format: 2
variables:
  speed: {title: Speed, kind: attribute}
  reach: {title: Reach, kind: attribute}
  difficulty: {title: Difficulty, kind: attribute}
  strength: {title: Strength, kind: resource}
  gold: {title: Gold, kind: resource}
terrains:
  grass: {title: Grass, color: "#88bb66", background: true, difficulty: difficulty, values: {difficulty: 1}}
  lake: {title: Lake, color: "#4488cc", background: true, difficulty: difficulty, values: {difficulty: 0}}
  town: {title: Town, color: "#aa7744", capturable: true, worth: 400, modifiers: {owner: {gold: 2}}}
units:
"##;

const REST: &str = r##"
factions:
  red: {title: Red, color: "#cc2222", values: {gold: 50}, builds-units: [man, rider, bow], defeat: [{measure: sites, threshold: 0}]}
  blue: {title: Blue, color: "#2244cc", values: {gold: 50}, builds-units: [man, rider, bow], defeat: [{measure: sites, threshold: 0}]}
"##;

impl World {
    /// Returns the pack in one file. The same world always gives the same text.
    pub fn pack(self) -> String {
        let Self { size, apart, towns } = self;
        let (half, last) = (size / 2, size - 1);
        let mut text = RECORDS.trim_start().to_owned();
        let plain = [("man", "Man", 3, 1, 300), ("rider", "Rider", 5, 1, 500), ("bow", "Bow", 2, 3, 400)];
        for (id, title, speed, reach, worth) in plain {
            text += &unit(id, title, speed, reach, worth, "{owner: {gold: -1}}");
        }
        text += &unit("captain", "Captain", 3, 1, 700, "{owner: {gold: -1}, allies-in-range: {speed: 1}}");
        text += "    modifier-range: 3\n";
        text += REST.trim_start();
        let listed =
            |cells: Vec<[u32; 2]>| cells.iter().map(|[x, y]| format!("[{x}, {y}]")).collect::<Vec<_>>().join(", ");
        let lakes = cells(size, 3, 9, 0, size);
        let rectangle = |[x, y]: [u32; 2]| format!("{{from: [{x}, {y}], to: [{x}, {y}]}}");
        let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string succeeds");
        line(format!("maps:\n  {SCENARIO}:\n    title: The field\n    fill: grass"));
        line(format!("    geometry: {{shape: hex, size: [{size}, {size}]}}\n    areas:"));
        for lake in lakes {
            let mut at = rectangle(lake);
            at.insert_str(1, "terrain: lake, ");
            line(format!("      - {at}"));
        }
        line(format!(
            "scenarios:\n  {SCENARIO}:\n    title: The field\n    map: {SCENARIO}\n    turns: 500\n    sides:"
        ));
        for (faction, column) in [("red", 1), ("blue", size - 2)] {
            line(format!("      - {{faction: {faction}, home: [{column}, {half}]}}"));
        }
        line("    areas:".to_owned());
        // Half of it changes owner before the first turn, like in scenarios derived from others.
        for (owner, from, to) in [("red", 0, last), ("blue", half, last)] {
            line(format!("      - {{rectangles: [{{from: [{from}, 0], to: [{to}, {last}]}}], owner: {owner}}}"));
        }
        let of_towns = listed(cells(size, towns / 2, towns, 0, size));
        line(format!("      - cells: [{of_towns}]\n        terrains: [{{class: town}}]"));
        let kinds = ["man", "man", "rider", "bow", "captain"];
        for (from, to) in [(0, half), (half, size)] {
            for (at, [x, y]) in cells(size, apart / 3, apart, from, to).into_iter().enumerate() {
                line(format!("      - {{cells: [[{x}, {y}]], units: [{{class: {}}}]}}", kinds[at % kinds.len()]));
            }
        }
        text
    }
}

fn unit(id: &str, title: &str, speed: i32, reach: i32, worth: u32, modifiers: &str) -> String {
    format!(
        "  {id}:\n    title: {title}\n    worth: {worth}\n    captures: true\n    placed-at-home: true\n    \
         strength: strength\n    movement: speed\n    attack-range: reach\n    \
         values: {{speed: {speed}, reach: {reach}, strength: 10}}\n    modifiers: {modifiers}\n    cost: {{gold: 20}}\n"
    )
}

/// Returns every `step`-th cell in columns and rows, starting at `first`, for a range of columns.
fn cells(size: u32, first: u32, step: u32, from: u32, to: u32) -> Vec<[u32; 2]> {
    let columns = (from + first..to).step_by(step as usize);
    columns.flat_map(|column| (first..size).step_by(step as usize).map(move |row| [column, row])).collect()
}
