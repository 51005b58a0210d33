//! How divisions are rounded (`F1.2`).

/// `a / b` to the nearest whole number, halves up; 0 by 0 or when divided by it.
pub fn nearest(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let (a, b) = (i64::from(a) * i64::from(b.signum()), i64::from(b).abs());
    let rounded = (2 * a + b).div_euclid(2 * b);
    i32::try_from(rounded).unwrap_or(i32::MAX)
}

/// `1D/3` of what a die shows: 0, 1, 1, 1, 2, 2 (`F1.2`).
pub fn third_of_die(shows: u8) -> u8 {
    (shows.saturating_add(1)) / 3
}
