//! Figures of a scenario: placing, turning and removing them.

use foeman_engine::setup::{FACING, HEX};
use foeman_schema::change::Change;
use foeman_schema::dialect::RecordView;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::json;

use super::action::PlaceAction;
use super::placing::{self, Chosen};
use super::plots;
use super::twins::Twin;
use crate::map::Layer;
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};

/// Returns the pane that shows a record on a map: for maps, and for scenarios with figures.
pub fn pane_of(session: &Session, key: &RecordKey) -> Option<Pane> {
    let pack = session.pack()?;
    match pack.index().catalog(&key.catalog)?.def.view {
        RecordView::Map => Some(Pane::Map(key.clone())),
        RecordView::Scenario => placing::pane(pack, session.registry, key)
            .or_else(|| plots::read(pack.draft(), session.registry, key).map(|_| Pane::Scenario(key.clone()))),
        RecordView::Form => None,
    }
}

/// Returns the map pane of the first scenario that has one, or else of the first map.
pub fn first_pane(session: &Session) -> Option<Pane> {
    let catalogs = &session.pack()?.index().catalogs;
    let of =
        |view| catalogs.iter().filter(move |catalog| catalog.def.view == view).flat_map(|catalog| &catalog.records);
    of(RecordView::Scenario).chain(of(RecordView::Map)).find_map(|listed| pane_of(session, &listed.key))
}

/// Returns the selected placement, if a pane with figures is active.
pub fn chosen(session: &Session) -> Option<Chosen> {
    placing::chosen(session.pack()?, &session.view)
}

/// Performs an action on the figures of a scenario.
pub(crate) fn place(session: &mut Session, action: PlaceAction) {
    if crate::map::is_locked(session, Layer::Figures) {
        return;
    }
    match action {
        PlaceAction::Put { figure, cell, facing } => put(session, &figure, cell, facing),
        PlaceAction::Turn { figure, facing } => turn(session, &figure, facing),
        PlaceAction::Take { figure } => {
            let name = format!("Take {} off the map", figure_name(session, &figure));
            session.change_once(name, figure.clone(), &[Change::Remove { at: figure.clone() }]);
            // Deselect the figure, so that the next click on the map does not place it again.
            if let Some((record, _)) = figure.record() {
                session.select(Selection::record(record));
            }
        }
    }
}

/// Moves a placed figure, or places it.
pub(crate) fn put(session: &mut Session, figure: &Pointer, cell: [i32; 2], facing: u8) {
    let Some(pack) = &session.pack else { return };
    let placed = placing::placement(pack.draft(), figure);
    if placed.as_ref().is_some_and(|placed| placed.cell == cell) {
        return;
    }
    let placed_facing = placed.as_ref().map(|placed| placed.facing);
    let verb = if placed.is_some() { "Move" } else { "Place" };
    let name = format!("{verb} {}", figure_name(session, figure));
    let (at, value) = match placed {
        Some(_) => (figure.child(HEX), json!(cell)),
        None => (figure.clone(), json!({ HEX: cell, FACING: facing })),
    };
    let looks = placed_facing.unwrap_or(facing);
    let twin = super::twins::twin(session, figure, cell, looks);
    let name = twin.as_ref().map_or_else(|| name.clone(), |twin| format!("{name} and {}", twin.name));
    let mut changes = vec![Change::Set { at, value }];
    changes.extend(twin.iter().flat_map(Twin::changes));
    session.change_once(name, figure.clone(), &changes);
    if let Some((record, field)) = figure.record() {
        session.select(Selection { record, field: field.to_vec(), hex: None });
    }
}

/// Turns a figure; successive turns are one undo step.
pub(crate) fn turn(session: &mut Session, figure: &Pointer, facing: u8) {
    let name = format!("Turn {}", figure_name(session, figure));
    let turn = Change::Set { at: figure.child(FACING), value: json!(facing) };
    let cell =
        session.pack.as_ref().and_then(|pack| placing::placement(pack.draft(), figure)).map(|placed| placed.cell);
    let twin = cell.and_then(|cell| super::twins::twin(session, figure, cell, facing));
    let changes: Vec<Change> = [turn].into_iter().chain(twin.iter().flat_map(Twin::changes)).collect();
    let Some(pack) = &mut session.pack else { return };
    let done = pack.set(name, figure.clone(), &changes);
    session.after_edit(done);
}

pub(crate) fn figure_name(session: &Session, figure: &Pointer) -> String {
    let setup = || {
        let (record, _) = figure.record()?;
        placing::setup(session.pack.as_ref()?.draft(), session.registry, &record)
    };
    let known = setup().and_then(|setup| setup.figures.into_iter().find(|known| known.pointer == *figure));
    known.map_or_else(|| figure.last().unwrap_or_default().to_owned(), |known| known.name)
}
