//! Reads effects, and expands named ones.

use foeman_schema::declared::Counted;
use foeman_schema::dialect::Record;
use foeman_schema::resolve::ContentError;
use foeman_schema::text::Pointer;

use crate::catalogs::effects::{self as written, When};
use crate::content::effects::{Deed, Effect, Permit, Within};
use crate::ids::EffectId;

use super::Reader;

impl Reader<'_> {
    /// Reads a list of effects, with named effects expanded, and with the declared fields of the record they belong to.
    pub(super) fn effects(
        &mut self,
        written: &[written::Effect],
        this: &Counted,
    ) -> Result<Vec<EffectId>, ContentError> {
        let mut read = Vec::new();
        for effect in written {
            if self.content.effects.len() >= usize::from(u16::MAX) {
                let message = format!("expected at most {} effects, found more", u16::MAX);
                return Err(ContentError { pointer: self.resolved.scenario.pointer(), message });
            }
            match &effect.deed {
                written::Deed::Named { effect: named } => {
                    if self.known.open.iter().any(|open| open == named.id()) {
                        continue;
                    }
                    let entry: written::NamedEffect = self.resolved.get(named)?;
                    self.known.open.push(named.id().to_owned());
                    let at = Pointer::root().child(written::NamedEffect::CATALOG).child(named.id());
                    let effects = self.below(&at, |reader| reader.effects(&entry.effects, this));
                    self.known.open.pop();
                    let effects = effects?;
                    for &id in &effects {
                        let named = &mut self.content.effects[id.index()];
                        named.narrow(self.terrains.as_slice(), &effect.scope);
                        self.content.touched.add(&self.content.effects[id.index()]);
                    }
                    read.extend(effects);
                }
                deed => {
                    let deed = self.deed(deed, this)?;
                    let effect = self.scoped(&effect.scope, deed);
                    read.push(EffectId(self.content.effects.len() as u16));
                    self.content.touched.add(&effect);
                    self.content.effects.push(effect);
                }
            }
        }
        Ok(read)
    }

    pub(super) fn scoped(&self, scope: &written::Scope, deed: Deed) -> Effect {
        let terrain = |id: &str| Within::named(&self.terrains, id);
        Effect {
            deed,
            applies: scope.r#while,
            in_terrain: scope.in_terrain.as_ref().map(|reference| terrain(reference.id())),
            against: scope.against,
            range: scope.range,
            rounds: scope.rounds,
            begins: When::Apply,
            when: scope.when,
            who: scope.who,
            within: scope.within,
            resist: scope.resist,
            stack: scope.stack,
        }
    }

    fn deed(&mut self, deed: &written::Deed, this: &Counted) -> Result<Deed, ContentError> {
        Ok(match deed.clone() {
            written::Deed::Modify { what, by, die } => Deed::Modify { what, by: by.bound(this), die },
            written::Deed::Damage { dice, of, bypass } => Deed::Damage { dice: dice.bound(this), of, bypass },
            written::Deed::Heal { dice, points, of } => {
                let (dice, points) = (dice.map(|dice| dice.bound(this)), points.map(|points| points.bound(this)));
                Deed::Heal { dice, points, of }
            }
            written::Deed::Posture { to } => Deed::Posture(to),
            written::Deed::Status { add, remove } => Deed::Status { add, remove },
            written::Deed::Move { hexes, how } => Deed::Move { hexes: hexes.bound(this), how },
            written::Deed::Create { figure, hexes } => {
                Deed::Create { kind: self.made_kind(figure.id())?, hexes: hexes.bound(this) }
            }
            written::Deed::Control {} => Deed::Control,
            written::Deed::Grant { option, talent, reroll } => {
                let talent = talent.map(|talent| self.talent(talent.id())).transpose()?;
                Deed::Grant(Permit { option, talent, rerolls: reroll.unwrap_or(0) })
            }
            written::Deed::Forbid { option, talent } => {
                let talent = talent.map(|talent| self.talent(talent.id())).transpose()?;
                Deed::Forbid(Permit { option, talent, rerolls: 0 })
            }
            written::Deed::Dispel { ends, spell } => {
                let spell = spell.map(|spell| self.spell(spell.id())).transpose()?;
                Deed::Dispel { ends, spell }
            }
            written::Deed::Named { .. } => {
                unreachable!("references to named effects have been replaced by the effects")
            }
        })
    }
}
