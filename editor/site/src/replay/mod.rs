//! Battles for the replay player: the state of the board after each entry, as a keyframe every 50 entries and the
//! changes between them, and the log on separate pages.

mod frames;
mod log;

use askama::Template;
use foeman_engine::display::{Board, LineKind};
use foeman_engine::game::{Engine, Game, Viewer};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_scene::theme::{LIGHT, color_text};
use foeman_scene::{figure, figure::initials};
use serde_json::{Value, json};

use crate::Files;
use crate::book::Link;
use crate::data;
use crate::map;
use crate::pages::{Chart, Page, render};
use crate::scenario::Start;

use frames::Frames;

/// The entry at which a battle that does not end is stopped.
const MOST_ENTRIES: usize = 6_000;
/// The number of entries from one keyframe to the next.
pub(crate) const KEYFRAME: usize = 50;

/// Plays a scenario to its end with the default computer players.
pub(crate) fn played(engine: &'static dyn Engine, start: &Start) -> Option<Box<dyn Game>> {
    let player = engine.players().first()?.id;
    let mut game = start.game.branch();
    while game.entries() < MOST_ENTRIES && !matches!(game.turn(), Turn::Over(_)) {
        game.step(player);
    }
    Some(game)
}

/// A recorded battle.
pub(crate) struct Replay {
    /// The board at the start.
    pub(crate) board: Board,
    views: Vec<(String, View)>,
    result: String,
}

/// A battle as one viewer sees it.
#[derive(PartialEq)]
struct View {
    frames: Frames,
    /// For each entry its lines.
    lines: Vec<Vec<Line>>,
    rounds: Vec<u32>,
}

/// A line of the log.
#[derive(Clone, PartialEq)]
struct Line {
    kind: LineKind,
    text: String,
    lost: bool,
    rare: bool,
}

/// The place of a battle in the site.
pub(crate) struct Place<'p> {
    /// The shared parts of its pages.
    pub(crate) page: Page,
    /// The path of its files, without an extension.
    pub(crate) stem: &'p str,
    /// The page of its scenario.
    pub(crate) record: Link,
    /// Its heading.
    pub(crate) heading: String,
    /// Where the battle comes from.
    pub(crate) about: &'p str,
    /// Its map.
    pub(crate) map: Option<Chart>,
}

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage {
    page: Page,
    record: Link,
    heading: String,
    about: String,
    map: Option<Chart>,
    data: String,
    logs: Vec<Link>,
}

impl Replay {
    /// Steps through a battle from its start to its end.
    pub(crate) fn new(mut game: Box<dyn Game>) -> Self {
        let last = game.seen(Viewer::All);
        let entries = game.entries();
        let result = match &last.turn {
            Turn::Over(outcome) => {
                let winners: Vec<String> = outcome.winners.iter().map(|&side| last.side_name(side)).collect();
                let who =
                    if winners.is_empty() { "A draw".to_owned() } else { format!("Won by {}", winners.join(", ")) };
                format!("{who} in round {}: {}.", last.round, outcome.reason)
            }
            Turn::Ask { .. } | Turn::Auto => format!("Not decided after {entries} entries."),
        };
        let sides = (0u8..).zip(&last.board.sides).map(|(side, view)| (view.name.clone(), Viewer::Side(SideId(side))));
        let viewers: Vec<(String, Viewer)> =
            std::iter::once(("Everything".to_owned(), Viewer::All)).chain(sides).collect();
        let lines: Vec<Vec<Vec<Line>>> = viewers.iter().map(|(_, viewer)| lines(&*game, *viewer, entries)).collect();
        game.back_to(1);
        let board = game.seen(Viewer::All).board;
        let mut frames: Vec<Frames> = viewers.iter().map(|_| Frames::default()).collect();
        let mut rounds = Vec::new();
        loop {
            for ((_, viewer), frames) in viewers.iter().zip(&mut frames) {
                frames.add(&game.seen(*viewer).board);
            }
            rounds.push(game.round());
            if game.ahead() == 0 {
                break;
            }
            game.forward();
        }
        let views = viewers
            .into_iter()
            .zip(frames)
            .zip(lines)
            .map(|(((name, _), frames), lines)| (name, View { frames, lines, rounds: rounds.clone() }));
        let mut views: Vec<(String, View)> = views.collect();
        // A side that knows everything needs no separate view.
        let rest = views.split_off(1);
        let news: Vec<_> = rest.into_iter().filter(|(_, view)| *view != views[0].1).collect();
        views.extend(news);
        Self { board, views, result }
    }

    /// Adds the page, the data and the log.
    pub(crate) fn add(&self, place: Place<'_>, files: &mut Files) {
        let Place { page, stem, record, heading, about, map } = place;
        let name = stem.rsplit('/').next().unwrap_or(stem);
        let path = format!("{stem}.html");
        let logs = log::add(
            &log::Place { page: &page, stem, record: &record, heading: &heading, play: &path },
            &self.views[0].1.lines,
            files,
        );
        files.insert(format!("{stem}.js"), data::script("foemanReplay", &self.data()));
        let about = format!("{about} {}", self.result);
        let page = PlayPage { page, record, heading, about, map, data: format!("{name}.js"), logs };
        render(files, path, &page);
    }

    fn data(&self) -> Value {
        let all = &self.views[0].1;
        let view = self.board.ground.as_deref().map(|ground| map::view(ground).0);
        let sides = self
            .board
            .sides
            .iter()
            .enumerate()
            .map(|(number, side)| json!([side.name, color_text(figure::side_color(&self.board, number, &LIGHT))]));
        let shared = frames::Shared::of(self.views.iter().map(|(_, view)| &view.frames), view.as_ref());
        let views = self.views.iter().map(|(name, view)| {
            let lines: Vec<Value> = view
                .lines
                .iter()
                .enumerate()
                .map(|(entry, lines)| {
                    // Lines that everybody sees are stored once.
                    let is_same = all.lines.get(entry) == Some(lines) && !std::ptr::eq(view, all);
                    if is_same { json!(1) } else { told(lines) }
                })
                .collect();
            let (keys, deltas) = shared.encoded(&view.frames);
            json!({ "name": name, "keys": keys, "deltas": deltas, "lines": lines })
        });
        let views: Vec<Value> = views.collect();
        let tokens: Vec<Value> = shared
            .tokens()
            .map(|(token, name, side, cells)| json!([token, name, side.min(99), initials(name), cells]))
            .collect();
        json!({
            "every": KEYFRAME,
            "scale": view.map_or(0.0, |view| f64::from(view.scale.round())),
            "sides": sides.collect::<Vec<_>>(),
            "tokens": tokens,
            "marks": shared.words(),
            "rounds": rounds(&all.rounds),
            "views": views,
        })
    }
}

/// Returns the first entry of each round: pairs of entry and round.
fn rounds(all: &[u32]) -> Vec<[usize; 2]> {
    let mut rounds: Vec<[usize; 2]> = Vec::new();
    for (entry, round) in all.iter().enumerate() {
        if rounds.last().is_none_or(|last| last[1] != *round as usize) {
            rounds.push([entry, *round as usize]);
        }
    }
    rounds
}

fn told(lines: &[Line]) -> Value {
    let one = |line: &Line| {
        let kind = match line.kind {
            LineKind::Heading => 0,
            LineKind::Event => 1,
            LineKind::Detail => 2,
        };
        let flags = kind + 4 * usize::from(line.lost) + 8 * usize::from(line.rare);
        // An ordinary detail is only its text.
        if flags == 2 { json!(line.text) } else { json!([flags, line.text]) }
    };
    if lines.is_empty() { json!(0) } else { lines.iter().map(one).collect() }
}

fn lines(game: &dyn Game, viewer: Viewer, entries: usize) -> Vec<Vec<Line>> {
    let mut lines: Vec<Vec<Line>> = vec![Vec::new(); entries];
    for told in game.told_since(viewer, 0) {
        if let Some(entry) = lines.get_mut(told.entry) {
            entry.push(Line {
                kind: told.line.kind,
                text: told.line.text.clone(),
                lost: told.line.lost.is_some(),
                rare: told.line.roll.is_some_and(foeman_engine::display::Roll::is_unlikely),
            });
        }
    }
    lines
}
