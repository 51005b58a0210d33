//! Saved games of Hexkit: players, compression, errors, and games that would take too long.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use foeman_engine::exchange::{Imported, Note, Source, Unopened};
use foeman_engine::ruleset::Ruleset;
use ruleset_strategy::Strategy;

use crate::exchange::{pack, texts};

/// A scenario with a map of grass and a man of each faction, and optionally more areas.
fn scenario(side: usize, more: &str) -> String {
    format!(
        "<scenario><title>Plain</title>\n\
         <images><file id=\"f\" href=\"f.png\"/><image id=\"i\"><source id=\"f\"/><frame/></image></images>\n\
         <variables><attribute id=\"speed\"/></variables>\n\
         <entities><unit id=\"man\"><imageStack id=\"i\"/></unit>\
         <terrain id=\"grass\" background=\"true\"><imageStack id=\"i\"/></terrain></entities>\n\
         <factions><factionClass id=\"red\"/>\
         <factionClass id=\"blue\"><computer algorithm=\"Seeker\"><option name=\"TargetLimit\" value=\"3\"/></computer>\
         </factionClass></factions>\n\
         <areas><mapGrid width=\"{side}\" height=\"{side}\" gridShift=\"None\"><polygon sides=\"4\" orientation=\"OnEdge\"/></mapGrid>\
         <terrain id=\"grass\"/>\n\
         <area owner=\"red\"><bounds/><unit id=\"man\"/></area>\
         <area owner=\"blue\"><bounds left=\"1\" top=\"1\"/><unit id=\"man\"/></area>\n\
         {more}</areas></scenario>"
    )
}

const BOTH: &str = "<human name=\"Ann\"><factions ids=\"red blue\"/></human>";

fn session(players: &str, history: &str) -> String {
    format!(
        "<session><scenario hash=\"0\" href=\"Scenario/Plain.xml\"/>\n<players>\n{players}\n</players>\n\
         <history>\n{history}\n</history></session>"
    )
}

/// Imports the bytes of a session of a scenario.
fn import(scenario: &str, session: &[u8]) -> Result<Imported, Note> {
    let open = &mut |path: &str, _: usize| match path {
        "Scenario/Plain.xml" => Ok(scenario.as_bytes().to_vec()),
        _ => Err(Unopened::Missing),
    };
    let form = Strategy::capabilities().pack.exchange.expect("the ruleset has a form");
    (form.import)(Source { bytes: session, open, find: &mut |_, _| None }, "made")
}

fn made(scenario: &str, session: &str) -> Imported {
    import(scenario, session.as_bytes()).unwrap_or_else(|note| panic!("{note:?}"))
}

fn told(made: &Imported) -> Vec<String> {
    made.notes.iter().map(|note| format!("{}: {}", note.place, note.message)).collect()
}

fn beside(made: &Imported, name: &str) -> String {
    let (_, bytes) = made.files.iter().find(|(path, _)| path == name).unwrap_or_else(|| panic!("there is no {name}"));
    String::from_utf8(bytes.clone()).expect("it is UTF-8")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).expect("it is written to memory");
    packed.finish().expect("the written file is complete")
}

#[test]
fn who_played_is_told_where_it_is_one_too_many_or_too_few() {
    let scenario = scenario(4, "");
    for (players, line, expected) in [
        ("<human><factions ids=\"red\"/></human>", "line 2: ", "expected a player of `blue`, found none"),
        (
            "<human><factions ids=\"red blue\"/></human>\n<computer><factions ids=\"blue\"/></computer>",
            "line 4: ",
            "expected one player of `blue`, found two: the first decides",
        ),
        (
            "<human><factions ids=\"red blue pink\"/></human>",
            "line 3: ",
            "expected a faction of the scenario, found `pink`",
        ),
        (
            "<human><factions ids=\"red\"/></human>\n<computer><factions ids=\"blue\"/>\n<options algorithm=\"Deep\"/></computer>",
            "line 5: ",
            "expected the algorithm `Seeker`, found `Deep`",
        ),
    ] {
        let told = told(&made(&scenario, &session(players, "")));
        let found = told.iter().filter(|of| of.starts_with(line) && of.contains(expected)).count();
        assert_eq!(found, 1, "{line}{expected}: {told:#?}");
    }
    let told = told(&made(&scenario, &session(BOTH, "")));
    assert!(!told.iter().any(|of| of.contains("player") || of.contains("decides")), "{told:#?}");
}

#[test]
fn whoever_played_plays_by_the_options_of_the_session() {
    let options = "<options algorithm=\"Seeker\"><targetLimit value=\"5000\"/><useRandomBuild value=\"true\"/>\
                   <useScripting value=\"false\"/></options>";
    let players =
        format!("<human><factions ids=\"blue\"/></human>\n<computer><factions ids=\"red\"/>{options}</computer>");
    let made = made(&scenario(4, ""), &session(&players, ""));
    let scenarios = &texts(&made)["scenarios.yaml"];
    for expected in ["target-limit: 1000", "random-build: true", "option/UseScripting: \"false\"", "control: human"] {
        assert!(scenarios.contains(expected), "{expected}: {scenarios}");
    }
    assert!(!scenarios.contains("target-limit: 3"), "what the scenario says is no more: {scenarios}");
    let told = told(&made);
    assert!(told.iter().any(|of| of.starts_with("line 4: ") && of.contains("found 5000: 1000 is kept")), "{told:#?}");
}

#[test]
fn a_game_that_hexkit_has_saved_by_itself_is_unpacked() {
    let (scenario, session) = (scenario(4, ""), session(BOTH, "<BeginTurn turn=\"0\" faction=\"red\"/>"));
    let plain = made(&scenario, &session);
    let packed = import(&scenario, &gzip(session.as_bytes())).unwrap();
    assert_eq!(plain, packed);
    assert!(beside(&packed, "games/session.txt").contains("Turn 1"), "{}", beside(&packed, "games/session.txt"));
    let whole = gzip(session.as_bytes());
    for (bytes, expected) in [
        (gzip(&vec![b' '; 17 << 20]), "expected at most 16777216 bytes after unpacking"),
        (whole[..whole.len() / 2].to_vec(), "expected a complete gzip file"),
        (vec![0x1f, 0x8b], "expected a complete gzip file"),
        (gzip(b"\xff"), "expected UTF-8"),
    ] {
        let note = import(&scenario, &bytes).unwrap_err();
        assert!(note.message.contains(expected), "{note:?}");
    }
}

#[test]
fn a_game_that_would_take_all_memory_or_for_ever_is_not_played() {
    let area = "<area><bounds width=\"1000\" height=\"1000\"/><unit id=\"man\"/></area>\n";
    let vast = scenario(1000, &area.repeat(20_000));
    let made = made(&vast, &session(BOTH, "<BeginTurn turn=\"0\" faction=\"red\"/>"));
    let expected = "expected a scenario that can be played (expected at most 8388608 things and cells";
    let notes = told(&made);
    assert!(notes.iter().any(|of| of.contains(expected)), "{notes:#?}");
    let found = foeman_schema::analysis::check(&pack(&made));
    assert!(found.iter().any(|of| of.code == "too-much-laid"), "{found:#?}");
    // Finding paths for this many repeated moves would take hours.
    let history = format!(
        "<BeginTurn turn=\"0\" faction=\"red\"/>\n<Move turn=\"0\" faction=\"red\" entities=\"{}\"><target x=\"9\" y=\"9\"/></Move>",
        "man-0 ".repeat(100_000)
    );
    let made = self::made(&scenario(1000, ""), &session(BOTH, &history));
    let told = told(&made);
    assert!(told.iter().any(|of| of.contains("expected a shorter game")), "{told:#?}");
    assert!(beside(&made, "games/session.txt").contains("Turn 1"));
}

#[test]
fn whether_something_is_shown_makes_no_area_of_its_own() {
    let more = "<area><bounds left=\"2\"/><unit id=\"man\" visible=\"true\"/></area>\
                <area><bounds left=\"3\"/><unit id=\"man\"/></area>\
                <area><bounds left=\"2\" top=\"3\"/><terrain id=\"grass\" visible=\"false\"/></area>"
        .replace("<area>", "<area unitOwner=\"red\">");
    let made = made(&scenario(4, &more), &session(BOTH, "<BeginTurn turn=\"0\" faction=\"red\"/>"));
    let areas = beside(&made, "games/areas.xml");
    assert!(areas.contains("<bounds left=\"2\" top=\"0\" width=\"2\" />"), "{areas}");
    assert!(!areas.contains("top=\"3\""), "what differs in nothing else is as everywhere: {areas}");
}
