//! The players of a session, with their options.

use std::collections::BTreeMap;

use foeman_schema::catalogs::control::Control;
use foeman_schema::dialect::Record;
use roxmltree::Node;
use serde_json::json;

use super::read::{RANDOM_BUILD, RANDOM_PLACE, Read, TARGET_LIMIT, algorithm, seeking};
use super::sheet::{Sheet, elements, named};
use crate::catalogs::{Faction, Kept, Scenario, Seeking};

/// The options of Seeker, by their element names in sessions.
const SEEKING: [(&str, &str); 3] =
    [("targetLimit", TARGET_LIMIT), ("useRandomBuild", RANDOM_BUILD), ("useRandomPlace", RANDOM_PLACE)];

/// The player of a faction.
#[derive(Clone)]
struct Player {
    control: Control,
    computer: Seeking,
    kept: Kept,
}

/// Assigns the players of a session to the factions of its scenario.
pub(super) fn seat(sheet: &mut Sheet<'_>, players: Node<'_, '_>, read: &mut Read) {
    let mut seated: BTreeMap<String, Player> = BTreeMap::new();
    let known = factions(read);
    for node in elements(players) {
        let control = match node.tag_name().name() {
            "human" => Control::Human,
            "computer" => Control::Machine,
            "algorithm" => continue,
            name => {
                let message = format!("expected an element of Hexkit, found `{name}`: it is left out");
                sheet.note(node, message);
                continue;
            }
        };
        let player = player(sheet, node, control);
        for list in named(node, "factions") {
            for id in list.attribute("ids").unwrap_or_default().split_whitespace() {
                if !known.contains(&id.to_owned()) {
                    let message = format!("expected a faction of the scenario, found `{id}`: it is left out");
                    sheet.note(list, message);
                } else if seated.contains_key(id) {
                    let message = format!("expected one player of `{id}`, found two: the first decides");
                    sheet.note(list, message);
                } else {
                    seated.insert(id.to_owned(), player.clone());
                }
            }
        }
    }
    let mut at = known.into_iter();
    let scenarios = read.records.get_mut(Scenario::CATALOG).into_iter().flat_map(|all| all.values_mut());
    for side in scenarios.flat_map(|scenario| scenario["sides"].as_array_mut().into_iter().flatten()) {
        let id = at.next().unwrap_or_default();
        let Some(player) = seated.get(&id) else {
            let message = format!("expected a player of `{id}`, found none: the player in the scenario decides");
            sheet.note(players, message);
            continue;
        };
        side["control"] = json!(player.control);
        side["computer"] = json!(player.computer);
        side["hexkit"] = json!(player.kept);
        let Some(side) = side.as_object_mut() else { continue };
        for key in ["computer", "hexkit"] {
            if side[key].as_object().is_some_and(serde_json::Map::is_empty) {
                side.shift_remove(key);
            }
        }
    }
}

/// Returns the ids of a scenario's factions in the file, in turn order.
fn factions(read: &Read) -> Vec<String> {
    let scenarios = read.records.get(Scenario::CATALOG).into_iter().flat_map(BTreeMap::values);
    let sides = scenarios.flat_map(|scenario| scenario["sides"].as_array().into_iter().flatten());
    sides.map(|side| read.theirs(Faction::CATALOG, side["faction"].as_str().unwrap_or_default())).collect()
}

fn player(sheet: &mut Sheet<'_>, node: Node<'_, '_>, control: Control) -> Player {
    let mut player = Player { control, computer: Seeking::default(), kept: Kept::new() };
    for options in elements(node).filter(|child| child.tag_name().name() == "options") {
        let is_seeker = algorithm(sheet, options, &mut player.kept);
        for option in elements(options) {
            let name = option.tag_name().name();
            let known = SEEKING.iter().find(|(element, _)| *element == name);
            let is_played =
                known.is_some_and(|(_, name)| is_seeker && seeking(sheet, option, name, &mut player.computer));
            if !is_played {
                let value = option.attribute("value").unwrap_or_default().to_owned();
                player.kept.insert(format!("option/{}", capital(name)), value);
            }
        }
    }
    player
}

/// Capitalises a word, as in the names of options in scenarios.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}
