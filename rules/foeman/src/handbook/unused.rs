//! The rules that do not matter in a scenario, for the summary that is printed with it.

use foeman_schema::resolve::Resolved;

use crate::catalogs::ItemClass;
use crate::content::items::Weapon;
use crate::content::{self, Content};
use crate::option::Mode;

/// Rules about campaigns, computer players and the notation of records: they matter in no battle at a table.
const NEVER: [&str; 6] = ["F3.5", "F4.14", "F10.7", "F10.9", "F11.3", "F12"];

/// Returns the numbers of the chapters and rules that cannot apply in a scenario.
pub(crate) fn unused(resolved: &Resolved) -> Vec<&'static str> {
    let Ok(content) = content::read(resolved) else { return NEVER.to_vec() };
    let mut unused = NEVER.to_vec();
    let any_spell = content.kinds.iter().any(|kind| !kind.spells.is_empty());
    let any_shield = content.items.iter().any(|item| item.shields);
    let any_mode = |mode: Mode| weapons(&content).any(|weapon| weapon.mode == mode);
    let any_large = content.kinds.iter().any(|kind| kind.shape.count() > 1);
    let counted = content.items.iter().any(|item| item.class == ItemClass::Amo);
    let rules = [
        (!any_spell, &["F11"][..]),
        (!any_large, &["F2.2", "F2.5", "F2.8"]),
        (!any_shield, &["F4.10", "F7.12"]),
        (!any_mode(Mode::Fire) && !counted, &["F10.5", "F7.11"]),
        (!content.rules.observation, &["F9"]),
        (!content.rules.contested_defence && !content.rules.choose_items, &["F6.10"]),
        (content.items.iter().all(|item| item.counts_as.is_none()), &["F10.8"]),
        (
            content.kinds.iter().all(|kind| kind.talents.is_empty()) && !content.rules.automatic_talents,
            &["F7.9", "F7.10"],
        ),
    ];
    unused
        .extend(rules.into_iter().filter(|(is_unused, _)| *is_unused).flat_map(|(_, numbers)| numbers.iter().copied()));
    unused
}

/// All attacks of the content.
fn weapons(content: &Content) -> impl Iterator<Item = &Weapon> {
    let items = content.items.iter().flat_map(|item| &item.uses);
    items.chain(content.kinds.iter().flat_map(|kind| &kind.body))
}
