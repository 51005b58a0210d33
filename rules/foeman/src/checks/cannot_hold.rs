//! `cannot-hold`: gear in a place that cannot hold it.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::get;
use crate::catalogs::{Item, ItemClass, Loadout, Ready, Roster, RosterFigure};

pub(super) static CHECK: Check = Check {
    name: "cannot-hold",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure carries an item in the wrong place",
    doc: "\
Each hand holds one item, and a two-handed item needs both hands.
Items with `ready: worn` can be worn, or carried at the belt or on the back, but not held; other items cannot be worn.
Ammunition cannot be held either.
Move the item to another place.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: halberd, place: first-hand}
          - {item: shield, place: second-hand}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  halberd: {title: Halberd, class: wpn, ready: 2hand, damage: -0H}
  shield: {title: Shield, class: shd, stops: {protection: 1}}
"##,
    fix: &[("second-hand", "back")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, value) in survey.sound(Roster::CATALOG) {
        let Ok(roster) = Roster::from_value(value) else { continue };
        for (id, figure) in &roster.figures {
            let gear = key.pointer().child("figures").child(id).child("gear");
            for (index, message, elsewhere) in faults(survey, figure) {
                let pointer = gear.child(index.to_string()).child("place");
                if let Some(place) = survey.draft.place(&pointer) {
                    let help = Some("move one of the figure's items to another place".to_owned());
                    let fixes = vec![Fix::writing(&pointer, elsewhere)];
                    findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
                }
            }
        }
    }
}

/// The problems of a figure's gear: position in the list, message, and a place that could hold the item.
fn faults(survey: &Survey<'_>, figure: &RosterFigure) -> Vec<(usize, String, &'static str)> {
    let mut held: Vec<(String, Ready, Loadout)> = Vec::new();
    let mut faults = Vec::new();
    for (index, gear) in figure.gear.iter().enumerate() {
        let Some(item): Option<Item> = get(survey, &gear.item) else { continue };
        let (title, place) = (item.title, gear.place);
        // Two-handed items are too long for a belt.
        let elsewhere = if item.ready == Ready::TwoHands { "back" } else { "belt" };
        if item.class == ItemClass::Amo && place.is_hand() {
            faults.push((
                index,
                format!("expected ammunition {title} at the belt or on the back, found it in a hand"),
                "belt",
            ));
        } else if item.ready == Ready::Worn && place.is_hand() {
            faults.push((
                index,
                format!("expected {title} to be worn or carried at the belt or on the back, found it in a hand"),
                "worn",
            ));
        } else if item.ready != Ready::Worn && place == Loadout::Worn && item.class == ItemClass::Amr {
            // Held armour is reported by `held-armour`, at the item.
        } else if item.ready != Ready::Worn && place == Loadout::Worn {
            faults.push((
                index,
                format!("expected an item that can be worn, found {title}, which is held in a hand"),
                elsewhere,
            ));
        } else if place.is_hand() {
            if let Some((other, ..)) = held.iter().find(|(_, _, hand)| *hand == place) {
                faults.push((index, format!("expected a free hand for {title}, found {other} in it"), elsewhere));
            } else if let Some((other, ready, _)) = held.first()
                && (*ready == Ready::TwoHands || item.ready == Ready::TwoHands)
            {
                let long = if item.ready == Ready::TwoHands { &title } else { other };
                let message = format!("{long} needs both hands, but the figure holds {other} and {title}");
                faults.push((index, message, elsewhere));
            }
            held.push((title, item.ready, place));
        }
    }
    faults
}
