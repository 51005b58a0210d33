//! The tilesets of a map: the name of each tile.

use std::collections::{BTreeMap, HashMap};

use super::node::Node;
use super::{json, xml};
use crate::files::Unread;
use crate::finding::{Finding, Level, Warnings};
use crate::limits::{Budget, MOST_BYTES};
use crate::source::{Source, quoted};

/// The bits of a tile number that flip and rotate the tile: horizontally, vertically, diagonally, by 120 degrees.
pub(super) const TURNS: [u32; 4] = [1 << 31, 1 << 30, 1 << 29, 1 << 28];

/// Returns the number of a tile without flips and rotations.
pub(super) fn unturned(gid: u32) -> u32 {
    gid & !TURNS.iter().fold(0, |all, bit| all | bit)
}

/// The maximum number of tilesets of a map.
const MOST_TILESETS: usize = 1000;

/// The tilesets of a map, by their first numbers.
#[derive(Debug, Default)]
pub(super) struct Tilesets {
    all: Vec<Tileset>,
    /// The tiles that were looked up.
    known: HashMap<u32, Option<String>>,
}

#[derive(Debug, Default)]
struct Tileset {
    first: u32,
    name: String,
    /// The number of tiles; `None` if the file is missing.
    count: Option<u32>,
    classes: BTreeMap<u32, String>,
    /// How tile objects are aligned.
    alignment: String,
}

/// Opens a file that the map refers to.
pub(super) type Open<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, Unread>;

impl Tilesets {
    pub(super) fn read(
        source: &Source<'_>,
        map: &Node<'_>,
        open: Open<'_>,
        budget: &mut Budget,
        warnings: &mut Warnings,
    ) -> Result<Self, Finding> {
        let mut sets = Self::default();
        for node in map.named("tileset") {
            if sets.all.len() == MOST_TILESETS {
                return Err(source.error(node.at, format!("expected at most {MOST_TILESETS} tilesets, found more")));
            }
            let first: u32 = node.required(source, "firstgid", "a number from 1")?;
            if first == 0 || unturned(first) != first {
                return Err(source.error(node.at, format!("expected a `firstgid` from 1, found {first}")));
            }
            if sets.all.iter().any(|set| set.first == first) {
                return Err(source.error(node.at, format!("two tilesets have the `firstgid` {first}")));
            }
            let set = match node.attribute("source") {
                None => tileset(source, node, warnings)?,
                Some(path) => {
                    let at = path.at;
                    let missing = |why: &str| format!("tileset {} {why}", quoted(&path.value));
                    match open(&path.value) {
                        Ok(bytes) => {
                            budget.take(bytes.len()).map_err(|message| source.error(at, message))?;
                            let inner = Source::new(&path.value, &bytes)?;
                            external(&inner, warnings)?
                        }
                        Err(Unread::Missing) => {
                            let name = file_stem(&path.value).to_owned();
                            let hint = format!("not found; its tiles are named `{name}:0`, `{name}:1` and so on");
                            warnings.push(source.warning(at, missing(&hint)));
                            Tileset { name, ..Tileset::default() }
                        }
                        Err(Unread::Outside) => {
                            let hint = "is outside the folder of the map; allow its folder with `--files`";
                            return Err(source.error(at, missing(hint)));
                        }
                        Err(Unread::TooLarge) => {
                            let hint = format!("is larger than {} MiB", MOST_BYTES >> 20);
                            return Err(source.error(at, missing(&hint)));
                        }
                        Err(Unread::Unreadable) => return Err(source.error(at, missing("cannot be read"))),
                    }
                }
            };
            sets.all.push(Tileset { first, ..set });
        }
        sets.all.sort_by_key(|set| set.first);
        Ok(sets)
    }

    /// Returns the name of a tile, given its number without turns: its class, or its tileset and id. `None` if the
    /// number is beyond every tileset.
    pub(super) fn name(&mut self, gid: u32) -> Option<&str> {
        if !self.known.contains_key(&gid) {
            let name = self.found(gid);
            self.known.insert(gid, name);
        }
        self.known.get(&gid)?.as_deref()
    }

    fn set(&self, gid: u32) -> Option<&Tileset> {
        let at = self.all.partition_point(|set| set.first <= gid).checked_sub(1)?;
        let set = &self.all[at];
        set.count.is_none_or(|count| gid - set.first < count).then_some(set)
    }

    fn found(&self, gid: u32) -> Option<String> {
        let set = self.set(gid)?;
        let id = gid - set.first;
        Some(set.classes.get(&id).cloned().unwrap_or_else(|| format!("{}:{id}", set.name)))
    }

    /// Returns the numbers of the tiles with a name.
    pub(super) fn named(&self, name: &str) -> Vec<u32> {
        let mut found = Vec::new();
        for set in &self.all {
            found.extend(set.classes.iter().filter(|(_, class)| *class == name).map(|(id, _)| set.first + id));
            let id = name.strip_prefix(&*set.name).and_then(|rest| rest.strip_prefix(':'));
            let id = id.and_then(|id| id.parse::<u32>().ok());
            found.extend(id.filter(|id| !set.classes.contains_key(id)).and_then(|id| set.first.checked_add(id)));
        }
        // A number belongs to the last tileset that starts before it.
        found.retain(|gid| self.found(*gid).as_deref() == Some(name));
        found
    }

    /// Returns the first number beyond all tilesets. The error is the name of the last tileset, if the number of its
    /// tiles is unknown.
    pub(super) fn end(&self) -> Result<u32, &str> {
        match self.all.last() {
            None => Ok(1),
            Some(Tileset { first, count: Some(count), .. }) => Ok(first.saturating_add(*count)),
            Some(set) => Err(&set.name),
        }
    }

    /// Returns whether a tileset has this name.
    pub(super) fn has_set(&self, name: &str) -> bool {
        self.all.iter().any(|set| set.name == name)
    }

    /// Returns the alignment of objects that show a tile.
    pub(super) fn alignment(&self, gid: u32) -> &str {
        self.set(gid).map_or("", |set| &set.alignment)
    }
}

/// Reads the file of a tileset.
fn external(source: &Source<'_>, warnings: &mut Warnings) -> Result<Tileset, Finding> {
    let node = match source.text.trim_start().chars().next() {
        Some('{' | '[') => json::read(source, "tileset")?,
        _ => xml::read(source)?,
    };
    if node.kind != "tileset" {
        return Err(source.error(node.at, format!("expected a tileset, found {}", quoted(&node.kind))));
    }
    tileset(source, &node, warnings)
}

fn tileset(source: &Source<'_>, node: &Node<'_>, warnings: &mut Warnings) -> Result<Tileset, Finding> {
    let count = node.number::<u32>(source, "tilecount", "a number of tiles")?;
    let mut set = Tileset {
        name: node.word("name").to_owned(),
        alignment: node.word("objectalignment").to_owned(),
        ..Tileset::default()
    };
    let mut last = None;
    let mut unused: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for tile in node.named("tile") {
        let id: u32 = tile.required(source, "id", "a number from 0")?;
        if unturned(id) != id {
            return Err(source.error(tile.at, format!("expected the id of a tile, found {id}")));
        }
        last = last.max(Some(id));
        if !tile.class().is_empty() {
            set.classes.insert(id, tile.class().to_owned());
        }
        for (name, (_, at)) in tile.properties() {
            unused.entry(name).or_insert((0, at)).0 += 1;
        }
    }
    for (name, (count, at)) in unused {
        let tiles = foeman_schema::plural::plural(count, "tile", "tiles");
        let message = format!("property {} of {tiles} is not imported; terrains have their own values", quoted(&name));
        warnings.push(source.warning(at, message));
    }
    // Tiles of an image collection can have gaps between their ids.
    let listed = last.map_or(0, |last| last + 1);
    match (count, last) {
        (Some(count), _) => set.count = Some(count.max(listed)),
        (None, Some(_)) if node.first("image").is_none() && node.attribute("image").is_none() => {
            set.count = Some(listed);
        }
        // Old files have no `tilecount`, only the size of the image.
        _ => set.count = None,
    }
    Ok(set)
}

/// Returns the name of a file without folders and ending.
fn file_stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Creates the error about a tile number beyond every tileset.
pub(super) fn beyond(source: &Source<'_>, at: usize, gid: u32) -> Finding {
    let message = format!("tile number {gid} is beyond every tileset; open the map in Tiled and replace the tile");
    Finding { level: Level::Error, ..source.error(at, message) }
}
