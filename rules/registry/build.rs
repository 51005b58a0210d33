//! Computes a digest of the sources of this build, so that two programs can tell whether they have the same rules.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "cargo passes parameters to build scripts in environment variables and reads their output"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for folder in
        ["../engine/src", "../foeman/src", "../strategy/src", "../entropy/src", "../codes/src", "../../schema/src"]
    {
        println!("cargo::rerun-if-changed={folder}");
        collect(Path::new(folder), &mut files)?;
    }
    files.sort();
    let mut sum = Sha256::new();
    for file in files {
        // Path separators and line ends differ between machines.
        let name = file.to_string_lossy().replace('\\', "/");
        let mut text = fs::read(&file)?;
        text.retain(|byte| *byte != b'\r');
        sum.update(name);
        sum.update((text.len() as u64).to_le_bytes());
        sum.update(text);
    }
    let sum: String = sum.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    println!("cargo::rustc-env=FOEMAN_SOURCES={sum}");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
