//! Log lines about victory and defeat conditions.

use super::{line, side_name};
use crate::ids::GoalId;
use crate::instruction::GoalEvent;
use crate::situation::Situation;
use foeman_engine::display::{Line, LineKind};
use foeman_engine::ruleset::SideId;
use foeman_schema::plural::agree;

pub(super) fn tell(now: Situation<'_>, side: SideId, event: GoalEvent) -> Option<Line> {
    let name = side_name(now, side);
    let text = |goal: GoalId| now.content.goals.all.get(goal.index()).map_or("", |goal| &goal.text);
    Some(line(
        LineKind::Event,
        match event {
            GoalEvent::Holds { hold, rounds } => {
                let (zone, holds) = (now.content.goals.holds.get(hold.index())?, agree(name, "holds", "hold"));
                match rounds {
                    0 => format!("{name} no longer {holds} {}", zone.title),
                    _ => format!("{name} alone {holds} {} (round {rounds} of {})", zone.title, zone.rounds),
                }
            }
            GoalEvent::Wins { goal } => format!("{name} {}: {}", agree(name, "wins", "win"), text(goal)),
            GoalEvent::Leaves { goal } => {
                format!("{name} {} out of the battle: {}", agree(name, "is", "are"), text(goal))
            }
        },
    ))
}
