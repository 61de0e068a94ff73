//! Characters, and classes of them: `[…]`, and what follows `\`.

use super::{Reader, no_ecma};

/// One atom inside `[…]`.
enum ClassAtom {
    Character(u32),
    /// A set like `\d`, which cannot be the end of a range.
    Set,
}

impl Reader<'_> {
    /// What follows `[`.
    pub(super) fn class(&mut self) -> Option<()> {
        self.eat('^');
        if self.peek() == Some(']') {
            self.note("empty character class: write `\\]` if the bracket is one of its characters");
        }
        while !self.eat(']') {
            if self.rest.as_str().is_empty() {
                return self.refuse(
                    "`[` is not closed: add `]`, or write `\\[` to match the character itself",
                );
            }
            self.note_set_operation();
            let from = self.class_atom()?;
            if !self.starts_with("-") || self.starts_with("-]") {
                continue;
            }
            self.note_set_operation();
            self.next();
            match (from, self.class_atom()?) {
                (ClassAtom::Character(from), ClassAtom::Character(to)) if from <= to => {}
                (ClassAtom::Character(_), ClassAtom::Character(_)) => {
                    return self
                        .refuse("character range out of order: put the smaller character first");
                }
                _ => {
                    return self
                        .refuse("`-` cannot form a range with a class such as `\\w`: put it last");
                }
            }
        }
        Some(())
    }

    /// What is set notation to other engines, such as that of a server.
    fn note_set_operation(&mut self) {
        if self.starts_with("[:") {
            self.note(&no_ecma("[:..:]", "list the characters, as in `[A-Za-z]`"));
        }
        let operations = [("[", "\\["), ("&&", "\\x26"), ("--", "\\-"), ("~~", "\\x7e")];
        for (operation, instead) in operations {
            if self.starts_with(operation) {
                self.unchecked(operation, &format!("in a character class write `{instead}`"));
            }
        }
    }

    fn class_atom(&mut self) -> Option<ClassAtom> {
        match self.next()? {
            '\\' if self.eat('b') => {
                self.unchecked("[\\b]", "write `\\x08`");
                Some(ClassAtom::Character(8))
            }
            '\\' if self.eat('-') => Some(ClassAtom::Character(u32::from('-'))),
            '\\' => self.class_escape(),
            character => Some(ClassAtom::Character(u32::from(character))),
        }
    }

    /// What follows `\` outside of a class; returns whether it can repeat.
    pub(super) fn escape(&mut self) -> Option<bool> {
        match self.peek() {
            Some('b' | 'B') => {
                self.next();
                return Some(false);
            }
            Some('k') => {
                self.next();
                self.expect('<')?;
                let name = self.name()?;
                self.unchecked(&format!("\\k<{name}>"), "repeat the text of the group");
                self.named_references.push(name);
            }
            Some('1'..='9') => {
                let reference = self.digits(10)?;
                self.unchecked(&format!("\\{reference}"), "repeat the text of the group");
                self.references = self.references.max(usize::try_from(reference).ok()?);
            }
            _ => {
                self.class_escape()?;
            }
        }
        Some(true)
    }

    /// The escapes that mean the same inside and outside of a class.
    fn class_escape(&mut self) -> Option<ClassAtom> {
        let character = match self.next() {
            None => {
                return self.refuse(
                    "the pattern ends in `\\`: write `\\\\` to match the character itself",
                );
            }
            Some('d' | 'D' | 's' | 'S' | 'w' | 'W') => return Some(ClassAtom::Set),
            Some(sign @ ('p' | 'P')) => return self.property(sign).map(|()| ClassAtom::Set),
            Some('t') => 9,
            Some('n') => 10,
            Some('v') => 11,
            Some('f') => 12,
            Some('r') => 13,
            Some('c') => {
                let letter = self.next().filter(char::is_ascii_alphabetic)?;
                let code = u32::from(letter) % 32;
                self.unchecked(&format!("\\c{letter}"), &format!("write `\\x{code:02x}`"));
                code
            }
            Some('x') if self.starts_with("{") => return self.not_ecma("\\x{", "write `\\u{`"),
            Some('x') => self.hex(2)?,
            Some('u') => self.unicode()?,
            Some('0') if !self.peek().is_some_and(|next| next.is_ascii_digit()) => {
                self.unchecked("\\0", "write `\\x00`");
                0
            }
            Some(sign) if "^$\\.*+?()[]{}|/".contains(sign) => u32::from(sign),
            Some('A') => return self.not_ecma("\\A", "write `^`"),
            Some(end @ ('z' | 'Z')) => return self.not_ecma(&format!("\\{end}"), "write `$`"),
            Some(other) if other.is_ascii_alphanumeric() => {
                return self
                    .not_ecma(&format!("\\{other}"), "list the characters, as in `[A-Za-z]`");
            }
            Some(other) => {
                return self.not_ecma(&format!("\\{other}"), &format!("write `{other}`"));
            }
        };
        Some(ClassAtom::Character(character))
    }

    /// What follows `\u`. Two escapes of surrogates are one character.
    fn unicode(&mut self) -> Option<u32> {
        if self.eat('{') {
            let character = self.digits(16).filter(|code| *code <= 0x10_FFFF)?;
            self.expect('}')?;
            return Some(character);
        }
        let first = self.hex(4)?;
        if !(0xD800..0xE000).contains(&first) {
            return Some(first);
        }
        self.unchecked(&format!("\\u{first:04X}"), "write characters above U+FFFF as `\\u{..}`");
        let outside = self.rest.clone();
        if (0xD800..0xDC00).contains(&first)
            && self.eat('\\')
            && self.eat('u')
            && let Some(second @ 0xDC00..0xE000) = self.hex(4)
        {
            return Some(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
        }
        self.rest = outside;
        Some(first)
    }

    /// What follows `\p`; which properties exist is left to the engine.
    fn property(&mut self, sign: char) -> Option<()> {
        self.expect('{')?;
        let mut name = String::new();
        while !self.eat('}') {
            let character = self.next()?;
            if !character.is_ascii_alphanumeric() && !"_=".contains(character) {
                return None;
            }
            name.push(character);
        }
        let instead = "list the characters, as in `[A-Za-z]`, or check it in the function";
        self.unchecked(&format!("\\{sign}{{{name}}}"), instead);
        (!name.is_empty()).then_some(())
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |code, _| Some(code * 16 + self.next()?.to_digit(16)?))
    }

    /// At least one digit.
    pub(super) fn digits(&mut self, radix: u32) -> Option<u32> {
        let mut number = self.next()?.to_digit(radix)?;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) {
            number = number.saturating_mul(radix).saturating_add(digit);
            self.next();
        }
        Some(number)
    }
}
