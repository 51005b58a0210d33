//! Imports records as a pack.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use foeman_schema::text::kebab;

use super::known::{self, AMPED, ATTRIBUTES, KINDS, Known, PLACES, PROTECTION, QUALITIES, cell_of, digits};
use super::{Fields, KEPT, List};
use crate::DIALECT;
use crate::notation::pattern::FrontPattern;
use crate::notation::record::RecordHex;
use foeman_engine::exchange::{Imported, Note, Source};

/// The colours of sides; records contain none.
const COLORS: [&str; 9] =
    ["#1f5fa8", "#c8451b", "#4a3426", "#5b8c2a", "#7a3e8e", "#d9a521", "#2a8c82", "#8c2a4a", "#6b7280"];

/// Imports a file as a pack, which keeps the file itself.
pub(super) fn import(source: Source<'_>, id: &str) -> Result<Imported, Note> {
    let mut known = known::read(source.bytes);
    let mut files = vec![("pack.yaml".to_owned(), header(id))];
    let (types, items) = (Ids::of(&known, List::FigPoo, 0), Ids::of(&known, List::ItmPoo, 0));
    let figures = Ids::of(&known, List::FigGrp, 7);
    files.extend(catalog("figures", known.of(List::FigPoo).map(|fields| figure_type(&types, fields)).collect()));
    files.extend(catalog("items", item_types(&known, &items)));
    let sides: Vec<&String> = known.of(List::SidPoo).map(|fields| &fields[0]).collect();
    let names = Names { types: &types, items: &items, figures: &figures };
    files.extend(catalog("rosters", sides.iter().map(|side| roster(&known, &names, side)).collect()));
    files.extend(catalog("sides", sides.iter().map(|side| party(side)).collect()));
    if known.is_battle {
        files.extend(catalog("scenarios", vec![scenario(&known, &names, &sides)]));
        files.extend(ground(&known));
        let message = "records contain no terrain, so the map is an empty field";
        known.notes.push(Note { place: "maps/ground".to_owned(), message: message.to_owned() });
    }
    let mut files: Vec<(String, Vec<u8>)> = files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    files.push((KEPT.to_owned(), source.bytes.to_vec()));
    Ok(Imported { files, notes: known.notes })
}

/// Unique ids made from names.
struct Ids(BTreeMap<String, String>);

impl Ids {
    fn of(known: &Known, list: List, at: usize) -> Self {
        let (mut ids, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for name in known.of(list).filter_map(|fields| fields.get(at)) {
            if ids.contains_key(name) {
                continue;
            }
            let base = id_of(name);
            let mut id = base.clone();
            let mut number = 1;
            while !taken.insert(id.clone()) {
                // Many names may give the same id, so the numbers start after all that are taken.
                number = if number == 1 { taken.len() + 1 } else { number + 1 };
                id = format!("{base}-{number}");
            }
            ids.insert(name.clone(), id);
        }
        Self(ids)
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("nothing", String::as_str)
    }
}

struct Names<'a> {
    types: &'a Ids,
    items: &'a Ids,
    figures: &'a Ids,
}

/// A name as an id: `Large shield` becomes `large-shield`.
fn id_of(name: &str) -> String {
    Some(kebab(name)).filter(|id| !id.is_empty()).unwrap_or_else(|| "unnamed".to_owned())
}

/// A quoted string, valid as JSON and as YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(super) fn header(id: &str) -> String {
    format!("{FIRST}pack: {id}\ntitle: {}\nruleset: {}\nformat: 2\n", quoted(id), DIALECT.id)
}

pub(super) const FIRST: &str = "# yaml-language-server: $schema=.foeman/schema.json\n\n";

/// A file with the records of a catalog; `None` without records.
fn catalog(name: &str, records: Vec<String>) -> Option<(String, String)> {
    let texts = records.concat();
    (!texts.is_empty()).then(|| (format!("{name}.yaml"), format!("{FIRST}{name}:\n{texts}")))
}

fn meaning<'a>(pairs: &[(&'a str, &'a str)], sign: &str) -> &'a str {
    pairs.iter().find(|(known, _)| *known == sign).map_or(pairs[0].1, |(_, word)| word)
}

fn stops(text: &str) -> String {
    let [protection, rating, block] = digits(text, PROTECTION).unwrap_or_default();
    format!("{{protection: {protection}, rating: {rating}, block: {block}}}")
}

fn figure_type(ids: &Ids, fields: &Fields) -> String {
    let numbers: String = fields[2].chars().take(4).collect();
    let [st, dx, iq, ma] = digits(&numbers, ATTRIBUTES).unwrap_or([10; 4]);
    let kind = meaning(&KINDS, &fields[2].chars().skip(4).collect::<String>());
    let mut text = format!("  {}:\n    title: {}\n    kind: {kind}\n", ids.get(&fields[0]), quoted(&fields[0]));
    if fields[1] != "100" {
        let _ = writeln!(text, "    size: {}", fields[1]);
    }
    let hexes = fields[6].parse().map_or(1, |pattern: FrontPattern| pattern.hexes());
    if hexes != 1 {
        let _ = writeln!(text, "    hexes: {hexes}");
    }
    let _ = writeln!(text, "    attributes: {{st: {st}, dx: {dx}, iq: {iq}, ma: {ma}}}");
    if !fields[3].is_empty() {
        let _ = writeln!(text, "    attacks: [{{title: Attack, damage: {}}}]", quoted(&fields[3]));
    }
    if !fields[5].is_empty() {
        let _ = writeln!(text, "    hide: {}", stops(&fields[5]));
    }
    if fields[6] != FrontPattern::standard(hexes).to_string() {
        let _ = writeln!(text, "    front: {}", quoted(&fields[6]));
    }
    text
}

/// The item types, each with its second uses.
fn item_types(known: &Known, ids: &Ids) -> Vec<String> {
    let types = known.of(List::ItmPoo).filter(|fields| !fields[2].starts_with(AMPED));
    let with_uses = |fields: &Fields| {
        let uses = known.of(List::ItmPoo).filter(|other| other[0] == fields[0] && other[2].starts_with(AMPED));
        let uses: Vec<String> = uses.map(second_use).collect();
        let also = if uses.is_empty() { String::new() } else { format!("    also: {{{}}}\n", uses.join(", ")) };
        item_type(ids, fields) + &also
    };
    types.map(with_uses).collect()
}

/// A second use of an item: `shd: {stops: {protection: 1, rating: 3, block: 2}}`.
fn second_use(fields: &Fields) -> String {
    match fields[2].trim_start_matches(AMPED) {
        "shd" => format!("shd: {{stops: {}}}", stops(&fields[4])),
        _ => format!("wpn: {{damage: {}}}", quoted(&fields[4])),
    }
}

fn item_type(ids: &Ids, fields: &Fields) -> String {
    let class = &fields[2];
    let mut text = format!("  {}:\n    title: {}\n    class: {class}\n", ids.get(&fields[0]), quoted(&fields[0]));
    let mut say = |key: &str, value: &str, usual: &str| {
        if value != usual {
            let _ = writeln!(text, "    {key}: {value}");
        }
    };
    say("quality", meaning(&QUALITIES, &fields[1]), "ordinary");
    say("ready", &fields[3], "1hand");
    say("carry", &fields[5], "1ea");
    if !fields[6].is_empty() {
        say("requires", &format!("{{st: {}}}", fields[6]), "");
    }
    if !fields[4].is_empty() {
        let is_guard = matches!(class.as_str(), "shd" | "amr");
        let (key, value) = if is_guard { ("stops", stops(&fields[4])) } else { ("damage", quoted(&fields[4])) };
        say(key, &value, "");
    }
    if !fields[7].is_empty() {
        say("hurl", &format!("{{range: {}}}", fields[7]), "");
    }
    say("counts-as", &fields[8], "");
    text
}

fn roster(known: &Known, names: &Names<'_>, side: &str) -> String {
    let mut text = format!("  side-{side}:\n    title: Side {side}\n    figures:\n");
    let empty = text.len();
    for fields in known.of(List::FigGrp).filter(|fields| fields.get(8).is_some_and(|of| of == side)) {
        let _ = writeln!(text, "      {}:\n        name: {}", names.figures.get(&fields[7]), quoted(&fields[7]));
        let _ = writeln!(text, "        type: {}", names.types.get(&fields[0]));
        if fields[1] == "Bst" {
            text.push_str("        class: bst\n");
        }
        let mut gear = known.of(List::ItmGrp).filter(|item| item[0] == fields[7]).peekable();
        if gear.peek().is_some() {
            text.push_str("        gear:\n");
        }
        for item in gear {
            let count =
                if matches!(item[5].as_str(), "" | "1") { String::new() } else { format!(", count: {}", item[5]) };
            let (id, place) = (names.items.get(&item[1]), meaning(&PLACES, &item[3]));
            let _ = writeln!(text, "          - {{item: {id}, place: {place}{count}}}");
        }
    }
    if text.len() == empty {
        text.truncate(text.trim_end().len());
        text.push_str(" {}\n");
    }
    text
}

fn party(side: &str) -> String {
    let color = side.parse().ok().and_then(|number: usize| COLORS.get(number - 1)).unwrap_or(&COLORS[0]);
    format!("  side-{side}:\n    title: Side {side}\n    color: \"{color}\"\n    roster: side-{side}\n")
}

/// The direction of an orientation, from 0, if the first direction has this digit.
fn facing(text: &str, first: u8) -> u32 {
    text.chars().next().and_then(|digit| digit.to_digit(10)).map_or(0, |digit| digit.saturating_sub(first.into()))
}

/// Column and row, from 0.
fn cell(hex: &str) -> [i32; 2] {
    hex.parse().map_or([0, 0], |hex: RecordHex| hex.cell())
}

fn scenario(known: &Known, names: &Names<'_>, sides: &[&String]) -> String {
    let mut text = "  records:\n    title: As recorded\n    map: ground\n    sides:\n".to_owned();
    for side in sides {
        let _ = writeln!(text, "      - side: side-{side}\n        place:");
        let before = text.len();
        let placed = |fields: &&Fields| fields.get(8) == Some(*side) && !fields[3].is_empty();
        for fields in known.of(List::FigGrp).filter(placed) {
            let [column, row] = cell(&fields[3]);
            let id = names.figures.get(&fields[7]);
            let _ = writeln!(
                text,
                "          {id}: {{hex: [{column}, {row}], facing: {}}}",
                facing(&fields[4], known.first_facing)
            );
        }
        if text.len() == before {
            text.truncate(text.trim_end().len());
            text.push_str(" {}\n");
        }
    }
    let mut begun = false;
    for fields in known.of(List::FigGrp).filter(|fields| fields.len() == 8) {
        text.push_str(if begun { "" } else { "    features:\n" });
        begun = true;
        let [column, row] = cell(&fields[3]);
        let _ = writeln!(text, "      - {{figure: {}, hex: [{column}, {row}]}}", names.types.get(&fields[0]));
    }
    begun = false;
    for item in known.of(List::ItmGrp) {
        let Some([column, row]) = cell_of(&item[0]) else { continue };
        // A figure may have a name that looks like a hex.
        if names.figures.0.contains_key(&item[0]) {
            continue;
        }
        text.push_str(if begun { "" } else { "    items:\n" });
        begun = true;
        let count = if matches!(item[5].as_str(), "" | "1") { String::new() } else { format!(", count: {}", item[5]) };
        let id = names.items.get(&item[1]);
        let _ = writeln!(text, "      - {{item: {id}, hex: [{column}, {row}], lie: {}{count}}}", item[3]);
    }
    text
}

/// Columns and rows to add after the last one in use, because figures of several hexes extend beyond their head.
const MARGIN: usize = 2;

/// An empty field of sufficient size.
fn ground(known: &Known) -> Vec<(String, String)> {
    let figures = known.of(List::FigGrp).filter(|fields| !fields[3].is_empty()).map(|fields| cell(&fields[3]));
    let items = known.of(List::ItmGrp).filter_map(|item| cell_of(&item[0]));
    let [columns, rows] = figures.chain(items).fold([8, 8], |[a, b], [column, row]| [a.max(column), b.max(row)]);
    let [columns, rows] = [columns, rows].map(|last| (last as usize + 1 + MARGIN).min(99));
    let row = format!("      {}\n", "g".repeat(columns)).repeat(rows);
    let map = format!(
        "  ground:\n    title: Ground\n    geometry: {{shape: hex, stand: edge, shift: column-down, size: [{columns}, \
         {rows}]}}\n    legend: {{g: ground}}\n    rows: |\n{row}"
    );
    let terrain = "  ground: {title: Ground, color: \"#d9c08c\", cost: 1}\n".to_owned();
    catalog("maps", vec![map]).into_iter().chain(catalog("terrains", vec![terrain])).collect()
}
