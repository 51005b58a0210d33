//! `foeman check --watch`: checks again after each change, until it is ended.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use foeman_rules::rulesets::SHIPPED;

/// Set in the process that watches: the pack it watches.
const CHILD: &str = "FOEMAN_TEST_WATCHED";

const SOUND: &str = "pack: watched\nruleset: foeman\nitems:\n  sword: {title: Sword, class: wpn, damage: -1H}\n";

#[test]
fn a_change_is_checked_at_once_and_an_interrupt_ends_it() {
    if let Some(pack) = std::env::var_os(CHILD) {
        let args = ["check".into(), pack, "--watch".into(), "--format".into(), "github".into()];
        let status = foeman_editor::run(args, SHIPPED, &mut std::io::stdout(), &mut std::io::stderr());
        panic!("it watches without end, but ended with {status}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("pack.yaml");
    fs::write(&file, SOUND).expect("written");
    let mut child = Command::new(std::env::current_exe().expect("this test runs"))
        .args(["--exact", "watching::a_change_is_checked_at_once_and_an_interrupt_ends_it", "--nocapture"])
        .env(CHILD, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test can be run again");
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    // Each round ends by saying that it watches.
    let mut round = || {
        let lines = lines.by_ref().map(|line| line.expect("text"));
        lines.take_while(|line| !line.starts_with("watching")).collect::<Vec<_>>().join("\n")
    };
    assert!(round().contains("no findings"));
    fs::write(&file, SOUND.replace("damage", "damgae")).expect("written");
    let told = round();
    assert!(told.contains("1 error in 1 file"), "{told}");
    fs::write(&file, SOUND).expect("written");
    assert!(round().contains("no findings"));
    fs::remove_file(&file).expect("it is there");
    let told = round();
    assert!(told.contains("expected a folder with a file `pack.yaml`"), "it goes on while a file is gone: {told}");
    fs::write(&file, SOUND).expect("written");
    assert!(round().contains("no findings"));

    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is a `kill`").success());
    let status = child.wait().expect("it ends");
    // A shell says 130 of a program that an interrupt ended.
    assert!(!status.success());
    #[cfg(unix)]
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
}
