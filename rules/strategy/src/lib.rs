//! Strategy: factions conquer a map site by site, as in Christoph Nahr's Hexkit.
//!
//! Read [`catalogs`] (records of packs, in a separate crate), [`content`] and [`state`] (the data), [`situation`]
//! (derived values), [`command`] and `act` (commands of players), [`instruction`] and `apply` (changes of state), then
//! `tell`, `choice`, `prospect`, `board` and `value` (presentation and rating). [`hexkit`] reads Hexkit's files.
//!
//! A scenario with `original-behaviour` is played as Hexkit 4.3.3 plays it, including its bugs; others follow its
//! guide. Code that differs checks [`Content::original`](content::Content::original), and a comment explains the
//! difference.

pub use ruleset_strategy_catalogs::{catalogs, notation};

pub mod dialect;

pub mod ids;

pub mod content;

pub mod command;

pub mod hexkit_notation;

pub mod instruction;

pub mod state;

pub mod situation;

pub mod fault;

mod apply;

mod act;

pub mod order;

pub mod history;

pub mod session;

pub mod players;

mod fits;

mod legal;

mod tell;

mod choice;

mod script;

mod prospect;

mod look;

mod account;

mod board;

mod handbook;

mod plots;

mod builders;

mod value;

mod checks;

pub mod hexkit;

use std::sync::LazyLock;

use foeman_schema::dialect::Dialect;
use foeman_schema::resolve::{ContentError, Resolved};

pub use command::Command;
pub use content::Content;
pub use dialect::DIALECT;
pub use instruction::Instruction;
pub use state::State;

use act::{Act, Table};
use apply::{Done, Survey};
use catalogs::Scenario;
use fault::Fault;
use ids::{EntityId, FactionId};
use instruction::Cause;
use situation::Situation;

use foeman_engine::cast::Cast;
use foeman_engine::choice::Choice;
use foeman_engine::display::{About, Account, Board, Line, SideView};
use foeman_engine::handbook::Handbook;
use foeman_engine::outcome::Reason;
use foeman_engine::ruleset::{Capabilities, Emit, GroupDef, Outcome, PackCapabilities, Refusal, Ruleset, SideId, Turn};

/// The strategy ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Strategy;

impl Ruleset for Strategy {
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
        Content::read(resolved)
    }

    fn empty(content: &Content) -> State {
        State::new(content)
    }

    fn turn(content: &Content, state: &State) -> Turn {
        match (state.over, state.active_faction()) {
            (Some(winner), _) => Turn::Over(outcome(content, state, winner)),
            (None, Some(faction)) if state.has_begun => Turn::Ask { side: SideId(faction.0), actor: None },
            (None, _) => Turn::Auto,
        }
    }

    fn legal(content: &Content, state: &State, out: &mut Vec<Command>) {
        if let Some(faction) = state.active_faction() {
            legal::legal(content, state, faction, out);
        }
    }

    fn check(content: &Content, state: &State, command: &Command) -> Result<(), Refusal> {
        let refused = Refusal { rule: "", message: "no faction can decide now" };
        let faction = state.active_faction().ok_or(refused)?;
        if matches!(command, Command::BeginTurn {}) {
            return Err(Refusal { rule: "", message: "turns begin automatically" });
        }
        act::check(Situation::new(content, state), faction, command)
    }

    fn plan(content: &Content, command: &Command, out: &mut Emit<'_, Self>) {
        let Some(faction) = out.state().active_faction() else { return };
        if !matches!(command, Command::EndTurn {}) {
            out.push(Instruction::Ordered { command: command.clone() });
        }
        let mut hand = Hand(out);
        // A checked command cannot fail, except for Hexkit's bugs, which also stop halfway.
        let _ = Act::new(content, &mut hand, false).carry_out(faction, command);
    }

    fn advance(content: &Content, out: &mut Emit<'_, Self>) {
        let faction = out.state().active_faction().filter(|_| out.state().turn < content.turns);
        let Some(faction) = faction else { return out.push(Instruction::TurnsAreOver {}) };
        out.push(Instruction::TurnBegins {});
        let mut hand = Hand(out);
        let _ = Act::new(content, &mut hand, false).carry_out(faction, &Command::BeginTurn {});
    }

    fn fits(content: &Content, state: &State, instruction: &Instruction) -> bool {
        fits::fits(content, state, instruction)
    }

    fn apply(content: &Content, state: &mut State, instruction: &Instruction) {
        // An instruction that cannot be applied changes nothing.
        let _ = apply::apply(content, state, instruction, Survey::Now);
    }

    fn round(state: &State) -> u32 {
        state.turn + 1
    }

    fn tell(content: &Content, state: &State, instruction: &Instruction) -> Option<Line> {
        tell::tell(content, state, instruction)
    }

    fn choice(content: &Content, state: &State, command: &Command) -> Choice {
        choice::choice(content, state, command)
    }

    fn board(content: &Content, state: &State) -> Board {
        board::board(Situation::new(content, state))
    }

    fn sides(content: &Content, _: &State) -> Vec<SideView> {
        board::sides(content)
    }

    fn value(content: &Content, state: &State, side: SideId) -> i64 {
        value::value(content, state, FactionId(side.0))
    }
}

static HANDBOOK: LazyLock<Handbook> = LazyLock::new(handbook::handbook);

static CAPABILITIES: Capabilities<Strategy> = Capabilities {
    pack: PackCapabilities {
        handbook: Some(&HANDBOOK),
        exchange: Some(&hexkit::HEXKIT),
        plots: Some(&plots::PLOTS),
        builders: builders::BUILDERS,
        cast: Some(cast),
        ..PackCapabilities::NONE
    },
    players: players::PLAYERS,
    groups: Some(GroupDef { parts: Command::parts, together: Command::together }),
    called: Some(script::called),
    prospect: Some(|content, state, command| prospect::prospect(Situation::new(content, state), command)),
    barred: Some(|content, state| legal::barred(Situation::new(content, state))),
    explained: Some(|content, state, token| board::explained(Situation::new(content, state), token)),
    account: Some(account),
    renaming: Some(|token, name| Command::Rename { entities: vec![EntityId(token)], name: name.to_owned() }),
    ..Capabilities::NONE
};

fn cast(resolved: &Resolved) -> Cast {
    // Units are referred to by class.
    let scenario: Result<Scenario, ContentError> = resolved.scenario();
    let sides = scenario.map(|scenario| scenario.sides.iter().map(|side| side.faction.id().to_owned()).collect());
    Cast { sides: sides.unwrap_or_default(), figures: Vec::new() }
}

fn account(content: &Content, state: &State, about: About) -> Option<Account> {
    let now = Situation::new(content, state);
    match about {
        About::Cell(cell) => content.site(cell).map(|site| account::of_site(now, site)),
        About::Side(side) if side < content.factions.len() => Some(account::of_faction(now, FactionId(side as u8))),
        About::Side(_) => None,
    }
}

fn outcome(content: &Content, state: &State, winner: Option<FactionId>) -> Outcome {
    match winner {
        Some(faction) => {
            let reason = match Situation::new(content, state).victory(faction) {
                None if state.order.len() > 1 => Reason::Condition { text: "decided by a custom rule".to_owned() },
                Some(Cause::Survivor) | None => Reason::LastStanding,
                Some(cause) => Reason::Condition { text: tell::won(content, cause) },
            };
            Outcome::won(SideId(faction.0), reason)
        }
        None if state.order.is_empty() => Outcome::draw(Reason::NobodyLeft),
        None => Outcome::draw(Reason::RoundLimit),
    }
}

/// The sides of the dice that custom rules roll.
pub(crate) const DIE: u8 = 6;

/// A game played by a battle.
struct Hand<'e, 'a>(&'e mut Emit<'a, Strategy>);

impl Table for Hand<'_, '_> {
    fn state(&self) -> &State {
        self.0.state()
    }

    fn carry_out(&mut self, instruction: Instruction) -> Result<Done, Fault> {
        let apply = |content: &Content, state: &mut State, instruction: &Instruction| {
            apply::apply(content, state, instruction, Survey::Now)
        };
        self.0.attempt(instruction, apply, |done| done.is_ok_and(|done| done.changed))
    }

    fn pick(&mut self, among: usize) -> usize {
        // A die has at most 255 sides; two of them can select among more units than a site ever contains.
        let dice = self.0.roll("target", 0, 2, 255);
        let rolled = dice.iter().fold(0, |sum, &die| sum * 255 + usize::from(die - 1));
        rolled * among / (255 * 255)
    }

    fn roll(&mut self, token: u32, count: u8) -> i32 {
        self.0.roll("rule", token, count.into(), DIE).iter().map(|&die| i32::from(die)).sum()
    }
}
