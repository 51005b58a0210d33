//! Missing, duplicate or misplaced lines, keys and brackets.

use fastrand::Rng;

use super::text::Form;
use super::{At, Kind, Mutation, Told, pick};

/// Paths of required keys of records and roster figures.
const NEEDED: &[&str] = &[
    "*/*/title",
    "items/*/class",
    "figures/*/kind",
    "figures/*/attributes",
    "terrains/*/color",
    "spells/*/iq",
    "spells/*/kind",
    "spells/*/cost",
    "spells/*/effects",
    "talents/*/iq",
    "talents/*/effects",
    "effects/*/effects",
    "maps/*/geometry",
    "rosters/*/figures",
    "rosters/*/figures/*/name",
    "rosters/*/figures/*/type",
    "sides/*/color",
    "sides/*/roster",
    "scenarios/*/map",
    "scenarios/*/sides",
    "campaigns/*/rosters",
    "campaigns/*/battles",
    "contests/*/codes",
    "contests/*/actors",
    "codes/*/classifiers",
    "classifiers/*/letter",
    "classifiers/*/types",
    "types/*/letter",
    "types/*/actions",
    "weapons/*/number",
    "duels/*/duellists",
    "factions/*/color",
    "variables/*/kind",
    "rules/*/when",
    "rules/*/do",
];

pub(super) const KINDS: &[Kind] = &[
    Kind { name: "key-forgotten", check: "missing-field", at: NEEDED, plant: key_forgotten },
    Kind { name: "key-twice", check: "duplicate-key", at: &["**"], plant: key_twice },
    Kind { name: "record-in-wrong-catalog", check: "wrong-catalog", at: &["*/*"], plant: wrong_catalog },
    Kind { name: "tab", check: "yaml-syntax", at: &["**"], plant: tab },
    Kind { name: "unclosed-quote", check: "yaml-syntax", at: &["**"], plant: unclosed_quote },
    Kind { name: "unclosed-bracket", check: "yaml-syntax", at: &["**"], plant: unclosed_bracket },
];

fn key_forgotten(at: &At<'_>, _: &mut Rng) -> Option<Mutation> {
    let owner = at.above(1)?;
    let inherits = at.file.below(owner).any(|site| site.path.last().is_some_and(|key| key == "extends"));
    // A record without any key is another kind of mistake.
    let alone = at.file.below(owner).count() == 1;
    if inherits || alone {
        return None;
    }
    let gone = match owner.form {
        Form::Block => at.site.whole.clone(),
        _ => {
            // Remove the comma after the key, or the one before it.
            let after = &at.file.text[at.site.whole.end..];
            match after.strip_prefix(", ") {
                Some(_) => at.site.whole.start..at.site.whole.end + 2,
                None => at.site.whole.start - 2..at.site.whole.end,
            }
        }
    };
    let record = owner.key.clone()?;
    Some(at.write(gone, "").told_at(record))
}

fn key_twice(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| at.site.path.len() > 2)?;
    let start = at.site.whole.start;
    let whole = &at.file.text[at.site.whole.clone()];
    let from = key.start - start;
    let is_block = whole.ends_with('\n');
    // After the key itself, or after all its siblings.
    let owner = at.above(1)?;
    let last = at.file.below(owner).last()?.whole.end;
    let end = if rng.bool() { at.site.whole.end } else { last };
    if is_block {
        // Keys on the line of a dash are indented like the text after the dash.
        let indent = at.site.whole.start - at.file.text[..start].rfind('\n').map_or(0, |line| line + 1);
        let line = format!("{}{whole}", " ".repeat(indent));
        let from = from + indent;
        return Some(at.write(end..end, line).told_within(from..from + key.len()));
    }
    Some(at.write(end..end, format!(", {whole}")).told_within(from + 2..from + 2 + key.len()))
}

/// Puts a record of one catalog into another, so that it has unknown keys and lacks required ones.
fn wrong_catalog(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let (catalog, id) = (&*at.site.path[0], &*at.site.path[1]);
    let telling: &[(&str, &[&str])] = &[
        ("items", &["class"]),
        ("figures", &["attributes"]),
        ("spells", &["cost", "effects"]),
        ("terrains", &["pattern"]),
        ("sides", &["roster"]),
        ("maps", &["legend"]),
        ("talents", &["requires"]),
    ];
    let (_, keys) = telling.iter().find(|(name, _)| *name == catalog)?;
    let alone = at.beside(&[catalog, id, "extends"]).is_none();
    let tells = keys.iter().all(|key| at.beside(&[catalog, id, key]).is_some());
    let other = pick(&["items", "figures", "spells", "terrains", "sides", "maps", "rosters", "scenarios"], rng)?;
    if *other == catalog || !alone || !tells || at.pack.find(&[*other, id]).is_some() || at.site.form != Form::Block {
        return None;
    }
    let target = at.pack.files.iter().find_map(|file| Some((file, file.find(&[*other])?)));
    let (file, section) = target?;
    // The record is copied under a new id and title, so that it has no other problems.
    let whole = &at.file.text[at.site.whole.clone()];
    let own_title = at.beside(&[catalog, id, "title"])?;
    let new = whole.replacen(id, &format!("{id}-too"), 1);
    let title = &at.file.text[own_title.value.clone()];
    let new = new.replacen(&format!("title: {title}"), &format!("title: {} too", title.trim_matches('"')), 1);
    let end = section.whole.end;
    Some(Mutation { file: file.path.clone(), span: (end, end), told: Told::At(end + 2, end + 2 + id.len() + 4), new })
}

fn tab(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let line = at.site.whole.start;
    let indent = at.site.key.clone()?.start - line;
    let blank = indent > 0 && at.file.text[line..line + indent].trim().is_empty();
    if !blank {
        return None;
    }
    let spaces = rng.usize(..indent);
    let spaces = " ".repeat(spaces - spaces % 2);
    Some(at.write(line..line + indent, format!("{spaces}\t")).told_from(line + spaces.len()))
}

fn unclosed_quote(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    if !at.text().starts_with('"') || at.site.form != Form::Scalar {
        return None;
    }
    let (start, end) = (at.site.value.start, at.site.value.end);
    Some(match rng.u8(..4) {
        // A different quote does not close the text either.
        0 => at.write(end - 1..end, "'").told_from(start),
        1 => at.write(end - 1..end, "”").told_from(start),
        _ => at.write(end - 1..end, "").told_from(start),
    })
}

fn unclosed_bracket(at: &At<'_>, _: &mut Rng) -> Option<Mutation> {
    if at.site.form != Form::Flow {
        return None;
    }
    let (start, end) = (at.site.value.start, at.site.value.end);
    let rest = &at.file.text[end..];
    // An outermost bracket, so that no other bracket closes it.
    rest.starts_with('\n').then(|| at.write(end - 1..end, "").told_from(start))
}
