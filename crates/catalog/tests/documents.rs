//! XML documents that other people wrote, which this machine may have beside the project: whether they become data.

use std::path::{Path, PathBuf};

use wirecost_catalog::Message;

/// How many of the documents become data and come back.
const TAKEN: usize = 51;

/// The files in a folder and in those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect();
    all.sort();
    all
}

/// The stack of the main thread of a program; those of tests have less.
const STACK: usize = 8 << 20;

#[test]
fn documents_of_others_become_data_and_come_back() {
    std::thread::Builder::new().stack_size(STACK).spawn(all_become_data).unwrap().join().unwrap();
}

fn all_become_data() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/xml");
    let files = files(&folder);
    if files.is_empty() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let mut taken = 0;
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap().display();
        // That it comes back is checked wherever a document is read.
        match Message::from_file(file).map_err(|error| error.to_string()).and_then(|it| {
            let model = it.model().map_err(|lack| lack.to_string());
            it.content.value.map_err(|lack| lack.to_string()).and(model)
        }) {
            Ok(model) => {
                taken += 1;
                println!("xml: {name}: {} types", model.types.len());
            }
            Err(reason) => println!("xml: not data: {name}: {reason}"),
        }
    }
    println!("xml: {taken} of {} documents are data", files.len());
    assert!(taken >= TAKEN, "{taken} of {} are data", files.len());
}
