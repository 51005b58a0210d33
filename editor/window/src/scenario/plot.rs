//! The editor for the selected cell of a scenario: its owner, and its contents, which can be added, removed and
//! reordered.

use egui::{Label, RichText, Ui};
use foeman_engine::plots::{Group, PlotEdit, Plots, Standing};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;

use super::action::PlotAction;
use super::plots;
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use crate::shell::view::Selection;
use foeman_scene::theme::{GAP, palette};

/// Draws the editor, if a cell is selected in a scenario that is written cell by cell.
pub(crate) fn ui(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let selection = session.view().selection().filter(|selection| selection.record == *key);
    let Some(cell) = selection.and_then(|selection| selection.hex) else { return };
    let Some(plots) = plots::kept(ui, pack, session.registry(), key) else { return };
    if plots.owners.get(cell).is_none() {
        return;
    }
    let mut room = Room { plots: &plots, key, cell, owner: session.view().plot.owner.as_deref(), actions };
    let word = plots.board.ground.as_ref().map_or("cell", |ground| ground.geometry.shape().word());
    widgets::section(ui, &format!("{} {},{}", word.to_uppercase(), cell[0], cell[1]));
    // An entry is removed or moved by its position, which an edit may just have changed.
    ui.add_enabled_ui(plots::is_current(ui, pack, key), |ui| {
        room.owner(ui);
        for note in plots.notes.get(&cell).into_iter().flatten() {
            ui.label(RichText::new(note).color(palette(ui).weak));
        }
        room.stack(ui);
        room.adding(ui);
    });
    ui.add_space(GAP);
    ui.separator();
}

struct Room<'a> {
    plots: &'a Plots,
    key: &'a RecordKey,
    cell: Cell,
    /// The owner of added units, if one was chosen.
    owner: Option<&'a str>,
    actions: &'a mut Actions,
}

impl Room<'_> {
    fn push(&mut self, edit: PlotEdit) {
        self.actions.push(Action::Plot(PlotAction::Do(self.key.clone(), edit)));
    }

    fn paint(&mut self, group: &Group, ink: Option<String>) {
        let owner = self.owner.filter(|_| group.owned).map(str::to_owned);
        self.push(PlotEdit::Paint { group: group.id.to_owned(), ink, owner, cells: vec![self.cell] });
    }

    /// Draws the owner of the cell.
    fn owner(&mut self, ui: &mut Ui) {
        let Some(group) = self.plots.groups.iter().find(|group| !group.stands && !group.single) else { return };
        let now = self.plots.owner(self.cell);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Owner").color(palette(ui).weak));
            let text = now.map_or(group.none, |side| &self.plots.board.sides[side].name);
            let combo = basic::combo("owner of the cell").truncate().selected_text(text);
            let shown = combo.show_ui(ui, |ui| {
                let mut chosen = None;
                if ui.selectable_label(now.is_none(), group.none).clicked() {
                    chosen = Some(None);
                }
                for (side, ink) in group.inks.iter().enumerate() {
                    if ui.selectable_label(now == Some(side), &ink.title).clicked() {
                        chosen = Some(Some(ink.id.clone()));
                    }
                }
                chosen
            });
            shown.response.accessible_name("Owner of the cell");
            if let Some(ink) = shown.inner.flatten() {
                self.paint(group, ink);
            }
        });
    }

    /// Draws the stack in the cell, topmost first.
    fn stack(&mut self, ui: &mut Ui) {
        let plots = self.plots;
        let standing = plots.standing(self.cell);
        for (at, one) in standing.iter().enumerate().rev() {
            let above = standing.get(at + 1).filter(|above| above.group == one.group);
            let below = at.checked_sub(1).map(|at| &standing[at]).filter(|below| below.group == one.group);
            self.row(ui, one, above.is_some(), below);
        }
        let common = plots.common(self.cell).iter().rev().map(|one| (one.name.as_str(), "in every cell"));
        let ground = plots.ground(self.cell).map(|name| (name, "from the map"));
        for (name, whence) in common.chain(ground) {
            ui.horizontal(|ui| {
                ui.label(name);
                ui.label(RichText::new(whence).color(palette(ui).weak));
            });
        }
    }

    fn row(&mut self, ui: &mut Ui, one: &Standing, has_above: bool, below: Option<&Standing>) {
        let colors = palette(ui);
        ui.horizontal(|ui| {
            let (group, nth, cell) = (one.group.to_owned(), one.nth, self.cell);
            let name = &one.name;
            if widgets::icon_button(ui, Icon::Delete, &format!("Remove {name}")).clicked() {
                self.push(PlotEdit::Remove { cell, group: group.clone(), nth });
            }
            ui.add_enabled_ui(has_above, |ui| {
                if widgets::icon_button(ui, Icon::Up, &format!("Raise {name}")).clicked() {
                    self.push(PlotEdit::Raise { cell, group: group.clone(), nth });
                }
            });
            ui.add_enabled_ui(below.is_some(), |ui| {
                if widgets::icon_button(ui, Icon::Down, &format!("Lower {name}")).clicked()
                    && let Some(below) = below
                {
                    self.push(PlotEdit::Raise { cell, group: group.clone(), nth: below.nth });
                }
            });
            let link = ui.link(name).on_hover_text("Shows its values in the form below");
            if link.clicked()
                && let Some((record, field)) = one.pointer.record()
            {
                self.actions.push(Action::Select(Selection { record, field: field.to_vec(), hex: Some(cell) }));
            }
            let owner = one.side.map(|side| self.plots.board.sides[side].name.clone());
            let shared = (one.cells > 1).then(|| format!("one in each of {} cells", one.cells));
            let told: Vec<String> = one.class.iter().cloned().chain(owner).chain(shared).collect();
            ui.add(Label::new(RichText::new(told.join(", ")).color(colors.weak)).truncate());
        });
    }

    /// Draws the things that can be added.
    fn adding(&mut self, ui: &mut Ui) {
        let plots = self.plots;
        ui.horizontal_wrapped(|ui| {
            for group in plots.groups.iter().filter(|group| group.stands) {
                let text = format!("Add {}…", group.title.to_lowercase());
                ui.menu_button(text, |ui| {
                    egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                        for ink in &group.inks {
                            let button = ui.button(&ink.title).accessible_name(format!("Add {}", ink.title));
                            if button.clicked() {
                                self.paint(group, Some(ink.id.clone()));
                                ui.close();
                            }
                        }
                    });
                });
            }
        });
    }
}
