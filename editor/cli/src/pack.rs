//! Opens packs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use foeman_engine::game::Registry;
use foeman_schema::analysis::Analysis;
use foeman_schema::draft::{Draft, PACK_FILE, UnfinishedSaves};

use foeman_base::console::{Console, Failure, Paint, Stream};
use foeman_base::save::together::{Finished, Writer, unfinished};
use foeman_base::save::{Home, Reading, folder_of};
use foeman_base::template::{self, is_free};

/// A pack and the path it was opened by.
#[derive(Clone)]
pub(super) struct Pack {
    /// The pack's files.
    pub(super) draft: Arc<Draft>,
    /// Its folder or its single file, as given by the user.
    pub(super) root: PathBuf,
    /// The lock of the pack, if it was opened for writing.
    pub(super) writer: Option<Arc<Writer>>,
}

/// Where to search for required packs.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Shelves {
    /// Also search this folder for required packs, after the pack's own folder
    #[arg(long = "packs", value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,
}

/// How long a command waits for another process that is writing to the same pack.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Reads a pack, and warns about an interrupted save.
pub(super) fn read(
    path: &Path,
    shelves: &Shelves,
    registry: Registry,
    console: &mut Console<'_>,
) -> Result<Pack, Failure> {
    let pack = open(path, shelves, registry)?;
    warn(&pack, &mut console.err)?;
    Ok(pack)
}

/// Warns about an interrupted save, for commands that do not list findings.
pub(super) fn warn(pack: &Pack, err: &mut Stream<'_>) -> Result<(), Failure> {
    let root = pack.root.display();
    for (_, message, help) in pack.draft.unfinished_saves().told() {
        let title = err.painted(Paint::Bad, "error[unfinished-save]").to_string();
        writeln!(err, "{root}: {title}: {message}; {help}")?;
    }
    Ok(())
}

/// Reads a pack; its `pack.yaml` stands for its folder. An interrupted save is reported as a finding.
pub(super) fn open(path: &Path, shelves: &Shelves, registry: Registry) -> Result<Pack, Failure> {
    let root = root_of(path);
    let _steady = Home::of(&root).ok().map(|home| Reading::of(home.folder()));
    load(root, shelves, registry)
}

/// Locks a pack, completes an interrupted save, and reads the pack.
pub(super) fn open_to_write(
    path: &Path,
    shelves: &Shelves,
    registry: Registry,
    err: &mut Stream<'_>,
) -> Result<Pack, Failure> {
    let root = root_of(path);
    if !root.exists() {
        // `load` reports the error.
        return load(root, shelves, registry);
    }
    let writer = begin(&root)?;
    tell(&root, writer.finished(), err)?;
    let pack = load(root, shelves, registry)?;
    Ok(Pack { writer: Some(Arc::new(writer)), ..pack })
}

/// Locks a pack for writing.
pub(super) fn begin(root: &Path) -> Result<Writer, Failure> {
    Writer::begin(root, PATIENCE).map_err(|failure| Failure::Io(format!("could not write {failure}")))
}

/// Reports the completion of an interrupted save.
fn tell(root: &Path, finished: &Finished, err: &mut Stream<'_>) -> Result<(), Failure> {
    let root = root.display();
    if !finished.files.is_empty() {
        let count = match finished.files.len() {
            1 => "1 file".to_owned(),
            more => format!("{more} files"),
        };
        writeln!(err, "{root}: completed an interrupted save: wrote {count}")?;
    }
    for path in &finished.left {
        let why = "another program has changed it";
        writeln!(err, "{root}: an interrupted save could not write `{path}`: {why}; check its content")?;
    }
    Ok(())
}

fn root_of(path: &Path) -> PathBuf {
    if path.file_name().is_some_and(|name| name == PACK_FILE) { folder_of(path) } else { path.to_owned() }
}

fn load(root: PathBuf, shelves: &Shelves, registry: Registry) -> Result<Pack, Failure> {
    if root.is_file() && root.extension().is_some_and(|extension| extension == "zip") {
        let root = root.display();
        return Err(Failure::Io(format!("`{root}` is an archive; `foeman unpack {root}` makes a pack of it")));
    }
    let own = unfinished(&root);
    let read = Draft::open_with(&root, &registry.dialects(), template::shelf(&shelves.folders));
    let mut draft = read.map_err(|error| {
        let help = if is_free(&root) {
            format!("; `foeman new {}` makes a pack there", root.display())
        } else if let Some(unfinished) = &own {
            format!("; {}: {}", unfinished.message(), unfinished.help())
        } else {
            String::new()
        };
        Failure::Io(format!("could not read `{}`: {}{help}", error.path.display(), error.message))
    })?;
    let saves = UnfinishedSaves { own, ..draft.find_unfinished_saves(unfinished) };
    draft.set_unfinished_saves(saves);
    Ok(Pack { draft: Arc::new(draft), root, writer: None })
}

impl Pack {
    /// Analyses the pack.
    pub(super) fn analysis(&self) -> Analysis {
        Analysis::of(Arc::clone(&self.draft), None)
    }
}
