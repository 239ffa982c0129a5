//! The control: the loop of every other candidate around nothing.

pub use wirecost_codec_protocol::empty as prepare;
