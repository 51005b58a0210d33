//! Changing a map's size and geometry: the dialog with its cost preview, and sizes typed into the form.

use foeman_schema::change::Change;
use foeman_schema::dialect::RecordView;
use foeman_schema::draft::Draft;
use foeman_schema::grid::MOST_CELLS_ACROSS;
use foeman_schema::regrid::{self, Anchor, Fallen, Placed, Regrid, Regridded, regrid};
use foeman_schema::text::{Pointer, RecordKey};
use serde::Deserialize as _;
use serde_json::Value;

use super::dialog_state::{Cost, Reshape};
use crate::pack::Pack;
use crate::shell::session::{Question, Session};

pub(crate) fn ask_reshape(session: &mut Session, map: RecordKey) {
    let Some(pack) = &session.pack else { return };
    let record = pack.draft().merged(&map).unwrap_or_default();
    let Some(old) = regrid::written(pack.draft(), &map) else { return };
    let mut reshape = Reshape {
        map,
        old,
        new: old,
        shift: None,
        anchor: Anchor::default(),
        fill: fill(&record),
        fallen: Fallen::default(),
        cost: Ok(Cost::default()),
    };
    reshape.cost = cost(pack, &reshape);
    session.question = Some(Question::Reshape(Box::new(reshape)));
}

pub(crate) fn reshape(session: &mut Session) {
    let (Some(pack), Some(Question::Reshape(asked))) = (&session.pack, &session.question) else { return };
    let Ok(done) = regrid(pack.draft(), &asked.map, &asked.regrid()) else { return };
    let name = format!("Resize {}", pack.index().title(&asked.map));
    let map = asked.map.clone();
    session.question = None;
    if session.change_once(name, map.pointer(), &done.changes) {
        session.view.look(map.to_string(), None);
    }
}

pub(super) fn cost(pack: &Pack, reshape: &Reshape) -> Result<Cost, String> {
    let done = regrid(pack.draft(), &reshape.map, &reshape.regrid()).map_err(|error| error.to_string())?;
    let Regridded { changes, lost, fallen, emptied } = done;
    let words = |placed: &Placed| {
        let [col, row] = placed.cell;
        format!("{} at {col},{row}", place(pack, &placed.entry))
    };
    let zone = |at: &Pointer| {
        let title = pack
            .draft()
            .merged(&reshape.map)
            .and_then(|map| Some(map.get("zones")?.get(at.last()?)?.get("title")?.as_str()?.to_owned()));
        title.unwrap_or_else(|| at.last().unwrap_or_default().to_owned())
    };
    Ok(Cost {
        lost,
        fallen: fallen.iter().map(words).collect(),
        emptied: emptied.iter().map(zone).collect(),
        changes: !changes.is_empty(),
    })
}

/// Returns a description of a placement: `A matter of one copper: maud`.
fn place(pack: &Pack, entry: &Pointer) -> String {
    let Some((record, field)) = entry.record() else { return entry.to_string() };
    let title = pack.index().title(&record).to_owned();
    let is_number = |part: &&String| part.bytes().all(|byte| byte.is_ascii_digit());
    let name = match field {
        [.., list, at] if is_number(&at) => format!("{list} {at}"),
        [.., name] => name.clone(),
        [] => return title,
    };
    format!("{title}: {name}")
}

/// Returns the letter for new cells of a map: the most common one on its border, else the first of its legend.
fn fill(record: &Value) -> char {
    let rows = record.get("rows").and_then(Value::as_str).unwrap_or_default();
    let legend = record.get("legend").and_then(Value::as_object);
    let known = |letter: &char| legend.is_some_and(|legend| legend.contains_key(&*letter.encode_utf8(&mut [0; 4])));
    let first = || legend.into_iter().flatten().find_map(|(key, _)| key.chars().next());
    regrid::rim(rows).filter(known).or_else(first).unwrap_or('.')
}

/// Returns the changes for a size typed into the form of a map: the terrain is adjusted and stays anchored at the top
/// left.
pub(crate) fn resized(draft: &Draft, change: &Change) -> Option<Vec<Change>> {
    let Change::Set { at, value } = change else { return None };
    let (map, field) = at.record()?;
    let view = draft.dialect()?.catalog(&map.catalog)?.view;
    let old = regrid::written(draft, &map).filter(|_| view == RecordView::Map)?;
    let mut size = old.size;
    match field.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["geometry", "size", axis @ ("0" | "1")] => {
            size[usize::from(axis == "1")] = u32::try_from(value.as_u64()?).ok()?;
        }
        ["geometry", "size"] => size = <[u32; 2]>::deserialize(value).ok()?,
        _ => return None,
    }
    let fits = size.iter().all(|count| (1..=MOST_CELLS_ACROSS).contains(count)) && old.fit().is_ok();
    let fill = fill(&draft.merged(&map)?);
    let to = Regrid { fallen: Fallen::Leave, ..Regrid::kept(old, size, Anchor::default(), fill) };
    Some(regrid(draft, &map, &to).ok().filter(|_| fits)?.changes)
}
