//! The settings file in the profile: one JSON line per setting, so that an unreadable line does not affect the others.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::settings::Settings;
use crate::keys;
use foeman_scene::theme::ThemeChoice;

/// The name of the settings file.
pub const FILE: &str = "settings.jsonl";
/// The name of the copy kept of a partly unreadable settings file.
pub const DAMAGED: &str = "settings.damaged.jsonl";

/// A line of the settings file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Line {
    /// The theme.
    Theme(ThemeChoice),
    /// Whether nothing moves on its own.
    Still(bool),
    /// A recently opened pack, the latest first.
    Recent(PathBuf),
    /// The folder used last in a file dialog.
    Folder(PathBuf),
    /// Whether the tour was finished or skipped.
    Toured(bool),
    /// The customised keys of a command.
    Keys { command: String, keys: Vec<String> },
    /// The saved view of a pack.
    View { pack: PathBuf, text: String },
    /// The pane layout for packs opened for the first time.
    Panes(String),
}

/// Serialises settings.
pub fn to_text(settings: &Settings) -> String {
    let mut lines = vec![Line::Theme(settings.theme)];
    lines.extend(settings.still.then_some(Line::Still(true)));
    lines.extend(settings.recent.iter().cloned().map(Line::Recent));
    lines.extend(settings.folder.clone().map(Line::Folder));
    lines.extend(settings.toured.then_some(Line::Toured(true)));
    lines.extend(settings.keys.changes().map(|(command, keys)| Line::Keys {
        command: command.to_owned(),
        keys: keys.iter().map(keys::text).collect(),
    }));
    lines.extend(settings.views.iter().cloned().map(|(pack, text)| Line::View { pack, text }));
    lines.extend(settings.view.clone().map(Line::Panes));
    // Paths that are not valid UTF-8 cannot be saved.
    let texts = lines.iter().filter_map(|line| serde_json::to_string(line).ok());
    texts.map(|text| text + "\n").collect()
}

/// Parses settings; also returns the numbers of unreadable lines.
pub fn from_text(text: &str) -> (Settings, Vec<usize>) {
    let (mut settings, mut lost) = (Settings::default(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        if take(&mut settings, line).is_none() {
            lost.push(at + 1);
        }
    }
    // Without a line ending, the last line may be truncated.
    let cut = !text.is_empty() && !text.ends_with('\n') && !lost.contains(&text.lines().count());
    lost.extend(cut.then(|| text.lines().count()));
    (settings, lost)
}

/// Returns a warning about unreadable lines; `kept` is whether a copy was saved.
pub fn damage(path: &Path, lost: &[usize], kept: bool) -> String {
    let lines: Vec<String> = lost.iter().map(ToString::to_string).collect();
    let lines = match lines.as_slice() {
        [line] => format!("line {line}"),
        lines => format!("lines {}", lines.join(", ")),
    };
    let copy = if kept { format!("; a copy is in {DAMAGED}") } else { String::new() };
    format!("Some settings were reset: {lines} of {} could not be read{copy}", path.display())
}

/// Returns a warning that settings cannot be saved.
pub fn failure(path: &Path, error: &io::Error) -> String {
    format!("Settings cannot be saved: {}: {error}", path.display())
}

/// Applies a line of the settings file; `None` if it cannot be read.
fn take(settings: &mut Settings, line: &str) -> Option<()> {
    match serde_json::from_str(line).ok()? {
        Line::Theme(theme) => settings.theme = theme,
        Line::Still(still) => settings.still = still,
        Line::Recent(pack) => settings.recent.push(pack),
        Line::Toured(toured) => settings.toured = toured,
        Line::Folder(folder) => settings.folder = Some(folder),
        Line::Keys { command, keys } => {
            let keys: Result<_, _> = keys.iter().map(|keys| keys::parse(keys)).collect();
            settings.keys.give(&command, keys.ok()?);
        }
        Line::View { pack, text } => settings.views.push((pack, text)),
        Line::Panes(text) => settings.view = Some(text),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use egui::{Key, KeyboardShortcut, Modifiers};

    use super::*;

    fn some() -> Settings {
        let mut settings = Settings { theme: ThemeChoice::Dark, still: true, ..Settings::default() };
        settings.remember("/packs/arena".as_ref());
        settings.folder = Some("/packs".into());
        settings.toured = true;
        settings.keys.give("edit.undo", vec![KeyboardShortcut::new(Modifiers::ALT, Key::U)]);
        settings.keys.give("edit.redo", Vec::new());
        settings.views.push(("/packs/arena".into(), "a view\nof two lines".to_owned()));
        settings.view = Some("panes".to_owned());
        settings
    }

    #[test]
    fn settings_come_back_from_their_text() {
        assert_eq!(from_text(&to_text(&some())), (some(), Vec::new()));
        assert_eq!(from_text(""), (Settings::default(), Vec::new()));
    }

    #[test]
    fn a_broken_line_takes_nothing_else_along() {
        let text = to_text(&some()).replace("Alt+U", "Alt+Nokey").replace("\"dark\"", "\"purple\"");
        let (settings, lost) = from_text(&text);
        assert_eq!(lost, [1, 7], "{text}");
        assert_eq!(settings.theme, ThemeChoice::System);
        assert!(settings.keys.is_changed("edit.redo") && !settings.keys.is_changed("edit.undo"));
        assert_eq!((settings.views, settings.recent), (some().views, some().recent));
    }

    #[test]
    fn no_cut_and_no_flipped_byte_panics_and_what_stands_before_a_cut_is_kept() {
        let text = to_text(&some());
        for end in 0..text.len() {
            let (settings, lost) = from_text(&text[..end]);
            let whole = text[..end].is_empty() || text[..end].ends_with('\n');
            assert_eq!(lost.is_empty(), whole, "cut at {end}");
            assert_eq!(settings.theme == ThemeChoice::Dark, end >= text.find('\n').unwrap(), "cut at {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 0x15;
            from_text(&String::from_utf8_lossy(&bytes));
        }
    }
}
