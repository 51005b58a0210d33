//! Compares the lists of what the sources ask for with the repository, and makes pages of them: [`rules`], the paragraphs
//! of the Foeman rules, [`sentences`], the sentences of their sources, [`strategy`], the parts of the strategy rules, and
//! [`editor`], the checklist of Hexkit's scenario editor.

pub mod editor;
pub mod rules;
pub mod sentences;
pub mod strategy;
pub mod tests;
