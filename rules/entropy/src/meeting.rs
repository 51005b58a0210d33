//! Meetings of two duellists of any duels, with the rules of one of the duels.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::catalogs::Duel;
use foeman_engine::meeting::{Contender, MeetingDef};

pub(super) static MEETINGS: MeetingDef = MeetingDef { contenders, meet, crowds: None };

fn contenders(draft: &Draft) -> Vec<Contender> {
    let of = |duel: &str| {
        let key = RecordKey::new(Duel::CATALOG, duel);
        let duellists = draft.merged(&key).and_then(|value| value["duellists"].as_array().cloned()).unwrap_or_default();
        let contender = |(at, duellist): (usize, &Value)| {
            let name = duellist["name"].as_str().unwrap_or_default().to_owned();
            let id = format!("{duel}/{}", foeman_schema::text::kebab(&name));
            Contender { id, name, pointer: key.pointer().child("duellists").child(at.to_string()) }
        };
        duellists.iter().enumerate().map(contender).collect::<Vec<_>>()
    };
    draft.ids(Duel::CATALOG).flat_map(of).collect()
}

fn meet(draft: &Draft, duel: &RecordKey, who: [&Contender; 2]) -> Result<Resolved, String> {
    let mut value = draft.merged(duel).ok_or_else(|| format!("there is no `{duel}`"))?;
    let duellist = |who: &Contender| {
        let (key, rest) = who.pointer.record()?;
        let at: usize = rest.get(1)?.parse().ok()?;
        draft.merged(&key)?["duellists"].get(at).cloned()
    };
    let both: Option<Vec<Value>> = who.into_iter().map(duellist).collect();
    value["duellists"] = json!(both.ok_or("the duel has no duellist with this number")?);
    Ok(Resolved::made_up(draft, duel.clone(), vec![(duel.clone(), value)]))
}
