//! Small battles in which a sound player must do the obvious.
//!
//! Each file of this folder describes one: a map, the figures of both sides, and what the player of the red side must
//! do. Blue is played by the reckless player if the file does not say otherwise.

use std::collections::BTreeMap;
use std::path::Path;

use foeman_engine::battle::Battle;
use foeman_engine::player::{Players, decide, find};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::{FigureEvent, Instruction, MagicEvent};
use ruleset_foeman::state::records::{HaltRecord, Posture};
use ruleset_foeman::state::{Phase, State};
use ruleset_foeman::{Foeman, Situation};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ground::{Plain, told};

/// A player, how often it must do the obvious in per cent, and the usual number of battles of each situation.
struct Player {
    id: &'static str,
    least: u64,
    seeds: u64,
}

/// The cunning player takes more time, so it plays fewer battles.
const PLAYERS: [Player; 2] =
    [Player { id: "steady", least: 92, seeds: 5 }, Player { id: "cunning", least: 96, seeds: 3 }];

/// A situation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Scene {
    /// What the player must do.
    about: String,
    /// The rows of the map: `g` is grass, `m` mud, `w` wall, `o` water that does not block sight.
    rows: String,
    /// Zones by id.
    #[serde(default)]
    zones: BTreeMap<String, Vec<[i32; 2]>>,
    /// Further records by catalog and id.
    #[serde(default)]
    records: BTreeMap<String, BTreeMap<String, Value>>,
    red: Team,
    blue: Team,
    /// The players that must do it; all if there are none. The steady player does not do everything that the cunning one
    /// does.
    #[serde(default)]
    players: Vec<String>,
    /// The player of blue.
    #[serde(default = "reckless")]
    against: String,
    /// The round after which the battle is judged.
    rounds: u32,
    /// The round limit of the scenario.
    #[serde(default = "thirty")]
    limit: u32,
    /// All of these must hold.
    must: Vec<Must>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Team {
    figures: Vec<Member>,
    #[serde(default)]
    victory: Vec<Value>,
    #[serde(default)]
    defeat: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    #[serde(rename = "type", default = "dull")]
    kind: String,
    at: [i32; 2],
    facing: u8,
    #[serde(default)]
    gear: Vec<Gear>,
    /// Attributes of this figure, instead of those of its type.
    #[serde(default)]
    attributes: BTreeMap<String, i32>,
    #[serde(default)]
    spells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gear {
    item: String,
    place: String,
    #[serde(default = "one")]
    count: u8,
}

/// A condition on what happened. Figures are numbered in the order of the file, red first, from 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Must {
    /// Red wins, by the judged round.
    Win,
    /// The battle is not lost.
    NotLose,
    /// At the end of each round, the figure is in the zone or out of action.
    StayIn { figure: usize, zone: String },
    /// At the end of the judged round or before, the figure is in the zone.
    ComeTo { figure: usize, zone: String },
    /// When the action phase of this round begins, no enemy is this near, in hexes.
    KeepOff { figure: usize, round: u32, distance: u32 },
    /// When the figure ends its move in this round, no enemy is this near, in hexes.
    StopOff { figure: usize, round: u32, distance: u32 },
    /// The figure attacks or casts in this round, or is out of action.
    Act { figure: usize, round: u32 },
    /// The first attack or spell of the figure has this target.
    Target { figure: usize, target: usize },
    /// The figure is active at the end.
    Survive { figure: usize },
    /// No spell of the figure is kept up on figures out of action.
    LetLapse { figure: usize },
    /// The figure does not cast.
    NotCast { figure: usize },
    /// The figure does not enter the hex of an active enemy.
    NotSqueeze { figure: usize },
    /// Until the judged round, the figure does not spend two rounds in a row next to an enemy without acting, while
    /// unhurt.
    NotFidget { figure: usize },
}

fn reckless() -> String {
    "reckless".to_owned()
}

fn thirty() -> u32 {
    30
}

fn dull() -> String {
    "dull".to_owned()
}

fn one() -> u8 {
    1
}

impl Scene {
    fn plain(&self) -> Plain {
        let rows: Vec<&str> = self.rows.lines().collect();
        let mut plain = Plain::new()
            .with("/terrains/water", json!({"title": "Water", "color": "#0000ff", "blocks-move": true}))
            .with("/maps/plain/legend/o", "water")
            .with("/maps/plain/geometry/size", json!([rows[0].len(), rows.len()]))
            .with("/maps/plain/rows", self.rows.clone())
            .with("/scenarios/fight/rounds", self.limit);
        let zones: BTreeMap<_, _> =
            self.zones.iter().map(|(id, cells)| (id, json!({"title": id, "cells": cells}))).collect();
        plain = plain.with("/maps/plain/zones", json!(zones)).with("/spells", json!({}));
        for (catalog, records) in &self.records {
            for (id, record) in records {
                plain = plain.with(&format!("/{catalog}/{id}"), record.clone());
            }
        }
        for (side, (colour, team)) in [("red", &self.red), ("blue", &self.blue)].into_iter().enumerate() {
            for (nth, member) in (1..).zip(&team.figures) {
                let gear: Vec<(&str, &str)> =
                    member.gear.iter().map(|gear| (gear.item.as_str(), gear.place.as_str())).collect();
                plain = plain.figure(side, colour, &member.kind, (member.at, member.facing), &gear);
                let figure = format!("/rosters/{colour}/figures/f{nth}");
                if !member.attributes.is_empty() {
                    plain = plain.with(&format!("{figure}/attributes"), json!(member.attributes));
                }
                if !member.spells.is_empty() {
                    plain = plain.with(&format!("{figure}/spells"), json!(member.spells));
                }
                for (position, gear) in member.gear.iter().enumerate().filter(|(_, gear)| gear.count > 1) {
                    plain = plain.with(&format!("{figure}/gear/{position}/count"), gear.count);
                }
            }
            for (key, goals) in [("victory", &team.victory), ("defeat", &team.defeat)] {
                if !goals.is_empty() {
                    plain = plain.with(&format!("/scenarios/fight/sides/{side}/{key}"), json!(goals));
                }
            }
        }
        plain
    }

    /// The number of battles in which `player` does what it must, of those with the seeds from 1 to `seeds`.
    #[expect(clippy::print_stderr, reason = "prints failures on request")]
    fn done(&self, player: &str, seeds: u64) -> u64 {
        let plain = self.plain();
        let shows = std::env::var("SHOW").is_ok_and(|shown| shown == player);
        let done = (1..=seeds).filter(|&seed| {
            let course = Course::of(&plain, self, player, seed);
            let is_done = self.is_done(&course);
            if shows && !is_done {
                eprintln!("seed {seed}\n{}\n", told(&course.battle).join("\n"));
            }
            is_done
        });
        done.count() as u64
    }

    fn is_done(&self, course: &Course) -> bool {
        self.must.iter().all(|must| course.fulfils(self, must))
    }
}

/// What happened in a battle.
struct Course {
    battle: Battle<Foeman>,
    /// The states at the end of each phase of movement, by round.
    moved: Vec<(u32, State)>,
    /// The states in which a figure has ended its move, by round.
    halted: Vec<(u32, usize, State)>,
    /// The states at the end of each round.
    ended: Vec<(u32, State)>,
    /// Attacks, charges and spells: round, figure, target.
    acts: Vec<(u32, usize, Option<usize>)>,
    casts: Vec<usize>,
    /// Renewals by a figure of spells on figures out of action.
    wasted: Vec<usize>,
    /// Figures that have been in the hex of an active enemy.
    squeezed: Vec<usize>,
}

impl Course {
    fn of(plain: &Plain, scene: &Scene, player: &str, seed: u64) -> Self {
        let ids = [player, &scene.against].map(|id| find::<Foeman>(id).expect("there is such a player"));
        let mut players = Players::default();
        let mut course = Self {
            battle: plain.battle(seed),
            moved: Vec::new(),
            halted: Vec::new(),
            ended: Vec::new(),
            acts: Vec::new(),
            casts: Vec::new(),
            wasted: Vec::new(),
            squeezed: Vec::new(),
        };
        loop {
            let before = course.battle.state().clone();
            let battle = &mut course.battle;
            let entries = battle.entries().len();
            match battle.turn() {
                Turn::Over(_) => break,
                Turn::Auto => battle.advance(),
                Turn::Ask { side, .. } => {
                    let command = decide(battle, players.of(side, ids[usize::from(side.0)])).expect("it decides");
                    battle.issue(command).expect("what a player decides is legal");
                }
            }
            course.note(&before, entries);
            if course.battle.state().round > scene.rounds {
                break;
            }
        }
        let last = course.battle.state().clone();
        if course.ended.last().is_none_or(|(round, _)| *round < last.round) && last.round <= scene.rounds {
            course.ended.push((last.round, last));
        }
        course
    }

    /// Notes what the last entries did.
    fn note(&mut self, before: &State, entries: usize) {
        let (after, content) = (self.battle.state(), self.battle.content());
        let mut state = before.clone();
        for instruction in self.battle.entries()[entries..].iter().flat_map(|entry| &entry.did) {
            if let Instruction::Figure(figure, event) = instruction {
                let own = figure.index();
                match event {
                    FigureEvent::Attacked { target, .. } => {
                        self.acts.push((state.round, own, Some(target.index())));
                    }
                    FigureEvent::Magic(MagicEvent::Casts { target, .. }) => {
                        self.casts.push(own);
                        self.acts.push((state.round, own, target.map(|target| target.index())));
                    }
                    FigureEvent::Magic(MagicEvent::KeepsUp { target, .. })
                        if !Situation::new(content, &state).is_active(*target) =>
                    {
                        self.wasted.push(own);
                    }
                    _ => {}
                }
            }
            Foeman::apply(content, &mut state, instruction);
            let now = Situation::new(content, &state);
            for figure in now.active() {
                if now.opponents(figure).any(|enemy| now.figure(enemy).hex == now.figure(figure).hex) {
                    self.squeezed.push(figure.index());
                }
            }
        }
        for (nth, figure) in after.figures.iter().enumerate() {
            let halts = |state: &State| state.figures.get(nth).is_some_and(|figure| figure.halt == HaltRecord::Halted);
            if figure.halt == HaltRecord::Halted && !halts(before) {
                self.halted.push((after.round, nth, after.clone()));
            }
        }
        if before.phase == Phase::Movement && after.phase != Phase::Movement {
            self.moved.push((after.round, after.clone()));
        }
        if before.round > 0 && after.round > before.round {
            self.ended.push((before.round, after.clone()));
        }
    }

    fn is_active(&self, state: &State, figure: usize) -> bool {
        Situation::new(self.battle.content(), state).is_active(id(figure))
    }

    fn is_in(&self, state: &State, figure: usize, cells: &[[i32; 2]]) -> bool {
        let geometry = &self.battle.content().land.field.geometry;
        cells.contains(&geometry.cell(state.figure(id(figure)).hex))
    }

    /// The distance of the nearest active enemy.
    fn nearest(&self, state: &State, figure: usize) -> Option<u32> {
        let now = Situation::new(self.battle.content(), state);
        now.opponents(id(figure)).map(|enemy| now.figure(enemy).hex.distance(now.figure(id(figure)).hex)).min()
    }

    fn fulfils(&self, scene: &Scene, must: &Must) -> bool {
        let acted = |round: u32, figure: usize| self.acts.iter().any(|act| (act.0, act.1) == (round, figure));
        match must {
            Must::Win => matches!(self.battle.turn(), Turn::Over(outcome) if outcome.is_won_by(SideId(0))),
            Must::NotLose => match self.battle.turn() {
                Turn::Over(outcome) => outcome.is_won_by(SideId(0)) || outcome.is_draw(),
                _ => true,
            },
            Must::StayIn { figure, zone } => self
                .ended
                .iter()
                .all(|(_, state)| !self.is_active(state, *figure) || self.is_in(state, *figure, &scene.zones[zone])),
            Must::ComeTo { figure, zone } => {
                self.ended.iter().any(|(_, state)| self.is_in(state, *figure, &scene.zones[zone]))
            }
            Must::KeepOff { figure, round, distance } => {
                let then = self.moved.iter().find(|(other, _)| other == round);
                then.is_none_or(|(_, state)| self.nearest(state, *figure).is_none_or(|near| near > *distance))
            }
            Must::StopOff { figure, round, distance } => {
                let mut halts = self.halted.iter().filter(|(other, own, _)| (other, own) == (round, figure));
                halts.all(|(.., state)| self.nearest(state, *figure).is_none_or(|near| near > *distance))
            }
            Must::Act { figure, round } => {
                let out = self.ended.iter().any(|(other, state)| other <= round && !self.is_active(state, *figure));
                acted(*round, *figure) || out || !self.moved.iter().any(|(other, _)| other == round)
            }
            Must::Target { figure, target } => {
                let first = self.acts.iter().find(|(_, other, _)| other == figure);
                first.is_some_and(|(.., other)| *other == Some(*target))
            }
            Must::Survive { figure } => self.is_active(self.battle.state(), *figure),
            Must::LetLapse { figure } => !self.wasted.contains(figure),
            Must::NotCast { figure } => !self.casts.contains(figure),
            Must::NotSqueeze { figure } => !self.squeezed.contains(figure),
            Must::NotFidget { figure } => {
                let idle: Vec<u32> = self
                    .moved
                    .iter()
                    .filter(|(round, state)| {
                        let now = Situation::new(self.battle.content(), state);
                        let unhurt = 4 * now.mod_st(id(*figure)) >= 3 * now.kind(id(*figure)).st;
                        let stands = now.figure(id(*figure)).posture == Posture::Standing;
                        unhurt && stands && self.nearest(state, *figure) == Some(1) && !acted(*round, *figure)
                    })
                    .map(|(round, _)| *round)
                    .collect();
                !idle.windows(2).any(|pair| pair[0] + 1 == pair[1])
            }
        }
    }
}

fn id(figure: usize) -> FigureId {
    FigureId(figure as u16)
}

/// The situations by name.
fn scenes() -> Vec<(String, Scene)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("foeman/situations");
    let mut scenes: Vec<(String, Scene)> = std::fs::read_dir(folder)
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("it can be read");
            // By way of JSON, which writes the variants of an enum as plain keys.
            let value: Value = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let scene = serde_json::from_value(value).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, scene)
        })
        .collect();
    scenes.sort_by(|(one, _), (other, _)| one.cmp(other));
    scenes
}

/// Plays some battles of each situation: `SEEDS=25` plays more of them and prints the share in which each player
/// does what it must. `PLAYERS=steady` and `SITUATION=door` restrict the run, and `SHOW=steady` prints the logs
/// of the battles in which that player fails.
#[test]
fn players_do_the_obvious() {
    let variable = |name: &str| std::env::var(name).ok();
    let seeds: Option<u64> = variable("SEEDS").map(|seeds| seeds.parse().expect("a number of battles"));
    let only = variable("SITUATION").unwrap_or_default();
    let asked = variable("PLAYERS");
    let is_asked = |player: &Player| asked.as_ref().is_none_or(|asked| asked.split(',').any(|id| id == player.id));
    let (mut table, mut failures) = (Vec::new(), Vec::new());
    for (name, scene) in scenes().into_iter().filter(|(name, _)| name.contains(&only)) {
        let is_for = |player: &&Player| scene.players.is_empty() || scene.players.iter().any(|id| id == player.id);
        for player in PLAYERS.iter().filter(|player| is_asked(player)).filter(is_for) {
            let seeds = seeds.unwrap_or(player.seeds);
            let done = scene.done(player.id, seeds);
            table.push(format!("{name:32}{:10}{done} of {seeds}", player.id));
            // One battle may always go wrong.
            let misses = (seeds * (100 - player.least) / 100).max(1);
            if done + misses < seeds {
                failures.push(format!("{} in {name}: {done} of {seeds}, {}", player.id, scene.about));
            }
        }
    }
    if seeds.is_some() {
        report(&table);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[expect(clippy::print_stderr, reason = "prints the table on request")]
fn report(table: &[String]) {
    eprintln!("{}", table.join("\n"));
}
