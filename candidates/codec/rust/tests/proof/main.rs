//! Proof that candidates do what they claim.

mod documents;
mod hostile;
mod round_trip;
mod sizes;
mod subject;
