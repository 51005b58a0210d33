//! `undeclared-field`: an amount that uses an undeclared field.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::change::Change;
use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Dialect, Record};
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::finding::{Confidence, Finding, Fix, Severity};
use foeman_schema::graph::Graph;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use super::effects::{amounts, effects};
use crate::catalogs::effects::{Deed, Effect, NamedEffect};
use crate::catalogs::{FigureType, Item, Spell, Talent, Terrain};
use crate::notation::expression::{Attribute, Expression, Holder, Name};

pub(super) static CHECK: Check = Check {
    name: "undeclared-field",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Record,
    summary: "An amount uses a field that no pack declares",
    doc: "\
In addition to attributes (`own.st`), amounts may use fields that a pack declares under `fields`.
`own.NAME` and `target.NAME` are fields of a figure's type, and `this.NAME` is a field of the item, spell, talent, terrain or figure type that has the effect.
In an entry of `effects`, `this` is the record that names the entry.
Only whole numbers and `yes-or-no` can be used; a record without value and default counts as 0.
A hyphen before a digit is a minus, so a field with a name like `grade-2` cannot be used.",
    bad: r##"fields:
  items:
    helpings: {kind: integer, min: 0, unit: bowls}
items:
  ladle:
    title: Ladle
    code: "0101"
    class: wpn
    damage: -1H
    helpings: 4
    effects:
      - {kind: damage, when: hit, dice: this.servings/2}
"##,
    fix: &[("this.servings", "this.helpings")],
    run,
};

/// The catalogs whose records `this` can refer to.
const HOLDERS: [&str; 5] = [Item::CATALOG, Spell::CATALOG, Talent::CATALOG, Terrain::CATALOG, FigureType::CATALOG];

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    let mut needs = None;
    for (key, at, effect) in effects(survey) {
        let catalogs = catalogs_of(&key.catalog);
        for (name, amount) in amounts(&effect.deed) {
            let pointer = at.child(name);
            for (holder, field) in fields(amount) {
                let asked = if holder == Holder::This { catalogs } else { &[FigureType::CATALOG] };
                let told = asked.iter().all(|catalog| !counts(dialect, catalog, field));
                findings.extend(told.then(|| undeclared(check, survey, &pointer, (holder, field, asked))).flatten());
            }
        }
        if let Deed::Named { effect } = &effect.deed {
            let needs = needs.get_or_insert_with(|| Needs::of(survey, dialect));
            findings.extend(needs.unfit(check, survey, (&key.catalog, &at, effect.id())));
        }
    }
}

/// The catalogs that `this` can refer to in the effects of a record.
fn catalogs_of(catalog: &str) -> &'static [&'static str] {
    HOLDERS.iter().position(|holder| *holder == catalog).map_or(&HOLDERS[..], |number| &HOLDERS[number..=number])
}

/// The declared fields that an amount refers to.
fn fields(amount: &Expression) -> impl Iterator<Item = (Holder, &str)> {
    amount.names().filter_map(|name| match name {
        Name::Field(holder, name) => Some((*holder, name.as_str())),
        Name::Attribute(..) => None,
    })
}

/// Whether amounts may use a field. Invalid declarations are reported at the declaration.
fn counts(dialect: &Dialect, catalog: &str, name: &str) -> bool {
    let declared = dialect.declared(catalog, name);
    declared.is_some_and(|field| field.declaration.as_ref().is_none_or(|declaration| declaration.counts()))
}

fn undeclared(
    check: &Check,
    survey: &Survey<'_>,
    pointer: &Pointer,
    (holder, name, asked): (Holder, &str, &[&str]),
) -> Option<Finding> {
    let dialect = survey.draft.dialect()?;
    let place = survey.draft.place(pointer)?;
    let written = format!("{}.{name}", holder.name());
    let kind = asked.iter().find_map(|catalog| dialect.declared(catalog, name)?.declaration.as_ref());
    if let Some(declaration) = kind {
        let kind = if declaration.list { "list" } else { declaration.kind.name() };
        let message = format!("expected a whole number or yes-or-no, found `{written}`, which is declared as {kind}");
        let help = Some("use another field, or declare this one as `integer`".to_owned());
        return Some(Finding { help, ..check.finding(place, pointer.clone(), message) });
    }
    let declared = asked.iter().flat_map(|catalog| dialect.declared_in(catalog).map(move |field| (catalog, field)));
    let declared = declared.filter(|(catalog, field)| counts(dialect, catalog, &field.name));
    let mut known: BTreeSet<&str> = declared.map(|(_, field)| field.name.as_str()).collect();
    if holder != Holder::This {
        known.extend(Attribute::ALL.map(Attribute::name));
    }
    let guesses: Vec<String> = near(name, known).iter().map(|guess| format!("{}.{guess}", holder.name())).collect();
    let of = if let [one] = asked { format!(" for `{one}`") } else { String::new() };
    let message = format!("expected a declared field{of}, found `{written}`");
    let known: Vec<&str> = guesses.iter().map(String::as_str).collect();
    let help = did_you_mean(&known).or_else(|| {
        let catalog = asked.first()?;
        Some(format!("declare it in the pack's header, under `fields`, `{catalog}`: `{name}: {{kind: integer}}`"))
    });
    let fixes = match guesses.as_slice() {
        [guess] => mended(survey, pointer, &written, guess).into_iter().collect(),
        _ => Vec::new(),
    };
    Some(Finding { help, fixes, ..check.finding(place, pointer.clone(), message) })
}

/// Replaces a wrong name in an amount.
fn mended(survey: &Survey<'_>, pointer: &Pointer, wrong: &str, right: &str) -> Option<Fix> {
    let place = survey.draft.place(pointer)?;
    let text = survey.draft.text(place.file).get(place.span.range())?.trim_matches(['"', '\'']);
    // Only if the name occurs once, and not as part of a longer name.
    let mut parts = text.split(wrong);
    let (before, after) = (parts.next()?, parts.next()?);
    let ends = !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
    (parts.next().is_none() && ends).then(|| {
        let value = format!("{before}{right}{after}").into();
        // The misspelling may be in the declaration of a field, but not in the name of an attribute.
        let is_attribute = Attribute::ALL.iter().any(|attribute| right.ends_with(&format!(".{}", attribute.name())));
        let fix: fn(String, Vec<Change>) -> Fix = if is_attribute { Fix::guess } else { Fix::single };
        fix(format!("write `{right}`"), vec![Change::Set { at: pointer.clone(), value }])
    })
}

/// The fields that named effects require of the records that refer to them, computed for all named effects at once.
struct Needs<'a> {
    numbers: BTreeMap<&'a str, usize>,
    /// By catalog, as in [`HOLDERS`], and by number: a field of `this` that records of the catalog lack.
    missing: [Vec<Option<&'a str>>; HOLDERS.len()],
}

impl<'a> Needs<'a> {
    fn of(survey: &Survey<'a>, dialect: &Dialect) -> Self {
        let ids: Vec<&str> = survey.draft.ids(NamedEffect::CATALOG).collect();
        let numbers: BTreeMap<&str, usize> = ids.iter().enumerate().map(|(number, id)| (*id, number)).collect();
        let entries: Vec<&[Effect]> =
            ids.iter().map(|id| survey.record::<NamedEffect>(id).map_or(&[][..], |named| &named.effects)).collect();
        let leads = |effects: &&[Effect]| {
            let named = effects.iter().filter_map(|effect| match &effect.deed {
                Deed::Named { effect } => numbers.get(effect.id()).copied(),
                _ => None,
            });
            named.collect::<Vec<usize>>()
        };
        let to: Vec<Vec<usize>> = entries.iter().map(leads).collect();
        let groups = Graph::new(to.clone()).groups();
        let missing = HOLDERS.map(|catalog| {
            let lacks = |name: &str| {
                // Fields that no catalog declares are reported at the entry.
                !counts(dialect, catalog, name) && HOLDERS.iter().any(|other| counts(dialect, other, name))
            };
            let own = |effects: &&'a [Effect]| {
                let amounts = effects.iter().flat_map(|effect| amounts(&effect.deed));
                let mut names = amounts.flat_map(|(_, amount)| fields(amount));
                names.find(|(holder, name)| *holder == Holder::This && lacks(name)).map(|(_, name)| name)
            };
            let mut missing: Vec<Option<&str>> = entries.iter().map(own).collect();
            for group in &groups {
                let own = group.iter().find_map(|node| missing[*node]);
                let found = own.or_else(|| group.iter().flat_map(|node| &to[*node]).find_map(|below| missing[*below]));
                group.iter().for_each(|node| missing[*node] = missing[*node].or(found));
            }
            missing
        });
        Self { numbers, missing }
    }

    /// Reports a named effect that uses a field which the catalog of the referring record lacks.
    fn unfit(
        &self,
        check: &Check,
        survey: &Survey<'_>,
        (catalog, at, named): (&str, &Pointer, &str),
    ) -> Option<Finding> {
        let holder = HOLDERS.iter().position(|holder| *holder == catalog)?;
        let name = self.missing[holder][*self.numbers.get(named)?]?;
        let pointer = at.child("effect");
        let place = survey.draft.place(&pointer)?;
        let message = format!("expected an effect for `{catalog}`, but `{named}` needs `this.{name}`");
        let help = format!("declare `{name}` for `{catalog}` as well, or name another effect");
        Some(Finding { help: Some(help), ..check.finding(place, pointer, message) })
    }
}
