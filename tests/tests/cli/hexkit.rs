//! Importing and exporting Hexkit scenarios.

use std::fs;
use std::path::PathBuf;

use foeman_engine::game::{EngineOf, Registry};
use ruleset_strategy::Strategy;

use super::{Run, foeman_with, repository};

/// The strategy rules alone.
static STRATEGY: Registry = Registry::new(&[&EngineOf::<Strategy>::new()]);

fn foeman(args: &[&str]) -> Run {
    foeman_with(STRATEGY, args)
}

/// A folder like Hexkit's, with a scenario in three files and one bitmap. It is the only folder in a temporary folder, so
/// that tests notice files written outside it.
struct Installed(tempfile::TempDir);

impl Installed {
    fn new() -> Self {
        let installed = Self(tempfile::tempdir().expect("a temporary folder can be made"));
        let text = fs::read_to_string(repository("tests/vectors/hexkit/tiny.xml")).expect("it is there");
        let part = |name: &str| {
            let from = text.find(&format!("<{name}>")).expect("it has the section");
            let to = text.find(&format!("</{name}>")).expect("the section ends") + name.len() + 3;
            &text[from..to]
        };
        let include = |name: &str, path: &str| format!("<include element=\"{name}\" href=\"{path}\" />");
        let master = text
            .replace(part("images"), &include("images", "Images/Set.xml"))
            .replace(part("areas"), &include("areas", "Scenario\\Areas\\Tiny.xml"));
        installed.put("Scenario/Tiny.xml", master.as_bytes());
        installed.put("Images/Set.xml", part("images").as_bytes());
        // Windows finds this path although its case differs.
        installed.put("Scenario/areas/tiny.xml", part("areas").as_bytes());
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, 100, 40);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("it is written to memory");
        writer.write_image_data(&[120; 100 * 40 * 3]).expect("the pixels match the size of the image");
        writer.finish().expect("the written file is complete");
        installed.put("Images/a.png", &png);
        installed
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join("hexkit").join(path)
    }

    fn path(&self, path: &str) -> String {
        self.at(path).to_str().expect("temporary folders have plain names").to_owned()
    }

    fn put(&self, path: &str, bytes: &[u8]) {
        fs::create_dir_all(self.at(path).parent().expect("the path has a parent folder")).expect("it can be made");
        fs::write(self.at(path), bytes).expect("it can be written");
    }

    fn import(&self, file: &str, out: &str) -> Run {
        foeman(&["import", "hexkit", &self.path(file), "--out", &self.path(out)])
    }
}

#[test]
fn a_scenario_comes_in_with_what_it_includes_is_played_and_goes_out_again() {
    let hexkit = Installed::new();
    let run = hexkit.import("Scenario/Tiny.xml", "tiny").ends(0);
    let notes: Vec<&str> = run.err.lines().filter(|line| line.contains(": note: ")).collect();
    assert_eq!(notes.len(), 1, "{}", run.err);
    assert!(notes[0].contains("Tiny.xml: line 6: note: ") && notes[0].contains("OracleRules.dll"), "{}", notes[0]);
    assert_eq!(fs::read(hexkit.at("tiny/Images/a.png")).unwrap(), fs::read(hexkit.at("Images/a.png")).unwrap());
    foeman(&["check", &hexkit.path("tiny")]).ends(0);
    foeman(&["fmt", &hexkit.path("tiny"), "--check"]).ends(0);
    let played = foeman(&["play", &hexkit.path("tiny"), "tiny", "--seed", "3"]).ends(0);
    assert!(played.out.contains("Red") && played.out.contains("Blue"), "{}", played.out);
    let run = foeman(&["export", "hexkit", &hexkit.path("tiny"), "-o", &hexkit.path("Scenario/Again.xml")]).ends(0);
    assert!(run.err.contains("kept the existing `") && run.err.contains("Images/a.png`"), "{}", run.err);
    let written = fs::read_to_string(repository("tests/vectors/hexkit/written/tiny.xml")).unwrap();
    let lines = |text: &str| text.lines().filter(|line| !line.contains("<application")).map(str::to_owned).collect();
    let (found, expected): (Vec<String>, Vec<String>) =
        (lines(&fs::read_to_string(hexkit.at("Scenario/Again.xml")).unwrap()), lines(&written));
    assert_eq!(found, expected);
    // Exported to another folder, bitmaps are copied along.
    foeman(&["export", "hexkit", &hexkit.path("tiny"), "-o", &hexkit.path("other/Tiny.xml")]).ends(3);
    fs::create_dir(hexkit.at("other")).unwrap();
    foeman(&["export", "hexkit", &hexkit.path("tiny"), "-o", &hexkit.path("other/Tiny.xml")]).ends(0);
    assert!(hexkit.at("other/Images/a.png").is_file());
}

/// The valley has custom rules and an ending that Hexkit does not support, and lacks the bitmaps that Hexkit needs.
#[test]
fn what_was_not_made_for_hexkit_goes_out_and_is_read_again_without_a_finding() {
    let hexkit = Installed(tempfile::tempdir().expect("a temporary folder can be made"));
    fs::create_dir_all(hexkit.at("Scenario")).unwrap();
    let valley = repository("content/strategy");
    for scenario in ["common-ground", "down-from-the-hills", "three-for-a-bell"] {
        let file = format!("Scenario/{scenario}.xml");
        let run = foeman(&["export", "hexkit", valley.to_str().unwrap(), scenario, "-o", &hexkit.path(&file)]).ends(0);
        let notes: Vec<&str> = run.err.lines().filter(|line| line.contains(": note: ")).collect();
        assert_eq!(notes.len(), 2, "{}", run.err);
        assert!(
            notes[0].ends_with("found `rules`") && notes[1].contains("a game without a limit of turns"),
            "{}",
            run.err
        );
        assert!(hexkit.at("Images/foeman-plain.bmp").is_file());
        let run = hexkit.import(&file, scenario).ends(0);
        assert!(run.err.contains("; 0 findings"), "{}", run.err);
        let checked = foeman(&["check", &hexkit.path(scenario)]).ends(0);
        assert!(!checked.out.contains("warning[") && !checked.out.contains("error["), "{}", checked.out);
        let played = foeman(&["play", &hexkit.path(scenario), scenario, "--seed", "3"]).ends(0);
        assert!(played.out.contains("Winner: "), "{}", played.out);
    }
}

#[test]
fn what_a_scenario_names_and_has_not_is_told_with_its_file_and_line_and_by_check() {
    let hexkit = Installed::new();
    let areas = fs::read_to_string(hexkit.at("Scenario/areas/tiny.xml")).unwrap();
    let line = areas.lines().position(|line| line.contains("<unit id=\"man\" />")).unwrap() + 1;
    hexkit.put("Scenario/areas/tiny.xml", areas.replace("<unit id=\"man\" />", "<unit id=\"ghost\" />").as_bytes());
    let run = hexkit.import("Scenario/Tiny.xml", "tiny").ends(0);
    let told =
        format!("Tiny.xml: Scenario/Areas/Tiny.xml:{line}: note: expected a unit of the scenario, found `ghost`");
    assert!(run.err.contains(&told), "{told}\n{}", run.err);
    let checked = foeman(&["check", &hexkit.path("tiny")]).ends(1);
    assert!(checked.out.contains("unknown-reference") && checked.out.contains("ghost"), "{}", checked.out);
}

#[test]
fn a_section_alone_becomes_a_pack_of_what_it_has() {
    let hexkit = Installed::new();
    let run = hexkit.import("Images/Set.xml", "set").ends(0);
    assert!(run.err.contains("line 1: note: expected a scenario, found a section alone"), "{}", run.err);
    assert!(fs::read_to_string(hexkit.at("set/images.yaml")).unwrap().contains("image-man:"));
    foeman(&["check", &hexkit.path("set")]).ends(0);
    let run = foeman(&["export", "hexkit", &hexkit.path("set"), "-o", &hexkit.path("Set.xml")]).ends(1);
    assert!(run.err.contains("expected one scenario, found 0"), "{}", run.err);
}

#[test]
fn a_saved_game_becomes_a_pack_with_its_chronicle() {
    let hexkit = Installed::new();
    let session = "<session xmlns=\"http://www.kynosarges.de/Hexkit.Session\"><scenario hash=\"0\" href=\"Scenario/Tiny.xml\" />\n\
        <players><human name=\"Ann\"><factions ids=\"red blue\" /></human></players>\n\
        <history><fullTurns>0</fullTurns>\n\
        <BeginTurn turn=\"0\" faction=\"red\"><program><CreateFaction id=\"red\" /><CreateFaction id=\"blue\" /></program></BeginTurn>\n\
        <Rename turn=\"0\" faction=\"red\" entities=\"man-1\" name=\"Tom\"><program><SetEntityName id=\"man-1\" text=\"Tom\" /></program></Rename>\n\
        <Rename turn=\"0\" faction=\"red\" entities=\"man-77\" name=\"Tim\"><program><SetEntityName id=\"man-77\" text=\"Tim\" /></program></Rename>\n\
        </history></session>";
    hexkit.put("Games/Old.xml", session.as_bytes());
    let run = hexkit.import("Games/Old.xml", "old").ends(1);
    assert!(run.err.contains("expected the scenario `Scenario/Tiny.xml`"), "the folder is not to be seen: {}", run.err);
    let (old, root, out) = (hexkit.path("Games/Old.xml"), hexkit.path(""), hexkit.path("old"));
    let run = foeman(&["import", "hexkit", &old, "--files", &root, "--out", &out]).ends(0);
    assert!(run.err.contains("Old.xml: line 6: note: expected an instruction for an existing thing"), "{}", run.err);
    let told = fs::read_to_string(hexkit.at("old/games/session.txt")).unwrap();
    assert!(told.contains("Turn 1: Red") && told.contains("is called Tom from now on"), "{told}");
    let areas = fs::read_to_string(hexkit.at("old/games/areas.xml")).unwrap();
    assert!(areas.contains("<homeSite x=\"0\" y=\"0\" />") && areas.contains("name=\"Eve\""), "{areas}");
    let scenarios = fs::read_to_string(hexkit.at("old/scenarios.yaml")).unwrap();
    assert_eq!(scenarios.matches("control: human").count(), 2, "{scenarios}");
    foeman(&["check", &hexkit.path("old")]).ends(0);
}

#[test]
fn the_scenario_of_a_saved_game_is_found_in_folders_within() {
    let hexkit = Installed::new();
    let session = "<session><scenario hash=\"0\" href=\"Scenario/Isle.xml\" /><history /></session>";
    hexkit.put("Games/Old.xml", session.as_bytes());
    let text = fs::read(hexkit.at("Scenario/Tiny.xml")).unwrap();
    let (old, root) = (hexkit.path("Games/Old.xml"), hexkit.path(""));
    let import = |out: &str| foeman(&["import", "hexkit", &old, "--files", &root, "--out", &hexkit.path(out)]);
    let run = import("none").ends(1);
    assert!(run.err.contains("expected the scenario `Scenario/Isle.xml`, but it is missing"), "{}", run.err);
    #[cfg(unix)]
    {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("Isle.xml"), &text).unwrap();
        std::os::unix::fs::symlink(outside.path(), hexkit.at("Scenario/Away")).unwrap();
        let run = import("none").ends(1);
        assert!(run.err.contains("but it is missing"), "a link leads out: {}", run.err);
    }
    hexkit.put("Scenario/Old/Years/isle.xml", &text);
    import("old").ends(0);
    foeman(&["check", &hexkit.path("old")]).ends(0);
}

#[test]
fn a_pack_with_more_than_can_be_played_is_told_and_begins_no_battle() {
    let hexkit = Installed::new();
    let area = "      - {rectangles: [{from: [0, 0], to: [999, 999]}], owner: red, units: [{class: scout}]}\n";
    let text = format!(
        "pack: vast\ntitle: Vast\nruleset: strategy\nformat: 2\nscenarios:\n  feud:\n    title: Feud\n    map: plain\n    \
         sides: [{{faction: red, home: [0, 0]}}, {{faction: blue, home: [3, 3]}}]\n    areas:\n{}\
         maps:\n  plain: {{title: Plain, geometry: {{shape: square, stand: edge, size: [1000, 1000]}}, fill: grass}}\n\
         terrains:\n  grass: {{title: Grass, color: '#8fb573', background: true}}\nunits:\n  scout: {{title: Scout}}\n\
         factions:\n  red: {{title: Red, color: '#b03a2e'}}\n  blue: {{title: Blue, color: '#2e6db0'}}\n",
        area.repeat(20_000)
    );
    hexkit.put("vast.yaml", text.as_bytes());
    let checked = foeman(&["check", &hexkit.path("vast.yaml")]).ends(1);
    assert!(checked.out.contains("error[too-much-laid]"), "{}", checked.out);
    assert!(checked.out.contains("vast.yaml:14:"), "the area at which it becomes too much: {}", checked.out);
    let played = foeman(&["play", &hexkit.path("vast.yaml"), "feud"]).ends(1);
    assert!(played.err.contains("expected at most 8388608 things and cells"), "{}", played.err);
}

#[test]
fn what_would_harm_is_refused() {
    let hexkit = Installed::new();
    hexkit.put("secret.xml", b"<areas />");
    let including = |href: &str| format!("<scenario>\n<include element=\"areas\" href=\"{href}\" />\n</scenario>");
    for href in ["../secret.xml", "/etc/passwd", "C:\\secret.xml", "Areas\\..\\..\\..\\secret.xml"] {
        hexkit.put("Scenario/Bad.xml", including(href).as_bytes());
        let run = hexkit.import("Scenario/Bad.xml", "bad").ends(1);
        assert!(run.err.contains("line 2: error: expected a path below the folder"), "{href}: {}", run.err);
    }
    #[cfg(unix)]
    {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("far.xml"), "<areas />").unwrap();
        std::os::unix::fs::symlink(outside.path().join("far.xml"), hexkit.at("Scenario/far.xml")).unwrap();
        hexkit.put("Scenario/Bad.xml", including("Scenario/far.xml").as_bytes());
        let run = hexkit.import("Scenario/Bad.xml", "bad").ends(1);
        assert!(run.err.contains("expected a path below the folder"), "a link leads out: {}", run.err);
        std::os::unix::fs::symlink("/dev/zero", hexkit.at("Scenario/zero.xml")).unwrap();
        hexkit.import("Scenario/zero.xml", "bad").ends(2);
        foeman(&["import", "hexkit", "/dev/zero", "--out", &hexkit.path("bad")]).ends(2);
    }
    let laughs: String = (0..9).fold("<!ENTITY a0 \"ha\">".to_owned(), |text, at| {
        text + &format!("<!ENTITY a{} \"{}\">", at + 1, format!("&a{at};").repeat(10))
    });
    for (text, words) in [
        (format!("<!DOCTYPE s [{laughs}]><scenario><title>&a9;</title></scenario>"), "expected XML"),
        ("<!DOCTYPE s [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><scenario>&x;</scenario>".to_owned(), "expected XML"),
        (format!("<scenario>{}", "<a>".repeat(3_000_000)), "expected XML"),
        ("<html />".to_owned(), "found `html`"),
        (String::new(), "expected XML"),
    ] {
        hexkit.put("Scenario/Bad.xml", text.as_bytes());
        let run = hexkit.import("Scenario/Bad.xml", "bad").ends(1);
        assert!(run.err.contains(words), "{}", run.err);
    }
    hexkit.put("Scenario/Bad.xml", b"<scenario>\n\xff</scenario>");
    let run = hexkit.import("Scenario/Bad.xml", "bad").ends(1);
    assert!(run.err.contains("line 2: error: expected UTF-8"), "{}", run.err);
    hexkit.put("Scenario/Bad.xml", &vec![b' '; 100 << 20]);
    let run = hexkit.import("Scenario/Bad.xml", "bad").ends(2);
    assert!(run.err.contains("expected at most 16777216 bytes"), "{}", run.err);
    hexkit.put("Scenario/Bad.xml", including("Scenario/Big.xml").as_bytes());
    hexkit.put("Scenario/Big.xml", &vec![b' '; 17 << 20]);
    let run = hexkit.import("Scenario/Bad.xml", "bad").ends(1);
    assert!(run.err.contains("but `Scenario/Big.xml` has more"), "{}", run.err);
    // A path out of the pack is not a valid bitmap, and nothing is written there.
    let text = fs::read_to_string(repository("tests/vectors/hexkit/tiny.xml")).unwrap();
    hexkit.put("Scenario/Bad.xml", text.replace("Images/a.png", "../../a.png").as_bytes());
    let run = hexkit.import("Scenario/Bad.xml", "odd").ends(0);
    assert!(run.err.contains("expected a bitmap below the folder"), "{}", run.err);
    assert!(!hexkit.at("bad").exists() && !hexkit.at("../a.png").exists());
}
