//! Selects the target sites of Seeker's units.

use std::cmp::Ordering;

use super::planner::Planner;
use super::ranking::Ranking;
use crate::ids::{EntityId, SiteId};
use crate::situation::Losses;

/// A target site and its cost: 0 if the unit need not move, 1 if it gets there this turn, otherwise the cost of the
/// path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) site: SiteId,
    pub(super) cost: u64,
}

/// The reason to go to a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To occupy it.
    Place,
    /// To get one of its faction's supplies, by position.
    Supply(usize),
}

/// The distance of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Range {
    /// Reachable without moving.
    Short,
    /// Reachable this turn.
    Medium,
    /// Reachable later.
    Long,
}

/// A possible attack with the criteria for comparison.
#[derive(Clone, Copy)]
struct Attack {
    at: Found,
    range: Range,
    is_preferred: bool,
    is_mobile: bool,
    losses: Losses,
}

impl Planner<'_> {
    /// Whether the new site is worth more than the known one; decided at random if they are equal.
    fn is_more_valuable(&mut self, new: SiteId, known: SiteId) -> bool {
        let now = self.now();
        let by_value = self.site_value(new).partial_cmp(&self.site_value(known));
        let by_worth = now.site_worth(new).partial_cmp(&now.site_worth(known));
        let order = by_value.unwrap_or(Ordering::Equal).then(by_worth.unwrap_or(Ordering::Equal));
        match order {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => (self.pick)(2) == 1,
        }
    }

    /// Whether a site is worth more to the faction than another.
    pub(super) fn is_worth_more(&self, site: SiteId, other: SiteId) -> bool {
        self.site_value(site) > self.site_value(other)
    }

    /// Returns the losses of the defenders minus the losses of the attackers.
    fn gain(losses: Losses, is_relative: bool) -> i32 {
        let [own, others] = if is_relative { losses.shares() } else { [losses.attackers_lost, losses.defenders_lost] };
        others - own
    }

    fn has_mobile(&self, site: SiteId) -> bool {
        self.now().state.site(site).units().iter().any(|&unit| self.now().movement(unit) > 0)
    }

    /// Returns the best of the nearest sites that a unit can attack without moving.
    pub(super) fn static_attack(&mut self, unit: EntityId, sites: &mut Ranking, is_relative: bool) -> Option<Found> {
        let source = self.now().state.listed(unit).site?;
        let nearest = sites.nearest(&self.content.geometry, source, self.options.target_limit);
        let in_range = self.now().attack_targets(&[unit]);
        let range = u32::try_from(self.now().attack_range(unit)).unwrap_or(0);
        let mut best: Option<(SiteId, bool, i32)> = None;
        for (distance, site) in nearest {
            if distance > range {
                break;
            }
            if !in_range.contains(&site) {
                continue;
            }
            let is_mobile = self.has_mobile(site);
            let gain = Self::gain(self.now().losses(&[unit], site), is_relative);
            let is_better = match best {
                None => true,
                Some((_, known, _)) if known != is_mobile => is_mobile,
                Some((_, _, known)) if known != gain => gain > known,
                Some((known, _, _)) => self.is_more_valuable(site, known),
            };
            if is_better {
                best = Some((site, is_mobile, gain));
            }
        }
        best.map(|(site, _, _)| Found { site, cost: 0 })
    }

    /// Returns the best of the nearest sites that a unit could attack, now or after moving.
    pub(super) fn mobile_attack(
        &mut self,
        unit: EntityId,
        sites: &mut Ranking,
        preferred: &[SiteId],
        is_relative: bool,
        reach: &mut Option<Vec<SiteId>>,
    ) -> Option<Found> {
        if sites.is_empty() {
            return None;
        }
        let source = self.now().state.listed(unit).site?;
        let movement = self.now().movement(unit);
        let span = movement.saturating_add(self.now().attack_range(unit));
        let nearest = sites.nearest(&self.content.geometry, source, self.options.target_limit);
        let near = self.reach_of(unit, reach).clone();
        let mut best: Option<Attack> = None;
        for (distance, site) in nearest {
            let distance = u64::from(distance);
            let is_too_far = best.is_some_and(|best| match best.range {
                Range::Long => distance > best.at.cost,
                Range::Short | Range::Medium => distance > u64::try_from(span).unwrap_or(0),
            });
            if is_too_far {
                break;
            }
            // Nothing farther than the best target, or a move if that is near, can be better.
            let reachable = u64::try_from(movement).unwrap_or(0);
            let most = best.map_or(u64::MAX, |best| match best.range {
                Range::Long => best.at.cost.max(reachable),
                Range::Short | Range::Medium => reachable,
            });
            let Some((cost, range)) = self.attack_cost(unit, source, site, most, &near) else { continue };
            let new = Attack {
                at: Found { site, cost },
                range,
                is_preferred: preferred.contains(&site),
                is_mobile: self.has_mobile(site),
                losses: self.now().losses(&[unit], site),
            };
            if self.is_better_attack(source, new, best, is_relative) {
                best = Some(new);
            }
        }
        best.map(|best| best.at)
    }

    /// Returns the cost and the range of an attack; usually `None` if it costs more than `most`, and never if it costs
    /// less.
    fn attack_cost(
        &self,
        unit: EntityId,
        source: SiteId,
        site: SiteId,
        most: u64,
        near: &[SiteId],
    ) -> Option<(u64, Range)> {
        let now = self.now();
        let movement = u64::try_from(now.movement(unit)).unwrap_or(0);
        if let Some(cost) = now.sure_attack_cost(unit, source, site).filter(|&cost| cost > movement) {
            return (cost <= most).then_some((cost, Range::Long));
        }
        let way = now.way_to_attack_within(&[unit], source, site, most)?;
        let end = way.cells().last().and_then(|cell| self.content.site(cell));
        Some(match way.total_cost() {
            0 => (0, Range::Short),
            cost if cost <= movement && end.is_some_and(|end| near.contains(&end)) => (1, Range::Medium),
            cost => (cost, Range::Long),
        })
    }

    fn is_better_attack(&mut self, source: SiteId, new: Attack, best: Option<Attack>, is_relative: bool) -> bool {
        let Some(best) = best else { return true };
        if let Some(is_better) = Self::is_better_range((new.range, new.at.cost), (best.range, best.at.cost)) {
            return is_better;
        }
        if new.is_preferred != best.is_preferred {
            return new.is_preferred;
        }
        if new.is_mobile != best.is_mobile {
            return new.is_mobile;
        }
        let (gain, known) = (Self::gain(new.losses, is_relative), Self::gain(best.losses, is_relative));
        if gain != known {
            return gain > known;
        }
        self.is_better_place(source, (new.at.site, new.range), (best.at.site, best.range))
    }

    /// Whether the new target is better because of its distance; `None` if the distance does not decide.
    fn is_better_range(new: (Range, u64), best: (Range, u64)) -> Option<bool> {
        match (new.0 == Range::Long, best.0 == Range::Long) {
            (false, true) => Some(true),
            (true, false) => Some(false),
            (true, true) if new.1 != best.1 => Some(new.1 < best.1),
            _ => None,
        }
    }

    /// Whether the new target is better, all else being equal.
    fn is_better_place(&mut self, source: SiteId, new: (SiteId, Range), best: (SiteId, Range)) -> bool {
        match (best.1, new.1) {
            (Range::Medium, Range::Short) => return true,
            (Range::Medium, _) => {
                let distances = [new.0, best.0].map(|site| self.content.distance(source, site));
                if distances[0] != distances[1] {
                    return distances[0] < distances[1];
                }
            }
            (Range::Short, Range::Medium) => return false,
            _ => {}
        }
        self.is_more_valuable(new.0, best.0)
    }

    /// Returns the best of the nearest sites to which a unit can go.
    pub(super) fn move_target(
        &mut self,
        unit: EntityId,
        sites: &mut Ranking,
        aim: Aim,
        reach: &mut Option<Vec<SiteId>>,
    ) -> Option<Found> {
        if sites.is_empty() {
            return None;
        }
        let source = self.now().state.listed(unit).site?;
        let nearest = sites.nearest(&self.content.geometry, source, self.options.target_limit.max(1));
        if nearest[0].1 == source && aim == Aim::Place {
            return Some(Found { site: source, cost: 0 });
        }
        let movement = u64::try_from(self.now().movement(unit)).unwrap_or(0);
        let near = self.reach_of(unit, reach).clone();
        let mut best: Option<(Found, Range, i32)> = None;
        for (distance, site) in nearest.into_iter().take(self.options.target_limit) {
            let supply = match aim {
                Aim::Place => 0,
                Aim::Supply(which) => self.now().supplies(self.faction, site).get(which).copied().unwrap_or(0),
            };
            if aim != Aim::Place && supply <= 0 {
                continue;
            }
            let distance = u64::from(distance);
            let is_too_far = best.is_some_and(|(best, range, _)| match range {
                Range::Long => distance > best.cost,
                Range::Short | Range::Medium => distance > movement,
            });
            if is_too_far {
                break;
            }
            let (cost, range) = if site == source {
                (0, Range::Short)
            } else if near.contains(&site) {
                (1, Range::Medium)
            } else {
                // Nothing farther than the best target can be better.
                let most = best.map_or(u64::MAX, |(best, range, _)| match range {
                    Range::Long => best.cost,
                    Range::Short | Range::Medium => 0,
                });
                let Some(cost) = self.now().cost_within(unit, source, site, most) else { continue };
                (cost, Range::Long)
            };
            let new = Found { site, cost };
            let is_better = match best {
                None => true,
                Some((known, known_range, known_supply)) => {
                    match Self::is_better_range((range, cost), (known_range, known.cost)) {
                        Some(is_better) => is_better,
                        None if supply != known_supply => supply > known_supply,
                        None => self.is_better_place(source, (site, range), (known.site, known_range)),
                    }
                }
            };
            if is_better {
                best = Some((new, range, supply));
            }
        }
        best.map(|(best, _, _)| best)
    }
}
