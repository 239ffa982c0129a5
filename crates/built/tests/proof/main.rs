//! Proof that candidates do what they claim, each in the program that it is built into, with the types of all messages of the
//! catalogue.

#[path = "../common/mod.rs"]
mod common;
mod described;
mod documents;
mod hostile;
mod one_definition;
mod programs;
mod round_trip;
mod sizes;
mod subject;
