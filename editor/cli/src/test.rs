//! `foeman test`: runs the checks of a pack.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use foeman_engine::game::Registry;
use foeman_engine::testing::{Fault, TestReport, TestRun, Verdict};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::resolve::ContentError;
use foeman_schema::script::place_of;
use foeman_schema::text::{Location, Span};
use serde_json::{Value, json};

use super::pack::{self, Pack, Shelves};
use super::report::{self, Format, counted};
use super::{number, playable, unknown};
use foeman_base::console::{Console, Exit, Failure, Paint, Stream, printable};
use foeman_base::exam::{self, Exam, verdict, words};

/// The maximum number of threads; more only compete with each other.
const MOST_THREADS: u16 = 256;

/// Runs a pack's own checks: recorded battles that must repeat, and claims about many battles
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman test content/arena
  foeman test content/arena an-open-question
  foeman test my-pack --fail-fast
  foeman test my-pack --format json | jq .verdict
  foeman play my-pack raid --seed 7 --format check   print a battle as a check

A check is a record of the catalog `checks`.
For a scripted battle, the first command that differs is shown, with the expected and the actual
result.
A claim is true, false or undecided; if one is false or undecided, the exit status is 1.
Its battles use consecutive seeds from `seed` and are counted in that order, so the verdict does
not depend on the number of threads. Sequential tests keep the error rates that the claim declares.")]
pub(super) struct Test {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    /// Only these checks, by id; by default all of the pack's own checks
    #[arg(value_name = "CHECK")]
    checks: Vec<String>,
    #[command(flatten)]
    shelves: Shelves,
    /// Worker threads, at most 256; 0 is one per core
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = number::whole(0..=MOST_THREADS))]
    threads: u16,
    /// Stop at the first check that is not true
    #[arg(long)]
    fail_fast: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The number of each verdict.
#[derive(Default)]
struct Tally {
    held: usize,
    broken: usize,
    open: usize,
}

/// Runs the checks in turn, each on all cores.
pub(super) fn run(args: &Test, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let clock = Instant::now();
    let pack = pack::read(&args.pack, &args.shelves, registry, console)?;
    let analysis = pack.analysis();
    let Some(engine) = pack.draft.dialect().and_then(|dialect| registry.engine(dialect.id)) else {
        return Err(playable::unknown_ruleset(&pack, console));
    };
    let known: Vec<&str> = exam::own(&pack.draft).collect();
    if let Some(word) = args.checks.iter().find(|word| !known.contains(&word.as_str())) {
        return Err(unknown(&format!("one of the checks of `{}`", pack.root.display()), word, &known));
    }
    let named = |id: &&str| args.checks.is_empty() || args.checks.iter().any(|word| word == id);
    let chosen: Vec<&str> = known.iter().copied().filter(named).collect();
    let width = chosen.iter().map(|id| id.chars().count()).max().unwrap_or_default();
    let mut tally = Tally::default();
    for id in &chosen {
        let exam = match Exam::new(&analysis, engine, id) {
            Ok(exam) => exam,
            Err(findings) => return Err(playable::found(&pack, &findings, console)),
        };
        let report = match play(&exam, args.threads.into(), &mut console.err)? {
            Ok(report) => report,
            Err(problems) => {
                problems.iter().try_for_each(|problem| report::problem(&pack, problem, &mut console.err))?;
                return Err(Failure::Findings);
            }
        };
        *match report.verdict {
            Verdict::True => &mut tally.held,
            Verdict::False => &mut tally.broken,
            Verdict::Undecided => &mut tally.open,
        } += 1;
        match args.format {
            Format::Human => tell(&pack, &exam, &report, width, &mut console.out)?,
            Format::Json => writeln!(console.out, "{}", json(&pack, &exam, &report))?,
        }
        console.out.flush()?;
        if args.fail_fast && report.verdict != Verdict::True {
            break;
        }
    }
    let failed = tally.broken + tally.open;
    if chosen.is_empty() {
        writeln!(console.err, "{}: no checks", pack.root.display())?;
    } else {
        let Tally { held, broken, open } = tally;
        let left = chosen.len() - held - failed;
        let left = if left == 0 { String::new() } else { format!(", {left} not played") };
        let (all, spent) = (counted(chosen.len(), "check"), clock.elapsed().as_secs_f64());
        writeln!(
            console.err,
            "{}: {all}: {held} true, {broken} false, {open} undecided{left} in {spent:.1} s",
            pack.root.display()
        )?;
    }
    Ok(if failed == 0 { Exit::Clean } else { Exit::Found })
}

/// Runs a check on other threads, while this one shows progress on a terminal.
fn play(exam: &Exam, threads: usize, err: &mut Stream<'_>) -> Result<Result<TestReport, Vec<ContentError>>, Failure> {
    let (count, never) = (AtomicU32::new(0), AtomicBool::new(false));
    let told = |battles: u32| count.store(battles, Ordering::Relaxed);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let run = TestRun { threads, told: &told, cancel: &never };
        scope.spawn(move || {
            // Sending fails only if the receiver is gone.
            let _ = sender.send(exam.run(run));
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(report) => {
                    if err.is_terminal() {
                        write!(err, "\r{:60}\r", "")?;
                    }
                    return Ok(report);
                }
                Err(RecvTimeoutError::Timeout) if err.is_terminal() => {
                    write!(err, "\r{}: {} battles", exam.key.id, count.load(Ordering::Relaxed))?;
                    err.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The scope resumes the panic when it joins the thread.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Io("the battles of a check were interrupted".to_owned()));
                }
            }
        }
    })
}

fn tell(pack: &Pack, exam: &Exam, report: &TestReport, width: usize, out: &mut Stream<'_>) -> Result<(), Failure> {
    let paint = match report.verdict {
        Verdict::True => Paint::Good,
        Verdict::False => Paint::Bad,
        Verdict::Undecided => Paint::Doubtful,
    };
    let verdict = out.painted(paint, format!("{:<9}", verdict(report.verdict))).to_string();
    let (id, title) = (&exam.key.id, printable(&exam.check.title));
    writeln!(out, "{verdict} {id:<width$}  {title}: {}", words(&exam.check, report))?;
    if !report.faults.is_empty() {
        writeln!(out)?;
        report.faults.iter().try_for_each(|fault| report::finding(pack, &finding(pack, exam, fault), out))?;
        let about = exam.check.about.trim();
        if !about.is_empty() {
            writeln!(out, "  reason: {}\n", printable(about))?;
        }
    }
    Ok(())
}

/// Converts a fault to a finding at its value, or at the record if the value is inherited.
fn finding(pack: &Pack, exam: &Exam, fault: &Fault) -> Finding {
    let pointer = exam.pointer(&fault.at);
    let word = fault.word.and_then(|word| place_of(&pack.draft, &pointer, word));
    let place = word
        .or_else(|| pack.draft.place(&pointer))
        .unwrap_or(Location { file: pack.draft.header_file(), span: Span::at(0) });
    Finding {
        code: "failed-check",
        severity: Severity::Error,
        confidence: Confidence::Certain,
        message: fault.message.clone(),
        place,
        pointer,
        hex: None,
        related: Vec::new(),
        help: fault.help.clone(),
        fixes: Vec::new(),
    }
}

fn json(pack: &Pack, exam: &Exam, report: &TestReport) -> Value {
    let faults = report.faults.iter().map(|fault| {
        let finding = finding(pack, exam, fault);
        let mut object = report::json_place(pack, finding.place);
        object["pointer"] = json!(finding.pointer.to_string());
        object["message"] = json!(fault.message);
        object["help"] = json!(fault.help);
        object
    });
    let faults: Vec<Value> = faults.collect();
    json!({
        "check": exam.key.id,
        "title": exam.check.title,
        "about": exam.check.about,
        "scenario": exam.check.scenario,
        "claim": exam.check.share,
        "verdict": report.verdict,
        "stop": report.stop,
        "seed": exam.check.seed,
        "battles": report.battles,
        "held": report.held,
        "interval": report.interval,
        "faults": faults,
    })
}
