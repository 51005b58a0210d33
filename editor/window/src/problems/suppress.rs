//! The dialog that allows a finding, with a reason.

use foeman_schema::finding::Finding;
use foeman_schema::suppress::{Allowance, allow};

use super::action::AllowAction;
use crate::pack::Pack;
use crate::pack::diff::{FileDiff, preview};
use crate::shell::action::Focus;
use crate::shell::session::{Question, Session, Tone};

/// The state of the dialog that allows a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowing {
    /// The finding.
    pub finding: Finding,
    /// The reason typed so far.
    pub reason: String,
    /// The comment with a diff of the lines it changes, or why the finding cannot be allowed.
    pub made: Result<(Allowance, Vec<FileDiff>), String>,
}

/// Performs an action of the dialog that allows a finding.
pub(crate) fn perform(session: &mut Session, action: AllowAction) {
    let Some(pack) = &session.pack else { return };
    match action {
        AllowAction::Ask(finding) => {
            let made = made(pack, &finding, "");
            session.question = Some(Question::Allow(Allowing { finding: *finding, reason: String::new(), made }));
            session.focus = Some(Focus::Reason);
        }
        AllowAction::Type(reason) => {
            if let Some(Question::Allow(allowing)) = &mut session.question {
                allowing.made = made(pack, &allowing.finding, &reason);
                allowing.reason = reason;
            }
        }
        AllowAction::Do => {
            let Some(Question::Allow(allowing)) = session.question.take() else { return };
            // The text may have changed while the dialog was open.
            match made(pack, &allowing.finding, &allowing.reason) {
                Ok((Allowance { changes, plan, .. }, _)) => {
                    let name = format!("Allow {}", allowing.finding.code);
                    session.carry_out(name, allowing.finding.pointer.clone(), &changes, &plan);
                }
                Err(why) => session.tell(Tone::Bad, format!("Cannot allow this: {why}")),
            }
        }
    }
}

fn made(pack: &Pack, finding: &Finding, reason: &str) -> Result<(Allowance, Vec<FileDiff>), String> {
    let made = allow(&pack.analysis(), finding, reason).map_err(|error| error.to_string())?;
    let files = preview(pack, &made.changes)?;
    Ok((made, files))
}
