//! `file-name`: a file or folder name that is not portable across operating systems.

use std::collections::{BTreeMap, BTreeSet};

use crate::change::Change;
use crate::check::{Check, Scope};
use crate::draft::{Draft, PACK_FILE, Unread};
use crate::file_name::{fault, folded};
use crate::finding::{Confidence, Finding, Fix, Severity};
use crate::survey::Survey;
use crate::text::{FileId, Location, Pointer, Span, quoted};

pub(crate) static CHECK: Check = Check {
    name: "file-name",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "The name of a file or folder is not portable",
    doc: "\
A pack should work on every system it is copied to.
Windows does not allow the names `aux.yaml`, `con.yaml` and `com1.yaml`, the characters `<>:\"\\|?*`, or a dot or space at the end.
On Windows and macOS, `Maps.yaml` and `maps.yaml` are the same file, so one of them would be lost.
Files whose names are not UTF-8 are not read.",
    bad: r##"terrains:
  sand: {title: Sand, color: "#d9c08c"}
# Extra.yaml
maps: {}
# extra.yaml
effects: {}
"##,
    fix: &[("# Extra.yaml\n", ""), ("# extra.yaml\n", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let around = draft.around();
    for skipped in around.skipped.iter().filter(|skipped| skipped.why == Unread::Name) {
        let message = format!("the name of {} is not UTF-8, so the file is not read; rename it", quoted(&skipped.path));
        findings.push(check.finding(place(draft, draft.header_file()), Pointer::root(), message));
    }
    // Derive the folders from the paths of the files.
    let mut paths: BTreeMap<&str, Option<FileId>> = BTreeMap::new();
    let files = draft.files().map(|file| (draft.path(file), Some(file)));
    for (path, file) in files.chain(around.others.iter().map(|path| (path.as_str(), None))) {
        for (end, _) in path.match_indices('/') {
            paths.entry(&path[..end]).or_insert(file);
        }
        paths.entry(path).or_insert(file);
    }
    let mut faulty: BTreeSet<&str> = BTreeSet::new();
    let mut alike: BTreeMap<String, (&str, Option<FileId>)> = BTreeMap::new();
    for (path, file) in paths {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if let Some(fault) = fault(name) {
            let mut finding = check.finding(
                place(draft, file.unwrap_or(draft.header_file())),
                Pointer::root(),
                format!("{} {}; rename it, for example to {}", quoted(path), fault.why, quoted(&fault.instead)),
            );
            let to = if folder.is_empty() { fault.instead } else { format!("{folder}/{}", fault.instead) };
            let is_file = file.is_some_and(|file| draft.path(file) == path);
            if is_file && path != PACK_FILE && draft.file_at(&to).is_none() && !faulty.contains(folder) {
                let title = format!("rename it to {}", quoted(&to));
                finding.fixes.push(Fix::guess(title, vec![Change::RenameFile { from: path.to_owned(), to }]));
            }
            faulty.insert(path);
            findings.push(finding);
        }
        // Do not report the content of two colliding folders again.
        let key = format!("{folder}/{}", folded(name));
        match alike.get(&key) {
            None => drop(alike.insert(key, (path, file))),
            Some((first, its)) => {
                let [one, other] = [first, path].map(quoted);
                let message = format!("{one} and {other} are the same file on Windows and macOS; rename one of them");
                let mut finding =
                    check.finding(place(draft, file.or(*its).unwrap_or(draft.header_file())), Pointer::root(), message);
                finding
                    .related
                    .extend(its.filter(|_| file.is_some()).map(|its| (place(draft, its), "the other file".to_owned())));
                findings.push(finding);
            }
        }
    }
}

/// Returns the first key of a file: a comment there can suppress a finding about the whole file.
fn place(draft: &Draft, file: FileId) -> Location {
    let span = draft.file(file).sections.first().map_or(Span::at(0), |section| section.key_span);
    Location { file, span }
}
