//! A strict reader of the HTML that pages consist of: every tag is closed, every attribute quoted.

/// A tag with its attributes, whose entities are replaced.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Tag {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

const VOID: [&str; 5] = ["meta", "link", "img", "input", "br"];

/// Returns the tags of a page in order.
#[track_caller]
pub(crate) fn tags(page: &str) -> Vec<Tag> {
    let mut rest = page.strip_prefix("<!doctype html>").expect("a page begins with its type");
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a loose `>` in {:?}", &rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('/') {
            let (name, after) = after.split_once('>').expect("a tag ends");
            assert_eq!(open.pop().as_deref(), Some(name), "tags are closed in order");
            rest = after;
            continue;
        }
        let (tag, is_closed, after) = tag(rest);
        if !is_closed && !VOID.contains(&tag.name.as_str()) {
            open.push(tag.name.clone());
        }
        tags.push(tag);
        rest = after;
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    tags
}

#[track_caller]
fn tag(text: &str) -> (Tag, bool, &str) {
    let end = text.find([' ', '>', '/']).expect("a tag ends");
    let (name, mut rest) = (text[..end].to_owned(), &text[end..]);
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "expected a tag, found {name:?}");
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            return (Tag { name, attributes }, true, after);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (Tag { name, attributes }, false, after);
        }
        let end = rest.find(['=', ' ', '>', '/']).expect("an attribute ends");
        let key = rest[..end].to_owned();
        assert!(
            key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-') && !key.is_empty(),
            "{key:?} in <{name}>"
        );
        rest = &rest[end..];
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix("=\"") {
            let (quoted, after) = after.split_once('"').expect("a value ends");
            assert!(!quoted.contains('<'), "{quoted:?}");
            value = plain(quoted);
            rest = after;
        }
        assert!(!key.starts_with("on"), "a script in the attribute {key}");
        attributes.push((key, value));
    }
}

/// Replaces the entities that templates write.
pub(crate) fn plain(text: &str) -> String {
    let all = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
    ];
    let text = all.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter));
    text.replace("&#38;", "&").replace("&amp;", "&")
}
