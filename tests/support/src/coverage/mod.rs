//! Coverage lists, checked against the repository and formatted as pages: [`rules`], the paragraphs of the Foeman
//! rules, [`strategy`], the parts of the strategy rules, and [`editor`], the checklist of Hexkit's scenario editor.

pub mod editor;
pub mod rules;
pub mod strategy;
pub mod tests;
