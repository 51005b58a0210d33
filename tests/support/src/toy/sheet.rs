//! The sheets of a bout: its teams and their breath.

use foeman_engine::sheet::{Attribute, Fact, Member, Sheet, SheetDef, Tables, Track};
use foeman_schema::dialect::Record;
use foeman_schema::text::RecordKey;

use super::catalogs::{Bout, Team};

/// The sheets of teams.
pub(super) static SHEETS: SheetDef = SheetDef {
    catalog: Bout::CATALOG,
    members: |draft, bout| {
        let bout: Option<Bout> = draft.merged(bout).and_then(|value| serde_json::from_value(value).ok());
        let member = |id: &str| {
            let key = RecordKey::new(Team::CATALOG, id);
            let name = draft.title_of_record(&key).unwrap_or(id).to_owned();
            Member { id: id.to_owned(), name, pointer: key.pointer() }
        };
        bout.map(|bout| bout.teams.iter().map(|team| member(team.id())).collect()).unwrap_or_default()
    },
    sheet: |draft, member| {
        let value = draft.merged(&RecordKey::new(Team::CATALOG, &member.id)).ok_or("there is no such team")?;
        let team: Team = serde_json::from_value(value).map_err(|error| error.to_string())?;
        let breath = Attribute {
            name: "Breath".to_owned(),
            value: team.breath.into(),
            usual: team.breath.into(),
            range: (1, 99),
            pointer: member.pointer.child("breath"),
        };
        let text = format!("{} in a row", team.breath);
        let pulls = Fact { name: "Pulls".to_owned(), text: text.clone(), terms: Vec::new(), brief: true };
        let points = Fact { name: "Worth".to_owned(), text, terms: Vec::new(), brief: false };
        Ok(Sheet {
            kind: "Team".to_owned(),
            images: Vec::new(),
            attributes: vec![breath],
            points,
            facts: vec![pulls],
            holdings: Vec::new(),
        })
    },
    tables: |draft, member| {
        let sheet = (SHEETS.sheet)(draft, member)?;
        let track = |attribute: &Attribute| Track {
            name: attribute.name.clone(),
            amount: attribute.value.unsigned_abs(),
            end: String::new(),
        };
        Ok(Tables { tables: Vec::new(), tracks: sheet.attributes.iter().map(track).collect() })
    },
    odds: |_, _| Vec::new(),
    offers: |_, _, _| Vec::new(),
};
