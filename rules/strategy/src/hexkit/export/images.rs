//! Exports images, and generates plain ones for classes without images.

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::catalogs::images::{Frame, Image, ImageLayer};
use foeman_schema::dialect::Record;

use super::{Images, Kind, Own, Taken, Writer, as_name, info};
use crate::catalogs::Kept;
use crate::hexkit::read::{ANIMATIONS, COMPASS, FILLS, SEQUENCES};
use crate::hexkit::write::Element;

/// The bitmap with the plain images.
const PLAIN: &str = "Images/foeman-plain.bmp";

/// The width and height of a plain image in pixels.
const SIDE: u32 = 32;

/// The transparent colour of plain images, if the pack has none.
const MASK: &str = "#ff00ff";

/// A plain image for a class without images: its id and colour.
pub(super) struct Plain {
    pub(super) id: String,
    pub(super) color: String,
    /// Whether it fills its cell.
    pub(super) is_ground: bool,
}

impl Writer<'_> {
    /// Assigns the ids of images.
    pub(super) fn images(&mut self, kept: &Kept) -> Images {
        let ids: Vec<String> = self.draft.ids(Image::CATALOG).map(str::to_owned).collect();
        let (mut taken, mut all) = (Taken::new(), Vec::new());
        for id in ids {
            let Some(record) = self.sound::<Image>(&id) else { continue };
            let theirs = kept.get(&format!("images/image/{id}/id")).cloned().unwrap_or_else(|| as_name(&id));
            let theirs = self.take::<Image>(&id, (Kind::Image, theirs), &mut taken);
            all.push(Own { id, theirs, record });
        }
        all.sort_by(|a, b| a.theirs.cmp(&b.theirs));
        all
    }

    pub(super) fn image_section(&mut self, kept: &Kept, images: Images, plain: &[Plain]) -> Element {
        let about = kept.get("images/info/para").map_or("", String::as_str);
        let mut section = Element::new("images").holding([info(kept, "images/info", about)]);
        let masks: BTreeSet<&String> = images.iter().filter_map(|of| of.record.mask.as_ref()).collect();
        let own = masks.first().map(|mask| mask.to_string()).or(kept.get("images/maskColor").cloned());
        let mask = own.or((!plain.is_empty()).then(|| MASK.to_owned()));
        if let Some(mask) = &mask {
            section.push(color("maskColor", mask));
        }
        for of in images.iter().filter(|of| masks.len() > 1 && of.record.mask != mask) {
            let message = "expected one transparent colour for all images, found another: it is left out";
            self.note(format!("{}/{}", Image::CATALOG, of.id), message);
        }
        let mut files = self.file_ids(kept, &images);
        if !plain.is_empty() {
            files.insert(PLAIN.to_owned(), "foeman-plain".to_owned());
        }
        let sorted: BTreeMap<&String, &String> = files.iter().map(|(path, id)| (id, path)).collect();
        section.extend(sorted.into_iter().map(|(id, path)| Element::new("file").with("id", id).with("href", path)));
        let paths: BTreeSet<&String> = images.iter().map(|of| &of.record.file).collect();
        let shown = paths.into_iter().filter(|path| self.draft.bitmap(path).is_ok());
        self.files.extend(shown.map(|path| (path.clone(), None)));
        let mut all: Vec<(String, Element)> = Vec::new();
        for of in &images {
            let element = self.image(kept, of, &files);
            all.push((of.theirs.clone(), element));
        }
        all.extend(plain.iter().enumerate().map(|(at, of)| {
            let fill = if of.is_ground { "Stretch" } else { "None" };
            let image = Element::new("image").with("id", &of.id).unless("scalingX", fill, "None");
            let frame = Frame {
                left: u16::try_from(at as u32 * SIDE).unwrap_or(u16::MAX),
                top: 0,
                width: SIDE as u16,
                height: SIDE as u16,
                connections: Vec::new(),
            };
            let parts = [Element::new("source").with("id", "foeman-plain"), framed(&frame)];
            (of.id.clone(), image.unless("scalingY", fill, "None").holding(parts))
        }));
        all.sort_by(|a, b| a.0.cmp(&b.0));
        section.extend(all.into_iter().map(|(_, element)| element));
        if !plain.is_empty() {
            let picture = bitmap(plain, mask.as_deref().unwrap_or(MASK));
            self.files.push((PLAIN.to_owned(), Some(picture)));
        }
        section
    }

    /// Returns the ids of bitmaps by path: imported ones, and new ones.
    fn file_ids(&self, kept: &Kept, images: &Images) -> BTreeMap<String, String> {
        let read = kept.iter().filter_map(|(key, path)| Some((key.strip_prefix("images/file/")?, path)));
        let mut files = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (id, path) in read {
            taken.insert(id.to_owned());
            files.entry(path.clone()).or_insert_with(|| id.to_owned());
        }
        for image in images {
            let path = &image.record.file;
            if files.contains_key(path) {
                continue;
            }
            let stem = path.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default();
            let base = format!("file-{}", foeman_schema::text::kebab(stem));
            let mut id = base.clone();
            let mut number = 1;
            while !taken.insert(id.clone()) {
                number += 1;
                id = format!("{base}-{number}");
            }
            files.insert(path.clone(), id);
        }
        files
    }

    fn image(&mut self, kept: &Kept, of: &Own<Image>, files: &BTreeMap<String, String>) -> Element {
        let Own { id, theirs, record } = of;
        let place = format!("{}/{id}", Image::CATALOG);
        if !record.joins.is_empty() {
            self.note(&*place, "expected only keys that Hexkit supports, found `joins`");
        }
        let word = |at: Option<&'static str>| at.unwrap_or_default();
        let animation = word(ANIMATIONS.iter().find(|(_, of)| *of == record.animation).map(|(word, _)| *word));
        let sequence = word(SEQUENCES.iter().find(|(_, of)| *of == record.sequence).map(|(word, _)| *word));
        let [across, down] = [record.across, record.down]
            .map(|fill| word(FILLS.iter().find(|(_, of)| *of == fill).map(|(word, _)| *word)));
        let mut element = Element::new("image")
            .with("id", theirs)
            .unless("animation", animation, "None")
            .unless("sequence", sequence, "Random")
            .unless("scalingX", across, "None")
            .unless("scalingY", down, "None");
        element.extend(files.get(&record.file).map(|file| Element::new("source").with("id", file)));
        element.extend(record.frames.iter().map(framed));
        if record.frames.is_empty() {
            match self.draft.bitmap(&record.file).as_ref() {
                Ok(bitmap) => {
                    let [width, height] = bitmap.size.map(|side| u16::try_from(side).unwrap_or(u16::MAX));
                    element.push(framed(&Frame { left: 0, top: 0, width, height, connections: Vec::new() }));
                }
                Err(_) => self.note(place, "expected a frame for Hexkit, found none: add one"),
            }
        }
        if let Some(more) = kept.get(&format!("images/image/{id}/more")) {
            element.push_written(more);
        }
        element
    }

    /// Exports the images of a class.
    pub(super) fn layers(&self, layers: &[ImageLayer]) -> Vec<Element> {
        let one = |layer: &ImageLayer| {
            let mut element = Element::new("imageStack")
                .with("id", self.id(&layer.image))
                .with_some("frame", layer.frame)
                .unless("unconnected", layer.unconnected, false)
                .unless("unscaled", layer.unscaled, false);
            let [red, green, blue] = layer.shift;
            if layer.shift != [0; 3] {
                element.push(Element::new("colorShift").with("red", red).with("green", green).with("blue", blue));
            }
            if layer.offset != [0; 2] {
                element.push(Element::new("offset").with("x", layer.offset[0]).with("y", layer.offset[1]));
            }
            let mirrored = layer.mirror.axes();
            if mirrored.contains(&true) {
                let [x, y] = mirrored.map(|mirrored| if mirrored { -1 } else { 1 });
                element.push(Element::new("scaling").with("x", x).with("y", y));
            }
            element
        };
        layers.iter().map(one).collect()
    }
}

fn framed(frame: &Frame) -> Element {
    let words = frame.connections.iter().filter_map(|of| COMPASS.iter().find(|(_, compass)| compass == of));
    let words: Vec<&str> = words.map(|(word, _)| *word).collect();
    Element::new("frame")
        .with("left", frame.left)
        .with("top", frame.top)
        .unless("width", frame.width, 1)
        .unless("height", frame.height, 1)
        .with_some("connections", (!words.is_empty()).then(|| words.join(" ")))
}

/// Exports a colour.
pub(super) fn color(name: &str, color: &str) -> Element {
    let [red, green, blue] = channels(color);
    Element::new(name).with("red", red).with("green", green).with("blue", blue)
}

fn channels(color: &str) -> [u8; 3] {
    let part = |at: usize| color.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    [1, 3, 5].map(|at| part(at).unwrap_or_default())
}

/// Draws plain images side by side in a 24-bit BMP: grounds as squares, all others as discs.
fn bitmap(plain: &[Plain], mask: &str) -> Vec<u8> {
    let (width, height) = (SIDE * plain.len() as u32, SIDE);
    let row = (width * 3).next_multiple_of(4);
    let mut out = Vec::with_capacity((54 + row * height) as usize);
    out.extend(b"BM");
    for number in [54 + row * height, 0, 54, 40, width, height] {
        out.extend(number.to_le_bytes());
    }
    out.extend([1, 0, 24, 0]);
    for number in [0, row * height, 2835, 2835, 0, 0] {
        out.extend(number.to_le_bytes());
    }
    let middle = SIDE as i32 / 2;
    for y in 0..height as i32 {
        for x in 0..width {
            let of = &plain[(x / SIDE) as usize];
            let [across, down] = [(x % SIDE) as i32 - middle, y - middle];
            let is_inside = of.is_ground || across * across + down * down < (middle - 4) * (middle - 4);
            let [red, green, blue] = channels(if is_inside { &of.color } else { mask });
            out.extend([blue, green, red]);
        }
        out.extend(std::iter::repeat_n(0, (row - width * 3) as usize));
    }
    out
}
