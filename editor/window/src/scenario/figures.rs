//! Figures of a scenario: placing, turning and removing them.

use foeman_engine::setup::{FACING, HEX};
use foeman_schema::change::Change;
use foeman_schema::dialect::RecordView;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::json;

use super::action::PlaceAction;
use super::placing;
use super::placing::Chosen;
use super::plots;
use super::twins::Twin;
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::Workspace;

impl Workspace {
    /// Returns the pane that shows a record on a map: for maps, and for scenarios with figures.
    pub fn pane_of(&self, key: &RecordKey) -> Option<Pane> {
        let pack = self.pack()?;
        match pack.index().catalog(&key.catalog)?.def.view {
            RecordView::Map => Some(Pane::Map(key.clone())),
            RecordView::Scenario => placing::pane(pack, self.registry, key)
                .or_else(|| plots::read(pack.draft(), self.registry, key).map(|_| Pane::Scenario(key.clone()))),
            RecordView::Form => None,
        }
    }

    /// Returns the selected placement, if a pane with figures is active.
    pub fn chosen(&self) -> Option<Chosen> {
        placing::chosen(self.pack()?, &self.view)
    }

    pub(crate) fn perform_place(&mut self, action: PlaceAction) {
        match action {
            PlaceAction::Put { figure, cell, facing } => self.put(&figure, cell, facing),
            PlaceAction::Turn { figure, facing } => self.turn(&figure, facing),
            PlaceAction::Take { figure } => {
                let name = format!("Take {} off the map", self.figure_name(&figure));
                self.change_once(name, figure.clone(), &[Change::Remove { at: figure.clone() }]);
                // Deselect the figure, so that the next click on the map does not place it again.
                if let Some((record, _)) = figure.record() {
                    self.select(Selection::record(record));
                }
            }
        }
    }

    /// Moves a placed figure, or places it.
    pub(crate) fn put(&mut self, figure: &Pointer, cell: [i32; 2], facing: u8) {
        let Some(pack) = &self.pack else { return };
        let placed = placing::placement(pack.draft(), figure);
        if placed.as_ref().is_some_and(|placed| placed.cell == cell) {
            return;
        }
        let placed_facing = placed.as_ref().map(|placed| placed.facing);
        let verb = if placed.is_some() { "Move" } else { "Place" };
        let name = format!("{verb} {}", self.figure_name(figure));
        let (at, value) = match placed {
            Some(_) => (figure.child(HEX), json!(cell)),
            None => (figure.clone(), json!({ HEX: cell, FACING: facing })),
        };
        let looks = placed_facing.unwrap_or(facing);
        let twin = self.twin(figure, cell, looks);
        let name = twin.as_ref().map_or_else(|| name.clone(), |twin| format!("{name} and {}", twin.name));
        let mut changes = vec![Change::Set { at, value }];
        changes.extend(twin.iter().flat_map(Twin::changes));
        self.change_once(name, figure.clone(), &changes);
        if let Some((record, field)) = figure.record() {
            self.select(Selection { record, field: field.to_vec(), hex: None });
        }
    }

    /// Turns a figure; successive turns are one undo step.
    pub(crate) fn turn(&mut self, figure: &Pointer, facing: u8) {
        let name = format!("Turn {}", self.figure_name(figure));
        let turn = Change::Set { at: figure.child(FACING), value: json!(facing) };
        let cell =
            self.pack.as_ref().and_then(|pack| placing::placement(pack.draft(), figure)).map(|placed| placed.cell);
        let twin = cell.and_then(|cell| self.twin(figure, cell, facing));
        let changes: Vec<Change> = [turn].into_iter().chain(twin.iter().flat_map(Twin::changes)).collect();
        let Some(pack) = &mut self.pack else { return };
        let done = pack.set(name, figure.clone(), &changes);
        self.after_edit(done);
    }

    pub(crate) fn figure_name(&self, figure: &Pointer) -> String {
        let setup = || {
            let (record, _) = figure.record()?;
            placing::setup(self.pack.as_ref()?.draft(), self.registry, &record)
        };
        let known = setup().and_then(|setup| setup.figures.into_iter().find(|known| known.pointer == *figure));
        known.map_or_else(|| figure.last().unwrap_or_default().to_owned(), |known| known.name)
    }
}
