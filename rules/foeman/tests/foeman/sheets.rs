//! Sheets of figures in rosters: the values calculated by the rules.

use foeman_engine::ruleset::Ruleset as _;
use foeman_engine::sheet::{Member, Sheet, SheetDef};
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use foeman_test_support::packs;
use ruleset_foeman::Foeman;

const PACK: &str = "\
pack: sheets
title: Sheets
version: 1.0.0
ruleset: foeman
format: 2
rosters:
  watch:
    title: Watch
    figures:
      brana:
        name: Brana
        type: human
        attributes: {st: 9, dx: 12}
        gear:
          - {item: maul, place: first-hand}
          - {item: mail, place: worn}
          - {item: knife, place: belt}
          - {item: old-song, place: belt}
          - {item: arrow, place: belt, count: 12}
        talents: [keen]
      oda: {name: Oda, type: human, gear: [{item: nothing, place: belt}]}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  maul: {title: maul, class: wpn, ready: 2hand, damage: -0H, requires: {st: 11}}
  mail: {title: mail, class: amr, ready: worn, stops: {protection: 3}}
  knife: {title: knife, class: wpn, damage: -2H}
  old-song: {title: old song, class: gen, carry: nil}
  arrow: {title: arrow, class: amo, carry: acu}
talents:
  keen: {title: Keen eye, iq: 8, effects: [{kind: modify, what: to-hit, by: 1}]}
";

fn sheets() -> &'static SheetDef {
    Foeman::capabilities().pack.sheets.expect("Foeman shows figures")
}

fn draft(text: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), text.to_owned())], &SHIPPED.dialects())
}

fn members(draft: &Draft, roster: &str) -> Vec<Member> {
    (sheets().members)(draft, &RecordKey::new("rosters", roster))
}

fn sheet(draft: &Draft, id: &str) -> Result<Sheet, String> {
    let members = members(draft, "watch");
    let member = members.iter().find(|member| member.id == id).expect("it is listed");
    (sheets().sheet)(draft, member)
}

fn fact(sheet: &Sheet, name: &str) -> String {
    let fact =
        sheet.facts.iter().find(|fact| fact.name == name).unwrap_or_else(|| panic!("{name}: {:#?}", sheet.facts));
    let terms: String = fact.terms.iter().map(|term| format!("; {} {}", term.name, term.value)).collect();
    format!("{}{terms}", fact.text)
}

#[test]
fn numbers_follow_from_attributes_and_gear_and_name_their_reasons() {
    let draft = draft(PACK);
    let sheet = sheet(&draft, "brana").unwrap();
    let numbers: Vec<_> = sheet.attributes.iter().map(|own| (own.name.as_str(), own.value, own.usual)).collect();
    assert_eq!(numbers, [("ST", 9, 12), ("DX", 12, 11), ("IQ", 9, 9), ("MA", 10, 10)]);
    // F11.3: 3 + 6 + 3 + 4, and a quarter of that.
    assert_eq!(sheet.points.text, "16 points; awards are multiplied by 4");
    // F7.5: 3 dice for ST 9 to 12.
    assert_eq!(fact(&sheet, "Damage dice"), "at most 3, for ST 9");
    // F5: half, a quarter and an eighth of 10 MP, rounded up.
    assert_eq!(fact(&sheet, "Moves"), "10 MP; strikes after 5 at most, readies after 3, shoots after 2; MA 10");
    assert_eq!(fact(&sheet, "Stops"), "3 of each attack from the front; mail 3");
    // DX 12; the maul requires two more points of ST, and a keen eye gives one.
    let strikes = fact(&sheet, "Strikes: maul");
    assert!(strikes.starts_with("-0H; hits on 11 or less"), "{strikes}");
    assert!(strikes.contains("; DX 12; too weak for it -2"), "two points of ST are missing: {strikes}");
}

#[test]
fn what_a_figure_has_is_ready_where_a_battle_finds_it_ready() {
    let draft = draft(PACK);
    let sheet = sheet(&draft, "brana").unwrap();
    let gear: Vec<_> = sheet.holdings[0].held.iter().map(|held| (held.name.as_str(), held.ready)).collect();
    let expected = [
        ("maul", Some(true)),
        ("mail", Some(true)),
        ("knife", Some(false)),
        ("old song", Some(false)),
        ("arrow", None),
    ];
    assert_eq!(gear, expected, "listed gear without a place is nowhere, and arrows can be used from the belt");
    assert_eq!(sheet.holdings[2].held[0].name, "Keen eye");
}

#[test]
fn a_figure_that_cannot_be_read_says_why_and_leaves_its_neighbours_alone() {
    let draft = draft(PACK);
    let broken = sheet(&draft, "oda").unwrap_err();
    assert!(broken.contains("nothing"), "{broken}");
    assert!(sheet(&draft, "brana").is_ok());
    assert_eq!(members(&draft, "nowhere"), []);
    let wrong = PACK.replace("st: 9, dx: 12", "st: strong");
    assert_eq!(sheet(&self::draft(&wrong), "brana").unwrap_err(), "it has errors; fix them first");
    let wrong = PACK.replace("st: 12, dx: 11", "st: strong");
    assert!(
        sheet(&self::draft(&wrong), "brana")
            .unwrap_err()
            .starts_with("the figure type `human` has errors; fix them first")
    );
}

#[test]
fn what_is_offered_goes_where_there_is_room_for_it() {
    let draft = draft(PACK);
    let members = members(&draft, "watch");
    let place = |member: &Member, item: &str| {
        let sheet = (sheets().sheet)(&draft, member).unwrap();
        let offers = (sheets().offers)(&draft, member, &sheet.holdings[0]);
        let offer = offers.iter().find(|offer| offer.value["item"] == item).unwrap();
        offer.value["place"].as_str().unwrap().to_owned()
    };
    let brana = members.iter().find(|member| member.id == "brana").unwrap();
    assert_eq!(place(brana, "knife"), "belt", "the maul takes both hands");
    assert_eq!(place(brana, "maul"), "back");
    assert_eq!(place(brana, "mail"), "worn");
}

#[test]
fn every_figure_of_the_shipped_packs_has_a_sheet_with_something_to_attack_with() {
    let draft = Draft::open(&packs::shipped("arena"), &SHIPPED.dialects()).unwrap();
    let mut count = 0;
    let rosters: Vec<String> = draft.ids("rosters").map(str::to_owned).collect();
    for roster in rosters {
        for member in members(&draft, &roster) {
            let sheet = (sheets().sheet)(&draft, &member);
            let sheet = sheet.unwrap_or_else(|error| panic!("{}: {error}", member.name));
            assert!(sheet.facts.iter().any(|fact| fact.text.contains("hits on ")), "{}", member.name);
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
}
