//! Battles by files in the window: a person watches the replay, plays the turn, and hands over.

use std::fs;
use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable as _;
use foeman_base::desk::Desk;
use foeman_base::turns::{OpenError, open};
use foeman_engine::dice::Seed;
use foeman_engine::game::Game;
use foeman_engine::ruleset::Turn;
use foeman_mail::file::FORMAT;
use foeman_mail::{Dice, Header, Level, Player, Turns, hand_over};
use foeman_schema::analysis::resolve;
use foeman_window::pack::Pack;
use foeman_window::play::{Battle, PlayAction, Seat, Stand};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use tempfile::TempDir;

use crate::{SHIPPED, Window, arena, click, log, settle, type_into, window};

/// Two people with their profiles, and a folder for the files that they send.
struct Post {
    folder: TempDir,
}

impl Post {
    /// Begins a duel; the first file is for the side that decides first.
    fn begin(level: Level) -> Self {
        let (_arena, path) = arena();
        let pack = Pack::open_with(&path, &SHIPPED.dialects(), &[]).expect("the arena can be read");
        let resolved = resolve(pack.draft(), "duel").expect("it can be played");
        let engine = SHIPPED.engine("foeman").expect("it is shipped");
        let mut game = engine.start(&resolved, Seed(7)).expect("it can be played");
        while game.turn() == Turn::Auto {
            game.step(engine.players()[0].id);
        }
        let person = |text: &str| Player::Person(text.parse().expect("an address"));
        let players = vec![person("Ann Ford <ann@example.org>"), person("bob@example.org")];
        let header = Header {
            turns: FORMAT,
            level,
            id: "0123456789abcdef".repeat(2),
            build: SHIPPED.build().to_owned(),
            players,
        };
        let mut turns = Turns { header, hand_overs: Vec::new(), journal: String::new() };
        let post = Self { folder: tempfile::tempdir().expect("a folder") };
        if level == Level::OpponentRolls {
            post.begin_by_the_other(&mut turns, &*game);
        } else {
            hand_over(&mut turns, &*game, 0, None, Dice::default());
        }
        fs::write(post.folder.path().join("duel-0123-1.turn"), turns.text()).expect("it can be written");
        post
    }

    /// The first hand-over by the person who does not decide first, and who answers requests.
    fn begin_by_the_other(&self, turns: &mut Turns, game: &dyn Game) {
        let Turn::Ask { side, .. } = game.turn() else { panic!("somebody decides") };
        let from = 2 - usize::from(side.0);
        let desk = Desk::in_profile(&self.profile(["ann", "bob"][from - 1]));
        let mut known = desk.known(&turns.header.id).expect("it is new");
        let secret = known.secret(from).expect("there are random numbers");
        let dice = known.dice(turns).expect("there are random numbers");
        hand_over(turns, game, from, Some(&secret), dice);
        known.remember(turns);
        desk.remember(&turns.header.id, &known).expect("it can be written");
    }

    fn newest(&self) -> PathBuf {
        let files = fs::read_dir(self.folder.path()).expect("the folder is there").flatten().map(|entry| entry.path());
        let number = |path: &PathBuf| {
            let stem = path.file_stem()?.to_str()?;
            stem.rsplit('-').next()?.parse::<usize>().ok()
        };
        let turns = files.filter(|path| path.extension().is_some_and(|extension| extension == "turn"));
        turns.max_by_key(number).expect("a file has been written")
    }

    fn profile(&self, who: &str) -> PathBuf {
        self.folder.path().join(who)
    }

    /// Opens a file in the window of a person.
    fn opened(&self, who: &str, file: &Path) -> Window {
        let mut app = App::empty(SHIPPED);
        assert_eq!(app.keep_profile(self.profile(who)), None);
        app.perform(Action::Open(file.to_owned()));
        window(app)
    }

    /// The person who has the newest file, and their window.
    fn next(&self) -> (&'static str, Window) {
        let file = self.newest();
        let turns = Turns::read(&fs::read_to_string(&file).expect("it is there")).expect("it can be read");
        let address = turns.holder().expect("the battle is not over").address().to_owned();
        let who = if address.starts_with("ann") { "ann" } else { "bob" };
        (who, self.opened(who, &file))
    }

    /// Each person plays a turn and hands over.
    fn hand_over_twice(&self) {
        for _ in 0..2 {
            let (_, mut window) = self.next();
            go_to_turn(&mut window);
            play_turn(&mut window);
            click(&mut window, "Hand over");
        }
    }
}

/// Leaves the replay, if there is one.
fn go_to_turn(window: &mut Window) {
    if window.query_by_label("Go to my turn").is_some() {
        click(window, "Go to my turn");
    }
}

fn battle(window: &Window) -> &Battle {
    window.state().workspace().play().battle().expect("a battle is open")
}

/// Makes the first choice until another person has to decide.
fn play_turn(window: &mut Window) {
    for _ in 0..200 {
        if window.query_by_label("Hand over").is_some() {
            return;
        }
        window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
        while window.state_mut().workspace_mut().tick() {}
        settle(window);
    }
    panic!("the turn does not end: {}", log(window));
}

#[test]
fn two_people_play_in_turn_and_send_files() {
    for level in [Level::Trust, Level::Sealed] {
        let post = Post::begin(level);
        let mut seen = Vec::new();
        for number in 2..=5 {
            let (who, mut window) = post.next();
            if !seen.contains(&who) && number > 2 {
                assert!(battle(&window).choices().is_empty(), "the replay comes first");
                click(&mut window, "Go to my turn");
            } else {
                go_to_turn(&mut window);
            }
            seen.push(who);
            let name = if who == "ann" { "Ann Ford" } else { "bob@example.org" };
            let label = format!("{name}: your turn");
            assert!(window.query_by_label(&label).is_some(), "{label}: {:?}", battle(&window).stand());
            assert!(!battle(&window).choices().is_empty());
            play_turn(&mut window);
            click(&mut window, "Hand over");
            let other = if who == "ann" { "bob@example.org" } else { "Ann Ford" };
            let file = format!("duel-0123-{number}");
            let text = format!("Wrote {file}.turn and {file}.eml; send one of them to {other}");
            assert!(window.query_by_label(&text).is_some(), "{text}");
            assert!(post.folder.path().join(format!("{file}.eml")).is_file());
            assert!(battle(&window).choices().is_empty() && window.query_by_label("Hand over").is_none());
            // The terminal of the other person accepts the file.
            let text = fs::read_to_string(post.newest()).expect("it is there");
            let reader = post.profile(if who == "ann" { "bob" } else { "ann" });
            assert!(open(&text, SHIPPED, &Desk::in_profile(&reader)).is_ok(), "{who} {number}");
        }
        assert!(seen.contains(&"ann") && seen.contains(&"bob"));
    }
}

#[test]
fn a_person_sees_the_battle_from_their_own_side_since_their_last_turn() {
    let post = Post::begin(Level::Sealed);
    post.hand_over_twice();
    let turns = Turns::read(&fs::read_to_string(post.newest()).expect("it is there")).expect("it can be read");
    let (_, mut window) = post.next();
    assert_eq!(battle(&window).game().entries(), turns.read_so_far(&turns.own_sides()).max(1));
    let own = turns.own_sides()[0];
    let is_own = |window: &Window| match battle(window).seen().viewer {
        foeman_engine::game::Viewer::Side(side) => usize::from(side.0) == own,
        _ => false,
    };
    assert!(is_own(&window));
    let all = battle(&window).game().entries() + battle(&window).game().ahead();
    click(&mut window, "Forward a step");
    assert!(is_own(&window) && battle(&window).choices().is_empty());
    click(&mut window, "Go to my turn");
    assert_eq!((battle(&window).game().entries(), battle(&window).game().ahead()), (all, 0));
    assert!(is_own(&window));
}

#[test]
fn nothing_that_has_happened_is_changed() {
    let post = Post::begin(Level::Sealed);
    let (_, mut window) = post.next();
    go_to_turn(&mut window);
    let seats = battle(&window).seats().to_vec();
    assert!(seats.contains(&Seat::Elsewhere) && seats.contains(&Seat::Person));
    window.state_mut().perform(Action::Play(PlayAction::Seat(0, Seat::Person)));
    window.state_mut().perform(Action::Play(PlayAction::Seat(1, Seat::Person)));
    settle(&mut window);
    assert_eq!(battle(&window).seats(), seats);
    assert!(window.query_by_label_contains("A battle by files can only be played on").is_some());
    play_turn(&mut window);
    click(&mut window, "Hand over");
    // Decisions that have been handed over cannot be made again.
    let journal = battle(&window).game().journal();
    window.state_mut().perform(Action::Play(PlayAction::GoTo(1)));
    settle(&mut window);
    assert!(battle(&window).choices().is_empty());
    window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
    window.state_mut().perform(Action::Play(PlayAction::ForwardToEnd));
    settle(&mut window);
    assert_eq!(battle(&window).game().journal(), journal);
}

#[test]
fn an_unfinished_turn_is_kept_in_the_file() {
    let post = Post::begin(Level::Sealed);
    let (who, mut window) = post.next();
    go_to_turn(&mut window);
    let before = battle(&window).game().entries();
    window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
    settle(&mut window);
    assert!(window.query_by_label("Hand over").is_none(), "a turn has several decisions");
    click(&mut window, "Keep for later");
    let kept = battle(&window).game().entries();
    assert!(kept > before);
    let mut again = post.opened(who, &post.newest());
    go_to_turn(&mut again);
    assert_eq!(battle(&again).game().entries(), kept);
    play_turn(&mut again);
}

/// Makes the first choice until dice are needed; returns the code that the window shows. None if the turn is over before.
fn request(window: &mut Window) -> Option<String> {
    for _ in 0..200 {
        if let Some(Stand::Dice(code)) = battle(window).stand() {
            return Some(code.to_owned());
        }
        if window.query_by_label("Hand over").is_some() {
            return None;
        }
        window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
        while window.state_mut().workspace_mut().tick() {}
        settle(window);
    }
    panic!("no dice are needed: {}", log(window));
}

/// Answers a code in the window of the person who sent a file; returns the answer.
fn answer(window: &mut Window, code: &str) -> String {
    type_into(window, "Code to answer", code);
    click(window, "Answer");
    let answer = battle(window).by_files().and_then(|by_files| by_files.answer().flatten());
    answer.expect("there is an answer").to_owned()
}

#[test]
fn dice_are_rolled_with_a_code_of_the_other_person() {
    let post = Post::begin(Level::OpponentRolls);
    let sent = post.folder.path().join("sent.turn");
    let (who, mut window, code) = loop {
        fs::copy(post.newest(), &sent).expect("it can be copied");
        let (who, mut window) = post.next();
        go_to_turn(&mut window);
        if let Some(code) = request(&mut window) {
            break (who, window, code);
        }
        click(&mut window, "Hand over");
    };
    let other = if who == "ann" { "bob" } else { "ann" };
    let told = window.query_by_label_contains("your decision is fixed and needs dice. Give this code to");
    assert!(told.is_some() && window.query_by_label(&code).is_some(), "{code}");
    let (before, choices) = (battle(&window).game().entries(), battle(&window).choices().len());
    assert_eq!((choices, battle(&window).game().ahead()), (0, 0), "nothing else can be decided, and no dice are shown");
    assert!(window.query_by_label("Waiting for dice").is_some(), "it does not ask for another step");
    click(&mut window, "Copy code");
    assert!(window.query_by_label(&format!("Copied {code}")).is_some());
    // The decision is kept in the file, and waits there.
    let mut window = post.opened(who, &post.newest());
    go_to_turn(&mut window);
    assert_eq!(battle(&window).stand(), Some(Stand::Dice(&code)));

    let mut asked = post.opened(other, &sent);
    assert!(asked.query_by_label_contains("you have sent this file").is_some());
    assert!(battle(&asked).choices().is_empty() && asked.query_by_label("Hand over").is_none());
    assert!(asked.query_by_label("Waiting for the next turn").is_some());
    let answer_code = answer(&mut asked, &code);
    assert!(asked.query_by_label(&answer_code).is_some());
    assert_eq!(answer(&mut asked, &code), answer_code, "the same code has the same answer");

    let mistyped = format!("{}{}", if answer_code.starts_with('7') { "8" } else { "7" }, &answer_code[1..]);
    type_into(&mut window, "Answer to your code", &mistyped);
    click(&mut window, "Roll");
    assert!(window.query_by_label_contains("Cannot roll: a letter is wrong").is_some());
    assert_eq!(battle(&window).game().entries(), before);
    type_into(&mut window, "Answer to your code", &answer_code.to_lowercase());
    click(&mut window, "Roll");
    assert!(battle(&window).game().reseeded(before).is_some());

    // The rest of the turn, and the file for the other person.
    for _ in 0..50 {
        if window.query_by_label("Hand over").is_some() {
            break;
        }
        if let Some(Stand::Dice(code)) = battle(&window).stand() {
            let code = code.to_owned();
            let code = answer(&mut asked, &code);
            type_into(&mut window, "Answer to your code", &code);
            click(&mut window, "Roll");
        } else {
            window.state_mut().perform(Action::Play(PlayAction::Choose(0)));
            while window.state_mut().workspace_mut().tick() {}
            settle(&mut window);
        }
    }
    click(&mut window, "Hand over");
    assert!(window.query_by_label_contains("asks for dice, enter their code").is_some());
    let mut next = post.opened(other, &post.newest());
    go_to_turn(&mut next);
    assert!(!battle(&next).choices().is_empty(), "{:?}", battle(&next).stand());
}

#[test]
fn a_file_that_was_tampered_with_is_refused_with_the_finding_of_the_terminal() {
    let post = Post::begin(Level::Sealed);
    post.hand_over_twice();
    let text = fs::read_to_string(post.newest()).expect("it is there");
    let die = text.find("\"dice\":[").expect("dice were rolled") + "\"dice\":[".len();
    let other = if &text[die..=die] == "1" { "2" } else { "1" };
    let rerolled = format!("{}{other}{}", &text[..die], &text[die + 1..]);
    let shortened: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
    for altered in [rerolled, shortened, text.replacen("\"sealed\"", "\"trust\"", 1), "no turn".to_owned()] {
        let (file, who) = (post.folder.path().join("altered-0.turn"), "ann");
        fs::write(&file, &altered).expect("it can be written");
        let Err(OpenError::Refused(finding)) = open(&altered, SHIPPED, &Desk::in_profile(&post.profile(who))) else {
            panic!("it is refused")
        };
        let window = post.opened(who, &file);
        assert!(window.state().workspace().play().battle().is_none());
        assert!(window.query_by_label(&format!("Cannot open {}", file.display())).is_some(), "{finding}");
        assert!(window.query_by_label(&finding.to_string()).is_some(), "{finding}");
    }
}
