//! The subject of a check: a pack, one file of a pack, or standard input.

use std::fs;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_engine::game::Registry;
use foeman_schema::draft::{Draft, PACK_FILE};
use foeman_schema::edit::{Edit, FileChange, Splice};
use foeman_schema::finding::Finding;
use foeman_schema::text::Span;

use crate::pack::{self, Pack, Shelves};
use foeman_base::console::{Console, Failure};

/// The maximum length of standard input, larger than any valid file.
const MOST_BYTES: u64 = 64 << 20;

/// How a pack is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Read only.
    Read,
    /// For writing, to fix findings.
    Write,
}

/// A pack, and optionally the one file to check.
pub(super) struct Subject {
    pub(super) pack: Pack,
    /// The path in the pack of the file whose findings are wanted.
    part: Option<String>,
}

/// Whether an argument means standard input.
pub(super) fn is_typed(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Subject {
    /// Opens the subject at a path; `name` is the path for standard input.
    pub(super) fn open(
        path: &Path,
        name: Option<&Path>,
        shelves: &Shelves,
        registry: Registry,
        access: Access,
        console: &mut Console<'_>,
    ) -> Result<Self, Failure> {
        if let Some(name) = name {
            return Self::typed(name, shelves, registry, &mut console.input);
        }
        let mut open = |path: &Path| match access {
            Access::Read => pack::open(path, shelves, registry),
            Access::Write => pack::open_to_write(path, shelves, registry, &mut console.err),
        };
        if fs::metadata(path).is_ok_and(|data| data.is_file())
            && path.file_name().is_some_and(|name| name != PACK_FILE)
            && let Some((root, part)) = home_of(path)
        {
            let alone = pack::open(path, shelves, registry)?;
            // A file with a `pack` key is a separate pack.
            let is_pack = alone.draft.files().any(|file| alone.draft.sections(file).any(|key| key == "pack"));
            if !is_pack {
                let pack = open(&root)?;
                if pack.draft.file_at(&part).is_some() {
                    return Ok(Self { pack, part: Some(part) });
                }
                // The file is in the pack's folder, but the pack excludes it.
            }
        }
        Ok(Self { pack: open(path)?, part: None })
    }

    /// Reads standard input in place of the file with this path.
    fn typed(name: &Path, shelves: &Shelves, registry: Registry, input: &mut dyn BufRead) -> Result<Self, Failure> {
        let mut text = String::new();
        let read = input.take(MOST_BYTES).read_to_string(&mut text);
        read.map_err(|error| Failure::Io(format!("could not read standard input: expected text in UTF-8: {error}")))?;
        let alone = |text: String| {
            let file = name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let draft = Draft::from_texts([(file, text)], &registry.dialects());
            Self { pack: Pack { draft: Arc::new(draft), root: name.to_owned(), writer: None }, part: None }
        };
        let Some((root, part)) = home_of(name) else { return Ok(alone(text)) };
        let pack = pack::open(&root, shelves, registry)?;
        if pack.draft.excludes(&part) {
            return Ok(alone(text));
        }
        let mut draft = Draft::clone(&pack.draft);
        let edit = match draft.file_at(&part) {
            Some(file) if draft.text(file) == text => Edit::default(),
            Some(file) => vec![Splice { file, span: Span::new(0, draft.text(file).len()), text }].into(),
            None => Edit { splices: Vec::new(), files: vec![FileChange::Create { path: part.clone(), text }] },
        };
        if !edit.is_empty() && draft.apply(&edit).is_empty() {
            let name = name.display();
            return Err(Failure::Io(format!("could not use standard input as `{name}`; fix that file first")));
        }
        Ok(Self { pack: Pack { draft: Arc::new(draft), ..pack }, part: Some(part) })
    }

    /// Whether a finding belongs to the subject.
    pub(super) fn has(&self, pack: &Pack, finding: &Finding) -> bool {
        self.part.as_deref().is_none_or(|part| pack.draft.path(finding.place.file) == part)
    }
}

/// Returns the folder of the pack that contains a file, and the file's path in it.
fn home_of(file: &Path) -> Option<(PathBuf, String)> {
    let within = |file: &Path| {
        let mut folders = file.ancestors().skip(1);
        let root = folders.find(|folder| folder.join(PACK_FILE).is_file())?.to_owned();
        let steps = file.strip_prefix(&root).ok()?.components().map(|step| step.as_os_str().to_string_lossy());
        let part = steps.collect::<Vec<_>>().join("/");
        let root = if root.as_os_str().is_empty() { PathBuf::from(".") } else { root };
        Some((root, part))
    };
    within(file).or_else(|| within(&std::path::absolute(file).ok()?))
}
