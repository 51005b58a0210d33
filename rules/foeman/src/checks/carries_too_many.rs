//! `carries-too-many`: more of an item than a figure may carry.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::survey::Survey;

use super::{get, roster_figures};
use crate::catalogs::{Carry, Item};

pub(super) static CHECK: Check = Check {
    name: "carries-too-many",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "A figure carries more of an item than it may",
    doc: "\
The `carry` of an item limits how many of it a figure may have (`F10.2`):
`1ea` and `uni` allow one, `1of` one of its class, and `mul` any number.
`acu` allows one entry with a `count`, or a single item if its quality is crude.
`nil` allows none: the item is left out of battles.
Remove an item, or change its `carry`.",
    bad: r##"rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        gear:
          - {item: sword, place: first-hand}
          - {item: sword, place: belt}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12}}
"##,
    fix: &[
        ("          - {item: sword, place: belt", "          - {item: dagger, place: belt"),
        (
            r"  sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12}}
",
            r"  sword: {title: Sword, class: wpn, damage: -1H, requires: {st: 12}}
  dagger: {title: Dagger, class: wpn, damage: -2H}
",
        ),
    ],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (at, figure) in roster_figures(survey) {
        let mut carried: Vec<(&str, Item)> = Vec::new();
        for (index, gear) in figure.gear.iter().enumerate() {
            let Some(item): Option<Item> = get(survey, &gear.item) else { continue };
            let never = (item.carry == Carry::Nobody)
                .then(|| format!("expected an item that can be carried, found {}, which has `carry: nil`", item.title));
            let several = || carried.iter().find_map(|(id, other)| too_many((gear.item.id(), &item), (id, other)));
            let help = match never {
                Some(_) => "remove it, or change its `carry`",
                None => "remove one of the two, or change its `carry`",
            };
            let message = never.or_else(several);
            let pointer = at.child("gear").child(index.to_string()).child("item");
            if let (Some(message), Some(place)) = (message, survey.draft.place(&pointer)) {
                let help = Some(help.to_owned());
                let fixes = vec![Fix::removal(gear.item.id(), &at.child("gear").child(index.to_string()))];
                findings.push(Finding { help, fixes, ..check.finding(place, pointer, message) });
            }
            carried.push((gear.item.id(), item));
        }
    }
}

/// The reason why two items cannot be carried together.
fn too_many((id, item): (&str, &Item), (other_id, other): (&str, &Item)) -> Option<String> {
    let same = id == other_id;
    if same && item.is_counted() {
        return Some(format!("expected one entry of {} with a `count`, found another", item.title));
    }
    if same && matches!(item.carry, Carry::OneEach | Carry::Unique | Carry::Accumulates) {
        return Some(format!("expected at most one {}, found another", item.title));
    }
    let alone = [item, other].into_iter().find(|item| item.carry == Carry::OneOfClass);
    let alone = alone.filter(|_| item.class == other.class)?;
    Some(format!(
        "{} must be the only item of its class, but the figure carries {} and {}",
        alone.title, other.title, item.title
    ))
}
