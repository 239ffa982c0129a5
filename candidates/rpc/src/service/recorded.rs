//! What a value writes by Thrift's protocol: types, names and numbers in place of bytes.

use thrift::Result;
use thrift::protocol::{
    TFieldIdentifier, TListIdentifier, TMapIdentifier, TMessageIdentifier, TOutputProtocol, TSetIdentifier,
    TStructIdentifier,
};

/// A struct.
#[derive(Debug, Clone, Default)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields in the order in which they were written.
    pub fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Debug, Clone, Default)]
pub struct Field {
    /// Its number.
    pub number: i16,
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: String,
    /// Whether it may be absent.
    pub optional: bool,
}

/// Takes down what is written.
#[derive(Debug, Default)]
pub struct Recorder {
    /// The type of the value itself.
    pub root: String,
    /// The structs, those that others hold before them.
    pub structs: Vec<Struct>,
    /// Structs and fields that are being written, each with the lists that are open in it.
    open: Vec<(Struct, usize)>,
    /// Lists that are open in the value itself.
    lists: usize,
}

impl Recorder {
    /// A value of this type was written.
    fn value(&mut self, of: &str) {
        let nested = |lists: usize| format!("{}{of}{}", "list<".repeat(lists), ">".repeat(lists));
        match self.open.last_mut() {
            Some((within, lists)) => {
                if let Some(field) = within.fields.last_mut() {
                    field.of = nested(*lists);
                }
            }
            None => self.root = nested(self.lists),
        }
    }

    fn lists(&mut self) -> &mut usize {
        self.open.last_mut().map_or(&mut self.lists, |(_, lists)| lists)
    }
}

macro_rules! scalars {
    ($($method:ident($t:ty) = $of:literal;)*) => {
        $(fn $method(&mut self, _: $t) -> Result<()> {
            self.value($of);
            Ok(())
        })*
    };
}

macro_rules! silent {
    ($($method:ident($($t:ty)?);)*) => {
        $(fn $method(&mut self $(, _: $t)?) -> Result<()> {
            Ok(())
        })*
    };
}

impl TOutputProtocol for Recorder {
    scalars! {
        write_bool(bool) = "bool";
        write_bytes(&[u8]) = "binary";
        write_i8(i8) = "i8";
        write_i16(i16) = "i16";
        write_i32(i32) = "i32";
        write_i64(i64) = "i64";
        write_double(f64) = "double";
        write_string(&str) = "string";
        write_byte(u8) = "i8";
        write_uuid(&uuid::Uuid) = "uuid";
    }

    silent! {
        write_message_begin(&TMessageIdentifier);
        write_message_end();
        write_field_end();
        write_field_stop();
        write_set_begin(&TSetIdentifier);
        write_set_end();
        write_map_begin(&TMapIdentifier);
        write_map_end();
        flush();
    }

    fn write_struct_begin(&mut self, identifier: &TStructIdentifier) -> Result<()> {
        self.open.push((Struct { name: identifier.name.clone(), fields: Vec::new() }, 0));
        Ok(())
    }

    fn write_struct_end(&mut self) -> Result<()> {
        if let Some((ended, _)) = self.open.pop() {
            self.value(&ended.name);
            self.structs.push(ended);
        }
        Ok(())
    }

    fn write_field_begin(&mut self, identifier: &TFieldIdentifier) -> Result<()> {
        if let Some((within, _)) = self.open.last_mut() {
            let (number, name) = (identifier.id.unwrap_or_default(), identifier.name.clone().unwrap_or_default());
            within.fields.push(Field { number, name, ..Field::default() });
        }
        Ok(())
    }

    fn write_list_begin(&mut self, _: &TListIdentifier) -> Result<()> {
        *self.lists() += 1;
        Ok(())
    }

    fn write_list_end(&mut self) -> Result<()> {
        *self.lists() -= 1;
        Ok(())
    }
}
