//! `foeman play --campaign`: consecutive battles, and the state that figures carry over.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{arena, foeman};

/// A gang of two meets a guard twice; `RAIDER` and `GUARD` are replaced by figure types that decide the outcome.
const PACK: &str = r##"pack: example
title: Example
version: 1.0.0
ruleset: foeman
format: 2
campaigns:
  season:
    title: The season
    rosters: [gang]
    battles:
      - {scenario: gate, about: First the gate., award: 30}
      - {scenario: yard, about: Then the yard.}
    rest: {exhaustion: REST, physical: REST}
    experience: {foe: 8, victory: 5, cost: 40, raises: [dx, st]}
scenarios:
  gate:
    title: The gate
    map: field
    sides:
      - {side: raiders, place: {gorsk: {hex: [1, 1], facing: 2}, uzza: {hex: [1, 2], facing: 2}}}
      - {side: guards, place: {brana: {hex: [4, 1], facing: 4}}}
  yard:
    title: The yard
    map: field
    sides:
      - {side: guards, place: {finn: {hex: [4, 2], facing: 4}}}
      - {side: raiders, place: {gorsk: {hex: [1, 1], facing: 2}, uzza: {hex: [1, 2], facing: 2}}}
maps:
  field:
    title: Field
    geometry: {size: [6, 4]}
    legend: {s: sand}
    rows: |
      ssssss
      ssssss
      ssssss
      ssssss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang:
    title: The gang
    figures:
      gorsk: {name: Gorsk, type: RAIDER, gear: [{item: sword, place: first-hand}]}
      uzza: {name: Uzza, type: RAIDER, gear: [{item: sword, place: first-hand}]}
  watch:
    title: The watch
    figures:
      brana: {name: Brana, type: GUARD, gear: [{item: sword, place: first-hand}]}
      finn: {name: Finn, type: GUARD, gear: [{item: sword, place: first-hand}]}
figures:
  ogre: {title: Ogre, kind: hero, attributes: {st: 40, dx: 13, iq: 9, ma: 10}}
  brute: {title: Brute, kind: hero, attributes: {st: 17, dx: 12, iq: 9, ma: 10}}
  human: {title: Human, kind: hero, attributes: {st: 10, dx: 11, iq: 9, ma: 10}}
items:
  sword: {title: sword, class: wpn, damage: "-1H"}
"##;

fn pack(raider: &str, guard: &str, rest: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("it is there");
    let text = PACK.replace("RAIDER", raider).replace("GUARD", guard).replace("REST", rest);
    fs::write(folder.path().join("pack.yaml"), text).expect("it is there");
    folder
}

fn play(folder: &TempDir, seed: u64, more: &[&str]) -> String {
    let (path, seed) = (folder.path().to_str().expect("it is there"), seed.to_string());
    foeman(&[&["play", path, "--campaign", "season", "--seed", &seed], more].concat()).ends(0).out
}

/// Returns the first seed for which a campaign matches.
fn seed_of(folder: &TempDir, goes_so: impl Fn(&[Value]) -> bool) -> u64 {
    let seed = (1..200).find(|&seed| goes_so(&chapters(folder, seed)));
    seed.expect("one of the tried seeds gives this campaign")
}

/// Whether there was a second battle in which both survivors were injured.
fn goes_on_harmed(told: &[Value]) -> bool {
    let Some(second) = told.get(1).filter(|line| line.get("chapter").is_some()) else { return false };
    let veterans = second["veterans"].as_array().expect("it is there");
    veterans.iter().all(|own| own["alive"] == true && own["health"][0].as_i64() > Some(1))
        && lost(&second["veterans"]) > 0
}

/// Returns the number of dead figures at the end of a campaign.
fn dead(told: &[Value]) -> usize {
    told.last().expect("it is there")["veterans"]
        .as_array()
        .expect("it is there")
        .iter()
        .filter(|own| own["alive"] == false)
        .count()
}

/// Returns the number of missing health points.
fn lost(veterans: &Value) -> i64 {
    let of =
        |own: &Value| own["health"][1].as_i64().expect("it is there") - own["health"][0].as_i64().expect("it is there");
    veterans.as_array().expect("it is there").iter().map(of).sum()
}

/// Returns the JSON lines about the campaign itself.
fn chapters(folder: &TempDir, seed: u64) -> Vec<Value> {
    let out = play(folder, seed, &["--format", "json"]);
    let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("it is there"));
    lines.filter(|line| line.get("veterans").is_some()).collect()
}

#[test]
fn a_campaign_plays_its_battles_and_sums_up() {
    let out = play(&pack("ogre", "human", "0"), 1, &[]);
    for words in [
        "The season: battle 1 (1 of 2 in the list)",
        "First the gate.",
        "The season: battle 2 (2 of 2 in the list)",
        "Then the yard.",
        "The season is over: the last battle is won",
        "Gorsk of The gang: ",
    ] {
        assert!(out.contains(words), "no `{words}` in\n{out}");
    }
}

#[test]
fn harm_and_experience_go_along_and_are_in_the_next_battles_journal() {
    let folder = pack("human", "human", "0");
    let seed = seed_of(&folder, goes_on_harmed);
    let journal = folder.path().join("season.journal");
    play(&folder, seed, &["--save", journal.to_str().expect("it is there")]);
    let told = chapters(&folder, seed);
    assert_eq!(told.len(), 3, "two battles and the end: {told:#?}");
    let second = &told[1]["veterans"];
    let battle = fs::read_to_string(folder.path().join("season-2.journal")).expect("it is there");
    let content: Value = serde_json::from_str(battle.lines().nth(1).expect("it is there")).expect("it is there");
    let mut harmed = 0;
    for (veteran, key) in second.as_array().expect("it is there").iter().zip(["gorsk", "uzza"]) {
        let [left, full] = [0, 1].map(|at| veteran["health"][at].as_i64().expect("it is there"));
        let figure = &content["records"]["rosters"]["gang"]["figures"][key];
        let harm = ["physical", "exhaustion"].map(|kind| figure["harm"][kind].as_i64().expect("it is there"));
        assert_eq!(full - left, harm[0] + harm[1], "{key} begins as it ended");
        assert_eq!(figure["attributes"]["st"].as_i64(), Some(full));
        harmed += harm[0] + harm[1];
    }
    assert!(harmed > 0, "the test needs a battle in which a figure is hit");
    // The gate gives 30 to each; the figure that puts Brana out of action gets 8 times a quarter of her grade:
    // 10 + 11 + 9 + 10 - 24 = 16.
    let mut earned: Vec<i64> = second
        .as_array()
        .expect("it is there")
        .iter()
        .map(|own| own["earned"].as_i64().expect("it is there"))
        .collect();
    earned.sort_unstable();
    assert_eq!(earned, [30, 62]);
    let learned: Vec<&Value> = second.as_array().expect("it is there").iter().map(|own| &own["learned"][0]).collect();
    assert!(learned.contains(&&Value::from("DX +1")), "62 are enough for a point of DX: {second:#}");
    for number in [1, 2] {
        let journal = folder.path().join(format!("season-{number}.journal"));
        foeman(&["replay", journal.to_str().expect("it is there"), "--verify"]).ends(0);
    }
}

#[test]
fn rest_heals_between_the_battles() {
    let seed = seed_of(&pack("human", "human", "0"), goes_on_harmed);
    let second = |rest| lost(&chapters(&pack("human", "human", rest), seed)[1]["veterans"]);
    assert!(second("0") > 0);
    assert_eq!(second("99"), 0);
}

#[test]
fn a_defeat_ends_the_campaign_and_the_dead_are_named() {
    let folder = pack("human", "ogre", "9");
    let seed = seed_of(&folder, |told| told.len() == 2 && dead(told) == 1);
    let told = chapters(&folder, seed);
    let end = told.last().expect("it is there");
    assert_eq!(end["ending"], "defeat", "{end:#}");
    let out = play(&folder, seed, &[]);
    assert!(out.contains(" is dead\n") && out.contains("The season is over: the last battle is lost"), "{out}");
}

#[test]
fn the_killed_revive_where_the_scenario_has_it_so() {
    let folder = pack("human", "ogre", "3");
    let seed = seed_of(&folder, |told| told.len() == 2 && dead(told) > 0);
    let fallen = chapters(&folder, seed).last().expect("it is there")["veterans"].clone();
    let path = folder.path().join("pack.yaml");
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replace("map: field", "map: field\n    options: {revive: 99}")).expect("it is there");
    let revived = chapters(&folder, seed).last().expect("it is there")["veterans"].clone();
    for (one, other) in fallen.as_array().expect("it is there").iter().zip(revived.as_array().expect("it is there")) {
        assert_eq!(other["alive"], true);
        if one["alive"] == false {
            assert_eq!(other["health"][0], 4, "from 1 on they have recovered by 3");
        }
    }
}

#[test]
fn who_is_dead_does_not_come_to_the_next_battle() {
    // Two raiders against one strong guard, until one raider falls and the other wins.
    let fallen = (1..200).find_map(|seed| {
        let folder = pack("human", "brute", "9");
        let path = folder.path().to_str().expect("it is there").to_owned();
        let journal = folder.path().join("season.journal");
        let args = ["play", &path, "--campaign", "season", "--seed", &seed.to_string(), "--format", "json", "--save"];
        let out = foeman(&[&args[..], &[journal.to_str().expect("it is there")]].concat()).ends(0).out;
        let chapters: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("it is there")).collect();
        let second = chapters.iter().find(|line| line["chapter"]["number"] == 2)?;
        let dead = second["veterans"].as_array().expect("it is there").iter().position(|own| own["alive"] == false)?;
        let battle = fs::read_to_string(folder.path().join("season-2.journal")).expect("it is there");
        Some((dead, serde_json::from_str::<Value>(battle.lines().nth(1).expect("it is there")).expect("it is there")))
    });
    let (dead, content) = fallen.expect("in one of the tried campaigns, a figure falls and its side wins");
    let place = content["records"]["scenarios"]["yard"]["sides"][1]["place"].as_object().expect("it is there");
    let stays: Vec<&str> = place.keys().map(String::as_str).collect();
    assert_eq!(stays, [["uzza"], ["gorsk"]][dead]);
}

#[test]
fn wrong_names_are_answered_with_what_there_is() {
    let run = foeman(&["play", &arena(), "--campaign", "colection"]).ends(2);
    assert!(run.err.contains("did you mean `collection`?"), "{}", run.err);
    let both = foeman(&["play", &arena(), "duel", "--campaign", "collection"]).ends(2);
    assert!(both.err.contains("--campaign"), "{}", both.err);
    assert!(foeman(&["play", &arena()]).ends(2).err.contains("SCENARIO"));
}

/// Replaces `old` by `new` in the pack and returns the error of playing its campaign; nothing may be printed before it.
fn refused(old: &str, new: &str, status: u8, more: &[&str]) -> String {
    let folder = pack("human", "human", "0");
    let path = folder.path().join("pack.yaml");
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(old), "the pack has `{old}`");
    fs::write(&path, text.replacen(old, new, 1)).expect("it is there");
    let args = ["play", folder.path().to_str().expect("it is there"), "--campaign", "season"];
    let run = foeman(&[&args[..], more].concat()).ends(status);
    assert_eq!(run.out, "", "nothing is played");
    run.err
}

#[test]
fn faults_of_any_battle_are_told_with_their_place_before_anything_is_played() {
    let later = refused("{scenario: yard, about", "{scenario: yrad, about", 1, &[]);
    assert!(later.contains("pack.yaml:12:20: error[unknown-reference]: ") && later.contains("`yrad`"), "{later}");
    let deep = refused("facing: 4}}}\n      - {side: raiders", "facing: 9}}}\n      - {side: raiders", 1, &[]);
    assert!(deep.contains("pack.yaml:26:") && deep.contains("error["), "{deep}");
    let own = refused("cost: 40", "cost: forty", 1, &[]);
    assert!(own.contains("pack.yaml:14:") && own.contains("`forty`"), "{own}");
}

#[test]
fn a_player_or_side_that_is_not_there_is_told_before_anything_is_played() {
    let side = refused("season:", "season:", 2, &["--player", "3=random"]);
    assert!(side.contains("found `3`; the sides are 1 `Raiders`, 2 `Guards`"), "{side}");
    let player = refused("season:", "season:", 2, &["--player", "1=greedy"]);
    assert!(player.contains("found `greedy`; there is `steady`"), "{player}");
}

#[test]
fn the_campaign_of_the_arena_comes_to_an_end() {
    let out = foeman(&["play", &arena(), "--campaign", "collection"]).ends(0).out;
    assert!(out.contains("The collection is over: "), "{out}");
}

/// Plays the campaign `lending` with this seed; returns its JSON lines, and the content of its second battle, if any.
fn lending(seed: u64, folder: &TempDir) -> (Vec<Value>, Option<Value>) {
    let journal = folder.path().join("lending.journal");
    let (arena, journal) = (arena(), journal.to_str().expect("it is there"));
    let args = ["play", &arena, "--campaign", "lending", "--format", "json", "--save", journal];
    let out = foeman(&[&args[..], &["--seed", &seed.to_string()]].concat()).ends(0).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("it is there")).collect();
    let second = fs::read_to_string(folder.path().join("lending-2.journal")).ok();
    let content = |text: String| serde_json::from_str(text.lines().nth(1).expect("it is there")).expect("it is there");
    (lines, second.map(content))
}

#[test]
fn who_won_the_desk_meets_the_unseen_as_they_left_it() {
    // A first battle won by the desk, in which one figure dies and another is injured.
    let found = (1550..1970).find_map(|seed| {
        let folder = tempfile::tempdir().expect("it is there");
        let (lines, second) = lending(seed, &folder);
        let first = lines.iter().find(|line| line.get("reason").is_some())?;
        let by_the_desk = first["reason"].as_str()?.contains("holds The reading-desk for 2 rounds");
        let won = first["winners"] == json!(["Night Library"]);
        let veterans = lines.iter().find(|line| line["chapter"]["number"] == 2)?["veterans"].as_array()?.clone();
        let fallen = veterans.iter().any(|own| own["alive"] == false);
        let hurt = veterans.iter().any(|own| own["alive"] == true && own["health"][0] != own["health"][1]);
        (by_the_desk && won && fallen && hurt).then_some((veterans, second?))
    });
    let (veterans, second) = found.expect("one of the tried seeds gives this campaign");
    let records = &second["records"];
    let scenario = &records["scenarios"]["lights-out"];
    assert_eq!(scenario["options"]["observation"], true);
    let place = scenario["sides"][0]["place"].as_object().expect("it is there");
    let figures = records["rosters"]["night-library"]["figures"].as_object().expect("it is there");
    for veteran in &veterans {
        let name = veteran["name"].as_str().expect("it is there");
        let (key, figure) = figures.iter().find(|(_, figure)| figure["name"] == name).expect("it is there");
        assert_eq!(place.contains_key(key), veteran["alive"] == true, "{name}: only the living come");
        if veteran["alive"] == true {
            let harm: i64 = ["physical", "exhaustion"].iter().map(|of| figure["harm"][of].as_i64().unwrap_or(0)).sum();
            let [left, full] = [0, 1].map(|at| veteran["health"][at].as_i64().expect("it is there"));
            assert_eq!(harm, full - left, "{name} begins as rest has left them");
            let is_new = name == "Una Ladder";
            assert!(is_new || veteran["earned"].as_i64() >= Some(20), "{name} has had a share of the victory");
        }
    }
}

/// The gang with a recruit and a way out; the guards are replaced by ogres if `GUARD` is.
fn with_choices(raider: &str, guard: &str) -> TempDir {
    let folder = pack(raider, guard, "0");
    let path = folder.path().join("pack.yaml");
    let text = fs::read_to_string(&path).expect("it is there");
    let text = text
        .replace(
            "{scenario: gate, about: First the gate., award: 30}",
            "{scenario: gate, victory: {go: choose, scenarios: [cellar, yard]}, defeat: {go: next}, draw: {go: next}}",
        )
        .replace(
            "      - {scenario: yard, about: Then the yard.}\n",
            "      - {scenario: yard}\n      - {scenario: cellar, about: Down there.}\n",
        )
        .replace(
            "    rest: {",
            "    coin: {start: 5, victory: 10}\n    recruits: [{roster: gang, figure: wat, cost: 15}]\n    rest: {",
        )
        .replace(
            "  yard:\n    title: The yard",
            "  cellar:\n    extends: yard\n    title: The cellar\n  yard:\n    title: The yard",
        )
        .replace(
            "  watch:\n    title: The watch",
            "      wat: {name: Wat, type: ogre}\n  watch:\n    title: The watch",
        );
    fs::write(&path, text).expect("it is there");
    folder
}

#[test]
fn computer_players_take_the_first_of_several_battles() {
    let won = play(&with_choices("ogre", "human"), 1, &[]);
    assert!(won.contains("battle 2 (3 of 3 in the list)\nDown there."), "{won}");
    assert!(won.contains("The party gets 10 coins"), "{won}");
}

#[test]
fn a_recruit_is_hired_for_money_and_takes_the_place_of_a_figure_that_cannot_fight() {
    let folder = with_choices("brute", "ogre");
    let hires = |seed: &u64| play(&folder, *seed, &[]).contains("Wat is hired for 15 coins");
    let seed = (1..100).find(hires).expect("one of the tried seeds gives this campaign");
    let journal = folder.path().join("season.journal");
    let out = play(&folder, seed, &["--save", journal.to_str().expect("it is there")]);
    assert!(out.contains("Wat of The gang: "), "{out}");
    let second = fs::read_to_string(folder.path().join("season-2.journal")).expect("it is there");
    let content: Value = serde_json::from_str(second.lines().nth(1).expect("it is there")).expect("it is there");
    let place = content.pointer("/records/scenarios/cellar/sides/1/place").expect("it is there");
    let placed = place.as_object().expect("it is there");
    assert!(placed.contains_key("wat") && placed.len() <= 2, "{placed:?}");
    let richer = play(&with_choices("ogre", "human"), 1, &[]);
    assert!(!richer.contains("is hired"), "nobody is missing");
}

#[test]
fn the_wounded_are_reported_before_and_after_the_rest() {
    let folder = pack("brute", "human", "2");
    let seed = (1..100).find(|seed| play(&folder, *seed, &[]).contains("after the rest"));
    assert!(seed.is_some());
}

#[test]
fn an_event_chooses_the_next_battle_whatever_the_result() {
    let folder = with_choices("ogre", "human");
    let path = folder.path().join("pack.yaml");
    let text = fs::read_to_string(&path).expect("it is there");
    let event = "    events: {turn: {when: over, do: [{kind: next, scenario: yard}]}}\n";
    let text = text.replace("    title: The gate\n", &format!("    title: The gate\n{event}"));
    fs::write(&path, text).expect("it is there");
    let told = chapters(&folder, 1);
    assert_eq!(told[1]["chapter"]["scenario"], json!("yard"), "{told:#?}");
}

/// How often the battles and the campaign were won, by playing the campaigns one by one.
fn counted(folder: &TempDir, first: u64, count: u64) -> [usize; 3] {
    let told: Vec<Vec<Value>> = (0..count).map(|number| chapters(folder, first + 100 * number)).collect();
    let is = |told: &&Vec<Value>, ending: &str| told.last().is_some_and(|last| last["ending"] == ending);
    let ended = |ending: &str| told.iter().filter(|told| is(told, ending)).count();
    let second = told.iter().filter(|told| told.len() == 3).count();
    [ended("victory"), ended("defeat") + ended("nobody-left"), second]
}

#[test]
fn a_simulation_counts_how_often_a_campaign_and_its_battles_are_won() {
    let folder = pack("human", "brute", "3");
    let path = folder.path().to_str().expect("it is there");
    let [won, lost, second] = counted(&folder, 7, 30);
    assert!(won > 0 && lost > 0, "the seeds give both: {won} {lost}");
    let simulate = |threads: &str| {
        let ask = ["simulate", path, "--campaign", "season", "--battles", "30", "--seed", "7"];
        foeman(&[&ask[..], &["--threads", threads, "--format", "json"]].concat()).ends(0).out
    };
    let out = simulate("1");
    assert_eq!(out, simulate("3"), "the number of threads changes nothing");
    let result: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((&result["played"], &result["campaigns"]["won"]), (&json!(30), &json!(won)), "{out}");
    assert_eq!(result["campaigns"]["lost"], json!(lost), "{out}");
    let [gate, yard] = [&result["battles"][0], &result["battles"][1]];
    assert_eq!((&gate["scenario"], &gate["fought"], &gate["won"]), (&json!("gate"), &json!(30), &json!(second)));
    assert_eq!((&yard["scenario"], &yard["fought"], &yard["won"]), (&json!("yard"), &json!(second), &json!(won)));
    let table = foeman(&["simulate", path, "--campaign", "season", "--battles", "30", "--seed", "7"]).ends(0).out;
    let (first, won_line) = (table.lines().next().expect("a heading"), table.lines().nth(1).expect("a line"));
    assert_eq!(first, "The season: 30 campaigns, seeds 7 to 2907 in steps of 100");
    assert!(won_line.starts_with("won") && won_line.contains(&format!(" {won}  ")), "{table}");
}

#[test]
fn a_simulation_of_a_campaign_takes_no_scenario_and_no_comparison() {
    let folder = pack("brute", "human", "3");
    let path = folder.path().to_str().expect("it is there");
    for more in [&["gate"][..], &["--format", "csv"], &["--against", path], &["--shard", "1/2"]] {
        let ask = ["simulate", path, "--campaign", "season", "--battles", "2"];
        foeman(&[&ask[..], more].concat()).ends(2);
    }
}
