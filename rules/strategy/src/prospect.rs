//! Previews moves and attacks. An attack is carried out on a copy of the game, once for each possible random outcome.
//!
//! Chance decides who is struck, and what custom rules roll. All units are assumed to be equally likely to be struck,
//! which is correct to one part in ten thousand. If there are too many outcomes, some are sampled, and the preview says
//! so.

use super::DIE;
use super::act::{Act, Table};
use super::apply::{Done, Survey, apply};
use super::command::Command;
use super::content::Content;
use super::fault::Fault;
use super::ids::{EntityId, FactionId, SiteId};
use super::instruction::Instruction;
use super::situation::Situation;
use super::state::State;
use super::tell::{listed, named};
use foeman_engine::dice::{self, Seed, Words};
use foeman_engine::prospect::{Fraction, Prospect};

/// The maximum number of outcomes that are enumerated.
const WAYS: usize = 3_000;
/// The number of outcomes sampled if there are more.
const TRIES: u32 = 300;
/// The maximum number of dice in one roll for outcomes to be enumerated.
const MOST_DICE: u8 = 24;
/// The maximum number of units whose fate is listed individually.
const TOLD: usize = 6;

/// Returns the preview of a move or attack; `None` for other commands.
pub(super) fn prospect(now: Situation<'_>, command: &Command) -> Option<Prospect> {
    match command {
        Command::Move { units, target } => moving(now, units, *target),
        Command::Attack { units, target } => attacking(now, command, (units, *target)),
        _ => None,
    }
}

/// Returns the path of a move and its cost.
fn moving(now: Situation<'_>, units: &[EntityId], target: SiteId) -> Option<Prospect> {
    let source = now.state.entity(*units.first()?)?.site?;
    let way = now.way(units, source, target)?;
    let note = format!("Takes {} of {} movement points", way.total_cost(), now.reach(units));
    Some(Prospect { path: way.cells().collect(), notes: vec![note], ..Prospect::default() })
}

fn attacking(now: Situation<'_>, command: &Command, (units, target): (&[EntityId], SiteId)) -> Option<Prospect> {
    let faction = now.state.active_faction()?;
    let sides = [units.to_vec(), now.state.site(target).units().to_vec()];
    let attack = Attack { now, faction, command, sides };
    let counted = attack.counted();
    let is_counted = counted.is_some();
    let fates = counted.or_else(|| attack.tried())?;
    Some(attack.told(&fates, is_counted))
}

/// An attack to be previewed.
struct Attack<'a> {
    now: Situation<'a>,
    faction: FactionId,
    command: &'a Command,
    /// The attackers and the defenders.
    sides: [Vec<EntityId>; 2],
}

/// The results over all outcomes.
struct Fates {
    /// The average strength lost by each side.
    lost: [Fraction; 2],
    /// The probability that each unit falls.
    falls: [Vec<Fraction>; 2],
    /// The probability that all defenders fall.
    fells_all: Fraction,
}

impl Attack<'_> {
    /// Enumerates all outcomes; `None` if there are too many.
    fn counted(&self) -> Option<Fates> {
        let mut fates = self.unknown();
        let mut drawn = Vec::new();
        for _ in 0..WAYS {
            let mut copy = self.copy(Chance::Counted { drawn, at: 0 });
            copy.carry_out_all(self);
            let Chance::Counted { drawn: after, .. } = copy.chance else { return None };
            drawn = after;
            let weight = drawn.iter().try_fold(Fraction::new(1, 1), |weight, drawn| weight.by(drawn.share()?))?;
            self.add(&mut fates, &copy.state, weight)?;
            while drawn.last().is_some_and(Drawn::is_last) {
                drawn.pop();
            }
            match drawn.last_mut() {
                Some(drawn) => drawn.chosen += 1,
                None => return Some(fates),
            }
        }
        None
    }

    /// Samples outcomes with separate random numbers, which reveal nothing about the dice of the battle.
    fn tried(&self) -> Option<Fates> {
        let mut fates = self.unknown();
        let mut words = Box::new(dice::decision(Seed(0), 0, "prospect"));
        for _ in 0..TRIES {
            let mut copy = self.copy(Chance::Tried(words));
            copy.carry_out_all(self);
            self.add(&mut fates, &copy.state, Fraction::new(1, TRIES.into()))?;
            let Chance::Tried(after) = copy.chance else { return None };
            words = after;
        }
        Some(fates)
    }

    fn copy(&self, chance: Chance) -> Copy<'_> {
        Copy { content: self.now.content, state: self.now.state.clone(), chance }
    }

    fn unknown(&self) -> Fates {
        let none = Fraction::new(0, 1);
        Fates { lost: [none; 2], falls: [0, 1].map(|side| vec![none; self.sides[side].len()]), fells_all: none }
    }

    /// Adds an outcome.
    fn add(&self, fates: &mut Fates, after: &State, weight: Fraction) -> Option<()> {
        let then = Situation::new(self.now.content, after);
        let falls = |unit: &EntityId| after.entity(*unit).is_none();
        for (side, units) in self.sides.iter().enumerate() {
            let lost = self.now.strength_of(units).saturating_sub(then.strength_of(units)).max(0);
            let lost = weight.by(Fraction::new(u128::from(lost.unsigned_abs()), 1))?;
            fates.lost[side] = fates.lost[side].plus(lost)?;
            for (fate, _) in fates.falls[side].iter_mut().zip(units).filter(|(_, unit)| falls(unit)) {
                *fate = fate.plus(weight)?;
            }
        }
        if self.sides[1].iter().all(falls) {
            fates.fells_all = fates.fells_all.plus(weight)?;
        }
        Some(())
    }

    fn told(&self, fates: &Fates, is_counted: bool) -> Prospect {
        let [own, foes] = &self.sides;
        let [cost, harm] = fates.lost;
        let has_strength = self.now.strength_of(own) > 0 || self.now.strength_of(foes) > 0;
        let mut notes = Vec::new();
        if let Command::Attack { units, target } = self.command
            && has_strength
        {
            let [own, theirs] = self.now.losses(units, *target).shares();
            notes.push(format!("Estimated losses by strength: {own} % of the attackers, {theirs} % of the defenders"));
        }
        if !is_counted {
            notes.push(format!("Too many possible outcomes to count: estimated from {TRIES} trials"));
        }
        if foes.len() > 1 {
            notes.push(format!("Fells all of them in {} %", fates.fells_all.percent()));
        }
        let told = [(foes, &fates.falls[1]), (own, &fates.falls[0])].into_iter().enumerate();
        for (nth, (units, falls)) in told.filter(|(nth, (units, _))| *nth == 1 || units.len() > 1) {
            let whose = if nth == 0 { "Defenders" } else { "Attackers" };
            let fate = |(unit, fate): (&EntityId, &Fraction)| {
                format!("{} falls in {} %", named(self.now, &[*unit]), fate.percent())
            };
            let mut each: Vec<String> = units.iter().zip(falls).filter(|(_, fate)| fate.sum > 0).map(fate).collect();
            let more = each.len().saturating_sub(TOLD);
            each.truncate(TOLD);
            each.extend((more > 0).then(|| format!("{more} more may fall")));
            notes.extend((!each.is_empty()).then(|| format!("{whose}: {}", listed(&each))));
        }
        Prospect {
            harm: has_strength.then_some(harm),
            cost: has_strength.then_some(cost),
            fells: (foes.len() == 1).then_some(fates.fells_all),
            is_sampled: !is_counted,
            notes,
            ..Prospect::default()
        }
    }
}

/// A copy of the game for trying out an attack.
struct Copy<'a> {
    content: &'a Content,
    state: State,
    chance: Chance,
}

enum Chance {
    /// The draws on the current path, and the position of the next.
    Counted { drawn: Vec<Drawn>, at: usize },
    /// Random numbers.
    Tried(Box<Words>),
}

/// A random draw on a path.
struct Drawn {
    /// The position of the outcome.
    chosen: usize,
    /// The number of outcomes.
    among: usize,
    /// The number of dice rolled; 0 if all outcomes are equally likely.
    dice: u8,
}

impl Drawn {
    fn is_last(&self) -> bool {
        self.chosen + 1 >= self.among
    }

    /// Returns the probability of the outcome; `None` if there are too many dice.
    fn share(&self) -> Option<Fraction> {
        if self.dice == 0 {
            return Some(Fraction::new(1, self.among as u128));
        }
        let mut ways = vec![1_u128];
        if self.dice > MOST_DICE {
            return None;
        }
        for _ in 0..self.dice {
            let mut next = vec![0; ways.len() + usize::from(DIE) - 1];
            for (at, count) in ways.iter().enumerate() {
                next[at..at + usize::from(DIE)].iter_mut().for_each(|sum| *sum += count);
            }
            ways = next;
        }
        Some(Fraction::new(*ways.get(self.chosen)?, ways.iter().sum()))
    }
}

impl Copy<'_> {
    fn carry_out_all(&mut self, attack: &Attack<'_>) {
        // If the rules stop the attack halfway, its effects until then count.
        let _ = Act::new(self.content, self, false).carry_out(attack.faction, attack.command);
    }

    fn draw(&mut self, among: usize, dice: u8) -> usize {
        match &mut self.chance {
            Chance::Counted { drawn, at } => {
                if *at == drawn.len() {
                    drawn.push(Drawn { chosen: 0, among, dice });
                }
                *at += 1;
                drawn[*at - 1].chosen
            }
            Chance::Tried(words) if dice == 0 => words.below(among as u32) as usize,
            Chance::Tried(words) => (0..dice).map(|_| words.below(DIE.into()) as usize).sum(),
        }
    }
}

impl Table for Copy<'_> {
    fn state(&self) -> &State {
        &self.state
    }

    fn carry_out(&mut self, instruction: Instruction) -> Result<Done, Fault> {
        apply(self.content, &mut self.state, &instruction, Survey::Now)
    }

    fn pick(&mut self, among: usize) -> usize {
        self.draw(among, 0)
    }

    fn roll(&mut self, _: u32, count: u8) -> i32 {
        let sum = if count == 0 { 0 } else { self.draw(usize::from(count) * usize::from(DIE - 1) + 1, count) };
        i32::from(count) + sum as i32
    }
}
