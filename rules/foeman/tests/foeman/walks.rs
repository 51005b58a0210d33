//! Paths are correct: their steps are legal and lead to their end, for the stated cost and without a roll; barred paths
//! are illegal.

use std::collections::BTreeSet;

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::ruleset::{Ruleset, Turn};
use foeman_test_support::packs;
use ruleset_foeman::command::Command;
use ruleset_foeman::ids::FigureId;
use ruleset_foeman::situation::footprint;
use ruleset_foeman::state::Question;
use ruleset_foeman::{Foeman, Situation};

use crate::ground::play;

#[test]
fn every_way_leads_where_it_says_for_what_it_says_and_no_way_takes_a_roll() {
    let (mut gone, mut barred, mut rules) = (0, 0, BTreeSet::new());
    for scenario in packs::playable("arena") {
        let mut battle = Battle::<Foeman>::new(&scenario, Seed(3)).expect("it can be played");
        let mut numbers: u64 = 17;
        play(&mut battle, |battle, legal| {
            numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if battle.entries().len().is_multiple_of(8) {
                gone += walk(battle);
                let known = Foeman::capabilities().barred.expect("Foeman explains illegal commands");
                for (command, refusal) in known(battle.content(), battle.state()) {
                    assert_eq!(battle.check(&command), Err(refusal), "{command:?}");
                    barred += 1;
                    rules.insert(refusal.rule);
                }
            }
            (battle.entries().len() < 160).then(|| legal[(numbers >> 33) as usize % legal.len()])
        });
    }
    assert!(gone > 1000 && barred > 300 && rules.len() > 8, "{gone} ways, {barred} barred, {rules:?}");
}

/// Walks all paths from here on copies of the battle; returns their number.
fn walk(battle: &Battle<Foeman>) -> usize {
    let content = battle.content();
    let paths = Foeman::capabilities().paths.as_ref().expect("Foeman has paths");
    let all = (paths.ways)(content, battle.state());
    let Some(Question::Move { figure: Some(figure), .. }) = battle.state().question() else {
        assert_eq!(all.len(), 0, "no figure has to move");
        return 0;
    };
    let ends: BTreeSet<_> = all.iter().filter_map(|(way, _)| way.end()).collect();
    assert_eq!(ends.len(), all.len(), "one way to each cell");
    'ways: for (way, commands) in &all {
        let mut battle = battle.clone();
        let mp = battle.state().figure(figure).mp;
        for command in commands {
            assert_eq!(
                battle.turn(),
                Turn::Ask { side: battle.state().figure(figure).commander, actor: Some(way.actor) }
            );
            battle.issue(*command).expect("each step is legal");
            let draws = &battle.entries().last().expect("it is an entry").draws;
            assert!(!draws.iter().any(|draw| ["leave", "front"].contains(&&*draw.purpose)), "{draws:?}");
            if !draws.is_empty() {
                // Fire can stop a figure on its way, which is not known in advance.
                continue 'ways;
            }
        }
        let there = battle.state().figure(figure);
        assert_eq!(Some(content.land.field.geometry.cell(there.hex)), way.end());
        assert_eq!((there.facing.index(), u32::from(there.mp)), (way.facing, way.used.0));
        assert_eq!(way.cost, u32::from(there.mp - mp));
        assert_eq!(way.cells.len(), commands.len() + 1);
    }
    // A path leads to every cell that a single step without a roll reaches.
    for command in battle.legal() {
        let Command::Step { .. } = command else { continue };
        let mut after = battle.clone();
        after.issue(command).expect("it is legal");
        let rolled = after.entries().last().is_some_and(|entry| !entry.draws.is_empty());
        let own = after.state().figure(figure);
        let among = footprint::hexes(Situation::new(content, after.state()), figure).iter().any(|&hex| {
            let shares =
                |other: FigureId| footprint::hexes(Situation::new(content, battle.state()), other).contains(&hex);
            (0..battle.state().figures.len() as u16).map(FigureId).any(|other| other != figure && shares(other))
        });
        let grappled =
            own.manoeuvres.grapples || battle.state().current().is_some_and(|current| current.origin.is_some());
        if !rolled && !among && !grappled {
            let head = content.land.field.geometry.cell(own.hex);
            assert!(ends.contains(&head), "{head:?} is not among {ends:?}");
        }
    }
    all.len()
}
