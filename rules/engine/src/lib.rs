//! What content *does*: dice, commands, instructions, journals, computer players and simulation.
//!
//! Pure: no files, no clock, no window, no global random numbers; the same content, seed and commands give the same
//! journal on every machine and thread count.
//! Read the modules in this order: [`ruleset`] (the trait that a game system implements), [`dice`], [`battle`] and
//! [`journal`] (a battle and its record), [`player`] (computer players), [`simulate`](mod@simulate),
//! [`testing`] (the checks of packs), [`cast`] (ids of sides and figures), [`tally`] (battle statistics),
//! [`tool`] (tools for packs), [`exchange`] (import and export), [`spread`] (distributions of dice),
//! [`setup`] (deployment), [`lookout`] (map queries), [`sheet`] (figure sheets), [`meeting`] (battles of one against
//! one), [`game`] (the object-safe interface for windows and command lines: seats, choices and outcomes),
//! [`lab`] (balance questions answered by many battles), [`search`] (pathfinding and line of sight),
//! [`arithmetic`] (expressions in packs). Rulesets are crates of their own, built on [`ruleset::Ruleset`].
//!
//! # Two moves
//!
//! A whole ruleset: two sides take one to three pebbles in turn from a heap; who takes the last one wins.
//!
//! ```
//! use foeman_engine::battle::Battle;
//! use foeman_engine::dice::Seed;
//! use foeman_engine::journal;
//! use foeman_engine::choice::Choice;
//! use foeman_engine::ruleset::{Emit, Outcome, Reason, Refusal, Ruleset, SideId, Turn};
//! use foeman_engine::told::{Board, Line, LineKind};
//! use foeman_schema::dialect::Dialect;
//! use foeman_schema::resolve::{ContentError, Resolved};
//! use foeman_schema::text::RecordKey;
//!
//! struct Nim;
//!
//! # static DIALECT: Dialect =
//! #     Dialect { id: "nim", title: "Nim", about: "Take the last", catalogs: &[], checks: &[], notations: &[], playable: "heaps", script: None, declared: &[], base: None };
//! impl Ruleset for Nim {
//!     type Content = u32; // pebbles at the start
//!     type State = (u32, u8); // pebbles left, and whose turn it is
//!     type Command = u32; // take so many
//!     type Instruction = u32; // so many are gone, and the turn passes
//!
//!     fn content(resolved: &Resolved) -> Result<u32, Vec<ContentError>> {
//!         let problem = || vec![ContentError { pointer: resolved.scenario.pointer(), message: "expected a heap".into() }];
//!         let heap = resolved.records.get("heaps").and_then(|heaps| heaps.get(&resolved.scenario.id));
//!         heap.and_then(|heap| heap["pebbles"].as_u64()?.try_into().ok()).ok_or_else(problem)
//!     }
//!
//!     fn empty(pebbles: &u32) -> (u32, u8) {
//!         (*pebbles, 0)
//!     }
//!
//!     fn turn(_: &u32, &(left, side): &(u32, u8)) -> Turn {
//!         match left {
//!             0 => Turn::Over(Outcome::won(SideId(1 - side), took_the_last())),
//!             _ => Turn::Ask { side: SideId(side), actor: None },
//!         }
//!     }
//!
//!     fn check(_: &u32, &(left, _): &(u32, u8), take: &u32) -> Result<(), Refusal> {
//!         if (1..=3.min(left)).contains(take) { Ok(()) } else { Err(Refusal { rule: "N1", message: "take one to three" }) }
//!     }
//!
//!     fn legal(_: &u32, &(left, _): &(u32, u8), out: &mut Vec<u32>) {
//!         out.extend(1..=3.min(left));
//!     }
//!
//!     fn plan(_: &u32, take: &u32, out: &mut Emit<'_, Self>) {
//!         out.push(*take);
//!     }
//!
//!     fn apply(_: &u32, (left, side): &mut (u32, u8), gone: &u32) {
//!         *left = left.saturating_sub(*gone);
//!         *side = 1 - *side;
//!     }
//!
//!     fn tell(_: &u32, (_, side): &(u32, u8), gone: &u32) -> Option<Line> {
//!         let text = format!("Side {} takes {gone}", side + 1);
//!         Some(Line::new(LineKind::Event, text))
//!     }
//! #   fn dialect() -> &'static Dialect { &DIALECT }
//! #   fn set_up(_: &u32, _: &mut Emit<'_, Self>) {}
//! #   fn advance(_: &u32, _: &mut Emit<'_, Self>) {}
//! #   fn round(_: &(u32, u8)) -> u32 { 1 }
//! #   fn choice(_: &u32, _: &(u32, u8), take: &u32) -> Choice { Choice::new("take", format!("Take {take}")) }
//! #   fn board(_: &u32, _: &(u32, u8)) -> Board { Board::default() }
//! #   fn value(_: &u32, _: &(u32, u8), _: SideId) -> i64 { 0 }
//!     // … and what the set-up does, how commands are named, what a board shows, what a state is worth.
//! }
//!
//! fn took_the_last() -> Reason {
//!     Reason::Condition { text: "the last pebble is taken".into() }
//! }
//!
//! let heap = serde_json::json!({ "heaps": { "five": { "pebbles": 5 } } });
//! let resolved = Resolved {
//!     ruleset: "nim".into(),
//!     scenario: RecordKey::new("heaps", "five"),
//!     records: serde_json::from_value(heap).unwrap(),
//!     fields: Default::default(),
//!     spare: Default::default(),
//! };
//! let mut battle = Battle::<Nim>::new(&resolved, Seed(7)).unwrap();
//! battle.issue(2).unwrap();
//! assert_eq!(battle.issue(4).unwrap_err().message, "take one to three");
//! battle.issue(3).unwrap();
//! assert_eq!(battle.turn(), Turn::Over(Outcome::won(SideId(1), took_the_last())));
//!
//! let proof = journal::verify::<Nim>(&journal::write(&battle)).unwrap();
//! assert_eq!(proof.entries, 3);
//! ```

pub mod outcome;

pub mod told;

pub mod choice;

pub mod prospect;

pub mod way;

pub mod cast;

pub mod tally;

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
