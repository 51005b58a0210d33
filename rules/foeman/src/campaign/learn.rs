//! Experience: awards, and the attributes that figures buy with them.

use super::ledger::{LedgerEntry, NAMES, place};
use crate::catalogs::Experience;

/// The highest value an attribute can be raised to: the maximum that content may give.
const MOST: i32 = 99;

/// Gives a figure experience and spends it as far as it goes; returns what the figure has learned.
pub(super) fn award(entry: &mut LedgerEntry, points: u32, experience: &Experience) -> Vec<String> {
    entry.experience = entry.experience.saturating_add(points);
    entry.earned = entry.earned.saturating_add(points);
    let cost = u32::from(experience.cost).max(1);
    let mut learned = Vec::new();
    while entry.experience >= cost {
        let raises = experience.raises.iter().map(|attribute| place(*attribute));
        // The attributes are raised in turn; those at the maximum are skipped.
        let count = experience.raises.len();
        let open = raises.cycle().skip(entry.bought % count.max(1)).take(count);
        let Some((skipped, at)) = open.enumerate().find(|(_, at)| entry.attributes[*at] < MOST) else { break };
        entry.experience -= cost;
        entry.bought += skipped + 1;
        entry.attributes[at] += 1;
        entry.raised[at] += 1;
        learned.push(format!("{} {}", NAMES[at], entry.attributes[at]));
    }
    learned
}
