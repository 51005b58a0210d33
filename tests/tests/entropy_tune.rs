//! temporary
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use foeman_rules::dice::Seed;
use foeman_rules::game::Engine;
use foeman_rules::player::PlayerKind;
use foeman_rules::ruleset::SideId;
use foeman_rules::simulate::Plan;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::Value;

fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(b), Value::Object(o)) => for (k, v) in o { merge(b.entry(k.clone()).or_insert(Value::Null), v) },
        (b, o) => *b = o.clone(),
    }
}
fn pack() -> BTreeMap<String, BTreeMap<String, Value>> {
    let mut all: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
    for f in ["bodies", "weapons", "armours", "duels"] {
        let text = std::fs::read_to_string(format!("{}/../content/entropy/{f}.yaml", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let v: Value = serde_yaml::from_str(&text).unwrap();
        for (id, r) in v[f].as_object().unwrap() {
            let mut r = r.clone();
            if let Some(base) = r.get("extends").map(|b| b.as_str().unwrap().to_owned()) {
                let mut m = all[f][&base].clone();
                r.as_object_mut().unwrap().remove("extends");
                merge(&mut m, &r);
                r = m;
            }
            all.entry(f.into()).or_default().insert(id.clone(), r);
        }
    }
    all
}
#[test]
fn tune() {
    let pack = pack();
    let engine = foeman_rules::rulesets::SHIPPED.engine("entropy").unwrap();
    for duel in pack["duels"].keys() {
        if let Ok(only) = std::env::var("DUEL") { if only != *duel { continue; } }
        let r = Resolved { ruleset: "entropy".into(), scenario: RecordKey::new("duels", duel), records: pack.clone() };
        for players in [[PlayerKind::Greedy; 2], [PlayerKind::Greedy, PlayerKind::Random], [PlayerKind::Random, PlayerKind::Greedy]] {
            let plan = Plan { battles: 400, seed: Seed(1), threads: 2, players: players.to_vec() };
            let rep = engine.simulate(&r, &plan, &|| (), &AtomicBool::new(false)).unwrap();
            println!("{duel:24} {players:?} {} : {} draws {} limit {} median {} p10 {} p90 {}", rep.wins(SideId(0)), rep.wins(SideId(1)), rep.draws(), rep.round_limits(), rep.rounds_percentile(50), rep.rounds_percentile(10), rep.rounds_percentile(90));
        }
        let mut g = engine.start(&r, Seed(3)).unwrap();
        for _ in 0..if std::env::var("DUEL").is_ok() { 160 } else { 0 } { g.step(PlayerKind::Greedy); }
        if std::env::var("DUEL").is_ok() { for l in g.lines() { println!("{:?} {} {:?}", l.line.kind, l.line.text, l.line.terms.iter().map(|t| format!("{} {}", t.name, t.value)).collect::<Vec<_>>()); } }
    }
}
