//! The Foeman / MindWand tactical rules: figures of one to four hexes, movement, and attacks in segments.
//!
//! Numbers such as `F4.5` refer to the paragraphs of the rules, see `docs/foeman-rules.md`. Where the sources are
//! silent, the code makes an assumption: comments say so, the page lists it as "with a fill", and its numbers are in
//! [`constants`].
//!
//! The modules form layers, from the bottom up. Each imports only from those above it in this list:
//!
//! 1. [`ids`], [`notation`], [`constants`] and [`catalogs`]: numbers, and records as written.
//! 2. [`ground`], [`body`], [`rolls`] and [`option`]: the map, figures on it, dice, and the options of a figure.
//! 3. [`state`]: what changes in a battle: figures, items, effects in force and the pending question.
//! 4. [`content`]: what does not change: records with resolved references, and the state at the start.
//! 5. [`situation`]: content and state together, and all values derived from them.
//! 6. [`command`] and [`instruction`]: decisions and events.
//! 7. [`harm`], [`effects`], [`attack`] and [`phases`]: the course of a battle, in this order.
//! 8. The rest: display (`tell`, `board`, `choice`), edits of a running battle (`amend`), computer players (`players`)
//!    and others; `checks` and [`dialect`] need only the content.

use std::borrow::Cow;
use std::sync::LazyLock;

use foeman_schema::dialect::Dialect;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};

use foeman_engine::amend::{Belonging, Edit, MasterDef};
use foeman_engine::campaign::CampaignDef;
use foeman_engine::cast::Cast;
use foeman_engine::choice::Choice;
use foeman_engine::exchange::{Exchange, Exported, Note};
use foeman_engine::handbook::Handbook;
use foeman_engine::lookout::LookoutDef;
use foeman_engine::meeting::MeetingDef;
use foeman_engine::player::PlayerDef;
use foeman_engine::prospect::Prospect;
use foeman_engine::ruleset::{Emit, Refusal, Ruleset, SideId, Stretch, Turn};
use foeman_engine::setup::Deployment;
use foeman_engine::sheet::SheetDef;
use foeman_engine::spread::Spread;
use foeman_engine::tally::{Count, Register};
use foeman_engine::told::{Board, Explained, Line};
use foeman_engine::tool::Toolbox;
use foeman_engine::way::{Encounter, Way};

mod amend;
pub mod attack;
mod barred;
mod board;
pub mod body;
mod campaign;
mod cast;
pub mod catalogs;
mod checks;
mod choice;
pub mod code;
pub mod command;
pub mod constants;
pub mod content;
pub mod dialect;
pub mod effects;
mod encounters;
pub mod grade;
pub mod ground;
mod handbook;
pub mod harm;
pub mod ids;
pub mod instruction;
mod lookout;
mod meeting;
pub mod notation;
pub mod option;
pub mod phases;
mod players;
mod prospect;
mod records;
pub mod rolls;
pub mod rounding;
mod script;
mod setup;
mod sheet;
pub mod situation;
mod spread;
pub mod state;
mod tally;
mod tell;
mod veil;
mod ways;

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

    fn toolbox() -> Option<&'static Toolbox> {
        Some(&code::CODES)
    }

    fn campaigns() -> Option<&'static CampaignDef> {
        Some(&campaign::CAMPAIGNS)
    }

    fn handbook() -> Option<&'static Handbook> {
        static HANDBOOK: LazyLock<Handbook> = LazyLock::new(handbook::handbook);
        Some(&HANDBOOK)
    }

    fn exchange() -> Option<&'static Exchange> {
        Some(&records::RECORDS)
    }

    fn recorded(resolved: &Resolved, content: &Content, state: &State) -> Option<Result<Exported, Note>> {
        Some(records::export_battle(resolved, content, state))
    }

    fn spreads(notation: &str, text: &str) -> Vec<Spread> {
        spread::spreads(notation, text)
    }

    fn setup(draft: &Draft, scenario: &str) -> Option<Deployment> {
        setup::setup(draft, scenario)
    }

    fn lookout() -> Option<&'static LookoutDef> {
        Some(&lookout::LOOKOUT)
    }

    fn sheets() -> Option<&'static SheetDef> {
        Some(&sheet::SHEETS)
    }

    fn meetings() -> Option<&'static MeetingDef> {
        Some(&meeting::MEETINGS)
    }

    fn cast(resolved: &Resolved) -> Cast {
        cast::cast(resolved).unwrap_or_default()
    }

    fn called(content: &Content, state: &State) -> Vec<(u32, String)> {
        script::called(content, state)
    }

    fn content(resolved: &Resolved) -> Result<Content, Vec<ContentError>> {
        content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn set_up(_: &Content, _: &mut Emit<'_, Self>) {
        // The initial state already contains all figures.
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
        phases::plan(command, out);
    }

    fn advance(_: &Content, out: &mut Emit<'_, Self>) {
        phases::advance(out);
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        instruction::fits(content, state, instruction)
    }

    fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
        instruction::apply(content, state, instruction);
    }

    fn carried(before: &Content, after: &Content, state: &State) -> Result<State, String> {
        amend::carried(before, after, state)
    }

    fn master() -> Option<&'static MasterDef> {
        Some(&amend::MASTER)
    }

    fn check_edit(content: &Content, state: &State, edit: &Edit) -> Result<(), String> {
        amend::check(content, state, edit)
    }

    fn edit(_: &Content, edit: &Edit, out: &mut Emit<'_, Self>) {
        amend::plan(edit, out);
    }

    fn belongings(content: &Content, state: &State, token: u32) -> Vec<Belonging> {
        amend::belongings(Situation::new(content, state), token)
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn observed<'s>(content: &Content, state: &'s State, side: SideId) -> Cow<'s, State> {
        veil::observed(content, state, Eyes::Side(side))
    }

    fn observed_by<'s>(content: &Content, state: &'s State, side: SideId, actor: Option<u32>) -> Cow<'s, State> {
        let actor = actor.and_then(|actor| u16::try_from(actor).ok()).map(FigureId);
        veil::observed(content, state, actor.map_or(Eyes::Side(side), |figure| Eyes::Figure(side, figure)))
    }

    fn heard<'l>(
        content: &Content,
        state: &State,
        instruction: &Instruction,
        line: &'l Line,
        side: SideId,
    ) -> Option<Cow<'l, Line>> {
        veil::heard(content, state, instruction, line, side)
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(Situation::new(content, state), instruction)
    }

    fn ends(instruction: &Instruction) -> Option<Stretch> {
        let Instruction::Round(event) = instruction else { return None };
        event.ends()
    }

    fn choice(content: &Content, state: &State, command: &Command) -> Choice {
        choice::choice(Situation::new(content, state), command)
    }

    fn prospect(content: &Content, state: &State, command: &Command) -> Option<Prospect> {
        prospect::prospect(Situation::new(content, state), command)
    }

    fn barred(content: &Content, state: &State) -> Vec<(Command, Refusal)> {
        barred::barred(Situation::new(content, state))
    }

    fn ways(content: &Content, state: &State) -> Vec<(Way, Vec<Command>)> {
        ways::ways(Situation::new(content, state))
    }

    fn encounters(content: &Content, state: &State, way: &Way) -> Vec<Encounter> {
        encounters::encounters(Situation::new(content, state), way)
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(Situation::new(content, state))
    }

    fn explained(content: &Content, state: &State, token: u32) -> Vec<Explained> {
        board::explained(Situation::new(content, state), token)
    }

    fn register(content: &Content) -> Register {
        tally::register(content)
    }

    fn count(content: &Content, states: [&State; 2], did: &[Instruction], into: &mut Count) {
        tally::count(content, states, did, into);
    }

    fn players() -> &'static [PlayerDef<Self>] {
        players::PLAYERS
    }
}
