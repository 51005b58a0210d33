//! Transfers the results of a campaign battle to the ledger.

use std::collections::BTreeMap;

use foeman_schema::dialect::Ref;
use foeman_schema::plural::plural;
use foeman_schema::resolve::{ContentError, Resolved};

use super::learn;
use super::ledger::{Ledger, LedgerEntry, placed};
use crate::catalogs::{Campaign, CampaignBattle, Gear, Loadout, Roster, Scenario, Side};
use crate::grade::Grade;
use crate::ids::{FigureId, ItemId};
use crate::instruction::Instruction;
use crate::situation::Situation;
use crate::state::{Condition, State, Whereabouts};
use crate::{Content, Foeman};
use foeman_engine::battle::Battle;
use foeman_engine::campaign::Ending;
use foeman_engine::journal::{self, JournalError};
use foeman_engine::ruleset::{Ruleset, SideId, Turn};

/// The result of a battle.
pub(super) struct Settled {
    /// The result for the party.
    pub(super) ending: Ending,
    /// What happened to each figure, as sentences.
    pub(super) told: Vec<String>,
    /// The scenario that an event has chosen as the next one.
    pub(super) next: Option<String>,
}

/// The roster and the id there of each figure in the battle.
type Origins = BTreeMap<FigureId, (String, String)>;

/// Enters the results of a battle in the ledger.
pub(super) fn settle(
    campaign: &Campaign,
    fought: &CampaignBattle,
    ledger: &mut Ledger,
    journal: &str,
) -> Result<Settled, JournalError> {
    let resolved = journal::content(journal)?;
    let battle = journal::replay::<Foeman>(journal)?;
    let unreadable = |problem: ContentError| JournalError { line: 1, entry: None, message: problem.message };
    let (origins, party) = origins(&resolved, campaign.rosters.first()).map_err(unreadable)?;
    let winners = match battle.turn() {
        Turn::Over(outcome) => outcome.winners,
        Turn::Ask { .. } | Turn::Auto => Vec::new(),
    };
    let ending = match party {
        _ if winners.is_empty() => Ending::Draw,
        Some(party) if winners.contains(&party) => Ending::Victory,
        _ => Ending::Defeat,
    };
    let (content, state) = (battle.content(), battle.state());
    let now = Situation::new(content, state);
    let mut told = Vec::new();
    let deeds = deeds(&battle);
    for (&figure, id) in &origins {
        let Some(entry) = ledger.entries.get_mut(id).filter(|entry| entry.alive) else { continue };
        let won = winners.contains(&now.figure(figure).side);
        take_harm(now, figure, entry);
        if !entry.alive {
            told.push(format!("{} is dead", entry.name));
            continue;
        }
        entry.gear = gear(content, state, figure, won);
        let beaten = deeds.get(&figure).into_iter().flatten();
        let grades = beaten.map(|&foe| grade(now, foe).award(i32::from(campaign.experience.foe)).max(0) as u32);
        let victory = u32::from(fought.award.unwrap_or(campaign.experience.victory));
        let points = grades.sum::<u32>() + if won { victory } else { 0 };
        let learned = learn::award(entry, points, &campaign.experience);
        if points > 0 {
            let raised = learned.iter().map(|raised| format!(", and now has {raised}")).collect::<String>();
            told.push(format!("{} gets {points} experience{raised}", entry.name));
        }
    }
    let wounded: Vec<&(String, String)> = origins.values().collect();
    let before: Vec<i32> = wounded.iter().filter_map(|id| Some(ledger.entries.get(*id)?.mod_st())).collect();
    ledger.rest(campaign.rest);
    let rested = wounded.into_iter().filter_map(|id| ledger.entries.get(id)).zip(before);
    told.extend(rested.filter_map(|(entry, before)| wounds(entry, before)));
    if let Some(coin) = campaign.coin {
        let gained = if ending == Ending::Victory { coin.victory } else { coin.defeat };
        ledger.coin = ledger.coin.saturating_add(u32::from(gained));
        if gained > 0 {
            told.push(format!("The party gets {}", coins_of(u32::from(gained))));
        }
    }
    let next = state.unfolding.next.and_then(|next| content.successors.get(next.index()).cloned());
    Ok(Settled { ending, told, next })
}

/// Reports the wounds of a figure; `None` if it has none.
fn wounds(entry: &LedgerEntry, before: i32) -> Option<String> {
    let full = entry.attributes[0];
    let after = entry.mod_st();
    let name = &entry.name;
    match entry.alive && before < full {
        true if after >= full => Some(format!("{name} had {before} of {full} ST, and recovers")),
        true if !entry.can_fight() => Some(format!("{name} has {after} of {full} ST after the rest, and cannot fight")),
        true => Some(format!("{name} had {before} of {full} ST, and has {after} after the rest")),
        false => None,
    }
}

/// An amount of money in words.
pub(super) fn coins_of(coins: u32) -> String {
    plural(coins as usize, "coin", "coins")
}

/// Finds the roster entries of the figures in the battle, and the party's side.
fn origins(resolved: &Resolved, party: Option<&Ref<Roster>>) -> Result<(Origins, Option<SideId>), ContentError> {
    let scenario: Scenario = resolved.scenario()?;
    let (mut origins, mut of_party) = (Origins::new(), None);
    for (part, number) in scenario.sides.iter().zip(0..) {
        let side: Side = resolved.get(&part.side)?;
        let roster: Roster = resolved.get(&side.roster)?;
        if party == Some(&side.roster) {
            of_party = of_party.or(Some(SideId(number)));
        }
        for key in placed(&roster, part.place.keys()) {
            // The battle numbers figures in the order of placement.
            let figure = FigureId(origins.len() as u16);
            origins.insert(figure, (side.roster.id().to_owned(), key.to_owned()));
        }
    }
    Ok((origins, of_party))
}

/// Takes over harm, and whether the figure lives: killed figures revive if the scenario says so (`F8.2`).
fn take_harm(now: Situation<'_>, figure: FigureId, entry: &mut LedgerEntry) {
    let own = now.figure(figure);
    (entry.physical, entry.exhaustion) = (own.physical, own.exhaustion);
    entry.alive = now.outlives(figure);
    if entry.alive && now.mod_st(figure) < 1 {
        // Revived figures start unconscious and recover from there.
        (entry.physical, entry.exhaustion) = ((now.kind(figure).st - 1).max(0), 0);
    }
}

/// Returns the gear of a figure after the battle. Winners collect what they dropped, and counted items such as arrows
/// are refilled to the initial count (an assumption): a campaign should not be lost for lack of arrows.
fn gear(content: &Content, state: &State, figure: FigureId, won: bool) -> Vec<Gear> {
    let first: usize = content.start[..figure.index()].iter().map(|start| start.gear.len()).sum();
    let brought = &content.start[figure.index()].gear;
    let brought = |item: ItemId| item.index().checked_sub(first).and_then(|nth| brought.get(nth));
    let mut items: Vec<ItemId> = state.figure(figure).gear.to_vec();
    let own = (first..first + content.start[figure.index()].gear.len()).map(|item| ItemId(item as u16));
    items.extend(own.filter(|item| {
        let left = state.item(*item);
        let is_counted = content.item(left.kind).counted;
        let lies = matches!(left.at, Whereabouts::Lying { .. });
        left.owner.is_none() && ((won && lies) || (is_counted && left.at == Whereabouts::Gone))
            || left.owner == Some(figure) && !state.figure(figure).gear.contains(item)
    }));
    let mut carried: Vec<Gear> = Vec::new();
    for item in items {
        let left = state.item(item);
        let kind = content.item(left.kind);
        let Some(place) = left.place().or(brought(item).map(|brought| brought.place)) else { continue };
        let is_full = place.is_hand() && carried.iter().any(|other| other.place == place);
        let place = if is_full { Loadout::Back } else { place };
        let count = brought(item).filter(|_| kind.counted).map_or(left.count, |brought| brought.count.max(left.count));
        carried.push(Gear { item: Ref::new(kind.record.as_str()), place, count: count.max(1) });
    }
    carried
}

/// The opponents that each figure put out of action; of several opponents, the last to act in the journal entry counts.
fn deeds(battle: &Battle<Foeman>) -> BTreeMap<FigureId, Vec<FigureId>> {
    let content = battle.content();
    let mut state = Foeman::empty(content);
    let mut deeds: BTreeMap<FigureId, Vec<FigureId>> = BTreeMap::new();
    for entry in battle.entries() {
        let mut doers: Vec<FigureId> = Vec::new();
        for instruction in &entry.did {
            let stood: Vec<FigureId> = Situation::new(content, &state).active().collect();
            Foeman::apply(content, &mut state, instruction);
            let now = Situation::new(content, &state);
            for fallen in stood.into_iter().filter(|&figure| Condition::at(now.mod_st(figure)) != Condition::Active) {
                if let Some(&doer) = doers.iter().rev().find(|&&doer| now.opposed(doer, fallen)) {
                    deeds.entry(doer).or_default().push(fallen);
                }
            }
            if let Instruction::Figure(figure, _) = instruction {
                doers.push(*figure);
            }
        }
    }
    deeds
}

fn grade(now: Situation<'_>, figure: FigureId) -> Grade {
    let kind = now.kind(figure);
    Grade::of([kind.st, kind.dx, kind.iq, i32::from(kind.ma)])
}
