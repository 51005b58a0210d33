//! Bytes as a bitmap of a pack: it must be checked and drawn, or rejected with a reason.

use std::fs;

use foeman_registry::SHIPPED;
use foeman_scene::picture::Pictures;
use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::draft::Draft;
use tempfile::TempDir;

use super::bytes::Bytes;
use super::{Target, source};

pub(super) const TARGET: Target = Target { name: "images", run, seeds };

fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let ending = bytes.pick(&["png", "jpg", "bmp", "jpeg"]);
    let (left, top, wide, high) = (bytes.byte(), bytes.byte(), bytes.byte(), bytes.byte());
    let folder = TempDir::new().expect("a folder for the test");
    let pack = format!(
        "pack: p\nruleset: foeman\nimages:\n  thing:\n    title: Thing\n    file: thing.{ending}\n    \
         frames: [{{at: [{left}, {top}], size: [{wide}, {high}]}}, {{at: [0, 0], size: [1, 1]}}]\n"
    );
    fs::write(folder.path().join("pack.yaml"), pack).expect("a file can be written");
    let rest = data.get(5..).unwrap_or_default();
    fs::write(folder.path().join(format!("thing.{ending}")), rest).expect("a file can be written");
    let draft = Draft::open(folder.path(), &SHIPPED.dialects()).expect("the pack is there");
    source::whole(&draft);
    if let Ok(bitmap) = draft.bitmap(&format!("thing.{ending}")).as_ref() {
        let [wide, high] = bitmap.size;
        assert_eq!(bitmap.pixels.len(), 4 * wide as usize * high as usize, "each pixel has four bytes");
    }
    let layer: ImageLayer = serde_json::from_value(serde_json::json!({"image": "thing"})).expect("that is a layer");
    Pictures::of(&draft).laid(&[layer], 1.0);
}

fn seeds() -> Vec<Vec<u8>> {
    let mut png_bytes = Vec::new();
    {
        let mut encoder = png::Encoder::new(&mut png_bytes, 4, 3);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().expect("memory can be written to");
        writer.write_image_data(&[0x7f; 48]).expect("memory can be written to");
    }
    let bmp: Vec<u8> = [
        &b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0"[..],
        b"\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0\0\0\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        b"\xff\0\0\0",
    ]
    .concat();
    vec![
        [&[0, 0, 0, 2, 2][..], &png_bytes].concat(),
        [&[2, 0, 0, 1, 1][..], &bmp].concat(),
        vec![1, 0, 0, 1, 1, 0xFF, 0xD8, 0xFF],
    ]
}
