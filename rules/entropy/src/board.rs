//! The board of a duel: no map, only both duellists and their levels.

use foeman_schema::grid::Points;

use super::catalogs::Nature;
use super::constants::HIGHEST_LEVEL;
use super::content::{Content, Fighter, Part};
use super::milli::Milli;
use super::round::SIDES;
use super::state::{Standing, State};
use super::tell::statistics;
use foeman_engine::display::{Board, Gauge, Mark, SideView, Token};
use foeman_engine::ruleset::SideId;

/// The parts with an entropic level, with their labels.
const PARTS: [(&str, Part); 3] = [("Level", Part::Body), ("Weapon", Part::Weapon), ("Armour", Part::Armour)];

/// Returns both duellists, with a gauge for each level that marks its thresholds and natural level.
pub(super) fn board(content: &Content, state: &State) -> Board {
    Board {
        ground: None,
        sides: content.fighters.iter().map(side).collect(),
        tokens: SIDES.map(|side| token(content, state, side)).into(),
        things: Vec::new(),
        gauges: SIDES.iter().flat_map(|&side| gauges(content, state, side)).collect(),
        goals: Vec::new(),
    }
}

fn side(fighter: &Fighter) -> SideView {
    SideView { name: fighter.name.clone(), color: fighter.color.clone(), human: fighter.human }
}

fn token(content: &Content, state: &State, side: SideId) -> Token {
    let (fighter, standing) = (content.fighter(side), state.standing(side));
    let mut marks = Vec::new();
    if standing.dead {
        marks.push("dead".to_owned());
    }
    Token {
        id: u32::from(side.0),
        name: fighter.name.clone(),
        side: usize::from(side.0),
        cells: Vec::new(),
        facing: None,
        points: Points::default(),
        health: (standing.capacity(fighter).max(Milli::ZERO).rounded_up(), fighter.capacity.rounded_up()),
        marks,
        details: details(fighter, standing),
        active: !standing.dead,
        images: fighter.images.clone(),
    }
}

fn details(fighter: &Fighter, standing: &Standing) -> Vec<(String, String)> {
    let mut rows = vec![
        ("Body".to_owned(), fighter.body_title.clone()),
        ("Capacity".to_owned(), format!("{} of {}", standing.capacity(fighter).max(Milli::ZERO), fighter.capacity)),
        ("Physical".to_owned(), statistics(standing.physical(fighter))),
        ("Mental".to_owned(), statistics(standing.mental(fighter))),
    ];
    for (label, part) in PARTS {
        let Some(vessel) = fighter.vessel(part) else { continue };
        let (lower, upper) = (vessel.thresholds.lower, vessel.thresholds.upper);
        let level =
            format!("{}, thresholds {lower} and {upper}, natural level {}", standing.level(part), vessel.natural);
        let nature = match part {
            Part::Weapon => Some(fighter.weapon.nature),
            Part::Armour => fighter.armour.as_ref().map(|armour| armour.nature),
            Part::Body => None,
        };
        let text = match nature {
            Some(Nature::Natural) => format!("{} (natural) at {level}", vessel.name),
            Some(Nature::Artificial) => format!("{} at {level}", vessel.name),
            None => level,
        };
        rows.push((label.to_owned(), text));
    }
    rows
}

fn gauges(content: &Content, state: &State, side: SideId) -> Vec<Gauge> {
    let (fighter, standing) = (content.fighter(side), state.standing(side));
    let gauge = |(label, part): (&str, Part)| {
        let vessel = fighter.vessel(part)?;
        let (lower, upper) = (vessel.thresholds.lower, vessel.thresholds.upper);
        let marks = [("lower threshold", lower), ("natural level", vessel.natural), ("upper threshold", upper)];
        Some(Gauge {
            name: if part == Part::Body { label.to_owned() } else { format!("{label} ({})", vessel.name) },
            side: usize::from(side.0),
            value: standing.level(part).rounded(),
            range: (0, HIGHEST_LEVEL.rounded()),
            marks: marks.map(|(name, level)| Mark { name: name.to_owned(), value: level.rounded() }).into(),
        })
    };
    PARTS.into_iter().filter_map(gauge).collect()
}
