//! Proof that candidates do what they claim.

mod documents;
mod hostile;
mod one_definition;
mod round_trip;
mod sizes;
mod subject;
