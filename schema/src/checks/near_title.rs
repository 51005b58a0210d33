//! `near-title`: two titles that sound the same when read aloud.

use hashbrown::HashTable;

use crate::check::{Check, Scope, group};
use crate::finding::{Confidence, Finding, Severity};
use crate::heard::letters;
use crate::survey::{Sound, Subject, Survey};
use crate::text::{RecordKey, quoted};

pub(crate) static CHECK: Check = Check {
    name: "near-title",
    severity: Severity::Warning,
    confidence: Confidence::Likely,
    scope: Scope::Group(sounding),
    summary: "Titles of two records differ only in capitals, spaces or punctuation",
    doc: "\
Readers who see `Broadsword` in one place and `Broad sword` in another wonder whether these are two things; often it is one, entered twice.
The check compares letters and digits only.
Merge the two records, or give one of them a distinct title.",
    bad: r##"terrains:
  sand: {title: Sea sand, color: "#d9c08c"}
  beach: {title: Seasand, color: "#c8a060", cost: 2}
"##,
    fix: &[("Seasand", "Wet sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for catalog in dialect.catalogs {
        let mut first: HashTable<(&RecordKey, &Sound)> = HashTable::new();
        for (key, sound) in survey.sound_in(catalog.name).filter(|(_, sound)| !sound.title.is_empty()) {
            let title = &*sound.title;
            let same =
                |(_, like): &(&RecordKey, &Sound)| like.heard == sound.heard && letters(&like.title).eq(letters(title));
            let Some((other, like)) = first.find(sound.heard, same) else {
                first.insert_unique(sound.heard, (key, sound), |(_, sound)| sound.heard);
                continue;
            };
            let like = &*like.title;
            // Identical titles are reported by `same-title`, and inherited ones are identical.
            let pointer = key.pointer().child("title");
            let differs = like != title && letters(title).next().is_some() && survey.draft.defined(&pointer);
            let Some(place) = survey.draft.place(&pointer).filter(|_| differs) else { continue };
            let message = format!(
                "the title {} is nearly the same as {}, the title of `{}`",
                quoted(title),
                quoted(like),
                other.id
            );
            let mut finding = check.finding(place, pointer, message);
            finding.help = Some("merge the records, or change one of the titles".to_owned());
            let label = format!("the title of `{}`", other.id);
            finding.related.extend(survey.draft.key_place(&other.pointer()).map(|place| (place, label)));
            findings.push(finding);
        }
    }
}

fn sounding(subject: &Subject<'_>) -> Option<u64> {
    subject.title()?;
    Some(group((subject.catalog(), subject.sound.heard)))
}
