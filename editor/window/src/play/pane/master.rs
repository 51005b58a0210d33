//! The game master's tools for the selected figure and hex.

use egui::{DragValue, Id, RichText, ScrollArea, Ui};
use foeman_engine::amend::{Edit, MasterDef};
use foeman_engine::display::Token;

use crate::kit::basic;
use crate::pack::Pack;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::amending::Deed;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Now;
use foeman_scene::theme::{GAP, palette};

/// The values entered in the panel.
#[derive(Clone, Default)]
struct Setting {
    points: u16,
    facing: u8,
    side: usize,
    figure: String,
    item: String,
    taken: u32,
    terrain: String,
}

/// Draws the tools; nothing if the ruleset has no game master.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let (Some(def), Some(pack)) = (battle.master(), now.session.pack()) else { return };
    let id = Id::unique("game master");
    let mut setting: Setting = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    setting.points = setting.points.max(1);
    let tokens = &battle.board().tokens;
    let token = tokens.iter().find(|token| Some(token.id) == now.play.highlight);
    let cell = now.play.cursor;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("game master").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| match token {
            Some(token) => of_token(ui, (pack, def), battle, token, cell, &mut setting, actions),
            None => {
                ui.label(RichText::new("Click a figure to move, heal, wound, give or take").color(palette(ui).weak));
            }
        });
        ui.separator();
        ui.horizontal_wrapped(|ui| match cell {
            Some(cell) => of_cell(ui, (pack, def), battle, cell, &mut setting, actions),
            None => {
                ui.label(RichText::new("Click a hex to spawn there or to set its terrain").color(palette(ui).weak));
            }
        });
    });
    ui.data_mut(|data| data.insert_temp(id, setting));
}

fn of_token(
    ui: &mut Ui,
    (pack, def): (&Pack, &MasterDef),
    battle: &Battle,
    token: &Token,
    cell: Option<[i32; 2]>,
    setting: &mut Setting,
    actions: &mut Actions,
) {
    let id = token.id;
    ui.spacing_mut().item_spacing.x = GAP;
    ui.label(RichText::new(&token.name).color(palette(ui).strong));
    let points = ui.add(DragValue::new(&mut setting.points).range(1..=999)).on_hover_text("Points of harm");
    points.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Points of harm"));
    deed(ui, "Heal", Edit::Heal { token: id, points: setting.points }, actions);
    deed(ui, "Wound", Edit::Wound { token: id, points: setting.points }, actions);
    if let Some([column, row]) = cell.filter(|cell| !token.cells.contains(cell)) {
        deed(
            ui,
            &format!("Move to {column},{row}"),
            Edit::Move { token: id, cell: [column, row], facing: None },
            actions,
        );
    }
    if let Some(facing) = token.facing {
        let turned = (facing + 1) % 6;
        if let Some(&cell) = token.cells.first() {
            deed(ui, "Turn", Edit::Move { token: id, cell, facing: Some(turned) }, actions);
        }
    }
    ui.end_row();
    of_catalog(ui, pack, def.items, "Thing to give", &mut setting.item);
    if !setting.item.is_empty() {
        deed(ui, "Give", Edit::Give { token: id, item: setting.item.clone() }, actions);
    }
    let belongings = battle.belongings(id);
    if belongings.is_empty() {
        return;
    }
    ui.end_row();
    if belongings.iter().all(|thing| thing.item != setting.taken) {
        setting.taken = belongings[0].item;
    }
    let taken = belongings.iter().find(|thing| thing.item == setting.taken).map_or("", |thing| &thing.name);
    let combo = basic::combo("thing to take").selected_text(taken).truncate().width(110.0);
    let response = combo.show_ui(ui, |ui| {
        for thing in &belongings {
            ui.selectable_value(&mut setting.taken, thing.item, &thing.name);
        }
    });
    response.response.accessible_name("Thing to take");
    deed(ui, "Take", Edit::Take { token: id, item: setting.taken }, actions);
}

fn of_cell(
    ui: &mut Ui,
    (pack, def): (&Pack, &MasterDef),
    battle: &Battle,
    cell: [i32; 2],
    setting: &mut Setting,
    actions: &mut Actions,
) {
    ui.spacing_mut().item_spacing.x = GAP;
    ui.label(RichText::new(format!("Hex {},{}", cell[0], cell[1])).color(palette(ui).strong));
    of_catalog(ui, pack, def.figures, "Figure to spawn", &mut setting.figure);
    let sides = &battle.board().sides;
    setting.side = setting.side.min(sides.len().saturating_sub(1));
    let side = sides.get(setting.side).map_or("", |side| &side.name);
    let response = basic::combo("side to spawn for").selected_text(side).truncate().width(110.0).show_ui(ui, |ui| {
        for (at, side) in sides.iter().enumerate() {
            ui.selectable_value(&mut setting.side, at, &side.name);
        }
    });
    response.response.accessible_name("Side to spawn for");
    let facing = ui.add(DragValue::new(&mut setting.facing).range(0..=5)).on_hover_text("Facing, 0 to 5");
    facing.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Facing to spawn with"));
    if !setting.figure.is_empty() {
        let (figure, side, facing) = (setting.figure.clone(), setting.side, setting.facing);
        deed(ui, "Spawn", Edit::Spawn { figure, side, cell, facing }, actions);
    }
    ui.end_row();
    of_catalog(ui, pack, def.terrains, "Terrain to set", &mut setting.terrain);
    if !setting.terrain.is_empty() && ui.button("Set terrain").clicked() {
        actions.push(Action::Play(PlayAction::Master(Deed::Ground(cell, setting.terrain.clone()))));
    }
}

fn deed(ui: &mut Ui, name: &str, edit: Edit, actions: &mut Actions) {
    if ui.button(name).clicked() {
        actions.push(Action::Play(PlayAction::Master(Deed::Edit(edit))));
    }
}

/// Draws the choice of a record in a catalog.
fn of_catalog(ui: &mut Ui, pack: &Pack, catalog: &str, name: &str, chosen: &mut String) {
    let Some(catalog) = pack.index().catalog(catalog) else { return };
    let title = catalog.records.iter().find(|listed| listed.key.id == *chosen).map_or(name, |listed| &listed.title);
    let response = basic::combo(name).selected_text(title).truncate().width(130.0).show_ui(ui, |ui| {
        for listed in &catalog.records {
            ui.selectable_value(chosen, listed.key.id.clone(), &listed.title);
        }
    });
    response.response.accessible_name(name);
}
