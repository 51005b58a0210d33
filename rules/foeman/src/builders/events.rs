//! The builders of amounts and conditions of events: `counter.alarms + 1`, `active.watch <= 2`.

use foeman_engine::arithmetic::Expression;
use foeman_engine::builder::sums::{Offers, Sum};
use foeman_engine::builder::{Builder, Offer, Scope};
use foeman_schema::dialect::Record;

use super::tidy;
use crate::catalogs::Side;
use crate::notation::event::{Name, Subject, TERRAINS};
use crate::notation::expression::Attribute;
use crate::notation::{EventAmount, EventCondition};

pub(super) static AMOUNT: Builder = Builder {
    name: "event-amount",
    rules: &["F1.4"],
    parts: Sum::<Names>::PARTS,
    tidy: tidy::<EventAmount>,
    reading: |scope, text| text.parse::<EventAmount>().ok().map(|amount| words(scope, &amount)),
};

pub(super) static CONDITION: Builder = Builder {
    name: "event-condition",
    rules: &["F1.4"],
    parts: Sum::<Names>::COMPARED,
    tidy: tidy::<EventCondition>,
    reading: |scope, text| {
        let condition: EventCondition = text.parse().ok()?;
        let [left, right] = [&condition.left, &condition.right].map(|amount| words(scope, amount));
        Some(format!("{left} {} {right}", condition.sign.words()))
    },
};

/// The names in amounts of events.
struct Names;

impl Offers for Names {
    const DICE: bool = true;

    const EXAMPLE: &'static str = "game.round";

    fn names(scope: &Scope<'_>) -> Vec<Offer> {
        let scenario = scope.draft.merged(scope.record).unwrap_or_default();
        let sides = scenario["sides"].as_array().cloned().unwrap_or_default();
        let sides: Vec<String> = sides.iter().filter_map(|side| side["side"].as_str().map(str::to_owned)).collect();
        let counters = scenario["counters"].as_object().into_iter().flat_map(|counters| counters.keys().cloned());
        let of = |subject| {
            let attributes = Attribute::ALL.map(|attribute| Name::Attribute(subject, attribute));
            attributes.into_iter().chain([Name::Harm(subject)])
        };
        let counted = sides.into_iter().flat_map(|side| [Name::Active(side.clone()), Name::Fallen(side)]);
        let figures = Subject::ALL.into_iter().flat_map(of);
        let ground = scope.draft.ids(TERRAINS).map(|id| Name::Ground(id.to_owned()));
        let names = [Name::Round].into_iter().chain(counted).chain(counters.map(Name::Counter));
        let names = names.chain(figures).chain(ground);
        // Ids of required packs and ids with digits after a hyphen cannot be part of an expression.
        let is_name = |name: &Name| name.to_string().parse::<Expression<Name>>() == Ok(Expression::Name(name.clone()));
        let offer = |name: Name| Offer { value: name.to_string(), text: name_words(scope, &name) };
        names.filter(is_name).map(offer).collect()
    }
}

fn words(scope: &Scope<'_>, amount: &Expression<Name>) -> String {
    amount.words(&|name| name_words(scope, name))
}

/// Describes a name: `active figures of the Watch`.
fn name_words(scope: &Scope<'_>, name: &Name) -> String {
    let whose = |subject: &Subject| match subject {
        Subject::Figure => "the figure",
        Subject::Other => "the other figure",
    };
    let title = |catalog, id: &str| {
        let title = scope.draft.titles(catalog).find(|(known, _)| *known == id).and_then(|(_, title)| title);
        title.unwrap_or(id).to_owned()
    };
    let side = |id: &str| title(Side::CATALOG, id);
    match name {
        Name::Round => "the round".to_owned(),
        Name::Attribute(subject, Attribute::Size) => format!("size of {}", whose(subject)),
        Name::Attribute(subject, attribute) => format!("{} of {}", attribute.name().to_uppercase(), whose(subject)),
        Name::Harm(subject) => format!("harm of {}", whose(subject)),
        Name::Ground(id) => format!("number of terrains {} under the figure", title(TERRAINS, id)),
        Name::Active(id) => format!("active figures of {}", side(id)),
        Name::Fallen(id) => format!("fallen figures of {}", side(id)),
        Name::Counter(id) => format!("counter {id}"),
    }
}
