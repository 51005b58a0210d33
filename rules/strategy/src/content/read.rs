//! Reads the records that a scenario reaches.

use std::collections::BTreeMap;
use std::sync::Arc;

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::control::Control;
use foeman_schema::catalogs::zones::Rectangle;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::{Pointer, RecordKey};

use super::rules::Binding;
use super::start::{Area, Made, Start};
use super::{Category, Class, Content, Faction, Mapped, Modifier, Stocks, Variable, held};
use crate::catalogs::{
    self, Amounts, Effect, Entity, MOST_RULES, Ranged, Scenario, Terrain, Transfer, Unit, Upgrade, VariableKind,
};
use crate::ids::{ClassId, FactionId, SiteId, VariableId};

impl Content {
    /// Reads the content of a scenario. The errors say why it cannot be played.
    pub fn read(resolved: &Resolved) -> Result<Self, Vec<ContentError>> {
        let mut reader = Reader {
            resolved,
            errors: Vec::new(),
            original: false,
            variables: BTreeMap::new(),
            classes: BTreeMap::new(),
        };
        match reader.content() {
            Some(content) if reader.errors.is_empty() => Ok(content),
            _ => Err(reader.errors),
        }
    }
}

struct Reader<'a> {
    resolved: &'a Resolved,
    errors: Vec<ContentError>,
    /// Whether Hexkit's bugs are reproduced.
    original: bool,
    /// Variables by id, with their records.
    variables: BTreeMap<String, (VariableId, catalogs::Variable)>,
    /// Classes by catalog and id.
    classes: BTreeMap<(&'static str, String), ClassId>,
}

/// The location of a record, for errors.
type At<'a> = &'a Pointer;

impl Reader<'_> {
    fn content(&mut self) -> Option<Content> {
        let key = self.resolved.scenario.clone();
        let at = key.pointer();
        let scenario: Scenario = self.kept(self.resolved.scenario())?;
        self.original = scenario.options.original_behaviour;
        let map: Map = self.kept(self.resolved.get(&scenario.map))?;
        let variables = self.variables();
        let mut classes = self.classes();
        self.placement(&scenario, &map, &mut classes, &at);
        let factions = self.factions(&scenario, &map, &at);
        let start = match self.is_too_much(&scenario, &map, &classes, &at) {
            true => Start::default(),
            false => self.start(&scenario, &map, &classes, &at),
        };
        let rules = self.rules(&scenario);
        Some(Content {
            geometry: map.geometry,
            variables,
            classes,
            factions,
            start,
            turns: scenario.turns.into(),
            original: scenario.options.original_behaviour,
            rules,
        })
    }

    fn kept<T>(&mut self, read: Result<T, ContentError>) -> Option<T> {
        read.map_err(|error| self.errors.push(error)).ok()
    }

    fn error(&mut self, at: At<'_>, message: impl Into<String>) {
        self.errors.push(ContentError { pointer: at.clone(), message: message.into() });
    }

    /// Returns all resolved records of a catalog, in the order of their ids.
    fn records<T: Record>(&mut self) -> Vec<(String, T)> {
        let ids: Vec<String> =
            self.resolved.records.get(T::CATALOG).into_iter().flat_map(|all| all.keys().cloned()).collect();
        let mut found = Vec::new();
        for id in ids {
            let read = self.kept(self.resolved.get(&Ref::<T>::new(id.clone())));
            found.extend(read.map(|record| (id, record)));
        }
        found
    }

    fn variables(&mut self) -> Vec<Variable> {
        let mut variables = Vec::new();
        for (id, read) in self.records::<catalogs::Variable>() {
            if read.minimum > read.maximum && !self.original {
                let at = RecordKey::new(catalogs::Variable::CATALOG, &*id).pointer();
                self.error(&at, format!("expected a maximum of {} or more, found {}", read.minimum, read.maximum));
                continue;
            }
            self.variables.insert(id.clone(), (VariableId(variables.len() as u16), read.clone()));
            variables.push(Variable {
                id,
                title: read.title,
                kind: read.kind,
                range: [read.minimum, read.maximum],
                scale: read.scale.max(1),
                defeat: read.defeat,
                victory: read.victory,
                reset: read.reset,
                limit: read.limit,
                deplete: read.deplete,
            });
        }
        variables
    }

    fn variable(&mut self, named: &Ref<catalogs::Variable>, at: At<'_>) -> Option<VariableId> {
        let known = self.variables.get(named.id()).map(|(variable, _)| *variable);
        if known.is_none() {
            self.error(at, format!("there is no variable `{}`", named.id()));
        }
        known
    }

    /// Returns the source of a numeric property; `is_missing` says that Hexkit's file names a variable that does not
    /// exist.
    fn mapped(&mut self, named: Option<&Ref<catalogs::Variable>>, is_missing: bool, at: At<'_>) -> Mapped {
        match named {
            Some(named) => self.variable(named, at).map_or(Mapped::Fixed, Mapped::Of),
            None if is_missing && self.original => Mapped::Missing,
            None => Mapped::Fixed,
        }
    }

    /// Returns values by variable, limited to their ranges.
    fn values(&mut self, amounts: &Amounts, at: At<'_>) -> Vec<(VariableId, i32)> {
        let mut values = BTreeMap::new();
        for (named, value) in amounts.iter() {
            let Some(variable) = self.variable(named, at) else { continue };
            let range = &self.variables[named.id()].1;
            values.insert(variable, held(value, [range.minimum, range.maximum]));
        }
        values.into_iter().collect()
    }

    /// Returns amounts by variable, as written.
    fn amounts(&mut self, amounts: &Amounts, at: At<'_>) -> Vec<(VariableId, i32)> {
        let mut read = BTreeMap::new();
        for (named, value) in amounts.iter() {
            let Some(variable) = self.variable(named, at) else { continue };
            read.insert(variable, value);
        }
        read.into_iter().collect()
    }

    fn modifiers(&mut self, modifiers: &catalogs::Modifiers, at: At<'_>) -> Vec<Modifier> {
        let mut read = BTreeMap::new();
        let parts = modifiers.parts();
        for (reach, named, value) in
            parts.iter().flat_map(|(reach, _, of)| of.iter().map(|(id, value)| (*reach, id, value)))
        {
            let Some(variable) = self.variable(named, at) else { continue };
            if self.variables[named.id()].1.kind == VariableKind::Counter {
                let id = named.id();
                self.error(at, format!("expected a modifier of an attribute or a resource, found counter `{id}`"));
                continue;
            }
            read.insert((reach, variable), value);
        }
        read.into_iter().map(|((reach, variable), value)| Modifier { reach, variable, value }).collect()
    }

    fn classes(&mut self) -> Vec<Class> {
        let mut all = Vec::new();
        for (id, unit) in self.records::<Unit>() {
            let at = RecordKey::new(Unit::CATALOG, &*id).pointer();
            let mut mapped = |named: &Option<Ref<catalogs::Variable>>, theirs: &str| {
                self.mapped(named.as_ref(), unit.hexkit.contains_key(theirs), &at)
            };
            let strength = mapped(&unit.strength, "strengthResource");
            let morale = mapped(&unit.morale, "moraleResource");
            let movement = mapped(&unit.movement, "movementAttribute");
            let attack_range = mapped(&unit.attack_range, "attackRangeAttribute");
            let class = Class {
                values: Stocks::of(&self.values(&unit.values, &at)),
                modifiers: self.modifiers(&unit.modifiers, &at).into(),
                modifier_range: unit.modifier_range.into(),
                cost: self.amounts(&unit.cost, &at),
                worth: unit.worth,
                blocks_attack: unit.blocks_attack,
                placed_at_home: unit.placed_at_home,
                strength,
                morale,
                movement,
                attack_range,
                ranged: unit.ranged,
                captures: unit.captures,
                defends_only: unit.defends_only,
                heals: unit.heals,
                images: unit.images,
                ..Class::new(id, unit.title, Category::Unit)
            };
            self.add(&mut all, Unit::CATALOG, class);
        }
        for (id, terrain) in self.records::<Terrain>() {
            let at = RecordKey::new(Terrain::CATALOG, &*id).pointer();
            let mut mapped = |named: &Option<Ref<catalogs::Variable>>, theirs: &str| {
                self.mapped(named.as_ref(), terrain.hexkit.contains_key(theirs), &at)
            };
            let difficulty = mapped(&terrain.difficulty, "difficultyAttribute");
            let elevation = mapped(&terrain.elevation, "elevationAttribute");
            let class = Class {
                values: Stocks::of(&self.values(&terrain.values, &at)),
                modifiers: self.modifiers(&terrain.modifiers, &at).into(),
                modifier_range: terrain.modifier_range.into(),
                cost: self.amounts(&terrain.cost, &at),
                worth: terrain.worth,
                transfer: terrain.transfer,
                blocks_attack: terrain.blocks_attack,
                placed_at_home: terrain.placed_at_home,
                difficulty,
                elevation,
                captures: terrain.capturable,
                background: terrain.background,
                destroyable: terrain.destroyable && !terrain.background,
                look: Some((terrain.color, terrain.pattern)),
                images: terrain.images,
                ..Class::new(id, terrain.title, Category::Terrain)
            };
            self.add(&mut all, Terrain::CATALOG, class);
        }
        for (id, effect) in self.records::<Effect>() {
            let at = RecordKey::new(Effect::CATALOG, &*id).pointer();
            let class = Class {
                values: Stocks::of(&self.values(&effect.values, &at)),
                modifiers: self.modifiers(&effect.modifiers, &at).into(),
                modifier_range: effect.modifier_range.into(),
                worth: effect.worth,
                transfer: effect.transfer,
                blocks_attack: effect.blocks_attack,
                images: effect.images,
                ..Class::new(id, effect.title, Category::Effect)
            };
            self.add(&mut all, Effect::CATALOG, class);
        }
        for (id, upgrade) in self.records::<Upgrade>() {
            let at = RecordKey::new(Upgrade::CATALOG, &*id).pointer();
            let class = Class {
                values: Stocks::of(&self.values(&upgrade.values, &at)),
                modifiers: self.modifiers(&upgrade.modifiers, &at).into(),
                modifier_range: upgrade.modifier_range.into(),
                cost: self.amounts(&upgrade.cost, &at),
                worth: upgrade.worth,
                transfer: upgrade.transfer,
                images: upgrade.images,
                ..Class::new(id, upgrade.title, Category::Upgrade)
            };
            self.add(&mut all, Upgrade::CATALOG, class);
        }
        all
    }

    fn add(&mut self, all: &mut Vec<Class>, catalog: &'static str, class: Class) {
        self.classes.insert((catalog, class.id.clone()), ClassId(all.len() as u16));
        all.push(class);
    }

    fn class<T: Record>(&mut self, named: &Ref<T>, at: At<'_>) -> Option<ClassId> {
        let known = self.classes.get(&(T::CATALOG, named.id().to_owned())).copied();
        if known.is_none() {
            self.error(at, format!("there is no `{}` in `{}`", named.id(), T::CATALOG));
        }
        known
    }

    fn site(&mut self, map: &Map, [column, row]: [u16; 2], at: At<'_>) -> Option<SiteId> {
        let position = map.geometry.position([column.into(), row.into()]);
        if position.is_none() {
            let [width, height] = map.geometry.size();
            self.error(at, format!("expected a cell of a map of {width} by {height}, found [{column}, {row}]"));
        }
        position.map(|position| SiteId(position as u32))
    }

    fn placement(&mut self, scenario: &Scenario, map: &Map, classes: &mut [Class], at: At<'_>) {
        let units = scenario.unit_sites.iter().map(|of| (self.class(&of.class, at), &of.cells)).collect::<Vec<_>>();
        let terrains = scenario.terrain_sites.iter().map(|of| (self.class(&of.class, at), &of.cells));
        for (class, cells) in units.into_iter().chain(terrains.collect::<Vec<_>>()) {
            let sites: Vec<SiteId> = cells.iter().filter_map(|&cell| self.site(map, cell, at)).collect();
            if let Some(class) = class {
                classes[class.index()].sites.extend(sites);
            }
        }
    }

    fn factions(&mut self, scenario: &Scenario, map: &Map, at: At<'_>) -> Vec<Faction> {
        let mut factions = Vec::new();
        for side in &scenario.sides {
            let Some(faction) = self.kept(self.resolved.get(&side.faction)) else { continue };
            let place = RecordKey::new(catalogs::Faction::CATALOG, side.faction.id()).pointer();
            let mut builds: Vec<ClassId> = Vec::new();
            builds.extend(faction.builds_units.iter().filter_map(|class| self.class(class, &place)));
            builds.extend(faction.builds_terrains.iter().filter_map(|class| self.class(class, &place)));
            builds.extend(faction.builds_upgrades.iter().filter_map(|class| self.class(class, &place)));
            builds.sort_unstable();
            builds.dedup();
            factions.push(Faction {
                id: side.faction.id().to_owned(),
                values: self.values(&faction.values, &place),
                income: self.amounts(&faction.income, &place),
                supplies: faction.supplies.iter().filter_map(|named| self.variable(named, &place)).collect(),
                home: side.home.and_then(|cell| self.site(map, cell, at)),
                human: side.control == Control::Human,
                seeking: side.computer,
                title: faction.title,
                color: faction.color,
                builds,
                victory: faction.victory,
                defeat: faction.defeat,
            });
        }
        factions
    }

    /// Returns the custom rules that a scenario uses.
    fn rules(&mut self, scenario: &Scenario) -> Vec<super::Rule> {
        let mut rules = Vec::new();
        for (number, played) in scenario.rules.iter().enumerate() {
            let at = self.resolved.scenario.pointer().child("rules").child(number.to_string());
            if number >= MOST_RULES {
                self.error(&at, format!("expected at most {MOST_RULES} custom rules, found more"));
                break;
            }
            let Some(rule) = self.kept(self.resolved.get(&played.rule)) else { continue };
            if let Some(unknown) = played.options.keys().find(|name| !rule.options.contains_key(*name)) {
                let id = played.rule.id();
                self.error(&at, format!("expected an option of `{id}`, found `{unknown}`"));
            }
            let mut options = rule.options.clone();
            options.extend(played.options.clone());
            let variable = |id: &str| self.variables.get(id).map(|(variable, _)| *variable);
            let class = |catalog: &'static str, id: &str| self.classes.get(&(catalog, id.to_owned())).copied();
            let faction = |id: &str| {
                let at = scenario.sides.iter().position(|side| side.faction.id() == id);
                at.map(|at| FactionId(at as u8))
            };
            let binding = Binding { options: &options, variable: &variable, class: &class, faction: &faction };
            match super::Rule::bound(played.rule.id(), &rule, &binding) {
                Ok(rule) => rules.push(rule),
                Err(message) => {
                    let at = RecordKey::new(catalogs::Rule::CATALOG, played.rule.id()).pointer();
                    self.error(&at, message);
                }
            }
        }
        rules
    }

    fn made<T: Record>(&mut self, entities: &[Entity<T>], at: At<'_>) -> Vec<Made> {
        let mut made = Vec::new();
        for entity in entities {
            let Some(class) = self.class(&entity.class, at) else { continue };
            made.push(Made {
                class,
                name: entity.name.clone(),
                values: self.amounts(&entity.values, at),
                modifiers: self.modifiers(&entity.modifiers, at),
                frame: entity.frame,
            });
        }
        made
    }

    fn side(&mut self, scenario: &Scenario, named: Option<&Ref<catalogs::Faction>>, at: At<'_>) -> Option<FactionId> {
        let id = named?.id();
        let found = scenario.sides.iter().position(|side| side.faction.id() == id);
        if found.is_none() {
            self.error(at, format!("expected a side of the scenario, found `{id}`"));
        }
        found.map(|at| FactionId(at as u8))
    }

    /// Whether the layout exceeds the limit, which is an error.
    fn is_too_much(&mut self, scenario: &Scenario, map: &Map, classes: &[Class], at: At<'_>) -> bool {
        let weight = |catalog: &'static str, id: &str| {
            let known = self.classes.get(&(catalog, id.to_owned()));
            known
                .map(|class| &classes[class.index()])
                .map_or(0, |class| class.values.iter().count() + class.modifiers.len())
        };
        let Some(excess) = scenario.excess(map, &weight) else { return false };
        let at = match excess.area {
            Some(area) => at.child("areas").child(area.to_string()),
            None => at.child("map"),
        };
        self.error(&at, excess.to_string());
        true
    }

    fn start(&mut self, scenario: &Scenario, map: &Map, classes: &[Class], at: At<'_>) -> Start {
        let mut reserves = Vec::new();
        for side in &scenario.sides {
            let mut reserve = self.made(&side.units, at);
            reserve.extend(self.made(&side.terrains, at));
            reserve.extend(self.made(&side.upgrades, at));
            reserves.push(reserve);
        }
        let kinds: Vec<Option<ClassId>> = map
            .terrains()
            .into_iter()
            .map(|named| {
                self.class(&Ref::<Terrain>::new(named.id()), &RecordKey::new(Map::CATALOG, scenario.map.id()).pointer())
            })
            .collect();
        let painted = map.read().kinds;
        let mut terrains = Vec::with_capacity(map.geometry.cell_count());
        for cell in map.geometry.cells() {
            let kind = painted.get(cell).and_then(|kind| *kinds.get(usize::from(kind))?);
            let Some(kind) = kind else {
                self.error(at, format!("expected a terrain in every cell of the map, found none in {cell:?}"));
                break;
            };
            terrains.push(kind);
        }
        let ground = self.made(&scenario.ground, at);
        let is_ground = |class: ClassId| classes[class.index()].background;
        if let Some(&other) = terrains.iter().find(|&&class| !is_ground(class))
            && !ground.first().is_some_and(|made| is_ground(made.class))
        {
            let id = &classes[other.index()].id;
            self.error(at, format!("expected a ground on the map, found `{id}`: add `background: true`"));
        }
        let areas = self.areas(scenario, map, at);
        Start { reserves, terrains, ground, areas }
    }

    fn areas(&mut self, scenario: &Scenario, map: &Map, at: At<'_>) -> Vec<Area> {
        let mut owners: Vec<Option<FactionId>> = vec![None; map.geometry.cell_count()];
        let mut areas = Vec::new();
        for (number, area) in scenario.areas.iter().enumerate() {
            let at = &at.child("areas").child(number.to_string());
            let read = Area {
                sites: area.parts().flat_map(|part| self.sites(map, part, at)).collect(),
                owner: self.side(scenario, area.owner.as_ref(), at),
                units_owner: self.side(scenario, area.units_owner.as_ref(), at),
                terrains: self.made(&area.terrains, at),
                units: self.made(&area.units, at),
                effects: self.made(&area.effects, at),
            };
            if let Some(owner) = read.owner {
                read.sites.iter().for_each(|site| owners[site.index()] = Some(owner));
            }
            let is_owned = |site: &SiteId| owners[site.index()].is_some();
            if !read.units.is_empty() && read.units_owner.is_none() && !read.sites.iter().all(is_owned) {
                self.error(at, "expected an owner of the units, found none: add `units-owner`");
            }
            areas.push(read);
        }
        areas
    }

    /// Returns the sites of a rectangle, column by column.
    fn sites(&mut self, map: &Map, part: Rectangle, at: At<'_>) -> Vec<SiteId> {
        let [[left, top], [right, bottom]] = part.corners();
        if !map.geometry.contains([left, top]) || !map.geometry.contains([right, bottom]) {
            let [width, height] = map.geometry.size();
            let found = format!("[{left}, {top}] to [{right}, {bottom}]");
            self.error(at, format!("expected cells of a map of {width} by {height}, found {found}"));
            return Vec::new();
        }
        let position = |cell| map.geometry.position(cell).map(|position| SiteId(position as u32));
        (left..=right).flat_map(|column| (top..=bottom).filter_map(move |row| position([column, row]))).collect()
    }
}

impl Class {
    /// Creates a class without any properties.
    fn new(id: String, title: String, category: Category) -> Self {
        Self {
            id,
            title,
            category,
            values: Stocks::default(),
            modifiers: Arc::default(),
            modifier_range: 0,
            cost: Vec::new(),
            worth: 0,
            transfer: Transfer::None,
            blocks_attack: false,
            placed_at_home: false,
            strength: Mapped::Fixed,
            morale: Mapped::Fixed,
            movement: Mapped::Fixed,
            attack_range: Mapped::Fixed,
            ranged: Ranged::Any,
            captures: false,
            defends_only: false,
            heals: false,
            difficulty: Mapped::Fixed,
            elevation: Mapped::Fixed,
            background: false,
            destroyable: false,
            sites: Vec::new(),
            images: Vec::new(),
            look: None,
        }
    }
}
