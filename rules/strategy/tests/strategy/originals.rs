//! Behaviour of the original that its fact sheet does not fully cover, played in small games with both the original's
//! behaviour and ours.

use ruleset_strategy::content::Content;
use ruleset_strategy::fault::Fault;
use ruleset_strategy::hexkit::Names;
use ruleset_strategy::ids::{EntityId, SiteId, VariableId};
use ruleset_strategy::session::{Deed, Halt, Session, Survey};
use ruleset_strategy::{Command, Instruction};
use serde_json::{Value, json};

use crate::decisions::{MAN, RED, content, field};
use crate::words;

/// A unit that speeds up all units of its owner in the same site.
const HERALD: &str = r#"<unit id="herald" name="Herald"><imageStack id="i" /><attribute id="speed">1</attribute>
<attributeModifier id="speed" target="OwnerUnits">2</attributeModifier><movementAttribute id="speed" /></unit>"#;

/// An effect on a site.
const FOG: &str = r#"<effect id="fog" name="Fog"><imageStack id="i" /></effect>"#;

/// Red has a man and a herald in the second site, Blue a man in the third.
fn meadow() -> String {
    let areas = r#"<area unitOwner="red"><bounds left="1" top="0" /><unit id="man" /><unit id="herald" /></area>
<area unitOwner="blue"><bounds left="2" top="0" /><unit id="man" /></area>"#;
    field(&[MAN, HERALD, FOG].concat(), "", "", areas)
}

struct Game<'a> {
    content: &'a Content,
    session: Session<'a>,
}

impl<'a> Game<'a> {
    /// Begins Red's first turn.
    fn begun(content: &'a Content) -> Self {
        let mut session = Session::new(content, Box::new(|_| 0));
        session.issue(RED, &Command::BeginTurn {}).unwrap();
        Self { content, session }
    }

    fn names(&self) -> Names<'a> {
        let mut names = Names::new(self.content);
        names.learn(&self.session.state);
        names
    }

    fn entity(&self, name: &str) -> EntityId {
        self.names().entity(name).expect("the entity existed before")
    }

    fn variable(&self, id: &str) -> VariableId {
        self.content.variable_by_id(id).unwrap()
    }

    fn value(&self, entity: &str, variable: &str) -> i32 {
        self.session.state.listed(self.entity(entity)).values.value(self.variable(variable))
    }

    fn read(&self, call: &str) -> Instruction {
        let told = words::call(call).unwrap();
        self.names().read(&told).unwrap_or_else(|| panic!("{call}"))
    }

    /// Runs calls as a special rule of Red; returns the instructions in the original's words.
    fn does(&mut self, calls: &[&str]) -> Result<Vec<Value>, Halt> {
        let deeds: Vec<Deed> = calls.iter().map(|call| Deed::Perform(self.read(call))).collect();
        let entities = vec![self.session.state.faction(RED).units[0]];
        let automate = Command::Automate { entities, text: "does".to_owned() };
        let program = self.session.issue_with(RED, &automate, &deeds)?;
        let names = self.names();
        Ok(program.iter().map(|instruction| words::row_form(&names.told(instruction).unwrap())).collect())
    }
}

/// Plays the same with both behaviours.
fn both(text: &str, mut play: impl FnMut(Game<'_>, bool)) {
    for original in [true, false] {
        let content = content(text, original);
        play(Game::begun(&content), original);
    }
}

#[test]
fn what_begins_with_so_much_already_stays_as_it_is() {
    both(&meadow(), |mut game, _| {
        let told = game.does(&["SetEntityVariable man-0 speed 9", "SetEntityVariableInitial man-0 speed 3"]).unwrap();
        assert_eq!((told.len(), game.value("man-0", "speed")), (1, 9));
    });
}

#[test]
fn an_effect_lies_on_anybodys_site() {
    both(&meadow(), |mut game, original| {
        game.does(&["CreateEntity fog"]).unwrap();
        assert_eq!(game.does(&["SetEntitySite fog-0 0 0"]).is_ok(), original);
        let fog = game.session.state.listed(game.entity("fog-0"));
        assert_eq!((fog.site, fog.owner), (original.then_some(SiteId(0)), None));
    });
}

#[test]
fn an_effect_is_nobodys_to_name() {
    let areas = r#"<area owner="red"><bounds left="0" top="0" /><effect id="fog" /></area>"#;
    both(&field(&[MAN, FOG].concat(), "", "", areas), |mut game, original| {
        let rename = Command::Rename { entities: vec![game.entity("fog-0")], name: "Mist".to_owned() };
        assert_eq!(game.session.issue(RED, &rename).is_err(), original);
    });
}

#[test]
fn what_cannot_be_done_has_taken_away_what_units_gain() {
    for call in ["SetEntitySite herald-0 2 0", "SetEntityOwner herald-0 blue", "SetEntityClass herald-0 fog"] {
        both(&meadow(), |mut game, original| {
            let speed = game.variable("speed");
            let gain = |game: &Game<'_>| game.session.state.faction(RED).aura.at(SiteId(1), speed);
            assert_eq!((gain(&game), game.value("man-0", "speed")), (2, 5));
            game.does(&[call]).unwrap_err();
            assert_eq!(gain(&game), if original { 0 } else { 2 }, "{call}");
            // The next command updates it.
            game.does(&["SetEntityVariableInitial herald-0 speed 7"]).unwrap();
            let speeds = ["man-0", "herald-0"].map(|unit| game.value(unit, "speed"));
            assert_eq!(speeds, if original { [3, 7] } else { [5, 9] }, "{call}");
        });
    }
}

#[test]
fn what_comes_to_be_counted_later_stands_last() {
    both(&meadow(), |mut game, original| {
        game.does(&["SetEntityVariable man-0 diff 4"]).unwrap();
        let man = game.session.state.listed(game.entity("man-0"));
        let order: Vec<VariableId> = man.values.iter().map(|stock| stock.variable).collect();
        let expected = if original { ["food", "speed", "diff"] } else { ["diff", "food", "speed"] };
        assert_eq!(order, expected.map(|id| game.variable(id)));
        // Attributes are also computed in that order.
        let told = game.does(&[
            "SetEntityVariable man-0 speed 1",
            "SetEntityVariable man-0 diff 1",
            "SetEntitySite man-0 0 0",
        ]);
        let told: Vec<Value> =
            told.unwrap().into_iter().skip(3).map(|of| of["SetEntityVariable"]["text"].clone()).collect();
        assert_eq!(told, if original { ["speed", "diff"] } else { ["diff", "speed"] });
    });
}

#[test]
fn only_units_are_allowed_to_attack_and_to_move() {
    both(&meadow(), |mut game, _| {
        for call in ["SetFactionUnitsCanAttack red grass false", "SetFactionUnitsCanMove red fog false"] {
            assert!(matches!(game.does(&[call]), Err(Halt::Fault(Fault::Entity))), "{call}");
        }
        assert_eq!(game.does(&["SetFactionUnitsCanMove red man false"]).unwrap().len(), 1);
    });
}

#[test]
fn any_place_off_the_map_takes_off_the_map_and_is_written_as_it_was_read() {
    both(&meadow(), |mut game, _| {
        let told = game.does(&["SetEntitySite man-0 99 99"]).unwrap();
        assert_eq!(told, [json!({ "SetEntitySite": { "id": "man-0", "x": 99, "y": 99 } })]);
        assert_eq!(game.session.state.listed(game.entity("man-0")).site, None);
        game.does(&["SetEntitySite man-0 1 0"]).unwrap();
        let told = game.does(&["SetEntitySite man-0 -1 -1"]).unwrap();
        assert_eq!(told, [json!({ "SetEntitySite": { "id": "man-0", "x": -1, "y": -1 } })]);
    });
    let placed = Instruction::placed(EntityId(3), None);
    assert_eq!(serde_json::to_value(placed).unwrap(), json!({ "kind": "set-entity-site", "entity": 3, "site": null }));
}

#[test]
fn what_only_shows_something_may_name_anything_and_is_written_as_it_was_read() {
    both(&meadow(), |mut game, _| {
        let calls = [
            "MoveImage nobody 0 99 99 1 0",
            "ShowImage man 5 -3 7",
            "SelectEntity man-77",
            "ShowMessage Hail - nobody Ann",
        ];
        let told = game.does(&calls).unwrap();
        assert_eq!(
            json!(told),
            json!([
                { "MoveImage": { "id": "nobody", "sites": [[99, 99], [1, 0]] } },
                { "ShowImage": { "id": "man", "delay": 5, "sites": [[-3, 7]] } },
                { "SelectEntity": { "id": "man-77" } },
                { "ShowMessage": { "text": "Hail", "id": "nobody", "names": ["Ann"] } },
            ])
        );
    });
}

#[test]
fn units_that_are_nobodys_have_no_strength_and_whoever_attacks_them_is_not_done() {
    both(&meadow(), |mut game, original| {
        let release = game.does(&["SetSiteUnitOwner - 2 0"]);
        assert_eq!(release.is_ok(), original);
        let (man, foe) = (game.entity("man-0"), game.entity("man-1"));
        assert_eq!(game.session.now().strength_of(&[man, foe]), if original { 1 } else { 2 });
        let attack = Command::Attack { units: vec![man], target: SiteId(2) };
        let came = game.session.issue(RED, &attack).map(drop);
        assert_eq!(came, if original { Err(Halt::Fault(Fault::Ownerless)) } else { Ok(()) });
        assert!(game.session.state.entity(foe).is_none());
        assert_eq!(game.session.state.listed(man).may_attack, original);
    });
}

#[test]
fn a_unit_that_is_nobodys_comes_to_somebodys_site_and_stops_what_brought_it() {
    let content = content(&meadow(), true);
    let mut game = Game::begun(&content);
    game.does(&["SetSiteUnitOwner - 2 0", "SetEntitySite man-1 3 0"]).unwrap();
    let came = game.does(&["SetEntitySite man-1 1 0", "SetEntityName man-0 Late"]);
    assert_eq!(came, Err(Halt::Fault(Fault::Ownerless)));
    assert_eq!(game.session.state.listed(game.entity("man-1")).site, Some(SiteId(1)));
    // The lowest unit of a stack determines its owner.
    let now = game.session.now();
    assert!(!now.has_aliens(SiteId(1), Some(RED)) && now.has_own(SiteId(1), RED));
}

#[test]
fn what_a_unit_adds_to_itself_concerns_no_others() {
    both(&meadow(), |mut game, _| {
        let told = game.does(&["SetEntityVariable man-0 speed 9", "SetEntityVariableModifier herald-0 speed Self 1"]);
        assert_eq!(told.unwrap().len(), 3);
        assert_eq!(["man-0", "herald-0"].map(|unit| game.value(unit, "speed")), [9, 4]);
    });
}

#[test]
fn what_a_unit_adds_to_others_is_looked_after_even_when_it_stays_the_same() {
    for call in ["SetEntityVariableModifier herald-0 speed OwnerUnits 2", "SetSiteUnitOwner red 1 0"] {
        both(&meadow(), |mut game, original| {
            let calls = ["SetEntityVariable man-0 speed 9", call, "SetEntityVariableInitial herald-0 speed 6"];
            game.does(&calls).unwrap();
            let speeds = ["man-0", "herald-0"].map(|unit| game.value(unit, "speed"));
            assert_eq!(speeds, if original { [5, 8] } else { [9, 8] }, "{call}");
        });
    }
}

#[test]
fn the_copy_knows_what_a_repeated_program_has_left_open() {
    both(&meadow(), |mut game, _| {
        let call = game.read("SetEntityVariableModifier herald-0 speed OwnerUnits 5");
        game.session.repeat(&[call], Survey::Never).unwrap();
        let man = game.entity("man-0");
        let mut copy = game.session.copied(Box::new(|_| 0));
        copy.issue(RED, &Command::Move { units: vec![man], target: SiteId(0) }).unwrap();
        assert_eq!(copy.now().movement(game.entity("herald-0")), 6);
    });
}

#[test]
fn a_number_of_a_class_that_is_a_variable_that_there_is_not_is_none() {
    for theirs in ["nothing", "gold"] {
        let classes =
            MAN.replace(r#"<movementAttribute id="speed" />"#, &format!(r#"<movementAttribute id="{theirs}" />"#));
        let areas = r#"<area unitOwner="red"><bounds left="1" top="0" /><unit id="man" /></area>"#;
        let content = content(&field(&classes, "", "", areas), true);
        let game = Game::begun(&content);
        assert_eq!(game.session.now().movement(game.entity("man-0")), 0, "{theirs}");
    }
}

#[test]
fn a_range_may_be_reversed() {
    let text = meadow().replace(r#"<range minimum="0" maximum="99" />"#, r#"<range minimum="9" maximum="2" />"#);
    let content = content(&text, true);
    let mut game = Game::begun(&content);
    game.does(&["SetEntityVariable man-0 gold 50"]).unwrap();
    assert_eq!(game.value("man-0", "gold"), 9);
}

#[test]
fn ground_is_looked_at_after_a_command_that_has_told_it_to_be_another() {
    let hill = r#"<terrain id="hill" background="true"><imageStack id="i" /><attribute id="diff">7</attribute><difficultyAttribute id="diff" /></terrain>"#;
    let text = field(&[MAN, hill].concat(), r#"<unit id="man" />"#, "", "");
    both(&text, |mut game, original| {
        let difficulty = |game: &Game<'_>, site: u32| game.session.state.site(SiteId(site)).relief.difficulty;
        let grounds = [0, 1].map(|site| {
            let ground = game.session.state.site(SiteId(site)).terrains()[0];
            game.names().name(ground).to_owned()
        });
        game.does(&[&format!("SetEntityClass {} hill", grounds[0])]).unwrap();
        assert_eq!(difficulty(&game, 0), if original { 1 } else { 7 });
        let told = format!("SetEntityVariable {} diff 3", grounds[1]);
        game.does(&[&told, &format!("SetEntityClass {} hill", grounds[1])]).unwrap();
        assert_eq!(difficulty(&game, 1), 7);
    });
}

#[test]
fn a_unit_that_lost_its_owner_is_not_active() {
    let content = content(&meadow(), true);
    let mut game = Game::begun(&content);
    let others = game.session.state.faction(RED).units.clone();
    assert!(others.iter().all(|&unit| game.session.now().is_active(unit)));
    game.does(&["SetSiteUnitOwner - 1 0"]).unwrap();
    assert!(others.iter().all(|&unit| game.session.state.listed(unit).owner.is_none()));
    assert!(!others.iter().any(|&unit| game.session.now().is_active(unit)));
}
