//! The parity price: the number of copies of one figure that are an even match for a fixed side.

use std::collections::BTreeMap;

use foeman_schema::statistics::{Share, half_wins};

use crate::ruleset::SideId;
use crate::simulate::Report;

/// A search for the smallest number that wins half the battles: it doubles the number until it does, then bisects
/// between the largest that does not and the smallest that does.
///
/// All numbers are played with the same seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Parity {
    most: u32,
    /// The largest number that fits on the map, if known.
    room: Option<u32>,
    tried: BTreeMap<u32, Tried>,
}

/// The result of one number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// The number of battles played.
    pub battles: usize,
    /// The battles won.
    pub wins: usize,
    /// The battles drawn.
    pub draws: usize,
}

/// Whether a number is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It wins at least half the battles.
    Enough,
    /// It wins less than half.
    TooFew,
    /// Undecided: its interval includes one half.
    Open,
}

/// The result of the numbers tried so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Answer {
    /// This number is enough, and one less is not.
    Found {
        /// The number.
        count: u32,
    },
    /// The battles narrow it down to a range.
    Between {
        /// Smaller numbers are not enough.
        least: u32,
        /// This number is enough.
        most: u32,
    },
    /// No number tried is certainly enough.
    AtLeast {
        /// Smaller numbers are certainly not enough.
        least: u32,
    },
    /// Some number certainly wins less than a smaller one: more copies do not help, and there is no parity price.
    NotMonotone,
}

impl Parity {
    /// Creates a search with a largest number to try.
    pub fn new(most: u32) -> Self {
        Self { most: most.max(1), room: None, tried: BTreeMap::new() }
    }

    /// Returns the number to try next; `None` once the search is over.
    pub fn next(&self) -> Option<u32> {
        let enough = self.tried.iter().find(|(_, tried)| tried.is_half()).map(|(count, _)| *count);
        let below = self.tried.keys().copied().filter(|count| enough.is_none_or(|enough| *count < enough)).max();
        let below = below.unwrap_or(0);
        match enough {
            Some(enough) if enough - below > 1 => Some(below + (enough - below) / 2),
            Some(_) => None,
            None => {
                let next = (2 * below).max(1).min(self.room.unwrap_or(self.most)).min(self.most);
                (next > below).then_some(next)
            }
        }
    }

    /// Adds the result of a number.
    pub fn add(&mut self, count: u32, report: &Report, side: SideId) {
        let tried = Tried { battles: report.battles.len(), wins: report.wins(side), draws: report.draws() };
        self.tried.insert(count, tried);
    }

    /// Records that `count` copies do not fit on the map, but fewer do.
    pub fn has_no_room_for(&mut self, count: u32) {
        self.room = Some(count.saturating_sub(1).min(self.room.unwrap_or(self.most)));
    }

    /// Returns how many fit, if that has stopped the search.
    pub fn room(&self) -> Option<u32> {
        self.room
    }

    /// Returns the results of all numbers tried.
    pub fn tried(&self) -> impl Iterator<Item = (u32, Tried)> {
        self.tried.iter().map(|(count, tried)| (*count, *tried))
    }

    /// Returns the most battles that a search takes, with `each` battles per number.
    pub fn battles_at_most(most: u32, each: u32) -> u64 {
        // The search doubles up to `most`, then bisects between two of the numbers tried.
        let steps = u64::from(most.max(1).ilog2()) + 2;
        2 * steps * u64::from(each)
    }

    /// Returns the result so far.
    pub fn answer(&self) -> Answer {
        let of = |standing: Standing| {
            self.tried.iter().filter(move |(_, tried)| tried.standing() == standing).map(|(count, _)| *count)
        };
        let (too_few, enough) = (of(Standing::TooFew).max().unwrap_or(0), of(Standing::Enough).min());
        match enough {
            Some(enough) if enough < too_few => Answer::NotMonotone,
            Some(enough) if enough == too_few + 1 => Answer::Found { count: enough },
            Some(enough) => Answer::Between { least: too_few + 1, most: enough },
            None => Answer::AtLeast { least: too_few + 1 },
        }
    }

    /// Returns the result in a sentence about a figure and its opponents, no final stop.
    pub fn statement(&self, figure: &str, against: &str) -> String {
        let share = |count: u32| {
            self.tried.get(&count).map_or_else(String::new, |tried| {
                let Share { low, share, high } = tried.share();
                let [low, share, high] = [low, share, high].map(|part| 100.0 * part);
                format!(" ({share:.1} %, {low:.1} to {high:.1} %)")
            })
        };
        match self.answer() {
            Answer::Found { count: 1 } => format!("1 of {figure} is enough against {against}{}", share(1)),
            Answer::Found { count } => {
                let fewer = count - 1;
                format!(
                    "{count} of {figure} are enough against {against}{}, {fewer} are not{}",
                    share(count),
                    share(fewer)
                )
            }
            Answer::Between { least, most } => {
                format!(
                    "undecided: {least} to {most} of {figure} are enough against {against}; play more battles to decide"
                )
            }
            Answer::AtLeast { least } => match self.room {
                Some(room) if least > room => {
                    format!(
                        "{room} of {figure}, the most that fit on the map, are not enough against {against}{}",
                        share(room)
                    )
                }
                _ if least > self.most => {
                    format!("{} of {figure} are not enough against {against}{}", self.most, share(self.most))
                }
                _ => format!(
                    "undecided: {least} or more of {figure} are enough against {against}; play more battles to decide"
                ),
            },
            Answer::NotMonotone => {
                format!("no price: larger numbers of {figure} win less often against {against} than smaller ones")
            }
        }
    }
}

impl Tried {
    /// Returns the share of battles won, draws counting half, with its interval.
    pub fn share(&self) -> Share {
        half_wins(self.wins, self.draws, self.battles)
    }

    /// Whether it is enough, as far as its interval tells.
    pub fn standing(&self) -> Standing {
        match self.share() {
            Share { low, .. } if low >= 0.5 => Standing::Enough,
            Share { high, .. } if high < 0.5 => Standing::TooFew,
            _ => Standing::Open,
        }
    }

    fn is_half(&self) -> bool {
        2 * self.wins + self.draws >= self.battles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a search in which each number wins `won` per cent of its battles.
    fn searched(most: u32, room: u32, battles: usize, won: impl Fn(u32) -> usize) -> (Parity, Vec<u32>) {
        let (mut search, mut order) = (Parity::new(most), Vec::new());
        while let Some(count) = search.next() {
            assert!(
                order.len() < 100 && !order.contains(&count),
                "the search ends and tries no number twice: {order:?}"
            );
            if count > room {
                search.has_no_room_for(count);
                continue;
            }
            order.push(count);
            search.tried.insert(count, Tried { battles, wins: won(count) * battles / 100, draws: 0 });
        }
        (search, order)
    }

    #[test]
    fn numbers_are_doubled_and_then_halved_between() {
        let (search, order) = searched(64, 64, 1000, |count| if count >= 11 { 80 } else { 20 });
        assert_eq!(order, [1, 2, 4, 8, 16, 12, 10, 11]);
        assert_eq!(search.answer(), Answer::Found { count: 11 });
        let told = search.statement("Maud", "Never-Paid");
        assert_eq!(
            told,
            "11 of Maud are enough against Never-Paid (80.0 %, 77.4 to 82.4 %), 10 are not (20.0 %, 17.6 to 22.6 %)"
        );
        assert!(order.len() as u64 * 1000 <= Parity::battles_at_most(64, 1000));
        let (search, order) = searched(64, 64, 1000, |_| 50);
        assert_eq!(
            (order, search.answer()),
            (vec![1], Answer::AtLeast { least: 1 }),
            "one figure wins exactly half, so fewer may be enough"
        );
    }

    #[test]
    fn what_the_battles_cannot_tell_is_undecided() {
        // 45 and 55 of 100: both intervals include one half.
        let share = |count: u32| match count {
            ..=1 => 10,
            2 => 45,
            3 => 55,
            _ => 90,
        };
        let (search, _) = searched(64, 64, 100, share);
        assert_eq!(search.answer(), Answer::Between { least: 2, most: 4 });
        assert!(search.statement("Maud", "them").starts_with("undecided: 2 to 4 of Maud"));
        let (search, _) = searched(64, 64, 10_000, share);
        assert_eq!(search.answer(), Answer::Found { count: 3 }, "more battles decide the search");
    }

    #[test]
    fn a_search_ends_at_the_most_and_where_there_is_no_more_room() {
        let (search, order) = searched(6, 64, 1000, |_| 5);
        assert_eq!((order.last(), search.answer()), (Some(&6), Answer::AtLeast { least: 7 }));
        assert!(search.statement("a mouse", "them").starts_with("6 of a mouse are not enough"));
        let (search, order) = searched(64, 5, 1000, |_| 5);
        // Eight do not fit, so smaller numbers are tried one by one from then on.
        assert_eq!((order.last(), search.room()), (Some(&5), Some(5)));
        assert!(search.statement("a mouse", "them").starts_with("5 of a mouse, the most that fit on the map,"));
    }

    #[test]
    fn more_that_win_less_have_no_price() {
        let mut search = Parity::new(8);
        search.tried.insert(1, Tried { battles: 1000, wins: 700, draws: 0 });
        search.tried.insert(2, Tried { battles: 1000, wins: 300, draws: 0 });
        assert_eq!(search.answer(), Answer::NotMonotone);
    }

    #[test]
    fn draws_are_half_a_win() {
        let tried = Tried { battles: 100, wins: 30, draws: 40 };
        assert_eq!((tried.share().share, tried.standing()), (0.5, Standing::Open));
    }
}
