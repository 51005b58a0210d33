//! Nim: the smallest ruleset, with nothing but the methods of [`Ruleset`] that have no default.
//!
//! Two sides take one to three pebbles in turn from a heap; who takes the last one wins.

use foeman_engine::game::{EngineOf, Registry};
use foeman_engine::prelude::*;
use foeman_engine::told::SideView;
use foeman_schema::catalogs::checks::{BoardName, PackCheck};
use foeman_schema::dialect::{CatalogDef, Record, RecordView};
use foeman_schema::draft::Draft;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A registry with only this ruleset.
pub static NIM: Registry = Registry::new(&[&EngineOf::<Nim>::new()]);

/// A pack with one heap, `ten`.
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

/// A heap of pebbles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Heap {
    title: String,
    pebbles: u32,
}

impl Record for Heap {
    const CATALOG: &'static str = "heaps";
    const TITLE: &'static str = "Heap";
    const VIEW: RecordView = RecordView::Scenario;
}

/// The pack as a draft.
pub fn draft() -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), PACK.to_owned())], &NIM.dialects())
}

/// The pebbles left, and the side that takes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    left: u32,
    next: u8,
}

/// The ruleset. A command and an instruction are both a number of pebbles.
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
