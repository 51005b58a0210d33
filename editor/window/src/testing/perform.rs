//! Running the checks of the open pack.

use foeman_schema::catalogs::checks::CATALOG;

use super::Testing;
use super::action::TestAction;
use crate::shell::view::Pane;
use crate::shell::workspace::Workspace;
use foeman_base::exam;

impl Workspace {
    /// Returns the results of the pack's own checks.
    pub fn testing(&self) -> &Testing {
        &self.testing
    }

    /// Returns the id of the selected check, if it belongs to the pack itself.
    pub fn selected_check(&self) -> Option<&str> {
        let key = self.selected().filter(|key| key.catalog == CATALOG)?;
        self.pack()?.draft().origin(key).is_none().then_some(key.id.as_str())
    }

    /// Whether the pack has its own checks.
    pub fn has_checks(&self) -> bool {
        self.pack().is_some_and(|pack| exam::own(pack.draft()).next().is_some())
    }

    pub(crate) fn perform_test(&mut self, action: TestAction) {
        match action {
            TestAction::Run(ids) => {
                let Some(pack) = &self.pack else { return };
                let engine = pack.draft().dialect().and_then(|dialect| self.registry.engine(dialect.id));
                let Some(engine) = engine else { return };
                let ids = if ids.is_empty() { exam::own(pack.draft()).map(str::to_owned).collect() } else { ids };
                self.testing.run(pack.analysis(), engine, ids, pack.revision());
                self.view.layout.show(Pane::Tests);
            }
            TestAction::Stop => self.testing.stop(),
        }
    }
}
