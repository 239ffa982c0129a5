//! Octets that reader and writer share.

/// The octets that identify a Fast Infoset document (X.891 clause 12.6), with the version number 1 (clause 12.7).
pub(crate) const MAGIC: [u8; 4] = [0xE0, 0x00, 0x00, 0x01];

/// The XML declarations that may stand before them (clause 12.3).
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
