//! Changes objects of the file, and adds new ones.

use std::collections::{BTreeMap, HashMap};

use foeman_schema::grid::Cell;

use super::Original;
use super::splices::{Splices, indent, start_tag_end};
use crate::foreign::ForeignMap;
use crate::tiled::node::Node;
use crate::tiled::write::escaped;

/// What changes in an object; nothing else of it does.
#[derive(Default)]
pub(super) struct Changed<'c> {
    /// New values of attributes.
    pub(super) attributes: Vec<(&'c str, String)>,
    /// Whether its shape becomes a rectangle, which is not rotated.
    pub(super) is_rectangle: bool,
    /// Properties: name, attributes for its type, and value; `None` removes it.
    pub(super) properties: Vec<(&'c str, &'c str, Option<String>)>,
}

/// The objects of the file, and those to add.
pub(super) struct Objects<'o, 'n, 'a> {
    pub(super) original: &'o Original<'n, 'a>,
    /// The object, and the position of its layer, by line and column.
    nodes: HashMap<(usize, usize), (&'n Node<'a>, usize)>,
    /// Texts to add to layers of the file.
    added: BTreeMap<usize, String>,
    /// Texts of new layers, by their names.
    layers: BTreeMap<&'static str, String>,
    first: u32,
    next: u32,
    /// The number of objects that are changed, added or removed.
    pub(super) changed: usize,
}

fn number(node: &Node<'_>, name: &str) -> u32 {
    node.word(name).trim().parse().unwrap_or(0)
}

impl<'o, 'n, 'a> Objects<'o, 'n, 'a> {
    pub(super) fn new(original: &'o Original<'n, 'a>) -> Self {
        let mut nodes = HashMap::new();
        let mut next = number(original.root, "nextobjectid").max(1);
        for (at, layer) in original.layers.objects.iter().enumerate() {
            for node in layer.node.named("object") {
                next = next.max(number(node, "id").saturating_add(1));
                nodes.insert(original.source.position(node.at), (node, at));
            }
        }
        Self { original, nodes, added: BTreeMap::new(), layers: BTreeMap::new(), first: next, next, changed: 0 }
    }

    /// Returns an object of the map, and the position of its layer.
    pub(super) fn of(&self, foreign: &ForeignMap, at: usize) -> Option<(&'n Node<'a>, usize)> {
        let object = &foreign.objects[at];
        self.nodes.get(&(object.line, object.column)).copied()
    }

    /// Returns the layer with most of these objects, or the layer with a name.
    pub(super) fn layer_of(&self, foreign: &ForeignMap, all: impl Iterator<Item = usize>, name: &str) -> Option<usize> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, layer) in all.filter_map(|at| self.of(foreign, at)) {
            *counts.entry(layer).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(layer, count)| (*count, std::cmp::Reverse(*layer)));
        let named = || self.original.layers.objects.iter().position(|layer| layer.name == name);
        most.map(|(layer, _)| layer).or_else(named)
    }

    /// Converts a cell of the map to a cell of the file.
    pub(super) fn place(&self, cell: Cell) -> Cell {
        [0, 1].map(|axis| cell[axis] + self.original.origin[axis])
    }

    /// Adds an object, written from its name on, to a layer of the file, or else to a new one with a name.
    pub(super) fn add(&mut self, layer: Option<usize>, name: &'static str, object: &str) {
        let text = format!("\n  <object id=\"{}\" {object}", self.next);
        match layer {
            Some(layer) => self.added.entry(layer).or_default().push_str(&text),
            None => self.layers.entry(name).or_default().push_str(&text),
        }
        self.next = self.next.saturating_add(1);
        self.changed += 1;
    }

    /// Removes an object.
    pub(super) fn remove(&mut self, node: &Node<'_>, splices: &mut Splices) {
        splices.remove(self.original.source, node);
        self.changed += 1;
    }

    /// Changes an object. Its other attributes, properties and elements stay as they are.
    pub(super) fn change(&mut self, node: &Node<'_>, changed: &Changed<'_>, splices: &mut Splices) {
        if !changed.attributes.is_empty() || changed.is_rectangle || !changed.properties.is_empty() {
            splices.replace(node.at..node.end, rebuilt(self.original, node, changed));
            self.changed += 1;
        }
    }

    /// Writes the added objects and layers, and the next ids.
    pub(super) fn write(&self, splices: &mut Splices) {
        let (source, root) = (self.original.source, self.original.root);
        for (layer, text) in &self.added {
            splices.append(source, self.original.layers.objects[*layer].node, text);
        }
        let last = root.children.iter().map(|child| number(child, "id")).max().unwrap_or(0);
        let mut id = number(root, "nextlayerid").max(last.saturating_add(1));
        let mut text = String::new();
        for (name, objects) in &self.layers {
            text.push_str(&format!("\n <objectgroup id=\"{id}\" name=\"{name}\">{objects}\n </objectgroup>"));
            id = id.saturating_add(1);
        }
        if !text.is_empty() {
            splices.append(source, root, &text);
            splices.set(source, root, "nextlayerid", &id.to_string());
        }
        if self.next > self.first {
            splices.set(source, root, "nextobjectid", &self.next.to_string());
        }
    }
}

/// Returns the text of an object with changes.
fn rebuilt(original: &Original<'_, '_>, node: &Node<'_>, changed: &Changed<'_>) -> String {
    let source = original.source;
    let mut tag = Splices::default();
    for (name, value) in &changed.attributes {
        tag.set(source, node, name, value);
    }
    if changed.is_rectangle {
        tag.unset(source, node, "rotation");
    }
    let tag = tag.applied(source.text, node.at..start_tag_end(source, node));
    let tag = tag.trim_end_matches('>').trim_end_matches('/').trim_end();
    let space = indent(source, node);
    let mut inner = properties(original, node, changed, space).unwrap_or_default();
    let shapes = ["point", "ellipse", "polygon"];
    for child in node.children.iter().filter(|child| child.kind != "properties") {
        if !changed.is_rectangle || !shapes.contains(&&*child.kind) {
            inner.push_str(&format!("\n{space} {}", &source.text[child.at..child.end]));
        }
    }
    if inner.is_empty() { format!("{tag}/>") } else { format!("{tag}>{inner}\n{space}</object>") }
}

/// Returns the properties of an object with changes; `None` if there are none.
fn properties(original: &Original<'_, '_>, node: &Node<'_>, changed: &Changed<'_>, space: &str) -> Option<String> {
    let source = original.source;
    let new = |(name, kind, value): &(&str, &str, Option<String>)| {
        value.as_ref().map(|value| format!("<property name=\"{name}\"{kind} value=\"{}\"/>", escaped(value)))
    };
    let is_named = |property: &Node<'_>, name: &str| property.word("name") == name;
    let all: Vec<&Node<'_>> = node.named("properties").flat_map(|list| list.named("property")).collect();
    let mut done: Vec<String> = Vec::new();
    for property in &all {
        match changed.properties.iter().find(|(name, _, _)| is_named(property, name)) {
            None => done.push(source.text[property.at..property.end].to_owned()),
            Some(change) => done.extend(new(change)),
        }
    }
    let missing = changed.properties.iter().filter(|(name, _, _)| !all.iter().any(|property| is_named(property, name)));
    done.extend(missing.filter_map(new));
    let lines: String = done.iter().map(|line| format!("\n{space}  {line}")).collect();
    (!done.is_empty()).then(|| format!("\n{space} <properties>{lines}\n{space} </properties>"))
}
