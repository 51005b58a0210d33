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
                "A figure that acts chooses how many dice it rolls, at most {MOST_DICE}. What it chose in the last round stays known while all move."
            ),
        ),
        Rule::new(
            "F6.2",
            "A segment",
            "Everybody who has not acted chooses what to do, to whom and with how many dice, the highest modDX first. \
             Then the one with the most dice acts; among equals the higher modDX, then who chose first. \
             This goes on until all have acted. \
             Whose choice lowers its modDX below that of somebody who has not chosen yet is asked again later.",
        ),
        Rule::new(
            "F6.3",
            "Watching and getting out of the way",
            format!(
                "To watch counts as {WATCH_DICE} die, and a watcher may choose anew in every later segment. \
                 To move or defend takes effect at once. \
                 Where the scenario has it so it must win a segment instead, with {CONTESTED_DICE} dice."
            ),
        )
        .filled("A dodge takes effect as a defence does."),
        Rule::new(
            "F6.4",
            "Watchers",
            "When all have chosen, watchers are asked again. They act before the others only with more dice than these.",
        ),
        Rule::new(
            "F6.5",
            "Aim",
            format!(
                "Whoever watches, defends or dodges with a target in sight gathers aim at it: one point for each round since, {AIM_LIMIT} at most, for its next attack on this target. \
                 Another target, another action, or more movement than watching allows ends it."
            ),
        ),
        Rule::new(
            "F6.6",
            "Repeating",
            "Who attacks or readies as in the last round, without having moved, has no automatic miss.",
        ),
        Rule::new(
            "F6.7",
            "Readying",
            format!(
                "Making something ready takes a saving roll against modDX with {LEAST_READY_DICE} to {MOST_READY_DICE} dice; a scenario may allow any number. One's own gear gives {OWN_READY_BONUS:+}."
            ),
        ),
        Rule::new(
            "F6.8",
            "Before a figure has chosen",
            "Until a figure has chosen a target, its modDX is that against the neighbour whose facing helps it most.",
        ),
        Rule::new("F6.9", "Acting while moving", "Who has attacked in the middle of its move has acted already."),
        Rule::new(
            "F6.10",
            "Which item",
            "The ready item is used. A scenario may have the item chosen together with the action.",
        ),
    ]
}

fn attacks() -> Vec<Rule> {
    vec![
        Rule::new(
            "F7.1",
            "The hit roll",
            format!(
                "The attacker rolls its dice, {ORDINARY_DICE} as a rule, and hits when they do not come to more than its adjusted DX. \
                 That is modDX with {SIDE_BONUS:+} from the target's side or {REAR_BONUS:+} from its rear, aim, and what effects give. \
                 A missile loses a point for each {} begun beyond the first {POINT_BLANK_HEXES}.",
                hexes(FIRE_HEXES_PER_POINT)
            ),
        )
        .filled(format!(
            "A target that lies gives {PRONE_BONUS:+}. What is hurled loses a point for each {}. \
             A blow or jab at somebody beside on lower ground gets {HIGHER_GROUND_BONUS:+}. \
             A weapon takes {WEAKNESS_PER_POINT} point of DX for each point of ST that is missing for it, unless the scenario has it otherwise.",
            hexes(HURL_HEXES_PER_POINT)
        )),
        Rule::new(
            "F7.2",
            "Missing by itself",
            format!(
                "A total of {AUTOMATIC_MISS_PER_DIE} times the dice or more misses, whatever the DX, unless the action is repeated. \
                 Where the scenario has it so, a total of more than {DROP_MARGIN} above that drops the weapon, and a missile with it."
            ),
        )
        .filled("Bodies drop nothing, and nothing is dropped where a miss is lifted."),
        Rule::new(
            "F7.3",
            "Defence and dodge",
            "Against somebody who defends, beside it, and somebody who dodges, from afar, the attacker rolls one die more, and one die more of its hit dice is no damage. It helps against what comes from the front.",
        )
        .filled("So it harms with as many dice as otherwise."),
        Rule::new("F7.4", "Damage dice", "A weapon harms with the dice of its hit roll less some: -1H leaves all but one.")
            .filled("Missiles and special weapons may have a fixed number instead, such as 2D."),
        Rule::new(
            "F7.5",
            "Strength limits damage",
            format!(
                "Of the damage dice of an adventurer, one counts for each {ST_PER_DAMAGE_DIE} points of basic ST begun, {DAMAGE_DICE_LIMIT} at most, and the highest are kept. \
                 Each time that hit dice were rolled again gives one more. \
                 Emplaced weapons are not limited, and anybody may roll fewer. \
                 A scenario may limit everybody."
            ),
        ),
        Rule::new("F7.6", "Top, Cup and Low", "Damage dice are sorted. The highest is Top, the lowest Low, those between are Cup dice. The second die comes after Top."),
        Rule::new(
            "F7.7",
            "Changed dice",
            "What a weapon or talent gives may go to one of these dice: T+1 to Top, L-1 to Low, C+1 to each Cup die, and L+1<3 only when it shows less than 3. Dice do not go below 0 and keep their order.",
        )
        .filled("Weapon Proficiency looks at the Low die as the adventurer's bonus has left it, and before these changes."),
        Rule::new(
            "F7.8",
            "The adventurer's second die",
            format!("With an ordinary weapon that takes skill, the second die of an adventurer gains {ADVENTURER_BONUS} when it is no higher than the lowest die of the hit roll that is not 0. A scenario may give it only to adventurers whom a person decides for."),
        ),
        Rule::new(
            "F7.9",
            "Weapon Proficiency",
            format!(
                "A hero or wizard may say before the roll that its skill counts, without having learnt anything unless the scenario has it otherwise, and if its modIQ is above the level of the weapon's talent, {PROFICIENCY_LEVEL} where it has none. \
                 The Low die then gains one when it is odd and two when it is even. \
                 It costs modIQ by the dice that were rolled, with the one that a defence or a dodge adds: {} when the attack misses; when it hits {} with four dice, {} with five, and nothing with more.",
                cost(4, false),
                cost(4, true),
                cost(5, true),
            ),
        )
        .filled("With three dice or fewer, a hit costs as much as with four. A charge may be made with it, too. Where a scenario lets nobody have it without learning, it takes the talent that the weapon names."),
        Rule::new("F7.10", "Fleetness", format!("At the start of its move a figure with this talent saves with {FLEETNESS_DICE} dice against ST. It gets a third of a die more MA for the round, or is tired by a point. Heroes and wizards have it without learning it, unless the scenario has it otherwise.")),
        Rule::new("F7.11", "What takes no skill", "Bare hands, rocks, clubs and crude arms take no skill. A scenario may count crude bows as skilled."),
        Rule::new("F7.12", "The shield's side", "A scenario may close the side on which a figure holds its shield to its own attacks."),
    ]
}

/// `hex` for one, otherwise `4 hexes`.
fn hexes(count: u32) -> String {
    if count == 1 { "hex".to_owned() } else { format!("{count} hexes") }
}

fn harm() -> Vec<Rule> {
    vec![
        Rule::new("F8.1", "Wounds and exhaustion", "Damage dice count one after the other. Top wounds, the second die tires, all others wound. A weapon that takes no skill tires with all dice but Top. In a scenario that has it so, the first die that harms counts as Top, and not the highest."),
        Rule::new(
            "F8.2",
            "Falling and dying",
            "Wounds and exhaustion take ST away. At 1 a figure is unconscious, below that it is dead. \
             Exhaustion leaves 1 at least. \
             Once a die has done this, the rest of the attack is lost. \
             A scenario may let those revive after the battle who are not too far below 0.",
        ),
        Rule::new(
            "F8.3",
            "Shield, armour and hide",
            "Protection is used up over the dice: first the shield's, then the armour's, then the hide's. Each may always stop some points, and more when it gets in the way.",
        )
        .filled("Something gets in the way when a die is not above its rating."),
        Rule::new(
            "F8.4",
            "What covers which hexes",
            "Who defends has what it defends with in the way as well. \
             What it defends with covers all front hexes when it holds nothing else that wards off blows, and otherwise its own side, as a shield does. \
             A dodge from afar brings a small or large shield to the front, and nothing else. \
             A weapon in the second hand stops no missiles.",
        )
        .filled(format!("A shield may be held so as to cover the front, its side, or nothing. Defending gives a rating of {DEFEND_RATING}, and a block of {DEFEND_WEAPON_BLOCK} to a weapon that has none.")),
        Rule::new(
            "F8.5",
            "What an attack goes past",
            "Five digits say what an attack goes past, in this order: defence, spells, armour, shields, and the body itself; 9 means nothing. \
             Some let the target save with ST, DX or IQ to take no harm at all.",
        )
        .filled("The digits of ammunition go before those of what fires it. The attacks of a body may have digits, too."),
        Rule::new(
            "F8.6",
            "Shock and falling",
            format!("More than {SHOCK_OVER} points from one attack change modDX by {SHOCK_PENALTY} in the next round."),
        )
        .filled(format!("{FALL_AT} or more throw the figure down.")),
        Rule::new("F8.7", "The harm of a round", "What a figure was harmed by is counted for each round, for forced retreats, and forgotten after these."),
    ]
}
