//! Battles: rules, dice, commands, journals, computer players and simulation.
//!
//! The crate knows no game. A game system is a type that implements [`Ruleset`]; everything else here works with any
//! of them. [`nim`] is a complete one in a single small file, and a good start for a new one.
//!
//! # Example
//!
//! Reads a pack, plays one of its scenarios to the end, and writes and verifies the journal:
//!
//! ```
//! use foeman_engine::nim::{NIM, Nim, PACK};
//! use foeman_engine::player::{Players, decide};
//! use foeman_engine::{journal, prelude::*};
//! use foeman_schema::{analysis, draft::Draft};
//!
//! // A pack is a list of texts; `Draft::open` reads a folder.
//! let pack = Draft::from_texts([("pack.yaml".into(), PACK.into())], &NIM.dialects());
//! let ten = analysis::resolve(&pack, "ten").expect("no errors in the scenario");
//!
//! let mut battle = Battle::<Nim>::new(&ten, Seed(7)).unwrap();
//! battle.issue(2).unwrap(); // the first side takes two pebbles
//! assert!(battle.issue(4).is_err()); // illegal, so nothing changes
//!
//! // Computer players decide the rest.
//! let mut players = Players::default();
//! let outcome = loop {
//!     match battle.turn() {
//!         Turn::Ask { side, .. } => {
//!             let command = decide(&battle, players.of(side, None)).unwrap();
//!             battle.issue(command).unwrap();
//!         }
//!         Turn::Auto => battle.advance(), // the rules decide; never in Nim
//!         Turn::Over(outcome) => break outcome,
//!     }
//! };
//! assert!(!outcome.is_draw());
//!
//! let text = journal::write(&battle);
//! assert_eq!(journal::verify::<Nim>(&text).unwrap().entries, battle.entries().len());
//! ```
//!
//! # Modules
//!
//! - [`prelude`]: what every ruleset imports
//! - [`ruleset`]: the trait [`Ruleset`], and the table of optional [`Capabilities`]
//! - [`dice`], [`draws`], [`outcome`]: seeds and rolls, the rolls of an entry, sides and results
//! - [`battle`], [`journal`]: a battle and its record
//! - [`player`], [`simulate`](mod@simulate): computer players, and many battles with statistics
//! - [`game`]: the same without the types of a ruleset, for front ends
//! - [`display`], [`choice`]: what front ends show
//! - [`testing`]: runs the checks that packs define
//! - [`search`]: paths, fields of view and lines of sight on maps
//!
//! Most other modules hold the types of one capability each, such as [`handbook`] or [`setup`].
//!
//! # Determinism
//!
//! The same content, seed and commands give the same journal, on every machine and with any number of threads. The
//! crate reads no files and no clock, and rolls every die from the seed: see [`dice`].
//!
//! [`Ruleset`]: ruleset::Ruleset
//! [`Capabilities`]: ruleset::Capabilities

// `nim` names this crate as other crates do, so that its source can be copied.
extern crate self as foeman_engine;

pub mod prelude;

pub mod outcome;

pub mod display;

pub mod choice;

pub mod prospect;

pub mod move_path;

pub mod card;

pub mod cast;

pub mod tally;

mod entry;

pub mod ruleset;

mod chacha;

pub mod dice;

pub mod draws;

pub mod setup;

pub mod plots;

pub mod map_query;

pub mod sheet;

pub mod meeting;

pub mod history;

pub mod amend;

pub mod battle;

mod rerun;

mod digest;

pub mod journal;

pub mod player;

pub mod campaign;

pub mod simulate;

pub mod testing;

pub mod coded;

pub mod tool;

pub mod exchange;

pub mod handbook;

pub mod spread;

pub mod builder;

pub mod game;

pub mod lab;

pub mod search;

pub mod natural;

pub mod numbers;

pub mod arithmetic;

pub mod nim;
