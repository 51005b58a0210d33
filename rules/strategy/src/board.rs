//! The board of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::grid::{Cells, Points, Region};

use super::catalogs::{Condition, Measure, Reach, VariableKind};
use super::content::{Category, Content, Stock};
use super::ids::{ClassId, EntityId, FactionId, SiteId};
use super::look::{Looks, framed};
use super::situation::Situation;
use super::state::Entity;
use super::tell::{amount, listed, place, scaled};
use foeman_engine::display::{
    Board, Explained, Gauge, GoalView, Ground, NOBODY, SideView, Term, TerrainView, Thing, Token, ZoneView,
};

/// Returns the board: the map with its terrains and owners, units as tokens stack by stack, and effects.
pub(super) fn board(now: Situation<'_>) -> Board {
    let (content, state) = (now.content, now.state);
    let factions = || (0..content.factions.len()).map(|at| FactionId(at as u8));
    Board {
        ground: Some(Arc::clone(state.ground.get_or_make(|| ground(now)))),
        sides: sides(content),
        tokens: tokens(now),
        things: state.entities_on_ground().filter_map(|(_, entity)| thing(content, entity)).collect(),
        gauges: factions().flat_map(|faction| gauges(now, faction)).collect(),
        goals: factions().flat_map(|faction| goals(now, faction)).collect(),
    }
}

/// Returns the factions as sides.
pub(super) fn sides(content: &Content) -> Vec<SideView> {
    let side = |faction: &super::content::Faction| SideView {
        name: faction.title.clone(),
        color: faction.color.clone(),
        human: faction.human,
    };
    content.factions.iter().map(side).collect()
}

/// Returns the attributes and resources of a unit, with their terms.
pub(super) fn explained(now: Situation<'_>, token: u32) -> Vec<Explained> {
    let unit = now.state.entity(EntityId(token)).filter(|unit| unit.category(now.content) == Category::Unit);
    let Some(unit) = unit else { return Vec::new() };
    let attributes = unit.values.of_kind(now.content, VariableKind::Attribute);
    attributes.map(|stock| explained_one(now, unit, stock)).collect()
}

fn explained_one(now: Situation<'_>, unit: &Entity, stock: &Stock) -> Explained {
    let term = |name: &str, value: i32, rule: &str| Term { name: name.to_owned(), value, rule: rule.to_owned() };
    let around = unit.owner.zip(unit.site);
    let around = around.map_or(0, |(owner, site)| now.state.faction(owner).aura.at(site, stock.variable));
    let parts = [("own modifiers", unit.modifier(Reach::Own, stock.variable)), ("modifiers around it", around)];
    let mut terms = vec![term("basic", stock.initial, "S3.2")];
    terms.extend(parts.into_iter().filter(|(_, value)| *value != 0).map(|(name, value)| term(name, value, "S3.3")));
    // Values are limited to their range, and not updated for units off the map; an extra term covers the difference.
    let sum = terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    if sum != stock.now {
        terms.push(term("limits", stock.now.saturating_sub(sum), "S3.1"));
    }
    Explained { name: now.content.variable(stock.variable).title.clone(), total: stock.now, terms }
}

/// Returns the map with the topmost terrain of each site, and the territory of each faction as a zone.
fn ground(now: Situation<'_>) -> Ground {
    let content = now.content;
    let view = |class: &super::content::Class| {
        let (color, pattern) = class.look.clone().unwrap_or_default();
        let difficulty = class.difficulty.variable().and_then(|variable| class.values.get(variable));
        let closed = class.background && difficulty.is_none_or(|stock| stock.initial == 0);
        TerrainView {
            id: class.id.clone(),
            title: class.title.clone(),
            color,
            pattern,
            closed,
            images: class.images.clone(),
            borders: Vec::new(),
        }
    };
    let size = content.geometry.size();
    let terrains = || {
        let mut looks = Looks::new(content.classes.iter().map(view).collect());
        let mut stack = Vec::new();
        let mut sites = now.state.sites.iter();
        let cells = Cells::from_rows(size, u16::MAX, |_, cells| {
            for (cell, site) in cells.iter_mut().zip(&mut sites) {
                stack.clear();
                stack.extend(site.terrains().iter().map(|&terrain| drawn_as(now.state.listed(terrain)).0));
                *cell = looks.of(&stack);
            }
        });
        (looks, cells)
    };
    let owned = || {
        let mut sites = now.state.sites.iter();
        let owners = Cells::from_rows(size, u16::MAX, |_, cells| {
            for (cell, site) in cells.iter_mut().zip(&mut sites) {
                *cell = site.owner.map_or(u16::MAX, |owner| owner.index() as u16);
            }
        });
        Region::by_number(&owners, content.factions.len())
    };
    let ((looks, cells), owned) = rayon::join(terrains, owned);
    let zones = content.factions.iter().zip(owned).map(|(faction, cells)| {
        let home = faction.home.map(|home| content.cell(home));
        ZoneView { title: faction.title.clone(), color: faction.color.clone(), cells, home }
    });
    let zones = zones.collect();
    Ground { zones, ..Ground::new(content.geometry, looks.views(), cells) }
}

fn owner(entity: &Entity) -> usize {
    entity.owner.map_or(NOBODY, FactionId::index)
}

/// Returns the class as which an entity is drawn.
fn drawn_as(entity: &Entity) -> ClassId {
    entity.display.unwrap_or(entity.class)
}

/// Returns the images with which an entity is drawn.
fn images(content: &Content, entity: &Entity) -> Vec<ImageLayer> {
    framed(&content.class(drawn_as(entity)).images, entity.frame)
}

/// Returns an effect as a thing; terrains are part of the ground.
fn thing(content: &Content, entity: &Entity) -> Option<Thing> {
    let site = entity.site.filter(|_| entity.category(content) == Category::Effect)?;
    let name = entity.name(content).to_owned();
    Some(Thing { name, side: owner(entity), cell: content.cell(site), images: images(content, entity) })
}

/// Returns all units: each stack from the bottom up, then those off the map.
fn tokens(now: Situation<'_>) -> Vec<Token> {
    let mut sites: BTreeMap<SiteId, &[EntityId]> = BTreeMap::new();
    let mut waiting = Vec::new();
    for (id, unit) in
        now.state.entities_on_ground().filter(|(_, entity)| entity.category(now.content) == Category::Unit)
    {
        match unit.site {
            Some(site) => drop(sites.insert(site, now.state.site(site).units())),
            None => waiting.push(id),
        }
    }
    let stacks = sites.into_values().flat_map(|stack| {
        stack.iter().enumerate().map(move |(at, &id)| (id, (at + 1 == stack.len()).then_some(stack.len())))
    });
    let waiting = waiting.into_iter().map(|id| (id, None));
    stacks.chain(waiting).map(|(id, stack)| token(now, id, stack)).collect()
}

/// Returns a unit as a token; `stack` is the number of units in its site if it is the topmost.
fn token(now: Situation<'_>, id: EntityId, stack: Option<usize>) -> Token {
    let (content, unit) = (now.content, now.state.listed(id));
    Token {
        id: id.0,
        name: unit.name(content).to_owned(),
        side: owner(unit),
        cells: unit.site.map(|site| content.cell(site)).into_iter().collect(),
        facing: None,
        points: Points::default(),
        health: left(content, unit).map_or((1, 1), |of| (of.now.max(0), of.initial.max(of.now).max(1))),
        marks: marks(now, id, stack),
        details: details(now, id),
        active: true,
        images: images(content, unit),
    }
}

/// Returns the stock shown as a unit's ring: its strength, or else the first resource that is shown as it is depleted.
fn left<'a>(content: &Content, unit: &'a Entity) -> Option<&'a Stock> {
    let shown = |stock: &&Stock| content.variable(stock.variable).deplete;
    let strength = unit.class(content).strength.variable().and_then(|strength| unit.values.get(strength));
    strength.or_else(|| unit.values.of_kind(content, VariableKind::Resource).find(shown))
}

fn marks(now: Situation<'_>, id: EntityId, stack: Option<usize>) -> Vec<String> {
    let unit = now.state.listed(id);
    let mut marks = Vec::new();
    if let Some(count @ 2..) = stack {
        marks.push(format!("top of {count}"));
    }
    if unit.site.is_none() {
        marks.push("not placed".to_owned());
    } else if unit.owner.is_some() && unit.owner == now.state.active_faction() {
        let has_moved = !unit.may_move && now.movement(id) > 0;
        let has_attacked = !unit.may_attack && now.attack_range(id) > 0 && !unit.class(now.content).defends_only;
        marks.extend(has_moved.then(|| "moved".to_owned()));
        marks.extend(has_attacked.then(|| "attacked".to_owned()));
    }
    marks
}

fn details(now: Situation<'_>, id: EntityId) -> Vec<(String, String)> {
    let (content, unit) = (now.content, now.state.listed(id));
    let class = unit.class(content);
    let mut rows = vec![("Class".to_owned(), class.title.clone())];
    for kind in [VariableKind::Resource, VariableKind::Attribute, VariableKind::Counter] {
        for stock in unit.values.of_kind(content, kind) {
            let mut text = scaled(content, stock.variable, stock.now);
            if stock.now != stock.initial {
                text = format!("{text} of {}", scaled(content, stock.variable, stock.initial));
            }
            rows.push((content.variable(stock.variable).title.clone(), text));
        }
    }
    let abilities =
        [("captures sites", class.captures), ("only strikes back", class.defends_only), ("heals", class.heals)];
    let abilities: Vec<&str> = abilities.into_iter().filter(|(_, can)| *can).map(|(text, _)| text).collect();
    if !abilities.is_empty() {
        rows.push(("Abilities".to_owned(), abilities.join(", ")));
    }
    for modifier in unit.modifiers.iter().filter(|modifier| modifier.value != 0) {
        let sign = if modifier.value > 0 { "+" } else { "" };
        let text = format!("{sign}{}", amount(content, modifier.variable, modifier.value));
        rows.push((gives(modifier.reach).to_owned(), text));
    }
    if let Some(site) = unit.site {
        let here = now.state.site(site);
        let names = |stack: &[EntityId]| -> Vec<String> {
            stack.iter().map(|&entity| now.state.listed(entity).name(content).to_owned()).collect()
        };
        let owner = here.owner.map_or("nobody", |owner| content.faction(owner).title.as_str());
        rows.push(("Stands at".to_owned(), format!("{}, owned by {owner}", place(now, site))));
        rows.push(("Ground".to_owned(), listed(&names(here.terrains()))));
        if !here.effects().is_empty() {
            rows.push(("Effects".to_owned(), listed(&names(here.effects()))));
        }
        if here.units().len() > 1 {
            rows.push(("Stack".to_owned(), listed(&names(here.units()))));
        }
    }
    rows
}

/// Describes the target of a modifier.
fn gives(reach: Reach) -> &'static str {
    match reach {
        Reach::Own => "Gains",
        Reach::Owner => "Gives its faction",
        Reach::Others => "Gives others in its cell",
        Reach::OthersInRange => "Gives others in range",
        Reach::Allies => "Gives allies in its cell",
        Reach::AlliesInRange => "Gives allies in range",
    }
}

/// Returns the gauges of a faction: sites, units, their strength, and resources.
fn gauges(now: Situation<'_>, faction: FactionId) -> Vec<Gauge> {
    let content = now.content;
    let mark = |name: &str, value: i32| foeman_engine::display::Mark { name: name.to_owned(), value };
    let of = content.faction(faction);
    let marked = |measure: Measure| {
        let with = |conditions: &[Condition], name: &str| -> Vec<foeman_engine::display::Mark> {
            let meant = conditions.iter().filter(|condition| condition.measure == measure);
            meant.map(|condition| mark(name, condition.threshold)).collect()
        };
        [with(&of.defeat, "out"), with(&of.victory, "wins")].concat()
    };
    let measured = [("Sites", Measure::Sites), ("Units", Measure::Units), ("Strength", Measure::UnitStrength)];
    let measured = measured.into_iter().map(|(name, measure)| {
        let (value, marks) = (now.measure(faction, measure), marked(measure));
        let most = marks.iter().map(|mark| mark.value).max().unwrap_or(0).max(value).max(1);
        let most = if measure == Measure::Sites { content.site_count() as i32 } else { most };
        Gauge { name: name.to_owned(), side: faction.index(), value, range: (0, most), marks }
    });
    let resource = |stock: &Stock| {
        let variable = content.variable(stock.variable);
        let [least, most] = variable.range;
        let out = variable.defeat.map(|value| mark("out", value));
        let wins = variable.victory.map(|value| mark("wins", value));
        Gauge {
            name: variable.title.clone(),
            side: faction.index(),
            value: stock.now,
            range: (least, most),
            marks: out.into_iter().chain(wins).collect(),
        }
    };
    measured.chain(now.state.faction(faction).resources(content).map(resource)).collect()
}

/// Returns the conditions that decide the game for a faction, other than being the last one left.
fn goals(now: Situation<'_>, faction: FactionId) -> Vec<GoalView> {
    let content = now.content;
    let of = content.faction(faction);
    let mut goals = Vec::new();
    let mut add = |wins: bool, words: String, progress: (u32, u32)| {
        let verb = if wins { "wins" } else { "is out" };
        goals.push(GoalView { side: faction.index(), wins, text: format!("{} {verb} {words}", of.title), progress });
    };
    let count = |value: i32| u32::try_from(value).unwrap_or(0);
    for condition in &of.victory {
        let value = count(now.measure(faction, condition.measure));
        // Thresholds of turns must be exceeded, all others only reached.
        let (words, most) = match condition.measure {
            Measure::Turns => (turns(condition.threshold), condition.threshold.saturating_add(1)),
            measure => (format!("with {}", measured(measure, condition.threshold)), condition.threshold),
        };
        add(true, words, (value, count(most)));
    }
    for condition in &of.defeat {
        let words = match condition.measure {
            Measure::Turns => turns(condition.threshold),
            measure => format!("with {} or less", measured(measure, condition.threshold)),
        };
        add(false, words, (u32::from(now.loses_by(faction, condition)), 1));
    }
    for stock in now.state.faction(faction).resources(content) {
        let variable = content.variable(stock.variable);
        if let Some(most) = variable.victory {
            add(true, format!("with {}", amount(content, stock.variable, most)), (count(stock.now), count(most)));
        }
        if let Some(least) = variable.defeat {
            let words = format!("with {} or less", amount(content, stock.variable, least));
            add(false, words, (u32::from(stock.now <= least), 1));
        }
    }
    goals
}

fn measured(measure: Measure, threshold: i32) -> String {
    match (measure, threshold) {
        (Measure::Sites, 1) => "1 site".to_owned(),
        (Measure::Sites, count) => format!("{count} sites"),
        (Measure::Units, 1) => "1 unit".to_owned(),
        (Measure::Units, count) => format!("{count} units"),
        (Measure::UnitStrength, strength) => format!("units of strength {strength}"),
        (Measure::Turns, 1) => "1 turn".to_owned(),
        (Measure::Turns, count) => format!("{count} turns"),
    }
}

fn turns(count: i32) -> String {
    format!("after more than {}", measured(Measure::Turns, count))
}
