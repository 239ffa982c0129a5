//! A map in memory: what the server itself costs.

use hashbrown::HashMap;

use super::{Batch, Engine, Failure, Work};

/// Entries by key, which go with the process.
#[derive(Debug, Default)]
pub struct Map(HashMap<Box<[u8]>, Box<[u8]>>);

impl Engine for Map {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        work(self)
    }
}

impl Batch for Map {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        let entry = self.0.get(key);
        entry.into_iter().for_each(|entry| found(entry));
        Ok(entry.is_some())
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        match self.0.get_mut(key) {
            // Without an allocation where the length stays.
            Some(kept) if kept.len() == entry.len() => kept.copy_from_slice(entry),
            Some(kept) => *kept = entry.into(),
            None => {
                self.0.insert(key.into(), entry.into());
            }
        }
        Ok(())
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        Ok(self.0.remove(key).is_some())
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.0.clear();
        Ok(())
    }
}
