//! Mistakes in the Valley of the Bell.

use super::{Mutation, slip};

pub(super) const SLIPS: &[Mutation] = &[
    slip(
        "absent-faction",
        "scenarios.yaml",
        "  common-ground:",
        "terrains: [{class: mill}]",
        "terrains: [{class: mill}], owner: freehold",
    ),
    slip("absent-variable", "rules.yaml", "  collection:", "faction.unit-count", "faction.spirit"),
    slip("unneeded-supply", "factions.yaml", "  abbey:", "[strength, spirit]", "[strength, silver]"),
    slip("uncapturable-terrain", "rules.yaml", "  bell-rings:", "[bell-tower]", "[palisade]"),
    slip(
        "ground-as-object",
        "factions.yaml",
        "factions:",
        "factions:\n",
        "\
terrains:
  moor:
    title: Moor
    color: \"#6d5a8c\"
    background: true
    placed-at-home: true
    difficulty: difficulty
    values: {difficulty: 1}
    cost: {silver: 5}
    worth: 100

factions:
  moorland: {title: Moorland, color: \"#2e8b57\", values: {silver: 50}, income: {silver: 5}, builds-terrains: [moor]}
",
    ),
    slip("impassable-terrain", "terrains.yaml", "  marsh:", "difficulty: 3", "difficulty: 15"),
    slip("impossible-condition", "rules.yaml", "  collection:", "game.turn >= 3", "game.turn >= 3, game.turn < 2"),
    Mutation {
        check: "late-rule",
        file: "rules.yaml",
        below: "  collection:",
        old: "game.turn >= 3",
        new: "game.turn >= 30",
        at: Some(("scenarios.yaml", "    rules: [{rule: blows}")),
    },
    slip("absent-subject", "rules.yaml", "  collection:", "faction.unit-count", "foe.unit-count"),
    Mutation {
        check: "beyond-last-turn",
        file: "factions.yaml",
        below: "  abbey:",
        old: "defeat:\n",
        new: "defeat:\n      - {measure: turns, threshold: 30}\n",
        at: Some(("scenarios.yaml", "      - faction: abbey")),
    },
    slip("certain-threshold", "variables.yaml", "  renown:", "victory: 100", "victory: 0"),
    slip("clamped-value", "units.yaml", "  novice:", "strength: 12", "strength: 120"),
    slip(
        "closed-ground",
        "maps.yaml",
        "maps:",
        "maps:\n",
        "\
maps:
  lake:
    title: The lake
    geometry: {shape: square, stand: edge, size: [9, 9]}
    fill: river

",
    ),
    slip("closed-prize", "scenarios.yaml", "  down-from-the-hills:", "[[7, 6], [16, 6]", "[[9, 7], [16, 6]"),
    slip(
        "closed-start",
        "scenarios.yaml",
        "  common-ground:",
        "[[1, 3], [1, 5]], units",
        "[[1, 3], [4, 3]], units-owner: abbey, units",
    ),
    slip(
        "counter-modifier",
        "effects.yaml",
        "  wolves:",
        "allies: {strength: -2}\n",
        "\
allies: {strength: -2}
      owner: {complaints: 1}

variables:
  complaints:
    title: Complaints
    kind: counter
",
    ),
    slip(
        "empty-handed",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
factions:
  pilgrims: {title: Pilgrims, color: '#e0c040'}

scenarios:
  pilgrimage:
    title: A pilgrimage
    map: common
    sides: [{faction: pilgrims}, {faction: abbey, home: [0, 4]}]
    areas:
      - {cells: [[0, 4]], owner: abbey, units: [{class: novice}]}

",
    ),
    slip("faction-colors", "factions.yaml", "  freehold:", "#b8562e", "#2e72b0"),
    slip(
        "faction-twice",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
factions:
  pilgrims: {title: Pilgrims, color: '#e0c040'}

scenarios:
  procession:
    title: A procession
    map: common
    sides: [{faction: pilgrims}, {faction: abbey, home: [0, 4]}, {faction: pilgrims}]
    areas:
      - {cells: [[0, 4]], owner: abbey, units: [{class: novice}]}
      - {cells: [[11, 4]], owner: pilgrims, units: [{class: novice}]}

",
    ),
    Mutation {
        check: "factions-apart",
        file: "scenarios.yaml",
        below: "  common-ground:",
        old: "areas:\n",
        new: "areas:\n      - {rectangles: [{from: [4, 0], to: [4, 8]}], terrains: [{class: river}]}\n",
        at: Some(("scenarios.yaml", "      - faction: guild")),
    },
    slip("foreign-home", "scenarios.yaml", "  common-ground:", "home: [11, 4]", "home: [9, 4]"),
    Mutation {
        check: "free-class",
        file: "units.yaml",
        below: "  novice:",
        old: "cost: {silver: 20}",
        new: "cost: {silver: 0}",
        at: Some(("factions.yaml", "builds-units: [novice")),
    },
    slip(
        "ground-not-first",
        "scenarios.yaml",
        "  common-ground:",
        "[{class: mill}]",
        "[{class: mill}, {class: meadow}]",
    ),
    slip(
        "homeless-upgrade",
        "scenarios.yaml",
        "  three-for-a-bell:",
        "- faction: freehold\n        home: [12, 14]\n",
        "\
- faction: freehold
    unit-sites:
      - {class: herders, cells: [[12, 14]]}
      - {class: slingers, cells: [[12, 14]]}
      - {class: ram-riders, cells: [[12, 14]]}
      - {class: old-goat, cells: [[12, 14]]}
    terrain-sites: [{class: palisade, cells: [[11, 14], [13, 14]]}]
",
    ),
    slip(
        "idle-area",
        "scenarios.yaml",
        "  common-ground:",
        "{cells: [[6, 1]], effects: [{class: fair}]}",
        "{cells: [[6, 1]]}",
    ),
    slip("idle-deed", "rules.yaml", "  bell-rings:", "who: foe", "who: unit"),
    Mutation {
        check: "idle-income",
        file: "factions.yaml",
        below: "  abbey:",
        old: "{silver: 80, renown: 0}",
        new: "{silver: 80}",
        at: Some(("factions.yaml", "    income: {silver: 8, renown: 1}")),
    },
    slip("idle-modifier", "units.yaml", "  novice:", "{owner: {silver: -1}}", "{owner: {silver: -1, pace: 1}}"),
    slip(
        "idle-modifier-range",
        "upgrades.yaml",
        "  double-entry:",
        "    modifiers:",
        "    modifier-range: 2\n    modifiers:",
    ),
    slip(
        "idle-override",
        "scenarios.yaml",
        "  common-ground:",
        "{class: barrel-guard}",
        "{class: barrel-guard, values: {height: 2}}",
    ),
    slip(
        "idle-sites",
        "scenarios.yaml",
        "  common-ground:",
        "turns: 25\n",
        "turns: 25\n    unit-sites: [{class: herders, cells: [[5, 0]]}]\n",
    ),
    slip(
        "idle-supply",
        "factions.yaml",
        "factions:",
        "factions:\n",
        "\
variables:
  bread:
    title: Bread
    kind: resource

factions:
  pilgrims:
    title: Pilgrims
    color: '#e0c040'
    supplies: [bread]

",
    ),
    slip("idle-transfer", "effects.yaml", "  wolves:", "    modifiers:\n", "    transfer: delete\n    modifiers:\n"),
    slip("listed-twice", "factions.yaml", "  abbey:", "cellarer, choir]", "cellarer, choir, novice]"),
    Mutation {
        check: "lost-at-start",
        file: "factions.yaml",
        below: "  abbey:",
        old: "sites, threshold: 0",
        new: "sites, threshold: 10",
        at: Some(("scenarios.yaml", "      - faction: abbey")),
    },
    slip("measure-twice", "factions.yaml", "  abbey:", "measure: unit-strength", "measure: sites"),
    Mutation {
        check: "missing-value",
        file: "units.yaml",
        below: "  novice:",
        old: "spirit: 4, ",
        new: "",
        at: Some(("units.yaml", "    morale: spirit")),
    },
    slip(
        "mixed-stack",
        "scenarios.yaml",
        "  common-ground:",
        "[[10, 4]], units",
        "[[1, 4]], units-owner: guild, units",
    ),
    slip("negative-cost", "units.yaml", "  novice:", "cost: {silver: 20}", "cost: {silver: -20}"),
    slip(
        "negative-income",
        "scenarios.yaml",
        "  common-ground:",
        ", {rule: collection}]\n    sides:\n      - faction: abbey\n        home: [0, 4]\n",
        "\
]
    sides:
      - faction: abbey
        home: [0, 4]
        upgrades: [{class: town-crier, modifiers: {owner: {silver: -20}}}]
",
    ),
    slip(
        "no-captors",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
factions:
  pilgrims: {title: Pilgrims, color: '#e0c040'}

scenarios:
  serenade:
    title: A serenade
    map: common
    sides: [{faction: pilgrims}, {faction: abbey, home: [0, 4]}]
    areas:
      - {cells: [[0, 4]], owner: abbey, terrains: [{class: village}], units: [{class: novice}]}
      - {cells: [[11, 4]], owner: pilgrims, units: [{class: choir}]}

",
    ),
    Mutation {
        check: "not-a-ground",
        file: "maps.yaml",
        below: "  common:",
        old: "w: wood",
        new: "w: palisade",
        at: Some(("scenarios.yaml", "    map: common")),
    },
    slip("not-a-resource", "variables.yaml", "  pace:", "maximum: 20", "maximum: 20\n    limit: true"),
    slip(
        "nowhere-to-place",
        "scenarios.yaml",
        "  common-ground:",
        "      - faction: abbey\n        home: [0, 4]\n",
        "      - faction: abbey\n",
    ),
    slip("off-map-area", "scenarios.yaml", "  common-ground:", "[[6, 1]]", "[[6, 11]]"),
    slip("off-map-site", "scenarios.yaml", "  common-ground:", "home: [11, 4]", "home: [12, 4]"),
    slip("ownerless-units", "scenarios.yaml", "  common-ground:", "[[1, 4]]", "[[2, 4]]"),
    slip(
        "passive-unit",
        "scenarios.yaml",
        "      - {cells: [[12, 13]]",
        "[{class: herders}]}\n",
        "\
[{class: herders}]}
      - {cells: [[12, 15]], units: [{class: scarecrow}]}

units:
  scarecrow:
    title: Scarecrow
    movement: height
    attack-range: height
    values: {height: 0}
",
    ),
    slip("repeated-site", "scenarios.yaml", "  common-ground:", "[1, 5]]", "[1, 3]]"),
    slip("reversed-range", "variables.yaml", "  silver:", "maximum: 9999", "minimum: 9999"),
    slip(
        "rule-cycle",
        "rules.yaml",
        "  dismay:",
        "{kind: change, variable: spirit, by: -1, who: own-near}",
        "{kind: kill, who: own-near}",
    ),
    slip(
        "rule-twice",
        "scenarios.yaml",
        "  common-ground:",
        "{rule: collection}]",
        "{rule: collection}, {rule: blows}]",
    ),
    slip(
        "single-side",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
scenarios:
  quiet-evening:
    title: A quiet evening
    map: common
    sides: [{faction: abbey, home: [0, 4]}]
    areas:
      - {cells: [[0, 4]], owner: abbey, units: [{class: novice}]}

",
    ),
    slip("spent-unit", "units.yaml", "  novice:", "spirit: 4", "spirit: 0"),
    slip(
        "stuck-unit",
        "scenarios.yaml",
        "  common-ground:",
        "areas:\n",
        "\
areas:
      - {cells: [[0, 7], [1, 8]], terrains: [{class: river}]}
      - {cells: [[0, 8]], owner: abbey, units: [{class: novice}]}
",
    ),
    slip(
        "too-few-turns",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
maps:
  road: {title: The long road, geometry: {shape: square, stand: edge, size: [60, 1]}, fill: meadow}

scenarios:
  meeting:
    title: A meeting on the road
    map: road
    turns: 2
    sides: [{faction: abbey, home: [0, 0]}, {faction: guild, home: [59, 0]}]
    areas:
      - {cells: [[0, 0]], owner: abbey, units: [{class: novice}]}
      - {cells: [[59, 0]], owner: guild, units: [{class: collector}]}

",
    ),
    Mutation {
        check: "too-many-sites",
        file: "factions.yaml",
        below: "  abbey:",
        old: "defeat:\n",
        new: "\
victory:
      - {measure: sites, threshold: 20}
    defeat:
",
        at: Some(("scenarios.yaml", "      - faction: abbey")),
    },
    slip(
        "too-much-laid",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "\
maps:
  world: {title: The whole world, geometry: {shape: square, stand: edge, size: [9000, 9000]}, fill: meadow}

scenarios:
  everything:
    title: The war for everything
    map: world
    sides: [{faction: abbey, home: [0, 0]}, {faction: guild, home: [59, 0]}]
    areas:
      - {cells: [[0, 0]], owner: abbey, units: [{class: novice}]}
      - {cells: [[59, 0]], owner: guild, units: [{class: collector}]}

",
    ),
    Mutation {
        check: "unaffordable-class",
        file: "upgrades.yaml",
        below: "  second-barrel:",
        old: "cost: {silver: 60}",
        new: "cost: {silver: 60, spirit: 1}",
        at: Some(("factions.yaml", "builds-upgrades: [second-barrel")),
    },
    slip("unearned-victory", "variables.yaml", "  spirit:", "limit: true", "limit: true\n    victory: 9"),
    slip("unfelt-modifier", "terrains.yaml", "  village:", "spirit: 1}", "spirit: 1, height: 1}"),
    slip("unknown-option", "rules.yaml", "  collection:", "option.alms", "option.alm"),
    slip("unpayable-cost", "units.yaml", "  novice:", "cost: {silver: 20}", "cost: {silver: 20000}"),
    Mutation {
        check: "unreachable-home",
        file: "scenarios.yaml",
        below: "  down-from-the-hills:",
        old: "areas:\n",
        new: "areas:\n      - {cells: [[20, 2], [20, 4], [19, 2], [19, 3], [21, 2], [21, 3]], terrains: [{class: river}]}\n",
        at: Some(("scenarios.yaml", "        home: [20, 3]")),
    },
    slip("unreachable-threshold", "variables.yaml", "  renown:", "victory: 100", "victory: 1000"),
    Mutation {
        check: "unused-class",
        file: "factions.yaml",
        below: "  abbey:",
        old: "[second-barrel, town-crier]",
        new: "[town-crier]",
        at: Some(("upgrades.yaml", "  second-barrel:")),
    },
    Mutation {
        check: "unwanted-class",
        file: "units.yaml",
        below: "  novice:",
        old: "    worth: 250\n",
        new: "",
        at: Some(("factions.yaml", "builds-units: [novice")),
    },
    slip("variable-kind", "units.yaml", "  novice:", "movement: pace", "movement: spirit"),
    Mutation {
        check: "won-at-start",
        file: "factions.yaml",
        below: "  abbey:",
        old: "defeat:\n",
        new: "\
victory:
      - {measure: sites, threshold: 10}
    defeat:
",
        at: Some(("scenarios.yaml", "      - faction: abbey\n        home: [3, 3]")),
    },
];
