//! Computes the rows of each section of the expected values with the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::dialect::Ref;
use foeman_schema::draft::Draft;
use foeman_schema::notation::code::{ActionCode, Tail};
use ruleset_codes::book::Book;
use ruleset_codes::catalogs::CodeBook;
use ruleset_codes::contest::{contest, opposes};
use ruleset_foeman::attack::damage::{self, Dealing};
use ruleset_foeman::attack::proficiency;
use ruleset_foeman::attack::reload::{Loading, attempt};
use ruleset_foeman::catalogs::{HouseRules, ItemClass, Loadout, Ready, Skill};
use ruleset_foeman::harm;
use ruleset_foeman::ids::{FigureId, ItemId};
use ruleset_foeman::notation::expression::{Attribute, Expression, Situation, Whose, evaluate};
use ruleset_foeman::notation::{DamageStat, DieRole};
use ruleset_foeman::option::Mode;
use ruleset_foeman::phases::action::{Priority, first};
use ruleset_foeman::phases::initiative::highest;
use ruleset_foeman::phases::limits;
use ruleset_foeman::phases::movement::{Pressure, Stand, Turning, turning};
use ruleset_foeman::phases::options;
use ruleset_foeman::phases::ready::{Handling, make_ready};
use ruleset_foeman::rolls::success::{AutomaticMiss, drops, misses_automatically};
use ruleset_foeman::rounding;
use ruleset_foeman::situation::hits::aim_bonus;
use ruleset_foeman::situation::weapons;
use ruleset_foeman::state::records::{DiceRecord, Heading, LastStep, Match, SideSequence, Step};
use ruleset_foeman::state::{Action, ActionKind, Aim, Condition, State};
use serde_json::{Value, json};

use crate::bypass;
use crate::ground::{BLUE, Plain, RED};
use crate::move_rows;
use crate::records;
use crate::scene::attack;
use crate::schedules;
use crate::shapes;
use crate::vectors::Outcome;

/// Computes one row of a section.
pub(crate) fn run(section: &str, row: &Value) -> Outcome {
    match section {
        "damage_application" => damage_application(row),
        "max_damage_dice" => Outcome::of(damage::dice_limit(number(row, "st"), 0), small(row, "dice")),
        "max_damage_dice_rerolls" => {
            Outcome::of(damage::dice_limit(number(row, "st"), small(row, "rerolls")), small(row, "dice"))
        }
        "movement_allows" => movement_allows(row),
        "automatic_miss" => automatic_miss(row),
        "movement_limits" => movement_limits(row),
        "option_codes" => option_codes(row),
        "reload" => reload(row),
        "aiming" => aiming(row),
        "aiming_kept" => aiming_kept(row),
        "direction_record" => direction_record(row),
        "pivot" => pivot(row),
        "dice_record" => dice_record(row),
        "automatic_dice" => automatic_dice(row),
        "segment_winner" => segment_winner(row),
        "watch_requery" => {
            Outcome::of(options::supersedes(small(row, "chosen"), small(row, "best")), flag(row, "takes"))
        }
        "tie_break" => tie_break(row),
        "tie_probability" => tie_probability(row),
        "initiative_order" => initiative_order(row),
        "side_sequence_meaning" => side_sequence_meaning(row),
        "damage_dice_kept" => Outcome::of(damage::keep(list(&row["rolled"]), small(row, "limit")), list(&row["kept"])),
        "dice_roles" => dice_roles(row),
        "adventurer_bonus" => {
            let mut dice: Vec<u8> = list(&row["damage"]);
            damage::add_adventurer_bonus(&mut dice, &list::<u8>(&row["hit"]));
            Outcome::of(dice, list(&row["result"]))
        }
        "low_die_modifier" => {
            let stat: DamageStat = text(row, "stat").parse().expect("a damage stat");
            let mut dice: Vec<u8> = list(&row["rolled"]);
            let count = usize::from(stat.damage_dice(small(row, "hit_dice")));
            damage::modify(&mut dice, &stat.mods);
            Outcome::of((count, dice), (list::<u8>(&row["rolled"]).len(), list(&row["result"])))
        }
        "weapon_proficiency_cost" => {
            let cost = proficiency::cost(small(row, "dice"), flag(row, "hit"));
            Outcome::of(-i32::from(cost), number(row, "mod_iq"))
        }
        "weapon_proficiency_low" => {
            let mut dice: Vec<u8> = list(&row["damage"]);
            proficiency::raise_low(&mut dice);
            Outcome::of(dice, list(&row["result"]))
        }
        "weapon_proficiency_allowed" => {
            Outcome::of(proficiency::allowed(number(row, "mod_iq"), number(row, "talent_level")), flag(row, "allowed"))
        }
        "shock" => Outcome::of(harm::shock(&list::<i32>(&row["attacks"])), number(row, "next_round")),
        "repeat_action" => repeat_action(row),
        "ready_procedure" => ready_procedure(row),
        "two_hand_ready" => two_hand_ready(row),
        "bypass_record" => bypass::record(row),
        "bypass_spell_level" => bypass::spell_level(row),
        "bypass_sv_dice" => bypass::saving_dice(row),
        "third_of_die" => third_of_die(row),
        "observation" => crate::observing::observation(row),
        "forced_retreat" => move_rows::forced_retreat(row),
        "hand_to_hand" => move_rows::hand_to_hand(row),
        "postures" => move_rows::postures(row),
        "fleetness" => move_rows::fleetness(row),
        "dig" => records::digit(row),
        "map_owner" => records::map_owner(row),
        "combined_value" => records::combined_value(row),
        "target_record" => records::target(row),
        "spell_expiry" => schedules::expiry(row),
        "spell_casting_round" => schedules::casting_round(row),
        "spell_renewal" => schedules::renewal(row),
        "spell_prompt" => schedules::prompt(row),
        "grade" => schedules::grade(row),
        "shape" => shapes::shape(row),
        "pattern_letters" => shapes::pattern_letters(row),
        "pattern_hexes" => shapes::pattern_hexes(row),
        "standard_patterns" => shapes::standard_patterns(row),
        "action_code_parse" => action_code_parse(row),
        "action_code_contest" => action_code_contest(row),
        _ => Outcome::NotBuilt,
    }
}

/// A third of a die, in the notation of content.
fn third_of_die(row: &Value) -> Outcome {
    struct Shows(i32);
    impl Situation for Shows {
        fn attribute(&mut self, _: Whose, _: Attribute) -> i32 {
            unreachable!("no attribute is named")
        }
        fn field(&mut self, _: Whose, _: &str) -> i32 {
            unreachable!("no field is named")
        }
        fn dice(&mut self, count: u8) -> i32 {
            self.0 * i32::from(count)
        }
    }
    let third: Expression = "1D/3".parse().expect("an expression");
    let found: Vec<i32> = list(&row["rolls"]).into_iter().map(|roll| evaluate(&third, &mut Shows(roll))).collect();
    let plain: Vec<i32> = list(&row["rolls"]).into_iter().map(|roll| rounding::third_of_die(roll).into()).collect();
    Outcome::of([found, plain], [list(&row["values"]), list(&row["values"])])
}

fn damage_application(row: &Value) -> Outcome {
    let skill = if flag(row, "unskilled") { Skill::Unskilled } else { Skill::Skilled };
    let dice = damage::keep(list(&row["dice"]), u8::MAX);
    let harm = damage::apply(&dice, &mut [], number(row, "st"), Dealing { skill, ..Dealing::default() });
    let left = number(row, "st") - harm.physical - harm.exhaustion;
    let condition = match Condition::at(left) {
        Condition::Dead => "dead",
        Condition::Unconscious => "unconscious",
        Condition::Active => "active",
    };
    Outcome::of(
        (harm.physical, harm.exhaustion, left, condition),
        (number(row, "physical"), number(row, "exhaustion"), number(row, "mod_st"), text(row, "state")),
    )
}

fn movement_allows(row: &Value) -> Outcome {
    // The rows list the options limited by movement, without their double variants.
    let untold = [ActionKind::Move, ActionKind::Strike2, ActionKind::Fire2];
    let allowed: BTreeSet<ActionKind> = ActionKind::ALL
        .into_iter()
        .filter(|kind| !untold.contains(kind) && limits::allows(*kind, small(row, "ma"), small(row, "mp")))
        .collect();
    Outcome::of(allowed, list::<String>(&row["options"]).iter().map(|name| option(name)).collect())
}

fn movement_limits(row: &Value) -> Outcome {
    let expected: Vec<(ActionKind, Option<u8>)> = row
        .as_object()
        .expect("a row is a mapping")
        .keys()
        .filter(|key| !["source", "needs", "ma"].contains(&key.as_str()))
        .map(|key| (option(key), Some(small(row, key))))
        .collect();
    let found = expected.iter().map(|&(kind, _)| (kind, limits::limit(kind, small(row, "ma")))).collect();
    Outcome::of(found, expected)
}

fn option_codes(row: &Value) -> Outcome {
    let found: BTreeMap<String, u8> =
        ActionKind::ALL.into_iter().map(|kind| (kind.name().to_owned(), kind.digit())).collect();
    Outcome::of(found, serde_json::from_value(row["codes"].clone()).expect("names and numbers"))
}

fn automatic_miss(row: &Value) -> Outcome {
    let (dice, total) = (small(row, "dice"), number(row, "total"));
    let found = (misses_automatically(dice, total), row["drop"].as_bool().map(|_| drops(dice, total)));
    Outcome::of(found, (flag(row, "misses"), row["drop"].as_bool()))
}

/// The weapon's record shows the last attempt, or E once it is loaded; the ammunition's record shows their sum.
fn reload(row: &Value) -> Outcome {
    let required = count(row, "required") as u16;
    let (mut begun, mut weapon, mut ammo) = (0, Vec::new(), Vec::new());
    for rolled in list::<u16>(&row["attempts"]) {
        begun = match attempt(begun, rolled, required) {
            Loading::Begun(sum) => {
                weapon.push(json!(rolled));
                sum
            }
            Loading::Loaded => {
                weapon.push(json!("E"));
                0
            }
        };
        ammo.push(json!(begun));
    }
    Outcome::of((json!(weapon), json!(ammo)), (row["weapon"].clone(), row["ammo"].clone()))
}

fn aiming(row: &Value) -> Outcome {
    let mut figure = dull().figure(RED).clone();
    figure.mp = if flag(row, "mp_within_watch") { 0 } else { figure.ma };
    figure.aim = Some(Aim { target: FigureId(7), since: count(row, "snc") });
    let target = FigureId(if flag(row, "same_target") { 7 } else { 8 });
    Outcome::of(aim_bonus(&figure, target, count(row, "round")), number(row, "bonus"))
}

fn aiming_kept(row: &Value) -> Outcome {
    let target = FigureId(number(row, "target") as u16);
    let action = match text(row, "option") {
        "watch" => Action::Watch { target },
        "defend" => Action::Defend { item: None, target: Some(target) },
        "dodge" => Action::Dodge { target: Some(target) },
        "ready" => Action::Ready { item: ItemId(0), dice: 3 },
        "move" => Action::Move,
        name => match Mode::ALL.into_iter().find(|mode| mode.option().name() == name) {
            Some(mode) => attack(mode, target, 3),
            None => return Outcome::NotBuilt,
        },
    };
    let aims_at = options::aims_at(action, small(row, "ma"), small(row, "mp"), |_| true);
    Outcome::of(aims_at == Some(FigureId(7)), flag(row, "kept"))
}

fn direction_record(row: &Value) -> Outcome {
    let start = number(row, "start");
    let last = match start {
        -1 => LastStep::Backward,
        0 => LastStep::Forward,
        digit => LastStep::Linear((digit % 20) as u8),
    };
    let mut heading = Heading { last, pivoted: start > 18 };
    let mut after = Vec::new();
    for round in row["rounds"].as_array().expect("rounds") {
        let steps: Vec<String> = list(&round["steps"]);
        for step in &steps {
            heading = heading.stepped(match step.as_str() {
                "lin" => Step::Linear,
                "fwd" => Step::Turning,
                _ if heading.may_back() => Step::Backward,
                _ => Step::TurnedRound,
            });
        }
        let pivoted = flag(round, "pivot");
        if pivoted {
            heading = heading.turned();
        }
        if steps.is_empty() {
            heading = Heading::unmoved(pivoted);
        }
        after.push(heading.digit());
    }
    Outcome::of(after, list(&row["after"]))
}

fn pivot(row: &Value) -> Outcome {
    let found = turning(Stand {
        ma: small(row, "ma"),
        mp: small(row, "mp"),
        steps: small(row, "steps"),
        last: if flag(row, "last_back") { LastStep::Backward } else { LastStep::Forward },
        matching: if flag(row, "engaged") { Match::Matched } else { Match::Free },
        pressure: Pressure::Engaged,
    });
    let expected = match text(row, "turn") {
        "none" => Turning::None,
        "one" => Turning::One { dice: small(row, "sv_dice") },
        _ => Turning::Any,
    };
    Outcome::of(found, expected)
}

fn dice_record(row: &Value) -> Outcome {
    let before = match small(row, "before") {
        0 => DiceRecord::NotAsked,
        dice @ 1..=9 => DiceRecord::Chosen(dice),
        acted => DiceRecord::Acted(acted - 10),
    };
    let after = match text(row, "event") {
        "round_start" => before.at_round_start(),
        "effects_end" | "segment_end" => before.asked_anew(),
        "acted" => before.acted(),
        _ => return Outcome::NotBuilt,
    };
    Outcome::of((before.digit(), after.digit()), (small(row, "before"), small(row, "after")))
}

fn automatic_dice(row: &Value) -> Outcome {
    let action = match text(row, "option") {
        "watch" => Action::Watch { target: BLUE },
        "defend" => Action::Defend { item: None, target: None },
        "dodge" => Action::Dodge { target: None },
        "move" => Action::Move,
        _ => return Outcome::NotBuilt,
    };
    let rules = HouseRules { contested_defence: flag(row, "is_dib"), ..HouseRules::default() };
    let dice = options::dice_of(&rules, action);
    let digit = dice.map_or(DiceRecord::NotAsked.acted().digit(), |dice| DiceRecord::Chosen(dice).digit());
    Outcome::of((digit, dice.is_none()), (small(row, "dice"), flag(row, "acted_at_once")))
}

fn segment_winner(row: &Value) -> Outcome {
    let declared: Vec<[i32; 2]> = list(&row["moddx_dice"]);
    let declared: Vec<Priority> = declared
        .into_iter()
        .zip(1..)
        .map(|([dx, dice], sequence)| Priority { dice: dice as u8, dx, sequence })
        .collect();
    Outcome::of(first(&declared), Some(small(row, "acts").into()))
}

fn tie_break(row: &Value) -> Outcome {
    let mut rolls = list::<u8>(&row["rolls"]).into_iter();
    let mut dice = Vec::new();
    let chosen = highest(list::<i32>(&row["values"]), |sides| {
        dice.push(sides);
        rolls.next().expect("the rules roll no more dice than the row lists")
    });
    Outcome::of((chosen, dice), (Some(small(row, "chosen").into()), list(&row["dice"])))
}

fn tie_probability(row: &Value) -> Outcome {
    let contenders = count(row, "contenders") as usize;
    // All results of the dice d2, d3, ..., each equally likely.
    let ways: usize = (2..=contenders).product();
    let mut chosen = vec![0; contenders];
    for way in 0..ways {
        let mut rest = way;
        let winner = highest(vec![4; contenders], |sides| {
            let fell = rest % usize::from(sides);
            rest /= usize::from(sides);
            fell as u8 + 1
        });
        chosen[winner.expect("there are contenders")] += 1;
    }
    let shares = chosen.iter().map(|&wins| format!("1/{}", ways / wins)).collect::<Vec<_>>();
    Outcome::of(shares, vec![text(row, "each").to_owned(); contenders])
}

fn initiative_order(row: &Value) -> Outcome {
    let dice: Vec<i32> = list(&row["die"]);
    let modifiers: Vec<i32> = list(&row["modifier"]);
    let values: Vec<i32> = dice.iter().zip(modifiers).map(|(die, modifier)| die + modifier).collect();
    let mut order = vec![0; values.len()];
    for turn in 1..=values.len() as i32 {
        let unmoved: Vec<usize> = (0..values.len()).filter(|&side| order[side] == 0).collect();
        let next = highest(unmoved.iter().map(|&side| values[side]), |_| 2).expect("at least one side has not moved");
        order[unmoved[next]] = turn;
    }
    Outcome::of((values, order), (list(&row["sid_die"]), list(&row["sid_seq"])))
}

fn side_sequence_meaning(row: &Value) -> Outcome {
    let meant = match text(row, "means") {
        "may_move" => SideSequence::MayMove,
        "postponed" => SideSequence::Postponed,
        "moved_third" => SideSequence::Moved(3),
        _ => return Outcome::NotBuilt,
    };
    Outcome::of(meant.digit(), number(row, "value"))
}

fn dice_roles(row: &Value) -> Outcome {
    let count = count(row, "dice") as usize;
    let of = |role| (0..count).filter(move |&position| damage::role(position, count) == role);
    let found = json!({
        "top": of(DieRole::Top).next(),
        "second": (1..count).next(),
        "low": of(DieRole::Low).next(),
        "cup": of(DieRole::Cup).collect::<Vec<_>>(),
    });
    let expected = json!({"top": row["top"], "second": row["second"], "low": row["low"], "cup": row["cup"]});
    Outcome::of(found, expected)
}

fn repeat_action(row: &Value) -> Outcome {
    let (did, now) = (option(text(row, "last_round")), option(text(row, "now")));
    let mut figure = dull().figure(RED).clone();
    figure.did = Some(did);
    figure.steps = u8::from(flag(row, "moved"));
    Outcome::of(figure.repeats(now) == AutomaticMiss::Threatens, flag(row, "automatic_miss"))
}

fn ready_procedure(row: &Value) -> Outcome {
    const NAMES: [&str; 4] = ["sword", "axe", "shield", "pike"];
    let handling = NAMES.map(|name| match name {
        "shield" => Handling { ready: Ready::OneHand, class: ItemClass::Shd },
        "pike" => Handling { ready: Ready::TwoHands, class: ItemClass::Wpn },
        _ => Handling { ready: Ready::OneHand, class: ItemClass::Wpn },
    });
    let carried: Vec<usize> =
        (0..NAMES.len()).filter(|&item| row["before"].to_string().contains(NAMES[item])).collect();
    let items: Vec<Handling> = carried.iter().map(|&item| handling[item]).collect();
    let names: Vec<&str> = carried.iter().map(|&item| NAMES[item]).collect();
    let mut places: Vec<Loadout> = names.iter().map(|name| place_in(&row["before"], name)).collect();
    let mut found = Vec::new();
    for call in list::<String>(&row["calls"]) {
        let chosen = names.iter().position(|name| *name == call).expect("the item is carried");
        make_ready(&items, &mut places, chosen);
        found.push(shown(&names, &places));
    }
    Outcome::of(Value::Array(found), row["after"].clone())
}

/// Returns the place of an item in `[first hand, second hand, [belt], [back]]`.
fn place_in(slots: &Value, name: &str) -> Loadout {
    let places = [Loadout::FirstHand, Loadout::SecondHand, Loadout::Belt, Loadout::Back];
    let slot = (0..4).find(|&slot| slots[slot].to_string().contains(name)).expect("the item is somewhere");
    places[slot]
}

fn shown(names: &[&str], places: &[Loadout]) -> Value {
    let at = |place| (0..names.len()).filter(move |&item| places[item] == place).map(|item| names[item]);
    json!([
        at(Loadout::FirstHand).next(),
        at(Loadout::SecondHand).next(),
        at(Loadout::Belt).collect::<Vec<_>>(),
        at(Loadout::Back).collect::<Vec<_>>(),
    ])
}

fn two_hand_ready(row: &Value) -> Outcome {
    let mut gear = Vec::new();
    for (hand, place) in [("first", "first-hand"), ("second", "second-hand")] {
        gear.extend(row[hand].as_str().map(|item| (item, place)));
    }
    let pike = gear.iter().position(|(item, _)| *item == "pike").expect("there is a pike");
    let content = Plain::new().red([1, 1], 0, &gear).blue([7, 7], 0, &[]).content();
    let state = State::new(&content);
    let ready = weapons::is_ready(ruleset_foeman::Situation::new(&content, &state), RED, ItemId(pike as u16));
    Outcome::of(ready, flag(row, "pike_ready"))
}

fn action_code_parse(row: &Value) -> Outcome {
    let code: ActionCode = match text(row, "text").parse() {
        Ok(code) => code,
        Err(error) => return Outcome::Mismatch(error.to_string()),
    };
    let mut found = json!({
        "text": code.to_string(),
        "classifier": code.classifier.to_string(),
        "type": code.kind.to_string(),
        "action": code.action.get(),
        "score": code.score.get(),
    });
    if let Tail::Combat { position, weapon, location, .. } = &code.tail {
        found["position"] = position.get().into();
        found["weapon"] = weapon.get().into();
        found["location"] = location.get().into();
    }
    let mut expected = row.clone();
    expected.as_object_mut().expect("a row has fields").retain(|field, _| field != "source" && field != "needs");
    Outcome::of(found, expected)
}

/// Sets one code against another, with the meanings of the shipped book.
fn action_code_contest(row: &Value) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../content/codes");
    let pack = Draft::open(&folder, &SHIPPED.dialects()).expect("the codes are there");
    let resolved = resolve(&pack, "market-day").expect("the scenario has no errors");
    let book = Book::read(&resolved, &Ref::<CodeBook>::new("common")).expect("it can be read");
    let [attack, response]: [ActionCode; 2] =
        ["attack", "response"].map(|field| text(row, field).parse().expect("a code"));
    match (book.meaning(&attack), book.meaning(&response)) {
        (Ok(attack), Ok(response)) => {
            let opposing = opposes(&attack, &response).is_ok().then_some(&response);
            let found = contest(&attack, opposing);
            Outcome::of((found.outcome, found.damage), (number(row, "outcome"), number(row, "damage")))
        }
        (attack, response) => Outcome::Mismatch(format!("{:?} {:?}", attack.err(), response.err())),
    }
}

/// Two plain figures far from each other.
fn dull() -> State {
    State::new(&Plain::new().red([1, 1], 0, &[]).blue([7, 7], 0, &[]).content())
}

fn option(name: &str) -> ActionKind {
    let named = ActionKind::ALL.into_iter().find(|kind| kind.name() == name);
    named.unwrap_or_else(|| panic!("`{name}` is no option"))
}

pub(crate) fn list<T: serde::de::DeserializeOwned>(value: &Value) -> Vec<T> {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

pub(crate) fn number(row: &Value, field: &str) -> i32 {
    row[field].as_i64().unwrap_or_else(|| panic!("{field} is a number in {row}")) as i32
}

pub(crate) fn small(row: &Value, field: &str) -> u8 {
    u8::try_from(number(row, field)).expect("the number fits in a byte")
}

pub(crate) fn count(row: &Value, field: &str) -> u32 {
    u32::try_from(number(row, field)).expect("the number is not negative")
}

pub(crate) fn flag(row: &Value, field: &str) -> bool {
    row[field].as_bool().unwrap_or_else(|| panic!("{field} is true or false in {row}"))
}

pub(crate) fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("{field} is text in {row}"))
}
