//! Imports images: the frames in bitmaps, and display options.

use std::collections::BTreeMap;

use foeman_schema::catalogs::images::{Animation, Fill, Frame, Image, ImageLayer, Mirror, Sequence};
use foeman_schema::dialect::Ref;
use foeman_schema::grid::angle::Compass;
use roxmltree::Node;

use super::{Kind, Reader, elements, named, paragraphs};

/// The keywords for the directions in which a frame connects to neighbours.
pub(in super::super) const COMPASS: [(&str, Compass); 8] = [
    ("North", Compass::North),
    ("NorthEast", Compass::NorthEast),
    ("East", Compass::East),
    ("SouthEast", Compass::SouthEast),
    ("South", Compass::South),
    ("SouthWest", Compass::SouthWest),
    ("West", Compass::West),
    ("NorthWest", Compass::NorthWest),
];

/// The keywords for how an image fills the area it is drawn on.
pub(in super::super) const FILLS: [(&str, Fill); 3] =
    [("None", Fill::Once), ("Repeat", Fill::Repeat), ("Stretch", Fill::Stretch)];

/// The keywords for animation.
pub(in super::super) const ANIMATIONS: [(&str, Animation); 3] =
    [("None", Animation::None), ("Random", Animation::Random), ("Continuous", Animation::Continuous)];

/// The keywords for the order of frames.
pub(in super::super) const SEQUENCES: [(&str, Sequence); 4] = [
    ("Random", Sequence::Random),
    ("Forward", Sequence::Forward),
    ("Backward", Sequence::Backward),
    ("Cycle", Sequence::Cycle),
];

impl<'a> Reader<'a> {
    pub(super) fn images(&mut self, section: Node<'a, 'a>) {
        self.sheet.only(section, &[], &["info", "maskColor", "file", "image"]);
        let mut credit = String::new();
        if let Some(info) = named(section, "info").next() {
            self.keep_info(info, "images/info");
            let about = paragraphs(info);
            let said = ["author", "legal"].into_iter().filter_map(|name| self.kept.get(&format!("images/info/{name}")));
            credit = said.map(String::as_str).collect::<Vec<_>>().join(", ");
            if !about.is_empty() {
                self.kept.insert("images/info/para".to_owned(), about);
            }
        }
        let mask = named(section, "maskColor").next().map(|node| self.sheet.color(node));
        let files = self.files(section);
        let mut drawn = 0;
        for node in named(section, "image") {
            let Some(id) = self.names.of(node).map(str::to_owned) else { continue };
            let theirs = node.attribute("id").unwrap_or_default();
            if id != theirs {
                self.kept.insert(format!("images/image/{id}/id"), theirs.to_owned());
            }
            let mut image = self.image(node, &id, &files);
            image.mask.clone_from(&mask);
            image.credit.clone_from(&credit);
            drawn += 1;
            self.keep(&id, &image);
        }
        if let Some(mask) = mask.filter(|_| drawn == 0) {
            self.kept.insert("images/maskColor".to_owned(), mask);
        }
    }

    /// Reads the paths of bitmaps by id.
    fn files(&mut self, section: Node<'a, 'a>) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for node in named(section, "file") {
            self.sheet.only(node, &["id", "href"], &[]);
            let id = node.attribute("id").unwrap_or_default();
            let path = node.attribute("href").unwrap_or_default().replace('\\', "/");
            if id.is_empty() || path.is_empty() {
                self.sheet
                    .note(node, "expected a file with an id and a path, found one without: it is left out".to_owned());
                continue;
            }
            if files.contains_key(id) {
                let message = format!("expected a unique id, found `{id}` twice: the first is kept");
                self.sheet.note(node, message);
                continue;
            }
            self.kept.insert(format!("images/file/{id}"), path.clone());
            let place = self.sheet.place(node);
            self.bitmaps.entry(path.clone()).or_insert(place);
            files.insert(id.to_owned(), path);
        }
        files
    }

    fn image(&mut self, node: Node<'a, 'a>, id: &str, files: &BTreeMap<String, String>) -> Image {
        let known = ["id", "animation", "sequence", "scalingX", "scalingY"];
        self.sheet.only(node, &known, &["source", "frame"]);
        let (mut file, mut frames) = (None::<String>, Vec::new());
        // Images in packs have one bitmap; frames in further bitmaps are kept as text.
        let (mut is_further, mut further) = (false, String::new());
        for child in elements(node) {
            match child.tag_name().name() {
                "source" => {
                    let theirs = child.attribute("id").unwrap_or_default();
                    self.sheet.only(child, &["id"], &[]);
                    let path = files.get(theirs).cloned().unwrap_or_else(|| {
                        let message = format!("expected a file of the scenario, found `{theirs}`: define it");
                        self.sheet.note(child, message);
                        theirs.to_owned()
                    });
                    let is_same = file.as_ref().is_some_and(|file| *file == path) && !is_further;
                    if file.is_some() && !is_same {
                        if !is_further {
                            let message = format!(
                                "expected frames of one file, found a second one: its frames in `{id}` are kept but \
                                 not shown"
                            );
                            self.sheet.note(child, message);
                        }
                        is_further = true;
                        further.push_str(&self.sheet.written(child));
                    }
                    file.get_or_insert(path);
                }
                "frame" if is_further => further.push_str(&self.sheet.written(child)),
                "frame" => {
                    if file.is_none() {
                        self.sheet.note(child, "expected a `source` before the frame, found none".to_owned());
                    }
                    frames.extend(self.frame(child));
                }
                _ => {}
            }
        }
        if frames.is_empty() {
            self.sheet.note(node, "expected a frame, found none: the whole file is shown".to_owned());
        }
        if !further.is_empty() {
            self.kept.insert(format!("images/image/{id}/more"), further);
        }
        Image {
            title: id.to_owned(),
            about: String::new(),
            file: file.filter(|file| !file.is_empty()).unwrap_or_else(|| format!("Images/{id}.png")),
            mask: None,
            frames,
            animation: self.sheet.word(node, "animation", &ANIMATIONS).unwrap_or_default(),
            sequence: self.sheet.word(node, "sequence", &SEQUENCES).unwrap_or_default(),
            joins: Vec::new(),
            across: self.sheet.word(node, "scalingX", &FILLS).unwrap_or(Fill::Once),
            down: self.sheet.word(node, "scalingY", &FILLS).unwrap_or(Fill::Once),
            credit: String::new(),
        }
    }

    fn frame(&mut self, node: Node<'a, 'a>) -> Option<Frame> {
        self.sheet.only(node, &["left", "top", "width", "height", "connections"], &[]);
        let corner = ["left", "top"].map(|name| self.sheet.whole(node, name).unwrap_or(0));
        let size = ["width", "height"].map(|name| self.sheet.whole(node, name).unwrap_or(1));
        let fits =
            corner.iter().all(|value| (0..4096).contains(value)) && size.iter().all(|of| (1..=4096).contains(of));
        if !fits {
            let message = format!(
                "expected a frame within 4096 by 4096 pixels, found {size:?} at {corner:?}: it is left out, cut the file"
            );
            self.sheet.note(node, message);
            return None;
        }
        let mut connections = Vec::new();
        let words = node.attribute("connections").unwrap_or_default();
        for word in words.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty()) {
            match COMPASS.iter().find(|(name, _)| *name == word) {
                Some((_, compass)) if connections.contains(compass) => {}
                Some((_, compass)) => connections.push(*compass),
                None => self.sheet.note(node, format!("expected directions such as `NorthEast`, found `{word}`")),
            }
        }
        let [left, top] = corner.map(|value| value as u16);
        let [width, height] = size.map(|value| value as u16);
        Some(Frame { left, top, width, height, connections })
    }

    /// Reads the images of a class, from the bottom up.
    pub(super) fn layers(&mut self, node: Node<'a, 'a>) -> Vec<ImageLayer> {
        let mut layers = Vec::new();
        for child in elements(node) {
            let ids = match child.tag_name().name() {
                "imageStack" => vec![child.attribute("id").unwrap_or_default()],
                // The format of older versions.
                "images" => child.attribute("ids").unwrap_or_default().split_whitespace().collect(),
                _ => continue,
            };
            let known = ["id", "ids", "frame", "unconnected", "unscaled"];
            self.sheet.only(child, &known, &["colorShift", "offset", "scaling"]);
            layers.extend(ids.into_iter().map(|theirs| self.layer(child, theirs)));
        }
        if layers.is_empty() {
            self.sheet.note(node, "expected an image, found none".to_owned());
        }
        layers
    }

    fn layer(&mut self, node: Node<'a, 'a>, theirs: &str) -> ImageLayer {
        let part = |name: &'static str| named(node, name).next();
        let mut numbers = |part: Option<Node<'a, 'a>>, name: &str, limit: i32| {
            let read = part.and_then(|part| self.sheet.within(part, name, -limit, limit));
            read.unwrap_or(0) as i16
        };
        let shift = ["red", "green", "blue"].map(|name| numbers(part("colorShift"), name, 255));
        let offset = ["x", "y"].map(|name| numbers(part("offset"), name, 200));
        let mirrored = ["x", "y"].map(|name| numbers(part("scaling"), name, 1) < 0);
        ImageLayer {
            image: Ref::new(self.id(node, Kind::Image, theirs)),
            frame: self.sheet.within(node, "frame", -1, 9999).and_then(|frame| u16::try_from(frame).ok()),
            shift,
            offset,
            mirror: match mirrored {
                [false, false] => Mirror::None,
                [true, false] => Mirror::Across,
                [false, true] => Mirror::Down,
                [true, true] => Mirror::Both,
            },
            unscaled: self.sheet.flag(node, "unscaled", false),
            unconnected: self.sheet.flag(node, "unconnected", false),
        }
    }
}
