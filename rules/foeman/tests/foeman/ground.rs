//! A plain to fight on, with plain ("dull") figures that get one trait each.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Players, decide};
use foeman_engine::ruleset::{Emit, Ruleset, Turn};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::instruction::Instruction;
use ruleset_foeman::state::State;
use serde_json::{Value, json};

/// A battle under construction: a plain of 9 by 9 hexes and two sides.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pack: Value,
}

/// Red's first figure.
pub(crate) const RED: FigureId = FigureId(0);

/// Blue's first figure, if red has only one.
pub(crate) const BLUE: FigureId = FigureId(1);

impl Plain {
    /// A plain without figures.
    pub(crate) fn new() -> Self {
        let side = |colour: &str| json!({"title": colour, "color": "#000000", "roster": colour});
        let roster = |colour: &str| json!({"title": colour, "figures": {}});
        let pack = json!({
            "terrains": {
                "grass": {"title": "Grass", "color": "#00ff00"},
                "mud": {"title": "Mud", "color": "#804000", "cost": 2},
                "wall": {"title": "Wall", "color": "#000000", "blocks-move": true, "blocks-sight": true},
            },
            "maps": {"plain": {
                "title": "Plain",
                "geometry": {"size": [9, 9]},
                "legend": {"g": "grass", "m": "mud", "w": "wall"},
                "rows": "ggggggggg\n".repeat(9),
            }},
            "figures": {
                "dull": {"title": "Dull figure", "kind": "hero", "attributes": {"st": 12, "dx": 10, "iq": 10, "ma": 10}},
                "beast": {"title": "Beast", "kind": "creature", "attributes": {"st": 12, "dx": 10, "iq": 10, "ma": 10},
                    "attacks": [{"title": "bite", "damage": "-1H"}, {"title": "claws", "damage": "-2H T+1"}]},
            },
            "items": {
                "sword": {"title": "Sword", "class": "wpn", "damage": "-1H"},
                "axe": {"title": "Axe", "class": "wpn", "damage": "-1H L-1", "two-handed": {"damage": "-0H"},
                    "hurl": {"range": 4, "damage": "-2H"}},
                "pike": {"title": "Pike", "class": "wpn", "ready": "2hand", "damage": "-0H", "jab": {"damage": "-1H"}},
                "bow": {"title": "Bow", "class": "wpn", "ready": "2hand",
                    "fire": {"range": 20, "damage": "-1H", "ammo": "arrow", "reload": {"total": 0}}},
                "arrow": {"title": "Arrow", "class": "amo", "carry": "acu"},
                "crossbow": {"title": "Crossbow", "class": "wpn", "ready": "2hand",
                    "fire": {"range": 20, "damage": "3D", "ammo": "bolt", "reload": {"by": "ready", "total": 12}}},
                "bolt": {"title": "Bolt", "class": "amo", "carry": "acu"},
                "star": {"title": "Star", "class": "wpn", "carry": "acu", "damage": "-2H", "hurl": {"range": 6}},
                "net": {"title": "Net", "class": "wpn", "hurl": {"range": 3, "damage": "-3H"},
                    "also": {"shd": {"stops": {"rating": 2, "block": 1}}}},
                "spiked-shield": {"title": "Spiked shield", "class": "shd", "stops": {"protection": 1},
                    "also": {"wpn": {"damage": "-2H", "skill": "unskilled"}}},
                "club": {"title": "Club", "class": "wpn", "damage": "-1H", "skill": "unskilled"},
                "parrying-dagger": {"title": "Parrying dagger", "class": "wpn", "damage": "-2H", "stops": {"rating": 6, "block": 1}},
                "shield": {"title": "Shield", "class": "shd", "stops": {"protection": 2}},
                "mail": {"title": "Mail", "class": "amr", "ready": "worn", "stops": {"protection": 3}},
            },
            "rosters": {"red": roster("red"), "blue": roster("blue")},
            "sides": {"red": side("red"), "blue": side("blue")},
            "scenarios": {"fight": {
                "title": "Fight", "map": "plain", "rounds": 30,
                "sides": [{"side": "red", "place": {}}, {"side": "blue", "place": {}}],
            }},
        });
        Self { pack }
    }

    /// Adds a plain red figure.
    #[must_use]
    pub(crate) fn red(self, hex: [i32; 2], facing: u8, gear: &[(&str, &str)]) -> Self {
        self.figure(0, "red", "dull", (hex, facing), gear)
    }

    /// Adds a plain blue figure.
    #[must_use]
    pub(crate) fn blue(self, hex: [i32; 2], facing: u8, gear: &[(&str, &str)]) -> Self {
        self.figure(1, "blue", "dull", (hex, facing), gear)
    }

    /// Adds a figure of any type; names are numbered: `red 1`, `red 2`.
    #[must_use]
    pub(crate) fn figure(
        mut self,
        side: usize,
        colour: &str,
        kind: &str,
        at: ([i32; 2], u8),
        gear: &[(&str, &str)],
    ) -> Self {
        let figures = self.pack["rosters"][colour]["figures"].as_object_mut().expect("a roster has figures");
        let id = format!("f{}", figures.len() + 1);
        let gear: Vec<Value> = gear.iter().map(|(item, place)| json!({"item": item, "place": place})).collect();
        let name = format!("{colour} {}", figures.len() + 1);
        figures.insert(id.clone(), json!({"name": name, "type": kind, "gear": gear}));
        self.pack["scenarios"]["fight"]["sides"][side]["place"][id] = json!({"hex": at.0, "facing": at.1});
        self
    }

    /// Sets any value of the pack by its JSON pointer, `/figures/dull/attributes/ma`.
    #[must_use]
    pub(crate) fn with(mut self, pointer: &str, value: impl Into<Value>) -> Self {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer has a slash");
        self.pack.pointer_mut(parent).expect("the parent exists")[key] = value.into();
        self
    }

    /// Returns the catalogs as JSON.
    pub(crate) fn pack(&self) -> &Value {
        &self.pack
    }

    /// Returns the resolved content of the scenario.
    pub(crate) fn resolved(&self) -> Resolved {
        let records = serde_json::from_value(self.pack.clone()).expect("a pack is a map of catalogs");
        Resolved {
            ruleset: "foeman".to_owned(),
            scenario: RecordKey::new("scenarios", "fight"),
            records,
            fields: Default::default(),
            spare: Default::default(),
            language: None,
        }
    }

    /// Returns the content as the rules read it.
    pub(crate) fn content(&self) -> Content {
        match Foeman::content(&self.resolved()) {
            Ok(content) => content,
            Err(problems) => panic!("{problems:?}"),
        }
    }

    /// Starts a battle with this seed.
    pub(crate) fn battle(&self, seed: u64) -> Battle<Foeman> {
        match Battle::new(&self.resolved(), Seed(seed)) {
            Ok(battle) => battle,
            Err(problems) => panic!("{problems:?}"),
        }
    }
}

/// Plays on: `choose` picks from the legal commands of the active figure, until it returns `None` or the battle ends.
pub(crate) fn play(
    battle: &mut Battle<Foeman>,
    mut choose: impl FnMut(&Battle<Foeman>, &[Command]) -> Option<Command>,
) {
    loop {
        match battle.turn() {
            Turn::Over(_) => return,
            Turn::Auto => battle.advance(),
            Turn::Ask { .. } => match choose(battle, &battle.legal()) {
                Some(command) => battle.issue(command).expect("legal commands are accepted"),
                None => return,
            },
        }
    }
}

/// Returns the command of Foeman's default player.
pub(crate) fn usual(players: &mut Players<Foeman>, battle: &Battle<Foeman>) -> Option<Command> {
    let Turn::Ask { side, .. } = battle.turn() else { return None };
    decide(battle, players.of(side, None))
}

/// Returns the log of a battle so far.
pub(crate) fn told(battle: &Battle<Foeman>) -> Vec<String> {
    let mut state = Foeman::empty(battle.content());
    let mut lines = Vec::new();
    for instruction in battle.entries().iter().flat_map(|entry| &entry.did) {
        lines.extend(Foeman::tell(battle.content(), &state, instruction).map(|line| line.text));
        Foeman::apply(battle.content(), &mut state, instruction);
    }
    lines
}

/// Carries out a command on a custom state; returns the instructions.
pub(crate) fn carry_out(content: &Content, state: &mut State, seed: u64, command: Command) -> Vec<Instruction> {
    if let Err(refusal) = Foeman::check(content, state, &command) {
        panic!("{command:?} is refused: {} ({})", refusal.message, refusal.rule);
    }
    let mut out = Emit::new(content, state, Seed(seed), 1);
    Foeman::plan(content, &command, &mut out);
    out.finish().1
}
