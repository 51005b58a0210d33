//! `foeman simulate`: simulates many battles to evaluate a scenario or a change.

mod arms;

mod campaigns;

mod merge;

mod progress;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::ArgGroup;
use foeman_engine::game::Registry;

use super::language::Language;
use super::number;
use super::pack::Shelves;
use super::players::SidePlayer;
use foeman_base::console::{Console, Exit, Failure};
use foeman_lab::against::UntilArg;
use foeman_lab::shard::Shard;
use foeman_lab::vary::Sweep;
use foeman_lab::{Format, MOST_BATTLES, MOST_THREADS, claim, write};

/// The requirements for `--format check`.
const NO_CLAIM: &str = "expected only a pack and a scenario with `--format check`, without a comparison: a claim is about \
                        one content, with ids for its sides";

/// Plays many battles on all cores, and reports win rates or the effect of a change
#[derive(clap::Args)]
#[command(
    group(ArgGroup::new("asked")),
    after_help = "\
Examples:
  foeman simulate content/arena duel --battles 1000
  foeman simulate content/arena duel --battles 1000 --player 2=random
  foeman simulate content/arena duel --battles 1000 --format csv > battles.csv
  foeman simulate my-pack raid --battles 2000 --against my-pack-before
  foeman simulate my-pack raid --battles 20000 --against my-pack-before --until decided
  foeman simulate my-pack raid --battles 500 --vary items/spear/size=8..14
  foeman simulate my-pack raid --battles 500 --vary items/spear/damage=-1H,0H --vary items/spear/size=8,14
  foeman simulate content/arena duel --battles 50 --matrix=maud,ushka,brokk,sirael
  foeman simulate content/arena duel --battles 500 --parity pim --side 1
  foeman simulate content/arena --campaign collection --battles 400 --seed 50001
  foeman simulate my-pack raid --battles 1000 --format check    a claim for `foeman test`
  foeman simulate my-pack raid --battles 4000 --shard 1/4 > 1.jsonl
  foeman simulate --merge 1.jsonl 2.jsonl 3.jsonl 4.jsonl

Battle number i has the seed S + i, so `foeman play --seed` shows any of them.
The result does not depend on the number of threads.
Intervals hold the true value in 95 of 100 cases.

With --against each seed is a pair: a battle with the other content and one with PACK. Only pairs
with different results count, so far fewer battles are needed. All N pairs are tested once
(McNemar, mid-p; Tango's interval). With --until, sequential tests evaluate them after every pair.
If no pair differs, the report says that there is no evidence.

With --vary all values are played on the same seeds, and a value that the scenario does not
use changes nothing. With --matrix a pair is a seed with both figures in both places;
significance is corrected for the number of comparisons (Benjamini-Hochberg).

With --parity the number is doubled until it wins half the battles; a binary search then finds the
smallest number that does. The answer is decided if the interval of this number is above one half
and that of the next smaller number is below it; otherwise it is undecided.

With --campaign whole campaigns are played, and the report counts how often each of their battles
and the campaign itself were won. Campaign number i has the seed S + 100 i, and each of its battles
the next one, as with `foeman play --campaign`. To judge a campaign, use seeds with which it was
not tuned.

Shards of one simulation have the same options except K. Merging them gives the same bytes as a
single run; shards that overlap, are missing, or are from another pack, seed or build are refused."
)]
pub(super) struct Simulate {
    /// A folder with a `pack.yaml`, or a single YAML file
    #[arg(required_unless_present = "merge")]
    pack: Option<PathBuf>,
    /// The scenario's id
    #[arg(required_unless_present_any = ["merge", "campaign"])]
    scenario: Option<String>,
    /// Play this campaign again and again, instead of a scenario
    #[arg(long, value_name = "ID", conflicts_with_all = ["scenario", "until", "shard", "side"], group = "asked")]
    campaign: Option<String>,
    #[command(flatten)]
    shelves: Shelves,
    #[command(flatten)]
    language: Language,
    /// Number of battles, pairs or campaigns; for each value and each matchup, at most 1,000,000
    #[arg(long, value_name = "N", required_unless_present = "merge", allow_negative_numbers = true,
        value_parser = number::whole(1..=MOST_BATTLES))]
    battles: Option<u32>,
    /// Seed of the first battle
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = number::whole(0..=u64::MAX))]
    seed: u64,
    /// Worker threads, at most 256; 0 is one per core
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = number::whole(0..=MOST_THREADS))]
    threads: u16,
    /// The player of a side, given by number or name; the error for an unknown player lists all of them
    #[arg(long = "player", value_name = "SIDE=PLAYER")]
    players: Vec<SidePlayer>,
    /// Compare with the same scenario of another pack, such as this one before an edit
    #[arg(long, value_name = "PACK", group = "asked")]
    against: Option<PathBuf>,
    /// Play with several values of a field: a list, or a range of whole numbers; if repeated, with every
    /// combination
    #[arg(long, value_name = "PATH=VALUES", group = "asked")]
    vary: Vec<Sweep>,
    /// Let figures of the pack fight each other one on one on the scenario's map, in both places: all of them, or those
    /// named
    #[arg(long, value_name = "FIGURE,...", num_args = 0..=1, require_equals = true, default_missing_value = "", group = "asked")]
    matrix: Option<String>,
    /// Find the smallest number of a figure that wins half the battles in the place of a side, with all others
    /// unchanged; at most 64
    #[arg(long, value_name = "FIGURE", group = "asked")]
    parity: Option<String>,
    /// The side whose wins are reported with --against, --vary and --format check, or replaced with --parity, by number
    /// or name [default: 1]
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// When to stop: after `all` pairs; `decided`, as soon as a difference is significant; `effect=POINTS`, as soon
    /// as a difference of that many percentage points is proven or ruled out
    #[arg(long, value_name = "WHEN", requires = "against", default_value = "all")]
    until: UntilArg,
    /// Play only the Kth of N parts of the battles; writes JSON lines for --merge
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Merge the parts of a simulation that `--shard` has written
    #[arg(long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["pack", "scenario", "campaign", "battles", "seed", "threads", "players", "against", "vary", "matrix", "parity", "side", "until", "shard", "folders"])]
    merge: Vec<PathBuf>,
    /// Output format [default: table, or jsonl with --shard]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// Plays or reads the battles, and prints the result.
pub(super) fn run(args: &Simulate, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if let Some(id) = &args.campaign {
        return campaigns::run(args, id, registry, console);
    }
    let clock = Instant::now();
    let (record, claimed) = match args.merge.as_slice() {
        [] => arms::play(args, registry, console)?,
        files => (merge::merge(files)?, None),
    };
    let spent = clock.elapsed().as_secs_f64();
    let usual = if args.shard.is_some() { Format::Jsonl } else { Format::Table };
    match (args.format.unwrap_or(usual), claimed) {
        (Format::Check, Some((side, cast))) => claim::write(&record, side, &cast, &mut console.out)?,
        (Format::Check, None) => return Err(Failure::Usage(NO_CLAIM.to_owned())),
        (format, _) => write(&record, format, &mut console.out)?,
    }
    console.out.flush()?;
    let battles = record.battles();
    if args.merge.is_empty() {
        let rate = battles as f64 / spent.max(1e-9);
        writeln!(console.err, "{battles} battles in {spent:.2} s, {rate:.0} per second")?;
    } else {
        writeln!(console.err, "{battles} battles from {} files", args.merge.len())?;
    }
    Ok(Exit::Clean)
}
