//! Writes the hostile files of the tests, to measure time and memory: `hostile_files FOLDER`.
//!
//! Each case has two files, `hostile/NAME` and `sound/NAME`.

use std::path::Path;
use std::{env, fs, io};

use foeman_tests::hostile::{MAPPINGS, cases, neighbours};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "hostile-files".to_owned());
    let journal = fs::read_to_string(Path::new(&folder).join("sound.journal")).unwrap_or_default();
    for part in ["hostile", "sound"] {
        let part = Path::new(&folder).join(part);
        fs::create_dir_all(&part)?;
        for (name, bytes) in neighbours() {
            fs::write(part.join(name), bytes)?;
        }
    }
    fs::write(Path::new(&folder).join(MAPPINGS.0), MAPPINGS.1)?;
    for case in cases(&journal) {
        fs::write(Path::new(&folder).join("hostile").join(&case.name), &case.hostile)?;
        fs::write(Path::new(&folder).join("sound").join(&case.name), &case.sound)?;
    }
    Ok(())
}
