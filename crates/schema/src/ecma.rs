//! Reads regular expressions as ECMA-262 does with the `u` flag, with which clients compile patterns.
//!
//! The grammar is that of <https://tc39.es/ecma262/#sec-patterns>, without modifiers such as
//! `(?i:…)`, which most engines do not support yet. This file has no dependencies: the macros, which
//! have it by a link, read patterns as a server does that is built, and as the lint does.

mod characters;

use std::str::Chars;

/// The properties of a pattern.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PatternSyntax {
    /// How many characters could be read, if not all.
    pub error: Option<usize>,
    /// Whether it looks ahead or behind, which ECMA-262 has.
    pub has_lookaround: bool,
    /// Why it cannot be advertised, and what to do: clients cannot compile it, model providers refuse it,
    /// or a server cannot check it.
    pub refusal: Option<String>,
}

/// Reads a whole pattern.
pub fn read(pattern: &str) -> PatternSyntax {
    let mut reader = Reader {
        rest: pattern.chars(),
        is_repeated: false,
        groups: 0,
        names: Vec::new(),
        references: 0,
        named_references: Vec::new(),
        has_lookaround: false,
        refusal: None,
    };
    let is_valid = reader.whole().is_some();
    let Reader { rest, has_lookaround, refusal, .. } = reader;
    let read = pattern.chars().count() - rest.count();
    let error = (!is_valid).then_some(read);
    let unreadable = || format!("not a valid ECMA-262 regular expression from character {read} on");
    let refusal = refusal.or_else(|| (!is_valid).then(unreadable));
    PatternSyntax { error, has_lookaround, refusal }
}

/// Groups nest at most this deep, so that no pattern can exhaust the stack.
const MAX_DEPTH: usize = 100;

struct Reader<'a> {
    rest: Chars<'a>,
    /// Whether a quantifier has just been read.
    is_repeated: bool,
    groups: usize,
    names: Vec<String>,
    /// The greatest number in a back reference.
    references: usize,
    named_references: Vec<String>,
    has_lookaround: bool,
    /// The first one.
    refusal: Option<String>,
}

/// Each method reads one production of the grammar; `None` is a syntax error.
impl Reader<'_> {
    fn whole(&mut self) -> Option<()> {
        self.alternatives(0)?;
        if self.eat(')') {
            return self.refuse("unmatched `)`: write `\\)` to match the character itself");
        }
        self.references_resolve().then_some(())
    }

    fn alternatives(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return self.refuse("the groups of the pattern are nested too deeply: simplify it");
        }
        loop {
            match self.peek() {
                None | Some(')') => return Some(()),
                Some('|') => {
                    self.is_repeated = false;
                    self.next();
                }
                Some(_) => self.term(depth)?,
            }
        }
    }

    fn term(&mut self, depth: usize) -> Option<()> {
        let after_quantifier = std::mem::take(&mut self.is_repeated);
        let can_repeat = match self.next()? {
            '^' | '$' => false,
            '(' => self.group(depth)?,
            '[' => self.class().map(|()| true)?,
            '\\' => self.escape()?,
            sign @ ('*' | '+' | '?' | '{') if after_quantifier => {
                return self.refuse(&format!("`{sign}` follows another quantifier: remove it"));
            }
            sign @ ('*' | '+' | '?') => {
                return self.refuse(&format!("nothing to repeat before `{sign}`: write `\\{sign}` to match the character itself"));
            }
            bracket @ ('{' | '}' | ']') => {
                return self.refuse(&format!(
                    "unmatched `{bracket}`: write `\\{bracket}` to match the character itself"
                ));
            }
            _ => true,
        };
        if can_repeat { self.quantifier() } else { Some(()) }
    }

    fn quantifier(&mut self) -> Option<()> {
        if self.eat('{') {
            self.count().or_else(|| {
                self.refuse("`{` begins a quantifier, as in `{1,64}`: write `\\{` to match the character itself")
            })?;
        } else if !(self.eat('*') || self.eat('+') || self.eat('?')) {
            return Some(());
        }
        self.eat('?');
        self.is_repeated = true;
        Some(())
    }

    /// What follows `{`.
    fn count(&mut self) -> Option<()> {
        let least = self.digits(10)?;
        if self.eat(',') && self.peek() != Some('}') && self.digits(10)? < least {
            return None;
        }
        self.expect('}')
    }

    /// What follows `(`; returns whether the group can repeat.
    fn group(&mut self, depth: usize) -> Option<bool> {
        let mut is_lookaround = false;
        if self.starts_with("?") {
            is_lookaround = self.group_kind()?;
        } else {
            self.groups += 1;
        }
        self.has_lookaround |= is_lookaround;
        self.alternatives(depth + 1)?;
        if !self.eat(')') {
            return self.refuse(
                "`(` is not closed: add `)`, or write `\\(` to match the character itself",
            );
        }
        self.is_repeated = false;
        Some(!is_lookaround)
    }

    /// What follows `(` if it is `?`; returns whether the group looks around.
    fn group_kind(&mut self) -> Option<bool> {
        for look in ["?=", "?!", "?<=", "?<!"] {
            if self.starts_with(look) {
                self.note(&format!(
                    "lookaround `({look}`: OpenAI rejects the whole request, so rewrite the \
                     pattern without it, or check it in the function"
                ));
                self.rest = self.rest.as_str()[look.len()..].chars();
                return Some(true);
            }
        }
        self.next();
        if self.eat(':') {
            return Some(false);
        }
        if self.starts_with("P<") {
            return self.not_ecma("(?P<", "write `(?<`");
        }
        if !self.eat('<') {
            let flags =
                self.rest.clone().take_while(|sign| !")(:".contains(*sign)).collect::<String>();
            let is_flags = flags.chars().all(|sign| sign.is_ascii_alphabetic() || sign == '-');
            let instead = match &*flags {
                "i" => "list both cases, as in `[aA]`",
                _ if is_flags => "rewrite the pattern without it",
                _ => "leave it out",
            };
            if is_flags && self.starts_with(&format!("{flags}:")) {
                return self.refuse(&format!("many clients cannot read `(?{flags}:`: {instead}"));
            }
            return self.not_ecma(&format!("(?{flags})"), instead);
        }
        let name = self.name()?;
        self.groups += 1;
        if self.names.contains(&name) {
            return self.refuse(&format!("two groups are called `{name}`: rename one"));
        }
        self.names.push(name);
        Some(false)
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

    fn references_resolve(&self) -> bool {
        self.references <= self.groups
            && self.named_references.iter().all(|name| self.names.contains(name))
    }
}

/// What is read next, and why the pattern is refused.
impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        self.rest.next()
    }

    fn starts_with(&self, text: &str) -> bool {
        self.rest.as_str().starts_with(text)
    }

    fn eat(&mut self, character: char) -> bool {
        let is_next = self.peek() == Some(character);
        if is_next {
            self.next();
        }
        is_next
    }

    fn expect(&mut self, character: char) -> Option<()> {
        self.eat(character).then_some(())
    }

    /// Notes why ECMA-262 cannot read it.
    fn refuse<T>(&mut self, why: &str) -> Option<T> {
        self.note(why);
        None
    }

    fn not_ecma<T>(&mut self, part: &str, instead: &str) -> Option<T> {
        self.refuse(&no_ecma(part, instead))
    }

    /// Notes what ECMA-262 has, and the engine of a server lacks.
    fn unchecked(&mut self, part: &str, instead: &str) {
        self.note(&format!("patterns cannot contain `{part}`: {instead}"));
    }

    fn note(&mut self, why: &str) {
        self.refusal.get_or_insert_with(|| why.to_owned());
    }
}

fn no_ecma(part: &str, instead: &str) -> String {
    format!("clients read patterns as ECMA-262, which has no `{part}`: {instead}")
}
