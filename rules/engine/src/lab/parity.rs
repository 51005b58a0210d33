//! The parity price: how many of one figure are a match for a side that stays as it is.

use std::collections::BTreeMap;

use foeman_schema::statistics::{Share, half_wins};

use crate::ruleset::SideId;
use crate::simulate::Report;

/// A search for the least number that wins half the battles: doubled until it does, then halved between the greatest that
/// does not and the least that does.
///
/// All numbers are played on the same seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Parity {
    most: u32,
    /// No more than these find room.
    room: Option<u32>,
    tried: BTreeMap<u32, Tried>,
}

/// What came of one number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// How many battles were played.
    pub battles: usize,
    /// Those that were won.
    pub wins: usize,
    /// Those that nobody has won.
    pub draws: usize,
}

/// Whether a number is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It wins half the battles at least.
    Enough,
    /// It wins less than half.
    TooFew,
    /// One or the other: its interval holds one half.
    Open,
}

/// What the numbers tried so far say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Answer {
    /// So many are enough, and one less is not.
    Found {
        /// How many.
        count: u32,
    },
    /// From one to the other, as far as the battles can tell.
    Between {
        /// No fewer are enough.
        least: u32,
        /// So many are.
        most: u32,
    },
    /// No number that was tried is surely enough; fewer than this are surely not.
    AtLeast {
        /// How many.
        least: u32,
    },
    /// Some number surely wins less than a smaller one does: more are no better here, and there is no price.
    NotMonotone,
}

impl Parity {
    /// Of numbers up to a greatest.
    pub fn new(most: u32) -> Self {
        Self { most: most.max(1), room: None, tried: BTreeMap::new() }
    }

    /// The number to be tried next; nothing once the search is over.
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

    /// What came of a number.
    pub fn add(&mut self, count: u32, report: &Report, side: SideId) {
        let tried = Tried { battles: report.battles.len(), wins: report.wins(side), draws: report.draws() };
        self.tried.insert(count, tried);
    }

    /// There is no room for so many, but for fewer.
    pub fn has_no_room_for(&mut self, count: u32) {
        self.room = Some(count.saturating_sub(1).min(self.room.unwrap_or(self.most)));
    }

    /// How many find room, where that has stopped the search.
    pub fn room(&self) -> Option<u32> {
        self.room
    }

    /// What was tried.
    pub fn tried(&self) -> impl Iterator<Item = (u32, Tried)> {
        self.tried.iter().map(|(count, tried)| (*count, *tried))
    }

    /// How many battles it takes at most, with so many for each number.
    pub fn battles_at_most(most: u32, each: u32) -> u64 {
        // Once up by doubling and once between two of these.
        let steps = u64::from(most.max(1).ilog2()) + 2;
        2 * steps * u64::from(each)
    }

    /// What the numbers say.
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

    /// The answer in a sentence about a figure and those it stands against, without a final stop.
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
                    "{count} of {figure} are enough against {against}{}, and {fewer} not{}",
                    share(count),
                    share(fewer)
                )
            }
            Answer::Between { least, most } => {
                format!(
                    "undecided: {least} to {most} of {figure} are enough against {against}; more battles tell which"
                )
            }
            Answer::AtLeast { least } => match self.room {
                Some(room) if least > room => {
                    format!("as many of {figure} as find room, {room}, are not enough against {against}{}", share(room))
                }
                _ if least > self.most => {
                    format!("{} of {figure} are not enough against {against}{}", self.most, share(self.most))
                }
                _ => format!("undecided: {least} or more of {figure} are enough against {against}; more battles tell"),
            },
            Answer::NotMonotone => {
                format!("there is no price: more of {figure} win less against {against} than fewer do")
            }
        }
    }
}

impl Tried {
    /// The share of battles won, draws counting half, with its interval.
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

    /// Searches with battles of which so many in a hundred are won by each number.
    fn searched(most: u32, room: u32, battles: usize, won: impl Fn(u32) -> usize) -> (Parity, Vec<u32>) {
        let (mut search, mut order) = (Parity::new(most), Vec::new());
        while let Some(count) = search.next() {
            assert!(order.len() < 100 && !order.contains(&count), "it comes to an end: {order:?}");
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
            "11 of Maud are enough against Never-Paid (80.0 %, 77.4 to 82.4 %), and 10 not (20.0 %, 17.6 to 22.6 %)"
        );
        assert!(order.len() as u64 * 1000 <= Parity::battles_at_most(64, 1000));
        let (search, order) = searched(64, 64, 1000, |_| 50);
        assert_eq!((order, search.answer()), (vec![1], Answer::AtLeast { least: 1 }), "half is half, and may be less");
    }

    #[test]
    fn what_the_battles_cannot_tell_is_undecided() {
        // 45 and 55 of 100: neither interval leaves out one half.
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
        assert_eq!(search.answer(), Answer::Found { count: 3 }, "more battles tell");
    }

    #[test]
    fn a_search_ends_at_the_most_and_where_there_is_no_more_room() {
        let (search, order) = searched(6, 64, 1000, |_| 5);
        assert_eq!((order.last(), search.answer()), (Some(&6), Answer::AtLeast { least: 7 }));
        assert!(search.statement("a mouse", "them").starts_with("6 of a mouse are not enough"));
        let (search, order) = searched(64, 5, 1000, |_| 5);
        // Eight find no room, and from then on less than that is tried one by one.
        assert_eq!((order.last(), search.room()), (Some(&5), Some(5)));
        assert!(search.statement("a mouse", "them").starts_with("as many of a mouse as find room, 5,"));
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
