//! Exports the map of a game in progress, packed into areas like Hexkit's own export.

use std::collections::BTreeMap;
use std::rc::Rc;

use foeman_schema::catalogs::board::Map;
use foeman_schema::dialect::Ref;
use foeman_schema::draft::Draft;

use super::Writer;
use super::areas::bounds;
use crate::catalogs::{Amounts, Effect, Entity, Faction, Kept, Modifiers, Scenario, Terrain, Unit, Upgrade};
use crate::content::{Category, Content};
use crate::hexkit::packing::packed;
use crate::hexkit::write::Element;
use crate::ids::{ClassId, EntityId, FactionId, SiteId};
use crate::state::State;

/// Exports the current areas of a game of one of the pack's scenarios; `None` if the pack lacks the scenario.
///
/// Entities created by the scenario are written as they are defined there, wherever they are now, as Hexkit does;
/// entities built later are written with their differences from their class.
pub fn areas(draft: &Draft, id: &str, content: &Content, state: &State) -> Option<String> {
    let mut writer = Writer::new(draft);
    writer.scenario(id).ok()?;
    let scenario: Scenario = writer.sound(id)?;
    let map: Map = writer.sound(scenario.map.id())?;
    let made = writer.made(&scenario, content);
    let mut section = writer.outset(&scenario, &map);
    let usual = writer.usual(&scenario, &map);
    section.extend(usual.iter().cloned());
    let [width, height] = content.geometry.size().map(|count| count as usize);
    let mut kinds: BTreeMap<String, Element> = BTreeMap::new();
    let mut of_site: Vec<Option<String>> = vec![None; width * height];
    for site in content.columns() {
        let Some(area) = writer.standing(content, state, site, &usual, &made) else { continue };
        let mut text = String::new();
        area.iter().for_each(|part| alike(part).write(0, &mut text));
        of_site[site.index()] = Some(text.clone());
        kinds.entry(text).or_insert_with(|| joined(area));
    }
    for (kind, blocks) in packed([width, height], |[x, y]| of_site[y * width + x].clone()) {
        section.push(kinds[&kind].clone().beginning(blocks.into_iter().map(bounds)));
    }
    let mut text = String::new();
    section.write(0, &mut text);
    Some(text)
}

/// Returns an element for comparison, as Hexkit compares them when it packs a map: visibility is ignored.
fn alike(element: &Element) -> Element {
    element.clone().without("visible")
}

/// Wraps elements for sharing between sites.
fn shared(elements: Vec<Element>) -> Vec<Rc<Element>> {
    elements.into_iter().map(Rc::new).collect()
}

/// Joins an area with its contents.
fn joined(mut parts: Vec<Element>) -> Element {
    let area = parts.remove(0);
    area.holding(parts)
}

impl Writer<'_> {
    /// The terrains that every site has.
    fn usual(&self, scenario: &Scenario, map: &Map) -> Vec<Element> {
        let over = self.entities("terrain", &scenario.ground);
        let fill = map.fill.as_ref().filter(|_| scenario.ground.is_empty());
        fill.map(|fill| Element::new("terrain").with("id", self.id(&Ref::<Terrain>::new(fill.id()))))
            .into_iter()
            .chain(over)
            .collect()
    }

    /// Returns the entities created by the scenario, by number, as elements.
    fn made(&self, scenario: &Scenario, content: &Content) -> BTreeMap<EntityId, Rc<Element>> {
        let mut made = BTreeMap::new();
        let mut next = 0;
        let mut add = |element: Rc<Element>| {
            made.insert(EntityId(next), element);
            next += 1;
        };
        for side in &scenario.sides {
            side.units.iter().for_each(|of| add(self.entity("unit", of).into()));
            side.terrains.iter().for_each(|of| add(self.entity("terrain", of).into()));
            side.upgrades.iter().for_each(|of| add(self.entity("upgrade", of).into()));
        }
        let ground = shared(self.entities("terrain", &scenario.ground));
        let is_whole = content.start.ground.first().is_some_and(|made| content.class(made.class).background);
        let mut painted: BTreeMap<ClassId, Rc<Element>> = BTreeMap::new();
        for site in content.columns() {
            if !is_whole {
                let class = content.start.terrains[site.index()];
                let id = || self.id(&Ref::<Terrain>::new(content.class(class).id.clone()));
                let element = painted.entry(class).or_insert_with(|| Element::new("terrain").with("id", id()).into());
                add(element.clone());
            }
            ground.iter().for_each(|of| add(of.clone()));
        }
        for (area, read) in scenario.areas.iter().zip(&content.start.areas) {
            let mut parts = self.entities("terrain", &area.terrains);
            parts.extend(self.entities("unit", &area.units));
            parts.extend(self.entities("effect", &area.effects));
            let parts = shared(parts);
            read.sites.iter().flat_map(|_| &parts).for_each(|of| add(of.clone()));
        }
        made
    }

    /// Returns the current area of a site, as an element without bounds and its contents; `None` if it has the default
    /// contents.
    fn standing(
        &self,
        content: &Content,
        state: &State,
        site: SiteId,
        usual: &[Element],
        made: &BTreeMap<EntityId, Rc<Element>>,
    ) -> Option<Vec<Element>> {
        let of = state.site(site);
        let element =
            |id: &EntityId| made.get(id).map(|made| (**made).clone()).or_else(|| self.built(content, state, *id));
        let units: Vec<Element> = of.units().iter().filter_map(element).collect();
        let terrains = of.terrains().iter().filter_map(element).enumerate();
        let is_usual = |at: usize, terrain: &Element| usual.get(at).is_some_and(|of| alike(of) == alike(terrain));
        let terrains = terrains.filter(|(at, terrain)| !is_usual(*at, terrain)).map(|(_, terrain)| terrain);
        let terrains: Vec<Element> = terrains.collect();
        let effects: Vec<Element> = of.effects().iter().filter_map(element).collect();
        let units_owner = of.units().first().and_then(|&unit| state.entity(unit)?.owner).filter(|_| !units.is_empty());
        let name = |faction: FactionId| self.id(&Ref::<Faction>::new(content.faction(faction).id.clone()));
        let area = Element::new("area")
            .with_some("owner", of.owner.map(name))
            .with_some("unitOwner", units_owner.filter(|owner| Some(*owner) != of.owner).map(name));
        if area.is_bare() && units.is_empty() && terrains.is_empty() && effects.is_empty() {
            return None;
        }
        Some([vec![area], units, terrains, effects].concat())
    }

    /// Exports an entity that was built: its class, its name, and its differences from the class.
    fn built(&self, content: &Content, state: &State, id: EntityId) -> Option<Element> {
        let of = state.entity(id)?;
        let class = content.class(of.class);
        let differs = of
            .values
            .iter()
            .filter(|stock| class.values.get(stock.variable).is_none_or(|plain| plain.initial != stock.now));
        let values = differs.map(|stock| (Ref::new(content.variable(stock.variable).id.clone()), stock.now));
        let values = Amounts(values.collect());
        let (frame, name) = (of.frame, of.name.as_deref().map(str::to_owned));
        Some(match class.category {
            Category::Unit => self.entity("unit", &entity::<Unit>(&class.id, name, values, frame)),
            Category::Terrain => self.entity("terrain", &entity::<Terrain>(&class.id, name, values, frame)),
            Category::Effect => self.entity("effect", &entity::<Effect>(&class.id, name, values, frame)),
            Category::Upgrade => self.entity("upgrade", &entity::<Upgrade>(&class.id, name, values, frame)),
        })
    }
}

fn entity<T>(class: &str, name: Option<String>, values: Amounts, frame: u32) -> Entity<T> {
    Entity { class: Ref::new(class), name, values, modifiers: Modifiers::default(), frame, hexkit: Kept::new() }
}
