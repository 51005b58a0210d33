//! The person in front of the window: sends real input, waits for its effect, and looks at the result.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::control::{Control, Wanted};
use crate::watch::{Received, Shared, State};

/// A result of a step; the error says what went wrong.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// The time after which a missing effect is an error.
const PATIENCE: Duration = Duration::from_secs(30);
/// A window that does not want to draw again for this time is idle.
const QUIET: Duration = Duration::from_millis(150);
/// The time and the number of frames without a visible change after which a window with animations is idle.
const STILL: (Duration, u64) = (Duration::from_millis(400), 10);
/// The number of steps in a report.
const STEPS: usize = 20;

/// What the person plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Device {
    /// Nothing but the mouse, except that text is typed into fields that were clicked.
    Mouse,
    /// Nothing but the keyboard.
    Keyboard,
}

impl Device {
    pub(crate) const BOTH: [Self; 2] = [Self::Mouse, Self::Keyboard];

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mouse => "mouse",
            Self::Keyboard => "keyboard",
        }
    }

    /// Reads its name.
    pub(crate) fn read(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|device| device.name() == name)
    }
}

/// A person who plays a journey.
pub(crate) struct Person {
    device: Device,
    shared: Arc<Shared>,
    folder: PathBuf,
    pack: PathBuf,
    steps: Vec<String>,
    /// Where the pointer was sent last.
    pub(crate) pointer: Option<[i32; 2]>,
}

impl Person {
    /// Creates a person who sees the frames of a window; `pack` is the pack that it shows.
    pub(crate) fn new(device: Device, shared: Arc<Shared>, folder: PathBuf, pack: PathBuf) -> Self {
        Self { device, shared, folder, pack, steps: Vec::new(), pointer: None }
    }

    /// Returns the folder of this journey.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the folder of the pack.
    pub(crate) fn pack(&self) -> &Path {
        &self.pack
    }

    /// Returns the steps so far.
    pub(crate) fn steps(&self) -> &[String] {
        &self.steps
    }

    /// Whether the journey is played by mouse.
    pub(crate) fn has_mouse(&self) -> bool {
        self.device == Device::Mouse
    }

    /// Notes a step for the report, and checks that it uses the device of this journey.
    pub(crate) fn step(&mut self, device: Device, what: String) -> Outcome {
        self.steps.push(what);
        if self.device == device { Ok(()) } else { Err(format!("this journey must not use the {}", device.name())) }
    }

    /// Runs xdotool and returns its output.
    pub(crate) fn ask(&self, arguments: &[&str]) -> Outcome<String> {
        let output = Command::new("xdotool").args(arguments).output();
        let output = output.map_err(|error| format!("cannot run xdotool: {error}"))?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stderr);
            return Err(format!("xdotool {}: {}", arguments.join(" "), told.trim()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Sends input with xdotool and waits until the window has drawn a frame with all of it.
    pub(crate) fn send(&mut self, arguments: &[&str], count: fn(&Received) -> usize, expected: usize) -> Outcome {
        let wanted = count(&self.shared.state().received) + expected;
        self.ask(arguments)?;
        self.wait_for(&format!("the input of `xdotool {}`", arguments.join(" ")), |state| {
            count(&state.received) >= wanted
        })
    }

    /// Returns the latest frame.
    pub(crate) fn look(&self) -> State {
        self.shared.state()
    }

    /// Waits until a frame passes a test.
    pub(crate) fn wait_for(&self, what: &str, test: impl Fn(&State) -> bool) -> Outcome {
        let start = Instant::now();
        loop {
            let state = self.shared.state();
            if test(&state) {
                return Ok(());
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Err(format!("waited in vain for {what}"));
            }
            self.shared.wait(state.frame, left.min(QUIET));
        }
    }

    /// Waits for a frame after this one, but not long.
    pub(crate) fn next_frame(&self, frame: u64) {
        self.shared.wait(frame, QUIET);
    }

    /// Waits until the window is idle: it has drawn all that it received, and does not want to draw again soon.
    pub(crate) fn settle(&self) -> Outcome {
        let start = Instant::now();
        let first = self.shared.state().frame;
        loop {
            let state = self.shared.state();
            let (time, frames) = STILL;
            let still = state.changed.max(start).elapsed();
            let is_still = still > time && state.frame.saturating_sub(state.changed_at.max(first)) >= frames;
            if state.delay > QUIET || is_still {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err("the window is never idle".to_owned());
            }
            self.shared.wait(state.frame, QUIET);
        }
    }

    /// Waits until a text is on screen.
    pub(crate) fn read(&self, words: &str) -> Outcome {
        self.wait_for(&format!("the text `{words}`"), |state| state.says(words))
    }

    /// Returns the wanted control in the foremost layer, preferably one in sight; waits until there is one.
    pub(crate) fn find(&self, wanted: &Wanted) -> Outcome<Control> {
        self.wait_for(&format!("the control {wanted}"), |state| find(state, wanted).is_some())?;
        find(&self.look(), wanted).ok_or_else(|| format!("the control {wanted} is gone"))
    }

    /// Whether there is a control like this now.
    pub(crate) fn has(&self, wanted: &Wanted) -> bool {
        find(&self.look(), wanted).is_some()
    }

    /// Uses a control: a click, or Tab to it and Enter.
    pub(crate) fn act(&mut self, wanted: &Wanted) -> Outcome {
        match self.device {
            Device::Mouse => self.click(wanted),
            Device::Keyboard => self.enter(wanted),
        }
    }

    /// Replaces the text of a field.
    pub(crate) fn fill(&mut self, field: &Wanted, text: &str) -> Outcome {
        match self.device {
            Device::Mouse => self.click_and_type(field, text),
            Device::Keyboard => self.go_and_type(field, text),
        }
    }

    /// Describes a failure: what went wrong, the last steps, and all controls.
    pub(crate) fn report(&self, why: &str) -> String {
        let state = self.look();
        let mut text = format!("{why}\n  last steps:\n");
        let first = self.steps.len().saturating_sub(STEPS);
        for (nth, step) in self.steps.iter().enumerate().skip(first) {
            text.push_str(&format!("    {}. {step}\n", nth + 1));
        }
        let focus = state.focused().map_or("nothing".to_owned(), Control::to_string);
        text.push_str(&format!("  the keyboard is at {focus}\n  on screen:\n"));
        for control in state.controls.iter() {
            text.push_str(&format!("    {control}\n"));
        }
        text
    }
}

/// Returns the wanted control in the foremost layer, preferably one that can be used and is in sight.
pub(crate) fn find(state: &State, wanted: &Wanted) -> Option<Control> {
    let fitting = state.controls.iter().filter(|control| wanted.fits(control));
    let rank = |control: &&Control| (!control.is_disabled, control.depth, control.point.is_some());
    fitting.rev().max_by_key(rank).cloned()
}
