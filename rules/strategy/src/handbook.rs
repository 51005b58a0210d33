//! The handbook of the strategy rules in plain English.

use super::situation::MOST_BUILT;
use foeman_engine::handbook::{Chapter, Handbook, Rule};

pub(super) fn handbook() -> Handbook {
    Handbook {
        title: "The strategy rules",
        about: "What the sums and refusals of a strategy game mean by numbers such as S3.2. \
                They are the default rules of Hexkit; custom rules of a scenario can change what commands do.",
        chapters: vec![
            Chapter { number: "S1", title: "The world", rules: world() },
            Chapter { number: "S2", title: "Turns", rules: turns() },
            Chapter { number: "S3", title: "Values", rules: values() },
            Chapter { number: "S4", title: "Commands", rules: commands() },
            Chapter { number: "S5", title: "Movement and combat", rules: combat() },
        ],
    }
}

fn world() -> Vec<Rule> {
    vec![
        Rule::new(
            "S1.1",
            "Sites and stacks",
            "The map consists of sites. \
             A site has a stack of terrains, units and effects. \
             All units of a stack have the same owner, and its terrains and effects have the owner of the site.",
        ),
        Rule::new(
            "S1.2",
            "Placed and unplaced",
            "Effects are always placed, upgrades never. \
             Units and terrains that a faction builds are unplaced until the faction places them.",
        ),
        Rule::new(
            "S1.3",
            "Names of units",
            "A new unit gets a number after its name if the faction can build its class or owns two of it.",
        ),
    ]
}

fn turns() -> Vec<Rule> {
    vec![
        Rule::new(
            "S2.1",
            "Order of turns",
            "The factions play one after the other, in the order of the scenario. \
             A faction begins its turn, gives commands, and ends it.",
        ),
        Rule::new(
            "S2.2",
            "Beginning a turn",
            "From the second turn on, the resources of the faction and its units grow, and units that the faction cannot support are disbanded. \
             Then its conditions of victory are tested.",
        ),
        Rule::new(
            "S2.3",
            "Ending a turn",
            "Resources that are reset get their new value, all units can attack and move again, and the next faction has its turn. \
             Then every faction that has resigned or meets a condition of defeat leaves the game. \
             If none is left, the game is a draw.",
        ),
        Rule::new(
            "S2.4",
            "Victory and defeat",
            "A faction wins if it is the only one left, or if its sites, units, unit strength or turns reach a threshold of victory. \
             It loses if they fall to a threshold of defeat. \
             A resource can have such thresholds too.",
        ),
        Rule::new(
            "S2.5",
            "Resigning",
            "A faction that has resigned can only end its turn, and leaves the game then. \
             Its units are removed, and its sites have no owner.",
        ),
        Rule::new(
            "S2.6",
            "Endless custom rules",
            "If custom rules have made a faction do too much in one turn, it can only end the turn.",
        ),
    ]
}

fn values() -> Vec<Rule> {
    vec![
        Rule::new(
            "S3.1",
            "Ranges",
            "Attributes, resources and counters have a range, and every change stops at its ends. \
             A missing value counts as 0.",
        ),
        Rule::new(
            "S3.2",
            "Attributes",
            "An attribute is its basic value plus the modifiers of the thing itself; for units, the modifiers of things around them are added. \
             Things that are not in play keep their last value.",
        ),
        Rule::new(
            "S3.3",
            "Modifiers",
            "A modifier applies to the thing itself, to its owner, or to units. \
             Modifiers for units apply in the same site or, if they are ranged, in all sites within a range except their own; range 0 is the whole map. \
             Units of the owner can have separate modifiers, which replace those for all units.",
        ),
        Rule::new(
            "S3.4",
            "Resources of a faction",
            "A faction gains a resource by its own modifier, its upgrades, its placed units, and the terrains and effects in its sites. \
             Most resources accumulate at the beginning of its turn. \
             Those that are reset are the first value plus this gain, and are set at the end of every turn.",
        ),
        Rule::new(
            "S3.5",
            "Resources of units",
            "At the beginning of a turn, a unit's resources change by its modifiers, and it takes what it lacks from terrains and effects in its site that give resources away. \
             Something that has given everything away can disappear.",
        ),
        Rule::new(
            "S3.6",
            "Unsupported units",
            "If the upkeep of units would take a resource below its minimum, the least valuable unit that needs it is disbanded, until the rest can be supported.",
        ),
    ]
}

fn commands() -> Vec<Rule> {
    vec![
        Rule::new(
            "S4.1",
            "Things in a command",
            "A command names things of the faction that gives it, each once: only units, only terrains, only effects or only upgrades. \
             Its target is on the map.",
        ),
        Rule::new(
            "S4.2",
            "Attack",
            "Placed units attack a site that all of them can attack. Afterwards those that survive cannot attack again in this turn.",
        ),
        Rule::new(
            "S4.3",
            "Build",
            format!(
                "A faction builds classes from its list and pays for them, at most {MOST_BUILT} of a class at once. \
                 What is built is unplaced."
            ),
        ),
        Rule::new(
            "S4.4",
            "Destroy",
            "A faction disbands units and tears down terrains that can be destroyed. \
             It gets back a fifth of their cost, rounded down.",
        ),
        Rule::new(
            "S4.5",
            "Move",
            "Placed units of one site move together to a site that all of them can reach. \
             Afterwards they cannot move again in this turn.",
        ),
        Rule::new(
            "S4.6",
            "Place",
            "An unplaced unit or terrain is placed in one of the sites for its class, if the site is the faction's own and has no units of others. \
             Units that are placed can neither move nor attack in this turn.",
        ),
        Rule::new(
            "S4.7",
            "Automate and rename",
            "Automate hands a text to custom rules, and does nothing without them. Rename gives things a name.",
        ),
        Rule::new(
            "S4.8",
            "Capture",
            "A unit that can capture takes the site in which it arrives, if a terrain there can be captured.",
        ),
    ]
}

fn combat() -> Vec<Rule> {
    vec![
        Rule::new(
            "S5.1",
            "Steps",
            "A step costs the difficulty of the terrains in the next site, at least 1. \
             A site with a total difficulty of 0 cannot be entered. \
             Sites with units of others cannot be entered either.",
        ),
        Rule::new(
            "S5.2",
            "Range of attack",
            "A unit attacks sites with units of others within its range, if its morale is above 0. \
             A unit with the range mode `line` needs a free line of sight to sites that are not next to it.",
        ),
        Rule::new(
            "S5.3",
            "Combat",
            "Each attacker attacks one of the defenders at random, and then each defender that is left attacks one of the attackers that it can reach. \
             An attacked unit is destroyed.",
        ),
        Rule::new(
            "S5.4",
            "Losses",
            "Losses are a percentage of the strength of each side, with halves rounded up. \
             An estimate subtracts the strength of the attackers from the defenders, and any surplus of the defenders from the attackers.",
        ),
    ]
}
