//! Replacing text that is not a value: merge conflict markers, and characters in unreadable records.

use super::ChangeError;
use super::comments::writable;
use crate::draft::Draft;
use crate::edit::{Edit, Splice};
use crate::text::Span;

/// Replaces a text; refused if the file contains another text there.
pub(super) fn replace(draft: &Draft, path: &str, at: Span, old: &str, new: &str) -> Result<Edit, ChangeError> {
    let file = writable(draft, path)?;
    match draft.text(file).get(at.range()) {
        Some(written) if written == old => Ok(vec![Splice { file, span: at, text: new.to_owned() }].into()),
        _ => Err(ChangeError::Stale),
    }
}

/// Refuses an edit that touches an unresolved merge conflict, since only one of the versions would change.
pub(super) fn keeps_off_conflicts(draft: &Draft, edit: Edit) -> Result<Edit, ChangeError> {
    for Splice { file, span, .. } in &edit.splices {
        let meets = |conflict: Span| match span.start == span.end {
            true => conflict.start < span.start && span.start < conflict.end,
            false => conflict.start < span.end && span.start < conflict.end,
        };
        let conflict = draft.file(*file).conflicts.iter().find(|conflict| meets(conflict.span));
        if let Some(conflict) = conflict {
            let (line, _) = draft.line_col(*file, conflict.span.start);
            return Err(ChangeError::Conflict { path: draft.path(*file).to_owned(), line });
        }
    }
    Ok(edit)
}
