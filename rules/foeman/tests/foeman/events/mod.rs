//! Events of scenarios: arrivals, occasions, deeds, chains, amendments, and random sets of events.

mod amended;
mod arrivals;
mod deeds;
mod entering;
mod ground;
mod names;
mod occasions;
mod order;
mod orders;
mod proofs;
mod standing;
mod unpredictable;

use foeman_engine::ruleset::{Ruleset, Turn};
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::{FigureId, Source};
use ruleset_foeman::instruction::{EffectEvent, EventStep, FigureEvent, GoalEvent, Instruction, Passage, SideEvent};
use ruleset_foeman::state::{Action, Question};
use serde_json::{Value, json};

use crate::ground::{Plain, RED};
use crate::scene::{Scene, strike};

/// Every kind of deed.
const DEEDS: [&str; 17] = [
    "say", "show", "arrive", "leave", "win", "lose", "change", "set", "goal", "item", "raise", "clear", "terrain",
    "begin", "end", "order", "next",
];

/// The deeds that are possible after the battle.
const EPILOGUE: [&str; 5] = ["say", "show", "change", "set", "next"];

const SWORD: &[(&str, &str)] = &[("sword", "first-hand")];

/// Red and blue far apart, a gate one step in front of red, and a counter.
fn apart() -> Plain {
    Plain::new()
        .red([4, 7], 0, SWORD)
        .blue([4, 0], 3, SWORD)
        .with("/maps/plain/zones", json!({"gate": {"title": "The gate", "cells": [[4, 6]]}}))
        .with("/scenarios/fight/counters", json!({"alarms": 0}))
}

/// Red and blue next to each other; the first blow that does harm fells blue.
fn face_to_face() -> Plain {
    Plain::new()
        .red([4, 5], 0, SWORD)
        .blue([4, 4], 3, SWORD)
        .with("/rosters/blue/figures/f1/attributes", json!({"st": 3}))
        .with("/scenarios/fight/counters", json!({"alarms": 0}))
}

fn with(plain: Plain, events: Value) -> Plain {
    plain.with("/scenarios/fight/events", events)
}

/// An event that says "now".
fn now(occasion: Value) -> Value {
    let mut event = occasion;
    event["do"] = json!([{"kind": "say", "text": "now"}]);
    json!({ "it": event })
}

/// How often the log has a line.
fn count(scene: &Scene, line: &str) -> usize {
    scene.told().iter().filter(|told| **told == line).count()
}

/// Plays to the beginning of a round: all figures halt and do nothing.
fn to_round(scene: &mut Scene, round: u32) {
    scene.until(|scene| scene.state.round >= round);
}

/// Red walks one hex ahead in its next move, and halts.
fn step_ahead(scene: &mut Scene, direction: u8) {
    scene.until(|scene| matches!(scene.question(), Some(Question::Move { figure: Some(RED), .. })) || may_take(scene));
    if may_take(scene) {
        scene.issue(Command::Take { figure: RED });
    }
    scene.issue(Command::Step { direction: foeman_schema::grid::Direction::new(i32::from(direction)) });
    scene.go_on();
    if matches!(scene.question(), Some(Question::Move { figure: Some(RED), .. })) {
        scene.issue(Command::Halt).go_on();
    }
}

fn may_take(scene: &Scene) -> bool {
    scene.legal().contains(&Command::Take { figure: RED })
}

/// Red hits blue with three dice, and fells it if it has 3 ST.
fn fell(scene: &mut Scene, target: FigureId) {
    scene.falls("hit", RED, &[1, 1, 1]).falls("damage", RED, &[6, 6]);
    scene.carries_out(RED, strike(target, 3)).go_on();
}

fn is_over(scene: &Scene) -> bool {
    matches!(Foeman::turn(&scene.content, &scene.state), Turn::Over(_))
}

/// A figure's DX, with all that changes it.
fn dx(scene: &Scene, figure: FigureId) -> i32 {
    let explained = Foeman::capabilities().explained.expect("figures are explained");
    let sums = explained(&scene.content, &scene.state, u32::from(figure.0));
    sums.into_iter().find(|sum| sum.name == "DX").expect("DX is explained").total
}

fn idle() -> Action {
    Action::Move
}

/// Whether an instruction of an event is the result of a deed.
fn is_result_of(deed: &str, done: &Instruction) -> bool {
    match done {
        Instruction::Event(EventStep::Says { .. }) => ["say", "show"].contains(&deed),
        Instruction::Event(EventStep::Awaits { .. })
        | Instruction::Figure(_, FigureEvent::Passage(Passage::Arrives { .. })) => deed == "arrive",
        Instruction::Figure(_, FigureEvent::Passage(Passage::Departs)) => ["leave", "clear"].contains(&deed),
        Instruction::Side(_, SideEvent::Goal(GoalEvent::Wins { .. })) => deed == "win",
        Instruction::Side(_, SideEvent::Goal(GoalEvent::Leaves { .. })) => deed == "lose",
        Instruction::Event(EventStep::Counts { .. }) => ["change", "set"].contains(&deed),
        Instruction::Event(EventStep::Goals { .. }) => deed == "goal",
        Instruction::Event(EventStep::Lies { .. }) => deed == "item",
        Instruction::Event(EventStep::Rises { .. }) => deed == "raise",
        Instruction::Event(EventStep::Turns { .. }) => deed == "terrain",
        Instruction::Effect(EffectEvent::Begins(state)) => deed == "begin" && matches!(state.source, Source::Named(_)),
        Instruction::Effect(EffectEvent::Ends { .. }) => deed == "end",
        Instruction::Event(EventStep::Orders { .. }) => deed == "order",
        Instruction::Event(EventStep::Leads { .. }) => deed == "next",
        _ => false,
    }
}
