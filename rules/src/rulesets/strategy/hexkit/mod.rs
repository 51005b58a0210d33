//! Files of Hexkit: scenarios as its editor writes them, read into a pack.
//!
//! Reads `include` (one text of several files) and `read` (that text as records). Nothing of a file is trusted: no entity
//! is expanded, no path leaves the folder, and what is read has a limit.

mod include;
mod read;
mod records;

pub use include::{Expanded, MOST_BYTES, Open, expand};
pub use read::{Read, read};
