//! What one worker leaves behind, `wirecost.part-result/1`.

use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use wirecost_load::{Clocks, LoadResult, Schedule};
use wirecost_model::RunDocument;

use crate::error::Error;

/// The name and version of the form of the document.
pub const RESULT_SCHEMA: &str = "wirecost.part-result/1";

/// Digits of a digest.
const DIGITS: usize = 64;

/// The result of one part. Its file is one line of JSON: the schema, the SHA-256 of the bytes of `result`, and `result`,
/// which is this. So a result that was cut off or changed on its way is recognised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartResult {
    /// The run.
    pub run: String,
    /// Which part, from 0 on.
    pub rank: u64,
    /// Of how many.
    pub parts: u64,
    /// The machine.
    pub host: String,
    /// The version of the worker's program, with its commit.
    pub version: String,
    /// The instant of the agreed start, nanoseconds since 1970, by the reference clock if there is one.
    pub start_at_unix_ns: Option<u64>,
    /// How long after that the load began, nanoseconds; negative where it began before.
    pub start_lateness_ns: Option<i64>,
    /// The clock of the machine, where a reference was given.
    pub clocks: Option<Clocks>,
    /// What ended the worker before its time.
    pub cut: Option<String>,
    /// Why nothing was measured.
    pub error: Option<String>,
    /// The schedule of all parts together.
    pub schedule: Option<Schedule>,
    /// What was measured of a load.
    pub load: Option<LoadResult>,
    /// What was measured of a suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<Box<RunDocument>>,
}

/// What comes before the digest, and between it and the content.
fn frame() -> [String; 2] {
    [format!("{{\"schema\":\"{RESULT_SCHEMA}\",\"sha256\":\""), "\",\"result\":".to_owned()]
}

fn digest(content: &str) -> String {
    Sha256::digest(content.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl PartResult {
    /// Whether a line of text is such a document, whole or not.
    pub(crate) fn is_one(text: &str) -> bool {
        text.starts_with(&format!("{{\"schema\":\"{RESULT_SCHEMA}\""))
    }

    /// The document as one line, without its end.
    ///
    /// # Errors
    /// [`Error::Plan`] if a number of it has no JSON form.
    pub fn to_line(&self) -> Result<String, Error> {
        let content = serde_json::to_string(self).map_err(|fault| Error::Plan(format!("the result: {fault}")))?;
        let [before, between] = frame();
        Ok(format!("{before}{}{between}{content}}}", digest(&content)))
    }

    /// Reads a document.
    ///
    /// # Errors
    /// [`Error::Result`].
    pub fn from_text(text: &str) -> Result<PartResult, Error> {
        Self::read(text).map_err(Error::Result)
    }

    fn read(text: &str) -> Result<PartResult, String> {
        let [before, between] = frame();
        let text = text.trim_end();
        let rest = text.strip_prefix(before.as_str()).ok_or_else(|| match text {
            "" => "the file is empty".to_owned(),
            _ => format!("it does not begin as a {RESULT_SCHEMA} does"),
        })?;
        let (stated, rest) = rest.split_at_checked(DIGITS).ok_or("it is cut off")?;
        // The document is one line.
        if rest.contains('\n') {
            return Err("something follows the result".to_owned());
        }
        let content = rest.strip_prefix(between.as_str()).and_then(|rest| rest.strip_suffix('}'));
        let content = content.ok_or("it is cut off")?;
        if digest(content) != stated {
            return Err(format!("its content of {} bytes is not what was written: its SHA-256 differs", content.len()));
        }
        let result: PartResult = serde_json::from_str(content).map_err(|fault| fault.to_string())?;
        if result.rank >= result.parts {
            return Err(format!("it is part {} of {}", result.rank, result.parts));
        }
        if let Some(load) = &result.load {
            load.check().map_err(|fault| fault.to_string())?;
        }
        Ok(result)
    }

    /// The name of the file of a part.
    pub(crate) fn file_name(rank: u64) -> String {
        format!("part-{rank}.json")
    }

    /// Refuses a folder that holds a result of this part.
    ///
    /// # Errors
    /// [`Error::File`] if there is one.
    pub fn check_absent(folder: &Path, rank: u64) -> Result<(), Error> {
        let path = folder.join(Self::file_name(rank));
        let exists = path.try_exists().map_err(Error::file(&path))?;
        let taken = || {
            std::io::Error::other("it is there already: another worker has this rank, or an earlier run this folder")
        };
        if exists { Err(Error::File { source: taken(), path }) } else { Ok(()) }
    }

    /// Writes the document into a folder, whole or not at all. Nothing is replaced.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be written, or a result of this part is there already.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        write_whole(folder, &Self::file_name(self.rank), &(self.to_line()? + "\n"))
    }
}

/// Writes a file beside its place and renames it; nothing is replaced.
pub(crate) fn write_whole(folder: &Path, name: &str, content: &str) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let path = folder.join(name);
    let cannot = Error::file(&path);
    let written = || -> std::io::Result<()> {
        let mut aside = tempfile::Builder::new().prefix(".part-").suffix(".partial").tempfile_in(folder)?;
        aside.write_all(content.as_bytes())?;
        // The name must not reach the disk before the content.
        aside.as_file().sync_data()?;
        aside.persist_noclobber(&path).map(drop).map_err(|fault| fault.error)
    };
    written().map_err(cannot)
}

/// The name of this machine.
pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn failed(rank: u64) -> PartResult {
        PartResult {
            run: "r".into(),
            rank,
            parts: 3,
            host: format!("node{rank}"),
            version: "0".into(),
            start_at_unix_ns: None,
            start_lateness_ns: None,
            clocks: None,
            cut: None,
            error: Some("no connection".into()),
            schedule: None,
            load: None,
            suite: None,
        }
    }

    #[test]
    fn a_result_appears_whole_and_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        PartResult::check_absent(folder.path(), 1).unwrap();
        failed(1).write(folder.path()).unwrap();
        let text = std::fs::read_to_string(folder.path().join("part-1.json")).unwrap();
        assert_eq!(PartResult::from_text(&text).unwrap(), failed(1));
        assert!(serde_json::from_str::<serde_json::Value>(&text).unwrap()["result"]["host"] == "node1");
        assert!(PartResult::check_absent(folder.path(), 1).unwrap_err().to_string().contains("another worker"));
        assert!(failed(1).write(folder.path()).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file stays");
    }

    #[test]
    fn a_file_that_is_no_result_says_what_is_wrong() {
        let fault = |text: &str| PartResult::from_text(text).unwrap_err().to_string();
        assert_eq!(fault(""), "the file is empty");
        assert!(fault("{}").contains("does not begin"));
        assert_eq!(fault("{\"schema\":\"wirecost.part-result/1\",\"sha256\":\"ab"), "it is cut off");
        assert!(fault(&failed(5).to_line().unwrap()).contains("part 5 of 3"));
    }

    proptest! {
        /// No part of a result is a result, and neither is one with another byte in it.
        #[test]
        fn damage_is_seen(at in any::<prop::sample::Index>(), byte in 0..128u8) {
            let line = failed(1).to_line().unwrap();
            let at = at.index(line.len());
            prop_assert!(PartResult::from_text(&line[..at]).is_err());
            let mut bytes = line.clone().into_bytes();
            let before = std::mem::replace(&mut bytes[at], byte);
            let text = String::from_utf8(bytes).unwrap();
            prop_assert_eq!(PartResult::from_text(&text).is_ok(), before == byte || text.trim_end() == line);
        }
    }
}
