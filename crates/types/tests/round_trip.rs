//! Models go into schemas and come back, and values with them.

mod common;

use common::Maker;
use wirecost_types::import::{self, Imported};
use wirecost_types::{Format, Model, Notes, Presence, TypesError, emit};
use wirecost_value::{Value, json};

const MODELS: u64 = 256;

/// Reads back what was emitted; none for a format that has no importer.
fn import_back(format: Format, text: &str, root: Option<&str>) -> Option<Result<Imported, TypesError>> {
    Some(match format {
        Format::Protobuf => import::proto_text("m.proto", text, root),
        Format::Thrift => import::thrift_text("m.thrift", text, root),
        Format::Avro => import::avro("m.avsc", text, None),
        Format::JsonSchema => import::json_schema("m.json", text, None),
        _ => return None,
    })
}

/// The model as its source says it, without what only its importer knows.
fn plain(model: &Model) -> Model {
    Model::new(model.root.clone(), model.types.clone())
}

#[test]
fn a_model_comes_back_from_a_message_toml() {
    for seed in 0..MODELS {
        let model = Maker::new(seed, None).model();
        let text = model.to_toml(&Notes::default()).unwrap();
        let back = Model::from_toml("m.toml", &text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(back, model, "seed {seed}:\n{text}");
    }
}

#[test]
fn a_model_that_a_format_has_comes_back_from_its_schema() {
    for format in [Format::Protobuf, Format::Thrift, Format::Avro, Format::JsonSchema] {
        for seed in 0..MODELS {
            let model = Maker::new(seed, Some(format)).model();
            let text = emit(&model, format).unwrap().text;
            let root = model.name();
            let back = import_back(format, &text, Some(root)).unwrap();
            let back = back.unwrap_or_else(|error| panic!("{format}, seed {seed}: {error}\n{text}"));
            assert_eq!(plain(&back.model), model, "{format}, seed {seed}:\n{text}");
        }
    }
}

#[test]
fn any_model_is_the_same_after_the_second_time() {
    for format in [Format::Protobuf, Format::Thrift, Format::Avro, Format::JsonSchema] {
        for seed in 0..MODELS {
            let model = Maker::new(seed, None).model();
            let once = emit(&model, format).unwrap();
            let root = once.lowered.root_item().map(|item| item.name.clone());
            let read = |text: &str| {
                let back = import_back(format, text, root.as_deref()).unwrap();
                back.unwrap_or_else(|error| panic!("{format}, seed {seed}: {error}\n{text}")).model
            };
            let first = read(&once.text);
            let twice = emit(&first, format).unwrap().text;
            assert_eq!(plain(&read(&twice)), plain(&first), "{format}, seed {seed}:\n{}\n{twice}", once.text);
        }
    }
}

#[test]
fn values_are_carried_to_every_format_and_back() {
    for format in Format::ALL {
        for seed in 0..MODELS {
            let mut maker = Maker::new(seed, None);
            let model = maker.model();
            let emitted = emit(&model, format).unwrap();
            let root = emitted.lowered.root_item().map(|item| item.name.clone());
            let back = import_back(format, &emitted.text, root.as_deref());
            for _ in 0..4 {
                let value = maker.value(&model, &model.root, 0);
                let case = || format!("{format}, seed {seed}, {value:?}\n{}", emitted.text);
                // A value of a union may be of another of its branches as well.
                let value = model.fit(&value).unwrap_or_else(|misfit| panic!("{misfit}: {}", case()));
                let wrapped = emitted.lowered.wrap(&model, &value);
                let wrapped = wrapped.unwrap_or_else(|misfit| panic!("{misfit}: {}", case()));
                let unwrapped = emitted.lowered.unwrap(&model, &wrapped);
                assert_eq!(unwrapped.as_ref(), Ok(&value), "{wrapped:?}: {}", case());
                if let (Some(Ok(back)), true) = (&back, format != Format::JsonSchema) {
                    let fitting = back.model.fit(&wrapped);
                    let fitting = fitting.unwrap_or_else(|misfit| panic!("{misfit}: {wrapped:?}, {}", case()));
                    if format != Format::Avro {
                        assert_eq!(fitting, wrapped, "{}", case());
                    }
                }
            }
        }
    }
}

#[test]
fn the_spelling_of_a_value_is_valid_by_its_json_schema() {
    for seed in 0..MODELS {
        let mut maker = Maker::new(seed, None);
        let model = maker.model();
        let text = emit(&model, Format::JsonSchema).unwrap().text;
        let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
        let validator = jsonschema::draft202012::options().should_validate_formats(true).build(&schema);
        let validator = validator.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        for _ in 0..4 {
            let value = maker.value(&model, &model.root, 0);
            let value = model.fit(&value).unwrap();
            let spelt = model.spell(&value);
            assert_eq!(model.fit(&spelt).map(|it| model.spell(&it)), Ok(spelt.clone()), "seed {seed}");
            let json: serde_json::Value = serde_json::from_slice(&json::write(&spelt).unwrap()).unwrap();
            if let Err(error) = validator.validate(&json) {
                panic!("seed {seed}: {error}\n{json}\n{text}");
            }
        }
    }
}

#[test]
fn fields_of_proto3_come_back_as_proto3() {
    let text = "syntax = \"proto3\";\n\nenum Kind {\n  KIND_A = 0;\n}\n\nmessage M {\n  int32 n = 1;\n  optional string t = 2;\n  \
                repeated int64 l = 3;\n  Kind k = 4;\n  optional M m = 5;\n}\n";
    let model = import::proto_text("m.proto", text, None).unwrap().model;
    let emitted = emit(&model, Format::Protobuf).unwrap().text;
    assert!(emitted.starts_with("syntax = \"proto3\""), "{emitted}");
    assert_eq!(plain(&import::proto_text("m.proto", &emitted, None).unwrap().model), plain(&model));
    let negative = text.replace("int32 n = 1;", "double n = 1;");
    let mut model = import::proto_text("m.proto", &negative, None).unwrap().model;
    if let Some(wirecost_types::Definition::Record(record)) = model.types.get_mut("M") {
        record.fields[0].presence = Presence::Default(Value::Float64(-0.0));
    }
    assert!(emit(&model, Format::Protobuf).unwrap().text.starts_with("syntax = \"proto2\""));
}

#[test]
fn values_beyond_wrappers_are_refused_with_field_and_reason() {
    let toml = "type = \"a\"\n[types.a]\nx = \"[decimal(20,2)]\"\n";
    let model = Model::from_toml("a.toml", toml).unwrap();
    for format in Format::ALL {
        match emit(&model, format) {
            Err(error) => {
                assert_eq!((error.format, error.field.as_str()), (format, "a.x"));
                assert!(error.why.contains("a decimal of 20 digits"), "{error}");
            }
            Ok(_) => assert!(matches!(format, Format::Avro | Format::JsonSchema | Format::Rust), "{format}"),
        }
    }
    let toml = "type = \"a\"\n[types.a]\nx = \"40000: u8\"\n";
    let error = emit(&Model::from_toml("a.toml", toml).unwrap(), Format::Thrift).unwrap_err();
    assert_eq!(error.to_string(), "Thrift cannot hold a.x: field number 40000 is beyond 32767");
}
