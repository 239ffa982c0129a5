//! Candidates in programs of a bench's own: built as for a run, with another `main`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use etcetera::{BaseStrategy as _, choose_base_strategy};
use wirecost_built::{Form, Offer, Recipe, Unwatched, Workshop};
use wirecost_catalog::format::obstacle;
use wirecost_catalog::{Catalog, Content, Message};
use wirecost_codec_protocol::{Binding, OperationKind, Prepare, Process, Request, write_frame};
use wirecost_lab_codec::inputs::{VERIFIED, timed_of};
use wirecost_value::{Value, json, to_value};

/// A candidate with a message, in programs that were built for it.
pub struct Apart {
    workshop: Workshop,
    candidate: String,
    message: Message,
    form: Option<Form>,
}

impl Apart {
    /// The candidate with the message; none if it does not take it.
    pub fn new(candidate: &str, message: &str) -> Option<Self> {
        let cache = choose_base_strategy().expect("there is a home").cache_dir().join("wirecost");
        let workshop = Workshop::new(&cache);
        let message = Message::load(message, &Catalog::default()).expect("it comes with wirecost");
        let recipe = workshop.recipes().of(candidate).expect("it comes with wirecost").clone();
        let form = match recipe.types {
            Some(_) => Some(Form::new(&recipe, candidate, message.model().ok()?).ok()?),
            None => None,
        };
        Some(Self { workshop, candidate: candidate.to_owned(), message, form })
    }

    /// Whether the candidate takes the message in this operation, and there are inputs for it here.
    pub fn takes(&self, operation: OperationKind) -> bool {
        let offer = self.offer();
        let message_type = self.message.message_type();
        let has_type = offer
            .types
            .as_ref()
            .is_none_or(|types| message_type.is_some_and(|it| types.iter().any(|known| known == it)));
        let has_bytes =
            matches!(offer.format.as_str(), "json" | "xml") || offer.operations.contains(&OperationKind::Encode);
        let holds = |value: &Value| obstacle(&offer.format, value).is_none();
        let fits = offer.binding != Binding::Dynamic || self.message.content.value.as_ref().is_ok_and(holds);
        offer.operations.contains(&operation) && has_type && has_bytes && fits
    }

    fn recipe(&self) -> &Recipe {
        self.workshop.recipes().of(&self.candidate).expect("it was found before")
    }

    fn offer(&self) -> &Offer {
        self.recipe().offer(&self.candidate).expect("it was found before")
    }

    /// The program with this `main`, or that of a run.
    pub fn program(&self, main: Option<&str>) -> PathBuf {
        let recipe = self.recipe();
        let part =
            self.form.as_ref().map(|form| self.workshop.part(recipe, &self.candidate, form).expect("it has code"));
        let parts: Vec<_> = part.iter().collect();
        let job = self.workshop.job(recipe, &self.candidate, &parts, &[]).expect("it has a crate");
        let job = match main {
            Some(main) => job.with_main(main),
            None => job,
        };
        self.workshop.build(&job, &Unwatched).unwrap_or_else(|error| panic!("{}: {error}", self.candidate)).program
    }

    /// What the program prints that has this `main`. It gets what a run asks for before it measures as frames on standard input.
    pub fn told_by(&self, main: &str, operation: OperationKind) -> String {
        let inputs = self.inputs(operation);
        let verified = inputs[..VERIFIED.min(inputs.len())].to_vec();
        let prepare = self.prepare(operation, inputs);
        let requests = [Request::Prepare(prepare), Request::First, Request::Verify { inputs: verified }];
        let mut command = Command::new(self.program(Some(main)));
        let mut child = command.arg("apart").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("it was asked for");
        for request in requests {
            // A program that needs only the first may have ended; one that failed is found below.
            let _ = write_frame(&request.into_value().expect("it has a tree"), &mut stdin);
        }
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{} failed", self.candidate);
        String::from_utf8(output.stdout).expect("it prints text")
    }

    fn inputs(&self, operation: OperationKind) -> Vec<Value> {
        let variants = self.message.variants(timed_of(&self.message), 1);
        let offer = self.offer();
        let meanings = || -> Vec<Value> {
            let meaning = |variant: &Content| match &self.form {
                Some(form) => form.value(variant.typed.as_ref().expect("it has types")).expect("they fit"),
                None if offer.binding.is_infoset() => {
                    to_value(&variant.xml.as_ref().expect("XML").infoset).expect("a value")
                }
                None => variant.value.clone().expect("it has a data tree"),
            };
            variants.iter().map(meaning).collect()
        };
        match (operation, offer.format.as_str()) {
            (OperationKind::Encode, _) => meanings(),
            (_, "json") => {
                let text = |variant: &Content| json::write(variant.value.as_ref().expect("a data tree"));
                variants.iter().map(|variant| Value::Bytes(text(variant).expect("JSON holds it"))).collect()
            }
            (_, "xml") => {
                variants.iter().map(|variant| Value::Bytes(variant.xml.as_ref().expect("XML").bytes.clone())).collect()
            }
            // What it wrote itself.
            _ => self.encoded(meanings()),
        }
    }

    /// How many inputs it is timed with, one after the other.
    #[allow(dead_code, reason = "not every bench needs it")]
    pub fn turn(&self) -> usize {
        timed_of(&self.message)
    }

    /// A process that is ready for the operation on the message.
    #[allow(dead_code, reason = "not every bench needs one")]
    pub fn process(&self, operation: OperationKind) -> Process {
        self.prepared(operation, self.inputs(operation))
    }

    fn prepared(&self, operation: OperationKind, inputs: Vec<Value>) -> Process {
        let mut process = Process::start(Command::new(self.program(None)), Duration::from_secs(30)).expect("it starts");
        process.prepare(self.prepare(operation, inputs)).expect("it takes the message");
        process
    }

    fn prepare(&self, operation: OperationKind, inputs: Vec<Value>) -> Prepare {
        Prepare {
            candidate: self.candidate.clone(),
            operation,
            message: self.message.name.clone(),
            message_type: self.form.as_ref().map(|form| form.type_name.clone()),
            types: None,
            schema: None,
            inputs,
            reference: None,
        }
    }

    fn encoded(&self, meanings: Vec<Value>) -> Vec<Value> {
        let mut process = self.prepared(OperationKind::Encode, meanings.clone());
        process.verify(meanings).expect("it encodes")
    }
}
