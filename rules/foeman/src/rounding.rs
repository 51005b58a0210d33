//! Rounding of divisions (`F1.2`).

pub use foeman_engine::arithmetic::nearest;

/// `1D/3` for a die that shows `shows`: 0, 1, 1, 1, 2, 2 (`F1.2`).
pub fn third_of_die(shows: u8) -> u8 {
    (shows.saturating_add(1)) / 3
}
