//! Edits of comments, which do not affect the meaning of a pack and are located by byte.

use super::{ChangeError, Side};
use crate::draft::Draft;
use crate::edit::{Edit, Splice, eol, line_end, line_start};
use crate::text::{FileId, Span};

/// Adds a comment about the value that starts on the line of a byte. The byte must not be inside a multi-line text.
pub(super) fn add(draft: &Draft, path: &str, at: usize, side: Side, comment: &str) -> Result<Edit, ChangeError> {
    let file = writable(draft, path)?;
    let text = draft.text(file);
    if at > text.len() || !text.is_char_boundary(at) || comment.contains(['\n', '\r']) || !comment.starts_with('#') {
        return Err(ChangeError::Stale);
    }
    let (start, end) = (line_start(text, at), line_end(text, at));
    let line = &text[start..end];
    let (place, text) = match side {
        Side::Above => {
            let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
            (start, format!("{indent}{comment}{}", eol(text)))
        }
        Side::Behind => (start + line.trim_end().len(), format!(" {comment}")),
    };
    Ok(vec![Splice { file, span: Span::at(place), text }].into())
}

/// Returns a file that can be edited: it belongs to this pack and its bytes are known.
pub(super) fn writable(draft: &Draft, path: &str) -> Result<FileId, ChangeError> {
    let file = draft.file_at(path).ok_or_else(|| ChangeError::NoFile(path.to_owned()))?;
    if draft.file(file).locked { Err(ChangeError::Needed(path.to_owned())) } else { Ok(file) }
}

/// Replaces a comment or a part of one; refused if the text there is not `old`.
pub(super) fn reword(draft: &Draft, path: &str, at: Span, old: &str, new: &str) -> Result<Edit, ChangeError> {
    let file = writable(draft, path)?;
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
