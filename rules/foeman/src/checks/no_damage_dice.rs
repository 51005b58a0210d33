//! `no-damage-dice`: damage that never rolls any dice.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::records;
use crate::catalogs::{FigureType, Item};
use crate::constants::MOST_DICE;
use crate::notation::DamageStat;

pub(super) static CHECK: Check = Check {
    name: "no-damage-dice",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A weapon or attack never has a damage die",
    doc: "\
`-2H` means two damage dice fewer than hit dice, and an attack has at most nine hit dice (`F6.1`, `F7.4`).
With `-9H` or less no damage die is left.
Subtract fewer dice, as in `-1H`.",
    bad: r##"items:
  feather: {title: Feather, class: wpn, damage: -9H T+1}
"##,
    fix: &[("-9H T+1", "-2H T-3")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, item) in records::<Item>(survey) {
        for (path, damage) in stats(item) {
            let pointer = path.iter().fold(at.clone(), |at, key| at.child(*key));
            findings.extend(fault(check, survey, pointer, damage));
        }
    }
    for (at, figure) in records::<FigureType>(survey) {
        for (index, attack) in figure.attacks.iter().enumerate() {
            let pointer = at.child("attacks").child(index.to_string()).child("damage");
            findings.extend(fault(check, survey, pointer, &attack.damage));
        }
    }
}

/// All damage values of an item, with the path of keys to each.
fn stats(item: &Item) -> impl Iterator<Item = (&'static [&'static str], &DamageStat)> {
    let jab = item.jab.as_ref().and_then(|jab| jab.damage.as_ref());
    let hurl = item.hurl.as_ref().and_then(|hurl| hurl.damage.as_ref());
    let stats: [(&[&str], Option<&DamageStat>); 6] = [
        (&["damage"], item.damage.as_ref()),
        (&["two-handed", "damage"], item.two_handed.as_ref().map(|grip| &grip.damage)),
        (&["jab", "damage"], jab),
        (&["hurl", "damage"], hurl),
        (&["fire", "damage"], item.fire.as_ref().map(|fire| &fire.damage)),
        (&["also", "wpn", "damage"], item.also.wpn.as_ref().map(|also| &also.damage)),
    ];
    stats.into_iter().filter_map(|(path, damage)| Some((path, damage?)))
}

fn fault(check: &Check, survey: &Survey<'_>, pointer: Pointer, damage: &DamageStat) -> Option<Finding> {
    if damage.damage_dice(MOST_DICE) > 0 || !survey.draft.defined(&pointer) {
        return None;
    }
    let message = format!("`{damage}` never leaves a damage die, because an attack has at most {MOST_DICE} hit dice");
    let help = Some("subtract fewer dice: `-1H` and `-2H` are usual".to_owned());
    Some(Finding { help, ..check.finding(survey.draft.place(&pointer)?, pointer, message) })
}
