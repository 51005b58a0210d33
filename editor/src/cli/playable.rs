//! Getting a scenario of a pack ready to be played, and saying why it is not.

use std::path::Path;
use std::sync::Arc;

use foeman_rules::game::{Engine, Registry};
use foeman_schema::finding::Severity;
use foeman_schema::resolve::{Problem, Resolved};

use super::pack::{self, Pack};
use super::{report, unknown};
use crate::console::{Console, Failure};

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
    scenario: &str,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Playable, Failure> {
    let pack = pack::open(path, registry)?;
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

impl Playable {
    /// Shows why the rules cannot play the content.
    pub(super) fn refuse(&self, problems: &[Problem], console: &mut Console<'_>) -> Failure {
        for problem in problems {
            if let Err(error) = report::problem(&self.pack, problem, &mut console.err) {
                return error.into();
            }
        }
        Failure::Findings
    }
}
