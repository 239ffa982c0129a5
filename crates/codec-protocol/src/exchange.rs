//! The exchange of a batch in memory that is kept. Unless it is to keep results, a runner allocates nothing from one batch to the next:
//! pieces of memory that come and go between batches decide where the results of a candidate lie, and decoders that allocate take longer
//! beside them.

use wirecost_value::{ConvertError, Value, encoding};

use crate::{Request, Timed};

/// The request that is expected again, with its frame, and what the last batch told.
#[derive(Default)]
pub(crate) struct Exchange {
    asked: Vec<u8>,
    request: Option<Request>,
    pub told: Timed,
}

impl Exchange {
    /// The request of this frame, if it is the one that was expected.
    pub fn again(&self, frame: &[u8]) -> Option<Request> {
        // A request without inputs and without iterations to keep is copied without allocating.
        self.request.as_ref().filter(|_| self.asked == frame).cloned()
    }

    /// Expects this request again, in the same frame.
    pub fn remember(&mut self, frame: &[u8], request: Request) {
        self.asked.clear();
        self.asked.extend_from_slice(frame);
        self.request = Some(request);
    }

    /// Appends what it told to a frame, as a general reply would hold it.
    pub fn write(&self, frame: &mut Vec<u8>) -> Result<(), ConvertError> {
        let Timed { iterations, wall_ns, cpu_ns, marks, part_wall_ns, part_cpu_ns } = &self.told;
        let numbers = [("iterations", iterations), ("wall_ns", wall_ns), ("cpu_ns", cpu_ns)];
        let is_there = [!marks.is_empty(), !part_wall_ns.is_empty(), !part_cpu_ns.is_empty()];
        encoding::start_map(1, frame)?;
        encoding::write_key("ok", frame)?;
        encoding::start_map(numbers.len() + is_there.iter().filter(|is_there| **is_there).count(), frame)?;
        for (name, number) in numbers {
            encoding::write_key(name, frame)?;
            encoding::encode(&Value::from(*number), frame)?;
        }
        list("marks", marks.iter().map(|mark| mark.0), frame)?;
        list("part_wall_ns", part_wall_ns.iter().copied(), frame)?;
        list("part_cpu_ns", part_cpu_ns.iter().copied(), frame)
    }
}

/// Appends an entry with these numbers; nothing if there are none.
fn list(name: &str, numbers: impl ExactSizeIterator<Item = u64>, frame: &mut Vec<u8>) -> Result<(), ConvertError> {
    if numbers.len() == 0 {
        return Ok(());
    }
    encoding::write_key(name, frame)?;
    encoding::start_sequence(numbers.len(), frame)?;
    numbers.map(Value::from).try_for_each(|number| encoding::encode(&number, frame))
}

#[cfg(test)]
mod tests {
    use wirecost_value::to_value;

    use super::*;
    use crate::reference::Mark;

    #[test]
    fn a_reply_is_what_the_general_way_makes_of_it() {
        let plain = Timed { iterations: 7, wall_ns: 1 << 40, cpu_ns: 0, ..Timed::default() };
        let marks = vec![Mark::new(6_000, 1), Mark::new(u64::from(u32::MAX), 0)];
        let parted = Timed { marks, part_wall_ns: vec![5], part_cpu_ns: vec![6], ..plain.clone() };
        for told in [plain, parted] {
            let general = Value::Map(vec![("ok".into(), to_value(&told).unwrap())]);
            let (mut expected, mut written) = (Vec::new(), Vec::new());
            encoding::encode(&general, &mut expected).unwrap();
            Exchange { told, ..Exchange::default() }.write(&mut written).unwrap();
            assert_eq!(written, expected);
        }
    }

    #[test]
    fn a_request_is_known_again_by_its_frame_alone() {
        let request = |iterations| Request::Sample { iterations, parts: Some(2), keep: Some(Vec::new()), inputs: None };
        let mut exchange = Exchange::default();
        assert_eq!(exchange.again(b""), None);
        exchange.remember(b"frame", request(4));
        assert_eq!((exchange.again(b"frame"), exchange.again(b"frames")), (Some(request(4)), None));
        exchange.remember(b"other", request(8));
        assert_eq!((exchange.again(b"frame"), exchange.again(b"other")), (None, Some(request(8))));
    }
}
