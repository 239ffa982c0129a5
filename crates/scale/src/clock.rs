//! How far the clock of this machine is from that of a reference: a client of network time (RFC 5905, as SNTP).

use std::net::{ToSocketAddrs as _, UdpSocket};
use std::time::Duration;

use wirecost_load::{ClockOffset, unix_ns};

use crate::error::Error;

/// The port of network time.
const PORT: u16 = 123;
/// Questions; the answer that came soonest tells most.
const QUESTIONS: usize = 5;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// Seconds from 1900, where network time begins, to 1970.
const EPOCH_S: u64 = 2_208_988_800;
/// Bytes of a packet without extensions.
const PACKET_BYTES: usize = 48;
/// Leap indicator 0, version 4, mode 3: a client's question (RFC 5905, figure 8).
const QUESTION: u8 = 0b00_100_011;

/// Asks `reference`, `HOST` or `HOST:PORT`, for the time.
///
/// # Errors
/// [`Error::Clock`] if it has no address, does not answer, or says that it does not know the time itself.
pub fn ask(reference: &str) -> Result<ClockOffset, Error> {
    asked(reference).map_err(|reason| Error::Clock { reference: reference.to_owned(), reason })
}

fn asked(reference: &str) -> Result<ClockOffset, String> {
    let resolved = reference.to_socket_addrs().or_else(|_| (reference, PORT).to_socket_addrs());
    let address = resolved.map_err(|fault| fault.to_string())?.next().ok_or("it has no address")?;
    let any = if address.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    let socket = UdpSocket::bind(any).map_err(|fault| fault.to_string())?;
    socket.connect(address).map_err(|fault| fault.to_string())?;
    socket.set_read_timeout(Some(PATIENCE)).map_err(|fault| fault.to_string())?;
    let (mut best, mut refusals): (Option<ClockOffset>, usize) = (None, 0);
    for _ in 0..QUESTIONS {
        match question(&socket) {
            Ok(offset) => best = best.into_iter().chain([offset]).min_by_key(|offset| offset.uncertainty_ns),
            // A packet may get lost. Nobody waits for all questions where nobody answers.
            Err(reason) if best.is_none() && refusals > 0 => return Err(reason),
            Err(_) => refusals += 1,
        }
    }
    best.ok_or_else(|| "no answer".into())
}

fn question(socket: &UdpSocket) -> Result<ClockOffset, String> {
    let mut packet = [0; PACKET_BYTES];
    packet[0] = QUESTION;
    let sent_unix_ns = unix_ns();
    let sent = timestamp(sent_unix_ns);
    packet[40..48].copy_from_slice(&sent.to_be_bytes());
    socket.send(&packet).map_err(|fault| fault.to_string())?;
    let mut answer = [0; 512];
    loop {
        let length = socket.recv(&mut answer).map_err(|fault| match fault.kind() {
            std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => {
                format!("no answer within {} s", PATIENCE.as_secs())
            }
            _ => fault.to_string(),
        })?;
        let received = timestamp(unix_ns());
        // An answer to an earlier question came late.
        if length >= PACKET_BYTES && field(&answer, 24) == sent {
            return offset(&answer, sent, received);
        }
    }
}

/// The offset that an answer tells, and how well (RFC 5905, section 8).
fn offset(answer: &[u8], sent: u64, received: u64) -> Result<ClockOffset, String> {
    let (leap, mode, stratum) = (answer[0] >> 6, answer[0] & 7, answer[1]);
    if mode != 4 {
        return Err(format!("its answer has mode {mode}: it is not a server of network time (NTP)"));
    }
    if leap == 3 || !(1..16).contains(&stratum) {
        return Err("it says that it does not know the time".into());
    }
    let (there, back) = (field(answer, 32), field(answer, 40));
    // Differences of instants within 68 years of each other, whatever the era.
    let difference = |one: u64, other: u64| i128::from(one.wrapping_sub(other) as i64);
    let doubled = difference(there, sent) + difference(back, received);
    let round_trip = difference(received, sent) - difference(back, there);
    let ns = |fraction: i128| (fraction * 1_000_000_000) >> 32;
    Ok(ClockOffset { offset_ns: ns(doubled / 2) as i64, uncertainty_ns: ns(round_trip / 2).max(0) as u64 })
}

fn field(packet: &[u8], at: usize) -> u64 {
    packet[at..at + 8].iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Nanoseconds since 1970 as network time: seconds since 1900 modulo an era, and a fraction of 32 bits.
fn timestamp(unix_ns: u64) -> u64 {
    let (seconds, ns) = (unix_ns / 1_000_000_000 + EPOCH_S, unix_ns % 1_000_000_000);
    (seconds << 32) | ((ns << 32) / 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A server of network time whose clock is ahead by so much; it answers as often as it is asked, `byte` first.
    fn server(ahead_ns: i64, byte: u8, stratum: u8) -> String {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            let mut packet = [0; PACKET_BYTES];
            while let Ok((_, from)) = socket.recv_from(&mut packet) {
                let now = timestamp(unix_ns().wrapping_add_signed(ahead_ns)).to_be_bytes();
                packet.copy_within(40..48, 24);
                (packet[0], packet[1]) = (byte, stratum);
                packet[32..40].copy_from_slice(&now);
                packet[40..48].copy_from_slice(&now);
                let _ = socket.send_to(&packet, from);
            }
        });
        address
    }

    #[test]
    fn a_clock_that_is_wrong_is_known_to_be() {
        for ahead_ns in [0, 3_600_000_000_000, -86_400_000_000_000] {
            let ClockOffset { offset_ns, uncertainty_ns } = ask(&server(ahead_ns, 0b00_100_100, 2)).unwrap();
            // Fractions are cut to the nanosecond.
            assert!(offset_ns.abs_diff(ahead_ns) <= uncertainty_ns + 2, "{offset_ns} +- {uncertainty_ns}");
        }
    }

    #[test]
    fn who_does_not_know_the_time_is_no_reference() {
        let fault = |reference: String| ask(&reference).unwrap_err().to_string();
        assert!(fault(server(0, 0b11_100_100, 2)).contains("does not know the time"));
        assert!(fault(server(0, 0b00_100_100, 0)).contains("does not know the time"));
        assert!(fault(server(0, 0b00_100_011, 2)).contains("mode 3"));
        let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
        drop(silent.local_addr().map(|address| assert!(fault(address.to_string()).contains("no answer within 1 s"))));
    }

    proptest! {
        /// However long either way takes, the truth lies within the uncertainty.
        #[test]
        fn the_offset_is_within_its_uncertainty(
            ahead_ns in -1_000_000_000_000_000i64..1_000_000_000_000_000,
            there_ns in 0..1_000_000_000u64,
            work_ns in 0..1_000_000u64,
            back_ns in 0..1_000_000_000u64,
        ) {
            let start = 1_700_000_000_000_000_000u64;
            let there = (start + there_ns).wrapping_add_signed(ahead_ns);
            let mut answer = [0; PACKET_BYTES];
            (answer[0], answer[1]) = (0b00_100_100, 1);
            answer[32..40].copy_from_slice(&timestamp(there).to_be_bytes());
            answer[40..48].copy_from_slice(&timestamp(there + work_ns).to_be_bytes());
            let received = timestamp(start + there_ns + work_ns + back_ns);
            let found = offset(&answer, timestamp(start), received).unwrap();
            prop_assert!(found.offset_ns.abs_diff(ahead_ns) <= found.uncertainty_ns + 2);
            prop_assert!(found.uncertainty_ns <= (there_ns + back_ns) / 2 + 2);
        }
    }
}
