//! Explains the codes of a battle in the words of its log.

use std::sync::LazyLock;

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::notation::code::{ActionCode, Block, COMBAT, Number, Tail, Word};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::verbs::{self, TYPES, Verb, Wanted};
use super::{position, words};
use crate::catalogs::{FigureType, Item, Spell, Talent};
use crate::constants::UNARMED_TITLE;
use crate::content::items::{BODY, NOTHING};
use crate::state::records::Posture;
use foeman_engine::coded::{self, Unknown, find};
use foeman_engine::display::Line;
use foeman_engine::tool::{Argument, Offers, Reach, Tool, ToolError, Toolbox};

/// The tools for the codes of battles.
pub static CODES: Toolbox = Toolbox {
    name: "codes",
    about: "Reads, compares and composes action codes",
    reach: Reach::CommandLine,
    tools: &[Tool {
        name: "explain",
        about: "Explains a code in words, block by block",
        arguments: &[CODE],
        run: |draft, given| {
            let text = given.first().map_or("", String::as_str);
            let fail = |message: String| ToolError { argument: Some(0), message: format!("`{text}`: {message}") };
            let code: ActionCode = text.parse().map_err(|error| fail(format!("{error}")))?;
            Reader::new(draft).explain(&code).map_err(|unknown| fail(unknown.to_string()))
        },
    }],
};

const CODE: Argument =
    Argument { name: "code", about: "A code such as C-H-005-04-001-0004-0", offers: |_, _| Offers::Text };

/// The only location that codes of battles use.
const EVERYWHERE: [(&str, &str); 1] = [("0", "all locations")];

/// Every action of a battle.
static VERBS: LazyLock<Vec<Verb>> = LazyLock::new(verbs::all);

/// The titles of everything that codes of a pack's battles can refer to.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    items: Vec<Named>,
    bodies: Vec<Named>,
    spells: Vec<Named>,
    talents: Vec<Named>,
}

/// A record of the pack, or a natural attack.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    /// The code, if it is an item with one.
    number: Option<Number<9999>>,
    /// The id, or the title of a natural attack, as blocks of a code.
    name: Vec<Word>,
    /// The title used in the log.
    title: String,
}

impl Reader {
    /// Reads the titles in a pack and the packs it requires; records without a title have none.
    pub fn new(draft: &Draft) -> Self {
        let mut reader = Self::default();
        each::<Item>(draft, |id, item| {
            let code = item.get("code").and_then(Value::as_str).and_then(|code| code.parse().ok());
            let number = code.filter(|&code| code != NOTHING && code != BODY);
            reader.items.extend(named(id, item).map(|named| {
                let title = named.title.to_lowercase();
                Named { number, title, ..named }
            }));
        });
        each::<FigureType>(draft, |_, figure| {
            let attacks = figure.get("attacks").and_then(Value::as_array).into_iter().flatten();
            let titles = attacks.filter_map(|attack| attack.get("title")?.as_str());
            reader.bodies.extend(titles.map(|title| Named {
                number: None,
                name: words(title),
                title: title.to_owned(),
            }));
        });
        each::<Spell>(draft, |id, spell| reader.spells.extend(named(id, spell)));
        each::<Talent>(draft, |id, talent| reader.talents.extend(named(id, talent)));
        reader
    }

    /// Explains a code in the words of the log: first as a whole, then block by block.
    ///
    /// The error names the first block that is not valid in a battle.
    pub fn explain(&self, code: &ActionCode) -> Result<Vec<Line>, Unknown> {
        let classes = [(COMBAT.to_string(), "combat", ())];
        find(code, Block::Classifier, "a classifier", classes.into_iter())?;
        let kinds = TYPES.into_iter().map(|(letter, title)| (letter.to_string(), title, title));
        let kind = find(code, Block::Kind, "an action type of combat", kinds)?;
        let verbs = VERBS.iter().filter(|verb| verb.letter == code.kind);
        let verbs = verbs.map(|verb| (verb.number.to_string(), verb.bare, verb));
        let verb = find(code, Block::Action, &format!("an action of {kind}"), verbs)?;
        let score = code.score.get();
        let outcome = verb.outcomes.map(|[made, failed]| if score > 0 { made } else { failed });

        let mut blocks = vec!["combat".to_owned(), kind.to_owned(), verb.bare.to_owned()];
        blocks.push(outcome.map_or_else(|| score.to_string(), |outcome| format!("{score}, {outcome}")));
        let mut thing = None;
        let mut posture = String::new();
        let mut own = Vec::new();
        if let Tail::Combat { more, .. } = &code.tail {
            let known = Posture::ALL.map(|it| (position(it).to_string(), name_of(it), name_of(it)));
            let standing = find(code, Block::Position, "a position", known.into_iter())?;
            posture = format!(", {standing}");
            thing = self.thing(code, verb, more)?;
            let everywhere = EVERYWHERE.map(|(number, title)| (number.to_owned(), title, title));
            let location = find(code, Block::Location, "a location", everywhere.into_iter())?;
            let weapon = match code.weapon() {
                Some(BODY) => "body".to_owned(),
                Some(NOTHING) => "nothing with a number".to_owned(),
                _ => thing.clone().unwrap_or_default(),
            };
            blocks.extend([standing.to_owned(), weapon, location.to_owned()]);
            if !more.is_empty() {
                own.push((Block::Own, joined(more, "-"), thing.clone().unwrap_or_default()));
            }
        }
        let deed = match &thing {
            Some(thing) => verb.words.replacen("{}", thing, 1),
            None => verb.bare.to_owned(),
        };
        let outcome = outcome.map_or(String::new(), |outcome| format!(": {outcome}"));
        let texts = code.blocks().into_iter().filter(|(block, ..)| *block != Block::Own);
        let blocks = texts.zip(blocks).map(|((block, text, _), words)| (block, text, words)).chain(own);
        Ok(coded::explained(code, &format!("{deed}{outcome} (score {score}){posture}"), blocks.collect()))
    }

    /// The title of the item, spell, talent or body part used, if any.
    fn thing(&self, code: &ActionCode, verb: &Verb, more: &[Word]) -> Result<Option<String>, Unknown> {
        let number = code.weapon().unwrap_or(NOTHING);
        let by_name = |list: &[Named]| {
            let titled = list.iter().find(|named| named.name == more).map(|named| named.title.clone());
            titled.unwrap_or_else(|| joined(more, " "))
        };
        Ok(match number {
            NOTHING if more.is_empty() => None,
            NOTHING => Some(by_name(match verb.wants {
                Wanted::Spell => &self.spells,
                Wanted::Talent => &self.talents,
                Wanted::Item | Wanted::Nothing => &self.items,
            })),
            BODY if more.is_empty() => Some(UNARMED_TITLE.to_owned()),
            BODY => Some(by_name(&self.bodies)),
            number => {
                let all = self.items.iter().filter_map(|it| Some((it.number?.to_string(), it.title.as_str(), it)));
                find(code, Block::Weapon, "an item", all)?;
                let mut titles: Vec<&str> = Vec::new();
                for item in self.items.iter().filter(|item| item.number == Some(number)) {
                    if !titles.contains(&item.title.as_str()) {
                        titles.push(&item.title);
                    }
                }
                Some(titles.join(" or "))
            }
        })
    }
}

/// Calls `take` with each record of a catalog, even incomplete ones.
fn each<T: Record>(draft: &Draft, mut take: impl FnMut(&str, &Value)) {
    for id in draft.ids(T::CATALOG) {
        if let Some(record) = draft.bare(&RecordKey::new(T::CATALOG, id)) {
            take(id, &record);
        }
    }
}

fn named(id: &str, record: &Value) -> Option<Named> {
    let title = record.get("title")?.as_str()?.to_owned();
    Some(Named { number: None, name: words(id), title })
}

fn joined(words: &[Word], between: &str) -> String {
    words.iter().map(Word::to_string).collect::<Vec<_>>().join(between)
}

fn name_of(posture: Posture) -> &'static str {
    match posture {
        Posture::Standing => "standing",
        Posture::Kneeling => "kneeling",
        Posture::Prone => "prone",
    }
}
