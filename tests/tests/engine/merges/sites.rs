//! The editable values of a file.

use foeman_schema::field::{Field, FieldKind, Joins};
use foeman_schema::text::Pointer;
use serde_json::Value;

use super::edits::{Edit, Op, Touch, find};
use super::files::{Model, Source};
use super::lists::{List, list};

/// An editable value.
struct Site {
    at: Pointer,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Scalar,
    Tag,
    Key,
    Map,
    Whole,
    Set,
    Pile,
    Named(&'static str, bool),
    Cells,
    Record,
}

/// Picks a random edit, near another one if requested.
pub(super) fn any(source: &Source, base: &Model, near: Option<&Edit>, dice: &mut fastrand::Rng) -> Option<Edit> {
    let records: Vec<&String> = base.keys().collect();
    let near_record = near.and_then(|edit| Some(Pointer::root().join(edit.at.parts().get(..2)?).to_string()));
    let record = near_record.filter(|key| base.contains_key(key) && dice.u8(0..4) > 0);
    let record = record.unwrap_or_else(|| records[dice.usize(..records.len())].clone());
    let at = Pointer::parse(&record)?;
    let mut sites = vec![Site { at: at.clone(), what: What::Record }, Site { at: at.clone(), what: What::Record }];
    walk(source, &at, &base[&record], &mut sites);
    let close: Vec<&Site> = sites.iter().filter(|site| near.is_some_and(|edit| edit.at == site.at)).collect();
    let site = match close.is_empty() || dice.bool() {
        true => &sites[dice.usize(..sites.len())],
        false => close[dice.usize(..close.len())],
    };
    edit(source, base, site, dice)
}

fn walk(source: &Source, at: &Pointer, value: &Value, sites: &mut Vec<Site>) {
    let field = source.field(at);
    let mut found = |at: &Pointer, what| sites.push(Site { at: at.clone(), what });
    match value {
        Value::Object(map) => {
            let tag = field.and_then(Field::tag);
            if field.is_some_and(|field| field.kind() == FieldKind::Map) && !map.is_empty() {
                found(at, What::Map);
            }
            for (key, value) in map {
                if tag == Some(key) {
                    sites.push(Site { at: at.clone(), what: What::Tag });
                    continue;
                }
                sites.push(Site { at: at.child(key), what: What::Key });
                walk(source, &at.child(key), value, sites);
            }
        }
        Value::Array(items) => match field.map_or(List::Whole, list) {
            List::Whole => (0..3).for_each(|_| found(at, What::Whole)),
            List::Set => (0..3).for_each(|_| found(at, What::Set)),
            List::Pile => (0..3).for_each(|_| found(at, What::Pile)),
            List::Named { key, ordered } => {
                found(at, What::Named(key, ordered));
                for (position, item) in items.iter().enumerate() {
                    // The name of an item is its identity.
                    for (inner, value) in item.as_object().into_iter().flatten().filter(|(inner, _)| *inner != key) {
                        walk(source, &at.child(position.to_string()).child(inner), value, sites);
                    }
                }
            }
        },
        Value::String(_) if field.is_some_and(|field| field.joins() == Joins::Cells) => {
            (0..3).for_each(|_| found(at, What::Cells));
        }
        Value::Null => {}
        _ => found(at, What::Scalar),
    }
}

fn edit(source: &Source, base: &Model, site: &Site, dice: &mut fastrand::Rng) -> Option<Edit> {
    let at = site.at.clone();
    let value = find(base, &at)?;
    let number = dice.u32(10..10_000);
    let of = |touch, op| Some(Edit { at: site.at.clone(), touch, op });
    match site.what {
        What::Scalar => of(Touch::Changed, Op::Set(at, other(value, dice)?)),
        What::Tag => {
            let key = source.field(&at)?.tag()?;
            of(Touch::Changed, Op::Set(at.child(key), Value::from(format!("kind-{number}"))))
        }
        What::Key if dice.u8(0..4) == 0 && at.parts().len() == 3 => of(Touch::Layout, Op::Unfold),
        What::Key if dice.u8(0..3) == 0 && at.parts().len() == 3 => {
            let note = format!("note {number}");
            of(Touch::Note(note.clone()), Op::NoteAbove(note))
        }
        What::Key if dice.u8(0..3) == 0 && at.parts().len() == 3 && !value.is_object() && !value.is_array() => {
            of(Touch::Layout, Op::NoteBehind(format!("note {number}")))
        }
        What::Key => of(Touch::Cleared, Op::Remove(at)),
        What::Map => {
            let map = value.as_object()?;
            let letters = map.keys().all(|key| key.chars().count() == 1);
            let key = match letters {
                true => dice.char('A'..='Z').to_string(),
                false => format!("zz{number}"),
            };
            let like = map.values().nth(dice.usize(..map.len()))?.clone();
            let new = other(&like, dice).unwrap_or(like);
            let at = at.child(&key);
            (!map.contains_key(&key)).then(|| Edit { at: at.clone(), touch: Touch::New, op: Op::Set(at, new) })
        }
        What::Whole => {
            let items = value.as_array()?;
            let at_item = dice.usize(..items.len().max(1));
            match dice.u8(0..4) {
                0 if items.len() > 1 => of(Touch::Changed, Op::Remove(at.child(at_item.to_string()))),
                1 => {
                    let item = items.get(at_item)?;
                    of(Touch::Changed, Op::Append(at, within(item, dice)?))
                }
                _ => of(Touch::Changed, Op::Set(at.child(at_item.to_string()), within(items.get(at_item)?, dice)?)),
            }
        }
        What::Set => {
            let items = value.as_array()?;
            match dice.bool() && items.len() > 2 {
                true => {
                    let name = items[dice.usize(..items.len())].as_str()?.to_owned();
                    of(Touch::SetRemoved(name.clone()), Op::RemoveItem(at, Value::from(name)))
                }
                false => {
                    // Both people may add the same name.
                    let name = format!("new-{}", dice.u8(0..4));
                    of(Touch::SetAdded(name.clone()), Op::Append(at, Value::from(name)))
                }
            }
        }
        What::Pile => {
            let items = value.as_array()?;
            let (min, max) = match source.field(&at)?.kind() {
                FieldKind::List { min, max } => (min, max.unwrap_or(usize::MAX)),
                _ => (0, usize::MAX),
            };
            let item = items.get(dice.usize(..items.len().max(1)))?;
            if items.iter().filter(|other| *other == item).count() > 1 || items.len().saturating_add(6) > max {
                return None;
            }
            match dice.u8(0..3) {
                0 if items.len() > min.max(1) + 1 => {
                    of(Touch::PileChanged(item.clone()), Op::RemoveItem(at, item.clone()))
                }
                1 => {
                    let new = within(item, dice).filter(|new| !items.contains(new))?;
                    of(Touch::PileAdded(new.clone()), Op::Append(at, new))
                }
                _ => {
                    let new = within(item, dice).filter(|new| !items.contains(new))?;
                    of(Touch::PileChanged(item.clone()), Op::EditItem(at, item.clone(), new))
                }
            }
        }
        What::Named(key, ordered) => {
            let items = value.as_array()?;
            let mut new = items.get(dice.usize(..items.len().max(1)))?.clone();
            new[key] = Value::from(format!("zz{number}"));
            let max = match source.field(&at)?.kind() {
                FieldKind::List { max, .. } => max.unwrap_or(usize::MAX),
                _ => usize::MAX,
            };
            if items.len().saturating_add(6) > max {
                return None;
            }
            of(Touch::NamedAdded(ordered), Op::Append(at, new))
        }
        What::Cells => {
            let lines: Vec<Vec<char>> = value.as_str()?.lines().map(|line| line.chars().collect()).collect();
            let [row, other] = [dice.usize(..lines.len()), dice.usize(..lines.len())];
            let (col, from) = (dice.usize(..lines[row].len()), dice.usize(..lines[other].len()));
            let letter = lines[other][from];
            (lines[row][col] != letter).then_some(())?;
            of(Touch::Cell([row, col]), Op::Draw(at, [row, col], letter))
        }
        What::Record => {
            let catalog = at.parent()?;
            match dice.u8(0..6) {
                0 => of(Touch::Record, Op::Remove(at)),
                1 => of(Touch::Record, Op::Rename(format!("zz{number}"))),
                2 => {
                    let at = catalog.child(format!("new-{}", dice.u8(0..9)));
                    let new = within(value, dice).unwrap_or_else(|| value.clone());
                    Some(Edit { at: at.clone(), touch: Touch::New, op: Op::Set(at, new) })
                }
                3 => {
                    let others: Vec<&String> = base.keys().filter(|key| **key != at.to_string()).collect();
                    let before = Pointer::parse(others.get(dice.usize(..others.len().max(1)))?)?;
                    (before.parent()? == catalog).then_some(())?;
                    let before = before.last().filter(|_| dice.u8(0..4) > 0).map(str::to_owned);
                    of(Touch::Moved, Op::Move(before))
                }
                4 => {
                    let note = format!("note {number}");
                    of(Touch::Note(note.clone()), Op::NoteAbove(note))
                }
                _ => of(Touch::Layout, Op::Unfold),
            }
        }
    }
}

/// Returns a different value of the same type.
fn other(value: &Value, dice: &mut fastrand::Rng) -> Option<Value> {
    match value {
        Value::Number(number) => Some(Value::from(number.as_i64()? + dice.i64(1..5))),
        Value::Bool(yes) => Some(Value::from(!yes)),
        Value::String(text) => Some(Value::from(format!("{} x{}", text.trim_end(), dice.u16(10..1000)))),
        _ => None,
    }
}

/// Returns the value with one of its parts changed.
fn within(value: &Value, dice: &mut fastrand::Rng) -> Option<Value> {
    let mut new = value.clone();
    match &mut new {
        Value::Object(map) => {
            let at = dice.usize(..map.len().max(1));
            let inner = map.values_mut().nth(at)?;
            *inner = within(inner, dice)?;
        }
        Value::Array(items) => {
            let at = dice.usize(..items.len().max(1));
            let inner = items.get_mut(at)?;
            *inner = within(inner, dice)?;
        }
        _ => new = other(value, dice)?,
    }
    Some(new)
}
