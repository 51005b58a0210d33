//! Descriptions of effects before they are rolled.

use crate::catalogs::effects::{DeedKind, Harm, Motion, Stance, When, Who};
use crate::content::{Content, Deed, Effect, Permit};
use crate::notation::{Amount, Roll};
use crate::situation::protection::Response;

/// Describes an effect, its targets and its occasion: `foes within 2 hexes: DX -2`.
pub(crate) fn does(content: &Content, effect: &Effect) -> String {
    let near = effect.within.map(|hexes| format!(" within {}", of_hexes(&hexes.to_string()))).unwrap_or_default();
    let who = match effect.who {
        Who::Target => String::new(),
        Who::Own => "oneself: ".to_owned(),
        Who::Allies => format!("allies{near}: "),
        Who::Foes => format!("foes{near}: "),
        Who::Occupants => "figures in the hex: ".to_owned(),
    };
    let when = match effect.when {
        When::Apply => "",
        When::RoundStart => " at the start of every round",
        When::Enter => " on entering",
        When::Leave => " on leaving",
        When::Hit => " with a hit",
        When::HitBy => " when hit",
        When::Expire => " when it ends",
    };
    format!("{who}{}{when}", deed(content, &effect.deed))
}

fn deed(content: &Content, deed: &Deed) -> String {
    match deed {
        Deed::Modify { what, by, .. } => format!("{} {}", what.name(), signed(by)),
        Deed::Damage { dice, of: Harm::Physical, .. } => format!("{dice} damage"),
        Deed::Damage { dice, of: Harm::Exhaustion, .. } => format!("{dice} exhaustion"),
        Deed::Heal { dice, points, of } => {
            let points = dice.as_ref().map(Roll::to_string).or(points.as_ref().map(Amount::to_string));
            let of = if *of == Harm::Physical { "damage" } else { "exhaustion" };
            format!("heals {} {of}", points.unwrap_or_default())
        }
        Deed::Posture(Stance::Lying) => "knocked down".to_owned(),
        Deed::Posture(Stance::Kneeling) => "brought to its knees".to_owned(),
        Deed::Posture(Stance::Standing) => "brought to its feet".to_owned(),
        Deed::Status { add, remove } => {
            let gone = remove.map(|status| format!("not {}", status.name()));
            add.map(|status| status.name().to_owned()).into_iter().chain(gone).collect::<Vec<_>>().join(", ")
        }
        Deed::Move { hexes, how } => {
            let how = match how {
                Motion::Push => "pushed back by",
                Motion::Pull => "pulled closer by",
                Motion::Teleport => "teleported up to",
            };
            format!("{how} {}", of_hexes(&hexes.to_string()))
        }
        Deed::Create { kind, hexes } => {
            format!("{} in {}", content.kinds[kind.index()].name, of_hexes(&hexes.to_string()))
        }
        Deed::Control => "obeys the other side".to_owned(),
        Deed::Grant(permit) => allowed(content, *permit, "may"),
        Deed::Forbid(permit) => allowed(content, *permit, "may not"),
        Deed::Dispel { ends, spell } => match (spell, ends) {
            (Some(spell), _) => format!("ends {}", content.spell(*spell).title),
            (None, Some(ends)) => format!("ends {}", sort(*ends)),
            (None, None) => "ends effects".to_owned(),
        },
    }
}

/// Describes a permission or prohibition, beginning with `may` or `may not`.
pub(super) fn allowed(content: &Content, permit: Permit, may: &str) -> String {
    match (permit.option, permit.talent) {
        (Some(option), _) => format!("{may} {}", option.name()),
        (None, Some(talent)) => format!("{may} use {}", content.talent(talent).title),
        (None, None) => format!("{may} reroll dice"),
    }
}

fn sort(kind: DeedKind) -> &'static str {
    match kind {
        DeedKind::Modify => "modifiers",
        DeedKind::Damage => "recurring harm",
        DeedKind::Heal => "recurring healing",
        DeedKind::Status => "statuses",
        DeedKind::Create => "created figures",
        DeedKind::Control => "control of figures",
        DeedKind::Grant => "extra permissions",
        DeedKind::Forbid => "prohibitions",
    }
}

fn signed(by: &Roll) -> String {
    let text = by.to_string();
    if text.starts_with(['-', '+']) { text } else { format!("+{text}") }
}

fn of_hexes(number: &str) -> String {
    if number == "1" { "1 hex".to_owned() } else { format!("{number} hexes") }
}

/// Describes how a defence or a dodge affects an attack or a spell.
pub(crate) fn harder(response: Response) -> &'static str {
    match response {
        Response::Defends => "One die more to hit: the target defends (F7.3)",
        Response::Dodges => "One die more to hit: the target dodges (F7.3)",
    }
}
