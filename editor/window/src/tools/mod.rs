//! The tools of the open pack's ruleset, with the arguments entered so far.

mod action;
mod pane;

pub(crate) use pane::PANE;

pub use action::BenchAction;

use std::collections::BTreeMap;
use std::convert::Infallible;

use foeman_engine::display::Line;
use foeman_engine::tool::{Argument, Offers, Tool, ToolError, Toolbox};
use foeman_schema::draft::Draft;
use serde::{Deserialize, Serialize};

/// The selected tool, and the arguments entered for all tools.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bench {
    taken: Option<String>,
    told: BTreeMap<String, BTreeMap<usize, String>>,
}

/// A tool's form: its arguments and its answer.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The arguments that apply, given the values before them.
    pub entries: Vec<Blank>,
    /// The result.
    pub answer: Answer,
}

/// An argument of a tool.
#[derive(Clone, Debug)]
pub struct Blank {
    /// Its index among all arguments.
    pub position: usize,
    /// The argument.
    pub argument: &'static Argument,
    /// The accepted values.
    pub offers: Offers,
    /// The entered value, or the first offer if none was entered.
    pub value: String,
}

/// The result of a tool.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This argument is still empty.
    Waits(&'static Argument),
    /// The answer.
    Lines(Vec<Line>),
    /// The tool failed.
    Fails(ToolError),
}

impl Bench {
    /// Returns the selected tool; by default the first of the toolbox.
    pub fn taken(&self, toolbox: &'static Toolbox) -> Option<&'static Tool> {
        self.taken.as_deref().and_then(|name| toolbox.tool(name)).or_else(|| toolbox.tools.first())
    }

    /// Selects a tool.
    pub fn take(&mut self, tool: &str) {
        self.taken = Some(tool.to_owned());
    }

    /// Returns the values entered for a tool, one per argument; empty strings if there are none.
    pub fn told(&self, tool: &Tool) -> Vec<String> {
        let told = self.told.get(tool.name);
        let value = |position| told.and_then(|told| told.get(&position)).cloned().unwrap_or_default();
        (0..tool.arguments.len()).map(value).collect()
    }

    /// Sets the argument of a tool at an index.
    pub fn tell(&mut self, tool: &str, argument: usize, value: String) {
        self.told.entry(tool.to_owned()).or_default().insert(argument, value);
    }

    /// Clears the arguments of a tool.
    pub fn clear(&mut self, tool: &str) {
        self.told.remove(tool);
    }
}

/// Runs a tool with the values entered so far.
///
/// A value that is not, or no longer, among the offers counts as the first offer: there is always a result to show, and
/// changing an early argument keeps the later ones that still apply.
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

/// Assigns words typed by a person to argument positions, without the arguments that are skipped.
pub fn placed(draft: &Draft, tool: &'static Tool, words: &[String]) -> Vec<(usize, String)> {
    let (mut words, mut placed) = (words.iter(), Vec::new());
    let Ok(_) = tool.ask(draft, |position, _| {
        let word = words.next();
        placed.extend(word.map(|word| (position, word.clone())));
        Ok::<_, Infallible>(word.cloned().unwrap_or_default())
    });
    placed
}
