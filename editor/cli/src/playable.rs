//! Prepares a scenario for play, and reports errors in it.

use std::path::Path;
use std::sync::Arc;

use foeman_engine::game::{Engine, Registry};
use foeman_schema::finding::{Finding, Severity};
use foeman_schema::resolve::{ContentError, Resolved};

use super::language::Language;
use super::pack::{self, Pack, Shelves};
use super::{report, unknown};
use foeman_base::console::{Console, Failure};

/// A scenario ready to play.
pub(super) struct Playable {
    pub(super) pack: Pack,
    pub(super) engine: &'static dyn Engine,
    pub(super) resolved: Arc<Resolved>,
}

/// Prepares a scenario; prints its errors to stderr.
pub(super) fn playable(
    path: &Path,
    (shelves, language): (&Shelves, &Language),
    scenario: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Playable, Failure> {
    let pack = language.of(pack::read(path, shelves, registry, console)?)?;
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

/// Prints the findings that prevent play.
pub(super) fn found(pack: &Pack, findings: &[Finding], console: &mut Console<'_>) -> Failure {
    for finding in findings {
        if let Err(error) = report::finding(pack, finding, &mut console.err) {
            return error.into();
        }
    }
    Failure::Findings
}

/// Prints the errors of a pack with an unknown ruleset.
pub(super) fn unknown_ruleset(pack: &Pack, console: &mut Console<'_>) -> Failure {
    let mut errors = pack.analysis().findings().to_vec();
    errors.retain(|finding| finding.severity == Severity::Error);
    found(pack, &errors, console)
}

impl Playable {
    /// Prints why the rules cannot play the content.
    pub(super) fn refuse(&self, problems: &[ContentError], console: &mut Console<'_>) -> Failure {
        for problem in problems {
            if let Err(error) = report::problem(&self.pack, problem, &mut console.err) {
                return error.into();
            }
        }
        Failure::Findings
    }
}
