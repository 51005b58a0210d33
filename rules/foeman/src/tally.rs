//! Counts for simulations: harm and kills by figure, and the use of items, spells, talents and natural attacks.
//!
//! An item counts as used if a figure attacks with it, uses it or spends a piece of it, or if it stops harm; a spell if
//! it is cast, successfully or not; a talent if it is used as an option. Talents that work automatically are left out.

use std::collections::BTreeSet;

use foeman_schema::text::kebab;

use super::content::{Content, OF_NOBODY};
use super::ids::{FigureId, ItemId, ItemKindId, TalentId};
use super::instruction::{FigureEvent, Instruction, ItemEvent, MagicEvent, ManoeuvreEvent};
use super::phases::spell_casting;
use super::situation::protection::{self, Guard};
use super::situation::{Situation, weapons};
use super::state::State;
use crate::ids::Source;
use foeman_engine::ruleset::SideId;
use foeman_engine::tally::{Count, Entrant, Means, Register};

/// All figures that are or can be in the battle, and everything they can use: items, then spells, talents and natural
/// attacks. Natural attacks with the same name count as one.
pub(super) fn register(content: &Content) -> Register {
    let side = |record: &str| {
        let own = record.split_once('/')?.0;
        content.sides.iter().zip(0..).find(|(side, _)| side.id == own).map(|(_, number)| SideId(number))
    };
    let figures = content.kinds.iter().map(|kind| Entrant {
        id: kind.record.clone(),
        name: kind.name.clone(),
        side: side(&kind.record),
    });
    let means = |catalog: &str, id: &str, name: &str| Means { id: format!("{catalog}/{id}"), name: name.to_owned() };
    let items = content.items.iter().map(|item| means("items", &item.record, &item.title));
    let spells = content.spells.iter().map(|spell| means("spells", &spell.record, &spell.title));
    let talents = exerted(content).map(|talent| content.talent(talent));
    let talents = talents.map(|talent| means("talents", &talent.record, &talent.title));
    let bodies = bodies(content).into_iter().map(|title| means("bodies", &kebab(title), title));
    Register { figures: figures.collect(), means: items.chain(spells).chain(talents).chain(bodies).collect() }
}

/// The talents that can be used as an option.
fn exerted(content: &Content) -> impl Iterator<Item = TalentId> {
    let all = (0..).map(TalentId).zip(&content.talents);
    all.filter(|(_, talent)| !spell_casting::exerted(content, &talent.effects).is_empty()).map(|(id, _)| id)
}

/// The names of all natural attacks.
fn bodies(content: &Content) -> Vec<&str> {
    let titles = content.kinds.iter().flat_map(|kind| kind.body.iter().map(|weapon| weapon.title.as_str()));
    titles.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Counts the events of a journal entry, given the states before and after it.
pub(super) fn count(content: &Content, [before, after]: [&State; 2], did: &[Instruction], into: &mut Count) {
    let [before, after] = [before, after].map(|state| Situation::new(content, state));
    let mut entry = TallyEntry { before, after, doer: None, into, harmed: Vec::new(), is_magic: false };
    // An attack may have waited for a decision about a reroll.
    entry.doer = before.state.attack.as_ref().map(|underway| {
        let arm = weapons::ordered(before, underway.order);
        (underway.order.figure, arm.and_then(|arm| entry.armed(underway.order.figure, arm.item, arm.usage)))
    });
    for instruction in did {
        entry.look(instruction);
    }
    entry.fallen();
}

/// The journal entry being counted.
struct TallyEntry<'a> {
    before: Situation<'a>,
    after: Situation<'a>,
    /// The acting figure, and the means it uses.
    doer: Option<(FigureId, Option<u16>)>,
    into: &'a mut Count,
    /// The harmed figures, each with the figure that harmed it.
    harmed: Vec<(FigureId, Option<FigureId>)>,
    /// Whether effects began, ended or were paid for, in which case figures can fall without harm.
    is_magic: bool,
}

impl TallyEntry<'_> {
    fn look(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Figure(figure, event) => self.look_at_figure(*figure, event),
            // Ammunition and consumed items. Items that the acting figure used are already counted.
            Instruction::Item(item, ItemEvent::Spent { .. }) => {
                let means = self.means(*item);
                if let (Some(owner), true) =
                    (self.before.item(*item).owner, self.doer.is_none_or(|(_, with)| with != Some(means)))
                {
                    self.used(owner, means);
                }
            }
            Instruction::Effect(_) => self.is_magic = true,
            Instruction::Round(_) | Instruction::Side(..) | Instruction::Item(..) | Instruction::Event(_) => {}
        }
    }

    fn look_at_figure(&mut self, figure: FigureId, event: &FigureEvent) {
        match event {
            FigureEvent::Attacked { arm, .. } => {
                let means = self.armed(figure, arm.item, arm.usage);
                self.does(figure, means);
            }
            FigureEvent::Harmed(harm) => {
                self.guarded(figure, &harm.guards);
                self.harmed(figure, self.doer, harm.physical + harm.exhaustion);
            }
            // The spikes of the shield may do harm.
            FigureEvent::Manoeuvre(ManoeuvreEvent::RushesShield { shield, .. }) => {
                self.does(figure, Some(self.means(*shield)));
            }
            // The exhaustion may be too much for the figure.
            FigureEvent::Manoeuvre(ManoeuvreEvent::Hurries { .. }) => self.harmed.push((figure, Some(figure))),
            FigureEvent::Magic(event) => {
                self.is_magic = true;
                self.look_at_magic(figure, event);
            }
            _ => {}
        }
    }

    fn look_at_magic(&mut self, figure: FigureId, event: &MagicEvent) {
        match event {
            MagicEvent::Casts { spell, .. } => self.does(figure, self.of(Source::Spell(*spell))),
            MagicEvent::Uses { item, .. } => self.does(figure, Some(self.means(*item))),
            MagicEvent::Exerts { talent, .. } => self.does(figure, self.of(Source::Talent(*talent))),
            MagicEvent::Suffers(suffering) => {
                self.guarded(figure, &suffering.guards);
                let by = self.cause(suffering.source, figure);
                self.harmed(figure, by, suffering.physical + suffering.exhaustion);
            }
            _ => {}
        }
    }

    /// The figure responsible for a source's effect on a figure: the acting figure if it uses the source now, otherwise
    /// the owner of an effect in force.
    fn cause(&self, source: Source, figure: FigureId) -> Option<(FigureId, Option<u16>)> {
        let means = self.of(source);
        let now = self.doer.filter(|(_, with)| with.is_some() && *with == means);
        let in_force = || {
            let effects = self.before.state.effects.iter().chain(&self.after.state.effects);
            let own = effects.filter(|effect| effect.source == source);
            let owner = own.clone().find(|effect| effect.target == figure).or_else(|| own.clone().next());
            owner.map(|effect| (effect.owner, means))
        };
        // A hit has effects of the weapon, its user or its ammunition.
        now.or_else(in_force).or_else(|| self.doer.map(|(doer, _)| (doer, means)))
    }

    fn does(&mut self, figure: FigureId, means: Option<u16>) {
        self.doer = Some((figure, means));
        if let Some(means) = means {
            self.used(figure, means);
        }
    }

    fn used(&mut self, figure: FigureId, means: u16) {
        let side = self.after.figure(figure).side;
        if side != OF_NOBODY {
            self.into.used(means, side);
        }
    }

    /// Counts protection that stopped harm as used.
    fn guarded(&mut self, figure: FigureId, guards: &[Guard]) {
        for guard in guards.iter().filter(|guard| guard.stopped > 0) {
            if let protection::Source::Item { item } = guard.source {
                self.used(figure, self.means(item));
            }
        }
    }

    fn harmed(&mut self, figure: FigureId, by: Option<(FigureId, Option<u16>)>, points: i32) {
        let doer = by.map(|(doer, _)| doer);
        self.harmed.push((figure, doer));
        let Ok(points @ 1..) = u32::try_from(points) else { return };
        self.into.harmed(self.kind(figure), doer.map(|doer| self.kind(doer)), points);
        if let Some((doer, Some(means))) = by {
            let side = self.after.figure(doer).side;
            if side != OF_NOBODY {
                self.into.dealt(means, side, points);
            }
        }
    }

    /// Counts figures that are no longer active, except those that disappeared. The figure that harmed them last is
    /// responsible, otherwise the acting figure.
    fn fallen(&mut self) {
        let concerned: BTreeSet<FigureId> = match self.is_magic {
            true => self.before.figures().collect(),
            false => self.harmed.iter().map(|(figure, _)| *figure).collect(),
        };
        for figure in concerned {
            if self.after.figure(figure).gone || !self.before.is_able(figure) || self.after.is_able(figure) {
                continue;
            }
            let harm = self.harmed.iter().rev().find(|(harmed, _)| *harmed == figure);
            let by = harm.map_or(self.doer.map(|(doer, _)| doer), |(_, by)| *by);
            self.into.fell(self.kind(figure), by.map(|by| self.kind(by)));
        }
    }

    fn kind(&self, figure: FigureId) -> u16 {
        self.after.figure(figure).kind.0
    }

    /// The means that represents an item.
    fn means(&self, item: ItemId) -> u16 {
        self.after.item(item).kind.0
    }

    /// The means that represents a weapon.
    fn armed(&self, figure: FigureId, item: Option<ItemId>, usage: u8) -> Option<u16> {
        if let Some(item) = item {
            return Some(self.means(item));
        }
        let content = self.after.content;
        let title = &self.after.kind(figure).body.get(usize::from(usage))?.title;
        let at = bodies(content).iter().position(|body| body == title)?;
        number(content.items.len() + content.spells.len() + exerted(content).count() + at)
    }

    /// The means that represents a source; `None` if figures cannot use it.
    fn of(&self, source: Source) -> Option<u16> {
        let content = self.after.content;
        match source {
            Source::Item(ItemKindId(kind)) => Some(kind),
            Source::Spell(spell) => number(content.items.len() + spell.index()),
            Source::Talent(talent) => {
                let at = exerted(content).position(|own| own == talent)?;
                number(content.items.len() + content.spells.len() + at)
            }
            Source::Kind(_) | Source::Terrain(_) | Source::Named(_) => None,
        }
    }
}

fn number(at: usize) -> Option<u16> {
    u16::try_from(at).ok()
}
