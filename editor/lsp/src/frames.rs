//! Reads and writes LSP frames: a `Content-Length` header, a blank line and a JSON message.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// The maximum length of a message in bytes: a buffer of 100 MB with all its escapes.
pub const MOST: u64 = 256 << 20;

/// The maximum number of bytes to read as one header line.
const LINE: u64 = 64 << 10;

/// The header that gives the length of a message, in lower case.
const LENGTH: &str = "content-length:";

/// A result of reading.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Message),
    /// Malformed input, and the error to answer with.
    Bad(ErrorCode, String),
}

/// Reads frames from a stream.
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    /// The length of the next message, once its header has been read.
    length: Option<u64>,
    /// Whether malformed input is being skipped; it is reported only once.
    skipping: bool,
}

impl<R: BufRead> Frames<R> {
    /// Creates a reader of `input`.
    pub fn new(input: R) -> Self {
        Self { input, length: None, skipping: false }
    }

    /// Reads the next frame; `None` at the end of the input.
    pub fn read(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if let Some(length) = self.length.take() {
                self.skipping = false;
                return self.body(length);
            }
            let Some(line) = self.line()? else { return Ok(None) };
            let line = line.trim().to_ascii_lowercase();
            let Some(at) = line.find(LENGTH) else {
                // Other headers are ignored.
                let other = line.is_empty() || line.starts_with("content-type:");
                if !other && !std::mem::replace(&mut self.skipping, true) {
                    return Ok(Some(unreadable("expected `Content-Length`, found something else")));
                }
                continue;
            };
            let number = line[at + LENGTH.len()..].trim();
            match number.parse() {
                Ok(length) if length <= MOST => self.length = Some(length),
                Ok(length) => {
                    let message = format!("expected a message of at most {MOST} bytes, found one of {length}");
                    self.skipping = true;
                    return Ok(Some(unreadable(&message)));
                }
                Err(_) => {
                    self.skipping = true;
                    return Ok(Some(unreadable("expected a number of bytes after `Content-Length`")));
                }
            }
            while self.line()?.is_some_and(|line| !line.trim().is_empty()) {}
            if at > 0 && !self.skipping {
                return Ok(Some(unreadable("expected `Content-Length`, found something before it")));
            }
        }
    }

    /// Reads the next line, or a part of an overlong one; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        self.input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn body(&mut self, length: u64) -> io::Result<Option<Frame>> {
        let mut body = Vec::new();
        self.input.by_ref().take(length).read_to_end(&mut body)?;
        Ok((body.len() as u64 == length).then(|| frame(&body)))
    }
}

fn unreadable(message: &str) -> Frame {
    Frame::Bad(ErrorCode::ParseError, message.to_owned())
}

fn frame(body: &[u8]) -> Frame {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return unreadable(&format!("expected a message in JSON: {error}")),
    };
    let Value::Object(mut fields) = value else { return no_message("a value that is not an object") };
    let params = fields.remove("params").unwrap_or_default();
    let method = fields.remove("method");
    let id = fields.remove("id").map(serde_json::from_value::<RequestId>);
    match (method, id) {
        (Some(Value::String(method)), Some(Ok(id))) => Frame::Message(Request { id, method, params }.into()),
        (Some(Value::String(method)), None) => Frame::Message(Notification { method, params }.into()),
        // The server does not use the client's responses.
        (None, Some(Ok(id))) => Frame::Message(Response { id, response_result: Ok(Value::Null) }.into()),
        (Some(_), Some(Err(_))) => no_message("an id that is neither a string nor a 32-bit number"),
        _ => no_message("a message without a method"),
    }
}

fn no_message(found: &str) -> Frame {
    Frame::Bad(ErrorCode::InvalidRequest, format!("expected a request or a notification, found {found}"))
}

/// Writes a message as a frame.
pub fn write(out: &mut dyn Write, message: &Message) -> io::Result<()> {
    message.write(&mut &mut *out)
}

/// Writes an error response to malformed input.
pub fn refuse(out: &mut dyn Write, code: ErrorCode, message: &str) -> io::Result<()> {
    let error = json!({ "code": code as i32, "message": message });
    let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the frames in `bytes`: the methods of messages, and the error codes of malformed input.
    fn read(bytes: &[u8]) -> Vec<String> {
        let mut frames = Frames::new(bytes);
        let mut read = Vec::new();
        while let Some(frame) = frames.read().unwrap() {
            read.push(match frame {
                Frame::Message(Message::Request(request)) => request.method,
                Frame::Message(Message::Notification(notification)) => notification.method,
                Frame::Message(Message::Response(_)) => "answer".to_owned(),
                Frame::Bad(code, _) => format!("{}", code as i32),
            });
        }
        read
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_frame_is_told_once_and_the_next_one_is_read() {
        let good = framed(r#"{"method":"a","id":1}"#);
        let (unreadable, none) = ("-32700", "-32600");
        let cases: [(String, &[&str]); 12] = [
            (format!("{good}{good}"), &["a", "a"]),
            (format!("content-length:  21\nContent-Type: x\n\n{}", &good[good.len() - 21..]), &["a"]),
            (format!("hello\r\nworld\r\n\r\n{good}"), &[unreadable, "a"]),
            (format!("{}{good}", framed("{")), &[unreadable, "a"]),
            (format!("{}{good}", framed("[1]")), &[none, "a"]),
            (format!("{}{good}", framed(r#"{"id":1.5,"method":"b"}"#)), &[none, "a"]),
            (format!("{}{good}", framed(&"[".repeat(100_000))), &[unreadable, "a"]),
            (format!("Content-Length: 5\r\n\r\n{}{good}", r#"{"method":"b"}"#), &[unreadable, unreadable, "a"]),
            (format!("Content-Length: 18446744073709551615\r\n\r\n{good}"), &[unreadable, "a"]),
            (format!("Content-Length: 99999999999\r\n\r\n{good}"), &[unreadable, "a"]),
            (format!("Content-Length: -4\r\n\r\n{good}{good}"), &[unreadable, "a", "a"]),
            (format!("{good}Content-Length: 999\r\n\r\n{{"), &["a"]),
        ];
        for (bytes, expected) in cases {
            assert_eq!(read(bytes.as_bytes()), expected, "{bytes:.80}");
        }
        assert_eq!(
            read(&[b"Content-Length: 2\r\n\r\n\xff\xfe".as_slice(), good.as_bytes()].concat()),
            [unreadable, "a"]
        );
    }
}
