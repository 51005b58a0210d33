//! Tools: what a ruleset can do with a pack other than playing it.
//!
//! A front end lists the tools, asks for their arguments with suggestions, and shows the resulting lines, without
//! knowing the ruleset.

use foeman_schema::draft::Draft;

use crate::display::Line;

/// The tools of one ruleset.
#[derive(Debug)]
pub struct Toolbox {
    /// One word, kebab-case: `codes`. Rulesets with the same name share one subcommand; each handles its own packs.
    pub name: &'static str,
    /// One sentence, capital first, no final stop.
    pub about: &'static str,
    /// Where they are available.
    pub reach: Reach,
    /// The tools, in the order shown.
    pub tools: &'static [Tool],
}

/// Where the tools of a toolbox are available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// On the command line, and in a separate pane of the window.
    Everywhere,
    /// On the command line only: the window shows the results elsewhere.
    CommandLine,
}

/// A query about a pack in its current state, including unsaved edits.
#[derive(Debug)]
pub struct Tool {
    /// One word, kebab-case: `explain`.
    pub name: &'static str,
    /// One sentence, capital first, no final stop.
    pub about: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// Runs the tool; pure. Gets one value for each argument, empty for skipped ones.
    pub run: fn(&Draft, &[String]) -> Result<Vec<Line>, ToolError>,
}

/// An argument of a tool.
#[derive(Debug)]
pub struct Argument {
    /// One word, kebab-case: `code`.
    pub name: &'static str,
    /// What to enter, with an example; capital first, no final stop.
    pub about: &'static str,
    /// Returns the possible values, given the values of the preceding arguments.
    pub offers: fn(&Draft, &[String]) -> Offers,
}

/// The possible values of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offers {
    /// Any text; the tool validates it.
    Text,
    /// One of these.
    OneOf(Vec<Offer>),
    /// Not applicable after the preceding values; the argument is skipped.
    Skip,
}

/// A possible value of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The value passed to the tool.
    pub value: String,
    /// Its meaning in words.
    pub text: String,
}

/// Why a tool has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolError {
    /// The position of the invalid argument, if there is one.
    pub argument: Option<usize>,
    /// The message, as `expected …, found …`.
    pub message: String,
}

impl Toolbox {
    /// Returns the tool with a name.
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

impl Tool {
    /// Calls `ask` for each applicable argument, with its position and its possible values; returns one value for each
    /// argument, empty for skipped ones.
    pub fn ask<E>(
        &self,
        draft: &Draft,
        mut answer: impl FnMut(usize, Offers) -> Result<String, E>,
    ) -> Result<Vec<String>, E> {
        let mut given = Vec::with_capacity(self.arguments.len());
        for (position, argument) in self.arguments.iter().enumerate() {
            let value = match (argument.offers)(draft, &given) {
                Offers::Skip => String::new(),
                offers => answer(position, offers)?,
            };
            given.push(value);
        }
        Ok(given)
    }

    /// Runs the tool with words as typed by the user: without skipped arguments, and with either the value or the text
    /// of each offer.
    pub fn call(&self, draft: &Draft, words: &[String]) -> Result<Vec<Line>, ToolError> {
        let mut words = words.iter();
        let given = self.ask(draft, |position, offers| {
            let name = self.arguments[position].name;
            let fail = |message: String| ToolError { argument: Some(position), message };
            let Offers::OneOf(offers) = offers else {
                return words.next().cloned().ok_or_else(|| fail(format!("expected the {name}, found nothing")));
            };
            let list = listed(&offers);
            let word = words.next().ok_or_else(|| fail(format!("expected the {name}{list}, found nothing")))?;
            let fits = |offer: &Offer| offer.value == *word || offer.text.eq_ignore_ascii_case(word);
            let offer = offers.into_iter().find(fits).map(|offer| offer.value);
            offer.ok_or_else(|| fail(format!("expected the {name}{list}, found `{word}`")))
        })?;
        match words.next() {
            Some(word) => {
                let message = format!("expected no more arguments, found `{word}`");
                Err(ToolError { argument: None, message })
            }
            None => (self.run)(draft, &given),
        }
    }
}

/// Lists offers for a message, after a colon: `C` combat, `S` social. Empty if there are none.
fn listed(offers: &[Offer]) -> String {
    let offers: Vec<_> = offers.iter().map(|offer| format!("`{}` {}", offer.value, offer.text)).collect();
    if offers.is_empty() { String::new() } else { format!(": {}", offers.join(", ")) }
}
