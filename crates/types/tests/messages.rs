//! The messages that come with wirecost.

use std::path::PathBuf;

use wirecost_types::{Format, Model, emit};
use wirecost_value::json;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../messages"))
}

/// Every message that has a type: its name, its model, its value as read.
fn messages() -> Vec<(String, Model, wirecost_value::Value)> {
    let mut messages = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(path.join("message.toml")).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name == "syndication" {
            let error = Model::from_toml("message.toml", &text).unwrap_err().to_string();
            assert!(error.contains("it has no `type"), "a document has no type: {error}");
            continue;
        }
        let model = Model::from_toml(&name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        messages.push((name, model, json::read(&std::fs::read(path.join("value.json")).unwrap()).unwrap()));
    }
    assert!(messages.len() > 10, "{}", messages.len());
    messages
}

#[test]
fn every_value_is_of_its_type() {
    for (name, model, value) in messages() {
        let typed = model.fit(&value).unwrap_or_else(|misfit| panic!("{name}: {misfit}"));
        assert_eq!(model.fit(&typed).as_ref(), Ok(&typed), "{name}");
        assert_eq!(model.fit(&model.spell(&typed)), Ok(typed), "{name}");
    }
}

#[test]
fn every_type_is_emitted_and_every_value_carried() {
    for (name, model, value) in messages() {
        let typed = model.fit(&value).unwrap();
        for format in Format::ALL {
            let emitted = emit(&model, format).unwrap_or_else(|error| panic!("{name}: {error}"));
            let wrapped = emitted.lowered.wrap(&model, &typed).unwrap_or_else(|misfit| panic!("{name}: {misfit}"));
            assert_eq!(emitted.lowered.unwrap(&model, &wrapped), Ok(typed.clone()), "{name} in {format}");
        }
    }
}

#[test]
fn types_inferred_from_the_values_fit_them() {
    for (name, _, value) in messages() {
        let inferred = wirecost_types::infer(std::slice::from_ref(&value), &name).unwrap();
        assert!(inferred.model.fit(&value).is_ok(), "{name}");
    }
}
