//! Allowing a problem where it stands, for a reason that is asked for.

use foeman_schema::allowing::{Allowance, allow};
use foeman_schema::finding::Finding;

use super::super::action::{AllowAction, Focus};
use super::super::diff::{FileDiff, preview};
use super::super::pack::Pack;
use super::{Question, Tone, Workspace};

/// A problem that is to be allowed, while the reason is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowing {
    /// The problem.
    pub finding: Finding,
    /// The reason as far as it has been typed.
    pub reason: String,
    /// The comment with the lines that it changes, or why it cannot be.
    pub made: Result<(Allowance, Vec<FileDiff>), String>,
}

impl Workspace {
    pub(super) fn perform_allow(&mut self, action: AllowAction) {
        let Some(pack) = &self.pack else { return };
        match action {
            AllowAction::Ask(finding) => {
                let made = made(pack, &finding, "");
                self.question = Some(Question::Allow(Allowing { finding: *finding, reason: String::new(), made }));
                self.focus = Some(Focus::Reason);
            }
            AllowAction::Type(reason) => {
                if let Some(Question::Allow(allowing)) = &mut self.question {
                    allowing.made = made(pack, &allowing.finding, &reason);
                    allowing.reason = reason;
                }
            }
            AllowAction::Do => {
                let Some(Question::Allow(allowing)) = self.question.take() else { return };
                // The text may have changed beneath the question.
                match made(pack, &allowing.finding, &allowing.reason) {
                    Ok((Allowance { changes, plan, .. }, _)) => {
                        let name = format!("Allow {}", allowing.finding.code);
                        self.carry_out(name, allowing.finding.pointer.clone(), &changes, &plan);
                    }
                    Err(why) => self.tell(Tone::Bad, format!("Cannot allow this: {why}")),
                }
            }
        }
    }
}

fn made(pack: &Pack, finding: &Finding, reason: &str) -> Result<(Allowance, Vec<FileDiff>), String> {
    let made = allow(&pack.analysis(), finding, reason).map_err(|error| error.to_string())?;
    let files = preview(pack, &made.changes)?;
    Ok((made, files))
}
