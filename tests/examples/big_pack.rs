//! Writes a pack for measuring: `cargo run -p foeman-tests --example big_pack -- 10000 big.yaml`.

use std::process::ExitCode;

use foeman_tests::big;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let items = arguments.next().and_then(|number| number.parse().ok());
    let (Some(items), Some(file), None) = (items, arguments.next(), arguments.next()) else {
        return told("expected a number of items and the file to write: `big_pack 10000 big.yaml`");
    };
    match std::fs::write(&file, big::pack(items)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => told(&format!("cannot write `{file}`: {error}")),
    }
}

#[expect(clippy::print_stderr, reason = "a tool for the terminal")]
fn told(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}
