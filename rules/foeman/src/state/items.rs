//! The items of a battle.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ItemState;

/// The items of a battle by number. Copies share them until one changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Items(Arc<Vec<ItemState>>);

impl Items {
    /// Adds an item, with the next number.
    pub fn push(&mut self, item: ItemState) {
        Arc::make_mut(&mut self.0).push(item);
    }
}

impl Deref for Items {
    type Target = [ItemState];

    fn deref(&self) -> &[ItemState] {
        &self.0
    }
}

impl DerefMut for Items {
    fn deref_mut(&mut self) -> &mut [ItemState] {
        Arc::make_mut(&mut self.0).as_mut_slice()
    }
}

impl FromIterator<ItemState> for Items {
    fn from_iter<I: IntoIterator<Item = ItemState>>(items: I) -> Self {
        Self(Arc::new(items.into_iter().collect()))
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Items {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Arc::new(Vec::deserialize(deserializer)?)))
    }
}
