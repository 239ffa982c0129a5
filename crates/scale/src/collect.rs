//! What a run left behind: results, and signs of those that left none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::document::PartResult;
use crate::error::Error;
use crate::job::{CUT_OFF, PLAN};
use crate::plan::Plan;
use crate::signs::BeginSign;

/// What was found of one part. Its result is read when it is added, since there may be thousands.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Which part, as far as the name of a file or a sign says.
    pub rank: Option<u64>,
    /// The file that holds its result, in one line.
    pub file: Option<PathBuf>,
    /// What it said when it began.
    pub begun: Option<BeginSign>,
    /// What the engine said of its end.
    pub engine: Option<String>,
    /// How it was cut off from the network for a while: what it measured is not of a whole part.
    pub cut_off: Option<String>,
    /// The last line of its standard error.
    pub complaint: Option<String>,
}

/// The rank and the kind of a file of a part: `part-7.json` is (7, "json").
fn named(path: &Path) -> Option<(u64, &str)> {
    let (rank, kind) = path.file_name()?.to_str()?.strip_prefix("part-")?.split_once('.')?;
    Some((rank.parse().ok()?, kind))
}

fn read(path: &Path) -> Result<String, Error> {
    // Outputs of engines may hold anything.
    let bytes = wirecost_load::read_file(path).map_err(Error::file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Found {
    /// The result, or what is wrong with it; `None` if there is none.
    pub(crate) fn read(&self) -> Option<Result<PartResult, Error>> {
        let file = self.file.as_ref()?;
        let text = match read(file) {
            Ok(text) => text,
            Err(fault) => return Some(Err(fault)),
        };
        // A result has its file to itself. An output holds other lines as well.
        if PartResult::is_one(&text) {
            return Some(PartResult::from_text(&text));
        }
        let mut results = text.lines().filter(|line| PartResult::is_one(line));
        let line = results.next().unwrap_or(text.as_str());
        Some(match results.count() {
            0 => PartResult::from_text(line),
            more => Err(Error::Result(format!("it holds {} results", more + 1))),
        })
    }

    /// What the file is called in messages.
    pub(crate) fn place(&self) -> String {
        self.file.as_ref().map_or_else(|| "a part".to_owned(), |file| file.display().to_string())
    }

    /// Takes what a file says of the part.
    fn take(&mut self, path: &Path, kind: &str) -> Result<(), Error> {
        match kind {
            "json" => self.file = Some(path.to_owned()),
            "begun.json" => self.begun = BeginSign::from_line(read(path)?.trim_end()),
            CUT_OFF => self.cut_off = Some(read(path)?.trim_end().to_owned()),
            "err" => {
                let text = read(path)?;
                self.complaint = text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
            }
            "out" => {
                let text = read(path)?;
                self.begun = text.lines().find_map(BeginSign::from_line).or(self.begun.take());
                if self.file.is_none() && text.lines().any(PartResult::is_one) {
                    self.file = Some(path.to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// What is in the folder of a run, and its plan if that is there.
///
/// # Errors
/// [`Error::File`] and [`Error::Plan`], if something cannot be read.
pub fn collect_folder(folder: &Path) -> Result<(Vec<Found>, Option<Plan>), Error> {
    let path = folder.join(PLAN);
    let plan = if path.exists() { Some(Plan::read(&path)?) } else { None };
    let mut parts: BTreeMap<u64, Found> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))? {
        let path = entry.map_err(Error::file(folder))?.path();
        if let Some((rank, kind)) = named(&path) {
            let found = parts.entry(rank).or_insert_with(|| Found { rank: Some(rank), ..Found::default() });
            found.take(&path, kind)?;
        }
    }
    Ok((parts.into_values().collect(), plan))
}

/// What is in files that were named one by one, each the result of a part or an output that holds it.
pub fn collect_files(files: &[PathBuf]) -> Vec<Found> {
    let found = |file: &PathBuf| Found {
        rank: named(file).map(|(rank, _)| rank),
        file: Some(file.clone()),
        ..Found::default()
    };
    files.iter().map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::failed;

    #[test]
    fn a_folder_shows_the_outcome_of_each_part() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        failed(0).write(folder.path()).unwrap();
        let begun = BeginSign { pid: 7, rank: 1, ..BeginSign::here("r", 1) };
        write("part-1.out", &format!("noise\n{}\n", begun.to_line()));
        write("part-1.err", "first\n  last words \n\n");
        write("part-2.cut-off", "its link went down\n");
        write("part-2.out", &format!("noise\n{}\nmore noise\n", failed(2).to_line().unwrap()));
        write("other.json", "{}");
        let (parts, plan) = collect_folder(folder.path()).unwrap();
        assert!(plan.is_none() && parts.len() == 3);
        assert_eq!(parts[0].read().unwrap().unwrap(), failed(0));
        assert!(parts[1].read().is_none());
        assert_eq!((parts[1].begun.as_ref(), parts[1].complaint.as_deref()), (Some(&begun), Some("last words")));
        assert_eq!(parts[2].read().unwrap().unwrap(), failed(2));
        assert_eq!((parts[2].cut_off.as_deref(), &parts[0].cut_off), (Some("its link went down"), &None));
    }

    #[test]
    fn a_result_has_its_file_to_itself() {
        let folder = tempfile::tempdir().unwrap();
        let line = failed(0).to_line().unwrap();
        let read = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            collect_files(&[file])[0].read().unwrap().map_err(|fault| fault.to_string())
        };
        assert_eq!(read("part-0.json", &format!("{line}\n")), Ok(failed(0)));
        for more in [line.as_str(), "more", "{}"] {
            let fault = read("part-0.json", &format!("{line}\n{more}\n")).unwrap_err();
            assert!(fault.contains("something follows the result"), "{fault}");
        }
        assert_eq!(read("part-0.out", &format!("noise\n{line}\nnoise\n")), Ok(failed(0)));
        assert_eq!(read("part-0.out", &format!("noise\n{line}\n{line}\n")), Err("it holds 2 results".to_owned()));
    }

    #[test]
    fn files_by_name() {
        assert_eq!(named(Path::new("a/part-12.begun.json")), Some((12, "begun.json")));
        assert_eq!(named(Path::new("part-x.json")), None);
        assert_eq!(named(Path::new("a.json")), None);
    }
}
