//! Tools: what a ruleset can do with a pack besides playing it.
//!
//! They are data: a front end lists them, asks for their arguments with the offers at hand, and shows the lines that
//! come out, without knowing whose they are or what they do.

use foeman_schema::draft::Draft;

use crate::told::Line;

/// The tools of one ruleset.
#[derive(Debug)]
pub struct Toolbox {
    /// One word, kebab-case: `codes`. Rulesets that share the name share the subcommand, and each answers for its packs.
    pub name: &'static str,
    /// One sentence, capital first, no final stop.
    pub about: &'static str,
    /// Where they are offered.
    pub reach: Reach,
    /// The tools, in the order shown.
    pub tools: &'static [Tool],
}

/// Where the tools of a toolbox are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// On the command line, and in the window in a pane of its own.
    Everywhere,
    /// On the command line only: the window shows the answers elsewhere.
    CommandLine,
}

/// Something that can be asked of a pack as it stands, unsaved edits included.
#[derive(Debug)]
pub struct Tool {
    /// One word, kebab-case: `explain`.
    pub name: &'static str,
    /// One sentence, capital first, no final stop.
    pub about: &'static str,
    /// What it must be told, in this order.
    pub arguments: &'static [Argument],
    /// Answers; pure. It is given one value for each argument, empty for those that were skipped.
    pub run: fn(&Draft, &[String]) -> Result<Vec<Line>, ToolError>,
}

/// One thing a tool must be told.
#[derive(Debug)]
pub struct Argument {
    /// One word, kebab-case: `code`.
    pub name: &'static str,
    /// What to put there, with an example; capital first, no final stop.
    pub about: &'static str,
    /// What can be put there, given the values of the arguments before it.
    pub offers: fn(&Draft, &[String]) -> Offers,
}

/// What can be given for an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offers {
    /// Any text; the tool says what is wrong with it.
    Text,
    /// One of these.
    OneOf(Vec<Offer>),
    /// Nothing: the argument has no meaning behind the values before it, and is not asked for.
    Skip,
}

/// A value that can be given for an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What the tool is given.
    pub value: String,
    /// What it stands for, in words.
    pub text: String,
}

/// Why a tool has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolError {
    /// The position of the argument that is at fault, where one is.
    pub argument: Option<usize>,
    /// What was expected and what was found.
    pub message: String,
}

impl Toolbox {
    /// The tool called `name`.
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

impl Tool {
    /// Asks for the arguments that have a meaning behind the values before them, each by its position and with what can be
    /// given for it; returns one value for each argument, empty for those that are skipped.
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

    /// Answers to words as a person types them: without skipped arguments, and with the value or the text of an offer.
    pub fn call(&self, draft: &Draft, words: &[String]) -> Result<Vec<Line>, ToolError> {
        let mut words = words.iter();
        let given = self.ask(draft, |position, offers| {
            let name = self.arguments[position].name;
            let fail = |message: String| ToolError { argument: Some(position), message };
            let Offers::OneOf(offers) = offers else {
                return words.next().cloned().ok_or_else(|| fail(format!("expected the {name}, but found nothing")));
            };
            let list = listed(&offers);
            let word = words.next().ok_or_else(|| fail(format!("expected the {name}{list}, but found nothing")))?;
            let fits = |offer: &Offer| offer.value == *word || offer.text.eq_ignore_ascii_case(word);
            let offer = offers.into_iter().find(fits).map(|offer| offer.value);
            offer.ok_or_else(|| fail(format!("expected the {name}{list}, but found `{word}`")))
        })?;
        match words.next() {
            Some(word) => {
                let message = format!("expected nothing more after the last argument, but found `{word}`");
                Err(ToolError { argument: None, message })
            }
            None => (self.run)(draft, &given),
        }
    }
}

/// `: `C` combat, `S` social`; empty when there is nothing to list.
fn listed(offers: &[Offer]) -> String {
    let offers: Vec<_> = offers.iter().map(|offer| format!("`{}` {}", offer.value, offer.text)).collect();
    if offers.is_empty() { String::new() } else { format!(": {}", offers.join(", ")) }
}
