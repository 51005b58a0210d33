//! `foeman import`: a pack made of what another program wrote.

use std::io::Write;
use std::path::PathBuf;

use foeman_rules::game::Registry;
use foeman_schema::json_schema::json_schema;
use foeman_schema::text::kebab;

use super::export::{named, read, tell};
use super::report::counted;
use crate::console::{Console, Exit, Failure, Paint};
use crate::template::{NewError, write_new};

/// Makes a pack of a file that another program wrote
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  foeman import z1 duel.z1 --out duel        a pack of the records of the notes
  foeman check duel
  foeman export z1 duel -o again.z1          the same file, as long as you change nothing

What a pack cannot say is told with its line and field; it is kept in the file `records.z1` of the
pack and written again by `foeman export`. The folder must be new or empty.")]
pub(super) struct Import {
    /// The form: `z1`, the records of the notes
    form: String,
    /// The file
    file: PathBuf,
    /// The folder of the new pack
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Makes the pack, and tells what it cannot say.
pub(super) fn run(args: &Import, registry: Registry, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (engine, form) = named(&args.form, registry)?;
    let bytes = read(&args.file, form.most)?;
    let name = args.out.file_name().unwrap_or_default().to_string_lossy();
    let id = Some(kebab(&name)).filter(|id| !id.is_empty()).unwrap_or_else(|| "imported".to_owned());
    let mut done = (form.import)(&bytes, &id);
    let schema = format!("{:#}\n", json_schema(engine.dialect()));
    done.files.push((".foeman/schema.json".to_owned(), schema.into_bytes()));
    write_new(&args.out, &done.files).map_err(|error| match error {
        NewError::Failed(..) => Failure::Io(error.to_string()),
        _ => Failure::Usage(error.to_string()),
    })?;
    tell(&done.notes, &args.file, Paint::Doubtful, console)?;
    let told = counted(done.notes.len(), "finding");
    writeln!(console.err, "made `{}`; {told} on what a pack cannot say", args.out.display())?;
    Ok(Exit::Clean)
}
