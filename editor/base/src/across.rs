//! Applies changes of a pack to the packs that require it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Plan, follow};
use foeman_schema::draft::Draft;
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::text::Pointer;
use foeman_schema::usages::{Usage, usages_of_required};

use crate::save::together::{Before, Fate, Part, SaveFailure, Writer, save_several};

/// How long a rename waits for another process that is writing to a dependent pack.
const PATIENCE: Duration = Duration::from_secs(2);

/// A dependent pack that must change after a rename in a pack it requires.
#[derive(Clone, Debug)]
pub struct Follower {
    /// The pack before the rename.
    pub before: Draft,
    /// Its changes.
    pub plan: Plan,
    /// The pack after the rename.
    pub after: Draft,
}

/// A dependent pack that would break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The folder or file of the pack.
    pub root: PathBuf,
    /// The error and its remedy: lower case, no final stop.
    pub why: String,
}

/// Returns the id in a pack's header; empty if it has none.
pub fn id_of(draft: &Draft) -> String {
    draft.header("pack").and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Plans the changes of the dependent packs after a rename; packs without changes are left out.
///
/// `before` and `after` are the renamed pack; `packs` require it and see its state `before`. The error names the first
/// pack that cannot follow: a name is taken there, or it would have a new error.
pub fn followers(
    [before, after]: [&Draft; 2],
    (at, to): (&Pointer, &str),
    packs: Vec<Draft>,
) -> Result<Vec<Follower>, Refused> {
    let mut followers = sketched(before, (at, to), packs)?;
    for follower in &followers {
        let changed: Vec<&Draft> = [after].into_iter().chain(followers.iter().map(|other| &other.after)).collect();
        let built = follower.after.built_on(&changed);
        if let Some(error) = new_error(&follower.before, &built) {
            let why = format!("it would have a new error: {}", error.message);
            return Err(Refused { root: root_of(&follower.before), why });
        }
    }
    followers.retain(|follower| !follower.plan.edit().is_empty());
    Ok(followers)
}

/// Plans the changes of all dependent packs after a rename, including empty plans, without checking for new errors.
pub fn sketched(before: &Draft, (at, to): (&Pointer, &str), packs: Vec<Draft>) -> Result<Vec<Follower>, Refused> {
    let ids: Vec<String> = [id_of(before)].into_iter().chain(packs.iter().map(id_of)).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut followers = Vec::new();
    for pack in packs {
        let refused = |why: String| Refused { root: root_of(&pack), why };
        let plan = follow(&pack, at, to, &ids).map_err(|error| refused(error.to_string()))?;
        let mut changed = pack.clone();
        plan.apply(&mut changed).map_err(|error| refused(error.to_string()))?;
        followers.push(Follower { before: pack, plan, after: changed });
    }
    Ok(followers)
}

/// Saves a pack and the changes of its dependents: all packs or none.
pub fn save(own: Part<'_>, followers: &[Follower]) -> Result<(), NotSaved> {
    let failed = |nth: usize, failure: SaveFailure| {
        let root = root_of(&followers[nth].before);
        NotSaved::Follower(format!("`{}`: {failure}", root.display()))
    };
    let mut others = Vec::new();
    for (nth, follower) in followers.iter().enumerate() {
        let writer = Writer::begin(&root_of(&follower.before), PATIENCE).map_err(|failure| failed(nth, failure))?;
        others.push((writer, fates(follower)));
    }
    let parts = others.iter().map(|(writer, fates)| Part { writer, fates });
    let parts: Vec<Part<'_>> = [own].into_iter().chain(parts).collect();
    save_several(&parts).map_err(|(nth, failure)| match nth.checked_sub(1) {
        None => NotSaved::Own(failure),
        Some(nth) => failed(nth, failure),
    })
}

/// Why a pack and its dependents were not saved.
#[derive(Debug)]
pub enum NotSaved {
    /// The pack itself could not be saved.
    Own(SaveFailure),
    /// A dependent could not be saved; the message names it.
    Follower(String),
}

fn fates(Follower { before, after, .. }: &Follower) -> Vec<Fate<'_>> {
    let changed = before.files().filter(|file| before.text(*file) != after.text(*file));
    let fate = |file| Fate {
        path: before.path(file),
        before: Before::Text(before.text(file).as_bytes()),
        after: Some(after.text(file).as_bytes()),
    };
    changed.map(fate).collect()
}

/// Returns the first dependent pack that would have a new error after a change; `packs` see the required pack before
/// the change.
pub fn broken(after: &Draft, packs: &[Draft]) -> Option<Refused> {
    packs.iter().find_map(|pack| {
        let error = new_error(pack, &pack.built_on(&[after]))?;
        Some(Refused { root: root_of(pack), why: error.message })
    })
}

/// Returns the usages of a record or key in packs that require its pack.
pub fn usages_in<'d>(required: &Draft, at: &Pointer, packs: &'d [Draft]) -> Vec<(&'d Draft, Vec<Usage>)> {
    let id = id_of(required);
    let found = packs.iter().map(|pack| (pack, usages_of_required(pack, &id, at)));
    found.filter(|(_, usages)| !usages.is_empty()).collect()
}

/// Returns the path of a pack; for a sibling of `root`, in the same form as `root`.
pub fn shown(draft: &Draft, root: &Path) -> PathBuf {
    let own = root_of(draft);
    let beside = root.canonicalize().ok().and_then(|root| root.parent().map(Path::to_owned));
    let Some(name) = own.file_name().filter(|_| beside.as_deref() == own.parent()) else { return own };
    let has_name = root.file_name().is_some();
    match root.parent().filter(|_| has_name) {
        Some(folder) => folder.join(name),
        None => Path::new("..").join(name),
    }
}

fn root_of(draft: &Draft) -> PathBuf {
    draft.root().map(Path::to_owned).unwrap_or_default()
}

/// Returns an error that is new in `after`, by comparing the number of errors of each kind.
fn new_error(before: &Draft, after: &Draft) -> Option<Finding> {
    let errors = |draft: &Draft| -> Vec<Finding> {
        let analysis = Analysis::of(Arc::new(draft.clone()), None);
        analysis.findings().iter().filter(|finding| finding.severity == Severity::Error).cloned().collect()
    };
    let mut known: BTreeMap<&'static str, usize> = BTreeMap::new();
    for error in errors(before) {
        *known.entry(error.code).or_default() += 1;
    }
    errors(after).into_iter().find(|error| match known.get_mut(error.code).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            false
        }
        None => true,
    })
}
