//! Checks files, and writes the next hand-over.

use foeman_engine::game::{Engine, Game, Registry};
use foeman_engine::ruleset::Turn;
use serde_json::Value;

use crate::file::{Facts, HandOver, Header, Level, Player, Turns, TurnsError, sha256};
use crate::known::Known;
use crate::rolls::{self, Dice, Step};
use crate::seal::{Secret, is_signed};

/// Checks a file against the rules, its own signatures, and what the profile knows; returns its battle.
///
/// # Errors
///
/// The error names the hand-over or the entry that is not genuine.
pub fn check(turns: &Turns, registry: Registry, known: &Known) -> Result<Box<dyn Game>, TurnsError> {
    let last = turns.hand_overs.last().ok_or_else(|| TurnsError::at(2, "expected a hand-over, found the journal"))?;
    header(turns, known)?;
    remembered(turns, known)?;
    chain(turns)?;
    keys(turns, known, last)?;
    let (engine, game) = battle(turns, registry)?;
    let game = walk(turns, known, engine, game)?;
    let draft = if game.entries() > last.entries { turns.journal_digest(turns.entries()) } else { String::new() };
    if !draft.is_empty() && turns.header.level >= Level::Sealed && known.draft != draft {
        let message = "expected no entry after the last hand-over, found one that this profile has not made";
        return Err(TurnsError::in_entry(turns, last.entries, message));
    }
    if known.rolls.has_fixed() && known.digests.len() == turns.digests().len() && known.draft != draft {
        let message = "you have asked for dice since; open the file in which foeman keeps your unfinished turn";
        return Err(TurnsError::in_hand_over(last.number, message));
    }
    Ok(game)
}

/// Appends a hand-over to the person who has to decide, or to all if the battle is over. `from` is the number of the
/// side that hands over, from 1, or 0 for a person who plays no side; the secret is the side's key, and the dice are the
/// numbers of its [`Known`].
pub fn hand_over(turns: &mut Turns, game: &dyn Game, from: usize, secret: Option<&Secret>, dice: Dice) {
    turns.journal = game.journal();
    let sealed = turns.header.level >= Level::Sealed;
    let digest = |digest: String| if sealed { digest } else { String::new() };
    let mut hand_over = HandOver {
        number: turns.hand_overs.len() + 1,
        from,
        entries: game.entries(),
        facts: facts(&turns.header, game),
        before: digest(turns.digest(turns.hand_overs.len())),
        journal: digest(turns.journal_digest(game.entries())),
        dice: dice.chain,
        answer: dice.answer,
        salt: dice.salt,
        key: String::new(),
        signature: String::new(),
    };
    if let Some(secret) = secret.filter(|_| sealed) {
        hand_over.key = secret.public();
        hand_over.signature = secret.sign(&signed(&hand_over));
    }
    turns.hand_overs.push(hand_over);
}

/// Returns the facts about a battle for a message.
pub fn facts(header: &Header, game: &dyn Game) -> Facts {
    let content = game.content();
    let key = &content.scenario;
    let record = content.records.get(&key.catalog).and_then(|records| records.get(&key.id));
    let title = record.and_then(|record| record["title"].as_str()).unwrap_or(&key.id);
    let (scenario, round) = (title.to_owned(), game.round());
    let Turn::Ask { side, .. } = game.turn() else {
        return Facts { scenario, round, side: 0, side_name: String::new(), player: None };
    };
    let side_name = game.seen(foeman_engine::game::Viewer::All).side_name(side);
    let side = usize::from(side.0);
    let player = match header.players.get(side) {
        Some(Player::Person(mailbox)) => Some(mailbox.clone()),
        _ => None,
    };
    Facts { scenario, round, side: side + 1, side_name, player }
}

/// Returns the positions of the sides that a person plays, by the person's address.
pub fn own_sides(header: &Header, address: &str) -> Vec<usize> {
    let plays = |player: &Player| matches!(player, Player::Person(mailbox) if mailbox.address() == address);
    (0..header.players.len()).filter(|&side| plays(&header.players[side])).collect()
}

/// The digest that a hand-over's signature is about. It includes all lines before through their digest.
fn signed(hand_over: &HandOver) -> String {
    let unsigned = HandOver { signature: String::new(), ..hand_over.clone() };
    sha256(serde_json::to_string(&unsigned).unwrap_or_default().as_bytes())
}

fn header(turns: &Turns, known: &Known) -> Result<(), TurnsError> {
    let Header { id, level, .. } = &turns.header;
    if id.len() != 32 || !id.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(TurnsError::at(1, format!("expected 32 hexadecimal digits as `id`, found `{id}`")));
    }
    if turns.people().is_empty() {
        return Err(TurnsError::at(1, "expected at least one person among the players, found none"));
    }
    if let Some(known) = known.level.filter(|known| level < known) {
        let (expected, found) = (known.name(), level.name());
        let message = format!("expected level `{expected}`, with which this battle began, found `{found}`");
        return Err(TurnsError::at(1, message));
    }
    Ok(())
}

/// Compares the hand-overs with those that the profile knows.
fn remembered(turns: &Turns, known: &Known) -> Result<(), TurnsError> {
    let found = turns.digests();
    for (number, expected) in known.digests.iter().enumerate() {
        match found.get(number) {
            Some(digest) if digest == expected => {}
            Some(_) if number == 0 => {
                let message = "the header differs from the one with which this battle began: its level, players or \
                               version; continue the file that you received first";
                return Err(TurnsError::at(1, message));
            }
            Some(_) => {
                let message = "it differs from the one that you have seen before; continue the earlier file";
                return Err(TurnsError::in_hand_over(number, message));
            }
            None => {
                let newest = known.digests.len() - 1;
                let message = format!(
                    "the file is older than the battle: it ends here, and you have seen hand-over {newest}; open that file"
                );
                return Err(TurnsError::in_hand_over(number - 1, message));
            }
        }
    }
    Ok(())
}

/// Checks that each hand-over includes the digest of all lines before, and is signed.
fn chain(turns: &Turns) -> Result<(), TurnsError> {
    let digests = turns.digests();
    for (hand_over, before) in turns.hand_overs.iter().zip(digests) {
        let wrong = |message: &str| Err(TurnsError::in_hand_over(hand_over.number, message));
        let HandOver { from, key, signature, journal, dice, answer, salt, .. } = hand_over;
        if turns.header.level < Level::OpponentRolls && [dice, answer, salt].into_iter().any(Option::is_some) {
            return wrong("expected no codes of dice at this level, found some; the level has been lowered");
        }
        if turns.header.level == Level::Trust {
            if [&hand_over.before, journal, key, signature].iter().any(|text| !text.is_empty()) {
                return wrong("expected no signature at level `trust`, found one; the level has been lowered");
            }
            continue;
        }
        if hand_over.before != before {
            return wrong("a line before it has been changed, added or removed since it was written");
        }
        // The person who has begun a battle without playing has no key.
        if *from == 0 && hand_over.number == 1 && key.is_empty() && signature.is_empty() {
            continue;
        }
        if !is_signed(key, &signed(hand_over), signature) {
            return wrong("its signature is not valid; it has been changed, or was not written by this side");
        }
    }
    Ok(())
}

/// Checks that each side keeps its key, and that this profile has the keys of the sides played here.
fn keys(turns: &Turns, known: &Known, last: &HandOver) -> Result<(), TurnsError> {
    if turns.header.level == Level::Trust {
        return Ok(());
    }
    let mut keys = known.keys.clone();
    // The person who has sent the file opens it to answer requests.
    let holder = last.facts.player.as_ref().filter(|_| !known.answers(turns));
    let own = holder.map(|player| own_sides(&turns.header, player.address())).unwrap_or_default();
    if let Some(player) = holder.filter(|_| known.plays_others_than(&own)) {
        let message = format!("it is for {}, and you play another side; send the file there", player.address());
        return Err(TurnsError::in_hand_over(last.number, message));
    }
    for hand_over in turns.hand_overs.iter().filter(|hand_over| hand_over.from > 0) {
        let HandOver { number, from, key, .. } = hand_over;
        if *keys.entry(*from).or_insert_with(|| key.clone()) != *key {
            let message = format!("side {from} has another key than in its first hand-over");
            return Err(TurnsError::in_hand_over(*number, message));
        }
        if own.contains(&(from - 1)) && !known.owns(*from, key) {
            let message = format!(
                "you play side {from}, but this profile does not have the key of this hand-over; continue on the computer \
                 where you played, or copy its keys"
            );
            return Err(TurnsError::in_hand_over(*number, message));
        }
    }
    Ok(())
}

/// Verifies the journal against the rules, and opens it.
fn battle(turns: &Turns, registry: Registry) -> Result<(&'static dyn Engine, Box<dyn Game>), TurnsError> {
    let offset = 1 + turns.hand_overs.len();
    let failed = |error: foeman_engine::journal::JournalError| {
        let other = match turns.header.build == registry.build() {
            true => "",
            false => "; the battle was begun with another version of foeman, whose rules may differ",
        };
        let error_line = TurnsError::at(error.line + offset, format!("{}{other}", error.message));
        TurnsError { entry: error.entry, ..error_line }
    };
    let engine = registry.engine_of(&turns.journal).map_err(failed)?;
    engine.verify(&turns.journal).map_err(failed)?;
    let game = engine.replay(&turns.journal).map_err(failed)?;
    let written = game.journal();
    if written != turns.journal {
        let same = written.lines().zip(turns.journal.lines()).take_while(|(one, other)| one == other).count();
        let message = "expected the line exactly as foeman writes it; it has been edited";
        let entry = same.checked_sub(2).filter(|entry| *entry < turns.entries());
        return Err(TurnsError { entry, ..TurnsError::at(same + offset + 1, message) });
    }
    for (entry, line) in turns.journal.lines().skip(2).take(turns.entries()).enumerate() {
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        if value["cause"].get("amended").is_some() {
            return Err(TurnsError::in_entry(turns, entry, "expected no amendment in a battle by files, found one"));
        }
    }
    let sides = game.seen(foeman_engine::game::Viewer::All).board.sides.len();
    if sides != turns.header.players.len() {
        let message = format!("expected {sides} players, one for each side, found {}", turns.header.players.len());
        return Err(TurnsError::at(1, message));
    }
    Ok((engine, game))
}

/// Repeats the battle: each decision must be made by the person who has the file, or by the computer player of the
/// side as it decides.
fn walk(
    turns: &Turns,
    known: &Known,
    engine: &dyn Engine,
    mut game: Box<dyn Game>,
) -> Result<Box<dyn Game>, TurnsError> {
    let last = game.entries();
    game.back_to(1);
    let mut holder: Option<String> = None;
    for hand_over in &turns.hand_overs {
        let HandOver { number, from, entries, .. } = *hand_over;
        let wrong = |message: String| Err(TurnsError::in_hand_over(number, message));
        if from == 0 && number > 1 {
            return wrong("expected a side that hands over, found none".to_owned());
        }
        let address = from.checked_sub(1).map(|side| turns.address(side));
        if address == Some(None) {
            return wrong(format!("expected a side that a person plays, found side {from}"));
        }
        let address = address.flatten().map(str::to_owned);
        if holder.is_some() && holder != address {
            return wrong("it does not come from the person who had the file".to_owned());
        }
        if entries < game.entries() || entries > last {
            return wrong(format!("expected {} to {last} entries, found {entries}", game.entries()));
        }
        let steps = repeat(turns, engine, &mut *game, entries, address.as_deref())?;
        if turns.header.level >= Level::Sealed && turns.journal_digest(entries) != hand_over.journal {
            return wrong("the entries or the content up to here are not those that were handed over".to_owned());
        }
        let expected = facts(&turns.header, &*game);
        if expected != hand_over.facts {
            let text = |facts: &Facts| serde_json::to_string(facts).unwrap_or_default();
            return wrong(format!("expected {}, found {}", text(&expected), text(&hand_over.facts)));
        }
        let is_over = matches!(game.turn(), Turn::Over(_));
        if expected.player.is_none() && !is_over {
            return wrong("expected it where a person has to decide".to_owned());
        }
        if turns.header.level == Level::OpponentRolls {
            rolls::check(turns, known, number, &steps)?;
        }
        holder = expected.player.map(|player| player.address().to_owned());
    }
    repeat(turns, engine, &mut *game, last, holder.as_deref())?;
    Ok(game)
}

/// Repeats the battle up to `entries`, in which only the person with an address decides; returns the steps.
fn repeat(
    turns: &Turns,
    engine: &dyn Engine,
    game: &mut dyn Game,
    entries: usize,
    address: Option<&str>,
) -> Result<Vec<Step>, TurnsError> {
    let mut steps = Vec::new();
    while game.entries() < entries {
        let entry = game.entries();
        advance(turns, engine, game, address, &mut steps)?;
        let seed = game.reseeded(entry);
        let step = steps.last_mut().filter(|step| seed.is_none() || step.entry == entry);
        match step {
            Some(step) if turns.header.level == Level::OpponentRolls || seed.is_none() => {
                step.seed = step.seed.or(seed);
                step.has_rolled |= game.has_rolled(entry);
            }
            _ if seed.is_some() => return Err(TurnsError::in_entry(turns, entry, "expected no new seed, found one")),
            _ => {}
        }
    }
    Ok(steps)
}

/// Repeats an entry, in which only the person with an address decides; adds a step for a decision.
fn advance(
    turns: &Turns,
    engine: &dyn Engine,
    game: &mut dyn Game,
    address: Option<&str>,
    steps: &mut Vec<Step>,
) -> Result<(), TurnsError> {
    let entry = game.entries();
    let wrong = |message: String| Err(TurnsError::in_entry(turns, entry, message));
    let Turn::Ask { side, .. } = game.turn() else {
        game.forward();
        return Ok(());
    };
    match turns.header.players.get(usize::from(side.0)) {
        Some(Player::Person(mailbox)) if Some(mailbox.address()) == address => {
            game.forward();
            steps.push(Step { entry, seed: None, has_rolled: false });
        }
        Some(Player::Person(mailbox)) => {
            return wrong(format!("expected a decision by {}, who did not have the file", mailbox.called()));
        }
        Some(Player::Computer(id)) => {
            let Ok(player) = engine.player(id) else {
                return wrong(format!("expected a computer player of these rules, found `{id}`"));
            };
            let ahead = game.ahead();
            game.step(player);
            // The undone entries stay exactly if the new entry is the first of them.
            let same = match ahead {
                0 | 1 => game.hash() == turns.journal_digest(entry + 1),
                ahead => game.ahead() + 1 == ahead,
            };
            if !same {
                return wrong(format!("expected the decision of the computer player `{id}`, found another"));
            }
        }
        None => return wrong("expected a decision by one of the sides".to_owned()),
    }
    Ok(())
}
