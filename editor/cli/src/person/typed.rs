//! Parses the input of a person.

use foeman_schema::grid::Cell;

/// A line that a person has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// Nothing.
    Enter,
    /// The number of a choice or of a path.
    Number(usize),
    /// A hex, with words for the direction to face there.
    Hex(Cell, Vec<String>),
    /// Words that the choices must match.
    Words(Words),
    /// One of the commands about the battle.
    Ask(Ask),
}

/// A command that changes nothing in the battle, except for `undo`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// How to play.
    Help,
    /// The sides and figures, or the details of one.
    Status(String),
    /// The last lines of the log.
    Log(usize),
    /// The part of the map around the acting figure.
    Board,
    /// The whole map.
    Map,
    /// All choices.
    All,
    /// The details of a choice.
    Why(usize),
    /// Takes the last decision back.
    Undo,
    /// Stops the battle.
    Quit,
}

/// Words that describe choices: their kind, and their target after `at`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Words {
    /// In small letters.
    pub(super) kinds: Vec<String>,
    /// In small letters; empty for any target.
    pub(super) target: String,
}

/// The number of lines of the log without a number.
const LOG: usize = 15;

/// Reads a line.
pub(super) fn read(line: &str) -> Typed {
    let line = line.trim().to_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok());
    let ask = match (words.as_slice(), number(1)) {
        ([], _) => return Typed::Enter,
        (["help" | "?"], _) => Ask::Help,
        (["status", name @ ..], _) => Ask::Status(name.join(" ")),
        (["log"], _) => Ask::Log(LOG),
        (["log", _], Some(lines)) => Ask::Log(lines),
        (["board"], _) => Ask::Board,
        (["map"], _) => Ask::Map,
        (["all"], _) => Ask::All,
        (["why", _], Some(number)) => Ask::Why(number),
        (["undo"], _) => Ask::Undo,
        (["quit"], _) => Ask::Quit,
        _ => return choice(&words),
    };
    Typed::Ask(ask)
}

/// Reads words that mean choices.
fn choice(words: &[&str]) -> Typed {
    if let [word] = words
        && let Ok(number) = word.parse()
    {
        return Typed::Number(number);
    }
    if let Some((hex, rest)) = words.split_first().and_then(|(first, rest)| Some((cell(first)?, rest))) {
        return Typed::Hex(hex, rest.iter().map(|word| (*word).to_owned()).collect());
    }
    let (kinds, target) = match words.iter().position(|word| *word == "at") {
        Some(at) => (&words[..at], words[at + 1..].join(" ")),
        None => (words, String::new()),
    };
    Typed::Words(Words { kinds: kinds.iter().map(|word| (*word).to_owned()).collect(), target })
}

/// Reads a cell: `2,4`.
pub(super) fn cell(word: &str) -> Option<Cell> {
    let (column, row) = word.split_once(',')?;
    Some([column.parse().ok()?, row.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_hexes_commands_and_words_are_told_apart() {
        assert_eq!(read(" 12 \n"), Typed::Number(12));
        assert_eq!(read("2,4"), Typed::Hex([2, 4], Vec::new()));
        assert_eq!(read("2,4 North"), Typed::Hex([2, 4], vec!["north".to_owned()]));
        assert_eq!(read(""), Typed::Enter);
        assert_eq!(read("log"), Typed::Ask(Ask::Log(LOG)));
        assert_eq!(read("log 3"), Typed::Ask(Ask::Log(3)));
        assert_eq!(read("why 3"), Typed::Ask(Ask::Why(3)));
        let words = |kinds: &[&str], target: &str| {
            let kinds = kinds.iter().map(|word| (*word).to_owned()).collect();
            Typed::Words(Words { kinds, target: target.to_owned() })
        };
        assert_eq!(read("Attack"), words(&["attack"], ""));
        assert_eq!(read("at Ushka Nine"), words(&[], "ushka nine"));
        assert_eq!(read("strike at 2,4"), words(&["strike"], "2,4"));
        assert_eq!(read("why not"), words(&["why", "not"], ""));
    }
}
