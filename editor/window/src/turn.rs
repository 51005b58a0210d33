//! What a person who is asked may choose from, and what is known of it beforehand.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foeman_engine::choice::{Barred, Choice, Target};
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::lookout::{Key, Mark, Overlay, Shade};
use foeman_engine::prospect::Prospect;
use foeman_engine::ruleset::Refusal;
use foeman_engine::told::{Board, Token};
use foeman_engine::way::{Encounter, Way};
use foeman_schema::grid::Cell;

/// The last step of the scale that marks are told apart by.
const LAST: usize = 4;

/// What there is to know beside the choices themselves.
#[derive(Default)]
pub struct Offer {
    /// What cannot be chosen now, and why.
    pub barred: Vec<Barred>,
    /// The ways that whoever is asked could go.
    pub ways: Vec<Way>,
    /// Where they lead, as marks on the map; the same value until something else is asked.
    pub reach: Option<Arc<Result<Overlay, String>>>,
    /// What may come of each choice: counted when somebody looks.
    prospects: Vec<OnceCell<Option<Prospect>>>,
    /// Who is met at the end of each way: worked out when somebody looks.
    encounters: Vec<OnceCell<Vec<Encounter>>>,
    /// What enemies can do where the ways lead, as marks on the map.
    danger: OnceCell<Arc<Result<Overlay, String>>>,
    /// The cells that choices are about, of those whose choices were asked for last.
    about: RefCell<Option<Concerned>>,
    /// The choice that was last asked for as made by some of its members, with these.
    some: RefCell<Option<AskedFor>>,
}

/// Cells, and of whom alone the choices are about them.
type Concerned = (Option<u32>, Arc<BTreeSet<Cell>>);

/// A choice by its position, some of its members, and what they would do.
type AskedFor = (usize, Vec<u32>, Arc<WithSome>);

/// A choice that is made by some of its members and what may come of it, or why it cannot be.
pub type WithSome = Result<(Choice, Option<Prospect>), Refusal>;

impl Offer {
    /// What is known of the choices that a viewer has.
    pub fn of(game: &dyn Game, seen: &Seen) -> Self {
        let ways = game.ways(seen.viewer);
        let reach = (!ways.is_empty()).then(|| Arc::new(Ok(reach(&seen.board, &ways))));
        let prospects = seen.choices.iter().map(|_| OnceCell::new()).collect();
        let encounters = ways.iter().map(|_| OnceCell::new()).collect();
        Self { barred: game.barred(seen.viewer), ways, reach, prospects, encounters, ..Self::default() }
    }

    /// The cells that choices are about beside those to which ways lead: the choices of one actor, or of all.
    pub fn cells(&self, seen: &Seen, only: Option<u32>) -> Arc<BTreeSet<Cell>> {
        let mut kept = self.about.borrow_mut();
        if let Some((_, cells)) = kept.as_ref().filter(|(of, _)| *of == only) {
            return Arc::clone(cells);
        }
        let standing: BTreeMap<u32, &Token> = seen.board.tokens.iter().map(|token| (token.id, token)).collect();
        let ends: BTreeSet<Cell> = self.ways.iter().filter_map(Way::end).collect();
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        for Choice { target, .. } in seen.choices.iter().filter(|choice| only.is_none() || choice.actor == only) {
            match target {
                Target::None => {}
                Target::Cell(cell) => cells.extend([cell]),
                Target::Token(id) => cells.extend(standing.get(id).into_iter().flat_map(|token| &token.cells)),
            }
        }
        let cells: Arc<BTreeSet<Cell>> = Arc::new(cells.difference(&ends).copied().collect());
        *kept = Some((only, Arc::clone(&cells)));
        cells
    }

    /// What may come of a choice.
    pub fn prospect(&self, game: &dyn Game, viewer: Viewer, choice: usize) -> Option<&Prospect> {
        self.prospects.get(choice)?.get_or_init(|| game.prospect(viewer, choice)).as_ref()
    }

    /// A choice as made by some of its members.
    pub fn with_some(&self, game: &dyn Game, viewer: Viewer, choice: usize, members: &[u32]) -> Arc<WithSome> {
        let mut kept = self.some.borrow_mut();
        if let Some((_, _, made)) = kept.as_ref().filter(|(at, of, _)| *at == choice && of == members) {
            return Arc::clone(made);
        }
        let made = Arc::new(game.with_some(viewer, choice, members));
        *kept = Some((choice, members.to_vec(), Arc::clone(&made)));
        made
    }

    /// Whom whoever goes a way could attack from its end, and who could attack it there, as all others stand now.
    pub fn encounters(&self, game: &dyn Game, viewer: Viewer, way: usize) -> &[Encounter] {
        let (Some(met), Some(way)) = (self.encounters.get(way), self.ways.get(way)) else { return &[] };
        met.get_or_init(|| game.encounters(viewer, way))
    }

    /// What enemies can do where the ways lead, as they stand now; nothing where nobody may go anywhere.
    pub fn danger(&self, game: &dyn Game, seen: &Seen) -> Option<&Arc<Result<Overlay, String>>> {
        let met = |(at, way)| (way, self.encounters(game, seen.viewer, at));
        let make = || Arc::new(Ok(danger(&seen.board, self.ways.iter().enumerate().map(met))));
        (!self.ways.is_empty()).then(|| self.danger.get_or_init(make))
    }

    /// The way that ends in a cell, and its position.
    pub fn way_to(&self, cell: [i32; 2]) -> Option<(usize, &Way)> {
        self.ways.iter().enumerate().find(|(_, way)| way.end() == Some(cell))
    }
}

/// How likely whoever goes a way would be hit at its end, by the one who hits most often.
fn danger<'a>(board: &Board, ways: impl Iterator<Item = (&'a Way, &'a [Encounter])>) -> Overlay {
    let key = |text: &str, step| Key { text: text.to_owned(), shade: Shade::Scale(step) };
    let keys = vec![
        key("No enemy can attack there", 0),
        key("Hit in up to a third of attacks", 2),
        key("Hit in up to two thirds", 3),
        key("Hit more often", LAST as u8),
    ];
    let mut marks = Vec::new();
    let mut name = "whoever moves";
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
    let text = format!("How often {name} would be hit, in per cent, by enemies as they stand now with 3 dice");
    Overlay { text, keys, marks }
}

/// Where ways lead: what each takes, by what may still be done there.
fn reach(board: &Board, ways: &[Way]) -> Overlay {
    let mut order: Vec<&Way> = ways.iter().collect();
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
    let held: Vec<_> = ways.iter().filter(|way| way.halts).filter_map(Way::end).collect();
    if !held.is_empty() {
        let key = keys.len().min(usize::from(u8::MAX)) as u8;
        keys.push(Key { text: "Held up there: it goes no farther".to_owned(), shade: Shade::Kind(1) });
        marks.extend(held.into_iter().map(|cell| Mark { cell, key, number: None }));
    }
    let who = ways.first().and_then(|way| board.tokens.iter().find(|token| token.id == way.actor));
    let name = who.map_or("Whoever moves", |token| &token.name);
    let shape = board.ground.as_ref().map(|ground| ground.geometry.shape());
    let cells = match (ways.len(), shape) {
        (1, Some(shape)) => format!("1 {}", shape.word()),
        (count, Some(shape)) => format!("{count} {}", shape.plural()),
        (count, None) => count.to_string(),
    };
    Overlay { text: format!("{name} may go to {cells}"), keys, marks }
}
