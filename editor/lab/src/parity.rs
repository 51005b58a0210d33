//! The parity price: the number of one figure that is a match for an unchanged side.

use std::io::Write;
use std::sync::Arc;

use foeman_engine::game::Engine;
use foeman_engine::lab::{Answer, Parity, Standing};
use foeman_engine::meeting::{Contender, Crowd, CrowdDef};
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::Report;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::statistics::Share;
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::Format;
use super::matrix::choose;
use super::plain::{measures, percent};
use super::record::{Heading, Priced, Question, Record};
use foeman_base::console::{Failure, Paint, Stream, printable};

/// The maximum number of a figure to try: larger battles are slow, and few maps have room for them.
pub const MOST: u32 = 64;

/// A search in progress.
pub struct Search<'a> {
    draft: &'a Draft,
    scenario: RecordKey,
    crowds: CrowdDef,
    who: Contender,
    side: SideId,
    parity: Parity,
    /// The numbers played so far, smallest first.
    played: Vec<Numbered>,
}

/// The battles with one number of figures.
struct Numbered {
    count: u32,
    content: Arc<Resolved>,
    /// The value of each side.
    worth: Vec<Option<i64>>,
    report: Report,
}

impl<'a> Search<'a> {
    /// Starts a search for one figure in the place of a side; the error explains why that is impossible.
    pub fn new(
        engine: &dyn Engine,
        draft: &'a Draft,
        scenario: &str,
        figure: &str,
        side: SideId,
    ) -> Result<Self, String> {
        let known = engine.capabilities().meetings.and_then(|def| Some(((def.contenders)(draft), def.crowds?)));
        let Some((all, crowds)) = known else {
            let ruleset = engine.dialect().id;
            return Err(format!("the ruleset `{ruleset}` cannot replace a side by several copies of a figure"));
        };
        let chosen = choose(&all, &[figure.to_owned()])?;
        let who = (*chosen.first().ok_or("expected a figure")?).clone();
        let scenario = RecordKey::new(engine.dialect().playable, scenario);
        Ok(Self { draft, scenario, crowds, who, side, parity: Parity::new(MOST), played: Vec::new() })
    }

    /// Returns the next number to play, with its content; `None` when the search is over.
    pub fn next_number(&mut self) -> Result<Option<(u32, Arc<Resolved>)>, String> {
        while let Some(count) = self.parity.next() {
            let side = usize::from(self.side.0);
            let crowd = Crowd { who: &self.who, side, count };
            match (self.crowds.crowd)(self.draft, &self.scenario, crowd)? {
                Some(content) => return Ok(Some((count, Arc::new(content)))),
                None => self.parity.has_no_room_for(count),
            }
        }
        Ok(None)
    }

    /// Adds the battles of a number.
    pub fn add(&mut self, count: u32, content: Arc<Resolved>, report: Report) {
        self.parity.add(count, &report, self.side);
        let worth = (self.crowds.worth)(&content);
        let at = self.played.partition_point(|numbered| numbered.count < count);
        self.played.insert(at, Numbered { count, content, worth, report });
    }

    /// Returns the battles played so far, smallest number first.
    pub fn record(&self, heading: &Heading) -> Record {
        let priced = Priced {
            figure: self.who.id.clone(),
            name: self.who.name.clone(),
            side: self.side.0,
            most: MOST,
            room: self.parity.room(),
            worth: self.played.iter().map(|numbered| numbered.worth.clone()).collect(),
        };
        let name = |numbered: &Numbered| (vec![numbered.count.to_string()], numbered.report.clone());
        let heading = Heading { question: Question::Parity(priced), ..heading.clone() };
        Record::new(heading, self.played.iter().map(name).collect())
    }

    /// Returns the contents played, in the order of the record.
    pub fn contents(&self) -> Vec<Arc<Resolved>> {
        self.played.iter().map(|numbered| Arc::clone(&numbered.content)).collect()
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Price {
    /// The numbers tried, and the conclusion from them.
    pub parity: Parity,
    /// The answer as a sentence.
    pub statement: String,
    /// The numbers tried, smallest first.
    pub rows: Vec<PriceRow>,
}

/// The result of one number.
#[derive(Clone, PartialEq, Debug)]
pub struct PriceRow {
    /// The number of figures.
    pub count: u32,
    /// Their total value, in points of the ruleset.
    pub points: Option<i64>,
    /// The total value of the other sides.
    pub against: Option<i64>,
    /// The share of battles they win; a draw counts half.
    pub share: Share,
    /// Whether they are enough.
    pub standing: Standing,
}

impl Price {
    /// Computes the result of a record.
    pub fn of(record: &Record, question: &Priced) -> Self {
        let side = SideId(question.side);
        let mut parity = Parity::new(question.most);
        for (arm, report) in record.heading.arms.iter().zip(&record.reports) {
            let count = arm.name.first().and_then(|count| count.parse().ok()).unwrap_or_default();
            parity.add(count, report, side);
        }
        if let Some(room) = question.room {
            parity.has_no_room_for(room + 1);
        }
        let own = usize::from(side.0);
        let rows = parity.tried().enumerate().map(|(at, (count, tried))| {
            let worth = question.worth.get(at).map_or(&[][..], Vec::as_slice);
            let others = worth.iter().enumerate().filter(|(side, _)| *side != own).map(|(_, points)| *points);
            let against = if worth.is_empty() { None } else { others.sum() };
            let points = worth.get(own).copied().flatten();
            PriceRow { count, points, against, share: tried.share(), standing: tried.standing() }
        });
        let rows = rows.collect();
        let statement = parity.statement(&question.name, &against(record, own));
        Self { parity, statement, rows }
    }
}

impl PriceRow {
    /// Describes whether they are enough.
    pub fn words(&self) -> &'static str {
        match self.standing {
            Standing::Enough => "enough",
            Standing::TooFew => "too few",
            Standing::Open => "undecided",
        }
    }
}

/// Returns the names of the other sides.
fn against(record: &Record, own: usize) -> String {
    let sides = record.reports.first().map_or(&[][..], |report| report.sides.as_slice());
    let others = sides.iter().enumerate().filter(|(side, _)| *side != own).map(|(_, name)| name.as_str());
    others.collect::<Vec<_>>().join(" and ")
}

/// Writes the result of the search.
pub fn write(record: &Record, question: &Priced, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    let price = Price::of(record, question);
    match format {
        Format::Table => table(record, &price, out),
        Format::Csv => csv(record, question, &price, out),
        Format::Json | Format::Jsonl | Format::Check => {
            let tried = price.rows.iter().zip(&record.reports).map(|(row, report)| {
                let mut tried = measures(report);
                tried["count"] = json!(row.count);
                tried["points"] = json!(row.points);
                tried["against"] = json!(row.against);
                tried["share"] = json!(row.share);
                tried["standing"] = json!(row.standing);
                tried["battles"] = json!(report.battles.len());
                tried
            });
            let tried: Vec<Value> = tried.collect();
            let heading = &record.heading;
            let object = json!({
                "figure": question.figure,
                "side": question.side,
                "answer": price.parity.answer(),
                "statement": price.statement,
                "most": question.most,
                "room": question.room,
                "seed": heading.seed,
                "players": heading.players,
                "tried": tried,
            });
            Ok(writeln!(out, "{object:#}")?)
        }
    }
}

fn table(record: &Record, price: &Price, out: &mut Stream<'_>) -> Result<(), Failure> {
    let paint = if matches!(price.parity.answer(), Answer::Found { .. }) { Paint::Strong } else { Paint::Doubtful };
    writeln!(out, "{}\n", out.painted(paint, printable(&price.statement)))?;
    let head = "   number   points  against     won, and the 95 % interval";
    writeln!(out, "{}", out.painted(Paint::Strong, head))?;
    let points = |points: Option<i64>| points.map_or_else(|| "-".to_owned(), |points| points.to_string());
    for row in &price.rows {
        let (own, others) = (points(row.points), points(row.against));
        let (count, won, words) = (row.count, percent(row.share), row.words());
        writeln!(out, "{count:>9}{own:>9}{others:>9}     {won:<28}  {words}")?;
    }
    let battles = record.heading.battles;
    writeln!(out, "\n{battles} battles each, on the same seeds; a draw counts as half a win")?;
    Ok(())
}

fn csv(record: &Record, question: &Priced, price: &Price, out: &mut Stream<'_>) -> Result<(), Failure> {
    writeln!(out, "number,points,against,battles,wins,draws,share,low,high,standing")?;
    let points = |points: Option<i64>| points.map_or_else(String::new, |points| points.to_string());
    for (row, report) in price.rows.iter().zip(&record.reports) {
        let (own, others) = (points(row.points), points(row.against));
        let (battles, wins, draws) = (report.battles.len(), report.wins(SideId(question.side)), report.draws());
        let (Share { low, share, high }, words) = (row.share, row.words());
        writeln!(out, "{},{own},{others},{battles},{wins},{draws},{share:.4},{low:.4},{high:.4},{words}", row.count)?;
    }
    Ok(())
}
