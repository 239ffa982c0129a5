//! What an answer of HTTP is worth, in either version.

use crate::protocol::{Comparison, Verdict};

/// Whether a request asks for content (RFC 9110, 9.3). An answer without any is a miss where it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// `GET` and the like: only content is an answer.
    Content,
    /// `POST`: content, unless a status such as 201 or 204 says that there is none.
    ContentOrStatus,
    /// `HEAD`, and what changes a resource: the status is the answer.
    Nothing,
}

impl Asks {
    pub(crate) fn of(method: &str) -> Asks {
        match method {
            "HEAD" | "PUT" | "DELETE" | "PATCH" | "OPTIONS" => Asks::Nothing,
            "POST" => Asks::ContentOrStatus,
            _ => Asks::Content,
        }
    }

    /// Whether an answer with this status must have content.
    fn needs_content(self, status: u16) -> bool {
        match self {
            Asks::Content => true,
            Asks::ContentOrStatus => status == 200,
            Asks::Nothing => false,
        }
    }
}

/// Judges an answer by what is expected: a status, or any from 200 to 299; and a content, or any at all. A redirect is no answer, since
/// nobody follows it here. Who expects a status that can do without content, such as 204 or 302, expects none.
#[inline]
pub(crate) fn judge(
    asks: Asks,
    expected_status: Option<u16>,
    expected: Option<&[u8]>,
    status: u16,
    content: &Comparison,
) -> Verdict {
    if !expected_status.map_or(is_good(status), |expected| status == expected) {
        Verdict::Status
    } else if !content.matches(expected) {
        Verdict::Wrong
    } else if expected.is_none()
        && content.is_empty()
        && expected_status.is_none_or(|expected| is_good(expected) && !matches!(expected, 204 | 205))
        && asks.needs_content(status)
    {
        Verdict::Miss
    } else {
        Verdict::Ok
    }
}

/// Whether a status says that the server did what was asked (RFC 9110, 15.3).
fn is_good(status: u16) -> bool {
    (200..300).contains(&status)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// METHOD 34: an empty reply is no success where content was asked for.
    #[test]
    fn method_34_an_empty_reply_is_a_miss_where_content_was_asked_for() {
        let judged = |method: &str, expected, status, content: &[u8]| {
            let mut comparison = Comparison::default();
            comparison.take(None, content);
            judge(Asks::of(method), expected, None, status, &comparison)
        };
        for (method, expected, status, content, verdict) in [
            ("GET", None, 200, &b"x"[..], Verdict::Ok),
            ("GET", None, 200, b"", Verdict::Miss),
            ("GET", Some(200), 200, b"", Verdict::Miss),
            ("GET", None, 204, b"", Verdict::Miss),
            ("GET", Some(204), 204, b"", Verdict::Ok),
            ("POST", None, 200, b"", Verdict::Miss),
            ("POST", None, 201, b"", Verdict::Ok),
            ("PUT", None, 200, b"", Verdict::Ok),
            ("HEAD", None, 200, b"", Verdict::Ok),
            ("GET", None, 500, b"", Verdict::Status),
            ("GET", None, 302, b"", Verdict::Status),
            ("GET", None, 302, b"x", Verdict::Status),
            ("POST", None, 303, b"", Verdict::Status),
            ("GET", None, 304, b"", Verdict::Status),
            ("GET", Some(302), 302, b"", Verdict::Ok),
            ("GET", Some(404), 404, b"", Verdict::Ok),
            ("GET", Some(302), 200, b"x", Verdict::Status),
        ] {
            assert_eq!(judged(method, expected, status, content), verdict, "{method} {expected:?} {status}");
        }
    }

    #[test]
    fn an_empty_content_that_is_expected_is_good() {
        let mut comparison = Comparison::default();
        comparison.take(Some(b""), b"");
        assert_eq!(judge(Asks::Content, None, Some(b""), 200, &comparison), Verdict::Ok);
    }
}
