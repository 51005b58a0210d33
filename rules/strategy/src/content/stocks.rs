//! Amounts of variables, of an entity or a faction.

use std::sync::Arc;

use super::{Content, held};
use crate::catalogs::VariableKind;
use crate::ids::VariableId;

/// The holder of a stock, on which its limit depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A unit, terrain, effect or upgrade.
    Entity,
    /// A faction.
    Faction,
}

/// The amount of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    /// The variable.
    pub variable: VariableId,
    /// The current amount.
    pub now: i32,
    /// The initial amount, or for attributes the amount without modifiers.
    pub initial: i32,
}

impl Stock {
    /// Returns the least and the greatest amount.
    pub fn range(&self, content: &Content, holder: Holder) -> [i32; 2] {
        let variable = content.variable(self.variable);
        let [least, greatest] = variable.range;
        let limited = variable.limit && variable.kind == VariableKind::Resource && holder == Holder::Entity;
        [least, if limited { self.initial } else { greatest }]
    }
}

/// Stocks of several variables, sorted by variable; in Hexkit, variables added later are at the end.
///
/// Entities share the stocks of their class until one of them changes: a large map has a million entities of few classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stocks(Arc<Vec<Stock>>);

impl Stocks {
    /// Creates stocks from initial values.
    pub fn of(values: &[(VariableId, i32)]) -> Self {
        let stocks = values.iter().map(|&(variable, value)| Stock { variable, now: value, initial: value });
        Self(Arc::new(stocks.collect()))
    }

    /// Returns all stocks.
    pub fn iter(&self) -> impl Iterator<Item = &Stock> {
        self.0.iter()
    }

    /// Returns the stocks of one kind.
    pub fn of_kind(&self, content: &Content, kind: VariableKind) -> impl Iterator<Item = &Stock> {
        self.0.iter().filter(move |stock| content.variable(stock.variable).kind == kind)
    }

    /// Returns the stock of a variable.
    pub fn get(&self, variable: VariableId) -> Option<&Stock> {
        self.0.iter().find(|stock| stock.variable == variable)
    }

    /// Returns the amount of a variable; 0 if it has none.
    pub fn value(&self, variable: VariableId) -> i32 {
        self.get(variable).map_or(0, |stock| stock.now)
    }

    /// Returns the stock of a variable; as an error if it had to be created.
    fn entry(&mut self, content: &Content, variable: VariableId) -> Result<&mut Stock, &mut Stock> {
        let stocks = Arc::make_mut(&mut self.0);
        match stocks.iter().position(|stock| stock.variable == variable) {
            Some(at) => Ok(&mut stocks[at]),
            None => {
                let sorted = stocks.partition_point(|stock| stock.variable < variable);
                let at = if content.original { stocks.len() } else { sorted };
                stocks.insert(at, Stock { variable, now: 0, initial: 0 });
                Err(&mut stocks[at])
            }
        }
    }

    /// Sets an amount, limited to its range. Returns whether that changed anything. A missing variable is added.
    pub(crate) fn set(&mut self, content: &Content, variable: VariableId, value: i32, holder: Holder) -> bool {
        let range = content.variable(variable).range;
        match self.entry(content, variable) {
            Ok(stock) => {
                let value = held(value, stock.range(content, holder));
                std::mem::replace(&mut stock.now, value) != value
            }
            Err(stock) => {
                let value = held(value, range);
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }

    /// Sets an amount, limited to a given range. Returns whether that changed anything.
    pub(crate) fn set_within(
        &mut self,
        content: &Content,
        variable: VariableId,
        value: i32,
        [least, greatest]: [i32; 2],
    ) -> bool {
        let value = value.clamp(least, greatest);
        match self.entry(content, variable) {
            Ok(stock) => std::mem::replace(&mut stock.now, value) != value,
            Err(stock) => {
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }

    /// Sets an initial amount. Returns whether that changed anything. An attribute also takes that value, and a limited
    /// resource is reduced to it. If the initial amount is unchanged, the current amount is too.
    pub(crate) fn set_initial(&mut self, content: &Content, variable: VariableId, value: i32, holder: Holder) -> bool {
        let class = content.variable(variable);
        let value = held(value, class.range);
        match self.entry(content, variable) {
            Ok(stock) if stock.initial == value => false,
            Ok(stock) => {
                stock.initial = value;
                if class.kind == VariableKind::Attribute {
                    stock.now = value;
                }
                let [_, greatest] = stock.range(content, holder);
                stock.now = stock.now.min(greatest);
                true
            }
            Err(stock) => {
                (stock.now, stock.initial) = (value, value);
                true
            }
        }
    }
}
