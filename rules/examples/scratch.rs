#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use foeman_rules::rulesets::foeman::Foeman;
use foeman_rules::{battle::*, dice::Seed, game::*, player::*, ruleset::*, simulate::*};
use foeman_schema::{resolve::Resolved, text::RecordKey};
use serde_json::Value;
use std::collections::BTreeMap;
fn merge(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let mut x = x.clone();
            for (k, v) in y {
                if v.is_null() {
                    x.remove(k);
                } else {
                    let n = x.get(k).map(|o| merge(o, v)).unwrap_or(v.clone());
                    x.insert(k.clone(), n);
                }
            }
            Value::Object(x)
        }
        _ => b.clone(),
    }
}
fn get(r: &BTreeMap<String, Value>, id: &str) -> Value {
    let mut v = r[id].clone();
    if let Some(e) = v.get("extends").and_then(|e| e.as_str()).map(str::to_owned) {
        v.as_object_mut().unwrap().remove("extends");
        v = merge(&get(r, &e), &v);
    }
    v
}
pub fn load(scenario: &str) -> Resolved {
    let mut records: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    for f in ["figures", "items", "maps", "rosters", "scenarios", "sides", "terrains"] {
        let t = std::fs::read_to_string(format!("content/arena/{f}.yaml")).unwrap();
        let v: BTreeMap<String, BTreeMap<String, Value>> = serde_yaml::from_str(&t).unwrap();
        for (k, m) in v {
            let e: BTreeMap<String, Value> = m.keys().map(|id| (id.clone(), get(&m, id))).collect();
            records.insert(k, e);
        }
    }
    Resolved { ruleset: "foeman".into(), scenario: RecordKey::new("scenarios", scenario), records }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let r = load(&a[2]);
    if a[1] == "play" {
        let mut g = EngineOf::<Foeman>::new().start(&r, Seed(a[3].parse().unwrap())).unwrap();
        let mut n = 0;
        while !matches!(g.turn(), Turn::Over(_)) && g.entries() < 5000 {
            g.step(PlayerKind::Greedy);
            for t in &g.lines()[n..] {
                println!(
                    "{}{}",
                    match t.line.kind {
                        foeman_rules::told::LineKind::Heading => "\n",
                        foeman_rules::told::LineKind::Event => "  ",
                        _ => "    ",
                    },
                    t.line.text
                );
            }
            n = g.lines().len();
        }
        println!("{:?} entries {} {}", g.turn(), g.entries(), g.hash());
    } else {
        let n: u32 = a[3].parse().unwrap();
        let players: Vec<PlayerKind> = a
            .get(4)
            .map(|s| s.chars().map(|c| if c == 'r' { PlayerKind::Random } else { PlayerKind::Greedy }).collect())
            .unwrap_or_default();
        let t = std::time::Instant::now();
        let rep = simulate::<Foeman>(
            &r,
            &Plan { battles: n, seed: Seed(1), threads: 0, players },
            &|| {},
            &std::sync::atomic::AtomicBool::new(false),
        )
        .unwrap();
        let mut rounds: Vec<u32> = rep.battles.iter().map(|b| b.rounds).collect();
        rounds.sort();
        let lim = rep.battles.iter().filter(|b| b.outcome == Outcome::RoundLimit).count();
        let draw = rep.battles.iter().filter(|b| b.outcome == Outcome::Draw).count();
        println!(
            "{:?} wins {:?} limit {lim} draw {draw} rounds min {} q1 {} med {} q3 {} max {} in {:?}",
            rep.sides,
            (0..rep.sides.len()).map(|s| rep.wins(SideId(s as u8))).collect::<Vec<_>>(),
            rounds[0],
            rounds[rounds.len() / 4],
            rounds[rounds.len() / 2],
            rounds[rounds.len() * 3 / 4],
            rounds[rounds.len() - 1],
            t.elapsed()
        );
    }
}
