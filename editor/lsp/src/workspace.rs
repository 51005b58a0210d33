//! The open packs and the client's buffers in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::draft::{PACK_FILE, excludes};
use foeman_schema::po::is_po;
use lsp_types::TextDocumentContentChangeEvent;

use super::home::{Buffer, Home};
use super::pack::Pack;
use super::position::Encoding;
use super::uri;

/// The open packs.
pub struct Workspace {
    registry: Registry,
    /// The open packs by location.
    pub packs: BTreeMap<Home, Pack>,
    /// Packs that stay open without a buffer.
    kept: BTreeSet<Home>,
    /// URIs with diagnostics from packs that have been closed.
    gone: Vec<String>,
    /// Whether unsaved changes still have to be passed on to the packs that require their pack.
    behind: bool,
}

impl Workspace {
    /// Creates a workspace without packs.
    pub fn new(registry: Registry) -> Self {
        Self { registry, packs: BTreeMap::new(), kept: BTreeSet::new(), gone: Vec::new(), behind: false }
    }

    /// Opens the pack in a workspace folder, if there is one.
    pub fn keep(&mut self, folder: &Path) {
        if folder.join(PACK_FILE).is_file() {
            let home = Home::Folder(folder.to_owned());
            self.kept.insert(home.clone());
            self.pack(home);
        }
    }

    fn pack(&mut self, home: Home) -> &mut Pack {
        let registry = self.registry;
        self.packs.entry(home.clone()).or_insert_with(|| Pack::open(home, registry))
    }

    /// Returns the pack of a buffer, and the buffer's path in it.
    pub fn place(&self, uri: &str) -> (Home, String) {
        let Some(file) = uri::path(uri) else { return (Home::Buffer(uri.to_owned()), uri.to_owned()) };
        let shown = |path: &Path| {
            let home = self.packs.get(&Home::Folder(path.to_owned()));
            home.is_some_and(|pack| pack.buffers.contains_key(PACK_FILE))
        };
        let begins = file.file_name().is_some_and(|name| name == PACK_FILE).then(|| file.parent()).flatten();
        let is_pack = |path: &Path| path.join(PACK_FILE).is_file() || shown(path) || begins == Some(path);
        let home = Home::of(&file, is_pack, |home, path| self.leaves_out(home, path));
        let path = home.path_of(&file);
        (home, path)
    }

    /// Whether a pack excludes a file, by its open header or the header on disk.
    fn leaves_out(&self, home: &Home, path: &str) -> bool {
        if let Some(pack) = self.packs.get(home) {
            return pack.draft().excludes(path);
        }
        let Home::Folder(folder) = home else { return false };
        fs::read_to_string(folder.join(PACK_FILE)).is_ok_and(|header| excludes(&header, path))
    }

    /// Returns the pack that currently contains a buffer, even if the buffer belongs elsewhere now; else the place of
    /// the file.
    fn holder(&self, uri: &str) -> (Home, String) {
        let shown = self.packs.iter().find_map(|(home, pack)| {
            let (path, _) = pack.buffers.iter().find(|(_, buffer)| buffer.uri == uri)?;
            Some((home.clone(), path.clone()))
        });
        shown.unwrap_or_else(|| self.place(uri))
    }

    /// Returns the pack that contains a buffer, and the buffer's path in it.
    pub fn find(&mut self, uri: &str) -> Option<(&mut Pack, String)> {
        let (home, path) = self.holder(uri);
        Some((self.packs.get_mut(&home)?, path))
    }

    /// Opens a buffer.
    pub fn open(&mut self, uri: &str, version: i32, text: &str) {
        self.behind = true;
        let (home, path) = self.place(uri);
        let buffer = Buffer { uri: uri.to_owned(), version };
        self.pack(home).show(&path, buffer, text);
        self.settle(&path);
    }

    /// Changes a buffer.
    pub fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        self.behind = true;
        let Some((pack, path)) = self.find(uri) else { return };
        let left_out = |pack: &Pack| pack.draft().header("exclude").filter(|_| path == PACK_FILE);
        let before = left_out(pack);
        pack.change(&path, version, changes, encoding);
        if left_out(pack) != before {
            self.settle(PACK_FILE);
        }
    }

    /// Closes a buffer, so that the file on disk applies again. Closes the pack with its last buffer.
    pub fn close(&mut self, uri: &str) {
        self.behind = true;
        let (home, path) = self.holder(uri);
        let Some(pack) = self.packs.get_mut(&home) else { return };
        if pack.buffers.remove(&path).is_none() {
            return;
        }
        if pack.buffers.is_empty() && !self.kept.contains(&home) {
            self.drop_pack(&home);
            return;
        }
        self.reread(&home, &path);
        self.settle(&path);
    }

    /// Handles a file that another program has written, created or removed.
    pub fn touched(&mut self, uri: &str) {
        let Some(file) = uri::path(uri) else { return };
        self.behind = true;
        for (home, pack) in &mut self.packs {
            let own = matches!(home, Home::Folder(root) | Home::File(root) if file.starts_with(root));
            if !own && pack.draft().roots().iter().any(|root| file.starts_with(root)) {
                pack.refresh();
            }
        }
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name == PACK_FILE {
            if let Some(folder) = file.parent() {
                self.reread(&Home::Folder(folder.to_owned()), PACK_FILE);
            }
            self.settle(PACK_FILE);
            return;
        }
        let (home, path) = self.place(uri);
        self.packs.values_mut().for_each(Pack::look_for_unfinished_saves);
        if path.ends_with(".yaml") || path.ends_with(".yml") || is_po(&path) {
            self.reread(&home, &path);
        } else {
            // A bitmap may belong to any pack in a parent folder.
            let above = |home: &Home| matches!(home, Home::Folder(folder) if file.starts_with(folder));
            self.packs.iter_mut().filter(|(home, _)| above(home)).for_each(|(_, pack)| pack.refresh());
        }
    }

    /// Passes unsaved buffers on to the packs that require their pack.
    pub fn catch_up(&mut self) {
        if !std::mem::take(&mut self.behind) {
            return;
        }
        // Required packs are found by canonical path.
        let of_pack = |(home, pack): (&Home, &Pack)| {
            let file = |(path, buffer): (&String, &Buffer)| {
                let text = pack.draft().text(pack.draft().file_at(path)?).to_owned();
                let file = uri::path(&buffer.uri)?;
                Some((home.clone(), file.canonicalize().unwrap_or(file), text))
            };
            pack.buffers.iter().filter_map(file).collect::<Vec<_>>()
        };
        let needed = self.packs.values().any(|pack| pack.draft().builds_on_others());
        let buffers: Vec<(Home, PathBuf, String)> =
            if needed { self.packs.iter().flat_map(of_pack).collect() } else { Vec::new() };
        for (home, pack) in &mut self.packs {
            if !pack.draft().builds_on_others() {
                continue;
            }
            let roots = pack.draft().roots();
            let unsaved = buffers
                .iter()
                .filter(|(other, file, _)| other != home && roots.iter().skip(1).any(|root| file.starts_with(root)));
            pack.lay_over(unsaved.map(|(_, file, text)| (file.clone(), text.clone())).collect());
        }
    }

    /// Takes the URIs whose diagnostics must be cleared because their pack was closed. A file that is now open in
    /// another pack gets its diagnostics from there.
    pub fn take_gone(&mut self) -> Vec<String> {
        let gone = std::mem::take(&mut self.gone);
        let shown = |uri: &String| self.packs.values().any(|pack| pack.buffers.values().any(|it| it.uri == *uri));
        gone.into_iter().filter(|uri| !shown(uri)).collect()
    }

    fn drop_pack(&mut self, home: &Home) {
        if let Some(pack) = self.packs.remove(home) {
            self.gone.extend(pack.told.keys().map(|path| pack.uri_of(path)));
        }
    }

    /// Rereads a file of a pack from disk, unless a buffer replaces it.
    fn reread(&mut self, home: &Home, path: &str) {
        let Some(pack) = self.packs.get_mut(home) else { return };
        if pack.buffers.contains_key(path) {
            return;
        }
        if pack.draft().excludes(path) {
            pack.take_out(path);
            return;
        }
        let file = match home {
            Home::Folder(folder) => folder.join(path),
            Home::File(file) => file.clone(),
            Home::Buffer(_) => return,
        };
        let is_plain = fs::symlink_metadata(&file).is_ok_and(|data| data.is_file() && data.len() < super::frames::MOST);
        match is_plain.then(|| fs::read(&file)) {
            Some(Ok(bytes)) => match String::from_utf8(bytes) {
                Ok(text) => pack.put(path, &text),
                // Reopening the pack reports the error as a finding.
                Err(_) => self.reopen(home),
            },
            _ => pack.take_out(path),
        }
    }

    /// Rereads a whole pack and reapplies its buffers.
    fn reopen(&mut self, home: &Home) {
        let registry = self.registry;
        let Some(pack) = self.packs.get_mut(home) else { return };
        let mut fresh = Pack::open(home.clone(), registry);
        for (path, buffer) in std::mem::take(&mut pack.buffers) {
            if let Some(file) = pack.draft().file_at(&path) {
                let text = pack.draft().text(file).to_owned();
                fresh.show(&path, buffer, &text);
            }
        }
        fresh.told = std::mem::take(&mut pack.told);
        fresh.pulled = std::mem::take(&mut pack.pulled);
        *pack = fresh;
    }

    /// Rereads everything from disk.
    pub fn look_again(&mut self) {
        self.behind = true;
        let homes: Vec<Home> = self.packs.keys().cloned().collect();
        homes.iter().for_each(|home| self.reopen(home));
        self.settle(PACK_FILE);
    }

    /// Moves buffers to the pack that they belong to, after a header was added, changed or removed, and has each pack
    /// read the files that its header does not exclude.
    fn settle(&mut self, path: &str) {
        if path != PACK_FILE {
            return;
        }
        let homes: Vec<Home> = self.packs.keys().cloned().collect();
        for home in homes {
            let Some(pack) = self.packs.get(&home) else { continue };
            let elsewhere = |(path, buffer): (&String, &Buffer)| {
                let file = pack.draft().file_at(path).filter(|_| self.place(&buffer.uri).0 != home)?;
                Some((path.clone(), buffer.clone(), pack.draft().text(file).to_owned()))
            };
            let moved: Vec<(String, Buffer, String)> = pack.buffers.iter().filter_map(elsewhere).collect();
            for (path, buffer, text) in moved {
                if let Some(pack) = self.packs.get_mut(&home) {
                    pack.buffers.remove(&path);
                }
                self.reread(&home, &path);
                let (to, path) = self.place(&buffer.uri);
                self.pack(to).show(&path, buffer, &text);
            }
            if let Some(pack) = self.packs.get_mut(&home) {
                pack.follow_exclude();
            }
            let empty = self.packs.get(&home).is_some_and(|pack| pack.buffers.is_empty());
            if empty && !self.kept.contains(&home) {
                self.drop_pack(&home);
            }
        }
    }

    /// Returns the paths of all open packs and of the packs they require, without duplicates.
    pub fn roots(&self) -> Vec<PathBuf> {
        let roots = |(home, pack): (&Home, &Pack)| match home {
            Home::Folder(path) | Home::File(path) => [vec![path.clone()], pack.draft().roots()].concat(),
            Home::Buffer(_) => Vec::new(),
        };
        self.packs.iter().flat_map(roots).collect::<BTreeSet<_>>().into_iter().collect()
    }
}
