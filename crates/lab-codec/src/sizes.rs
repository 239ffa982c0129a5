//! What a message takes in every format that can hold it, without measuring any time.

use std::collections::BTreeMap;

use serde::Serialize;
use wirecost_catalog::Message;
use wirecost_codec_protocol::Binding;
use wirecost_encode::{Encoding, Format};

use crate::CodecPlan;
use crate::compressed;
use crate::inputs::InputMaker;
use crate::plan::LACKS_TYPE;
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
    /// Who wrote it, where it was written by the types of the message and by no candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_types: Option<String>,
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
    let mut all = MessageSizes { message: message.name.clone(), sizes, unfit };
    // What has types or a schema of its own is refused for a reason that its candidates know.
    if message.message_type.is_none() && message.schema.is_none() {
        all.add_by_types(|| Ok(message.clone()));
    }
    all.sort();
    all
}

impl MessageSizes {
    /// Puts the smallest first.
    pub fn sort(&mut self) {
        self.sizes.sort_by_key(|size| (size.size_bytes, size.format.clone()));
    }

    /// Writes the message by its types in each format that was left out and can be written so. `message` gives the message, whose
    /// types are inferred where it has none, or why its types are not looked for.
    pub fn add_by_types(&mut self, message: impl FnOnce() -> Result<Message, String>) {
        let formats: Vec<Format> = self.unfit.keys().filter_map(|name| Format::of(name)).collect();
        if formats.is_empty() {
            return;
        }
        let found = message().and_then(|mut message| {
            let model = message.find_model(None)?;
            let typed = message.content.typed.ok_or("the message has no types")?;
            Ok((model, typed))
        });
        let size = |format: Format| {
            let (model, typed) = found.as_ref().map_err(String::clone)?;
            let encoded = Encoding::new(format, model).and_then(|encoding| encoding.encode(typed));
            let size = of(format.name(), &encoded.map_err(|error| error.to_string())?);
            let size = size.map_err(|error| error.to_string())?;
            Ok::<_, String>(FormatSize { by_types: Some(format.source().to_owned()), ..size })
        };
        for format in formats {
            match size(format) {
                Ok(size) => {
                    self.unfit.remove(format.name());
                    self.sizes.push(size);
                }
                Err(reason) => drop(self.unfit.insert(format.name().to_owned(), reason)),
            }
        }
        // Others that want a type have it in code that a compiler made.
        for (format, reason) in &mut self.unfit {
            if Format::of(format).is_none() && *reason == LACKS_TYPE {
                *reason = COMPILED_ONLY.to_owned();
            }
        }
    }
}

/// What is said of a format that only code holds which was compiled for the message.
const COMPILED_ONLY: &str = "only code that is compiled for the type writes it; `wirecost run --message FILE` builds this code and shows the size";

fn of(format: &str, bytes: &[u8]) -> std::io::Result<FormatSize> {
    Ok(FormatSize {
        format: format.to_owned(),
        size_bytes: bytes.len(),
        gzip_bytes: compressed::gzip(bytes)?,
        zstd_bytes: compressed::zstd(bytes)?,
        by_types: None,
    })
}
