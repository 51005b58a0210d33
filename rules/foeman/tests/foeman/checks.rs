//! The checks of this ruleset: each reports its bad example at the exact location, once.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::check::Check;
use foeman_schema::draft::Draft;
use ruleset_foeman::DIALECT;

#[test]
fn findings_point_at_the_figure_and_say_what_would_do() {
    let expected = [
        "above-iq at `blaze`: expected IQ `12` for `Blaze`, but `Oda` has `11`; \
         give the figure something easier, or more IQ",
        "acting-feature at `stones`: expected somebody who acts, but `Stones` is a feature; \
         let a spell make it, or use a terrain",
        "adventuring-beast at `toad`: expected `class: bst` for `Toad`, a creature, but found no class, which is `adv`; \
         add `class: bst`, or `class: adv` if it is meant",
        "cannot-hold at `second-hand`: expected both hands for `Halberd`, but found `Shield` beside `Halberd`; \
         move one of the figure's things to another place",
        "carries-too-many at `sword`: expected one `Sword` at most, but found another; \
         take one of the two away, or change how it is carried",
        "costly-ground at `20`: expected ground that some figure can enter, but `sand` costs 20 MP of at most 10, \
         so `raiders` and `guards` never meet in `raid`; lower the cost, or say `blocks-move: true` if it is meant as an obstacle",
        "effect-cycle at `shivers`: expected another effect, but `fever` leads to itself by way of `shivers`; \
         write out what is meant in one of them",
        "effect-depth at `e1`: expected at most 10 named effects inside each other, but found 11; \
         write out what is meant, or name fewer effects",
        "empty-side at `{}`: expected a figure of side `guards`, but found nobody; \
         place one of its figures, or remove the side",
        "faces-wall at `0`: expected `brana` to face open ground, but it faces the edge; \
         turn the figure: facings count clockwise from 0, which is north",
        "front-pattern at `3aabcba`: expected a pattern of 2 hexes, but `3aabcba` has 1; \
         write `hexes: 1`, or another pattern, such as `4aaab1cccb`, the standard one",
        "grip-of-both-hands at `{damage: -0H}`: expected a weapon for one hand, but `Maul` is not held in one; \
         say `ready: 1hand`, or remove `two-handed`",
        "harmless-weapon at `wpn`: expected `damage` for a weapon, but `Whip` has none; \
         add damage dice, such as `damage: -1H`, or change the class",
        "held-armour at `amr`: expected armour to be worn, but `Chain mail` is without `ready`, and so held; \
         write `ready: worn`, or give it another class",
        "hopeless-range at `30`: expected a range of up to `10` hexes, but found `30`, where DX 11 and aim leave -17; \
         shorten it to 10 or less",
        "idle-ammunition at `arrow`: expected a weapon that fires `Arrow`, but `Brana` carries none; \
         give the figure such a weapon, or take the ammunition away",
        "idle-effect at `0`: expected an effect that changes something, but `by` is 0; \
         write another amount, or remove the effect",
        "idle-effect at `{kind: status, when: enter, who: occupants}`: expected an effect that changes something, but it says no status; \
         add `add: stunned`, or `remove`",
        "idle-key at `die`: expected `die` beside `what: damage`, but it stands alone; \
         remove `die`, or write `what: damage`",
        "idle-key at `within`: expected `within` beside `who: allies` or `who: foes`, but it stands alone; \
         remove `within`, or say who",
        "idle-renewal at `1`: expected something that lasts, but nothing of `Haste` has `rounds: spell`; \
         write `rounds: spell` at what is to last, or remove `renewal`",
        "idle-weapon at `sword`: expected no weapon, because `Toad` fights with its own body, but found `Sword`; \
         remove the weapon, or make the figure's type a hero",
        "isolated-figure at `[0, 0]`: expected a way from `gorsk` to some enemy, but found only blocked ground between them; \
         place `gorsk` elsewhere, or open a way on the map",
        "known-twice at `runner`: expected each of `talents` once, but `Wat` has `runner` twice; \
         remove it, or write the one that was meant",
        "named-twice at `brana`: expected each entry once, but found `brana` again; \
         remove it, or write the one that was meant",
        "no-ammunition at `bow`: expected `arrow` beside `Bow`, but `Brana` carries none; \
         add some, such as `{item: arrow, place: back, count: 12}`",
        "no-damage-dice at `-9H T+1`: expected damage that can roll a die, but `-9H T+1` leaves none of 9 hit dice; \
         take fewer dice away: `-1H` and `-2H` are usual",
        "not-a-weapon at `-2H`: expected `damage` on a weapon, but `Targe` is none; \
         say it under `also`, as `also: {wpn: {damage: -2H}}`, or give it `class: wpn`",
        "not-ammunition at `stick`: expected an item of class `amo`, but `Stick` is none; \
         name ammunition, or give that item `class: amo`",
        "off-hand-weapon at `second-hand`: expected something that wards in the second hand, but `Sword` only strikes, and only from the first; \
         hold it in the first hand, or carry it at the belt",
        "off-map-figure at `[3, 0]`: expected a hex of the map, but column 3, row 0 is outside it; \
         `Yard` has columns 0 to 2 and rows 0 to 0",
        "rating-block at `3`: expected a block beside rating `3`, but found none; add a block, or remove the rating",
        "reload-total at `ready`: expected a total that Ready actions add up to, but found none; \
         add one, such as `total: 12`: a roll of three dice comes to ten or eleven",
        "same-class-use at `{stops: {protection: 2}}`: expected a use beside class `shd`, but `Targe` has that class already; \
         tell it by the item's `stops`, or remove it",
        "see-over-hex at `3`: expected a hex of the figure, which has 2, but found `3`; \
         name another hex, or remove the entry",
        "shared-hex at `[1, 0]`: expected a free hex, but column 1, row 0 is taken by `gorsk`; \
         place one of the two elsewhere",
        "short-spell at `0`: expected a range of 1 or more for a spell that is cast on others, but found `0`; \
         write its range in hexes, or remove it so that sight alone limits it",
        "side-colors at `\"#b0402e\"`: expected a colour unlike that of `raiders`, but found `#b0402e` beside `#b03a2e`; \
         make one of the two clearly lighter, darker or of another hue",
        "side-twice at `raiders`: expected another side, but found `raiders` again; \
         place all of its figures under one entry, or name another side",
        "spells-of-no-wizard at `spells`: expected a wizard, but `Oda` is a hero; \
         make `sage` a wizard, or take the spells away",
        "square-map at `square`: expected `hex`, but found `square`; \
         write `hex`, with a shift that fits; figures stand on hexes",
        "stops-nothing at `shd`: expected a shield to stop something, but `Targe` stops nothing; \
         add what it stops, such as `stops: {protection: 1}`, or change the class",
        "talent-cycle at `[riposte]`: expected talents that can be learnt before `Parry`, but it requires itself; \
         take one of the requirements away",
        "too-narrow at `[2, 1]`: expected a way for the 3 hexes of `fang` to some enemy, but found it too narrow; \
         widen the way, turn `fang`, or place it elsewhere",
        "too-weak at `maul`: expected ST `15` for `Maul`, but `Brana` has `12`; \
         give the figure something lighter, or more ST",
        "toothless-creature at `creature`: expected attacks of its own body, but `Toad` has none; \
         add one, such as `attacks: [{title: bite, damage: -1H}]`",
        "uncounted-gear at `2`: expected one `Sword`, but found a count of `2`; \
         remove the count, or give the item `carry: acu`",
        "unfired-ammunition at `amo`: expected a weapon that fires `Arrow`, but found none; \
         name it as the `ammo` of some weapon's `fire`, or change the class",
        "unknown-placed-figure at `brann`: expected a figure of roster `watch`, but found `brann`; \
         did you mean `brana`?",
        "unmet-talent at `second-blow`: expected DX `13` for `Second blow`, but `Wat` has `11`; \
         give the figure DX `13`, or take the talent away",
        "unpayable-use at `30`: expected a cost that some figure can pay, but found `30`, and the most ST is 12; \
         lower it to 10 or less, or give a figure more ST",
        "unreachable-ground at `ssws`: expected a way for some figure to column 3, row 0, but found none; \
         open a way, or draw the part as something nobody can enter",
        "unused-record at `mud`: expected something in the pack to use `mud`, but found nothing; \
         use `mud`, or remove it from `terrains`",
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
    assert!(found[0].contains("column 2, row 0 is `Wall`, which blocks movement"), "{found:?}");
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
        ["cannot-hold at `worn`: expected something to wear, but found `Halberd`, which is held"]
    );
    assert_eq!(
        gear("place: second-hand", "place: second-hand"),
        ["cannot-hold at `second-hand`: expected a free hand for `Shield`, but it holds `Halberd` already"]
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
