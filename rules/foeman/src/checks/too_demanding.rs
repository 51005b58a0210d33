//! `too-demanding`: requirements that no figure in the pack meets.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::{Subject, Survey};
use foeman_schema::text::RecordKey;

use super::roster_figures;
use crate::catalogs::{FigureType, Item, Kind, Roster, Spell, Talent};

pub(super) static CHECK: Check = Check {
    name: "too-demanding",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Group(compared),
    summary: "No figure in the pack can use an item, spell or talent",
    doc: "\
An item requires ST (`F10.1`), and a spell or talent requires IQ (`F11.2`).
If no figure type and no figure of a roster has as much, the number is probably wrong.
Spells are compared with wizards, and items with all figures that act; packs without rosters are not checked.
If a figure has the item, spell or talent anyway, `too-weak` or `above-iq` reports it instead.
Lower the requirement, or add a figure that meets it.",
    bad: r##"items:
  anvil: {title: Anvil, class: wpn, requires: {st: 90}, damage: -0H}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
rosters:
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
"##,
    fix: &[("90", "12")],
    run,
};

/// The highest attributes of any figure.
#[derive(Default)]
struct Best {
    st: u8,
    dx: u8,
    iq: u8,
    /// The highest IQ of a wizard.
    magic: u8,
}

impl Best {
    fn count(&mut self, kind: Kind, [st, dx, iq]: [u8; 3]) {
        if kind == Kind::Feature {
            return;
        }
        (self.st, self.dx, self.iq) = (self.st.max(st), self.dx.max(dx), self.iq.max(iq));
        if kind == Kind::Wizard {
            self.magic = self.magic.max(iq);
        }
    }
}

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    // An invalid record may hold the strongest figure.
    if survey.draft.ids(Roster::CATALOG).next().is_none()
        || !survey.is_all_sound(Roster::CATALOG)
        || !survey.is_all_sound(FigureType::CATALOG)
    {
        return;
    }
    let mut best = Best::default();
    for (_, kind) in survey.records::<FigureType>() {
        best.count(kind.kind, [kind.attributes.st, kind.attributes.dx, kind.attributes.iq]);
    }
    let mut known: Vec<(&str, &str)> = Vec::new();
    for (_, figure) in roster_figures(survey) {
        let Some(kind) = survey.record::<FigureType>(figure.r#type.id()) else { continue };
        let (own, usual) = (&figure.attributes, kind.attributes);
        best.count(kind.kind, [own.st.unwrap_or(usual.st), own.dx.unwrap_or(usual.dx), own.iq.unwrap_or(usual.iq)]);
        known.extend(figure.gear.iter().map(|gear| (Item::CATALOG, gear.item.id())));
        known.extend(figure.spells.iter().map(|spell| (Spell::CATALOG, spell.id())));
        known.extend(figure.talents.iter().map(|talent| (Talent::CATALOG, talent.id())));
    }
    known.sort_unstable();
    let mut add = |record: &RecordKey, title: &str, key: &[&str], [asked, has]: [u8; 2], what: &str| {
        if asked <= has {
            return;
        }
        let pointer = key.iter().fold(record.pointer(), |at, key| at.child(*key));
        let Some(place) = survey.draft.place(&pointer) else { return };
        let is_known = known.binary_search(&(record.catalog.as_str(), record.id.as_str())).is_ok();
        if is_known || !survey.draft.defined(&pointer) {
            return;
        }
        let message = format!("{title} requires {what} of {asked}, but the most that any figure has is {has}");
        let help = Some(format!("lower it to {has} or less, or add a figure that meets it"));
        findings.push(Finding { help, ..check.finding(place, pointer, message) });
    };
    for (key, item) in survey.records::<Item>() {
        add(key, &item.title, &["requires", "st"], [item.requires.st, best.st], "an ST");
    }
    for (key, spell) in survey.records::<Spell>().filter(|_| best.magic > 0) {
        add(key, &spell.title, &["iq"], [spell.iq, best.magic], "an IQ");
    }
    for (key, talent) in survey.records::<Talent>() {
        add(key, &talent.title, &["iq"], [talent.iq, best.iq], "an IQ");
        add(key, &talent.title, &["requires", "st"], [talent.requires.st, best.st], "an ST");
        add(key, &talent.title, &["requires", "dx"], [talent.requires.dx, best.dx], "a DX");
    }
}

/// The figures, and everything that requires something of them, are one group.
fn compared(subject: &Subject<'_>) -> Option<u64> {
    let is_compared = match subject.record::<Item>() {
        Some(item) => item.requires.st > 0,
        None => [FigureType::CATALOG, Roster::CATALOG, Spell::CATALOG, Talent::CATALOG].contains(&subject.catalog()),
    };
    is_compared.then_some(0)
}
