//! Running experiments in the balance lab.

use std::path::Path;

use foeman_engine::lab::Until;
use foeman_engine::ruleset::SideId;
use foeman_schema::catalogs::checks::CATALOG;
use foeman_schema::change::Change;
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{LabAction, Written};
use super::view::{LabQuestion, LabUntil};
use super::{Basis, Lab};
use crate::files::Purpose;
use crate::pack::{Pack, disk, new_record};
use crate::play::{PlayAction, Watched};
use crate::shell::action::Action;
use crate::shell::session::{Session, Tone};
use crate::shell::view::{Pane, Selection};
use crate::testing::TestAction;
use foeman_base::console::{Console, Look};
use foeman_lab::record::Question;
use foeman_lab::run::{Ask, Found, Order, Played, journal};
use foeman_lab::{Format, claim, write};

/// Returns the scenario that the balance lab plays.
pub(crate) fn scenario(session: &Session) -> Option<&str> {
    session.view.lab.scenario.as_deref().or(session.view.play.scenario.as_deref())
}

/// Returns the selected integer value, from which a sweep can be set up.
pub(crate) fn selected_number(session: &Session) -> Option<(Pointer, i64)> {
    let selection = session.view.selection().filter(|selection| !selection.field.is_empty())?;
    let draft = session.pack.as_ref()?.draft();
    let record = draft.merged(&selection.record)?;
    let steps: Vec<String> = selection.field.clone();
    let number = steps.iter().try_fold(&record, |value, step| match value {
        serde_json::Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        value => value.get(step),
    })?;
    Some((selection.record.pointer().join(&steps), number.as_i64()?))
}

/// Returns the last result for the current question.
pub(crate) fn played<'l>(session: &Session, lab: &'l Lab) -> Option<&'l Played> {
    lab.told(session.view.lab.question)?.outcome.as_ref().ok().map(|played| &**played)
}

/// Whether the result can be turned into a check.
pub(crate) fn has_claim(session: &Session, lab: &Lab) -> bool {
    played(session, lab).is_some_and(|played| matches!(&played.found, Found::Wins(summary) if summary.battles > 0))
}

/// Returns how many undo steps ago the pack was in a state, as text; `None` if it is unchanged.
pub(crate) fn steps_since(session: &Session, basis: Basis) -> Option<String> {
    let pack = session.pack.as_ref().filter(|pack| pack.revision() != basis.revision)?;
    let steps = pack.history().done().len();
    Some(match steps.checked_sub(basis.steps) {
        Some(1) => "as it was 1 edit ago".to_owned(),
        Some(edits) if edits > 1 => format!("as it was {edits} edits ago"),
        _ => "as it was before the last changes".to_owned(),
    })
}

/// Performs an action of the balance lab.
pub(crate) fn perform(session: &mut Session, lab: &mut Lab, action: LabAction) {
    match action {
        LabAction::Set(view) => session.view.lab = *view,
        LabAction::VarySelected => vary_selected(session),
        LabAction::Run => run(session, lab),
        LabAction::Cancel => lab.cancel(),
        LabAction::Watch(content, seed) => watch(session, lab, content, seed),
        LabAction::AskExport(written) => session.then(Action::Choose(Purpose::Results(written))),
        LabAction::Export(path, written) => export(session, lab, &path, written),
        LabAction::MakeCheck => make_check(session, lab),
    }
}

pub(crate) fn vary_selected(session: &mut Session) {
    let Some((pointer, value)) = selected_number(session) else { return };
    let lab = &mut session.view.lab;
    lab.question = LabQuestion::Sweep;
    lab.path = pointer.to_string().trim_start_matches('/').to_owned();
    lab.values = String::new();
    // Half the value in both directions, which gives at most 19 values.
    let reach = (value.saturating_abs() / 2).max(3);
    lab.range = [value.saturating_sub(reach), value.saturating_add(reach), (reach / 5).max(1)];
    if value >= 0 {
        lab.range[0] = lab.range[0].max(0);
    }
    session.view.show(Pane::Balance);
}

pub(crate) fn run(session: &mut Session, lab: &mut Lab) {
    let Some(order) = order(session) else { return };
    let Some(pack) = &session.pack else { return };
    let basis = Basis { revision: pack.revision(), steps: pack.history().done().len() };
    match order {
        Ok(order) => lab.run(session.view.lab.question, basis, order),
        Err(error) => session.tell(Tone::Bad, error),
    }
    session.view.show(Pane::Balance);
}

pub(crate) fn order(session: &Session) -> Option<Result<Order, String>> {
    let (pack, engine, asked) = (session.pack.as_ref()?, session.engine()?, &session.view.lab);
    let scenario = scenario(session)?.to_owned();
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
            Ask::Against { saved, packs: session.packs.clone(), until }
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
pub(crate) fn watch(session: &mut Session, lab: &mut Lab, content: usize, seed: u64) {
    let Some(engine) = session.engine() else { return };
    let Some(played) = played(session, lab) else { return };
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
    let Some(text) = journal(engine, resolved, seed) else { return };
    let watched = Watched { journal: text, name, players: played.players.clone(), seed };
    session.then(Action::Play(PlayAction::Watch(Box::new(watched))));
}

pub(crate) fn export(session: &mut Session, lab: &mut Lab, path: &Path, written: Written) {
    let Some(played) = played(session, lab) else { return };
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
        Ok(()) => session.tell(Tone::Good, format!("Saved the results to {}", path.display())),
        Err(error) => session.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
    }
}

/// Adds the result as a check to the pack, and runs it.
pub(crate) fn make_check(session: &mut Session, lab: &mut Lab) {
    let side = SideId(session.view.lab.side);
    let Some((pack, played)) = session.pack.as_ref().zip(played(session, lab)) else { return };
    let Some((id, value)) = claim::made(&played.record, side, &played.cast) else { return };
    let key = unused(pack, &id);
    let file = new_record::home(pack, CATALOG, None);
    let name = format!("Make the check {}", key.id);
    let add = Change::AddRecord { record: key.clone(), value, file };
    if session.change_once(name, key.pointer(), &[add]) {
        session.reveal(&key);
        session.select(Selection::record(key.clone()));
        session.then(Action::Test(TestAction::Run(vec![key.id])));
    }
}

/// Returns the key for a check with this id, with a number appended if it exists.
fn unused(pack: &Pack, id: &str) -> RecordKey {
    let ids = std::iter::once(id.to_owned()).chain((2_u32..).map(|number| format!("{id}-{number}")));
    let mut keys = ids.map(|id| RecordKey::new(CATALOG, id));
    keys.find(|key| !pack.draft().contains(key)).expect("some number is unused")
}
