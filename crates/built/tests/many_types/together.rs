//! Many types in one build of a candidate: a model with a field for each.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use wirecost_built::{Form, NotBuilt, Recipe, Refusal, Watch, Workshop, normal};
use wirecost_codec_protocol::{OperationKind, Prepare, Process};
use wirecost_types::{Definition, Field, Model, Record, Type};
use wirecost_value::Value;

const TIMEOUT: Duration = Duration::from_secs(30);

/// One model with a field for each of many, so that one build tests them all, and a value of each.
#[derive(Default)]
pub struct Together {
    types: IndexMap<String, Definition>,
    fields: Vec<Field>,
    values: Vec<(String, Value)>,
}

impl Together {
    /// Adds the field `name` with a model's types, whose names then begin with it.
    pub fn add(&mut self, name: &str, model: &Model, value: Value) {
        let prefix = format!("{name}_");
        let own = model.types.iter();
        self.types.extend(own.map(|(name, it)| (format!("{prefix}{name}"), renamed_definition(it, &prefix))));
        self.fields.push(Field::new(name.to_owned(), renamed(&model.root, &prefix)).optional());
        self.values.push((name.to_owned(), value));
    }

    /// All of both.
    pub fn and(mut self, other: Self) -> Self {
        self.types.extend(other.types);
        self.fields.extend(other.fields);
        self.values.extend(other.values);
        self
    }

    pub fn count(&self) -> usize {
        self.fields.len()
    }

    /// A model whose message has all the fields.
    pub fn model(&self) -> Model {
        let mut types = self.types.clone();
        types.insert("All".to_owned(), Definition::Record(Record { fields: self.fields.clone() }));
        Model::new(Type::Named("All".to_owned()), types)
    }

    fn value(&self) -> Value {
        Value::Map(self.values.clone())
    }
}

/// A workshop that all tests share, so that each package is compiled once for all.
pub fn workshop() -> Workshop {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wirecost");
    // What is tested are the types, whatever the compiler makes of them.
    let config = cache.join("built/.cargo");
    std::fs::create_dir_all(&config).unwrap();
    std::fs::write(config.join("config.toml"), "[profile.release]\nopt-level = 0\n").unwrap();
    // `cargo xtask setup` installs it there.
    let protoc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/protoc");
    let programs = cache.join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    if protoc.is_dir() && !programs.join("protoc").exists() {
        std::os::unix::fs::symlink(protoc, programs.join("protoc")).unwrap();
    }
    Workshop::new(&cache)
}

/// Whether a candidate takes a model, or why it does not.
pub fn is_taken(workshop: &Workshop, recipe: &Recipe, model: Model) -> Result<(), Refusal> {
    let candidate = &recipe.candidates[0];
    let form = Form::new(recipe, candidate, Arc::new(model))?;
    workshop.part(recipe, candidate, &form).map(drop)
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

struct Unwatched;

impl Watch for Unwatched {
    fn waits(&self) {}

    fn compiles(&self, _: usize, _: usize) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

fn answer(
    program: &Path,
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

/// Has the candidates of a recipe write and read a value of many types together.
pub fn pass(workshop: &Workshop, recipe: &Recipe, together: &Together) -> Result<(), String> {
    let (model, value) = (&together.model(), &together.value());
    model.check().map_err(|error| error.to_string())?;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", recipe.file);
    let form = Form::new(recipe, &recipe.candidates[0], Arc::new(model.clone())).map_err(|error| failed(&error))?;
    let part = workshop.part(recipe, &recipe.candidates[0], &form).map_err(|error| failed(&error))?;
    let job = workshop.job(recipe, &recipe.candidates[0], &[&part], &[]).map_err(|error| failed(&error))?;
    let built = match workshop.build(&job, &Unwatched) {
        // `cargo xtask setup` installs such programs, so that only a machine of a user's may lack them.
        Err(NotBuilt::NoProgram(reason)) if std::env::var_os("CI").is_none() => {
            println!("skipped: {}: {reason}", recipe.file);
            return Ok(());
        }
        Err(NotBuilt::Network(reason)) => {
            println!("skipped: {}: needs the network: {reason}", recipe.file);
            return Ok(());
        }
        built => built.map_err(|error| failed(&error))?,
    };
    let meant = form.value(value).map_err(|error| failed(&error))?;
    for candidate in recipe.candidates.iter().filter(|name| !name.ends_with("-value")) {
        let bytes = answer(&built.program, &form, candidate, OperationKind::Encode, meant.clone())?;
        agrees(form.model(), value, candidate, &bytes)?;
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
        // They may write other bytes than prost: the order of a map's entries, or what is zero in them.
        "buffa" | "protobuf" => return Ok(()),
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
