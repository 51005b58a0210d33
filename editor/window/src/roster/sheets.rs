//! The character sheets of figures, cached until the pack changes.

use std::sync::Arc;

use egui::{Id, Ui};
use foeman_engine::sheet::{Holding, Member, Offer, Sheet, SheetDef};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::usages;

use super::place::place;
use super::trial::{self, Objection};
use crate::pack::{Pack, cache};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};

/// Returns the ruleset's support for character sheets, if it has any.
pub fn def(session: &Session) -> Option<&'static SheetDef> {
    session.registry().engine(session.pack()?.draft().dialect()?.id)?.capabilities().sheets
}

/// Returns the figures of a record.
pub fn members(ui: &Ui, pack: &Pack, def: &SheetDef, record: &RecordKey) -> Arc<Vec<Member>> {
    cache::kept(ui, pack, Id::unique(("members", record.to_string())), || Arc::new((def.members)(pack.draft(), record)))
}

/// Returns the character sheet of a figure, or the reason why there is none.
pub fn sheet(ui: &Ui, pack: &Pack, def: &SheetDef, member: &Member) -> Arc<Result<Sheet, String>> {
    let id = Id::unique(("sheet", member.pointer.to_string()));
    cache::kept(ui, pack, id, || Arc::new((def.sheet)(pack.draft(), member)))
}

/// Returns the possible additions to a list of a figure, each with the objections of the checks.
pub fn offers(
    ui: &Ui,
    pack: &Pack,
    def: &SheetDef,
    member: &Member,
    holding: &Holding,
) -> Arc<Vec<(Offer, Option<Objection>)>> {
    cache::kept(ui, pack, Id::unique(("offers", holding.pointer.to_string())), || {
        let offers = (def.offers)(pack.draft(), member, holding);
        let values: Vec<_> = offers.iter().map(|offer| offer.value.clone()).collect();
        let objections = trial::objections(pack, &member.pointer, &holding.pointer, &values);
        Arc::new(offers.into_iter().zip(objections).collect())
    })
}

/// Returns the pane with the figures of the selected record, or of the record that the selected placement belongs to.
pub fn pane(session: &Session) -> Option<Pane> {
    let (pack, def) = (session.pack()?, def(session)?);
    let selection = session.view().selection()?;
    if selection.record.catalog == def.catalog {
        return Some(Pane::Figures(selection.record.clone()));
    }
    if let Some(roster) = roster_of(pack, def, &selection.record) {
        return Some(Pane::Figures(roster));
    }
    let figure = origin(pack, &selection.record.pointer().join(&selection.field))?;
    figure.record().map(|(record, _)| record).filter(|record| record.catalog == def.catalog).map(Pane::Figures)
}

/// Returns the pane in which the figures of a roster are added and built; `None` for other records.
pub fn pane_of(session: &Session, key: &RecordKey) -> Option<Pane> {
    let (pack, def) = (session.pack()?, def(session)?);
    let builds = key.catalog == def.catalog && place(pack, key).is_some();
    builds.then(|| Pane::Figures(key.clone()))
}

/// Returns the record with figures that a record refers to, such as the roster of a side.
fn roster_of(pack: &Pack, def: &SheetDef, key: &RecordKey) -> Option<RecordKey> {
    let (record, merged) = (Field::record(pack.draft().dialect()?, &key.catalog)?, pack.merged(key)?);
    let leads = |field: &Field| matches!(field.kind(), FieldKind::Reference { catalog } if catalog == def.catalog);
    let field = record.fields().into_iter().find(leads)?;
    let roster = RecordKey::new(def.catalog, merged.get(field.name())?.as_str()?);
    pack.draft().contains(&roster).then_some(roster)
}

/// Returns the figure that a placement refers to; both are given by pointers.
pub fn origin(pack: &Pack, placement: &Pointer) -> Option<Pointer> {
    usages::leads_to(pack.draft(), placement)
}

/// Returns the selection of a figure.
pub fn selection(member: &Member) -> Option<Selection> {
    let (record, field) = member.pointer.record()?;
    Some(Selection { record, field: field.to_vec(), hex: None })
}
