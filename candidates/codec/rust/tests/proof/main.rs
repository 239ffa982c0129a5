//! Proof that candidates do what they claim.

mod round_trip;
mod sizes;
mod subject;
