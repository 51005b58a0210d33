//! Snippets for completion: a key, its colon and the required parts of its value, with placeholders.

use foeman_schema::field::{Field, FieldKind};

/// The maximum depth of nested maps in a snippet.
const DEEPEST: usize = 2;

/// A record with its required keys.
pub fn record(field: Field, id: &str) -> String {
    let mut made = Made { text: format!("${{1:{id}}}:"), next: 2 };
    made.needed(field, 2, 0);
    made.text
}

/// A key in block style. New lines are indented by `deeper` spaces in addition to the client's own indentation.
pub fn key(field: Field, deeper: usize) -> String {
    let mut made = Made { text: format!("{}:", field.name()), next: 1 };
    made.value(field, deeper + 2, 0);
    made.text
}

/// A key in flow style.
pub fn key_in_brackets(field: Field) -> String {
    let mut made = Made { text: format!("{}: ", field.name()), next: 1 };
    match field.kind() {
        FieldKind::Object | FieldKind::Map => made.text.push_str("{$1}"),
        FieldKind::List { .. } => made.text.push_str("[$1]"),
        _ => made.place(field),
    }
    made.text
}

struct Made {
    text: String,
    next: usize,
}

impl Made {
    /// Adds the value of a key.
    fn value(&mut self, field: Field, indent: usize, deep: usize) {
        match field.kind() {
            FieldKind::Object | FieldKind::Map => self.needed(field, indent, deep),
            FieldKind::List { .. } => {
                self.line(indent);
                self.text.push_str("- ");
                self.stop();
            }
            _ => {
                self.text.push(' ');
                self.place(field);
            }
        }
    }

    /// Adds the required keys of a map, one per line; a placeholder if it has none.
    fn needed(&mut self, field: Field, indent: usize, deep: usize) {
        let mut needed: Vec<Field> = match field.tag().and_then(|tag| field.child(tag)) {
            // The other required keys depend on the tag.
            Some(tag) => vec![tag],
            None => field.fields().into_iter().filter(|field| field.required()).collect(),
        };
        if deep >= DEEPEST {
            needed.clear();
        }
        if needed.is_empty() {
            self.line(indent);
            self.stop();
        }
        for field in needed {
            self.line(indent);
            self.text.push_str(field.name());
            self.text.push(':');
            self.value(field, indent + 2, deep + 1);
        }
    }

    /// Adds a placeholder for a value.
    fn place(&mut self, field: Field) {
        match field.kind() {
            FieldKind::Choice(words) if !words.is_empty() => {
                let words: Vec<&str> = words.iter().map(|word| word.value).collect();
                self.text.push_str(&format!("${{{}|{}|}}", self.next, words.join(",")));
                self.next += 1;
            }
            FieldKind::Bool => {
                self.text.push_str(&format!("${{{}|true,false|}}", self.next));
                self.next += 1;
            }
            _ => self.stop(),
        }
    }

    fn stop(&mut self) {
        self.text.push_str(&format!("${}", self.next));
        self.next += 1;
    }

    fn line(&mut self, indent: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }
}
