//! The event loop of the language server: handles one message at a time; slow work runs elsewhere and posts its result.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use foeman_engine::game::Registry;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, InitializeParams, NumberOrString, PublishDiagnosticsParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::checker::{Checked, Checker};
use super::client::Client;
use super::frames::{self, Frame, Frames};
use super::home::{Buffer, Home};
use super::pack::Pack;
use super::pool::{Answer, Pool, guarded, refusal, response, taken_back};
use super::pull::{self, Pulls};
use super::workspace::Workspace;
use super::{diagnostics, requests};
use foeman_base::watch::Watch;

/// Serves a client until it exits or disconnects, and returns which of the two.
///
/// Only frames are written to `out`.
pub fn serve(registry: Registry, input: impl BufRead + Send + 'static, out: &mut dyn Write) -> io::Result<Farewell> {
    let (sender, events) = mpsc::channel();
    let reading = sender.clone();
    std::thread::spawn(move || {
        let mut frames = Frames::new(input);
        loop {
            let event = match frames.read() {
                Ok(Some(frame)) => Event::Frame(frame),
                Ok(None) | Err(_) => Event::End,
            };
            let last = matches!(event, Event::End);
            if reading.send(event).is_err() || last {
                break;
            }
        }
    });
    let workspace = Workspace::new(registry);
    let (checker, pool) = (Checker::default(), Pool::start());
    let (client, pulls) = (None, Pulls::default());
    let server =
        Server { workspace, checker, pool, client, phase: Phase::New, sender, out, watch: None, pulls, refreshes: 0 };
    server.run(&events)
}

/// How a client ended the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// It sent `shutdown` first.
    Proper,
    /// It disconnected without `shutdown`.
    Sudden,
}

/// An event of the loop.
enum Event {
    Frame(Frame),
    /// The input ended.
    End,
    /// A response is ready.
    Answered(RequestId, Answer),
    /// The check of a pack ended.
    Checked(Home, Checked),
    /// A watched pack changed on disk.
    Written,
}

/// The phase of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    Leaving,
}

/// Checks start when no message has arrived for this long, because a request usually follows each edit.
const PAUSE: Duration = Duration::from_millis(1);

/// The number of events without a pause after which checks start anyway.
const AT_ONCE: usize = 64;

struct Server<'a> {
    workspace: Workspace,
    checker: Checker,
    pool: Pool,
    /// The client's capabilities; `None` before `initialize`.
    client: Option<Client>,
    phase: Phase,
    sender: Sender<Event>,
    out: &'a mut dyn Write,
    /// Watches packs on disk, for clients that cannot.
    watch: Option<Watch>,
    pulls: Pulls,
    /// The number of refresh requests sent.
    refreshes: u32,
}

impl Server<'_> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<Farewell> {
        // The number of events handled since the last check.
        let mut taken = 0;
        loop {
            let event = match taken {
                0 => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                AT_ONCE => Err(RecvTimeoutError::Timeout),
                _ => events.recv_timeout(PAUSE),
            };
            match event {
                Ok(event) => {
                    taken += 1;
                    if let Some(farewell) = self.take(event)? {
                        return Ok(farewell);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    taken = 0;
                    self.check()?;
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Farewell::Sudden),
            }
        }
    }

    fn take(&mut self, event: Event) -> io::Result<Option<Farewell>> {
        match event {
            Event::Frame(Frame::Message(Message::Request(request))) => self.request(request)?,
            Event::Frame(Frame::Message(Message::Notification(note))) if note.method == "exit" => {
                return Ok(Some(if self.phase == Phase::Leaving { Farewell::Proper } else { Farewell::Sudden }));
            }
            Event::Frame(Frame::Message(Message::Notification(note))) => self.notification(note)?,
            // Responses to the server's own requests need no action.
            Event::Frame(Frame::Message(Message::Response(_))) => {}
            Event::Frame(Frame::Bad(code, message)) => frames::refuse(self.out, code, &message)?,
            Event::End => return Ok(Some(Farewell::Sudden)),
            Event::Answered(id, answer) => {
                if let Some(response) = self.pool.answered(id, answer) {
                    self.send(response)?;
                }
            }
            Event::Checked(home, checked) => self.checked(&home, checked)?,
            Event::Written => self.workspace.look_again(),
        }
        Ok(None)
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let refused = match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                let answer = self.initialize(params);
                return self.send(response(id, answer));
            }
            (Phase::New, _) => Some((ErrorCode::ServerNotInitialized, "expected `initialize` first")),
            (Phase::Leaving, _) => Some((ErrorCode::InvalidRequest, "expected `exit` after `shutdown`")),
            (Phase::Running, "initialize") => Some((ErrorCode::InvalidRequest, "expected `initialize` only once")),
            (Phase::Running, _) => None,
        };
        if let Some((code, message)) = refused {
            return self.send(response(id, Err(refusal(code, message))));
        }
        if method == "shutdown" {
            self.phase = Phase::Leaving;
            return self.send(response(id, Ok(Value::Null)));
        }
        let Some(client) = self.client.clone() else { return Ok(()) };
        if [pull::OF_FILE, pull::OF_ALL].contains(&method.as_str()) {
            let first = method == pull::OF_ALL && !self.pulls.all;
            if let Err(refusal) = self.pulls.ask(id.clone(), &method, params) {
                return self.send(response(id, Err(refusal)));
            }
            if first {
                self.take_back()?;
            }
            return self.answer_pulls();
        }
        match requests::prepared(&method, params, &mut self.workspace, &client) {
            // Completion and hover are answered directly, because they follow each keystroke.
            Ok(work) if requests::is_quick(&method) => self.send(response(id, guarded(work))),
            Ok(work) => {
                let sender = self.sender.clone();
                self.pool.work(id, work, move |id, answer| drop(sender.send(Event::Answered(id, answer))));
                Ok(())
            }
            Err(refusal) => self.send(response(id, Err(refusal))),
        }
    }

    fn initialize(&mut self, params: Value) -> Answer {
        let raw = params.clone();
        let params: InitializeParams = requests::read(params)?;
        let client = Client::of(&params, &raw);
        for folder in requests::folders(&params) {
            self.workspace.keep(&folder);
        }
        let answer = json!({
            "capabilities": client.offered(),
            "serverInfo": { "name": diagnostics::SOURCE, "version": env!("CARGO_PKG_VERSION") },
        });
        self.client = Some(client);
        self.phase = Phase::Running;
        Ok(answer)
    }

    fn notification(&mut self, note: Notification) -> io::Result<()> {
        let Some(client) = self.client.clone().filter(|_| self.phase == Phase::Running) else { return Ok(()) };
        let Notification { method, params } = note;
        match method.as_str() {
            "initialized" => {
                if let Some(request) = client.watch_request() {
                    self.send(request)?;
                }
            }
            "textDocument/didOpen" => {
                if let Some(opened) = read::<DidOpenTextDocumentParams>(params) {
                    let document = opened.text_document;
                    self.workspace.open(document.uri.as_str(), document.version, &document.text);
                }
            }
            "textDocument/didChange" => {
                if let Some(changed) = read::<DidChangeTextDocumentParams>(params) {
                    let document = changed.text_document;
                    let (uri, changes) = (document.uri.as_str(), changed.content_changes);
                    self.workspace.change(uri, document.version, changes, client.encoding);
                }
            }
            "textDocument/didClose" => {
                if let Some(closed) = read::<DidCloseTextDocumentParams>(params) {
                    self.workspace.close(closed.text_document.uri.as_str());
                }
            }
            "workspace/didChangeWatchedFiles" => {
                for change in read::<DidChangeWatchedFilesParams>(params).into_iter().flat_map(|told| told.changes) {
                    self.workspace.touched(change.uri.as_str());
                }
            }
            "$/cancelRequest" => {
                let id = read::<CancelParams>(params).map(|cancelled| match cancelled.id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                });
                let waiting = id.clone().filter(|id| self.pulls.cancel(id));
                let given_up = waiting.map(|id| response(id, Err(taken_back())));
                if let Some(response) = given_up.or_else(|| self.pool.cancel(id?)) {
                    self.send(response)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Starts checks of changed packs, and clears the diagnostics of closed ones.
    fn check(&mut self) -> io::Result<()> {
        for uri in self.workspace.take_gone() {
            self.publish(&uri, Vec::new(), None)?;
        }
        self.workspace.catch_up();
        for pack in self.workspace.packs.values() {
            let sender = self.sender.clone();
            self.checker.check(pack, move |home, checked| drop(sender.send(Event::Checked(home, checked))));
        }
        if self.client.as_ref().is_some_and(|client| !client.watches) {
            self.watch();
        }
        Ok(())
    }

    /// Watches the disk, for a client that does not report changed files.
    fn watch(&mut self) {
        let roots = self.workspace.roots();
        if self.watch.as_ref().map(Watch::roots) != Some(&roots) {
            let sender = self.sender.clone();
            self.watch = Some(Watch::new(roots, move || sender.send(Event::Written).is_ok()));
        }
    }

    fn checked(&mut self, home: &Home, checked: Checked) -> io::Result<()> {
        self.checker.ended(home);
        let Some(pack) = self.workspace.packs.get_mut(home) else { return Ok(()) };
        match checked {
            Checked::Made(analysis) => pack.analysis = Some(analysis),
            Checked::Stopped => return Ok(()),
            Checked::Failed(draft) => {
                pack.failed = Some(draft);
                return self.answer_pulls();
            }
        }
        if !pack.is_current() {
            return Ok(());
        }
        let client = self.client.clone().unwrap_or_default();
        pack.found = diagnostics::of(pack, client.encoding);
        // Diagnostics that the client pulls are not pushed.
        let all = self.pulls.all;
        let asked = |pack: &Pack, path: &String| all || client.pulls && pack.buffers.contains_key(path);
        let paths: BTreeSet<String> =
            pack.found.keys().chain(pack.told.keys()).chain(pack.buffers.keys()).cloned().collect();
        let mut news = Vec::new();
        for path in paths {
            let version = pack.buffers.get(&path).map(|buffer| buffer.version);
            if asked(pack, &path) {
                news.extend(pack.told.remove(&path).map(|_| (pack.uri_of(&path), Vec::new(), version)));
                continue;
            }
            let list = pack.found.get(&path).cloned().unwrap_or_default();
            let told = pack.told.get(&path);
            let same = told.is_some_and(|(before, at)| *before == list && *at == version);
            if !same {
                news.push((pack.uri_of(&path), list.clone(), version));
            }
            if list.is_empty() && version.is_none() {
                pack.told.remove(&path);
            } else {
                pack.told.insert(path, (list, version));
            }
        }
        for (uri, list, version) in news {
            self.publish(&uri, list, version)?;
        }
        self.answer_pulls()?;
        self.ask_to_pull(home, &client)
    }

    /// Clears all pushed diagnostics.
    fn take_back(&mut self) -> io::Result<()> {
        let packs = self.workspace.packs.values_mut();
        let told: Vec<String> = packs
            .flat_map(|pack| {
                std::mem::take(&mut pack.told).into_keys().map(|path| pack.uri_of(&path)).collect::<Vec<_>>()
            })
            .collect();
        told.iter().try_for_each(|uri| self.publish(uri, Vec::new(), None))
    }

    /// Answers the pull requests whose files have been checked.
    fn answer_pulls(&mut self) -> io::Result<()> {
        self.workspace.catch_up();
        let answers = self.pulls.answers(&mut self.workspace);
        answers.into_iter().try_for_each(|answer| self.send(answer))
    }

    /// Asks the client to pull again if the diagnostics of an unchanged open file are different. Clients pull changed
    /// files without being asked.
    fn ask_to_pull(&mut self, home: &Home, client: &Client) -> io::Result<()> {
        let Some(pack) = self.workspace.packs.get(home).filter(|_| client.refreshes) else { return Ok(()) };
        let is_old = |(path, buffer): (&String, &Buffer)| {
            let found = pack.found.get(path).map_or(&[][..], Vec::as_slice);
            let pulled = pack.pulled.get(path);
            pulled.is_some_and(|(name, at)| *at == Some(buffer.version) && *name != pull::name(found))
        };
        if !pack.buffers.iter().any(is_old) {
            return Ok(());
        }
        self.refreshes += 1;
        let id = format!("refresh-{}", self.refreshes).into();
        self.send(Request { id, method: "workspace/diagnostic/refresh".to_owned(), params: Value::Null })
    }

    fn publish(&mut self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) -> io::Result<()> {
        let Ok(uri) = uri.parse() else { return Ok(()) };
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        self.send(Notification::new("textDocument/publishDiagnostics".to_owned(), params))
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        frames::write(self.out, &message.into())
    }
}

/// Parses the parameters of a notification. Malformed ones are ignored, because notifications have no response.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
