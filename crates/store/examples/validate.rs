//! Checks a result document against a JSON Schema: `validate SCHEMA DOCUMENT`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let (Some(schema), Some(document)) = (files.next(), files.next()) else {
        return Err("usage: validate SCHEMA DOCUMENT".into());
    };
    let read = |path: &str| -> Result<serde_json::Value, Box<dyn Error>> {
        Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
    };
    let validator = jsonschema::validator_for(&read(&schema)?)?;
    let instance = read(&document)?;
    let errors: Vec<String> =
        validator.iter_errors(&instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if errors.is_empty() {
        println!("{document} is valid by {schema}");
        return Ok(());
    }
    Err(errors.join("\n").into())
}
