//! File URIs: `file:///tmp/my%20pack/items.yaml`.

use std::path::{Path, PathBuf};

/// Returns the path of a file URI; `None` for other schemes.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // Skip the host between the slashes, which is this machine.
    let rest = &rest[rest.find('/')?..];
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.as_bytes();
    while let [first, after @ ..] = left {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                left = &after[2..];
            }
            None => {
                bytes.push(*first);
                left = after;
            }
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // `/c:/packs` is a path on a drive.
    let drive = cfg!(windows) && text.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { &text[1..] } else { &text }))
}

/// Returns the URI of an absolute path.
pub fn of(path: &Path) -> String {
    let text = path.to_string_lossy();
    let mut uri = String::from("file://");
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_and_read_back() {
        for path in ["/tmp/pack/items.yaml", "/tmp/my pack/100%/a#b?.yaml", "/tmp/Größe 𝄞/ü.yaml"] {
            assert_eq!(super::path(&of(Path::new(path))), Some(PathBuf::from(path)));
        }
        assert_eq!(of(Path::new("/my pack/ü")), "file:///my%20pack/%C3%BC");
        assert_eq!(path("file://localhost/a%2Fb"), Some(PathBuf::from("/a/b")));
        assert_eq!(path("file:///50%25%zz"), Some(PathBuf::from("/50%%zz")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
