//! Loading missile weapons (`F10.5`).

/// How far the loading of a weapon has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loading {
    /// The attempts add up to this much, which is not enough yet.
    Begun(u16),
    /// It is loaded, and the next loading begins at 0.
    Loaded,
}

/// What an attempt comes to that rolled `total`, `begun` being the sum of those before it.
pub fn attempt(begun: u16, total: u16, required: u16) -> Loading {
    let sum = begun.saturating_add(total);
    if sum >= required { Loading::Loaded } else { Loading::Begun(sum) }
}
