//! Text that every format can carry.

/// Whether XML 1.0 has all of these characters (section 2.2): it has no control characters but tabs and ends of lines.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(is_plain_char)
}

fn is_plain_char(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        _ => character >= ' ',
    }
}

/// The text without what XML 1.0 has no characters for.
pub fn made_plain(text: &str) -> String {
    text.chars().filter(|character| is_plain_char(*character)).collect()
}

/// The beginning of a text, of at most this many bytes.
pub fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The text of HTML: without tags, without scripts, with references resolved.
pub fn text_of_html(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return html.to_owned();
    }
    // What is left has no tags, and these references alone.
    let text = ammonia::Builder::empty().clean(html).to_string();
    let text = text.replace("&nbsp;", "\u{a0}").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&amp;", "&")
}
