//! Journals, valid and tampered: they must be replayed and verified, or rejected with the line.

use foeman_engine::dice::Seed;
use foeman_engine::game::{Engine, Registry, Viewer};
use foeman_engine::ruleset::Turn;
use foeman_registry::SHIPPED;
use foeman_schema::resolve::Resolved;

use super::Target;
use foeman_test_support::packs;
use foeman_test_support::toy::{TOY, bout};

pub(super) const TARGET: Target = Target { name: "journals", run, seeds };

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for registry in [SHIPPED, TOY] {
        read(registry, &text);
    }
}

fn read(registry: Registry, text: &str) {
    let Ok(engine) = registry.engine_of(text) else { return };
    let lines = text.lines().count().max(1);
    let verified = engine.verify(text);
    match engine.replay(text) {
        Ok(game) => {
            game.seen(Viewer::All);
            game.turn();
            if let Ok(verified) = verified {
                assert_eq!((verified.entries, verified.hash), (game.entries(), game.hash()), "replay is play");
            }
        }
        Err(error) => {
            assert!((1..=lines + 1).contains(&error.line), "`{}` is reported at line {}", error.message, error.line);
            assert!(verified.is_err(), "what cannot be replayed is not true");
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let start = |name: &str, scenario: &str| {
        packs::playable(name).into_iter().find(|it| it.scenario.id == scenario).expect("it is shipped")
    };
    let toy = TOY.engines()[0];
    let foeman = SHIPPED.engine("foeman").expect("it is shipped");
    let duel = start("arena", "duel");
    let entropy = SHIPPED.engine("entropy").expect("it is shipped");
    let first = packs::playable("entropy").swap_remove(0);
    vec![played(toy, &bout("meadow"), 8), played(foeman, &duel, 4), played(entropy, &first, 6)]
}

/// Returns the journal of a battle after some steps.
fn played(engine: &dyn Engine, resolved: &Resolved, steps: usize) -> Vec<u8> {
    let mut game = engine.start(resolved, Seed(7)).expect("shipped scenarios can be played");
    let player = engine.players()[0].id;
    for _ in 0..steps {
        if matches!(game.turn(), Turn::Over(_)) {
            break;
        }
        game.step(player);
    }
    game.journal().into_bytes()
}
