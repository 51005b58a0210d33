//! Pictures of packs that are not open: their first scenario or map, read on a background thread.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use egui::{Id, Rect, Ui};
use foeman_base::template::{self, Template};
use foeman_engine::display::Board;
use foeman_engine::game::Registry;
use foeman_schema::dialect::RecordView;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use super::thumbnail;
use crate::kit::canvas::Terrain;
use crate::kit::icon::Icon;
use crate::scenario::{placing, plots};
use foeman_scene::chart;
use foeman_scene::theme::{ROUND, palette};

/// Packs with more bytes of text have no picture.
const LARGEST: u64 = 4_000_000;
/// The maximum depth of folders in which text is counted.
const DEEPEST: usize = 4;

/// A pack that is not open.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ClosedPack {
    /// A template or sample, by id.
    Shipped(&'static str),
    /// A folder or file.
    At(PathBuf),
}

/// A map and the figures on it.
struct Sketch {
    terrain: Terrain,
    board: Board,
}

/// A picture; empty until it is read, `None` if the pack has none.
type Slot = Arc<OnceLock<Option<Sketch>>>;

/// Draws the picture of a pack, or an icon until it is read and if there is none.
pub(crate) fn picture(ui: &Ui, registry: Registry, pack: &ClosedPack, rect: Rect) {
    let colors = palette(ui);
    ui.painter().rect_filled(rect, ROUND, colors.sunken);
    let id = Id::unique(("picture of a pack", pack));
    let kept: Option<Slot> = ui.data(|data| data.get_temp(id));
    let slot = kept.unwrap_or_else(|| {
        let slot = Slot::default();
        ui.data_mut(|data| data.insert_temp(id, Arc::clone(&slot)));
        read(ui, registry, pack.clone(), Arc::clone(&slot));
        slot
    });
    match slot.get().and_then(Option::as_ref) {
        Some(Sketch { terrain, board }) => {
            thumbnail::picture(ui, &format!("{pack:?}"), terrain, board, rect.shrink(4.0));
        }
        None => {
            let middle = Rect::from_center_size(rect.center(), egui::Vec2::splat(rect.height() * 0.3));
            Icon::Hex.paint(ui.painter(), middle, colors.outline);
        }
    }
}

/// Reads a picture on a background thread.
fn read(ui: &Ui, registry: Registry, pack: ClosedPack, slot: Slot) {
    /// Only one pack is read at a time, so that the window stays responsive.
    static READING: Mutex<()> = Mutex::new(());
    let ctx = ui.ctx().clone();
    std::thread::spawn(move || {
        let _reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
        let draft = match &pack {
            ClosedPack::Shipped(id) => {
                let shipped = template::SAMPLES.iter().chain(&template::TEMPLATES).find(|known| known.id == *id);
                shipped.map(|shipped: &Template| shipped.draft(&registry.dialects()))
            }
            ClosedPack::At(path) if bytes(path, DEEPEST) <= LARGEST => {
                Draft::open_with(path, &registry.dialects(), template::shelf(&[])).ok()
            }
            ClosedPack::At(_) => None,
        };
        // If another thread has filled the slot, it has read the same files.
        let _ = slot.set(draft.and_then(|draft| sketch(&draft, registry)));
        ctx.request_repaint();
    });
}

/// Returns the first scenario of a pack, or else its first map.
fn sketch(draft: &Draft, registry: Registry) -> Option<Sketch> {
    let dialect = draft.dialect()?;
    let keys = |catalog: &'static str| draft.ids(catalog).map(move |id| RecordKey::new(catalog, id)).take(8);
    let scenario = keys(dialect.playable).find_map(|key| scenario(draft, registry, &key));
    let maps = dialect.catalogs.iter().filter(|catalog| catalog.view == RecordView::Map);
    let maps = maps.flat_map(|catalog| keys(catalog.name));
    scenario.or_else(|| {
        maps.into_iter().find_map(|key| Some(Sketch { terrain: ground(draft, &key)?, board: Board::default() }))
    })
}

fn scenario(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Sketch> {
    if let Some(deployment) = placing::setup(draft, registry, key) {
        return Some(Sketch { terrain: ground(draft, &deployment.map)?, board: deployment.board });
    }
    let board = thumbnail::is_small_in(draft, key).then(|| plots::read(draft, registry, key)).flatten()?.board;
    Some(Sketch { terrain: Terrain { ground: Arc::clone(board.ground.as_ref()?) }, board })
}

fn ground(draft: &Draft, map: &RecordKey) -> Option<Terrain> {
    let drawn = thumbnail::is_small_in(draft, map).then(|| chart::read(draft, map).ok()).flatten()?;
    Some(Terrain { ground: Arc::new(drawn.ground) })
}

/// Returns the number of bytes of a file, or of the texts in a folder.
fn bytes(path: &Path, deepest: usize) -> u64 {
    let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |file| file.len()) };
    let hidden = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
    let entries = entries.flatten().filter(|entry| !hidden(entry));
    let of = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() && deepest > 0 => bytes(&entry.path(), deepest - 1),
        Ok(kind) if kind.is_file() && entry.path().extension().is_some_and(|kind| kind == "yaml") => {
            entry.metadata().map_or(0, |file| file.len())
        }
        _ => 0,
    };
    entries.map(of).sum()
}
