//! What is worked out from the pack while it is drawn, and kept until the pack changes.

use egui::{Id, Ui};

use super::pack::Pack;

/// A value made from the pack, kept until the pack changes.
pub fn kept<T: Clone + Send + Sync + 'static>(ui: &Ui, pack: &Pack, id: Id, make: impl FnOnce() -> T) -> T {
    let kept: Option<(u64, T)> = ui.data(|data| data.get_temp(id));
    if let Some((_, value)) = kept.filter(|(revision, _)| *revision == pack.revision()) {
        return value;
    }
    let value = make();
    ui.data_mut(|data| data.insert_temp(id, (pack.revision(), value.clone())));
    value
}

/// What was made last, whatever has become of the pack since; nothing before the first time.
pub fn last<T: Clone + Send + Sync + 'static>(ui: &Ui, id: Id) -> Option<T> {
    ui.data(|data| data.get_temp::<(u64, T)>(id)).map(|(_, value)| value)
}
