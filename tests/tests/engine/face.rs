//! The object-safe [`Game`] interface: the view of a battle for windows and command lines.

use foeman_engine::choice::Target;
use foeman_engine::dice::Seed;
use foeman_engine::display::LineKind;
use foeman_engine::game::{Game, Seen, Viewer};
use foeman_engine::player::{PlayerId, find};
use foeman_engine::ruleset::{SideId, Turn};
use foeman_schema::analysis::check;
use foeman_test_support::toy::{DIALECT, PACK, TOY, Tug, bout, draft};

fn game(seed: u64) -> Box<dyn Game> {
    TOY.engine("tug").unwrap().start(&bout("meadow"), Seed(seed)).unwrap()
}

#[test]
fn a_ruleset_from_outside_gets_catalogs_checks_and_resolved_scenarios() {
    let body = PACK.split_once("bouts:").unwrap().0;
    assert_eq!(check(&draft(PACK)), []);
    let [knot] = DIALECT.checks else { panic!("the toy has exactly one check") };
    let [found] = &check(&draft(&format!("{body}{}", knot.bad)))[..] else { panic!("not one finding") };
    assert_eq!((found.code, found.pointer.to_string().as_str()), ("off-centre-knot", "/bouts/meadow/map"));
    let found = check(&draft(&PACK.replacen("teams: [reds", "teams: [rads", 1)));
    assert_eq!((found[0].code, found[0].help.as_deref()), ("unknown-reference", Some("did you mean `reds`?")));
    let teams: Vec<String> = bout("bog").records["teams"].keys().cloned().collect();
    assert_eq!(teams, ["blues", "giants"], "only what the bout reaches");
}

fn player(id: &str) -> PlayerId {
    find::<Tug>(id).unwrap()
}

/// Returns the view with full information.
fn seen(game: &dyn Game) -> Seen {
    game.seen(Viewer::All)
}

fn played_out(seed: u64) -> Box<dyn Game> {
    let mut game = game(seed);
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(player("greedy"));
    }
    game
}

#[test]
fn a_battle_starts_with_its_set_up_told_and_a_side_asked() {
    let game = game(1);
    assert_eq!((game.entries(), game.round()), (1, 1));
    assert_eq!(game.turn(), Turn::Ask { side: SideId(0), actor: Some(0) });
    let seen = seen(&*game);
    let [told] = &seen.lines[..] else { panic!("{:?}", seen.lines) };
    assert_eq!((told.entry, told.round, told.line.kind), (0, 1, LineKind::Heading));
    assert_eq!((seen.side_name(SideId(1)), seen.side_name(SideId(7))), ("The blues".to_owned(), "side 8".to_owned()));
    assert_eq!(seen.board.tokens.len(), 2);
}

#[test]
fn choices_say_what_they_do_where_and_how_likely() {
    let choices = seen(&*game(1)).choices;
    let texts: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    assert_eq!(texts[..2], ["Pull", "Heave with 1 dice, needs 4"]);
    assert!(choices.iter().all(|choice| choice.actor == Some(0)));
    assert_eq!((choices[0].verb.as_str(), choices[0].target, choices[0].odds), ("pull", Target::Cell([4, 1]), None));
    assert_eq!((choices[1].verb.as_str(), choices[1].target), ("heave", Target::None));
    assert_eq!((choices[1].parameter("dice"), choices[1].parameter("item")), (Some("1"), None));
    assert_eq!(choices[1].odds.unwrap().percent(), 50);
}

#[test]
fn a_choice_makes_an_entry_and_one_that_does_not_exist_changes_nothing() {
    let mut game = game(1);
    let hash = game.hash();
    assert_eq!(game.choose(99).unwrap_err().message, "this choice is no longer available");
    assert_eq!((game.entries(), game.hash()), (1, hash));
    game.choose(0).unwrap();
    assert_eq!(game.entries(), 2);
    assert_eq!(seen(&*game).lines[1].line.text, "The reds drag the knot 1");
}

#[test]
fn the_log_is_told_against_the_state_before_and_shows_where_a_need_comes_from() {
    let game = played_out(4);
    let lines = seen(&*game).lines;
    let heave = lines.iter().find(|told| told.line.text.contains(" heave, need ")).unwrap();
    let need: i32 = heave.line.terms.iter().map(|term| term.value).sum();
    assert!(heave.line.text.contains(&format!("need {need} and roll [")), "{:?}", heave.line);
    // A heading belongs to the round it opens.
    for told in lines.iter().filter(|told| told.line.kind == LineKind::Heading) {
        assert_eq!(told.line.text, format!("Round {}", told.round));
    }
}

#[test]
fn stepping_past_the_end_changes_nothing() {
    let mut game = played_out(4);
    let (hash, lines) = (game.hash(), seen(&*game).lines);
    game.step(player("random"));
    assert_eq!((game.hash(), seen(&*game).lines), (hash, lines));
    assert!(seen(&*game).choices.is_empty());
}

#[test]
fn going_back_takes_back_the_log_and_playing_on_tells_it_again() {
    let whole = played_out(4);
    let mut game = played_out(4);
    game.back_to(5);
    assert_eq!(game.entries(), 5);
    assert!(seen(&*game).lines.iter().all(|told| told.entry < 5));
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(player("greedy"));
    }
    assert_eq!((seen(&*game), game.hash()), (seen(&*whole), whole.hash()));
    game.back_to(0);
    assert_eq!((game.entries(), seen(&*game).lines.len()), (1, 1));
}

/// Rounds, and a value at the end of each.
type Points = Vec<(u32, i32)>;

/// Returns the charted positions of the knot by round, and the same derived from the log.
fn knot(game: &dyn Game) -> (Points, Points) {
    let seen = seen(game);
    let [curve] = &seen.history[..] else { panic!("one gauge, one curve") };
    let gauge = &seen.board.gauges[0];
    assert_eq!(
        (&curve.name, curve.side, curve.range, &curve.marks),
        (&gauge.name, gauge.side, gauge.range, &gauge.marks)
    );
    let mut at = curve.marks[0].value;
    let mut told = vec![(0, at)];
    for line in &seen.lines {
        if told.last().map(|point| point.0) != Some(line.round) {
            told.push((line.round, at));
        }
        if let Some((team, by)) = line.line.text.split_once(" drag the knot ") {
            let by: i32 = by.parse().unwrap();
            at += if team == seen.side_name(SideId(0)) { -by } else { by };
        }
        told.last_mut().unwrap().1 = at;
    }
    told[0].1 = curve.marks[0].value;
    (curve.points.clone(), told)
}

#[test]
fn gauges_are_charted_with_their_value_at_the_end_of_each_round() {
    assert_eq!(seen(&*game(4)).history[0].points, [(0, 5)], "before the first entry there is only the start");
    let game = played_out(4);
    let (charted, told) = knot(&*game);
    assert!(charted.len() > 2, "{charted:?}");
    assert_eq!(charted, told);
    assert_eq!(charted.last(), Some(&(game.round(), seen(&*game).board.gauges[0].value)));
}

#[test]
fn going_back_and_replaying_chart_the_same_rounds() {
    let whole = played_out(4);
    let replayed = TOY.engine("tug").unwrap().replay(&whole.journal()).unwrap();
    assert_eq!(seen(&*replayed).history, seen(&*whole).history);
    let mut game = played_out(4);
    for entries in (1..whole.entries()).rev() {
        game.back_to(entries);
        let (charted, told) = knot(&*game);
        assert!(entries == 1 || charted == told, "after {entries} entries: {charted:?}, told {told:?}");
    }
    while !matches!(game.turn(), Turn::Over(_)) {
        game.step(player("greedy"));
    }
    assert_eq!(seen(&*game).history, seen(&*whole).history);
}

#[test]
fn a_saved_battle_is_found_by_its_ruleset_replayed_and_proved() {
    let game = played_out(4);
    let text = game.journal();
    let engine = TOY.engine_of(&text).unwrap();
    let replayed = engine.replay(&text).unwrap();
    assert_eq!((seen(&*replayed), replayed.hash()), (seen(&*game), game.hash()));
    let proved = engine.verify(&text).unwrap();
    assert_eq!((proved.entries, proved.hash), (game.entries(), game.hash()));
    let other = text.replacen("\"tug\"", "\"chess\"", 1);
    let error = TOY.engine_of(&other).err().unwrap();
    assert_eq!(error.to_string(), "line 1: expected a journal of ruleset `tug`, found `chess`");
}
