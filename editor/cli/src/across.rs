//! Finds the packs that require a command's pack, and writes them together.

use std::sync::Arc;

use foeman_schema::draft::{Dependents, Draft};

use super::pack::{self, Pack};
use super::write;
use foeman_base::across::{self, Refused};
use foeman_base::console::Failure;
use foeman_base::save::together::{Part, save_several};

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

/// Saves several packs, all or none; returns the number of files written for each pack.
pub(super) fn write(changes: &[(Pack, Draft)]) -> Result<Vec<usize>, Failure> {
    let (mut writers, mut fates) = (Vec::new(), Vec::new());
    for (pack, after) in changes {
        writers.push(match &pack.writer {
            Some(writer) => Arc::clone(writer),
            None => Arc::new(pack::begin(&pack.root)?),
        });
        fates.push(write::fates_of(pack, after));
    }
    let parts: Vec<Part<'_>> = writers.iter().zip(&fates).map(|(writer, fates)| Part { writer, fates }).collect();
    save_several(&parts).map_err(|(nth, failure)| {
        let root = changes[nth].0.root.display();
        Failure::Io(format!("could not write `{root}`: {failure}"))
    })?;
    Ok(fates.iter().map(Vec::len).collect())
}
