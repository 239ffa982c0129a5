//! Finding the method that a caller means among those a service has.

use super::{Argument, Signature, Type, parse};
use crate::{Error, Exception, ExceptionCode, Result};

/// What a caller looks for: a whole signature, `name(args)`, or only a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    name: String,
    /// `None` for a bare name, which says nothing of the arguments.
    arguments: Option<Vec<Argument>>,
}

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// [`Error::Exception`] with [`ExceptionCode::SignatureSyntax`].
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.to_owned();
        if !text.contains('(') {
            return Ok(Pattern { name: parse::name(&text)?, arguments: None, text });
        }
        // `int (int)` is a signature without a name, or a method that is named like a type; the second is meant.
        match parse::signature(&text) {
            Ok(signature) if !signature.name.is_empty() => {
                Ok(Pattern { name: signature.name, arguments: Some(signature.arguments), text })
            }
            _ => {
                let (name, arguments) = parse::call(&text)?;
                Ok(Pattern { name, arguments: Some(arguments), text })
            }
        }
    }

    /// True if the method may be meant. Names and argument types are compared, not the result, the arguments' names or
    /// the number of dimensions of an array (so the original); `{}` is any list.
    pub fn matches(&self, signature: &Signature) -> bool {
        self.name == signature.name
            && self.arguments.as_ref().is_none_or(|arguments| all_match(arguments, &signature.arguments))
    }

    /// The method that is meant: its place in `signatures`, which is its id. A method whose text is the pattern's is
    /// taken at once; texts that are no signature are passed over.
    ///
    /// # Errors
    /// [`Error::Exception`] with [`ExceptionCode::MethodNotFound`] for none, with
    /// [`ExceptionCode::MethodAmbiguous`] for more than one.
    pub fn find<'a>(&self, signatures: impl IntoIterator<Item = &'a str>) -> Result<usize> {
        let signatures: Vec<&str> = signatures.into_iter().collect();
        if let Some(same) = signatures.iter().position(|text| *text == self.text) {
            return Ok(same);
        }
        let fits = |text: &&str| Signature::parse(text).is_ok_and(|signature| self.matches(&signature));
        let mut found = signatures.iter().enumerate().filter(|(_, text)| fits(text)).map(|(index, _)| index);
        match (found.next(), found.next()) {
            (Some(index), None) => Ok(index),
            (None, _) => Err(self.failure(ExceptionCode::MethodNotFound, "no method fits", &signatures)),
            (Some(_), Some(_)) => {
                Err(self.failure(ExceptionCode::MethodAmbiguous, "more than one method fits", &signatures))
            }
        }
    }

    fn failure(&self, code: ExceptionCode, what: &str, signatures: &[&str]) -> Error {
        let detail = format!("there are: {}", signatures.join("; "));
        Exception { code, message: format!("{what} `{}`", self.text), detail }.into()
    }
}

fn all_match(some: &[Argument], others: &[Argument]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| fits(&one.kind, &other.kind))
}

fn fits(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Array { element: one, .. }, Type::Array { element: other, .. }) => fits(one, other),
        (Type::List(one), Type::List(other)) => one.is_empty() || other.is_empty() || all_match(one, other),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METHODS: [&str; 5] = [
        "double f(double x)",
        "int f(int,int)",
        "double[] echo(double[] data)",
        "{} take({int, double})",
        "int int(int)",
    ];

    fn find(pattern: &str) -> Result<usize, ExceptionCode> {
        Pattern::parse(pattern).and_then(|pattern| pattern.find(METHODS)).map_err(|error| match error {
            Error::Exception(exception) => exception.code,
            other => panic!("{other}"),
        })
    }

    #[test]
    fn the_method_that_is_meant_is_found() {
        assert_eq!(find("double f(double x)"), Ok(0));
        assert_eq!(find("f(double)"), Ok(0));
        assert_eq!(find("string f(int a int b)"), Ok(1));
        assert_eq!(find("echo"), Ok(2));
        assert_eq!(find("echo(double[][])"), Ok(2));
        assert_eq!(find("take({})"), Ok(3));
        assert_eq!(find("take({int,double})"), Ok(3));
        assert_eq!(find("int(int)"), Ok(4));
    }

    #[test]
    fn failures_have_the_codes_of_the_original() {
        assert_eq!(find("f"), Err(ExceptionCode::MethodAmbiguous));
        assert_eq!(find("F(double)"), Err(ExceptionCode::MethodNotFound));
        assert_eq!(find("take({int})"), Err(ExceptionCode::MethodNotFound));
        assert_eq!(find("f(float)"), Err(ExceptionCode::SignatureSyntax));
        assert_eq!(find(""), Err(ExceptionCode::SignatureSyntax));
    }
}
