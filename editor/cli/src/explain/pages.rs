//! `foeman explain --out`: the generated part of `docs/`, one page per check, catalog and chapter of rules.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use foeman_base::console::{Console, Exit, Failure};
use foeman_base::save;
use foeman_engine::game::Registry;
use foeman_engine::handbook::{Entry, named};
use foeman_schema::reference;

use super::{all_checks, page, report};

/// Writes all pages into a folder. Pages that have not changed are not written again.
pub(super) fn write(folder: &Path, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let pages = pages(registry);
    for (name, text) in &pages {
        let path = folder.join(name);
        if fs::read(&path).is_ok_and(|before| before == text.as_bytes()) {
            continue;
        }
        let made = save::stays_in_pack(&path).and_then(|()| path.parent().map_or(Ok(()), fs::create_dir_all));
        let written = made.and_then(|()| save::atomically(&path, text.as_bytes()));
        written.map_err(|error| Failure::Io(format!("could not write `{}`: {error}", path.display())))?;
    }
    writeln!(console.err, "wrote {} pages to `{}`", pages.len(), folder.display())?;
    Ok(Exit::Clean)
}

/// Returns all pages with their paths.
fn pages(registry: Registry) -> Vec<(String, String)> {
    let mut pages = checks(registry);
    let format = reference::pages(&registry.dialects()).into_iter();
    pages.extend(format.map(|(name, text)| (format!("format/{name}"), text)));
    for (path, text) in &mut pages {
        *text = linked(text, &"../".repeat(path.matches('/').count()), registry);
    }
    pages.extend(rules(registry));
    pages
}

/// Links the rules that a text cites, such as `F4.9`, to their chapters.
fn linked(text: &str, to_top: &str, registry: Registry) -> String {
    let cited: BTreeSet<&str> = named(text).into_iter().map(|(_, number)| number).collect();
    let mut linked = text.to_owned();
    for number in cited {
        let entry = registry.engines().iter().find_map(|engine| engine.capabilities().handbook?.entry(number));
        let Some(Entry::Chapter(chapter) | Entry::Rule(chapter, _)) = entry else { continue };
        let page = chapter.number.to_lowercase();
        linked = linked.replace(&format!("`{number}`"), &format!("[`{number}`]({to_top}rules/{page}.md)"));
    }
    linked
}

fn checks(registry: Registry) -> Vec<(String, String)> {
    let mut index = "# Checks\n\nThe checks of `foeman check`, by code.\n\n".to_owned();
    let mut pages = Vec::new();
    for check in all_checks(registry).values() {
        let (name, severity) = (check.name, report::severity_name(check.severity));
        let _ = writeln!(index, "- [{name}]({name}.md), {severity}: {}", check.summary);
        pages.push((format!("checks/{name}.md"), page(check).replacen("## ", "# ", 1)));
    }
    pages.push(("checks/README.md".to_owned(), index));
    pages
}

fn rules(registry: Registry) -> Vec<(String, String)> {
    let mut index = "# Rules\n\nThe battle log, findings and explained numbers cite these rules.\n".to_owned();
    let mut pages = Vec::new();
    for handbook in registry.engines().iter().filter_map(|engine| engine.capabilities().handbook) {
        let _ = write!(index, "\n{}", handbook.index());
        pages.extend(handbook.pages().map(|(name, text)| (format!("rules/{name}"), text)));
    }
    pages.push(("rules/README.md".to_owned(), index));
    pages
}
