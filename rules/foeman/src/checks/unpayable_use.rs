//! `unpayable-use`: a spell or talent that costs more than any figure has.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use foeman_schema::check::{Check, Scope};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::effects::effects;
use super::{records, roster_figures};
use crate::catalogs::effects::{Deed, Quantity};
use crate::catalogs::{FigureType, Spell, Talent};

/// The ST that a figure must have left after paying for a use (`F11.2`).
const KEPT: i32 = 2;

/// Points that effects are assumed to add to attributes or to take off costs, in packs with effects of this kind.
const HELP: i32 = 6;

pub(super) static CHECK: Check = Check {
    name: "unpayable-use",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Pack,
    summary: "A spell or talent costs more than any figure has",
    doc: "\
Casting a spell, keeping it up or using a talent costs ST, of which 2 must remain, and some talents cost IQ.
The check compares the cost with the figures that have the spell or talent, or with all figures of the pack if none has it.
If effects of the pack change ST, IQ or the cost of casting, it allows 6 points more.
Lower the cost, or raise the attribute of a figure.",
    bad: r##"rosters:
  school: {title: School, figures: {oda: {name: Oda, type: sage, spells: [stumble]}}}
figures:
  sage: {title: Sage, kind: wizard, attributes: {st: 12, dx: 11, iq: 13, ma: 10}}
spells:
  stumble: {title: Stumble, iq: 8, kind: thrown, cost: 30, range: 10, target: foe, effects: [{kind: posture, to: lying}]}
"##,
    fix: &[("30", "3")],
    run,
};

/// The highest attributes of any figure.
#[derive(Clone, Copy, Default)]
struct Most {
    st: Option<i32>,
    iq: Option<i32>,
}

impl Most {
    fn add(&mut self, st: u8, iq: u8) {
        self.st = self.st.max(Some(st.into()));
        self.iq = self.iq.max(Some(iq.into()));
    }

    fn or(self, other: Self) -> Self {
        Self { st: self.st.or(other.st), iq: self.iq.or(other.iq) }
    }
}

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut anybody = Most::default();
    let mut knowing: BTreeMap<(&str, &str), Most> = BTreeMap::new();
    for (_, kind) in records::<FigureType>(survey) {
        anybody.add(kind.attributes.st, kind.attributes.iq);
    }
    for (_, figure) in roster_figures(survey) {
        let Some(kind) = survey.record::<FigureType>(figure.r#type.id()) else { continue };
        let (st, iq) =
            (figure.attributes.st.unwrap_or(kind.attributes.st), figure.attributes.iq.unwrap_or(kind.attributes.iq));
        anybody.add(st, iq);
        let spells = figure.spells.iter().map(|spell| ("spells", spell.id()));
        let talents = figure.talents.iter().map(|talent| ("talents", talent.id()));
        spells.chain(talents).for_each(|known| knowing.entry(known).or_default().add(st, iq));
    }
    // Looking for effects takes longer than the rest.
    let help = LazyCell::new(|| {
        let helps = effects(survey).any(|(_, _, effect)| {
            matches!(effect.deed, Deed::Modify { what: Quantity::St | Quantity::Iq | Quantity::CastingCost, .. })
        });
        if helps { HELP } else { 0 }
    });
    let mut tell = |pointer: Pointer, cost: u8, sort: &str, most: Option<i32>, kept: i32| {
        let Some(most) = most.filter(|most| i32::from(cost) + kept > *most) else { return };
        if i32::from(cost) + kept <= most + *help {
            return;
        }
        let Some(place) = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer)) else { return };
        let message = format!("no figure can pay {cost} {sort}, because the highest {sort} is {most}");
        let help = Some(format!("lower it to {} or less, or give a figure more {sort}", (most - kept).max(0)));
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    };
    let most_of =
        |catalog: &'static str, id: &str| knowing.get(&(catalog, id)).copied().unwrap_or_default().or(anybody);
    for (key, spell) in survey.records::<Spell>() {
        let most = most_of("spells", &key.id).st;
        tell(key.pointer().child("cost"), spell.cost, "ST", most, KEPT);
        if let Some(renewal) = spell.renewal {
            tell(key.pointer().child("renewal"), renewal, "ST", most, KEPT);
        }
    }
    for (key, talent) in survey.records::<Talent>() {
        let (most, at) = (most_of("talents", &key.id), key.pointer().child("cost"));
        if talent.cost.st > 0 {
            tell(at.child("st"), talent.cost.st, "ST", most.st, KEPT);
        }
        tell(at.child("iq"), talent.cost.iq, "IQ", most.iq, 0);
    }
}
