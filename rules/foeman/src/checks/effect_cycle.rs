//! `effect-cycle`: a named effect that includes itself.

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;

use super::effects::NamedEffects;

/// The number of effects listed for a cycle.
const SHOWN: usize = 8;

pub(super) static CHECK: Check = Check {
    name: "effect-cycle",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A named effect contains itself",
    doc: "\
An effect of the kind `named` is replaced by the effects of an entry in `effects`.
This never ends if the entry names itself, directly or through other entries.
Replace one of the names by the effects themselves.",
    bad: "\
effects:
  fever:
    title: Fever
    effects:
      - {kind: damage, dice: 1D, of: exhaustion}
      - {kind: named, effect: shivers}
  shivers:
    title: Shivers
    effects:
      - {kind: named, effect: fever}
",
    fix: &[("named, effect: fever", "modify, what: dx, by: -1")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let NamedEffects { ids, leads, graph } = NamedEffects::of(survey);
    for way in graph.cycles() {
        // Each step of the cycle, with the pointer to the reference to the next.
        let step = |at: usize| {
            let next = way[(at + 1) % way.len()];
            let (_, pointer) = leads[way[at]].iter().find(|(target, _)| *target == next)?;
            Some((pointer.clone(), survey.draft.place(pointer)?))
        };
        let Some((pointer, place)) = step(0) else { continue };
        let start = ids[way[0]];
        let through: Vec<String> = way[1..].iter().take(SHOWN).map(|node| format!("`{}`", ids[*node])).collect();
        let message = match way.len() - 1 {
            0 => format!("`{start}` contains itself"),
            others => {
                let more = match others.saturating_sub(SHOWN) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let through = through.join(", ");
                format!("`{start}` contains itself through {through}{more}")
            }
        };
        let mut finding = check.finding(place, pointer, message);
        let places = (1..way.len()).take(SHOWN).filter_map(step);
        finding.related = places.map(|(_, place)| (place, "through this entry".to_owned())).collect();
        finding.help = Some("replace one of the names by the effects themselves".to_owned());
        findings.push(finding);
    }
}
