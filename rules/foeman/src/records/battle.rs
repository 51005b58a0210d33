//! Battles in progress as records, and the import of these records as a pack in which play continues.
//!
//! Sides, figures and items have the fields named in the notes. The notes have no fields for ground, spells, effects
//! and the pending question, so two additional lists follow: `fmnPoo` holds every record of the pack that the battle
//! needs, `fmnSta` the whole state. If a field of the notes was edited, it overrides the state, as far as [`set`]
//! supports the field.

use std::collections::BTreeMap;

use foeman_schema::analysis::resolve;
use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::edit::written;
use foeman_schema::grid::Direction;
use foeman_schema::json_schema::ID_PATTERN;
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::export::Writer;
use super::import::{FIRST, header};
use super::{Fields, KEPT, List, MOST, joined, latin, lines};
use crate::DIALECT;
use crate::catalogs::{Carry, Kind, Loadout, PlayerClass, Scenario};
use crate::content::{self, Content};
use crate::ids::{FigureId, ItemId, Source};
use crate::notation::record::{AreaCode, Digit, MapOwner, RecordHex, Target};
use crate::situation::Situation;
use crate::state::records::{HaltRecord, SideSequence};
use crate::state::{EffectState, State, Whereabouts};
use foeman_engine::exchange::{Exported, Imported, Note};

/// The list with the records of the pack.
const CONTENT: &str = "fmnPoo";
/// The list with the state.
const STATE: &str = "fmnSta";
/// The key of a scenario that contains the state.
const RESUME: &str = "resume";
/// The key of records that refers to images, and the catalog of images: bitmaps are not part of the file.
const IMAGES: &str = Image::CATALOG;

/// A battle read from records.
struct Battle {
    /// The records it needs, without the state.
    resolved: Resolved,
    state: State,
    notes: Vec<Note>,
}

/// Exports a battle in its current state.
///
/// Fails if the map is larger than 99 x 99, the limit of the record format.
pub(crate) fn export(resolved: &Resolved, content: &Content, state: &State) -> Result<Exported, Note> {
    let bare = bare(resolved);
    let last = content.land.field.geometry.size().map(|length| length.saturating_sub(1) as i32);
    if RecordHex::try_from(last).is_err() {
        let [columns, rows] = content.land.field.geometry.size();
        let message = format!("expected a map of at most 99 x 99, found {columns} x {rows}");
        return Err(Note { place: bare.scenario.to_string(), message });
    }
    let draft = Draft::from_texts(files(&bare, "battle", None), &[&DIALECT]);
    let mut writer = Writer::new(&draft);
    writer.types();
    let mut records = std::mem::take(&mut writer.records);
    records.extend(told(Situation::new(content, state), &writer));
    let mut bytes = joined(&[], records);
    let mut more = format!("{CONTENT}\n");
    for (catalog, all) in &bare.records {
        for (id, record) in all {
            more.push_str(&format!("{catalog}/{id} {}\n", plain(record)));
        }
    }
    let whole = serde_json::to_value(state).expect("all keys of a state are text");
    more.push_str(&format!("{STATE}\n{}\n", plain(&whole)));
    bytes.extend(more.into_bytes());
    if bytes.len() > MOST {
        let message = format!("expected a battle of at most {MOST} bytes, found {}", bytes.len());
        return Err(Note { place: bare.scenario.to_string(), message });
    }
    let mut notes = Vec::new();
    if !resolved.fields.is_empty() {
        let message = "fields that the pack declares are left out: records have no place for them";
        notes.push(Note { place: bare.scenario.to_string(), message: message.to_owned() });
    }
    Ok(Exported { bytes, files: Vec::new(), notes })
}

/// Exports a battle that is resumed; `None` for a scenario that starts from its placements.
pub(super) fn resumed(draft: &Draft, id: &str, kept: Option<&[u8]>) -> Option<Result<Exported, Note>> {
    let key = RecordKey::new(Scenario::CATALOG, id);
    draft.merged(&key)?.get("resume")?;
    let place = key.to_string();
    let resolved = match resolve(draft, id) {
        Ok(resolved) => resolved,
        Err(findings) => {
            let first = findings.into_iter().next().map(|finding| (finding.pointer.to_string(), finding.message));
            let (place, message) = first.unwrap_or((place, "expected a scenario without errors".to_owned()));
            return Some(Err(Note { place, message }));
        }
    };
    let content = match content::read(&resolved) {
        Ok(content) => content,
        Err(problems) => {
            let first = problems.into_iter().next().map(|problem| (problem.pointer.to_string(), problem.message));
            let (place, message) = first.unwrap_or((place, "expected a scenario that can be played".to_owned()));
            return Some(Err(Note { place, message }));
        }
    };
    let state = State::new(&content);
    if let Some(kept) = kept.filter(|kept| holds(kept, &resolved, &state)) {
        return Some(Ok(Exported { bytes: kept.to_vec(), files: Vec::new(), notes: Vec::new() }));
    }
    Some(export(&resolved, &content, &state))
}

/// Imports a battle as a pack; `None` for a file without a battle.
pub(super) fn import(bytes: &[u8], id: &str) -> Option<Result<Imported, Note>> {
    Some(read(bytes)?.map(|Battle { resolved, state, notes }| {
        let resume = serde_json::to_string(&state).expect("all keys of a state are text");
        let files = files(&resolved, id, Some(&resume)).into_iter();
        let mut files: Vec<(String, Vec<u8>)> = files.map(|(path, text)| (path, text.into_bytes())).collect();
        files.push((KEPT.to_owned(), bytes.to_vec()));
        Imported { files, notes }
    }))
}

/// Whether a file already holds this battle, so that it can be written unchanged.
fn holds(bytes: &[u8], resolved: &Resolved, now: &State) -> bool {
    let same = |battle: Battle| battle.resolved.records == bare(resolved).records && battle.state == *now;
    read(bytes).is_some_and(|read| read.is_ok_and(same))
}

/// The records that a battle needs, in canonical order, without its state and without images.
fn bare(resolved: &Resolved) -> Resolved {
    let mut bare: Resolved = serde_json::from_str(&resolved.canonical()).unwrap_or_else(|_| resolved.clone());
    bare.records.remove(IMAGES);
    for (catalog, records) in &mut bare.records {
        for record in records.values_mut().filter_map(Value::as_object_mut) {
            record.shift_remove(IMAGES);
            if catalog == Scenario::CATALOG {
                record.shift_remove(RESUME);
            }
        }
    }
    bare.fields.clear();
    bare.spare.clear();
    bare
}

/// The YAML files of a pack with these records; `resume` becomes the state in its scenario.
fn files(resolved: &Resolved, id: &str, resume: Option<&str>) -> Vec<(String, String)> {
    let mut files = vec![("pack.yaml".to_owned(), header(id))];
    for (catalog, records) in &resolved.records {
        let mut text = format!("{FIRST}{catalog}:\n");
        for (id, record) in records {
            let mut record = record.clone();
            let is_scenario = *catalog == resolved.scenario.catalog && *id == resolved.scenario.id;
            if let (Some(resume), Some(scenario)) = (resume.filter(|_| is_scenario), record.as_object_mut()) {
                scenario.insert(RESUME.to_owned(), Value::from(resume));
            }
            text.push_str(&format!("  {}\n", written(id, &record, 2)));
        }
        files.push((format!("{catalog}.yaml"), text));
    }
    files
}

/// A value as JSON in ASCII, on one line.
fn plain(value: &Value) -> String {
    let mut text = String::new();
    for c in value.to_string().chars() {
        if c.is_ascii() {
            text.push(c);
        } else {
            // Other characters occur only in strings.
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
        }
    }
    text
}

/// Reads a battle; `None` for a file without the content list.
fn read(bytes: &[u8]) -> Option<Result<Battle, Note>> {
    let all = lines(bytes);
    let begins = all.iter().position(|line| line.text == CONTENT)?;
    let (told, rest) = all.split_at(begins);
    let at = |number: usize, message: String| Note { place: format!("line {}", begins + number + 1), message };
    let mut resolved = Resolved {
        ruleset: DIALECT.id.to_owned(),
        scenario: RecordKey::new(Scenario::CATALOG, ""),
        records: BTreeMap::new(),
        fields: BTreeMap::new(),
        spare: BTreeMap::new(),
        language: None,
    };
    let mut state = None;
    for (number, line) in rest.iter().enumerate().skip(1) {
        let read = match (line.text.as_str(), &state) {
            ("" | STATE, _) => continue,
            (text, None) if rest[..number].iter().any(|line| line.text == STATE) => {
                let read = State::read(text).map_err(|error| format!("expected a battle, found {error}"));
                read.map(|read| state = Some(read))
            }
            (text, None) => record(text).map(|(key, value)| {
                if key.catalog == Scenario::CATALOG {
                    resolved.scenario = key.clone();
                }
                resolved.records.entry(key.catalog).or_default().insert(key.id, value);
            }),
            (_, Some(_)) => Err("expected nothing after the battle".to_owned()),
        };
        if let Err(message) = read {
            return Some(Err(at(number, message)));
        }
    }
    let Some(state) = state else {
        return Some(Err(at(rest.len(), format!("expected the list `{STATE}` with a battle, found the end"))));
    };
    Some(joined_with(told, resolved, state))
}

/// Parses a record of the pack: `maps/yard {"title":"Yard"}`.
fn record(text: &str) -> Result<(RecordKey, Value), String> {
    let (key, value) = text.split_once(' ').ok_or("expected the name of a record and its content")?;
    let (catalog, id) = key.split_once('/').ok_or("expected a record such as `maps/yard`")?;
    if !DIALECT.catalogs.iter().any(|known| known.name == catalog) {
        return Err(format!("expected a catalog of `{}`, found `{catalog}`", DIALECT.id));
    }
    let is_id = !id.is_empty() && id.chars().all(|c| c == '-' || c.is_ascii_lowercase() || c.is_ascii_digit());
    if !is_id {
        return Err(format!("expected an id such as `yard`, `{ID_PATTERN}`, found `{id}`"));
    }
    let value: Value = serde_json::from_str(value).map_err(|error| format!("expected a record, found {error}"))?;
    Ok((RecordKey::new(catalog, id), value))
}

/// Applies edited fields of the notes to the state.
fn joined_with(kept: &[super::Line], resolved: Resolved, mut state: State) -> Result<Battle, Note> {
    let fail = |message: String| Note { place: STATE.to_owned(), message };
    let draft = Draft::from_texts(files(&resolved, "battle", None), &[&DIALECT]);
    // Resolved as in a pack, without records that the scenario does not reach.
    let found = resolve(&draft, &resolved.scenario.id).map_err(|findings| {
        let first = findings.into_iter().next().map(|finding| (finding.pointer.to_string(), finding.message));
        let (place, message) =
            first.unwrap_or_else(|| (CONTENT.to_owned(), "expected a scenario without errors".to_owned()));
        Note { place, message }
    })?;
    let resolved = bare(&found);
    let content = content::read(&resolved).map_err(|problems| {
        let first = problems.into_iter().next();
        let (place, message) = first.map_or_else(
            || (CONTENT.to_owned(), "expected a scenario that can be played".to_owned()),
            |problem| (problem.pointer.to_string(), problem.message),
        );
        Note { place, message }
    })?;
    let sound = |state: &State| match content::misfit(&content, state) {
        None => Ok(()),
        Some(what) => Err(fail(format!("expected a battle of this scenario, found {what}"))),
    };
    sound(&state)?;
    let mut writer = Writer::new(&draft);
    writer.types();
    let before = told(Situation::new(&content, &state), &writer);
    let mut notes = Vec::new();
    let mut counted: BTreeMap<List, usize> = BTreeMap::new();
    for (number, line) in kept.iter().enumerate() {
        let Some(list) = line.list else { continue };
        let nth = counted.entry(list).or_default();
        let known = before.get(&list).and_then(|records| records.get(*nth));
        let nth = std::mem::replace(nth, *nth + 1);
        let Some(known) = known else { continue };
        for (at, (found, known)) in line.fields().iter().zip(known).enumerate() {
            if found != known && set(&content, &mut state, (list, nth, at), found).is_none() {
                let field = list.fields().get(at).copied().unwrap_or_default();
                let message =
                    format!("expected `{known}`, the same as in `{STATE}`, found `{found}`; the line is kept");
                notes.push(Note { place: format!("line {}, {} {field}", number + 1, list.name()), message });
            }
        }
    }
    sound(&state)?;
    Ok(Battle { resolved, state, notes })
}

/// Applies a field of the notes to a state; `None` if its text is invalid or the field cannot be set.
fn set(content: &Content, state: &mut State, (list, nth, at): (List, usize, usize), text: &str) -> Option<()> {
    let figure = || u16::try_from(nth).ok().map(FigureId);
    let numbers: Vec<i32> =
        text.chars().map(|c| Some(Digit::try_from(c).ok()?.value().into())).collect::<Option<_>>()?;
    match (list, list.fields().get(at).copied()?, numbers.as_slice()) {
        (List::SidPoo, "Ini", &[die, order]) => {
            let side = state.sides.get_mut(nth)?;
            side.initiative = die;
            side.sequence = match order {
                -1 => SideSequence::Postponed,
                0 => SideSequence::MayMove,
                order => SideSequence::Moved(u8::try_from(order).ok()?),
            };
        }
        (List::FigGrp, "Coo", _) => {
            let hex: RecordHex = text.parse().ok()?;
            state.figures.get_mut(figure()?)?.hex = content.land.field.geometry.hex(hex.cell());
        }
        (List::FigGrp, "Ori", &[facing @ 1..=6, _]) => {
            state.figures.get_mut(figure()?)?.facing = Direction::new(facing - 1);
        }
        (List::FigGrp, "Hit", &[damage, physical, exhaustion]) => {
            let figure = state.figures.get_mut(figure()?)?;
            figure.manoeuvres.damage = damage;
            figure.physical = physical;
            figure.exhaustion = exhaustion;
        }
        (List::ItmGrp, "Bon", _) => {
            let item = state.items.get_mut(nth)?;
            item.count = text.parse().ok().filter(|count| *count > 0)?;
        }
        _ => return None,
    }
    Some(())
}

/// Sides, figures and items with the fields of the notes.
fn told(now: Situation<'_>, writer: &Writer<'_>) -> BTreeMap<List, Vec<Fields>> {
    let sides =
        now.state.sides.iter().zip(1..).map(|(side, number): (_, usize)| {
            vec![number.to_string(), digits([side.initiative, side.sequence.digit()])]
        });
    let figures = (0..now.state.figures.len()).map(|figure| FigureId(figure as u16));
    let items = (0..now.state.items.len()).map(|item| item_fields(now, writer, ItemId(item as u16)));
    let effects = now.state.effects.iter().map(|effect| effect_fields(now, writer, effect));
    BTreeMap::from([
        (List::SidPoo, sides.collect()),
        (List::FigGrp, figures.map(|figure| figure_fields(now, writer, figure)).collect()),
        (List::ItmGrp, items.chain(effects).collect()),
    ])
}

fn figure_fields(now: Situation<'_>, writer: &Writer<'_>, figure: FigureId) -> Fields {
    let (kind, own) = (now.kind(figure), now.figure(figure));
    let hex = |hex| RecordHex::try_from(now.field().geometry.cell(hex)).map(|hex| hex.to_string());
    let empty = String::new;
    let observed = 0;
    let mut fields = vec![
        writer.types.get(&kind.record).cloned().unwrap_or_else(|| named(&kind.name)),
        empty(),
        AreaCode::ARENA.to_string(),
        hex(own.hex).unwrap_or_default(),
        digits([i32::from(own.facing.index()) + 1, observed]),
        empty(),
        empty(),
        named(&now.name(figure)),
    ];
    if kind.kind == Kind::Feature {
        return fields;
    }
    fields[1] = if kind.class == PlayerClass::Bst { "Bst" } else { "Adv" }.to_owned();
    let halt = match own.halt {
        HaltRecord::Unmoved => 0,
        HaltRecord::Moved => 1,
        HaltRecord::Moving => 2,
        HaltRecord::Halted => 3,
    };
    let aim = own.aim.map_or([0, 0], |aim| [1, i32::try_from(aim.since).unwrap_or(i32::MAX)]);
    let option = own.option.map_or(0, |option| i32::from(option.kind().digit()));
    let did = own.did.map_or(0, |option| i32::from(option.digit()));
    // Elements are counted from 1. A figure without another target refers to itself.
    let target = own.option.and_then(|option| option.target());
    let target = match own.manoeuvres.harmed {
        Some(harmed) if target.is_none_or(|target| target == harmed) => Target::Damaged(harmed.0 + 1),
        _ => Target::Figure(target.unwrap_or(figure).0 + 1),
    };
    fields.extend([
        (usize::from(own.side.0) + 1).to_string(),
        empty(),
        empty(),
        empty(),
        "r".to_owned(),
        digits([own.manoeuvres.damage, own.physical, own.exhaustion]),
        hex(own.origin.head).unwrap_or_default(),
        digits([halt, own.heading.digit(), i32::from(own.steps)]),
        digits([i32::from(own.sequence)]),
        empty(),
        digits([i32::from(own.dice.digit()), option, did, aim[0], aim[1]]),
        target.to_string(),
    ]);
    fields
}

fn item_fields(now: Situation<'_>, writer: &Writer<'_>, item: ItemId) -> Fields {
    let (kind, own) = (now.item_kind(item), now.item(item));
    let map = |hex| {
        let hex = RecordHex::try_from(now.field().geometry.cell(hex)).ok()?;
        Some(MapOwner { area: AreaCode::ARENA, hex }.to_string())
    };
    let (owner, place) = match own.at {
        Whereabouts::Carried { place } => {
            let place = match place {
                Loadout::FirstHand => "1thand",
                Loadout::SecondHand => "2dhand",
                Loadout::Belt => "belt",
                Loadout::Back => "back",
                Loadout::Worn => "worn",
            };
            (own.owner.map(|owner| named(&now.name(owner))), place.to_owned())
        }
        Whereabouts::Lying { hex } => (map(hex), super::export::word(&own.lie)),
        Whereabouts::Gone => (None, String::new()),
    };
    let known = writer.items.get(&kind.record);
    // A loaded weapon names the element of its ammunition; ammunition holds the loading score.
    let opened = own.loaded.map(|ammo| ammo.0 + 1).or((own.loading > 0).then_some(own.loading));
    let count = if kind.carry == Carry::Accumulates { own.count.to_string() } else { String::new() };
    vec![
        owner.unwrap_or_default(),
        known.map_or_else(|| named(&kind.title), |(name, ..)| name.clone()),
        known.map_or_else(String::new, |(_, class, _)| class.clone()),
        place,
        opened.map(|opened| opened.to_string()).unwrap_or_default(),
        count,
        String::new(),
    ]
}

/// An effect in force, as an item of its target (`F11.1`, `F12.3`).
fn effect_fields(now: Situation<'_>, writer: &Writer<'_>, effect: &EffectState) -> Fields {
    let content = now.content;
    let code = match effect.source {
        Source::Spell(spell) => content.spell(spell).title.clone(),
        Source::Talent(talent) => content.talent(talent).title.clone(),
        Source::Item(kind) => content.item(kind).title.clone(),
        Source::Kind(kind) => {
            let record = &content.kind(kind).record;
            writer.types.get(record).cloned().unwrap_or_else(|| content.kind(kind).name.clone())
        }
        Source::Named(named) => content.named(named).title.clone(),
        Source::Terrain(terrain) => {
            content.land.ground.terrains.get(terrain.index()).map(|terrain| terrain.title.clone()).unwrap_or_default()
        }
    };
    vec![
        named(&now.name(effect.target)),
        named(&code),
        "fx".to_owned(),
        "mem".to_owned(),
        effect.expires.map(|round| round.to_string()).unwrap_or_default(),
        digits([i32::from(effect.count)]),
        named(&now.name(effect.owner)),
    ]
}

/// Numbers as digits, clamped to the range of a digit.
fn digits<const N: usize>(numbers: [i32; N]) -> String {
    let digit = |number: i32| Digit::try_from(number.clamp(Digit::LEAST.into(), Digit::MOST.into()));
    numbers.into_iter().filter_map(|number| digit(number).ok()).map(|digit| digit.character()).collect()
}

/// A name as a field, with `?` for characters that a field cannot contain.
fn named(name: &str) -> String {
    name.chars().map(|c| if latin(&c.to_string()).is_some() { c } else { '?' }).collect()
}
