//! A cache in egui's memory for values derived from the pack while drawing.

use egui::{Id, Ui};

use super::Pack;

/// Returns a value derived from the pack, cached until the pack changes.
pub fn kept<T: Clone + Send + Sync + 'static>(ui: &Ui, pack: &Pack, id: Id, make: impl FnOnce() -> T) -> T {
    let kept: Option<(u64, T)> = ui.data(|data| data.get_temp(id));
    if let Some((_, value)) = kept.filter(|(revision, _)| *revision == pack.revision()) {
        return value;
    }
    let value = make();
    ui.data_mut(|data| data.insert_temp(id, (pack.revision(), value.clone())));
    value
}

/// Returns the cached value even if the pack has changed since; `None` if there is none yet.
pub fn last<T: Clone + Send + Sync + 'static>(ui: &Ui, id: Id) -> Option<T> {
    ui.data(|data| data.get_temp::<(u64, T)>(id)).map(|(_, value)| value)
}
