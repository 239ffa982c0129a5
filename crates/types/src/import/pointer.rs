//! Parts of JSON pointers (RFC 6901, 3).

/// A name as a part of a pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The name that a part of a pointer is.
pub fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}
