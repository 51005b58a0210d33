//! Applies a mapping: from codes to terrains, and from terrains to codes.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::mappings::{MapFormat, Mapping, MappingRule};
use foeman_schema::plural::plural;

use crate::finding::{Finding, Level};
use crate::foreign::ForeignMap;
use crate::pattern::{has_wildcards, matches};
use crate::source::quoted;

/// The terrain of each cell of a foreign map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrained {
    /// The ids of the terrains, in the order of their first cells.
    pub terrains: Vec<String>,
    /// The terrain of each cell in row order, as a position in [`terrains`](Self::terrains).
    pub cells: Vec<u16>,
}

/// Returns the terrain of each cell. Fails with one finding for each code that no rule matches, and for each terrain
/// that the pack does not have.
///
/// Codes of Tiled maps and tables that are ids of terrains need no rule.
pub fn terrained(
    map: &ForeignMap,
    mapping: Option<(&str, &Mapping)>,
    known: &BTreeSet<&str>,
) -> Result<Terrained, Vec<Finding>> {
    let finding = |line: usize, column: usize, message: String| Finding {
        file: map.file.clone(),
        line,
        column,
        level: Level::Error,
        message,
    };
    let cells_of = |count: usize| plural(count, map.geometry.shape().word(), map.geometry.shape().plural());
    let mut findings = Vec::new();
    let mut missing = BTreeSet::new();
    let mut of_code: Vec<Option<&str>> = Vec::new();
    for code in &map.codes {
        match terrain_of(mapping.map(|(_, mapping)| mapping), map.format, known, [&code.base, &code.overlay]) {
            Some(terrain) if known.contains(terrain) => of_code.push(Some(terrain)),
            Some(terrain) => {
                // Many codes may have the same missing terrain: one finding, at the first of them.
                if missing.insert(terrain) {
                    let id = mapping.map_or("", |(id, _)| id);
                    let message = format!(
                        "mapping `{id}` names the terrain `{terrain}`, which the pack does not have; add the terrain, or \
                         change the mapping"
                    );
                    findings.push(finding(code.line, code.column, message));
                }
                of_code.push(None);
            }
            None => {
                let written = quoted(&code.text(map.format));
                let where_to = match mapping {
                    Some((id, _)) => format!("add a rule to the mapping `{id}`"),
                    None => "add a mapping; `--draft-mapping` writes a first one".to_owned(),
                };
                let message = format!("{written}, in {}, has no terrain; {where_to}", cells_of(code.count));
                findings.push(finding(code.line, code.column, message));
                of_code.push(None);
            }
        }
    }
    let empty = mapping.and_then(|(_, mapping)| mapping.empty.as_ref()).map(|empty| empty.id());
    let empty_cells = map.cells.iter().filter(|cell| cell.is_none()).count();
    match (empty_cells, empty) {
        (0, _) => {}
        (_, Some(terrain)) if known.contains(terrain) => {}
        (_, Some(terrain)) => {
            let message = format!("`empty` names the terrain `{terrain}`, which the pack does not have");
            findings.push(finding(1, 1, message));
        }
        (count, None) => {
            let verb = if count == 1 { "is" } else { "are" };
            let message = format!("{} {verb} empty; set `empty` of the mapping to a terrain", cells_of(count));
            findings.push(finding(1, 1, message));
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    let mut terrains: Vec<String> = Vec::new();
    let mut numbers: BTreeMap<&str, u16> = BTreeMap::new();
    let mut number = |terrain| {
        *numbers.entry(terrain).or_insert_with(|| {
            terrains.push(str::to_owned(terrain));
            (terrains.len() - 1) as u16
        })
    };
    let mut number_of_code: Vec<Option<u16>> = vec![None; of_code.len()];
    let cells = map.cells.iter().map(|cell| match cell {
        Some(code) => {
            let code = *code as usize;
            *number_of_code[code].get_or_insert_with(|| number(of_code[code].unwrap_or_default()))
        }
        None => number(empty.unwrap_or_default()),
    });
    let cells = cells.collect();
    Ok(Terrained { terrains, cells })
}

/// Returns the terrain of a cell with a base and an overlay. The pack may lack it.
pub(crate) fn terrain_of<'m>(
    mapping: Option<&'m Mapping>,
    format: MapFormat,
    known: &BTreeSet<&'m str>,
    [base, overlay]: [&str; 2],
) -> Option<&'m str> {
    let own = if overlay.is_empty() { base } else { overlay };
    let may_be_id = matches!(format, MapFormat::Tiled | MapFormat::Csv);
    let rule = mapping.and_then(|mapping| rule(mapping, format, base, overlay));
    rule.map(|rule| rule.terrain.id()).or_else(|| may_be_id.then(|| known.get(own).copied()).flatten())
}

/// Returns the first rule that matches a code.
pub(crate) fn rule<'m>(mapping: &'m Mapping, format: MapFormat, base: &str, overlay: &str) -> Option<&'m MappingRule> {
    mapping.rules.iter().find(|rule| fits(rule, format, base, overlay))
}

pub(crate) fn fits(rule: &MappingRule, format: MapFormat, base: &str, overlay: &str) -> bool {
    let base_fits = match (&rule.base, format) {
        (None, _) => true,
        (Some(pattern), MapFormat::Megamek) => base.split(';').any(|terrain| matches(pattern, terrain)),
        (Some(pattern), _) => matches(pattern, base),
    };
    base_fits && rule.overlay.as_ref().is_none_or(|pattern| matches(pattern, overlay))
}

/// A map as codes of another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coded {
    /// The codes.
    pub codes: Vec<String>,
    /// The id of the terrain of each code.
    pub terrains: Vec<String>,
    /// The code of each cell in row order, as a position in [`codes`](Self::codes); `None` for an empty cell.
    pub cells: Vec<Option<u16>>,
}

/// Returns the codes of a map. Fails if a terrain has no code, or if its code would be imported as another terrain.
pub fn coded(map: &Map, mapping: Option<(&str, &Mapping)>, format: MapFormat) -> Result<Coded, String> {
    let ids: Vec<String> = map.terrains().into_iter().map(|terrain| terrain.id().to_owned()).collect();
    let kinds = map.read().kinds;
    let used: BTreeSet<u16> = kinds.values().collect();
    let mut done = Coded { codes: Vec::new(), terrains: Vec::new(), cells: Vec::new() };
    let mut of_kind: BTreeMap<u16, Option<u16>> = BTreeMap::new();
    let mut missing = Vec::new();
    for kind in used {
        let Some(terrain) = ids.get(usize::from(kind)) else {
            return Err("the map has cells without a terrain; run `foeman check`".to_owned());
        };
        // Two letters of a legend may stand for the same terrain.
        if let Some(at) = done.terrains.iter().position(|other| other == terrain) {
            of_kind.insert(kind, Some(at as u16));
            continue;
        }
        match code(mapping, format, terrain)? {
            Code::Text(code) => {
                of_kind.insert(kind, Some(done.codes.len() as u16));
                done.codes.push(code);
                done.terrains.push(terrain.clone());
            }
            Code::Empty => drop(of_kind.insert(kind, None)),
            Code::Missing => missing.push(format!("`{terrain}`")),
        }
    }
    if !missing.is_empty() {
        let remedy = match mapping {
            Some((id, _)) => format!("add rules with `export` to the mapping `{id}`"),
            None => format!("add a mapping of the format `{}`", format.word()),
        };
        return Err(format!("no code for {}; {remedy}", missing.join(", ")));
    }
    done.cells = kinds.values().map(|kind| of_kind.get(&kind).copied().flatten()).collect();
    Ok(done)
}

/// How the cells of a terrain are exported.
pub(crate) enum Code {
    /// With this code.
    Text(String),
    /// As empty cells.
    Empty,
    /// The terrain has no code.
    Missing,
}

/// Returns the code that the first rule of a terrain exports.
pub(crate) fn code(mapping: Option<(&str, &Mapping)>, format: MapFormat, terrain: &str) -> Result<Code, String> {
    let rules = mapping.into_iter().flat_map(|(_, mapping)| &mapping.rules);
    let own = rules.filter(|rule| rule.terrain.id() == terrain).find_map(|rule| exported(rule, format));
    let is_empty = mapping.is_some_and(|(_, mapping)| mapping.empty.as_ref().is_some_and(|id| id.id() == terrain));
    let code = match own {
        Some(code) => code,
        None if is_empty && format != MapFormat::Wesnoth => return Ok(Code::Empty),
        // The id of a terrain is a code as well.
        None if matches!(format, MapFormat::Tiled | MapFormat::Csv) => terrain.to_owned(),
        None => return Ok(Code::Missing),
    };
    let (base, overlay) = match format {
        MapFormat::Wesnoth => code.split_once('^').unwrap_or((&code, "")),
        _ => (&*code, ""),
    };
    let back = mapping.and_then(|(id, mapping)| Some((id, rule(mapping, format, base, overlay)?)));
    match back {
        Some((id, rule)) if rule.terrain.id() != terrain => {
            let other = rule.terrain.id();
            Err(format!(
                "the mapping `{id}` exports `{terrain}` as {}, which it imports as `{other}`; set `export` of a rule",
                quoted(&code)
            ))
        }
        _ => Ok(Code::Text(code)),
    }
}

/// Returns the code that a rule exports, if it has one.
fn exported(rule: &MappingRule, format: MapFormat) -> Option<String> {
    if let Some(code) = &rule.export {
        return Some(code.clone());
    }
    let base = rule.base.as_ref().filter(|base| !base.is_empty() && !has_wildcards(base))?;
    match (rule.overlay.as_deref(), format) {
        (None | Some(""), _) => Some(base.clone()),
        (Some(overlay), MapFormat::Wesnoth) if !has_wildcards(overlay) => Some(format!("{base}^{overlay}")),
        _ => None,
    }
}
