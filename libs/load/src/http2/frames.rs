//! What a connection does with each type of frame (RFC 9113, 6).

use super::exchange::{Phase, Step};
use super::frame::{
    self, ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, FrameHead, GOAWAY, HEADERS, PADDED, PING, PRIORITY,
    PRIORITY_FIELDS, PUSH_PROMISE, RST_STREAM, SETTINGS, WINDOW_UPDATE,
};
use super::record::End;
use super::session::Session;
use super::upload::check_window;
use super::violation::{Code, Violation};
use super::{MOST_CONTENT, MOST_CONTINUATIONS, MOST_FIELDS, MOST_IDLE_FRAMES, WINDOW};

/// A header block that goes on in CONTINUATION frames (6.10).
#[derive(Debug)]
pub(crate) struct HeadBlock {
    stream: u32,
    is_end: bool,
    bytes: Vec<u8>,
    frames: u32,
}

impl Session {
    #[inline]
    pub(super) fn on_frame(
        &mut self,
        head: &FrameHead,
        payload: &[u8],
        answers: &mut Vec<u8>,
    ) -> Result<(), Violation> {
        if !self.is_settled && (head.kind != SETTINGS || head.has(ACK)) {
            return Err(Violation::protocol("a first frame other than SETTINGS"));
        }
        if self.continued.is_some() && head.kind != CONTINUATION {
            return Err(Violation::protocol("another frame within a header block"));
        }
        self.idle_frames += 1;
        if self.idle_frames > MOST_IDLE_FRAMES {
            return Err(Violation::new(Code::EnhanceYourCalm, "10,000 frames that bring no answer"));
        }
        match head.kind {
            DATA => self.on_data(head, payload, answers),
            HEADERS => self.on_headers(head, payload),
            CONTINUATION => self.on_continuation(head, payload),
            SETTINGS => self.on_settings(head, payload),
            WINDOW_UPDATE => self.on_window_update(head, payload),
            RST_STREAM => self.on_reset(head, payload),
            PING => self.on_ping(head, payload),
            GOAWAY => self.on_goaway(head, payload),
            PRIORITY if head.stream == 0 => Err(Violation::protocol("PRIORITY of the connection")),
            PRIORITY if payload.len() != 5 => Err(Violation::size("PRIORITY of another length than 5")),
            // SETTINGS_ENABLE_PUSH is 0.
            PUSH_PROMISE => Err(Violation::protocol("PUSH_PROMISE, which was not allowed")),
            // Types that are not known have no meaning (5.5), and PRIORITY has none any more (5.3.2).
            _ => Ok(()),
        }
    }

    /// RFC 9113, 6.1.
    #[inline]
    fn on_data(&mut self, head: &FrameHead, payload: &[u8], answers: &mut Vec<u8>) -> Result<(), Violation> {
        let index = self.find(head.stream)?;
        // Padding counts, and content that nobody waits for.
        self.unreturned += payload.len() as u32;
        if self.unreturned >= WINDOW / 2 {
            frame::put_window_update(&mut self.out, 0, self.unreturned);
            self.unreturned = 0;
        }
        let content = head.unpadded(payload)?;
        let Some(index) = index else { return self.check_closed(head.stream) };
        let is_end = head.has(END_STREAM);
        let exchange = &mut self.exchanges[index];
        match exchange.take_content(content.len(), is_end) {
            Step::Malformed => self.close(index, End::Reset, Some(Code::Protocol)),
            Step::Whole if index == 0 && exchange.content.is_empty() => {
                self.close(index, End::Whole, None);
                self.hand_on(content, answers);
            }
            _ if exchange.content.len() + content.len() > MOST_CONTENT => {
                self.close(index, End::TooLong, (!is_end).then_some(Code::Cancel));
            }
            step => {
                exchange.content.extend_from_slice(content);
                exchange.unreturned += payload.len() as u32;
                if !content.is_empty() {
                    self.idle_frames = 0;
                }
                if step == Step::Whole {
                    self.close(index, End::Whole, None);
                } else if exchange.unreturned >= WINDOW / 2 {
                    frame::put_window_update(&mut self.out, head.stream, exchange.unreturned);
                    exchange.unreturned = 0;
                }
            }
        }
        Ok(())
    }

    /// RFC 9113, 6.2.
    #[inline]
    fn on_headers(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        let mut block = if head.has(PADDED) { head.unpadded(payload)? } else { payload };
        if head.has(PRIORITY_FIELDS) {
            block = block.get(5..).ok_or(Violation::size("HEADERS that end within their priority"))?;
        }
        let is_end = head.has(END_STREAM);
        if head.has(END_HEADERS) {
            return self.on_block(head.stream, block, is_end);
        }
        self.find(head.stream)?;
        self.continued = Some(HeadBlock { stream: head.stream, is_end, bytes: block.to_vec(), frames: 0 });
        Ok(())
    }

    /// RFC 9113, 6.10.
    fn on_continuation(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        let Some(mut block) = self.continued.take().filter(|block| block.stream == head.stream) else {
            return Err(Violation::protocol("CONTINUATION of no header block"));
        };
        block.frames += 1;
        block.bytes.extend_from_slice(payload);
        if block.frames > MOST_CONTINUATIONS || block.bytes.len() > MOST_FIELDS {
            return Err(Violation::new(Code::EnhanceYourCalm, "a header block without end"));
        }
        if head.has(END_HEADERS) {
            return self.on_block(block.stream, &block.bytes, block.is_end);
        }
        self.continued = Some(block);
        Ok(())
    }

    /// A whole header block. Also that of a closed stream changes the dynamic table (4.3).
    #[inline]
    fn on_block(&mut self, stream: u32, block: &[u8], is_end: bool) -> Result<(), Violation> {
        let index = self.find(stream)?;
        let fields = self.blocks.decode(block)?;
        let Some(index) = index else { return self.check_closed(stream) };
        match self.exchanges[index].take_fields(&fields, is_end)? {
            Step::Interim => {}
            Step::Further => self.idle_frames = 0,
            Step::Whole => self.close(index, End::Whole, None),
            Step::Malformed => self.close(index, End::Reset, Some(Code::Protocol)),
        }
        Ok(())
    }

    /// RFC 9113, 6.5.
    fn on_settings(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        if head.stream != 0 {
            return Err(Violation::protocol("SETTINGS of a stream"));
        }
        if head.has(ACK) {
            return if payload.is_empty() { Ok(()) } else { Err(Violation::size("an acknowledgement with SETTINGS")) };
        }
        let before = i64::from(self.settings.initial_window);
        self.settings.apply(payload)?;
        self.is_settled = true;
        // Open streams follow, also below 0 (6.9.2). One that was reset because its window was too large is not open.
        let change = i64::from(self.settings.initial_window) - before;
        for exchange in self.exchanges.iter_mut().filter(|exchange| exchange.phase != Phase::Done) {
            exchange.window += change;
            check_window(exchange.window)?;
        }
        frame::put(&mut self.out, SETTINGS, ACK, 0, &[]);
        self.upload();
        Ok(())
    }

    /// RFC 9113, 6.9.
    fn on_window_update(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        let increment = payload.try_into().map_err(|_| Violation::size("WINDOW_UPDATE of another length than 4"))?;
        let increment = u32::from_be_bytes(increment) & 0x7fff_ffff;
        if head.stream == 0 {
            if increment == 0 {
                return Err(Violation::protocol("WINDOW_UPDATE of nothing"));
            }
            self.uploads.widen(increment)?;
        } else if let Some(index) = self.find(head.stream)? {
            if increment == 0 {
                self.close(index, End::Reset, Some(Code::Protocol));
                return Ok(());
            }
            let exchange = &mut self.exchanges[index];
            exchange.window += i64::from(increment);
            if check_window(exchange.window).is_err() {
                self.close(index, End::Reset, Some(Code::FlowControl));
                return Ok(());
            }
        }
        self.upload();
        Ok(())
    }

    /// RFC 9113, 6.4.
    fn on_reset(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        if payload.len() != 4 {
            return Err(Violation::size("RST_STREAM of another length than 4"));
        }
        if let Some(index) = self.find(head.stream)? {
            self.lose(index);
        }
        Ok(())
    }

    /// RFC 9113, 6.7.
    fn on_ping(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        if head.stream != 0 {
            return Err(Violation::protocol("PING of a stream"));
        }
        if payload.len() != 8 {
            return Err(Violation::size("PING of another length than 8"));
        }
        if !head.has(ACK) {
            frame::put(&mut self.out, PING, ACK, 0, payload);
        }
        Ok(())
    }

    /// RFC 9113, 6.8: streams behind the last one that it names were not processed.
    fn on_goaway(&mut self, head: &FrameHead, payload: &[u8]) -> Result<(), Violation> {
        if head.stream != 0 {
            return Err(Violation::protocol("GOAWAY of a stream"));
        }
        let last = payload.first_chunk::<8>().and_then(|head| head.first_chunk());
        let last = u32::from_be_bytes(*last.ok_or(Violation::size("GOAWAY shorter than 8 bytes"))?) & 0x7fff_ffff;
        let last = self.last_answered.map_or(last, |before| before.min(last));
        self.last_answered = Some(last);
        for index in 0..self.exchanges.len() {
            let stream = self.first_stream + 2 * index as u32;
            if stream > last && self.find(stream)?.is_some() {
                self.lose(index);
            }
        }
        self.refuse_waiting();
        Ok(())
    }
}
