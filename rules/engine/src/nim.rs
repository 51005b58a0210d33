//! Nim, the smallest ruleset: only the methods of [`Ruleset`] that have no default.
//!
//! Two sides take one to three pebbles in turn from a heap. The side that takes the last pebble wins.
//!
//! The examples of this crate play it, and its source is meant to be copied: it uses nothing but the public API of this
//! crate and of `foeman_schema`, with `serde` and `schemars` for the types of its records.
//!
//! ```
//! use foeman_engine::nim::{self, Nim};
//! use foeman_engine::prelude::*;
//!
//! let mut battle = Battle::<Nim>::new(&nim::ten(), Seed(7)).unwrap();
//! assert_eq!(battle.legal(), [1, 2, 3]);
//! battle.issue(3).unwrap();
//! assert_eq!(battle.state().left, 7);
//! assert_eq!(battle.turn(), Turn::Ask { side: SideId(1), actor: None });
//! ```
//!
//! A program lists its rulesets in a [`Registry`], such as [`NIM`]; from there on, front ends need none of these types.

use foeman_engine::display::SideView;
use foeman_engine::game::{EngineOf, Registry};
use foeman_engine::prelude::*;
use foeman_schema::analysis::resolve;
use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::dialect::{CatalogDef, Record, RecordView};
use foeman_schema::draft::Draft;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A registry with only this ruleset.
pub static NIM: Registry = Registry::new(&[&EngineOf::<Nim>::new()]);

/// The text of a pack with one heap, `ten`.
pub const PACK: &str = "\
pack: pebbles
title: Pebbles
version: 1.0.0
ruleset: nim
format: 2
heaps:
  ten: {title: Ten pebbles, pebbles: 10}
";

static DIALECT: Dialect = Dialect {
    id: "nim",
    title: "Nim",
    about: "Take the last.",
    catalogs: &[CatalogDef::of::<Heap>(), CatalogDef::of::<PackCheck<Heap, BoardName, BoardName>>()],
    checks: &[],
    notations: &[],
    playable: "heaps",
    script: None,
    declared: &[],
    base: None,
};

/// A heap of pebbles: the scenario, and all the content that it needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Heap {
    /// The display name.
    pub title: String,
    /// The number of pebbles at the start.
    pub pebbles: u32,
}

impl Record for Heap {
    const CATALOG: &'static str = "heaps";
    const TITLE: &'static str = "Heap";
    const VIEW: RecordView = RecordView::Scenario;

    fn from_value(record: &Value) -> Result<Self, serde_json::Error> {
        Self::deserialize(record)
    }
}

/// Returns [`PACK`] as a draft.
pub fn draft() -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), PACK.to_owned())], &NIM.dialects())
}

/// Returns the heap `ten` of [`PACK`], checked and resolved: the content of a battle.
pub fn ten() -> Resolved {
    resolve(&draft(), "ten").expect("the pack has no errors")
}

/// What changes in a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The number of pebbles left.
    pub left: u32,
    /// The position of the side that takes next: 0 or 1.
    pub next: u8,
}

/// The ruleset. Commands and instructions are both the number of pebbles to take.
#[derive(Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Content = Heap;
    type State = State;
    type Command = u32;
    type Instruction = u32;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn content(resolved: &Resolved) -> Result<Heap, Vec<ContentError>> {
        resolved.scenario().map_err(|problem| vec![problem])
    }

    fn empty(heap: &Heap) -> State {
        State { left: heap.pebbles, next: 0 }
    }

    fn turn(_: &Heap, state: &State) -> Turn {
        match state.left {
            0 => Turn::Over(Outcome::won(SideId(1 - state.next), Reason::LastStanding)),
            _ => Turn::Ask { side: SideId(state.next), actor: None },
        }
    }

    fn legal(_: &Heap, state: &State, out: &mut Vec<u32>) {
        out.extend(1..=state.left.min(3));
    }

    fn plan(_: &Heap, take: &u32, out: &mut Emit<'_, Self>) {
        out.push(*take);
    }

    // A journal may contain any number, so the subtraction must not overflow.
    fn apply(_: &Heap, state: &mut State, gone: &u32) {
        *state = State { left: state.left.saturating_sub(*gone), next: 1 - state.next };
    }

    fn tell(_: &Heap, state: &State, gone: &u32) -> Option<Line> {
        let text = format!("{} take {gone}", SIDES[usize::from(state.next)]);
        Some(Line::new(LineKind::Event, text))
    }

    fn choice(_: &Heap, _: &State, take: &u32) -> Choice {
        Choice::new("take", format!("Take {take}")).with("count", take)
    }

    fn board(_: &Heap, _: &State) -> Board {
        let side = |name: &str| SideView { name: name.to_owned(), color: "#6b8e23".to_owned(), human: false };
        Board { sides: SIDES.map(side).into(), ..Board::default() }
    }
}

const SIDES: [&str; 2] = ["The elder", "The younger"];
