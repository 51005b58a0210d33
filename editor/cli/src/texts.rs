//! `foeman texts`: the texts of a pack, and their translations.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use foeman_engine::game::Registry;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::po::{MOST_BYTES, Po, canonical, path_of};
use foeman_schema::texts::{Coverage, coverage, template, texts, updated};

use super::pack::{self, Pack, Shelves};
use super::report::{self, counted};
use super::{unknown, write};
use foeman_base::console::{Console, Exit, Failure};
use foeman_base::save;

/// Extracts the texts of a pack, and updates and checks their translations
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman texts update my-pack de          make or update `my-pack/lang/de.po`
  foeman texts check my-pack              how much is translated, and what is wrong
  foeman texts extract my-pack -o my-pack.pot
  foeman play my-pack duel --language de

Translations are PO files, which Poedit, Weblate, gettext and text editors can edit.
The YAML files of the pack are never changed.")]
pub(super) struct Texts {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write a template with all texts of the pack
    Extract {
        /// A folder with a `pack.yaml`
        pack: PathBuf,
        /// Write to this file, overwriting it
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        shelves: Shelves,
    },
    /// Make `lang/LANGUAGE.po` in the pack, or update it after texts have changed
    Update {
        /// A folder with a `pack.yaml`
        pack: PathBuf,
        /// The language, such as `de` or `pt-BR`
        language: String,
        #[command(flatten)]
        shelves: Shelves,
    },
    /// Report problems of translations, with exit status 1 if there are any
    Check {
        /// A folder with a `pack.yaml`
        pack: PathBuf,
        /// The language [default: all languages of the pack]
        language: Option<String>,
        #[command(flatten)]
        shelves: Shelves,
    },
}

/// Runs the task.
pub(super) fn run(args: &Texts, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    match &args.task {
        Task::Extract { pack, output, shelves } => {
            let pack = pack::read(pack, shelves, registry, console)?;
            extract(&pack, output, console)
        }
        Task::Update { pack, language, shelves } => {
            let pack = pack::open_to_write(pack, shelves, registry, &mut console.err)?;
            update(&pack, language, console)
        }
        Task::Check { pack, language, shelves } => {
            let pack = pack::read(pack, shelves, registry, console)?;
            check(&pack, language.as_deref(), console)
        }
    }
}

fn extract(pack: &Pack, output: &std::path::Path, console: &mut Console<'_>) -> Result<Exit, Failure> {
    known_ruleset(pack)?;
    let path = output.display();
    save::atomically(output, template(&pack.draft).as_bytes())
        .map_err(|error| Failure::Io(format!("could not write `{path}`: {error}")))?;
    writeln!(console.err, "wrote `{path}`, {}", counted(texts(&pack.draft).len(), "text"))?;
    Ok(Exit::Clean)
}

/// Fails for a pack of which it is unknown which values are texts.
fn known_ruleset(pack: &Pack) -> Result<(), Failure> {
    match pack.draft.dialect() {
        Some(_) => Ok(()),
        None => {
            let root = pack.root.display();
            Err(Failure::Usage(format!("expected a pack with a known ruleset; run `foeman check {root}`")))
        }
    }
}

fn update(pack: &Pack, language: &str, console: &mut Console<'_>) -> Result<Exit, Failure> {
    known_ruleset(pack)?;
    if pack.root.is_file() {
        let root = pack.root.display();
        return Err(Failure::Usage(format!("expected the folder of a pack, found the file `{root}`")));
    }
    let Some(tag) = canonical(language).filter(|tag| tag == language) else {
        let remedy = canonical(language).unwrap_or_else(|| "de` or `pt-BR".to_owned());
        return Err(Failure::Usage(format!("expected a language such as `{remedy}`, found `{language}`")));
    };
    let path = path_of(&tag);
    let before = pack.draft.file_at(&path).map_or(Po::default(), |file| Po::read(pack.draft.text(file)));
    if let Some(fault) = before.faults.first() {
        let (root, message) = (pack.root.display(), &fault.message);
        let remedy = format!("run `foeman texts check {root} {tag}` and correct the file first");
        return Err(Failure::Usage(format!("`{path}` cannot be read: {message}; {remedy}")));
    }
    let text = updated(&pack.draft, &tag, &before);
    if text.len() > MOST_BYTES {
        return Err(Failure::Usage(format!("`{path}` would be larger than {} MiB; divide the pack", MOST_BYTES >> 20)));
    }
    let mut after = Draft::clone(&pack.draft);
    after.put_text(&path, &text);
    let what = match (pack.draft.file_at(&path).is_some(), write::files(pack, &after)?) {
        (_, 0) => "unchanged",
        (true, _) => "updated",
        (false, _) => "new",
    };
    let done = coverage(&after).into_iter().find(|done| done.tag == tag);
    let said = done.map_or_else(String::new, |done| format!(": {}", in_words(&done)));
    writeln!(console.err, "`{path}` {what}{said}")?;
    Ok(Exit::Clean)
}

fn in_words(done: &Coverage) -> String {
    format!("{} of {} translated", done.translated, counted(done.texts, "text"))
}

fn check(pack: &Pack, language: Option<&str>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let all = coverage(&pack.draft);
    let chosen: Vec<&Coverage> = all.iter().filter(|done| language.is_none_or(|tag| tag == done.tag)).collect();
    if chosen.is_empty() {
        let known: Vec<&str> = all.iter().map(|done| &*done.tag).collect();
        let root = pack.root.display();
        return Err(match language {
            Some(tag) => unknown(&format!("a language of `{root}`"), tag, &known),
            None => Failure::Usage(format!("`{root}` has no translations; `foeman texts update {root} de` makes one")),
        });
    }
    let analysis = pack.analysis();
    let is_in = |finding: &&Finding| {
        let path = pack.draft.path(finding.place.file);
        chosen.iter().any(|done| done.path == path)
    };
    let findings: Vec<&Finding> = analysis.findings().iter().filter(is_in).collect();
    for finding in &findings {
        report::finding(pack, finding, &mut console.out)?;
    }
    for done in chosen {
        let faulty = findings.iter().filter(|finding| pack.draft.path(finding.place.file) == done.path).count();
        writeln!(console.out, "{}: {}, {}", done.path, in_words(done), counted(faulty, "problem"))?;
    }
    Ok(if findings.is_empty() { Exit::Clean } else { Exit::Found })
}
