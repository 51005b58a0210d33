use std::sync::atomic::AtomicBool;
use foeman_rules::dice::Seed;
use foeman_rules::player::PlayerKind;
use foeman_rules::ruleset::{SideId, Turn};
use foeman_rules::simulate::{Plan, Report, simulate};
use foeman_rules::rulesets::action_codes::ActionCodes;
use super::{CONTESTS, contest};

fn battles(id: &str, battles: u32, players: [PlayerKind; 2]) -> Report {
    let plan = Plan { battles, seed: Seed(1), threads: 0, players: players.to_vec() };
    simulate::<ActionCodes>(&contest(id), &plan, &|| {}, &AtomicBool::new(false)).unwrap()
}

#[test]
fn tune() {
    use PlayerKind::{Greedy, Random};
    for id in CONTESTS {
        for players in [[Greedy, Greedy], [Random, Random], [Greedy, Random], [Random, Greedy]] {
            let r = battles(id, 200, players);
            println!("{id} {players:?}: {} : {} draws {} limit {} rounds {}/{}/{}", r.wins(SideId(0)), r.wins(SideId(1)), r.draws(), r.round_limits(), r.rounds_percentile(5), r.rounds_percentile(50), r.rounds_percentile(95));
        }
        let mut game = foeman_rules::rulesets::SHIPPED.engine("action-codes").unwrap().start(&contest(id), Seed(5)).unwrap();
        while !matches!(game.turn(), Turn::Over(_)) { game.step(PlayerKind::Greedy); }
        for told in game.lines().iter().take(0) { println!("{}  {:?}", told.line.text, told.line.terms.iter().map(|t| format!("{} {}", t.name, t.value)).collect::<Vec<_>>()); }
        println!("{:?}", game.turn());
    }
}
