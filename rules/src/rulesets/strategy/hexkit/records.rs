//! The elements that records are made of, and what is said of those that are wrong.

use foeman_schema::dialect::Ref;
use roxmltree::{Document, Node};

use super::include::Expanded;
use crate::exchange::Note;
use crate::rulesets::strategy::catalogs::{Amount, Entity, Modifier, Ranged, Reach, Transfer, Variable};

/// The elements of a name within another.
pub(super) fn named<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> + use<'a> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// A scenario's text, and what was found wrong with it.
pub(super) struct Sheet<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) expanded: &'a Expanded,
    pub(super) notes: Vec<Note>,
}

/// What all classes have.
pub(super) struct Class {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) values: Vec<Amount>,
    pub(super) modifiers: Vec<Modifier>,
    pub(super) modifier_range: u16,
    pub(super) cost: Vec<Amount>,
    pub(super) worth: u16,
    pub(super) transfer: Transfer,
}

impl<T> Entity<T> {
    /// One like all others of its class.
    pub(super) fn plain(class: Ref<T>) -> Self {
        Self { class, name: None, values: Vec::new(), modifiers: Vec::new(), frame: 0 }
    }
}

/// The entities that an element has, one after the other.
pub(super) fn entities<T>(sheet: &mut Sheet<'_>, node: Node<'_, '_>, name: &str) -> Vec<Entity<T>> {
    let all = node.children().filter(|child| child.is_element() && child.tag_name().name() == name);
    all.map(|node| {
        if node.attribute("randomFrame").is_some() {
            sheet.note(node, "expected a frame, but found a random one: the first is shown".to_owned());
        }
        Entity {
            class: Ref::new(node.attribute("id").unwrap_or_default()),
            name: node.attribute("name").map(str::to_owned),
            values: sheet.amounts(node, &["attribute", "counter", "resource"]),
            modifiers: sheet.modifiers(node),
            frame: sheet.whole(node, "frame").map_or(0, |frame| frame.clamp(0, 9999) as u32),
        }
    })
    .collect()
}

impl Sheet<'_> {
    /// Where an element stands.
    pub(super) fn place(&self, node: Node<'_, '_>) -> String {
        let line = self.document.text_pos_at(node.range().start).row;
        self.expanded.origin(line as usize)
    }

    pub(super) fn note(&mut self, node: Node<'_, '_>, message: String) {
        self.notes.push(Note { place: self.place(node), message });
    }

    pub(super) fn unknown(&mut self, node: Node<'_, '_>) {
        let message = format!("expected an element of Hexkit, but found `{}`: it is left out", node.tag_name().name());
        self.note(node, message);
    }

    /// A whole number of an attribute; nothing where there is none.
    pub(super) fn whole(&mut self, node: Node<'_, '_>, name: &str) -> Option<i32> {
        let text = node.attribute(name)?;
        let read = text.trim().parse();
        if read.is_err() {
            self.note(node, format!("expected a whole number for `{name}`, but found `{text}`"));
        }
        read.ok()
    }

    pub(super) fn flag(&mut self, node: Node<'_, '_>, name: &str, otherwise: bool) -> bool {
        match node.attribute(name).map(str::trim) {
            None => otherwise,
            Some("true" | "1") => true,
            Some("false" | "0") => false,
            Some(text) => {
                self.note(node, format!("expected `true` or `false` for `{name}`, but found `{text}`"));
                otherwise
            }
        }
    }

    /// One of some words; nothing where the attribute is missing or none of them.
    pub(super) fn word<T: Copy>(&mut self, node: Node<'_, '_>, name: &str, words: &[(&str, T)]) -> Option<T> {
        let text = node.attribute(name)?;
        let found = words.iter().find(|(word, _)| *word == text.trim());
        if found.is_none() {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.note(node, format!("expected {} for `{name}`, but found `{text}`", words.join(" or ")));
        }
        found.map(|&(_, value)| value)
    }

    /// Its text, with single blanks.
    pub(super) fn text(&self, node: Node<'_, '_>) -> String {
        let text: String = node.children().filter_map(|child| child.text()).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Its paragraphs, with an empty line between them.
    pub(super) fn paragraphs(&self, node: Node<'_, '_>) -> String {
        let all = node.children().filter(|child| child.tag_name().name() == "para");
        let texts: Vec<String> = all.map(|para| self.text(para)).filter(|text| !text.is_empty()).collect();
        texts.join("\n\n")
    }

    /// Its name, or its id.
    pub(super) fn title(&self, node: Node<'_, '_>) -> String {
        let name = node.attribute("name").filter(|name| !name.is_empty());
        name.or(node.attribute("id")).unwrap_or_default().to_owned()
    }

    /// What is counted in the elements of some names.
    pub(super) fn amounts(&mut self, node: Node<'_, '_>, names: &[&str]) -> Vec<Amount> {
        let mut amounts = Vec::new();
        for child in node.children().filter(|child| names.contains(&child.tag_name().name())) {
            let value = self.content(child);
            amounts.push(Amount { variable: Ref::new(child.attribute("id").unwrap_or_default()), value });
        }
        amounts
    }

    /// The whole number that an element holds.
    fn content(&mut self, node: Node<'_, '_>) -> i32 {
        let text = self.text(node);
        text.parse().unwrap_or_else(|_| {
            self.note(node, format!("expected a whole number, but found `{text}`"));
            0
        })
    }

    pub(super) fn modifiers(&mut self, node: Node<'_, '_>) -> Vec<Modifier> {
        let reaches = [
            ("Self", Reach::Own),
            ("Owner", Reach::Owner),
            ("Units", Reach::Others),
            ("UnitsRanged", Reach::OthersInRange),
            ("OwnerUnits", Reach::Allies),
            ("OwnerUnitsRanged", Reach::AlliesInRange),
        ];
        let mut modifiers = Vec::new();
        let is_modifier =
            |child: &Node<'_, '_>| ["attributeModifier", "resourceModifier"].contains(&child.tag_name().name());
        for child in node.children().filter(is_modifier) {
            let of = self.word(child, "target", &reaches).unwrap_or_default();
            let value = self.content(child);
            modifiers.push(Modifier { variable: Ref::new(child.attribute("id").unwrap_or_default()), of, value });
        }
        modifiers
    }

    /// The variable that something of a class is.
    pub(super) fn mapped(&mut self, node: Node<'_, '_>, name: &str) -> Option<Ref<Variable>> {
        let child = node.children().find(|child| child.tag_name().name() == name)?;
        child.attribute("id").filter(|id| !id.is_empty()).map(Ref::new)
    }

    pub(super) fn ranged(&mut self, node: Node<'_, '_>) -> Ranged {
        let words = [("Any", Ranged::Any), ("View", Ranged::View), ("Line", Ranged::Line)];
        self.word(node, "rangedAttack", &words).unwrap_or_default()
    }

    pub(super) fn cell(&mut self, node: Node<'_, '_>) -> Option<[u16; 2]> {
        let cell = ["x", "y"].map(|name| self.whole(node, name).unwrap_or(0));
        if cell.iter().any(|&value| u16::try_from(value).is_err()) {
            self.note(node, format!("expected a site of the map, but found {cell:?}"));
            return None;
        }
        Some(cell.map(|value| value as u16))
    }

    pub(super) fn class(&mut self, node: Node<'_, '_>) -> Class {
        let transfers = [("None", Transfer::None), ("Retain", Transfer::Keep), ("Delete", Transfer::Delete)];
        Class {
            title: node.attribute("name").unwrap_or("(unnamed)").to_owned(),
            about: self.paragraphs(node),
            values: self.amounts(node, &["attribute", "counter", "resource"]),
            modifiers: self.modifiers(node),
            modifier_range: self.whole(node, "modifierRange").map_or(0, |range| range.clamp(0, 9999) as u16),
            cost: self.amounts(node, &["buildResource"]),
            worth: self.worth(node),
            transfer: self.word(node, "resourceTransfer", &transfers).unwrap_or_default(),
        }
    }

    /// The valuation, in thousandths.
    fn worth(&mut self, node: Node<'_, '_>) -> u16 {
        let old = node.children().find(|child| child.tag_name().name() == "valuation").map(|child| self.text(child));
        let Some(text) = node.attribute("valuation").map(str::to_owned).or(old) else { return 0 };
        let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = format!("{:0<3}", fraction);
        let (kept, rest) = digits.split_at_checked(3).unwrap_or(("", ""));
        let read = whole.parse::<u16>().ok().zip(kept.parse::<u16>().ok());
        let worth = read.map(|(whole, thousandths)| whole.saturating_mul(1000).saturating_add(thousandths));
        let is_exact = rest.bytes().all(|digit| digit == b'0');
        match worth.filter(|worth| *worth <= 1000) {
            Some(worth) if is_exact => worth,
            Some(worth) => {
                self.note(node, format!("expected a valuation in thousandths, but found `{text}`: {worth} is kept"));
                worth
            }
            None => {
                self.note(node, format!("expected a valuation from 0 to 1, but found `{text}`"));
                0
            }
        }
    }
}
