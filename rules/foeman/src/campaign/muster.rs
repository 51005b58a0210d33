//! Decisions between two battles: who fights, who is hired, and where to go.

use super::Campaign;
use super::ledger::LedgerEntry;
use super::settle::coins_of;
use foeman_engine::campaign::{Member, Muster, Recruit, Way};

impl Campaign {
    /// Returns the choices before the next battle; none once the campaign is over.
    pub(super) fn mustered(&self) -> Muster {
        let Some(next) = self.next else { return Muster::default() };
        let party = self.party();
        let members = self.ledger.of(party).filter(|(_, entry)| entry.is_hired && entry.can_fight());
        let members =
            members.map(|(id, entry)| Member { id: id.to_owned(), name: entry.name.clone(), rests: entry.rests });
        let recruits =
            self.offers().map(|(id, entry, cost)| Recruit { id: id.to_owned(), name: entry.name.clone(), cost });
        let ways = self.ways.iter().map(|&way| {
            let scenario = self.written.battles[way].scenario.id().to_owned();
            let title = self.titles.get(&scenario).unwrap_or(&scenario).clone();
            Way { title, scenario, is_chosen: way == next }
        });
        Muster {
            coin: self.written.coin.map(|_| self.ledger.coin),
            members: members.collect(),
            recruits: recruits.collect(),
            ways: ways.collect(),
        }
    }

    /// The roster of the party.
    fn party(&self) -> &str {
        self.written.rosters.first().map_or("", |roster| roster.id())
    }

    /// The recruits of the party that have not been hired, with their prices.
    fn offers(&self) -> impl Iterator<Item = (&str, &LedgerEntry, u32)> {
        let party = self.party();
        self.written.recruits.iter().filter(move |recruit| recruit.roster.id() == party).filter_map(move |recruit| {
            let entry = self.ledger.entries.get(&(party.to_owned(), recruit.figure.0.clone()))?;
            (!entry.is_hired).then_some((recruit.figure.0.as_str(), entry, u32::from(recruit.cost)))
        })
    }

    /// Lets a member stay at home, or fight.
    pub(super) fn rest(&mut self, member: &str, rests: bool) -> Result<(), String> {
        let party = self.party().to_owned();
        let others = self.ledger.of(&party).filter(|(id, entry)| *id != member && entry.fights()).count();
        let entry = self.ledger.entries.get_mut(&(party, member.to_owned()));
        let entry = entry.filter(|entry| entry.is_hired && entry.can_fight());
        let entry = entry.ok_or_else(|| format!("expected a member that is able to fight, found `{member}`"))?;
        if rests && others == 0 {
            return Err(format!("{} is the last one to fight; let another fight first", entry.name));
        }
        entry.rests = rests;
        Ok(())
    }

    /// Hires a recruit.
    pub(super) fn hire(&mut self, recruit: &str) -> Result<(), String> {
        let offer = self.offers().find(|(id, ..)| *id == recruit);
        let (cost, name) = offer
            .map(|(_, entry, cost)| (cost, entry.name.clone()))
            .ok_or_else(|| format!("expected a recruit who has not been hired, found `{recruit}`"))?;
        let Some(left) = self.ledger.coin.checked_sub(cost) else {
            let (cost, coin) = (coins_of(cost), coins_of(self.ledger.coin));
            return Err(format!("{name} costs {cost}, but the party has {coin}"));
        };
        self.ledger.coin = left;
        let id = (self.party().to_owned(), recruit.to_owned());
        if let Some(entry) = self.ledger.entries.get_mut(&id) {
            entry.is_hired = true;
        }
        Ok(())
    }

    /// Chooses the next battle.
    pub(super) fn go(&mut self, scenario: &str) -> Result<(), String> {
        let way = self.ways.iter().copied().find(|&way| self.written.battles[way].scenario.id() == scenario);
        let way = way.ok_or_else(|| format!("expected a battle to choose, found `{scenario}`"))?;
        self.next = Some(way);
        Ok(())
    }

    /// Hires the cheapest recruits as long as figures of the party cannot fight.
    pub(super) fn managed(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        if self.next.is_none() {
            return told;
        }
        let party = self.party().to_owned();
        let of_party = |this: &Self, is_fit: bool| {
            this.ledger.of(&party).filter(|(_, entry)| entry.is_hired && entry.can_fight() == is_fit).count()
        };
        let mut wanted = of_party(self, false);
        while wanted > 0 {
            let offer = self.offers().map(|(id, entry, cost)| (cost, id.to_owned(), entry.name.clone())).min();
            let Some((cost, id, name)) = offer else { break };
            if self.hire(&id).is_err() {
                break;
            }
            told.push(format!("{name} is hired for {}", coins_of(cost)));
            wanted -= 1;
        }
        told
    }
}
