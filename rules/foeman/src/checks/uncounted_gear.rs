//! `uncounted-gear`: a count on gear that does not accumulate.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{Carry, Item};

pub(super) static CHECK: Check = Check {
    name: "uncounted-gear",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Gear that does not accumulate has a count",
    doc: "\
Only entries of items with `carry: acu` can have a `count` (`F10.2`); for other items it is ignored, and the entry is one item.
It is also ignored for items of crude quality: a figure carries only one of each type.
Remove the count, or write `carry: acu` for the item.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: sword, place: first-hand, count: 2}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  sword: {title: Sword, class: wpn, damage: -1H}
"##,
    fix: &[("first-hand, count: 2", "first-hand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        for (index, gear) in figure.gear.iter().enumerate().filter(|(_, gear)| gear.count > 1) {
            let item: Option<Item> = get(survey, &gear.item);
            let Some(item) = item.filter(|item| !item.is_counted()) else { continue };
            let pointer = at.child("gear").child(index.to_string()).child("count");
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let message = format!("expected one {}, found a count of `{}`", item.title, gear.count);
            let help = match item.carry {
                Carry::Accumulates => "remove the count: a figure carries only one crude item of each type",
                _ => "remove the count, or give the item `carry: acu`",
            };
            let help = Some(help.to_owned());
            let fixes = vec![Fix::removal("count", &pointer)];
            findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
        }
    }
}
