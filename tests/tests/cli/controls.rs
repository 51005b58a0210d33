//! Control characters in a pack's text never reach a terminal or a log.

use std::fs;

use foeman_base::console::{Console, Look};
use foeman_editor::run_on;
use foeman_registry::SHIPPED;
use foeman_test_support::packs;
use tempfile::TempDir;

/// Terminal control sequences: a window title, a bell, hidden text, clear screen, and an eight-bit escape.
const HOSTILE: &str = "\\e]0;owned\\a\\e[8m\\e[2J\\r\\N\\x9b";

/// A pack in which all titles and names contain control sequences.
fn hostile(pack: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    packs::copy(pack, folder.path());
    for path in packs::files(folder.path()).into_keys().filter(|path| path.ends_with(".yaml")) {
        let path = folder.path().join(path);
        let text = fs::read_to_string(&path).expect("it is there");
        let spoilt = |line: &str| {
            let (key, value) = line.split_once(": ")?;
            let is_text =
                matches!(key.trim(), "title" | "name") && !value.contains(['"', '\'', '#', '|', '>', '&', '*']);
            is_text.then(|| format!("{key}: \"{value}{HOSTILE}\"\n"))
        };
        let lines = text.lines().map(|line| spoilt(line).unwrap_or_else(|| format!("{line}\n")));
        fs::write(path, lines.collect::<String>()).expect("it can be written");
    }
    folder
}

/// Returns the output of a command on both streams.
fn written(words: &[String], look: Look) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(&mut out, look, &mut err, look);
    run_on(words.iter().cloned(), SHIPPED, &mut console);
    drop(console);
    out.append(&mut err);
    String::from_utf8(out).expect("output is UTF-8")
}

/// Returns the control characters in a text, except line ends, tabs, and our own colours.
fn controls(text: &str, look: Look) -> Vec<String> {
    let mut text = text.to_owned();
    if look == Look::Color {
        for code in ["0", "1", "2", "1;31", "1;32", "1;33", "31", "32", "33", "91", "92", "93", "94", "96"] {
            text = text.replace(&format!("\u{1b}[{code}m"), "");
        }
    }
    let around = |at: usize| text[at..].chars().take(12).collect::<String>().escape_debug().to_string();
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    text.char_indices().filter(|(_, c)| is_control(*c)).map(|(at, _)| around(at)).collect()
}

#[test]
fn texts_of_a_pack_cannot_command_the_terminal() {
    let (arena, valley) = (hostile("arena"), hostile("strategy"));
    let [arena, valley] = [&arena, &valley].map(|pack| pack.path().to_str().expect("a plain name").to_owned());
    let words = |words: &str| -> Vec<String> {
        let words = words.split(' ').map(|word| word.replace("ARENA", &arena).replace("VALLEY", &valley));
        words.collect()
    };
    let mut heard = 0;
    for command in [
        "check ARENA --all",
        "check ARENA --format github",
        "list --pack ARENA",
        "list talents --pack ARENA",
        "show items/broadsword --pack ARENA",
        "usages items/broadsword --pack ARENA",
        "diff ARENA VALLEY",
        "play ARENA duel --seed 7",
        "play ARENA duel --seed 7 --format codes",
        "play ARENA duel --human 1",
        "play ARENA --campaign lending",
        "simulate ARENA duel --battles 2",
        "simulate ARENA duel --battles 2 --format csv",
        "rename items/broadsword sword --pack ARENA --diff",
        "play ARENA nothing",
        "play VALLEY bell --seed 1",
    ] {
        for look in [Look::Plain, Look::Terminal, Look::Color] {
            let text = written(&words(command), look);
            // Output for other programs is exact, except for characters that control every terminal.
            let exact = look == Look::Plain && command.ends_with("--format csv");
            let found = controls(&text, look);
            assert!(exact || found.is_empty(), "`foeman {command}` as {look:?}: {found:?}");
            assert!(look == Look::Color || !text.contains(['\u{1b}', '\u{7}']), "`foeman {command}` as {look:?}");
            heard += text.matches("owned").count();
        }
    }
    assert!(heard > 100, "the texts are shown: {heard}");
}

#[test]
fn sums_of_rolls_show_the_titles_of_talents_without_control_characters() {
    let folder = hostile("arena");
    let path = folder.path().to_str().expect("a plain name");
    let words = ["play", path, "duel", "--seed", "7"].map(str::to_owned);
    let text = written(&words, Look::Plain);
    let sums = || text.lines().filter(|line| line.contains(" = ") && line.contains("owned"));
    assert!(sums().count() > 0, "{text}");
    assert!(sums().all(|line| line.contains("\u{fffd}]0;owned\u{fffd}")), "{text}");
}
