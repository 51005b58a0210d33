//! The choices of the person whose turn it is, with details computed in advance or on demand.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use foeman_engine::choice::{Barred, Choice};
use foeman_engine::display::Board;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::map_query::{Key, Mark, Overlay, Shade};
use foeman_engine::move_path::{Encounter, MovePath};
use foeman_engine::prospect::Prospect;
use foeman_engine::ruleset::Refusal;

use super::spots::{Spots, cells_in_words};

/// The last step of the colour scale.
const LAST: usize = 4;

/// Details of the choices.
#[derive(Default)]
pub struct Offer {
    /// The choices that are barred now, with reasons.
    pub barred: Vec<Barred>,
    /// The paths that the active figure can take.
    pub ways: Vec<MovePath>,
    /// The ends of the paths, as an overlay; the same `Arc` until the turn changes.
    pub reach: Option<Arc<Result<Overlay, String>>>,
    /// The outcome probabilities of each choice, computed on demand.
    prospects: Vec<OnceCell<Option<Prospect>>>,
    /// The encounters at the end of each path, computed on demand.
    encounters: Vec<OnceCell<Vec<Encounter>>>,
    /// The threats at the ends of the paths, as an overlay.
    danger: OnceCell<Arc<Result<Overlay, String>>>,
    /// The cells of the choices, for the actor requested last.
    spots: RefCell<Option<(Option<u32>, Arc<Spots>)>>,
    /// The choice by some of its members that was requested last.
    some: RefCell<Option<AskedFor>>,
}

/// A choice by its index, some of its members, and the result.
type AskedFor = (usize, Vec<u32>, Arc<WithSome>);

/// A choice made by some of its members with its outcome probabilities, or why it is refused.
pub(super) type WithSome = Result<(Choice, Option<Prospect>), Refusal>;

impl Offer {
    /// Collects the details of a viewer's choices.
    pub fn of(game: &dyn Game, seen: &Seen) -> Self {
        let ways = game.ways(seen.viewer);
        let reach = (!ways.is_empty()).then(|| Arc::new(Ok(reach(&seen.board, &ways))));
        let prospects = seen.choices.iter().map(|_| OnceCell::new()).collect();
        let encounters = ways.iter().map(|_| OnceCell::new()).collect();
        Self { barred: game.barred(seen.viewer), ways, reach, prospects, encounters, ..Self::default() }
    }

    /// Returns the cells of an actor's choices; without an actor, the cells of the side's own choices.
    pub fn spots(&self, seen: &Seen, actor: Option<u32>) -> Arc<Spots> {
        let mut kept = self.spots.borrow_mut();
        if let Some((_, spots)) = kept.as_ref().filter(|(of, _)| *of == actor) {
            return Arc::clone(spots);
        }
        let is_asked = !self.prospects.is_empty();
        let ends = self.ways.iter().filter_map(MovePath::end).collect();
        let spots = Arc::new(if is_asked { Spots::of(seen, &ends, actor) } else { Spots::default() });
        *kept = Some((actor, Arc::clone(&spots)));
        spots
    }

    /// Returns the outcome probabilities of a choice.
    pub fn prospect(&self, game: &dyn Game, viewer: Viewer, choice: usize) -> Option<&Prospect> {
        self.prospects.get(choice)?.get_or_init(|| game.prospect(viewer, choice)).as_ref()
    }

    /// Returns a choice as made by some of its members.
    pub fn with_some(&self, game: &dyn Game, viewer: Viewer, choice: usize, members: &[u32]) -> Arc<WithSome> {
        let mut kept = self.some.borrow_mut();
        if let Some((_, _, made)) = kept.as_ref().filter(|(at, of, _)| *at == choice && of == members) {
            return Arc::clone(made);
        }
        let made = Arc::new(game.with_some(viewer, choice, members));
        *kept = Some((choice, members.to_vec(), Arc::clone(&made)));
        made
    }

    /// Returns the possible attacks, by and against the figure, at the end of a path, with all other figures as they
    /// are now.
    pub fn encounters(&self, game: &dyn Game, viewer: Viewer, way: usize) -> &[Encounter] {
        let (Some(met), Some(way)) = (self.encounters.get(way), self.ways.get(way)) else { return &[] };
        met.get_or_init(|| game.encounters(viewer, way))
    }

    /// Returns the threats at the ends of the paths with all figures as they are now; `None` if there are no paths.
    pub fn danger(&self, game: &dyn Game, seen: &Seen) -> Option<&Arc<Result<Overlay, String>>> {
        let met = |(at, way)| (way, self.encounters(game, seen.viewer, at));
        let make = || Arc::new(Ok(danger(&seen.board, self.ways.iter().enumerate().map(met))));
        (!self.ways.is_empty()).then(|| self.danger.get_or_init(make))
    }

    /// Returns the path that ends in a cell, and its index.
    pub fn way_to(&self, cell: [i32; 2]) -> Option<(usize, &MovePath)> {
        self.ways.iter().enumerate().find(|(_, way)| way.end() == Some(cell))
    }
}

/// Returns the probability of being hit at the end of each path, by the enemy most likely to hit.
fn danger<'a>(board: &Board, ways: impl Iterator<Item = (&'a MovePath, &'a [Encounter])>) -> Overlay {
    let key = |text: &str, step| Key { text: text.to_owned(), shade: Shade::Scale(step) };
    let keys = vec![
        key("No enemy can attack there", 0),
        key("Hit in up to a third of attacks", 2),
        key("Hit in up to two thirds", 3),
        key("Hit more often", LAST as u8),
    ];
    let mut marks = Vec::new();
    let mut name = "the moving figure";
    for (way, met) in ways {
        name = board.tokens.iter().find(|token| token.id == way.actor).map_or(name, |token| &token.name);
        let most = met.iter().filter_map(|met| Some(met.theirs.as_ref()?.odds.percent())).max();
        let band = match most {
            None => 0,
            Some(..=33) => 1,
            Some(34..=66) => 2,
            Some(_) => 3,
        };
        let number = most.and_then(|most| u32::try_from(most).ok());
        marks.extend(way.end().map(|cell| Mark { cell, key: band, number }));
    }
    let text =
        format!("Chance that {name} is hit there, in per cent, by enemies in their current positions with 3 dice");
    Overlay { text, keys, marks }
}

/// Returns the ends of paths with their costs, coloured by what can still be done there.
fn reach(board: &Board, ways: &[MovePath]) -> Overlay {
    let mut order: Vec<&MovePath> = ways.iter().collect();
    order.sort_by_key(|way| (way.used.0, way.end()));
    let mut keys: Vec<Key> = Vec::new();
    let mut marks = Vec::new();
    for way in order {
        let key = keys.iter().position(|key| key.text == way.then).unwrap_or_else(|| {
            keys.push(Key { text: way.then.clone(), shade: Shade::Scale(keys.len().min(LAST) as u8) });
            keys.len() - 1
        });
        let number = Some(way.cost);
        marks.extend(way.end().map(|cell| Mark { cell, key: key.min(usize::from(u8::MAX)) as u8, number }));
    }
    let held: Vec<_> = ways.iter().filter(|way| way.halts).filter_map(MovePath::end).collect();
    if !held.is_empty() {
        let key = keys.len().min(usize::from(u8::MAX)) as u8;
        keys.push(Key { text: "Must stop there".to_owned(), shade: Shade::Kind(1) });
        marks.extend(held.into_iter().map(|cell| Mark { cell, key, number: None }));
    }
    let who = ways.first().and_then(|way| board.tokens.iter().find(|token| token.id == way.actor));
    let name = who.map_or("The moving figure", |token| &token.name);
    Overlay { text: format!("{name} can reach {}", cells_in_words(board, ways.len())), keys, marks }
}
