//! Bytes that reader and writer share.

/// The bytes that identify a Fast Infoset document (X.891 clause 12.6), with the version number 1 (clause 12.7).
pub(crate) const MAGIC: [u8; 4] = [0xE0, 0x00, 0x00, 0x01];

/// The XML declarations that may appear before them (clause 12.3).
pub(crate) const XML_DECLARATIONS: [(&str, Option<&str>, Option<bool>); 9] = [
    ("<?xml encoding='finf'?>", None, None),
    ("<?xml encoding='finf' standalone='yes'?>", None, Some(true)),
    ("<?xml encoding='finf' standalone='no'?>", None, Some(false)),
    ("<?xml version='1.0' encoding='finf'?>", Some("1.0"), None),
    ("<?xml version='1.0' encoding='finf' standalone='yes'?>", Some("1.0"), Some(true)),
    ("<?xml version='1.0' encoding='finf' standalone='no'?>", Some("1.0"), Some(false)),
    ("<?xml version='1.1' encoding='finf'?>", Some("1.1"), None),
    ("<?xml version='1.1' encoding='finf' standalone='yes'?>", Some("1.1"), Some(true)),
    ("<?xml version='1.1' encoding='finf' standalone='no'?>", Some("1.1"), Some(false)),
];

/// Whether bytes begin as a Fast Infoset document does: with its magic bytes, or with an XML declaration that names the
/// encoding `finf` (X.891 clauses 12.3 and 12.6). The first 36 bytes suffice.
///
/// ```
/// assert!(fastinfoset::is_fast_infoset(&[0xE0, 0, 0, 1, 0]));
/// assert!(fastinfoset::is_fast_infoset(b"<?xml version='1.0' encoding='finf'?>"));
/// assert!(!fastinfoset::is_fast_infoset(b"<?xml version='1.0' encoding='UTF-8'?>"));
/// ```
pub fn is_fast_infoset(bytes: &[u8]) -> bool {
    const DECLARATIONS: [&[u8]; 3] =
        [b"<?xml encoding='finf'", b"<?xml version='1.0' encoding='finf'", b"<?xml version='1.1' encoding='finf'"];
    bytes.starts_with(&MAGIC) || DECLARATIONS.iter().any(|beginning| bytes.starts_with(beginning))
}
