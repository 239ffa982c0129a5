//! Proof that candidates do what they claim.

mod hostile;
mod round_trip;
mod sizes;
mod subject;
