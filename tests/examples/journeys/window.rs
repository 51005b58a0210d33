//! The process of one journey: the window on the main thread, and the person on a second one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use foeman_base::frontends::WindowOptions;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;

use crate::Journey;
use crate::display::has_program;
use crate::person::{Device, Outcome, Person};
use crate::watch::{Shared, Watch};

/// Opens a window on a copy of the journey's pack, plays the journey and ends the process.
pub(crate) fn play(journey: &'static Journey, device: Device, size: [u32; 2], folder: PathBuf) -> ExitCode {
    let (pack, profile) = (folder.join(journey.pack), folder.join("profile"));
    packs::copy(journey.pack, &pack);
    // The tour is for people, and a new person would get it.
    let told =
        fs::create_dir_all(&profile).and_then(|()| fs::write(profile.join("settings.jsonl"), "{\"toured\":true}\n"));
    if let Err(error) = told {
        eprintln!("cannot write the profile: {error}");
        return ExitCode::FAILURE;
    }
    let shared = Arc::new(Shared::default());
    let person = Person::new(device, Arc::clone(&shared), folder, pack.clone());
    std::thread::spawn(move || go(journey, person, size));
    let options = WindowOptions { pack: Some(pack), profile: Some(profile), ..WindowOptions::default() };
    let closed = foeman_window::run_with(options, SHIPPED, |ctx| {
        ctx.enable_accesskit();
        ctx.add_plugin(Watch::new(shared));
    });
    eprintln!("the window was closed before the end of the journey: {closed:?}");
    ExitCode::FAILURE
}

/// Plays the journey, reports a failure with what the person sees, and ends the process.
#[expect(clippy::disallowed_methods, reason = "the window on the main thread would stay open")]
fn go(journey: &Journey, mut person: Person, size: [u32; 2]) {
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let outcome = settle_in(&mut person, size).and_then(|()| (journey.play)(&mut person));
        let code = match outcome {
            Ok(()) => {
                println!("{} steps", person.steps().len());
                0
            }
            Err(why) => {
                println!("\n{}", person.report(&why));
                1
            }
        };
        picture(person.folder());
        code
    }));
    std::process::exit(played.unwrap_or(1));
}

/// Gives the window its size and the keyboard.
fn settle_in(person: &mut Person, [width, height]: [u32; 2]) -> Outcome {
    person.wait_for("the first frame", |state| state.frame > 0)?;
    // It becomes visible after its first frame.
    let found = person.ask(&["search", "--sync", "--onlyvisible", "--name", "Foeman"])?;
    let id = found.lines().next().ok_or("no window is visible")?.to_owned();
    let [wide, high] = [width, height].map(|length| length.to_string());
    person.ask(&["windowsize", &id, &wide, &high, "windowmove", &id, "0", "0", "windowfocus", &id])?;
    let wanted = [width, height].map(|length| length as f32);
    person.wait_for("the size of the window", |state| [state.screen.x, state.screen.y] == wanted)?;
    person.settle()
}

/// Keeps a picture of the whole display.
fn picture(folder: &Path) {
    if has_program("import") {
        let taken = Command::new("import").args(["-window", "root"]).arg(folder.join("window.png")).status();
        if let Err(error) = taken {
            println!("no picture: {error}");
        }
    }
}
