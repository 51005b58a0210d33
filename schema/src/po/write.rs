//! Writing PO files.

use std::fmt;

use super::{Entry, Po};

/// Writes the file: comments, flags and strings in gettext's order, entries separated by empty lines, one line of a text
/// per string.
impl fmt::Display for Po {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, entry) in self.header.iter().chain(&self.entries).enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{entry}")?;
        }
        if !self.trailing.is_empty() {
            f.write_str("\n")?;
            comments(f, "#", &self.trailing)?;
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        comments(f, "#", &self.comments)?;
        comments(f, "#.", &self.hints)?;
        comments(f, "#:", &self.places)?;
        let fuzzy = self.fuzzy.then_some("fuzzy");
        let flags: Vec<&str> =
            fuzzy.into_iter().chain([&*self.flags].into_iter().filter(|it| !it.is_empty())).collect();
        if !flags.is_empty() {
            writeln!(f, "#, {}", flags.join(", "))?;
        }
        let before = if self.obsolete { "#~ " } else { "" };
        let before_previous = if self.obsolete { "#~| " } else { "#| " };
        if let Some(previous) = &self.previous {
            string(f, before_previous, "msgid", previous)?;
        }
        if !self.context.is_empty() {
            string(f, before, "msgctxt", &self.context)?;
        }
        string(f, before, "msgid", &self.original)?;
        string(f, before, "msgstr", &self.translation)
    }
}

fn comments(f: &mut fmt::Formatter<'_>, mark: &str, lines: &str) -> fmt::Result {
    for line in lines.lines() {
        match line {
            "" => writeln!(f, "{mark}")?,
            line => writeln!(f, "{mark} {line}")?,
        }
    }
    Ok(())
}

fn string(f: &mut fmt::Formatter<'_>, before: &str, keyword: &str, text: &str) -> fmt::Result {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.len() < 2 {
        return writeln!(f, "{before}{keyword} {}", quoted(text));
    }
    writeln!(f, "{before}{keyword} \"\"")?;
    lines.iter().try_for_each(|line| writeln!(f, "{before}{}", quoted(line)))
}

/// Returns a text in quotes, as PO files have it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '"' | '\\' => quoted.extend(['\\', letter]),
            // Readers refuse other control characters, and texts of packs do not have any.
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
