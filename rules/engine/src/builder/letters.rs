//! Lists the letters of a notation with their meanings.

use super::{Builder, Choice, Part};

impl Builder {
    /// Returns each letter or sign of the notation with its meaning, in the order in which they first appear.
    pub fn letters(&self) -> Vec<(String, String)> {
        let mut letters = Vec::new();
        collect(self.parts, &mut Vec::new(), &mut letters);
        letters
    }
}

/// Collects letters; `seen` has the addresses of the choices already listed, because groups can contain themselves.
fn collect(parts: &'static [Part], seen: &mut Vec<usize>, letters: &mut Vec<(String, String)>) {
    for part in parts {
        match part {
            Part::Choice(choice) => {
                let address = std::ptr::from_ref(choice.options).addr();
                if !seen.contains(&address) {
                    seen.push(address);
                    list(choice, letters);
                    choice.options.iter().for_each(|option| collect(option.then, seen, letters));
                }
            }
            Part::List(list) => collect(list.item, seen, letters),
            Part::Group(group) => collect((group.parts)(), seen, letters),
            Part::Around(around) => {
                letters.extend(around.letters.iter().map(|(letter, words)| (letter.to_string(), (*words).to_owned())));
            }
            Part::Fixed(_) | Part::Number(_) | Part::Offered(_) => {}
        }
    }
}

fn list(choice: &Choice, letters: &mut Vec<(String, String)>) {
    for option in choice.options {
        let text = option.spellings.first().unwrap_or(&"").trim();
        let after = option.then.iter().map(|part| match part {
            Part::Fixed(spellings) => spellings.first().unwrap_or(&""),
            _ => "…",
        });
        let text = format!("{text}{}", after.collect::<String>());
        if !text.trim_matches('…').is_empty() {
            letters.push((text, format!("{}: {}", choice.name, option.words)));
        }
    }
}
