use foeman_rules::{dice::Seed, simulate::*, player::*};
use foeman_tests::toy::*;
use std::sync::atomic::AtomicBool;
fn main() {
    for players in [vec![PlayerKind::Random; 2], vec![]] {
        let t = std::time::Instant::now();
        let r = simulate::<Tug>(&bout("meadow"), &Plan { battles: 2000, seed: Seed(0), threads: 1, players }, &|| (), &AtomicBool::new(false)).unwrap();
        println!("{:?} median {} limits {} w {} {}", t.elapsed(), r.rounds_percentile(50), r.round_limits(), r.wins(foeman_rules::ruleset::SideId(0)), r.wins(foeman_rules::ruleset::SideId(1)));
    }
}
