//! Asks a person for a decision: a short menu, lists of choices, and the commands about the battle.

use std::io::{self, Write};

use foeman_engine::game::{Game, Viewer};
use foeman_engine::ruleset::Turn;

use super::board::marks;
use super::draw::{self, Screen};
use super::offer::{Item, Offer};
use super::panel;
use super::typed::{self, Ask, Typed};
use super::wrap::{WIDTH, wrapped};
use foeman_base::console::{Console, Paint, printable};
use foeman_schema::plural::plural;

/// The decision of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Makes a choice or takes a path.
    Take(Item),
    /// Takes the last decision back.
    Undo,
    /// Stops the battle.
    Quit,
}

/// Up to this many lines, the choices are listed instead of their groups.
const SHORT: usize = 5;
/// The most lines of a list.
const LONG: usize = 18;

const HELP: &str = "\
NUMBER        makes the choice with that number
2,4           moves to that hex (column, row), or lists what can be done there
2,4 north     moves there and faces north
attack        lists choices by kind; also strike, move, or any word of their text
at maud       lists choices with that target; also `at 2,4` or `strike at maud`
Enter         takes the only choice of a list, or shows the menu again
all           lists all choices
why NUMBER    explains the chance of a choice
status        shows all sides and goals; `status maud` shows a figure
board, map    draws the board near the acting figure, or the whole map
log, log 40   repeats the last lines of the log
undo          takes your last decision back
quit          stops; `--save` keeps the battle
On the board, ( ) marks the hexes that the acting figure can reach.";

/// Shows the board and a menu, and answers a person's questions until there is a decision.
pub(super) fn ask(
    game: &dyn Game,
    viewer: Viewer,
    screen: &mut Screen,
    console: &mut Console<'_>,
) -> io::Result<Answer> {
    let seen = game.seen(viewer);
    let offer = Offer::of(game, &seen);
    screen.draw(&offer, console)?;
    menu(&offer, console)?;
    // The choices listed last, one of which Enter takes.
    let mut listed = Vec::new();
    loop {
        let Some(line) = draw::ask(console)? else { return Ok(Answer::Quit) };
        let typed = typed::read(&line);
        let items = match typed {
            Typed::Ask(Ask::Quit) => return Ok(Answer::Quit),
            Typed::Ask(Ask::Undo) => return Ok(Answer::Undo),
            Typed::Ask(ask) => {
                tell(&offer, &ask, screen, console)?;
                continue;
            }
            Typed::Enter => match listed[..] {
                [only] => return Ok(Answer::Take(only)),
                _ => {
                    menu(&offer, console)?;
                    continue;
                }
            },
            Typed::Number(number) => match offer.item(number) {
                Some(item) => return Ok(Answer::Take(item)),
                None => Vec::new(),
            },
            Typed::Hex(cell, ref facing) => match &offer.ways_to(cell, facing)[..] {
                [only] => return Ok(Answer::Take(*only)),
                [] => offer.at_cell(cell),
                several => several.to_vec(),
            },
            Typed::Words(ref words) => offer.matching(words),
        };
        if items.is_empty() {
            let line = printable(line.trim());
            let numbers = offer.all().len();
            writeln!(
                console.out,
                "expected a number from 1 to {numbers} or a word of a choice, found `{line}`; try `help`"
            )?;
        } else {
            list(&offer, &items, console)?;
        }
        listed = items;
    }
}

/// Prints who decides, and the choices or their groups.
fn menu(offer: &Offer<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let title = format!("{}: what now?", asked(offer));
    let title = console.out.painted(Paint::Strong, title).to_string();
    writeln!(console.out, "{title}")?;
    let rows = rows(offer, &offer.seen.choices.iter().enumerate().map(|(at, _)| Item::Choice(at)).collect::<Vec<_>>());
    if offer.ways.is_empty() && rows.len() <= SHORT {
        return print(offer, &rows, console);
    }
    let mut parts = Vec::new();
    if !offer.ways.is_empty() {
        parts.push("Move: enter a hex in ( )".to_owned());
    }
    for group in offer.groups() {
        let heading = &group.heading;
        let verbs: Vec<&String> = group.verbs.iter().filter(|verb| !heading.eq_ignore_ascii_case(verb)).collect();
        let verbs = match &verbs[..] {
            [] => String::new(),
            verbs => format!(" ({})", verbs.iter().map(|verb| verb.as_str()).collect::<Vec<_>>().join(", ")),
        };
        parts.push(format!("{} {heading}{verbs}", numbers(offer, &group.items)));
    }
    let whole = |part: String| part.replace(' ', "\u{a0}");
    let text = format!("  {}", parts.into_iter().map(whole).collect::<Vec<_>>().join("; "));
    for line in wrapped(&text, WIDTH, 2) {
        writeln!(console.out, "{}", line.replace('\u{a0}', " "))?;
    }
    Ok(())
}

/// The name of the acting figure, or of its side.
fn asked(offer: &Offer<'_>) -> String {
    let seen = offer.seen;
    let Turn::Ask { actor, side } = seen.turn else { return String::new() };
    let token = actor.and_then(|actor| seen.board.tokens.iter().find(|token| token.id == actor));
    printable(&token.map_or_else(|| seen.side_name(side), |token| token.name.clone()))
}

/// Returns the numbers of items as ranges: `1-4, 9`.
fn numbers(offer: &Offer<'_>, items: &[Item]) -> String {
    let numbers: Vec<usize> = items.iter().map(|&item| offer.number(item)).collect();
    let runs = numbers.chunk_by(|one, other| one + 1 == *other);
    let run = |run: &[usize]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// Lists choices; those that differ only in the number of dice share a line if there are too many.
fn list(offer: &Offer<'_>, items: &[Item], console: &mut Console<'_>) -> io::Result<()> {
    let single: Vec<Vec<Item>> = items.iter().map(|&item| vec![item]).collect();
    let mut rows = if items.len() <= LONG { single } else { rows(offer, items) };
    let more = rows.len().saturating_sub(LONG);
    rows.truncate(LONG);
    print(offer, &rows, console)?;
    if more > 0 {
        let left_out = plural(more, "more line", "more lines");
        writeln!(console.out, "  … {left_out}; add a word, or a target with `at`")?;
    }
    if items.len() == 1 {
        writeln!(console.out, "  Enter takes it")?;
    }
    Ok(())
}

/// Returns items as lines: those that differ only in the number of dice are together.
fn rows(offer: &Offer<'_>, items: &[Item]) -> Vec<Vec<Item>> {
    let strip = |item: &Item| match *item {
        Item::Choice(at) => offer.seen.choices[at].strip.as_ref().map(|strip| &strip.text),
        Item::Way(_) => None,
    };
    items.chunk_by(|one, other| strip(one).is_some() && strip(one) == strip(other)).map(<[Item]>::to_vec).collect()
}

/// Prints lines of items with their chances.
fn print(offer: &Offer<'_>, rows: &[Vec<Item>], console: &mut Console<'_>) -> io::Result<()> {
    let lines = rows.iter().map(|items| match items[..] {
        [item] => (numbers(offer, items), offer.text(item), offer.outcome(item)),
        _ => {
            let best = offer.best(items).unwrap_or(items[0]);
            let shared = match items[0] {
                Item::Choice(at) => printable(offer.seen.choices[at].deed()),
                Item::Way(_) => String::new(),
            };
            (numbers(offer, items), shared, format!("best {}: {}", offer.number(best), offer.outcome(best)))
        }
    });
    let lines: Vec<(String, String, String)> = lines.collect();
    let across = |of: fn(&(String, String, String)) -> &String| lines.iter().map(|line| of(line).chars().count()).max();
    let number = across(|line| &line.0).unwrap_or_default().max(3);
    let outcome = across(|line| &line.2).unwrap_or_default();
    let text = across(|line| &line.1).unwrap_or_default().min(WIDTH.saturating_sub(number + outcome + 6));
    for (numbers, words, outcome) in &lines {
        let line = format!("  {numbers:>number$}  {words:<text$}  {outcome}");
        for line in wrapped_row(line.trim_end(), number + 6) {
            writeln!(console.out, "{line}")?;
        }
    }
    Ok(())
}

/// Wraps a row of a list if it is too long; otherwise its columns stay.
fn wrapped_row(line: &str, indent: usize) -> Vec<String> {
    if line.chars().count() <= WIDTH { vec![line.to_owned()] } else { wrapped(line, WIDTH, indent) }
}

/// Answers a question about the battle.
fn tell(offer: &Offer<'_>, ask: &Ask, screen: &mut Screen, console: &mut Console<'_>) -> io::Result<()> {
    let board = &offer.seen.board;
    let lines = match ask {
        Ask::Help => HELP.lines().map(str::to_owned).collect(),
        Ask::Status(name) if name.is_empty() => panel::status(offer.seen, &marks(board), WIDTH),
        Ask::Status(name) => {
            let marks = marks(board);
            let named = board.tokens.iter().filter(|token| token.name.to_lowercase().contains(name.as_str()));
            let lines: Vec<String> = named.flat_map(|token| panel::details(board, token, &marks, WIDTH)).collect();
            if lines.is_empty() { vec![format!("no figure has the name `{}`", printable(name))] } else { lines }
        }
        Ask::Log(count) => return draw::last_lines(offer.seen, *count, &mut console.out),
        Ask::Map => return draw::map(offer, console),
        Ask::Board => {
            screen.forget();
            return screen.draw(offer, console);
        }
        Ask::All => return list(offer, &offer.all(), console),
        Ask::Why(number) => match offer.item(*number) {
            Some(item) => offer.details(item).iter().flat_map(|line| wrapped(line, WIDTH, 2)).collect(),
            None => vec![format!("no choice has the number {number}")],
        },
        Ask::Undo | Ask::Quit => Vec::new(),
    };
    lines.iter().try_for_each(|line| writeln!(console.out, "  {line}"))
}
