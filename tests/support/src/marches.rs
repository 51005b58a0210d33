//! A small pack of the strategy rules: two factions on six by four hexes, with a stack of three, and images without
//! files.

/// The pack in one file.
pub const MARCHES: &str = r##"
pack: marches
title: The marches
ruleset: strategy
images:
  ground: {title: Ground, file: tiles.png, frames: [{left: 0, width: 8, height: 8}]}
  town: {title: Town, file: tiles.png, frames: [{left: 8, width: 8, height: 8}]}
  folk: {title: Folk, file: tiles.png, frames: [{left: 16, width: 8, height: 8}, {left: 24, width: 8, height: 8}]}
variables:
  gold: {title: Gold, kind: resource, maximum: 500}
  might: {title: Might, kind: resource}
  pace: {title: Pace, kind: attribute}
  toil: {title: Toil, kind: attribute}
terrains:
  grass: {title: Grass, color: "#80a060", background: true, difficulty: toil, values: {toil: 1}}
  town: {title: Town, color: "#a06040", capturable: true, modifiers: {owner: {gold: 4}}}
units:
  guard: {title: Guard, strength: might, movement: pace, captures: true, placed-at-home: true, values: {might: 10, pace: 2}, modifiers: {owner: {gold: -1}}, cost: {gold: 20}}
  rider: {title: Rider, strength: might, movement: pace, values: {might: 7, pace: 3}, modifiers: {owner: {gold: -2}}, cost: {gold: 40}}
effects:
  spring: {title: Spring, values: {might: 5}, transfer: keep}
factions:
  red: {title: Red March, color: "#b03a2e", values: {gold: 60}, income: {gold: 5}, builds-units: [guard, rider], defeat: [{measure: sites, threshold: 0}]}
  blue: {title: Blue March, color: "#2e6db0", values: {gold: 60}, income: {gold: 5}, builds-units: [guard], defeat: [{measure: sites, threshold: 0}]}
maps:
  march:
    title: The march
    geometry: {shape: hex, stand: edge, shift: column-down, size: [6, 4]}
    legend: {g: grass}
    rows: |
      gggggg
      gggggg
      gggggg
      gggggg
scenarios:
  border:
    title: Border war
    map: march
    turns: 20
    sides:
      - {faction: red, home: [0, 1]}
      - {faction: blue, home: [5, 1]}
    areas:
      - {rectangles: [{from: [0, 0], to: [1, 2]}], owner: red}
      - {rectangles: [{from: [4, 0], to: [5, 2]}], owner: blue}
      - {cells: [[0, 1], [5, 1]], terrains: [{class: town}]}
      - {cells: [[2, 3]], effects: [{class: spring}]}
      - {cells: [[1, 1]], units: [{class: guard}, {class: guard, frame: 1}, {class: rider, name: Ada, frame: 1}]}
      - {cells: [[4, 1]], units: [{class: guard, frame: 1}]}
"##;
