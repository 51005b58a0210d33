//! Custom rules with resolved references.

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};

use crate::catalogs::{self, DeedKind, Doing, Effect, Heir, Occasion, Terrain, Unit, Variable, Who};
use crate::ids::{ClassId, FactionId, VariableId};
use crate::notation::{Condition, Name, Subject, TERRAINS, Tally};
use foeman_engine::arithmetic::{Comparison, Expression};

/// A custom rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its id in the pack.
    pub id: String,
    /// Name shown to people.
    pub title: String,
    /// The occasion on which it applies.
    pub when: Occasion,
    /// Only for units of these classes; for all if empty.
    pub units: Vec<ClassId>,
    /// Only for these factions; for all if `None`.
    pub factions: Option<Vec<FactionId>>,
    /// Only in sites with one of these terrains; in all if empty.
    pub terrains: Vec<ClassId>,
    /// Only if all of these hold.
    pub tests: Vec<Test>,
    /// Whether the deeds replace the normal result.
    pub instead: bool,
    /// The deeds.
    pub deeds: Vec<Deed>,
}

/// A condition.
pub type Test = Comparison<Bound>;

/// A name in an amount; options are already replaced by numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value of a subject's variable.
    Variable(Subject, VariableId),
    /// A tally of a subject.
    Counted(Subject, Tally),
    /// The number of terrains of a class in the site.
    Ground(ClassId),
    /// The number of the turn, from 1.
    Turn,
}

/// A deed of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Its targets.
    pub who: Who,
    /// The range of nearby targets, in steps.
    pub within: u32,
    /// Only if all of these hold at that point.
    pub tests: Vec<Test>,
    /// The kind of deed.
    pub does: Does,
}

/// The kind of deed; see [`DeedKind`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Adds to a variable.
    Change(VariableId, Expression<Bound>),
    /// Sets a variable.
    Set(VariableId, Expression<Bound>),
    /// Kills units.
    Kill,
    /// Takes units off the map.
    Withdraw,
    /// Changes the class of units.
    Become(ClassId),
    /// Gives a faction a unit.
    Recruit(ClassId),
    /// Adds a terrain or an effect to the site.
    Lay(ClassId),
    /// Removes terrains and effects from the site: one class, or all but the ground.
    Clear(Option<ClassId>),
    /// Gives the site, or units, to another owner.
    Cede(Heir),
    /// Allows or forbids units an action.
    Let(Doing, bool),
    /// Shows a message.
    Tell(String),
    /// The faction wins.
    Win,
    /// The faction is out at the end of the turn.
    Lose,
}

/// The values of the names in a rule.
pub(super) struct Binding<'a> {
    pub(super) options: &'a BTreeMap<String, i32>,
    pub(super) variable: &'a dyn Fn(&str) -> Option<VariableId>,
    pub(super) class: &'a dyn Fn(&'static str, &str) -> Option<ClassId>,
    pub(super) faction: &'a dyn Fn(&str) -> Option<FactionId>,
}

impl Rule {
    /// Resolves all references of a rule. The error names a missing one.
    pub(super) fn bound(id: &str, rule: &catalogs::Rule, by: &Binding<'_>) -> Result<Self, String> {
        let deeds = rule.r#do.iter().map(|deed| by.deed(rule.when, deed)).collect::<Result<_, String>>()?;
        Ok(Self {
            id: id.to_owned(),
            title: rule.title.clone(),
            when: rule.when,
            units: rule.units.iter().map(|class| by.class(class)).collect::<Result<_, String>>()?,
            // Factions that are not in the game are left out.
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
                Name::Ground(id) => match (self.class)(TERRAINS, id) {
                    Some(class) => Bound::Ground(class),
                    None => {
                        missing = Some(format!("there is no terrain `{id}`"));
                        return Expression::Number(0);
                    }
                },
                Name::Counted(subject, tally) => Bound::Counted(*subject, *tally),
                Name::Turn => Bound::Turn,
                Name::Option(name) => {
                    let value = self.options.get(name);
                    if value.is_none() {
                        missing = Some(format!("expected an option of the rule, found `option.{name}`"));
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
