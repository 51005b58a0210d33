//! Whole blows, instruction by instruction, calculated by hand (`E6`-`E10`).

use foeman_engine::battle::Battle;
use foeman_engine::ruleset::{Outcome, Reason, Ruleset, SideId, Turn};
use ruleset_entropy::content::Part;
use ruleset_entropy::instruction::{Death, Ending, Why};
use ruleset_entropy::{Command, Entropy, Instruction};

use super::{battle, m};

const VEX: SideId = SideId(0);
const ORM: SideId = SideId(1);

/// A duel in which Vex acts first and cannot miss: agility 25 against 0.
fn duel(vex: &str, orm: &str, weapon: &str, armours: [&str; 2]) -> Battle<Entropy> {
    let worn = |armour: &str| if armour.is_empty() { String::new() } else { format!(", armour: {armour}") };
    let mut battle = battle(&format!(
        "bodies:\n  \
           vex: {{title: Vex's kind, physical: {{agl: 25}}, {vex}}}\n  \
           orm: {{title: Orm's kind, physical: {{agl: 0}}, {orm}}}\n\
         weapons:\n  \
           blade: {{title: Cold blade, {weapon}}}\n\
         armours:\n  \
           coat: {{title: Coat}}\n  \
           hot-coat: {{title: Hot coat, e-level: 60, upper-threshold: 70, defence-efficiency: {{plus: 0.8}}}}\n\
         duels:\n  \
           duel:\n    \
             title: Duel\n    \
             duellists:\n      \
               - {{name: Vex, color: '#b03a2e', body: vex, weapon: blade{}}}\n      \
               - {{name: Orm, color: '#2e6db0', body: orm, weapon: blade{}}}\n",
        worn(armours[0]),
        worn(armours[1]),
    ));
    battle.advance();
    assert_eq!(battle.turn(), Turn::Ask { side: VEX, actor: Some(0) });
    battle
}

/// Plays regeneration up to the next round.
fn next_round(battle: &mut Battle<Entropy>) {
    while battle.turn() == Turn::Auto {
        battle.advance();
    }
}

/// Returns the instructions of a strike by Vex, without the roll and the end of the turn.
fn strike(battle: &mut Battle<Entropy>) -> Vec<Instruction> {
    battle.issue(Command::Strike).unwrap();
    let did = &battle.entries().last().unwrap().did;
    assert!(matches!(did[0], Instruction::Strike { side: VEX, .. }));
    did[1..].iter().copied().filter(|instruction| *instruction != Instruction::Acted { side: VEX }).collect()
}

fn flow(side: SideId, flow: i64, efficiency: i64, change: i64) -> Instruction {
    Instruction::Flow { side, flow: m(flow), efficiency: m(efficiency), change: m(change) }
}

fn level(side: SideId, part: Part, to: i64) -> Instruction {
    Instruction::Level { side, part, to: m(to), why: Why::Flow }
}

fn overflow(side: SideId, part: Part, amount: i64) -> Instruction {
    Instruction::Overflow { side, part, amount: m(amount) }
}

fn damage(distance: i64, amount: i64) -> Instruction {
    Instruction::Damage { side: VEX, distance: m(distance), amount: Some(m(amount)) }
}

#[test]
fn the_plainest_blow_of_the_source_kills() {
    let mut battle = duel("e-level: 80", "e-level: 80", "e-level: 50", ["coat", "coat"]);
    let did = strike(&mut battle);
    assert_eq!(
        did,
        [
            // 50 - 80 < 0: Vex rises. Flow 10 + 5 - 5 = 10; efficiency 0.5 + 5 / 10 = 1 on both sides.
            flow(VEX, 10_000, 1000, 10_000),
            flow(ORM, -10_000, 1000, -10_000),
            level(VEX, Part::Weapon, 60_000),
            level(ORM, Part::Armour, 40_000),
            // |60 - 80| = 20; (5 + 5) - (5 + 5) / 21 = 10 - 0.476; capacity 5 - 9.524 < 0.
            damage(20_000, 9524),
            Instruction::Dies { side: ORM, of: Death::Blow },
            Instruction::Over { outcome: Ending::Won { side: VEX } },
        ]
    );
    assert_eq!(battle.turn(), Turn::Over(Outcome::won(VEX, Reason::LastStanding)));
}

#[test]
fn a_full_weapon_flows_over_into_the_armour_of_its_bearer() {
    let mut battle = duel("e-level: 80", "damage-capacity: 50", "e-level: 70", ["coat", ""]);
    assert_eq!(
        strike(&mut battle),
        [
            // 70 - 80 < 0: flow 10 * (0.5 + 0.5); Orm wears nothing: efficiency 0 + 5 / 10.
            flow(VEX, 10_000, 1000, 10_000),
            flow(ORM, -10_000, 500, -5000),
            // 80 would be 5 past 75; the excess flows into the coat: 50 + 5.
            level(VEX, Part::Weapon, 75_000),
            overflow(VEX, Part::Weapon, 5000),
            level(VEX, Part::Armour, 55_000),
            // 80 - 5 is exactly the lower threshold: nothing overflows.
            level(ORM, Part::Body, 75_000),
            // |75 - 75| = 0; (5 + 5) - (0 + 5) / 1 = 5.
            damage(0, 5000),
        ]
    );
    assert_eq!(battle.state().standing(ORM).capacity(battle.content().fighter(ORM)), m(45_000)); // 50 - 5
}

#[test]
fn a_natural_weapon_flows_over_past_the_armour() {
    let mut battle = duel("e-level: 80", "damage-capacity: 50", "e-level: 70, kind: natural", ["coat", ""]);
    let did = strike(&mut battle);
    assert!(did.contains(&overflow(VEX, Part::Weapon, 5000)));
    assert!(did.contains(&level(VEX, Part::Body, 85_000)), "80 + 5, exactly its upper threshold: {did:?}");
    assert_eq!(battle.state().standing(VEX).armour, m(50_000));
    assert!(!battle.state().standing(VEX).dead);
}

#[test]
fn an_overflow_out_of_a_body_kills_it_and_the_blow_still_lands() {
    let weapon = "e-level: 74, kind: natural";
    let mut battle = duel("e-level: 80", "damage-capacity: 50, e-tolerance-down: 4", weapon, ["", ""]);
    assert_eq!(
        strike(&mut battle),
        [
            flow(VEX, 10_000, 1000, 10_000),
            flow(ORM, -10_000, 500, -5000),
            // Weapon 74 + 1 = 75, body 80 + 5 = 85, and an overflow of 4.
            level(VEX, Part::Weapon, 75_000),
            overflow(VEX, Part::Weapon, 9000),
            level(VEX, Part::Body, 85_000),
            overflow(VEX, Part::Body, 4000),
            Instruction::Dies { side: VEX, of: Death::Overflow },
            // 80 - 4 = 76, and an overflow of 1. The dead are not hit again.
            level(ORM, Part::Body, 76_000),
            overflow(ORM, Part::Body, -1000),
            Instruction::Dies { side: ORM, of: Death::Overflow },
            Instruction::Over { outcome: Ending::Draw },
        ]
    );
}

#[test]
fn a_hot_weapon_cools_and_heats_and_the_shift_counts_in_the_blow() {
    let vex = "mental: {str: 6, agl: 4, end: 5}";
    let orm = "e-tolerance-up: 20, damage-capacity: 40, mental: {str: 5, agl: 5, end: 3}";
    let weapon = "e-level: 100, upper-threshold: 120, lower-threshold: 90, e-flow: 12, \
                  attack-efficiency: {plus: 2, minus: 0.25}";
    let mut battle = duel(vex, orm, weapon, ["", "hot-coat"]);
    assert_eq!(
        strike(&mut battle),
        [
            // 100 - 80 > 0: Vex falls. Flow 12 + 6 - 3 = 15.
            // Vex 0.25 + 4 / 10 = 0.65: -9.75. Orm 0.8 + 3 / 10 = 1.1: +16.5.
            flow(VEX, -15_000, 650, -9750),
            flow(ORM, 15_000, 1100, 16_500),
            level(VEX, Part::Weapon, 90_250),
            // The coat takes 60 -> 70; 6.5 overflow: 80 + 6.5.
            level(ORM, Part::Armour, 70_000),
            overflow(ORM, Part::Armour, 6500),
            level(ORM, Part::Body, 86_500),
            // |90.25 - 86.5| = 3.75; (5 + 5) - (5 + 5) / 4.75 = 10 - 2.105.
            damage(3750, 7895),
        ]
    );
    assert_eq!(battle.state().standing(ORM).bands, 0);
    // The other two act, all regenerate: the weapon 90.35, the coat 69.9, Orm 86.5 - 0.5 = 86.
    battle.issue(Command::Strike).unwrap();
    next_round(&mut battle);
    let did = strike(&mut battle);
    // Orm 86 < 90.35: the same flows; the coat takes 0.1, Orm 16.4: 102.4, limited to 100. That is 2 bands.
    assert!(did.contains(&overflow(ORM, Part::Body, 2400)), "{did:?}");
    assert!(did.contains(&Instruction::Shift { side: ORM, bands: 2 }), "{did:?}");
}

#[test]
fn equal_levels_let_nothing_flow_but_the_blow_lands() {
    let mut battle = duel("e-level: 80", "damage-capacity: 50", "e-level: 80, upper-threshold: 90", ["", ""]);
    // (5 + 5) - (0 + 5) / 1
    assert_eq!(strike(&mut battle), [damage(0, 5000)]);
}

#[test]
fn levels_more_than_twenty_five_apart_do_not_touch() {
    let mut battle = duel("e-level: 80", "e-level: 120, e-tolerance-down: 40", "e-level: 50", ["", ""]);
    // Weapon 50 + 10 = 60, Orm 120 - 5 = 115.
    let apart = Instruction::Damage { side: VEX, distance: m(55_000), amount: None };
    assert_eq!(strike(&mut battle).last(), Some(&apart));
}

#[test]
fn falling_endurance_kills_who_is_hurt_enough() {
    let orm = "e-tolerance-up: 20, damage-capacity: 1, e-level: 80, mental: {end: 20}";
    let weapon = "e-level: 200, upper-threshold: 250, lower-threshold: 100, e-flow: 20";
    let mut battle = duel("e-level: 80", orm, weapon, ["", ""]);
    let did = strike(&mut battle);
    // Flow 20 + 5 - 20 = 5, times 0 + 20 / 10: 10 levels up, one band: endurance 5 - 1, capacity 1 - 1 = 0.
    assert!(did.contains(&level(ORM, Part::Body, 90_000)), "{did:?}");
    assert!(did.contains(&Instruction::Shift { side: ORM, bands: 1 }));
    assert!(did.contains(&Instruction::Dies { side: ORM, of: Death::Weakness }));
}

#[test]
fn only_fitting_parities_move_their_own_level() {
    for (parity, raise, lower) in
        [("zero", false, false), ("plus", true, false), ("minus", false, true), ("both", true, true)]
    {
        let battle = duel(&format!("e-parity: {parity}"), "e-level: 80", "e-level: 50", ["", ""]);
        for (command, expected) in [(Command::Raise, raise), (Command::Lower, lower), (Command::Strike, true)] {
            let refusal = battle.check(&command);
            assert_eq!(refusal.is_ok(), expected, "{parity}: {command:?}");
            assert_eq!(refusal.err().map(|refusal| refusal.rule), (!expected).then_some("E5"));
        }
    }
}

#[test]
fn a_body_moves_its_level_up_to_the_threshold_and_no_further() {
    let mut battle = duel("e-parity: plus, mental: {agl: 9}", "e-level: 80", "e-level: 50", ["", ""]);
    battle.issue(Command::Raise).unwrap();
    // 9 / 10 * 9 = 8.1 would exceed 85.
    assert_eq!(battle.state().standing(VEX).body, m(85_000));
    battle.issue(Command::Strike).unwrap();
    next_round(&mut battle);
    // 85 - 0.9, so it can rise again.
    assert_eq!(battle.state().standing(VEX).body, m(84_100));
    assert!(battle.check(&Command::Raise).is_ok());
}

#[test]
fn without_mental_agility_no_level_moves() {
    let battle = duel("e-parity: both, mental: {agl: 0}", "e-level: 80", "e-level: 50", ["", ""]);
    assert_eq!(battle.legal(), [Command::Strike]);
    assert!(battle.check(&Command::Raise).unwrap_err().message.contains("mental agility"));
}

#[test]
fn the_quicker_acts_first_and_equals_roll_for_it() {
    let [mut first, mut rolls] = [0, 0];
    for seed in 0..200 {
        let mut battle =
            Battle::<Entropy>::new(&super::shipped("back-alley"), foeman_engine::dice::Seed(seed)).unwrap();
        battle.advance();
        let Turn::Ask { side, .. } = battle.turn() else { panic!("a side must act first") };
        first += usize::from(side == VEX);
        rolls += battle.entries()[1].draws.len();
    }
    assert_eq!(rolls, 200, "one roll for each tie");
    assert!((70..=130).contains(&first), "either is as likely as the other: {first}");
}

#[test]
fn the_chance_shown_is_the_exact_one() {
    let battle = duel("e-level: 80", "e-level: 80", "e-level: 50", ["", ""]);
    let odds = Entropy::choice(battle.content(), battle.state(), &Command::Strike).odds.unwrap();
    assert_eq!((odds.wins, odds.of), (20, 20));
    assert_eq!(Entropy::choice(battle.content(), battle.state(), &Command::Raise).odds, None);
}
