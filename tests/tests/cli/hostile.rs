//! Untrusted packs: nothing outside the pack is written or deleted, and read-only commands change nothing at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufReader, Read as _, Write as _, pipe};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use foeman_lsp::server::serve;
use foeman_registry::SHIPPED;
use foeman_schema::text::Pointer;
use foeman_window::shell::action::Action;
use foeman_window::shell::workspace::Workspace;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::foeman;

/// Long enough for any command; after that it counts as hung.
const LONG: Duration = Duration::from_secs(120);

/// The text of a file outside the pack, and its digest, which an attacker may guess.
const SECRET: &str = "secret\n";
const SECRET_DIGEST: &str = "b37e50cedcd3e3f1ff64f4afc0422084ae694253cf399326868e07a35f4a45fb";

/// Terrain that `fmt`, `check --fix` and `check --fix-unsafe` would all change.
const UNTIDY: &str = "terrains:\n    mud:   {title: Mud, color: \"#665544\", elevaton: 1}\n";

/// A pack, and the files next to it.
struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let sandbox = Self { folder };
        let pack = sandbox.at("pack");
        foeman(&["new", &pack, "--template", "skirmish"]).ends(0);
        fs::remove_dir_all(sandbox.path("pack/.foeman")).expect("it holds the schema");
        for (path, text) in [
            ("pack/extra/untidy.yaml", UNTIDY),
            ("outside/secret.txt", SECRET),
            ("outside/secret.yaml", UNTIDY),
            ("outside/.foeman-abc123", SECRET),
            ("outside/items/inner.txt", SECRET),
            ("out/kept.txt", ""),
        ] {
            sandbox.write(path, text);
        }
        sandbox
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The path as an argument.
    fn at(&self, path: &str) -> String {
        self.path(path).to_str().expect("temporary folders have plain names").to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, text).expect("it can be written");
    }

    fn folder(&self, path: &str) {
        fs::create_dir_all(self.path(path)).expect("a folder can be made");
    }

    /// Creates a link to something outside.
    fn link(&self, path: &str, to: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a link is in a folder")).expect("a folder can be made");
        symlink(self.path(to), path).expect("a link can be made");
    }

    fn pipe(&self, path: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a pipe is in a folder")).expect("a folder can be made");
        assert!(Command::new("mkfifo").arg(path).status().expect("there is a `mkfifo`").success());
    }

    /// Creates a save journal like earlier releases trusted: files to write and to remove, with their current digests.
    fn list(&self, writes: &[&str], removals: &[&str]) {
        let entry = |path: &&str| {
            let digest = [Value::Null, json!(SECRET_DIGEST)];
            digest.map(|before| json!({"number": 0, "path": path, "before": before}))
        };
        let entries = |paths: &[&str]| paths.iter().flat_map(entry).collect::<Vec<_>>();
        let list = json!({"writes": entries(writes), "removals": entries(removals)});
        self.write("pack/.foeman/saving/list.json", &list.to_string());
        self.write("pack/.foeman/saving/0", "owned\n");
    }

    /// Lists everything in the sandbox except requested output in `out`.
    fn outside(&self) -> BTreeMap<PathBuf, String> {
        let mut seen = BTreeMap::new();
        look(&self.path("outside"), &mut seen);
        seen.extend(fs::read_dir(self.folder.path()).expect("it can be listed").map(|entry| {
            let path = entry.expect("it can be listed").path();
            (path, String::new())
        }));
        seen
    }

    fn pack(&self) -> BTreeMap<PathBuf, String> {
        let mut seen = BTreeMap::new();
        look(&self.path("pack"), &mut seen);
        seen
    }
}

/// Lists all files, with texts and link targets.
fn look(path: &Path, seen: &mut BTreeMap<PathBuf, String>) {
    let kind = fs::symlink_metadata(path).expect("it is there").file_type();
    let what = if kind.is_symlink() {
        format!("link to {}", fs::read_link(path).expect("it is a link").display())
    } else if kind.is_dir() {
        for entry in fs::read_dir(path).expect("it can be listed") {
            look(&entry.expect("it can be listed").path(), seen);
        }
        "folder".to_owned()
    } else if kind.is_fifo() {
        "pipe".to_owned()
    } else {
        format!("file {:?}", fs::read(path).expect("it can be read"))
    };
    seen.insert(path.to_owned(), what);
}

type Variant = (&'static str, fn(&Sandbox));

/// Hostile contents of a pack.
const VARIANTS: &[Variant] = &[
    ("nothing", |_| ()),
    ("a list that writes next to the pack", |it| it.list(&["../outside/new.txt"], &[])),
    ("a list that writes an absolute path", |it| it.list(&[&it.at("outside/new.txt")], &[])),
    ("a list that replaces a file next to the pack", |it| it.list(&["../outside/secret.txt"], &[])),
    ("a list that replaces an absolute path", |it| it.list(&[&it.at("outside/secret.txt")], &[])),
    ("a list that removes a file next to the pack", |it| it.list(&[], &["../outside/secret.txt"])),
    ("a list that removes an absolute path", |it| it.list(&[], &[&it.at("outside/secret.txt")])),
    ("a list that leaves by a folder inside", |it| it.list(&["items/../../outside/new.txt"], &[])),
    ("a list that leaves from here", |it| it.list(&["./../outside/new.txt"], &["./../outside/secret.txt"])),
    ("a list with backslashes", |it| it.list(&["..\\outside\\new.txt"], &["..\\outside\\secret.txt"])),
    ("a list with drives", |it| it.list(&["C:\\new.txt", "C:new.txt", "\\\\host\\new.txt"], &["C:/secret.txt"])),
    ("a list with devices", |it| it.list(&["/dev/null", "../../../../../../dev/null"], &[])),
    ("a list that goes through a linked folder", |it| {
        it.link("pack/link", "outside");
        it.list(&["link/new.txt", "link/secret.txt"], &["link/secret.txt"]);
    }),
    ("a list that writes to a link", |it| {
        it.link("pack/out.yaml", "outside/secret.txt");
        it.list(&["out.yaml"], &[]);
    }),
    ("a list that writes to a link that leads nowhere", |it| {
        it.link("pack/out.yaml", "outside/new.txt");
        it.list(&["out.yaml"], &[]);
    }),
    ("a list that changes the pack", |it| it.list(&["new.yaml", "pack.yaml"], &["items.yaml", "extra/untidy.yaml"])),
    ("names with NUL", |it| it.list(&["a\0b", "../outside/new\0"], &["\0"])),
    ("names with line breaks and escapes", |it| it.list(&["a\nb", "\u{1b}[2J", "../outside/new\n"], &["a\r\nb"])),
    ("names that are none", |it| it.list(&["", ".", "..", "/"], &["", ".", "..", "/"])),
    ("a name of 5000 letters", |it| it.list(&[&"x".repeat(5000), &"x/".repeat(2500)], &[])),
    ("a list of 20,000 files", |it| it.list(&vec!["../outside/new.txt"; 20_000], &[])),
    ("a list that is no JSON", |it| it.write("pack/.foeman/saving/list.json", "{{{{\u{0}")),
    ("an empty list", |it| it.write("pack/.foeman/saving/list.json", "")),
    ("deeply nested JSON", |it| it.write("pack/.foeman/saving/list.json", &"[".repeat(100_000))),
    ("a list of a later version", |it| {
        it.write(
            "pack/.foeman/saving/list.json",
            "{\"foeman_save\": 99, \"files\": [{\"path\": \"../outside/new.txt\"}]}",
        );
    }),
    ("lists and locks of this version", |it| {
        let files = json!([{"path": "../outside/secret.txt", "before": SECRET_DIGEST, "after": null}]);
        let list = format!("{}\n", json!({"foeman_save": 1, "files": files}));
        for path in ["list", "saves/list", "saving/list", "lock/list"] {
            it.write(&format!("pack/.foeman/{path}"), &list);
        }
        it.link("pack/.foeman/holder", "outside/secret.txt");
    }),
    ("a lock that is a link", |it| it.link("pack/.foeman/lock", "outside/secret.txt")),
    ("a lock that is a pipe", |it| it.pipe("pack/.foeman/lock")),
    ("a list that is a folder", |it| it.folder("pack/.foeman/saving/list.json/inner")),
    ("a list that is a pipe", |it| it.pipe("pack/.foeman/saving/list.json")),
    ("a list that is a link", |it| it.link("pack/.foeman/saving/list.json", "outside/secret.txt")),
    ("a new text that is a link", |it| {
        it.link("pack/.foeman/saving/0", "outside/secret.txt");
        it.write(
            "pack/.foeman/saving/list.json",
            "{\"writes\": [{\"number\": 0, \"path\": \"n\", \"before\": null}], \"removals\": []}",
        );
    }),
    ("`saving` is a link", |it| it.link("pack/.foeman/saving", "outside")),
    ("`saving` is a file", |it| it.write("pack/.foeman/saving", "text")),
    ("`saving` is a pipe", |it| it.pipe("pack/.foeman/saving")),
    ("`.foeman` is a link", |it| it.link("pack/.foeman", "outside")),
    ("`.foeman` is a link to the pack's own folder", |it| it.link("pack/.foeman", "pack")),
    ("`.foeman` is a link that leads nowhere", |it| it.link("pack/.foeman", "outside/made")),
    ("`.foeman` is a file", |it| it.write("pack/.foeman", "text")),
    ("`.foeman` is a pipe", |it| it.pipe("pack/.foeman")),
    ("`backup` is a link", |it| it.link("pack/.foeman/backup", "outside")),
    ("`backup` is a link that leads nowhere", |it| it.link("pack/.foeman/backup", "outside/made")),
    ("`backup` is a file", |it| it.write("pack/.foeman/backup", "text")),
    ("`backup` is a pipe", |it| it.pipe("pack/.foeman/backup")),
    ("a backup is a link", |it| {
        it.link("pack/.foeman/backup/extra/untidy.yaml", "outside/secret.txt");
        it.link("pack/.foeman/backup/items.yaml", "outside/new.txt");
    }),
    ("a backup is a pipe", |it| it.pipe("pack/.foeman/backup/extra/untidy.yaml")),
    ("a backup is a folder", |it| it.folder("pack/.foeman/backup/extra/untidy.yaml")),
    ("a folder of backups is a link", |it| it.link("pack/.foeman/backup/extra", "outside")),
    ("`.gitignore` is a link", |it| it.link("pack/.foeman/.gitignore", "outside/new.txt")),
    ("`.gitignore` is a pipe", |it| it.pipe("pack/.foeman/.gitignore")),
    ("the schema is a link", |it| {
        it.link("pack/.foeman/schema.json", "outside/secret.txt");
        it.link("pack/.foeman/known.json", "outside/secret.txt");
        it.link("pack/.foeman/pit.svg", "outside/new.svg");
        it.link("pack/.foeman/battle.journal", "outside/new.journal");
    }),
    ("the schema is a pipe", |it| {
        for name in ["schema.json", "known.json", "pit.svg", "battle.journal"] {
            it.pipe(&format!("pack/.foeman/{name}"));
        }
    }),
    ("translations are in a linked folder", |it| {
        it.write("outside/de.po", "msgid \"\"\nmsgstr \"\"\n");
        it.link("pack/lang", "outside");
    }),
    ("a translation is a link", |it| it.link("pack/lang/de.po", "outside/secret.txt")),
    ("a translation is a link that leads nowhere", |it| it.link("pack/lang/de.po", "outside/new.po")),
    ("a translation is a pipe", |it| it.pipe("pack/lang/de.po")),
    ("temporary files are links", |it| {
        it.link("pack/.foeman-abc123", "outside/secret.txt");
        it.link("pack/.foeman/backup/.foeman-abc123", "outside");
        it.link("pack/extra/.foeman-abc124", "outside/new.txt");
    }),
    ("folders with temporary files are links", |it| {
        it.link("pack/.foeman/more", "outside");
        it.link("pack/more", "outside");
    }),
    ("files of the pack are links", |it| {
        it.link("pack/extra/evil.yaml", "outside/secret.yaml");
        it.link("pack/evil", "outside");
    }),
];

/// Read-only commands; `PACK` is the pack, `OUT` a folder for output.
const READERS: &[&[&str]] = &[
    &["check", "PACK"],
    &["check", "PACK", "--format", "json", "--all"],
    &["check", "PACK", "--format", "sarif"],
    &["check", "PACK", "--fix-unsafe", "--diff"],
    &["check", "PACK/items.yaml"],
    &["check", "PACK/extra/untidy.yaml", "--fix", "--diff"],
    &["check", "PACK", "--write-baseline", "OUT/known.json"],
    &["check", "PACK/extra/evil.yaml"],
    &["list", "--pack", "PACK"],
    &["show", "items/spade", "--pack", "PACK"],
    &["usages", "items/spade", "--pack", "PACK"],
    &["diff", "PACK", "PACK"],
    &["fmt", "PACK", "--check"],
    &["fmt", "PACK", "--diff"],
    &["migrate", "PACK", "--check"],
    &["migrate", "PACK", "--diff"],
    &["rename", "items/spade", "shovel", "--pack", "PACK", "--diff"],
    &["schema", "PACK"],
    &["schema", "PACK", "--out", "OUT"],
    &["render", "allotments", "--pack", "PACK", "--output", "OUT/map.svg"],
    &["print", "PACK", "--output", "OUT/pack.pdf"],
    &["pack", "PACK", "--out", "OUT/pack.foeman.zip"],
    &["site", "PACK", "--output", "OUT/site"],
    &["texts", "check", "PACK"],
    &["texts", "extract", "PACK", "--output", "OUT/pack.pot"],
    &["play", "PACK", "possession", "--seed", "1", "--language", "de"],
    &["play", "PACK", "possession", "--seed", "1", "--save", "OUT/battle.journal"],
    &["replay", "OUT/battle.journal", "--verify"],
    &["simulate", "PACK", "possession", "--battles", "1"],
    &["test", "PACK"],
    &["export", "records", "PACK", "--out", "OUT/records.txt"],
    &["codes", "explain", "A", "--pack", "PACK"],
];

/// Commands that write to the pack, or to a file in it that the user names.
const WRITERS: &[&[&str]] = &[
    &["fmt", "PACK"],
    &["check", "PACK", "--fix"],
    &["check", "PACK", "--fix-unsafe"],
    &["check", "PACK/extra/untidy.yaml", "--fix-unsafe"],
    &["fmt", "PACK/extra/evil.yaml"],
    &["fmt", "PACK/evil/secret.yaml"],
    &["check", "PACK/extra/evil.yaml", "--fix-unsafe"],
    &["rename", "items/spade", "shovel", "--pack", "PACK"],
    &["rename", "extra/untidy.yaml", "more/tidy.yaml", "--pack", "PACK"],
    &["rename", "items.yaml", "../outside/new.yaml", "--pack", "PACK"],
    &["migrate", "PACK"],
    &["schema", "PACK", "--out", "PACK/.foeman"],
    &["check", "PACK", "--write-baseline", "PACK/.foeman/known.json"],
    &["render", "allotments", "--pack", "PACK", "--output", "PACK/.foeman/pit.svg"],
    &["pack", "PACK", "--out", "PACK/.foeman/pit.svg"],
    &["man", "PACK/.foeman/more"],
    &["texts", "update", "PACK", "de"],
    &["texts", "update", "PACK", "../../outside/de"],
    &["texts", "extract", "PACK", "--output", "PACK/.foeman/pit.svg"],
    &["site", "PACK", "--output", "PACK/.foeman/more"],
    &["play", "PACK", "possession", "--seed", "1", "--save", "PACK/.foeman/battle.journal"],
];

/// Runs the test for every variant, on a few threads. Not on rayon's threads, because the commands need those.
fn each_variant(test: impl Fn(&str, fn(&Sandbox)) + Sync) {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let own = VARIANTS.iter().skip(worker).step_by(workers);
            let test = &test;
            scope.spawn(move || own.for_each(|(name, spoil)| test(name, *spoil)));
        }
    });
}

/// Runs a command, with a time limit.
fn run(sandbox: &Sandbox, words: &[&str]) -> String {
    let place = |word: &str| match word.split_once('/') {
        Some(("PACK", rest)) => format!("{}/{rest}", sandbox.at("pack")),
        Some(("OUT", rest)) => format!("{}/{rest}", sandbox.at("out")),
        _ if word == "PACK" => sandbox.at("pack"),
        _ if word == "OUT" => sandbox.at("out"),
        _ => word.to_owned(),
    };
    let words: Vec<String> = words.iter().map(|word| place(word)).collect();
    let told = format!("{words:?}");
    within(&told.clone(), move || {
        let run = foeman(&words.iter().map(String::as_str).collect::<Vec<_>>());
        format!("{told}: {} {}", run.status, run.err)
    })
}

/// Runs `work` with a time limit.
fn within<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(LONG).unwrap_or_else(|error| panic!("{what}: {error}"))
}

#[test]
fn there_are_enough_kinds_of_hostile_packs() {
    assert!(VARIANTS.len() > 40, "{}", VARIANTS.len());
}

#[test]
fn commands_that_read_a_hostile_pack_write_and_remove_nothing() {
    each_variant(|name, spoil| {
        let sandbox = Sandbox::new();
        spoil(&sandbox);
        let (outside, pack) = (sandbox.outside(), sandbox.pack());
        for words in READERS {
            let told = run(&sandbox, words);
            assert_eq!(sandbox.outside(), outside, "{name}: {told}");
            assert_eq!(sandbox.pack(), pack, "{name}: {told}");
        }
    });
}

#[test]
fn commands_that_write_to_a_hostile_pack_write_and_remove_nothing_outside() {
    each_variant(|name, spoil| {
        for words in WRITERS {
            let sandbox = Sandbox::new();
            spoil(&sandbox);
            let outside = sandbox.outside();
            let told = run(&sandbox, words);
            assert_eq!(sandbox.outside(), outside, "{name}: {told}");
        }
    });
}

#[test]
fn the_window_opens_a_hostile_pack_without_a_change_and_saves_inside_it_or_not_at_all() {
    each_variant(|name, spoil| {
        let sandbox = Sandbox::new();
        spoil(&sandbox);
        let (outside, pack) = (sandbox.outside(), sandbox.pack());
        let (root, journals) = (sandbox.path("pack"), sandbox.path("out/journals"));
        let mut workspace = within(name, move || {
            let mut workspace = Workspace::new(SHIPPED);
            workspace.keep_journals(journals);
            workspace.perform(Action::Open(root));
            workspace
        });
        assert_eq!(sandbox.outside(), outside, "{name}: opening it");
        assert_eq!(sandbox.pack(), pack, "{name}: opening it");
        let title = Pointer::parse("/terrains/mud/title").expect("a pointer");
        workspace.perform(Action::Set(title, json!("Deep mud")));
        assert_eq!(sandbox.pack(), pack, "{name}: changing it");
        let saved = within(name, move || {
            workspace.perform(Action::Save);
            workspace.pack().is_some_and(|pack| pack.is_saved())
        });
        assert_eq!(sandbox.outside(), outside, "{name}: saving it");
        let text = fs::read_to_string(sandbox.path("pack/extra/untidy.yaml")).expect("it is there");
        assert_eq!(text.contains("Deep mud"), saved, "{name}: what the window says of the file is true");
    });
}

#[test]
fn the_language_server_reads_a_hostile_pack_without_a_change() {
    each_variant(|name, spoil| {
        let sandbox = Sandbox::new();
        spoil(&sandbox);
        let (outside, pack) = (sandbox.outside(), sandbox.pack());
        let uri = |path: &str| format!("file://{}", sandbox.at(path));
        let file = json!({"uri": uri("pack/extra/untidy.yaml")});
        let opened = json!({"uri": file["uri"], "languageId": "yaml", "version": 1, "text": UNTIDY});
        let place = json!({"line": 1, "character": 5});
        let messages = [
            json!({"id": 1, "method": "initialize", "params": {"processId": null, "rootUri": uri("pack"), "capabilities": {}}}),
            json!({"method": "initialized", "params": {}}),
            json!({"method": "textDocument/didOpen", "params": {"textDocument": opened}}),
            json!({"id": 2, "method": "textDocument/documentSymbol", "params": {"textDocument": file}}),
            json!({"id": 3, "method": "textDocument/rename", "params":
                {"textDocument": file, "position": place, "newName": "mire"}}),
            json!({"method": "workspace/didChangeWatchedFiles", "params":
                {"changes": [{"uri": uri("pack/.foeman/saving/list.json"), "type": 2}]}}),
        ];
        let close = json!({"method": "textDocument/didClose", "params": {"textDocument": file}});
        let farewell = [close, json!({"id": 4, "method": "shutdown"}), json!({"method": "exit"})];
        let out = within(name, move || converse(&messages, &["\"name\":\"mud\"", "mire"], &farewell));
        assert!(out.contains("documentSymbolProvider"), "{name}: it answers: {out}");
        assert_eq!(sandbox.outside(), outside, "{name}");
        assert_eq!(sandbox.pack(), pack, "{name}");
    });
}

/// Sends messages to the language server, and `farewell` after it has written some words; returns its output.
fn converse(messages: &[Value], words: &[&str], farewell: &[Value]) -> String {
    let ((input, mut to), (mut from, mut output)) = (pipe().expect("a pipe"), pipe().expect("a pipe"));
    let server = std::thread::spawn(move || drop(serve(SHIPPED, BufReader::new(input), &mut output)));
    let mut send = |messages: &[Value]| {
        for message in messages {
            let mut message = message.clone();
            message["jsonrpc"] = json!("2.0");
            let body = message.to_string();
            write!(to, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        }
    };
    send(messages);
    let (mut out, mut bytes) = (String::new(), [0; 4096]);
    while !words.iter().all(|word| out.contains(word)) {
        let length = from.read(&mut bytes).expect("it answers");
        assert!(length > 0, "the output continues: {out}");
        out += &String::from_utf8_lossy(&bytes[..length]);
    }
    send(farewell);
    drop(from);
    server.join().expect("it ends");
    out
}

#[test]
fn a_list_of_a_save_that_came_with_a_pack_is_ignored() {
    let sandbox = Sandbox::new();
    sandbox.list(&["new.yaml"], &["items.yaml"]);
    let told = run(&sandbox, &["fmt", "PACK"]);
    assert!(told.contains(": 0 "), "{told}");
    assert!(!sandbox.path("pack/new.yaml").exists() && sandbox.path("pack/items.yaml").exists());
}

#[test]
fn a_file_in_a_pack_that_is_a_link_out_of_it_is_refused_with_the_remedy() {
    let sandbox = Sandbox::new();
    sandbox.link("pack/extra/evil.yaml", "outside/secret.yaml");
    sandbox.link("pack/.foeman", "outside");
    let told = run(&sandbox, &["fmt", "PACK/extra/evil.yaml"]);
    assert!(told.contains(": 3 ") && told.contains("name the target of the link"), "{told}");
    let told = run(&sandbox, &["fmt", "PACK"]);
    assert!(told.contains(": 3 ") && told.contains("expected a folder at `.foeman`, found a link"), "{told}");
    assert!(told.contains("no file was changed"), "{told}");
}
