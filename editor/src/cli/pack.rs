//! Opening packs and getting a scenario of one ready to be played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use foeman_rules::game::{Engine, Registry};
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Severity;
use foeman_schema::resolve::{ContentError, Resolved};

use super::{report, unknown};
use crate::console::{Console, Failure};

/// A pack with the path it was asked for by.
pub(super) struct Pack {
    /// The pack as it is written.
    pub(super) draft: Arc<Draft>,
    /// Its folder or its single file, as the user named it.
    pub(super) root: PathBuf,
}

/// A scenario with everything it needs.
pub(super) struct Playable {
    /// The pack.
    pub(super) pack: Pack,
    /// The rules it is played by.
    pub(super) engine: &'static dyn Engine,
    /// The content.
    pub(super) resolved: Arc<Resolved>,
}

/// Reads a pack; its `pack.yaml` stands for its folder.
pub(super) fn open(path: &Path, registry: Registry) -> Result<Pack, Failure> {
    let root = if path.file_name().is_some_and(|name| name == "pack.yaml") {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    } else {
        path.to_owned()
    };
    let draft = Draft::open(&root, &registry.dialects())
        .map_err(|error| Failure::Io(format!("could not read `{}`: {}", error.path.display(), error.message)))?;
    Ok(Pack { draft: Arc::new(draft), root })
}

/// Gets a scenario ready; what is wrong with it is shown on the error stream.
pub(super) fn playable(
    path: &Path,
    scenario: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Playable, Failure> {
    let pack = open(path, registry)?;
    let dialect = pack.draft.dialect();
    let Some((dialect, engine)) = dialect.and_then(|dialect| Some((dialect, registry.engine(dialect.id)?))) else {
        return Err(unknown_ruleset(&pack, console));
    };
    let ids: Vec<_> = pack.draft.ids(dialect.playable).collect();
    if !ids.contains(&scenario) {
        let expected = format!("one of the {} of `{}`", dialect.playable, pack.root.display());
        return Err(unknown(&expected, scenario, &ids));
    }
    match pack.analysis().resolve(scenario) {
        Ok(resolved) => Ok(Playable { pack, engine, resolved }),
        Err(findings) => {
            for finding in &findings {
                report::finding(&pack, finding, &mut console.err)?;
            }
            Err(Failure::Findings)
        }
    }
}

/// Shows what is wrong with a pack that is for no ruleset known here.
pub(super) fn unknown_ruleset(pack: &Pack, console: &mut Console<'_>) -> Failure {
    for finding in pack.analysis().findings().iter().filter(|finding| finding.severity == Severity::Error) {
        if let Err(error) = report::finding(pack, finding, &mut console.err) {
            return error.into();
        }
    }
    Failure::Findings
}

impl Pack {
    /// Everything derived from it.
    pub(super) fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), None)
    }
}

impl Playable {
    /// Shows why the rules cannot play the content.
    pub(super) fn refuse(&self, problems: &[ContentError], console: &mut Console<'_>) -> Failure {
        for problem in problems {
            if let Err(error) = report::problem(&self.pack, problem, &mut console.err) {
                return error.into();
            }
        }
        Failure::Findings
    }
}
