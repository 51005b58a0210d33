//! Battles by files at level `opponent-rolls`: the other person fixes the dice with a code.

use std::fs;

use foeman_engine::dice::Seed;
use foeman_engine::game::{Game, Registry};
use foeman_engine::ruleset::Turn;
use foeman_mail::file::FORMAT;
use foeman_mail::{Header, Known, Level, Player, Turns, TurnsError, check, hand_over};
use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_test_support::packs;
use foeman_test_support::toy::{PACK, TOY, bout};

use crate::{Run, foeman_typing};

/// A battle between two people with their own profiles; Bob (side 2) begins it, and Ann (side 1) decides first.
#[derive(Clone)]
pub(crate) struct Party {
    pub(crate) registry: Registry,
    pub(crate) turns: Turns,
    pub(crate) known: [Known; 2],
}

/// The position of Ann's side and of Bob's.
pub(crate) const ANN: usize = 0;
pub(crate) const BOB: usize = 1;
/// Choices of the toy: without dice, and with one or two.
pub(crate) const REST: &str = "Rest";
pub(crate) const LESS: &str = "Heave with 1";
pub(crate) const HEAVE: &str = "Heave with 2";

impl Party {
    pub(crate) fn begin(registry: Registry, resolved: &Resolved, level: Level) -> Self {
        let engine = registry.engine(&resolved.ruleset).expect("the ruleset is known");
        let mut game = engine.start(resolved, Seed(7)).expect("it can be played");
        while game.turn() == Turn::Auto {
            game.step(engine.players()[0].id);
        }
        let person = |text: &str| Player::Person(text.parse().expect("an address"));
        let header = Header {
            turns: FORMAT,
            level,
            id: "0123456789abcdef".repeat(2),
            build: registry.build().to_owned(),
            players: vec![person("ann@example.org"), person("bob@example.org")],
        };
        let turns = Turns { header, hand_overs: Vec::new(), journal: String::new() };
        let mut party = Self { registry, turns, known: [Known::default(), Known::default()] };
        party.hand_over(BOB, &*game);
        party
    }

    pub(crate) fn tug() -> Self {
        Self::begin(TOY, &bout("meadow"), Level::OpponentRolls)
    }

    pub(crate) fn game(&self) -> Box<dyn Game> {
        let engine = self.registry.engine_of(&self.turns.journal).expect("the ruleset is known");
        engine.replay(&self.turns.journal).expect("the journal is genuine")
    }

    /// Signs the battle as it is, and remembers it.
    pub(crate) fn hand_over(&mut self, side: usize, game: &dyn Game) {
        let known = &mut self.known[side];
        let secret = known.secret(side + 1).expect("there are random numbers");
        let dice = known.dice(&self.turns).expect("there are random numbers");
        hand_over(&mut self.turns, game, side + 1, Some(&secret), dice);
        known.remember(&self.turns);
    }

    /// Checks the file as a person would on opening it.
    pub(crate) fn check(&self, side: usize) -> Result<(), TurnsError> {
        check(&self.turns, self.registry, &self.known[side]).map(|_| ())
    }

    #[track_caller]
    pub(crate) fn opened_by(&mut self, side: usize) {
        self.check(side).expect("it is valid");
        let turns = self.turns.clone();
        self.known[side].remember(&turns);
    }

    /// Asks for the dice of the decisions since some entries; returns the code, if one is needed.
    pub(crate) fn ask(&mut self, side: usize, game: &mut dyn Game, from: usize) -> Option<String> {
        let decision = self.turns.needs_code(game, from)?;
        self.turns.fix(&mut self.known[side], game, decision).expect("it can be fixed");
        self.known[side].request(&self.turns)
    }

    /// Bob answers Ann, or Ann answers Bob, with the file that they sent.
    pub(crate) fn answer(&mut self, side: usize, request: &str) -> Result<String, String> {
        // The other person has no entries of an unfinished turn.
        self.known[side].answer(&self.turns, request)
    }

    pub(crate) fn roll(&mut self, side: usize, game: &mut dyn Game, answer: &str) -> Result<(), String> {
        self.turns.roll(&mut self.known[side], game, answer)
    }

    /// Makes a choice, with a code if it needs one.
    pub(crate) fn choose(&mut self, side: usize, game: &mut dyn Game, choice: &str) {
        let before = game.entries();
        pick(game, choice);
        self.finish(side, game, before);
    }

    /// Plays until the next decision, with a code if one is needed.
    pub(crate) fn finish(&mut self, side: usize, game: &mut dyn Game, before: usize) {
        let engine = self.registry.engine_of(&self.turns.journal).expect("its ruleset is known");
        loop {
            while game.turn() == Turn::Auto {
                game.step(engine.players()[0].id);
            }
            let Some(request) = self.ask(side, game, before) else { return };
            let answer = self.answer(1 - side, &request).expect("it is answered");
            self.roll(side, game, &answer).expect("the answer fits");
        }
    }

    /// Plays a turn of the toy, which is one decision, and hands over to the other person, who opens the file.
    pub(crate) fn turn(&mut self, side: usize, choice: &str) {
        let mut game = self.game();
        self.choose(side, &mut *game, choice);
        self.hand_over(side, &*game);
        self.opened_by(1 - side);
    }

    /// Hands over a battle that the person has forged; returns the error that the other person gets.
    pub(crate) fn forged(mut self, side: usize, game: &dyn Game) -> String {
        self.hand_over(side, game);
        self.check(1 - side).expect_err("it is found").to_string()
    }

    /// Changes a hand-over without its key; returns the error that the other person gets.
    pub(crate) fn edited(mut self, change: impl FnOnce(&mut Turns)) -> String {
        change(&mut self.turns);
        let reread = Turns::read(&self.turns.text()).and_then(|turns| {
            self.turns = turns;
            self.check(BOB)
        });
        reread.expect_err("it is found").to_string()
    }
}

/// Makes the choice whose text begins like this.
#[track_caller]
pub(crate) fn pick(game: &mut dyn Game, choice: &str) {
    let choices = game.seen(foeman_engine::game::Viewer::All).choices;
    let position = choices.iter().position(|other| other.text.starts_with(choice));
    game.choose(position.unwrap_or_else(|| panic!("no {choice} in {choices:#?}"))).expect("it is legal");
}

/// A battle in which both have rolled once, and Ann has opened Bob's file.
pub(crate) fn halfway() -> Party {
    let mut party = Party::tug();
    party.opened_by(ANN);
    party.turn(ANN, HEAVE);
    party.turn(BOB, HEAVE);
    party
}

#[test]
fn two_people_play_a_battle_with_dice_to_its_end() {
    let mut party = Party::tug();
    party.opened_by(ANN);
    let mut side = ANN;
    while !matches!(party.game().turn(), Turn::Over(_)) {
        let choices = party.game().seen(foeman_engine::game::Viewer::All).choices;
        // The team rests when it is out of breath, and heaves with all it has otherwise.
        let choice =
            choices.last().filter(|choice| !choice.text.starts_with(REST)).unwrap_or(&choices[choices.len() / 2]);
        party.turn(side, &choice.text);
        side = 1 - side;
    }
    let coded = party.turns.hand_overs.iter().filter(|hand_over| hand_over.answer.is_some()).count();
    assert!(coded > 3, "{coded}");
    // The journal alone can be replayed and verified.
    let engine = TOY.engine("tug").unwrap();
    assert_eq!(engine.verify(&party.turns.journal).unwrap().hash, party.game().hash());
}

#[test]
fn a_strategy_battle_has_several_codes_in_a_turn() {
    let draft = Draft::from_texts(packs::texts("strategy"), &SHIPPED.dialects());
    let mut resolved = resolve(&draft, "common-ground").expect("it can be played");
    let scenario =
        resolved.records.get_mut("scenarios").and_then(|all| all.get_mut("common-ground")).expect("it is there");
    scenario["turns"] = 8.into();
    let mut party = Party::begin(SHIPPED, &resolved, Level::OpponentRolls);
    party.opened_by(ANN);
    let engine = SHIPPED.engine("strategy").unwrap();
    let player = engine.player("seeker").unwrap();
    let (mut side, mut most) = (ANN, 0);
    while !matches!(party.game().turn(), Turn::Over(_)) {
        let mut game = party.game();
        let mut codes = 0;
        while matches!(game.turn(), Turn::Ask { side: asked, .. } if usize::from(asked.0) == side) {
            let before = game.entries();
            game.step(player);
            party.finish(side, &mut *game, before);
            codes += usize::from(game.reseeded(before).is_some());
        }
        most = most.max(codes);
        party.hand_over(side, &*game);
        party.opened_by(1 - side);
        side = 1 - side;
    }
    assert!(most > 1, "no turn had several codes: {most}");
    assert_eq!(engine.verify(&party.turns.journal).unwrap().hash, party.game().hash());
}

#[test]
fn nobody_knows_the_dice_before_the_decision_is_fixed() {
    // The same decision, with the same file, has other dice if the other person has another secret.
    let dice: Vec<String> =
        (0..8).map(|_| halfway().turns.journal.lines().nth(3).unwrap_or_default().to_owned()).collect();
    assert!(dice.iter().any(|other| *other != dice[0]), "{dice:#?}");
}

#[test]
fn undoing_a_decision_undoes_the_seed_of_its_dice() {
    let party = halfway();
    let mut game = party.game();
    let (all, journal) = (game.entries(), game.journal());
    let seeded: Vec<usize> = (0..all).filter(|entry| game.reseeded(*entry).is_some()).collect();
    assert_eq!(seeded.len(), 2);
    game.back_to(seeded[1]);
    assert!(game.reseeded(seeded[1]).is_none() && game.reseeded(seeded[0]).is_some());
    while game.ahead() > 0 {
        game.forward();
    }
    assert_eq!(game.journal(), journal);
    // The dice of the same decision follow from the seed before again.
    game.back_to(seeded[0]);
    let mut plain = game.branch();
    pick(&mut *plain, HEAVE);
    assert_eq!(plain.reseeded(seeded[0]), None);
    assert!(plain.chosen().is_some() && party.game().chosen().is_none(), "choices alone do not give the dice of codes");
}

#[test]
fn a_wrong_code_is_named_and_changes_nothing() {
    let mut party = halfway();
    let mut earlier = Party { registry: TOY, turns: party.turns.clone(), known: party.known.clone() };
    let mut game = party.game();
    let before = game.entries();
    pick(&mut *game, LESS);
    let request = party.ask(ANN, &mut *game, before).expect("a heave needs dice");
    assert_eq!(game.entries(), before, "the decision waits for its dice");
    let answer = party.answer(BOB, &request).unwrap();
    assert_eq!(party.answer(BOB, &request), Ok(answer.clone()), "the same request has the same answer");

    let roll =
        |party: &mut Party, game: &mut dyn Game, code: &str| party.roll(ANN, game, code).expect_err("it is wrong");
    let mistyped = format!("{}{}", if answer.starts_with('7') { "8" } else { "7" }, &answer[1..]);
    assert!(roll(&mut party, &mut *game, &mistyped).starts_with("a letter is wrong"));
    assert!(roll(&mut party, &mut *game, &request).starts_with("this is the code that asks for dice"));
    assert!(party.answer(BOB, &answer).unwrap_err().starts_with("this is an answer"));
    let mistyped = format!("{}{}", if request.starts_with('7') { "8" } else { "7" }, &request[1..]);
    assert!(party.answer(BOB, &mistyped).unwrap_err().starts_with("a letter is wrong"));
    assert!(party.answer(ANN, &request).unwrap_err().starts_with("only the person who has handed over answers"));
    // Ann asks twice: the second answer is not for the first decision.
    let mut other = earlier.game();
    pick(&mut *other, HEAVE);
    let bob = party.known[BOB].clone();
    let second = earlier.ask(ANN, &mut *other, before).expect("a heave needs dice");
    let second = party.answer(BOB, &second).unwrap();
    assert!(roll(&mut party, &mut *game, &second).starts_with("this is the answer to another decision"));
    assert_eq!(game.entries(), before);
    party.known[BOB] = bob;

    party.roll(ANN, &mut *game, &answer.to_lowercase().replace('-', " ")).unwrap();
    assert_eq!(game.entries(), before + 1);
    assert!(party.roll(ANN, &mut *game, &answer).unwrap_err().contains("no dice are awaited"));
    // The code of this turn is not one of the next.
    party.hand_over(ANN, &*game);
    party.opened_by(BOB);
    party.turn(BOB, REST);
    let mut game = party.game();
    let before = game.entries();
    pick(&mut *game, LESS);
    party.ask(ANN, &mut *game, before).expect("a heave needs dice");
    assert!(party.roll(ANN, &mut *game, &answer).unwrap_err().starts_with("this code belongs to hand-over 3"));
    assert!(party.answer(BOB, &request).unwrap_err().starts_with("this code belongs to hand-over 3"));
}

#[test]
fn a_decision_that_was_fixed_cannot_be_replaced() {
    let mut party = halfway();
    let mut game = party.game();
    let before = game.entries();
    pick(&mut *game, HEAVE);
    let request = party.ask(ANN, &mut *game, before).unwrap();
    party.check(ANN).expect("the decision is kept in the profile");
    let answer = party.answer(BOB, &request).unwrap();
    let sent = party.turns.clone();
    party.roll(ANN, &mut *game, &answer).unwrap();
    let turns = party.turns.clone();
    party.known[ANN].remember(&turns);
    party.check(ANN).expect("the unfinished turn is hers");
    party.turns = sent;
    let error = party.check(ANN).expect_err("the file that she got is a way back").to_string();
    assert!(error.contains("hand-over 3: you have asked for dice since"), "{error}");
}

/// Two people at their terminals.
struct Terminals {
    folder: tempfile::TempDir,
}

impl Terminals {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a plain name").to_owned()
    }

    fn begin(&self, human: &str) -> Run {
        let (pack, out, keys) = (self.path("tug.yaml"), self.path(""), self.path("bob"));
        fs::write(&pack, PACK).expect("it can be written");
        let people = ["--mail", "1=ann@example.org", "--mail", "2=bob@example.org", "--human", human];
        let args =
            ["play", &pack, "meadow", "--seed", "7", "--level", "opponent-rolls", "--out", &out, "--keys", &keys];
        let args: Vec<&str> = args.iter().chain(&people).copied().collect();
        foeman_typing(TOY, &args, "")
    }

    fn newest(&self) -> String {
        let files = fs::read_dir(self.folder.path()).expect("the folder is there").flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let number = |name: &String| name.strip_suffix(".turn")?.rsplit('-').next()?.parse::<usize>().ok();
        let newest = names.filter(|name| name.ends_with(".turn")).max_by_key(number).expect("a file has been written");
        self.path(&newest)
    }

    fn turn(&self, who: &str, typed: &str) -> Run {
        foeman_typing(TOY, &["turn", &self.newest(), "--keys", &self.path(who)], typed)
    }

    /// Answers a code with the last file that the person sent; returns the answer.
    fn answer(&self, who: &str, file: &str, request: &str) -> Run {
        foeman_typing(TOY, &["turn", file, "--keys", &self.path(who), "--answer", request], "")
    }
}

/// The code that a terminal shows.
fn request(out: &str) -> Option<&str> {
    out.lines().map(str::trim).find(|line| line.len() == 29 && line.matches('-').count() == 4 && !line.contains(' '))
}

#[test]
fn two_people_play_at_their_terminals_to_the_end() {
    let post = Terminals { folder: tempfile::tempdir().expect("a folder") };
    let begun = post.begin("2").ends(0);
    assert!(begun.err.contains("for ann@example.org"), "{}", begun.err);
    let (mut who, mut other, mut codes) = ("ann", "bob", 0);
    for number in 0..130 {
        // The person who answers has the file that they sent; the other one plays on in a copy.
        let (sent, file) = (post.path("sent.turn"), post.newest());
        fs::copy(&file, &sent).expect("it can be copied");
        // The third choice is often a heave; otherwise they take the first one.
        let mut run = post.turn(who, if number % 4 < 3 { "3\n1\n" } else { "1\n" }).ends(0);
        if let Some(code) = request(&run.out).filter(|_| run.out.contains("Dice are needed")) {
            assert!(run.out.contains("your decision is fixed. Give this code to"), "{}", run.out);
            assert!(run.err.contains("kept your unfinished turn"), "{}", run.err);
            let wrong = format!("{}{}", if code.starts_with('7') { "8" } else { "7" }, &code[1..]);
            let wrong = post.answer(other, &sent, &wrong).ends(1);
            // By chance, it can look like a code of an earlier turn.
            let is_found = ["a letter is wrong", "belongs to hand-over"].iter().any(|why| wrong.err.contains(why));
            assert!(is_found, "{}", wrong.err);
            let answered = post.answer(other, &sent, code).ends(0).out;
            let answer = answered.lines().find_map(|line| line.strip_prefix("Answer: ")).expect("there is an answer");
            run = post.turn(who, &format!("{code}\n{answer}\n")).ends(0);
            assert!(run.out.contains("enter the answer to it"), "the request is no answer: {}", run.out);
            codes += 1;
        }
        assert!(run.err.contains("wrote `"), "{number}: {}\n{}", run.out, run.err);
        (who, other) = (other, who);
        let text = fs::read_to_string(post.newest()).expect("it is there");
        if text.contains("\"side\":0,") {
            for reader in [who, other] {
                let file = post.newest();
                let verified =
                    foeman_typing(TOY, &["turn", &file, "--keys", &post.path(reader), "--verify"], "").ends(0);
                assert!(verified.out.contains("level opponent-rolls"), "{}", verified.out);
            }
            assert!(codes > 3, "{codes}: {}", run.out);
            return;
        }
    }
    panic!("the battle does not end");
}

#[test]
fn the_person_who_decides_first_cannot_begin() {
    let post = Terminals { folder: tempfile::tempdir().expect("a folder") };
    let error = post.begin("1").ends(2).err;
    assert!(error.contains("another person than the one who decides first begins"), "{error}");
    assert!(error.contains("here ann@example.org decides first"), "{error}");
}

#[test]
fn only_the_person_who_sent_a_file_answers_with_it() {
    let post = Terminals { folder: tempfile::tempdir().expect("a folder") };
    post.begin("2").ends(0);
    let own = post.turn("bob", "").ends(0);
    assert!(own.out.contains("You have sent this file"), "{}", own.out);
    let ann = post.answer("ann", &post.newest(), "00000").ends(1);
    assert!(ann.err.contains("only the person who has handed over answers"), "{}", ann.err);
    let short = post.answer("bob", &post.newest(), "00000").ends(1);
    assert!(short.err.contains("expected 25 letters and digits, found 5"), "{}", short.err);
}
