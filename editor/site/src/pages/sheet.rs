//! The upper part of the page of a map or a scenario: its map, sides, goals and balance.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use askama::Template;
use foeman_engine::display::Board;
use foeman_lab::run::{Ask, Found, Order, Watch, run};
use foeman_scene::chart;
use foeman_scene::theme::{LIGHT, color_text, parse_color};
use foeman_schema::plural::plural;
use foeman_schema::text::RecordKey;

use super::Pages;
use crate::Files;
use crate::book::{Book, Link};
use crate::map;
use crate::names;
use crate::scenario::{Marker, Start, markers};

/// A map on a page.
#[derive(Clone)]
pub(crate) struct Chart {
    /// The path of its picture.
    pub(crate) path: String,
    /// Its width, in points.
    pub(crate) width: u32,
    /// Its height, in points.
    pub(crate) height: u32,
    /// A description for people who cannot see it.
    pub(crate) about: String,
    /// Its terrains with the number of their cells.
    pub(crate) terrains: Vec<TerrainLine>,
    /// Its zones.
    pub(crate) zones: Vec<ZoneLine>,
    /// The figures on it.
    pub(crate) tokens: Vec<Marker>,
}

/// A terrain in the legend of a map.
#[derive(Clone)]
pub(crate) struct TerrainLine {
    color: String,
    title: String,
    path: Option<String>,
    count: String,
}

/// A zone in the legend of a map.
#[derive(Clone)]
pub(crate) struct ZoneLine {
    color: String,
    title: String,
}

impl Chart {
    /// Describes the ground of a board whose picture has been added; `None` without ground.
    pub(crate) fn new(board: &Board, path: String, book: &Book) -> Option<Self> {
        let ground = board.ground.as_deref()?;
        let (_, size) = map::view(ground);
        let catalog = book.dialect.catalogs.iter().find(|catalog| catalog.name == "terrains");
        let counts = ground.counts();
        let terrains = ground.terrains.iter().zip(counts).filter(|(_, count)| *count > 0).map(|(terrain, count)| {
            let key = catalog.map(|catalog| RecordKey::new(catalog.name, &terrain.id));
            TerrainLine {
                color: color_text(parse_color(&terrain.color).unwrap_or(LIGHT.weak)),
                title: terrain.title.clone(),
                path: key.and_then(|key| book.link(&key)).map(|link| link.path),
                count: plural(count, "cell", "cells"),
            }
        });
        let terrains: Vec<TerrainLine> = terrains.collect();
        let zones = ground.zones.iter().map(|zone| ZoneLine {
            color: color_text(parse_color(&zone.color).unwrap_or(LIGHT.strong)),
            title: zone.title.clone(),
        });
        let titles: Vec<&str> = terrains.iter().map(|terrain| terrain.title.as_str()).collect();
        let [columns, rows] = ground.geometry.size();
        Some(Self {
            about: format!("{columns} by {rows} cells of {}", titles.join(", ")),
            path,
            width: size.x as u32,
            height: size.y as u32,
            zones: zones.collect(),
            terrains,
            tokens: Vec::new(),
        })
    }
}

/// A side with its figures.
struct SideList {
    name: String,
    color: String,
    figures: Vec<(usize, Link)>,
}

/// The result of simulated battles.
struct Balance {
    about: String,
    rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetPart {
    root: &'static str,
    title: String,
    map: Option<Chart>,
    play: String,
    problem: String,
    sides: Vec<SideList>,
    goals: Vec<String>,
    balance: Option<Balance>,
}

impl SheetPart {
    fn new(title: String) -> Self {
        Self {
            root: "../",
            title,
            map: None,
            play: String::new(),
            problem: String::new(),
            sides: Vec::new(),
            goals: Vec::new(),
            balance: None,
        }
    }
}

impl Pages<'_> {
    /// Returns the picture and the legend of a map, as HTML.
    pub(super) fn map_sheet(&self, key: &RecordKey, files: &mut Files) -> Option<String> {
        let mut part = SheetPart::new(crate::scenario::title(&self.book.draft, key));
        match chart::read(&self.book.draft, key) {
            Ok(drawn) => {
                let board = Board { ground: Some(Arc::new(drawn.ground)), ..Board::default() };
                let stem = format!("{}/{}", names::name(&key.catalog), names::name(&key.id));
                part.map = self.chart(&board, &stem, files);
            }
            Err(error) => part.problem = format!("This map cannot be drawn: {error}"),
        }
        part.render().ok()
    }

    /// Returns the sheet of a scenario, as HTML; `play` is the page of its battle, which may be empty.
    pub(super) fn scenario_sheet(
        &self,
        key: &RecordKey,
        start: Result<Start, String>,
        play: String,
        files: &mut Files,
    ) -> String {
        let mut part = SheetPart { play, ..SheetPart::new(crate::scenario::title(&self.book.draft, key)) };
        match start {
            Ok(start) => {
                let stem = format!("{}/{}", names::name(&key.catalog), names::name(&key.id));
                part.map = self.chart(&start.board, &stem, files);
                if let (Some(map), Some(ground)) = (&mut part.map, &start.board.ground) {
                    map.tokens = markers(&map::view(ground).0, &start.board);
                    map.tokens.truncate(MOST_MARKERS);
                }
                part.sides = self.sides(&start);
                part.goals = start.board.goals.iter().map(ToString::to_string).collect();
                if part.goals.is_empty() {
                    part.goals.push("The last side left wins".to_owned());
                }
                part.balance = (self.input.games > 0).then(|| self.balance(&key.id)).flatten();
            }
            Err(error) => part.problem = format!("This scenario cannot be played: {error}"),
        }
        part.render().unwrap_or_default()
    }

    fn sides(&self, start: &Start) -> Vec<SideList> {
        let sides = start.board.sides.iter().enumerate().map(|(number, side)| SideList {
            name: side.name.clone(),
            color: color_text(parse_color(&side.color).unwrap_or(LIGHT.weak)),
            figures: start
                .figures(number)
                .into_iter()
                .map(|(name, id, count)| {
                    (count, Link { path: self.figure_path(start, id.as_deref(), &name), text: name })
                })
                .collect(),
        });
        sides.collect()
    }

    /// Returns the path of the page of a figure in a scenario; empty if it has none.
    fn figure_path(&self, start: &Start, id: Option<&str>, name: &str) -> String {
        let Some((sheets, id)) = self.input.engine.capabilities().sheets.zip(id) else { return String::new() };
        let records = start.resolved.records.get(sheets.catalog).into_iter().flat_map(|records| records.keys());
        for record in records {
            let key = RecordKey::new(sheets.catalog, record);
            let members = self.book.get(&key).map(|_| (sheets.members)(&self.book.draft, &key)).unwrap_or_default();
            if let Some(member) = members.iter().find(|member| member.id == id && member.name == name) {
                return super::figure::link(&key, member).path;
            }
        }
        String::new()
    }

    /// Plays battles and counts their winners; `None` if they cannot be played.
    fn balance(&self, scenario: &str) -> Option<Balance> {
        let order = Order {
            analysis: self.input.analysis.clone(),
            engine: self.input.engine,
            scenario: scenario.to_owned(),
            battles: self.input.games,
            seed: self.input.seed,
            threads: 0,
            players: Vec::new(),
            side: foeman_engine::ruleset::SideId(0),
            ask: Ask::Wins,
        };
        let never = AtomicBool::new(false);
        let watch = Watch { all: &|_| {}, done: &|| {}, told: &|_| {}, cancel: &never };
        let Found::Wins(summary) = run(&order, &watch).ok()?.found else { return None };
        let row = |line: &foeman_lab::counted::Counted| {
            let interval = line.interval.map(|(low, high)| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high));
            vec![
                line.name.clone(),
                line.count.map(|count| count.to_string()).unwrap_or_default(),
                format!("{:.1} %", 100.0 * line.share),
                interval.unwrap_or_default(),
                line.first.map(|seed| seed.to_string()).unwrap_or_default(),
            ]
        };
        let (first, last) = (self.input.seed, self.input.seed.saturating_add(u64::from(self.input.games) - 1));
        let about = format!(
            "{} by the default computer players, seeds {first} to {last}",
            plural(summary.battles, "battle", "battles")
        );
        Some(Balance { about, rows: summary.won.iter().chain(&summary.balance).map(row).collect() })
    }
}

/// The maximum number of markers on the map of a page.
const MOST_MARKERS: usize = 160;
