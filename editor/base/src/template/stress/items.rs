//! Items in the style of the Arena, in families of ten.

use std::fmt::Write;

use crate::template::words;

/// The number of items per family: a weapon and its variants, a bow and its missiles, armour, a shield, gear.
const FAMILY: usize = 10;

/// Returns a catalog of this many items, about 300 bytes each.
pub fn catalog(items: usize) -> String {
    let mut text = String::with_capacity(items * 300 + 10);
    text.push_str("items:\n");
    for number in 0..items {
        item(&mut text, number);
    }
    text
}

/// Returns the id of an item by number.
pub fn id(number: usize) -> String {
    let (family, kind) = (number / FAMILY, number % FAMILY);
    let word = ["sabre", "backsword", "axe", "bow", "arrow", "coat", "shield", "cordial", "javelin", "talisman"][kind];
    format!("{word}-of-the-{}-smithy-{family}", smithy(family))
}

fn smithy(family: usize) -> &'static str {
    ["lower", "upper", "old", "drowned", "northern", "left-hand", "abbot's", "second"][family % 8]
        .trim_end_matches("'s")
}

/// Writes an item by number. The last family may be incomplete, so items refer only to earlier items of their family.
fn item(text: &mut String, number: usize) {
    let (family, kind) = (number / FAMILY, number % FAMILY);
    let (id, st, size) = (id(number), 6 + family % 9, 1 + family % 40);
    let of = |kind: usize| self::id(family * FAMILY + kind);
    let title = words(&id);
    // Battles do not support them yet, so each one causes a note.
    let effects = |list: &str| if family % 10 == 0 { format!("\n    effects:\n      {list}") } else { String::new() };
    let body = match kind {
        0 => format!(
            "title: {title}\n    class: wpn\n    size: {size}\n    ready: 1hand\n    carry: 1ea\n    skill: skilled\n    \
             requires: {{st: {st}}}\n    damage: -1H T+1\n    jab: {{damage: -2H}}\n    \
             hurl: {{range: 4, damage: -2H L-1}}\n    two-handed: {{damage: -1H T+2}}"
        ),
        1 => format!(
            "extends: {}\n    title: {title}\n    size: {}\n    requires: {{st: {}}}\n    damage: -1H L-1<4\n    hurl: null\n    \
             # Longer by a hand, and heavier by the hand that holds it.\n    jab: {{damage: -1H T-1}}",
            of(0),
            size + 1,
            st + 1
        ),
        2 => format!(
            "title: \"{title}\"\n    class: wpn\n    quality: magical\n    size: {size}\n    ready: 2hand\n    \
             requires: {{st: {}}}\n    damage: 0H T+1{}",
            st + 3,
            effects("- {kind: modify, what: to-hit, by: 2, while: ready, against: base}")
        ),
        3 => format!(
            "title: {title}\n    class: wpn\n    size: {size}\n    ready: 2hand\n    requires: {{st: {st}}}\n    \
             fire: {{range: {}, damage: -2H T+1, ammo: {}, reload: {{by: ready, total: 9}}}}",
            12 + family % 28,
            of(4)
        ),
        4 => format!("title: {title}\n    class: amo\n    size: 1\n    carry: acu"),
        5 => format!(
            "title: {title}\n    class: amr\n    carry: 1of\n    size: {size}\n    ready: worn\n    requires: {{st: {st}}}\n    \
             stops: {{protection: 1, rating: {}, block: 1}}{}",
            2 + family % 3,
            effects("- kind: modify\n        what: to-hit\n        by: -1\n        while: ready")
        ),
        6 => format!(
            "title: '{title}'\n    class: shd\n    size: {size}\n    ready: 1hand\n    requires: {{st: {st}}}\n    \
             stops:\n      protection: 1\n      rating: 3\n      block: 2\n    also:\n      wpn: {{damage: -2H T-1}}"
        ),
        7 => format!(
            "title: {title}\n    class: gen\n    quality: magical\n    carry: acu\n    size: {size}{}",
            effects("- {kind: heal, dice: 1D, of: physical, who: self}")
        ),
        8 => format!(
            "title: {title}\n    class: wpn\n    size: {size}\n    ready: 1hand\n    carry: acu\n    requires: {{st: {st}}}\n    \
             damage: -2H T+1\n    hurl: {{range: 9, damage: -1H L-1}}"
        ),
        _ => format!(
            "title: {title}\n    class: gen\n    quality: special\n    size: {size}\n    ready: worn{}",
            effects("- {kind: modify, what: range, by: 2, while: ready}")
        ),
    };
    let _ = write!(
        text,
        "  # Number {number} of the inventory, shelf {}; dust it before it is shown.\n  {id}:\n    {body}\n\n",
        1 + family % 17
    );
}
