//! Runs the tutorials in the documentation: their commands must give the files, findings and battles described there.

use std::fs;
use std::path::Path;

use crate::{foeman, repository};

/// The text of `docs/story.md`.
fn story() -> String {
    fs::read_to_string(repository("docs/story.md")).expect("the story is there")
}

/// Returns the code blocks of a kind.
fn blocks(story: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let rest = story.split(&fence).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// Returns the tables of win rates: side, battles, share.
fn tables(story: &str) -> Vec<Vec<String>> {
    let tables = story.split("| won by | battles | share |\n|---|---|---|\n").skip(1);
    tables.map(|rest| rest.lines().take_while(|line| line.starts_with('|')).map(str::to_owned).collect()).collect()
}

/// The same table as printed by the program.
fn simulated(pack: &Path, command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split_whitespace().skip(3).collect();
    let told = foeman(&[&["simulate", pack.to_str().expect("a plain name")], words.as_slice()].concat()).ends(0).out;
    let rows = told.lines().skip(1).take(2).map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.map(|row| format!("| {} | {} | {} % |", row[0], row[1], row[2])).collect()
}

#[test]
fn the_story_of_the_spear_is_true() {
    let story = story();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("show");
    let at = pack.to_str().expect("a plain name");
    foeman(&["new", at, "--template", "skirmish"]).ends(0);
    let commands: Vec<String> =
        blocks(&story, "sh").concat().lines().filter(|line| line.contains("simulate")).map(str::to_owned).collect();
    let tables = tables(&story);
    assert_eq!((commands.len(), tables.len()), (2, 2), "before and after");
    assert_eq!(simulated(&pack, &commands[0]), tables[0], "before");

    let [spear, gear] =
        blocks(&story, "yaml").try_into().expect("the story has two YAML blocks, the spear and its owner");
    let append = |file: &str, text: &str| {
        let path = pack.join(file);
        let before = fs::read_to_string(&path).expect("it is there");
        fs::write(path, format!("{before}\n{text}")).expect("it can be written");
    };
    append("items.yaml", &spear);
    let rosters = fs::read_to_string(pack.join("rosters.yaml")).expect("it is there");
    let [with_spear, with_lid_away] = gear.lines().collect::<Vec<_>>().try_into().expect("two lines");
    let sickle = "          - {item: sickle, place: first-hand}";
    let lid = "          - {item: dustbin-lid, place: second-hand}";
    let armed = rosters.replacen(sickle, with_spear, 1);
    fs::write(pack.join("rosters.yaml"), &armed).expect("it can be written");
    let quoted = story.lines().find_map(|line| line.strip_prefix("> ")).expect("the problem is quoted");
    let told = foeman(&["check", at]).ends(1).out;
    assert!(told.contains(quoted), "{told}");

    fs::write(pack.join("rosters.yaml"), armed.replacen(lid, with_lid_away, 1)).expect("it can be written");
    foeman(&["check", at]).ends(0);
    assert_eq!(simulated(&pack, &commands[1]), tables[1], "after");
    assert_ne!(tables[0], tables[1], "the spear does something");
}

#[test]
fn the_first_pack_comes_from_nothing_as_it_is_told() {
    let page = fs::read_to_string(repository("docs/first-pack.md")).expect("the page is there");
    let quoted: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let [row, goose] = quoted.as_slice() else { panic!("two findings are quoted: {quoted:?}") };
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (pack, file) = (folder.path().join("pond"), folder.path().join("pond/pack.yaml"));
    fs::create_dir(&pack).expect("a folder can be made");
    let at = pack.to_str().expect("a plain name");
    let mends = [("      ggwwgg\n", "      ggwwggg\n", row), ("gosse", "goose", goose)];
    let mut text = String::new();
    let mut found = 0;
    for block in blocks(&page, "yaml") {
        text = if text.is_empty() { block } else { format!("{text}\n{block}") };
        fs::write(&file, &text).expect("it can be written");
        if let Some((wrong, right, quoted)) = mends.iter().find(|(wrong, ..)| text.contains(wrong)) {
            let told = foeman(&["check", at]).ends(1).out;
            assert!(told.contains(*quoted), "{told}");
            text = text.replacen(wrong, right, 1);
            fs::write(&file, &text).expect("it can be written");
            found += 1;
        }
        foeman(&["check", at, "--deny", "info"]).ends(0);
    }
    assert_eq!(found, 2, "both mistakes are made");
    let shown = foeman(&["show", "goose", "--pack", at]).ends(0).out;
    assert!(shown.contains("kind: creature  # from duck") && shown.contains("wing"), "{shown}");
    let told = foeman(&["simulate", at, "bread", "--battles", "200", "--seed", "1"]).ends(0).out;
    let wins =
        told.lines().find_map(|line| line.strip_prefix("The geese")).and_then(|line| line.split_whitespace().next());
    let wins = wins.expect("the output lists the wins of the geese");
    assert!(page.contains(&format!("of which the geese win {wins}.")), "{told}");
    foeman(&["play", at, "bread"]).ends(0);
}

#[test]
fn the_first_strategy_scenario_comes_about_as_it_is_told() {
    let page = fs::read_to_string(repository("docs/first-strategy.md")).expect("the page is there");
    let quoted = page.lines().find_map(|line| line.strip_prefix("> ")).expect("a finding is quoted");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let pack = folder.path().join("dale");
    let at = pack.to_str().expect("a plain name");
    foeman(&["new", at, "--template", "valley"]).ends(0);
    let change = |file: &str, change: &dyn Fn(String) -> String| {
        let text = fs::read_to_string(pack.join(file)).expect("the template has it");
        fs::write(pack.join(file), change(text)).expect("it can be written");
    };
    let [unit, map, scenario] = blocks(&page, "yaml").try_into().expect("three blocks of YAML");
    change("units.yaml", &|text| format!("{text}\n{}", unit.replace("{strength: 14", "{strenght: 14")));
    change("factions.yaml", &|text| text.replacen("builds-units: [novice,", "builds-units: [novice, miller,", 1));
    let told = foeman(&["check", at]).ends(1).out;
    assert!(told.contains(quoted) && told.contains("units.yaml"), "{told}");
    change("units.yaml", &|text| text.replace("strenght", "strength"));
    change("maps.yaml", &|text| format!("{text}\n{map}"));
    change("scenarios.yaml", &|text| format!("{text}\n{scenario}"));
    foeman(&["check", at, "--deny", "info"]).ends(0);
    foeman(&["fmt", at, "--check"]).ends(0);
    let shown = foeman(&["show", "miller", "--pack", at]).ends(0).out;
    assert!(shown.contains("strength: 14") && shown.contains("spirit: 4"), "{shown}");
    let told = foeman(&["play", at, "flour-war", "--player", "1=commander", "--player", "2=seeker"]).ends(0).out;
    assert!(told.contains("Millers #1") && told.contains("takes Mill"), "{told}");
    let told = foeman(&["simulate", at, "flour-war", "--battles", "40", "--format", "csv"]).ends(0).out;
    let wins = |side: &str| told.lines().filter(|line| line.contains(side)).count();
    let (abbey, guild) = (wins("Abbey of the Full Barrel"), wins("Guild of Ledgers"));
    assert!(abbey.min(guild) >= 8, "each wins often enough: the abbey {abbey}, the guild {guild}");
    let picture = folder.path().join("dale.png");
    foeman(&["render", at, "flour-war", "-o", picture.to_str().expect("a plain name")]).ends(0);
    assert!(picture.exists());
}

#[test]
fn pictures_of_the_documents_exist_and_are_small() {
    let pages = fs::read_dir(repository("docs")).expect("it is there").map(|entry| entry.expect("readable").path());
    let pages = pages.filter(|page| page.extension().is_some_and(|end| end == "md"));
    let mut named = 0;
    for page in pages.chain([repository("README.md")]) {
        let text = fs::read_to_string(&page).expect("it is there");
        let sources = text.split(['"', '(', ')']).filter(|word| word.ends_with(".png") && !word.contains(' '));
        for source in sources {
            let path = page.with_file_name("").join(source);
            let size = fs::metadata(&path).unwrap_or_else(|error| panic!("{page:?}: {source}: {error}")).len();
            assert!(size < 150_000, "{source} has {size} bytes; `docs/pictures.sh` makes it smaller");
            named += 1;
        }
    }
    assert!(named >= 10, "{named}");
}
