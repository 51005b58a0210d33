//! Optional capabilities of a ruleset, as a table of values: a ruleset sets the fields it supports.
//!
//! Adding a capability touches four files.
//! For work on packs: its own module with the type of the value, `lib.rs` (which declares the module), a field of
//! [`PackCapabilities`] here, and the table of the first ruleset that supports it; front ends read the field.
//! For battles: a field of [`Capabilities`] here, a method of [`Game`](crate::game::Game) in `game/mod.rs`, its body in
//! `game/table.rs`, and the table of the first ruleset that supports it.

#![expect(clippy::type_complexity, reason = "the signature of a capability is read at its field, not at an alias")]

use std::borrow::Cow;
use std::sync::LazyLock;

use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;

use super::Stretch;
use super::player::PlayerDef;
use super::{Emit, Refusal, Ruleset};
use crate::amend::{Belonging, Edit, MasterDef};
use crate::builder::{Builder, shared::SHARED};
use crate::campaign::CampaignDef;
use crate::card::Card;
use crate::cast::Cast;
use crate::display::{About, Account, Explained, Line};
use crate::exchange::{Exchange, Exported, Note};
use crate::handbook::Handbook;
use crate::map_query::MapQueryDef;
use crate::meeting::MeetingDef;
use crate::move_path::{Encounter, MovePath};
use crate::outcome::SideId;
use crate::plots::PlotDef;
use crate::prospect::Prospect;
use crate::setup::Deployment;
use crate::sheet::SheetDef;
use crate::spread::Spread;
use crate::tally::{Count, Register};
use crate::tool::Toolbox;

/// What a ruleset can do with a pack, apart from battles. Front ends get it from
/// [`Engine::capabilities`](crate::game::Engine::capabilities).
#[derive(Clone, Copy)]
pub struct PackCapabilities {
    /// Its rules, as a book.
    pub handbook: Option<&'static LazyLock<Handbook>>,
    /// Its tools.
    pub toolbox: Option<&'static Toolbox>,
    /// Its format for exchange with other programs.
    pub exchange: Option<&'static Exchange>,
    /// How it runs campaigns.
    pub campaigns: Option<&'static CampaignDef>,
    /// How it reads and edits scenarios cell by cell.
    pub plots: Option<&'static PlotDef>,
    /// How it answers map queries.
    pub map_query: Option<&'static MapQueryDef>,
    /// How it shows figure sheets.
    pub sheets: Option<&'static SheetDef>,
    /// How it arranges meetings of two figures.
    pub meetings: Option<&'static MeetingDef>,
    /// Returns the deployment of a scenario, valid or not, by its id; `None` if the scenario is unreadable.
    pub setup: Option<fn(&Draft, &str) -> Option<Deployment>>,
    /// Returns the distributions of the dice in a value, given the name of a notation and the value's text.
    pub spreads: Option<fn(&str, &str) -> Vec<Spread>>,
    /// The builders of its notations, in addition to [`SHARED`].
    pub builders: &'static [&'static Builder],
    /// Returns the ids of a scenario's sides and figures, which checks of packs use.
    pub cast: Option<fn(&Resolved) -> Cast>,
    /// Returns the cards of a scenario's actions; empty if it cannot be read.
    pub cards: Option<fn(&Resolved) -> Vec<Card>>,
    /// Returns the numbers of the chapters and rules of the handbook that do not matter in a scenario.
    pub unused_rules: Option<fn(&Resolved) -> Vec<&'static str>>,
}

impl PackCapabilities {
    /// No capabilities.
    pub const NONE: Self = Self {
        handbook: None,
        toolbox: None,
        exchange: None,
        campaigns: None,
        plots: None,
        map_query: None,
        sheets: None,
        meetings: None,
        setup: None,
        spreads: None,
        builders: &[],
        cast: None,
        cards: None,
        unused_rules: None,
    };

    /// Returns the builder for a notation or widget.
    pub fn builder(&self, name: &str) -> Option<&'static Builder> {
        self.builders.iter().chain(SHARED).copied().find(|builder| builder.name == name)
    }

    /// Returns the ids of a scenario's sides and figures; empty if it has none.
    pub fn cast_of(&self, resolved: &Resolved) -> Cast {
        self.cast.map(|cast| cast(resolved)).unwrap_or_default()
    }
}

/// What a ruleset can do in addition to the methods of [`Ruleset`].
///
/// Functions get the content and the state; if a viewer's knowledge may be incomplete, the state is what the viewer
/// knows.
///
/// ```
/// # use foeman_engine::ruleset::{Capabilities, PackCapabilities, Ruleset};
/// # fn table<R: Ruleset>() -> Capabilities<R> {
/// Capabilities {
///     pack: PackCapabilities { cast: Some(|_| Default::default()), ..PackCapabilities::NONE },
///     explained: Some(|_, _, _| Vec::new()),
///     ..Capabilities::NONE
/// }
/// # }
/// ```
pub struct Capabilities<R: Ruleset> {
    /// What it can do with packs.
    pub pack: PackCapabilities,
    /// The computer players, the default one first; if empty, [greedy and random](crate::player::usual).
    pub players: &'static [PlayerDef<R>],
    /// What sides do not know about each other.
    pub fog: Option<FogDef<R>>,
    /// How a game master edits a battle.
    pub edits: Option<EditDef<R>>,
    /// How commands are combined into one.
    pub groups: Option<GroupDef<R>>,
    /// Paths of several steps.
    pub paths: Option<PathDef<R>>,
    /// Statistics that simulations collect.
    pub statistics: Option<StatisticsDef<R>>,
    /// Returns the number of sides, and the health of the tokens in the order of the board: for simulations, which need
    /// no other part of the board.
    pub health: Option<fn(&R::Content, &R::State) -> (usize, Vec<Health>)>,
    /// Carries a state over from one content to another. Things in play are matched by id; positions in the result
    /// refer to the new content.
    ///
    /// The error names the object that cannot be carried over, and its place.
    pub carried: Option<fn(&R::Content, &R::Content, &R::State) -> Result<R::State, String>>,
    /// Returns names in scripted commands for tokens without an id in the [cast](PackCapabilities::cast): the id of a
    /// record with a number, `wolf-2`. All other tokens use their names on the board.
    pub called: Option<fn(&R::Content, &R::State) -> Vec<(u32, String)>>,
    /// Returns the part of a round that an instruction ends, other than the round itself.
    pub ends: Option<fn(&R::Instruction) -> Option<Stretch>>,
    /// Returns the possible results of a legal command.
    pub prospect: Option<fn(&R::Content, &R::State, &R::Command) -> Option<Prospect>>,
    /// Returns commands that the active side might expect but cannot issue now, each with the rule that forbids it.
    pub barred: Option<fn(&R::Content, &R::State) -> Vec<(R::Command, Refusal)>>,
    /// Returns the current values of a token on the board, with their terms.
    pub explained: Option<fn(&R::Content, &R::State, u32) -> Vec<Explained>>,
    /// Returns details of a cell or a side that the board does not show.
    pub account: Option<fn(&R::Content, &R::State, About) -> Option<Account>>,
    /// Returns the command with which the active side renames a token, or resets its name if the name is empty.
    pub renaming: Option<fn(u32, &str) -> R::Command>,
    /// Exports a battle in its current state in the format of [`exchange`](PackCapabilities::exchange). Returns an error
    /// if nothing can be written.
    pub recorded: Option<fn(&Resolved, &R::Content, &R::State) -> Result<Exported, Note>>,
}

/// Fog of war: what a side knows of the state and of the log.
pub struct FogDef<R: Ruleset> {
    /// Returns the part of the state that a side knows, as in [`Observed`].
    pub observed: Observed<R>,
    /// Filters the lines of the log, as in [`Heard`]; `None` if every side sees all lines.
    pub heard: Option<Heard<R>>,
}

/// Returns the part of the state that a side knows. With an actor, the state on which the side bases that token's
/// decision, which may be less than the side is shown.
///
/// The boards, choices and players of the side are based on this state only, so [`Ruleset::board`],
/// [`Ruleset::choice`], [`Ruleset::plan`] and [`Ruleset::value`] must be able to handle it.
pub type Observed<R> = for<'s> fn(
    &<R as Ruleset>::Content,
    &'s <R as Ruleset>::State,
    SideId,
    Option<u32>,
) -> Cow<'s, <R as Ruleset>::State>;

/// Filters a line that [`Ruleset::tell`] made of an instruction for a side, given the same state: returns the same
/// line, another one, or `None`.
pub type Heard<R> = for<'l> fn(
    &<R as Ruleset>::Content,
    &<R as Ruleset>::State,
    &<R as Ruleset>::Instruction,
    &'l Line,
    SideId,
) -> Option<Cow<'l, Line>>;

/// How a game master edits a battle.
pub struct EditDef<R: Ruleset> {
    /// The catalogs from which a game master can add to a battle.
    pub catalogs: &'static MasterDef,
    /// Checks whether an edit is possible now; the error gives the reason. The edit may come from a modified journal, so
    /// it can be any value.
    pub check: fn(&R::Content, &R::State, &Edit) -> Result<(), String>,
    /// Plans an edit; rolls no dice.
    pub plan: fn(&R::Content, &Edit, &mut Emit<'_, R>),
    /// Returns the items that can be taken from a token.
    pub belongings: fn(&R::Content, &R::State, u32) -> Vec<Belonging>,
}

/// How commands are combined into one. Checks of packs use it to write a command that is legal but not listed.
pub struct GroupDef<R: Ruleset> {
    /// Returns the listed commands that a combined command carries out together, in order; empty for all other
    /// commands.
    pub parts: fn(&R::Command) -> Vec<R::Command>,
    /// Returns the combined command for several listed ones, if there is one; the inverse of `parts`.
    pub together: fn(&[R::Command]) -> Option<R::Command>,
}

/// Paths of several steps for the active token.
pub struct PathDef<R: Ruleset> {
    /// Returns the open paths, each with its commands; at most one path to each cell, and none that requires a roll.
    pub ways: Ways<R>,
    /// Returns the tokens that could attack, or be attacked by, the moving token at the end of a path, if all others
    /// stay in place.
    pub encounters: fn(&R::Content, &R::State, &MovePath) -> Vec<Encounter>,
}

/// Returns paths with their commands.
pub type Ways<R> =
    fn(&<R as Ruleset>::Content, &<R as Ruleset>::State) -> Vec<(MovePath, Vec<<R as Ruleset>::Command>)>;

/// The health of a token, as on the [board](crate::display::Token).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Health {
    /// The position of its side.
    pub side: usize,
    /// Current and full health.
    pub health: (i32, i32),
    /// Whether it still takes part.
    pub active: bool,
}

/// Statistics that simulations collect.
pub struct StatisticsDef<R: Ruleset> {
    /// Returns the figures and means that are counted.
    pub register: fn(&R::Content) -> Register,
    /// Adds the harm, falls and uses of an entry, given the states before and after it. Figures and means are positions
    /// in the register.
    pub count: fn(&R::Content, [&R::State; 2], &[R::Instruction], &mut Count),
}

impl<R: Ruleset> Capabilities<R> {
    /// No capabilities.
    pub const NONE: Self = Self {
        pack: PackCapabilities::NONE,
        players: &[],
        fog: None,
        edits: None,
        groups: None,
        paths: None,
        statistics: None,
        health: None,
        carried: None,
        called: None,
        ends: None,
        prospect: None,
        barred: None,
        explained: None,
        account: None,
        renaming: None,
        recorded: None,
    };

    /// Returns the part of the state that a side, or one of its tokens, knows: everything without
    /// [fog of war](Self::fog).
    pub fn observed<'s>(
        &self,
        content: &R::Content,
        state: &'s R::State,
        side: SideId,
        actor: Option<u32>,
    ) -> Cow<'s, R::State> {
        match &self.fog {
            Some(fog) => (fog.observed)(content, state, side, actor),
            None => Cow::Borrowed(state),
        }
    }

    /// Returns the [names](Self::called) of tokens in scripted commands.
    pub(crate) fn called_of(&self, content: &R::Content, state: &R::State) -> Vec<(u32, String)> {
        self.called.map(|called| called(content, state)).unwrap_or_default()
    }

    /// Returns the combined command for several listed ones, if there is one.
    pub(crate) fn together(&self, commands: &[R::Command]) -> Option<R::Command> {
        (self.groups.as_ref()?.together)(commands)
    }

    /// Returns the listed commands that a combined command carries out together.
    pub(crate) fn parts(&self, command: &R::Command) -> Vec<R::Command> {
        self.groups.as_ref().map(|groups| (groups.parts)(command)).unwrap_or_default()
    }
}
