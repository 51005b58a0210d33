//! Where computer players do not look at the whole map, their results are the same as if they did. Assertions in the
//! players compare more results while these battles are played.

use foeman_engine::battle::Battle;
use foeman_engine::dice::Seed;
use foeman_engine::player::{Player, decide, listed};
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_test_support::world::{self, World};
use ruleset_strategy::Strategy;
use ruleset_strategy::ids::{FactionId, SiteId};
use ruleset_strategy::situation::Situation;

const WORLDS: [World; 3] = [
    World { size: 26, apart: 3, towns: 4 },
    World { size: 41, apart: 6, towns: 5 },
    World { size: 60, apart: 11, towns: 9 },
];

/// Plays the first turns of a world with Seeker on both sides, and looks at the situation after each command that
/// `looks` chooses by number.
fn played(world: World, turns: u32, looks: impl Fn(usize) -> bool, mut look: impl FnMut(Situation<'_>)) {
    let draft = Draft::from_texts([("pack.yaml".to_owned(), world.pack())], &SHIPPED.dialects());
    let resolved = resolve(&draft, world::SCENARIO).expect("the world is valid");
    let mut game = Battle::<Strategy>::new(&resolved, Seed(u64::from(world.size))).expect("the scenario can be played");
    let mut players: Vec<Box<dyn Player<Strategy>>> = (0..2).map(|_| listed::<Strategy>()[0].fresh()).collect();
    while game.state().turn < turns {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Auto => game.advance(),
            Turn::Ask { side, .. } => {
                let command = decide(&game, players[usize::from(side.0)].as_mut()).expect("a side must decide");
                game.issue(command).expect("players choose legal commands");
                if looks(game.entries().len()) {
                    look(Situation::new(game.content(), game.state()));
                }
            }
        }
    }
}

#[test]
fn the_cost_of_a_path_is_found_without_the_path() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut sure, mut refused) = (0, 0);
    for world in WORLDS {
        played(
            world,
            4,
            |entry| entry % 16 == 0,
            |now| {
                for unit in now.state.factions.iter().flat_map(|faction| faction.units.to_vec()) {
                    let Some(source) = now.state.listed(unit).site else { continue };
                    let target = SiteId(random.u32(..now.content.site_count() as u32));
                    let way = now.way(&[unit], source, target).map(|way| way.total_cost());
                    let distance = u64::from(now.content.distance(source, target));
                    for most in [u64::MAX, distance + 1, distance, distance.saturating_sub(1), 0] {
                        let cost = now.cost_within(unit, source, target, most);
                        assert_eq!(cost, way.filter(|cost| *cost <= most), "{unit:?} to {target:?} within {most}");
                        refused += u32::from(cost.is_none());
                    }
                    let owner = now.state.listed(unit).owner.expect("factions own their units");
                    let enemies = now.alien_sites(owner);
                    let enemy = enemies[random.usize(..enemies.len())];
                    if let Some(cost) = now.sure_attack_cost(unit, source, enemy) {
                        let way = now.way_to_attack(&[unit], source, enemy).map(|way| way.total_cost());
                        assert_eq!(Some(cost), way, "{unit:?} against {enemy:?}");
                        sure += 1;
                    }
                }
            },
        );
    }
    assert!(sure > 500 && refused > 500, "{sure} sure, {refused} refused");
}

#[test]
fn sites_are_listed_and_found_as_if_all_were_looked_at() {
    for world in WORLDS {
        played(
            world,
            3,
            |entry| entry % 24 == 0,
            |now| {
                let all = || now.content.columns();
                let capturable = all().filter(|&site| now.can_be_captured(site));
                assert!(now.capturable_sites().into_iter().eq(capturable));
                for faction in [FactionId(0), FactionId(1)] {
                    let held = all().filter(|&site| now.has_aliens(site, Some(faction)));
                    assert!(now.alien_sites(faction).into_iter().eq(held));
                    for class in now.content.faction(faction).builds.iter().copied() {
                        let mut targets = now.place_targets(faction, class);
                        assert_eq!(now.has_place_targets(faction, class), !targets.is_empty());
                        targets.sort_by_key(|&site| now.content.cell(site));
                        let found = all().filter(|&site| now.is_place_target(faction, class, site));
                        assert!(targets.into_iter().eq(found));
                    }
                }
            },
        );
    }
}
