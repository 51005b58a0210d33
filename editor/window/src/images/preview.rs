//! Previews of records with images, frame by frame.

use egui::{Pos2, Sense, Stroke, Ui, Vec2, WidgetInfo};
use foeman_schema::catalogs::images::{Image, ImageLayer};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::text::RecordKey;
use serde::Deserialize as _;

use crate::kit::paint::pictured;
use crate::map::chart;
use crate::pack::Pack;
use foeman_scene::theme::{GAP, LINE, RING, ROUND_SMALL, palette};

/// The side of a frame, in points.
const SIDE: f32 = 52.0;
/// The maximum number of frames shown for an image.
const MOST: usize = 64;

/// Draws the frames of an image, or of the layers a record is drawn with, with the chosen one marked; returns the
/// clicked frame. Draws nothing if there is no image.
pub fn ui(ui: &mut Ui, pack: &Pack, key: &RecordKey, chosen: Option<usize>) -> Option<usize> {
    let pictures = chart::pictures(ui, pack);
    let laid = pictures.laid(&layers(pack, key), 1.0)?;
    let mut clicked = None;
    let colors = palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for (number, picture) in laid.pictures.iter().enumerate().take(MOST) {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
            let text = format!("Frame {number} of {}", pack.index().title(key));
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &text));
            let line = match chosen == Some(number) {
                true => Stroke::new(RING, colors.accent),
                false => Stroke::new(LINE, colors.line),
            };
            ui.painter().rect(rect, ROUND_SMALL, colors.sunken, line, egui::StrokeKind::Outside);
            let corners: [Pos2; 4] = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
            ui.painter().add(pictured(ui.ctx(), &corners, rect, picture));
            if response.on_hover_text(text).clicked() {
                clicked = Some(number);
            }
        }
        if laid.pictures.len() > MOST {
            ui.weak(format!("and {} more", laid.pictures.len() - MOST));
        }
    });
    ui.add_space(GAP);
    clicked
}

/// Whether a record is drawn with several frames.
pub fn is_animated(ui: &Ui, pack: &Pack, key: &RecordKey) -> bool {
    let pictures = chart::pictures(ui, pack);
    !pictures.is_empty() && pictures.laid(&layers(pack, key), 1.0).is_some_and(|laid| laid.pictures.len() > 1)
}

/// Draws a small preview of a record; returns whether it has images.
pub fn small(ui: &mut Ui, pack: &Pack, key: &RecordKey, side: f32) -> bool {
    let pictures = chart::pictures(ui, pack);
    let Some(laid) = Some(&pictures).filter(|all| !all.is_empty()).and_then(|all| all.laid(&layers(pack, key), 1.0))
    else {
        return false;
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(egui::Role::Image, true, format!("Picture of {}", pack.index().title(key)))
    });
    let corners: [Pos2; 4] = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    ui.painter().add(pictured(ui.ctx(), &corners, rect, laid.first()));
    true
}

fn layers(pack: &Pack, key: &RecordKey) -> Vec<ImageLayer> {
    if key.catalog == Image::CATALOG {
        return Vec::deserialize(&serde_json::json!([{ "image": Ref::<Image>::new(&key.id) }])).unwrap_or_default();
    }
    let record = pack.merged(key).unwrap_or_default();
    record.get("images").and_then(|images| Vec::deserialize(images).ok()).unwrap_or_default()
}
