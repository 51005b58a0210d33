//! `no-ammunition`: a missile weapon without ammunition for it.

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;
use serde_json::json;

use super::{get, roster_figures};
use crate::catalogs::Item;

pub(super) static CHECK: Check = Check {
    name: "no-ammunition",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Record,
    summary: "A figure carries a missile weapon without ammunition",
    doc: "\
Each shot uses up one piece of the ammunition that the weapon's `fire` names (`F10.5`), and the figure must carry it itself.
Give the figure ammunition, with a `count`.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: bow, place: first-hand}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  bow: {title: Bow, class: wpn, ready: 2hand, fire: {range: 20, damage: -1H, ammo: arrow}}
  arrow: {title: Arrow, class: amo, carry: acu}
"##,
    fix: &[(
        "          - {item: bow, place: first-hand}\n",
        r"          - {item: bow, place: first-hand}
          - {item: arrow, place: back, count: 12}
",
    )],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        for (index, gear) in figure.gear.iter().enumerate() {
            let Some(item): Option<Item> = get(survey, &gear.item) else { continue };
            let Some(fire) = item.fire.filter(|fire| !figure.gear.iter().any(|gear| gear.item == fire.ammo)) else {
                continue;
            };
            let pointer = at.child("gear").child(index.to_string()).child("item");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let ammo = fire.ammo.id();
            let message =
                format!("expected `{ammo}` as ammunition for {}, but {} carries none", item.title, figure.name);
            let help = Some(format!("add some, such as `{{item: {ammo}, place: back, count: 12}}`"));
            let fixes = vec![Fix::guess(
                format!("add 12 of `{ammo}`"),
                vec![Change::Append {
                    list: at.child("gear"),
                    items: vec![json!({"item": ammo, "place": "back", "count": 12})],
                }],
            )];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
