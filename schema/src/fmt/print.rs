//! The printer: writes all values of a file with the comments between them.

use super::gap::{Comment, dash, gap};
use super::inline::{inline, is_nothing, word};
use crate::source::tree::{Layout, Node, NodeKind, Pair, Style};
use crate::source::{Body, SourceFile, after_colon};

/// Maximum length in characters of a line with a bracketed collection.
const WIDTH: usize = 120;

/// Indentation per level.
pub(super) const STEP: usize = 2;

/// Returns the formatted text of a file and its comments. The error is the offset of text that cannot be formatted.
pub(super) fn print(file: &SourceFile) -> Result<(String, Vec<&str>), usize> {
    let text: &str = &file.text;
    let mut printer = Printer::new(text, 0);
    printer.mark();
    let root = Level { old: file.sections.first().map_or(0, |section| printer.column(section.key_span.start)), new: 0 };
    for section in &file.sections {
        match &section.body {
            Body::Whole(part) => {
                let entry = part.entry().ok_or(part.span.start)?;
                printer.entry(entry, part.span.start, root, Start::Below)?;
            }
            Body::Cut(parts) => {
                let key = section.key_span;
                printer.lead(key.start, root, &[])?;
                printer.catalog(section);
                let first = parts.first().map_or(key.start, |part| part.key_span().start + part.span.start);
                let level = Level { old: printer.column(first), new: STEP };
                for part in parts {
                    let entry = part.entry().ok_or(part.span.start)?;
                    printer.entry(entry, part.span.start, level, Start::Below)?;
                }
                printer.closed.push(level);
            }
        }
    }
    printer.end(root)?;
    Ok((printer.out, printer.comments))
}

/// The old and new column of a block's keys or dashes.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) old: usize,
    pub(super) new: usize,
}

/// Where the first entry of a block starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// On a new line.
    Below,
    /// After a dash; the text before it is already printed.
    Beside,
}

/// How a value is printed.
enum Shape {
    /// Empty.
    Nothing,
    /// On the line of its key or dash.
    Line(String),
    /// As a multi-line plain or quoted scalar.
    Words,
    /// As a `|` or `>` block.
    Block,
    /// As a block collection on separate lines.
    Collection,
}

pub(super) struct Printer<'a> {
    pub(super) text: &'a str,
    /// Everything before this offset is printed.
    pub(super) at: usize,
    pub(super) out: String,
    eol: &'static str,
    /// Whether anything except the byte order mark is printed.
    pub(super) begun: bool,
    /// Whether the last line opens a block, which suppresses an empty line after it.
    pub(super) opened: bool,
    /// Whether the following empty lines belong to a text and are already printed.
    kept: bool,
    /// The blocks that ended after the last value, the innermost first.
    pub(super) closed: Vec<Level>,
    pub(super) comments: Vec<&'a str>,
}

impl<'a> Printer<'a> {
    /// Creates a printer that continues at an offset.
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        let eol = if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" };
        let out = String::with_capacity(if at == 0 { text.len() + text.len() / 16 } else { 0 });
        let (closed, comments) = (Vec::new(), Vec::new());
        Self { text, at, out, eol, begun: false, opened: false, kept: false, closed, comments }
    }

    /// Prints the text before the value at `to`, followed by comments moved from other places, and begins the value's
    /// line.
    pub(super) fn lead(&mut self, to: usize, level: Level, moved: &[Comment<'a>]) -> Result<(), usize> {
        let gap = gap(self.text, self.at, to)?;
        self.remarks(&gap.comments, level);
        let blank = gap.blank || moved.first().is_some_and(|comment| comment.blank);
        for (number, comment) in moved.iter().enumerate() {
            self.comments.push(comment.text);
            self.line(if number == 0 { blank } else { comment.blank }, level.new);
            self.out.push_str(comment.text);
        }
        self.line(gap.blank && moved.is_empty(), level.new);
        self.closed.clear();
        Ok(())
    }

    fn remarks(&mut self, comments: &[Comment<'a>], level: Level) {
        let mut deepest = usize::MAX;
        for comment in comments {
            self.comments.push(comment.text);
            if let Some(blanks) = comment.behind.filter(|_| self.begun) {
                let blanks = if blanks.is_empty() || blanks.contains('\t') { " " } else { blanks };
                self.out.push_str(blanks);
                self.out.push_str(comment.text);
                continue;
            }
            let fits = |block: &&Level| block.old > level.old && block.old <= comment.column && block.new <= deepest;
            deepest = self.closed.iter().find(fits).map_or(level.new, |block| block.new);
            self.line(comment.blank, deepest);
            self.out.push_str(comment.text);
        }
    }

    /// Begins a line, after an empty line if there was one and it is allowed here.
    fn line(&mut self, blank: bool, indent: usize) {
        if self.begun {
            self.out.push_str(self.eol);
            if blank && !self.opened && !self.kept {
                self.out.push_str(self.eol);
            }
        }
        (self.begun, self.opened, self.kept) = (true, false, false);
        self.blanks(indent);
    }

    fn blanks(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    pub(super) fn end(&mut self, root: Level) -> Result<(), usize> {
        let gap = gap(self.text, self.at, self.text.len())?;
        self.remarks(&gap.comments, root);
        if self.begun {
            self.out.push_str(self.eol);
        }
        Ok(())
    }

    pub(super) fn entry(&mut self, pair: &Pair, base: usize, level: Level, start: Start) -> Result<(), usize> {
        let text = self.text;
        let key = pair.key_span().shifted(base);
        let colon = after_colon(text, key);
        let name = word(&text[key.range()], &pair.key);
        let shape = self.shape(&pair.value, base, level.new + name.chars().count() + 2);
        let mut moved = Vec::new();
        let mut anchor = None;
        if !matches!(shape, Shape::Nothing) {
            let between = gap(text, colon, self.shallow(&pair.value, base)?)?;
            anchor = one(&between.anchors).map_err(|()| colon)?;
            if !matches!(shape, Shape::Collection) {
                moved.extend(between.comments);
                moved.extend(self.inside_empty(&pair.value, base)?);
            }
        }
        match start {
            // Only the first key of a map can follow an anchor: the anchor of the map, which is already printed.
            Start::Below if gap(text, self.at, key.start)?.anchors.len() > usize::from(self.opened) => {
                return Err(key.start);
            }
            Start::Below => self.lead(key.start, level, &moved)?,
            Start::Beside if moved.is_empty() => {}
            Start::Beside => return Err(key.start),
        }
        self.out.push_str(&name);
        self.out.push(':');
        self.at = colon;
        self.value(&pair.value, base, level.new, shape, anchor)
    }

    fn item(&mut self, node: &Node, base: usize, level: Level, layout: Layout, start: Start) -> Result<(), usize> {
        let (text, column) = (self.text, level.new + STEP);
        let shape = self.shape(node, base, column);
        if start == Start::Beside {
            self.out.push('-');
            return self.value_beside(node, base, level.new, shape);
        }
        let nothing = matches!(shape, Shape::Nothing);
        let (head, after, anchors) = match layout {
            Layout::Block => {
                let dash = dash(text, self.at)?;
                let anchors = match nothing {
                    true => Vec::new(),
                    false => gap(text, dash + 1, self.shallow(node, base)?)?.anchors,
                };
                (dash, dash + 1, anchors)
            }
            Layout::Flow if nothing => return Err(self.at),
            Layout::Flow => {
                let head = self.shallow(node, base)?;
                (head, head, gap(text, self.at, head)?.anchors)
            }
        };
        let anchor = one(&anchors).map_err(|()| after)?;
        let beside = matches!(shape, Shape::Collection) && anchor.is_none();
        let mut moved = Vec::new();
        if beside {
            let between = gap(text, after, self.deep(node, base, column)?)?;
            if !between.anchors.is_empty() {
                return Err(after);
            }
            moved = between.comments;
        } else if !nothing && !matches!(shape, Shape::Collection) {
            moved = gap(text, after, self.shallow(node, base)?)?.comments;
            moved.extend(self.inside_empty(node, base)?);
        }
        self.lead(head, level, &moved)?;
        self.out.push('-');
        self.at = after;
        if beside {
            return self.value_beside(node, base, level.new, shape);
        }
        self.value(node, base, level.new, shape, anchor)
    }

    /// Prints a collection after its dash, or any other value without an anchor.
    fn value_beside(&mut self, node: &Node, base: usize, indent: usize, shape: Shape) -> Result<(), usize> {
        if !matches!(shape, Shape::Collection) {
            return self.value(node, base, indent, shape, None);
        }
        self.at = self.deep(node, base, indent + STEP)?;
        self.out.push(' ');
        self.collection(node, base, indent + STEP, Start::Beside)
    }

    /// Prints a value after its key's colon or its dash, whose column is `indent`.
    fn value(
        &mut self,
        node: &Node,
        base: usize,
        indent: usize,
        shape: Shape,
        anchor: Option<&str>,
    ) -> Result<(), usize> {
        if let Some(anchor) = anchor {
            self.out.push(' ');
            self.out.push_str(anchor);
        }
        let span = node.span().shifted(base);
        match shape {
            Shape::Nothing => return Ok(()),
            Shape::Line(line) => {
                self.out.push(' ');
                self.out.push_str(&line);
            }
            Shape::Words => self.words(&self.text[span.range()], indent + STEP),
            Shape::Block => return self.block(node, base, indent + STEP),
            Shape::Collection => {
                self.opened = true;
                return self.collection(node, base, indent + STEP, Start::Below);
            }
        }
        self.at = span.end;
        Ok(())
    }

    fn collection(&mut self, node: &Node, base: usize, indent: usize, start: Start) -> Result<(), usize> {
        let first = match &node.kind {
            NodeKind::Map { entries, .. } => entries.first().map(|entry| entry.key_span().start + base),
            _ => Some(self.shallow(node, base)?),
        };
        let layout = layout(node);
        let old = if layout == Layout::Block { first.map_or(0, |first| self.column(first)) } else { usize::MAX };
        let level = Level { old, new: indent };
        let start_of = |number: usize| if number == 0 { start } else { Start::Below };
        for (number, entry) in node.entries().iter().enumerate() {
            self.entry(entry, base, level, start_of(number))?;
        }
        for (number, item) in node.items().iter().enumerate() {
            self.item(item, base, level, layout, start_of(number))?;
        }
        if layout == Layout::Block {
            self.closed.push(level);
        } else {
            let end = node.span().end + base;
            let gap = gap(self.text, self.at, end)?;
            self.remarks(&gap.comments, level);
            self.at = end;
        }
        Ok(())
    }

    /// Prints a multi-line scalar, in which each line break and its indentation stand for one space or line break.
    fn words(&mut self, raw: &str, indent: usize) {
        for (number, line) in raw.split('\n').enumerate() {
            if number == 0 {
                self.out.push(' ');
            } else {
                self.out.push_str(self.eol);
            }
            let short = line.trim_end();
            // Spaces after a backslash are significant.
            let line = if short.ends_with('\\') { line.trim_end_matches('\r') } else { short };
            let line = if number == 0 { line } else { line.trim_start() };
            if number > 0 && !line.is_empty() {
                self.blanks(indent);
            }
            self.out.push_str(line);
        }
    }

    /// Prints a `|` or `>` block with its lines at column `indent`.
    fn block(&mut self, node: &Node, base: usize, indent: usize) -> Result<(), usize> {
        let NodeKind::Scalar { text: said, .. } = &node.kind else { return Ok(()) };
        let (span, text) = (node.span().shifted(base), self.text);
        let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |offset| at + offset);
        let head_end = line_end(span.start);
        let head = text[span.start..head_end].trim_end();
        let sign = head.split([' ', '\t']).next().unwrap_or(head);
        let empty = said.trim_matches('\n').is_empty();
        let body = if empty { "" } else { &text[head_end + 1..line_end(span.end)] };
        let lines: Vec<&str> = body.split('\n').map(|line| line.trim_end_matches('\r')).collect();
        let first = lines.iter().find(|line| !line.trim().is_empty()).copied().unwrap_or_default();
        let said_first = said.trim_start_matches('\n');
        let mut depths = (0..=first.len() - first.trim_start_matches(' ').len()).rev();
        let own = depths.find(|&own| said_first.starts_with(&first[own..])).unwrap_or(0);
        self.out.push(' ');
        let explicit = first[own..].starts_with([' ', '\t']) && sign.contains(|c: char| c.is_ascii_digit());
        self.out.extend(sign.chars().filter(|c| !c.is_ascii_digit()).take(1));
        if explicit {
            self.out.push_str(&STEP.to_string());
        }
        self.out.extend(sign.chars().skip(1).filter(|c| !c.is_ascii_digit()));
        for comment in gap(text, span.start + sign.len(), head_end)?.comments {
            self.comments.push(comment.text);
            self.out.push_str(comment.behind.filter(|blanks| !blanks.contains('\t')).unwrap_or(" "));
            self.out.push_str(comment.text);
        }
        for line in lines.iter().filter(|_| !empty) {
            self.out.push_str(self.eol);
            let line = line.get(own..).unwrap_or("");
            if !line.is_empty() {
                self.blanks(indent);
                self.out.push_str(line);
            }
        }
        self.at = if empty { head_end } else { line_end(span.end) };
        if sign.contains('+') {
            let ends = said.len() - said.trim_end_matches('\n').len();
            (usize::from(!empty)..ends).for_each(|_| self.out.push_str(self.eol));
            self.kept = true;
        }
        Ok(())
    }

    fn shape(&self, node: &Node, base: usize, column: usize) -> Shape {
        let text = self.text;
        let raw = || &text[node.span().shifted(base).range()];
        if node.is_aliased() {
            return Shape::Line(raw().to_owned());
        }
        match &node.kind {
            _ if is_nothing(node) => Shape::Nothing,
            NodeKind::Scalar { style: Style::Literal { .. } | Style::Folded, .. } => Shape::Block,
            NodeKind::Scalar { .. } if raw().contains('\n') => Shape::Words,
            NodeKind::Scalar { style: Style::Plain, .. } => Shape::Line(raw().to_owned()),
            NodeKind::Scalar { text, .. } => Shape::Line(word(raw(), text).into_owned()),
            NodeKind::Map { entries, .. } if entries.is_empty() => Shape::Line("{}".to_owned()),
            NodeKind::Seq { items, .. } if items.is_empty() => Shape::Line("[]".to_owned()),
            _ if layout(node) == Layout::Block => Shape::Collection,
            _ => match inline(text, base, node) {
                Some(line) if column + line.chars().count() <= WIDTH => Shape::Line(line),
                _ => Shape::Collection,
            },
        }
    }

    /// Returns the comments in otherwise empty brackets.
    fn inside_empty(&self, node: &Node, base: usize) -> Result<Vec<Comment<'a>>, usize> {
        let empty = !node.is_aliased() && node.entries().is_empty() && node.items().is_empty();
        match &node.kind {
            NodeKind::Map { .. } | NodeKind::Seq { .. } if empty => {
                let span = node.span().shifted(base);
                let mut comments = gap(self.text, span.start, span.end)?.comments;
                comments.iter_mut().for_each(|comment| comment.behind = None);
                Ok(comments)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns where a value begins, after its anchor: at its first dash, key, bracket or letter.
    fn shallow(&self, node: &Node, base: usize) -> Result<usize, usize> {
        let start = node.span().start + base;
        match &node.kind {
            NodeKind::Map { layout: Layout::Block, entries } if !node.is_aliased() => {
                Ok(entries.first().map_or(start, |entry| entry.key_span().start + base))
            }
            // For lists at the column of their key, the parser may report the first item as the start.
            NodeKind::Seq { layout: Layout::Block, .. } if !node.is_aliased() => {
                let from = self.text[..start].rfind(['\n', ':']).map_or(0, |at| at + 1);
                if self.text[start..].starts_with('-') { Ok(start) } else { dash(self.text, from) }
            }
            _ => Ok(start),
        }
    }

    /// Returns where the first word of a block collection begins, at or after this column.
    fn deep(&self, node: &Node, base: usize, column: usize) -> Result<usize, usize> {
        let first = match &node.kind {
            NodeKind::Map { entries, .. } => {
                return Ok(entries.first().map_or(node.span().start, |entry| entry.key_span().start) + base);
            }
            NodeKind::Seq { items, .. } => items.first(),
            NodeKind::Scalar { .. } => None,
        };
        match first {
            Some(item) if is_nothing(item) => Ok(dash(self.text, self.shallow(node, base)?)? + 1),
            Some(item) => match self.shape(item, base, column + STEP) {
                Shape::Collection => self.deep(item, base, column + STEP),
                _ => self.shallow(item, base),
            },
            None => Ok(node.span().start + base),
        }
    }

    /// Returns the number of bytes from the start of the line.
    fn column(&self, at: usize) -> usize {
        let front = &self.text[..at];
        let start = front.rfind('\n').map_or(0, |newline| newline + 1);
        let mark = if start == 0 && front.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        at - start - mark
    }
}

fn layout(node: &Node) -> Layout {
    match &node.kind {
        NodeKind::Map { layout, .. } | NodeKind::Seq { layout, .. } => *layout,
        NodeKind::Scalar { .. } => Layout::Flow,
    }
}

fn one<'a>(anchors: &[&'a str]) -> Result<Option<&'a str>, ()> {
    match anchors {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => Err(()),
    }
}
