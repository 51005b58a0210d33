//! Asks a person for a decision: a short menu, lists of choices, and the commands about the battle.

use std::io::{self, Write};

use foeman_engine::game::{Game, Viewer};
use foeman_engine::ruleset::Turn;

use super::board::marks;
use super::draw::{self, Screen};
use super::list;
use super::offer::{Item, Offer};
use super::panel;
use super::typed::{self, Ask, Typed};
use super::wrap::{WIDTH, wrapped};
use foeman_base::console::{Console, Paint, printable};

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

const HELP: &str = "\
NUMBER        makes the choice with that number
2,4           moves to that hex (column, row), or lists what can be done there
2,4 north     moves there and faces north
attack        lists choices by kind; also `strike`, or any word of their text
at maud       lists choices with that target; also `strike at maud`, `at 2,4`
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
            list::list(&offer, &items, console)?;
        }
        listed = items;
    }
}

/// Prints who decides, and the choices or their groups.
fn menu(offer: &Offer<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let title = format!("{}: what now?", asked(offer));
    let title = console.out.painted(Paint::Strong, title).to_string();
    writeln!(console.out, "{title}")?;
    let all = offer.all();
    if offer.ways.is_empty() && list::lines(offer, &all) <= SHORT {
        return list::print(&list::short(offer, &all), console);
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
        parts.push(format!("{} {heading}{verbs}", list::numbers(offer, &group.items)));
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
        Ask::All => return list::list(offer, &offer.all(), console),
        Ask::Why(number) => match offer.item(*number) {
            Some(item) => offer.details(item).iter().flat_map(|line| wrapped(line, WIDTH, 2)).collect(),
            None => vec![format!("no choice has the number {number}")],
        },
        Ask::Undo | Ask::Quit => Vec::new(),
    };
    lines.iter().try_for_each(|line| writeln!(console.out, "  {line}"))
}
