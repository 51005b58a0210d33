//! `foeman check --watch`: checks again after each change, until it is stopped.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use foeman_registry::SHIPPED;

/// Set in the child process: the pack to watch.
const CHILD: &str = "FOEMAN_TEST_WATCHED";

const SOUND: &str = "pack: watched\nruleset: foeman\nitems:\n  sword: {title: Sword, class: wpn, damage: -1H}\n";

/// A child process that watches a pack: this test, run again.
struct Watching {
    child: Child,
    lines: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    /// Starts the child process; `test` is the name of the calling test, which does nothing else in the child.
    fn start(test: &str, pack: &Path) -> Self {
        if let Some(pack) = std::env::var_os(CHILD) {
            let args = ["check".into(), pack, "--watch".into(), "--format".into(), "github".into()];
            let status = foeman_editor::run(args, SHIPPED, &mut std::io::stdout(), &mut std::io::stderr());
            panic!("it watches without end, but ended with {status}");
        }
        let mut child = Command::new(std::env::current_exe().expect("this test runs"))
            .args(["--exact", &format!("watching::{test}"), "--nocapture"])
            .env(CHILD, pack)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test can be run again");
        let lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    /// Returns the output of one check, up to the line `watching`.
    fn round(&mut self) -> String {
        let lines = self.lines.by_ref().map(|line| line.expect("text"));
        lines.take_while(|line| !line.starts_with("watching")).collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _: Result<_, _> = self.child.kill();
    }
}

#[test]
fn a_pack_that_is_required_is_watched_also_where_it_is_still_to_come() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (pack, basics) = (folder.path().join("tavern"), folder.path().join("basics"));
    fs::create_dir(&pack).expect("made");
    let tavern =
        "pack: tavern\nruleset: foeman\nrequires: {basics: \"*\"}\nitems:\n  long: {extends: sword, title: Long}\n";
    fs::write(pack.join("pack.yaml"), tavern).expect("written");
    let mut watching = Watching::start("a_pack_that_is_required_is_watched_also_where_it_is_still_to_come", &pack);
    let told = watching.round();
    assert!(told.contains("1 error"), "the pack is missing: {told}");
    fs::create_dir(&basics).expect("made");
    fs::write(basics.join("pack.yaml"), SOUND.replace("watched", "basics")).expect("written");
    let told = watching.round();
    assert!(told.contains("no findings"), "{told}");
    fs::write(basics.join("pack.yaml"), SOUND.replace("watched", "basics").replace("sword", "spear")).expect("written");
    let told = watching.round();
    assert!(told.contains("1 error"), "the sword is missing: {told}");
}

#[test]
fn a_change_that_keeps_length_and_time_is_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("pack.yaml");
    fs::write(&file, SOUND).expect("written");
    let modified = fs::metadata(&file).and_then(|data| data.modified()).expect("it is there");
    let mut watching = Watching::start("a_change_that_keeps_length_and_time_is_checked", folder.path());
    assert!(watching.round().contains("no findings"));
    fs::write(&file, SOUND.replace("damage", "damgae")).expect("written");
    fs::File::options().write(true).open(&file).and_then(|file| file.set_modified(modified)).expect("set");
    let told = watching.round();
    assert!(told.contains("1 error in 1 file"), "{told}");
}

#[test]
fn a_change_is_checked_at_once_and_an_interrupt_ends_it() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("pack.yaml");
    fs::write(&file, SOUND).expect("written");
    let mut watching = Watching::start("a_change_is_checked_at_once_and_an_interrupt_ends_it", folder.path());
    assert!(watching.round().contains("no findings"));
    fs::write(&file, SOUND.replace("damage", "damgae")).expect("written");
    let told = watching.round();
    assert!(told.contains("1 error in 1 file"), "{told}");
    fs::write(&file, SOUND).expect("written");
    assert!(watching.round().contains("no findings"));
    fs::remove_file(&file).expect("it is there");
    let told = watching.round();
    assert!(
        told.contains("expected a folder with a file `pack.yaml`"),
        "watching continues while a file is missing: {told}"
    );
    fs::write(&file, SOUND).expect("written");
    assert!(watching.round().contains("no findings"));

    let (pid, (name, number)) = (watching.child.id().to_string(), end());
    assert!(Command::new("kill").args([name, &pid]).status().expect("there is a `kill`").success());
    let status = watching.child.wait().expect("it ends");
    // A shell reports status 130 for a program stopped by an interrupt.
    assert!(!status.success());
    #[cfg(unix)]
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(number));
}

/// The signal that stops the child: an interrupt, or another one if the tests run behind a shell's `&`, which makes
/// child processes ignore interrupts.
fn end() -> (&'static str, i32) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    if ignored.is_some_and(|mask| mask & 2 != 0) { ("-TERM", 15) } else { ("-INT", 2) }
}
