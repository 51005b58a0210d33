//! Pack images, composed of the layers that records specify.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use foeman_schema::catalogs::images::{Fill, Frame, Image, ImageLayer};
use foeman_schema::dialect::Record;
use foeman_schema::draft::{Bitmap, BitmapError, Draft};
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;
use tiny_skia::{
    BlendMode, FilterQuality, Paint, Pattern, Pixmap, PixmapPaint, PremultipliedColorU8, Rect, SpreadMode, Transform,
};

use super::connect::Ways;
use super::motion::Motion;
use crate::theme::parse_color;

/// The height of a cell in image pixels: the unit of offsets and of images that are not stretched.
pub const PIXELS: f32 = 64.0;
/// The maximum scale factor of composed pictures.
const FINEST: f32 = 4.0;

/// Pixels ready to draw.
#[derive(Debug)]
pub struct Picture {
    /// A unique id.
    pub id: u64,
    /// Width and height.
    pub size: [u32; 2],
    /// Red, green, blue and alpha of each pixel, row by row, premultiplied.
    pub pixels: Vec<u8>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Composed layers.
pub type Laid = Arc<Turns>;

/// Composed layers: one picture per animation frame or variant.
#[derive(Debug)]
pub struct Turns {
    /// The pictures.
    pub pictures: Vec<Arc<Picture>>,
    /// For each picture, the directions in which it connects.
    ways: Vec<Ways>,
    motion: Motion,
}

impl Turns {
    /// The picture that represents all of them.
    pub fn first(&self) -> &Arc<Picture> {
        &self.pictures[0]
    }

    /// Whether the picture depends on a cell's neighbours.
    pub fn connects(&self) -> bool {
        self.ways.iter().any(|ways| !ways.is_empty())
    }

    /// Returns the pictures that match a cell's neighbours best.
    fn fitting(&self, ways: Ways) -> Vec<&Arc<Picture>> {
        let least = self.ways.iter().map(|has| has.apart(ways)).min();
        let fit = self.pictures.iter().zip(&self.ways).filter(|(_, has)| Some(has.apart(ways)) == least);
        fit.map(|(picture, _)| picture).collect()
    }
}

/// Layers, and their composed size in pixels.
type Stack = (Vec<ImageLayer>, [u32; 2]);

/// The images of a pack, ready to be composed, at a moment of their animation.
#[derive(Debug, Default)]
pub struct Pictures {
    images: Arc<Images>,
    moment: Option<u64>,
    /// Whether an animated image was drawn.
    moved: AtomicBool,
}

/// The loaded images of a pack.
#[derive(Debug, Default)]
struct Images {
    images: BTreeMap<String, Frames>,
    /// The images and bitmaps they were made from.
    sources: Vec<Source>,
    /// Cache of composed layers, by layers and size.
    laid: Mutex<HashMap<Stack, Laid>>,
}

/// A bitmap, or the error from reading it.
type ReadBitmap = Arc<Result<Bitmap, BitmapError>>;

/// An image record and its bitmap.
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
    /// For each frame, the directions in which it connects.
    ways: Vec<Ways>,
    fills: [Fill; 2],
    motion: Motion,
    joins: Vec<String>,
}

impl Frames {
    /// The number of frames a layer shows in turn.
    fn turns(&self, layer: &ImageLayer) -> usize {
        if layer.frame.is_some() { 1 } else { self.frames.len() }
    }

    /// Returns the frame a layer shows at a turn.
    fn number(&self, layer: &ImageLayer, turn: usize) -> usize {
        layer.frame.map_or(turn, usize::from) % self.frames.len()
    }

    fn connects(&self) -> bool {
        self.ways.iter().any(|ways| !ways.is_empty())
    }
}

impl Pictures {
    /// Loads all usable images of a pack; findings report the others.
    pub fn of(draft: &Draft) -> Self {
        Self::made(sources(draft, |file| Some(draft.bitmap(file))))
    }

    /// Reloads the images of a pack from the bitmaps read so far. Returns `self` if no image has changed.
    pub fn renewed(self: &Arc<Self>, draft: &Draft) -> Arc<Self> {
        let sources = sources(draft, |file| draft.read_bitmap(file));
        if sources == self.images.sources { Arc::clone(self) } else { Arc::new(Self::made(sources)) }
    }

    /// Returns the images at a moment of their animation, in steps.
    #[must_use]
    pub fn at(&self, moment: u64) -> Self {
        Self { moment: Some(moment), ..self.again() }
    }

    /// Returns the images at the same moment, with the [`moved`](Self::moved) flag cleared.
    #[must_use]
    pub fn again(&self) -> Self {
        Self { images: Arc::clone(&self.images), moment: self.moment, moved: AtomicBool::new(false) }
    }

    /// The moment of the animation, or `None` if images are not animated.
    pub fn moment(&self) -> Option<u64> {
        self.moment
    }

    /// Whether an animated image has been drawn since these were created.
    pub fn moved(&self) -> bool {
        self.moved.load(Ordering::Relaxed)
    }

    /// Records that an animated image has been drawn.
    pub fn note_moved(&self) {
        self.moved.store(true, Ordering::Relaxed);
    }

    /// Identifies the images of one revision of a pack.
    pub fn made_at(&self) -> usize {
        Arc::as_ptr(&self.images).addr()
    }

    fn made(sources: Vec<Source>) -> Self {
        let read =
            |Source { id, image, bitmap }: &Source| Some((id.clone(), frames(image, bitmap.as_ref().as_ref().ok()?)?));
        let images = Images { images: sources.iter().filter_map(read).collect(), sources, laid: Mutex::default() };
        Self { images: Arc::new(images), ..Self::default() }
    }

    /// Whether there are no images.
    pub fn is_empty(&self) -> bool {
        self.images.images.is_empty()
    }

    /// Whether any of the layers can be drawn.
    pub fn show(&self, layers: &[ImageLayer]) -> bool {
        layers.iter().any(|layer| self.images.images.contains_key(layer.image.id()))
    }

    /// Whether some layers connect to others: both have an image with connections, either the same image or one that
    /// joins the other.
    pub fn lead(&self, from: &[ImageLayer], to: &[ImageLayer]) -> bool {
        let connecting = |layers: &[ImageLayer]| {
            let known = layers.iter().filter(|layer| !layer.unconnected);
            known
                .filter_map(|layer| Some((layer.image.id().to_owned(), self.images.images.get(layer.image.id())?)))
                .collect()
        };
        let [from, to]: [Vec<(String, &Frames)>; 2] = [connecting(from), connecting(to)];
        from.iter().filter(|(_, image)| image.connects()).any(|(id, image)| {
            to.iter().any(|(other, theirs)| id == other || image.joins.contains(other) || theirs.joins.contains(id))
        })
    }

    /// Composes layers for a given ratio of width to height: one picture per frame. `None` if none of the images can be
    /// drawn.
    pub fn laid(&self, layers: &[ImageLayer], proportions: f32) -> Option<Laid> {
        if !self.show(layers) {
            return None;
        }
        let images = &self.images.images;
        let known: Vec<(&ImageLayer, &Frames)> =
            layers.iter().filter_map(|layer| Some((layer, images.get(layer.image.id())?))).collect();
        let natural = known.iter().flat_map(|(_, image)| &image.frames).map(|frame| frame.height().max(frame.width()));
        let fine = (natural.max()? as f32 / PIXELS).ceil().clamp(1.0, FINEST);
        let size = [PIXELS * proportions * fine, PIXELS * fine].map(|side| side.round().max(1.0) as u32);
        let key = (layers.to_vec(), size);
        let mut kept = self.images.laid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(laid) = kept.get(&key) {
            return (!laid.pictures.is_empty()).then(|| Arc::clone(laid));
        }
        let turns = known.iter().map(|(layer, image)| image.turns(layer)).max().unwrap_or(1);
        let made = (0..turns).filter_map(|turn| Some((lay(&known, turn, size, fine)?, leading(&known, turn))));
        let (pictures, ways) = made.unzip();
        let moving = known.iter().filter(|(layer, image)| image.turns(layer) > 1 && image.motion.moves());
        let animation = moving.clone().map(|(_, image)| image.motion.animation).max().unwrap_or_default();
        let sequence = moving.map(|(_, image)| image.motion.sequence).max().unwrap_or_default();
        let laid = Arc::new(Turns { pictures, ways, motion: Motion { animation, sequence } });
        kept.insert(key, Arc::clone(&laid));
        (!laid.pictures.is_empty()).then_some(laid)
    }

    /// Returns the current picture for a cell with these connections. It varies between cells; for one cell it changes
    /// only if it is animated.
    pub fn shown<'a>(&self, laid: &'a Turns, cell: Cell, ways: Ways) -> &'a Arc<Picture> {
        let fitting = if laid.connects() { laid.fitting(ways) } else { laid.pictures.iter().collect() };
        if !laid.motion.moves() {
            return fitting[chance(cell) % fitting.len()];
        }
        let Some(moment) = self.moment else { return fitting[0] };
        if fitting.len() > 1 {
            self.note_moved();
        }
        fitting[laid.motion.frame(fitting.len(), cell, moment)]
    }

    /// Returns the pictures that together give a cell exactly these connections: a single one if it exists, else one
    /// per direction.
    pub fn along<'a>(&self, laid: &'a Turns, cell: Cell, ways: Ways) -> Vec<&'a Arc<Picture>> {
        let has = |wanted: Ways| laid.ways.contains(&wanted);
        if has(ways) {
            return vec![self.shown(laid, cell, ways)];
        }
        let single = ways.points().map(|point| Ways::of([point])).filter(|single| has(*single));
        single.map(|single| self.shown(laid, cell, single)).collect()
    }
}

fn sources(draft: &Draft, bitmap: impl Fn(&str) -> Option<ReadBitmap>) -> Vec<Source> {
    let read = |id: &str| {
        let image: Image = draft.typed(&RecordKey::new(Image::CATALOG, id))?.ok()?;
        let bitmap = bitmap(&image.file)?;
        Some(Source { id: id.to_owned(), image, bitmap })
    };
    draft.ids(Image::CATALOG).filter_map(read).collect()
}

/// Cuts out the frames of an image; `None` if no frame is within the bitmap.
fn frames(image: &Image, bitmap: &Bitmap) -> Option<Frames> {
    let mask = image.mask.as_deref().and_then(parse_color).map(|color| [color.r(), color.g(), color.b()]);
    let [width, height] = bitmap.size.map(|side| side as u16);
    let whole = [Frame { left: 0, top: 0, width, height, connections: Vec::new() }];
    let parts = if image.frames.is_empty() { &whole[..] } else { &image.frames[..] };
    let cut = |frame: &Frame| Some((cut(bitmap, frame, mask)?, Ways::of(frame.connections.iter().copied())));
    let (frames, ways): (Vec<Pixmap>, Vec<Ways>) = parts.iter().filter_map(cut).unzip();
    let motion = Motion { animation: image.animation, sequence: image.sequence };
    let joins = image.joins.iter().map(|join| join.id().to_owned()).collect();
    let made = Frames { frames, ways, fills: [image.across, image.down], motion, joins };
    (!made.frames.is_empty()).then_some(made)
}

/// The directions in which the layers of a turn connect.
fn leading(layers: &[(&ImageLayer, &Frames)], turn: usize) -> Ways {
    let counting = layers.iter().filter(|(layer, _)| !layer.unconnected);
    counting.fold(Ways::default(), |ways, (layer, image)| {
        ways.and(image.ways[image.number(layer, turn)].mirrored(layer.mirror.axes()))
    })
}

/// A pseudo-random number from a cell.
fn chance(cell: Cell) -> usize {
    let [col, row] = cell.map(|at| at as u32);
    ((col.wrapping_mul(0x9e37_79b1) ^ row.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d) >> 7) as usize
}

/// Cuts out a part of a bitmap; `None` if it extends beyond the bitmap.
fn cut(bitmap: &Bitmap, frame: &Frame, mask: Option<[u8; 3]>) -> Option<Pixmap> {
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

/// Composes the layers of one turn.
fn lay(layers: &[(&ImageLayer, &Frames)], turn: usize, size: [u32; 2], fine: f32) -> Option<Arc<Picture>> {
    let mut canvas = Pixmap::new(size[0], size[1])?;
    for (layer, image) in layers {
        let frame = &image.frames[image.number(layer, turn)];
        let shifted = shifted(frame, layer.shift);
        let fills = if layer.unscaled { [Fill::Once; 2] } else { image.fills };
        put(&mut canvas, &shifted, layer, fills, fine);
    }
    let mut hasher = DefaultHasher::new();
    (size, canvas.data()).hash(&mut hasher);
    Some(Arc::new(Picture { id: hasher.finish(), size, pixels: canvas.take() }))
}

fn put(canvas: &mut Pixmap, frame: &Pixmap, layer: &ImageLayer, fills: [Fill; 2], fine: f32) {
    let (room, own) = ([canvas.width() as f32, canvas.height() as f32], [frame.width() as f32, frame.height() as f32]);
    let scale = [0, 1].map(|axis| if fills[axis] == Fill::Stretch { room[axis] / own[axis] } else { fine });
    let offset = layer.offset.map(|by| f32::from(by) * fine);
    // Repeated images start at the left and upper edge; others are centred.
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
    // Along an axis without repetition, the image keeps its own extent.
    let ends = |axis: usize| match fills[axis] {
        Fill::Repeat => [0.0, room[axis]],
        Fill::Stretch | Fill::Once => [start[axis].max(0.0), (start[axis] + own[axis] * scale[axis]).min(room[axis])],
    };
    let ([left, right], [top, bottom]) = (ends(0), ends(1));
    if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
        canvas.fill_rect(rect, &paint, Transform::identity(), None);
    }
}

/// Shifts the colours of a frame.
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
