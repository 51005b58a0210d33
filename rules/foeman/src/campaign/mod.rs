//! Campaigns: a series of battles in which figures keep losses, harm, gear and experience.
//!
//! The sources define grades and awards (`F11.3`) and the revival of the dead (`F8.2`); everything else here is an
//! assumption.

mod enter;
mod learn;
mod ledger;
mod muster;
mod settle;

use std::collections::BTreeMap;

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;

use self::ledger::Ledger;
use crate::catalogs;
use foeman_engine::campaign::{self, CampaignDef, Chapter, Decision, Ending, Muster, Veteran};

pub(super) static CAMPAIGNS: CampaignDef = CampaignDef { catalog: catalogs::Campaign::CATALOG, begin };

/// The most battles in a campaign, so that loops between battles end (an assumption).
const MOST_BATTLES: usize = 99;

/// A campaign in progress.
#[derive(Clone)]
struct Campaign {
    written: catalogs::Campaign,
    /// The position of the next battle in the list.
    next: Option<usize>,
    /// The positions of the battles to choose from; empty if there is no choice.
    ways: Vec<usize>,
    /// The number of battles fought.
    fought: usize,
    ending: Option<Ending>,
    /// The result of the last battle.
    result: Option<Ending>,
    ledger: Ledger,
    /// The titles of items, by id.
    items: BTreeMap<String, String>,
    /// The titles of scenarios, by id.
    titles: BTreeMap<String, String>,
}

fn begin(draft: &Draft, id: &str) -> Result<Box<dyn campaign::Campaign>, ContentError> {
    let written: catalogs::Campaign = get(draft, &Ref::new(id))?;
    let mut ledger = Ledger::default();
    for reference in &written.rosters {
        let roster: catalogs::Roster = get(draft, reference)?;
        for (key, figure) in &roster.figures {
            let kind: catalogs::FigureType = get(draft, &figure.r#type)?;
            ledger.enrol(reference.id(), &roster.title, key, figure, &kind);
        }
    }
    let title = |item: &str| Some((item.to_owned(), get(draft, &Ref::<catalogs::Item>::new(item)).ok()?.title));
    let items = draft.ids(catalogs::Item::CATALOG).filter_map(title).collect();
    let next = Some(0).filter(|_| !written.battles.is_empty());
    for recruit in &written.recruits {
        let id = (recruit.roster.id().to_owned(), recruit.figure.0.clone());
        if let Some(entry) = ledger.entries.get_mut(&id) {
            entry.is_hired = false;
        }
    }
    ledger.coin = written.coin.map_or(0, |coin| u32::from(coin.start));
    let title = |battle: &catalogs::CampaignBattle| {
        let id = battle.scenario.id().to_owned();
        Some((id, get(draft, &battle.scenario).ok()?.title))
    };
    let titles = written.battles.iter().filter_map(title).collect();
    Ok(Box::new(Campaign {
        written,
        next,
        ways: Vec::new(),
        fought: 0,
        ending: None,
        result: None,
        ledger,
        items,
        titles,
    }))
}

fn get<T: Record>(draft: &Draft, reference: &Ref<T>) -> Result<T, ContentError> {
    let key = RecordKey::new(T::CATALOG, reference.id());
    let problem = |message: String| ContentError { pointer: key.pointer(), message };
    let missing = || problem(format!("expected a record of `{}`, found no `{}`", key.catalog, key.id));
    draft.typed(&key).ok_or_else(missing)?.map_err(|error| problem(error.to_string()))
}

impl campaign::Campaign for Campaign {
    fn title(&self) -> &str {
        &self.written.title
    }

    fn chapter(&self) -> Option<Chapter> {
        let place = self.next?;
        let battle = &self.written.battles[place];
        Some(Chapter {
            number: self.fought + 1,
            place: place + 1,
            of: self.written.battles.len(),
            scenario: battle.scenario.id().to_owned(),
            about: battle.about.clone(),
        })
    }

    fn scenarios(&self) -> Vec<String> {
        self.written.battles.iter().map(|battle| battle.scenario.id().to_owned()).collect()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn result(&self) -> Option<Ending> {
        self.result
    }

    fn veterans(&self) -> Vec<Veteran> {
        self.ledger.veterans(&self.items)
    }

    fn enter(&self, resolved: &Resolved) -> Result<Resolved, ContentError> {
        enter::enter(&self.ledger, resolved)
    }

    fn settle(&mut self, journal: &str) -> Result<Vec<String>, String> {
        let Some(place) = self.next else { return Ok(Vec::new()) };
        let battle = &self.written.battles[place];
        let settled = settle::settle(&self.written, battle, &mut self.ledger, journal);
        let settled = settled.map_err(|error| error.to_string())?;
        self.fought += 1;
        self.result = Some(settled.ending);
        let follows = match settled.ending {
            Ending::Victory => &battle.victory,
            Ending::Defeat | Ending::NobodyLeft => &battle.defeat,
            Ending::Draw => &battle.draw,
        };
        let chosen = settled.next.and_then(|scenario| self.written.position(&scenario));
        self.next = chosen.or_else(|| self.written.after(place, follows)).filter(|_| self.fought < MOST_BATTLES);
        let ways = self.written.ways(place, follows).into_iter().flatten();
        self.ways = ways.filter(|_| chosen.is_none() && self.next.is_some()).collect();
        if self.ways.len() < 2 {
            self.ways.clear();
        }
        self.ledger.entries.values_mut().for_each(|entry| entry.rests = false);
        let party = self.written.rosters.first().map_or("", Ref::id);
        if !self.ledger.can_go_on(party) {
            self.next = None;
            self.ending = Some(Ending::NobodyLeft);
        } else if self.next.is_none() {
            self.ending = Some(settled.ending);
        }
        Ok(settled.told)
    }

    fn muster(&self) -> Muster {
        self.mustered()
    }

    fn decide(&mut self, decision: &Decision) -> Result<(), String> {
        match decision {
            Decision::Rest { member, rests } => self.rest(member, *rests),
            Decision::Hire(recruit) => self.hire(recruit),
            Decision::Go(scenario) => self.go(scenario),
        }
    }

    fn manage(&mut self) -> Vec<String> {
        self.managed()
    }

    fn copy(&self) -> Box<dyn campaign::Campaign> {
        Box::new(self.clone())
    }
}
