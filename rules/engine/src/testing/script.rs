//! Matches scripted commands with the choices of a battle.

use std::collections::BTreeSet;

use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::notation::command::{Role, ScriptedCommand, ScriptedTarget, word, words};

use super::names::{Fit, Names, fit};
use crate::choice::{Choice, Target};
use crate::ruleset::{SideId, Turn};

/// The parameter that distinguishes otherwise identical choices: `nth=2` is the second of them.
const NTH: &str = "nth";

/// The parameter that adds a member to a combined command: `with=pikes`.
pub(super) const WITH: &str = "with";

/// Why a command cannot be issued.
#[derive(Debug)]
pub(super) struct Misfit {
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// The word that does not match, by its position in the command.
    pub(super) word: Option<usize>,
}

impl Misfit {
    pub(super) fn new(message: String, help: Option<String>) -> Self {
        Self { message, help, word: None }
    }

    /// Points the error at a word of the command.
    pub(super) fn about(self, command: &ScriptedCommand, role: Role<'_>, text: &str) -> Self {
        let written = command.to_string();
        let is_meant = |(range, known): &(std::ops::Range<usize>, Role<'_>)| {
            *known == role && written.get(range.clone()) == Some(text)
        };
        Self { word: words(&written).iter().position(is_meant), ..self }
    }
}

/// Returns the position of the choice that a command refers to.
pub(super) fn find(
    choices: &[Choice],
    command: &ScriptedCommand,
    turn: &Turn,
    names: Names<'_>,
) -> Result<usize, Misfit> {
    let asked = match turn {
        Turn::Ask { side, .. } => *side,
        Turn::Auto | Turn::Over(_) => {
            return Err(Misfit::new(format!("no side has to decide at `{command}`"), None));
        }
    };
    let all: Vec<usize> = (0..choices.len()).collect();
    let deciders = best(&all, |at| decider(&choices[at], asked, &command.who, names));
    if deciders.is_empty() {
        let who = distinct(choices.iter().map(|choice| who(choice, asked, names)));
        let message = format!("expected `{}` to decide, but {} decides now", command.who, listed(&who));
        return Err(Misfit::new(
            message,
            Some("write a command for the active figure or side, or fix the cause of the changed order".to_owned()),
        )
        .about(command, Role::Who, &command.who));
    }
    let doing: Vec<usize> = deciders.iter().copied().filter(|&at| choices[at].verb == command.verb).collect();
    if doing.is_empty() {
        let verbs = distinct(deciders.iter().map(|&at| choices[at].verb.clone()));
        return Err(cannot(command, &command.verb, "action", &verbs).about(command, Role::Verb, &command.verb));
    }
    let aimed = match &command.target {
        None => doing,
        Some(target) => {
            let aimed = best(&doing, |at| aims(&choices[at], target, names));
            if aimed.is_empty() {
                let targets = distinct(doing.iter().filter_map(|&at| target_word(&choices[at], names)));
                return Err(no_target(command, target, &targets).about(command, Role::Target, &target.to_string()));
            }
            aimed
        }
    };
    let mut left = aimed;
    for (name, value) in command.with.iter().filter(|(name, _)| name != NTH && name != WITH) {
        let values = distinct(left.iter().filter_map(|&at| written_as(&choices[at], name)));
        left = best(&left, |at| settles(&choices[at], name, value));
        if left.is_empty() {
            if values.is_empty() {
                let known =
                    distinct(choices.iter().flat_map(|choice| choice.parameters.iter().map(|it| it.name.to_owned())));
                return Err(cannot(command, name, "parameter", &known).about(command, Role::Parameter, name));
            }
            let misfit = cannot(command, &format!("{name}={value}"), "value", &assigned(name, &values));
            return Err(misfit.about(command, Role::Value(name), value));
        }
    }
    // If several choices match and differ only in additional parameters, the one without them is meant.
    let settled =
        |at: &usize| choices[*at].parameters.iter().all(|own| command.with.iter().any(|(name, _)| name == own.name));
    let plain: Vec<usize> = left.iter().copied().filter(settled).collect();
    if !plain.is_empty() {
        left = plain;
    }
    let nth = command.with.iter().find(|(name, _)| name == NTH).and_then(|(_, nth)| nth.parse::<usize>().ok());
    match (left.as_slice(), nth) {
        ([only], None) => Ok(*only),
        (several, Some(nth)) => several.get(nth.wrapping_sub(1)).copied().ok_or_else(|| {
            let message = format!("expected at least {nth} choices that are `{command}`, found {}", several.len());
            Misfit::new(message, None)
        }),
        (several, None) => Err(ambiguous(command, several, choices, names)),
    }
}

/// Returns the shortest command that identifies a choice.
pub(super) fn written(choices: &[Choice], chosen: usize, turn: &Turn, names: Names<'_>) -> ScriptedCommand {
    let choice = &choices[chosen];
    let asked = if let Turn::Ask { side, .. } = turn { *side } else { SideId(0) };
    let target = match choice.target {
        Target::None => None,
        Target::Cell(cell) => Some(ScriptedTarget::Cell(cell)),
        Target::Token(token) => Some(ScriptedTarget::Name(names.word_of(token))),
    };
    let who = who(choice, asked, names);
    let mut command = ScriptedCommand { who, verb: choice.verb.clone(), target, with: Vec::new(), leaves: Vec::new() };
    let means = |command: &ScriptedCommand| find(choices, command, turn, names).ok() == Some(chosen);
    for parameter in &choice.parameters {
        if means(&command) {
            return command;
        }
        let value = parameter.id.clone().unwrap_or_else(|| word(&parameter.value));
        command.with.push((parameter.name.to_owned(), value));
    }
    if !means(&command) {
        command.with.push((NTH.to_owned(), String::new()));
        for nth in 1..=choices.len() {
            if let Some((_, value)) = command.with.last_mut() {
                *value = nth.to_string();
            }
            if means(&command) {
                break;
            }
        }
    }
    command
}

/// Returns the choices that match best.
fn best(among: &[usize], fit: impl Fn(usize) -> Option<Fit>) -> Vec<usize> {
    let fits: Vec<(usize, Fit)> = among.iter().filter_map(|&at| Some((at, fit(at)?))).collect();
    let best = fits.iter().map(|(_, fit)| *fit).min();
    fits.into_iter().filter(|(_, fit)| Some(*fit) == best).map(|(at, _)| at).collect()
}

fn decider(choice: &Choice, asked: SideId, called: &str, names: Names<'_>) -> Option<Fit> {
    match choice.actor {
        Some(actor) => names.fit_of(actor, called),
        None => {
            let side = names.board.sides.get(usize::from(asked.0))?;
            if names.side_id(asked) == called { Some(Fit::Whole) } else { fit(&side.name, called) }
        }
    }
}

/// Returns a word for the token or side that decides.
fn who(choice: &Choice, asked: SideId, names: Names<'_>) -> String {
    match choice.actor {
        Some(actor) => names.word_of(actor),
        None => word(&names.side_id(asked)),
    }
}

/// Returns how a command writes a parameter of a choice: the id of its record, or its value.
fn written_as(choice: &Choice, name: &str) -> Option<String> {
    let parameter = choice.parameters.iter().find(|parameter| parameter.name == name)?;
    Some(parameter.id.clone().unwrap_or_else(|| word(&parameter.value)))
}

/// Returns how well a value matches a parameter of a choice; the id of a record takes precedence over the title of
/// another.
fn settles(choice: &Choice, name: &str, value: &str) -> Option<Fit> {
    let parameter = choice.parameters.iter().find(|parameter| parameter.name == name)?;
    let is_id = parameter.id.as_deref() == Some(value) || parameter.id.is_none() && word(&parameter.value) == value;
    let is_title = word(&parameter.value) == value;
    if is_id { Some(Fit::Whole) } else { is_title.then_some(Fit::Part) }
}

fn aims(choice: &Choice, target: &ScriptedTarget, names: Names<'_>) -> Option<Fit> {
    match (target, choice.target) {
        (ScriptedTarget::Cell(cell), Target::Cell(own)) if *cell == own => Some(Fit::Whole),
        (ScriptedTarget::Name(called), Target::Token(token)) => names.fit_of(token, called),
        _ => None,
    }
}

fn target_word(choice: &Choice, names: Names<'_>) -> Option<String> {
    match choice.target {
        Target::None => None,
        Target::Cell([col, row]) => Some(format!("{col},{row}")),
        Target::Token(token) => Some(names.word_of(token)),
    }
}

fn cannot(command: &ScriptedCommand, found: &str, what: &str, known: &[String]) -> Misfit {
    let who = &command.who;
    let message = if known.is_empty() {
        format!("`{who}` has no {what} to choose now, found `{found}`")
    } else {
        let article = if what == "action" { "an" } else { "a" };
        format!("expected {article} {what} that `{who}` can choose now, found `{found}`")
    };
    let near = did_you_mean(&near(found, known.iter().map(String::as_str)));
    let help = near.or_else(|| (!known.is_empty()).then(|| format!("there is {}", listed(known))));
    Misfit::new(message, help)
}

fn no_target(command: &ScriptedCommand, target: &ScriptedTarget, known: &[String]) -> Misfit {
    let ScriptedCommand { who, verb, .. } = command;
    if known.is_empty() {
        return Misfit::new(format!("expected `{who} {verb}` without a target, found `{target}`"), None);
    }
    let name = match target {
        ScriptedTarget::Name(name) => did_you_mean(&near(name, known.iter().map(String::as_str))),
        // Cells get no suggestions: similar spelling does not mean near on the map.
        ScriptedTarget::Cell(_) => None,
    };
    let help = name.unwrap_or_else(|| format!("there is {}", listed(known)));
    Misfit::new(format!("expected a target of `{who} {verb}`, found `{target}`"), Some(help))
}

fn ambiguous(command: &ScriptedCommand, several: &[usize], choices: &[Choice], names: Names<'_>) -> Misfit {
    let count = several.len();
    let message = format!("`{command}` is ambiguous: it fits {count} choices");
    let targets = distinct(several.iter().map(|&at| target_word(&choices[at], names).unwrap_or_default()));
    if targets.len() > 1 && command.target.is_none() {
        return Misfit::new(message, Some(format!("add the target: {}", listed(&targets))));
    }
    let parameters = several.iter().flat_map(|&at| choices[at].parameters.iter().map(|it| it.name));
    for name in parameters {
        let values = distinct(several.iter().filter_map(|&at| written_as(&choices[at], name)));
        if values.len() > 1 {
            return Misfit::new(message, Some(format!("add one of {}", listed(&assigned(name, &values)))));
        }
    }
    Misfit::new(message, Some(format!("the choices differ only in their order; add `{NTH}=1` to `{NTH}={count}`")))
}

fn assigned(name: &str, values: &[String]) -> Vec<String> {
    values.iter().map(|value| format!("{name}={value}")).collect()
}

fn distinct(words: impl Iterator<Item = String>) -> Vec<String> {
    let words: BTreeSet<String> = words.filter(|word| !word.is_empty()).collect();
    words.into_iter().collect()
}

/// The maximum number of words that a message lists.
const MOST_LISTED: usize = 12;

fn listed(words: &[String]) -> String {
    let mut text: Vec<String> = words.iter().take(MOST_LISTED).map(|word| format!("`{word}`")).collect();
    if words.len() > MOST_LISTED {
        text.push(format!("{} more", words.len() - MOST_LISTED));
    }
    match text.split_last() {
        None => "nobody".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, front)) => format!("{} or {last}", front.join(", ")),
    }
}
