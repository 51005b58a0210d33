//! The checks of this ruleset: each reports its bad example at the exact location, once.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::check::Check;
use foeman_schema::draft::Draft;
use ruleset_foeman::DIALECT;

#[test]
fn findings_point_at_the_figure_and_say_what_would_do() {
    let expected = [
        "above-iq at `blaze`: expected IQ 12 for Blaze, found 11 for Oda; \
         raise the figure's IQ, or remove the entry",
        "acting-feature at `stones`: expected a figure that can act, found feature Stones; \
         place it under `features` of the scenario, create it with a spell, or use a terrain",
        "adventuring-beast at `toad`: expected `class: bst` for creature Toad, found the default `adv`; \
         add `class: bst`, or `class: adv` if it is intended",
        "cannot-hold at `second-hand`: Halberd needs both hands, but the figure holds Halberd and Shield; \
         move one of the figure's items to another place",
        "carries-too-many at `sword`: expected at most one Sword, found another; \
         remove one of the two, or change its `carry`",
        "costly-ground at `20`: `sand` costs 20 MP, but no figure has more than 10, \
         so `raiders` and `guards` never meet in `raid`; lower the cost, or write `blocks-move: true` if it is an obstacle",
        "effect-cycle at `shivers`: `fever` contains itself through `shivers`; \
         replace one of the names by the effects themselves",
        "effect-depth at `e1`: expected named effects nested at most 10 deep, found 11; \
         remove some of the effects, or replace names by the effects themselves",
        "empty-side at `{}`: side `guards` has no figures in this scenario; \
         place one of its figures, or remove the side",
        "faces-wall at `0`: `brana` faces the edge of the map; \
         turn the figure: facings count clockwise from 0 (north)",
        "front-pattern at `3aabcba`: expected a pattern of 2 hexes, found 1 in `3aabcba`; \
         write `hexes: 1`, or another pattern, such as the standard one, `4aaab1cccb`",
        "grip-of-both-hands at `{damage: -0H}`: expected a one-handed weapon for `two-handed`, but Maul is not held in one hand; \
         write `ready: 1hand`, or remove `two-handed`",
        "harmless-weapon at `wpn`: weapon Whip has no damage; \
         add damage dice, such as `damage: -1H`, or change the class",
        "held-armour at `amr`: expected armour to be worn, but Chain mail is without `ready`, so it is held in one hand; \
         write `ready: worn`, or change the class",
        "hopeless-range at `30`: expected a range of at most 10, found 30, where DX 11 with full aim must roll -17 or less; \
         shorten it to 10 or less",
        "idle-ammunition at `arrow`: expected a weapon that fires Arrow, but Brana carries none; \
         give the figure a weapon that fires it, or remove the ammunition",
        "idle-effect at `0`: this effect changes nothing: `by` is 0; \
         write another amount, or remove the effect",
        "idle-effect at `{kind: status, when: enter, who: occupants}`: this effect changes nothing: it names no status; \
         add `add: stunned`, or `remove`",
        "idle-key at `die`: `die` has no meaning without `what: damage`; \
         remove `die`, or write `what: damage`",
        "idle-key at `within`: `within` has no meaning without `who: allies` or `who: foes`; \
         remove `within`, or add `who`",
        "idle-renewal at `1`: Haste has `renewal`, but no effect with `rounds: spell`; \
         add `rounds: spell` to an effect, or remove `renewal`",
        "idle-weapon at `sword`: Toad cannot use Sword, because it fights with its own body; \
         remove the weapon, or change the figure's type to a hero",
        "isolated-figure at `[0, 0]`: `gorsk` cannot reach any enemy: the ground between them is blocked; \
         place `gorsk` elsewhere, or open a way on the map",
        "known-twice at `runner`: Wat has `runner` twice in `talents`; \
         remove it, or write the intended one",
        "named-twice at `brana`: expected each entry once, found `brana` again; \
         remove it, or write the intended one",
        "no-ammunition at `bow`: expected `arrow` as ammunition for Bow, but Brana carries none; \
         add some, such as `{item: arrow, place: back, count: 12}`",
        "no-damage-dice at `-9H T+1`: `-9H T+1` never leaves a damage die, because an attack has at most 9 hit dice; \
         subtract fewer dice: `-1H` and `-2H` are usual",
        "not-a-weapon at `-2H`: expected `damage` on a weapon, but Targe is not a weapon; \
         write `also: {wpn: {damage: -2H}}` instead, or change the class to `wpn`",
        "not-ammunition at `stick`: expected an item of class `amo`, found Stick; \
         name another item, or change the class of this one to `amo`",
        "off-hand-weapon at `second-hand`: Sword has no use in the second hand: it cannot parry, and strikes only from the first hand; \
         hold it in the first hand, or carry it at the belt",
        "off-map-figure at `[3, 0]`: expected a hex of the map, found column 3, row 0, which is outside; \
         Yard has columns 0 to 2 and rows 0 to 0",
        "rating-block at `3`: expected a block with rating `3`, found none; add a block, or remove the rating",
        "reload-total at `ready`: expected a total for the Ready actions, found none; \
         add one, such as `total: 12`; three dice roll 10.5 on average",
        "same-class-use at `{stops: {protection: 2}}`: expected a use other than `shd`, which is the class of Targe already; \
         use the item's `stops` instead, or remove it",
        "see-over-hex at `3`: expected a hex of the figure, at most 2, found `3`; \
         name another hex, or remove the entry",
        "shared-hex at `[1, 0]`: expected a free hex, found `gorsk` at column 1, row 0; \
         place one of the two elsewhere",
        "short-spell at `0`: expected a range of 1 or more for a spell that is cast on others, found `0`; \
         write the range in hexes, or remove it if only sight limits the spell",
        "side-colors at `\"#b0402e\"`: expected a colour unlike that of `raiders`, found `#b0402e`, which is close to `#b03a2e`; \
         make one of the two clearly lighter, darker or of another hue",
        "side-twice at `raiders`: expected each side once, found `raiders` again; \
         place all of its figures under one entry, or name another side",
        "spells-of-no-wizard at `spells`: expected a wizard, but Oda is a hero; \
         change type `sage` to a wizard, or remove the spells",
        "square-map at `square`: expected `hex`, found `square`; \
         write `hex`, with a matching `shift`",
        "stops-nothing at `shd`: expected a shield to stop damage, but Targe stops nothing; \
         add `stops`, such as `stops: {protection: 1}`, or change the class",
        "talent-cycle at `[riposte]`: Parry requires itself, so it can never be learnt; \
         remove one of the requirements",
        "too-narrow at `[2, 1]`: expected a way for the 3 hexes of `fang` to some enemy, found only narrower ones; \
         widen the way, turn `fang`, or place it elsewhere",
        "too-weak at `maul`: expected ST 15 for Maul, but Brana has 12; \
         give the figure a lighter item, or more ST",
        "toothless-creature at `creature`: Toad has no attacks; \
         add one, such as `attacks: [{title: bite, damage: -1H}]`",
        "uncounted-gear at `2`: expected one Sword, found a count of `2`; \
         remove the count, or give the item `carry: acu`",
        "unfired-ammunition at `amo`: no weapon fires Arrow; \
         name it as the `ammo` of a weapon's `fire`, or change the class",
        "unknown-placed-figure at `brann`: expected a figure of roster `watch`, found `brann`; \
         did you mean `brana`?",
        "unmet-talent at `second-blow`: Second blow requires DX 13, but Wat has 11; \
         give the figure DX 13, or remove the talent",
        "unpayable-use at `30`: no figure can pay 30 ST, because the highest ST is 12; \
         lower it to 10 or less, or give a figure more ST",
        "unreachable-ground at `ssws`: no figure can reach column 3, row 0; \
         open a way, or draw the area with an impassable terrain",
        "unused-record at `mud`: `mud` is never used; \
         use it, or delete it from `terrains`",
    ];
    let expects = |check: &&&Check| expected.iter().any(|line| line.starts_with(&format!("{} at ", check.name)));
    let found: Vec<String> = DIALECT.checks.iter().filter(expects).flat_map(|check| findings(check.bad)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_figure_on_a_wall_is_off_the_map_too() {
    let off_map = DIALECT.checks.iter().find(|check| check.name == "off-map-figure").expect("it is shipped");
    let walled = off_map
        .fixed()
        .replace("\"#d9c08c\"}", "\"#d9c08c\"}\n  wall: {title: Wall, color: \"#000000\", blocks-move: true}");
    let walled = walled.replace("{s: sand}", "{s: sand, w: wall}").replace("      sss\n", "      ssw\n");
    let found = findings(&walled);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("found Wall at column 2, row 0, which blocks movement"), "{found:?}");
}

#[test]
fn worn_things_are_not_held_and_hands_hold_one_thing_each() {
    let cannot_hold = DIALECT.checks.iter().find(|check| check.name == "cannot-hold").expect("it is shipped");
    let gear = |first: &str, second: &str| {
        let body = cannot_hold.fixed().replace("place: first-hand", first).replace("place: back", second);
        findings(&body)
            .into_iter()
            .map(|found| found.split("; ").next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(gear("place: second-hand", "place: belt"), Vec::<String>::new());
    assert_eq!(
        gear("place: worn", "place: back"),
        ["cannot-hold at `worn`: expected an item that can be worn, found Halberd, which is held in a hand"]
    );
    assert_eq!(
        gear("place: second-hand", "place: second-hand"),
        ["cannot-hold at `second-hand`: expected a free hand for Shield, found Halberd in it"]
    );
}

#[test]
fn a_bow_with_a_mistake_in_it_does_not_make_its_arrows_idle() {
    let unfired = DIALECT.checks.iter().find(|check| check.name == "unfired-ammunition").expect("it is shipped");
    let found = findings(&unfired.fixed().replace("range: 20", "range: far"));
    assert!(found.len() == 1 && found[0].contains("`far`"), "{found:?}");
}

/// Returns the findings in a pack's body: code, text at the location, message and help.
fn findings(body: &str) -> Vec<String> {
    let text = format!("pack: example\ntitle: Example\nversion: 1.0.0\nruleset: foeman\nformat: 2\n{body}");
    let draft = Draft::from_texts([("pack.yaml".to_owned(), text)], &SHIPPED.dialects());
    check(&draft)
        .into_iter()
        .map(|finding| {
            let at = &draft.text(finding.place.file)[finding.place.span.range()];
            format!("{} at `{at}`: {}; {}", finding.code, finding.message, finding.help.unwrap_or_default())
        })
        .collect()
}
