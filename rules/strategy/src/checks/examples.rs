//! The basis of example packs: a valid scenario, of which each check changes a few lines.

/// A pack with two factions on a meadow of 4 by 4 cells; the argument is the rest of the scenario after title and map.
macro_rules! feud {
    ($lines:literal) => {
        concat!(
            "scenarios:\n  feud:\n    title: Feud\n    map: meadow\n",
            $lines,
            "\
maps:
  meadow: {title: Meadow, geometry: {shape: square, stand: edge, size: [4, 4]}, fill: grass}
terrains:
  grass: {title: Grass, color: '#8fb573', background: true, difficulty: effort, values: {effort: 1}}
variables:
  effort: {title: Effort, kind: attribute}
units:
  scout: {title: Scout}
factions:
  red: {title: Red, color: '#b03a2e'}
  blue: {title: Blue, color: '#2e6db0'}
"
        )
    };
}

pub(super) use feud;
