//! Cards of action codes, 63 × 88 mm.

use egui::{Align2, Color32, Rect, Vec2, pos2, vec2};
use foeman_engine::card::Card;
use foeman_scene::shape::Pen;
use foeman_scene::theme::{parse_color, readable_on};

use crate::options::Options;
use crate::page::{ACCENT, FAINT, INK, Page, RULE, TINT, style};
use crate::subject::Subject;

/// The size of a card.
pub const CARD: Vec2 = vec2(63.0, 88.0);
/// The space within a card that stays free at its edges.
const INSET: f32 = 4.0;
/// The length of crop marks.
const MARK: f32 = 3.0;

/// Returns the cards of all scenarios, each once.
pub fn cards(subject: &Subject) -> Vec<Card> {
    let Some(cards) = subject.engine.capabilities().cards else { return Vec::new() };
    let mut all: Vec<Card> = Vec::new();
    for card in subject.scenarios.iter().flat_map(|scenario| cards(&scenario.resolved)) {
        // An actor can have the same code twice, which its player needs once.
        if !all.contains(&card) {
            all.push(card);
        }
    }
    all
}

/// Returns the pages of the cards, with crop marks.
pub(crate) fn pages(cards: &[Card], options: &Options) -> Vec<Page> {
    let size = options.paper.size();
    let fit = |paper: f32, card: f32| ((paper - 14.0) / card).floor().max(1.0) as usize;
    let (columns, rows) = (fit(size.x, CARD.x), fit(size.y, CARD.y));
    let block = vec2(columns as f32 * CARD.x, rows as f32 * CARD.y);
    let start = pos2(0.0, 0.0) + (size - block) / 2.0;
    let sheets = cards.chunks(columns * rows).enumerate().map(|(number, cards)| {
        let mut page = Page::new(size, format!("cards-{}", number + 1));
        for (n, card) in cards.iter().enumerate() {
            let at = start + vec2((n % columns) as f32, (n / columns) as f32) * CARD;
            draw(&mut page, Rect::from_min_size(at, CARD), card);
        }
        crops(&mut page, Rect::from_min_size(start, block), columns, rows);
        page
    });
    sheets.collect()
}

fn crops(page: &mut Page, block: Rect, columns: usize, rows: usize) {
    let pen = Pen::new(0.15, Color32::BLACK);
    for column in 0..=columns {
        let x = block.left() + column as f32 * CARD.x;
        for (from, to) in
            [(block.top() - 1.0 - MARK, block.top() - 1.0), (block.bottom() + 1.0, block.bottom() + 1.0 + MARK)]
        {
            page.line(pos2(x, from), pos2(x, to), pen);
        }
    }
    for row in 0..=rows {
        let y = block.top() + row as f32 * CARD.y;
        for (from, to) in
            [(block.left() - 1.0 - MARK, block.left() - 1.0), (block.right() + 1.0, block.right() + 1.0 + MARK)]
        {
            page.line(pos2(from, y), pos2(to, y), pen);
        }
    }
}

fn draw(page: &mut Page, card: Rect, content: &Card) {
    page.frame(card, Pen::new(0.1, RULE));
    let color = parse_color(&content.color).unwrap_or(ACCENT);
    let inside = card.shrink(INSET);
    let band = Rect::from_min_max(card.min + vec2(1.5, 1.5), pos2(card.right() - 1.5, card.top() + 16.0));
    page.fill(band, color);
    let ink = readable_on(color);
    let line = |top: f32, height: f32| {
        Rect::from_min_size(pos2(inside.left(), card.top() + top), vec2(inside.width(), height))
    };
    let (title, owner) =
        if content.owner.is_empty() { (line(4.0, 9.0), None) } else { (line(2.6, 7.4), Some(line(10.2, 4.4))) };
    page.words(title, Align2::CENTER_CENTER, style(5.6, ink).strong(), &content.title);
    if let Some(room) = owner {
        page.words(room, Align2::CENTER_CENTER, style(3.2, ink), &content.owner);
    }
    let code = line(18.5, 9.0);
    page.fill(code.expand2(vec2(1.0, 0.0)), TINT);
    page.words(code, Align2::CENTER_CENTER, style(4.6, INK).strong(), &content.code);
    let mut top = 30.0;
    for (text, meaning) in &content.blocks {
        let body = style(2.9, INK);
        let label = Rect::from_min_size(pos2(inside.left(), card.top() + top), vec2(11.0, body.leading()));
        let room = Rect::from_min_max(
            pos2(inside.left() + 12.5, card.top() + top),
            pos2(inside.right(), (card.top() + top + 2.0 * body.leading()).min(inside.bottom() - 12.0)),
        );
        if room.height() < body.leading() {
            break;
        }
        page.words(label, Align2::LEFT_CENTER, style(2.9, ACCENT).strong(), text);
        top = page.paragraph(room, body, meaning) - card.top() + 0.9;
    }
    let room = Rect::from_min_max(pos2(inside.left(), inside.bottom() - 11.5), inside.max);
    page.line(room.left_top(), room.right_top(), Pen::new(0.15, RULE));
    page.paragraph(Rect::from_min_max(room.min + vec2(0.0, 1.0), room.max), style(2.6, FAINT), &content.text);
}
