//! `not-played-yet`: content that battles leave out so far.

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::Record;
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::records;
use crate::rulesets::foeman::catalogs::effects::NamedEffect;
use crate::rulesets::foeman::catalogs::{FigureType, Item, Kind, Spell, Talent, Terrain};

pub(super) static CHECK: Check = Check {
    name: "not-played-yet",
    severity: Severity::Info,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "Something is written that battles do not play yet",
    doc: "\
Spells, talents, effects and feature figures can be written, are checked, shown and kept, but battles leave them out so far: nobody casts a spell or uses a talent, and what an item, a figure type or a terrain has under `effects` changes nothing.
So that nobody wonders why, each record that says more than is played carries this note.
There is nothing to mend; a pack that should play exactly as it is written does without them.",
    bad: r##"items:
  spear: {title: Spear, class: wpn, damage: -1H, effects: [{kind: modify, what: dx, by: 1, while: charging}]}
"##,
    fixed: r##"items:
  spear: {title: Spear, class: wpn, damage: -1H}
"##,
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let mut add = |at: Pointer, message: String| {
        // What is inherited is told where it is written.
        let Some(place) = survey.draft.key_place(&at).filter(|_| survey.draft.defined(&at)) else { return };
        let help = Some("it is checked, shown and kept, but left out of battles".to_owned());
        findings.push(Finding { help, ..check.finding(place, at, message) });
    };
    for (at, spell) in records::<Spell>(survey) {
        add(at, format!("`{}` is a spell, but nobody casts spells yet", spell.title));
    }
    for (at, talent) in records::<Talent>(survey) {
        add(at, format!("`{}` is a talent, but nobody uses talents yet", talent.title));
    }
    for (at, effect) in records::<NamedEffect>(survey) {
        add(at, format!("`{}` is an effect, but battles do not play effects yet", effect.title));
    }
    for (at, figure) in records::<FigureType>(survey) {
        if figure.kind == Kind::Feature {
            add(at, format!("`{}` is a feature, but nobody makes features yet", figure.title));
        }
    }
    for catalog in [FigureType::CATALOG, Item::CATALOG, Terrain::CATALOG] {
        for (key, record) in survey.sound(catalog) {
            let written = record.get("effects").and_then(|effects| effects.as_array());
            // A feature has been told already.
            let feature = catalog == FigureType::CATALOG && record.get("kind").is_some_and(|kind| kind == "feature");
            if !feature && written.is_some_and(|effects| !effects.is_empty()) {
                let title = record.get("title").and_then(|title| title.as_str()).unwrap_or(&key.id);
                let message = format!("`{title}` has effects, but battles do not play effects yet");
                add(key.pointer().child("effects"), message);
            }
        }
    }
}
