//! Running the checks of the open pack.

use foeman_schema::catalogs::checks::CATALOG;

use super::Testing;
use super::action::TestAction;
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_base::exam;

/// Returns the id of the selected check, if it belongs to the pack itself.
pub(crate) fn selected_check(session: &Session) -> Option<&str> {
    let key = session.selected().filter(|key| key.catalog == CATALOG)?;
    session.pack()?.draft().origin(key).is_none().then_some(key.id.as_str())
}

/// Whether the pack has its own checks.
pub(crate) fn has_checks(session: &Session) -> bool {
    session.pack().is_some_and(|pack| exam::own(pack.draft()).next().is_some())
}

/// Performs an action on the pack's own checks.
pub(crate) fn perform(session: &mut Session, testing: &mut Testing, action: TestAction) {
    match action {
        TestAction::Run(ids) => {
            let Some(pack) = &session.pack else { return };
            let engine = pack.draft().dialect().and_then(|dialect| session.registry.engine(dialect.id));
            let Some(engine) = engine else { return };
            let ids = if ids.is_empty() { exam::own(pack.draft()).map(str::to_owned).collect() } else { ids };
            testing.run(pack.analysis(), engine, ids, pack.revision());
            session.view.show(Pane::Tests);
        }
        TestAction::Stop => testing.stop(),
    }
}
