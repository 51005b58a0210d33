//! Battles of several sizes on a plain of 200 by 200 hexes with rubble and a few walls, with the Arena's figures and
//! items; the same as in `tests/benches/against/plain.mjs`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;

const SIDE: i64 = 200;
const GEAR: [&[(&str, &str)]; 3] = [
    &[("mace", "first-hand"), ("small-shield", "second-hand"), ("chain-mail", "worn")],
    &[("short-sword", "first-hand"), ("small-shield", "second-hand"), ("hide-coat", "worn")],
    &[("quarterstaff", "first-hand"), ("hide-coat", "worn")],
];
/// Side, name of its figures, colour, direction from the middle, and facing.
const SIDES: [(&str, &str, &str, i64, u8); 2] =
    [("northern", "norther", "#1f5fa8", -1, 3), ("southern", "souther", "#c8451b", 1, 0)];

/// Returns the Arena with the scenarios `plain-5`, `plain-15` and so on, one for each number of figures a side, which
/// last this many rounds.
pub fn draft(sizes: &[usize], rounds: u32) -> Draft {
    let arena = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/arena");
    let mut texts = Vec::new();
    collect(&arena, &arena, &mut texts);
    texts.push(("plain.yaml".to_owned(), plain(sizes, rounds)));
    Draft::from_texts(texts, &SHIPPED.dialects())
}

fn collect(root: &Path, folder: &Path, texts: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(folder).expect("the Arena is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(root, &path, texts);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            let name = path.strip_prefix(root).expect("it is in the folder").to_string_lossy().replace('\\', "/");
            texts.push((name, fs::read_to_string(&path).expect("it can be read")));
        }
    }
}

/// The terrain of a hex: scattered, but the same in every run.
fn terrain(column: i64, row: i64) -> char {
    match (column * 7919 + row * 104_729 + column * row * 31) % 97 {
        ..2 => 'w',
        2..4 => 'r',
        _ => 'g',
    }
}

fn plain(sizes: &[usize], rounds: u32) -> String {
    let mut text = "rosters:\n".to_owned();
    let most = sizes.iter().copied().max().unwrap_or_default();
    let mut line = |line: String| writeln!(text, "{line}").expect("writing to a string succeeds");
    for (_, name, ..) in SIDES {
        line(format!("  {name}:\n    title: {name}\n    figures:"));
        for number in 0..most {
            let st = 11 + number % 3;
            line(format!("      {name}{number}:\n        name: {name} {number}\n        type: human"));
            line(format!("        attributes: {{st: {st}}}\n        gear:"));
            for (item, place) in GEAR[number % GEAR.len()] {
                line(format!("          - {{item: {item}, place: {place}}}"));
            }
        }
    }
    line("sides:".to_owned());
    for (side, name, color, ..) in SIDES {
        line(format!("  {side}:\n    title: {side}\n    color: \"{color}\"\n    roster: {name}"));
    }
    line(format!(
        "maps:\n  plain:\n    title: Plain\n    geometry: {{shape: hex, stand: edge, shift: column-down, size: \
         [{SIDE}, {SIDE}]}}\n    legend: {{g: grass, r: rubble, w: wall}}\n    rows: |"
    ));
    for row in 0..SIDE {
        line(format!("      {}", (0..SIDE).map(|column| terrain(column, row)).collect::<String>()));
    }
    line("scenarios:".to_owned());
    for &size in sizes {
        line(format!("  plain-{size}:\n    title: {size} a side\n    map: plain\n    rounds: {rounds}\n    sides:"));
        for (side, name, _, ahead, facing) in SIDES {
            line(format!("      - side: {side}\n        place:"));
            for (number, [column, row]) in places(size, ahead).into_iter().enumerate() {
                line(format!("          {name}{number}: {{hex: [{column}, {row}], facing: {facing}}}"));
            }
        }
    }
    text
}

/// Returns the hexes of a side: ranks of at most 15, the first one six rows from the middle.
fn places(size: usize, ahead: i64) -> Vec<[i64; 2]> {
    let width = size.clamp(1, 15) as i64;
    let all = (0..).map(|at: i64| [SIDE / 2 - width / 2 + at % width, SIDE / 2 + ahead * (6 + at / width)]);
    all.filter(|&[column, row]| terrain(column, row) == 'g').take(size).collect()
}
