//! What content *does*: dice, commands, instructions, journals, computer players and simulation.
//!
//! Pure: no files, no clock, no window, no global random numbers; the same content, seed and commands give the same
//! journal on every machine and thread count.
//! Read the modules in this order: [`ruleset`] (the trait that a game system implements, and the table of its optional
//! capabilities), [`dice`], [`battle`] and [`journal`] (a battle and its record), [`player`] (computer players),
//! [`simulate`](mod@simulate),
//! [`testing`] (the checks of packs), [`cast`] (ids of sides and figures), [`tally`] (battle statistics),
//! [`tool`] (tools for packs), [`exchange`] (import and export), [`spread`] (distributions of dice),
//! [`setup`] (deployment), [`lookout`] (map queries), [`sheet`] (figure sheets), [`meeting`] (battles of one against
//! one), [`game`] (the object-safe interface for windows and command lines: seats, choices and outcomes),
//! [`lab`] (balance questions answered by many battles), [`search`] (pathfinding and line of sight),
//! [`arithmetic`] (expressions in packs). Rulesets are crates of their own, built on [`ruleset::Ruleset`].
//!
//! # A whole ruleset
//!
//! Two sides take one to three pebbles in turn from a heap; who takes the last one wins. The methods of [`Ruleset`] are
//! enough to play, check, simulate and show it; everything else, from a handbook to fog of war, is an entry in its table
//! of [`Capabilities`].
//!
//! [`Ruleset`]: ruleset::Ruleset
//! [`Capabilities`]: ruleset::Capabilities
//!
//! ```
//! use foeman_engine::prelude::*;
//! # static DIALECT: Dialect =
//! #     Dialect { id: "nim", title: "Nim", about: "Take the last", catalogs: &[], checks: &[], notations: &[], playable: "heaps", script: None, declared: &[], base: None };
//! # fn heap(pebbles: u32) -> Resolved {
//! #     let records = serde_json::json!({ "heaps": { "heap": { "pebbles": pebbles } } });
//! #     let records = serde_json::from_value(records).unwrap();
//! #     let scenario = foeman_schema::text::RecordKey::new("heaps", "heap");
//! #     Resolved { ruleset: "nim".into(), scenario, records, fields: Default::default(), spare: Default::default() }
//! # }
//! #[derive(Clone, PartialEq, Eq, Debug)]
//! struct Heap { pebbles: u32, next: u8 }
//!
//! struct Nim;
//!
//! impl Ruleset for Nim {
//!     type Content = u32; // the pebbles at the start
//!     type State = Heap;
//!     type Command = u32; // take so many
//!     type Instruction = u32; // so many are gone, and the turn passes
//! #   fn dialect() -> &'static Dialect { &DIALECT }
//! #   fn content(resolved: &Resolved) -> Result<u32, Vec<ContentError>> {
//! #       Ok(resolved.records["heaps"]["heap"]["pebbles"].as_u64().unwrap_or_default() as u32)
//! #   }
//!     fn empty(pebbles: &u32) -> Heap { Heap { pebbles: *pebbles, next: 0 } }
//!     fn turn(_: &u32, heap: &Heap) -> Turn {
//!         match heap.pebbles {
//!             0 => Turn::Over(Outcome::won(SideId(1 - heap.next), Reason::LastStanding)),
//!             _ => Turn::Ask { side: SideId(heap.next), actor: None },
//!         }
//!     }
//!     fn legal(_: &u32, heap: &Heap, out: &mut Vec<u32>) { out.extend(1..=heap.pebbles.min(3)) }
//!     fn plan(_: &u32, take: &u32, out: &mut Emit<'_, Self>) { out.push(*take) }
//!     fn apply(_: &u32, heap: &mut Heap, gone: &u32) {
//!         *heap = Heap { pebbles: heap.pebbles.saturating_sub(*gone), next: 1 - heap.next };
//!     }
//!     fn tell(_: &u32, heap: &Heap, gone: &u32) -> Option<Line> {
//!         Some(Line::new(LineKind::Event, format!("Side {} takes {gone}", heap.next + 1)))
//!     }
//!     fn choice(_: &u32, _: &Heap, take: &u32) -> Choice { Choice::new("take", format!("Take {take}")) }
//!     fn board(_: &u32, _: &Heap) -> Board { Board::default() }
//! }
//!
//! let mut battle = Battle::<Nim>::new(&heap(5), Seed(7)).unwrap();
//! battle.issue(2).unwrap();
//! assert!(battle.issue(4).is_err());
//! battle.issue(3).unwrap();
//! assert_eq!(battle.turn(), Turn::Over(Outcome::won(SideId(1), Reason::LastStanding)));
//! # let proof = foeman_engine::journal::verify::<Nim>(&foeman_engine::journal::write(&battle)).unwrap();
//! # assert_eq!(proof.entries, 3);
//! ```

pub mod prelude;

pub mod outcome;

pub mod told;

pub mod choice;

pub mod prospect;

pub mod way;

pub mod cast;

pub mod tally;

mod entry;

pub mod ruleset;

pub mod dice;

pub mod setup;

pub mod plots;

pub mod lookout;

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

pub mod game;

pub mod lab;

pub mod search;

pub mod natural;

pub mod numbers;

pub mod arithmetic;

pub mod nim;

// `nim` names this crate as other crates do, so that its file can be copied as the start of a ruleset.
extern crate self as foeman_engine;
