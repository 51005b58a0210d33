//! Packs on paper: map sheets, counters, figure sheets and cards.
//!
//! A [`Document`] is a list of pages with everything that is drawn on them, in millimetres. [`pdf`] writes it as PDF.
//! Read the modules in this order: [`paper`] (sizes and lengths), [`options`], [`page`] (drawing primitives),
//! [`subject`] (the printable parts of a pack), [`map`], [`counter`], `flow` (text and tables over pages), [`sheet`], `scenario`, [`rules`], [`card`], [`book`] (all parts together), [`pdf()`].

pub mod book;
pub mod card;
pub mod counter;
mod flow;
pub mod map;
pub mod options;
pub mod page;
pub mod paper;
mod pdf;
pub mod rules;
mod scenario;
pub mod sheet;
pub mod subject;
mod text;
mod transform;

pub use book::{PrintError, print};
pub use options::Options;
pub use page::Document;
pub use pdf::pdf;
