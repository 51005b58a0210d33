//! A battle attached to an e-mail (RFC 5322 and MIME), as a draft that a mail program opens and sends.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::mailbox::Mailbox;

/// The most letters of a line of base64 (RFC 2045).
const LINE: usize = 76;
/// The bytes that an encoded word holds, so that a line with the longest name of a header has at most 76 letters
/// (RFC 2047): its marks have twelve, and three bytes have four.
const WORD: usize = 39;

/// A message with a file.
pub struct Message<'a> {
    /// The sender; without one, the mail program adds it.
    pub from: Option<&'a Mailbox>,
    /// The recipients.
    pub to: &'a [&'a Mailbox],
    /// The subject.
    pub subject: &'a str,
    /// The text.
    pub text: &'a str,
    /// The file's name, in ASCII letters, digits, dots and hyphens; other letters become hyphens.
    pub file_name: &'a str,
    /// The file.
    pub file: &'a [u8],
    /// The time.
    pub date: SystemTime,
}

impl Message<'_> {
    /// Writes the message. All lines are ASCII and end with a carriage return and a line feed.
    pub fn write(&self) -> String {
        let letter = |letter: char| if letter.is_ascii_alphanumeric() || ".-_".contains(letter) { letter } else { '-' };
        let name: String = self.file_name.chars().map(letter).collect();
        // Base64 has no `=` within a line, so the boundary never occurs in a part.
        let boundary = "=_foeman_=";
        let to: Vec<String> = self.to.iter().map(|mailbox| written(mailbox)).collect();
        let mut lines = vec![format!("Date: {}", date(self.date))];
        lines.extend(self.from.map(|from| format!("From: {}", written(from))));
        lines.push(format!("To: {}", to.join(",\r\n ")));
        lines.push(format!("Subject: {}", words(self.subject)));
        lines.extend(
            [
                // Mail programs that know this header open the message as a draft.
                "X-Unsent: 1",
                "MIME-Version: 1.0",
                &format!("Content-Type: multipart/mixed; boundary=\"{boundary}\""),
                "",
                &format!("--{boundary}"),
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: base64",
                "",
                &encoded(self.text.replace("\r\n", "\n").replace('\n', "\r\n").as_bytes()),
                &format!("--{boundary}"),
                &format!("Content-Type: application/octet-stream;\r\n name=\"{name}\""),
                "Content-Transfer-Encoding: base64",
                &format!("Content-Disposition: attachment;\r\n filename=\"{name}\""),
                "",
                &encoded(self.file),
                &format!("--{boundary}--"),
                "",
            ]
            .map(str::to_owned),
        );
        lines.join("\r\n")
    }
}

/// Writes a mailbox: its name as a word, a quoted text or encoded words, and its address on a line of its own if the
/// name is long.
fn written(mailbox: &Mailbox) -> String {
    let (name, address) = (mailbox.name(), mailbox.address());
    if name.is_empty() {
        return address.to_owned();
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == ' ' || letter == '-';
    let name = match name {
        name if name.chars().all(is_plain) => name.to_owned(),
        name if name.chars().all(|letter| (' '..='~').contains(&letter)) => {
            format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
        }
        name => encoded_words(name),
    };
    format!("{name}\r\n <{address}>")
}

/// Writes free text: as it is if it is ASCII and short, or else as encoded words (RFC 2047).
fn words(text: &str) -> String {
    let is_plain = text.len() <= 60 && text.chars().all(|letter| (' '..='~').contains(&letter));
    // A text that looks like an encoded word would be decoded.
    if is_plain && !text.contains("=?") { text.to_owned() } else { encoded_words(text) }
}

fn encoded_words(text: &str) -> String {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }) {
        if word.len() + letter.len_utf8() > WORD {
            words.push(std::mem::take(&mut word));
        }
        word.push(letter);
    }
    words.push(word);
    let encode = |word: &String| format!("=?utf-8?B?{}?=", STANDARD.encode(word));
    words.iter().map(encode).collect::<Vec<_>>().join("\r\n ")
}

fn encoded(bytes: &[u8]) -> String {
    let text = STANDARD.encode(bytes);
    let lines = (0..text.len()).step_by(LINE).map(|at| &text[at..text.len().min(at + LINE)]);
    lines.collect::<Vec<_>>().join("\r\n")
}

/// Writes a time in UTC: `Fri, 27 Nov 2026 09:30:00 +0000`.
fn date(time: SystemTime) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (mut day, clock) = (seconds / 86_400, seconds % 86_400);
    let weekday = DAYS[(day % 7) as usize];
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{weekday}, {:02} {} {year} {hour:02}:{minute:02}:{second:02} +0000", day + 1, MONTHS[month])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let written = |seconds| date(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(written(0), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(written(951_782_400), "Tue, 29 Feb 2000 00:00:00 +0000");
        assert_eq!(written(1_795_771_800), "Fri, 27 Nov 2026 09:30:00 +0000");
    }

    #[test]
    fn a_message_is_ascii_in_short_lines_and_its_parts_decode() {
        let ann: Mailbox = "Ann \"the Axe\" <ann@example.org>".parse().expect("it is a mailbox");
        let bob: Mailbox =
            "Böb Çelik, of the very long name of the very long name <bob@example.org>".parse().expect("so is it");
        let message = Message {
            from: Some(&ann),
            to: &[&bob],
            subject: "Ein Kupferstück\r\nBcc: all@example.org, und noch viel mehr Wörter als in eine Zeile passen",
            text: "Round 2\nYour turn",
            file_name: "düel/1.turn",
            file: &[0, 255, 10, 13].repeat(100),
            date: UNIX_EPOCH,
        };
        let text = message.write();
        assert!(text.is_ascii() && !text.replace("\r\n", "").contains(['\r', '\n']), "{text}");
        assert!(text.split("\r\n").all(|line| line.len() <= 78), "{text}");
        assert!(!text.contains("\nBcc"), "{text}");
        assert!(text.contains("From: \"Ann \\\"the Axe\\\"\"\r\n <ann@example.org>\r\n"), "{text}");
        assert!(text.contains("filename=\"d-el-1.turn\"\r\n\r\n"), "{text}");
        let parts: Vec<&str> = text.split("--=_foeman_=").collect();
        let body =
            |part: &str| part.split_once("\r\n\r\n").map(|(_, body)| body.replace("\r\n", "")).unwrap_or_default();
        assert_eq!(STANDARD.decode(body(parts[1])).expect("base64"), b"Round 2\r\nYour turn");
        assert_eq!(STANDARD.decode(body(parts[2])).expect("base64"), [0, 255, 10, 13].repeat(100));
        let unfolded = parts[0].replace("\r\n ", " ");
        let subject = unfolded.lines().find_map(|line| line.strip_prefix("Subject: ")).expect("it has a subject");
        let decode =
            |word: &str| STANDARD.decode(word.trim_start_matches("=?utf-8?B?").trim_end_matches("?=")).expect("base64");
        let decoded: Vec<u8> = subject.split(' ').flat_map(decode).collect();
        let shown = message.subject.replace("\r\n", "  ");
        assert_eq!(String::from_utf8(decoded).expect("UTF-8"), shown);
    }
}
