//! The possible values of names, given some conditions.

use std::collections::BTreeMap;

use foeman_schema::survey::Survey;

use crate::catalogs::{Rule, RuleInPlay, Variable};
use crate::notation::{Condition, Name, Sign};
use foeman_engine::arithmetic::{Comparison, Expression};

/// The least and the greatest value of each name, as far as conditions of the form `NAME SIGN NUMBER` determine them.
pub(super) struct Bounds<'a> {
    survey: &'a Survey<'a>,
    known: BTreeMap<String, [i64; 2]>,
    options: BTreeMap<String, i64>,
}

/// A limit beyond all values of variables and all numbers.
const FAR: i64 = 1 << 40;

impl<'a> Bounds<'a> {
    /// Creates bounds without conditions.
    pub(super) fn new(survey: &'a Survey<'a>) -> Self {
        Self { survey, known: BTreeMap::new(), options: BTreeMap::new() }
    }

    /// Adds the options of a rule, as a scenario sets them.
    pub(super) fn options(mut self, rule: &Rule, of: &RuleInPlay) -> Self {
        let own = rule.options.iter().chain(&of.options);
        self.options.extend(own.map(|(name, value)| (name.clone(), i64::from(*value))));
        self
    }

    /// Adds the number of turns of a game.
    pub(super) fn turns(mut self, turns: i64) -> Self {
        self.known.insert(Name::Turn.to_string(), [1, turns]);
        self
    }

    /// Adds a condition. Returns whether it can hold together with the previous ones; always true for conditions that
    /// do not have the form `NAME SIGN NUMBER`.
    pub(super) fn admit(&mut self, condition: &Condition) -> bool {
        let Some((name, sign, number)) = self.simple(condition) else { return true };
        let [from, to] = self.of(&name);
        let now = match sign {
            Sign::Equal => [from.max(number), to.min(number)],
            Sign::Less => [from, to.min(number - 1)],
            Sign::AtMost => [from, to.min(number)],
            Sign::More => [from.max(number + 1), to],
            Sign::AtLeast => [from.max(number), to],
            Sign::Unequal if from == number => [from + 1, to],
            Sign::Unequal if to == number => [from, to - 1],
            Sign::Unequal => [from, to],
        };
        let holds = now[0] <= now[1];
        if holds {
            self.known.insert(name.to_string(), now);
        }
        holds
    }

    /// Describes the bounds of a condition's name, as help.
    pub(super) fn why(&self, condition: &Condition) -> Option<String> {
        let (name, ..) = self.simple(condition)?;
        Some(match self.of(&name) {
            [from, to] if to >= FAR => format!("`{name}` is at least {from} here; correct one of the conditions"),
            [from, to] if from <= -FAR => format!("`{name}` is at most {to} here; correct one of the conditions"),
            [from, to] => format!("`{name}` is from {from} to {to} here; correct one of the conditions"),
        })
    }

    fn of(&self, name: &Name) -> [i64; 2] {
        if let Some(known) = self.known.get(&name.to_string()) {
            return *known;
        }
        match name {
            Name::Turn => [1, FAR],
            Name::Counted(..) | Name::Ground(_) => [0, FAR],
            Name::Option(_) => [-FAR, FAR],
            // A missing variable has the value 0.
            Name::Variable(_, id) => match self.survey.record::<Variable>(id) {
                Some(variable) => [i64::from(variable.minimum).min(0), i64::from(variable.maximum).max(0)],
                None => [-FAR, FAR],
            },
        }
    }

    /// Returns the parts of a condition that compares a name with a number.
    fn simple(&self, condition: &Condition) -> Option<(Name, Sign, i64)> {
        let Comparison { left, sign, right } = &**condition;
        match (left, self.number(left), right, self.number(right)) {
            (Expression::Name(name), None, _, Some(number)) => Some((name.clone(), *sign, number)),
            (_, Some(number), Expression::Name(name), None) => Some((name.clone(), turned(*sign), number)),
            _ => None,
        }
    }

    fn number(&self, amount: &Expression<Name>) -> Option<i64> {
        match amount {
            Expression::Number(number) => Some(i64::from(*number)),
            Expression::Negative(inner) => self.number(inner).map(|number| -number),
            Expression::Name(Name::Option(name)) => self.options.get(name).copied(),
            _ => None,
        }
    }
}

/// Returns the sign for swapped sides.
fn turned(sign: Sign) -> Sign {
    match sign {
        Sign::Less => Sign::More,
        Sign::AtMost => Sign::AtLeast,
        Sign::More => Sign::Less,
        Sign::AtLeast => Sign::AtMost,
        same => same,
    }
}
