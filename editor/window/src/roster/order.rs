//! Moving a figure within its roster, with its lines and the comments above it.

use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::text::{Location, Pointer, Span};

use super::place::name_of;
use super::sheets;
use crate::shell::session::{Session, Tone};

/// Moves a figure to another position. Text between the figures stays in place.
pub(super) fn shift(session: &mut Session, figure: &Pointer, to: usize) {
    let (Some(pack), Some(def)) = (&session.pack, sheets::def(session)) else { return };
    let Some((record, _)) = figure.record() else { return };
    let pointers: Vec<Pointer> =
        (def.members)(pack.draft(), &record).into_iter().map(|member| member.pointer).collect();
    let Some(from) = pointers.iter().position(|pointer| pointer == figure) else { return };
    let to = to.min(pointers.len() - 1);
    if from == to {
        return;
    }
    let name = name_of(pack, figure);
    let mut wanted = pointers.clone();
    let moved = wanted.remove(from);
    wanted.insert(to, moved);
    let edit = edit(pack.draft(), &pointers, from, to).filter(|edit| {
        // The edit is text, so verify its effect.
        let mut after = pack.draft().clone();
        after.apply(edit);
        let values = |draft: &Draft| pointers.iter().map(|at| value(draft, at)).collect::<Vec<_>>();
        let order = (def.members)(&after, &record).into_iter().map(|member| member.pointer).collect::<Vec<_>>();
        order == wanted && values(&after) == values(pack.draft())
    });
    let Some(edit) = edit else {
        let text = format!("Cannot move {name}: figures share lines or are inherited here");
        return session.tell(Tone::Bad, text);
    };
    session.settle();
    if let Some(pack) = &mut session.pack {
        pack.retype(format!("Move {name}"), figure.clone(), &edit);
    }
    session.settle();
    session.after_change();
}

fn value(draft: &Draft, at: &Pointer) -> Option<serde_json::Value> {
    let (record, steps) = at.record()?;
    let raw = draft.raw(&record)?;
    steps.iter().try_fold(&raw, |value, step| value.get(step)).cloned()
}

/// Returns the edit that moves the lines of a figure; `None` if the figures do not have separate lines in one file.
fn edit(draft: &Draft, pointers: &[Pointer], from: usize, to: usize) -> Option<Edit> {
    let (first, last) = (from.min(to), from.max(to));
    let places: Vec<Location> = pointers[first..=last].iter().map(|at| lines(draft, at)).collect::<Option<_>>()?;
    let file = places.first()?.file;
    let is_ordered = |pair: &[Location]| pair[0].file == file && pair[0].span.end <= pair[1].span.start;
    if !places.windows(2).all(is_ordered) || places.iter().any(|place| place.file != file) {
        return None;
    }
    let text = draft.text(file);
    let mut order: Vec<Span> = places.iter().map(|place| place.span).collect();
    let moved = order.remove(from - first);
    order.insert(to - first, moved);
    let mut new = String::new();
    for (at, span) in order.iter().enumerate() {
        let own = &text[span.range()];
        new.push_str(own);
        if !own.ends_with('\n') {
            new.push('\n');
        }
        if let Some(next) = places.get(at + 1) {
            new.push_str(&text[places[at].span.end..next.span.start]);
        }
    }
    let span = Span::new(places.first()?.span.start, places.last()?.span.end);
    if !text[span.range()].ends_with('\n') {
        new.pop();
    }
    Some(Edit::from(vec![Splice { file, span, text: new }]))
}

/// Returns the lines of a map entry, including comments directly above it; `None` if it shares them with others.
fn lines(draft: &Draft, at: &Pointer) -> Option<Location> {
    let (place, key) = (draft.place(at)?, draft.key_place(at)?);
    let text = draft.text(place.file);
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mut start = line(key.span.start);
    let indent = key.span.start - start;
    if key.file != place.file || !text[start..key.span.start].trim().is_empty() {
        return None;
    }
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_comment = |line: &str| line.trim_start().starts_with('#') && depth(line) == indent;
    while start > 0 && is_comment(&text[line(start - 1)..start]) {
        start = line(start - 1);
    }
    let mut end = text[place.span.end..].find('\n').map_or(text.len(), |at| place.span.end + at + 1);
    if text[..place.span.end].ends_with('\n') {
        end = place.span.end;
    }
    // Empty lines and comments at the end belong to the next entry.
    loop {
        let last = line(end - usize::from(text[..end].ends_with('\n')));
        let own = &text[last..end];
        let is_comment_above = own.trim_start().starts_with('#') && depth(own) <= indent;
        let is_own = !own.trim().is_empty() && !is_comment_above;
        if is_own || last <= place.span.start {
            break;
        }
        end = last;
    }
    Some(Location { file: place.file, span: Span::new(start, end) })
}
