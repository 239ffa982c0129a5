//! What the generator would gain from io_uring: a client that does nothing but exchange bytes, as `limit.c` does over
//! epoll. A send and a receive an exchange, submitted together for all connections that have their answer, one system call
//! a batch; `SINGLE_ISSUER` and `DEFER_TASKRUN` (io_uring_setup(2)), so that completions cost no interrupt.

use std::io::Write as _;
use std::net::TcpStream;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use io_uring::{IoUring, opcode, types};

use crate::Result;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
/// The entries of the submission queue: an exchange of every connection fits into it.
const MOST_ENTRIES: u32 = 16_384;

struct Connection {
    stream: TcpStream,
    buffer: [u8; 512],
    held: usize,
}

/// Exchanges bytes for this many seconds; the number of answers.
pub fn exchange(port: u16, connections: usize, seconds: u64) -> Result<u64> {
    let entries = (2 * connections as u32).next_power_of_two().min(MOST_ENTRIES);
    let mut ring = IoUring::builder().setup_single_issuer().setup_defer_taskrun().build(entries)?;
    let mut all = Vec::with_capacity(connections);
    for _ in 0..connections {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        all.push(Connection { stream, buffer: [0; 512], held: 0 });
    }
    for (id, connection) in all.iter_mut().enumerate() {
        send(&mut ring, id, connection)?;
        receive(&mut ring, id, connection)?;
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut answers = 0;
    let mut done: Vec<(u64, i32)> = Vec::with_capacity(2 * connections);
    while Instant::now() < end {
        ring.submit_and_wait(1)?;
        done.extend(ring.completion().map(|entry| (entry.user_data(), entry.result())));
        for (user_data, result) in done.drain(..) {
            let (id, received) = ((user_data >> 1) as usize, user_data & 1 == 1);
            if result <= 0 {
                return Err(format!("an exchange failed: {}", std::io::Error::from_raw_os_error(-result)).into());
            }
            if !received {
                continue;
            }
            let connection = &mut all[id];
            connection.held += result as usize;
            if is_whole(&connection.buffer[..connection.held]) {
                connection.held = 0;
                answers += 1;
                send(&mut ring, id, connection)?;
            }
            receive(&mut ring, id, connection)?;
        }
    }
    // What is under way ends with the sockets, before their buffers do.
    for connection in &mut all {
        connection.stream.flush()?;
        connection.stream.shutdown(std::net::Shutdown::Both)?;
    }
    let mut left = connections;
    while left > 0 {
        ring.submit_and_wait(1)?;
        left -= ring.completion().filter(|entry| entry.user_data() & 1 == 1).count().min(left);
    }
    Ok(answers)
}

fn send(ring: &mut IoUring, id: usize, connection: &Connection) -> Result<()> {
    let socket = types::Fd(connection.stream.as_raw_fd());
    let entry = opcode::Send::new(socket, REQUEST.as_ptr(), REQUEST.len() as u32).build().user_data((id as u64) << 1);
    push(ring, &entry)
}

fn receive(ring: &mut IoUring, id: usize, connection: &mut Connection) -> Result<()> {
    let socket = types::Fd(connection.stream.as_raw_fd());
    let free = &mut connection.buffer[connection.held..];
    let entry = opcode::Recv::new(socket, free.as_mut_ptr(), free.len() as u32).build();
    push(ring, &entry.user_data((id as u64) << 1 | 1))
}

fn push(ring: &mut IoUring, entry: &io_uring::squeue::Entry) -> Result<()> {
    // SAFETY: the bytes of a send are static; those of a receive lie in a vector that is never grown, and `exchange` waits
    // for every receive before it drops them. Only where it fails may one be left, and then the process ends.
    while unsafe { ring.submission().push(entry) }.is_err() {
        ring.submit()?;
    }
    Ok(())
}

/// Whether an answer has its end: the content is as long as its head says.
fn is_whole(bytes: &[u8]) -> bool {
    let Some(head) = memchr::memmem::find(bytes, b"\r\n\r\n") else { return false };
    let Some(length) = memchr::memmem::find(&bytes[..head], b"Content-Length: ") else { return false };
    let digits = bytes[length + 16..head].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    bytes.len() >= head + 4 + length
}
