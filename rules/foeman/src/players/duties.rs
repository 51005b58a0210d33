//! Computer players: the duty of each figure, derived from the goals of the scenario.
//!
//! A duty follows from the state alone. A side only uses goals and figures that it knows: all goals of a scenario are
//! public, and hidden figures are not on the map of the observed state.

use std::collections::BTreeSet;

use foeman_schema::grid::Hex;

use super::Temper;
use super::worth::{IN_PLAY, POINT};
use crate::body::shape::Pose;
use crate::catalogs::victory::Share;
use crate::content::events::{Does, When};
use crate::content::goals::{Goal, Stake, Test, Who};
use crate::ids::FigureId;
use crate::situation::{Situation, footprint, goals};
use crate::state::Order;
use foeman_engine::ruleset::SideId;

/// The most figures that hold a zone; the others fight.
const HOLDERS: usize = 2;
/// The number of figures that guard a zone which the enemy must reach, if their side gains nothing by waiting.
const GUARDS: usize = 2;
/// How far from its post a figure fights if its side only has to survive, in hexes.
const LEASH: u32 = 2;
/// The strength below which a side that only has to survive avoids the enemy, in per cent of the enemy's.
const MUCH_WEAKER: i64 = 50;
/// The rounds to spare below which a side stops waiting.
const SPARE: u32 = 2;

/// The duty of a figure, from the goals of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty<'a> {
    /// Fight as it sees fit.
    Fight,
    /// Go to these hexes and stay there.
    Hold(&'a BTreeSet<Hex>),
    /// Go to these hexes, past the enemy if possible.
    Advance(&'a BTreeSet<Hex>),
    /// Keep the enemy from a zone: fight only where the way to the zone is no longer than from the post.
    Guard {
        /// The zone.
        zone: &'a BTreeSet<Hex>,
        /// Where the figure waits.
        post: Hex,
        /// The enemy that is nearest to the zone.
        runner: FigureId,
    },
    /// Fight only near its post, because time is on its side.
    Stand {
        /// Where the figure waits.
        post: Hex,
    },
    /// Fight the enemies that are nearest to a comrade.
    Screen(FigureId),
    /// Fight this enemy before all others.
    Hunt(FigureId),
    /// Keep away from the enemy.
    StayAlive,
}

impl<'a> Duty<'a> {
    /// The hexes that the figure has to be in.
    pub(super) fn place(self) -> Option<&'a BTreeSet<Hex>> {
        match self {
            Self::Hold(hexes) | Self::Advance(hexes) => Some(hexes),
            _ => None,
        }
    }

    /// Whether the figure may fight from a hex.
    pub(super) fn allows(self, now: Situation<'_>, figure: FigureId, hex: Hex) -> bool {
        match self {
            Self::Hold(hexes) => hexes.contains(&hex),
            Self::Guard { zone, post, .. } => {
                let way = |head: Hex| way_to(now, figure, Pose { head, ..now.figure(figure).pose() }, zone);
                matches!((way(hex), way(post)), (Some(way), Some(limit)) if way <= limit)
            }
            Self::Stand { post } => hex.distance(post) <= LEASH,
            Self::Fight | Self::Advance(_) | Self::Screen(_) | Self::Hunt(_) | Self::StayAlive => true,
        }
    }

    /// The enemy that the figure attacks before all others.
    pub(super) fn prey(self) -> Option<FigureId> {
        match self {
            Self::Hunt(prey) | Self::Guard { runner: prey, .. } => Some(prey),
            _ => None,
        }
    }

    /// Whether the figure waits for the enemy at a post, and where.
    pub(super) fn post(self) -> Option<Hex> {
        match self {
            Self::Guard { post, .. } | Self::Stand { post } => Some(post),
            _ => None,
        }
    }

    /// How far the figure is from where its duty wants it, in MP or hexes; 0 if it is there.
    pub(super) fn gap(self, now: Situation<'_>, figure: FigureId) -> u32 {
        let own = now.figure(figure);
        match self {
            Self::Hold(hexes) | Self::Advance(hexes) => way_to(now, figure, own.pose(), hexes).unwrap_or_default(),
            Self::Guard { post, .. } | Self::Stand { post } if !self.allows(now, figure, own.hex) => {
                own.hex.distance(post)
            }
            _ => 0,
        }
    }
}

/// Returns the duty of a figure: the order that an event gave it, or what the goals of its side ask for.
pub(super) fn of<'a>(now: Situation<'a>, figure: FigureId) -> Duty<'a> {
    if let Some(duty) = ordered(now, figure) {
        return duty;
    }
    if now.content.goals.all.is_empty() {
        return Duty::Fight;
    }
    let side = now.side(figure);
    let wards = wards(now, side);
    let goals = || goals::current(now).map(|(_, goal)| goal);
    let parts = || goals().filter(|goal| goal.stake == Stake::Victory).flat_map(parts_of);
    if let Some(duty) = parts().filter(|&(owner, _)| owner == side).find_map(|(_, test)| reached(now, test, figure)) {
        return duty;
    }
    if wards.contains(&figure) {
        return Duty::StayAlive;
    }
    if let Some(duty) = held(now, parts().map(|(_, test)| test), figure) {
        return duty;
    }
    let waits = has_time(now, side);
    if let Some(duty) = parts().filter(|&(owner, _)| owner != side).find_map(|(_, test)| kept(now, test, figure, waits))
    {
        return duty;
    }
    if waits {
        return if is_much_weaker(now, side) { Duty::StayAlive } else { Duty::Stand { post: post(now, figure) } };
    }
    if let Some(prey) = prey(now, figure) {
        return Duty::Hunt(prey);
    }
    let distance = |&ward: &FigureId| (footprint::distance(now, figure, ward), ward);
    wards.into_iter().min_by_key(distance).map_or(Duty::Fight, Duty::Screen)
}

/// Returns the duty that a player keeps: all obey orders, but only tactical ones follow the goals.
pub(super) fn under<'a>(now: Situation<'a>, figure: FigureId, temper: &Temper) -> Duty<'a> {
    match temper.is_tactical {
        true => of(now, figure),
        false => ordered(now, figure).unwrap_or(Duty::Fight),
    }
}

/// Returns the duty that an order of an event gives; `None` without an order.
pub(super) fn ordered<'a>(now: Situation<'a>, figure: FigureId) -> Option<Duty<'a>> {
    Some(match *now.state.unfolding.orders.get(&figure)? {
        Order::Go { event, deed } => Duty::Hold(now.content.destination(event, deed)?),
        Order::Hold { post } => Duty::Stand { post },
        Order::Hunt => Duty::Fight,
    })
}

/// Whether a side loses by waiting: the enemy wins by surviving, or too few rounds are left for its own goals.
pub(super) fn is_pressed(now: Situation<'_>, side: SideId) -> bool {
    let left = now.content.rounds.saturating_sub(now.state.round);
    let victories = goals::current(now).map(|(_, goal)| goal).filter(|goal| goal.stake == Stake::Victory);
    victories.flat_map(parts_of).any(|(owner, test)| match test {
        Test::Survive { .. } => owner != side,
        Test::Hold { rounds, .. } => owner == side && left <= rounds + SPARE,
        Test::Reach { .. } => owner == side,
        _ => false,
    })
}

/// Whether a side can fight before it holds or reaches a place: no enemy has to hold one, and there are rounds to spare.
pub(super) fn can_take_time(now: Situation<'_>, side: SideId) -> bool {
    let left = |until: u32| until.saturating_sub(now.state.round);
    let victories = goals::current(now).map(|(_, goal)| goal).filter(|goal| goal.stake == Stake::Victory);
    victories.flat_map(parts_of).all(|(owner, test)| match test {
        Test::Hold { rounds, .. } => owner == side && left(now.content.rounds) > rounds + 2 * SPARE,
        Test::Reach { .. } => owner != side || left(now.content.rounds) > 3 * SPARE,
        Test::Survive { rounds, .. } => owner == side || left(*rounds) > 2 * SPARE,
        _ => true,
    })
}

/// Whether a side wins by holding a zone.
pub(super) fn wins_by_holding(now: Situation<'_>, side: SideId, zone: &BTreeSet<Hex>) -> bool {
    goals::of(now, side, Stake::Victory)
        .flat_map(|(_, goal)| parts_of(goal))
        .any(|(_, test)| matches!(test, Test::Hold { hexes, .. } if hexes == zone))
}

/// Whether a side goes on to another goal after reaching some hexes: an event sets that goal.
pub(super) fn goes_on_after(now: Situation<'_>, side: SideId, hexes: &BTreeSet<Hex>) -> bool {
    now.content.events.iter().any(|event| {
        let When::Enters(group, zone) = &event.when else { return false };
        let mut goals = event.deeds.iter().filter(|deed| matches!(deed.does, Does::Goal(other, _) if other == side));
        group.side.is_none_or(|other| other == side) && !zone.is_disjoint(hexes) && goals.next().is_some()
    })
}

/// Whether time is on a side's side: it wins by surviving.
fn has_time(now: Situation<'_>, side: SideId) -> bool {
    goals::of(now, side, Stake::Victory).any(|(_, goal)| match &goal.test {
        Test::Survive { .. } => true,
        Test::Any(of) => of.iter().any(|part| matches!(part, Test::Survive { .. })),
        _ => false,
    })
}

/// The simple conditions of a goal, each with the side that has it.
fn parts_of(goal: &Goal) -> Vec<(SideId, &Test)> {
    fn collect<'a>(test: &'a Test, out: &mut Vec<&'a Test>) {
        match test {
            Test::All(of) | Test::Any(of) => of.iter().for_each(|part| collect(part, out)),
            simple => out.push(simple),
        }
    }
    let mut simple = Vec::new();
    collect(&goal.test, &mut simple);
    simple.into_iter().map(|test| (goal.side, test)).collect()
}

/// The duty of a figure whose side must reach a place.
fn reached<'a>(now: Situation<'a>, test: &'a Test, figure: FigureId) -> Option<Duty<'a>> {
    let Test::Reach { hexes, who } = test else { return None };
    // If a comrade is already there, the figure is free for the rest of the goal.
    let is_reached = || who.share == Share::Any && goals::holds(now, now.side(figure), hexes);
    if !who.figures.contains(&figure) || (!hexes.contains(&now.figure(figure).hex) && is_reached()) {
        return None;
    }
    let able = who.figures.iter().copied().filter(|&other| now.is_active(other));
    let goes = who.share == Share::All || is_among_nearest(now, able, hexes, 1, figure);
    goes.then_some(Duty::Advance(hexes))
}

/// The duty of a figure where either side must hold zones. Each zone gets its nearest figures, in the order of the goals.
fn held<'a>(now: Situation<'a>, tests: impl Iterator<Item = &'a Test>, figure: FigureId) -> Option<Duty<'a>> {
    let mut zones: Vec<&BTreeSet<Hex>> = Vec::new();
    for test in tests {
        if let Test::Hold { hexes, .. } = test
            && !zones.contains(&hexes)
        {
            zones.push(hexes);
        }
    }
    let mut free: Vec<FigureId> = now.active_of(now.side(figure)).collect();
    let each = free.len().checked_div(zones.len())?.clamp(1, HOLDERS);
    zones.into_iter().find_map(|hexes| {
        let way = |figure: FigureId| way_to(now, figure, now.figure(figure).pose(), hexes).unwrap_or(u32::MAX);
        let mut near: Vec<(u32, FigureId)> = free.iter().map(|&figure| (way(figure), figure)).collect();
        near.sort_unstable();
        near.truncate(each);
        free.retain(|other| near.iter().all(|(_, holder)| holder != other));
        near.iter().any(|&(_, holder)| holder == figure).then_some(Duty::Hold(hexes))
    })
}

/// The duty of a figure that keeps the enemy from reaching a place; `waits` is whether its side gains by waiting.
fn kept<'a>(now: Situation<'a>, test: &'a Test, figure: FigureId, waits: bool) -> Option<Duty<'a>> {
    let Test::Reach { hexes, who } = test else { return None };
    let way = |figure: FigureId| way_to(now, figure, now.figure(figure).pose(), hexes);
    let own = way(figure)?;
    let runners = who.figures.iter().copied().filter(|&runner| now.is_active(runner) && now.opposed(figure, runner));
    let (first, runner) = runners.filter_map(|runner| Some((way(runner)?, runner))).min()?;
    if first < own {
        return Some(Duty::Hunt(runner));
    }
    let guards = waits || is_among_nearest(now, now.active_of(now.side(figure)), hexes, GUARDS, figure);
    guards.then(|| Duty::Guard { zone: hexes, post: post(now, figure), runner })
}

/// Whether a figure must stay alive, but not all figures of its side.
pub(super) fn is_ward(now: Situation<'_>, figure: FigureId) -> bool {
    wards(now, now.side(figure)).contains(&figure)
}

/// The figures of a side that must stay alive, if these are not all of them.
fn wards(now: Situation<'_>, side: SideId) -> Vec<FigureId> {
    let mut wards = Vec::new();
    let whole = |who: &Who| now.active_of(side).all(|figure| who.figures.contains(&figure));
    let needed = |who: &&Who| !whole(who) && who.figures.iter().all(|&figure| now.figure(figure).side == side);
    for (_, goal) in goals::current(now) {
        for (owner, test) in parts_of(goal) {
            let who = match (test, goal.stake) {
                (Test::Survive { who, .. }, Stake::Victory) if owner == side => Some(who),
                (Test::Reach { who, .. }, Stake::Victory) if owner == side => Some(who),
                (Test::Disable { who }, Stake::Victory) if owner != side => Some(who),
                (Test::Disable { who }, Stake::Defeat) if owner == side => Some(who),
                _ => None,
            };
            if let Some(who) = who.filter(needed) {
                wards.extend(who.figures.iter().copied().filter(|&figure| now.is_active(figure)));
            }
        }
    }
    wards
}

/// The enemy whose fall decides the battle, the nearest if there are several.
fn prey(now: Situation<'_>, figure: FigureId) -> Option<FigureId> {
    let side = now.side(figure);
    let enemies: Vec<FigureId> = now.opponents(figure).collect();
    let mut prey = Vec::new();
    for (_, goal) in goals::current(now) {
        for (owner, test) in parts_of(goal) {
            let who = match (test, goal.stake) {
                (Test::Disable { who }, Stake::Victory) if owner == side => Some(who),
                (Test::Disable { who }, Stake::Defeat) if owner != side => Some(who),
                (Test::Survive { who, .. }, Stake::Victory) if owner != side => Some(who),
                _ => None,
            };
            let who = who.filter(|who| !enemies.iter().all(|enemy| who.figures.contains(enemy)));
            prey.extend(
                who.into_iter().flat_map(|who| &who.figures).copied().filter(|figure| enemies.contains(figure)),
            );
        }
    }
    prey.into_iter().min_by_key(|&enemy| (footprint::distance(now, figure, enemy), enemy))
}

/// Whether a side is much weaker than the others together.
fn is_much_weaker(now: Situation<'_>, side: SideId) -> bool {
    let (mut own, mut others) = (0, 0);
    for figure in now.active() {
        let worth = IN_PLAY + POINT * i64::from(now.mod_st(figure));
        *(if now.side(figure) == side { &mut own } else { &mut others }) += worth;
    }
    own * 100 < others * MUCH_WEAKER
}

/// Returns the hex where a figure waits for the enemy: its starting hex.
fn post(now: Situation<'_>, figure: FigureId) -> Hex {
    now.content.start.get(figure.index()).map_or(now.figure(figure).hex, |start| start.pose.head)
}

/// Whether a figure is one of the `most` nearest to some hexes.
fn is_among_nearest(
    now: Situation<'_>,
    figures: impl Iterator<Item = FigureId>,
    hexes: &BTreeSet<Hex>,
    most: usize,
    figure: FigureId,
) -> bool {
    let way = |figure: FigureId| way_to(now, figure, now.figure(figure).pose(), hexes).unwrap_or(u32::MAX);
    let own = way(figure);
    figures.filter(|&other| other != figure && (way(other), other) < (own, figure)).count() < most
}

/// MP from a pose to the nearest of some hexes; `None` if there is no path.
fn way_to(now: Situation<'_>, figure: FigureId, from: Pose, hexes: &BTreeSet<Hex>) -> Option<u32> {
    let (field, gait) = (now.field(), now.kind(figure).gait);
    let mut nearest = None;
    if hexes.contains(&from.head) {
        return Some(0);
    }
    for &hex in hexes {
        if nearest.is_none_or(|nearest| now.land().ways.at_least(gait, from, hex) < nearest) {
            nearest = nearest.into_iter().chain(now.land().ways.cost(field, gait, from, hex)).min();
        }
    }
    nearest
}
