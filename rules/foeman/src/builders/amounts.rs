//! The builders of amounts and rolls: `own.iq/4`, `2D-1`.

use foeman_engine::arithmetic::Expression;
use foeman_engine::builder::sums::{Offers, Sum};
use foeman_engine::builder::{Builder, Offer, Scope};
use foeman_schema::dialect::Record;

use super::tidy;
use crate::catalogs::FigureType;
use crate::notation::expression::{Attribute, Holder, Name, Whose};
use crate::notation::{Amount, Roll};

pub(super) static AMOUNT: Builder = Builder {
    name: "amount",
    rules: &["F1.1"],
    parts: Sum::<WithoutDice>::PARTS,
    tidy: tidy::<Amount>,
    reading: |_, text| text.parse::<Amount>().ok().map(|amount| words(amount.expression())),
};

pub(super) static ROLL: Builder = Builder {
    name: "roll",
    rules: &["F1.2", "F1.1"],
    parts: Sum::<WithDice>::PARTS,
    tidy: tidy::<Roll>,
    reading: |_, text| text.parse::<Roll>().ok().map(|roll| words(roll.expression())),
};

struct WithoutDice;

struct WithDice;

/// An example of a name.
const EXAMPLE: &str = "own.st";

impl Offers for WithoutDice {
    const DICE: bool = false;

    const EXAMPLE: &'static str = EXAMPLE;

    fn names(scope: &Scope<'_>) -> Vec<Offer> {
        names(scope)
    }
}

impl Offers for WithDice {
    const DICE: bool = true;

    const EXAMPLE: &'static str = EXAMPLE;

    fn names(scope: &Scope<'_>) -> Vec<Offer> {
        names(scope)
    }
}

/// Returns the attributes of both figures, and the declared fields that an amount of this record can use.
fn names(scope: &Scope<'_>) -> Vec<Offer> {
    let attributes = Whose::ALL.into_iter().flat_map(|whose| Attribute::ALL.map(|it| Name::Attribute(whose, it)));
    let fields = Holder::ALL.into_iter().flat_map(|holder| fields(scope, holder));
    let offer = |name: Name| Offer { value: name.to_string(), text: name_words(&name) };
    attributes.chain(fields).map(offer).collect()
}

fn fields(scope: &Scope<'_>, holder: Holder) -> Vec<Name> {
    let catalog = match holder {
        Holder::Figure(_) => FigureType::CATALOG,
        Holder::This => &scope.record.catalog,
    };
    let Some(dialect) = scope.draft.dialect() else { return Vec::new() };
    let counts = dialect.declared_in(catalog).filter(|field| field.declaration.as_ref().is_some_and(|it| it.counts()));
    // In an expression, a hyphen before a digit is a minus.
    let is_name = |name: &Name| name.to_string().parse::<Expression<Name>>() == Ok(Expression::Name(name.clone()));
    counts.map(|field| Name::Field(holder, field.name.clone())).filter(is_name).collect()
}

fn words(expression: &Expression<Name>) -> String {
    expression.words(&name_words)
}

/// Describes a name: `own ST`.
fn name_words(name: &Name) -> String {
    let (holder, word) = match name {
        Name::Attribute(whose, Attribute::Size) => (Holder::Figure(*whose), "size".to_owned()),
        Name::Attribute(whose, attribute) => (Holder::Figure(*whose), attribute.name().to_uppercase()),
        Name::Field(holder, field) => (*holder, field.clone()),
    };
    match holder {
        Holder::Figure(Whose::Own) => format!("own {word}"),
        Holder::Figure(Whose::Target) => format!("the target's {word}"),
        Holder::This => format!("this record's {word}"),
    }
}
