//! Completion: keys with their documentation, the words of a choice, ids from the matching catalog, and names.

use std::sync::Arc;

use foeman_schema::dialect::CatalogDef;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::field::{Field, FieldKind};
use foeman_schema::notation::{catalog, command, requirement};
use foeman_schema::script;
use foeman_schema::standards;
use foeman_schema::text::{FileId, Pointer, RecordKey, Span};
use foeman_schema::usages::{KeyScope, key_names_from, keys_at, names_from};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, InsertTextFormat,
    InsertTextMode, MarkupContent, MarkupKind, Position, Range, TextEdit,
};
use serde_json::Value;

use super::client::Client;
use super::cursor::{self, Cursor, Layout, Spot};
use super::letters::in_order;
use super::prose;
use super::snapshot::Snapshot;
use super::snippet;

/// The maximum number of completions per request; typing more narrows them down.
const MOST: usize = 200;

/// Returns the completions at a position.
pub fn complete(snapshot: &Snapshot, file: FileId, position: Position, client: &Client) -> CompletionList {
    let draft = &snapshot.draft;
    let text = draft.text(file);
    let at = snapshot.offset(file, position);
    let (base, part) = draft.part_at(file, at);
    let Some(cursor) = cursor::find(text, part, &base, at) else { return CompletionList::default() };
    let typed = &text[cursor.span.range()];
    let rest = &text[at..];
    let word = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'));
    let span = Span::new(cursor.span.start, at + word.unwrap_or(rest.len()));
    if let Some(command) = command_at(draft, &cursor) {
        let word = script::typed(typed, typed.len());
        let span = Span::new(cursor.span.start + word.start, span.end);
        let typed = &typed[word.start..];
        return in_command(
            script::offers(draft, &command, &text[cursor.span.range()], at - cursor.span.start),
            typed,
            snapshot.range(file, span),
        );
    }
    if let Some(catalog) = requirement_at(draft, &cursor) {
        let (word, offers) = standards::completions(draft, catalog.as_deref(), typed);
        let span = Span::new(cursor.span.start + word, span.end);
        return in_command(offers, &typed[word..], snapshot.range(file, span));
    }
    let followed = text[span.end..].trim_start_matches(' ').starts_with(':');
    let offers = Offers { snapshot, file, cursor: &cursor, client, followed, line: text[..span.start].rfind('\n') };
    let mut items = match &cursor.spot {
        Spot::Value(at) => offers.values(at, typed),
        Spot::Entry => match draft_field(draft, &cursor.around) {
            _ if cursor.around == Pointer::root() => offers.top(),
            _ if cursor.around.parts().len() == 1 && is_catalog(draft, &cursor.around) => offers.record(),
            Some(field) if matches!(field.kind(), FieldKind::Object | FieldKind::Map) => offers.keys(field),
            _ => offers.values(&cursor.around, typed),
        },
    };
    items.retain(|item| in_order(&item.label, typed));
    let more = items.len() > MOST;
    items.sort_by_key(|item| !item.label.starts_with(typed));
    items.truncate(MOST);
    let range = snapshot.range(file, span);
    // A value needs a space before it; the user may not have typed it yet.
    let tight = matches!(cursor.spot, Spot::Value(_)) && text[..span.start].ends_with(':');
    for (number, item) in items.iter_mut().enumerate() {
        finish(item, number, range, tight);
    }
    CompletionList { is_incomplete: more, items }
}

/// Returns the pointer of the scripted command at the cursor, if there is one.
fn command_at(draft: &Draft, cursor: &Cursor) -> Option<Pointer> {
    let at = match &cursor.spot {
        Spot::Value(at) => at,
        Spot::Entry => &cursor.around,
    };
    let notation = draft_field(draft, at)?.notation()?;
    (notation.name == command::NOTATION.name).then(|| at.clone())
}

/// Returns the catalog of the standard whose requirement or field is at the cursor, if there is one.
fn requirement_at(draft: &Draft, cursor: &Cursor) -> Option<Option<String>> {
    let at = match &cursor.spot {
        Spot::Value(at) => at,
        Spot::Entry => &cursor.around,
    };
    let notation = draft_field(draft, at)?.notation()?;
    let (key, _) = at.record()?;
    [requirement::REQUIREMENT.name, requirement::FIELD.name].contains(&notation.name).then(|| {
        let standard = draft.merged(&key)?;
        Some(standard.get("catalog")?.as_str()?.to_owned())
    })
}

/// Completes the word of a scripted command or requirement at `range`.
fn in_command(words: Vec<(String, String)>, typed: &str, range: Range) -> CompletionList {
    let mut items: Vec<CompletionItem> = Vec::new();
    for (word, name) in words.into_iter().filter(|(word, _)| in_order(word, typed)) {
        let detail = (!name.is_empty()).then_some(name);
        items.push(CompletionItem { kind: Some(CompletionItemKind::REFERENCE), detail, ..item(&word) });
    }
    let more = items.len() > MOST;
    items.sort_by_key(|item| !item.label.starts_with(typed));
    items.truncate(MOST);
    for (number, item) in items.iter_mut().enumerate() {
        finish(item, number, range, false);
    }
    CompletionList { is_incomplete: more, items }
}

/// Returns the field at a pointer; header keys are found even if the ruleset is unknown.
fn draft_field(draft: &Draft, at: &Pointer) -> Option<Field> {
    draft.field(at).or_else(|| Field::header(draft.dialects().first()?).child(at.parts().first()?))
}

fn is_catalog(draft: &Draft, at: &Pointer) -> bool {
    draft.dialect().zip(at.last()).is_some_and(|(dialect, name)| dialect.catalog(name).is_some())
}

/// Sets an item's sort order and its text edit.
fn finish(item: &mut CompletionItem, number: usize, range: Range, tight: bool) {
    let text = item.insert_text.take().unwrap_or_else(|| item.label.clone());
    let new_text = if tight { format!(" {text}") } else { text };
    item.sort_text = Some(format!("{number:04}"));
    item.text_edit = Some(CompletionTextEdit::Edit(TextEdit { range, new_text }));
    item.filter_text = Some(if tight { format!(" {}", item.label) } else { item.label.clone() });
}

/// Computes the completions at one cursor.
struct Offers<'a> {
    snapshot: &'a Snapshot,
    file: FileId,
    cursor: &'a Cursor,
    client: &'a Client,
    /// Whether a colon already follows.
    followed: bool,
    /// The offset of the line end before the cursor.
    line: Option<usize>,
}

impl Offers<'_> {
    fn draft(&self) -> &Draft {
        &self.snapshot.draft
    }

    fn is_there(&self, key: &str) -> bool {
        self.cursor.siblings.iter().any(|(sibling, _)| sibling == key)
    }

    /// Top-level keys: catalogs and header keys.
    fn top(&self) -> Vec<CompletionItem> {
        let draft = self.draft();
        let Some(&first) = draft.dialects().first() else { return Vec::new() };
        let there: Vec<&str> = draft.sections(self.file).collect();
        let is_head = draft.header_file() == self.file;
        let head = Field::header(draft.dialect().unwrap_or(first)).fields().into_iter();
        let head = head.filter(|field| is_head && !there.contains(&field.name()));
        let mut items: Vec<CompletionItem> = head.map(|field| self.key(field)).collect();
        for catalog in draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs) {
            if !there.contains(&catalog.name) {
                items.push(CompletionItem {
                    kind: Some(CompletionItemKind::MODULE),
                    detail: Some(format!("catalog: {}", catalog.title.to_lowercase())),
                    documentation: self.documentation(
                        draft.dialect().and_then(|dialect| Field::record(dialect, catalog.name)).map(prose::about),
                    ),
                    insert_text: Some(if self.followed {
                        catalog.name.to_owned()
                    } else {
                        format!("{}:\n  ", catalog.name)
                    }),
                    ..item(catalog.name)
                });
            }
        }
        items
    }

    /// A new record of a catalog, with its required keys.
    fn record(&self) -> Vec<CompletionItem> {
        let draft = self.draft();
        let Some(catalog) = self.cursor.around.last() else { return Vec::new() };
        let Some(title) = draft.dialect().and_then(|dialect| dialect.catalog(catalog)).map(|it| it.title) else {
            return Vec::new();
        };
        let Some(field) = draft.field(&self.cursor.around.child("new")).filter(|_| self.client.snippets) else {
            return Vec::new();
        };
        let id = format!("new-{}", title.to_lowercase().replace(' ', "-"));
        vec![CompletionItem {
            kind: Some(CompletionItemKind::SNIPPET),
            detail: Some("with its required keys".to_owned()),
            insert_text: Some(snippet::record(field, &id)),
            insert_text_format: Some(InsertTextFormat::SNIPPET),
            insert_text_mode: Some(InsertTextMode::ADJUST_INDENTATION),
            ..item(&id)
        }]
    }

    /// Keys of a map: the schema's keys that are not used yet, or the names that the keys of this map refer to.
    fn keys(&self, field: Field) -> Vec<CompletionItem> {
        if field.kind() == FieldKind::Map {
            let draft = self.draft();
            let title =
                |id: &str, catalog: &str| draft.title_of_record(&RecordKey::new(catalog, id)).map(str::to_owned);
            let names = match field.key_target() {
                Some(catalog) => draft.ids(catalog).map(|id| (id.to_owned(), title(id, catalog))).collect(),
                None => self.names(|draft| key_names_from(draft, &self.cursor.around)),
            };
            let after = if self.followed { "" } else { ": " };
            let fresh = names.into_iter().filter(|(name, _)| !self.is_there(name));
            let offer = |(name, title): (String, Option<String>)| CompletionItem {
                kind: Some(CompletionItemKind::FIELD),
                detail: title,
                insert_text: Some(format!("{name}{after}")),
                ..item(&name)
            };
            return fresh.map(offer).collect();
        }
        // For a tagged value, only the keys of its variant.
        let said =
            self.cursor.siblings.iter().filter_map(|(key, text)| Some((key.clone(), Value::from(text.clone()?))));
        let mut fields = field.fields_in(&Value::Object(said.collect()));
        let whole = self.cursor.around.parts().len() == 2;
        if whole && fields.iter().all(|field| field.name() != "extends") {
            fields.extend(field.child("extends"));
        }
        fields.retain(|field| !self.is_there(field.name()));
        fields.sort_by_key(|field| !field.required());
        fields.into_iter().map(|field| self.key(field)).collect()
    }

    /// A key with its documentation, and a snippet for its value.
    fn key(&self, field: Field) -> CompletionItem {
        let base = CompletionItem {
            kind: Some(CompletionItemKind::PROPERTY),
            detail: Some(prose::in_short(field)),
            documentation: self.documentation(Some(prose::about(field))),
            ..item(field.name())
        };
        if self.followed {
            return base;
        }
        if !self.client.snippets {
            let blank = if matches!(field.kind(), FieldKind::Object | FieldKind::Map | FieldKind::List { .. }) {
                ""
            } else {
                " "
            };
            return CompletionItem { insert_text: Some(format!("{}:{blank}", field.name())), ..base };
        }
        let text = match self.cursor.layout {
            // Clients indent new lines like the current line. For an item of a list, that is the indentation of its
            // dash.
            Layout::Block => snippet::key(field, self.cursor.columns[0].saturating_sub(self.cursor.columns[1])),
            Layout::Flow => snippet::key_in_brackets(field),
        };
        CompletionItem {
            insert_text: Some(text),
            insert_text_format: Some(InsertTextFormat::SNIPPET),
            insert_text_mode: Some(InsertTextMode::ADJUST_INDENTATION),
            ..base
        }
    }

    /// Completions for a value.
    fn values(&self, at: &Pointer, typed: &str) -> Vec<CompletionItem> {
        let draft = self.draft();
        if at.parts() == ["ruleset"] {
            let offer = |dialect: &&foeman_schema::dialect::Dialect| CompletionItem {
                kind: Some(CompletionItemKind::ENUM_MEMBER),
                detail: Some(dialect.title.to_owned()),
                documentation: self.documentation(Some(dialect.about.to_owned())),
                ..item(dialect.id)
            };
            return draft.dialects().iter().map(offer).collect();
        }
        let Some(field) = draft_field(draft, at) else { return Vec::new() };
        let word = |word: &str, doc: &str| CompletionItem {
            kind: Some(CompletionItemKind::ENUM_MEMBER),
            detail: (!doc.is_empty()).then(|| doc.replace('\n', " ")),
            ..item(word)
        };
        match field.kind() {
            FieldKind::Choice(words) => words.iter().map(|choice| word(choice.value, choice.doc)).collect(),
            FieldKind::Bool => vec![word("true", ""), word("false", "")],
            FieldKind::Reference { catalog } => self.ids(catalog, at, typed),
            _ => {
                let names = self.names(|draft| names_from(draft, at));
                if names.is_empty() {
                    return self.examples(field);
                }
                let offer = |(name, title): (String, Option<String>)| CompletionItem {
                    kind: Some(CompletionItemKind::REFERENCE),
                    detail: title,
                    ..item(&name)
                };
                names.into_iter().map(offer).collect()
            }
        }
    }

    /// The ids of a catalog with their titles; only the titles of the ids that can be shown are looked up.
    fn ids(&self, catalog: &str, at: &Pointer, typed: &str) -> Vec<CompletionItem> {
        let draft = self.draft();
        // A record cannot extend itself.
        let own = at.record().filter(|(key, steps)| key.catalog == catalog && *steps == ["extends"]);
        let own = own.map(|(key, _)| key.id);
        let fit = |id: &&str| in_order(id, typed) && Some(*id) != own.as_deref();
        let mut ids: Vec<&str> = draft.ids(catalog).filter(fit).collect();
        ids.sort_by_key(|id| !id.starts_with(typed));
        let offer = |id: &&str| CompletionItem {
            kind: Some(CompletionItemKind::REFERENCE),
            detail: draft.title_of_record(&RecordKey::new(catalog, *id)).map(str::to_owned),
            ..item(id)
        };
        // One more than the limit, so that the caller knows the list is incomplete.
        ids.iter().take(MOST + 1).map(offer).collect()
    }

    /// The example values and the default value.
    fn examples(&self, field: Field) -> Vec<CompletionItem> {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let scalar = |value: &&Value| !value.is_object() && !value.is_array();
        let default = field.default().filter(scalar).map(|value| (plain(value), "default"));
        let example = field.example().filter(scalar).map(|value| (plain(value), "for example"));
        if field.notation().is_some_and(|notation| notation.name == catalog::NOTATION.name) {
            return self.catalogs();
        }
        let notation = field.notation().into_iter().flat_map(|notation| notation.examples);
        let notation = notation.map(|example| ((*example).to_owned(), "for example"));
        let mut items: Vec<CompletionItem> = Vec::new();
        for (text, detail) in default.into_iter().chain(example).chain(notation) {
            if !text.is_empty() && items.iter().all(|item| item.label != text) {
                let quoted = text.starts_with(['#', '&', '*', '@', '%', '!', '|', '>']) || text.contains(": ");
                let quoted = quoted && !self.in_quotes();
                items.push(CompletionItem {
                    kind: Some(CompletionItemKind::VALUE),
                    detail: Some(detail.to_owned()),
                    insert_text: quoted.then(|| format!("\"{text}\"")),
                    ..item(&text)
                });
            }
        }
        items
    }

    fn catalogs(&self) -> Vec<CompletionItem> {
        let catalogs = self.draft().dialect().into_iter().flat_map(|dialect| dialect.catalogs);
        let offer = |catalog: &CatalogDef| CompletionItem {
            kind: Some(CompletionItemKind::VALUE),
            detail: Some(catalog.title.to_owned()),
            ..item(catalog.name)
        };
        catalogs.map(offer).collect()
    }

    fn in_quotes(&self) -> bool {
        let text = self.draft().text(self.file);
        text[self.line.unwrap_or(0)..self.cursor.span.start].ends_with(['"', '\''])
    }

    /// The keys of another map, with the titles of their values. If the record at the cursor cannot be parsed, the word
    /// being typed is removed first.
    fn names(&self, scope: impl Fn(&Draft) -> Option<KeyScope>) -> Vec<(String, Option<String>)> {
        let draft = &self.snapshot.draft;
        let record = self.cursor.around.record().map(|(key, _)| key);
        let readable = record.is_none_or(|key| draft.raw(&key).is_some());
        let draft = if readable { Arc::clone(draft) } else { Arc::new(self.without_word()) };
        let Some(scope) = scope(&draft) else { return Vec::new() };
        let record = draft.merged(&scope.record).unwrap_or_default();
        let map = scope.steps.iter().try_fold(&record, |value, step| value.get(step));
        let title = |key: &str| {
            let value = map?.get(key)?;
            value.get("title").or_else(|| value.get("name"))?.as_str().map(str::to_owned)
        };
        let keys = keys_at(&draft, &scope.pointer()).into_iter();
        keys.map(|key| (title(&key), key)).map(|(title, key)| (key, title)).collect()
    }

    fn without_word(&self) -> Draft {
        let mut draft = Draft::clone(&self.snapshot.draft);
        let text = draft.text(self.file);
        let end = text[self.cursor.span.start..].find(['\n', ',', '}', ']']);
        let end = end.map_or(text.len(), |end| self.cursor.span.start + end);
        let span = Span::new(self.cursor.span.start, end);
        // An empty value is valid anywhere.
        let splice = Splice { file: self.file, span, text: String::new() };
        draft.apply(&Edit::from(vec![splice]));
        draft
    }

    fn documentation(&self, text: Option<String>) -> Option<Documentation> {
        let text = text.filter(|text| !text.is_empty())?;
        Some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text }))
    }
}

fn item(label: &str) -> CompletionItem {
    CompletionItem { label: label.to_owned(), ..CompletionItem::default() }
}
