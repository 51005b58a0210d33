//! Getting a scenario of a pack ready to be played, and saying why it is not.

use std::path::Path;
use std::sync::Arc;

use foeman_engine::game::{Engine, Registry};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::resolve::{ContentError, Resolved};

use super::pack::{self, Pack, Shelves};
use super::{report, unknown};
use foeman_base::console::{Console, Failure};

/// A scenario with everything it needs.
pub(super) struct Playable {
    /// The pack.
    pub(super) pack: Pack,
    /// The rules it is played by.
    pub(super) engine: &'static dyn Engine,
    /// The content.
    pub(super) resolved: Arc<Resolved>,
}

/// Gets a scenario ready; what is wrong with it is shown on the error stream.
pub(super) fn playable(
    path: &Path,
    shelves: &Shelves,
    scenario: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Playable, Failure> {
    let pack = pack::read(path, shelves, registry, console)?;
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
        Err(findings) => Err(found(&pack, &findings, console)),
    }
}

/// Shows what is wrong with what was to be played.
pub(super) fn found(pack: &Pack, findings: &[Finding], console: &mut Console<'_>) -> Failure {
    for finding in findings {
        if let Err(error) = report::finding(pack, finding, &mut console.err) {
            return error.into();
        }
    }
    Failure::Findings
}

/// Shows what is wrong with a pack that is for no ruleset known here.
pub(super) fn unknown_ruleset(pack: &Pack, console: &mut Console<'_>) -> Failure {
    let mut errors = pack.analysis().findings().to_vec();
    errors.retain(|finding| finding.severity == Severity::Error);
    found(pack, &errors, console)
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
