//! Importing Hexkit scenarios as packs, and exporting packs as Hexkit scenarios.

use std::collections::BTreeMap;

use foeman_engine::exchange::{Exchange, Imported, Source, Unopened};
use foeman_engine::ruleset::Ruleset;
use foeman_schema::draft::Draft;
use proptest::prelude::*;
use proptest::test_runner::Config;
use ruleset_strategy::{DIALECT, Strategy};
use serde_json::Value;

use crate::rows;

fn form() -> &'static Exchange {
    Strategy::capabilities().pack.exchange.expect("the ruleset has a form")
}

/// Imports a text, with other files by path.
fn read_with(text: &str, files: &[(&str, &[u8])]) -> Imported {
    let open = &mut |path: &str, _: usize| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or(Unopened::Missing)
    };
    let find = &mut |folder: &str, name: &str| {
        let is_it = |path: &&str| path.starts_with(folder) && path.rsplit('/').next() == Some(name);
        files.iter().map(|(path, _)| *path).find(is_it).map(str::to_owned)
    };
    (form().import)(Source { bytes: text.as_bytes(), open, find }, "made").unwrap_or_else(|note| panic!("{note:?}"))
}

pub(crate) fn read(text: &str) -> Imported {
    read_with(text, &[])
}

pub(crate) fn texts(made: &Imported) -> BTreeMap<String, String> {
    let yaml = made.files.iter().filter(|(path, _)| path.ends_with(".yaml"));
    yaml.map(|(path, bytes)| (path.clone(), String::from_utf8(bytes.clone()).expect("packs are UTF-8"))).collect()
}

pub(crate) fn pack(made: &Imported) -> Draft {
    Draft::from_texts(texts(made), &[&DIALECT])
}

fn written(made: &Imported) -> String {
    let done = (form().export)(&pack(made), None, None).unwrap_or_else(|note| panic!("{note:?}"));
    String::from_utf8(done.bytes).expect("it is UTF-8")
}

/// Returns all scenarios of the rows.
fn scenarios() -> Vec<String> {
    let names = std::fs::read_dir(rows::folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".xml"));
    names.sort();
    names
}

/// Returns the lines of a file, except the one that names the program that wrote it.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.contains("<application")).collect()
}

/// Asserts that two packs are equal, line by line.
fn same(first: &BTreeMap<String, String>, again: &BTreeMap<String, String>, name: &str) {
    assert!(first.keys().eq(again.keys()), "{name}: {:?} and {:?}", first.keys(), again.keys());
    for (file, text) in first {
        for (number, (before, after)) in text.lines().zip(again[file].lines()).enumerate() {
            assert_eq!(before, after, "{name}, {file}, line {}", number + 1);
        }
        assert_eq!(text, &again[file], "{name}, {file}");
    }
}

#[test]
fn scenarios_are_written_as_hexkit_writes_them() {
    let folder = rows::folder().join("written");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let found = written(&read(&rows::read(&name)));
        let expected = rows::read(&format!("written/{name}"));
        assert_eq!(lines(&found), lines(&expected), "{name}");
        count += 1;
    }
    assert!(count >= 7);
}

#[test]
fn what_was_imported_and_exported_is_imported_as_the_same_pack() {
    let all = scenarios();
    assert!(all.len() >= 60);
    for name in all {
        let first = read(&rows::read(&name));
        if !texts(&first).contains_key("scenarios.yaml") {
            assert!(!first.notes.is_empty(), "{name}");
            continue;
        }
        let text = written(&first);
        let again = read(&text);
        same(&texts(&first), &texts(&again), &name);
        assert_eq!(written(&again), text, "{name}");
    }
}

/// A scenario with everything that a file can contain, much of it in older or unusual notations.
const RICH: &str = r##"<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<scenario xmlns="http://www.kynosarges.de/Hexkit.Scenario">
  <application product="Hexkit Editor" version="4.3.3" />
  <title>The   Isle &amp; the Bay</title>
  <info><author>A. Nobody</author><version>1.2</version><legal>all &lt;mine&gt;</legal><para>One.</para><para/><para>Two  words.</para></info>
  <rules href="Scenario\Rules\Isle.cs" />
  <images>
    <info><author>P. Painter</author><para>Drawn.</para></info>
    <maskColor red="255" blue="255" />
    <file id="Sheet.1" href="Images\sheet.png" />
    <file id="Sheet.2" href="Images/more.png" />
    <image id="Man" animation="Continuous" sequence="Cycle" scalingX="Repeat">
      <source id="Sheet.1" />
      <frame left="8" top="16" width="24" height="32" connections="North SouthWest" /><frame />
      <source id="Sheet.2" />
      <frame left="1" top="2" width="3" height="4" />
    </image>
    <image id="man" scalingX="Stretch" scalingY="Stretch"><source id="Sheet.1"/><frame width="5" height="6"/></image>
  </images>
  <variables>
    <resource id="gold" name="Gold"><para>Coins.</para><range minimum="-5" maximum="900" scale="10" /><condition defeat="-1" victory="500" /><modifier reset="1" limit="true" deplete="true" /></resource>
    <counter id="Kills" />
    <attribute id="gold" name="Shine" />
    <attribute id="speed" name="Speed" />
  </variables>
  <entities>
    <unit id="Old.Guard" dropShadow="false" translucent="true" visible="false" modifierRange="2" defaultPlace="true" resourceTransfer="Retain" capture="true" defendOnly="true" healing="true" rangedAttack="View">
      <valuation>0.12345</valuation>
      <images ids="Man man" frame="1" unconnected="true" unscaled="true"><colorShift red="-9" blue="200" /><offset x="-3" y="4" /><scaling x="-1" y="-1" /></images>
      <attribute id="speed">3</attribute><attributeModifier id="speed" target="UnitsRanged">-2</attributeModifier><counter id="Kills">1</counter>
      <resource id="gold">7</resource><resourceModifier id="gold" target="Owner">-1</resourceModifier><buildResource id="gold">40</buildResource>
      <movementAttribute id="speed" /><strengthResource id="gold" /><moraleResource id="gold" /><attackRangeAttribute id="speed" />
    </unit>
    <terrain id="grass" name="Grass" background="true" blocksAttack="false"><imageStack id="man" /><difficultyAttribute id="speed" /><elevationAttribute id="speed" /></terrain>
    <terrain id="fort" name="Fort" destroy="true" capture="true" resourceTransfer="Delete"><imageStack id="man" frame="0" /></terrain>
    <effect id="fire" name="Fire" defaultPlace="true"><imageStack id="man" /><buildResource id="gold">3</buildResource></effect>
    <upgrade id="lore" name="Lore" blocksAttack="false"><imageStack id="man" /></upgrade>
  </entities>
  <factions>
    <factionClass id="red" name="Red"><computer algorithm="Seeker"><option name="TargetLimit" value="3" /><option name="UseRandomBuild" value="true" /></computer>
      <counter id="Kills">2</counter><resource id="gold">9</resource><resourceModifier id="gold">4</resourceModifier><supplyResources ids="gold" />
      <buildableUnits ids="Old.Guard" /><buildableTerrains ids="fort" /><buildableUpgrades ids="lore" />
      <unit id="Old.Guard" name="Ann" /><terrain id="fort" /><upgrade id="lore" />
      <victory parameter="Turns" threshold="9" /><victory parameter="Turns" threshold="9" /><defeat parameter="UnitStrength" threshold="1" /><para>Brave.</para></factionClass>
    <factionClass id="blue"><color green="128" blue="255" /></factionClass>
  </factions>
  <areas>
    <mapGrid width="4" height="3" gridShift="ColumnUp"><polygon length="17.5" sides="4" orientation="OnVertex" vertexNeighbors="1" /></mapGrid>
    <overlay href="Images/isle.png" opacity="0.5"><bounds left="-4" top="2" width="300" height="200" /></overlay>
    <factionSites id="red"><homeSite x="1" y="2" /></factionSites>
    <entitySites id="Old.Guard"><placeSite x="3" y="2" /><placeSite x="0" /></entitySites>
    <terrain id="grass" /><terrain id="fort" />
    <area owner="red" unitOwner="blue"><bounds left="1" top="1" width="3" height="2" /><bounds />
      <unit id="Old.Guard" randomFrame="true" visible="true"><resource id="gold">5</resource><attributeModifier id="speed" target="UnitsRanged">1</attributeModifier></unit>
      <terrain id="grass" frame="2" /><effect id="fire" name="Blaze" /></area>
  </areas>
</scenario>
"##;

#[test]
fn whatever_a_scenario_can_say_has_a_place() {
    let made = read(RICH);
    let (texts, mut missing) = (texts(&made), Vec::new());
    for (file, expected) in [
        ("pack.yaml", "title: The Isle & the Bay\n"),
        ("pack.yaml", "authors: [A. Nobody]\n"),
        ("images.yaml", "file: Images/sheet.png\n"),
        ("images.yaml", "mask: \"#ff00ff\"\n"),
        (
            "images.yaml",
            "- left: 8\n        top: 16\n        width: 24\n        height: 32\n        connections: [north, south-west]\n",
        ),
        ("images.yaml", "- {left: 0, top: 0, width: 1, height: 1}\n"),
        ("images.yaml", "animation: continuous\n    sequence: cycle\n    across: repeat\n    down: once\n"),
        ("images.yaml", "credit: P. Painter\n"),
        ("variables.yaml", "kills: {title: Kills, kind: counter"),
        ("variables.yaml", "gold: {title: Shine, kind: attribute}\n"),
        (
            "variables.yaml",
            "minimum: -5\n    maximum: 900\n    scale: 10\n    defeat: -1\n    victory: 500\n    reset: true\n",
        ),
        ("units.yaml", "  old-guard:\n    title: (unnamed)\n"),
        ("units.yaml", "image: man-2\n"),
        ("units.yaml", "shift: [-9, 0, 200]\n        offset: [-3, 4]\n        mirror: both\n        unscaled: true\n"),
        ("units.yaml", "others-in-range: {speed: -2}"),
        ("units.yaml", "worth: 123\n"),
        (
            "units.yaml",
            "strength: gold-2\n    morale: gold-2\n    movement: speed\n    attack-range: speed\n    ranged: view\n",
        ),
        (
            "units.yaml",
            "captures: true\n    defends-only: true\n    heals: true\n    placed-at-home: true\n    blocks-attack: true\n",
        ),
        ("terrains.yaml", "transfer: delete\n    capturable: true\n    destroyable: true\n"),
        ("factions.yaml", "about: Brave.\n    color: \"#ff0000\"\n"),
        ("factions.yaml", "  blue: {title: blue, color: \"#0080ff\""),
        (
            "factions.yaml",
            "victory: [{measure: turns, threshold: 9}]\n    defeat: [{measure: unit-strength, threshold: 1}]\n",
        ),
        (
            "maps.yaml",
            "shape: square\n      stand: vertex\n      shift: column-up\n      vertex-neighbours: true\n      size: [4, 3]\n",
        ),
        (
            "scenarios.yaml",
            "  the-isle-the-bay:\n    title: The Isle & the Bay\n    about: |-\n      One.\n\n\n\n      Two words.\n",
        ),
        (
            "scenarios.yaml",
            "control: machine\n        computer: {target-limit: 3, random-build: true}\n        home: [1, 2]\n",
        ),
        ("scenarios.yaml", "rectangles: [{from: [1, 1], to: [3, 2]}, {from: [0, 0], to: [0, 0]}]\n"),
        ("scenarios.yaml", "ground: [{class: grass}, {class: fort}]\n"),
        ("scenarios.yaml", "cells: [[3, 2], [0, 0]]"),
    ] {
        if !texts[file].contains(expected) {
            missing.push(format!("{file} has no {expected}"));
        }
    }
    assert_eq!(missing, [] as [String; 0], "{texts:#?}");
    let told: Vec<String> = made.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect();
    let expected = [
        ("line 7", "the program `Scenario\\Rules\\Isle.cs`"),
        ("line 13", "found `Man`: it is `man-2` in the pack"),
        ("line 16", "its frames in `man-2` are kept but not shown"),
        ("line 23", "found `Kills`: it is `kills` in the pack"),
        ("line 22", "found `gold`: it is `gold-2` in the pack"),
        ("line 28", "found `Old.Guard`: it is `old-guard` in the pack"),
        ("line 28", "found `0.12345`"),
        ("line 50", "expected no picture below the map"),
        ("line 11", "the bitmap `Images/sheet.png`, but it is missing"),
        ("line 12", "the bitmap `Images/more.png`, but it is missing"),
    ];
    for (place, words) in expected {
        assert!(told.iter().any(|told| told.starts_with(place) && told.contains(words)), "{place}: {words}: {told:#?}");
    }
    assert_eq!(told.len(), expected.len(), "{told:#?}");
}

#[test]
fn what_these_rules_have_no_use_for_is_written_again() {
    let made = read(RICH);
    let text = written(&made);
    for expected in [
        "<title>The Isle &amp; the Bay</title>",
        "<legal>all &lt;mine&gt;</legal>",
        "<para>One.</para>\n    <para />\n    <para>Two words.</para>",
        "<rules href=\"Scenario\\Rules\\Isle.cs\" />",
        "<maskColor red=\"255\" green=\"0\" blue=\"255\" />",
        "<file id=\"Sheet.1\" href=\"Images/sheet.png\" />",
        "<image id=\"Man\" animation=\"Continuous\" sequence=\"Cycle\" scalingX=\"Repeat\">",
        "<frame left=\"8\" top=\"16\" width=\"24\" height=\"32\" connections=\"North SouthWest\" />",
        "<source id=\"Sheet.2\" /><frame left=\"1\" top=\"2\" width=\"3\" height=\"4\" />",
        "<counter id=\"Kills\" />",
        "<frame left=\"0\" top=\"0\" />",
        "<attribute id=\"gold\" name=\"Shine\" />",
        "<unit id=\"Old.Guard\" dropShadow=\"false\" translucent=\"true\" visible=\"false\" modifierRange=\"2\" \
         defaultPlace=\"true\" resourceTransfer=\"Retain\" valuation=\"0.12345\" capture=\"true\" defendOnly=\"true\" \
         healing=\"true\" rangedAttack=\"View\">",
        "<imageStack id=\"Man\" frame=\"1\" unconnected=\"true\" unscaled=\"true\">",
        "<colorShift red=\"-9\" green=\"0\" blue=\"200\" />",
        "<scaling x=\"-1\" y=\"-1\" />",
        "<effect id=\"fire\" name=\"Fire\" defaultPlace=\"true\">",
        "<buildResource id=\"gold\">3</buildResource>",
        "<upgrade id=\"lore\" name=\"Lore\" blocksAttack=\"false\">",
        "<option name=\"TargetLimit\" value=\"3\" />",
        "<option name=\"UseRandomBuild\" value=\"true\" />",
        "<factionClass id=\"blue\">",
        "<polygon length=\"17.5\" sides=\"4\" orientation=\"OnVertex\" vertexNeighbors=\"true\" />",
        "<overlay href=\"Images/isle.png\" opacity=\"0.5\"><bounds left=\"-4\" top=\"2\" width=\"300\" height=\"200\" />",
        "<unit id=\"Old.Guard\" randomFrame=\"true\" visible=\"true\">",
        "<terrain id=\"grass\" frame=\"2\" />",
        "<effect id=\"fire\" name=\"Blaze\" />",
    ] {
        assert!(text.contains(expected), "there is no {expected} in\n{text}");
    }
    let again = read(&text);
    same(&self::texts(&made), &self::texts(&again), "rich");
}

#[test]
fn a_valuation_is_read_in_every_notation_of_a_double() {
    let worth = |text: &str| {
        let made = read(&RICH.replace("<valuation>0.12345</valuation>", &format!("<valuation>{text}</valuation>")));
        let units = &texts(&made)["units.yaml"];
        let line = units.lines().find_map(|line| line.trim().strip_prefix("worth: ").map(str::to_owned));
        (line.unwrap_or_default(), made.notes.iter().filter(|note| note.message.contains("valuation")).count())
    };
    // The number of findings: one if thousandths cannot represent the value, or if it is not a valid valuation.
    for (text, expected, findings) in [
        ("0.25", "250", 0),
        (".25", "250", 0),
        ("+2.5E-1", "250", 0),
        ("2.5e-1", "250", 0),
        ("25E-2", "250", 0),
        ("0.00025E+3", "250", 0),
        ("1", "1000", 0),
        ("1.", "1000", 0),
        ("1E0", "1000", 0),
        ("1000E-3", "1000", 0),
        ("0E99", "", 0),
        ("-0", "", 0),
        ("1E-05", "", 1),
        ("1.2345E-1", "123", 1),
        ("1.0001", "", 1),
        ("1E1", "", 1),
        ("-2.5E-1", "", 1),
        ("2.5E", "", 1),
        ("E-1", "", 1),
        (".", "", 1),
        ("1E999999999999", "", 1),
        ("1E2147483647", "", 1),
        ("1E-2147483648", "", 1),
        ("INF", "", 1),
    ] {
        assert_eq!(worth(text), (expected.to_owned(), findings), "{text}");
    }
}

#[test]
fn classes_that_can_be_built_are_written_sorted_and_supplies_as_listed() {
    let more = "<resource id=\"ale\" />\n    <counter id=\"Kills\" />";
    let units = "<unit id=\"zebra\" /><unit id=\"ant\" /><terrain id=\"grass\"";
    let text = RICH
        .replace("<counter id=\"Kills\" />", more)
        .replacen("<terrain id=\"grass\"", units, 1)
        .replace("<buildableUnits ids=\"Old.Guard\" />", "<buildableUnits ids=\"zebra ant Old.Guard\" />")
        .replace("<supplyResources ids=\"gold\" />", "<supplyResources ids=\"gold ale\" />");
    let text = written(&read(&text));
    assert!(text.contains("<buildableUnits ids=\"Old.Guard ant zebra\" />"), "{text}");
    assert!(text.contains("<supplyResources ids=\"gold ale\" />"), "{text}");
}

#[test]
fn gif_and_tiff_bitmaps_come_along_and_false_ones_do_not() {
    let text = RICH.replace("Images\\sheet.png", "Images\\sheet.gif").replace("Images/more.png", "Images/more.TIF");
    let import = |gif: &[u8], tiff: &[u8]| read_with(&text, &[("Images/sheet.gif", gif), ("Images/more.TIF", tiff)]);
    let made = import(b"GIF89a and so on", b"MM\0*and so on");
    let kept = |made: &Imported, name: &str| made.files.iter().any(|(path, _)| path.eq_ignore_ascii_case(name));
    assert!(kept(&made, "images/sheet.gif") && kept(&made, "images/more.tif"), "{:?}", made.notes);
    let made = import(b"no GIF", b"no TIFF");
    assert!(!kept(&made, "images/sheet.gif") && !kept(&made, "images/more.tif"));
    assert_eq!(made.notes.iter().filter(|note| note.message.contains("something else")).count(), 2, "{:?}", made.notes);
}

#[test]
fn background_terrain_is_never_written_as_destroyable() {
    let both = "<terrain id=\"grass\" name=\"Grass\" background=\"true\" destroy=\"true\"";
    let made = read(&RICH.replace("<terrain id=\"grass\" name=\"Grass\" background=\"true\"", both));
    let text = written(&made);
    let line = text.lines().find(|line| line.contains("<terrain id=\"grass\" name=")).expect("it is written");
    assert!(line.contains("background=\"true\"") && !line.contains("destroy"), "{line}");
    let fort = text.lines().find(|line| line.contains("<terrain id=\"fort\" name=")).expect("it is written");
    assert!(fort.contains("destroy=\"true\""), "{fort}");
    // Our packs may set both.
    let mut pack = texts(&made);
    let terrains = pack.get_mut("terrains.yaml").expect("there are terrains");
    *terrains = terrains.replace("    background: true\n", "    background: true\n    destroyable: true\n");
    assert!(terrains.contains("    background: true\n    destroyable: true\n"), "{terrains}");
    let done = (form().export)(&Draft::from_texts(pack, &[&DIALECT]), None, None).expect("it is exported");
    assert_eq!(String::from_utf8(done.bytes).expect("it is UTF-8"), text);
}

#[test]
fn what_stands_twice_is_told_and_a_home_stays() {
    let told = |text: &str| {
        read(text).notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect::<Vec<_>>()
    };
    let home = "<factionSites id=\"red\"><homeSite x=\"1\" y=\"2\" /></factionSites>";
    let place = "<entitySites id=\"Old.Guard\">";
    for (from, more, expected, kept) in [
        (home, "<factionSites id=\"red\" />", "expected one `factionSites` of `red`, found two", "home: [1, 2]"),
        (
            home,
            "<factionSites id=\"red\"><homeSite x=\"3\" /></factionSites>",
            "expected one `factionSites` of `red`, found two: the last home counts",
            "home: [3, 0]",
        ),
        (
            home,
            "<factionSites id=\"blue\"><homeSite /><homeSite x=\"2\" /></factionSites>",
            "expected one `homeSite`, found two: the last counts",
            "home: [2, 0]",
        ),
        (
            place,
            "<placeSite x=\"1\" y=\"1\" /></entitySites><entitySites id=\"Old.Guard\">",
            "expected one `entitySites` of `Old.Guard`, found two: the sites of both are kept",
            "cells: [[1, 1], [3, 2], [0, 0]]",
        ),
    ] {
        let text = RICH.replace(from, &format!("{from}{more}"));
        let notes = told(&text);
        assert!(notes.iter().any(|of| of.starts_with("line 5") && of.contains(expected)), "{expected}: {notes:#?}");
        let scenarios = &texts(&read(&text))["scenarios.yaml"];
        assert!(scenarios.contains(kept), "{kept}: {scenarios}");
    }
    assert!(!told(RICH).iter().any(|of| of.contains("found two")));
}

#[test]
fn a_pack_that_is_made_is_laid_out_and_sound() {
    for name in scenarios().iter().filter(|name| !name.starts_with("load-")) {
        let made = read(&rows::read(name));
        for (file, text) in texts(&made) {
            assert_eq!(foeman_schema::fmt::text(&text).as_deref(), Ok(&*text), "{name}, {file}");
        }
        let found = foeman_schema::analysis::check(&pack(&made));
        let grave: Vec<_> = found.iter().filter(|of| of.severity == foeman_schema::finding::Severity::Error).collect();
        assert!(grave.is_empty(), "{name}: {grave:#?}");
    }
}

/// Returns a session of the rows: its scenario, and the history that the original has written.
fn session(row: &str) -> (String, String) {
    #[derive(serde::Deserialize)]
    struct Found {
        extras: Vec<Value>,
    }
    let found: Found = serde_yaml::from_str(&rows::read("extras.yaml")).expect("rows are YAML");
    let row = found.extras.iter().find(|of| of["id"] == row).expect("the row exists");
    let asked = row["steps"].as_array().unwrap().iter().find(|step| step["ask"] == "historyxml").unwrap();
    let history = asked["answer"]["xml"].as_str().unwrap();
    let file = row["scenario"].as_str().unwrap().to_owned();
    let players = "<players><human name=\"Ann\"><factions ids=\"red\" /></human><computer name=\"C\"><factions ids=\"blue\" />\
                   <options algorithm=\"Seeker\"><targetLimit value=\"5\" /></options></computer></players>";
    let text = format!(
        "<session xmlns=\"http://www.kynosarges.de/Hexkit.Session\">\n<application product=\"Hexkit Game\" />\n\
         <scenario hash=\"00-11\" href=\"Scenario\\{file}\" />\n{players}\n{history}\n</session>"
    );
    (file, text)
}

#[test]
fn a_saved_game_is_played_again_and_written_again() {
    for row in ["history-01", "history-02", "history-03"] {
        let (file, text) = session(row);
        let scenario = rows::read(&file);
        let made = read_with(&text, &[(&format!("Scenario/{file}"), scenario.as_bytes())]);
        let beside = |name: &str| {
            let (_, bytes) = made.files.iter().find(|(path, _)| path == name).expect("it is there");
            String::from_utf8(bytes.clone()).unwrap()
        };
        let stopped: Vec<_> = made.notes.iter().filter(|note| note.message.contains("up to here")).collect();
        assert!(stopped.is_empty(), "{row}: {stopped:#?}");
        let other: Vec<_> = made.notes.iter().filter(|note| note.message.contains("usual rules make")).collect();
        assert!(other.is_empty(), "{row}: {other:#?}");
        // The history as written by the original, indented by two more spaces.
        let history = text.lines().skip_while(|line| !line.starts_with("<history>"));
        let history: Vec<String> =
            history.take_while(|line| *line != "</session>").map(|line| format!("  {line}")).collect();
        assert!(beside("games/session.xml").contains(&history.join("\n")), "{row}:\n{}", beside("games/session.xml"));
        let scenarios = beside("scenarios.yaml");
        assert!(scenarios.contains("faction: red") && scenarios.contains("control: human"), "{scenarios}");
        assert!(scenarios.contains("faction: blue") && scenarios.contains("target-limit: 5"), "{scenarios}");
        if row == "history-01" {
            let told = beside("games/session.txt");
            let at = |words: &str| told.find(words).unwrap_or_else(|| panic!("no `{words}` in\n{told}"));
            assert!(
                at("Turn 1: Red") < at("Turn 1: Blue") && at("Turn 1: Blue") < at("Blue is out of the game"),
                "{told}"
            );
            assert!(told.contains("Man #1 is called A b from now on"), "{told}");
        }
    }
}

#[test]
fn a_saved_game_that_goes_by_other_rules_is_told_with_its_line() {
    let (file, text) = session("history-01");
    let scenario = rows::read(&file);
    let read = |text: &str| {
        let made = read_with(text, &[(&format!("Scenario/{file}"), scenario.as_bytes())]);
        made.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect::<Vec<_>>()
    };
    let line = |words: &str| text.lines().position(|line| line.contains(words)).unwrap() + 1;
    for (from, to, at, expected) in [
        ("<Move turn=\"0\"", "<Move turn=\"7\"", "<Move", "expected a command of turn 0, found one of turn 7"),
        ("<SetEntityName id=\"man-1\"", "<SetEntityName id=\"man-9\"", "<Rename", "found `SetEntityName`"),
        ("<Build turn=\"0\" faction=\"red\"", "<Build turn=\"0\" faction=\"pink\"", "<Build", "found `pink`"),
        ("<target x=\"2\" y=\"0\" />", "<target x=\"5\" y=\"4\" />", "<Move", "expected a command that is allowed"),
        ("<SetUnitCanMove id=\"man-1\" value=\"false\" />", "", "<Move", " for `Move` by the default rules, found "),
    ] {
        assert!(text.contains(from), "{from}");
        let told = read(&text.replacen(from, to, 1));
        let place = format!("line {}: ", line(at));
        assert!(told.iter().any(|of| of.starts_with(&place) && of.contains(expected)), "{place}{expected}: {told:#?}");
    }
}

#[test]
fn what_would_burst_is_refused_or_told() {
    let import = |text: &str| form().read_alone(text.as_bytes(), "made");
    let entities = "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><scenario><title>&b;</title></scenario>";
    assert!(import(entities).unwrap_err().message.contains("expected XML"));
    assert!(import("<scenario><title>&b;</title></scenario>").unwrap_err().message.contains("expected XML"));
    for text in ["", "no XML", "<a>", "<html/>", "\u{0}", "<scenario/><scenario/>"] {
        assert!(import(text).is_err(), "{text}");
    }
    let deep = format!("<scenario>{}{}</scenario>", "<a>".repeat(200_000), "</a>".repeat(200_000));
    assert!(import(&deep).is_ok_and(|made| made.notes.len() < 20), "unknown elements give one finding");
    let many = format!("<scenario>{}</scenario>", "<a/>".repeat(500_000));
    let told = import(&many).unwrap().notes;
    assert!(
        told.len() < 1100 && told.iter().any(|note| note.message.contains("more findings are not listed")),
        "{}",
        told.len()
    );
    assert!(import(&format!("<scenario>{}</scenario>", "<a/>".repeat(1_200_000))).is_err());
    // The parser compares each attribute with all earlier ones, and copies a text at each of its sections.
    let wide: String = (0..40_000).map(|number| format!(" a{number}='1'")).collect();
    let message = import(&format!("<scenario><title{wide}/></scenario>")).unwrap_err().message;
    assert_eq!(message, "expected at most 256 attributes, found 40000");
    let torn = "<![CDATA[a]]>b".repeat(200_000);
    let message = import(&format!("<scenario><title>{torn}</title></scenario>")).unwrap_err().message;
    assert_eq!(message, "expected at most 1000 `CDATA` sections, found more");
    let vast = RICH.replace("width=\"4\" height=\"3\"", "width=\"2000000000\" height=\"2000000000\"");
    assert!(import(&vast).is_ok_and(|made| made.notes.iter().any(|note| note.place == "line 49")), "it is no map");
}

/// Generates a scenario from numbers, each of which makes one choice.
fn scenario_of(choices: &[u16]) -> String {
    let mut at = 0;
    let mut pick = |among: usize| {
        at += 1;
        usize::from(choices[at % choices.len()]).wrapping_add(at * 7) % among
    };
    let ids = ["a", "b-2", "C", "d.e", "f_g", "h"];
    let flags = ["", " blocksAttack=\"false\"", " defaultPlace=\"1\"", " visible=\"false\"", " valuation=\"0.25\""];
    let mut text = format!("<scenario><title>{}</title><info><para>x</para></info>", ["", "T", "A b"][pick(3)]);
    text += "<images><file id=\"F\" href=\"Images/f.png\"/><image id=\"i\"><source id=\"F\"/><frame width=\"9\"/></image></images>";
    text += "<variables>";
    for kind in ["attribute", "counter", "resource"] {
        for id in ids.iter().take(pick(5)) {
            text += &format!("<{kind} id=\"{id}\"><range maximum=\"{}\"/></{kind}>", pick(2000));
        }
    }
    text += "</variables><entities>";
    for kind in ["unit", "terrain", "effect", "upgrade"] {
        for id in ids.iter().take(pick(5) + 1) {
            let ground = if kind == "terrain" && pick(2) == 0 { " background=\"true\"" } else { "" };
            text += &format!(
                "<{kind} id=\"{kind}{id}\"{}{ground}><imageStack id=\"{}\"/>",
                flags[pick(5)],
                ["i", "gone"][pick(2)]
            );
            let target = REACH[pick(6)];
            text += &format!("<attribute id=\"{}\">{}</attribute>", ids[pick(6)], pick(9));
            text += &format!(
                "<attributeModifier id=\"{}\" target=\"{target}\">-{}</attributeModifier>",
                ids[pick(6)],
                pick(9)
            );
            text += &format!("<buildResource id=\"{}\">{}</buildResource></{kind}>", ids[pick(6)], pick(90));
        }
    }
    text += "</entities><factions>";
    for id in ids.iter().take(pick(4) + 1) {
        text += &format!("<factionClass id=\"{id}\"><resource id=\"{}\">5</resource>", ids[pick(6)]);
        text += [
            "",
            "<computer algorithm=\"Seeker\"/>",
            "<computer algorithm=\"X\"><option name=\"n\" value=\"v\"/></computer>",
        ][pick(3)];
        text += &format!(
            "<buildableUnits ids=\"unit{} unitd.e\"/><unit id=\"unit{}\"/></factionClass>",
            ids[pick(6)],
            ids[pick(6)]
        );
    }
    text += "</factions><areas><mapGrid width=\"7\" height=\"5\" gridShift=\"RowLeft\"><polygon sides=\"6\" orientation=\"OnVertex\"/></mapGrid>";
    for id in ids.iter().take(pick(4)) {
        text += &format!("<factionSites id=\"{id}\"><homeSite x=\"{}\"/></factionSites>", pick(9));
        text += &format!("<entitySites id=\"unit{id}\"><placeSite y=\"{}\"/></entitySites>", pick(6));
    }
    for _ in 0..pick(3) + 1 {
        text += &format!("<terrain id=\"terrain{}\"/>", ids[pick(6)]);
    }
    for _ in 0..pick(5) {
        text += &format!("<area owner=\"{}\"><bounds left=\"{}\" width=\"{}\"/>", ids[pick(6)], pick(7), pick(3));
        text += &format!("<unit id=\"unit{}\" name=\"{}\"/>", ids[pick(6)], ["", "N"][pick(2)]);
        text += &format!("<terrain id=\"terrain{}\" frame=\"{}\"/></area>", ids[pick(6)], pick(3));
    }
    text + "</areas></scenario>"
}

const REACH: [&str; 6] = ["Self", "Owner", "Units", "UnitsRanged", "OwnerUnits", "OwnerUnitsRanged"];

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    #[test]
    fn whatever_was_imported_and_exported_is_imported_as_the_same_pack(
        choices in prop::collection::vec(any::<u16>(), 20..80),
    ) {
        let text = scenario_of(&choices);
        let first = read(&text);
        if texts(&first).contains_key("scenarios.yaml") {
            let again = read(&written(&first));
            same(&texts(&first), &texts(&again), "made of numbers");
        }
    }
}
