//! The grammar, as the original's parser accepts it, with whole words required:
//!
//! ```text
//! signature = ws type ws name ws "(" [ args ] ")"      args = arg { [ "," ] arg } [ "," ]
//! arg       = type [ name ]                            type = scalar { "[]" }
//! scalar    = "string" | "int" | "double" | "boolean" | "byte" | "void" | "complex" | "{" [ args ] "}"
//! ```

use super::{Argument, Signature, Type};
use crate::{Error, Exception, ExceptionCode, Result};

/// How deep lists may lie in each other, and how long a signature may be in bytes. The original has no limit, and a
/// long row of `{` overruns its stack.
const MAX_DEPTH: usize = 64;
const MAX_BYTES: usize = 64 * 1024;

pub(super) fn signature(text: &str) -> Result<Signature> {
    let mut parser = Parser::new(text)?;
    let result = parser.kind(0)?;
    let name = parser.name().to_owned();
    let arguments = parser.parenthesised()?;
    Ok(Signature { result, name, arguments })
}

/// `name(args)`, without a result type.
pub(super) fn call(text: &str) -> Result<(String, Vec<Argument>)> {
    let mut parser = Parser::new(text)?;
    let name = parser.name().to_owned();
    Ok((name, parser.parenthesised()?))
}

/// A name and nothing else.
pub(super) fn name(text: &str) -> Result<String> {
    let mut parser = Parser::new(text)?;
    let name = parser.name().to_owned();
    parser.spaces();
    match parser.rest {
        "" if !name.is_empty() => Ok(name),
        _ => Err(parser.error("a method name")),
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

fn is_delimiter(letter: char) -> bool {
    matches!(letter, '{' | '}' | '[' | ']' | '(' | ')' | ',' | ' ' | '\t')
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self> {
        if text.len() > MAX_BYTES {
            let message = format!("a signature of {} bytes is over the limit of {MAX_BYTES}", text.len());
            return Err(Exception::new(ExceptionCode::SignatureSyntax, message).into());
        }
        Ok(Parser { text, rest: text })
    }

    fn error(&self, expected: &str) -> Error {
        let at = self.text.len() - self.rest.len();
        let message = format!("signature syntax: {expected} expected at byte {at} of `{}`", self.text);
        Exception::new(ExceptionCode::SignatureSyntax, message).into()
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn word(&mut self) -> &'a str {
        self.spaces();
        let end = self.rest.find(is_delimiter).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn name(&mut self) -> &'a str {
        self.word()
    }

    fn eat(&mut self, symbol: &str) -> bool {
        self.spaces();
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn parenthesised(&mut self) -> Result<Vec<Argument>> {
        if !self.eat("(") {
            return Err(self.error("`(`"));
        }
        self.arguments(")", 0)
    }

    /// Up to and with `close`.
    fn arguments(&mut self, close: &str, depth: usize) -> Result<Vec<Argument>> {
        let mut arguments = Vec::new();
        while !self.eat(close) {
            let kind = self.kind(depth)?;
            if kind == Type::Void {
                return Err(self.error("an argument that is not void"));
            }
            arguments.push(Argument { kind, name: self.name().to_owned() });
            self.eat(",");
        }
        Ok(arguments)
    }

    fn kind(&mut self, depth: usize) -> Result<Type> {
        let element = self.scalar(depth)?;
        let mut dimensions = 0;
        while self.eat("[]") {
            dimensions += 1;
        }
        Ok(match dimensions {
            0 => element,
            _ => Type::Array { element: Box::new(element), dimensions },
        })
    }

    fn scalar(&mut self, depth: usize) -> Result<Type> {
        if depth >= MAX_DEPTH {
            return Err(self.error("a shallower nesting"));
        }
        if self.eat("{") {
            return self.arguments("}", depth + 1).map(Type::List);
        }
        let before = self.rest;
        Ok(match self.word() {
            "byte" => Type::Byte,
            "boolean" => Type::Boolean,
            "int" => Type::Integer,
            "double" => Type::Double,
            "string" => Type::String,
            "complex" => Type::Complex,
            "void" => Type::Void,
            _ => {
                self.rest = before;
                return Err(self.error("a type"));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Option<ExceptionCode> {
        match Signature::parse(text) {
            Err(Error::Exception(exception)) => Some(exception.code),
            Err(other) => panic!("{other}"),
            Ok(_) => None,
        }
    }

    #[test]
    fn signatures_are_accepted_and_refused_as_by_the_original() {
        for good in
            ["int f(int,)", "int (int)", "double[] [] f()", " \tint f ( ) tail", "int f(int int)", "void f(void[])"]
        {
            assert_eq!(code(good), None, "{good}");
        }
        for bad in [
            "int f(,int)",
            "int f(...)",
            "f()",
            "int f",
            "integer f()",
            "stringx f()",
            "float f()",
            "String f()",
            "int f(void)",
            "int f(int[ ])",
            "int f({int)",
            "",
        ] {
            assert_eq!(code(bad), Some(ExceptionCode::SignatureSyntax), "{bad}");
        }
    }

    #[test]
    fn commas_are_optional_and_lists_nest() {
        let signature = Signature::parse("{}[] f({int, {double x}[]} shape boolean b)").unwrap();
        assert_eq!(signature.to_string(), "{}[] f({int, {double x}[]} shape, boolean b)");
    }

    #[test]
    fn depth_and_length_are_bounded() {
        let deep = |levels: usize| format!("int f({}{})", "{".repeat(levels), "}".repeat(levels));
        assert_eq!(code(&deep(63)), None);
        assert_eq!(code(&deep(65)), Some(ExceptionCode::SignatureSyntax));
        assert_eq!(code(&deep(30_000)), Some(ExceptionCode::SignatureSyntax));
        assert_eq!(code(&format!("int {}()", "x".repeat(MAX_BYTES))), Some(ExceptionCode::SignatureSyntax));
    }

    proptest! {
        #[test]
        fn printing_and_parsing_agree(text in "(int|double\\[\\]|\\{\\}|\\{int a\\}) [a-z]{1,8}\\((string s|byte|complex\\[\\]\\[\\] m|, ){0,1}\\)") {
            if let Ok(signature) = Signature::parse(&text) {
                prop_assert_eq!(Signature::parse(&signature.to_string()).unwrap(), signature);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\](){}, a-zé]{0,40}|(int|void|\\{|\\}|\\(|\\)|,| |\\[\\]){0,20}") {
            if let Ok(signature) = Signature::parse(&text) {
                prop_assert_eq!(Signature::parse(&signature.to_string()).unwrap(), signature);
            }
        }
    }
}
