//! Character sheets of roster figures: values computed in a made-up battle, with the functions of real battles.

mod alone;
mod facts;
mod holdings;
mod odds;
mod offers;
mod tables;

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde::Deserialize as _;
use serde_json::Value;

use crate::catalogs::{FigureType, Roster, RosterFigure};
use foeman_engine::sheet::{Attribute, Member, Sheet, SheetDef, Tables};

/// The sheets of this ruleset.
pub(crate) static SHEETS: SheetDef =
    SheetDef { catalog: Roster::CATALOG, members, sheet, tables, odds: odds::odds, offers: offers::offers };

/// The key of a roster's figures.
const FIGURES: &str = "figures";

fn members(draft: &Draft, roster: &RecordKey) -> Vec<Member> {
    let record = draft.merged(roster).unwrap_or_default();
    let figures = record.get(FIGURES).and_then(Value::as_object);
    let member = |(id, figure): (&String, &Value)| Member {
        id: id.clone(),
        name: figure.get("name").and_then(Value::as_str).unwrap_or(id).to_owned(),
        pointer: roster.pointer().child(FIGURES).child(id),
    };
    figures.into_iter().flatten().map(member).collect()
}

/// A figure as written in its roster.
fn written(draft: &Draft, member: &Member) -> Option<Value> {
    let (roster, _) = member.pointer.record()?;
    draft.merged(&roster)?.get_mut(FIGURES)?.get_mut(&member.id).map(Value::take)
}

fn sheet(draft: &Draft, member: &Member) -> Result<Sheet, String> {
    let value = written(draft, member).ok_or_else(|| format!("there is no figure `{}`", member.id))?;
    // The checks report the errors.
    let figure = RosterFigure::deserialize(&value).map_err(|_| "it has errors; fix them first")?;
    let kind = draft.typed(&RecordKey::new(FigureType::CATALOG, figure.r#type.id()));
    let kind = kind.ok_or_else(|| format!("there is no figure type `{}`", figure.r#type.id()))?;
    let kind: FigureType =
        kind.map_err(|_| format!("the figure type `{}` has errors; fix them first", figure.r#type.id()))?;
    let alone = alone::Alone::new(draft, value)?;
    let now = alone.now();
    Ok(Sheet {
        kind: kind.title.clone(),
        images: kind.images.clone(),
        attributes: attributes(member, &figure, &kind),
        points: facts::points(now),
        facts: facts::facts(now),
        holdings: holdings::holdings(draft, member, &figure, now),
    })
}

fn tables(draft: &Draft, member: &Member) -> Result<Tables, String> {
    let value = written(draft, member).ok_or_else(|| format!("there is no figure `{}`", member.id))?;
    Ok(tables::tables(alone::Alone::new(draft, value)?.now()))
}

fn attributes(member: &Member, figure: &RosterFigure, kind: &FigureType) -> Vec<Attribute> {
    let (own, usual) = (figure.attributes, kind.attributes);
    let all = [
        ("ST", own.st, usual.st, 1),
        ("DX", own.dx, usual.dx, 1),
        ("IQ", own.iq, usual.iq, 1),
        ("MA", own.ma, usual.ma, 0),
    ];
    let attribute = |(name, own, usual, least): (&str, Option<u8>, u8, i32)| Attribute {
        name: name.to_owned(),
        value: i32::from(own.unwrap_or(usual)),
        usual: i32::from(usual),
        range: (least, 99),
        pointer: member.pointer.child("attributes").child(name.to_lowercase()),
    };
    all.map(attribute).into()
}
