//! Detects passive figures: figures that wait round after round although they could fight.
//!
//! A figure waits in a round in which it uses no MP, carries out nothing but Move, Watch, Defend or Dodge, and tries no
//! special manoeuvre. The round counts if an attack was legal when the figure chose, or if a path past all others led
//! to an enemy at the end of the round. Hindered figures (stunned, entangled, clinched, without MA) have a good reason
//! to wait. Figures in a zone that a side must hold, and figures of a side that wins by surviving,
//! may wait as long as they cannot attack.

use foeman_engine::battle::{Battle, Cause};
use foeman_engine::ruleset::Ruleset;
use foeman_schema::grid::{Direction, Hex};
use ruleset_foeman::body::shape::Pose;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::goals::{Stake, Test};
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, ManoeuvreEvent, RoundEvent};
use ruleset_foeman::situation::{footprint, goals, statuses};
use ruleset_foeman::state::{Action, ActionKind, Question, State};
use ruleset_foeman::{Foeman, Situation};

/// The number of consecutive rounds a figure may wait.
pub const PATIENCE: u32 = 5;

/// A figure that waited longer than [`PATIENCE`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idler {
    /// Its name.
    pub name: String,
    /// The last round in which it waited.
    pub until: u32,
    /// The number of rounds.
    pub rounds: u32,
}

/// The state of a figure in this round, and how long it has waited before.
#[derive(Clone, Copy, Default)]
struct Watched {
    could_attack: bool,
    acted: bool,
    rounds: u32,
    until: u32,
}

/// Returns the passive figures of a completed battle.
pub fn idlers(battle: &Battle<Foeman>) -> Vec<Idler> {
    let content = battle.content();
    let mut state = Foeman::empty(content);
    let mut watched: Vec<Watched> = Vec::new();
    let mut found = Vec::new();
    for entry in battle.entries() {
        watched.resize(state.figures.len(), Watched::default());
        if let (Cause::Command(Command::Act { .. }), Some(Question::Option(asked))) = (&entry.cause, state.question()) {
            watched[asked.figure.index()].could_attack |= has_attack(battle, &state);
        }
        for instruction in &entry.did {
            if let Instruction::Figure(figure, event) = instruction
                && is_deed(event)
                && let Some(known) = watched.get_mut(figure.index())
            {
                known.acted = true;
            }
            if matches!(instruction, Instruction::Round(RoundEvent::Ends { .. })) {
                end_round(Situation::new(content, &state), &mut watched, &mut found);
            }
            Foeman::apply(content, &mut state, instruction);
        }
    }
    let now = Situation::new(content, &state);
    for (known, figure) in watched.iter().zip(0..) {
        tell(now, FigureId(figure), *known, &mut found);
    }
    found
}

fn end_round(now: Situation<'_>, watched: &mut [Watched], found: &mut Vec<Idler>) {
    for (known, figure) in watched.iter_mut().zip((0..).map(FigureId)) {
        let waits = now.is_active(figure) && !known.acted && waited(now, figure) && !hindered(now, figure);
        if waits && (known.could_attack || !guards(now, figure) && leads_to_an_enemy(now, figure)) {
            known.rounds += 1;
            known.until = now.state.round;
        } else {
            tell(now, figure, *known, found);
            known.rounds = 0;
        }
        (known.could_attack, known.acted) = (false, false);
    }
}

fn tell(now: Situation<'_>, figure: FigureId, known: Watched, found: &mut Vec<Idler>) {
    let Watched { rounds, until, .. } = known;
    if rounds > PATIENCE {
        found.push(Idler { name: now.name(figure).into_owned(), until, rounds });
    }
}

fn has_attack(battle: &Battle<Foeman>, state: &State) -> bool {
    let mut legal = Vec::new();
    Foeman::legal(battle.content(), state, &mut legal);
    legal.iter().any(|command| matches!(command, Command::Act { action: Action::Attack { .. } }))
}

/// Whether an event is an action beyond the usual options.
fn is_deed(event: &FigureEvent) -> bool {
    match event {
        FigureEvent::Attacked { .. } | FigureEvent::Readied { .. } | FigureEvent::Loading { .. } => true,
        FigureEvent::Manoeuvre(event) => matches!(
            event,
            ManoeuvreEvent::ForcesRetreat { .. }
                | ManoeuvreEvent::BreaksLoose { .. }
                | ManoeuvreEvent::LeavesHex { .. }
                | ManoeuvreEvent::Charges { .. }
                | ManoeuvreEvent::RushesShield { .. }
                | ManoeuvreEvent::PushesBack { .. }
                | ManoeuvreEvent::Grapples { .. }
        ),
        _ => false,
    }
}

fn waited(now: Situation<'_>, figure: FigureId) -> bool {
    let own = now.figure(figure);
    let waits = [ActionKind::Move, ActionKind::Watch, ActionKind::Defend, ActionKind::Dodge];
    own.mp == 0 && own.option.is_none_or(|option| waits.contains(&option.kind()))
}

fn hindered(now: Situation<'_>, figure: FigureId) -> bool {
    now.figure(figure).ma == 0 || statuses::bars_steps(now, figure).is_some()
}

/// Whether a figure is in a zone that a side must hold, or its side wins by surviving.
fn guards(now: Situation<'_>, figure: FigureId) -> bool {
    goals::current(now).any(|(_, goal)| {
        let survives = goal.side == now.side(figure) && goal.stake == Stake::Victory && is_survival(&goal.test);
        survives || is_held_at(&goal.test, now.figure(figure).hex)
    })
}

fn is_survival(test: &Test) -> bool {
    match test {
        Test::Survive { .. } => true,
        Test::Any(of) => of.iter().any(is_survival),
        _ => false,
    }
}

fn is_held_at(test: &Test, hex: Hex) -> bool {
    match test {
        Test::Hold { hexes, .. } => hexes.contains(&hex),
        Test::All(of) | Test::Any(of) => of.iter().any(|part| is_held_at(part, hex)),
        Test::Reach { .. } | Test::Disable { .. } | Test::Survive { .. } | Test::Event => false,
    }
}

/// Whether a path leads from a figure to a hex next to an enemy, past walls and all other figures.
///
/// A figure of several hexes counts as there if it fits in some facing.
fn leads_to_an_enemy(now: Situation<'_>, figure: FigureId) -> bool {
    let (field, shape) = (now.field(), &now.kind(figure).shape);
    let fits = |head: Hex| {
        Direction::ALL.into_iter().any(|facing| {
            let hexes = shape.hexes(Pose { head, facing });
            hexes.iter().all(|&hex| field.contains(hex) && field.cost(hex).is_some()) && !now.is_taken(figure, &hexes)
        })
    };
    let enemies: Vec<Hex> = now.opponents(figure).flat_map(|other| footprint::hexes(now, other).to_vec()).collect();
    let (mut open, mut seen) = (vec![now.figure(figure).hex], vec![now.figure(figure).hex]);
    while let Some(hex) = open.pop() {
        if enemies.iter().any(|enemy| enemy.distance(hex) == 1) {
            return true;
        }
        for next in hex.neighbours() {
            if !seen.contains(&next) && field.climb(hex, next).is_some() && fits(next) {
                seen.push(next);
                open.push(next);
            }
        }
    }
    false
}
