//! Details of a site and of a faction: contents, reachability, and resources with the terms of their income.

use super::catalogs::{Reach, Transfer, VariableKind};
use super::content::{Category, Class, Mapped};
use super::ids::{EntityId, FactionId, SiteId, VariableId};
use super::situation::{Income, Situation};
use super::tell::{amount, listed, named, place, scaled};
use foeman_engine::display::{Account, Explained, Term};

/// The maximum number of units of the active faction that are tested for whether they can reach a site.
const MOVERS: usize = 40;

/// Returns the details of a site.
pub(super) fn of_site(now: Situation<'_>, site: SiteId) -> Account {
    let (content, here) = (now.content, now.state.site(site));
    let mut rows = Rows::default();
    let owner = here.owner.map_or("nobody", |owner| content.faction(owner).title.as_str());
    rows.add("Owner", owner);
    rows.add("Yield", listed(&yields(now, site)));
    let homes = content.factions.iter().filter(|faction| faction.home == Some(site));
    rows.add("Home of", listed(&homes.map(|faction| faction.title.as_str()).collect::<Vec<_>>()));
    rows.add("Units", listed(&top_down(now, here.units())));
    rows.add("Effects", listed(&top_down(now, here.effects())));
    rows.add("Terrain", listed(&top_down(now, here.terrains())));
    let difficulty = sum(now, here.terrains(), |class| class.difficulty);
    rows.add(
        "A step there",
        if difficulty == 0 { "cannot be entered".to_owned() } else { format!("costs {}", difficulty.max(1)) },
    );
    let height = sum(now, here.terrains(), |class| class.elevation);
    rows.add("Height", if height == 0 { String::new() } else { height.to_string() });
    rows.add("Can be captured", if now.can_be_captured(site) { "yes" } else { "no" });
    rows.add("Blocks line of sight", if now.is_opaque(site) { "yes" } else { "" });
    rows.add("On offer", listed(&on_offer(now, site)));
    if let Some(faction) = now.state.active_faction() {
        let comes = movers(now, faction).into_iter().filter(|unit| now.move_targets(&[*unit]).contains(&site));
        rows.add("Can move here", named(now, &comes.collect::<Vec<_>>()));
        let strikes = movers(now, faction).into_iter().filter(|unit| now.attack_targets(&[*unit]).contains(&site));
        rows.add("Can attack here", named(now, &strikes.collect::<Vec<_>>()));
        let aura = &now.state.faction(faction).aura;
        let given = attributes(now).filter_map(|variable| {
            let value = aura.at(site, variable);
            (value != 0).then(|| signed(now, variable, value))
        });
        rows.add("Modifiers for its units", listed(&given.collect::<Vec<_>>()));
    }
    let placed = content.classes.iter().filter(|class| class.sites.contains(&site));
    rows.add("Can be placed", listed(&placed.map(|class| class.title.as_str()).collect::<Vec<_>>()));
    let [column, row] = content.cell(site);
    let top = here.terrains().last().map_or("Nothing", |&terrain| now.state.listed(terrain).name(content));
    Account { title: format!("{top} {column},{row}"), rows: rows.0, sums: Vec::new() }
}

/// Returns the details of a faction.
pub(super) fn of_faction(now: Situation<'_>, faction: FactionId) -> Account {
    let (content, of) = (now.content, now.state.faction(faction));
    let known = content.faction(faction);
    let mut rows = Rows::default();
    let is_in = now.state.order.contains(&faction);
    rows.add("Plays", if is_in { "yes" } else { "no: it is out of the game" });
    let (sites, all) = (of.sites.len(), content.site_count());
    rows.add("Sites", format!("{sites} of {all}, {} %", sites * 100 / all.max(1)));
    let home = known.home.map(|home| {
        let owner = now.state.site(home).owner;
        let whose = match owner {
            Some(owner) if owner == faction => String::new(),
            Some(owner) => format!(", owned by {}", content.faction(owner).title),
            None => ", without owner".to_owned(),
        };
        format!("{}{whose}", place(now, home))
    });
    rows.add("Home", home.unwrap_or_default());
    rows.add("Units", format!("{} of strength {}", of.units.len(), now.total_strength(faction)));
    let waiting: Vec<EntityId> =
        of.units.iter().chain(&of.terrains).copied().filter(|&id| now.state.listed(id).site.is_none()).collect();
    rows.add("Not placed yet", named(now, &waiting));
    rows.add("Upgrades", named(now, &of.upgrades.to_vec()));
    for (label, category) in
        [("Can build", Category::Unit), ("Can raise", Category::Terrain), ("Can buy", Category::Upgrade)]
    {
        let classes: Vec<_> =
            known.builds.iter().copied().filter(|&class| content.class(class).category == category).collect();
        let count = |class: &super::ids::ClassId| match now.build_count(faction, *class) {
            0 => format!("{} (not now)", content.class(*class).title),
            count => format!("{} (up to {count})", content.class(*class).title),
        };
        rows.add(label, listed(&classes.iter().map(count).collect::<Vec<_>>()));
    }
    rows.add("Supplies", listed(&known.supplies.iter().map(|&of| &content.variable(of).title).collect::<Vec<_>>()));
    let mut sums = Vec::new();
    for resets in [false, true] {
        let gains = now.income(faction, resets);
        sums.extend(gains.iter().map(|(variable, income)| gained(now, *variable, income, resets)));
    }
    for stock in of.values.of_kind(content, VariableKind::Counter) {
        rows.add(&content.variable(stock.variable).title, scaled(content, stock.variable, stock.now));
    }
    Account { title: known.title.clone(), rows: rows.0, sums }
}

/// Returns the income of a resource each turn, by source.
fn gained(now: Situation<'_>, variable: VariableId, income: &Income, resets: bool) -> Explained {
    let parts = [
        ("the faction itself", income.other),
        ("units", income.units),
        ("terrains", income.terrains),
        ("effects", income.effects),
        ("upgrades", income.upgrades),
    ];
    let term = |(name, value): (&str, i32)| Term { name: name.to_owned(), value, rule: "S3.4".to_owned() };
    let title = &now.content.variable(variable).title;
    let name = if resets { format!("{title} above its initial value") } else { format!("{title} each turn") };
    let terms = parts.into_iter().filter(|(_, value)| *value != 0).map(term).collect();
    Explained { name, total: income.total(), terms }
}

/// Rows of an account; empty rows are left out.
#[derive(Default)]
struct Rows(Vec<(String, String)>);

impl Rows {
    fn add(&mut self, label: &str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push((label.to_owned(), text));
        }
    }
}

/// Returns the names of a site's contents from the top down; units with their remaining strength and possible actions.
fn top_down(now: Situation<'_>, stack: &[EntityId]) -> Vec<String> {
    let told = |&id: &EntityId| {
        let entity = now.state.listed(id);
        let name = entity.name(now.content);
        if entity.category(now.content) != Category::Unit {
            return name.to_owned();
        }
        let left = match (now.can_move(id), now.can_attack(id)) {
            _ if entity.owner != now.state.active_faction() => "",
            (true, true) => ", may move and attack",
            (true, false) => ", may move",
            (false, true) => ", may attack",
            (false, false) => ", done",
        };
        format!("{name} (strength {}{left})", now.strength(id))
    };
    stack.iter().rev().map(told).collect()
}

/// Returns the sum of a value over terrains.
fn sum(now: Situation<'_>, terrains: &[EntityId], of: impl Fn(&Class) -> Mapped) -> i32 {
    let value = |&id: &EntityId| now.state.listed(id).mapped(of(now.class(id)), 0);
    terrains.iter().map(value).fold(0, i32::saturating_add)
}

/// Returns the resources that a site gives its owner each turn, or would give if it had one.
fn yields(now: Situation<'_>, site: SiteId) -> Vec<String> {
    let here = now.state.site(site);
    let mut sums: Vec<(VariableId, i32)> = Vec::new();
    for &id in here.terrains().iter().chain(here.effects()) {
        let modifiers = now.state.listed(id).modifiers.iter();
        for modifier in modifiers.filter(|modifier| modifier.reach == Reach::Owner && modifier.value != 0) {
            match sums.iter_mut().find(|(variable, _)| *variable == modifier.variable) {
                Some((_, sum)) => *sum = sum.saturating_add(modifier.value),
                None => sums.push((modifier.variable, modifier.value)),
            }
        }
    }
    sums.into_iter().map(|(variable, sum)| format!("{} each turn", signed(now, variable, sum))).collect()
}

/// Returns the resources that the terrains and effects of a site offer to units.
fn on_offer(now: Situation<'_>, site: SiteId) -> Vec<String> {
    let here = now.state.site(site);
    let mut told = Vec::new();
    for &id in here.terrains().iter().chain(here.effects()) {
        let entity = now.state.listed(id);
        if now.class(id).transfer != Transfer::None {
            let stocks = entity.values.of_kind(now.content, VariableKind::Resource).filter(|stock| stock.now != 0);
            told.extend(stocks.map(|stock| amount(now.content, stock.variable, stock.now)));
        }
    }
    told
}

fn signed(now: Situation<'_>, variable: VariableId, value: i32) -> String {
    let sign = if value > 0 { "+" } else { "" };
    format!("{sign}{}", amount(now.content, variable, value))
}

fn attributes(now: Situation<'_>) -> impl Iterator<Item = VariableId> {
    let numbered = now.content.variables.iter().enumerate();
    numbered.filter(|(_, variable)| variable.kind != VariableKind::Counter).map(|(at, _)| VariableId(at as u16))
}

/// Returns the units of a faction that can still act, up to [`MOVERS`].
fn movers(now: Situation<'_>, faction: FactionId) -> Vec<EntityId> {
    let units = now.state.faction(faction).units.iter().copied();
    units.filter(|&unit| now.is_active(unit)).take(MOVERS).collect()
}
