//! Random types and values pass through generated code and back, for every candidate that is built alone.

#[path = "../../types/tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use common::Maker;
use indexmap::IndexMap;
use wirecost_built::{Form, Recipe, Workshop, normal};
use wirecost_codec_protocol::{OperationKind, Prepare, Process};
use wirecost_types::{Definition, Field, Model, Record, Type};
use wirecost_value::Value;

/// Models for each candidate.
const MODELS: usize = 64;

/// How many are looked at for them: a candidate that takes hardly any is no candidate.
const LOOKED_AT: u64 = 1_500;

const TIMEOUT: Duration = Duration::from_secs(30);

/// One model with a field for each of many, so that one build tests them all, and a value of each.
struct Together {
    model: Model,
    value: Value,
    count: usize,
}

/// Those of the random models that a candidate takes.
fn models_for(workshop: &Workshop, recipe: &Recipe) -> Together {
    let candidate = &recipe.candidates[0];
    let takes = |types: IndexMap<String, Definition>, fields: Vec<Field>| {
        let form = Form::new(recipe, candidate, Arc::new(all(types, fields)));
        form.is_ok_and(|form| workshop.job(recipe, candidate, &form, &[]).is_ok())
    };
    let (mut types, mut fields, mut values) = (IndexMap::new(), Vec::new(), Vec::new());
    for seed in 0..LOOKED_AT {
        if fields.len() == MODELS {
            break;
        }
        let mut maker = Maker::new(seed, None);
        let model = maker.model();
        let prefix = format!("m{seed}_");
        let own = model.types.iter();
        let own: IndexMap<String, Definition> =
            own.map(|(name, it)| (format!("{prefix}{name}"), renamed_definition(it, &prefix))).collect();
        let field = Field::new(format!("f{seed}"), renamed(&model.root, &prefix)).optional();
        let value = maker.value(&model, &model.root, 0);
        // What JSON cannot say, and what its fastest parsers are known to read otherwise.
        let Ok(value) = model.fit(&tamed(value)) else { continue };
        if takes(own.clone(), vec![field.clone()]) {
            values.push((field.name.clone(), value));
            types.extend(own);
            fields.push(field);
        }
    }
    Together { count: fields.len(), model: all(types, fields), value: Value::Map(values) }
}

/// A model whose message has these fields.
fn all(mut types: IndexMap<String, Definition>, fields: Vec<Field>) -> Model {
    types.insert("All".to_owned(), Definition::Record(Record { fields }));
    Model::new(Type::Named("All".to_owned()), types)
}

fn renamed(ty: &Type, prefix: &str) -> Type {
    let inner = |ty: &Type| renamed(ty, prefix);
    match ty {
        Type::Named(name) => Type::Named(format!("{prefix}{name}")),
        Type::List(item) => Type::List(Box::new(inner(item))),
        Type::Map(key, item) => Type::Map(*key, Box::new(inner(item))),
        Type::Nullable(item) => Type::Nullable(Box::new(inner(item))),
        Type::Union(branches) => Type::Union(branches.iter().map(inner).collect()),
        leaf => leaf.clone(),
    }
}

fn renamed_definition(definition: &Definition, prefix: &str) -> Definition {
    match definition {
        Definition::Record(record) => {
            let field = |field: &Field| Field { ty: renamed(&field.ty, prefix), ..field.clone() };
            Definition::Record(Record { fields: record.fields.iter().map(field).collect() })
        }
        Definition::Union(branches) => Definition::Union(branches.iter().map(|it| renamed(it, prefix)).collect()),
        Definition::Enumeration(names) => Definition::Enumeration(names.clone()),
    }
}

/// The value with floats that every format holds.
fn tamed(value: Value) -> Value {
    match value {
        Value::Float64(x) if !x.is_finite() || x == 0.0 => Value::Float64(1.5),
        Value::Float32(x) if !x.is_finite() || x == 0.0 => Value::Float32(1.5),
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(tamed).collect()),
        Value::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, tamed(value))).collect()),
        leaf => leaf,
    }
}

fn answer(
    program: &std::path::Path,
    form: &Form,
    candidate: &str,
    operation: OperationKind,
    input: Value,
) -> Result<Value, String> {
    let failed = |error: &dyn std::fmt::Display| {
        let text: String = error.to_string().chars().take(300).collect();
        format!("{candidate} {}: {text}", operation.name())
    };
    let process = Process::start(&mut std::process::Command::new(program), TIMEOUT);
    let mut process = process.map_err(|error| failed(&error))?;
    let prepared = process.prepare(Prepare {
        candidate: candidate.to_owned(),
        operation,
        message: "random".into(),
        message_type: Some(form.type_name.clone()),
        types: None,
        schema: None,
        inputs: vec![input.clone()],
        reference: None,
    });
    prepared.map_err(|error| failed(&error))?;
    process.verify(vec![input]).map(|mut answers| answers.remove(0)).map_err(|error| failed(&error))
}

#[test]
fn random_types_and_values_pass_through_every_candidate_and_back() {
    // The tests of the binary build in the same folder, so that each package is compiled once for all.
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wirecost");
    // What is tested are the types, whatever the compiler makes of them.
    let config = cache.join("built/.cargo");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("config.toml"), "[profile.release]\nopt-level = 0\n").unwrap();
    let workshop = Workshop::new(&cache);
    let failures: Vec<String> = workshop.recipes().all().filter_map(|recipe| pass(&workshop, recipe).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Has the candidates of a recipe write and read a value of many types together.
fn pass(workshop: &Workshop, recipe: &Recipe) -> Result<(), String> {
    let Together { model, value, count } = models_for(workshop, recipe);
    if count < MODELS {
        return Err(format!("{} takes {count} models of {LOOKED_AT}", recipe.file));
    }
    model.check().map_err(|error| error.to_string())?;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", recipe.file);
    let form = Form::new(recipe, &recipe.candidates[0], Arc::new(model)).map_err(|error| failed(&error))?;
    let job = workshop.job(recipe, &recipe.candidates[0], &form, &[]).map_err(|error| failed(&error))?;
    let built = workshop.build(&job, &|| ()).map_err(|error| failed(&error))?;
    let meant = form.value(&value).map_err(|error| failed(&error))?;
    for candidate in recipe.candidates.iter().filter(|name| !name.ends_with("-value")) {
        let bytes = answer(&built.program, &form, candidate, OperationKind::Encode, meant.clone())?;
        agrees(form.model(), &value, candidate, &bytes)?;
        let back = answer(&built.program, &form, candidate, OperationKind::Decode, bytes)?;
        if let Some(difference) = wirecost_value::difference(&normal(meant.clone()), &normal(back)) {
            return Err(format!("{candidate}: {difference}"));
        }
    }
    Ok(())
}

/// That what the types alone write is what the candidate writes, byte by byte.
fn agrees(model: &Model, value: &Value, candidate: &str, bytes: &Value) -> Result<(), String> {
    let format = match candidate {
        "apache-avro" => "avro",
        "planus" => "flatbuffers",
        "prost" => "protobuf",
        other => other,
    };
    let Some(format) = wirecost_encode::Format::of(format) else { return Ok(()) };
    let encoding = wirecost_encode::Encoding::new(format, model).map_err(|error| error.to_string())?;
    let own = encoding.encode(value).map_err(|error| format!("{candidate} by its types: {error}"))?;
    let Value::Bytes(theirs) = bytes else { return Err(format!("{candidate} writes no bytes")) };
    let same = own.iter().zip(theirs).take_while(|(own, theirs)| own == theirs).count();
    match own == *theirs {
        true => Ok(()),
        false => Err(format!(
            "{candidate} writes {} bytes, by its types there are {}; {same} are the same",
            theirs.len(),
            own.len()
        )),
    }
}
