//! Mistakes in maps and placements.

use std::collections::BTreeMap;

use fastrand::Rng;
use foeman_schema::grid::{Cell, Direction, Geometry, Shape, Shift, Stand};

use super::text::{File, Pack, Site};
use super::{At, Kind, Mutation, pick};

/// Paths of map rows.
const ROWS: &[&str] = &["maps/*/rows", "maps/*/elevation"];

/// Paths of placements.
const PLACEMENTS: &[&str] = &["scenarios/*/sides/*/place/*"];

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "row-too-short", check: "map-rows", at: ROWS, plant: row_too_short },
    Kind { name: "row-too-long", check: "map-rows", at: ROWS, plant: row_too_long },
    Kind { name: "letter-of-no-legend", check: "map-rows", at: &["maps/*/rows"], plant: letter_of_no_legend },
    Kind {
        name: "legend-of-another-letter",
        check: "map-rows",
        at: &["maps/*/legend/*"],
        plant: legend_of_another_letter,
    },
    Kind { name: "legend-of-no-cell", check: "unused-legend-key", at: &["maps/*/legend"], plant: legend_of_no_cell },
    Kind { name: "ground-walled-in", check: "unreachable-ground", at: &["maps/*/rows"], plant: ground_walled_in },
    Kind { name: "zone-off-the-map", check: "zone-off-map", at: &["maps/*/zones/*/cells"], plant: zone_off_the_map },
    Kind { name: "figure-off-the-map", check: "off-map-figure", at: PLACEMENTS, plant: figure_off_the_map },
    Kind { name: "figure-in-a-wall", check: "off-map-figure", at: PLACEMENTS, plant: figure_in_a_wall },
    Kind { name: "two-on-one-hex", check: "shared-hex", at: PLACEMENTS, plant: two_on_one_hex },
    Kind { name: "facing-a-wall", check: "faces-wall", at: PLACEMENTS, plant: facing_a_wall },
    Kind { name: "figure-of-no-roster", check: "unknown-placed-figure", at: PLACEMENTS, plant: figure_of_no_roster },
];

/// A map from its text: the letters of its cells, and the letters that are impassable.
struct Field {
    geometry: Geometry,
    rows: Vec<Vec<char>>,
    blocks: BTreeMap<char, Ground>,
}

/// The properties of a legend letter.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ground {
    blocks_move: bool,
    blocks_sight: bool,
}

impl Field {
    fn read(pack: &Pack, map: &str) -> Option<Self> {
        let (file, rows) = pack.find(&["maps", map, "rows"])?;
        let rows: Vec<Vec<char>> = file.lines(rows).into_iter().map(|line| file.text[line].chars().collect()).collect();
        let size = [rows.first()?.len() as u32, rows.len() as u32];
        let word = |key: &str| pack.value(&["maps", map, "geometry", key]);
        let (stand, shift) = match (word("stand")?, word("shift")?) {
            ("edge", "column-down") => (Stand::Edge, Shift::ColumnDown),
            ("vertex", "row-right") => (Stand::Vertex, Shift::RowRight),
            _ => return None,
        };
        let geometry = Geometry::new(Shape::Hex, stand, Some(shift), size).ok()?;
        let legend = file.find(&["maps", map, "legend"])?;
        let blocks = file.below(legend).filter_map(|entry| {
            let terrain = file.scalar(entry);
            let is = |key: &str| pack.value(&["terrains", terrain, key]) == Some("true");
            let ground = Ground { blocks_move: is("blocks-move"), blocks_sight: is("blocks-sight") };
            Some((entry.path.last()?.chars().next()?, ground))
        });
        let blocks = blocks.collect();
        Some(Self { geometry, rows, blocks })
    }

    /// Returns the ground of a cell; `None` off the map.
    fn ground(&self, [col, row]: Cell) -> Option<Ground> {
        let letter = self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?)?;
        self.blocks.get(letter).copied()
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.ground(cell).is_some_and(|ground| !ground.blocks_move)
    }

    fn cells(&self) -> Vec<Cell> {
        self.geometry.cells().collect()
    }
}

/// A placement and its values.
struct Placed<'a> {
    site: &'a Site,
    hex: &'a Site,
    cell: Cell,
    facing: &'a Site,
    /// The number of hexes of the figure.
    hexes: u8,
}

/// Returns all placements of the scenario of a placement, in order, if the scenario has its own map.
fn placements<'a>(at: &'a At<'_>) -> Option<(Field, Vec<Placed<'a>>)> {
    let id = &*at.site.path[1];
    let map = at.beside(&["scenarios", id, "map"])?;
    let field = Field::read(at.pack, at.file.scalar(map))?;
    let sites = at.file.sites.iter().filter(|site| site.is_like(PLACEMENTS[0]) && site.path[..2] == at.site.path[..2]);
    Some((field, sites.filter_map(|site| placed(at.pack, at.file, site)).collect()))
}

fn placed<'a>(pack: &Pack, file: &'a File, site: &'a Site) -> Option<Placed<'a>> {
    let own = |key: &str| file.find(&[site.steps(), vec![key]].concat());
    let (hex, facing) = (own("hex")?, own("facing")?);
    let numbers: Vec<i32> = file.below(hex).filter_map(|number| file.scalar(number).parse().ok()).collect();
    let cell = numbers.try_into().ok()?;
    let side = file.find(&[&site.steps()[..4], &["side"]].concat())?;
    let roster = pack.value(&["sides", file.scalar(side), "roster"])?;
    let kind = pack.value(&["rosters", roster, "figures", &site.path[5], "type"])?;
    let hexes = pack.value(&["figures", kind, "hexes"]).map_or(Some(1), |hexes| hexes.parse().ok())?;
    Some(Placed { site, hex, cell, facing, hexes })
}

/// Returns the placement for a mistake, with the map and all placements. Only figures of one hex are chosen, so that
/// the position of a larger body does not matter.
fn standing<'a>(at: &'a At<'_>) -> Option<(Field, Vec<Placed<'a>>, usize)> {
    let (field, all) = placements(at)?;
    let own = all.iter().position(|one| one.site.path == at.site.path).filter(|&own| all[own].hexes == 1)?;
    Some((field, all, own))
}

fn hex([col, row]: Cell) -> String {
    format!("[{col}, {row}]")
}

fn row_too_short(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let row = pick(&at.file.lines(at.site), rng)?.clone();
    let gone = rng.usize(row.clone());
    let lost = rng.usize(1..3).min(row.end - gone);
    Some(at.write(gone..gone + lost, "").told_span(row.start, row.end - lost))
}

fn row_too_long(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let row = pick(&at.file.lines(at.site), rng)?.clone();
    let place = rng.usize(row.clone());
    let more = at.file.text[place..=place].repeat(rng.usize(1..3));
    let end = row.end + more.len();
    Some(at.write(place..place, more).told_span(row.start, end))
}

/// Letters that can appear in rows without being part of YAML syntax.
const LETTERS: &[char] = &['A', 'B', 'Q', 'X', 'Z', 'j', 'q', 'v', 'y', 'z', '1', '5', '+', '~', '^'];

fn letter_of_no_legend(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let row = pick(&at.file.lines(at.site), rng)?.clone();
    let place = rng.usize(row);
    let letter = pick(LETTERS, rng)?.to_string();
    let legend = at.beside(&["maps", &at.site.path[1], "legend"])?;
    let known = at.file.below(legend).any(|entry| entry.path.last() == Some(&letter));
    (!known).then(|| at.write(place..place + 1, letter))
}

fn legend_of_another_letter(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (key, letter) = (at.site.key.clone()?, &**at.site.path.last()?);
    let new = rng.lowercase().to_string();
    let known = at.file.below(at.above(1)?).any(|entry| entry.path.last() == Some(&new));
    let rows = at.beside(&["maps", &at.site.path[1], "rows"])?;
    let first = at.file.lines(rows).into_iter().find_map(|line| Some(line.start + at.file.text[line].find(letter)?))?;
    (!known).then(|| at.write(key, new).told_at(first..first + letter.len()))
}

fn legend_of_no_cell(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let entries: Vec<&Site> = at.file.below(at.site).collect();
    let (last, letter) = (*entries.last()?, rng.lowercase().to_string());
    let known = entries.iter().any(|entry| entry.path.last() == Some(&letter));
    let terrain = *pick(&at.pack.ids("terrains"), rng)?;
    let end = last.whole.end;
    if known {
        return None;
    }
    Some(match at.file.text[last.whole.clone()].ends_with('\n') {
        true => at.write(end..end, format!("      {letter}: {terrain}\n")).told_within(6..7),
        false => at.write(end..end, format!(", {letter}: {terrain}")).told_within(2..3),
    })
}

/// Turns a blocked cell among blocked cells into an enterable one.
fn ground_walled_in(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let map = &*at.site.path[1];
    // On a map without figures, unreachable ground is not reported.
    let used = at
        .pack
        .all()
        .any(|file| file.sites.iter().any(|site| site.is_like("scenarios/*/map") && file.scalar(site) == map));
    let field = Field::read(at.pack, map).filter(|_| used)?;
    let walled =
        |cell: &Cell| !field.is_open(*cell) && !field.geometry.neighbours(*cell).any(|other| field.is_open(other));
    let cells: Vec<Cell> = field.cells().into_iter().filter(walled).collect();
    let [col, row] = pick(&cells, rng)?.map(|n| n as usize);
    let open: Vec<char> =
        field.blocks.iter().filter(|(_, ground)| !ground.blocks_move).map(|(letter, _)| *letter).collect();
    let line = at.file.lines(at.site).get(row)?.clone();
    let place = line.start + col;
    Some(at.write(place..place + 1, pick(&open, rng)?.to_string()).told_at(line))
}

fn zone_off_the_map(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let size = Field::read(at.pack, &at.site.path[1])?.geometry.size().map(|n| n as i32);
    let [col, row] = [rng.i32(0..size[0]), rng.i32(0..size[1])];
    let cell = if rng.bool() { [col + size[0], row] } else { [col, row + size[1]] };
    let cells: Vec<&Site> = at.file.below(at.site).collect();
    let old = *pick(&cells, rng)?;
    Some(at.write(old.value.clone(), hex(cell)))
}

fn figure_off_the_map(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (field, all, own) = standing(at)?;
    let size = field.geometry.size().map(|n| n as i32);
    let [col, row] = all[own].cell;
    let cell = if rng.bool() { [rng.i32(size[0]..99), row] } else { [col, rng.i32(size[1]..99)] };
    Some(at.write(all[own].hex.value.clone(), hex(cell)))
}

fn figure_in_a_wall(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (field, all, own) = standing(at)?;
    let walls: Vec<Cell> = field.cells().into_iter().filter(|cell| !field.is_open(*cell)).collect();
    Some(at.write(all[own].hex.value.clone(), hex(*pick(&walls, rng)?)))
}

fn two_on_one_hex(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (_, all, own) = standing(at)?;
    let other = rng.usize(..all.len());
    // A figure that arrives later takes the nearest free hex.
    let is_late = |one: &Placed<'_>| {
        let text = &at.file.text[one.site.whole.clone()];
        text.contains("arrives:") || text.contains("waits:")
    };
    if other == own || all[other].hexes != 1 || is_late(&all[own]) || is_late(&all[other]) {
        return None;
    }
    // Of two figures on one hex, the later one is reported.
    let mutation = at.write(all[own].hex.value.clone(), hex(all[other].cell));
    Some(if other > own { mutation.told_at(all[other].hex.value.clone()) } else { mutation })
}

/// Moves a figure next to a wall that blocks movement and sight, facing it.
fn facing_a_wall(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (field, all, own) = standing(at)?;
    let is_free = |cell: &Cell| field.is_open(*cell) && !all.iter().any(|one| near(&field, one.cell, *cell));
    let free: Vec<Cell> = field.cells().into_iter().filter(is_free).collect();
    let (cell, facing) = (*pick(&free, rng)?, rng.u8(..6));
    let ahead = field.geometry.cell(field.geometry.hex(cell).step(Direction::new(i32::from(facing))));
    let sees_nothing = field.ground(ahead).is_none_or(|ground| ground.blocks_move && ground.blocks_sight);
    // A figure that starts in its goal zone has already won, which would be reported as well.
    let is_goal = at.pack.find(&["maps", at.pack.value(&["scenarios", &at.site.path[1], "map"])?, "zones"]).is_some();
    if !sees_nothing || is_goal || all[own].facing.value.start < all[own].hex.value.end {
        return None;
    }
    let (start, end) = (all[own].hex.value.start, all[own].facing.value.end);
    let new = format!("{}, facing: {facing}", hex(cell));
    let length = new.len();
    Some(at.write(start..end, new).told_within(length - 1..length))
}

/// Whether two cells are so close that a figure of several hexes could occupy both.
fn near(field: &Field, one: Cell, other: Cell) -> bool {
    field.geometry.distance(one, other) < 4
}

fn figure_of_no_roster(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone()?;
    let new = super::slip(&at.file.text[key.clone()], rng)?;
    (!at.pack.is_known(&new)).then(|| at.write(key, new))
}
