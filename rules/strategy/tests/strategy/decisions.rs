//! Intended differences from the original: the rows that differ, each with our decision and the replacement rule. `6.4`
//! is a row of section 6 of our fact sheet, an erratum one of `tests/vectors/hexkit/ERRATA.md`.

use ruleset_strategy::content::Content;
use ruleset_strategy::ids::{EntityId, FactionId, SiteId};
use ruleset_strategy::session::{Deed, Session};
use ruleset_strategy::{Command, Instruction};

use crate::rows::Counts;
use crate::{READ, game, section_rows};

/// A decision, and the rows that differ because of it.
struct Decision {
    decides: &'static str,
    /// The first difference of each of them.
    differs: &'static str,
    rows: &'static [&'static str],
}

const DECISIONS: &[Decision] = &[
    Decision {
        decides: "6.4: factions act only in their own turn",
        differs: "it is another faction's turn",
        rows: &[
            "cmd-009", "cmd-010", "cmd-016", "cmd-032", "cmd-033", "cmd-053", "cond-003", "cond-012", "cond-019",
            "cond-020", "cond-022", "cond-023", "cond-025", "cond-026", "cond-030",
        ],
    },
    Decision {
        decides: "6.4: units that move together start in the same site",
        differs: "they are not in the same site",
        rows: &["cmd-002", "cmd-003"],
    },
    Decision {
        decides: "6.4: an entity without a possible site is not placed",
        differs: "it cannot be placed there",
        rows: &["cmd-015"],
    },
    Decision {
        decides: "6.4: what cannot be paid is not built",
        differs: "the faction cannot pay for all of that",
        rows: &["cmd-005"],
    },
    Decision {
        decides: "erratum 14: nothing is named twice",
        differs: "it is named twice",
        rows: &["combat-043", "cmd-064"],
    },
    Decision { decides: "our fill: a turn begins once", differs: "the turn has begun already", rows: &["cmd-001"] },
    Decision {
        decides: "erratum 13: after the end nothing happens, not even half of something",
        differs: "the game is over",
        rows: &["cmd-070", "cond-005", "cond-008", "cond-009", "cond-010", "cond-016"],
    },
    Decision {
        decides: "erratum 1: units are disbanded until the rest can be kept, and no more",
        differs: "ShowMessageDialog/names/",
        rows: &["cmd-017", "cmd-067", "cmd-069"],
    },
    Decision {
        decides: "section 3.3: what upgrades do goes out from the home of their owner",
        differs: "SetEntityVariable/text: found \"reach\"",
        rows: &[
            "cmd-021", "cmd-023", "cmd-024", "cmd-025", "cmd-037", "cmd-039", "cmd-040", "cmd-041", "cmd-045",
            "cmd-046", "cmd-047", "cmd-048", "cmd-050", "cmd-062", "world-08",
        ],
    },
    Decision {
        decides: "erratum 6: the copy that Seeker thinks on is the game",
        differs: "onclone automate",
        rows: &["clone-01"],
    },
    Decision {
        decides: "section 3.3: what upgrades do goes out from the home of their owner",
        differs: "historyxml",
        rows: &["history-02"],
    },
    Decision {
        decides: "erratum 5: an upgrade that is used up stops no turn",
        differs: "but Ok(())",
        rows: &["cmd-034"],
    },
    Decision {
        decides: "erratum 10: ground of another class has other difficulty",
        differs: "\"0,0\":{\"difficulty\":0}",
        rows: &["cmd-056"],
    },
    Decision {
        decides: "6.6: where the last of a turn falls, the next turn comes",
        differs: "/turn: found",
        rows: &[
            "game-01",
            "game-06",
            "game-07",
            "game-08",
            "game-18",
            "game-21",
            "game-24",
            "game-25",
            "game-29",
            "game-32",
            "game-33",
            "game-36",
            "field-seek-16",
            "fieldb-seek-08",
            "fieldb-seek-17",
        ],
    },
    Decision {
        decides: "erratum 6: the copy that Seeker thinks on is the game",
        differs: "the copy differs by []",
        rows: &["game-11", "game-12", "seek-053"],
    },
    Decision {
        decides: "6.5: entities keep their order on the copy that Seeker thinks on",
        differs: "/SetEntityVariable/id: found",
        rows: &[
            "game-02",
            "game-16",
            "game-19",
            "game-22",
            "game-23",
            "game-26",
            "game-31",
            "game-34",
            "seek-027",
            "field-seek-05",
            "field-seek-08",
            "field-seek-17",
            "field-seek-20",
            "field-seek-23",
            "field-seek-26",
            "field-seek-29",
            "field-seek-32",
            "field-seek-35",
            "fieldb-seek-03",
            "fieldb-seek-06",
            "fieldb-seek-11",
            "fieldb-seek-23",
        ],
    },
    Decision {
        decides: "6.5 and section 3.3: equal sites keep their order, and upgrades have their home",
        differs: "numbers are left",
        rows: &["seek-025", "seek-026", "seek-038"],
    },
    Decision {
        decides: "erratum 2: an entity begins with its own attribute",
        differs: "found",
        rows: &["world-52", "load-18"],
    },
];

#[test]
fn every_row_that_differs_without_the_option_is_listed_with_what_was_decided() {
    let mut failures = Vec::new();
    for (section, shipped) in READ {
        let rows = section_rows(section);
        // Additional rows in the folder are not listed.
        let is_shipped = rows.len() == shipped.rows;
        for row in rows {
            let told = game::run_as(&row, &mut Counts::default(), false);
            let decision = DECISIONS.iter().find(|decision| decision.rows.contains(&row.id.as_str()));
            match (told.first(), decision) {
                (None, None) => {}
                (Some(first), Some(decision)) if first.contains(decision.differs) => {}
                (None, Some(decision)) => {
                    failures.push(format!("{} is as in the original: {}", row.id, decision.decides))
                }
                (Some(_), None) if !is_shipped => {}
                (Some(first), _) => failures.push(format!("{} differs without a listed reason: {first}", row.id)),
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_row_is_listed_once() {
    let mut rows: Vec<&str> = DECISIONS.iter().flat_map(|decision| decision.rows).copied().collect();
    let count = rows.len();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!((rows.len(), count), (95, 95));
}

/// A map of five by one: Red has its home in the first site, Blue one unit in the last, both with the given additions.
pub(crate) fn field(classes: &str, red: &str, blue: &str, areas: &str) -> String {
    format!(
        r#"<scenario xmlns="http://www.kynosarges.de/Hexkit.Scenario">
<title>Field</title><images><file id="f" href="i.png" /><image id="i"><source id="f" /><frame /></image></images>
<variables><attribute id="diff" name="Difficulty" /><attribute id="speed" name="Speed" />
<resource id="food" name="Food" /><resource id="gold" name="Gold"><range minimum="0" maximum="99" /></resource></variables>
<entities>{classes}
<terrain id="grass" background="true" capture="true"><imageStack id="i" /><attribute id="diff">1</attribute><difficultyAttribute id="diff" /></terrain>
</entities>
<factions><factionClass id="red" name="Red">{red}</factionClass><factionClass id="blue" name="Blue">{blue}</factionClass></factions>
<areas><mapGrid width="5" height="1" gridShift="None"><polygon length="20" sides="4" orientation="OnEdge" /></mapGrid>
<factionSites id="red"><homeSite x="0" y="0" /></factionSites><terrain id="grass" />
<area owner="red"><bounds left="0" top="0" width="2" /></area><area owner="blue"><bounds left="4" top="0" /></area>
{areas}</areas></scenario>"#
    )
}

pub(crate) fn content(text: &str, original: bool) -> Content {
    Content { original, ..game::content_of("field.xml", text).unwrap_or_else(|error| panic!("{error}")) }
}

fn session(content: &Content) -> Session<'_> {
    Session::new(content, Box::new(|_| 0))
}

pub(crate) const RED: FactionId = FactionId(0);
const BLUE: FactionId = FactionId(1);

/// Plays a whole turn of both factions, and the beginning of Red's next one.
fn round(game: &mut Session<'_>) {
    for (faction, command) in [
        (RED, Command::BeginTurn {}),
        (RED, Command::EndTurn {}),
        (BLUE, Command::BeginTurn {}),
        (BLUE, Command::EndTurn {}),
        (RED, Command::BeginTurn {}),
    ] {
        game.issue(faction, &command).unwrap_or_else(|halt| panic!("{command:?}: {halt:?}"));
        if command == (Command::EndTurn {}) {
            game.state.has_begun = false;
        }
    }
}

pub(crate) const MAN: &str = r#"<unit id="man" name="Man"><imageStack id="i" /><attribute id="speed">3</attribute>
<resource id="food">1</resource><resourceModifier id="gold" target="Owner">-5</resourceModifier><movementAttribute id="speed" /></unit>"#;

fn men(count: usize) -> String {
    format!(r#"<area unitOwner="red"><bounds left="1" top="0" />{}</area>"#, r#"<unit id="man" />"#.repeat(count))
}

fn red_units(game: &Session<'_>) -> usize {
    game.state.faction(RED).units.len()
}

#[test]
fn units_are_disbanded_until_the_rest_can_be_kept() {
    // Three cost 15 and the income is 7, which is enough for one.
    let red = r#"<resource id="gold">0</resource><resourceModifier id="gold">7</resourceModifier>"#;
    let text = field(MAN, red, "", &men(3));
    for (original, left) in [(false, 1), (true, 0)] {
        let content = content(&text, original);
        let mut game = session(&content);
        round(&mut game);
        assert_eq!(red_units(&game), left, "original: {original}");
    }
}

#[test]
fn units_that_are_not_placed_cost_nothing_and_are_kept() {
    let red = r#"<resource id="gold">0</resource><unit id="man" name="Waits" />"#;
    let text = field(MAN, red, "", &men(1));
    for (original, left) in [(false, 1), (true, 0)] {
        let content = content(&text, original);
        let mut game = session(&content);
        round(&mut game);
        assert_eq!(red_units(&game), left, "original: {original}");
    }
}

#[test]
fn upgrades_have_their_effect_at_home_while_it_is_their_owners() {
    let classes = format!(
        r#"{MAN}<upgrade id="banner"><imageStack id="i" /><attributeModifier id="speed" target="OwnerUnits">4</attributeModifier></upgrade>"#
    );
    let red = r#"<upgrade id="banner" />"#;
    let text = field(&classes, red, "", r#"<area unitOwner="red"><bounds left="0" top="0" /><unit id="man" /></area>"#)
        .replace(r#"<homeSite x="0" y="0" />"#, r#"<homeSite x="1" y="0" />"#);
    let speed = |game: &Session<'_>| {
        let unit = game.state.faction(RED).units[0];
        game.now().movement(unit)
    };
    for (original, at_first, at_home, lost) in [(false, 3, 7, 3), (true, 7, 3, 3)] {
        let content = content(&text, original);
        let mut game = session(&content);
        game.issue(RED, &Command::BeginTurn {}).unwrap();
        assert_eq!(speed(&game), at_first, "original: {original}");
        let unit = game.state.faction(RED).units[0];
        game.issue(RED, &Command::Move { units: vec![unit], target: SiteId(1) }).unwrap();
        assert_eq!(speed(&game), at_home, "original: {original}");
        let cede = Instruction::SetSiteOwner { site: SiteId(1), owner: None };
        let automate = Command::Automate { entities: vec![unit], text: "cede".to_owned() };
        game.issue_with(RED, &automate, &[Deed::Perform(cede)]).unwrap();
        assert_eq!(speed(&game), lost, "original: {original}");
    }
}

#[test]
fn a_unit_takes_from_all_that_lies_in_its_site() {
    let classes = format!(
        r#"{MAN}<terrain id="bread" resourceTransfer="Delete"><imageStack id="i" /><resource id="food">2</resource></terrain>"#
    );
    let red = r#"<resource id="gold">99</resource>"#;
    let areas =
        r#"<area><bounds left="1" top="0" /><terrain id="bread" /><terrain id="bread" /></area>"#.to_owned() + &men(1);
    for (original, food) in [(false, 5), (true, 3)] {
        let content = content(&field(&classes, red, "", &areas), original);
        let mut game = session(&content);
        round(&mut game);
        let unit = game.state.listed(game.state.faction(RED).units[0]);
        assert_eq!(unit.values.value(content.variable_by_id("food").unwrap()), food, "original: {original}");
    }
}

#[test]
fn where_the_last_of_a_turn_falls_the_next_turn_comes() {
    let blue = r#"<defeat parameter="Sites" threshold="0" />"#;
    for (original, turn) in [(false, 1), (true, 0)] {
        let content = content(&field(MAN, "", blue, &men(1)), original);
        let mut game = session(&content);
        game.issue(RED, &Command::BeginTurn {}).unwrap();
        let unit = game.state.faction(RED).units[0];
        let take = Instruction::SetSiteOwner { site: SiteId(4), owner: Some(RED) };
        let automate = Command::Automate { entities: vec![unit], text: "take".to_owned() };
        game.issue_with(RED, &automate, &[Deed::Perform(take)]).unwrap();
        game.issue(RED, &Command::EndTurn {}).unwrap();
        assert_eq!(game.state.order, [RED]);
        assert_eq!((game.state.turn, game.state.is_new_turn), (turn, !original));
    }
}

#[test]
fn an_attribute_of_its_own_is_what_a_unit_begins_with() {
    let red = r#"<unit id="man" name="Runner"><attribute id="speed">6</attribute></unit>"#;
    for (original, speed) in [(false, 6), (true, 3)] {
        let content = content(&field(&MAN.replace("<unit ", r#"<unit defaultPlace="true" "#), red, "", ""), original);
        let mut game = session(&content);
        game.issue(RED, &Command::BeginTurn {}).unwrap();
        let unit = game.state.faction(RED).units[0];
        game.issue(RED, &Command::Place { entities: vec![unit], target: SiteId(0) }).unwrap();
        assert_eq!(game.now().movement(unit), speed, "original: {original}");
    }
}

#[test]
fn losses_are_compared_by_shares_where_most_units_heal() {
    let classes = MAN.to_owned() + &MAN.replace(r#"id="man""#, r#"id="monk" healing="true""#);
    let areas = r#"<area unitOwner="red"><bounds left="1" top="0" /><unit id="monk" /><unit id="man" /><unit id="man" /></area>"#;
    for (original, shares) in [(false, false), (true, true)] {
        let content = content(&field(&classes, "", "", areas), original);
        assert_eq!(session(&content).now().compares_shares(), shares, "original: {original}");
    }
}

#[test]
fn units_without_an_owner_stand_nowhere() {
    for (original, unowned) in [(false, 0), (true, 1)] {
        let content = content(&field(MAN, "", "", &men(1)), original);
        let mut game = session(&content);
        game.issue(RED, &Command::BeginTurn {}).unwrap();
        let unit = game.state.faction(RED).units[0];
        let release = Instruction::SetSiteUnitOwner { site: SiteId(1), owner: None };
        let automate = Command::Automate { entities: vec![unit], text: "release".to_owned() };
        let came = game.issue_with(RED, &automate, &[Deed::Perform(release)]);
        assert_eq!(came.is_ok(), original);
        let units = game.state.site(SiteId(1)).units();
        let without = |&&unit: &&EntityId| game.state.listed(unit).owner.is_none();
        assert_eq!(units.iter().filter(without).count(), unowned);
    }
}
