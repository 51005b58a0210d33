//! The format reference as a folder of pages: one per catalog, shared type and header, and one for the notations.

use std::fmt::Write as _;

use super::{HEAD, Section, notation_section, sections};
use crate::dialect::Dialect;
use crate::notation;

/// Where the notations that all rulesets share are described.
const SHARED: &str = "notations.md";

/// Returns the format reference of these rulesets as Markdown pages, each with its path.
///
/// `README.md` is the index. A section that a ruleset has in common with an earlier one has no page of its own; the
/// index and all links lead to the earlier one's.
pub fn pages(dialects: &[&'static Dialect]) -> Vec<(String, String)> {
    let mut index = HEAD.replace("](checks.md)", "](../checks/README.md)");
    let mut pages: Vec<(String, String)> = Vec::new();
    let mut written: Vec<(Section, String)> = Vec::new();
    let shared: Vec<Section> = notation::SHARED.iter().map(|notation| notation_section(notation)).collect();
    for dialect in dialects {
        let sections = sections(dialect);
        // Each section with its page and whether the page still has to be written.
        let placed: Vec<(&Section, String, bool)> = sections
            .iter()
            .enumerate()
            .map(|(at, section)| match written.iter().find(|(other, _)| other == section) {
                Some((_, page)) => (section, page.clone(), false),
                None => (section, format!("{}/{}", dialect.id, file(at, section)), true),
            })
            .collect();
        let folder = format!("{}/", dialect.id);
        let links: Vec<(String, String)> = placed
            .iter()
            .map(|(section, page, _)| (*section, page.as_str()))
            .chain(shared.iter().map(|section| (section, SHARED)))
            .map(|(section, page)| {
                let page = page.strip_prefix(&folder).map_or_else(|| format!("../{page}"), str::to_owned);
                (format!("](#{})", anchor(section)), format!("]({})", target(section, &page)))
            })
            .collect();
        let about = dialect.about.trim_end_matches('.');
        let _ = write!(index, "\n## {}\n\n`ruleset: {}`: {about}.\n\n", dialect.title, dialect.id);
        for (section, page, new) in &placed {
            let _ = writeln!(index, "- [{}]({})", section.title, target(section, page));
            if !new {
                continue;
            }
            let body = links.iter().fold(section.body.clone(), |body, (from, to)| body.replace(from, to));
            match pages.iter_mut().find(|(path, _)| path == page) {
                Some((_, text)) => {
                    let _ = write!(text, "\n## {}\n\n{body}", section.title);
                }
                None if is_notation(section) => {
                    let head = format!("# Notations of {}\n", dialect.title);
                    pages.push((page.clone(), format!("{head}\n## {}\n\n{body}", section.title)));
                }
                None => pages.push((page.clone(), format!("# {}\n\n{body}", section.title))),
            }
        }
        written.extend(placed.into_iter().filter(|(.., new)| *new).map(|(section, page, _)| (section.clone(), page)));
    }
    let mut notations = "# Notations of all rulesets\n".to_owned();
    index.push_str("\n## All rulesets\n\n");
    for section in &shared {
        let _ = writeln!(index, "- [{}]({})", section.title, target(section, SHARED));
        let _ = write!(notations, "\n## {}\n\n{}", section.title, section.body);
    }
    pages.push((SHARED.to_owned(), notations));
    pages.push(("README.md".to_owned(), index));
    pages
}

/// Returns the file name of a section's page. The header is a ruleset's first section.
fn file(at: usize, section: &Section) -> String {
    match at {
        0 => "header.md".to_owned(),
        _ if is_notation(section) => SHARED.to_owned(),
        _ => format!("{}.md", anchor(section)),
    }
}

/// Returns the address of a section: its page, with the heading if the page has several.
fn target(section: &Section, page: &str) -> String {
    if is_notation(section) { format!("{page}#{}", anchor(section)) } else { page.to_owned() }
}

fn is_notation(section: &Section) -> bool {
    section.title.starts_with("Notation: ")
}

/// Returns the anchor that Markdown readers give a section's heading.
fn anchor(section: &Section) -> String {
    section.title.to_lowercase().replace(' ', "-").replace(['`', ':'], "")
}
