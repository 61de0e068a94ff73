//! Scans JSON text without decoding it.
//!
//! A request is scanned before it is decoded: the scan finds the relevant members, as slices of the
//! frame, and rejects what no decoder should see (text that is not JSON, nesting that is too deep).
//! It does not allocate, and skips strings at the speed of `memchr`.

use std::borrow::Cow;
use std::fmt;

/// Deeper nesting is rejected, since serde_json rejects it, too. The bit stack below has room for
/// it.
const MAX_DEPTH: u32 = 127;

/// Why a text is not acceptable JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxError {
    /// The text is not JSON; the offset is in bytes.
    NotJson { at: usize },
    /// Arrays and objects are nested deeper than `MAX_DEPTH`.
    TooDeep,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson { at } => write!(f, "not valid JSON at byte {at}"),
            Self::TooDeep => write!(f, "JSON nested deeper than {MAX_DEPTH} levels"),
        }
    }
}

/// A position in a JSON text.
#[derive(Debug)]
pub struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// The number of open arrays and objects whose parts are visited.
    depth: u32,
}

impl<'a> Scan<'a> {
    #[doc(hidden)]
    #[inline]
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// The current position, in bytes.
    #[doc(hidden)]
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the next byte that is not whitespace.
    #[inline(always)]
    #[doc(hidden)]
    pub fn peek(&mut self) -> Option<u8> {
        match self.text.as_bytes().get(self.at) {
            Some(byte) if *byte > b' ' => Some(*byte),
            _ => self.peek_behind_whitespace(),
        }
    }

    /// Kept out of line: most messages have no whitespace.
    #[cold]
    #[inline]
    fn peek_behind_whitespace(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Skips one value and returns its text.
    #[inline]
    #[doc(hidden)]
    pub fn value(&mut self) -> Result<&'a str, SyntaxError> {
        let first = self.peek();
        let start = self.at;
        match first {
            Some(b'{' | b'[') => self.container()?,
            first => self.scalar(first)?,
        }
        Ok(&self.text[start..self.at])
    }

    /// Skips the next value if it equals this one, given as the text of an object or array.
    ///
    /// Such a text is self-delimiting, so comparing the prefix is enough.
    #[doc(hidden)]
    #[inline]
    pub fn skip(&mut self, value: &str) -> bool {
        self.peek();
        let found = self.text.as_bytes()[self.at..].starts_with(value.as_bytes());
        self.at += if found { value.len() } else { 0 };
        found && !value.is_empty()
    }

    /// Returns the text that `read` consumes, and its result.
    #[inline]
    #[doc(hidden)]
    pub fn spanned<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> (&'a str, R) {
        self.peek();
        let start = self.at;
        let value = read(self);
        (&self.text[start..self.at], value)
    }

    /// Visits the members of an object; `each` takes the value of a member from the scan.
    #[inline]
    #[doc(hidden)]
    pub fn members<E: From<SyntaxError>>(
        &mut self,
        mut each: impl FnMut(Cow<'a, str>, &mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'{')?;
        if self.accept(b'}') {
            return Ok(());
        }
        self.depth += 1;
        loop {
            let key = self.key()?;
            each(key, self)?;
            if !self.accept(b',') {
                self.depth -= 1;
                return Ok(self.expect(b'}')?);
            }
        }
    }

    /// Visits the items of an array; `each` takes the item from the scan.
    #[doc(hidden)]
    pub fn items<E: From<SyntaxError>>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'[')?;
        if self.accept(b']') {
            return Ok(());
        }
        self.depth += 1;
        loop {
            each(self)?;
            if !self.accept(b',') {
                self.depth -= 1;
                return Ok(self.expect(b']')?);
            }
        }
    }

    /// Checks that only whitespace is left.
    #[doc(hidden)]
    #[inline]
    pub fn end(&mut self) -> Result<(), SyntaxError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.wrong()),
        }
    }

    /// Skips an array or object with all its content, without recursion: one bit per open level.
    fn container(&mut self) -> Result<(), SyntaxError> {
        let mut objects: u128 = 0;
        let mut depth = self.depth;
        loop {
            match self.peek() {
                Some(open @ (b'{' | b'[')) => {
                    if depth >= MAX_DEPTH {
                        return Err(SyntaxError::TooDeep);
                    }
                    self.at += 1;
                    depth += 1;
                    objects = objects << 1 | u128::from(open == b'{');
                    if self.peek() != Some(closing(objects)) {
                        self.skip_key(objects)?;
                        continue;
                    }
                }
                first => self.scalar(first)?,
            }
            while self.accept(closing(objects)) {
                depth -= 1;
                objects >>= 1;
                if depth == self.depth {
                    return Ok(());
                }
            }
            self.expect(b',')?;
            self.skip_key(objects)?;
        }
    }

    /// Skips `"key":` if the innermost level is an object.
    #[inline(always)]
    fn skip_key(&mut self, objects: u128) -> Result<(), SyntaxError> {
        if objects & 1 == 1 {
            self.expect(b'"')?;
            self.string()?;
            self.expect(b':')?;
        }
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self) -> Result<Cow<'a, str>, SyntaxError> {
        self.expect(b'"')?;
        let start = self.at;
        let key = if self.string()? {
            string(&self.text[start - 1..self.at]).ok_or_else(|| self.wrong())?
        } else {
            Cow::Borrowed(&self.text[start..self.at - 1])
        };
        self.expect(b':')?;
        Ok(key)
    }

    #[inline(always)]
    fn scalar(&mut self, first: Option<u8>) -> Result<(), SyntaxError> {
        match first {
            Some(b'"') => {
                self.at += 1;
                self.string().map(drop)
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            _ => Err(self.wrong()),
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), SyntaxError> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.wrong());
        }
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        self.skip_byte(b"-");
        if !self.skip_byte(b"0") {
            self.digits()?;
        }
        // Most numbers are integers.
        if !matches!(self.text.as_bytes().get(self.at), Some(b'.' | b'e' | b'E')) {
            return Ok(());
        }
        if self.skip_byte(b".") {
            self.digits()?;
        }
        if self.skip_byte(b"eE") {
            self.skip_byte(b"+-");
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong()) } else { Ok(()) }
    }

    /// Skips the rest of a string including its closing quote; returns whether it has escapes.
    ///
    /// Most strings are so short that a function call would cost more than the work.
    #[inline(always)]
    fn string(&mut self) -> Result<bool, SyntaxError> {
        let escaped = self.run()? == b'\\';
        if escaped {
            self.escaped()?;
        }
        Ok(escaped)
    }

    /// Skips the rest of a string after a backslash.
    fn escaped(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.escape()?;
            if self.run()? == b'"' {
                return Ok(());
            }
        }
    }

    /// Skips unescaped bytes, and the quote or backslash that ends them.
    #[inline(always)]
    fn run(&mut self) -> Result<u8, SyntaxError> {
        self.at = plain(self.text.as_bytes(), self.at);
        match self.text.as_bytes().get(self.at) {
            Some(end @ (b'"' | b'\\')) => {
                self.at += 1;
                Ok(*end)
            }
            _ => Err(self.wrong()),
        }
    }

    /// Skips what follows a backslash. Half a surrogate pair is rejected: no decoder can represent
    /// it.
    fn escape(&mut self) -> Result<(), SyntaxError> {
        if self.skip_byte(b"\"\\/bfnrt") {
            return Ok(());
        }
        match self.unicode_escape()? {
            0xD800..=0xDBFF if self.skip_byte(b"\\") => match self.unicode_escape()? {
                0xDC00..=0xDFFF => Ok(()),
                _ => Err(self.wrong()),
            },
            0xD800..=0xDFFF => Err(self.wrong()),
            _ => Ok(()),
        }
    }

    fn unicode_escape(&mut self) -> Result<u32, SyntaxError> {
        let digits = self.text.as_bytes().get(self.at..self.at + 5).ok_or_else(|| self.wrong())?;
        if digits[0] != b'u' {
            return Err(self.wrong());
        }
        let mut unit = 0;
        for &digit in &digits[1..] {
            let value = char::from(digit).to_digit(16).ok_or_else(|| self.wrong())?;
            unit = unit << 4 | value;
        }
        self.at += 5;
        Ok(unit)
    }

    fn skip_byte(&mut self, any_of: &[u8]) -> bool {
        let found = self.text.as_bytes().get(self.at).is_some_and(|byte| any_of.contains(byte));
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), SyntaxError> {
        if self.accept(byte) { Ok(()) } else { Err(self.wrong()) }
    }

    #[cold]
    fn wrong(&self) -> SyntaxError {
        SyntaxError::NotJson { at: self.at }
    }
}

/// Returns the byte that closes the innermost level.
#[inline]
fn closing(objects: u128) -> u8 {
    if objects & 1 == 1 { b'}' } else { b']' }
}

/// Returns the end of the unescaped bytes in a string: at `"`, `\\` or a control character.
#[inline(always)]
pub(super) fn plain(bytes: &[u8], mut at: usize) -> usize {
    const WORDS: usize = 8;
    // Most strings are keys and names: check a few words before the vectorised search, which has a
    // higher start-up cost.
    for _ in 0..WORDS {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(word) = rest.first_chunk() else {
            return at + plain_tail(bytes, rest);
        };
        let stops = stops(u64::from_le_bytes(*word));
        if stops != 0 {
            return at + stops.trailing_zeros() as usize / 8;
        }
        at += size_of::<u64>();
    }
    plain_long(bytes, at)
}

/// Returns the length of the unescaped bytes in `rest`, the end of `bytes` that is shorter than a
/// word.
#[inline(always)]
fn plain_tail(bytes: &[u8], rest: &[u8]) -> usize {
    match bytes.last_chunk() {
        _ if rest.is_empty() => 0,
        // The bytes before `rest` are shifted out; the zeros that come in end the run.
        Some(word) => {
            let word = u64::from_le_bytes(*word) >> (u64::BITS as usize - 8 * rest.len());
            stops(word).trailing_zeros() as usize / 8
        }
        None => {
            let ends = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
            rest.iter().position(ends).unwrap_or(rest.len())
        }
    }
}

#[inline(never)]
fn plain_long(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let stop = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
    let run = &rest[..stop];
    // A fold instead of `any`: it has no early exit, so it is vectorised.
    if run.iter().fold(false, |found, byte| found | (*byte < b' ')) {
        return at + run.iter().position(|byte| *byte < b' ').unwrap_or(stop);
    }
    at + stop
}

/// Marks the bytes of a word that end a run of plain ones by their highest bits.
///
/// Marks above the lowest one may be wrong, the lowest never is.
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>
#[inline(always)]
fn stops(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit));
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (below(word, b' ') | equal(b'"') | equal(b'\\')) & !word & HIGH
}

/// The text of JSON in bytes, or nothing if it is not UTF-8, which is no JSON either.
///
/// With `serde_json::from_slice`, each type would be compiled a second time for another reader.
pub fn json_text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Decodes a JSON string; `None` if the text is another value.
#[inline]
pub fn string(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str(text).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests;
