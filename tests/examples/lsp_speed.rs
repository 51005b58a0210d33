//! Measures the latency of the language server, as seen by a client, on one file of 10,000 items:
//! `cargo run --release -p foeman-tests --example lsp_speed -- target/release/foeman`.
//!
//! Given the command of another server (`yaml-language-server --stdio`), it measures that server in the same way.

#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use foeman_base::template::stress::items::id;
use foeman_base::template::{make_stress, stress::Size};
use foeman_registry::SHIPPED;
use serde_json::{Value, json};

const ITEMS: usize = 10_000;
const EDITS: usize = 200;
/// Other servers take seconds per edit.
const EDITS_OF_OTHERS: usize = 10;
/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let program = words.next().ok_or("expected a program to measure: `lsp_speed target/release/foeman`")?;
    let mut args: Vec<String> = words.collect();
    if args.is_empty() {
        args.push("lsp".to_owned());
    }
    let folder = tempfile::tempdir()?;
    let pack = folder.path().join("crowd");
    make_stress(&pack, Size { items: ITEMS, figures: 2_000, maps: 200 }, &SHIPPED.dialects())
        .map_err(|error| error.to_string())?;
    measure(&program, &args, &pack)
}

fn measure(program: &str, args: &[String], pack: &Path) -> Result<(), Box<dyn Error>> {
    let file = pack.join("items.yaml");
    let text = std::fs::read_to_string(&file)?;
    let mut server = Server::start(program, args)?;
    let start = Instant::now();
    server.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities() }))?;
    server.tell("initialized", json!({}))?;
    let uri = format!("file://{}", file.display());
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }))?;
    let (_, first) = server.findings(&uri, start)?;
    println!("{program}: {ITEMS} items, {} bytes; first findings after {first:.1?}", text.len());

    // Edits break and fix sizes all over the file.
    let sizes: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| line.starts_with("    size: ")).collect();
    let mut version = 1;
    let mut random = 7_u64;
    let (mut edits, mut completions) = (Vec::new(), Vec::new());
    let edits_made = if args_are_ours(args) { EDITS } else { EDITS_OF_OTHERS };
    for number in 0..edits_made / 2 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (line, old) = sizes[(random >> 33) as usize % sizes.len()];
        for (from, to, expected) in [(old, "    size: x", 1), ("    size: x", old, 0)] {
            version += 1;
            let change = replacement(&uri, version, line, from, to);
            let start = Instant::now();
            server.tell("textDocument/didChange", change)?;
            let (found, took) = server.findings(&uri, start)?;
            if found != expected {
                return Err(format!("expected {expected} findings after an edit, found {found}").into());
            }
            edits.push(took);
        }
        // Types part of an id, completes it, and takes the edit back.
        version += 1;
        let typed = format!("    extends: {}", &id(number * 97)[..4]);
        server.tell("textDocument/didChange", replacement(&uri, version, line, old, &typed))?;
        let at = json!({ "line": line, "character": typed.len() });
        let start = Instant::now();
        let answer =
            server.ask("textDocument/completion", json!({ "textDocument": { "uri": uri }, "position": at }))?;
        completions.push(start.elapsed());
        if answer["items"].as_array().is_none_or(Vec::is_empty) && args_are_ours(args) {
            return Err(format!("expected ids after `{typed}`, found none").into());
        }
        version += 1;
        server.tell("textDocument/didChange", replacement(&uri, version, line, &typed, old))?;
        server.quiet(&uri, version)?;
    }
    println!("{:<12} {:>10} {:>10} {:>10}", "", "p50", "p95", "most");
    for (name, times) in [("findings", edits), ("completion", completions)] {
        let [half, most, all] = quantiles(times);
        println!("{name:<12} {half:>10.2?} {most:>10.2?} {all:>10.2?}");
    }
    println!("memory {} MB", server.memory());
    server.child.kill()?;
    Ok(())
}

fn args_are_ours(args: &[String]) -> bool {
    args == ["lsp"]
}

fn capabilities() -> Value {
    json!({
        "textDocument": {
            "synchronization": { "didSave": true },
            "publishDiagnostics": { "versionSupport": true },
            "completion": { "completionItem": { "snippetSupport": true } }
        }
    })
}

fn replacement(uri: &str, version: i64, line: usize, old: &str, new: &str) -> Value {
    let range = json!({ "start": { "line": line, "character": 0 }, "end": { "line": line, "character": old.len() } });
    let id = json!({ "uri": uri, "version": version });
    json!({ "textDocument": id, "contentChanges": [{ "range": range, "text": new }] })
}

fn quantiles(mut times: Vec<Duration>) -> [Duration; 3] {
    times.sort();
    [times.len() / 2, times.len() * 95 / 100, times.len() - 1].map(|at| times[at])
}

/// A server connected by pipes.
struct Server {
    child: Child,
    to: ChildStdin,
    from: Receiver<(Value, Instant)>,
    next: i64,
}

impl Server {
    fn start(program: &str, args: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = child.stdin.take().ok_or("no standard input")?;
        let mut from = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut from) {
                if sender.send((message, Instant::now())).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, to, from: receiver, next: 1 })
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let body = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.to.flush()?)
    }

    fn tell(&mut self, method: &str, params: Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Box<dyn Error>> {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let (message, _) = self.from.recv_timeout(PATIENCE)?;
            if message["id"] == json!(id) && message["method"].is_null() {
                return Ok(message["result"].clone());
            }
            self.answer(&message)?;
        }
    }

    /// Answers a request from the server with an empty result.
    fn answer(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        if message["method"].is_string() && !message["id"].is_null() {
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }))?;
        }
        Ok(())
    }

    /// Returns the number of findings in the next notification for a file, and the time since `start`.
    fn findings(&mut self, uri: &str, start: Instant) -> Result<(usize, Duration), Box<dyn Error>> {
        loop {
            let (message, at) = self.from.recv_timeout(PATIENCE)?;
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == json!(uri) {
                let count = message["params"]["diagnostics"].as_array().map_or(0, Vec::len);
                return Ok((count, at - start));
            }
            self.answer(&message)?;
        }
    }

    /// Reads messages until the diagnostics of a version arrive; for a server without versions, until two more
    /// notifications arrive.
    fn quiet(&mut self, uri: &str, version: i64) -> Result<(), Box<dyn Error>> {
        for _ in 0..2 {
            loop {
                let (message, _) = self.from.recv_timeout(PATIENCE)?;
                let told = &message["params"];
                if message["method"] == "textDocument/publishDiagnostics" && told["uri"] == json!(uri) {
                    if told["version"] == json!(version) {
                        return Ok(());
                    }
                    break;
                }
                self.answer(&message)?;
            }
        }
        Ok(())
    }

    /// The peak memory of the server in megabytes, if the system reports it.
    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.map_or_else(|| "unknown".to_owned(), |kilobytes| (kilobytes / 1024).to_string())
    }
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
