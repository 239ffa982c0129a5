//! Many types in one build of a candidate: a model with a field for each.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use indexmap::IndexMap;
use wirecost_built::{Form, Recipe, Refusal, Workshop, normal};
use wirecost_codec_protocol::{Folded, OperationKind, Prepare, Process};
use wirecost_types::{Definition, Field, Model, Record, Type};
use wirecost_value::{Value, from_value};

use crate::common::build;

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
        types.insert("All".to_owned(), Definition::Record(Record::new(self.fields.clone())));
        Model::new(Type::Named("All".to_owned()), types)
    }

    fn value(&self) -> Value {
        Value::Map(self.values.clone())
    }
}

/// A model as a candidate takes it, or why it does not.
pub fn taken(workshop: &Workshop, recipe: &Recipe, model: Model) -> Result<Form, Refusal> {
    let candidate = &recipe.candidates[0].name;
    let form = Form::new(recipe, candidate, Arc::new(model))?;
    workshop.part(recipe, candidate, &form).map(|_| form)
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
            Definition::Record(Record { fields: record.fields.iter().map(field).collect(), ..record.clone() })
        }
        Definition::Union(branches) => Definition::Union(branches.iter().map(|it| renamed(it, prefix)).collect()),
        Definition::Enumeration(names) => Definition::Enumeration(names.clone()),
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
    let process = Process::start(std::process::Command::new(program), TIMEOUT);
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
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", recipe.name);
    let first = &recipe.candidates[0].name;
    let form = Form::new(recipe, first, Arc::new(model.clone())).map_err(|error| failed(&error))?;
    let part = workshop.part(recipe, first, &form).map_err(|error| failed(&error))?;
    let job = workshop.job(recipe, first, &[&part], &[]).map_err(|error| failed(&error))?;
    let built = build(workshop, &job).map_err(|error| failed(&error))?;
    let Some(built) = built else { return Ok(()) };
    let meant = form.value(value).map_err(|error| failed(&error))?;
    for offer in &recipe.candidates {
        let candidate = offer.name.as_str();
        let bytes = answer(&built.program, &form, candidate, OperationKind::Encode, meant.clone())?;
        agrees(form.model(), value, candidate, &bytes)?;
        if offer.operations.contains(&OperationKind::Borrow) && form.lends() {
            let lent = answer(&built.program, &form, candidate, OperationKind::Borrow, bytes.clone())?;
            is_lent(&form, value, lent).map_err(|reason| format!("{candidate} borrow: {reason}"))?;
        }
        let back = answer(&built.program, &form, candidate, OperationKind::Decode, bytes)?;
        if let Some(difference) = wirecost_value::difference(&normal(meant.clone()), &normal(back)) {
            return Err(format!("{candidate}: {difference}"));
        }
    }
    Ok(())
}

/// That what was lent is the value, and that all of it was read.
fn is_lent(form: &Form, value: &Value, answer: Value) -> Result<(), String> {
    let told: Folded = from_value(answer).map_err(|error| error.to_string())?;
    let meant = if form.is_generated() { form.lent(value) } else { form.value(value) };
    let meant = meant.map_err(|refusal| refusal.to_string())?;
    if let Some(difference) = wirecost_value::difference(&normal(meant.clone()), &normal(told.value)) {
        return Err(difference.to_string());
    }
    let due = form.fold(&normal(meant));
    if told.fold == due { Ok(()) } else { Err(format!("the fold is {:#x} where {due:#x} is due", told.fold)) }
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
    if own == *theirs {
        Ok(())
    } else {
        Err(format!(
            "{candidate} writes {} bytes, by its types there are {}; {same} are the same",
            theirs.len(),
            own.len()
        ))
    }
}
