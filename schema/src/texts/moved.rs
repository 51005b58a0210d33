//! Keeping translations when a record or a key is renamed.

use crate::draft::Draft;
use crate::po::quoted;
use crate::splice::Splice;
use crate::text::Pointer;

use super::collect::{context_of, pointer_of};

/// Returns the splices that rename a record or a key in the contexts of the pack's translations.
pub(crate) fn renamed(draft: &Draft, at: &Pointer, to: &str) -> Vec<Splice> {
    let new = at.parent().unwrap_or_default().child(to);
    let mut splices = Vec::new();
    for id in draft.files() {
        let file = draft.file(id);
        for entry in file.po.iter().filter(|_| !file.locked).flat_map(|po| &po.entries) {
            let moved = pointer_of(&entry.context)
                .and_then(|pointer| Some(new.join(pointer.parts().strip_prefix(at.parts())?)));
            if let Some(moved) = moved {
                splices.push(Splice { file: id, span: entry.place, text: quoted(&context_of(&moved)) });
            }
        }
    }
    splices
}
