//! Finds the packs that require a command's pack, and writes them together.

use foeman_schema::draft::{Dependents, Draft};

use super::pack::Pack;
use super::write;
use foeman_base::across::{self, Refused};
use foeman_base::console::Failure;

/// Returns the packs that require a pack, or an error if one of them cannot be read.
pub(super) fn dependents(pack: &Pack) -> Result<Vec<Draft>, Failure> {
    let Dependents { packs, unreadable } = pack.draft.dependents();
    match unreadable.first() {
        None => Ok(packs),
        Some(other) => {
            let message = format!(
                "`{}` may require this pack and cannot be read: {}; nothing was changed",
                other.path.display(),
                other.why
            );
            Err(Failure::Usage(message))
        }
    }
}

/// The error for a dependent pack that cannot follow a change.
pub(super) fn refused(pack: &Pack, packs: &[Draft], refused: &Refused) -> Failure {
    let draft = packs.iter().find(|draft| draft.root() == Some(&refused.root));
    let root = draft.map_or_else(|| refused.root.clone(), |draft| across::shown(draft, &pack.root));
    Failure::Usage(format!("the pack `{}` requires this one: {}; nothing was changed", root.display(), refused.why))
}

/// Writes several packs; if one cannot be written, the earlier ones are restored. Returns the number of files written
/// for each pack.
pub(super) fn write(changes: &[(Pack, Draft)]) -> Result<Vec<usize>, Failure> {
    let mut counts = Vec::new();
    for (pack, after) in changes {
        match write::files(pack, after) {
            Ok(count) => counts.push(count),
            Err(failure) => {
                return Err(take_back(&changes[..counts.len()], failure));
            }
        }
    }
    Ok(counts)
}

/// Restores the old text of packs already written; the error names those for which that failed.
fn take_back(written: &[(Pack, Draft)], failure: Failure) -> Failure {
    let back = |(pack, after): &(Pack, Draft)| {
        let writer = pack.writer.clone();
        let now = Pack { draft: std::sync::Arc::new(after.clone()), root: pack.root.clone(), writer };
        write::files(&now, &pack.draft).err().map(|_| pack.root.display().to_string())
    };
    let left: Vec<String> = written.iter().filter_map(back).collect();
    match failure {
        Failure::Io(message) if !left.is_empty() => {
            Failure::Io(format!("{message}; these packs were changed already: {}", left.join(", ")))
        }
        other => other,
    }
}
