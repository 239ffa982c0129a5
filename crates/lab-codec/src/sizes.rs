//! What a message takes in every format that can hold it, without measuring any time.

use std::collections::BTreeMap;

use serde::Serialize;
use wirecost_catalog::Message;
use wirecost_codec_protocol::Binding;

use crate::CodecPlan;
use crate::compressed;
use crate::inputs::InputMaker;
use crate::runners::RunnerSpec;

/// What a message takes in one format, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormatSize {
    /// The format.
    pub format: String,
    /// As it is.
    pub size_bytes: usize,
    /// Compressed by gzip.
    pub gzip_bytes: usize,
    /// Compressed by zstd.
    pub zstd_bytes: usize,
}

/// What a message takes in every format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MessageSizes {
    /// The message.
    pub message: String,
    /// The formats that hold it, the smallest first.
    pub sizes: Vec<FormatSize>,
    /// The formats that do not, with the reason.
    pub unfit: BTreeMap<String, String>,
}

/// The sizes of a message of `plan`, whose runners `specs` start.
pub fn sizes(plan: &CodecPlan, specs: &[RunnerSpec], message: &Message) -> MessageSizes {
    let timed = plan.cases.iter().filter(|case| case.message == message.name);
    let timed = timed.filter(|case| !matches!(case.candidate.binding, Binding::Nothing | Binding::Floor));
    let fitting: std::collections::BTreeSet<&str> = timed.map(|case| case.candidate.format.as_str()).collect();
    let skipped = plan.skipped.iter().filter(|skipped| skipped.case.message == message.name);
    let mut skipped: Vec<_> =
        skipped.filter(|skipped| !fitting.contains(skipped.case.candidate.format.as_str())).collect();
    // That a candidate wants a type says less of its format than why one that wants none cannot hold the message.
    skipped.sort_by_key(|skipped| skipped.case.candidate.types.is_none());
    let mut unfit: BTreeMap<String, String> =
        skipped.into_iter().map(|skipped| (skipped.case.candidate.format.clone(), skipped.reason.clone())).collect();
    let maker = InputMaker::new(plan, specs);
    let mut sizes = Vec::new();
    for format in fitting {
        let bytes = maker.canonical(format, message).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| of(format, &bytes).map_err(|error| error.to_string())) {
            Ok(size) => sizes.push(size),
            Err(reason) => {
                unfit.insert(format.to_owned(), reason);
            }
        }
    }
    sizes.sort_by_key(|size| (size.size_bytes, size.format.clone()));
    MessageSizes { message: message.name.clone(), sizes, unfit }
}

fn of(format: &str, bytes: &[u8]) -> std::io::Result<FormatSize> {
    Ok(FormatSize {
        format: format.to_owned(),
        size_bytes: bytes.len(),
        gzip_bytes: compressed::gzip(bytes)?,
        zstd_bytes: compressed::zstd(bytes)?,
    })
}
