//! The recorded commands of a session of Hexkit, each with the resulting instructions.

use roxmltree::Node;

use super::include::expand;
use super::sheet::{Sheet, elements, parse};
use super::words::Names;
use super::write::Element;
use crate::command::Command;
use crate::content::Content;
use crate::hexkit_notation::HexkitInstruction;
use foeman_engine::exchange::{Note, Unopened};

/// The commands of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// The number of turns that all factions have ended.
    pub full_turns: u32,
    /// The commands, in order.
    pub commands: Vec<Recorded>,
}

/// A recorded command, in Hexkit's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorded {
    /// Its name.
    pub name: String,
    /// The turn, from 0, if recorded.
    pub turn: Option<u32>,
    /// The faction that issued it.
    pub faction: String,
    /// The entities it lists.
    pub entities: Vec<String>,
    /// The classes built.
    pub classes: Vec<String>,
    /// The new name.
    pub title: Option<String>,
    /// The target site.
    pub target: Option<[i32; 2]>,
    /// The text of a special rule.
    pub text: Option<String>,
    /// The resulting instructions, if recorded.
    pub program: Option<Vec<HexkitInstruction>>,
}

impl History {
    /// Returns the command as XML.
    pub fn xml(&self) -> String {
        let mut text = String::new();
        self.element().write(0, &mut text);
        text
    }

    pub(super) fn element(&self) -> Element {
        let turns = Element::new("fullTurns").text(self.full_turns);
        Element::new("history").holding([turns]).holding(self.commands.iter().map(Recorded::element))
    }
}

impl Recorded {
    /// Reads a command from XML. The error says why it is invalid.
    pub fn read(text: &str) -> Result<Self, Note> {
        let expanded = expand("command", text, &mut |_, _| Err(Unopened::Missing))?;
        let document = parse(&expanded)?;
        Ok(recorded(&mut Sheet::new(&expanded), document.root_element()))
    }

    fn element(&self) -> Element {
        let list = |ids: &[String]| (!ids.is_empty()).then(|| ids.join(" "));
        let mut element = Element::new(&self.name)
            .with_some("turn", self.turn)
            .with("faction", &self.faction)
            .with_some("entities", list(&self.entities))
            .with_some("classes", list(&self.classes))
            .with_some("name", self.title.as_ref());
        element.extend(self.program.as_ref().map(|all| Element::new("program").holding(all.iter().map(instruction))));
        element.extend(self.target.map(|cell| site("target", cell)));
        element.extend(self.text.as_ref().map(|text| Element::new("text").text(text)));
        element
    }

    /// Returns the command, if everything it refers to exists.
    pub(super) fn command(&self, names: &Names<'_>, content: &Content) -> Option<Command> {
        let entities: Option<Vec<_>> = self.entities.iter().map(|name| names.entity(name)).collect();
        let target = || content.site(self.target?);
        Some(match self.name.as_str() {
            "BeginTurn" => Command::BeginTurn {},
            "EndTurn" => Command::EndTurn {},
            "Resign" => Command::Resign {},
            "Attack" => Command::Attack { units: entities?, target: target()? },
            "Move" => Command::Move { units: entities?, target: target()? },
            "Place" => Command::Place { entities: entities?, target: target()? },
            "Destroy" => Command::Destroy { entities: entities? },
            "Rename" => Command::Rename { entities: entities?, name: self.title.clone().unwrap_or_default() },
            "Automate" => Command::Automate { entities: entities?, text: self.text.clone().unwrap_or_default() },
            "Build" => {
                let classes: Option<Vec<_>> = self.classes.iter().map(|id| names.class_of(id)).collect();
                Command::Build { classes: classes? }
            }
            _ => return None,
        })
    }
}

fn site(name: &str, [x, y]: [i32; 2]) -> Element {
    Element::new(name).with("x", x).with("y", y)
}

fn instruction(told: &HexkitInstruction) -> Element {
    let mut element =
        told.fields.iter().fold(Element::new(&told.name), |so_far, (name, value)| so_far.with(name, value));
    element.extend(told.sites.iter().map(|&cell| site("site", cell)));
    if !told.details.is_empty() {
        element.push(Element::new("details").text(&told.details));
    }
    element.extend(told.names.iter().map(|name| Element::new("name").text(name)));
    element
}

/// Reads a history; also returns the position of each command in the file.
pub(super) fn read(sheet: &mut Sheet<'_>, node: Node<'_, '_>) -> (History, Vec<String>) {
    let (mut history, mut places) = (History::default(), Vec::new());
    for child in elements(node) {
        if child.tag_name().name() == "fullTurns" {
            history.full_turns = sheet.content(child).max(0).unsigned_abs();
            continue;
        }
        places.push(sheet.place(child));
        history.commands.push(recorded(sheet, child));
    }
    (history, places)
}

fn recorded(sheet: &mut Sheet<'_>, node: Node<'_, '_>) -> Recorded {
    sheet.only(node, &["turn", "faction", "entities", "classes", "name"], &["program", "target", "text"]);
    let list = |name: &str| node.attribute(name).unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    let part = |name: &'static str| elements(node).find(move |child| child.tag_name().name() == name);
    Recorded {
        name: node.tag_name().name().to_owned(),
        turn: sheet.whole(node, "turn").and_then(|turn| u32::try_from(turn).ok()),
        faction: node.attribute("faction").unwrap_or_default().to_owned(),
        entities: list("entities"),
        classes: list("classes"),
        title: node.attribute("name").map(str::to_owned),
        target: part("target").map(|node| cell(sheet, node)),
        text: part("text").map(raw),
        program: part("program").map(|program| elements(program).map(|node| told(sheet, node)).collect()),
    }
}

fn cell(sheet: &mut Sheet<'_>, node: Node<'_, '_>) -> [i32; 2] {
    ["x", "y"].map(|name| sheet.whole(node, name).unwrap_or(0))
}

/// Returns the text of an element with all whitespace.
fn raw(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|child| child.text()).collect()
}

fn told(sheet: &mut Sheet<'_>, node: Node<'_, '_>) -> HexkitInstruction {
    let mut told = HexkitInstruction::of(node.tag_name().name());
    for attribute in node.attributes() {
        told = told.with(attribute.name(), attribute.value());
    }
    for child in elements(node) {
        match child.tag_name().name() {
            "site" => told.sites.push(cell(sheet, child)),
            "details" => told.details = raw(child),
            "name" => told.names.push(raw(child)),
            _ => {}
        }
    }
    told
}
