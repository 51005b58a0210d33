use std::collections::BTreeMap;

use super::*;

const OLD: [(&str, &str); 3] = [("a.yaml", "old a"), ("b/b.yaml", "old b"), ("c.yaml", "old c")];
const NEW: [(&str, Option<&[u8]>); 4] =
    [("a.yaml", Some(b"new a")), ("b/b.yaml", None), ("c.yaml", Some(b"new c")), ("d/d.yaml", Some(b"new d"))];

/// A pack, and the folder of its save journals.
struct Disk {
    pack: tempfile::TempDir,
    states: [PathBuf; 1],
    _state: tempfile::TempDir,
}

impl Disk {
    fn new() -> Self {
        let (pack, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(pack.path().join("b")).unwrap();
        OLD.iter().for_each(|(path, text)| fs::write(pack.path().join(path), text).unwrap());
        Self { pack, states: [state.path().to_owned()], _state: state }
    }

    fn root(&self) -> &Path {
        self.pack.path()
    }

    fn writer(&self) -> Result<Writer, SaveFailure> {
        Writer::begin_in(&self.states, self.root(), Duration::ZERO)
    }

    fn unfinished(&self) -> Option<Unfinished> {
        unfinished_in(&self.states, self.root())
    }

    fn save(&self, fault: &mut dyn FnMut(&str) -> io::Result<()>) -> Result<(), SaveFailure> {
        self.writer()?.save_with(&fates(), fault)
    }

    /// Saves, and dies before a step like a killed process, without any cleanup.
    fn die_at(&self, dying: &str) {
        let writer = self.writer().unwrap();
        let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            writer.save_with(&fates(), &mut |step| {
                if step == dying { std::panic::resume_unwind(Box::new(())) } else { Ok(()) }
            })
        }));
        assert!(died.is_err(), "{dying}");
    }

    fn files(&self) -> BTreeMap<String, String> {
        let paths = ["a.yaml", "b/b.yaml", "c.yaml", "d/d.yaml"];
        let read = |path: &str| fs::read_to_string(self.root().join(path)).ok();
        paths.iter().filter_map(|path| Some(((*path).to_owned(), read(path)?))).collect()
    }
}

fn fates() -> Vec<Fate<'static>> {
    let before = |path| OLD.iter().find(|(old, _)| *old == path).map(|(_, text)| text.as_bytes());
    NEW.iter()
        .map(|&(path, after)| Fate { path, before: before(path).map_or(Before::Missing, Before::Text), after })
        .collect()
}

fn old() -> BTreeMap<String, String> {
    OLD.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn new() -> BTreeMap<String, String> {
    let text = |(path, text): &(&str, Option<&[u8]>)| {
        Some(((*path).to_owned(), String::from_utf8(text.as_ref()?.to_vec()).ok()?))
    };
    NEW.iter().filter_map(text).collect()
}

/// The names of all steps of a save.
fn steps() -> Vec<String> {
    let (disk, mut steps) = (Disk::new(), Vec::new());
    let mut note = |step: &str| {
        steps.push(step.to_owned());
        Ok(())
    };
    disk.save(&mut note).unwrap();
    assert_eq!(disk.files(), new());
    let backup = disk.root().join(OWN_FOLDER).join(BACKUP);
    assert_eq!(fs::read_to_string(backup.join("b/b.yaml")).unwrap(), "old b");
    assert!(!disk.root().join("b").exists(), "a folder that becomes empty is removed");
    assert_eq!(fs::read_dir(&disk.states[0]).unwrap().count(), 0, "a finished save leaves no temporary files");
    steps
}

#[test]
fn wherever_the_disk_fails_all_files_are_as_before() {
    let steps = steps();
    assert_eq!(steps.len(), 3 + 1 + 4, "{steps:?}");
    for failing in &steps {
        let disk = Disk::new();
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let failure = disk.save(&mut |step| if step == failing { Err(full()) } else { Ok(()) });
        let told = failure.unwrap_err().to_string();
        assert!(told.contains("the disk is full; free some space") && told.contains("no file was changed"), "{told}");
        assert_eq!(disk.files(), old(), "{failing}");
        disk.save(&mut |_| Ok(())).unwrap();
        assert_eq!(disk.files(), new(), "a second save succeeds after an error at {failing}");
    }
}

#[test]
fn wherever_the_program_dies_the_next_writer_finds_all_old_or_all_new_and_readers_change_nothing() {
    for dying in steps() {
        let disk = Disk::new();
        disk.die_at(&dying);
        let (before, unfinished) = (disk.files(), disk.unfinished());
        assert_eq!(disk.files(), before, "reading changes no files");
        let made = dying.starts_with("put");
        assert_eq!(unfinished.is_some(), made, "{dying}");
        let writer = disk.writer().unwrap();
        assert_eq!(disk.files(), if made { new() } else { old() }, "{dying}");
        assert_eq!(writer.finished().files, unfinished.map(|it| it.pending).unwrap_or_default(), "{dying}");
        assert_eq!(disk.unfinished(), None);
    }
}

/// Two packs whose lists are kept in one folder.
fn two() -> [Disk; 2] {
    let (one, mut other) = (Disk::new(), Disk::new());
    other.states = one.states.clone();
    [one, other]
}

fn save_both(disks: &[Disk; 2], fault: &mut Fault<'_>) -> Result<(), (usize, SaveFailure)> {
    let [one, other] = disks.each_ref().map(|disk| disk.writer().unwrap());
    let fates = fates();
    save_several_with(&[Part { writer: &one, fates: &fates }, Part { writer: &other, fates: &fates }], fault)
}

/// Tries a save of two packs that stops at each of its steps, by their numbers.
fn at_each_step_of_two(mut stop: impl FnMut(&[Disk; 2], usize, &str)) {
    let mut names = Vec::new();
    let disks = two();
    let noted = save_both(&disks, &mut |step| {
        names.push(step.to_owned());
        Ok(())
    });
    noted.unwrap();
    assert_eq!(disks.each_ref().map(Disk::files), [new(), new()]);
    assert_eq!(fs::read_dir(&disks[0].states[0]).unwrap().count(), 0, "a finished save leaves no temporary files");
    assert_eq!(names.len(), 2 * (3 + 1) + 1 + 2 * 4, "{names:?}");
    names.iter().enumerate().for_each(|(number, name)| stop(&two(), number, name));
}

#[test]
fn wherever_the_disk_fails_a_save_of_two_packs_changes_neither() {
    at_each_step_of_two(|disks, failing, name| {
        let mut number = 0;
        let failure = save_both(disks, &mut |_| {
            number += 1;
            if number == failing + 1 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        });
        let (_, failure) = failure.unwrap_err();
        assert!(failure.to_string().contains("no file was changed"), "{name}: {failure}");
        assert_eq!(disks.each_ref().map(Disk::files), [old(), old()], "{name}");
        assert_eq!(disks.each_ref().map(Disk::unfinished), [None, None], "{name}");
        save_both(disks, &mut |_| Ok(())).unwrap();
        assert_eq!(disks.each_ref().map(Disk::files), [new(), new()], "{name}");
    });
}

#[test]
fn wherever_the_program_dies_in_a_save_of_two_packs_the_next_writers_find_both_old_or_both_new() {
    for next in [[0, 1], [1, 0]] {
        at_each_step_of_two(|disks, dying, name| {
            let mut number = 0;
            let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                save_both(disks, &mut |_| {
                    number += 1;
                    if number == dying + 1 { std::panic::resume_unwind(Box::new(())) } else { Ok(()) }
                })
            }));
            assert!(died.is_err(), "{name}");
            let made = name.starts_with("put");
            let cut_short = disks.iter().filter(|disk| disk.unfinished().is_some()).count();
            assert_eq!(cut_short > 0, made, "{name}: readers report the unfinished save");
            for at in next {
                drop(disks[at].writer().unwrap());
            }
            let expected = if made { new() } else { old() };
            assert_eq!(disks.each_ref().map(Disk::files), [expected.clone(), expected], "{dying} {name}");
            assert_eq!(disks.each_ref().map(Disk::unfinished), [None, None], "{name}");
            assert_eq!(
                fs::read_dir(&disks[0].states[0]).unwrap().count(),
                0,
                "{name}: a finished save leaves no temporary files"
            );
        });
    }
}

#[test]
fn what_another_program_wrote_since_is_not_written_over_when_a_save_is_finished() {
    let disk = Disk::new();
    disk.die_at("put a.yaml");
    fs::write(disk.root().join("c.yaml"), "theirs").unwrap();
    let writer = disk.writer().unwrap();
    assert_eq!(disk.files()["c.yaml"], "theirs");
    assert_eq!(disk.files()["a.yaml"], "new a");
    assert_eq!(writer.finished().left, ["c.yaml"]);
}

#[test]
fn files_that_changed_since_they_were_read_are_not_written_over() {
    for (path, theirs) in [("a.yaml", Some("theirs")), ("a.yaml", None), ("d/d.yaml", Some("theirs"))] {
        let disk = Disk::new();
        let writer = disk.writer().unwrap();
        match theirs {
            Some(text) => {
                fs::create_dir_all(disk.root().join("d")).unwrap();
                fs::write(disk.root().join(path), text).unwrap();
            }
            None => fs::remove_file(disk.root().join(path)).unwrap(),
        }
        let before = disk.files();
        assert_eq!(writer.save(&fates()).unwrap_err().stale, [path]);
        assert_eq!(disk.files(), before);
    }
}

#[test]
fn a_second_writer_is_refused_with_the_id_of_the_process_and_waits_if_it_has_patience() {
    let disk = Disk::new();
    let first = disk.writer().unwrap();
    let refused = disk.writer().unwrap_err().to_string();
    assert!(refused.contains(&format!("process {} is writing", std::process::id())), "{refused}");
    std::thread::scope(|scope| {
        let second = scope.spawn(|| Writer::begin_in(&disk.states, disk.root(), Duration::from_secs(60)));
        first.save(&fates()).unwrap();
        drop(first);
        let second = second.join().unwrap().unwrap();
        assert_eq!(
            second.save(&fates()).unwrap_err().stale.len(),
            3,
            "the second writer notices the files that the first one changed"
        );
    });
}

#[test]
fn leftovers_of_killed_processes_are_removed_and_temporary_files_of_live_ones_are_not() {
    let disk = Disk::new();
    let backup = disk.root().join(OWN_FOLDER).join(BACKUP).join("b");
    fs::create_dir_all(&backup).unwrap();
    let leftovers = [backup.join(".foeman-aB3dE6"), disk.root().join(".foeman-123456")];
    let others = [backup.join("b.yaml"), disk.root().join(".foeman-notes.txt"), disk.root().join("b/.foeman-live00")];
    leftovers.iter().chain(&others).for_each(|path| fs::write(path, "text").unwrap());
    let live = fs::File::open(&others[2]).unwrap();
    live.lock().unwrap();
    disk.writer().unwrap();
    assert!(leftovers.iter().all(|path| !path.exists()));
    assert!(others.iter().all(|path| path.exists()));
}

#[test]
fn a_read_only_file_is_refused_with_the_remedy_and_nothing_is_written() {
    let disk = Disk::new();
    let path = disk.root().join("c.yaml");
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    let failure = disk.save(&mut |_| Ok(())).unwrap_err();
    assert!(failure.to_string().starts_with("c.yaml: the file is read-only; allow writing"), "{failure}");
    assert_eq!(disk.files(), old());
}

#[test]
fn a_folder_that_is_gone_is_reported_and_not_made_again() {
    let disk = Disk::new();
    let root = disk.root().join("pack");
    let failure = Writer::begin_in(&disk.states, &root, Duration::ZERO).unwrap_err();
    assert!(failure.to_string().contains("the folder of the pack no longer exists"), "{failure}");
    assert!(!root.exists());
}
