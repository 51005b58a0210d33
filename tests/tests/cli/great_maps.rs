//! Maps of 10,000 by 10,000 cells on the command line: checked, fought on, and drawn to files of moderate size.

use std::fs;

use crate::foeman;

const PACK: &str = "\
pack: great
title: Great
version: 1.0.0
ruleset: foeman
authors: [A]
license: CC0-1.0
format: 2
terrains:
  grass: {title: Grass, color: \"#7ba05b\"}
  sea: {title: Sea, color: \"#31708f\", blocks-move: true}
maps:
  plain:
    title: Plain
    geometry: {size: [10000, 10000]}
    fill: grass
    areas:
      - {terrain: sea, from: [0, 0], to: [4999, 2499]}
      - {terrain: sea, from: [9000, 9000], to: [9001, 9001]}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}, attacks: [{title: fists, damage: -2H}]}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
sides:
  raiders: {title: Raiders, color: \"#b03a2e\", roster: gang}
  guards: {title: Guards, color: \"#2e6db0\", roster: watch}
scenarios:
  raid:
    title: Raid
    map: plain
    rounds: 40
    sides:
      - {side: raiders, place: {gorsk: {hex: [6000, 6000]}}}
      - {side: guards, place: {brana: {hex: [6012, 6000]}}}
";

#[test]
fn a_great_map_is_checked_fought_on_and_drawn() {
    let folder = tempfile::tempdir().expect("it is there");
    let file = folder.path().join("great.yaml");
    fs::write(&file, PACK).unwrap();
    let path = file.to_str().unwrap();
    let checked = foeman(&["check", path]).ends(0);
    assert!(!checked.out.contains("error"), "{}", checked.out);
    let fought = foeman(&["simulate", path, "raid", "--battles", "3", "--threads", "1"]).ends(0);
    assert!(fought.out.contains("Raiders"), "{}", fought.out);

    let svg = folder.path().join("plain.svg");
    let run = foeman(&["render", path, "maps/plain", "-o", svg.to_str().unwrap()]).ends(0);
    assert!(run.err.contains("pixels"), "{}", run.err);
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.len() < 200_000, "{} bytes for a map of two colours", drawn.len());
    assert!(drawn.contains("#31708f") && drawn.contains("#7ba05b"));

    let png = folder.path().join("plain.png");
    foeman(&["render", path, "maps/plain", "-o", png.to_str().unwrap(), "--size", "400x400"]).ends(0);
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&png).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let pixel = |x: usize, y: usize| [0, 1, 2].map(|part| pixels[(y * 400 + x) * 3 + part]);
    // The map is slightly higher than wide: its upper left quarter is half sea.
    assert_eq!(pixel(100, 60), [0x31, 0x70, 0x8f]);
    assert_eq!(pixel(300, 60), [0x7b, 0xa0, 0x5b]);
    assert_eq!(pixel(100, 300), [0x7b, 0xa0, 0x5b]);

    let refused = foeman(&["render", path, "maps/plain", "-o", png.to_str().unwrap(), "--scale", "2"]).ends(2);
    assert!(refused.err.contains("expected a picture of at most 16384 pixels"), "{}", refused.err);
}

#[test]
fn a_map_of_rows_with_more_cells_than_can_be_drawn_one_by_one_says_so() {
    let folder = tempfile::tempdir().expect("it is there");
    let file = folder.path().join("great.yaml");
    let rows = format!("      {}\n", "g".repeat(1800)).repeat(1800);
    let start = PACK.find("    geometry").unwrap();
    let end = PACK.find("figures:\n").unwrap();
    let map = format!("    geometry: {{size: [1800, 1800]}}\n    legend: {{g: grass}}\n    rows: |\n{rows}");
    let end_of_map = PACK.find("scenarios:").unwrap();
    fs::write(&file, format!("{}{map}{}", &PACK[..start], &PACK[end..end_of_map])).unwrap();
    let path = file.to_str().unwrap();
    let svg = folder.path().join("plain.svg");
    let refused = foeman(&["render", path, "plain", "-o", svg.to_str().unwrap(), "--scale", "3"]).ends(2);
    assert!(refused.err.contains("expected at most 2000000 cells at this scale"), "{}", refused.err);
    assert!(refused.err.contains("--size"), "{}", refused.err);
    foeman(&["render", path, "plain", "-o", svg.to_str().unwrap()]).ends(0);
    assert!(fs::metadata(&svg).unwrap().len() < 200_000);
}
