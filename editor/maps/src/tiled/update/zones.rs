//! Changes the objects of changed zones.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use foeman_schema::catalogs::board::Map;
use foeman_schema::catalogs::zones::Zone;
use foeman_schema::grid::Cell;
use foeman_schema::text::kebab;

use super::Original;
use super::splices::{Splices, indent, start_tag_end};
use crate::finding::Finding;
use crate::foreign::ForeignMap;
use crate::tiled::node::Node;
use crate::tiled::write::{escaped, rectangles, zone_object};
use crate::zones::{Gathered, gathered};

/// What changes in an object; nothing else of it does.
#[derive(Default)]
struct Changed<'c> {
    name: Option<&'c str>,
    /// The property `id`.
    id: Option<&'c str>,
    /// The property `color`: a new one, or none.
    color: Option<Option<&'c str>>,
    /// A rectangle instead of its shape: x, y, width and height.
    area: Option<[f64; 4]>,
}

/// The objects of the file, and those to add.
struct Objects<'o, 'n, 'a> {
    original: &'o Original<'n, 'a>,
    /// The object, and the position of its layer, by line and column.
    nodes: HashMap<(usize, usize), (&'n Node<'a>, usize)>,
    /// Texts to add to a layer; `None` for a new layer.
    added: BTreeMap<Option<usize>, String>,
    next: u32,
}

/// Writes changed zones. Returns the new values of `nextobjectid` and `nextlayerid`, if they change.
pub(super) fn write(
    original: &Original<'_, '_>,
    foreign: &ForeignMap,
    map: &Map,
    splices: &mut Splices,
) -> Result<Vec<(&'static str, u32)>, Finding> {
    let before = gathered(foreign).map_err(|message| original.source.error(original.root.at, message))?;
    let mut objects = Objects::new(original);
    let first = objects.next;
    for (id, old) in &before {
        let nodes: Vec<_> = old.objects.iter().map(|at| objects.of(foreign, *at)).collect();
        let cells: BTreeSet<Cell> =
            map.zones.get(id).into_iter().flat_map(|zone| zone.cells_on(&map.geometry)).collect();
        match map.zones.get(id).filter(|_| !cells.is_empty()) {
            None => nodes.into_iter().flatten().for_each(|(node, _)| splices.remove(original.source, node)),
            Some(zone) => objects.change((id, zone, &cells), old, foreign, splices),
        }
    }
    // New zones are added to the layer with most zones.
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for at in before.values().flat_map(|old| &old.objects) {
        if let Some((_, layer)) = objects.of(foreign, *at) {
            *counts.entry(layer).or_default() += 1;
        }
    }
    let named = original.layers.objects.iter().position(|layer| layer.name == "Zones");
    let most = counts.into_iter().max_by_key(|(layer, count)| (*count, std::cmp::Reverse(*layer)));
    let layer = most.map(|(layer, _)| layer).or(named);
    for (id, zone) in map.zones.iter().filter(|(id, _)| !before.contains_key(*id)) {
        for area in objects.areas(zone.cells_on(&map.geometry)) {
            objects.add(layer, &zone_object(id, zone, area));
        }
    }
    let layer = objects.write(splices);
    let mut next = layer.map(|number| ("nextlayerid", number + 1)).into_iter().collect::<Vec<_>>();
    if objects.next > first {
        next.push(("nextobjectid", objects.next));
    }
    Ok(next)
}

impl<'o, 'n, 'a> Objects<'o, 'n, 'a> {
    fn new(original: &'o Original<'n, 'a>) -> Self {
        let mut nodes = HashMap::new();
        let number = |node: &Node<'_>, name: &str| node.word(name).trim().parse::<u32>().unwrap_or(0);
        let mut next = number(original.root, "nextobjectid").max(1);
        for (at, layer) in original.layers.objects.iter().enumerate() {
            for node in layer.node.named("object") {
                next = next.max(number(node, "id").saturating_add(1));
                nodes.insert(original.source.position(node.at), (node, at));
            }
        }
        Self { original, nodes, added: BTreeMap::new(), next }
    }

    fn of(&self, foreign: &ForeignMap, at: usize) -> Option<(&'n Node<'a>, usize)> {
        let object = &foreign.objects[at];
        self.nodes.get(&(object.line, object.column)).copied()
    }

    /// Returns rectangles for cells of the map.
    fn areas(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<[f64; 4]> {
        let origin = self.original.origin;
        rectangles(&self.original.pixels, cells.into_iter().map(|cell| [cell[0] + origin[0], cell[1] + origin[1]]))
    }

    fn add(&mut self, layer: Option<usize>, object: &str) {
        let text = format!("\n  <object id=\"{}\" {object}", self.next);
        self.added.entry(layer).or_default().push_str(&text);
        self.next = self.next.saturating_add(1);
    }

    /// Changes the objects of a zone. Those within the zone keep their shape; the others get rectangles.
    fn change(
        &mut self,
        (id, zone, cells): (&str, &Zone, &BTreeSet<Cell>),
        old: &Gathered,
        foreign: &ForeignMap,
        splices: &mut Splices,
    ) {
        let mut rest = cells.clone();
        let within = |at: &usize| foreign.objects[*at].cells.iter().all(|cell| cells.contains(cell));
        for at in old.objects.iter().filter(|at| within(at)) {
            for cell in &foreign.objects[*at].cells {
                rest.remove(cell);
            }
        }
        let mut areas = self.areas(rest).into_iter();
        let color = zone.color.as_deref().map(str::to_lowercase);
        let own = zone.color.as_deref();
        for at in &old.objects {
            let Some((node, _)) = self.of(foreign, *at) else { continue };
            let area = if within(at) { None } else { areas.next().filter(|_| node.attribute("gid").is_none()) };
            if area.is_none() && !within(at) {
                splices.remove(self.original.source, node);
                continue;
            }
            let properties = &foreign.objects[*at].properties;
            let renamed = zone.title != old.title;
            let changed = Changed {
                name: renamed.then_some(&zone.title),
                id: (renamed && !properties.contains_key("id") && kebab(&zone.title) != id).then_some(id),
                color: (color != old.color && (own.is_some() || properties.contains_key("color"))).then_some(own),
                area,
            };
            if changed.is_some() {
                let text = rebuilt(self.original, node, &changed);
                splices.replace(node.at..node.end, text);
            }
        }
        let layer = old.objects.first().and_then(|at| self.of(foreign, *at)).map(|(_, layer)| layer);
        for area in areas {
            self.add(layer, &zone_object(id, zone, area));
        }
    }

    /// Adds the new objects to their layers. Returns the number of a new layer.
    fn write(&self, splices: &mut Splices) -> Option<u32> {
        let source = self.original.source;
        let mut new = None;
        for (layer, text) in &self.added {
            match layer {
                Some(layer) => splices.append(source, self.original.layers.objects[*layer].node, text),
                None => {
                    let number = |node: &Node<'_>, name: &str| node.word(name).trim().parse::<u32>().unwrap_or(0);
                    let root = self.original.root;
                    let last = root.children.iter().map(|child| number(child, "id")).max().unwrap_or(0);
                    let id = number(root, "nextlayerid").max(last.saturating_add(1));
                    let text = format!("\n <objectgroup id=\"{id}\" name=\"Zones\">{text}\n </objectgroup>");
                    splices.append(source, root, &text);
                    new = Some(id);
                }
            }
        }
        new
    }
}

impl Changed<'_> {
    fn is_some(&self) -> bool {
        self.name.is_some() || self.id.is_some() || self.color.is_some() || self.area.is_some()
    }
}

/// Returns the text of an object with changes. Its other attributes, properties and elements stay as they are.
fn rebuilt(original: &Original<'_, '_>, node: &Node<'_>, changed: &Changed<'_>) -> String {
    let source = original.source;
    let mut tag = Splices::default();
    if let Some(name) = changed.name {
        tag.set(source, node, "name", name);
    }
    if let Some(area) = changed.area {
        for (name, length) in ["x", "y", "width", "height"].into_iter().zip(area) {
            tag.set(source, node, name, &length.to_string());
        }
        tag.unset(source, node, "rotation");
    }
    let start = start_tag_end(source, node);
    let tag = tag.applied(source.text, node.at..start);
    let tag = tag.trim_end_matches('>').trim_end_matches('/').trim_end();
    let space = indent(source, node);
    let mut inner = String::new();
    let shapes = ["point", "ellipse", "polygon"];
    if let Some(properties) = properties(original, node, changed, space) {
        inner.push_str(&properties);
    }
    for child in node.children.iter().filter(|child| child.kind != "properties") {
        if changed.area.is_none() || !shapes.contains(&&*child.kind) {
            inner.push_str(&format!("\n{space} {}", &source.text[child.at..child.end]));
        }
    }
    if inner.is_empty() { format!("{tag}/>") } else { format!("{tag}>{inner}\n{space}</object>") }
}

/// Returns the properties of an object with changes; `None` if there are none.
fn properties(original: &Original<'_, '_>, node: &Node<'_>, changed: &Changed<'_>, space: &str) -> Option<String> {
    let source = original.source;
    let mut wanted: Vec<(&str, &str, Option<&str>)> = Vec::new();
    wanted.extend(changed.id.map(|id| ("id", "", Some(id))));
    wanted.extend(changed.color.map(|color| ("color", " type=\"color\"", color)));
    let new = |(name, kind, value): &(&str, &str, Option<&str>)| {
        value.map(|value| format!("<property name=\"{name}\"{kind} value=\"{}\"/>", escaped(value)))
    };
    let is_named = |property: &Node<'_>, name: &str| property.word("name") == name;
    let all: Vec<&Node<'_>> = node.named("properties").flat_map(|list| list.named("property")).collect();
    let mut done: Vec<String> = Vec::new();
    for property in &all {
        match wanted.iter().find(|(name, _, _)| is_named(property, name)) {
            None => done.push(source.text[property.at..property.end].to_owned()),
            Some(change) => done.extend(new(change)),
        }
    }
    let missing = wanted.iter().filter(|(name, _, _)| !all.iter().any(|property| is_named(property, name)));
    done.extend(missing.filter_map(new));
    let lines: String = done.iter().map(|line| format!("\n{space}  {line}")).collect();
    (!done.is_empty()).then(|| format!("\n{space} <properties>{lines}\n{space} </properties>"))
}
