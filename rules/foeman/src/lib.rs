//! The Foeman / MindWand tactical rules: figures of one to four hexes, movement, and attacks in segments.
//!
//! Numbers such as `F4.5` refer to the paragraphs of the rules, see `docs/foeman-rules.md`. Where the sources are
//! silent, the code makes an assumption: comments say so, the page lists it as "with a fill", and its numbers are in
//! [`constants`].
//!
//! The modules form layers, from the bottom up. Each imports only from those above it in this list:
//!
//! 1. [`notation`], [`constants`] and [`catalogs`]: records as written, in a separate crate; and [`ids`].
//! 2. [`ground`], [`body`], [`landscape`], [`rolls`] and [`option`]: the map, figures on it, dice, and the options of a
//!    figure.
//! 3. [`state`]: what changes in a battle: figures, items, effects in force and the pending question.
//! 4. [`content`]: what does not change: records with resolved references, and the state at the start.
//! 5. [`situation`]: content and state together, and all values derived from them.
//! 6. [`command`] and [`instruction`]: decisions and events.
//! 7. [`harm`], [`effects`], [`attack`], [`events`] and [`phases`]: the course of a battle, in this order.
//! 8. The rest: display (`tell`, `board`, `choice`), edits of a running battle (`amend`), computer players (`players`)
//!    and others; `checks` and [`dialect`] need only the content.

use std::borrow::Cow;
use std::sync::LazyLock;

use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};

use foeman_engine::choice::Choice;
use foeman_engine::display::{Board, Line};
use foeman_engine::handbook::Handbook;
use foeman_engine::ruleset::{
    Capabilities, EditDef, Emit, FogDef, PackCapabilities, PathDef, Refusal, Ruleset, SideId, StatisticsDef, Turn,
};

pub use ruleset_foeman_catalogs::{catalogs, constants, notation};

mod amend;
pub mod attack;
mod board;
pub mod body;
mod campaign;
mod cast;
mod checks;
mod choice;
pub mod code;
pub mod command;
pub mod content;
pub mod dialect;
pub mod effects;
mod encounters;
pub mod events;
mod fog_of_war;
pub mod grade;
pub mod ground;
mod handbook;
pub mod harm;
pub mod ids;
mod illegal;
pub mod instruction;
pub mod landscape;
mod map_query;
mod meeting;
mod move_paths;
pub mod option;
pub mod phases;
pub mod players;
mod prospect;
mod records;
pub mod rolls;
pub mod rounding;
mod script;
mod setup;
mod sheet;
pub mod situation;
mod spread;

mod builders;
pub mod state;
mod tally;
mod tell;

use ids::FigureId;
use situation::observation::Eyes;

pub use command::Command;
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use situation::Situation;
pub use state::State;

/// The Foeman ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foeman;

impl Ruleset for Foeman {
    type Content = Content;
    type State = State;
    type Command = Command;
    type Instruction = Instruction;

    fn dialect() -> &'static Dialect {
        &DIALECT
    }

    fn capabilities() -> &'static Capabilities<Self> {
        &CAPABILITIES
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
        content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn turn(content: &Content, state: &State) -> Turn {
        phases::turn(Situation::new(content, state))
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        phases::legal(Situation::new(content, state), out);
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        phases::check(Situation::new(content, state), command)
    }

    fn plan(_: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        events::noting(out, |out| phases::plan(command, out));
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        events::noting(out, phases::advance);
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        instruction::fits(content, state, instruction)
    }

    fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
        instruction::apply(content, state, instruction);
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(Situation::new(content, state), instruction)
    }

    fn choice(content: &Content, state: &State, command: &Command) -> Choice {
        choice::choice(Situation::new(content, state), command)
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(Situation::new(content, state))
    }
}

static HANDBOOK: LazyLock<Handbook> = LazyLock::new(handbook::handbook);

static CAPABILITIES: Capabilities<Foeman> = Capabilities {
    pack: PackCapabilities {
        handbook: Some(&HANDBOOK),
        toolbox: Some(&code::CODES),
        exchange: Some(&records::RECORDS),
        campaigns: Some(&campaign::CAMPAIGNS),
        map_query: Some(&map_query::MAP_QUERY),
        sheets: Some(&sheet::SHEETS),
        meetings: Some(&meeting::MEETINGS),
        setup: Some(setup::setup),
        spreads: Some(spread::spreads),
        builders: builders::BUILDERS,
        cast: Some(|resolved| cast::cast(resolved).unwrap_or_default()),
        cards: Some(code::cards),
        unused_rules: Some(handbook::unused),
        ..PackCapabilities::NONE
    },
    players: players::PLAYERS,
    fog: Some(FogDef { observed, heard: Some(fog_of_war::heard) }),
    edits: Some(EditDef {
        catalogs: &amend::MASTER,
        check: amend::check,
        plan: |_, edit, out| amend::plan(edit, out),
        belongings: |content, state, token| amend::belongings(Situation::new(content, state), token),
    }),
    paths: Some(PathDef {
        ways: |content, state| move_paths::ways(Situation::new(content, state)),
        encounters: |content, state, way| encounters::encounters(Situation::new(content, state), way),
    }),
    statistics: Some(StatisticsDef { register: tally::register, count: tally::count }),
    health: Some(|content, state| (content.sides.len(), board::health(Situation::new(content, state)))),
    carried: Some(amend::carried),
    called: Some(script::called),
    ends: Some(|instruction| match instruction {
        Instruction::Round(event) => event.ends(),
        _ => None,
    }),
    prospect: Some(|content, state, command| prospect::prospect(Situation::new(content, state), command)),
    barred: Some(|content, state| illegal::barred(Situation::new(content, state))),
    explained: Some(|content, state, token| board::explained(Situation::new(content, state), token)),
    recorded: Some(records::export_battle),
    ..Capabilities::NONE
};

fn observed<'s>(content: &Content, state: &'s State, side: SideId, actor: Option<u32>) -> Cow<'s, State> {
    let actor = actor.and_then(|actor| u16::try_from(actor).ok()).map(FigureId);
    fog_of_war::observed(content, state, actor.map_or(Eyes::Side(side), |figure| Eyes::Figure(side, figure)))
}
