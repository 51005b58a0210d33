//! The log of a battle as pages that need no scripts.

use askama::Template;
use foeman_engine::display::LineKind;

use super::Line;
use crate::Files;
use crate::book::Link;
use crate::pages::{Page, render};

/// The size from which a log is continued on another page, in bytes.
const PAGE: usize = 40_000;

/// The place of a log in the site.
pub(crate) struct Place<'p> {
    pub(crate) page: &'p Page,
    pub(crate) stem: &'p str,
    pub(crate) record: &'p Link,
    pub(crate) heading: &'p str,
    pub(crate) play: &'p str,
}

struct Shown {
    class: &'static str,
    text: String,
    entry: usize,
    /// Whether it is the first line of its entry.
    first: bool,
}

#[derive(Template)]
#[template(path = "log.html")]
struct LogPage<'p> {
    page: Page,
    record: &'p Link,
    heading: String,
    play: &'p str,
    logs: Vec<Link>,
    here: String,
    lines: Vec<Shown>,
}

/// Adds the pages of a log, and returns the links to them.
pub(crate) fn add(place: &Place<'_>, log: &[Vec<Line>], files: &mut Files) -> Vec<Link> {
    let mut parts: Vec<Vec<Shown>> = vec![Vec::new()];
    let mut size = 0;
    for (entry, lines) in log.iter().enumerate() {
        for (number, line) in lines.iter().enumerate() {
            let bytes = line.text.len() + 110 + place.play.len();
            if size + bytes > PAGE {
                parts.push(Vec::new());
                size = 0;
            }
            size += bytes;
            let shown = Shown { class: class(line), text: line.text.clone(), entry, first: number == 0 };
            if let Some(part) = parts.last_mut() {
                part.push(shown);
            }
        }
    }
    let count = parts.len();
    let path = |number: usize| format!("{}.log-{}.html", place.stem, number + 1);
    let text = |number: usize| if count == 1 { "Log".to_owned() } else { format!("Log, part {}", number + 1) };
    let links: Vec<Link> = (0..count).map(|number| Link { text: text(number), path: path(number) }).collect();
    for (number, lines) in parts.into_iter().enumerate() {
        let page = LogPage {
            page: place.page.clone(),
            record: place.record,
            heading: format!("{}: {}", place.heading, text(number).to_lowercase()),
            play: place.play,
            logs: links.clone(),
            here: path(number),
            lines,
        };
        render(files, path(number), &page);
    }
    links
}

fn class(line: &Line) -> &'static str {
    match (line.kind, line.lost, line.rare) {
        (LineKind::Heading, ..) => "heading",
        (_, true, _) => "lost",
        (_, _, true) => "rare",
        (LineKind::Event, ..) => "event",
        (LineKind::Detail, ..) => "detail",
    }
}
