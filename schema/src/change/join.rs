//! Joining several edits of one draft into one.

use super::ChangeError;
use crate::draft::Draft;
use crate::edit::{Edit, FileChange, Splice};

/// Joins edits made for the same draft; identical parts are kept once.
///
/// Fails if two edits affect the same bytes, or the same file, in different ways.
pub fn joined(draft: &Draft, edits: impl IntoIterator<Item = Edit>) -> Result<Edit, ChangeError> {
    let mut whole = Edit::default();
    for edit in edits {
        whole.splices.extend(edit.splices);
        whole.files.extend(edit.files);
    }
    whole.splices.sort_by(|a, b| (a.file, a.span, &a.text).cmp(&(b.file, b.span, &b.text)));
    whole.splices.dedup();
    whole.files.sort();
    whole.files.dedup();
    let meet = |a: &Splice, b: &Splice| a.file == b.file && (a.span.end > b.span.start || a.span == b.span);
    if let Some([_, splice]) = whole.splices.windows(2).find(|pair| meet(&pair[0], &pair[1])) {
        let (line, _) = draft.line_col(splice.file, splice.span.start);
        return Err(ChangeError::Overlap { path: draft.path(splice.file).to_owned(), line });
    }
    for (number, change) in whole.files.iter().enumerate() {
        let path = path_of(change);
        let spliced = |splice: &Splice| draft.path(splice.file) == path;
        let deleted = matches!(change, FileChange::Delete { .. }) && whole.splices.iter().any(spliced);
        if deleted || whole.files[..number].iter().any(|other| path_of(other) == path) {
            return Err(ChangeError::Overlap { path: path.to_owned(), line: 1 });
        }
    }
    Ok(whole)
}

fn path_of(change: &FileChange) -> &str {
    match change {
        FileChange::Create { path, .. } | FileChange::Delete { path } | FileChange::Rename { from: path, .. } => path,
    }
}
