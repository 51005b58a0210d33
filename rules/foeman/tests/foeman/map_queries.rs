//! Map overlays of the rules, compared to played battles.

use std::collections::{BTreeMap, BTreeSet};

use foeman_engine::map_query::{Ask, Imagined, Overlay, Shade, SightLine, Topic};
use foeman_engine::ruleset::Ruleset as _;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;

use crate::ground::{BLUE, Plain, RED};
use crate::scene::Scene;

fn ask(topic: Topic) -> Ask {
    let within = [[0, 0], [100, 100]];
    Ask { topic, who: Some(0), at: None, facing: 0, side: 0, goals: Vec::new(), within }
}

fn answer(plain: &Plain, ask: &Ask) -> Result<Overlay, String> {
    let map_query = Foeman::capabilities().pack.map_query.expect("Foeman answers");
    (map_query.scenario)(&plain.resolved())?.answer(ask)
}

/// Returns the cells that have a number.
fn numbers(overlay: &Overlay) -> BTreeMap<Cell, u32> {
    overlay.marks.iter().filter_map(|mark| Some((mark.cell, mark.number?))).collect()
}

/// Returns the cells whose key contains `words`.
fn cells(overlay: &Overlay, words: &str) -> BTreeSet<Cell> {
    let keys: Vec<usize> = (0..overlay.keys.len()).filter(|at| overlay.keys[*at].text.contains(words)).collect();
    overlay.marks.iter().filter(|mark| keys.contains(&usize::from(mark.key))).map(|mark| mark.cell).collect()
}

/// Finds all cells that red's first figure can reach by legal commands, with the MP used.
fn walked(plain: &Plain) -> BTreeMap<Cell, u32> {
    let mut scene = Scene::new(plain);
    scene.until(|scene| scene.check(Command::Take { figure: RED }).is_ok());
    scene.issue(Command::Take { figure: RED });
    let content = scene.content;
    let mut best: BTreeMap<Cell, u32> = BTreeMap::new();
    let (mut seen, mut open) = (BTreeSet::new(), vec![scene.state]);
    while let Some(state) = open.pop() {
        let own = state.figure(RED);
        let cell = content.land.field.geometry.cell(own.hex);
        let least = best.entry(cell).or_insert(u32::MAX);
        *least = u32::from(own.mp).min(*least);
        let mut legal = Vec::new();
        Foeman::legal(&content, &state, &mut legal);
        for command in legal.into_iter().filter(|command| matches!(command, Command::Step { .. })) {
            let mut next = state.clone();
            crate::ground::carry_out(&content, &mut next, 1, command);
            if next.current().is_some_and(|current| current.origin.is_some()) {
                // Passing through another figure's hex requires a roll.
                continue;
            }
            let (own, current) = (next.figure(RED), next.current().is_some());
            if seen.insert((
                content.land.field.geometry.cell(own.hex),
                own.facing,
                own.mp,
                own.heading.may_back(),
                current,
            )) {
                open.push(next);
            }
        }
    }
    best
}

#[test]
fn reach_is_where_legal_steps_lead_and_costs_what_they_cost() {
    let rows = "ggggggggg\ngggwwgggg\nggggwgmmg\nggggggmmg\ngggggwggg\nggmmgwggg\nggmmggggg\nggggggggg\nggggggggg\n";
    let plain = Plain::new().with("/maps/plain/rows", rows).with("/figures/dull/attributes/ma", 5);
    let cases = [
        plain.clone().red([4, 4], 0, &[]).blue([0, 0], 3, &[]),
        plain.clone().red([4, 5], 2, &[]).blue([5, 3], 3, &[("sword", "first-hand")]),
        plain.clone().red([3, 5], 5, &[]).blue([3, 4], 3, &[("sword", "first-hand")]).blue([6, 6], 5, &[]),
        plain.clone().figure(0, "red", "beast", ([4, 7], 0), &[]).blue([6, 4], 4, &[("pike", "first-hand")]),
        plain
            .with("/figures/beast/hexes", 2)
            .with("/figures/beast/attributes/ma", 4)
            .figure(0, "red", "beast", ([6, 6], 0), &[])
            .blue([0, 0], 3, &[]),
    ];
    for (number, case) in cases.iter().enumerate() {
        let overlay = answer(case, &ask(Topic::Reach)).unwrap();
        assert_eq!(numbers(&overlay), walked(case), "case {number}");
    }
    let engaged = answer(&cases[2], &ask(Topic::Reach)).unwrap();
    assert!(!cells(&engaged, "Halted there").is_empty(), "{:?}", engaged.keys);
}

#[test]
fn what_may_follow_a_move_is_told_by_the_table_of_options() {
    // F5 with MA 10: fire and use at 2 MP, jab and watch at 2, hurl and ready at 3, strike at 5.
    let plain = Plain::new().red([4, 8], 0, &[]).blue([0, 0], 3, &[]);
    let overlay = answer(&plain, &ask(Topic::Reach)).unwrap();
    let reach = numbers(&overlay);
    for (words, most) in [("shoot", 2), ("hurl", 3), ("strike", 5), ("no other", 10)] {
        let dearest = cells(&overlay, words).iter().map(|cell| reach[cell]).max();
        assert_eq!(dearest, Some(most), "{words}");
    }
    assert!(overlay.text.contains("with 10 MP"), "{}", overlay.text);
}

#[test]
fn somebody_is_imagined_elsewhere_unless_there_is_no_room() {
    let rows = "ggggggggg\n".repeat(8) + "ggggwgggg\n";
    let plain = Plain::new().with("/maps/plain/rows", rows).red([0, 0], 2, &[]).blue([8, 4], 5, &[]);
    let moved = Ask { at: Some([4, 4]), ..ask(Topic::Reach) };
    assert_eq!(numbers(&answer(&plain, &moved).unwrap())[&[4, 4]], 0);
    for cell in [[4, 8], [8, 4], [40, 40]] {
        let refused = answer(&plain, &Ask { at: Some(cell), ..moved.clone() }).unwrap_err();
        assert!(refused.contains("cannot be there"), "{cell:?}: {refused}");
    }
}

#[test]
fn a_swordsman_threatens_what_he_can_walk_to_and_strike() {
    // Half of 4 MP are two steps; the third hex is in front of the figure.
    let plain = Plain::new().with("/figures/dull/attributes/ma", 4);
    let plain = plain.red([4, 4], 0, &[("sword", "first-hand")]).blue([0, 0], 3, &[]);
    let overlay = answer(&plain, &ask(Topic::Threat)).unwrap();
    let struck = cells(&overlay, "struck");
    let geometry = plain.content().land.field.geometry;
    assert!(struck.contains(&[4, 1]), "straight ahead");
    assert!(!struck.contains(&[4, 0]));
    assert!(struck.iter().all(|cell| geometry.distance(*cell, [4, 4]) <= 3));
    assert_eq!(numbers(&overlay)[&[4, 1]], 1, "one of one");
    assert!(overlay.text.contains("red can attack"), "{}", overlay.text);
}

#[test]
fn an_archer_threatens_what_he_sees_and_nothing_behind_a_wall() {
    let rows = "ggggggggg\nggggggggg\ngggwwwggg\n".to_owned() + &"ggggggggg\n".repeat(6);
    let plain = Plain::new().with("/maps/plain/rows", rows).with("/figures/dull/attributes/ma", 0);
    let plain = plain.red([4, 4], 0, &[("bow", "first-hand"), ("arrow", "belt")]).blue([8, 8], 3, &[]);
    let overlay = answer(&plain, &ask(Topic::Threat)).unwrap();
    let shot = cells(&overlay, "shot");
    assert!(shot.contains(&[0, 4]) && shot.contains(&[8, 2]), "next to the wall");
    assert!(!shot.contains(&[4, 0]), "behind it");
    assert!(!shot.contains(&[4, 2]), "no figure can be in a wall");
    let empty = Plain::new().red([4, 4], 0, &[("bow", "first-hand")]).blue([8, 8], 3, &[]);
    let empty = answer(&empty, &ask(Topic::Threat)).unwrap();
    assert!(cells(&empty, "shot").is_empty(), "a bow without arrows threatens no hex");
    let slow = Plain::new().red([4, 4], 0, &[("crossbow", "first-hand"), ("bolt", "belt")]).blue([8, 8], 3, &[]);
    let slow = answer(&slow, &ask(Topic::Threat)).unwrap();
    assert!(cells(&slow, "shot").is_empty(), "a crossbow takes readying first");
    assert!(!shot.contains(&[4, 8]), "behind his back, and he has no MP to turn more than one side");
}

#[test]
fn a_line_of_sight_is_blocked_where_a_wall_stands() {
    let rows = "ggggggggg\nggggggggg\nggggwgggg\n".to_owned() + &"ggggggggg\n".repeat(6);
    let plain = Plain::new().with("/maps/plain/rows", rows).red([4, 5], 0, &[]).blue([8, 8], 3, &[]);
    let map_query = (Foeman::capabilities().pack.map_query.unwrap().scenario)(&plain.resolved()).unwrap();
    let line = |to| map_query.line(&ask(Topic::Sight), to).unwrap();
    assert_eq!(line([4, 0]), SightLine { ends: [[4, 5], [4, 0]], blocked: Some([[4, 2]; 2]) });
    assert_eq!(line([4, 3]).blocked, None);
    assert_eq!(map_query.line(&ask(Topic::Sight), [4, 40]), None, "that is off the map");
    let overlay = answer(&plain, &ask(Topic::Sight)).unwrap();
    assert!(cells(&overlay, "Not seen").contains(&[4, 0]));
    assert!(cells(&overlay, "Not seen").is_disjoint(&cells(&overlay, "turning round")));
    assert!(cells(&overlay, "turning round").contains(&[4, 8]));
}

#[test]
fn fronts_are_those_of_the_pattern() {
    let plain = Plain::new().red([4, 4], 0, &[]).blue([0, 0], 3, &[]);
    let overlay = answer(&plain, &ask(Topic::Fronts)).unwrap();
    // `3aabcba`: 3 in front, 2 at the sides, 1 behind.
    let counts = ["Front", "Side", "Rear"].map(|words| cells(&overlay, words).len());
    assert_eq!(counts, [3, 2, 1]);
    assert!(cells(&overlay, "Front").contains(&[4, 3]) && cells(&overlay, "Rear").contains(&[4, 5]));
    let everybody = answer(&plain, &Ask { who: None, ..ask(Topic::Fronts) }).unwrap();
    assert!(cells(&everybody, "Front").len() > 3, "of both sides");
}

#[test]
fn distances_are_those_that_players_go_by() {
    let rows = "ggggggggg\n".repeat(4) + "wwwwwwwwg\n" + &"ggggggggg\n".repeat(4);
    let plain = Plain::new().with("/maps/plain/rows", rows).red([0, 0], 2, &[]).blue([8, 8], 5, &[]);
    let overlay = answer(&plain, &Ask { goals: vec![[0, 8], [8, 8]], ..ask(Topic::Distance) }).unwrap();
    let far = numbers(&overlay);
    assert_eq!((far[&[8, 8]], far[&[8, 4]], far[&[0, 8]]), (0, 4, 0));
    assert_eq!(far.len(), 73, "all but the wall");
    let content = plain.content();
    let gait = content.kind(ruleset_foeman::ids::KindId(0)).gait;
    for (cell, mp) in far {
        let [hex, one, other] = [cell, [0, 8], [8, 8]].map(|cell| content.land.field.geometry.hex(cell));
        let from = ruleset_foeman::body::shape::Pose { head: hex, facing: Default::default() };
        let cost = |to| content.land.ways.cheapest(&content.land.field, gait, from, to);
        assert_eq!(Some(mp), cost(one).into_iter().chain(cost(other)).min(), "{cell:?}");
    }
}

#[test]
fn choke_points_are_the_hexes_whose_walls_would_cut_the_ground() {
    let open = "ggggggggg\n".repeat(4) + "wwwwgwwww\n" + &"ggggggggg\n".repeat(4);
    let plain = Plain::new().with("/maps/plain/rows", open).red([0, 0], 2, &[]).blue([8, 8], 5, &[]);
    let overlay = answer(&plain, &ask(Topic::Narrows)).unwrap();
    // Below the gap is a single hex, which the walls next to the gap cut off.
    assert_eq!(numbers(&overlay), BTreeMap::from([([4, 4], 36), ([4, 5], 35)]));
    assert_eq!(overlay.keys.len(), 1, "what does not occur is not explained: {:?}", overlay.keys);
}

#[test]
fn a_type_of_figure_is_imagined_on_a_map_of_the_pack() {
    let draft = Draft::open(&packs::shipped("arena"), &SHIPPED.dialects()).unwrap();
    let map = RecordKey::new("maps", "pit");
    let map_query = Foeman::capabilities().pack.map_query.unwrap();
    let mut asked = 0;
    for id in draft.ids("figures") {
        let watch =
            (map_query.imagined)(&draft, &Imagined { map: &map, id }).unwrap_or_else(|error| panic!("{id}: {error}"));
        let reach = watch.answer(&Ask { at: Some([4, 5]), ..ask(Topic::Reach) });
        asked += usize::from(reach.is_ok_and(|overlay| numbers(&overlay).contains_key(&[4, 5])));
        let narrows = watch.answer(&ask(Topic::Narrows)).unwrap();
        assert!(narrows.keys.iter().all(|key| matches!(key.shade, Shade::Kind(_))));
    }
    assert!(asked > 15, "most fit into the pit: {asked}");
    let unknown = (map_query.imagined)(&draft, &Imagined { map: &map, id: "nobody" }).err();
    assert!(unknown.is_some_and(|error| error.contains("cannot be read")));
}

#[test]
fn asking_changes_nothing_and_the_enemy_may_be_asked_too() {
    let plain = Plain::new().red([4, 4], 0, &[]).blue([4, 2], 3, &[("sword", "first-hand")]);
    let map_query = (Foeman::capabilities().pack.map_query.unwrap().scenario)(&plain.resolved()).unwrap();
    let first: Vec<_> =
        Topic::ALL.map(|topic| map_query.answer(&Ask { goals: vec![[1, 1]], ..ask(topic) }).unwrap()).into();
    let enemy = Ask { who: Some(u32::from(BLUE.0)), side: 1, ..ask(Topic::Threat) };
    for topic in Topic::ALL {
        let goals = vec![[1, 1]];
        let question = Ask { topic, goals, ..enemy.clone() };
        assert!(map_query.answer(&question).is_ok(), "{topic:?}");
    }
    let again: Vec<_> =
        Topic::ALL.map(|topic| map_query.answer(&Ask { goals: vec![[1, 1]], ..ask(topic) }).unwrap()).into();
    assert_eq!(first, again, "whatever has been asked in between");
    assert!(map_query.answer(&Ask { side: 7, ..enemy.clone() }).is_err());
    assert!(map_query.answer(&Ask { topic: Topic::Reach, who: Some(70), ..enemy }).is_err());
}

#[test]
fn on_a_very_large_map_one_is_told_to_zoom_in_instead_of_being_kept_waiting() {
    let plain = Plain::new().red([4, 4], 0, &[]).blue([4, 2], 3, &[("sword", "first-hand")]);
    let plain = plain.with("/maps/plain/geometry/size", vec![1000, 1000]);
    let plain = plain.with("/maps/plain/rows", format!("{}\n", "g".repeat(1000)).repeat(1000));
    let map_query = (Foeman::capabilities().pack.map_query.unwrap().scenario)(&plain.resolved()).unwrap();
    for topic in [Topic::Sight, Topic::Fronts] {
        let all = Ask { within: [[0, 0], [999, 999]], ..ask(topic) };
        assert!(map_query.answer(&all).unwrap_err().starts_with("Zoom in: expected at most 40000 cells in view"));
        let near = Ask { within: [[0, 0], [99, 99]], ..ask(topic) };
        assert!(!map_query.answer(&near).unwrap().marks.is_empty(), "{topic:?}");
    }
    for topic in [Topic::Distance, Topic::Narrows] {
        let question = Ask { goals: vec![[1, 1]], ..ask(topic) };
        assert!(map_query.answer(&question).unwrap_err().contains("found 1000000"), "{topic:?}");
    }
}
