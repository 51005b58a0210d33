//! Slicing a bitmap into frames of the same size.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{DragValue, Id, PopupCloseBehavior, Ui};
use foeman_schema::catalogs::images::Frame;

use super::Room;

/// The maximum number of frames created at once.
const MOST: usize = 1_024;

/// The slicing parameters, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cut {
    size: [u16; 2],
    from: [u16; 2],
    between: u16,
}

pub(crate) fn ui(ui: &mut Ui, room: &mut Room<'_>) {
    let id = Id::unique(("slice", room.key.to_string()));
    let bitmap = room.bitmap.size.map(|side| side as u16);
    let like = room.chosen.or(Some(0)).and_then(|at| room.image.frames.get(at));
    let usual = bitmap[0].min(bitmap[1]);
    let usual = like.map_or([usual; 2], |frame| [frame.width, frame.height]);
    let mut cut: Cut = ui.data(|data| data.get_temp(id)).unwrap_or(Cut { size: usual, from: [0, 0], between: 0 });
    // Its numbers can be dragged, so clicks inside must not close it.
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new("Slice…").config(stays).ui(ui, |ui| {
        ui.set_min_width(220.0);
        egui::Grid::new(id).num_columns(2).show(ui, |ui| {
            let [width, height] = &mut cut.size;
            let [left, top] = &mut cut.from;
            number(ui, "Slice width", DragValue::new(width).range(1..=bitmap[0]));
            number(ui, "Slice height", DragValue::new(height).range(1..=bitmap[1]));
            number(ui, "First column", DragValue::new(left).range(0..=bitmap[0] - 1));
            number(ui, "First row", DragValue::new(top).range(0..=bitmap[1] - 1));
            number(ui, "Between slices", DragValue::new(&mut cut.between).range(0..=bitmap[0]));
        });
        let frames = sliced(bitmap, cut);
        let text = match frames.len() {
            0 => "No slice of this size fits".to_owned(),
            1 => "Make 1 frame".to_owned(),
            count => format!("Make {count} frames"),
        };
        if ui.add_enabled(!frames.is_empty(), egui::Button::new(text)).clicked() {
            room.replace(&frames);
            ui.close();
        }
    });
    button.on_hover_text("Cuts the bitmap into frames of one size, replacing the existing ones");
    ui.data_mut(|data| data.insert_temp(id, cut));
}

fn number(ui: &mut Ui, name: &'static str, value: DragValue<'_>) {
    let label = ui.label(name).id;
    let value = ui.add(value.suffix(" px")).labelled_by(label);
    value.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
    ui.end_row();
}

/// Returns the frames row by row, without those that do not fit.
fn sliced(bitmap: [u16; 2], cut: Cut) -> Vec<Frame> {
    let starts = |axis: usize| {
        let [size, between, most] = [cut.size[axis], cut.between, bitmap[axis]].map(u32::from);
        let step = (size + between).max(1);
        (u32::from(cut.from[axis])..most).step_by(step as usize).filter(move |start| start + size <= most)
    };
    let [width, height] = cut.size;
    let frame = |top: u32| {
        starts(0).map(move |left| Frame { left: left as u16, top: top as u16, width, height, connections: Vec::new() })
    };
    starts(1).flat_map(frame).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_lie_side_by_side_and_what_does_not_fit_is_left_out() {
        let cut = Cut { size: [10, 8], from: [1, 0], between: 2 };
        let frames: Vec<[u16; 2]> = sliced([36, 20], cut).iter().map(|frame| [frame.left, frame.top]).collect();
        assert_eq!(frames, [[1, 0], [13, 0], [25, 0], [1, 10], [13, 10], [25, 10]]);
        assert_eq!(sliced([4, 4], cut), []);
        assert_eq!(sliced([4000, 4000], Cut { size: [1, 1], from: [0, 0], between: 0 }).len(), MOST);
    }
}
