//! `invalid-id`: an id that is not in kebab-case.

use std::collections::BTreeMap;

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::{Draft, Record};
use crate::file_name::composed;
use crate::finding::{Confidence, Finding, Fix, Safety, Severity};
use crate::json_schema::is_id;
use crate::survey::Survey;
use crate::text::{RecordKey, kebab, quoted};

pub(crate) static CHECK: Check = Check {
    name: "invalid-id",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "An id is not in kebab case",
    doc: "\
Ids appear in references, pointers and file names, so all have the same form: `broad-sword`, with letters a to z, digits and single hyphens.
Titles can contain any characters.",
    bad: r##"terrains:
  Fine Sand: {title: Fine sand, color: "#d9c08c"}
"##,
    fix: &[("Fine Sand", "fine-sand")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let Some(dialect) = draft.dialect() else { return };
    let mut alike = None;
    for record in survey.written() {
        // The id of a record of a required pack may be qualified with the pack's id.
        let own = record.key.id.rsplit(':').next().filter(|_| record.pack.is_some());
        let id = own.unwrap_or(&record.key.id);
        let is_readable = || dialect.catalog(&record.key.catalog).is_some() && draft.node_of(record).is_some();
        if is_id(id) || !is_readable() {
            continue;
        }
        let message = format!("expected lower-case words joined by hyphens, found {}", quoted(id));
        let mut finding = check.finding(draft.place_of_key(record), record.key.pointer(), message);
        let suggested = kebab(id);
        let mut twin = None;
        if !record.key.id.is_ascii() {
            twin = twin_of(draft, record, alike.get_or_insert_with(|| lookalikes(draft)));
        }
        let label = |twin: &Record| format!("`{}` looks the same but has different characters", twin.key.id);
        finding.related.extend(twin.map(|twin| (draft.place_of_key(twin), label(twin))));
        finding.help = is_id(&suggested).then(|| format!("write `{suggested}`"));
        let free = is_id(&suggested) && !draft.contains(&RecordKey::new(&record.key.catalog, &suggested));
        finding.fixes.extend((free && record.pack.is_none() && record.first).then(|| Fix {
            title: format!("rename it to `{suggested}`"),
            safety: Safety::Unsafe,
            changes: vec![Change::Correct { at: record.key.pointer(), to: suggested }],
        }));
        findings.push(finding);
    }
}

/// Records with malformed ids. Ids that look the same have the same key: the catalog and the composed form.
type Lookalikes<'a> = BTreeMap<(&'a str, String), Vec<&'a RecordKey>>;

fn lookalikes(draft: &Draft) -> Lookalikes<'_> {
    let mut alike = Lookalikes::new();
    for (key, _) in draft.index().misnamed() {
        alike.entry((&key.catalog, composed(&key.id))).or_default().push(key);
    }
    alike
}

/// Returns a record whose id looks the same but differs, because one of the two uses combining accents.
fn twin_of<'a>(draft: &'a Draft, record: &Record, alike: &Lookalikes<'a>) -> Option<&'a Record> {
    let key = &record.key;
    let twin = alike.get(&(&*key.catalog, composed(&key.id)))?.iter().find(|other| other.id != key.id);
    draft.index().first(twin?)
}
