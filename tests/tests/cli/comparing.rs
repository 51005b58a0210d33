//! `foeman diff`: comparing packs by meaning.

use std::fs;

use foeman_test_support::packs;
use serde_json::Value;

use super::{Copy, foeman, repository};

#[test]
fn a_pack_and_its_tidied_copy_mean_the_same() {
    let copy = Copy::new();
    let arena = repository("content/arena");
    let melee = std::path::Path::new(copy.path()).join("items/melee.yaml");
    let text = fs::read_to_string(&melee).unwrap();
    fs::write(&melee, text.replace("title: Rapier", "title: \"Rapier\" # thin").replace('\n', "\r\n")).unwrap();
    let run = foeman(&["diff", arena.to_str().unwrap(), copy.path()]).ends(0);
    assert_eq!(run.out, "");
    assert!(run.err.contains("0 differences"), "{}", run.err);
}

#[test]
fn what_differs_is_told_and_maps_are_drawn() {
    let copy = Copy::new();
    let arena = repository("content/arena");
    let arena = arena.to_str().unwrap();
    let change = |file: &str, old: &str, new: &str| {
        let path = std::path::Path::new(copy.path()).join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(path, text.replacen(old, new, 1)).unwrap();
    };
    change("items/melee.yaml", "    damage: -2H T+2\n", "    damage: -2H T+3\n");
    change("maps.yaml", "      wsssrsssw\n      wssrrrssw\n", "      wssrrsssw\n      wssrrsssw\n");
    change("rosters/road.yaml", "talents: [swords, shield-wall, tactics]", "talents: [swords, tactics, nimbleness]");
    change("terrains.yaml", "  # Slow to stand in.\n", "  bog: {extends: mud, title: Bog}\n\n  # Slow to stand in.\n");
    let run = foeman(&["diff", arena, copy.path()]).ends(1);
    let expected = "\
~ items/rapier  Rapier
    damage: -2H T+2 -> -2H T+3
~ rosters/toll-keepers  The toll-keepers of Oxbridge
    figures/maud/talents:
      - shield-wall
      + nimbleness
~ maps/pit  The pit
    rows: 2 cells
         3    3  r··
         4    3  ··s
+ terrains/bog  Bog
";
    assert_eq!(run.out, expected);
    assert!(run.err.contains("4 differences"), "{}", run.err);
    let json = foeman(&["diff", arena, copy.path(), "--format", "json"]).ends(1).out;
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let damage = lines.iter().find(|line| line["pointer"] == "/items/rapier/damage").expect("the damage differs");
    assert_eq!((&damage["from"], &damage["to"]), (&"-2H T+2".into(), &"-2H T+3".into()));
}

#[test]
fn packs_of_different_rules_and_texts_that_cannot_be_read_are_refused() {
    let [arena, codes] = ["content/arena", "content/codes"].map(|path| repository(path).to_str().unwrap().to_owned());
    let run = foeman(&["diff", &arena, &codes]).ends(2);
    assert!(run.err.contains("expected packs of one ruleset"), "{}", run.err);
    let folder = tempfile::tempdir().unwrap();
    packs::copy("codes", folder.path());
    fs::write(folder.path().join("weapons.yaml"), "[").unwrap();
    let run = foeman(&["diff", &codes, folder.path().to_str().unwrap()]).ends(2);
    assert!(run.err.contains("`weapons.yaml`"), "{}", run.err);
}
