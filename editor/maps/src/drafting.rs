//! Writes a first mapping for a map: a rule for each of its codes, with the most similar terrain of the pack.

use std::collections::BTreeMap;

use foeman_schema::catalogs::mappings::{MapFormat, Mapping, MappingRule};
use foeman_schema::dialect::Ref;
use foeman_schema::did_you_mean::near;
use foeman_schema::text::kebab;

use crate::foreign::ForeignMap;
use crate::mapping::fits;

/// A terrain of the pack: its id and its title.
pub type Named<'a> = (&'a str, Option<&'a str>);

/// Codes of another program with a known meaning: a pattern, and words for the terrain.
type Meaning = (&'static str, &'static [&'static str]);

/// Overlays of Wesnoth.
const OVERLAYS: &[Meaning] = &[
    ("F*", &["forest", "woods", "wood", "trees", "thicket"]),
    ("V*", &["village", "town", "house"]),
    ("B*", &["bridge", "planks", "path", "road"]),
    ("X*", &["impassable", "wall", "rock"]),
    ("P*", &["gate", "door", "planks"]),
    ("Q*", &["chasm", "void"]),
    ("Uf*", &["mushrooms", "thicket", "forest"]),
    ("D*", &["oasis", "rubble"]),
    ("_usr", &["void", "off-map"]),
];

/// Bases of Wesnoth.
const BASES: &[Meaning] = &[
    ("Wwf", &["ford", "shallows", "shallow-water", "water"]),
    ("Wo*", &["deep-water", "sea", "water", "river"]),
    ("W*", &["shallow-water", "water", "river", "ford", "deep-water"]),
    ("S*", &["swamp", "marsh", "bog", "mud"]),
    ("R*", &["road", "path", "paving"]),
    ("G*", &["grass", "meadow", "lawn", "plain"]),
    ("H*", &["hills", "hill", "rubble"]),
    ("M*", &["mountain", "mountains", "rock", "hill", "rubble"]),
    ("A*", &["snow", "ice"]),
    ("D*", &["sand", "desert", "beach"]),
    ("U*", &["cave", "rock", "rubble"]),
    ("C*", &["castle", "paving", "floor"]),
    ("K*", &["keep", "castle", "paving", "floor"]),
    ("I*", &["floor", "planks"]),
    ("Q*", &["chasm", "lava", "void"]),
    ("X*", &["wall", "void", "impassable"]),
    ("_*", &["void", "off-map"]),
];

/// Terrains of MegaMek, the ones that matter most first. Others describe these more closely.
const TERRAINS: &[Meaning] = &[
    ("bridge:*", &["bridge", "planks", "path", "road"]),
    ("building:*", &["building", "house", "wall"]),
    ("fuel_tank:*", &["building", "wall"]),
    ("road:*", &["road", "path", "paving"]),
    ("pavement:*", &["pavement", "paving", "path", "road"]),
    ("woods:*", &["woods", "forest", "trees", "thicket", "wood"]),
    ("jungle:*", &["jungle", "woods", "forest", "thicket", "wood"]),
    ("swamp:*", &["swamp", "marsh", "mud"]),
    ("mud:*", &["mud", "swamp"]),
    ("water:*", &["water", "deep-water", "river", "ford"]),
    ("rapids:*", &["rapids", "water", "river"]),
    ("ice:*", &["ice", "snow"]),
    ("snow:*", &["snow", "ice"]),
    ("magma:*", &["magma", "lava"]),
    ("rubble:*", &["rubble", "rough"]),
    ("rough:*", &["rough", "rubble", "hill"]),
    ("sand:*", &["sand", "desert"]),
    ("tundra:*", &["tundra", "snow"]),
    ("planted_fields:*", &["field", "fields", "meadow", "grass"]),
    ("impassable:*", &["impassable", "wall"]),
];

/// Returns a first mapping. Codes without a similar terrain get the id of a terrain that the pack lacks, which
/// `foeman check` reports.
pub fn draft(map: &ForeignMap, terrains: &[Named<'_>]) -> Mapping {
    let mut rules = match map.format {
        MapFormat::Wesnoth => wesnoth(map, terrains),
        MapFormat::Megamek => megamek(map, terrains),
        MapFormat::Tiled | MapFormat::Csv => by_name(map, terrains),
    };
    add_exports(map, &mut rules);
    let empty = map.cells.iter().any(Option::is_none);
    let empty = empty.then(|| Ref::new(guess(&["void", "off-map", "nothing", "empty"], terrains)));
    Mapping { title: format!("From {}", map.file), about: String::new(), format: map.format, rules, empty }
}

fn base_rule(pattern: &str, terrain: String) -> MappingRule {
    MappingRule { base: Some(pattern.to_owned()), overlay: None, terrain: Ref::new(terrain), export: None }
}

fn overlay_rule(pattern: &str, terrain: String) -> MappingRule {
    MappingRule { base: None, overlay: Some(pattern.to_owned()), terrain: Ref::new(terrain), export: None }
}

/// Rules for names of tiles: overlays before bases, so that the highest tile of a cell decides.
fn by_name(map: &ForeignMap, terrains: &[Named<'_>]) -> Vec<MappingRule> {
    let named = |name: &str| guess(&[name], terrains);
    let overlays = counted(map, |code| Some(&code.overlay).filter(|overlay| !overlay.is_empty()));
    let bases = counted(map, |code| Some(&code.base));
    let overlays = overlays.into_iter().map(|name| overlay_rule(name, named(name)));
    overlays.chain(bases.into_iter().map(|name| base_rule(name, named(name)))).collect()
}

fn wesnoth(map: &ForeignMap, terrains: &[Named<'_>]) -> Vec<MappingRule> {
    let mut rules = Vec::new();
    for (pattern, words) in OVERLAYS {
        let rule = overlay_rule(pattern, guess(words, terrains));
        if map.codes.iter().any(|code| !code.overlay.is_empty() && fits(&rule, map.format, &code.base, &code.overlay)) {
            rules.push(rule);
        }
    }
    for (pattern, words) in BASES {
        let rule = base_rule(pattern, guess(words, terrains));
        if map
            .codes
            .iter()
            .any(|code| first_fit(&rules, map, code).is_none() && fits(&rule, map.format, &code.base, ""))
        {
            rules.push(rule);
        }
    }
    for base in counted(map, |code| first_fit(&rules, map, code).is_none().then_some(&code.base)) {
        rules.push(base_rule(base, guess(&[base], terrains)));
    }
    rules
}

fn megamek(map: &ForeignMap, terrains: &[Named<'_>]) -> Vec<MappingRule> {
    let mut rules = Vec::new();
    for (pattern, words) in TERRAINS {
        let rule = base_rule(pattern, guess(words, terrains));
        if map
            .codes
            .iter()
            .any(|code| first_fit(&rules, map, code).is_none() && fits(&rule, map.format, &code.base, ""))
        {
            rules.push(rule);
        }
    }
    if map.codes.iter().any(|code| code.base.is_empty()) {
        rules.push(base_rule("", guess(&["clear", "grass", "meadow", "plain", "sand"], terrains)));
    }
    let rest = |code: &'_ crate::foreign::Code| first_fit(&rules, map, code).is_none();
    let mut others: Vec<&str> = Vec::new();
    for code in map.codes.iter().filter(|code| rest(code)) {
        let first = code.base.split(';').next().unwrap_or_default();
        if !others.contains(&first) {
            others.push(first);
        }
    }
    rules.extend(others.into_iter().map(|name| base_rule(name, guess(&[name], terrains))));
    rules
}

fn first_fit(rules: &[MappingRule], map: &ForeignMap, code: &crate::foreign::Code) -> Option<usize> {
    rules.iter().position(|rule| fits(rule, map.format, &code.base, &code.overlay))
}

/// Returns parts of the codes, the most frequent first.
fn counted<'m>(map: &'m ForeignMap, part: impl Fn(&'m crate::foreign::Code) -> Option<&'m String>) -> Vec<&'m str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for code in &map.codes {
        if let Some(part) = part(code) {
            *counts.entry(part).or_default() += code.count;
        }
    }
    let mut parts: Vec<(&str, usize)> = counts.into_iter().collect();
    parts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    parts.into_iter().map(|(part, _)| part).collect()
}

/// Sets `export` of rules with wildcards to the most frequent code that they match.
fn add_exports(map: &ForeignMap, rules: &mut [MappingRule]) {
    // MegaMek boards are only imported.
    if map.format == MapFormat::Megamek {
        return;
    }
    let mut best: BTreeMap<usize, &crate::foreign::Code> = BTreeMap::new();
    for code in &map.codes {
        let Some(rule) = first_fit(rules, map, code) else { continue };
        let most = best.entry(rule).or_insert(code);
        if code.count > most.count {
            *most = code;
        }
    }
    for (number, code) in best {
        let rule = &rules[number];
        let is_plain = rule.overlay.is_none() && rule.base.as_deref() == Some(&*code.base);
        // Maps are exported to Tiled with one layer, so only names of bases come back.
        if !is_plain && map.format == MapFormat::Wesnoth {
            rules[number].export = Some(code.text(map.format));
        }
    }
}

/// Returns the id of the terrain that the words describe best.
fn guess(words: &[&str], terrains: &[Named<'_>]) -> String {
    let ids: Vec<String> = words.iter().map(|word| kebab(word)).collect();
    let has = |id: &str, part: &str| id.split('-').any(|own| own == part);
    for word in &ids {
        let same = terrains.iter().find(|(id, title)| *id == *word || title.is_some_and(|title| kebab(title) == *word));
        if let Some((id, _)) = same {
            return (*id).to_owned();
        }
    }
    for word in ids.iter().filter(|word| !word.is_empty()) {
        if let Some((id, _)) = terrains.iter().find(|(id, _)| has(id, word)) {
            return (*id).to_owned();
        }
        if let Some(id) = near(word, terrains.iter().map(|(id, _)| *id)).first() {
            return (*id).to_owned();
        }
    }
    let word = ids.first().map_or("", String::as_str);
    if word.is_empty() { "unknown".to_owned() } else { word.to_owned() }
}
