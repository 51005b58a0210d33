//! The bench: the tools of the open pack's ruleset, and what each has been told so far.

use std::collections::BTreeMap;
use std::convert::Infallible;

use foeman_engine::told::Line;
use foeman_engine::tool::{Argument, Offers, Tool, ToolError, Toolbox};
use foeman_schema::draft::Draft;
use serde::{Deserialize, Serialize};

/// Which tool is in hand, and what all of them have been told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bench {
    taken: Option<String>,
    told: BTreeMap<String, BTreeMap<usize, String>>,
}

/// A tool with what it has been told: what it asks for, and what comes out.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The arguments that have a meaning behind the values before them.
    pub entries: Vec<Blank>,
    /// What comes out.
    pub answer: Answer,
}

/// One argument that a tool asks for.
#[derive(Clone, Debug)]
pub struct Blank {
    /// Its position among all arguments.
    pub position: usize,
    /// The argument.
    pub argument: &'static Argument,
    /// What can be given for it.
    pub offers: Offers,
    /// What it has been told; the first offer where it has not.
    pub value: String,
}

/// What comes out of a tool.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Nothing yet: this argument is still empty.
    Waits(&'static Argument),
    /// The answer.
    Lines(Vec<Line>),
    /// Why there is none.
    Fails(ToolError),
}

impl Bench {
    /// The tool in hand, the first of the toolbox to begin with.
    pub fn taken(&self, toolbox: &'static Toolbox) -> Option<&'static Tool> {
        self.taken.as_deref().and_then(|name| toolbox.tool(name)).or_else(|| toolbox.tools.first())
    }

    /// Takes a tool.
    pub fn take(&mut self, tool: &str) {
        self.taken = Some(tool.to_owned());
    }

    /// What a tool has been told, argument by argument; empty where it has not.
    pub fn told(&self, tool: &Tool) -> Vec<String> {
        let told = self.told.get(tool.name);
        let value = |position| told.and_then(|told| told.get(&position)).cloned().unwrap_or_default();
        (0..tool.arguments.len()).map(value).collect()
    }

    /// Tells a tool the value of its argument at a position.
    pub fn tell(&mut self, tool: &str, argument: usize, value: String) {
        self.told.entry(tool.to_owned()).or_default().insert(argument, value);
    }

    /// Forgets what a tool has been told.
    pub fn clear(&mut self, tool: &str) {
        self.told.remove(tool);
    }
}

/// Asks a tool with what it has been told.
///
/// A pick that is not, or no longer, among the offers counts as the first of them: what comes out is always there to
/// be looked at, and changing an early pick keeps as many of the later ones as still make sense.
pub fn sheet(draft: &Draft, tool: &'static Tool, told: &[String]) -> Sheet {
    let mut entries = Vec::new();
    let Ok(given) = tool.ask(draft, |position, offers| {
        let told = told.get(position).cloned().unwrap_or_default();
        let value = match &offers {
            Offers::OneOf(offers) if offers.iter().all(|offer| offer.value != told) => {
                offers.first().map(|offer| offer.value.clone()).unwrap_or_default()
            }
            _ => told,
        };
        entries.push(Blank { position, argument: &tool.arguments[position], offers, value: value.clone() });
        Ok::<_, Infallible>(value)
    });
    let empty = entries.iter().find(|entry| entry.offers == Offers::Text && entry.value.trim().is_empty());
    let answer = match empty {
        Some(entry) => Answer::Waits(entry.argument),
        None => match (tool.run)(draft, &given) {
            Ok(lines) => Answer::Lines(lines),
            Err(error) => Answer::Fails(error),
        },
    };
    Sheet { entries, answer }
}

/// The positions of the arguments that words as a person types them are meant for: without skipped arguments.
pub fn placed(draft: &Draft, tool: &'static Tool, words: &[String]) -> Vec<(usize, String)> {
    let (mut words, mut placed) = (words.iter(), Vec::new());
    let Ok(_) = tool.ask(draft, |position, _| {
        let word = words.next();
        placed.extend(word.map(|word| (position, word.clone())));
        Ok::<_, Infallible>(word.cloned().unwrap_or_default())
    });
    placed
}
