//! Exact chances of dice sums, as whole numbers of cases.

use std::sync::LazyLock;

/// The maximum number of dice in a roll: nine chosen ones and one more against a defence.
pub const MOST: usize = 10;

/// The number of combinations of `dice` six-sided dice; at most 10 dice.
pub fn cases(dice: u8) -> u64 {
    6u64.pow(u32::from(dice))
}

/// The number of combinations in which the sum of `dice` dice is at most `total`; at most 10 dice.
pub fn at_most(dice: u8, total: i32) -> u64 {
    match usize::try_from(total) {
        Ok(total) => AT_MOST[usize::from(dice)][total.min(6 * MOST)],
        Err(_) => 0,
    }
}

/// For each total, the number of combinations in which the highest `keep` of `dice` dice add up to it; at most 9 dice.
pub fn kept(dice: u8, keep: u8) -> &'static [u64] {
    &KEPT[usize::from(dice)][usize::from(keep.min(dice))]
}

static AT_MOST: LazyLock<[[u64; 6 * MOST + 1]; MOST + 1]> = LazyLock::new(|| {
    let mut table = [[0; 6 * MOST + 1]; MOST + 1];
    let mut exactly = [0u64; 6 * MOST + 1];
    exactly[0] = 1;
    for (dice, row) in table.iter_mut().enumerate() {
        if dice > 0 {
            let fewer = exactly;
            for (total, cases) in exactly.iter_mut().enumerate() {
                *cases = (1..=6.min(total)).map(|face| fewer[total - face]).sum();
            }
        }
        let mut sum = 0;
        for (total, cases) in exactly.iter().enumerate() {
            sum += cases;
            row[total] = sum;
        }
    }
    table
});

static KEPT: LazyLock<Vec<Vec<Vec<u64>>>> = LazyLock::new(|| {
    (0..MOST)
        .map(|dice| {
            let mut table: Vec<Vec<u64>> = (0..=dice).map(|keep| vec![0; 6 * keep + 1]).collect();
            falls(dice, 6, 1, &mut Vec::with_capacity(dice), &mut |fallen, ways| {
                for (keep, totals) in table.iter_mut().enumerate() {
                    totals[fallen.iter().take(keep).map(|&face| usize::from(face)).sum::<usize>()] += ways;
                }
            });
            table
        })
        .collect()
});

/// Visits all unordered combinations of some dice: the faces, the highest first, with the number of ordered
/// combinations.
pub fn each_fall(dice: u8, visit: &mut dyn FnMut(&[u8], u64)) {
    falls(usize::from(dice), 6, 1, &mut Vec::with_capacity(usize::from(dice)), visit);
}

/// Visits all combinations of `left` more dice with no face above `most`, the highest first.
fn falls(left: usize, most: u8, ways: u64, fallen: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8], u64)) {
    if left == 0 || most == 0 {
        if left == 0 {
            visit(fallen, ways);
        }
        return;
    }
    let before = fallen.len();
    for count in 0..=left {
        falls(left - count, most - 1, ways * choose(left, count), fallen, visit);
        fallen.push(most);
    }
    fallen.truncate(before);
}

fn choose(of: usize, taken: usize) -> u64 {
    (0..taken).fold(1, |ways, i| ways * (of - i) as u64 / (i as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dice_are_at_most_ten_in_half_of_all_cases() {
        assert_eq!((at_most(3, 10), cases(3)), (108, 216));
        assert_eq!((at_most(3, 2), at_most(3, 18), at_most(3, 99)), (0, 216, 216));
        assert_eq!(at_most(10, 60), cases(10));
    }

    #[test]
    fn the_highest_two_of_three_dice_are_counted_case_by_case() {
        let mut expected = vec![0; 13];
        for a in 1..=6 {
            for b in 1..=6 {
                for c in 1..=6 {
                    expected[a + b + c - a.min(b).min(c)] += 1;
                }
            }
        }
        assert_eq!(kept(3, 2), expected);
        assert_eq!(kept(9, 6).iter().sum::<u64>(), cases(9));
        assert_eq!(kept(2, 5), kept(2, 2));
    }
}
