//! `--language`: the language in which the texts of a pack are shown.

use std::sync::Arc;

use super::pack::Pack;
use super::unknown;
use foeman_base::console::Failure;

/// The language of a pack's texts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Language {
    /// Show the pack's texts in this language, such as `de`: from the files in its folder `lang`
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
}

impl Language {
    /// Returns the chosen language.
    pub(super) fn tag(&self) -> Option<String> {
        self.language.clone()
    }

    /// Returns whether a language is chosen.
    pub(super) fn is_chosen(&self) -> bool {
        self.language.is_some()
    }

    /// Returns the pack with its texts in the chosen language.
    pub(super) fn of(&self, pack: Pack) -> Result<Pack, Failure> {
        let Some(tag) = &self.language else { return Ok(pack) };
        if !pack.draft.has_language(tag) {
            let languages = pack.draft.languages();
            let known: Vec<&str> = languages.iter().map(String::as_str).collect();
            return Err(unknown(&format!("a language of `{}`", pack.root.display()), tag, &known));
        }
        Ok(Pack { draft: Arc::new(pack.draft.in_language(tag)), ..pack })
    }
}
