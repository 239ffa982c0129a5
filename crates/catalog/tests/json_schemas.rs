//! JSON Schemas that other people wrote, which this machine may have beside the project, with their messages.

use std::path::{Path, PathBuf};

use wirecost_catalog::Message;
use wirecost_catalog::file::Reading;
use wirecost_types::import::{self, Sample};
use wirecost_value::Value;

/// How many of the schemas take all their valid messages.
const TAKEN: usize = 80;

/// The messages of a schema, valid or not. A file that has no data tree is no message.
fn messages(folder: &Path, kind: &str) -> Vec<(String, Value)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_kind = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind));
    let read = |path: PathBuf| {
        Some((path.display().to_string(), Message::values_of(&path, &Reading::default()).ok()?.ok()?.values.pop()?))
    };
    let mut found: Vec<_> = entries.filter(is_kind).filter_map(read).collect();
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

fn read(schema: &Path, messages: &[(String, Value)]) -> Result<(), String> {
    let samples: Vec<Sample<'_>> = messages.iter().map(|(name, value)| Sample::new(name, value)).collect();
    let model = import::completed(schema, None, &[], &samples).map_err(|error| error.to_string())?.imported.model;
    model.check().map_err(|error| error.to_string())?;
    let misfit = |(name, value): &(String, Value)| Some(format!("{name}: {}", model.fit(value).err()?));
    messages.iter().find_map(misfit).map_or(Ok(()), Err)
}

#[test]
fn public_schemas_take_their_valid_messages_and_no_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas/json-schema");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is not there", folder.display());
        return;
    };
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let (mut taken, mut wrong) = (0, Vec::new());
    for folder in &folders {
        let schema = folder.join("schema.json");
        let valid = messages(folder, "valid-");
        let alone = valid.iter().try_for_each(|message| read(&schema, std::slice::from_ref(message)));
        match read(&schema, &valid).and(alone) {
            Ok(()) => taken += 1,
            Err(error) => println!("json-schema: not taken: {error}"),
        }
        for message in messages(folder, "invalid-") {
            match read(&schema, std::slice::from_ref(&message)) {
                Ok(()) => wrong.push(message.0),
                Err(error) => println!("json-schema: not valid: {error}"),
            }
        }
    }
    println!("json-schema: {taken} of {} schemas take their valid messages", folders.len());
    assert!(taken >= TAKEN, "{taken} of {} are taken", folders.len());
    assert!(wrong.is_empty(), "taken, and not valid: {wrong:#?}");
}
