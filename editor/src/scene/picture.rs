//! Pictures: the images of a pack, laid over each other as records ask for it.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use foeman_schema::catalogs::images::{Fill, Frame, Image, ImageLayer};
use foeman_schema::dialect::Record;
use foeman_schema::draft::{Bitmap, BitmapError, Draft};
use foeman_schema::text::RecordKey;
use serde::Deserialize;
use tiny_skia::{
    BlendMode, FilterQuality, Paint, Pattern, Pixmap, PixmapPaint, PremultipliedColorU8, Rect, SpreadMode, Transform,
};

use crate::theme::parse_color;

/// Pixels to the height of a cell in which offsets and the sizes of images that are not stretched count.
pub const PIXELS: f32 = 64.0;
/// Pictures are made at most this many times as fine.
const FINEST: f32 = 4.0;

/// Pixels ready to be drawn.
#[derive(Debug)]
pub struct Picture {
    /// What tells it from others.
    pub id: u64,
    /// Columns and rows.
    pub size: [u32; 2],
    /// Red, green, blue and opacity of each pixel, row by row, each colour times opacity.
    pub pixels: Vec<u8>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Layers over each other: a picture for each of the frames that take turns.
pub type Laid = Arc<[Arc<Picture>]>;

/// Layers, and the size in pixels that they are laid together in.
type Stack = (Vec<ImageLayer>, [u32; 2]);

/// The images of a pack, ready to be laid over each other.
#[derive(Debug, Default)]
pub struct Pictures {
    images: BTreeMap<String, Frames>,
    /// What they were made from.
    sources: Vec<Source>,
    /// What has been laid together, by layers and size.
    laid: Mutex<HashMap<Stack, Laid>>,
}

/// A bitmap, or why it cannot be used.
type ReadBitmap = Arc<Result<Bitmap, BitmapError>>;

/// An image as it is written, and its pixels.
#[derive(Debug)]
struct Source {
    id: String,
    image: Image,
    bitmap: ReadBitmap,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.image == other.image && Arc::ptr_eq(&self.bitmap, &other.bitmap)
    }
}

/// The frames of an image.
#[derive(Debug)]
struct Frames {
    frames: Vec<Pixmap>,
    fills: [Fill; 2],
}

impl Pictures {
    /// The images of a pack that can be shown; what cannot is told by the checks.
    pub fn of(draft: &Draft) -> Self {
        Self::made(sources(draft, |file| Some(draft.bitmap(file))))
    }

    /// The images of a pack that may have changed since these were made, as far as their bitmaps have been read; these,
    /// where no image has changed.
    pub fn renewed(self: &Arc<Self>, draft: &Draft) -> Arc<Self> {
        let sources = sources(draft, |file| draft.read_bitmap(file));
        if sources == self.sources { Arc::clone(self) } else { Arc::new(Self::made(sources)) }
    }

    fn made(sources: Vec<Source>) -> Self {
        let read = |Source { id, image, bitmap }: &Source| {
            let bitmap = bitmap.as_ref().as_ref().ok()?;
            let mask = image.mask.as_deref().and_then(parse_color).map(|color| [color.r(), color.g(), color.b()]);
            let whole = [Frame { left: 0, top: 0, width: bitmap.size[0] as u16, height: bitmap.size[1] as u16 }];
            let parts = if image.frames.is_empty() { &whole[..] } else { &image.frames[..] };
            let frames: Vec<Pixmap> = parts.iter().filter_map(|frame| cut(bitmap, *frame, mask)).collect();
            (!frames.is_empty()).then(|| (id.clone(), Frames { frames, fills: [image.across, image.down] }))
        };
        Self { images: sources.iter().filter_map(read).collect(), sources, laid: Mutex::default() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// Whether any of the layers can be shown.
    pub fn show(&self, layers: &[ImageLayer]) -> bool {
        layers.iter().any(|layer| self.images.contains_key(layer.image.id()))
    }

    /// The layers over each other, for something of these proportions (width to height): one picture for each frame.
    /// Nothing where none of the images can be shown.
    pub fn laid(&self, layers: &[ImageLayer], proportions: f32) -> Option<Laid> {
        if !self.show(layers) {
            return None;
        }
        let known: Vec<(&ImageLayer, &Frames)> =
            layers.iter().filter_map(|layer| Some((layer, self.images.get(layer.image.id())?))).collect();
        let natural = known.iter().flat_map(|(_, image)| &image.frames).map(|frame| frame.height().max(frame.width()));
        let fine = (natural.max()? as f32 / PIXELS).ceil().clamp(1.0, FINEST);
        let size = [PIXELS * proportions * fine, PIXELS * fine].map(|side| side.round().max(1.0) as u32);
        let key = (layers.to_vec(), size);
        let mut kept = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(laid) = kept.get(&key) {
            return Some(Arc::clone(laid));
        }
        let turns = known.iter().map(|(layer, image)| if layer.frame.is_some() { 1 } else { image.frames.len() });
        let turns = turns.max().unwrap_or(1);
        let laid: Laid = (0..turns).filter_map(|turn| lay(&known, turn, size, fine)).collect();
        kept.insert(key, Arc::clone(&laid));
        (!laid.is_empty()).then_some(laid)
    }
}

fn sources(draft: &Draft, bitmap: impl Fn(&str) -> Option<ReadBitmap>) -> Vec<Source> {
    let read = |id: &str| {
        let image = Image::deserialize(draft.merged(&RecordKey::new(Image::CATALOG, id))?).ok()?;
        let bitmap = bitmap(&image.file)?;
        Some(Source { id: id.to_owned(), image, bitmap })
    };
    draft.ids(Image::CATALOG).filter_map(read).collect()
}

/// One of the pictures for a cell: neighbours differ, and the same cell always has the same.
pub fn for_cell(laid: &[Arc<Picture>], cell: [i32; 2]) -> &Arc<Picture> {
    let [col, row] = cell.map(|at| at as u32);
    let mixed = (col.wrapping_mul(0x9e37_79b1) ^ row.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d) >> 7;
    &laid[mixed as usize % laid.len()]
}

/// A part of a bitmap; nothing where it does not lie within.
fn cut(bitmap: &Bitmap, frame: Frame, mask: Option<[u8; 3]>) -> Option<Pixmap> {
    let [left, top, width, height] = [frame.left, frame.top, frame.width, frame.height].map(u32::from);
    if left + width > bitmap.size[0] || top + height > bitmap.size[1] {
        return None;
    }
    let mut pixmap = Pixmap::new(width, height)?;
    let row = |y: u32| ((top + y) as usize * bitmap.size[0] as usize + left as usize) * 4;
    let pixels = (0..height).flat_map(|y| bitmap.pixels[row(y)..][..width as usize * 4].chunks_exact(4));
    for (to, from) in pixmap.pixels_mut().iter_mut().zip(pixels) {
        let clear = mask.is_some_and(|mask| from[..3] == mask);
        let opacity = if clear { 0 } else { from[3] };
        *to = tiny_skia::ColorU8::from_rgba(from[0], from[1], from[2], opacity).premultiply();
    }
    Some(pixmap)
}

/// The layers of one turn over each other.
fn lay(layers: &[(&ImageLayer, &Frames)], turn: usize, size: [u32; 2], fine: f32) -> Option<Arc<Picture>> {
    let mut canvas = Pixmap::new(size[0], size[1])?;
    for (layer, image) in layers {
        let frame = &image.frames[layer.frame.map_or(turn, usize::from) % image.frames.len()];
        let shifted = shifted(frame, layer.shift);
        put(&mut canvas, &shifted, layer, image.fills, fine);
    }
    let mut hasher = DefaultHasher::new();
    (size, canvas.data()).hash(&mut hasher);
    Some(Arc::new(Picture { id: hasher.finish(), size, pixels: canvas.take() }))
}

fn put(canvas: &mut Pixmap, frame: &Pixmap, layer: &ImageLayer, fills: [Fill; 2], fine: f32) {
    let (room, own) = ([canvas.width() as f32, canvas.height() as f32], [frame.width() as f32, frame.height() as f32]);
    let scale = [0, 1].map(|axis| if fills[axis] == Fill::Stretch { room[axis] / own[axis] } else { fine });
    let offset = layer.offset.map(|by| f32::from(by) * fine);
    // What is repeated begins at the left and upper edge, what is shown once lies in the middle.
    let start = [0, 1].map(|axis| {
        let begin = if fills[axis] == Fill::Once { (room[axis] - own[axis] * scale[axis]) / 2.0 } else { 0.0 };
        begin + offset[axis]
    });
    let mirrored = layer.mirror.axes();
    let (mut place, mut grow) = (start, scale);
    for axis in [0, 1].into_iter().filter(|&axis| mirrored[axis]) {
        place[axis] += own[axis] * scale[axis];
        grow[axis] = -grow[axis];
    }
    let transform = Transform::from_row(grow[0], 0.0, 0.0, grow[1], place[0], place[1]);
    let quality = FilterQuality::Bilinear;
    if !fills.contains(&Fill::Repeat) {
        let paint = PixmapPaint { quality, ..PixmapPaint::default() };
        canvas.draw_pixmap(0, 0, frame.as_ref(), &paint, transform, None);
        return;
    }
    let shader = Pattern::new(frame.as_ref(), SpreadMode::Repeat, quality, 1.0, transform);
    let paint = Paint { shader, blend_mode: BlendMode::SourceOver, ..Paint::default() };
    // Along an axis that is not repeated it ends where it ends.
    let ends = |axis: usize| match fills[axis] {
        Fill::Repeat => [0.0, room[axis]],
        Fill::Stretch | Fill::Once => [start[axis].max(0.0), (start[axis] + own[axis] * scale[axis]).min(room[axis])],
    };
    let ([left, right], [top, bottom]) = (ends(0), ends(1));
    if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
        canvas.fill_rect(rect, &paint, Transform::identity(), None);
    }
}

/// A frame with other colours.
fn shifted(frame: &Pixmap, shift: [i16; 3]) -> Pixmap {
    let mut shifted = frame.clone();
    if shift == [0; 3] {
        return shifted;
    }
    for pixel in shifted.pixels_mut() {
        let color = pixel.demultiply();
        let add = |channel: u8, by: i16| (i16::from(channel) + by).clamp(0, 255) as u8;
        let [red, green, blue] =
            [(color.red(), shift[0]), (color.green(), shift[1]), (color.blue(), shift[2])].map(|(c, by)| add(c, by));
        *pixel = match color.alpha() {
            0 => PremultipliedColorU8::TRANSPARENT,
            alpha => tiny_skia::ColorU8::from_rgba(red, green, blue, alpha).premultiply(),
        };
    }
    shifted
}
