//! Slips made in the Arena, each of a kind that exactly one check is there for.

use std::collections::{BTreeMap, BTreeSet};

use foeman_rules::rulesets::{SHIPPED, foeman::DIALECT};
use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_tests::packs;

/// One slip, and the check that alone must report it.
struct Mutation {
    check: &'static str,
    file: &'static str,
    /// The first of this text below the line that begins with `below` is replaced.
    below: &'static str,
    old: &'static str,
    new: &'static str,
    /// The file and text where the finding stands; nothing where it stands on the lines that were changed.
    at: Option<(&'static str, &'static str)>,
}

const fn slip(
    check: &'static str,
    file: &'static str,
    below: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutation {
    Mutation { check, file, below, old, new, at: None }
}

const MUTATIONS: &[Mutation] = &[
    slip("above-iq", "rosters/gowns.yaml", "      linnet:", "[fire-bolt,", "[boil-blood, fire-bolt,"),
    slip("absent-from-battle", "checks.yaml", "  an-open-question:", "side: blue", "side: smoke"),
    slip(
        "absent-target",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: disable, side: red, figures: [snikket]}]\n",
    ),
    slip("acting-feature", "rosters/wild.yaml", "      ash:", "type: wolf", "type: stone-wall"),
    slip("adventuring-beast", "rosters/wild.yaml", "      ash:", "type: wolf\n        class: bst", "type: wolf"),
    slip(
        "battle-without-party",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "campaigns:\n  year: {title: Year, rosters: [menagerie], battles: [{scenario: duel}]}\nscenarios:\n",
    ),
    slip("blank-title", "items/melee.yaml", "  dagger:", "Dagger", "\" \""),
    slip("cannot-hold", "rosters/road.yaml", "      maud:", "place: belt", "place: first-hand"),
    slip("careless-claim", "checks.yaml", "  thinking-helps:", "{from: 90}", "{from: 90, alpha: 60, beta: 50}"),
    slip("carries-too-many", "rosters/road.yaml", "      maud:", "item: dagger", "item: broadsword"),
    Mutation {
        check: "dominated-item",
        file: "items/melee.yaml",
        below: "  cutlass:",
        old: "-1H L-1<4",
        new: "-1H T-3",
        at: Some(("items/melee.yaml", "  cutlass:")),
    },
    slip(
        "effect-cycle",
        "effects.yaml",
        "  burning:",
        "effects:\n",
        "effects:\n      - {kind: named, effect: burning}\n",
    ),
    slip("empty-range", "checks.yaml", "  an-open-question:", "{from: 35, to: 65,", "{from: 65, to: 35,"),
    slip("empty-side", "scenarios.yaml", "  duel:", "place:\n          ushka: {hex: [7, 3], facing: 4}", "place: {}"),
    slip(
        "endless-campaign",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "campaigns:\n  year: {title: Year, rosters: [toll-keepers], battles: [{scenario: duel, victory: {go: to, scenario: duel}, defeat: {go: to, scenario: duel}, draw: {go: to, scenario: duel}}]}\nscenarios:\n",
    ),
    slip("faces-wall", "scenarios.yaml", "  duel:", "facing: 2", "facing: 5"),
    slip("front-pattern", "figures/beasts.yaml", "  boar:", "kind: creature", "kind: creature\n    front: 4aaab1cccb"),
    slip(
        "fulfilled-at-start",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: reach-hex, hex: [1, 3]}]\n",
    ),
    slip(
        "grip-of-both-hands",
        "items/melee.yaml",
        "  greatsword:",
        "ready: 2hand",
        "ready: 2hand\n    two-handed: {damage: -0H T+2}",
    ),
    slip(
        "harmless-weapon",
        "items/melee.yaml",
        "  dagger:",
        "class: wpn",
        "class: wpn\n  whip:\n    title: Whip\n    class: wpn",
    ),
    slip("held-armour", "items/armour.yaml", "  padded-coat:", "ready: worn", "ready: 1hand"),
    slip("hopeless-range", "items/thrown.yaml", "  javelin:", "range: 9", "range: 60"),
    slip(
        "idle-ammunition",
        "rosters/walls.yaml",
        "      gerta:",
        "- {item: bolt, place: belt, count: 12}",
        "- {item: bolt, place: belt, count: 12}\n          - {item: arrow, place: back, count: 3}",
    ),
    slip("idle-counts-as", "items/melee.yaml", "  broadsword:", "class: wpn", "class: wpn\n    counts-as: strike"),
    slip("idle-effect", "effects.yaml", "  proficient:", "by: 1", "by: 0"),
    slip("idle-expectation", "checks.yaml", "  meetings-end:", "{kind: rounds, to: 20}", "{kind: rounds}"),
    slip("idle-key", "effects.yaml", "  proficient:", "what: damage", "what: dx"),
    slip(
        "idle-renewal",
        "spells/harm.yaml",
        "  tight-collar:",
        "renewal: 1\n    range: 6\n    target: foe\n    resist: \"3D:st\"\n    effects:\n      - {kind: damage, dice: 1D, of: exhaustion, when: round-start, rounds: spell",
        "renewal: 1\n    range: 6\n    target: foe\n    resist: \"3D:st\"\n    effects:\n      - {kind: damage, dice: 1D, of: exhaustion, when: round-start, rounds: 3",
    ),
    slip(
        "idle-weapon",
        "rosters/wild.yaml",
        "      ash:",
        "class: bst",
        "class: bst\n        gear: [{item: club, place: belt}]",
    ),
    Mutation {
        check: "isolated-figure",
        file: "maps.yaml",
        below: "  pit:",
        old: "wwsssssww\n      wsssssssw\n      wsssrsssw\n      wssrrrssw\n      wwsssssww",
        new: "wwsswssww\n      wssswsssw\n      wssswsssw\n      wssrwrssw\n      wwsswssww",
        at: Some(("scenarios.yaml", "maud: {hex: [1, 3]")),
    },
    slip("known-twice", "rosters/gowns.yaml", "      linnet:", "[fire-bolt, dazzle", "[fire-bolt, fire-bolt"),
    slip(
        "late-condition",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: survive, rounds: 201}]\n",
    ),
    slip("license-form", "pack.yaml", "pack:", "CC0-1.0", "CC-0"),
    slip(
        "no-ammunition",
        "rosters/walls.yaml",
        "      hild:",
        "- {item: longbow, place: first-hand}\n          - {item: arrow, place: back, count: 24}",
        "- {item: longbow, place: first-hand}",
    ),
    slip("no-damage-dice", "items/melee.yaml", "  broadsword:", "-1H", "-9H"),
    slip(
        "not-a-feature",
        "scenarios.yaml",
        "  duel:",
        "map: pit\n",
        "map: pit\n    features: [{figure: human, hex: [4, 4]}]\n",
    ),
    slip("not-a-weapon", "items/shields.yaml", "  buckler:", "class: shd", "class: shd\n    damage: -2H"),
    slip(
        "not-ammunition",
        "items/missile.yaml",
        "  sling:",
        "  sling:\n",
        "  spoon:\n    title: Bent spoon\n    class: wpn\n    fire: {range: 9, damage: -2H, ammo: dagger}\n\n  sling:\n",
    ),
    slip("off-hand-weapon", "rosters/road.yaml", "      snikket:", "item: buckler", "item: short-sword"),
    slip("off-map-figure", "scenarios.yaml", "  duel:", "[1, 3]", "[1, 33]"),
    slip(
        "off-map-object",
        "scenarios.yaml",
        "  duel:",
        "map: pit\n",
        "map: pit\n    items: [{item: dagger, hex: [40, 4]}]\n",
    ),
    slip(
        "own-target",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: disable, side: blue}]\n",
    ),
    slip("rating-block", "figures/beasts.yaml", "  boar:", ", block: 2", ""),
    slip("reload-total", "items/missile.yaml", "  heavy-crossbow:", "total: 16", "total: 0"),
    slip("same-as-type", "rosters/road.yaml", "      maud:", "st: 15", "st: 12"),
    slip("same-as-inherited", "items/melee.yaml", "  short-sword:", "size: 5", "size: 2"),
    slip(
        "same-class-use",
        "items/shields.yaml",
        "  buckler:",
        "class: shd",
        "class: shd\n    also: {shd: {stops: {protection: 1}}}",
    ),
    slip("same-item-code", "items/melee.yaml", "  sabre:", "0012", "0011"),
    slip("same-title", "items/melee.yaml", "  hand-axe:", "Hand axe", "Sabre"),
    slip("see-over-hex", "figures/beasts.yaml", "  boar:", "kind: creature", "kind: creature\n    see-over: [4]"),
    slip("shared-hex", "scenarios.yaml", "  three-a-side:", "[2, 7]", "[2, 3]"),
    slip("side-colors", "sides.yaml", "  red:", "#c8451b", "#2060aa"),
    slip(
        "side-twice",
        "scenarios.yaml",
        "  feeding-time:",
        "      - side: umber\n",
        "      - side: red\n        place: {ushka: {hex: [4, 5]}}\n      - side: umber\n",
    ),
    slip(
        "spells-of-no-wizard",
        "rosters/road.yaml",
        "      maud:",
        "talents: [",
        "spells: [spark]\n        talents: [",
    ),
    slip(
        "scripted-claim",
        "checks.yaml",
        "  an-open-question:",
        "scenario: duel\n",
        "scenario: duel\n    commands: [maud halt]\n",
    ),
    slip("too-few-battles", "checks.yaml", "  thinking-helps:", "{from: 90}", "{from: 90, battles: 20}"),
    slip("square-map", "maps.yaml", "  pit:", "shape: hex, stand: edge, shift: column-down", "shape: square"),
    slip("stops-nothing", "items/shields.yaml", "  buckler:", "{rating: 3, block: 2}", "{}"),
    slip("talent-cycle", "talents.yaml", "  lucky:", "iq: 7", "iq: 7\n    requires: {talents: [lucky]}"),
    slip("terrain-colors", "terrains.yaml", "  grass:", "#b9c98f", "#e4d4a6"),
    slip("too-demanding", "items/melee.yaml", "  maul:", "st: 16", "st: 61"),
    Mutation {
        check: "too-narrow",
        file: "maps.yaml",
        below: "  glade:",
        old: "ggggrrgt\n      tpgpggmmmomggcrccrt\n      pppppggmooogggcccrt\n      tgggggmgmgmggcrrcgt",
        new: "ggggtrgt\n      tpgpggmmmomggttcttt\n      pppppggmooogggccctt\n      tgggggmgmgmggctttgt",
        at: Some(("scenarios.yaml", "ember: {hex: [14, 6]")),
    },
    slip("too-weak", "rosters/road.yaml", "      sirael:", "item: spear", "item: halberd"),
    slip(
        "toothless-creature",
        "figures/beasts.yaml",
        "  bear:",
        "attacks:\n      - {title: claws, damage: -0H}\n      - {title: bite, damage: -1H T+1}",
        "attacks: []",
    ),
    slip("uncounted-gear", "rosters/walls.yaml", "      odo:", "place: belt}", "place: belt, count: 2}"),
    slip("undeclared-field", "items/curios.yaml", "  black-coffee:", "points: 4", "points: own.thirst"),
    slip(
        "unfired-ammunition",
        "items/missile.yaml",
        "  sling:",
        "  sling:\n",
        "  pea:\n    title: Pea\n    class: amo\n    carry: acu\n\n  sling:\n",
    ),
    slip(
        "unique-twice",
        "scenarios.yaml",
        "  duel:",
        "map: pit\n",
        "map: pit\n    items: [{item: heirloom-sword, hex: [3, 3]}, {item: heirloom-sword, hex: [4, 3]}]\n",
    ),
    slip("unknown-placed-figure", "scenarios.yaml", "  duel:", "maud", "mauds"),
    slip(
        "unknown-target",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: disable, side: red, figures: [uska]}]\n",
    ),
    slip(
        "unlisted-battle",
        "scenarios.yaml",
        "scenarios:",
        "scenarios:\n",
        "campaigns:\n  year: {title: Year, rosters: [toll-keepers], battles: [{scenario: duel, defeat: {go: to, scenario: toll}}]}\nscenarios:\n",
    ),
    slip("unmet-talent", "rosters/road.yaml", "      maud:", "tactics]", "two-weapons]"),
    slip(
        "unreachable-goal",
        "scenarios.yaml",
        "  duel:",
        "facing: 2}\n",
        "facing: 2}\n        victory: [{kind: reach-hex, hex: [0, 0]}]\n",
    ),
    slip("unreachable-ground", "maps.yaml", "  pit:", "wwwwwwwww\n", "swwwwwwww\n"),
    slip("unused-legend-key", "maps.yaml", "  pit:", "{s: sand,", "{s: sand, g: grass,"),
    slip(
        "unused-record",
        "terrains.yaml",
        "  grass:",
        "  grass:\n",
        "  ice:\n    title: Ice\n    color: \"#dfeef2\"\n    cost: 2\n\n  grass:\n",
    ),
    Mutation {
        check: "unused-stock",
        file: "rosters/walls.yaml",
        below: "      rashka:",
        old: "crude-bow",
        new: "shortbow",
        at: Some(("items/missile.yaml", "  crude-bow:")),
    },
];

#[test]
fn each_slip_is_reported_by_its_check_alone_where_it_was_made() {
    for mutation in MUTATIONS {
        let shipped = Draft::from_texts(arena(mutation.check), &SHIPPED.dialects());
        let shipped: BTreeSet<_> = check(&shipped).into_iter().map(|finding| (finding.code, finding.pointer)).collect();
        let name = mutation.check;
        let (draft, changed) = mutated(mutation);
        let mut findings = check(&draft);
        // What the Arena says about itself as it is shipped is no slip.
        findings.retain(|finding| !shipped.contains(&(finding.code, finding.pointer.clone())));
        let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, BTreeSet::from([name]), "{findings:#?}");
        for finding in findings {
            let file = draft.path(finding.place.file);
            let line = draft.line_col(finding.place.file, finding.place.span.start).0;
            let (expected, lines) = match mutation.at {
                None => (mutation.file, changed.clone()),
                Some((file, text)) => (file, lines_of(&draft, file, text)),
            };
            assert!(file == expected && lines.contains(&line), "{name}: {file}:{line}, not {expected}:{lines:?}");
            assert!(finding.help.is_some(), "{name} names no remedy");
            assert!(finding.message.contains(", but "), "{name}: {}", finding.message);
        }
    }
}

#[test]
fn every_check_of_the_ruleset_has_a_slip_of_its_own() {
    let tried: BTreeSet<&str> = MUTATIONS.iter().map(|mutation| mutation.check).collect();
    assert_eq!(tried.len(), MUTATIONS.len(), "a check is tried twice");
    for check in DIALECT.checks {
        assert!(tried.contains(check.name), "{} has no slip", check.name);
    }
}

/// The files of the Arena; with what its header ignores, where the check is among that.
fn arena(check: &str) -> BTreeMap<String, String> {
    let mut texts = packs::texts("arena");
    if let Some(header) = texts
        .get_mut("pack.yaml")
        .filter(|header| header.contains(&format!("{check},")) || header.contains(&format!("{check}]")))
    {
        *header =
            header.lines().take_while(|line| !line.starts_with("findings:")).map(|line| format!("{line}\n")).collect();
    }
    texts
}

/// The Arena with a slip in it, and the lines that differ.
fn mutated(mutation: &Mutation) -> (Draft, std::ops::RangeInclusive<u32>) {
    let mut changed = 0..=0;
    let mut texts = Vec::new();
    for (name, mut text) in arena(mutation.check) {
        if name == mutation.file {
            let below = text.find(mutation.below).unwrap_or_else(|| panic!("{name} has no `{}`", mutation.below));
            let from = text[below..].find(mutation.old).unwrap_or_else(|| panic!("{name} has no `{}`", mutation.old));
            let from = below + from;
            let first = text[..from].matches('\n').count() as u32 + 1;
            changed = first..=first + mutation.new.trim_end().matches('\n').count() as u32;
            text.replace_range(from..from + mutation.old.len(), mutation.new);
        }
        texts.push((name, text));
    }
    assert!(changed != (0..=0), "the Arena has no file `{}`", mutation.file);
    (Draft::from_texts(texts, &SHIPPED.dialects()), changed)
}

/// The line of a text in a file.
fn lines_of(draft: &Draft, file: &str, text: &str) -> std::ops::RangeInclusive<u32> {
    let id = draft.files().find(|&id| draft.path(id) == file).expect("the file is there");
    let offset = draft.text(id).find(text).expect("the text is there");
    let line = draft.line_col(id, offset).0;
    line..=line
}
