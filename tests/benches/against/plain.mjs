// Battles of several sizes on a plain of 200 by 200 hexes with rubble and a few walls, for the Arena's items and types.

/** Figures on each side. */
export const SIZES = [5, 15, 50, 150];
const SIDE = 200;
const GEAR = [
  ["mace", "small-shield", "chain-mail"],
  ["short-sword", "small-shield", "hide-coat"],
  ["quarterstaff", undefined, "hide-coat"],
];
/** The terrain of a hex: scattered, but the same in every run. */
function terrain(column, row) {
  const place = (column * 7919 + row * 104729 + column * row * 31) % 97;
  return place < 2 ? "w" : place < 4 ? "r" : "g";
}

function roster(name) {
  const figures = Array.from({ length: Math.max(...SIZES) }, (_, number) => {
    const [weapon, shield, armour] = GEAR[number % GEAR.length];
    const gear = [[weapon, "first-hand"], [shield, "second-hand"], [armour, "worn"]].filter(([item]) => item);
    const items = gear.map(([item, place]) => `          - {item: ${item}, place: ${place}}\n`).join("");
    const attributes = `{st: ${11 + (number % 3)}}`;
    return `      ${name}${number}:\n        name: ${name} ${number}\n        type: human\n        attributes: ${attributes}\n        gear:\n${items}`;
  });
  return `  ${name}:\n    title: ${name}\n    figures:\n${figures.join("")}`;
}

/** Places in ranks of at most 15, five hexes from the middle. */
function places(name, size, ahead, facing) {
  const width = Math.min(size, 15);
  const lines = [];
  for (let at = 0; lines.length < size; at += 1) {
    const [column, row] = [SIDE / 2 - (width >> 1) + (at % width), SIDE / 2 + ahead * (6 + Math.floor(at / width))];
    if (terrain(column, row) === "g") {
      lines.push(`          ${name}${lines.length}: {hex: [${column}, ${row}], facing: ${facing}}\n`);
    }
  }
  return lines.join("");
}

/** A file with the scenarios `plain-5`, `plain-15` and so on, which last this many rounds. */
export function plain(rounds) {
  const sides = [["northern", "norther", "#1f5fa8", -1, 3], ["southern", "souther", "#c8451b", 1, 0]];
  const rows = Array.from({ length: SIDE }, (_, row) => {
    return `      ${Array.from({ length: SIDE }, (_, column) => terrain(column, row)).join("")}\n`;
  });
  const scenarios = SIZES.map((size) => {
    const parts = sides.map(([side, name, , ahead, facing]) => `      - side: ${side}\n        place:\n${places(name, size, ahead, facing)}`);
    return `  plain-${size}:\n    title: ${size} a side\n    map: plain\n    rounds: ${rounds}\n    sides:\n${parts.join("")}`;
  });
  return [
    "rosters:\n", ...sides.map(([, name]) => roster(name)),
    "sides:\n", ...sides.map(([side, name, color]) => `  ${side}:\n    title: ${side}\n    color: "${color}"\n    roster: ${name}\n`),
    `maps:\n  plain:\n    title: Plain\n    geometry: {shape: hex, stand: edge, shift: column-down, size: [${SIDE}, ${SIDE}]}\n`,
    "    legend: {g: grass, r: rubble, w: wall}\n    rows: |\n", ...rows,
    "scenarios:\n", ...scenarios,
  ].join("");
}
