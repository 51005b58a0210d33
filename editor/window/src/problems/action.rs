//! Actions of the dialog that allows a finding.

use foeman_schema::finding::Finding;

/// An action of the dialog that allows a finding.
#[derive(Clone, PartialEq, Debug)]
pub enum AllowAction {
    /// Shows the dialog.
    Ask(Box<Finding>),
    /// Sets the reason as typed.
    Type(String),
    /// Writes the comment that allows the finding.
    Do,
}
