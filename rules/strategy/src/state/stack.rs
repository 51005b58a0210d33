//! The entities of one category in a site.

use std::fmt;
use std::ops::Deref;
use std::slice;

use super::super::ids::EntityId;

/// Entities from the bottom up, in 16 bytes: a large map has millions of stacks, and few have more than one entity.
#[derive(Clone, Default)]
pub struct Stack(Few);

#[derive(Clone, Default)]
enum Few {
    #[default]
    None,
    One(EntityId),
    #[allow(clippy::box_collection, reason = "a list without a box would make every stack larger")]
    Several(Box<Vec<EntityId>>),
}

impl Stack {
    /// Adds an entity on top.
    pub(super) fn push(&mut self, id: EntityId) {
        self.0 = match std::mem::take(&mut self.0) {
            Few::None => Few::One(id),
            Few::One(below) => Few::Several(Box::new(vec![below, id])),
            Few::Several(mut all) => {
                all.push(id);
                Few::Several(all)
            }
        }
    }

    /// Removes an entity, if it is there.
    pub(super) fn remove(&mut self, id: EntityId) {
        let mut left = Self::default();
        self.iter().filter(|&&other| other != id).for_each(|&other| left.push(other));
        *self = left;
    }

    /// Returns the entities as a slice.
    pub fn as_slice(&self) -> &[EntityId] {
        match &self.0 {
            Few::None => &[],
            Few::One(id) => slice::from_ref(id),
            Few::Several(all) => all,
        }
    }
}

impl Deref for Stack {
    type Target = [EntityId];

    fn deref(&self) -> &[EntityId] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a Stack {
    type Item = &'a EntityId;
    type IntoIter = slice::Iter<'a, EntityId>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Stack {}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_a_list_in_order() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut plain, mut stack) = (Vec::new(), Stack::default());
        for number in 0..500 {
            let id = EntityId(random.u32(..6));
            if plain.contains(&id) || number % 7 == 0 {
                plain.retain(|other| *other != id);
                stack.remove(id);
            } else {
                plain.push(id);
                stack.push(id);
            }
            assert_eq!(stack.as_slice(), plain);
        }
        assert_eq!(size_of::<Stack>(), 16);
    }
}
