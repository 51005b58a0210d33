//! The options of a scenario: optional rules of the sources, and choices where the sources are silent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// House rules of a scenario: the optional rules, and the choices where the sources are silent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct HouseRules {
    /// A figure that used more than half its MA this round engages no opponents (`F4.4`).
    pub spent_figures_engage_nobody: bool,
    /// The saving roll of a restricted pivot takes 3 dice if the figure is undermatched or free, 4 if matched and 5 if
    /// overmatched, instead of 4 if engaged and 3 if not (`F4.6`).
    pub pivot_dice_by_match: bool,
    /// A charge needs a target whose side moves later in the round (`F4.9`).
    pub charge_before_target_moves: bool,
    /// A choice of Move, Defend or Dodge must win a segment instead of taking effect at once (`isDib`, `F6.3`).
    pub contested_defence: bool,
    /// The item is chosen with the option, because items can change modDX. Otherwise the ready item is used (`isItm`,
    /// `F6.10`).
    pub choose_items: bool,
    /// A hit roll more than one above the lowest automatic miss drops the weapon, and the missile of a missile weapon
    /// (`F7.2`).
    pub drop_on_fumble: bool,
    /// The figures whose damage dice are limited by ST (`F7.5`).
    pub damage_dice_limit: DiceLimit,
    /// The figures whose second die can get the adventurer bonus (`F7.8`).
    pub adventurer_bonus: AdventurerBonus,
    /// Heroes and wizards have Fleetness and Weapon Proficiency without learning them. Otherwise, a figure needs a
    /// talent that adds to its MA, and the talent that its weapon names (`F7.9`, `F7.10`).
    pub automatic_talents: bool,
    /// Crude bows count as skilled weapons (`F7.11`).
    pub skilled_crude_bows: bool,
    /// Figures cannot attack through the side on which they hold their shield (`F7.12`).
    pub shield_bars_own_attacks: bool,
    /// The first die that does harm counts as Top instead of the highest (`F8.1`).
    pub first_harm_is_top: bool,
    /// Killed figures revive after the battle, unless physical damage took them this far below 0 or further. Default:
    /// the dead stay dead (`F8.2`).
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "points"))]
    pub revive: Option<u8>,
    /// A standing figure blocks the line of sight between figures that are no bigger (`F2.9`).
    pub figures_block_sight: bool,
    /// The sight range of figures without aids, for example at night or in fog; default: unlimited (an assumption).
    /// Adjacent figures always see each other.
    #[schemars(range(min = 1, max = 99), extend("x-unit" = "hexes"))]
    pub sight: Option<u8>,
    /// Sides know only what their figures observe, and figures choose by what they observe themselves (`F9`).
    pub observation: bool,
    /// An off-hand weapon is ready in either hand (`F10.4`).
    pub ambidextrous: bool,
    /// Making an item ready, or loading by Ready actions, may take 1 to 9 dice; otherwise 3 to 5 (`F6.7`).
    pub any_ready_dice: bool,
    /// The spikes of a shield harm the target of a Shield Rush, through a side without a shield (`F4.10`).
    pub spiked_rush: bool,
    /// House rule: the total size of a figure's gear beyond four times its ST reduces its MA: by 1 MP for each further
    /// portion of twice its ST begun (`F1.7`).
    pub encumbrance: bool,
    /// House rule: a disengage takes all remaining MP. Otherwise it costs half the MA (or the cost of the step, if that
    /// is more) and ends the move.
    pub disengage_takes_all: bool,
    /// House rule: a figure that covers itself with its shield attacks at -2 DX.
    pub cover_hinders: bool,
    /// House rule: a figure loses 1 DX with a weapon for each point of ST below its requirement.
    pub heavy_weapons_hinder: bool,
    /// House rule: dead and unconscious figures drop the items in their hands, and any figure can take them. Otherwise
    /// they keep them.
    pub fallen_drop_gear: bool,
    /// House rule: dead and unconscious figures obstruct movement as other figures do (`F4.7`). Otherwise their hexes
    /// are free.
    pub fallen_obstruct: bool,
}

/// The figures whose damage dice are limited by ST (`F7.5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceLimit {
    /// Adventurers.
    #[default]
    Adventurers,
    /// All figures.
    All,
}

/// The figures whose second die can get the adventurer bonus (`F7.8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdventurerBonus {
    /// Adventurers.
    #[default]
    Adventurers,
    /// Adventurers controlled by a person.
    People,
}

impl Default for HouseRules {
    fn default() -> Self {
        Self {
            spent_figures_engage_nobody: false,
            pivot_dice_by_match: false,
            charge_before_target_moves: false,
            contested_defence: false,
            choose_items: false,
            drop_on_fumble: false,
            damage_dice_limit: DiceLimit::default(),
            adventurer_bonus: AdventurerBonus::default(),
            automatic_talents: true,
            skilled_crude_bows: false,
            shield_bars_own_attacks: false,
            first_harm_is_top: false,
            revive: None,
            figures_block_sight: false,
            sight: None,
            observation: false,
            ambidextrous: false,
            any_ready_dice: false,
            spiked_rush: true,
            encumbrance: false,
            disengage_takes_all: true,
            cover_hinders: true,
            heavy_weapons_hinder: true,
            fallen_drop_gear: true,
            fallen_obstruct: false,
        }
    }
}
