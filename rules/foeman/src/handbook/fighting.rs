//! The handbook on actions, attacks and harm.

use crate::attack::proficiency::cost;
use crate::constants::{
    ADVENTURER_BONUS, AIM_LIMIT, AUTOMATIC_MISS_PER_DIE, CONTESTED_DICE, DAMAGE_DICE_LIMIT, DEFEND_RATING,
    DEFEND_WEAPON_BLOCK, DROP_MARGIN, FALL_AT, FIRE_HEXES_PER_POINT, FLEETNESS_DICE, HIGHER_GROUND_BONUS,
    HURL_HEXES_PER_POINT, LEAST_READY_DICE, MOST_DICE, MOST_READY_DICE, ORDINARY_DICE, OWN_READY_BONUS,
    POINT_BLANK_HEXES, PROFICIENCY_LEVEL, PRONE_BONUS, REAR_BONUS, SHOCK_OVER, SHOCK_PENALTY, SIDE_BONUS,
    ST_PER_DAMAGE_DIE, WATCH_DICE, WEAKNESS_PER_POINT,
};
use foeman_engine::handbook::{Chapter, Rule};

/// Chapters F6 to F8.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter { number: "F6", title: "The action phase", rules: actions() },
        Chapter { number: "F7", title: "Attacks", rules: attacks() },
        Chapter { number: "F8", title: "Harm", rules: harm() },
    ]
}

fn actions() -> Vec<Rule> {
    vec![
        Rule::new(
            "F6.1",
            "Dice",
            format!(
                "A figure that acts chooses the number of dice it rolls, at most {MOST_DICE}. Its choice of the last round remains known during the movement phase."
            ),
        ),
        Rule::new(
            "F6.2",
            "A segment",
            "All figures that have not acted choose an option, a target and a number of dice, in descending order of modDX. \
             Then the figure with the most dice acts; ties go to the higher modDX, then to the figure that chose first. \
             Segments are repeated until all figures have acted. \
             A figure whose choice lowers its modDX below that of one that has not chosen yet chooses again later.",
        ),
        Rule::new(
            "F6.3",
            "Watching, moving and defending",
            format!(
                "Watching counts as {WATCH_DICE} die, and a watcher may choose again in every later segment. \
                 Moving and defending take effect immediately. \
                 With a scenario option, they must win a segment with {CONTESTED_DICE} dice instead."
            ),
        )
        .filled("A dodge takes effect like a defence."),
        Rule::new(
            "F6.4",
            "Watchers",
            "After all figures have chosen, watchers may choose again. They act before other figures only if they use more dice.",
        ),
        Rule::new(
            "F6.5",
            "Aim",
            format!(
                "A figure that watches, defends or dodges with a target in sight aims at it: its next attack on this target gets one point for each round, at most {AIM_LIMIT}. \
                 Another target, another action, or more movement than watching allows ends the aim."
            ),
        ),
        Rule::new(
            "F6.6",
            "Repeating",
            "A figure that repeats the attack or the readying of the last round, without having moved, cannot miss automatically.",
        ),
        Rule::new(
            "F6.7",
            "Readying",
            format!(
                "Readying an item takes a saving roll against modDX with {LEAST_READY_DICE} to {MOST_READY_DICE} dice; a scenario may allow any number. The figure's own gear gives {OWN_READY_BONUS:+}."
            ),
        ),
        Rule::new(
            "F6.8",
            "Before a figure has chosen",
            "Until a figure has chosen a target, its modDX is calculated for the adjacent figure whose facing is best for an attack.",
        ),
        Rule::new("F6.9", "Acting while moving", "A figure that attacks during its move has acted for the round."),
        Rule::new(
            "F6.10",
            "Which item",
            "A figure uses its ready item. With a scenario option, it chooses the item together with the action.",
        ),
    ]
}

fn attacks() -> Vec<Rule> {
    vec![
        Rule::new(
            "F7.1",
            "The hit roll",
            format!(
                "The attacker rolls its dice, usually {ORDINARY_DICE}, and hits if their total is not above its adjusted DX. \
                 This is modDX with {SIDE_BONUS:+} from the target's side or {REAR_BONUS:+} from its rear, aim, and modifiers of effects. \
                 A missile loses a point for each {}, or part of them, beyond the first {POINT_BLANK_HEXES}.",
                hexes(FIRE_HEXES_PER_POINT)
            ),
        )
        .filled(format!(
            "A lying target gives {PRONE_BONUS:+}. A hurled item loses a point for each {}. \
             A strike or jab at an adjacent figure on lower ground gets {HIGHER_GROUND_BONUS:+}. \
             A weapon costs {WEAKNESS_PER_POINT} point of DX for each point of ST that the figure lacks for it, unless a scenario option says otherwise.",
            hexes(HURL_HEXES_PER_POINT)
        )),
        Rule::new(
            "F7.2",
            "Automatic misses",
            format!(
                "A total of at least {AUTOMATIC_MISS_PER_DIE} times the number of dice misses, whatever the DX, unless the action is repeated. \
                 With a scenario option, a total of more than {DROP_MARGIN} above that also drops the weapon and its missile."
            ),
        )
        .filled("Attacks of a body drop nothing, and neither does a repeated action that cannot miss automatically."),
        Rule::new(
            "F7.3",
            "Defence and dodge",
            "An attacker rolls one die more against an adjacent target that defends, and against a distant target that dodges, if it attacks from the front. This die is not a damage die.",
        )
        .filled("So the number of damage dice stays the same."),
        Rule::new("F7.4", "Damage dice", "The number of damage dice is the number of hit dice less a number given for the weapon: -1H means one less.")
            .filled("Missiles and special weapons may have a fixed number instead, such as 2D."),
        Rule::new(
            "F7.5",
            "Strength limits damage",
            format!(
                "An adventurer keeps one damage die for each {ST_PER_DAMAGE_DIE} points of basic ST, or part of them, at most {DAMAGE_DICE_LIMIT}. The highest dice are kept. \
                 Each reroll of hit dice adds one. \
                 Emplaced weapons have no limit, and any figure may roll fewer. \
                 A scenario may limit all figures."
            ),
        ),
        Rule::new("F7.6", "Top, Cup and Low", "Damage dice are sorted. The highest is Top, the lowest is Low, and the others are Cup dice. The second die is the one after Top."),
        Rule::new(
            "F7.7",
            "Changed dice",
            "A weapon or talent may change some of these dice: T+1 changes Top, L-1 Low, C+1 each Cup die, and L+1<3 changes Low only if it shows less than 3. Dice do not go below 0 and keep their order.",
        )
        .filled("Weapon Proficiency uses the Low die after the adventurer's bonus and before these changes."),
        Rule::new(
            "F7.8",
            "The adventurer's second die",
            format!("With an ordinary weapon that requires skill, the second die of an adventurer gains {ADVENTURER_BONUS} if it is not higher than the lowest die of the hit roll that is not 0. A scenario may limit this to adventurers controlled by a person."),
        ),
        Rule::new(
            "F7.9",
            "Weapon Proficiency",
            format!(
                "A hero or wizard may announce Weapon Proficiency before the roll if its modIQ is above the level of the weapon's talent, or above {PROFICIENCY_LEVEL} if the weapon has no talent. Unless a scenario option says otherwise, it need not have learnt the talent. \
                 The Low die then gains one if it is odd and two if it is even. \
                 The cost in modIQ depends on the number of dice rolled, including the one for a defence or dodge: {} for a miss; for a hit, {} with four dice, {} with five, and nothing with more.",
                cost(4, false),
                cost(4, true),
                cost(5, true),
            ),
        )
        .filled("With three dice or fewer, a hit costs as much as with four. It can also be used in a charge. If a scenario requires learning, the figure needs the talent that the weapon names."),
        Rule::new("F7.10", "Fleetness", format!("At the start of its move, a figure with this talent may save with {FLEETNESS_DICE} dice against ST. It gains a third of a die of MA for the round, or takes a point of exhaustion if it fails. Heroes and wizards have it without learning it, unless a scenario option says otherwise.")),
        Rule::new("F7.11", "Unskilled weapons", "Bare hands, rocks, clubs and crude weapons require no skill. A scenario may count crude bows as skilled."),
        Rule::new("F7.12", "The shield's side", "With a scenario option, a figure cannot attack past its own shield."),
    ]
}

/// `hex` for one, otherwise `4 hexes`.
fn hexes(count: u32) -> String {
    if count == 1 { "hex".to_owned() } else { format!("{count} hexes") }
}

fn harm() -> Vec<Rule> {
    vec![
        Rule::new("F8.1", "Wounds and exhaustion", "Damage dice are applied one by one. Top causes wounds, the second die exhaustion, and all others wounds. With an unskilled weapon, all dice except Top cause exhaustion. With a scenario option, the first die that does harm counts as Top instead of the highest one."),
        Rule::new(
            "F8.2",
            "Unconsciousness and death",
            "Wounds and exhaustion reduce ST. At 1 a figure is unconscious, and below 1 it is dead. \
             Exhaustion cannot reduce ST below 1. \
             The remaining dice of the attack have no effect. \
             With a scenario option, figures that are not too far below 0 revive after the battle.",
        ),
        Rule::new(
            "F8.3",
            "Shields, armour and hide",
            "Damage dice use up protection: first that of the shield, then that of the armour, then that of the hide. Each may always stop some points, and more if it interposes.",
        )
        .filled("An item interposes if a die is not above its rating."),
        Rule::new(
            "F8.4",
            "Covered hexes",
            "A figure that defends can also interpose the item it defends with. \
             This item covers all front hexes if the figure holds nothing else that stops attacks, and otherwise its own side, like a shield. \
             A dodge against a distant attack moves a small or large shield to the front, but no other item. \
             A weapon in the second hand does not stop missiles.",
        )
        .filled(format!("A shield may be held to cover the front, its side, or nothing. Defending gives a rating of {DEFEND_RATING}, and a block of {DEFEND_WEAPON_BLOCK} to a weapon without a block.")),
        Rule::new(
            "F8.5",
            "Bypassing protection",
            "Five digits say which protection an attack bypasses, in this order: defence, spells, armour, shields, and the body itself; 9 means none. \
             With some digits, the target takes no harm if it makes a saving roll of ST, DX or IQ.",
        )
        .filled("The digits of ammunition override those of the weapon. The attacks of a body may have digits too."),
        Rule::new(
            "F8.6",
            "Shock and falling",
            format!("More than {SHOCK_OVER} points from one attack change modDX by {SHOCK_PENALTY} in the next round."),
        )
        .filled(format!("With {FALL_AT} or more, the figure falls.")),
        Rule::new("F8.7", "Harm in a round", "The harm that a figure takes in a round is recorded until the forced retreats of the next round."),
    ]
}
