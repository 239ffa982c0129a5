//! What the server says it takes, and what this side says (RFC 9113, 6.5).

use super::frame::{self, MOST_PAYLOAD, PREFACE, SETTINGS};
use super::violation::{Code, Violation};
use super::{MOST_FIELDS, WINDOW};

const HEADER_TABLE_SIZE: u16 = 1;
const ENABLE_PUSH: u16 = 2;
const MAX_CONCURRENT_STREAMS: u16 = 3;
const INITIAL_WINDOW_SIZE: u16 = 4;
const MAX_FRAME_SIZE: u16 = 5;
const MAX_HEADER_LIST_SIZE: u16 = 6;

/// The window that everything begins with, bytes (RFC 9113, 6.9.2).
pub(crate) const FIRST_WINDOW: u32 = 65_535;
/// The most that a window can be, bytes (RFC 9113, 6.9.1).
pub(crate) const MOST_WINDOW: i64 = 0x7fff_ffff;

/// The settings of a server that matter to a client, with the values that they have until the server states others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Bytes of the dynamic table that requests may use (RFC 7541, 4.2): the smallest value that was ever stated.
    pub least_header_table: u32,
    pub max_streams: u32,
    pub initial_window: u32,
    pub max_frame: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let least_header_table = wirecost_hpack::TABLE_SIZE as u32;
        Self { least_header_table, max_streams: u32::MAX, initial_window: FIRST_WINDOW, max_frame: MOST_PAYLOAD }
    }
}

impl Settings {
    /// Takes the payload of a SETTINGS frame. Settings that are not known are ignored (RFC 9113, 6.5.2).
    ///
    /// # Errors
    /// A payload or a value that the standard forbids.
    pub(crate) fn apply(&mut self, payload: &[u8]) -> Result<(), Violation> {
        let (pairs, rest) = payload.as_chunks::<6>();
        if !rest.is_empty() {
            return Err(Violation::size("SETTINGS of no whole number of settings"));
        }
        for &[a, b, c, d, e, f] in pairs {
            let value = u32::from_be_bytes([c, d, e, f]);
            match u16::from_be_bytes([a, b]) {
                HEADER_TABLE_SIZE => self.least_header_table = self.least_header_table.min(value),
                ENABLE_PUSH if value != 0 => return Err(Violation::protocol("SETTINGS_ENABLE_PUSH other than 0")),
                MAX_CONCURRENT_STREAMS => self.max_streams = value,
                INITIAL_WINDOW_SIZE if i64::from(value) > MOST_WINDOW => {
                    return Err(Violation::new(Code::FlowControl, "SETTINGS_INITIAL_WINDOW_SIZE above 2^31 - 1"));
                }
                INITIAL_WINDOW_SIZE => self.initial_window = value,
                MAX_FRAME_SIZE if !(MOST_PAYLOAD..1 << 24).contains(&(value as usize)) => {
                    return Err(Violation::protocol("SETTINGS_MAX_FRAME_SIZE out of its range"));
                }
                MAX_FRAME_SIZE => self.max_frame = value as usize,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Appends what this side says first: the preface, its settings, and the window of the connection (RFC 9113, 3.4).
pub(crate) fn put_preface(out: &mut Vec<u8>) {
    out.extend_from_slice(PREFACE);
    let settings = [(ENABLE_PUSH, 0), (INITIAL_WINDOW_SIZE, WINDOW), (MAX_HEADER_LIST_SIZE, MOST_FIELDS as u32)];
    let payload: Vec<u8> =
        settings.iter().flat_map(|(id, value)| [&id.to_be_bytes()[..], &value.to_be_bytes()].concat()).collect();
    frame::put(out, SETTINGS, 0, 0, &payload);
    frame::put_window_update(out, 0, WINDOW - FIRST_WINDOW);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(id: u16, value: u32) -> Vec<u8> {
        [&id.to_be_bytes()[..], &value.to_be_bytes()].concat()
    }

    #[test]
    fn the_last_value_of_a_setting_holds_and_the_smallest_table() {
        let mut settings = Settings::default();
        let all = [setting(1, 0), setting(1, 9_000), setting(3, 7), setting(3, 9), setting(0xbeef, 1), setting(2, 0)];
        assert_eq!(settings.apply(&all.concat()), Ok(()));
        assert_eq!((settings.least_header_table, settings.max_streams), (0, 9));
        assert_eq!(settings.apply(&[setting(4, 5), setting(5, 20_000)].concat()), Ok(()));
        assert_eq!((settings.initial_window, settings.max_frame), (5, 20_000));
    }

    #[test]
    fn forbidden_values_are_refused() {
        for (id, value, code) in [
            (2, 1, Code::Protocol),
            (2, 2, Code::Protocol),
            (4, 1 << 31, Code::FlowControl),
            (5, 16_383, Code::Protocol),
            (5, 1 << 24, Code::Protocol),
        ] {
            assert_eq!(Settings::default().apply(&setting(id, value)).map_err(|v| v.code), Err(code), "{id} {value}");
        }
        assert_eq!(Settings::default().apply(&[0; 5]).map_err(|v| v.code), Err(Code::FrameSize));
    }
}
