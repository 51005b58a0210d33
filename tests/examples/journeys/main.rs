//! Journeys: whole tasks in a real window, each by mouse alone and by keyboard alone.
//!
//! `cargo run -p foeman-tests --example journeys -- [--size 900x600] [--jobs 2] [--pictures FOLDER] [NAME...]`
//!
//! Without names, all journeys are played at 1280x800 and 900x600; a name may be a part, such as `duel` or `map-mouse`.
//! Each journey has its own display (Xvfb), profile and copy of a pack. A second thread is the person: it sends real
//! input with xdotool, and sees only the accessible tree. Does nothing if Xvfb or xdotool is missing.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the program is run in a terminal")]

mod battle;
mod control;
mod display;
mod keyboard;
mod map;
mod mouse;
mod person;
mod proof;
mod roster;
mod schedule;
mod strategy;
mod watch;
mod window;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::person::{Device, Outcome, Person};
use crate::schedule::{Run, Schedule};

const USAGE: &str = "usage: journeys [--size WIDTHxHEIGHT]... [--jobs COUNT] [--pictures FOLDER] [NAME...]";

/// A task that is played through in the window.
struct Journey {
    name: &'static str,
    /// The shipped pack it is played in.
    pack: &'static str,
    play: fn(&mut Person) -> Outcome,
}

const JOURNEYS: [Journey; 5] = [
    Journey { name: "duel", pack: "arena", play: battle::duel },
    Journey { name: "wizards", pack: "arena", play: battle::wizards },
    Journey { name: "turns", pack: "strategy", play: strategy::turns },
    Journey { name: "map", pack: "arena", play: map::from_scratch },
    Journey { name: "roster", pack: "arena", play: roster::of_three },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The program starts itself for each journey, because a process can open only one window.
    if let [flag, journey, device, size, folder] = arguments.as_slice()
        && flag == "--window"
    {
        let journey = JOURNEYS.iter().find(|known| known.name == journey);
        let (Some(journey), Some(device), Some(size)) = (journey, Device::read(device), read_size(size)) else {
            return usage();
        };
        return window::play(journey, device, size, PathBuf::from(folder));
    }
    match read(&arguments) {
        Some(schedule) => schedule.play(),
        None => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Reads the arguments; `None` if they are invalid.
fn read(arguments: &[String]) -> Option<Schedule> {
    let (mut sizes, mut names) = (Vec::new(), Vec::new());
    let mut schedule = Schedule { runs: Vec::new(), jobs: schedule::default_jobs(), pictures: None };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--size" => sizes.push(read_size(rest.next()?)?),
            "--jobs" => schedule.jobs = rest.next()?.parse().ok().filter(|jobs| *jobs > 0)?,
            "--pictures" => schedule.pictures = Some(PathBuf::from(rest.next()?)),
            name if !name.starts_with('-') => names.push(name.to_owned()),
            _ => return None,
        }
    }
    if sizes.is_empty() {
        sizes = vec![[1280, 800], [900, 600]];
    }
    for journey in &JOURNEYS {
        for device in Device::BOTH {
            for &size in &sizes {
                let run = Run { journey, device, size };
                if names.is_empty() || names.iter().any(|name| run.name().contains(name.as_str())) {
                    schedule.runs.push(run);
                }
            }
        }
    }
    (!schedule.runs.is_empty()).then_some(schedule)
}

fn read_size(text: &str) -> Option<[u32; 2]> {
    let (width, height) = text.split_once('x')?;
    Some([width.parse().ok()?, height.parse().ok()?])
}
