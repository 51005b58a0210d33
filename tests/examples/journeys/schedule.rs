//! Plays several journeys side by side, each in a separate process with its own display.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::Journey;
use crate::display::{Display, has_program};
use crate::person::Device;

/// The time after which a window that does not end is closed by force.
const LONGEST: Duration = Duration::from_secs(600);

/// A journey with the device and window size it is played with.
pub(crate) struct Run {
    pub(crate) journey: &'static Journey,
    pub(crate) device: Device,
    pub(crate) size: [u32; 2],
}

/// The journeys to play.
pub(crate) struct Schedule {
    pub(crate) runs: Vec<Run>,
    /// The number of windows that are open at the same time.
    pub(crate) jobs: usize,
    /// Where to keep a picture of each window at its end.
    pub(crate) pictures: Option<PathBuf>,
}

/// Returns the number of windows that this machine can draw at the same time.
pub(crate) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(4)
}

impl Run {
    /// Returns its name, such as `duel-mouse-900x600`.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}-{}x{}", self.journey.name, self.device.name(), self.size[0], self.size[1])
    }

    /// Plays the journey; returns what its process printed, and whether it succeeded.
    fn play(&self, pictures: Option<&Path>) -> Result<Output, String> {
        let failed = |error: std::io::Error| error.to_string();
        let display = Display::start(self.size)?;
        let folder = tempfile::tempdir().map_err(failed)?;
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(["--window", self.journey.name, self.device.name()]);
        command.arg(format!("{}x{}", self.size[0], self.size[1])).arg(folder.path());
        command.current_dir(folder.path()).env("DISPLAY", &display.name).env("HOME", folder.path());
        command.env("LIBGL_ALWAYS_SOFTWARE", "1").env("WINIT_X11_SCALE_FACTOR", "1");
        // Without a desktop, the window uses its own file browser.
        for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] {
            command.env_remove(name);
        }
        let output = folder.path().join("output");
        let file = fs::File::create(&output).map_err(failed)?;
        command.stdin(Stdio::null()).stderr(file.try_clone().map_err(failed)?).stdout(file);
        let mut window = command.spawn().map_err(failed)?;
        let status = wait(&mut window).map_err(failed)?;
        if let Some(pictures) = pictures {
            let picture = folder.path().join("window.png");
            if picture.is_file() {
                fs::copy(picture, pictures.join(format!("{}.png", self.name()))).map_err(failed)?;
            }
        }
        let stdout = fs::read(&output).map_err(failed)?;
        Ok(Output { status, stdout, stderr: Vec::new() })
    }
}

/// Waits for the end of a process, or ends it after the longest time.
fn wait(window: &mut Child) -> std::io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = window.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() > LONGEST {
            window.kill()?;
            return window.wait();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Schedule {
    /// Plays all journeys and prints their results.
    pub(crate) fn play(&self) -> ExitCode {
        for program in ["Xvfb", "xdotool"] {
            if !has_program(program) {
                println!("skipped: {program} is not here, and the window cannot be driven without it");
                return ExitCode::SUCCESS;
            }
        }
        let folder = self.pictures.as_ref().map(fs::create_dir_all);
        if let Some(Err(error)) = folder {
            eprintln!("cannot create the folder for pictures: {error}");
            return ExitCode::FAILURE;
        }
        let (next, failures) = (AtomicUsize::new(0), Mutex::new(0_usize));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    while let Some(run) = self.runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let start = Instant::now();
                        let (is_good, text) = match run.play(self.pictures.as_deref()) {
                            Ok(output) => {
                                (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
                            }
                            Err(why) => (false, why),
                        };
                        // Held while printing, so that reports are not mixed.
                        let mut count = failures.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        *count += usize::from(!is_good);
                        let verdict = if is_good { "ok" } else { "FAILED" };
                        println!(
                            "{}: {verdict} ({:.1} s) {}",
                            run.name(),
                            start.elapsed().as_secs_f32(),
                            text.trim_end()
                        );
                    }
                });
            }
        });
        let failures = failures.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        println!("{} journeys, {failures} failed", self.runs.len());
        if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
