//! Decisions taken from bytes; when there are none left, each is the first.

/// Bytes that are used up from the front.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    left: &'a [u8],
}

/// Ends a text among the bytes: it is in no UTF-8.
pub const END: u8 = 0xFF;

impl<'a> Bytes<'a> {
    /// All of these.
    pub fn new(data: &'a [u8]) -> Self {
        Self { left: data }
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// One of them.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.left.split_first() else { return 0 };
        self.left = rest;
        *first
    }

    /// A number below `end`, from two bytes; 0 where `end` is.
    pub fn below(&mut self, end: usize) -> usize {
        let number = usize::from(u16::from_be_bytes([self.byte(), self.byte()]));
        if end == 0 { 0 } else { number % end }
    }

    /// One of these.
    ///
    /// Panics where there is none.
    pub fn pick<'b, T>(&mut self, from: &'b [T]) -> &'b T {
        &from[usize::from(self.byte()) % from.len()]
    }

    /// The bytes up to the next [`END`].
    pub fn part(&mut self) -> &'a [u8] {
        let end = self.left.iter().position(|byte| *byte == END);
        let (part, rest) = self.left.split_at(end.unwrap_or(self.left.len()));
        self.left = rest.get(1..).unwrap_or_default();
        part
    }

    /// The same as text.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(self.part()).into_owned()
    }
}
