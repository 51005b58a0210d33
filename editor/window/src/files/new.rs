//! The state of the new-pack dialog.

use std::path::{Path, PathBuf};

use foeman_base::template::{Template, occupant, refused_name};
use foeman_schema::text::kebab;

use super::folders;

/// The id of a pack without a title.
const STEM: &str = "my-pack";

/// The state of the new-pack dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPack {
    /// The template's id.
    pub template: &'static str,
    /// The title as typed; if empty, the pack gets its title from the template and the folder.
    pub title: String,
    /// The id; derived from the title until it is typed.
    pub id: String,
    /// The folder; derived from the id until it is typed or chosen.
    pub folder: String,
    /// The problem with the id or the folder, updated while typing.
    pub problem: Option<String>,
    /// A folder to choose instead.
    pub instead: Option<String>,
    /// Where to create the pack.
    above: PathBuf,
    has_own_id: bool,
    has_own_folder: bool,
}

impl NewPack {
    /// Creates the state; without a folder, the pack is created in `above`.
    pub(crate) fn new(template: &'static str, folder: Option<PathBuf>, above: PathBuf) -> Self {
        let has_own_folder = folder.is_some();
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        let (title, id) = (String::new(), String::new());
        let (problem, instead) = (None, None);
        let mut new = Self { template, title, id, folder, problem, instead, above, has_own_id: false, has_own_folder };
        new.update();
        new
    }

    pub(crate) fn set_id(&mut self, id: String) {
        self.has_own_id = !id.is_empty();
        self.id = id;
    }

    pub(crate) fn set_folder(&mut self, folder: String) {
        self.has_own_folder = true;
        self.folder = folder;
    }

    /// Derives the id and the folder, and finds the first problem.
    pub(crate) fn update(&mut self) {
        let named = |folder: &str| Path::new(folder).file_name().map(|name| kebab(&name.to_string_lossy()));
        if !self.has_own_id {
            let by_folder = named(self.folder.trim()).filter(|_| self.has_own_folder);
            let ids = [Some(kebab(&self.title)), by_folder];
            self.id = ids.into_iter().flatten().find(|id| !id.is_empty()).unwrap_or_else(|| STEM.to_owned());
        }
        if !self.has_own_folder {
            self.folder = unused(&self.above, &kebab(&self.id)).display().to_string();
        }
        self.instead = None;
        self.problem = self.find_problem();
    }

    fn find_problem(&mut self) -> Option<String> {
        let (path, form) = (self.path(), kebab(&self.id));
        if form != self.id {
            let remedy = if form.is_empty() { String::new() } else { format!("; `{form}` would do") };
            return Some(format!("an id is small letters and digits with hyphens between{remedy}"));
        }
        if self.folder.trim().is_empty() {
            return Some("type the name of a folder".to_owned());
        }
        if let Some(pack) = folders::pack_above(&path) {
            let name = path.file_name().map_or_else(|| self.id.clone(), |name| name.to_string_lossy().into_owned());
            let beside = pack.parent().map(|above| unused(above, &name).display().to_string());
            self.instead = beside;
            let pack = pack.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Some(format!("the folder is inside the pack `{pack}`, and a pack cannot contain another"));
        }
        if let Some(why) = refused_name(&path) {
            return Some(why);
        }
        match occupant(&path) {
            Ok(None) => None,
            Ok(Some(found)) => Some(format!("`{found}` already exists; choose another folder")),
            Err(error) => Some(format!("this cannot be a folder: {error}")),
        }
    }

    /// Returns the title that the pack gets if none is typed.
    pub fn default_title(&self) -> String {
        Template::named(self.template).map(|template| template.title_in(&self.path())).unwrap_or_default()
    }

    /// Returns the chosen folder, with `~` expanded.
    pub fn path(&self) -> PathBuf {
        let text = self.folder.trim();
        let home = || std::env::home_dir().zip(text.strip_prefix("~/"));
        let path = home().map_or_else(|| PathBuf::from(text), |(home, rest)| home.join(rest));
        std::path::absolute(&path).unwrap_or(path)
    }
}

/// Returns the first folder of this name, or with a number after it, that does not exist yet.
fn unused(above: &Path, name: &str) -> PathBuf {
    let name = if name.is_empty() { STEM } else { name };
    let numbered = (2_u32..).map(|number| above.join(format!("{name}-{number}")));
    let mut all = std::iter::once(above.join(name)).chain(numbered);
    all.find(|path| !path.exists()).expect("some number is unused")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_and_folder_follow_the_title_until_they_are_typed() {
        let above = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(above.path().join("show-day")).expect("made");
        let mut new = NewPack::new("empty", None, above.path().to_owned());
        assert_eq!((new.id.as_str(), new.path()), ("my-pack", above.path().join("my-pack")));
        new.title = "Show day!".to_owned();
        new.update();
        assert_eq!((new.id.as_str(), new.path()), ("show-day", above.path().join("show-day-2")));
        new.set_id("show".to_owned());
        new.update();
        assert_eq!(new.path(), above.path().join("show"));
        new.set_folder(above.path().join("there").display().to_string());
        new.title = "Another".to_owned();
        new.update();
        assert_eq!((new.id.as_str(), new.path(), &new.problem), ("show", above.path().join("there"), &None));
        new.set_id("Show Day".to_owned());
        new.update();
        assert!(new.problem.is_some_and(|problem| problem.contains("`show-day` would do")));
    }

    #[test]
    fn a_pack_inside_a_pack_is_refused_with_a_folder_next_to_it() {
        let above = tempfile::tempdir().expect("a folder");
        let pack = above.path().join("arena");
        std::fs::create_dir_all(pack.join("figures")).expect("made");
        std::fs::write(pack.join("pack.yaml"), "pack: arena\n").expect("written");
        let mut new = NewPack::new("empty", Some(pack.join("figures/mine")), above.path().to_owned());
        assert!(new.problem.as_ref().is_some_and(|problem| problem.contains("inside the pack `arena`")));
        new.set_folder(new.instead.clone().expect("a suggestion"));
        new.update();
        assert_eq!((&new.problem, new.path()), (&None, above.path().join("mine")));
    }
}
