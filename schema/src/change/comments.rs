//! Comments, which mean nothing to a pack and are known by their bytes alone.

use super::ChangeError;
use crate::draft::Draft;
use crate::edit::{Edit, Splice};
use crate::text::Span;

/// Other words in the place of a comment or of a part of one; refused where something else stands.
pub(super) fn reword(draft: &Draft, path: &str, at: Span, old: &str, new: &str) -> Result<Edit, ChangeError> {
    let file = draft.file_at(path).ok_or_else(|| ChangeError::NoFile(path.to_owned()))?;
    if draft.file(file).locked {
        return Err(ChangeError::Needed(path.to_owned()));
    }
    let text = draft.text(file);
    let start = text.get(..at.start).map(|front| front.rfind('\n').map_or(0, |newline| newline + 1));
    let in_comment = |start: usize| text[start..at.end].contains('#') && !new.contains(['\n', '\r']);
    match (start, text.get(at.range())) {
        (Some(start), Some(written)) if written == old && in_comment(start) => {
            Ok(vec![Splice { file, span: at, text: new.to_owned() }].into())
        }
        _ => Err(ChangeError::Stale),
    }
}
