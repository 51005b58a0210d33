//! Writes the seed corpus of the fuzzers: `cargo run -p foeman-tests --example fuzz_seeds -- FOLDER`.

use std::path::PathBuf;
use std::{env, fs, io};

use foeman_tests::fuzz::TARGETS;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).ok_or_else(|| io::Error::other("expected a folder to write to"))?);
    for target in TARGETS {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().into_iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
