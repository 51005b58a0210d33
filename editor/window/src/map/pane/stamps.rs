//! Stamps: named parts of maps that can be pasted repeatedly.

use egui::{Id, RichText, TextEdit, Ui};

use crate::map::action::MapAction;
use crate::map::chart::Chart;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;
use foeman_scene::theme::palette;

/// The maximum length of a stamp's name, in characters.
const LONGEST: usize = 40;

/// Draws the list of stamps, and the field to save the selected area as a stamp.
pub(crate) fn ui(ui: &mut Ui, session: &Session, chart: &Chart, actions: &mut Actions) {
    ui.set_min_width(220.0);
    let (stamps, weak) = (&session.view().stamps, palette(ui).weak);
    for (number, stamp) in stamps.iter().enumerate() {
        ui.horizontal(|ui| {
            let fits = stamp.patch.fits(&chart.terrain.ground.geometry);
            let take = ui.add_enabled(fits, egui::Button::new(&stamp.name).truncate().min_size(egui::vec2(150.0, 0.0)));
            let take =
                take.on_disabled_hover_text("The cells of the stamp have a different shape than the cells of this map");
            if take.accessible_name(format!("Stamp {}", stamp.name)).clicked() {
                actions.push(Action::Map(MapAction::Stamp(number)));
                ui.close();
            }
            ui.label(RichText::new(format!("{} cells", stamp.patch.len())).color(weak));
            let forget = ui.small_button("Delete").accessible_name(format!("Delete {}", stamp.name));
            if forget.clicked() {
                actions.push(Action::Map(MapAction::Forget(number)));
            }
        });
    }
    if !stamps.is_empty() {
        ui.separator();
    }
    if !crate::map::has_area(session) {
        let keys = crate::map::commands::AREA.shown_keys(ui.ctx(), session);
        let keys = keys.map_or_else(String::new, |keys| format!(" ({keys})"));
        ui.label(RichText::new(format!("Select an area{keys} to keep it as a stamp")).color(weak));
        return;
    }
    let id = Id::unique("name of the stamp");
    let mut name: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let is_free = |name: &String| stamps.iter().all(|stamp| stamp.name != *name);
    let hint = (1..).map(|number| format!("Stamp {number}")).find(is_free).unwrap_or_default();
    let field = TextEdit::singleline(&mut name).hint_text(&hint).char_limit(LONGEST).desired_width(150.0);
    let field = ui.add(field).accessible_name("Name of the stamp");
    if field.changed() {
        ui.data_mut(|data| data.insert_temp(id, name.clone()));
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if ui.button("Keep the area as a stamp").clicked() || entered {
        let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or(hint);
        actions.push(Action::Map(MapAction::Keep(name)));
        ui.data_mut(|data| data.remove::<String>(id));
        ui.close();
    }
}
