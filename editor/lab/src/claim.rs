//! Turns a simulated share of wins into a check of the pack, as a regression test.

use std::io::Write;

use foeman_engine::cast::Cast;
use foeman_engine::ruleset::SideId;
use foeman_schema::catalogs::checks::{AnyCheck, BoardName, CATALOG, Expectation, SeatedPlayer, ShareClaim};
use foeman_schema::dialect::Ref;
use foeman_schema::edit::written;
use serde_json::{Value, json};

use super::record::Record;
use foeman_base::console::{Failure, Stream};

/// The tolerance of a claim around the simulated share, in per cent. It is wide enough to decide the claim quickly.
const MARGIN: f64 = 5.0;

/// Writes a check that a side keeps winning about as often, tested on other battles than the simulated ones.
pub fn write(record: &Record, side: SideId, cast: &Cast, out: &mut Stream<'_>) -> Result<(), Failure> {
    if let Some((id, value)) = made(record, side, cast) {
        writeln!(out, "{CATALOG}:\n  {}", written(&id, &value, 2))?;
    }
    Ok(())
}

/// Returns that check as a record, with its id.
pub fn made(record: &Record, side: SideId, cast: &Cast) -> Option<(String, Value)> {
    let heading = &record.heading;
    let report = record.reports.first()?;
    let name = |at: usize| {
        let id = cast.sides.get(at).or_else(|| report.sides.get(at));
        BoardName(id.cloned().unwrap_or_else(|| (at + 1).to_string()))
    };
    let own = usize::from(side.0);
    let share = report.win_share(side);
    let (from, to) = ((100.0 * share.low).floor(), (100.0 * share.high).ceil());
    let claim = ShareClaim { from, to, margin: Some(MARGIN), alpha: 1.0, beta: 1.0, battles: 20_000 };
    let next = heading.seed.wrapping_add(u64::from(heading.battles));
    let title = report.sides.get(own).map_or("", String::as_str);
    let counted = format!(
        "It won {} of {} battles ({:.1} %), with seeds from {} on.",
        report.wins(side),
        report.battles.len(),
        100.0 * share.share,
        heading.seed
    );
    let seats = heading.players.iter().enumerate();
    let check = AnyCheck {
        title: format!("{title}: {from} to {to} % of battles"),
        about: counted,
        scenario: Ref::new(heading.scenario.clone()),
        // Other seeds than the simulated ones. Seeds of checks have 32 bits, half of the usual size.
        seed: u32::try_from(next).unwrap_or(1),
        players: seats.map(|(at, player)| SeatedPlayer { side: name(at), player: player.clone() }).collect(),
        commands: Vec::new(),
        expect: vec![Expectation::Won { side: name(own) }],
        share: Some(claim),
    };
    let id = format!("{}-{}-wins", heading.scenario, foeman_schema::text::kebab(&name(own).0));
    let mut value = json!(check);
    // Write whole numbers as `93`, not `93.0`.
    for number in value["share"].as_object_mut().into_iter().flat_map(|share| share.values_mut()) {
        if let Some(whole) = number.as_f64().filter(|number| number.fract() == 0.0) {
            *number = json!(whole as i64);
        }
    }
    Some((id, value))
}
