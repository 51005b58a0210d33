//! Decisions derived from fuzzer bytes; after the last byte, every decision is the first option.

/// Bytes that are consumed from the front.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    left: &'a [u8],
}

/// Terminates a text among the bytes; it never occurs in UTF-8.
pub const END: u8 = 0xFF;

impl<'a> Bytes<'a> {
    /// Creates a source from all bytes.
    pub fn new(data: &'a [u8]) -> Self {
        Self { left: data }
    }

    /// Whether all bytes have been consumed.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Takes one byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        *first
    }

    /// Takes a number below `end` from two bytes; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let number = usize::from(u16::from_be_bytes([self.byte(), self.byte()]));
        if end == 0 { 0 } else { number % end }
    }

    /// Picks an element.
    ///
    /// Panics if there is none.
    pub fn pick<'b, T>(&mut self, from: &'b [T]) -> &'b T {
        &from[usize::from(self.byte()) % from.len()]
    }

    /// Takes the bytes up to the next [`END`].
    pub fn part(&mut self) -> &'a [u8] {
        let end = self.left.iter().position(|byte| *byte == END);
        let (part, rest) = self.left.split_at(end.unwrap_or(self.left.len()));
        self.left = rest.get(1..).unwrap_or_default();
        part
    }

    /// Takes the bytes up to the next [`END`] as text.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(self.part()).into_owned()
    }
}
