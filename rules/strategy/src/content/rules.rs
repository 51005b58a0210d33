//! Custom rules with everything that they name looked up.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};

use crate::catalogs::{self, DeedKind, Doing, Effect, Heir, Occasion, Terrain, Unit, Variable, Who};
use crate::ids::{ClassId, FactionId, VariableId};
use crate::notation::{Condition, Name, Sign, Subject, Tally};
use foeman_engine::arithmetic::Expression;

/// A custom rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// When it applies.
    pub when: Occasion,
    /// Only for units of these classes, unless there are none.
    pub units: Vec<ClassId>,
    /// Only for these factions, unless nothing is said.
    pub factions: Option<Vec<FactionId>>,
    /// Only in sites with one of these terrains, unless there are none.
    pub terrains: Vec<ClassId>,
    /// Only where all of these hold.
    pub tests: Vec<Test>,
    /// Whether it happens instead of what the rules would do.
    pub instead: bool,
    /// What happens.
    pub deeds: Vec<Deed>,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// What is compared.
    pub left: Expression<Bound>,
    /// How.
    pub sign: Sign,
    /// What it is compared with.
    pub right: Expression<Bound>,
}

/// What an amount names; options are numbers by now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// How much of a variable somebody has.
    Variable(Subject, VariableId),
    /// Something that is counted about somebody.
    Counted(Subject, Tally),
    /// The number of the turn, from 1.
    Turn,
}

/// Something that a rule does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// To whom.
    pub who: Who,
    /// How many steps away those may be who are near.
    pub within: u32,
    /// Only where all of these hold by then.
    pub tests: Vec<Test>,
    /// What happens.
    pub does: Does,
}

/// What happens; see [`DeedKind`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// They have so much more of a variable.
    Change(VariableId, Expression<Bound>),
    /// They have so much of a variable.
    Set(VariableId, Expression<Bound>),
    /// Units die.
    Kill,
    /// Units are taken off the map.
    Withdraw,
    /// Units become units of another class.
    Become(ClassId),
    /// A faction gets a unit.
    Recruit(ClassId),
    /// A terrain or an effect is put in the site.
    Lay(ClassId),
    /// Terrains and effects of the site are gone: those of one class, or all but the ground.
    Clear(Option<ClassId>),
    /// The site, or units, are somebody else's.
    Cede(Heir),
    /// Units may do something again, or no more.
    Let(Doing, bool),
    /// Something is told.
    Tell(String),
    /// A faction wins.
    Win,
    /// A faction is out at the end of the turn.
    Lose,
}

/// What the names of a rule stand for.
pub(super) struct Binding<'a> {
    pub(super) options: &'a BTreeMap<String, i32>,
    pub(super) variable: &'a dyn Fn(&str) -> Option<VariableId>,
    pub(super) class: &'a dyn Fn(&'static str, &str) -> Option<ClassId>,
    pub(super) faction: &'a dyn Fn(&str) -> Option<FactionId>,
}

impl Rule {
    /// The rule with everything that it names; the error says what is not there.
    pub(super) fn bound(id: &str, rule: &catalogs::Rule, by: &Binding<'_>) -> Result<Self, String> {
        let deeds = rule.r#do.iter().map(|deed| by.deed(rule.when, deed)).collect::<Result<_, String>>()?;
        Ok(Self {
            id: id.to_owned(),
            title: rule.title.clone(),
            when: rule.when,
            units: rule.units.iter().map(|class| by.class(class)).collect::<Result<_, String>>()?,
            // Who does not play has no part in it.
            factions: (!rule.factions.is_empty())
                .then(|| rule.factions.iter().filter_map(|named| (by.faction)(named.id())).collect()),
            terrains: rule.terrains.iter().map(|class| by.class(class)).collect::<Result<_, String>>()?,
            tests: by.tests(&rule.r#if)?,
            instead: rule.instead,
            deeds,
        })
    }
}

impl Binding<'_> {
    fn class<T: Record>(&self, named: &Ref<T>) -> Result<ClassId, String> {
        let known = (self.class)(T::CATALOG, named.id());
        known.ok_or_else(|| format!("there is no `{}` in `{}`", named.id(), T::CATALOG))
    }

    fn variable(&self, id: &str) -> Result<VariableId, String> {
        (self.variable)(id).ok_or_else(|| format!("there is no variable `{id}`"))
    }

    fn amount(&self, amount: &Expression<Name>) -> Result<Expression<Bound>, String> {
        let mut missing = None;
        let bound = amount.bound(&mut |name| {
            let name = match name {
                Name::Variable(subject, id) => match self.variable(id) {
                    Ok(variable) => Bound::Variable(*subject, variable),
                    Err(message) => {
                        missing = Some(message);
                        return Expression::Number(0);
                    }
                },
                Name::Counted(subject, tally) => Bound::Counted(*subject, *tally),
                Name::Turn => Bound::Turn,
                Name::Option(name) => {
                    let value = self.options.get(name);
                    if value.is_none() {
                        missing = Some(format!("expected an option of the rule, but found `option.{name}`"));
                    }
                    return Expression::whole(value.copied().unwrap_or_default().into());
                }
            };
            Expression::Name(name)
        });
        missing.map_or(Ok(bound), Err)
    }

    fn tests(&self, conditions: &[Condition]) -> Result<Vec<Test>, String> {
        let test = |condition: &Condition| {
            let (left, right) = (self.amount(&condition.left)?, self.amount(&condition.right)?);
            Ok(Test { left, sign: condition.sign, right })
        };
        conditions.iter().map(test).collect()
    }

    fn deed(&self, when: Occasion, deed: &catalogs::Deed) -> Result<Deed, String> {
        let variable = |named: &Ref<Variable>| self.variable(named.id());
        let does = match &deed.kind {
            DeedKind::Change { variable: named, by } => Does::Change(variable(named)?, self.amount(by.expression())?),
            DeedKind::Set { variable: named, amount } => Does::Set(variable(named)?, self.amount(amount.expression())?),
            DeedKind::Kill {} => Does::Kill,
            DeedKind::Withdraw {} => Does::Withdraw,
            DeedKind::Become { unit } => Does::Become(self.class::<Unit>(unit)?),
            DeedKind::Recruit { unit } => Does::Recruit(self.class::<Unit>(unit)?),
            DeedKind::Raise { terrain } => Does::Lay(self.class::<Terrain>(terrain)?),
            DeedKind::Lay { effect } => Does::Lay(self.class::<Effect>(effect)?),
            DeedKind::Clear { terrain: Some(terrain), .. } => Does::Clear(Some(self.class::<Terrain>(terrain)?)),
            DeedKind::Clear { effect: Some(effect), .. } => Does::Clear(Some(self.class::<Effect>(effect)?)),
            DeedKind::Clear { .. } => Does::Clear(None),
            DeedKind::Cede { to } => Does::Cede(*to),
            DeedKind::Allow { what } => Does::Let(*what, true),
            DeedKind::Forbid { what } => Does::Let(*what, false),
            DeedKind::Tell { text } => Does::Tell(text.clone()),
            DeedKind::Win {} => Does::Win,
            DeedKind::Lose {} => Does::Lose,
        };
        let scope = &deed.scope;
        Ok(Deed { who: deed.whom(when), within: scope.within.into(), tests: self.tests(&scope.r#if)?, does })
    }
}
