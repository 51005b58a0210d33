//! Battles on the scenarios of the rows, through the generic battle interface.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::exchange::Unopened;
use foeman_engine::ruleset::Turn;
use foeman_schema::resolve::Resolved;
use ruleset_strategy::content::Holder;
use ruleset_strategy::content::{Category, Content};
use ruleset_strategy::hexkit::{expand, read};
use ruleset_strategy::ids::FactionId;
use ruleset_strategy::state::State;
use ruleset_strategy::{DIALECT, Strategy};
use serde_json::json;

use crate::rows;

/// Scenarios with different features: economy, supply, modifiers, upgrades, conditions, three factions.
pub(crate) const SCENARIOS: [&str; 9] = [
    "skirmish.xml",
    "war.xml",
    "triad.xml",
    "economy.xml",
    "modifiers.xml",
    "supply.xml",
    "cond-a.xml",
    "cond-e.xml",
    "tiny.xml",
];

/// Returns a scenario of the rows, with the original's behaviour or ours, that is a draw after this many turns.
pub(crate) fn scenario(file: &str, original: bool, turns: u16) -> Resolved {
    let expanded =
        expand(file, &rows::read(file), &mut |_, _| Err(Unopened::Missing)).expect("the file includes no other files");
    let told = read(&expanded).unwrap_or_else(|note| panic!("{file}: {}", note.message));
    let mut records = told.records;
    let all = records.get_mut("scenarios").expect("it is a scenario");
    let scenario = all.values_mut().next().expect("the file has a scenario");
    scenario["turns"] = json!(turns);
    scenario["options"] = json!({ "original-behaviour": original });
    Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: told.scenario,
        records,
        fields: Default::default(),
        spare: Default::default(),
        language: None,
    }
}

pub(crate) fn battle(file: &str, original: bool, turns: u16, seed: u64) -> Battle<Strategy> {
    let resolved = scenario(file, original, turns);
    Battle::new(&resolved, Seed(seed)).unwrap_or_else(|errors| panic!("{file}: {errors:?}"))
}

/// Plays until a decision; returns false at the end of the battle.
pub(crate) fn asks(battle: &mut Battle<Strategy>) -> bool {
    while battle.turn() == Turn::Auto {
        battle.advance();
    }
    matches!(battle.turn(), Turn::Ask { .. })
}

/// Returns the violated invariants; empty if all hold.
pub(crate) fn broken(content: &Content, state: &State) -> Vec<String> {
    let mut broken = Vec::new();
    let mut placed = 0;
    for (id, entity) in state.entities() {
        let category = entity.category(content);
        let name = || format!("{} ({id:?})", entity.name(content));
        let lies = entity.site.map(|site| state.site(site));
        let fits = match category {
            Category::Unit => entity.owner.is_some() || entity.site.is_none(),
            Category::Terrain | Category::Effect => lies.is_none_or(|site| site.owner == entity.owner),
            Category::Upgrade => entity.site.is_none(),
        };
        if !fits {
            broken.push(format!("{} of {:?} is in {:?}", name(), entity.owner, entity.site));
        }
        if let Some(site) = lies {
            placed += 1;
            if site.stack(category).iter().filter(|&&other| other == id).count() != 1 {
                broken.push(format!("{} is not in its stack", name()));
            }
        }
        let owner = entity.owner.filter(|_| category != Category::Effect);
        let own = owner.map(|owner| state.faction(owner).possessions(category).filter(|&other| other == id));
        if own.is_some_and(|own| own.count() != 1) {
            broken.push(format!("{} is missing from the entities of its owner", name()));
        }
        for stock in entity.values.iter() {
            let [least, greatest] = stock.range(content, Holder::Entity);
            if stock.now < least || stock.now > greatest.max(least) {
                broken.push(format!("{} has {} of {:?}", name(), stock.now, stock.variable));
            }
        }
    }
    for (at, faction) in state.factions.iter().enumerate() {
        for id in faction.units.iter().chain(&faction.terrains).chain(&faction.upgrades) {
            if state.entity(*id).is_none_or(|entity| entity.owner.map(FactionId::index) != Some(at)) {
                broken.push(format!("{id:?} is among the entities of {at} and belongs to another"));
            }
        }
    }
    let mut counted = 0;
    for site in content.columns() {
        let here = state.site(site);
        for category in [Category::Unit, Category::Terrain, Category::Effect] {
            for &id in here.stack(category) {
                counted += 1;
                if state.entity(id).is_none_or(|entity| entity.site != Some(site)) {
                    broken.push(format!("{id:?} is in the stack of {site:?} and lies elsewhere"));
                }
            }
        }
        let mut owners = here.units().iter().map(|&unit| state.entity(unit).and_then(|unit| unit.owner));
        let first = owners.next();
        if owners.any(|owner| Some(owner) != first) {
            broken.push(format!("units of several owners are in {site:?}"));
        }
        if here.terrains().is_empty() {
            broken.push(format!("{site:?} has lost its ground"));
        }
        let lists: usize =
            state.factions.iter().map(|of| of.sites.iter().filter(|&&other| other == site).count()).sum();
        if lists != usize::from(here.owner.is_some()) {
            broken.push(format!("{site:?} is in {lists} lists"));
        }
    }
    if counted != placed {
        broken.push(format!("{placed} entities are placed, and {counted} in stacks"));
    }
    broken
}

/// Returns the places where cached sums differ from recomputed ones.
pub(crate) fn strayed(content: &Content, state: &State) -> Vec<String> {
    let fresh = state.auras_anew(content);
    let mut strayed = Vec::new();
    for &faction in &state.order {
        for site in content.columns() {
            for variable in (0..content.variables.len()).map(|at| ruleset_strategy::ids::VariableId(at as u16)) {
                let kept = state.faction(faction).aura.at(site, variable);
                let anew = fresh[faction.index()].at(site, variable);
                if kept != anew {
                    strayed.push(format!("{faction:?} gains {kept} of {variable:?} in {site:?}, recalculated {anew}"));
                }
            }
        }
    }
    for site in content.columns() {
        let here = state.site(site);
        let (mut difficulty, mut elevation) = (0_i32, 0_i32);
        for terrain in here.terrains().iter().map(|&id| state.listed(id)) {
            difficulty = difficulty.saturating_add(terrain.mapped(terrain.class(content).difficulty, 0));
            elevation = elevation.saturating_add(terrain.mapped(terrain.class(content).elevation, 0));
        }
        if [here.relief.difficulty, here.relief.elevation] != [difficulty, elevation] {
            let kept = [here.relief.difficulty, here.relief.elevation];
            strayed.push(format!("{site:?} has {kept:?}, recalculated {:?}", [difficulty, elevation]));
        }
    }
    let most = content.columns().map(|site| state.site(site).worth()).fold(0.0, f64::max);
    if most != state.most_worth() {
        strayed.push(format!("the most valuable site is worth {}, recalculated {most}", state.most_worth()));
    }
    strayed
}
