//! Battle statistics of one content: damage, kills, and the items winners used.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;

use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::{Deeds, FelledBy, Report, Use};
use foeman_engine::tally::{Register, Tally};
use foeman_schema::statistics::{Mean, wilson};
use serde_json::{Value, json};

use super::counted::{Average, Counted, Look};
use super::csv::quoted;
use foeman_base::console::{Failure, Paint, Stream, printable};

/// The note below usage statistics: correlation is not causation.
pub const NOT_A_CAUSE: &str = "correlation is not cause: figures that are losing drink the potion";

/// The statistics of one content.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Done {
    /// All figures that took part.
    pub figures: Vec<Doer>,
    /// Which figure felled which.
    pub felled: Felled,
    /// The items used, by side; most used first.
    pub used: Vec<Used>,
    /// The items that were never used.
    pub idle: Vec<String>,
}

/// The deeds of one figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Doer {
    /// The name of the figure.
    pub name: String,
    /// The damage it dealt to others, per battle.
    pub dealt: Average,
    /// The damage it took, per battle.
    pub taken: Average,
    /// The number of figures it felled, per battle.
    pub felled: f64,
    /// The number of battles in which it fell.
    pub fell: Counted,
}

/// How often figures felled each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Felled {
    /// The figures that fell, by index.
    pub victims: Vec<usize>,
    /// The figures that felled others; `None` for falls that no figure caused.
    pub by: Vec<Option<usize>>,
    /// The counts for each pair of a victim and the figure that felled it.
    pub cells: BTreeMap<(usize, Option<usize>), Fall>,
}

/// How often one figure felled another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fall {
    /// Per hundred battles.
    pub of_hundred: f64,
    /// The number of battles.
    pub battles: usize,
    /// The seed of the first of them.
    pub first: u64,
}

/// An item used by a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Used {
    /// The item's name.
    pub name: String,
    /// The side's name.
    pub side: String,
    /// The battles in which it happened.
    pub battles: Counted,
    /// Uses per battle.
    pub times: f64,
    /// The damage dealt with it, per battle.
    pub dealt: f64,
    /// The share of wins in battles in which the side used it; `None` if there are none.
    pub with: Option<Counted>,
    /// The share of wins in battles in which the side did not use it.
    pub without: Option<Counted>,
}

impl Done {
    /// Creates the statistics of a report, with the intervals for this look.
    pub fn of(report: &Report, look: Look) -> Self {
        let (deeds, all, names) = (report.deeds(), report.battles.len(), names(report));
        // Leave out figures that could be created during battle and never were.
        let took_part = |at: &usize| {
            let figure = &deeds.figures[*at];
            report.register.figures[*at].side.is_some()
                || figure.fell > 0
                || [figure.dealt, figure.taken].into_iter().flatten().any(|mean| mean.mean > 0.0)
        };
        let shown: Vec<usize> = (0..deeds.figures.len()).filter(took_part).collect();
        let figures = shown.iter().map(|at| {
            let figure = &deeds.figures[*at];
            Doer {
                name: names[*at].clone(),
                dealt: average("dealt", figure.dealt, look),
                taken: average("taken", figure.taken, look),
                felled: each(figure.felled, all),
                fell: Counted::of(&names[*at], figure.fell, all, look),
            }
        });
        let position = |figure: usize| shown.iter().position(|own| *own == figure);
        let used = deeds.used.iter().map(|used| Used::of(report, used, look));
        let idle = deeds.idle.iter().map(|means| report.register.means[*means].name.clone());
        Self {
            figures: figures.collect(),
            felled: Felled::of(&deeds.felled, all, position),
            used: used.collect(),
            idle: idle.collect::<BTreeSet<_>>().into_iter().collect(),
        }
    }
}

impl Felled {
    fn of(falls: &[FelledBy], all: usize, position: impl Fn(usize) -> Option<usize>) -> Self {
        let fall = |fall: &FelledBy| {
            let of_hundred = 100.0 * each(fall.times, all);
            let told = Fall { of_hundred, battles: fall.battles, first: fall.first.0 };
            Some(((position(fall.figure)?, fall.by.and_then(&position)), told))
        };
        let cells: BTreeMap<(usize, Option<usize>), Fall> = falls.iter().filter_map(fall).collect();
        let victims: BTreeSet<usize> = cells.keys().map(|(victim, _)| *victim).collect();
        // Falls that no figure caused come last.
        let by: BTreeSet<(bool, Option<usize>)> = cells.keys().map(|(_, by)| (by.is_none(), *by)).collect();
        Self { victims: victims.into_iter().collect(), by: by.into_iter().map(|(_, by)| by).collect(), cells }
    }
}

impl Used {
    fn of(report: &Report, used: &Use, look: Look) -> Self {
        let (all, name) = (report.battles.len(), report.register.means[used.means].name.clone());
        let won = |count: usize, of: usize| (of > 0).then(|| Counted::of(&name, count, of, look));
        Self {
            side: report.sides.get(usize::from(used.side.0)).cloned().unwrap_or_default(),
            battles: Counted { first: Some(used.first.0), ..Counted::of(&name, used.battles, all, look) },
            times: each(used.times, all),
            dealt: each(used.dealt, all),
            with: won(used.won, used.battles),
            without: won(used.won_without, all - used.battles),
            name,
        }
    }
}

/// Returns the average per battle.
fn each(sum: u64, battles: usize) -> f64 {
    sum as f64 / battles.max(1) as f64
}

fn average(name: &'static str, mean: Option<Mean>, look: Look) -> Average {
    let interval = mean.filter(|_| look == Look::Once).map(|Mean { low, high, .. }| (low, high));
    Average { name, mean: mean.map_or(0.0, |mean| mean.mean), interval, unit: "" }
}

/// Returns the labels of a report's figures: names, with the side or the id added if they are ambiguous.
fn names(report: &Report) -> Vec<String> {
    let Register { figures, .. } = &report.register;
    let side = |side: Option<SideId>| side.and_then(|side| report.sides.get(usize::from(side.0)));
    let with_side = |at: usize| match side(figures[at].side) {
        Some(side) => format!("{} ({side})", figures[at].name),
        None => figures[at].name.clone(),
    };
    let is_once = |of: &dyn Fn(usize) -> String, at: usize| {
        let own = of(at);
        (0..figures.len()).filter(|other| of(*other) == own).count() == 1
    };
    let name = |at: usize| figures[at].name.clone();
    let called = |at: usize| match () {
        () if is_once(&name, at) => name(at),
        () if is_once(&with_side, at) => with_side(at),
        () => format!("{} ({})", figures[at].name, figures[at].id),
    };
    (0..figures.len()).map(called).collect()
}

/// Writes the statistics as text; nothing if there are none.
pub fn table(done: &Done, out: &mut Stream<'_>) -> Result<(), Failure> {
    if !done.figures.is_empty() {
        let row = |figure: &Doer| {
            let harm = |average: &Average| {
                let (mean, interval) = average.words();
                if interval.is_empty() { mean } else { format!("{mean}  {interval}") }
            };
            let fell = format!("{}  {}", figure.fell.count.unwrap_or_default(), figure.fell.percent().trim());
            vec![figure.name.clone(), harm(&figure.dealt), harm(&figure.taken), format!("{:.2}", figure.felled), fell]
        };
        let head = ["in a battle", "harm dealt", "harm taken", "felled", "fell in"];
        grid(&head, done.figures.iter().map(row).collect(), out)?;
    }
    if !done.felled.cells.is_empty() {
        write_felled(done, out)?;
    }
    if !done.used.is_empty() {
        let won =
            |won: &Option<Counted>| won.as_ref().map_or_else(|| "-".to_owned(), |won| won.percent().trim().to_owned());
        let row = |used: &Used| {
            let battles = format!("{:.1} %", 100.0 * used.battles.share);
            let [times, dealt] = [used.times, used.dealt].map(|each| format!("{each:.2}"));
            vec![used.name.clone(), used.side.clone(), battles, times, dealt, won(&used.with), won(&used.without)]
        };
        let head = ["used", "by", "battles", "times", "harm", "won with it", "won without it"];
        grid(&head, done.used.iter().map(row).collect(), out)?;
        if !done.idle.is_empty() {
            writeln!(out, "never used: {}", printable(&done.idle.join(", ")))?;
        }
        writeln!(out, "{NOT_A_CAUSE}; use `--vary` and `--against` to measure effects")?;
    }
    Ok(())
}

fn write_felled(done: &Done, out: &mut Stream<'_>) -> Result<(), Failure> {
    let felled = &done.felled;
    let digits = done.figures.len().to_string().len();
    let named = |at: usize| format!("{:>digits$} {}", at + 1, done.figures[at].name);
    let width = felled.victims.iter().map(|at| named(*at).chars().count()).max().unwrap_or_default();
    let title = "felled in 100 battles by";
    let width = width.max(title.len());
    let heads = felled.by.iter().map(|by| by.map_or_else(|| "nobody".to_owned(), |by| (by + 1).to_string()));
    let heads: String = heads.map(|head| format!("{head:>8}")).collect();
    writeln!(out, "\n{}", out.painted(Paint::Strong, format!("{title:<width$}{heads}")))?;
    for victim in &felled.victims {
        let cell = |by: &Option<usize>| match felled.cells.get(&(*victim, *by)) {
            Some(fall) => format!("{:>8.1}", fall.of_hundred),
            None => format!("{:>8}", "-"),
        };
        let cells: String = felled.by.iter().map(cell).collect();
        writeln!(out, "{:<width$}{cells}", printable(&named(*victim)))?;
    }
    let others = felled.by.iter().flatten().filter(|by| !felled.victims.contains(by)).map(|by| named(*by));
    let others: Vec<String> = others.map(|name| name.trim().to_owned()).collect();
    if !others.is_empty() {
        writeln!(out, "never fell: {}", printable(&others.join(", ")))?;
    }
    Ok(())
}

/// Writes a table with columns of minimal width.
fn grid(heads: &[&str], rows: Vec<Vec<String>>, out: &mut Stream<'_>) -> Result<(), Failure> {
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.chain([heads[at].chars().count()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", printable(cell)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    writeln!(out, "\n{}", out.painted(Paint::Strong, line(&heads)))?;
    for row in &rows {
        writeln!(out, "{}", line(row))?;
    }
    Ok(())
}

/// Returns the CSV column headings of a battle, each preceded by a comma: for each figure, and for each item a side
/// used.
pub fn heads(report: &Report, deeds: &Deeds) -> String {
    let mut heads = String::new();
    for figure in &report.register.figures {
        for column in ["dealt", "taken", "felled_by"] {
            let _ = write!(heads, ",{}", quoted(&format!("{column}:{}", figure.id)));
        }
    }
    for Use { side, means, .. } in &deeds.used {
        let side = report.sides.get(usize::from(side.0)).map_or("", String::as_str);
        let _ = write!(heads, ",{}", quoted(&format!("used:{side}:{}", report.register.means[*means].id)));
    }
    heads
}

/// Returns the CSV cells of a battle for these columns.
pub fn cells(report: &Report, deeds: &Deeds, tally: &Tally) -> String {
    let mut cells = String::new();
    for at in 0..report.register.figures.len() {
        let harm = tally.harm.iter().find(|harm| usize::from(harm.figure) == at);
        let by = tally.felled.iter().filter(|fall| usize::from(fall.figure) == at).map(|fall| match fall.by {
            Some(by) => report.register.figures.get(usize::from(by)).map_or("", |by| by.id.as_str()),
            None => "nobody",
        });
        let by = quoted(&by.collect::<Vec<_>>().join(" "));
        let [dealt, taken] = harm.map_or([0, 0], |harm| [harm.dealt, harm.taken]);
        let _ = write!(cells, ",{dealt},{taken},{by}");
    }
    for Use { side, means, .. } in &deeds.used {
        let used = tally.used.iter().find(|used| used.side == *side && usize::from(used.means) == *means);
        let _ = write!(cells, ",{}", used.map_or(0, |used| used.times));
    }
    cells
}

/// Returns the statistics as JSON; null if there are none.
pub fn value(report: &Report) -> Value {
    if report.register.is_empty() {
        return Value::Null;
    }
    let (Deeds { figures, felled, used, idle }, all) = (report.deeds(), report.battles.len());
    let figure = |at: usize| report.register.figures[at].id.clone();
    let means = |at: usize| report.register.means[at].id.clone();
    let side = |side: SideId| report.sides.get(usize::from(side.0));
    let figures = figures.iter().enumerate().map(|(at, done)| {
        json!({
            "id": figure(at),
            "name": report.register.figures[at].name,
            "side": report.register.figures[at].side.and_then(side),
            "dealt": done.dealt,
            "taken": done.taken,
            "felled": done.felled,
            "fell": done.fell,
            "fellShare": wilson(done.fell, all),
        })
    });
    let felled = felled.iter().map(|fall| {
        json!({
            "figure": figure(fall.figure),
            "by": fall.by.map(figure),
            "times": fall.times,
            "battles": fall.battles,
            "share": wilson(fall.battles, all),
            "first": fall.first,
        })
    });
    let used = used.iter().map(|used| {
        let won = |won: usize, of: usize| (of > 0).then(|| wilson(won, of));
        json!({
            "means": means(used.means),
            "name": report.register.means[used.means].name,
            "side": side(used.side),
            "battles": used.battles,
            "share": wilson(used.battles, all),
            "times": used.times,
            "dealt": used.dealt,
            "won": used.won,
            "wonShare": won(used.won, used.battles),
            "wonWithout": used.won_without,
            "wonWithoutShare": won(used.won_without, all - used.battles),
            "first": used.first,
        })
    });
    json!({
        "figures": figures.collect::<Vec<_>>(),
        "felled": felled.collect::<Vec<_>>(),
        "used": used.collect::<Vec<_>>(),
        "neverUsed": idle.into_iter().map(means).collect::<Vec<_>>(),
    })
}
