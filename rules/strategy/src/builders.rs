//! The builders of this ruleset's notations: how forms compose amounts and conditions of custom rules.

use std::fmt::Display;
use std::str::FromStr;

use foeman_engine::arithmetic::Expression;
use foeman_engine::builder::sums::{Offers, Sum};
use foeman_engine::builder::{Builder, Offer, Scope};
use foeman_schema::dialect::Record;

use crate::catalogs::{Occasion, Rule};
use crate::notation::{Amount, Condition, Name, Subject, TERRAINS, Tally, VARIABLES};

/// All builders.
pub(super) static BUILDERS: &[&Builder] = &[&CONDITION, &EXPRESSION];

static EXPRESSION: Builder = Builder {
    name: "expression",
    rules: &["S2.6"],
    parts: Sum::<Names>::PARTS,
    tidy: tidy::<Amount>,
    reading: |scope, text| text.parse::<Amount>().ok().map(|amount| words(scope, amount.expression())),
};

static CONDITION: Builder = Builder {
    name: "condition",
    rules: &["S2.6"],
    parts: Sum::<Names>::COMPARED,
    tidy: tidy::<Condition>,
    reading: |scope, text| {
        let condition: Condition = text.parse().ok()?;
        let [left, right] = [&condition.left, &condition.right].map(|amount| words(scope, amount));
        Some(format!("{left} {} {right}", condition.sign.words()))
    },
};

fn tidy<T: FromStr + Display>(text: &str) -> Option<String> {
    text.parse::<T>().ok().map(|value| value.to_string())
}

/// The names in amounts of custom rules.
struct Names;

impl Offers for Names {
    const DICE: bool = true;

    const EXAMPLE: &'static str = "game.turn";

    fn names(scope: &Scope<'_>) -> Vec<Offer> {
        let record = scope.draft.bare(scope.record).unwrap_or_default();
        let when = Occasion::ALL.into_iter().find(|when| record["when"] == when.name());
        let is_rule = scope.record.catalog == Rule::CATALOG;
        let subjects = when.filter(|_| is_rule).map_or(&Subject::ALL[..], Occasion::subjects);
        let of = |subject: &Subject| {
            let subject = *subject;
            let variables = scope.draft.ids(VARIABLES).map(move |id| Name::Variable(subject, id.to_owned()));
            let counted = subject.tallies().iter().map(move |tally| Name::Counted(subject, *tally));
            variables.chain(counted).collect::<Vec<_>>()
        };
        let options = record["options"].as_object().filter(|_| is_rule).into_iter().flat_map(|options| options.keys());
        let options = options.map(|option| Name::Option(option.clone()));
        let ground = scope.draft.ids(TERRAINS).map(|id| Name::Ground(id.to_owned()));
        let ground = ground.filter(|_| subjects.contains(&Subject::Site));
        let names = subjects.iter().flat_map(of).chain(ground).chain([Name::Turn]).chain(options);
        // Ids of required packs and ids with digits after a hyphen cannot be part of an expression.
        let is_name = |name: &Name| name.to_string().parse::<Expression<Name>>() == Ok(Expression::Name(name.clone()));
        let offer = |name: Name| Offer { value: name.to_string(), text: name_words(scope, &name) };
        names.filter(is_name).map(offer).collect()
    }
}

fn words(scope: &Scope<'_>, amount: &Expression<Name>) -> String {
    amount.words(&|name| name_words(scope, name))
}

/// Describes a name: `strength of the unit`.
fn name_words(scope: &Scope<'_>, name: &Name) -> String {
    let of = |subject: &Subject| match subject {
        Subject::Unit => "the unit",
        Subject::Other => "the other unit",
        Subject::Faction => "the faction",
        Subject::Foe => "the foe",
        Subject::Site => "the cell",
    };
    match name {
        Name::Variable(subject, id) => {
            let title = scope.draft.titles(VARIABLES).find(|(known, _)| known == id).and_then(|(_, title)| title);
            format!("{} of {}", title.unwrap_or(id).to_lowercase(), of(subject))
        }
        Name::Counted(subject, tally) => {
            let counted = match tally {
                Tally::Sites => "number of sites",
                Tally::Units => "number of units",
                Tally::Strength => "total strength",
            };
            format!("{counted} of {}", of(subject))
        }
        Name::Ground(id) => {
            let title = scope.draft.titles(TERRAINS).find(|(known, _)| known == id).and_then(|(_, title)| title);
            format!("number of terrains {} in the cell", title.unwrap_or(id))
        }
        Name::Turn => "the turn".to_owned(),
        Name::Option(name) => format!("option {name}"),
    }
}
