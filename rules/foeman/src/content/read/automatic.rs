//! Talents that heroes and wizards have without learning them (`F7.10`).

use crate::catalogs::effects::{Quantity, Scope};
use crate::catalogs::{Kind, TalentCost};
use crate::constants::{FLEETNESS_COST, FLEETNESS_GAIN};
use crate::content::effects::{Deed, DeedSet, Talent};
use crate::ids::{EffectId, TalentId};
use crate::notation::Rounds;

use super::Reader;

/// The id of a talent that is not a record of the pack; record ids cannot have this form.
const FLEETNESS: &str = "~fleetness";

impl Reader<'_> {
    /// Gives Fleetness to every hero and wizard without a talent of the same kind, unless the scenario turns this off.
    ///
    /// The talent is added after the pack's talents, so that their numbers do not depend on it. Weapon Proficiency
    /// needs no talent: its rule checks the kind of figure.
    pub(super) fn teach_automatic_talents(&mut self) {
        let content = &mut self.content;
        let fleetness = TalentId(content.talents.len() as u16);
        let runs = |talents: &[TalentId]| talents.iter().any(|&talent| content.hurry(talent).is_some());
        let untaught: Vec<usize> = (0..content.kinds.len())
            .filter(|&kind| {
                let kind = &content.kinds[kind];
                matches!(kind.kind, Kind::Hero | Kind::Wizard) && !runs(&kind.talents)
            })
            .collect();
        if untaught.is_empty() || !content.rules.automatic_talents {
            return;
        }
        for kind in untaught {
            self.content.kinds[kind].talents.push(fleetness);
        }
        let by = FLEETNESS_GAIN.parse().expect("the constant is a valid number of dice");
        let scope = Scope { rounds: Some(Rounds::Number(1)), ..Scope::default() };
        let effect = self.scoped(&scope, Deed::Modify { what: Quantity::Ma, by, die: None });
        let id = EffectId(self.content.effects.len() as u16);
        self.content.effects.push(effect);
        self.content.talents.push(Talent {
            record: FLEETNESS.to_owned(),
            title: "Fleetness".to_owned(),
            iq: 0,
            cost: TalentCost { st: FLEETNESS_COST, iq: 0 },
            effects: vec![id],
            does: DeedSet::default(),
        });
    }
}
