//! Running experiments in the balance lab.

use std::path::Path;

use foeman_engine::game::Engine;
use foeman_engine::lab::Until;
use foeman_engine::ruleset::SideId;
use foeman_schema::catalogs::checks::CATALOG;
use foeman_schema::change::Change;
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{LabAction, Written};
use super::view::{LabQuestion, LabUntil};
use super::{Basis, Lab};
use crate::files::Purpose;
use crate::pack::Pack;
use crate::pack::disk;
use crate::pack::new_record;
use crate::play::Seat;
use crate::shell::view::{Pane, Selection};
use crate::shell::workspace::{Tone, Workspace};
use crate::testing::TestAction;
use foeman_base::console::{Console, Look};
use foeman_lab::record::Question;
use foeman_lab::run::{Ask, Found, Order, Played, journal};
use foeman_lab::{Format, claim, write};

impl Workspace {
    /// Returns the balance lab.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// Returns the scenario that the balance lab plays.
    pub fn lab_scenario(&self) -> Option<&str> {
        self.view.lab.scenario.as_deref().or(self.view.play.scenario.as_deref())
    }

    /// Returns the ruleset of the open pack.
    pub(crate) fn engine(&self) -> Option<&'static dyn Engine> {
        self.registry.engine(self.pack.as_ref()?.draft().dialect()?.id)
    }

    /// Returns the selected integer value, from which a sweep can be set up.
    pub fn selected_number(&self) -> Option<(Pointer, i64)> {
        let selection = self.view.selection().filter(|selection| !selection.field.is_empty())?;
        let draft = self.pack.as_ref()?.draft();
        let record = draft.merged(&selection.record)?;
        let steps: Vec<String> = selection.field.clone();
        let number = steps.iter().try_fold(&record, |value, step| match value {
            serde_json::Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            value => value.get(step),
        })?;
        Some((selection.record.pointer().join(&steps), number.as_i64()?))
    }

    /// Returns the last result for the current question.
    pub(crate) fn played(&self) -> Option<&Played> {
        self.lab.told(self.view.lab.question)?.outcome.as_ref().ok().map(|played| &**played)
    }

    /// Whether the result can be turned into a check.
    pub fn has_claim(&self) -> bool {
        self.played().is_some_and(|played| matches!(&played.found, Found::Wins(summary) if summary.battles > 0))
    }

    /// Returns how many undo steps ago the pack was in a state, as text; `None` if it is unchanged.
    pub fn steps_since(&self, basis: Basis) -> Option<String> {
        let pack = self.pack.as_ref().filter(|pack| pack.revision() != basis.revision)?;
        let steps = pack.history().done().len();
        Some(match steps.checked_sub(basis.steps) {
            Some(1) => "as it was 1 edit ago".to_owned(),
            Some(edits) if edits > 1 => format!("as it was {edits} edits ago"),
            _ => "as it was before the last changes".to_owned(),
        })
    }

    pub(crate) fn perform_lab(&mut self, action: LabAction) {
        match action {
            LabAction::Set(view) => self.view.lab = *view,
            LabAction::VarySelected => self.vary_selected(),
            LabAction::Run => self.run_lab(),
            LabAction::Cancel => self.lab.cancel(),
            LabAction::Watch(content, seed) => self.watch(content, seed),
            LabAction::AskExport(written) => self.choose(Purpose::Results(written)),
            LabAction::Export(path, written) => self.export(&path, written),
            LabAction::MakeCheck => self.make_check(),
        }
    }

    pub(crate) fn vary_selected(&mut self) {
        let Some((pointer, value)) = self.selected_number() else { return };
        let lab = &mut self.view.lab;
        lab.question = LabQuestion::Sweep;
        lab.path = pointer.to_string().trim_start_matches('/').to_owned();
        lab.values = String::new();
        // Half the value in both directions, which gives at most 19 values.
        let reach = (value.saturating_abs() / 2).max(3);
        lab.range = [value.saturating_sub(reach), value.saturating_add(reach), (reach / 5).max(1)];
        if value >= 0 {
            lab.range[0] = lab.range[0].max(0);
        }
        self.view.layout.show(Pane::Balance);
    }

    pub(crate) fn run_lab(&mut self) {
        let Some(order) = self.order() else { return };
        let Some(pack) = &self.pack else { return };
        let basis = Basis { revision: pack.revision(), steps: pack.history().done().len() };
        match order {
            Ok(order) => self.lab.run(self.view.lab.question, basis, order),
            Err(error) => self.tell(Tone::Bad, error),
        }
        self.view.layout.show(Pane::Balance);
    }

    pub(crate) fn order(&self) -> Option<Result<Order, String>> {
        let (pack, engine, asked) = (self.pack.as_ref()?, self.engine()?, &self.view.lab);
        let scenario = self.lab_scenario()?.to_owned();
        let ask = match asked.question {
            LabQuestion::Wins => Ask::Wins,
            LabQuestion::Change => {
                let Some(saved) = pack.root() else {
                    return Some(Err("Save the pack first: there is no saved version to compare with".to_owned()));
                };
                let until = match asked.until {
                    LabUntil::Decided => Until::Decided,
                    LabUntil::All => Until::All,
                };
                Ask::Against { saved, packs: self.packs.clone(), until }
            }
            LabQuestion::Sweep => match format!("{}={}", asked.path, asked.swept()).parse() {
                Ok(sweep) => Ask::Vary(sweep),
                Err(error) => return Some(Err(format!("Cannot vary this: {error}"))),
            },
            LabQuestion::Matrix => Ask::Matrix(asked.figures.iter().cloned().collect()),
            LabQuestion::Parity => {
                let first = || Some((engine.capabilities().meetings?.contenders)(pack.draft()).into_iter().next()?.id);
                let chosen = Some(asked.figure.clone()).filter(|figure| !figure.is_empty());
                Ask::Parity(chosen.or_else(first).unwrap_or_default())
            }
        };
        let usual = engine.players().first()?.id;
        let known = |id: &String| engine.player(id).unwrap_or(usual);
        Some(Ok(Order {
            analysis: pack.analysis(),
            engine,
            scenario,
            battles: asked.battles.clamp(1, foeman_lab::MOST_BATTLES),
            seed: asked.seed,
            threads: asked.threads.into(),
            players: asked.players.iter().map(known).collect(),
            side: SideId(asked.side),
            ask,
        }))
    }

    /// Opens a simulated battle in test-play, at its start.
    pub(crate) fn watch(&mut self, content: usize, seed: u64) {
        let Some(engine) = self.engine() else { return };
        let Some(played) = self.played() else { return };
        let heading = &played.record.heading;
        let name = heading.arms.get(content).map(|arm| match &heading.question {
            Question::Plain => format!("The battle with seed {seed}"),
            Question::Against(_) => format!("The battle with seed {seed}, {}", arm.name.join(" ")),
            Question::Vary(_) => format!("The battle with seed {seed} and {}", arm.name.join(" ")),
            Question::Parity(priced) => {
                format!("The battle of {} {} with seed {seed}", arm.name.join(" "), priced.name)
            }
            Question::Matrix => format!("The battle of {} with seed {seed}", arm.sides.join(" against ")),
        });
        let (Some(resolved), Some(name)) = (played.contents.get(content), name) else { return };
        let players = played.players.clone();
        let Some(text) = journal(engine, resolved, seed) else { return };
        match self.play.open(&text, name, self.registry) {
            Ok(scenario) => {
                self.view.close_sums();
                for (side, player) in players.into_iter().enumerate() {
                    self.play.with(|battle| battle.seat(side, Seat::Computer(player)));
                }
                let playable = self.pack.as_ref().and_then(|pack| pack.draft().dialect()).map(|known| known.playable);
                let key = RecordKey::new(playable.unwrap_or_default(), scenario);
                let known = self.pack.as_ref().is_some_and(|pack| pack.index().entry(&key).is_some());
                // A matchup generated by the lab cannot be restarted from the pack.
                self.view.play.scenario = known.then_some(key.id);
                self.view.play.seed = seed;
                self.view.layout.show(Pane::Play);
            }
            Err(error) => self.tell(Tone::Bad, format!("Cannot show this battle: {error}")),
        }
    }

    pub(crate) fn export(&mut self, path: &Path, written: Written) {
        let Some(played) = self.played() else { return };
        let format = match written {
            Written::Csv => Format::Csv,
            Written::Json => Format::Json,
        };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let made = write(&played.record, format, &mut Console::new(&mut out, Look::Plain, &mut err, Look::Plain).out);
        let saved = made.map_err(|failure| format!("{failure:?}"));
        let saved =
            saved.and_then(|()| disk::write(path, &String::from_utf8_lossy(&out)).map_err(|error| error.to_string()));
        match saved {
            Ok(()) => self.tell(Tone::Good, format!("Saved the results to {}", path.display())),
            Err(error) => self.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
        }
    }

    /// Adds the result as a check to the pack, and runs it.
    pub(crate) fn make_check(&mut self) {
        let side = SideId(self.view.lab.side);
        let Some((pack, played)) = self.pack.as_ref().zip(self.played()) else { return };
        let Some((id, value)) = claim::made(&played.record, side, &played.cast) else { return };
        let key = unused(pack, &id);
        let file = new_record::home(pack, CATALOG, None);
        let name = format!("Make the check {}", key.id);
        let add = Change::AddRecord { record: key.clone(), value, file };
        if self.change_once(name, key.pointer(), &[add]) {
            self.reveal(&key);
            self.select(Selection::record(key.clone()));
            self.perform_test(TestAction::Run(vec![key.id]));
        }
    }
}

/// Returns the key for a check with this id, with a number appended if it exists.
fn unused(pack: &Pack, id: &str) -> RecordKey {
    let ids = std::iter::once(id.to_owned()).chain((2_u32..).map(|number| format!("{id}-{number}")));
    let mut keys = ids.map(|id| RecordKey::new(CATALOG, id));
    keys.find(|key| !pack.draft().contains(key)).expect("there are more numbers than checks")
}
