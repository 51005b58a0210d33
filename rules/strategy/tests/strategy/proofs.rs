//! Every occasion of custom rules with every deed: it is done when, and only when, it should, directly and in a chain.
//!
//! What units are allowed and forbidden shows only in their choices; `rules.rs` tests that.

use foeman_engine::game::Game;

use crate::rules::{DONE, choose, lane, log, units};

/// The deeds, with what the log or the units show of them. `OTHERS` are all units of the other side, or of the own side
/// if it is the one attacked.
const DEEDS: [(&str, Shows, Needs); 13] = [
    ("{kind: tell, text: Now.}", Shows::Line("Now."), Needs::Nothing),
    ("{kind: change, variable: fame, by: 3, who: faction}", Shows::Line(" has 3 Fame (+3)"), Needs::Nothing),
    ("{kind: set, variable: fame, amount: 7, who: faction}", Shows::Line(" has 7 Fame (+7)"), Needs::Nothing),
    ("{kind: kill, who: OWN}", Shows::Line(" is gone"), Needs::Nothing),
    ("{kind: withdraw, who: OWN}", Shows::Unplaced, Needs::Nothing),
    ("{kind: become, unit: ghost, who: OWN}", Shows::Line(" becomes Ghost"), Needs::Nothing),
    ("{kind: recruit, unit: ghost}", Shows::Line("Ghost #1 joins "), Needs::Nothing),
    ("{kind: raise, terrain: wall}", Shows::Line("Wall appears"), Needs::Cell),
    ("{kind: lay, effect: fog}", Shows::Line("Fog appears"), Needs::Cell),
    ("{kind: raise, terrain: wall}, {kind: clear, terrain: wall}", Shows::Line("Wall"), Needs::Cell),
    ("{kind: cede, to: faction, who: others-near, within: 9}", Shows::Line(" passes from "), Needs::Cell),
    ("{kind: win}", Shows::Line(" wins: decided by Probe"), Needs::Nothing),
    ("{kind: lose}", Shows::Line(" has lost: decided by Probe"), Needs::Nothing),
];

/// The visible result of a deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    /// A line of the log contains this.
    Line(&'static str),
    /// A unit is no longer on the map.
    Unplaced,
}

/// What the occasion of a deed needs to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needs {
    Nothing,
    Cell,
}

/// How often a battle shows a deed.
fn shown(game: &dyn Game, shows: Shows) -> usize {
    match shows {
        Shows::Line(line) => log(game).iter().filter(|told| told.contains(line)).count(),
        Shows::Unplaced => (0..2).flat_map(|side| units(game, side)).filter(|(_, cell)| cell.is_none()).count(),
    }
}

/// Plays Red's commands that trigger an occasion, and returns how often the deed shows before the last one and after it.
fn played(rules: &str, choices: &[&str], shows: Shows) -> [usize; 2] {
    let mut game = lane(rules);
    let (last, first) = choices.split_last().expect("there is a command");
    for choice in first {
        choose(&mut *game, choice);
    }
    let before = shown(&*game, shows);
    choose(&mut *game, last);
    [before, shown(&*game, shows)]
}

fn rule(id: &str, when: &str, only: &str, deed: &str) -> String {
    format!("{id}:\n  title: Probe\n  when: {when}\n{only}  do: [{deed}]\n")
}

/// A deed on units that the occasion itself leaves alone.
fn deed_on(when: &str, deed: &str) -> String {
    // The unit that is struck dies in any case.
    let own = if matches!(when, "struck" | "dies") { "others-near, within: 9" } else { "own" };
    deed.replace("OWN", own)
}

#[test]
fn a_deed_is_done_on_its_occasion_and_only_if_its_conditions_hold() {
    for (when, choices) in DONE {
        // These occasions come at the start of the game, before the first command.
        let is_early = matches!(when, "turn-begins" | "unit-begins");
        let has_cell = !matches!(when, "turn-begins" | "turn-ends" | "built");
        for (deed, shows, needs) in DEEDS {
            let deed = deed_on(when, deed);
            let never = played(&rule("probe", when, "  if: [game.turn = 9]\n", &deed), choices, shows);
            if is_early {
                let game = lane(&rule("probe", when, "", &deed));
                let expected = needs == Needs::Nothing || has_cell;
                assert_eq!(shown(&*game, shows) > 0, expected, "{when}, {deed}: {:#?}", log(&*game));
                assert_eq!(never[0], 0, "{when}, {deed}");
                continue;
            }
            let [before, after] = played(&rule("probe", when, "", &deed), choices, shows);
            assert_eq!(before, never[0], "{when}, {deed} before");
            let expected = needs == Needs::Nothing || has_cell;
            assert_eq!(after != never[1], expected, "{when}, {deed}: {after} against {never:?}");
        }
    }
}

#[test]
fn a_deed_is_done_at_the_end_of_a_chain_of_rules() {
    let kill = "{kind: kill, who: others-near, within: 9}";
    for (deed, shows, _) in DEEDS {
        let deed = deed_on("dies", deed);
        let chain = |only: &str| {
            let rules = [rule("first", "moves", "", kill), rule("probe", "dies", only, &deed)].concat();
            played(&rules, &["Move Man #1 to Flag 1,0"], shows)
        };
        let ([before, after], [_, never]) = (chain("  factions: [blue]\n"), chain("  factions: [red]\n"));
        assert!(before == 0 && after != never, "{deed}: {after} against {never}");
    }
}
