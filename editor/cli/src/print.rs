//! `foeman print`: a pack or a scenario on paper, as PDF.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use foeman_engine::game::Registry;
use foeman_print::options::{Back, CounterSize, Flip, HEXES, MOST_BLEED, Offset, Options, Part};
use foeman_print::paper::{Length, Paper};
use foeman_print::subject::{Subject, SubjectError};
use foeman_print::{pdf, print};

use super::language::Language;
use super::pack::{self, Shelves};
use super::report::{self, counted};
use super::{playable, unknown};
use foeman_base::console::{Console, Exit, Failure, Paint};
use foeman_base::save;

/// Prints maps, counters and sheets of a pack or a scenario as PDF
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman print content/arena duel -o duel.pdf
  foeman print content/arena -o arena.pdf --paper letter --hex 5/8in
  foeman print content/arena toll -o toll.pdf --only maps,counters --hex 1in --counter 3/4in
  foeman print content/arena toll -o toll.pdf --only counters --flip fold --bleed 2
  foeman print content/strategy valley -o valley.pdf --mono --labels

Print the file at 100 %: the bar on each map sheet is 100 mm long.")]
pub(super) struct Print {
    /// A folder with a `pack.yaml`, or a single YAML file
    pack: PathBuf,
    /// The id of a scenario [default: the whole pack]
    scenario: Option<String>,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    /// Write to this file, overwriting it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Print only these parts, separated by commas
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    only: Vec<PartWord>,
    /// Paper; map sheets lie upright or across, whichever takes fewer
    #[arg(long, value_enum, default_value_t = PaperWord::A4)]
    paper: PaperWord,
    /// Width of a hex from side to side, such as `16mm`, `5/8in` or `1in`
    #[arg(long, value_name = "LENGTH", default_value = "16mm", value_parser = hex)]
    hex: Length,
    /// Write the name of the terrain in each hex
    #[arg(long)]
    labels: bool,
    /// Size of square counters; figures of several hexes have the shape of their hexes
    #[arg(long, value_enum, value_name = "SIZE", default_value_t = CounterWord::Half)]
    counter: CounterWord,
    /// How to print the backs of counters behind their fronts
    #[arg(long, value_enum, default_value_t = FlipWord::Long)]
    flip: FlipWord,
    /// The state that the backs of counters show
    #[arg(long, value_enum, default_value_t = BackWord::Wounded)]
    back: BackWord,
    /// Move backs right and down by these millimetres, if the printer misses
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    back_offset: Offset,
    /// Print counters this many millimetres beyond their edges, 0 to 3
    #[arg(long, value_name = "MM", default_value = "0", allow_negative_numbers = true, value_parser = bleed)]
    bleed: f32,
    /// Print in shades of grey, with patterns for the sides
    #[arg(long)]
    mono: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PartWord {
    /// A sheet for each scenario
    Scenarios,
    /// Map sheets
    Maps,
    /// Counters
    Counters,
    /// Sheets of figures or factions
    Figures,
    /// The rules in use
    Rules,
    /// Cards of action codes
    Cards,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperWord {
    /// 210 × 297 mm
    A4,
    /// 8 1/2 × 11 in
    Letter,
    /// 297 × 420 mm
    A3,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CounterWord {
    #[value(name = "1/2in")]
    Half,
    #[value(name = "5/8in")]
    FiveEighths,
    #[value(name = "3/4in")]
    ThreeQuarters,
    #[value(name = "25mm")]
    Millimetres25,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FlipWord {
    /// The printer turns sheets along their long edge
    Long,
    /// The printer turns sheets along their short edge
    Short,
    /// Fronts and backs share a page, which is folded
    Fold,
    /// Backs are not mirrored; cut them out and glue them on
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BackWord {
    Wounded,
    Unconscious,
}

/// Lays out the document and writes it.
pub(super) fn run(args: &Print, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    ends_in_pdf(&args.output)?;
    let subject = subject(args, registry, console)?;
    let document = print(&subject, &args.options()).map_err(|error| Failure::Usage(error.to_string()))?;
    let missing = document.missing_letters();
    if !missing.is_empty() {
        let warning = console.err.painted(Paint::Doubtful, "warning").to_string();
        let letters: String = missing.iter().take(20).collect();
        let count = counted(missing.len(), "character");
        writeln!(console.err, "{warning}: the fonts lack {count}, printed as `?`: {letters}")?;
    }
    let path = args.output.display();
    let bytes = pdf(&document).map_err(|error| Failure::Io(format!("could not make `{path}`: {error}")))?;
    save::atomically(&args.output, &bytes)
        .map_err(|error| Failure::Io(format!("could not write `{path}`: {error}")))?;
    writeln!(console.err, "wrote `{path}`, {}", counted(document.pages.len(), "page"))?;
    Ok(Exit::Clean)
}

fn ends_in_pdf(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if ending.eq_ignore_ascii_case("pdf") {
        return Ok(());
    }
    Err(Failure::Usage(format!("expected a file that ends in `.pdf`, found `{}`", path.display())))
}

fn subject(args: &Print, registry: Registry, console: &mut Console<'_>) -> Result<Subject, Failure> {
    let pack = args.language.of(pack::read(&args.pack, &args.shelves, registry, console)?)?;
    let dialect = pack.draft.dialect();
    let Some((dialect, engine)) = dialect.and_then(|dialect| Some((dialect, registry.engine(dialect.id)?))) else {
        return Err(playable::unknown_ruleset(&pack, console));
    };
    if let Some(scenario) = &args.scenario {
        let ids: Vec<_> = pack.draft.ids(dialect.playable).collect();
        if !ids.contains(&scenario.as_str()) {
            let expected = format!("one of the {} of `{}`", dialect.playable, pack.root.display());
            return Err(unknown(&expected, scenario, &ids));
        }
    }
    match Subject::new(&pack.analysis(), engine, args.scenario.as_deref()) {
        Ok(subject) => Ok(subject),
        Err(SubjectError::Findings(findings)) => Err(playable::found(&pack, &findings, console)),
        Err(SubjectError::Content(problems)) => {
            for problem in &problems {
                report::problem(&pack, problem, &mut console.err)?;
            }
            Err(Failure::Findings)
        }
    }
}

impl Print {
    fn options(&self) -> Options {
        let parts = self.only.iter().map(|part| match part {
            PartWord::Scenarios => Part::Scenarios,
            PartWord::Maps => Part::Maps,
            PartWord::Counters => Part::Counters,
            PartWord::Figures => Part::Figures,
            PartWord::Rules => Part::Rules,
            PartWord::Cards => Part::Cards,
        });
        let parts: Vec<Part> = parts.collect();
        Options {
            paper: match self.paper {
                PaperWord::A4 => Paper::A4,
                PaperWord::Letter => Paper::Letter,
                PaperWord::A3 => Paper::A3,
            },
            hex: self.hex.0,
            labels: self.labels,
            counter: match self.counter {
                CounterWord::Half => CounterSize::Half,
                CounterWord::FiveEighths => CounterSize::FiveEighths,
                CounterWord::ThreeQuarters => CounterSize::ThreeQuarters,
                CounterWord::Millimetres25 => CounterSize::Millimetres25,
            },
            flip: match self.flip {
                FlipWord::Long => Flip::Long,
                FlipWord::Short => Flip::Short,
                FlipWord::Fold => Flip::Fold,
                FlipWord::None => Flip::None,
            },
            back: match self.back {
                BackWord::Wounded => Back::Wounded,
                BackWord::Unconscious => Back::Unconscious,
            },
            back_offset: self.back_offset.0,
            bleed: self.bleed,
            mono: self.mono,
            parts: if parts.is_empty() { Part::ALL.to_vec() } else { parts },
        }
    }
}

fn hex(text: &str) -> Result<Length, String> {
    let length: Length = text.parse()?;
    let (least, most) = HEXES;
    match (least..=most).contains(&length.0) {
        true => Ok(length),
        false => Err(format!("expected a hex of {least} to {most} mm, found `{text}`")),
    }
}

fn bleed(text: &str) -> Result<f32, String> {
    let millimetres = text.trim().trim_end_matches("mm").trim().parse::<f32>().ok();
    let fits = millimetres.filter(|width| (0.0..=MOST_BLEED).contains(width));
    fits.ok_or_else(|| format!("expected 0 to {MOST_BLEED} millimetres, found `{text}`"))
}
