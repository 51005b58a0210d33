//! Validates states and actions for a scenario, since those in files can be edited by hand.

use crate::body::shape::Pose;
use crate::constants::{LINEAR_LIMIT, MOST_DICE, MOST_FIGURES, MOST_POINTS, MOST_VALUE};
use crate::content::{Content, OF_NOBODY};
use crate::ids::{FigureId, GoalId, ItemId, Source};
use crate::option;
use foeman_engine::ruleset::SideId;

use crate::state::records::{DiceRecord, LastStep};
use crate::state::{
    Action, EffectState, Fate, FigureState, ItemState, Order, Phase, Place, Placing, Question, State, Whereabouts,
};

/// Returns the first problem of a state for a scenario, in words; `None` if it is valid.
///
/// A valid state refers only to things that exist, and its numbers are within the limits of the rules.
pub(crate) fn misfit(content: &Content, state: &State) -> Option<String> {
    let judge = Judge { content, state };
    judge.whole().or_else(|| judge.figures()).or_else(|| judge.items()).or_else(|| judge.course())
}

struct Judge<'a> {
    content: &'a Content,
    state: &'a State,
}

impl Judge<'_> {
    /// Checks what the scenario determines: sides, zones, and placed figures.
    fn whole(&self) -> Option<String> {
        let (content, state) = (self.content, self.state);
        let count = |what: &str, found: usize, known: usize| {
            (found != known).then(|| format!("{found} {what} instead of {known}"))
        };
        let placed = || {
            let (found, known) = (state.figures.len(), content.start.len());
            (found < known || found > usize::from(MOST_FIGURES))
                .then(|| format!("{found} figures, although the scenario places {known}"))
        };
        let other = || {
            let pairs = state.figures.iter().zip(&content.start).enumerate();
            let other = pairs.into_iter().find(|(_, (figure, start))| figure.kind != start.kind);
            other.map(|(number, _)| format!("a figure number {number} that differs from the scenario"))
        };
        let (unfolding, late) = (&state.unfolding, |figure: FigureId| {
            content.start.get(figure.index()).is_some_and(|start| start.arrival.is_some())
        });
        let unfolds =
            unfolding.fired.len() == content.events.len()
                && unfolding.holding.len() == content.events.len()
                && unfolding.counters.len() == content.counters.len()
                && (content.goals.sets == 0 || unfolding.goals.len() == content.sides.len())
                && unfolding.goals.iter().all(|set| *set <= content.goals.sets)
                && unfolding.awaited.iter().all(|awaited| late(awaited.figure) && state.figure(awaited.figure).gone)
                && unfolding.next.is_none_or(|next| next.index() < content.successors.len())
                && unfolding.orders.iter().all(|(figure, order)| self.is_figure(*figure) && content.is_order(*order))
                && unfolding.ground.hexes().iter().all(|(hex, terrain)| {
                    content.land.field.contains(*hex) && terrain.index() < content.terrains.len()
                })
                && unfolding.due.iter().all(|due| {
                    let figures = due.figure.into_iter().chain(due.other);
                    due.event.index() < content.events.len() && figures.into_iter().all(|figure| self.is_figure(figure))
                });
        let goal = |fate: &Fate| match fate {
            Fate::Open => true,
            Fate::Won(GoalId(goal)) | Fate::Out(GoalId(goal)) => usize::from(*goal) < content.goals.all.len(),
        };
        count("sides", state.sides.len(), content.sides.len())
            .or_else(|| count("zones to hold", state.held.len(), content.goals.holds.len()))
            .or_else(placed)
            .or_else(other)
            .or_else(|| (!unfolds).then(|| "events or arrivals that the scenario does not have".to_owned()))
            .or_else(|| {
                (!state.sides.iter().all(|side| goal(&side.fate))).then(|| "a condition that no side has".to_owned())
            })
    }

    fn figures(&self) -> Option<String> {
        let mut owned = vec![false; self.state.items.len()];
        self.state.figures.iter().zip(0..).find_map(|(figure, number)| {
            let wrong = self.figure(FigureId(number), figure, &mut owned)?;
            Some(format!("{wrong} of figure {number}"))
        })
    }

    fn figure(&self, id: FigureId, figure: &FigureState, owned: &mut [bool]) -> Option<&'static str> {
        let known_side = |side: SideId| side == OF_NOBODY || usize::from(side.0) < self.content.sides.len();
        if figure.kind.index() >= self.content.kinds.len() {
            return Some("an unknown kind");
        }
        if !known_side(figure.side) || !known_side(figure.commander) {
            return Some("an unknown side");
        }
        if figure.unseen || !self.stands(figure, figure.pose()) || !self.stands(figure, figure.origin) {
            return Some("a place off the map");
        }
        for &item in figure.gear.iter() {
            let owner = self.state.items.get(item.index()).and_then(|item| item.owner);
            if owner != Some(id) || std::mem::replace(&mut owned[item.index()], true) {
                return Some("gear that belongs to another figure");
            }
        }
        let points = [figure.physical, figure.exhaustion, figure.iq_spent, figure.manoeuvres.damage];
        if points.iter().any(|points| !(0..=MOST_POINTS).contains(points)) {
            return Some("an impossible number of points");
        }
        let linear = match figure.heading.last {
            LastStep::Linear(steps) => (1..=LINEAR_LIMIT).contains(&steps),
            LastStep::Backward | LastStep::Forward => true,
        };
        let dice = match figure.dice {
            DiceRecord::NotAsked => true,
            DiceRecord::Chosen(dice) => (1..=MOST_DICE).contains(&dice),
            DiceRecord::Acted(dice) => dice <= MOST_DICE,
        };
        if !linear || !dice || figure.restrained.is_some_and(|most| !(1..=MOST_DICE).contains(&most)) {
            return Some("an impossible record of steps or dice");
        }
        let named = [figure.aim.map(|aim| aim.target), figure.manoeuvres.harmed];
        let option = figure.option.is_none_or(|option| option.fits(self.content, self.state));
        if !option || !named.into_iter().flatten().all(|figure| self.is_figure(figure)) {
            return Some("an action on a figure or item that does not exist");
        }
        None
    }

    fn items(&self) -> Option<String> {
        self.state.items.iter().zip(0..).find_map(|(item, number)| {
            let wrong = self.item(ItemId(number), item)?;
            Some(format!("{wrong} of item {number}"))
        })
    }

    fn item(&self, id: ItemId, item: &ItemState) -> Option<&'static str> {
        if item.kind.index() >= self.content.items.len() {
            return Some("an unknown kind");
        }
        let place = match item.at {
            Whereabouts::Carried { .. } => item.owner.is_some(),
            Whereabouts::Lying { hex } => self.content.land.field.contains(hex),
            Whereabouts::Gone => true,
        };
        let listed =
            |owner: FigureId| self.state.figures.get(owner.index()).is_some_and(|figure| figure.gear.contains(&id));
        if !place || !item.owner.is_none_or(listed) {
            return Some("an impossible place or owner");
        }
        // A weapon can only be loaded with its own ammunition.
        let fires = self.content.item(item.kind).missile().map(|missile| missile.ammo);
        let holds = |ammo: ItemId| self.state.items.get(ammo.index()).map(|ammo| ammo.kind);
        if item.loaded.is_some_and(|ammo| holds(ammo).is_none() || holds(ammo) != fires) {
            return Some("impossible ammunition");
        }
        None
    }

    /// Checks the progress of the round: the moving side, the pending question, and effects in force.
    fn course(&self) -> Option<String> {
        let state = self.state;
        let wrong = |what: &str| Some(what.to_owned());
        if !state.effects.iter().all(|effect| self.effect(effect)) {
            return wrong("an effect of a figure or item that does not exist");
        }
        if let Some(mover) = &state.mover {
            let current = mover.current.as_ref();
            let figures = current.into_iter().flat_map(|it| it.engaged_by.iter().chain([&it.figure]));
            let origin = current.and_then(|current| Some((current.figure, current.origin?.pose)));
            let stands = |(figure, pose): (FigureId, Pose)| self.stands(state.figure(figure), pose);
            let known = usize::from(mover.side.0) < state.sides.len() && figures.copied().all(|id| self.is_figure(id));
            if state.phase != Phase::Movement || !known || !origin.is_none_or(stands) {
                return wrong("an impossible move");
            }
        }
        if !state.asked.is_none_or(|question| self.question(question)) || !state.places.iter().all(|it| self.place(it))
        {
            return wrong("a question about a figure or item that does not exist");
        }
        if let Some(underway) = &state.attack {
            let option::Order { figure, target, dice, .. } = underway.order;
            let rolled = underway.check.dice.len() <= usize::from(MOST_DICE) + 1;
            let terms = underway.check.needed.terms().iter().all(|term| term.value.unsigned_abs() <= MOST_VALUE as u32);
            let known = self.is_figure(figure) && self.is_figure(target) && (1..=MOST_DICE).contains(&dice);
            if !known || !rolled || !terms {
                return wrong("an impossible attack");
            }
        }
        None
    }

    fn effect(&self, effect: &EffectState) -> bool {
        effect.effect.index() < self.content.effects.len()
            && self.source(effect.source)
            && self.is_figure(effect.owner)
            && self.is_figure(effect.target)
            && (-MOST_VALUE..=MOST_VALUE).contains(&effect.rolled)
    }

    fn source(&self, source: Source) -> bool {
        let content = self.content;
        match source {
            Source::Item(kind) => kind.index() < content.items.len(),
            Source::Spell(spell) => spell.index() < content.spells.len(),
            Source::Talent(talent) => talent.index() < content.talents.len(),
            Source::Kind(kind) => kind.index() < content.kinds.len(),
            Source::Terrain(terrain) => terrain.index() < content.terrains.len(),
            Source::Named(named) => named.index() < content.named.len(),
        }
    }

    fn question(&self, question: Question) -> bool {
        let (state, phase) = (self.state, self.state.phase);
        match question {
            Question::Move { .. } => false,
            Question::Option(asked) => self.is_figure(asked.figure) && phase == Phase::Action,
            Question::Reroll { figure } => self.is_figure(figure) && state.attack.is_some(),
            Question::SecondAttack { figure } => self.is_figure(figure) && phase == Phase::Action,
            Question::Retreat { figure, target } => self.is_figure(figure) && self.is_figure(target),
            Question::FollowUp { figure, to } => self.is_figure(figure) && self.content.land.field.contains(to),
            Question::Place(place) => self.place(&place),
            Question::Renewal { caster, spell, .. } => {
                self.is_figure(caster) && self.source(Source::Spell(spell)) && phase == Phase::Continuation
            }
        }
    }

    fn place(&self, place: &Place) -> bool {
        let what = match place.what {
            Placing::Figure { figure, .. } => self.is_figure(figure),
            Placing::Spell { spell } => self.source(Source::Spell(spell)),
        };
        what && self.is_figure(place.chooser) && self.source(place.source)
    }

    fn is_figure(&self, figure: FigureId) -> bool {
        figure.index() < self.state.figures.len()
    }

    fn stands(&self, figure: &FigureState, pose: Pose) -> bool {
        let field = &self.content.land.field;
        let shape = &self.content.kind(figure.kind).shape;
        field.contains(pose.head) && shape.hexes(pose).iter().all(|&hex| field.contains(hex))
    }
}

impl Content {
    /// Whether the scenario can give an order.
    pub(crate) fn is_order(&self, order: Order) -> bool {
        match order {
            Order::Go { event, deed } => self.destination(event, deed).is_some(),
            Order::Hold { post } => self.land.field.contains(post),
            Order::Hunt => true,
        }
    }
}

impl Action {
    /// Whether everything it names exists and its number of dice is within the limits of the rules.
    pub fn fits(self, content: &Content, state: &State) -> bool {
        let item = match self {
            Self::Ready { item, .. } | Self::Use { item, .. } => Some(item),
            Self::Defend { item, .. } => item,
            _ => None,
        };
        let dice = match self {
            Self::Ready { dice, .. }
            | Self::Attack { dice, .. }
            | Self::Cast { dice, .. }
            | Self::Use { dice, .. }
            | Self::Exert { dice, .. } => dice,
            _ => 1,
        };
        let known = match self {
            Self::Cast { spell, .. } | Self::Recast { spell, .. } => spell.index() < content.spells.len(),
            Self::Exert { talent, .. } => talent.index() < content.talents.len(),
            _ => true,
        };
        known
            && item.is_none_or(|item| item.index() < state.items.len())
            && self.target().is_none_or(|target| target.index() < state.figures.len())
            && (1..=MOST_DICE).contains(&dice)
    }
}
