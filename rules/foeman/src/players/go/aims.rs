//! Computer players: places to go to other than towards an enemy, for goals of the side and when no enemy is in sight.

use std::collections::BTreeSet;

use foeman_schema::grid::Hex;

use super::routes::Routes;
use crate::catalogs::victory::Share;
use crate::content::goals::{Stake, Test};
use crate::ids::FigureId;
use crate::situation::{Situation, footprint, goals};
use crate::state::{Action, ActionKind};

/// The number of figures sent to a zone that either side must hold; the others attack the enemy.
const HOLDERS: usize = 1;
/// The number of rounds without contact after which a figure searches another place.
const LEG: u32 = 5;
/// The distance around a search target within which a passable hex is chosen.
const AROUND: u32 = 3;
/// Comrades closer than this are near enough.
const COMPANY: u32 = 2;

/// The hexes that a figure should be in so that its side wins, or the enemy does not.
pub(super) fn errand<'a>(now: Situation<'a>, figure: FigureId) -> Option<&'a BTreeSet<Hex>> {
    goals::current(now).filter(|(_, goal)| goal.stake == Stake::Victory).find_map(|(_, goal)| {
        let own = goal.side == now.side(figure);
        within(now, &goal.test, own, figure)
    })
}

/// The same for a part of a condition; `own` is whether it is a goal of the figure's side.
fn within<'a>(now: Situation<'a>, test: &'a Test, own: bool, figure: FigureId) -> Option<&'a BTreeSet<Hex>> {
    match test {
        Test::Hold { hexes, .. } => {
            let side = now.side(figure);
            is_among_nearest(now, now.active_of(side), hexes, HOLDERS, figure).then_some(hexes)
        }
        Test::Reach { hexes, who } if own && who.figures.contains(&figure) => {
            let able = who.figures.iter().copied().filter(|&other| now.is_active(other));
            let goes = who.share == Share::All || is_among_nearest(now, able, hexes, 1, figure);
            goes.then_some(hexes)
        }
        Test::All(of) | Test::Any(of) => of.iter().find_map(|part| {
            let done = matches!(part, Test::Reach { .. }) && goals::holds(now, now.side(figure), hexes_of(part)?);
            if done { None } else { within(now, part, own, figure) }
        }),
        Test::Reach { .. } | Test::Disable { .. } | Test::Survive { .. } | Test::Event => None,
    }
}

fn hexes_of(test: &Test) -> Option<&BTreeSet<Hex>> {
    match test {
        Test::Hold { hexes, .. } | Test::Reach { hexes, .. } => Some(hexes),
        _ => None,
    }
}

/// Whether a figure is one of the `most` nearest to some hexes.
fn is_among_nearest(
    now: Situation<'_>,
    figures: impl Iterator<Item = FigureId>,
    hexes: &BTreeSet<Hex>,
    most: usize,
    figure: FigureId,
) -> bool {
    let way = |figure: FigureId| Routes::straight(now, figure).to_any(now.figure(figure).pose(), hexes);
    let own = way(figure);
    figures.filter(|&other| other != figure && (way(other), other) < (own, figure)).count() < most
}

/// Where a figure goes that knows of no enemy: to comrades in contact with one, otherwise across the map, and later to
/// pseudo-random places.
pub(super) fn heading(now: Situation<'_>, figure: FigureId) -> Option<Hex> {
    let own = now.figure(figure);
    let comrades = now.active_of(now.side(figure)).filter(|&other| other != figure && is_busy(now, other));
    let nearest = comrades.map(|other| (footprint::distance(now, figure, other), now.figure(other).hex)).min();
    if let Some((_, hex)) = nearest.filter(|&(distance, _)| distance > COMPANY) {
        return Some(hex);
    }
    // It would only be in the way of comrades that watch an enemy without fighting.
    let fights = |other: FigureId| now.figure(other).did.is_some_and(super::is_attack);
    if nearest.is_some() && now.active_of(now.side(figure)).any(|other| other != figure && fights(other)) {
        return None;
    }
    let geometry = &now.field().geometry;
    let leg = now.state.round.saturating_sub(1) / LEG;
    let start = now.content.start.get(figure.index()).map_or(own.hex, |start| start.pose.head);
    let cell = match leg {
        0 => {
            let ([col, row], [width, height]) = (geometry.cell(start), geometry.size());
            [width as i32 - 1 - col, height as i32 - 1 - row]
        }
        // Multiples of the golden ratio spread the places evenly.
        _ => {
            let turn = u64::from(leg).wrapping_mul(7).wrapping_add(u64::from(figure.0) * 3);
            let place = turn.wrapping_mul(618_033_988) % 1_000_000_007;
            geometry.cell_at((place as usize).checked_rem(geometry.cell_count())?)
        }
    };
    let mut near: Vec<_> = geometry.neighbours_within(cell, AROUND);
    near.sort_by_key(|&other| geometry.distance(cell, other));
    let hexes = std::iter::once(cell).chain(near).map(|cell| geometry.hex(cell));
    let ways = |hex: Hex| now.land().ways.cost(now.field(), now.kind(figure).gait, own.pose(), hex);
    hexes.into_iter().find(|&hex| ways(hex).is_some())
}

/// Whether a figure attacks or watches an enemy.
fn is_busy(now: Situation<'_>, figure: FigureId) -> bool {
    let own = now.figure(figure);
    let kinds = [own.option.map(Action::kind), own.did];
    kinds.into_iter().flatten().any(|kind| kind == ActionKind::Watch || super::is_attack(kind))
}
