//! Frames: a 32-bit little-endian length, then that many bytes, which are one encoded value.

use std::io::{self, Read, Write};

use wirecost_value::{ConvertError, Value, encoding};

/// The longest frame in bytes: a message of 64 MiB several times over, as timed and verification inputs.
pub const MAX_FRAME_BYTES: usize = 512 << 20;

/// A frame that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The pipe failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The length is beyond [`MAX_FRAME_BYTES`]: most likely not a frame at all.
    #[error("a frame of {0} bytes was announced; did the runner print text to the protocol's descriptor?")]
    TooLong(usize),
    /// The bytes are no value.
    #[error("a frame that holds no value: {0}")]
    Value(#[from] encoding::DecodeError),
    /// The value has no encoding.
    #[error("a value that cannot be sent: {0}")]
    Convert(#[from] ConvertError),
}

/// Writes one value as a frame.
///
/// # Errors
/// If the value has no encoding or is longer than [`MAX_FRAME_BYTES`], or the pipe fails.
pub fn write_frame(value: &Value, out: &mut impl Write) -> Result<(), FrameError> {
    let mut frame = Vec::new();
    fill_frame(&mut frame, |frame| encoding::encode(value, frame))?;
    out.write_all(&frame)?;
    Ok(out.flush()?)
}

/// Makes `frame` the frame of what `write` appends to it.
pub(crate) fn fill_frame(
    frame: &mut Vec<u8>,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), ConvertError>,
) -> Result<(), FrameError> {
    frame.clear();
    frame.extend_from_slice(&[0; 4]);
    write(frame)?;
    let length = frame.len() - 4;
    let announced = u32::try_from(length).ok().filter(|_| length <= MAX_FRAME_BYTES);
    let announced = announced.ok_or(FrameError::TooLong(length))?;
    frame[..4].copy_from_slice(&announced.to_le_bytes());
    Ok(())
}

/// Reads one frame; none at the end of the input.
///
/// # Errors
/// If the length is beyond [`MAX_FRAME_BYTES`], the input ends within a frame, or the bytes are no value.
pub fn read_frame(input: &mut impl Read) -> Result<Option<Value>, FrameError> {
    let mut bytes = Vec::new();
    if read_bytes(input, &mut bytes)? { Ok(Some(encoding::decode(&bytes)?)) } else { Ok(None) }
}

/// Makes `bytes` what one frame holds; false at the end of the input.
pub(crate) fn read_bytes(input: &mut impl Read, bytes: &mut Vec<u8>) -> Result<bool, FrameError> {
    let mut length = [0; 4];
    if input.read(&mut length[..1])? == 0 {
        return Ok(false);
    }
    input.read_exact(&mut length[1..])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME_BYTES {
        return Err(FrameError::TooLong(length));
    }
    bytes.clear();
    // Grown as bytes arrive: a length alone never makes the reader reserve memory.
    if input.take(length as u64).read_to_end(bytes)? < length {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    Ok(true)
}
