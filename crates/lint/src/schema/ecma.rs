//! Reads regular expressions as ECMA-262 does with the `u` flag.
//!
//! The grammar is that of <https://tc39.es/ecma262/#sec-patterns>, without modifiers such as
//! `(?i:…)`, which most engines do not support yet.

use std::iter::Peekable;
use std::str::Chars;

/// The properties of a pattern.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Syntax {
    /// How many characters could be read, if not all.
    pub(super) error: Option<usize>,
    pub(super) has_lookaround: bool,
}

/// Reads a whole pattern.
pub(super) fn read(pattern: &str) -> Syntax {
    let mut reader = Reader {
        rest: pattern.chars().peekable(),
        read: 0,
        groups: 0,
        names: Vec::new(),
        references: 0,
        named_references: Vec::new(),
        has_lookaround: false,
    };
    let is_pattern = reader.alternatives(0).is_some() && reader.rest.peek().is_none();
    let is_valid = is_pattern && reader.references_resolve();
    Syntax { error: (!is_valid).then_some(reader.read), has_lookaround: reader.has_lookaround }
}

/// Groups nest at most this deep, so that no pattern can exhaust the stack.
const MAX_DEPTH: usize = 100;

/// One atom inside `[…]`.
enum ClassAtom {
    Character(u32),
    /// A set like `\d`, which cannot be the end of a range.
    Set,
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    read: usize,
    groups: usize,
    names: Vec<String>,
    /// The greatest number in a back reference.
    references: usize,
    named_references: Vec<String>,
    has_lookaround: bool,
}

/// Each method reads one production of the grammar; `None` is a syntax error.
impl Reader<'_> {
    fn alternatives(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        loop {
            match self.rest.peek() {
                None | Some(')') => return Some(()),
                Some('|') => {
                    self.next();
                }
                Some(_) => self.term(depth)?,
            }
        }
    }

    fn term(&mut self, depth: usize) -> Option<()> {
        let can_repeat = match self.next()? {
            '^' | '$' => false,
            '(' => self.group(depth)?,
            '[' => self.class().map(|()| true)?,
            '\\' => self.escape()?,
            '*' | '+' | '?' | '{' | '}' | ']' => return None,
            _ => true,
        };
        if can_repeat { self.quantifier() } else { Some(()) }
    }

    fn quantifier(&mut self) -> Option<()> {
        if self.eat('{') {
            let least = self.digits(10)?;
            if self.eat(',') && self.rest.peek() != Some(&'}') && self.digits(10)? < least {
                return None;
            }
            self.expect('}')?;
        } else if !(self.eat('*') || self.eat('+') || self.eat('?')) {
            return Some(());
        }
        self.eat('?');
        Some(())
    }

    /// What follows `(`; returns whether the group can repeat.
    fn group(&mut self, depth: usize) -> Option<bool> {
        let mut is_lookaround = false;
        if !self.eat('?') {
            self.groups += 1;
        } else if !self.eat(':') {
            is_lookaround = self.eat('=') || self.eat('!');
            if !is_lookaround {
                self.expect('<')?;
                is_lookaround = self.eat('=') || self.eat('!');
                if !is_lookaround {
                    let name = self.name()?;
                    self.groups += 1;
                    self.names.push(name);
                }
            }
        }
        self.has_lookaround |= is_lookaround;
        self.alternatives(depth + 1)?;
        self.expect(')')?;
        Some(!is_lookaround)
    }

    /// The name of a group, with the `>` behind it.
    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.next()? {
                '>' => return (!name.is_empty()).then_some(name),
                c if c == '_' || c == '$' || c.is_alphabetic() => name.push(c),
                c if c.is_numeric() && !name.is_empty() => name.push(c),
                _ => return None,
            }
        }
    }

    /// What follows `[`.
    fn class(&mut self) -> Option<()> {
        self.eat('^');
        while !self.eat(']') {
            let from = self.class_atom()?;
            if !self.eat('-') {
                continue;
            }
            if self.eat(']') {
                return Some(());
            }
            match (from, self.class_atom()?) {
                (ClassAtom::Character(from), ClassAtom::Character(to)) if from <= to => {}
                _ => return None,
            }
        }
        Some(())
    }

    fn class_atom(&mut self) -> Option<ClassAtom> {
        match self.next()? {
            '\\' if self.eat('b') => Some(ClassAtom::Character(8)),
            '\\' if self.eat('-') => Some(ClassAtom::Character(u32::from('-'))),
            '\\' => self.class_escape(),
            character => Some(ClassAtom::Character(u32::from(character))),
        }
    }

    /// What follows `\` outside of a class; returns whether it can repeat.
    fn escape(&mut self) -> Option<bool> {
        match self.rest.peek()? {
            'b' | 'B' => {
                self.next();
                return Some(false);
            }
            'k' => {
                self.next();
                self.expect('<')?;
                let name = self.name()?;
                self.named_references.push(name);
            }
            '1'..='9' => {
                let reference = usize::try_from(self.digits(10)?).ok()?;
                self.references = self.references.max(reference);
            }
            _ => {
                self.class_escape()?;
            }
        }
        Some(true)
    }

    /// The escapes that mean the same inside and outside of a class.
    fn class_escape(&mut self) -> Option<ClassAtom> {
        let character = match self.next()? {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Some(ClassAtom::Set),
            'p' | 'P' => return self.property().map(|()| ClassAtom::Set),
            't' => 9,
            'n' => 10,
            'v' => 11,
            'f' => 12,
            'r' => 13,
            'c' => u32::from(self.next().filter(char::is_ascii_alphabetic)?) % 32,
            'x' => self.hex(2)?,
            'u' if self.eat('{') => {
                let character = self.digits(16).filter(|code| *code <= 0x10_FFFF)?;
                self.expect('}')?;
                character
            }
            'u' => self.hex(4)?,
            '0' if !self.rest.peek().is_some_and(char::is_ascii_digit) => 0,
            character if "^$\\.*+?()[]{}|/".contains(character) => u32::from(character),
            _ => return None,
        };
        Some(ClassAtom::Character(character))
    }

    /// What follows `\p`; which properties exist is left to the engine.
    fn property(&mut self) -> Option<()> {
        self.expect('{')?;
        let mut length = 0;
        while !self.eat('}') {
            let character = self.next()?;
            if !character.is_ascii_alphanumeric() && !"_=".contains(character) {
                return None;
            }
            length += 1;
        }
        (length > 0).then_some(())
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |code, _| Some(code * 16 + self.next()?.to_digit(16)?))
    }

    /// At least one digit.
    fn digits(&mut self, radix: u32) -> Option<u32> {
        let mut number = self.next()?.to_digit(radix)?;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(radix)) {
            number = number.saturating_mul(radix).saturating_add(digit);
            self.next();
        }
        Some(number)
    }

    fn references_resolve(&self) -> bool {
        self.references <= self.groups
            && self.named_references.iter().all(|name| self.names.contains(name))
            && self.names.iter().enumerate().all(|(i, name)| !self.names[..i].contains(name))
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.read += 1;
        Some(next)
    }

    fn eat(&mut self, character: char) -> bool {
        let is_next = self.rest.peek() == Some(&character);
        if is_next {
            self.next();
        }
        is_next
    }

    fn expect(&mut self, character: char) -> Option<()> {
        self.eat(character).then_some(())
    }
}
