//! `borrow`: every field is read where it lies, which checks text for UTF-8.

use planus::{ReadAsRoot, Vector, VectorRead};
use serde::Serializer;
use wirecost_codec_protocol::value::{ConvertError, Value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Prepared, borrow};

use crate::root::RootRef;
use crate::views::{Items, Lent, View};

mod records;

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    borrow(case, Lend)
}

struct Lend;

impl Decoder for Lend {
    type Output<'a> = View<RootRef<'a>>;
    type Error = planus::Error;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> planus::Result<View<RootRef<'a>>> {
        RootRef::read_as_root(bytes).map(View)
    }

    fn value(output: &View<RootRef<'_>>) -> Result<Value, ConvertError> {
        to_value(output)
    }
}

impl<'a, T: VectorRead<'a> + Lent> Lent for Vector<'a, T> {
    fn read<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Items(self.iter()).read(serializer)
    }
}
