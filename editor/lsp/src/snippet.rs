//! What is put in for a key, with places to fill in: its colon, and of its value what it cannot do without.

use foeman_schema::field::{Field, FieldKind};

/// Maps in maps are written out so far.
const DEEPEST: usize = 2;

/// A record with the keys that it needs.
pub fn record(field: Field, id: &str) -> String {
    let mut made = Made { text: format!("${{1:{id}}}:"), next: 2 };
    made.needed(field, 2, 0);
    made.text
}

/// A key on a line of its own; new lines are indented by `deeper` blanks beside those that a client puts in.
pub fn key(field: Field, deeper: usize) -> String {
    let mut made = Made { text: format!("{}:", field.name()), next: 1 };
    made.value(field, deeper + 2, 0);
    made.text
}

/// A key inside brackets.
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
    /// What follows a key's colon.
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

    /// The keys that a map needs, each on a line; a place where there are none.
    fn needed(&mut self, field: Field, indent: usize, deep: usize) {
        let mut needed: Vec<Field> = match field.tag().and_then(|tag| field.child(tag)) {
            // What else it needs depends on its kind.
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

    /// A place for a value.
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
