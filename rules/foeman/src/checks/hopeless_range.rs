//! `hopeless-range`: a range at which no figure can hit.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::{Subject, Survey};

use super::roster_figures;
use crate::catalogs::{FigureType, Item, Roster};
use crate::constants::{AIM_LIMIT, ORDINARY_DICE};
use crate::option::Mode;
use crate::situation::hits::range_penalty;

/// The lowest total of the dice of an ordinary attack.
const LEAST: i32 = ORDINARY_DICE as i32;

pub(super) static CHECK: Check = Check {
    name: "hopeless-range",
    severity: Severity::Info,
    confidence: Confidence::Likely,
    scope: Scope::Group(compared),
    summary: "No figure can hit at the full range of a weapon",
    doc: "\
A hurled weapon loses 1 DX for each hex, and a missile 1 DX for every four hexes beyond the first four (`F7.1`).
At the end of this range not even the figure with the highest DX in the pack can hit, with three dice and full aim.
Shorten the range.",
    bad: r##"items:
  rock: {title: Rock, class: wpn, damage: -2H, hurl: {range: 30}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
"##,
    fix: &[("30", "6")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let types = survey.records::<FigureType>().map(|(_, kind)| kind.attributes.dx);
    let own = roster_figures(survey).filter_map(|(_, figure)| {
        let kind = survey.record::<FigureType>(figure.r#type.id());
        figure.attributes.dx.or(kind.map(|kind| kind.attributes.dx))
    });
    let Some(best) = types.chain(own).max() else { return };
    let most = i32::from(best) + AIM_LIMIT as i32;
    for (record, item) in survey.records::<Item>() {
        let hurl = item.hurl.as_ref().map(|hurl| ("hurl", Mode::Hurl, hurl.range));
        let fire = item.fire.as_ref().map(|fire| ("fire", Mode::Fire, fire.range));
        for (key, mode, range) in hurl.into_iter().chain(fire) {
            let needed = most + range_penalty(mode, u32::from(range));
            if needed >= LEAST {
                continue;
            }
            let pointer = record.pointer().child(key).child("range");
            // Inherited values are reported in the base record.
            let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { continue };
            let within = |&range: &u32| most + range_penalty(mode, range) >= LEAST;
            let farthest = (1..u32::from(range)).rev().find(within).unwrap_or(1);
            let message = format!(
                "expected a range of at most {farthest}, found {range}, where DX {best} with full aim must roll \
                 {needed} or less"
            );
            let help = Some(format!("shorten it to {farthest} or less"));
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}

/// The figures, and the items with a range, are one group.
fn compared(subject: &Subject<'_>) -> Option<u64> {
    let is_figure = subject.record::<FigureType>().is_some() || subject.record::<Roster>().is_some();
    let has_range = |item: &Item| item.hurl.is_some() || item.fire.is_some();
    (is_figure || subject.record().is_some_and(has_range)).then_some(0)
}
