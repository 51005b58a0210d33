//! The texts of a pack, and their translations in its folder `lang`.
//!
//! `lang/de.po` contains the German texts of a pack. They are a layer over the records: [`Draft::in_language`] returns
//! the pack with translated values, while the text of its YAML files stays the same.
//!
//! [`Draft::in_language`]: crate::draft::Draft::in_language
//!
//! ```
//! use foeman_schema::draft::Draft;
//! use foeman_schema::example::{DUELS, PACK};
//! use foeman_schema::text::RecordKey;
//!
//! let german = "msgctxt \"weapons/sword/title\"\nmsgid \"Sword\"\nmsgstr \"Schwert\"\n";
//! let files = [("pack.yaml", PACK), ("lang/de.po", german)];
//! let draft = Draft::from_texts(files.map(|(path, text)| (path.into(), text.into())), &[&DUELS]);
//! assert_eq!(draft.languages(), ["de"]);
//!
//! let german = draft.in_language("de-AT");
//! let title = |id: &str| german.title_of_record(&RecordKey::new("weapons", id)).unwrap();
//! assert_eq!([title("sword"), title("spear")], ["Schwert", "Spear"]); // not translated yet
//! assert_eq!(german.text(german.header_file()), PACK);
//! ```

mod collect;

mod layer;

mod moved;

mod problems;

mod update;

pub use collect::{Text, texts};
pub(crate) use moved::renamed;
pub use problems::{Coverage, coverage};
pub(crate) use problems::{Problem, ProblemKind, problems};
pub use update::{template, updated};
