//! Weapon Proficiency (`F7.9`).

use crate::Foeman;
use crate::catalogs::Kind;
use crate::constants::PROFICIENCY_LEVEL;
use crate::content::items::Weapon;
use crate::ids::FigureId;
use crate::instruction::{AttackEvent, FigureEvent, Instruction};
use crate::situation::Situation;
use crate::situation::applying::{self, Depth};
use foeman_engine::ruleset::{Emit, Refusal};

/// Checks whether a figure may declare Weapon Proficiency with a weapon; the refusal cites the rule.
pub fn check(now: Situation<'_>, figure: FigureId, weapon: &Weapon) -> Result<(), Refusal> {
    let refuse = |message| Err(Refusal { rule: "F7.9", message });
    let level = weapon.talent.map_or(PROFICIENCY_LEVEL, |talent| now.content.talent(talent).iq);
    if !matches!(now.kind(figure).kind, Kind::Hero | Kind::Wizard) {
        refuse("only heroes and wizards are proficient with weapons")
    } else if !now.content.rules.automatic_talents && !knows(now, figure, weapon) {
        refuse("it does not have the talent of that weapon")
    } else if !allowed(now.mod_iq(figure), level) {
        refuse("its IQ is no longer above the level of the weapon's talent")
    } else {
        Ok(())
    }
}

/// Whether a figure has the talent that a weapon names.
fn knows(now: Situation<'_>, figure: FigureId, weapon: &Weapon) -> bool {
    weapon.talent.is_some_and(|talent| applying::talents(now, figure, Depth::FULL).contains(&talent))
}

/// Whether a figure with this modIQ may use Weapon Proficiency, for a weapon whose talent has this IQ level.
pub fn allowed(mod_iq: i32, level: i32) -> bool {
    mod_iq > level
}

/// The modIQ that an attack with this many hit dice costs; the die added by a defence or a dodge is included.
pub fn cost(dice: u8, hits: bool) -> u8 {
    match dice {
        _ if !hits => 1,
        0..=4 => 2,
        5 => 1,
        _ => 0,
    }
}

/// Raises the Low die of two or more sorted dice: an odd one by 1, an even one by 2.
pub fn raise_low(dice: &mut [u8]) {
    if let [_, .., low] = dice {
        *low += if *low % 2 == 1 { 1 } else { 2 };
    }
}

/// Deducts the IQ that a hit roll with this many dice costs.
pub(super) fn plan(figure: FigureId, rolled: u8, hits: bool, out: &mut Emit<'_, Foeman>) {
    let iq = cost(rolled, hits);
    if iq > 0 {
        out.push(Instruction::Figure(figure, FigureEvent::Attack(AttackEvent::Exerted { iq })));
    }
}
