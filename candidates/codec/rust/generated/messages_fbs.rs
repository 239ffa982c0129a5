pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");

/// The root namespace
///
/// Generated from these locations:
/// * File `messages.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
    /// The namespace `wirecost`
    ///
    /// Generated from these locations:
    /// * File `messages.fbs`
    pub mod wirecost {
        /// The table `EchoFloat` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `EchoFloat` in the file `messages.fbs:7`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct EchoFloat {
            /// The field `value` in the table `EchoFloat`
            pub value: ::core::option::Option<f32>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for EchoFloat {
            fn default() -> Self {
                Self { value: ::core::default::Default::default() }
            }
        }

        impl EchoFloat {
            /// Creates a [EchoFloatBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EchoFloatBuilder<()> {
                EchoFloatBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_value: impl ::planus::WriteAsOptional<f32>,
            ) -> ::planus::Offset<Self> {
                let prepared_value = field_value.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                if prepared_value.is_some() {
                    table_writer.write_entry::<f32>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_value) = prepared_value {
                            object_writer.write::<_, _, 4>(&prepared_value);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<EchoFloat>> for EchoFloat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<EchoFloat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<EchoFloat>> for EchoFloat {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<EchoFloat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<EchoFloat> for EchoFloat {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<EchoFloat> {
                EchoFloat::create(builder, self.value)
            }
        }

        /// Builder for serializing an instance of the [EchoFloat] type.
        ///
        /// Can be created using the [EchoFloat::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EchoFloatBuilder<State>(State);

        impl EchoFloatBuilder<()> {
            /// Setter for the [`value` field](EchoFloat#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T0>(self, value: T0) -> EchoFloatBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<f32>,
            {
                EchoFloatBuilder((value,))
            }

            /// Sets the [`value` field](EchoFloat#structfield.value) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value_as_null(self) -> EchoFloatBuilder<((),)> {
                self.value(())
            }
        }

        impl<T0> EchoFloatBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [EchoFloat].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<EchoFloat>
            where
                Self: ::planus::WriteAsOffset<EchoFloat>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<f32>> ::planus::WriteAs<::planus::Offset<EchoFloat>> for EchoFloatBuilder<(T0,)> {
            type Prepared = ::planus::Offset<EchoFloat>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<EchoFloat> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<f32>> ::planus::WriteAsOptional<::planus::Offset<EchoFloat>>
            for EchoFloatBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<EchoFloat>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<EchoFloat>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<f32>> ::planus::WriteAsOffset<EchoFloat> for EchoFloatBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<EchoFloat> {
                let (v0,) = &self.0;
                EchoFloat::create(builder, v0)
            }
        }

        /// Reference to a deserialized [EchoFloat].
        #[derive(Copy, Clone)]
        pub struct EchoFloatRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EchoFloatRef<'a> {
            /// Getter for the [`value` field](EchoFloat#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<::core::option::Option<f32>> {
                self.0.access(0, "EchoFloat", "value")
            }
        }

        impl<'a> ::core::fmt::Debug for EchoFloatRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EchoFloatRef");
                if let ::core::option::Option::Some(field_value) = self.value().transpose() {
                    f.field("value", &field_value);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EchoFloatRef<'a>> for EchoFloat {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: EchoFloatRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    value: if let ::core::option::Option::Some(value) = value.value()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(value)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for EchoFloatRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EchoFloatRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[EchoFloatRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<EchoFloat>> for EchoFloat {
            type Value = ::planus::Offset<EchoFloat>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<EchoFloat>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for EchoFloatRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EchoFloatRef]", "read_as_root", 0))
            }
        }

        /// The table `Empty` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Empty` in the file `messages.fbs:8`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Empty {}

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Empty {
            fn default() -> Self {
                Self {}
            }
        }

        impl Empty {
            /// Creates a [EmptyBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> EmptyBuilder<()> {
                EmptyBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(builder: &mut ::planus::Builder) -> ::planus::Offset<Self> {
                let table_writer: ::planus::table_writer::TableWriter<4> = ::core::default::Default::default();
                unsafe {
                    table_writer.finish(builder, |_table_writer| {});
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Empty>> for Empty {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Empty> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Empty>> for Empty {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Empty>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Empty> for Empty {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Empty> {
                Empty::create(builder)
            }
        }

        /// Builder for serializing an instance of the [Empty] type.
        ///
        /// Can be created using the [Empty::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct EmptyBuilder<State>(State);

        impl EmptyBuilder<()> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Empty].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Empty>
            where
                Self: ::planus::WriteAsOffset<Empty>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Empty>> for EmptyBuilder<()> {
            type Prepared = ::planus::Offset<Empty>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Empty> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Empty>> for EmptyBuilder<()> {
            type Prepared = ::planus::Offset<Empty>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Empty>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Empty> for EmptyBuilder<()> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Empty> {
                Empty::create(builder)
            }
        }

        /// Reference to a deserialized [Empty].
        #[derive(Copy, Clone)]
        pub struct EmptyRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> EmptyRef<'a> {}

        impl<'a> ::core::fmt::Debug for EmptyRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("EmptyRef");

                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<EmptyRef<'a>> for Empty {
            type Error = ::planus::Error;

            fn try_from(_value: EmptyRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {})
            }
        }

        impl<'a> ::planus::TableRead<'a> for EmptyRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for EmptyRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[EmptyRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Empty>> for Empty {
            type Value = ::planus::Offset<Empty>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Empty>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for EmptyRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[EmptyRef]", "read_as_root", 0))
            }
        }

        /// The table `Text` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Text` in the file `messages.fbs:9`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Text {
            /// The field `value` in the table `Text`
            pub value: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Text {
            fn default() -> Self {
                Self { value: ::core::default::Default::default() }
            }
        }

        impl Text {
            /// Creates a [TextBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TextBuilder<()> {
                TextBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_value: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_value = field_value.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_value);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Text>> for Text {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Text> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Text>> for Text {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Text>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Text> for Text {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Text> {
                Text::create(builder, &self.value)
            }
        }

        /// Builder for serializing an instance of the [Text] type.
        ///
        /// Can be created using the [Text::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TextBuilder<State>(State);

        impl TextBuilder<()> {
            /// Setter for the [`value` field](Text#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T0>(self, value: T0) -> TextBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                TextBuilder((value,))
            }
        }

        impl<T0> TextBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Text].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Text>
            where
                Self: ::planus::WriteAsOffset<Text>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAs<::planus::Offset<Text>> for TextBuilder<(T0,)> {
            type Prepared = ::planus::Offset<Text>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Text> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAsOptional<::planus::Offset<Text>>
            for TextBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Text>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Text>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>> ::planus::WriteAsOffset<Text> for TextBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Text> {
                let (v0,) = &self.0;
                Text::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Text].
        #[derive(Copy, Clone)]
        pub struct TextRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TextRef<'a> {
            /// Getter for the [`value` field](Text#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Text", "value")
            }
        }

        impl<'a> ::core::fmt::Debug for TextRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TextRef");
                f.field("value", &self.value());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TextRef<'a>> for Text {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TextRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { value: ::core::convert::Into::into(value.value()?) })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TextRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TextRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[TextRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Text>> for Text {
            type Value = ::planus::Offset<Text>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Text>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TextRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TextRef]", "read_as_root", 0))
            }
        }

        /// The table `Doubles` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Doubles` in the file `messages.fbs:10`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Doubles {
            /// The field `values` in the table `Doubles`
            pub values: ::planus::alloc::vec::Vec<f64>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Doubles {
            fn default() -> Self {
                Self { values: ::core::default::Default::default() }
            }
        }

        impl Doubles {
            /// Creates a [DoublesBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DoublesBuilder<()> {
                DoublesBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_values: impl ::planus::WriteAs<::planus::Offset<[f64]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_values = field_values.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<[f64]>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_values);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Doubles>> for Doubles {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Doubles> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Doubles>> for Doubles {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Doubles>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Doubles> for Doubles {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Doubles> {
                Doubles::create(builder, &self.values)
            }
        }

        /// Builder for serializing an instance of the [Doubles] type.
        ///
        /// Can be created using the [Doubles::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DoublesBuilder<State>(State);

        impl DoublesBuilder<()> {
            /// Setter for the [`values` field](Doubles#structfield.values).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn values<T0>(self, value: T0) -> DoublesBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<[f64]>>,
            {
                DoublesBuilder((value,))
            }
        }

        impl<T0> DoublesBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Doubles].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Doubles>
            where
                Self: ::planus::WriteAsOffset<Doubles>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[f64]>>> ::planus::WriteAs<::planus::Offset<Doubles>>
            for DoublesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Doubles>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Doubles> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[f64]>>> ::planus::WriteAsOptional<::planus::Offset<Doubles>>
            for DoublesBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Doubles>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Doubles>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[f64]>>> ::planus::WriteAsOffset<Doubles> for DoublesBuilder<(T0,)> {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Doubles> {
                let (v0,) = &self.0;
                Doubles::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Doubles].
        #[derive(Copy, Clone)]
        pub struct DoublesRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DoublesRef<'a> {
            /// Getter for the [`values` field](Doubles#structfield.values).
            #[inline]
            pub fn values(&self) -> ::planus::Result<::planus::Vector<'a, f64>> {
                self.0.access_required(0, "Doubles", "values")
            }
        }

        impl<'a> ::core::fmt::Debug for DoublesRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DoublesRef");
                f.field("values", &self.values());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DoublesRef<'a>> for Doubles {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DoublesRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { values: value.values()?.to_vec()? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DoublesRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DoublesRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[DoublesRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Doubles>> for Doubles {
            type Value = ::planus::Offset<Doubles>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Doubles>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DoublesRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DoublesRef]", "read_as_root", 0))
            }
        }

        /// The table `Dns` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Dns` in the file `messages.fbs:11`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Dns {
            /// The field `records` in the table `Dns`
            pub records: ::planus::alloc::vec::Vec<self::DnsRecord>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Dns {
            fn default() -> Self {
                Self { records: ::core::default::Default::default() }
            }
        }

        impl Dns {
            /// Creates a [DnsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DnsBuilder<()> {
                DnsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_records: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_records = field_records.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<6> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_records);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Dns>> for Dns {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Dns> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Dns>> for Dns {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Dns>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Dns> for Dns {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Dns> {
                Dns::create(builder, &self.records)
            }
        }

        /// Builder for serializing an instance of the [Dns] type.
        ///
        /// Can be created using the [Dns::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DnsBuilder<State>(State);

        impl DnsBuilder<()> {
            /// Setter for the [`records` field](Dns#structfield.records).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn records<T0>(self, value: T0) -> DnsBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>,
            {
                DnsBuilder((value,))
            }
        }

        impl<T0> DnsBuilder<(T0,)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Dns].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Dns>
            where
                Self: ::planus::WriteAsOffset<Dns>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>>
            ::planus::WriteAs<::planus::Offset<Dns>> for DnsBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Dns>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Dns> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>>
            ::planus::WriteAsOptional<::planus::Offset<Dns>> for DnsBuilder<(T0,)>
        {
            type Prepared = ::planus::Offset<Dns>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Dns>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::DnsRecord>]>>> ::planus::WriteAsOffset<Dns>
            for DnsBuilder<(T0,)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Dns> {
                let (v0,) = &self.0;
                Dns::create(builder, v0)
            }
        }

        /// Reference to a deserialized [Dns].
        #[derive(Copy, Clone)]
        pub struct DnsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DnsRef<'a> {
            /// Getter for the [`records` field](Dns#structfield.records).
            #[inline]
            pub fn records(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::DnsRecordRef<'a>>>> {
                self.0.access_required(0, "Dns", "records")
            }
        }

        impl<'a> ::core::fmt::Debug for DnsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DnsRef");
                f.field("records", &self.records());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DnsRef<'a>> for Dns {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DnsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self { records: value.records()?.to_vec_result()? })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DnsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DnsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[DnsRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Dns>> for Dns {
            type Value = ::planus::Offset<Dns>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Dns>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DnsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DnsRef]", "read_as_root", 0))
            }
        }

        /// The table `DnsRecord` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `DnsRecord` in the file `messages.fbs:13`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct DnsRecord {
            /// The field `key` in the table `DnsRecord`
            pub key: ::planus::alloc::string::String,
            /// The field `value` in the table `DnsRecord`
            pub value: ::planus::alloc::string::String,
            /// The field `first` in the table `DnsRecord`
            pub first: ::planus::alloc::string::String,
            /// The field `last` in the table `DnsRecord`
            pub last: ::planus::alloc::string::String,
            /// The field `record_type` in the table `DnsRecord`
            pub record_type: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `ttl` in the table `DnsRecord`
            pub ttl: ::core::option::Option<i32>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for DnsRecord {
            fn default() -> Self {
                Self {
                    key: ::core::default::Default::default(),
                    value: ::core::default::Default::default(),
                    first: ::core::default::Default::default(),
                    last: ::core::default::Default::default(),
                    record_type: ::core::default::Default::default(),
                    ttl: ::core::default::Default::default(),
                }
            }
        }

        impl DnsRecord {
            /// Creates a [DnsRecordBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> DnsRecordBuilder<()> {
                DnsRecordBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_key: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_value: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_first: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_last: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_record_type: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_ttl: impl ::planus::WriteAsOptional<i32>,
            ) -> ::planus::Offset<Self> {
                let prepared_key = field_key.prepare(builder);
                let prepared_value = field_value.prepare(builder);
                let prepared_first = field_first.prepare(builder);
                let prepared_last = field_last.prepare(builder);
                let prepared_record_type = field_record_type.prepare(builder);
                let prepared_ttl = field_ttl.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<16> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                table_writer.write_entry::<::planus::Offset<str>>(3);
                if prepared_record_type.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(4);
                }
                if prepared_ttl.is_some() {
                    table_writer.write_entry::<i32>(5);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_key);
                        object_writer.write::<_, _, 4>(&prepared_value);
                        object_writer.write::<_, _, 4>(&prepared_first);
                        object_writer.write::<_, _, 4>(&prepared_last);
                        if let ::core::option::Option::Some(prepared_record_type) = prepared_record_type {
                            object_writer.write::<_, _, 4>(&prepared_record_type);
                        }
                        if let ::core::option::Option::Some(prepared_ttl) = prepared_ttl {
                            object_writer.write::<_, _, 4>(&prepared_ttl);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<DnsRecord>> for DnsRecord {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<DnsRecord> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<DnsRecord>> for DnsRecord {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<DnsRecord>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<DnsRecord> for DnsRecord {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<DnsRecord> {
                DnsRecord::create(builder, &self.key, &self.value, &self.first, &self.last, &self.record_type, self.ttl)
            }
        }

        /// Builder for serializing an instance of the [DnsRecord] type.
        ///
        /// Can be created using the [DnsRecord::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct DnsRecordBuilder<State>(State);

        impl DnsRecordBuilder<()> {
            /// Setter for the [`key` field](DnsRecord#structfield.key).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key<T0>(self, value: T0) -> DnsRecordBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                DnsRecordBuilder((value,))
            }
        }

        impl<T0> DnsRecordBuilder<(T0,)> {
            /// Setter for the [`value` field](DnsRecord#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T1>(self, value: T1) -> DnsRecordBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                DnsRecordBuilder((v0, value))
            }
        }

        impl<T0, T1> DnsRecordBuilder<(T0, T1)> {
            /// Setter for the [`first` field](DnsRecord#structfield.first).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn first<T2>(self, value: T2) -> DnsRecordBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                DnsRecordBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> DnsRecordBuilder<(T0, T1, T2)> {
            /// Setter for the [`last` field](DnsRecord#structfield.last).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn last<T3>(self, value: T3) -> DnsRecordBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2) = self.0;
                DnsRecordBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> DnsRecordBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`record_type` field](DnsRecord#structfield.record_type).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn record_type<T4>(self, value: T4) -> DnsRecordBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3) = self.0;
                DnsRecordBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`record_type` field](DnsRecord#structfield.record_type) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn record_type_as_null(self) -> DnsRecordBuilder<(T0, T1, T2, T3, ())> {
                self.record_type(())
            }
        }

        impl<T0, T1, T2, T3, T4> DnsRecordBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`ttl` field](DnsRecord#structfield.ttl).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn ttl<T5>(self, value: T5) -> DnsRecordBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsOptional<i32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                DnsRecordBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`ttl` field](DnsRecord#structfield.ttl) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn ttl_as_null(self) -> DnsRecordBuilder<(T0, T1, T2, T3, T4, ())> {
                self.ttl(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5> DnsRecordBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [DnsRecord].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<DnsRecord>
            where
                Self: ::planus::WriteAsOffset<DnsRecord>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T5: ::planus::WriteAsOptional<i32>,
        > ::planus::WriteAs<::planus::Offset<DnsRecord>> for DnsRecordBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<DnsRecord>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<DnsRecord> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T5: ::planus::WriteAsOptional<i32>,
        > ::planus::WriteAsOptional<::planus::Offset<DnsRecord>> for DnsRecordBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            type Prepared = ::planus::Offset<DnsRecord>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<DnsRecord>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T5: ::planus::WriteAsOptional<i32>,
        > ::planus::WriteAsOffset<DnsRecord> for DnsRecordBuilder<(T0, T1, T2, T3, T4, T5)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<DnsRecord> {
                let (v0, v1, v2, v3, v4, v5) = &self.0;
                DnsRecord::create(builder, v0, v1, v2, v3, v4, v5)
            }
        }

        /// Reference to a deserialized [DnsRecord].
        #[derive(Copy, Clone)]
        pub struct DnsRecordRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> DnsRecordRef<'a> {
            /// Getter for the [`key` field](DnsRecord#structfield.key).
            #[inline]
            pub fn key(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "DnsRecord", "key")
            }

            /// Getter for the [`value` field](DnsRecord#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "DnsRecord", "value")
            }

            /// Getter for the [`first` field](DnsRecord#structfield.first).
            #[inline]
            pub fn first(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "DnsRecord", "first")
            }

            /// Getter for the [`last` field](DnsRecord#structfield.last).
            #[inline]
            pub fn last(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(3, "DnsRecord", "last")
            }

            /// Getter for the [`record_type` field](DnsRecord#structfield.record_type).
            #[inline]
            pub fn record_type(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(4, "DnsRecord", "record_type")
            }

            /// Getter for the [`ttl` field](DnsRecord#structfield.ttl).
            #[inline]
            pub fn ttl(&self) -> ::planus::Result<::core::option::Option<i32>> {
                self.0.access(5, "DnsRecord", "ttl")
            }
        }

        impl<'a> ::core::fmt::Debug for DnsRecordRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("DnsRecordRef");
                f.field("key", &self.key());
                f.field("value", &self.value());
                f.field("first", &self.first());
                f.field("last", &self.last());
                if let ::core::option::Option::Some(field_record_type) = self.record_type().transpose() {
                    f.field("record_type", &field_record_type);
                }
                if let ::core::option::Option::Some(field_ttl) = self.ttl().transpose() {
                    f.field("ttl", &field_ttl);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<DnsRecordRef<'a>> for DnsRecord {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: DnsRecordRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    key: ::core::convert::Into::into(value.key()?),
                    value: ::core::convert::Into::into(value.value()?),
                    first: ::core::convert::Into::into(value.first()?),
                    last: ::core::convert::Into::into(value.last()?),
                    record_type: value.record_type()?.map(::core::convert::Into::into),
                    ttl: if let ::core::option::Option::Some(ttl) = value.ttl()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(ttl)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for DnsRecordRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for DnsRecordRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[DnsRecordRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<DnsRecord>> for DnsRecord {
            type Value = ::planus::Offset<DnsRecord>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<DnsRecord>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for DnsRecordRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[DnsRecordRef]", "read_as_root", 0))
            }
        }

        /// The enum `State` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Enum `State` in the file `messages.fbs:22`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(i8)]
        pub enum State {
            /// The variant `idle` in the enum `State`
            Idle = 0,

            /// The variant `running` in the enum `State`
            Running = 1,

            /// The variant `fault` in the enum `State`
            Fault = 2,
        }

        impl State {
            /// Array containing all valid variants of State
            pub const ENUM_VALUES: [Self; 3] = [Self::Idle, Self::Running, Self::Fault];
        }

        impl ::core::convert::TryFrom<i8> for State {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: i8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(State::Idle),
                    1 => ::core::result::Result::Ok(State::Running),
                    2 => ::core::result::Result::Ok(State::Fault),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<State> for i8 {
            #[inline]
            fn from(value: State) -> Self {
                value as i8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for State {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<State> for State {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as i8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<State> for State {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> State {
                *self
            }
        }

        impl ::planus::WriteAsDefault<State, State> for State {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &State) -> ::core::option::Option<State> {
                if self == default { ::core::option::Option::None } else { ::core::option::Option::Some(*self) }
            }
        }

        impl ::planus::WriteAsOptional<State> for State {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<State> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for State {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: i8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for State {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) as i8 };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("State", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<State> for State {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The enum `Quality` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Enum `Quality` in the file `messages.fbs:23`
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(i8)]
        pub enum Quality {
            /// The variant `good` in the enum `Quality`
            Good = 0,

            /// The variant `uncertain` in the enum `Quality`
            Uncertain = 1,

            /// The variant `bad` in the enum `Quality`
            Bad = 2,
        }

        impl Quality {
            /// Array containing all valid variants of Quality
            pub const ENUM_VALUES: [Self; 3] = [Self::Good, Self::Uncertain, Self::Bad];
        }

        impl ::core::convert::TryFrom<i8> for Quality {
            type Error = ::planus::errors::UnknownEnumTagKind;
            #[inline]
            fn try_from(value: i8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
                #[allow(clippy::match_single_binding)]
                match value {
                    0 => ::core::result::Result::Ok(Quality::Good),
                    1 => ::core::result::Result::Ok(Quality::Uncertain),
                    2 => ::core::result::Result::Ok(Quality::Bad),

                    _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
                }
            }
        }

        impl ::core::convert::From<Quality> for i8 {
            #[inline]
            fn from(value: Quality) -> Self {
                value as i8
            }
        }

        /// # Safety
        /// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
        unsafe impl ::planus::Primitive for Quality {
            const ALIGNMENT: usize = 1;
            const SIZE: usize = 1;
        }

        impl ::planus::WriteAsPrimitive<Quality> for Quality {
            #[inline]
            fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
                (*self as i8).write(cursor, buffer_position);
            }
        }

        impl ::planus::WriteAs<Quality> for Quality {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Quality {
                *self
            }
        }

        impl ::planus::WriteAsDefault<Quality, Quality> for Quality {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder, default: &Quality) -> ::core::option::Option<Quality> {
                if self == default { ::core::option::Option::None } else { ::core::option::Option::Some(*self) }
            }
        }

        impl ::planus::WriteAsOptional<Quality> for Quality {
            type Prepared = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Quality> {
                ::core::option::Option::Some(*self)
            }
        }

        impl<'buf> ::planus::TableRead<'buf> for Quality {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                let n: i8 = ::planus::TableRead::from_buffer(buffer, offset)?;
                ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
            }
        }

        impl<'buf> ::planus::VectorReadInner<'buf> for Quality {
            type Error = ::planus::errors::UnknownEnumTag;
            const STRIDE: usize = 1;
            #[inline]
            unsafe fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'buf>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {
                let value = unsafe { *buffer.buffer.get_unchecked(offset) as i8 };
                let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
                value.map_err(|error_kind| {
                    error_kind.with_error_location("Quality", "VectorRead::from_buffer", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<Quality> for Quality {
            const STRIDE: usize = 1;

            type Value = Self;

            #[inline]
            fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
                *self
            }

            #[inline]
            unsafe fn write_values(values: &[Self], bytes: *mut ::core::mem::MaybeUninit<u8>, buffer_position: u32) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - i as u32,
                    );
                }
            }
        }

        /// The table `Telemetry` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Telemetry` in the file `messages.fbs:25`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Telemetry {
            /// The field `device` in the table `Telemetry`
            pub device: ::planus::alloc::string::String,
            /// The field `state` in the table `Telemetry`
            pub state: self::State,
            /// The field `online` in the table `Telemetry`
            pub online: bool,
            /// The field `offset` in the table `Telemetry`
            pub offset: i8,
            /// The field `level` in the table `Telemetry`
            pub level: i16,
            /// The field `drift` in the table `Telemetry`
            pub drift: i32,
            /// The field `time_ns` in the table `Telemetry`
            pub time_ns: i64,
            /// The field `flags` in the table `Telemetry`
            pub flags: u8,
            /// The field `port` in the table `Telemetry`
            pub port: u16,
            /// The field `count` in the table `Telemetry`
            pub count: u32,
            /// The field `sequence` in the table `Telemetry`
            pub sequence: u64,
            /// The field `temperature` in the table `Telemetry`
            pub temperature: ::core::option::Option<f32>,
            /// The field `pressure` in the table `Telemetry`
            pub pressure: ::core::option::Option<f64>,
            /// The field `note` in the table `Telemetry`
            pub note: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `retries` in the table `Telemetry`
            pub retries: ::core::option::Option<u32>,
            /// The field `calibration` in the table `Telemetry`
            pub calibration: ::core::option::Option<f64>,
            /// The field `payload` in the table `Telemetry`
            pub payload: ::planus::alloc::vec::Vec<u8>,
            /// The field `position` in the table `Telemetry`
            pub position: ::planus::alloc::boxed::Box<self::Position>,
            /// The field `readings` in the table `Telemetry`
            pub readings: ::planus::alloc::vec::Vec<self::Reading>,
            /// The field `counters` in the table `Telemetry`
            pub counters: ::planus::alloc::vec::Vec<self::Counter>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Telemetry {
            fn default() -> Self {
                Self {
                    device: ::core::default::Default::default(),
                    state: self::State::Idle,
                    online: false,
                    offset: 0,
                    level: 0,
                    drift: 0,
                    time_ns: 0,
                    flags: 0,
                    port: 0,
                    count: 0,
                    sequence: 0,
                    temperature: ::core::default::Default::default(),
                    pressure: ::core::default::Default::default(),
                    note: ::core::default::Default::default(),
                    retries: ::core::default::Default::default(),
                    calibration: ::core::default::Default::default(),
                    payload: ::core::default::Default::default(),
                    position: ::core::default::Default::default(),
                    readings: ::core::default::Default::default(),
                    counters: ::core::default::Default::default(),
                }
            }
        }

        impl Telemetry {
            /// Creates a [TelemetryBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TelemetryBuilder<()> {
                TelemetryBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_device: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_state: impl ::planus::WriteAsDefault<self::State, self::State>,
                field_online: impl ::planus::WriteAsDefault<bool, bool>,
                field_offset: impl ::planus::WriteAsDefault<i8, i8>,
                field_level: impl ::planus::WriteAsDefault<i16, i16>,
                field_drift: impl ::planus::WriteAsDefault<i32, i32>,
                field_time_ns: impl ::planus::WriteAsDefault<i64, i64>,
                field_flags: impl ::planus::WriteAsDefault<u8, u8>,
                field_port: impl ::planus::WriteAsDefault<u16, u16>,
                field_count: impl ::planus::WriteAsDefault<u32, u32>,
                field_sequence: impl ::planus::WriteAsDefault<u64, u64>,
                field_temperature: impl ::planus::WriteAsOptional<f32>,
                field_pressure: impl ::planus::WriteAsOptional<f64>,
                field_note: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_retries: impl ::planus::WriteAsOptional<u32>,
                field_calibration: impl ::planus::WriteAsOptional<f64>,
                field_payload: impl ::planus::WriteAs<::planus::Offset<[u8]>>,
                field_position: impl ::planus::WriteAs<::planus::Offset<self::Position>>,
                field_readings: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Reading>]>>,
                field_counters: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Counter>]>>,
            ) -> ::planus::Offset<Self> {
                let prepared_device = field_device.prepare(builder);
                let prepared_state = field_state.prepare(builder, &self::State::Idle);
                let prepared_online = field_online.prepare(builder, &false);
                let prepared_offset = field_offset.prepare(builder, &0);
                let prepared_level = field_level.prepare(builder, &0);
                let prepared_drift = field_drift.prepare(builder, &0);
                let prepared_time_ns = field_time_ns.prepare(builder, &0);
                let prepared_flags = field_flags.prepare(builder, &0);
                let prepared_port = field_port.prepare(builder, &0);
                let prepared_count = field_count.prepare(builder, &0);
                let prepared_sequence = field_sequence.prepare(builder, &0);
                let prepared_temperature = field_temperature.prepare(builder);
                let prepared_pressure = field_pressure.prepare(builder);
                let prepared_note = field_note.prepare(builder);
                let prepared_retries = field_retries.prepare(builder);
                let prepared_calibration = field_calibration.prepare(builder);
                let prepared_payload = field_payload.prepare(builder);
                let prepared_position = field_position.prepare(builder);
                let prepared_readings = field_readings.prepare(builder);
                let prepared_counters = field_counters.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<44> = ::core::default::Default::default();
                if prepared_time_ns.is_some() {
                    table_writer.write_entry::<i64>(6);
                }
                if prepared_sequence.is_some() {
                    table_writer.write_entry::<u64>(10);
                }
                if prepared_pressure.is_some() {
                    table_writer.write_entry::<f64>(12);
                }
                if prepared_calibration.is_some() {
                    table_writer.write_entry::<f64>(15);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_drift.is_some() {
                    table_writer.write_entry::<i32>(5);
                }
                if prepared_count.is_some() {
                    table_writer.write_entry::<u32>(9);
                }
                if prepared_temperature.is_some() {
                    table_writer.write_entry::<f32>(11);
                }
                if prepared_note.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(13);
                }
                if prepared_retries.is_some() {
                    table_writer.write_entry::<u32>(14);
                }
                table_writer.write_entry::<::planus::Offset<[u8]>>(16);
                table_writer.write_entry::<::planus::Offset<self::Position>>(17);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Reading>]>>(18);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Counter>]>>(19);
                if prepared_level.is_some() {
                    table_writer.write_entry::<i16>(4);
                }
                if prepared_port.is_some() {
                    table_writer.write_entry::<u16>(8);
                }
                if prepared_state.is_some() {
                    table_writer.write_entry::<self::State>(1);
                }
                if prepared_online.is_some() {
                    table_writer.write_entry::<bool>(2);
                }
                if prepared_offset.is_some() {
                    table_writer.write_entry::<i8>(3);
                }
                if prepared_flags.is_some() {
                    table_writer.write_entry::<u8>(7);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_time_ns) = prepared_time_ns {
                            object_writer.write::<_, _, 8>(&prepared_time_ns);
                        }
                        if let ::core::option::Option::Some(prepared_sequence) = prepared_sequence {
                            object_writer.write::<_, _, 8>(&prepared_sequence);
                        }
                        if let ::core::option::Option::Some(prepared_pressure) = prepared_pressure {
                            object_writer.write::<_, _, 8>(&prepared_pressure);
                        }
                        if let ::core::option::Option::Some(prepared_calibration) = prepared_calibration {
                            object_writer.write::<_, _, 8>(&prepared_calibration);
                        }
                        object_writer.write::<_, _, 4>(&prepared_device);
                        if let ::core::option::Option::Some(prepared_drift) = prepared_drift {
                            object_writer.write::<_, _, 4>(&prepared_drift);
                        }
                        if let ::core::option::Option::Some(prepared_count) = prepared_count {
                            object_writer.write::<_, _, 4>(&prepared_count);
                        }
                        if let ::core::option::Option::Some(prepared_temperature) = prepared_temperature {
                            object_writer.write::<_, _, 4>(&prepared_temperature);
                        }
                        if let ::core::option::Option::Some(prepared_note) = prepared_note {
                            object_writer.write::<_, _, 4>(&prepared_note);
                        }
                        if let ::core::option::Option::Some(prepared_retries) = prepared_retries {
                            object_writer.write::<_, _, 4>(&prepared_retries);
                        }
                        object_writer.write::<_, _, 4>(&prepared_payload);
                        object_writer.write::<_, _, 4>(&prepared_position);
                        object_writer.write::<_, _, 4>(&prepared_readings);
                        object_writer.write::<_, _, 4>(&prepared_counters);
                        if let ::core::option::Option::Some(prepared_level) = prepared_level {
                            object_writer.write::<_, _, 2>(&prepared_level);
                        }
                        if let ::core::option::Option::Some(prepared_port) = prepared_port {
                            object_writer.write::<_, _, 2>(&prepared_port);
                        }
                        if let ::core::option::Option::Some(prepared_state) = prepared_state {
                            object_writer.write::<_, _, 1>(&prepared_state);
                        }
                        if let ::core::option::Option::Some(prepared_online) = prepared_online {
                            object_writer.write::<_, _, 1>(&prepared_online);
                        }
                        if let ::core::option::Option::Some(prepared_offset) = prepared_offset {
                            object_writer.write::<_, _, 1>(&prepared_offset);
                        }
                        if let ::core::option::Option::Some(prepared_flags) = prepared_flags {
                            object_writer.write::<_, _, 1>(&prepared_flags);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Telemetry>> for Telemetry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Telemetry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Telemetry>> for Telemetry {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Telemetry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Telemetry> for Telemetry {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Telemetry> {
                Telemetry::create(
                    builder,
                    &self.device,
                    self.state,
                    self.online,
                    self.offset,
                    self.level,
                    self.drift,
                    self.time_ns,
                    self.flags,
                    self.port,
                    self.count,
                    self.sequence,
                    self.temperature,
                    self.pressure,
                    &self.note,
                    self.retries,
                    self.calibration,
                    &self.payload,
                    &self.position,
                    &self.readings,
                    &self.counters,
                )
            }
        }

        /// Builder for serializing an instance of the [Telemetry] type.
        ///
        /// Can be created using the [Telemetry::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TelemetryBuilder<State>(State);

        impl TelemetryBuilder<()> {
            /// Setter for the [`device` field](Telemetry#structfield.device).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn device<T0>(self, value: T0) -> TelemetryBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                TelemetryBuilder((value,))
            }
        }

        impl<T0> TelemetryBuilder<(T0,)> {
            /// Setter for the [`state` field](Telemetry#structfield.state).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn state<T1>(self, value: T1) -> TelemetryBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<self::State, self::State>,
            {
                let (v0,) = self.0;
                TelemetryBuilder((v0, value))
            }

            /// Sets the [`state` field](Telemetry#structfield.state) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn state_as_default(self) -> TelemetryBuilder<(T0, ::planus::DefaultValue)> {
                self.state(::planus::DefaultValue)
            }
        }

        impl<T0, T1> TelemetryBuilder<(T0, T1)> {
            /// Setter for the [`online` field](Telemetry#structfield.online).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn online<T2>(self, value: T2) -> TelemetryBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<bool, bool>,
            {
                let (v0, v1) = self.0;
                TelemetryBuilder((v0, v1, value))
            }

            /// Sets the [`online` field](Telemetry#structfield.online) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn online_as_default(self) -> TelemetryBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.online(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> TelemetryBuilder<(T0, T1, T2)> {
            /// Setter for the [`offset` field](Telemetry#structfield.offset).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset<T3>(self, value: T3) -> TelemetryBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<i8, i8>,
            {
                let (v0, v1, v2) = self.0;
                TelemetryBuilder((v0, v1, v2, value))
            }

            /// Sets the [`offset` field](Telemetry#structfield.offset) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn offset_as_default(self) -> TelemetryBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.offset(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> TelemetryBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`level` field](Telemetry#structfield.level).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn level<T4>(self, value: T4) -> TelemetryBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsDefault<i16, i16>,
            {
                let (v0, v1, v2, v3) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`level` field](Telemetry#structfield.level) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn level_as_default(self) -> TelemetryBuilder<(T0, T1, T2, T3, ::planus::DefaultValue)> {
                self.level(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4> TelemetryBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`drift` field](Telemetry#structfield.drift).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn drift<T5>(self, value: T5) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsDefault<i32, i32>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`drift` field](Telemetry#structfield.drift) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn drift_as_default(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, ::planus::DefaultValue)> {
                self.drift(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5> TelemetryBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`time_ns` field](Telemetry#structfield.time_ns).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time_ns<T6>(self, value: T6) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`time_ns` field](Telemetry#structfield.time_ns) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn time_ns_as_default(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, ::planus::DefaultValue)> {
                self.time_ns(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`flags` field](Telemetry#structfield.flags).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags<T7>(self, value: T7) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAsDefault<u8, u8>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }

            /// Sets the [`flags` field](Telemetry#structfield.flags) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn flags_as_default(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, ::planus::DefaultValue)> {
                self.flags(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`port` field](Telemetry#structfield.port).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn port<T8>(self, value: T8) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }

            /// Sets the [`port` field](Telemetry#structfield.port) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn port_as_default(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, ::planus::DefaultValue)> {
                self.port(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`count` field](Telemetry#structfield.count).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count<T9>(self, value: T9) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAsDefault<u32, u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }

            /// Sets the [`count` field](Telemetry#structfield.count) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn count_as_default(
                self,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, ::planus::DefaultValue)> {
                self.count(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`sequence` field](Telemetry#structfield.sequence).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sequence<T10>(self, value: T10) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAsDefault<u64, u64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }

            /// Sets the [`sequence` field](Telemetry#structfield.sequence) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn sequence_as_default(
                self,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, ::planus::DefaultValue)> {
                self.sequence(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`temperature` field](Telemetry#structfield.temperature).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn temperature<T11>(
                self,
                value: T11,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsOptional<f32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`temperature` field](Telemetry#structfield.temperature) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn temperature_as_null(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ())> {
                self.temperature(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`pressure` field](Telemetry#structfield.pressure).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn pressure<T12>(
                self,
                value: T12,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAsOptional<f64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }

            /// Sets the [`pressure` field](Telemetry#structfield.pressure) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn pressure_as_null(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, ())> {
                self.pressure(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Setter for the [`note` field](Telemetry#structfield.note).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note<T13>(
                self,
                value: T13,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
            where
                T13: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, value))
            }

            /// Sets the [`note` field](Telemetry#structfield.note) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note_as_null(self) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, ())> {
                self.note(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)>
        {
            /// Setter for the [`retries` field](Telemetry#structfield.retries).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn retries<T14>(
                self,
                value: T14,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
            where
                T14: ::planus::WriteAsOptional<u32>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, value))
            }

            /// Sets the [`retries` field](Telemetry#structfield.retries) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn retries_as_null(
                self,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, ())> {
                self.retries(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14)>
        {
            /// Setter for the [`calibration` field](Telemetry#structfield.calibration).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn calibration<T15>(
                self,
                value: T15,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
            where
                T15: ::planus::WriteAsOptional<f64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, value))
            }

            /// Sets the [`calibration` field](Telemetry#structfield.calibration) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn calibration_as_null(
                self,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, ())> {
                self.calibration(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15)>
        {
            /// Setter for the [`payload` field](Telemetry#structfield.payload).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn payload<T16>(
                self,
                value: T16,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
            where
                T16: ::planus::WriteAs<::planus::Offset<[u8]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16)>
        {
            /// Setter for the [`position` field](Telemetry#structfield.position).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn position<T17>(
                self,
                value: T17,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17)>
            where
                T17: ::planus::WriteAs<::planus::Offset<self::Position>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16) = self.0;
                TelemetryBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17)>
        {
            /// Setter for the [`readings` field](Telemetry#structfield.readings).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn readings<T18>(
                self,
                value: T18,
            ) -> TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18)>
            where
                T18: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Reading>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17) = self.0;
                TelemetryBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, value,
                ))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18)>
        {
            /// Setter for the [`counters` field](Telemetry#structfield.counters).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn counters<T19>(
                self,
                value: T19,
            ) -> TelemetryBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
            )>
            where
                T19: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Counter>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18) = self.0;
                TelemetryBuilder((
                    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, value,
                ))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19>
            TelemetryBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Telemetry].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Telemetry>
            where
                Self: ::planus::WriteAsOffset<Telemetry>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsDefault<self::State, self::State>,
            T2: ::planus::WriteAsDefault<bool, bool>,
            T3: ::planus::WriteAsDefault<i8, i8>,
            T4: ::planus::WriteAsDefault<i16, i16>,
            T5: ::planus::WriteAsDefault<i32, i32>,
            T6: ::planus::WriteAsDefault<i64, i64>,
            T7: ::planus::WriteAsDefault<u8, u8>,
            T8: ::planus::WriteAsDefault<u16, u16>,
            T9: ::planus::WriteAsDefault<u32, u32>,
            T10: ::planus::WriteAsDefault<u64, u64>,
            T11: ::planus::WriteAsOptional<f32>,
            T12: ::planus::WriteAsOptional<f64>,
            T13: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T14: ::planus::WriteAsOptional<u32>,
            T15: ::planus::WriteAsOptional<f64>,
            T16: ::planus::WriteAs<::planus::Offset<[u8]>>,
            T17: ::planus::WriteAs<::planus::Offset<self::Position>>,
            T18: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Reading>]>>,
            T19: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Counter>]>>,
        > ::planus::WriteAs<::planus::Offset<Telemetry>>
            for TelemetryBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
            )>
        {
            type Prepared = ::planus::Offset<Telemetry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Telemetry> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsDefault<self::State, self::State>,
            T2: ::planus::WriteAsDefault<bool, bool>,
            T3: ::planus::WriteAsDefault<i8, i8>,
            T4: ::planus::WriteAsDefault<i16, i16>,
            T5: ::planus::WriteAsDefault<i32, i32>,
            T6: ::planus::WriteAsDefault<i64, i64>,
            T7: ::planus::WriteAsDefault<u8, u8>,
            T8: ::planus::WriteAsDefault<u16, u16>,
            T9: ::planus::WriteAsDefault<u32, u32>,
            T10: ::planus::WriteAsDefault<u64, u64>,
            T11: ::planus::WriteAsOptional<f32>,
            T12: ::planus::WriteAsOptional<f64>,
            T13: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T14: ::planus::WriteAsOptional<u32>,
            T15: ::planus::WriteAsOptional<f64>,
            T16: ::planus::WriteAs<::planus::Offset<[u8]>>,
            T17: ::planus::WriteAs<::planus::Offset<self::Position>>,
            T18: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Reading>]>>,
            T19: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Counter>]>>,
        > ::planus::WriteAsOptional<::planus::Offset<Telemetry>>
            for TelemetryBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
            )>
        {
            type Prepared = ::planus::Offset<Telemetry>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Telemetry>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsDefault<self::State, self::State>,
            T2: ::planus::WriteAsDefault<bool, bool>,
            T3: ::planus::WriteAsDefault<i8, i8>,
            T4: ::planus::WriteAsDefault<i16, i16>,
            T5: ::planus::WriteAsDefault<i32, i32>,
            T6: ::planus::WriteAsDefault<i64, i64>,
            T7: ::planus::WriteAsDefault<u8, u8>,
            T8: ::planus::WriteAsDefault<u16, u16>,
            T9: ::planus::WriteAsDefault<u32, u32>,
            T10: ::planus::WriteAsDefault<u64, u64>,
            T11: ::planus::WriteAsOptional<f32>,
            T12: ::planus::WriteAsOptional<f64>,
            T13: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T14: ::planus::WriteAsOptional<u32>,
            T15: ::planus::WriteAsOptional<f64>,
            T16: ::planus::WriteAs<::planus::Offset<[u8]>>,
            T17: ::planus::WriteAs<::planus::Offset<self::Position>>,
            T18: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Reading>]>>,
            T19: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::Counter>]>>,
        > ::planus::WriteAsOffset<Telemetry>
            for TelemetryBuilder<(
                T0,
                T1,
                T2,
                T3,
                T4,
                T5,
                T6,
                T7,
                T8,
                T9,
                T10,
                T11,
                T12,
                T13,
                T14,
                T15,
                T16,
                T17,
                T18,
                T19,
            )>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Telemetry> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19) =
                    &self.0;
                Telemetry::create(
                    builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16, v17, v18, v19,
                )
            }
        }

        /// Reference to a deserialized [Telemetry].
        #[derive(Copy, Clone)]
        pub struct TelemetryRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TelemetryRef<'a> {
            /// Getter for the [`device` field](Telemetry#structfield.device).
            #[inline]
            pub fn device(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Telemetry", "device")
            }

            /// Getter for the [`state` field](Telemetry#structfield.state).
            #[inline]
            pub fn state(&self) -> ::planus::Result<self::State> {
                ::core::result::Result::Ok(self.0.access(1, "Telemetry", "state")?.unwrap_or(self::State::Idle))
            }

            /// Getter for the [`online` field](Telemetry#structfield.online).
            #[inline]
            pub fn online(&self) -> ::planus::Result<bool> {
                ::core::result::Result::Ok(self.0.access(2, "Telemetry", "online")?.unwrap_or(false))
            }

            /// Getter for the [`offset` field](Telemetry#structfield.offset).
            #[inline]
            pub fn offset(&self) -> ::planus::Result<i8> {
                ::core::result::Result::Ok(self.0.access(3, "Telemetry", "offset")?.unwrap_or(0))
            }

            /// Getter for the [`level` field](Telemetry#structfield.level).
            #[inline]
            pub fn level(&self) -> ::planus::Result<i16> {
                ::core::result::Result::Ok(self.0.access(4, "Telemetry", "level")?.unwrap_or(0))
            }

            /// Getter for the [`drift` field](Telemetry#structfield.drift).
            #[inline]
            pub fn drift(&self) -> ::planus::Result<i32> {
                ::core::result::Result::Ok(self.0.access(5, "Telemetry", "drift")?.unwrap_or(0))
            }

            /// Getter for the [`time_ns` field](Telemetry#structfield.time_ns).
            #[inline]
            pub fn time_ns(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(6, "Telemetry", "time_ns")?.unwrap_or(0))
            }

            /// Getter for the [`flags` field](Telemetry#structfield.flags).
            #[inline]
            pub fn flags(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(7, "Telemetry", "flags")?.unwrap_or(0))
            }

            /// Getter for the [`port` field](Telemetry#structfield.port).
            #[inline]
            pub fn port(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(8, "Telemetry", "port")?.unwrap_or(0))
            }

            /// Getter for the [`count` field](Telemetry#structfield.count).
            #[inline]
            pub fn count(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(9, "Telemetry", "count")?.unwrap_or(0))
            }

            /// Getter for the [`sequence` field](Telemetry#structfield.sequence).
            #[inline]
            pub fn sequence(&self) -> ::planus::Result<u64> {
                ::core::result::Result::Ok(self.0.access(10, "Telemetry", "sequence")?.unwrap_or(0))
            }

            /// Getter for the [`temperature` field](Telemetry#structfield.temperature).
            #[inline]
            pub fn temperature(&self) -> ::planus::Result<::core::option::Option<f32>> {
                self.0.access(11, "Telemetry", "temperature")
            }

            /// Getter for the [`pressure` field](Telemetry#structfield.pressure).
            #[inline]
            pub fn pressure(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(12, "Telemetry", "pressure")
            }

            /// Getter for the [`note` field](Telemetry#structfield.note).
            #[inline]
            pub fn note(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(13, "Telemetry", "note")
            }

            /// Getter for the [`retries` field](Telemetry#structfield.retries).
            #[inline]
            pub fn retries(&self) -> ::planus::Result<::core::option::Option<u32>> {
                self.0.access(14, "Telemetry", "retries")
            }

            /// Getter for the [`calibration` field](Telemetry#structfield.calibration).
            #[inline]
            pub fn calibration(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(15, "Telemetry", "calibration")
            }

            /// Getter for the [`payload` field](Telemetry#structfield.payload).
            #[inline]
            pub fn payload(&self) -> ::planus::Result<&'a [u8]> {
                self.0.access_required(16, "Telemetry", "payload")
            }

            /// Getter for the [`position` field](Telemetry#structfield.position).
            #[inline]
            pub fn position(&self) -> ::planus::Result<self::PositionRef<'a>> {
                self.0.access_required(17, "Telemetry", "position")
            }

            /// Getter for the [`readings` field](Telemetry#structfield.readings).
            #[inline]
            pub fn readings(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::ReadingRef<'a>>>> {
                self.0.access_required(18, "Telemetry", "readings")
            }

            /// Getter for the [`counters` field](Telemetry#structfield.counters).
            #[inline]
            pub fn counters(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::CounterRef<'a>>>> {
                self.0.access_required(19, "Telemetry", "counters")
            }
        }

        impl<'a> ::core::fmt::Debug for TelemetryRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TelemetryRef");
                f.field("device", &self.device());
                f.field("state", &self.state());
                f.field("online", &self.online());
                f.field("offset", &self.offset());
                f.field("level", &self.level());
                f.field("drift", &self.drift());
                f.field("time_ns", &self.time_ns());
                f.field("flags", &self.flags());
                f.field("port", &self.port());
                f.field("count", &self.count());
                f.field("sequence", &self.sequence());
                if let ::core::option::Option::Some(field_temperature) = self.temperature().transpose() {
                    f.field("temperature", &field_temperature);
                }
                if let ::core::option::Option::Some(field_pressure) = self.pressure().transpose() {
                    f.field("pressure", &field_pressure);
                }
                if let ::core::option::Option::Some(field_note) = self.note().transpose() {
                    f.field("note", &field_note);
                }
                if let ::core::option::Option::Some(field_retries) = self.retries().transpose() {
                    f.field("retries", &field_retries);
                }
                if let ::core::option::Option::Some(field_calibration) = self.calibration().transpose() {
                    f.field("calibration", &field_calibration);
                }
                f.field("payload", &self.payload());
                f.field("position", &self.position());
                f.field("readings", &self.readings());
                f.field("counters", &self.counters());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TelemetryRef<'a>> for Telemetry {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TelemetryRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    device: ::core::convert::Into::into(value.device()?),
                    state: ::core::convert::TryInto::try_into(value.state()?)?,
                    online: ::core::convert::TryInto::try_into(value.online()?)?,
                    offset: ::core::convert::TryInto::try_into(value.offset()?)?,
                    level: ::core::convert::TryInto::try_into(value.level()?)?,
                    drift: ::core::convert::TryInto::try_into(value.drift()?)?,
                    time_ns: ::core::convert::TryInto::try_into(value.time_ns()?)?,
                    flags: ::core::convert::TryInto::try_into(value.flags()?)?,
                    port: ::core::convert::TryInto::try_into(value.port()?)?,
                    count: ::core::convert::TryInto::try_into(value.count()?)?,
                    sequence: ::core::convert::TryInto::try_into(value.sequence()?)?,
                    temperature: if let ::core::option::Option::Some(temperature) = value.temperature()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(temperature)?)
                    } else {
                        ::core::option::Option::None
                    },
                    pressure: if let ::core::option::Option::Some(pressure) = value.pressure()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(pressure)?)
                    } else {
                        ::core::option::Option::None
                    },
                    note: value.note()?.map(::core::convert::Into::into),
                    retries: if let ::core::option::Option::Some(retries) = value.retries()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(retries)?)
                    } else {
                        ::core::option::Option::None
                    },
                    calibration: if let ::core::option::Option::Some(calibration) = value.calibration()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(calibration)?)
                    } else {
                        ::core::option::Option::None
                    },
                    payload: value.payload()?.to_vec(),
                    position: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.position()?)?),
                    readings: value.readings()?.to_vec_result()?,
                    counters: value.counters()?.to_vec_result()?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TelemetryRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TelemetryRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TelemetryRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Telemetry>> for Telemetry {
            type Value = ::planus::Offset<Telemetry>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Telemetry>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TelemetryRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TelemetryRef]", "read_as_root", 0))
            }
        }

        /// The table `Position` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Position` in the file `messages.fbs:48`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Position {
            /// The field `latitude` in the table `Position`
            pub latitude: ::core::option::Option<f64>,
            /// The field `longitude` in the table `Position`
            pub longitude: ::core::option::Option<f64>,
            /// The field `altitude` in the table `Position`
            pub altitude: ::core::option::Option<f32>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Position {
            fn default() -> Self {
                Self {
                    latitude: ::core::default::Default::default(),
                    longitude: ::core::default::Default::default(),
                    altitude: ::core::default::Default::default(),
                }
            }
        }

        impl Position {
            /// Creates a [PositionBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PositionBuilder<()> {
                PositionBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_latitude: impl ::planus::WriteAsOptional<f64>,
                field_longitude: impl ::planus::WriteAsOptional<f64>,
                field_altitude: impl ::planus::WriteAsOptional<f32>,
            ) -> ::planus::Offset<Self> {
                let prepared_latitude = field_latitude.prepare(builder);
                let prepared_longitude = field_longitude.prepare(builder);
                let prepared_altitude = field_altitude.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_latitude.is_some() {
                    table_writer.write_entry::<f64>(0);
                }
                if prepared_longitude.is_some() {
                    table_writer.write_entry::<f64>(1);
                }
                if prepared_altitude.is_some() {
                    table_writer.write_entry::<f32>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_latitude) = prepared_latitude {
                            object_writer.write::<_, _, 8>(&prepared_latitude);
                        }
                        if let ::core::option::Option::Some(prepared_longitude) = prepared_longitude {
                            object_writer.write::<_, _, 8>(&prepared_longitude);
                        }
                        if let ::core::option::Option::Some(prepared_altitude) = prepared_altitude {
                            object_writer.write::<_, _, 4>(&prepared_altitude);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Position>> for Position {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Position>> for Position {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Position>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Position> for Position {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
                Position::create(builder, self.latitude, self.longitude, self.altitude)
            }
        }

        /// Builder for serializing an instance of the [Position] type.
        ///
        /// Can be created using the [Position::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PositionBuilder<State>(State);

        impl PositionBuilder<()> {
            /// Setter for the [`latitude` field](Position#structfield.latitude).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn latitude<T0>(self, value: T0) -> PositionBuilder<(T0,)>
            where
                T0: ::planus::WriteAsOptional<f64>,
            {
                PositionBuilder((value,))
            }

            /// Sets the [`latitude` field](Position#structfield.latitude) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn latitude_as_null(self) -> PositionBuilder<((),)> {
                self.latitude(())
            }
        }

        impl<T0> PositionBuilder<(T0,)> {
            /// Setter for the [`longitude` field](Position#structfield.longitude).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn longitude<T1>(self, value: T1) -> PositionBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<f64>,
            {
                let (v0,) = self.0;
                PositionBuilder((v0, value))
            }

            /// Sets the [`longitude` field](Position#structfield.longitude) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn longitude_as_null(self) -> PositionBuilder<(T0, ())> {
                self.longitude(())
            }
        }

        impl<T0, T1> PositionBuilder<(T0, T1)> {
            /// Setter for the [`altitude` field](Position#structfield.altitude).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn altitude<T2>(self, value: T2) -> PositionBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<f32>,
            {
                let (v0, v1) = self.0;
                PositionBuilder((v0, v1, value))
            }

            /// Sets the [`altitude` field](Position#structfield.altitude) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn altitude_as_null(self) -> PositionBuilder<(T0, T1, ())> {
                self.altitude(())
            }
        }

        impl<T0, T1, T2> PositionBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Position].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position>
            where
                Self: ::planus::WriteAsOffset<Position>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<f64>, T1: ::planus::WriteAsOptional<f64>, T2: ::planus::WriteAsOptional<f32>>
            ::planus::WriteAs<::planus::Offset<Position>> for PositionBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Position>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAsOptional<f64>, T1: ::planus::WriteAsOptional<f64>, T2: ::planus::WriteAsOptional<f32>>
            ::planus::WriteAsOptional<::planus::Offset<Position>> for PositionBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Position>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Position>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAsOptional<f64>, T1: ::planus::WriteAsOptional<f64>, T2: ::planus::WriteAsOptional<f32>>
            ::planus::WriteAsOffset<Position> for PositionBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
                let (v0, v1, v2) = &self.0;
                Position::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Position].
        #[derive(Copy, Clone)]
        pub struct PositionRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PositionRef<'a> {
            /// Getter for the [`latitude` field](Position#structfield.latitude).
            #[inline]
            pub fn latitude(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(0, "Position", "latitude")
            }

            /// Getter for the [`longitude` field](Position#structfield.longitude).
            #[inline]
            pub fn longitude(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(1, "Position", "longitude")
            }

            /// Getter for the [`altitude` field](Position#structfield.altitude).
            #[inline]
            pub fn altitude(&self) -> ::planus::Result<::core::option::Option<f32>> {
                self.0.access(2, "Position", "altitude")
            }
        }

        impl<'a> ::core::fmt::Debug for PositionRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PositionRef");
                if let ::core::option::Option::Some(field_latitude) = self.latitude().transpose() {
                    f.field("latitude", &field_latitude);
                }
                if let ::core::option::Option::Some(field_longitude) = self.longitude().transpose() {
                    f.field("longitude", &field_longitude);
                }
                if let ::core::option::Option::Some(field_altitude) = self.altitude().transpose() {
                    f.field("altitude", &field_altitude);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PositionRef<'a>> for Position {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PositionRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    latitude: if let ::core::option::Option::Some(latitude) = value.latitude()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(latitude)?)
                    } else {
                        ::core::option::Option::None
                    },
                    longitude: if let ::core::option::Option::Some(longitude) = value.longitude()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(longitude)?)
                    } else {
                        ::core::option::Option::None
                    },
                    altitude: if let ::core::option::Option::Some(altitude) = value.altitude()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(altitude)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PositionRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PositionRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PositionRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Position>> for Position {
            type Value = ::planus::Offset<Position>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Position>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PositionRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PositionRef]", "read_as_root", 0))
            }
        }

        /// The table `Reading` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Reading` in the file `messages.fbs:49`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Reading {
            /// The field `channel` in the table `Reading`
            pub channel: u8,
            /// The field `value` in the table `Reading`
            pub value: ::core::option::Option<f64>,
            /// The field `quality` in the table `Reading`
            pub quality: self::Quality,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Reading {
            fn default() -> Self {
                Self { channel: 0, value: ::core::default::Default::default(), quality: self::Quality::Good }
            }
        }

        impl Reading {
            /// Creates a [ReadingBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ReadingBuilder<()> {
                ReadingBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_channel: impl ::planus::WriteAsDefault<u8, u8>,
                field_value: impl ::planus::WriteAsOptional<f64>,
                field_quality: impl ::planus::WriteAsDefault<self::Quality, self::Quality>,
            ) -> ::planus::Offset<Self> {
                let prepared_channel = field_channel.prepare(builder, &0);
                let prepared_value = field_value.prepare(builder);
                let prepared_quality = field_quality.prepare(builder, &self::Quality::Good);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                if prepared_value.is_some() {
                    table_writer.write_entry::<f64>(1);
                }
                if prepared_channel.is_some() {
                    table_writer.write_entry::<u8>(0);
                }
                if prepared_quality.is_some() {
                    table_writer.write_entry::<self::Quality>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_value) = prepared_value {
                            object_writer.write::<_, _, 8>(&prepared_value);
                        }
                        if let ::core::option::Option::Some(prepared_channel) = prepared_channel {
                            object_writer.write::<_, _, 1>(&prepared_channel);
                        }
                        if let ::core::option::Option::Some(prepared_quality) = prepared_quality {
                            object_writer.write::<_, _, 1>(&prepared_quality);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Reading>> for Reading {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reading> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Reading>> for Reading {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Reading>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Reading> for Reading {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reading> {
                Reading::create(builder, self.channel, self.value, self.quality)
            }
        }

        /// Builder for serializing an instance of the [Reading] type.
        ///
        /// Can be created using the [Reading::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ReadingBuilder<State>(State);

        impl ReadingBuilder<()> {
            /// Setter for the [`channel` field](Reading#structfield.channel).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn channel<T0>(self, value: T0) -> ReadingBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u8, u8>,
            {
                ReadingBuilder((value,))
            }

            /// Sets the [`channel` field](Reading#structfield.channel) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn channel_as_default(self) -> ReadingBuilder<(::planus::DefaultValue,)> {
                self.channel(::planus::DefaultValue)
            }
        }

        impl<T0> ReadingBuilder<(T0,)> {
            /// Setter for the [`value` field](Reading#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T1>(self, value: T1) -> ReadingBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<f64>,
            {
                let (v0,) = self.0;
                ReadingBuilder((v0, value))
            }

            /// Sets the [`value` field](Reading#structfield.value) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value_as_null(self) -> ReadingBuilder<(T0, ())> {
                self.value(())
            }
        }

        impl<T0, T1> ReadingBuilder<(T0, T1)> {
            /// Setter for the [`quality` field](Reading#structfield.quality).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quality<T2>(self, value: T2) -> ReadingBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsDefault<self::Quality, self::Quality>,
            {
                let (v0, v1) = self.0;
                ReadingBuilder((v0, v1, value))
            }

            /// Sets the [`quality` field](Reading#structfield.quality) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quality_as_default(self) -> ReadingBuilder<(T0, T1, ::planus::DefaultValue)> {
                self.quality(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2> ReadingBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Reading].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reading>
            where
                Self: ::planus::WriteAsOffset<Reading>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u8, u8>,
            T1: ::planus::WriteAsOptional<f64>,
            T2: ::planus::WriteAsDefault<self::Quality, self::Quality>,
        > ::planus::WriteAs<::planus::Offset<Reading>> for ReadingBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Reading>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reading> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u8, u8>,
            T1: ::planus::WriteAsOptional<f64>,
            T2: ::planus::WriteAsDefault<self::Quality, self::Quality>,
        > ::planus::WriteAsOptional<::planus::Offset<Reading>> for ReadingBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Reading>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Reading>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u8, u8>,
            T1: ::planus::WriteAsOptional<f64>,
            T2: ::planus::WriteAsDefault<self::Quality, self::Quality>,
        > ::planus::WriteAsOffset<Reading> for ReadingBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Reading> {
                let (v0, v1, v2) = &self.0;
                Reading::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Reading].
        #[derive(Copy, Clone)]
        pub struct ReadingRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ReadingRef<'a> {
            /// Getter for the [`channel` field](Reading#structfield.channel).
            #[inline]
            pub fn channel(&self) -> ::planus::Result<u8> {
                ::core::result::Result::Ok(self.0.access(0, "Reading", "channel")?.unwrap_or(0))
            }

            /// Getter for the [`value` field](Reading#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(1, "Reading", "value")
            }

            /// Getter for the [`quality` field](Reading#structfield.quality).
            #[inline]
            pub fn quality(&self) -> ::planus::Result<self::Quality> {
                ::core::result::Result::Ok(self.0.access(2, "Reading", "quality")?.unwrap_or(self::Quality::Good))
            }
        }

        impl<'a> ::core::fmt::Debug for ReadingRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ReadingRef");
                f.field("channel", &self.channel());
                if let ::core::option::Option::Some(field_value) = self.value().transpose() {
                    f.field("value", &field_value);
                }
                f.field("quality", &self.quality());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ReadingRef<'a>> for Reading {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ReadingRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    channel: ::core::convert::TryInto::try_into(value.channel()?)?,
                    value: if let ::core::option::Option::Some(value) = value.value()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(value)?)
                    } else {
                        ::core::option::Option::None
                    },
                    quality: ::core::convert::TryInto::try_into(value.quality()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ReadingRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ReadingRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ReadingRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Reading>> for Reading {
            type Value = ::planus::Offset<Reading>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Reading>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ReadingRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ReadingRef]", "read_as_root", 0))
            }
        }

        /// The table `Counter` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Counter` in the file `messages.fbs:50`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Counter {
            /// The field `key` in the table `Counter`
            pub key: ::planus::alloc::string::String,
            /// The field `value` in the table `Counter`
            pub value: i64,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Counter {
            fn default() -> Self {
                Self { key: ::core::default::Default::default(), value: 0 }
            }
        }

        impl Counter {
            /// Creates a [CounterBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> CounterBuilder<()> {
                CounterBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_key: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_value: impl ::planus::WriteAsDefault<i64, i64>,
            ) -> ::planus::Offset<Self> {
                let prepared_key = field_key.prepare(builder);
                let prepared_value = field_value.prepare(builder, &0);

                let mut table_writer: ::planus::table_writer::TableWriter<8> = ::core::default::Default::default();
                if prepared_value.is_some() {
                    table_writer.write_entry::<i64>(1);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_value) = prepared_value {
                            object_writer.write::<_, _, 8>(&prepared_value);
                        }
                        object_writer.write::<_, _, 4>(&prepared_key);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Counter>> for Counter {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Counter> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Counter>> for Counter {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Counter>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Counter> for Counter {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Counter> {
                Counter::create(builder, &self.key, self.value)
            }
        }

        /// Builder for serializing an instance of the [Counter] type.
        ///
        /// Can be created using the [Counter::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct CounterBuilder<State>(State);

        impl CounterBuilder<()> {
            /// Setter for the [`key` field](Counter#structfield.key).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn key<T0>(self, value: T0) -> CounterBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                CounterBuilder((value,))
            }
        }

        impl<T0> CounterBuilder<(T0,)> {
            /// Setter for the [`value` field](Counter#structfield.value).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value<T1>(self, value: T1) -> CounterBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsDefault<i64, i64>,
            {
                let (v0,) = self.0;
                CounterBuilder((v0, value))
            }

            /// Sets the [`value` field](Counter#structfield.value) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn value_as_default(self) -> CounterBuilder<(T0, ::planus::DefaultValue)> {
                self.value(::planus::DefaultValue)
            }
        }

        impl<T0, T1> CounterBuilder<(T0, T1)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Counter].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Counter>
            where
                Self: ::planus::WriteAsOffset<Counter>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<i64, i64>>
            ::planus::WriteAs<::planus::Offset<Counter>> for CounterBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Counter>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Counter> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<i64, i64>>
            ::planus::WriteAsOptional<::planus::Offset<Counter>> for CounterBuilder<(T0, T1)>
        {
            type Prepared = ::planus::Offset<Counter>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Counter>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<T0: ::planus::WriteAs<::planus::Offset<str>>, T1: ::planus::WriteAsDefault<i64, i64>>
            ::planus::WriteAsOffset<Counter> for CounterBuilder<(T0, T1)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Counter> {
                let (v0, v1) = &self.0;
                Counter::create(builder, v0, v1)
            }
        }

        /// Reference to a deserialized [Counter].
        #[derive(Copy, Clone)]
        pub struct CounterRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> CounterRef<'a> {
            /// Getter for the [`key` field](Counter#structfield.key).
            #[inline]
            pub fn key(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Counter", "key")
            }

            /// Getter for the [`value` field](Counter#structfield.value).
            #[inline]
            pub fn value(&self) -> ::planus::Result<i64> {
                ::core::result::Result::Ok(self.0.access(1, "Counter", "value")?.unwrap_or(0))
            }
        }

        impl<'a> ::core::fmt::Debug for CounterRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("CounterRef");
                f.field("key", &self.key());
                f.field("value", &self.value());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<CounterRef<'a>> for Counter {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: CounterRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    key: ::core::convert::Into::into(value.key()?),
                    value: ::core::convert::TryInto::try_into(value.value()?)?,
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for CounterRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for CounterRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[CounterRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Counter>> for Counter {
            type Value = ::planus::Offset<Counter>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Counter>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for CounterRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[CounterRef]", "read_as_root", 0))
            }
        }

        /// The table `Invoice` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Invoice` in the file `messages.fbs:52`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Invoice {
            /// The field `id` in the table `Invoice`
            pub id: ::planus::alloc::string::String,
            /// The field `issue_date` in the table `Invoice`
            pub issue_date: ::planus::alloc::string::String,
            /// The field `due_date` in the table `Invoice`
            pub due_date: ::planus::alloc::string::String,
            /// The field `type_code` in the table `Invoice`
            pub type_code: u16,
            /// The field `currency` in the table `Invoice`
            pub currency: ::planus::alloc::string::String,
            /// The field `note` in the table `Invoice`
            pub note: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `order_reference` in the table `Invoice`
            pub order_reference: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `supplier` in the table `Invoice`
            pub supplier: ::planus::alloc::boxed::Box<self::Party>,
            /// The field `customer` in the table `Invoice`
            pub customer: ::planus::alloc::boxed::Box<self::Party>,
            /// The field `payment` in the table `Invoice`
            pub payment: ::planus::alloc::boxed::Box<self::Payment>,
            /// The field `lines` in the table `Invoice`
            pub lines: ::planus::alloc::vec::Vec<self::InvoiceLine>,
            /// The field `tax_subtotals` in the table `Invoice`
            pub tax_subtotals: ::planus::alloc::vec::Vec<self::TaxSubtotal>,
            /// The field `totals` in the table `Invoice`
            pub totals: ::planus::alloc::boxed::Box<self::Totals>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Invoice {
            fn default() -> Self {
                Self {
                    id: ::core::default::Default::default(),
                    issue_date: ::core::default::Default::default(),
                    due_date: ::core::default::Default::default(),
                    type_code: 0,
                    currency: ::core::default::Default::default(),
                    note: ::core::default::Default::default(),
                    order_reference: ::core::default::Default::default(),
                    supplier: ::core::default::Default::default(),
                    customer: ::core::default::Default::default(),
                    payment: ::core::default::Default::default(),
                    lines: ::core::default::Default::default(),
                    tax_subtotals: ::core::default::Default::default(),
                    totals: ::core::default::Default::default(),
                }
            }
        }

        impl Invoice {
            /// Creates a [InvoiceBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> InvoiceBuilder<()> {
                InvoiceBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_issue_date: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_due_date: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_type_code: impl ::planus::WriteAsDefault<u16, u16>,
                field_currency: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_note: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_order_reference: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_supplier: impl ::planus::WriteAs<::planus::Offset<self::Party>>,
                field_customer: impl ::planus::WriteAs<::planus::Offset<self::Party>>,
                field_payment: impl ::planus::WriteAs<::planus::Offset<self::Payment>>,
                field_lines: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>,
                field_tax_subtotals: impl ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>,
                field_totals: impl ::planus::WriteAs<::planus::Offset<self::Totals>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder);
                let prepared_issue_date = field_issue_date.prepare(builder);
                let prepared_due_date = field_due_date.prepare(builder);
                let prepared_type_code = field_type_code.prepare(builder, &0);
                let prepared_currency = field_currency.prepare(builder);
                let prepared_note = field_note.prepare(builder);
                let prepared_order_reference = field_order_reference.prepare(builder);
                let prepared_supplier = field_supplier.prepare(builder);
                let prepared_customer = field_customer.prepare(builder);
                let prepared_payment = field_payment.prepare(builder);
                let prepared_lines = field_lines.prepare(builder);
                let prepared_tax_subtotals = field_tax_subtotals.prepare(builder);
                let prepared_totals = field_totals.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<30> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                table_writer.write_entry::<::planus::Offset<str>>(4);
                if prepared_note.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(5);
                }
                if prepared_order_reference.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(6);
                }
                table_writer.write_entry::<::planus::Offset<self::Party>>(7);
                table_writer.write_entry::<::planus::Offset<self::Party>>(8);
                table_writer.write_entry::<::planus::Offset<self::Payment>>(9);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>(10);
                table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>(11);
                table_writer.write_entry::<::planus::Offset<self::Totals>>(12);
                if prepared_type_code.is_some() {
                    table_writer.write_entry::<u16>(3);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_id);
                        object_writer.write::<_, _, 4>(&prepared_issue_date);
                        object_writer.write::<_, _, 4>(&prepared_due_date);
                        object_writer.write::<_, _, 4>(&prepared_currency);
                        if let ::core::option::Option::Some(prepared_note) = prepared_note {
                            object_writer.write::<_, _, 4>(&prepared_note);
                        }
                        if let ::core::option::Option::Some(prepared_order_reference) = prepared_order_reference {
                            object_writer.write::<_, _, 4>(&prepared_order_reference);
                        }
                        object_writer.write::<_, _, 4>(&prepared_supplier);
                        object_writer.write::<_, _, 4>(&prepared_customer);
                        object_writer.write::<_, _, 4>(&prepared_payment);
                        object_writer.write::<_, _, 4>(&prepared_lines);
                        object_writer.write::<_, _, 4>(&prepared_tax_subtotals);
                        object_writer.write::<_, _, 4>(&prepared_totals);
                        if let ::core::option::Option::Some(prepared_type_code) = prepared_type_code {
                            object_writer.write::<_, _, 2>(&prepared_type_code);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Invoice>> for Invoice {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Invoice> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Invoice>> for Invoice {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Invoice>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Invoice> for Invoice {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Invoice> {
                Invoice::create(
                    builder,
                    &self.id,
                    &self.issue_date,
                    &self.due_date,
                    self.type_code,
                    &self.currency,
                    &self.note,
                    &self.order_reference,
                    &self.supplier,
                    &self.customer,
                    &self.payment,
                    &self.lines,
                    &self.tax_subtotals,
                    &self.totals,
                )
            }
        }

        /// Builder for serializing an instance of the [Invoice] type.
        ///
        /// Can be created using the [Invoice::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct InvoiceBuilder<State>(State);

        impl InvoiceBuilder<()> {
            /// Setter for the [`id` field](Invoice#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> InvoiceBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                InvoiceBuilder((value,))
            }
        }

        impl<T0> InvoiceBuilder<(T0,)> {
            /// Setter for the [`issue_date` field](Invoice#structfield.issue_date).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn issue_date<T1>(self, value: T1) -> InvoiceBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                InvoiceBuilder((v0, value))
            }
        }

        impl<T0, T1> InvoiceBuilder<(T0, T1)> {
            /// Setter for the [`due_date` field](Invoice#structfield.due_date).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn due_date<T2>(self, value: T2) -> InvoiceBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                InvoiceBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> InvoiceBuilder<(T0, T1, T2)> {
            /// Setter for the [`type_code` field](Invoice#structfield.type_code).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn type_code<T3>(self, value: T3) -> InvoiceBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsDefault<u16, u16>,
            {
                let (v0, v1, v2) = self.0;
                InvoiceBuilder((v0, v1, v2, value))
            }

            /// Sets the [`type_code` field](Invoice#structfield.type_code) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn type_code_as_default(self) -> InvoiceBuilder<(T0, T1, T2, ::planus::DefaultValue)> {
                self.type_code(::planus::DefaultValue)
            }
        }

        impl<T0, T1, T2, T3> InvoiceBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`currency` field](Invoice#structfield.currency).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn currency<T4>(self, value: T4) -> InvoiceBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, value))
            }
        }

        impl<T0, T1, T2, T3, T4> InvoiceBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`note` field](Invoice#structfield.note).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note<T5>(self, value: T5) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, value))
            }

            /// Sets the [`note` field](Invoice#structfield.note) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note_as_null(self) -> InvoiceBuilder<(T0, T1, T2, T3, T4, ())> {
                self.note(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5> InvoiceBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`order_reference` field](Invoice#structfield.order_reference).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn order_reference<T6>(self, value: T6) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`order_reference` field](Invoice#structfield.order_reference) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn order_reference_as_null(self) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.order_reference(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`supplier` field](Invoice#structfield.supplier).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn supplier<T7>(self, value: T7) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAs<::planus::Offset<self::Party>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`customer` field](Invoice#structfield.customer).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn customer<T8>(self, value: T8) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAs<::planus::Offset<self::Party>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`payment` field](Invoice#structfield.payment).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn payment<T9>(self, value: T9) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAs<::planus::Offset<self::Payment>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`lines` field](Invoice#structfield.lines).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn lines<T10>(self, value: T10) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`tax_subtotals` field](Invoice#structfield.tax_subtotals).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_subtotals<T11>(
                self,
                value: T11,
            ) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`totals` field](Invoice#structfield.totals).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn totals<T12>(
                self,
                value: T12,
            ) -> InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAs<::planus::Offset<self::Totals>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                InvoiceBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Invoice].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Invoice>
            where
                Self: ::planus::WriteAsOffset<Invoice>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsDefault<u16, u16>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T7: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T8: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T9: ::planus::WriteAs<::planus::Offset<self::Payment>>,
            T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>,
            T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>,
            T12: ::planus::WriteAs<::planus::Offset<self::Totals>>,
        > ::planus::WriteAs<::planus::Offset<Invoice>>
            for InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<Invoice>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Invoice> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsDefault<u16, u16>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T7: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T8: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T9: ::planus::WriteAs<::planus::Offset<self::Payment>>,
            T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>,
            T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>,
            T12: ::planus::WriteAs<::planus::Offset<self::Totals>>,
        > ::planus::WriteAsOptional<::planus::Offset<Invoice>>
            for InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<Invoice>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Invoice>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsDefault<u16, u16>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T7: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T8: ::planus::WriteAs<::planus::Offset<self::Party>>,
            T9: ::planus::WriteAs<::planus::Offset<self::Payment>>,
            T10: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::InvoiceLine>]>>,
            T11: ::planus::WriteAs<::planus::Offset<[::planus::Offset<self::TaxSubtotal>]>>,
            T12: ::planus::WriteAs<::planus::Offset<self::Totals>>,
        > ::planus::WriteAsOffset<Invoice> for InvoiceBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Invoice> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = &self.0;
                Invoice::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12)
            }
        }

        /// Reference to a deserialized [Invoice].
        #[derive(Copy, Clone)]
        pub struct InvoiceRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> InvoiceRef<'a> {
            /// Getter for the [`id` field](Invoice#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Invoice", "id")
            }

            /// Getter for the [`issue_date` field](Invoice#structfield.issue_date).
            #[inline]
            pub fn issue_date(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Invoice", "issue_date")
            }

            /// Getter for the [`due_date` field](Invoice#structfield.due_date).
            #[inline]
            pub fn due_date(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "Invoice", "due_date")
            }

            /// Getter for the [`type_code` field](Invoice#structfield.type_code).
            #[inline]
            pub fn type_code(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(3, "Invoice", "type_code")?.unwrap_or(0))
            }

            /// Getter for the [`currency` field](Invoice#structfield.currency).
            #[inline]
            pub fn currency(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(4, "Invoice", "currency")
            }

            /// Getter for the [`note` field](Invoice#structfield.note).
            #[inline]
            pub fn note(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(5, "Invoice", "note")
            }

            /// Getter for the [`order_reference` field](Invoice#structfield.order_reference).
            #[inline]
            pub fn order_reference(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(6, "Invoice", "order_reference")
            }

            /// Getter for the [`supplier` field](Invoice#structfield.supplier).
            #[inline]
            pub fn supplier(&self) -> ::planus::Result<self::PartyRef<'a>> {
                self.0.access_required(7, "Invoice", "supplier")
            }

            /// Getter for the [`customer` field](Invoice#structfield.customer).
            #[inline]
            pub fn customer(&self) -> ::planus::Result<self::PartyRef<'a>> {
                self.0.access_required(8, "Invoice", "customer")
            }

            /// Getter for the [`payment` field](Invoice#structfield.payment).
            #[inline]
            pub fn payment(&self) -> ::planus::Result<self::PaymentRef<'a>> {
                self.0.access_required(9, "Invoice", "payment")
            }

            /// Getter for the [`lines` field](Invoice#structfield.lines).
            #[inline]
            pub fn lines(&self) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::InvoiceLineRef<'a>>>> {
                self.0.access_required(10, "Invoice", "lines")
            }

            /// Getter for the [`tax_subtotals` field](Invoice#structfield.tax_subtotals).
            #[inline]
            pub fn tax_subtotals(
                &self,
            ) -> ::planus::Result<::planus::Vector<'a, ::planus::Result<self::TaxSubtotalRef<'a>>>> {
                self.0.access_required(11, "Invoice", "tax_subtotals")
            }

            /// Getter for the [`totals` field](Invoice#structfield.totals).
            #[inline]
            pub fn totals(&self) -> ::planus::Result<self::TotalsRef<'a>> {
                self.0.access_required(12, "Invoice", "totals")
            }
        }

        impl<'a> ::core::fmt::Debug for InvoiceRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("InvoiceRef");
                f.field("id", &self.id());
                f.field("issue_date", &self.issue_date());
                f.field("due_date", &self.due_date());
                f.field("type_code", &self.type_code());
                f.field("currency", &self.currency());
                if let ::core::option::Option::Some(field_note) = self.note().transpose() {
                    f.field("note", &field_note);
                }
                if let ::core::option::Option::Some(field_order_reference) = self.order_reference().transpose() {
                    f.field("order_reference", &field_order_reference);
                }
                f.field("supplier", &self.supplier());
                f.field("customer", &self.customer());
                f.field("payment", &self.payment());
                f.field("lines", &self.lines());
                f.field("tax_subtotals", &self.tax_subtotals());
                f.field("totals", &self.totals());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<InvoiceRef<'a>> for Invoice {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: InvoiceRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::Into::into(value.id()?),
                    issue_date: ::core::convert::Into::into(value.issue_date()?),
                    due_date: ::core::convert::Into::into(value.due_date()?),
                    type_code: ::core::convert::TryInto::try_into(value.type_code()?)?,
                    currency: ::core::convert::Into::into(value.currency()?),
                    note: value.note()?.map(::core::convert::Into::into),
                    order_reference: value.order_reference()?.map(::core::convert::Into::into),
                    supplier: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.supplier()?)?),
                    customer: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.customer()?)?),
                    payment: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.payment()?)?),
                    lines: value.lines()?.to_vec_result()?,
                    tax_subtotals: value.tax_subtotals()?.to_vec_result()?,
                    totals: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.totals()?)?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for InvoiceRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for InvoiceRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[InvoiceRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Invoice>> for Invoice {
            type Value = ::planus::Offset<Invoice>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Invoice>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for InvoiceRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[InvoiceRef]", "read_as_root", 0))
            }
        }

        /// The table `Party` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Party` in the file `messages.fbs:68`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Party {
            /// The field `name` in the table `Party`
            pub name: ::planus::alloc::string::String,
            /// The field `street` in the table `Party`
            pub street: ::planus::alloc::string::String,
            /// The field `city` in the table `Party`
            pub city: ::planus::alloc::string::String,
            /// The field `postcode` in the table `Party`
            pub postcode: ::planus::alloc::string::String,
            /// The field `country` in the table `Party`
            pub country: ::planus::alloc::string::String,
            /// The field `tax_id` in the table `Party`
            pub tax_id: ::planus::alloc::string::String,
            /// The field `contact` in the table `Party`
            pub contact: ::core::option::Option<::planus::alloc::boxed::Box<self::Contact>>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Party {
            fn default() -> Self {
                Self {
                    name: ::core::default::Default::default(),
                    street: ::core::default::Default::default(),
                    city: ::core::default::Default::default(),
                    postcode: ::core::default::Default::default(),
                    country: ::core::default::Default::default(),
                    tax_id: ::core::default::Default::default(),
                    contact: ::core::default::Default::default(),
                }
            }
        }

        impl Party {
            /// Creates a [PartyBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PartyBuilder<()> {
                PartyBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_street: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_city: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_postcode: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_country: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_id: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_contact: impl ::planus::WriteAsOptional<::planus::Offset<self::Contact>>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_street = field_street.prepare(builder);
                let prepared_city = field_city.prepare(builder);
                let prepared_postcode = field_postcode.prepare(builder);
                let prepared_country = field_country.prepare(builder);
                let prepared_tax_id = field_tax_id.prepare(builder);
                let prepared_contact = field_contact.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<18> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                table_writer.write_entry::<::planus::Offset<str>>(3);
                table_writer.write_entry::<::planus::Offset<str>>(4);
                table_writer.write_entry::<::planus::Offset<str>>(5);
                if prepared_contact.is_some() {
                    table_writer.write_entry::<::planus::Offset<self::Contact>>(6);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                        object_writer.write::<_, _, 4>(&prepared_street);
                        object_writer.write::<_, _, 4>(&prepared_city);
                        object_writer.write::<_, _, 4>(&prepared_postcode);
                        object_writer.write::<_, _, 4>(&prepared_country);
                        object_writer.write::<_, _, 4>(&prepared_tax_id);
                        if let ::core::option::Option::Some(prepared_contact) = prepared_contact {
                            object_writer.write::<_, _, 4>(&prepared_contact);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Party>> for Party {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Party> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Party>> for Party {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Party>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Party> for Party {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Party> {
                Party::create(
                    builder,
                    &self.name,
                    &self.street,
                    &self.city,
                    &self.postcode,
                    &self.country,
                    &self.tax_id,
                    &self.contact,
                )
            }
        }

        /// Builder for serializing an instance of the [Party] type.
        ///
        /// Can be created using the [Party::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PartyBuilder<State>(State);

        impl PartyBuilder<()> {
            /// Setter for the [`name` field](Party#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> PartyBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                PartyBuilder((value,))
            }
        }

        impl<T0> PartyBuilder<(T0,)> {
            /// Setter for the [`street` field](Party#structfield.street).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn street<T1>(self, value: T1) -> PartyBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                PartyBuilder((v0, value))
            }
        }

        impl<T0, T1> PartyBuilder<(T0, T1)> {
            /// Setter for the [`city` field](Party#structfield.city).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn city<T2>(self, value: T2) -> PartyBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                PartyBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> PartyBuilder<(T0, T1, T2)> {
            /// Setter for the [`postcode` field](Party#structfield.postcode).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn postcode<T3>(self, value: T3) -> PartyBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2) = self.0;
                PartyBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> PartyBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`country` field](Party#structfield.country).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn country<T4>(self, value: T4) -> PartyBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3) = self.0;
                PartyBuilder((v0, v1, v2, v3, value))
            }
        }

        impl<T0, T1, T2, T3, T4> PartyBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`tax_id` field](Party#structfield.tax_id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_id<T5>(self, value: T5) -> PartyBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                PartyBuilder((v0, v1, v2, v3, v4, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5> PartyBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`contact` field](Party#structfield.contact).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn contact<T6>(self, value: T6) -> PartyBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAsOptional<::planus::Offset<self::Contact>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                PartyBuilder((v0, v1, v2, v3, v4, v5, value))
            }

            /// Sets the [`contact` field](Party#structfield.contact) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn contact_as_null(self) -> PartyBuilder<(T0, T1, T2, T3, T4, T5, ())> {
                self.contact(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> PartyBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Party].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Party>
            where
                Self: ::planus::WriteAsOffset<Party>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<self::Contact>>,
        > ::planus::WriteAs<::planus::Offset<Party>> for PartyBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Party>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Party> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<self::Contact>>,
        > ::planus::WriteAsOptional<::planus::Offset<Party>> for PartyBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            type Prepared = ::planus::Offset<Party>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Party>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
            T4: ::planus::WriteAs<::planus::Offset<str>>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAsOptional<::planus::Offset<self::Contact>>,
        > ::planus::WriteAsOffset<Party> for PartyBuilder<(T0, T1, T2, T3, T4, T5, T6)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Party> {
                let (v0, v1, v2, v3, v4, v5, v6) = &self.0;
                Party::create(builder, v0, v1, v2, v3, v4, v5, v6)
            }
        }

        /// Reference to a deserialized [Party].
        #[derive(Copy, Clone)]
        pub struct PartyRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PartyRef<'a> {
            /// Getter for the [`name` field](Party#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Party", "name")
            }

            /// Getter for the [`street` field](Party#structfield.street).
            #[inline]
            pub fn street(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Party", "street")
            }

            /// Getter for the [`city` field](Party#structfield.city).
            #[inline]
            pub fn city(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "Party", "city")
            }

            /// Getter for the [`postcode` field](Party#structfield.postcode).
            #[inline]
            pub fn postcode(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(3, "Party", "postcode")
            }

            /// Getter for the [`country` field](Party#structfield.country).
            #[inline]
            pub fn country(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(4, "Party", "country")
            }

            /// Getter for the [`tax_id` field](Party#structfield.tax_id).
            #[inline]
            pub fn tax_id(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(5, "Party", "tax_id")
            }

            /// Getter for the [`contact` field](Party#structfield.contact).
            #[inline]
            pub fn contact(&self) -> ::planus::Result<::core::option::Option<self::ContactRef<'a>>> {
                self.0.access(6, "Party", "contact")
            }
        }

        impl<'a> ::core::fmt::Debug for PartyRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PartyRef");
                f.field("name", &self.name());
                f.field("street", &self.street());
                f.field("city", &self.city());
                f.field("postcode", &self.postcode());
                f.field("country", &self.country());
                f.field("tax_id", &self.tax_id());
                if let ::core::option::Option::Some(field_contact) = self.contact().transpose() {
                    f.field("contact", &field_contact);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PartyRef<'a>> for Party {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PartyRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    street: ::core::convert::Into::into(value.street()?),
                    city: ::core::convert::Into::into(value.city()?),
                    postcode: ::core::convert::Into::into(value.postcode()?),
                    country: ::core::convert::Into::into(value.country()?),
                    tax_id: ::core::convert::Into::into(value.tax_id()?),
                    contact: if let ::core::option::Option::Some(contact) = value.contact()? {
                        ::core::option::Option::Some(::planus::alloc::boxed::Box::new(
                            ::core::convert::TryInto::try_into(contact)?,
                        ))
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PartyRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PartyRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset)
                    .map_err(|error_kind| error_kind.with_error_location("[PartyRef]", "get", buffer.offset_from_start))
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Party>> for Party {
            type Value = ::planus::Offset<Party>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Party>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PartyRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PartyRef]", "read_as_root", 0))
            }
        }

        /// The table `Contact` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Contact` in the file `messages.fbs:78`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Contact {
            /// The field `name` in the table `Contact`
            pub name: ::planus::alloc::string::String,
            /// The field `telephone` in the table `Contact`
            pub telephone: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `mail` in the table `Contact`
            pub mail: ::core::option::Option<::planus::alloc::string::String>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Contact {
            fn default() -> Self {
                Self {
                    name: ::core::default::Default::default(),
                    telephone: ::core::default::Default::default(),
                    mail: ::core::default::Default::default(),
                }
            }
        }

        impl Contact {
            /// Creates a [ContactBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> ContactBuilder<()> {
                ContactBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_telephone: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_mail: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_name = field_name.prepare(builder);
                let prepared_telephone = field_telephone.prepare(builder);
                let prepared_mail = field_mail.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                if prepared_telephone.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(1);
                }
                if prepared_mail.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(2);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_name);
                        if let ::core::option::Option::Some(prepared_telephone) = prepared_telephone {
                            object_writer.write::<_, _, 4>(&prepared_telephone);
                        }
                        if let ::core::option::Option::Some(prepared_mail) = prepared_mail {
                            object_writer.write::<_, _, 4>(&prepared_mail);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Contact>> for Contact {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Contact>> for Contact {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Contact>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Contact> for Contact {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
                Contact::create(builder, &self.name, &self.telephone, &self.mail)
            }
        }

        /// Builder for serializing an instance of the [Contact] type.
        ///
        /// Can be created using the [Contact::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct ContactBuilder<State>(State);

        impl ContactBuilder<()> {
            /// Setter for the [`name` field](Contact#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T0>(self, value: T0) -> ContactBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                ContactBuilder((value,))
            }
        }

        impl<T0> ContactBuilder<(T0,)> {
            /// Setter for the [`telephone` field](Contact#structfield.telephone).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn telephone<T1>(self, value: T1) -> ContactBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0,) = self.0;
                ContactBuilder((v0, value))
            }

            /// Sets the [`telephone` field](Contact#structfield.telephone) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn telephone_as_null(self) -> ContactBuilder<(T0, ())> {
                self.telephone(())
            }
        }

        impl<T0, T1> ContactBuilder<(T0, T1)> {
            /// Setter for the [`mail` field](Contact#structfield.mail).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mail<T2>(self, value: T2) -> ContactBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1) = self.0;
                ContactBuilder((v0, v1, value))
            }

            /// Sets the [`mail` field](Contact#structfield.mail) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn mail_as_null(self) -> ContactBuilder<(T0, T1, ())> {
                self.mail(())
            }
        }

        impl<T0, T1, T2> ContactBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Contact].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact>
            where
                Self: ::planus::WriteAsOffset<Contact>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
        > ::planus::WriteAs<::planus::Offset<Contact>> for ContactBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Contact>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
        > ::planus::WriteAsOptional<::planus::Offset<Contact>> for ContactBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Contact>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Contact>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T2: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
        > ::planus::WriteAsOffset<Contact> for ContactBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
                let (v0, v1, v2) = &self.0;
                Contact::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Contact].
        #[derive(Copy, Clone)]
        pub struct ContactRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> ContactRef<'a> {
            /// Getter for the [`name` field](Contact#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Contact", "name")
            }

            /// Getter for the [`telephone` field](Contact#structfield.telephone).
            #[inline]
            pub fn telephone(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(1, "Contact", "telephone")
            }

            /// Getter for the [`mail` field](Contact#structfield.mail).
            #[inline]
            pub fn mail(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(2, "Contact", "mail")
            }
        }

        impl<'a> ::core::fmt::Debug for ContactRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("ContactRef");
                f.field("name", &self.name());
                if let ::core::option::Option::Some(field_telephone) = self.telephone().transpose() {
                    f.field("telephone", &field_telephone);
                }
                if let ::core::option::Option::Some(field_mail) = self.mail().transpose() {
                    f.field("mail", &field_mail);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<ContactRef<'a>> for Contact {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: ContactRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    name: ::core::convert::Into::into(value.name()?),
                    telephone: value.telephone()?.map(::core::convert::Into::into),
                    mail: value.mail()?.map(::core::convert::Into::into),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for ContactRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for ContactRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[ContactRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Contact>> for Contact {
            type Value = ::planus::Offset<Contact>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Contact>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for ContactRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[ContactRef]", "read_as_root", 0))
            }
        }

        /// The table `Payment` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Payment` in the file `messages.fbs:79`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Payment {
            /// The field `means_code` in the table `Payment`
            pub means_code: u16,
            /// The field `account` in the table `Payment`
            pub account: ::planus::alloc::string::String,
            /// The field `terms` in the table `Payment`
            pub terms: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Payment {
            fn default() -> Self {
                Self {
                    means_code: 0,
                    account: ::core::default::Default::default(),
                    terms: ::core::default::Default::default(),
                }
            }
        }

        impl Payment {
            /// Creates a [PaymentBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> PaymentBuilder<()> {
                PaymentBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_means_code: impl ::planus::WriteAsDefault<u16, u16>,
                field_account: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_terms: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_means_code = field_means_code.prepare(builder, &0);
                let prepared_account = field_account.prepare(builder);
                let prepared_terms = field_terms.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<10> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                if prepared_means_code.is_some() {
                    table_writer.write_entry::<u16>(0);
                }

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_account);
                        object_writer.write::<_, _, 4>(&prepared_terms);
                        if let ::core::option::Option::Some(prepared_means_code) = prepared_means_code {
                            object_writer.write::<_, _, 2>(&prepared_means_code);
                        }
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Payment>> for Payment {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Payment> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Payment>> for Payment {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Payment>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Payment> for Payment {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Payment> {
                Payment::create(builder, self.means_code, &self.account, &self.terms)
            }
        }

        /// Builder for serializing an instance of the [Payment] type.
        ///
        /// Can be created using the [Payment::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct PaymentBuilder<State>(State);

        impl PaymentBuilder<()> {
            /// Setter for the [`means_code` field](Payment#structfield.means_code).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn means_code<T0>(self, value: T0) -> PaymentBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u16, u16>,
            {
                PaymentBuilder((value,))
            }

            /// Sets the [`means_code` field](Payment#structfield.means_code) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn means_code_as_default(self) -> PaymentBuilder<(::planus::DefaultValue,)> {
                self.means_code(::planus::DefaultValue)
            }
        }

        impl<T0> PaymentBuilder<(T0,)> {
            /// Setter for the [`account` field](Payment#structfield.account).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn account<T1>(self, value: T1) -> PaymentBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                PaymentBuilder((v0, value))
            }
        }

        impl<T0, T1> PaymentBuilder<(T0, T1)> {
            /// Setter for the [`terms` field](Payment#structfield.terms).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn terms<T2>(self, value: T2) -> PaymentBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                PaymentBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> PaymentBuilder<(T0, T1, T2)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Payment].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Payment>
            where
                Self: ::planus::WriteAsOffset<Payment>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u16, u16>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAs<::planus::Offset<Payment>> for PaymentBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Payment>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Payment> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u16, u16>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOptional<::planus::Offset<Payment>> for PaymentBuilder<(T0, T1, T2)>
        {
            type Prepared = ::planus::Offset<Payment>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Payment>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u16, u16>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOffset<Payment> for PaymentBuilder<(T0, T1, T2)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Payment> {
                let (v0, v1, v2) = &self.0;
                Payment::create(builder, v0, v1, v2)
            }
        }

        /// Reference to a deserialized [Payment].
        #[derive(Copy, Clone)]
        pub struct PaymentRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> PaymentRef<'a> {
            /// Getter for the [`means_code` field](Payment#structfield.means_code).
            #[inline]
            pub fn means_code(&self) -> ::planus::Result<u16> {
                ::core::result::Result::Ok(self.0.access(0, "Payment", "means_code")?.unwrap_or(0))
            }

            /// Getter for the [`account` field](Payment#structfield.account).
            #[inline]
            pub fn account(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Payment", "account")
            }

            /// Getter for the [`terms` field](Payment#structfield.terms).
            #[inline]
            pub fn terms(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "Payment", "terms")
            }
        }

        impl<'a> ::core::fmt::Debug for PaymentRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("PaymentRef");
                f.field("means_code", &self.means_code());
                f.field("account", &self.account());
                f.field("terms", &self.terms());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<PaymentRef<'a>> for Payment {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: PaymentRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    means_code: ::core::convert::TryInto::try_into(value.means_code()?)?,
                    account: ::core::convert::Into::into(value.account()?),
                    terms: ::core::convert::Into::into(value.terms()?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for PaymentRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for PaymentRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[PaymentRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Payment>> for Payment {
            type Value = ::planus::Offset<Payment>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Payment>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for PaymentRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[PaymentRef]", "read_as_root", 0))
            }
        }

        /// The table `InvoiceLine` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `InvoiceLine` in the file `messages.fbs:81`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct InvoiceLine {
            /// The field `id` in the table `InvoiceLine`
            pub id: u32,
            /// The field `name` in the table `InvoiceLine`
            pub name: ::planus::alloc::string::String,
            /// The field `description` in the table `InvoiceLine`
            pub description: ::planus::alloc::string::String,
            /// The field `note` in the table `InvoiceLine`
            pub note: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `quantity` in the table `InvoiceLine`
            pub quantity: ::core::option::Option<f64>,
            /// The field `unit_code` in the table `InvoiceLine`
            pub unit_code: ::planus::alloc::string::String,
            /// The field `price` in the table `InvoiceLine`
            pub price: ::planus::alloc::string::String,
            /// The field `amount` in the table `InvoiceLine`
            pub amount: ::planus::alloc::string::String,
            /// The field `tax_category` in the table `InvoiceLine`
            pub tax_category: ::planus::alloc::string::String,
            /// The field `tax_percent` in the table `InvoiceLine`
            pub tax_percent: ::core::option::Option<f64>,
            /// The field `seller_item_id` in the table `InvoiceLine`
            pub seller_item_id: ::planus::alloc::string::String,
            /// The field `standard_item_id` in the table `InvoiceLine`
            pub standard_item_id: ::core::option::Option<::planus::alloc::string::String>,
            /// The field `origin` in the table `InvoiceLine`
            pub origin: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for InvoiceLine {
            fn default() -> Self {
                Self {
                    id: 0,
                    name: ::core::default::Default::default(),
                    description: ::core::default::Default::default(),
                    note: ::core::default::Default::default(),
                    quantity: ::core::default::Default::default(),
                    unit_code: ::core::default::Default::default(),
                    price: ::core::default::Default::default(),
                    amount: ::core::default::Default::default(),
                    tax_category: ::core::default::Default::default(),
                    tax_percent: ::core::default::Default::default(),
                    seller_item_id: ::core::default::Default::default(),
                    standard_item_id: ::core::default::Default::default(),
                    origin: ::core::default::Default::default(),
                }
            }
        }

        impl InvoiceLine {
            /// Creates a [InvoiceLineBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> InvoiceLineBuilder<()> {
                InvoiceLineBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_id: impl ::planus::WriteAsDefault<u32, u32>,
                field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_description: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_note: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_quantity: impl ::planus::WriteAsOptional<f64>,
                field_unit_code: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_price: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_amount: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_category: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_percent: impl ::planus::WriteAsOptional<f64>,
                field_seller_item_id: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_standard_item_id: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
                field_origin: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_id = field_id.prepare(builder, &0);
                let prepared_name = field_name.prepare(builder);
                let prepared_description = field_description.prepare(builder);
                let prepared_note = field_note.prepare(builder);
                let prepared_quantity = field_quantity.prepare(builder);
                let prepared_unit_code = field_unit_code.prepare(builder);
                let prepared_price = field_price.prepare(builder);
                let prepared_amount = field_amount.prepare(builder);
                let prepared_tax_category = field_tax_category.prepare(builder);
                let prepared_tax_percent = field_tax_percent.prepare(builder);
                let prepared_seller_item_id = field_seller_item_id.prepare(builder);
                let prepared_standard_item_id = field_standard_item_id.prepare(builder);
                let prepared_origin = field_origin.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<30> = ::core::default::Default::default();
                if prepared_quantity.is_some() {
                    table_writer.write_entry::<f64>(4);
                }
                if prepared_tax_percent.is_some() {
                    table_writer.write_entry::<f64>(9);
                }
                if prepared_id.is_some() {
                    table_writer.write_entry::<u32>(0);
                }
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                if prepared_note.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(3);
                }
                table_writer.write_entry::<::planus::Offset<str>>(5);
                table_writer.write_entry::<::planus::Offset<str>>(6);
                table_writer.write_entry::<::planus::Offset<str>>(7);
                table_writer.write_entry::<::planus::Offset<str>>(8);
                table_writer.write_entry::<::planus::Offset<str>>(10);
                if prepared_standard_item_id.is_some() {
                    table_writer.write_entry::<::planus::Offset<str>>(11);
                }
                table_writer.write_entry::<::planus::Offset<str>>(12);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_quantity) = prepared_quantity {
                            object_writer.write::<_, _, 8>(&prepared_quantity);
                        }
                        if let ::core::option::Option::Some(prepared_tax_percent) = prepared_tax_percent {
                            object_writer.write::<_, _, 8>(&prepared_tax_percent);
                        }
                        if let ::core::option::Option::Some(prepared_id) = prepared_id {
                            object_writer.write::<_, _, 4>(&prepared_id);
                        }
                        object_writer.write::<_, _, 4>(&prepared_name);
                        object_writer.write::<_, _, 4>(&prepared_description);
                        if let ::core::option::Option::Some(prepared_note) = prepared_note {
                            object_writer.write::<_, _, 4>(&prepared_note);
                        }
                        object_writer.write::<_, _, 4>(&prepared_unit_code);
                        object_writer.write::<_, _, 4>(&prepared_price);
                        object_writer.write::<_, _, 4>(&prepared_amount);
                        object_writer.write::<_, _, 4>(&prepared_tax_category);
                        object_writer.write::<_, _, 4>(&prepared_seller_item_id);
                        if let ::core::option::Option::Some(prepared_standard_item_id) = prepared_standard_item_id {
                            object_writer.write::<_, _, 4>(&prepared_standard_item_id);
                        }
                        object_writer.write::<_, _, 4>(&prepared_origin);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<InvoiceLine>> for InvoiceLine {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<InvoiceLine> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<InvoiceLine>> for InvoiceLine {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<InvoiceLine>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<InvoiceLine> for InvoiceLine {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<InvoiceLine> {
                InvoiceLine::create(
                    builder,
                    self.id,
                    &self.name,
                    &self.description,
                    &self.note,
                    self.quantity,
                    &self.unit_code,
                    &self.price,
                    &self.amount,
                    &self.tax_category,
                    self.tax_percent,
                    &self.seller_item_id,
                    &self.standard_item_id,
                    &self.origin,
                )
            }
        }

        /// Builder for serializing an instance of the [InvoiceLine] type.
        ///
        /// Can be created using the [InvoiceLine::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct InvoiceLineBuilder<State>(State);

        impl InvoiceLineBuilder<()> {
            /// Setter for the [`id` field](InvoiceLine#structfield.id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id<T0>(self, value: T0) -> InvoiceLineBuilder<(T0,)>
            where
                T0: ::planus::WriteAsDefault<u32, u32>,
            {
                InvoiceLineBuilder((value,))
            }

            /// Sets the [`id` field](InvoiceLine#structfield.id) to the default value.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn id_as_default(self) -> InvoiceLineBuilder<(::planus::DefaultValue,)> {
                self.id(::planus::DefaultValue)
            }
        }

        impl<T0> InvoiceLineBuilder<(T0,)> {
            /// Setter for the [`name` field](InvoiceLine#structfield.name).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn name<T1>(self, value: T1) -> InvoiceLineBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                InvoiceLineBuilder((v0, value))
            }
        }

        impl<T0, T1> InvoiceLineBuilder<(T0, T1)> {
            /// Setter for the [`description` field](InvoiceLine#structfield.description).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn description<T2>(self, value: T2) -> InvoiceLineBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                InvoiceLineBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> InvoiceLineBuilder<(T0, T1, T2)> {
            /// Setter for the [`note` field](InvoiceLine#structfield.note).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note<T3>(self, value: T3) -> InvoiceLineBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2) = self.0;
                InvoiceLineBuilder((v0, v1, v2, value))
            }

            /// Sets the [`note` field](InvoiceLine#structfield.note) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn note_as_null(self) -> InvoiceLineBuilder<(T0, T1, T2, ())> {
                self.note(())
            }
        }

        impl<T0, T1, T2, T3> InvoiceLineBuilder<(T0, T1, T2, T3)> {
            /// Setter for the [`quantity` field](InvoiceLine#structfield.quantity).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quantity<T4>(self, value: T4) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4)>
            where
                T4: ::planus::WriteAsOptional<f64>,
            {
                let (v0, v1, v2, v3) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, value))
            }

            /// Sets the [`quantity` field](InvoiceLine#structfield.quantity) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn quantity_as_null(self) -> InvoiceLineBuilder<(T0, T1, T2, T3, ())> {
                self.quantity(())
            }
        }

        impl<T0, T1, T2, T3, T4> InvoiceLineBuilder<(T0, T1, T2, T3, T4)> {
            /// Setter for the [`unit_code` field](InvoiceLine#structfield.unit_code).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn unit_code<T5>(self, value: T5) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5)>
            where
                T5: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5)> {
            /// Setter for the [`price` field](InvoiceLine#structfield.price).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn price<T6>(self, value: T6) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6)>
            where
                T6: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6)> {
            /// Setter for the [`amount` field](InvoiceLine#structfield.amount).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn amount<T7>(self, value: T7) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)>
            where
                T7: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7)> {
            /// Setter for the [`tax_category` field](InvoiceLine#structfield.tax_category).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_category<T8>(self, value: T8) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)>
            where
                T8: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, v7, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8)> {
            /// Setter for the [`tax_percent` field](InvoiceLine#structfield.tax_percent).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_percent<T9>(self, value: T9) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)>
            where
                T9: ::planus::WriteAsOptional<f64>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, value))
            }

            /// Sets the [`tax_percent` field](InvoiceLine#structfield.tax_percent) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_percent_as_null(self) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, ())> {
                self.tax_percent(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9)> {
            /// Setter for the [`seller_item_id` field](InvoiceLine#structfield.seller_item_id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn seller_item_id<T10>(
                self,
                value: T10,
            ) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)>
            where
                T10: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)> {
            /// Setter for the [`standard_item_id` field](InvoiceLine#structfield.standard_item_id).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn standard_item_id<T11>(
                self,
                value: T11,
            ) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
            where
                T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, value))
            }

            /// Sets the [`standard_item_id` field](InvoiceLine#structfield.standard_item_id) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn standard_item_id_as_null(
                self,
            ) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, ())> {
                self.standard_item_id(())
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>
            InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11)>
        {
            /// Setter for the [`origin` field](InvoiceLine#structfield.origin).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn origin<T12>(
                self,
                value: T12,
            ) -> InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
            where
                T12: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11) = self.0;
                InvoiceLineBuilder((v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, value))
            }
        }

        impl<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>
            InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [InvoiceLine].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<InvoiceLine>
            where
                Self: ::planus::WriteAsOffset<InvoiceLine>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u32, u32>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T4: ::planus::WriteAsOptional<f64>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAs<::planus::Offset<str>>,
            T7: ::planus::WriteAs<::planus::Offset<str>>,
            T8: ::planus::WriteAs<::planus::Offset<str>>,
            T9: ::planus::WriteAsOptional<f64>,
            T10: ::planus::WriteAs<::planus::Offset<str>>,
            T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T12: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAs<::planus::Offset<InvoiceLine>>
            for InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<InvoiceLine>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<InvoiceLine> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u32, u32>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T4: ::planus::WriteAsOptional<f64>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAs<::planus::Offset<str>>,
            T7: ::planus::WriteAs<::planus::Offset<str>>,
            T8: ::planus::WriteAs<::planus::Offset<str>>,
            T9: ::planus::WriteAsOptional<f64>,
            T10: ::planus::WriteAs<::planus::Offset<str>>,
            T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T12: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOptional<::planus::Offset<InvoiceLine>>
            for InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            type Prepared = ::planus::Offset<InvoiceLine>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<InvoiceLine>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAsDefault<u32, u32>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T4: ::planus::WriteAsOptional<f64>,
            T5: ::planus::WriteAs<::planus::Offset<str>>,
            T6: ::planus::WriteAs<::planus::Offset<str>>,
            T7: ::planus::WriteAs<::planus::Offset<str>>,
            T8: ::planus::WriteAs<::planus::Offset<str>>,
            T9: ::planus::WriteAsOptional<f64>,
            T10: ::planus::WriteAs<::planus::Offset<str>>,
            T11: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
            T12: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOffset<InvoiceLine>
            for InvoiceLineBuilder<(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<InvoiceLine> {
                let (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12) = &self.0;
                InvoiceLine::create(builder, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12)
            }
        }

        /// Reference to a deserialized [InvoiceLine].
        #[derive(Copy, Clone)]
        pub struct InvoiceLineRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> InvoiceLineRef<'a> {
            /// Getter for the [`id` field](InvoiceLine#structfield.id).
            #[inline]
            pub fn id(&self) -> ::planus::Result<u32> {
                ::core::result::Result::Ok(self.0.access(0, "InvoiceLine", "id")?.unwrap_or(0))
            }

            /// Getter for the [`name` field](InvoiceLine#structfield.name).
            #[inline]
            pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "InvoiceLine", "name")
            }

            /// Getter for the [`description` field](InvoiceLine#structfield.description).
            #[inline]
            pub fn description(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "InvoiceLine", "description")
            }

            /// Getter for the [`note` field](InvoiceLine#structfield.note).
            #[inline]
            pub fn note(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(3, "InvoiceLine", "note")
            }

            /// Getter for the [`quantity` field](InvoiceLine#structfield.quantity).
            #[inline]
            pub fn quantity(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(4, "InvoiceLine", "quantity")
            }

            /// Getter for the [`unit_code` field](InvoiceLine#structfield.unit_code).
            #[inline]
            pub fn unit_code(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(5, "InvoiceLine", "unit_code")
            }

            /// Getter for the [`price` field](InvoiceLine#structfield.price).
            #[inline]
            pub fn price(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(6, "InvoiceLine", "price")
            }

            /// Getter for the [`amount` field](InvoiceLine#structfield.amount).
            #[inline]
            pub fn amount(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(7, "InvoiceLine", "amount")
            }

            /// Getter for the [`tax_category` field](InvoiceLine#structfield.tax_category).
            #[inline]
            pub fn tax_category(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(8, "InvoiceLine", "tax_category")
            }

            /// Getter for the [`tax_percent` field](InvoiceLine#structfield.tax_percent).
            #[inline]
            pub fn tax_percent(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(9, "InvoiceLine", "tax_percent")
            }

            /// Getter for the [`seller_item_id` field](InvoiceLine#structfield.seller_item_id).
            #[inline]
            pub fn seller_item_id(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(10, "InvoiceLine", "seller_item_id")
            }

            /// Getter for the [`standard_item_id` field](InvoiceLine#structfield.standard_item_id).
            #[inline]
            pub fn standard_item_id(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
                self.0.access(11, "InvoiceLine", "standard_item_id")
            }

            /// Getter for the [`origin` field](InvoiceLine#structfield.origin).
            #[inline]
            pub fn origin(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(12, "InvoiceLine", "origin")
            }
        }

        impl<'a> ::core::fmt::Debug for InvoiceLineRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("InvoiceLineRef");
                f.field("id", &self.id());
                f.field("name", &self.name());
                f.field("description", &self.description());
                if let ::core::option::Option::Some(field_note) = self.note().transpose() {
                    f.field("note", &field_note);
                }
                if let ::core::option::Option::Some(field_quantity) = self.quantity().transpose() {
                    f.field("quantity", &field_quantity);
                }
                f.field("unit_code", &self.unit_code());
                f.field("price", &self.price());
                f.field("amount", &self.amount());
                f.field("tax_category", &self.tax_category());
                if let ::core::option::Option::Some(field_tax_percent) = self.tax_percent().transpose() {
                    f.field("tax_percent", &field_tax_percent);
                }
                f.field("seller_item_id", &self.seller_item_id());
                if let ::core::option::Option::Some(field_standard_item_id) = self.standard_item_id().transpose() {
                    f.field("standard_item_id", &field_standard_item_id);
                }
                f.field("origin", &self.origin());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<InvoiceLineRef<'a>> for InvoiceLine {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: InvoiceLineRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    id: ::core::convert::TryInto::try_into(value.id()?)?,
                    name: ::core::convert::Into::into(value.name()?),
                    description: ::core::convert::Into::into(value.description()?),
                    note: value.note()?.map(::core::convert::Into::into),
                    quantity: if let ::core::option::Option::Some(quantity) = value.quantity()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(quantity)?)
                    } else {
                        ::core::option::Option::None
                    },
                    unit_code: ::core::convert::Into::into(value.unit_code()?),
                    price: ::core::convert::Into::into(value.price()?),
                    amount: ::core::convert::Into::into(value.amount()?),
                    tax_category: ::core::convert::Into::into(value.tax_category()?),
                    tax_percent: if let ::core::option::Option::Some(tax_percent) = value.tax_percent()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(tax_percent)?)
                    } else {
                        ::core::option::Option::None
                    },
                    seller_item_id: ::core::convert::Into::into(value.seller_item_id()?),
                    standard_item_id: value.standard_item_id()?.map(::core::convert::Into::into),
                    origin: ::core::convert::Into::into(value.origin()?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for InvoiceLineRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for InvoiceLineRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[InvoiceLineRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<InvoiceLine>> for InvoiceLine {
            type Value = ::planus::Offset<InvoiceLine>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<InvoiceLine>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for InvoiceLineRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[InvoiceLineRef]", "read_as_root", 0))
            }
        }

        /// The table `TaxSubtotal` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `TaxSubtotal` in the file `messages.fbs:97`
        #[derive(Clone, Debug, PartialEq, PartialOrd, ::serde::Serialize, ::serde::Deserialize)]
        pub struct TaxSubtotal {
            /// The field `taxable` in the table `TaxSubtotal`
            pub taxable: ::planus::alloc::string::String,
            /// The field `tax` in the table `TaxSubtotal`
            pub tax: ::planus::alloc::string::String,
            /// The field `tax_category` in the table `TaxSubtotal`
            pub tax_category: ::planus::alloc::string::String,
            /// The field `tax_percent` in the table `TaxSubtotal`
            pub tax_percent: ::core::option::Option<f64>,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for TaxSubtotal {
            fn default() -> Self {
                Self {
                    taxable: ::core::default::Default::default(),
                    tax: ::core::default::Default::default(),
                    tax_category: ::core::default::Default::default(),
                    tax_percent: ::core::default::Default::default(),
                }
            }
        }

        impl TaxSubtotal {
            /// Creates a [TaxSubtotalBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TaxSubtotalBuilder<()> {
                TaxSubtotalBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_taxable: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_category: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_percent: impl ::planus::WriteAsOptional<f64>,
            ) -> ::planus::Offset<Self> {
                let prepared_taxable = field_taxable.prepare(builder);
                let prepared_tax = field_tax.prepare(builder);
                let prepared_tax_category = field_tax_category.prepare(builder);
                let prepared_tax_percent = field_tax_percent.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                if prepared_tax_percent.is_some() {
                    table_writer.write_entry::<f64>(3);
                }
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        if let ::core::option::Option::Some(prepared_tax_percent) = prepared_tax_percent {
                            object_writer.write::<_, _, 8>(&prepared_tax_percent);
                        }
                        object_writer.write::<_, _, 4>(&prepared_taxable);
                        object_writer.write::<_, _, 4>(&prepared_tax);
                        object_writer.write::<_, _, 4>(&prepared_tax_category);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<TaxSubtotal>> for TaxSubtotal {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TaxSubtotal> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<TaxSubtotal>> for TaxSubtotal {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TaxSubtotal>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<TaxSubtotal> for TaxSubtotal {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TaxSubtotal> {
                TaxSubtotal::create(builder, &self.taxable, &self.tax, &self.tax_category, self.tax_percent)
            }
        }

        /// Builder for serializing an instance of the [TaxSubtotal] type.
        ///
        /// Can be created using the [TaxSubtotal::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TaxSubtotalBuilder<State>(State);

        impl TaxSubtotalBuilder<()> {
            /// Setter for the [`taxable` field](TaxSubtotal#structfield.taxable).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn taxable<T0>(self, value: T0) -> TaxSubtotalBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                TaxSubtotalBuilder((value,))
            }
        }

        impl<T0> TaxSubtotalBuilder<(T0,)> {
            /// Setter for the [`tax` field](TaxSubtotal#structfield.tax).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax<T1>(self, value: T1) -> TaxSubtotalBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                TaxSubtotalBuilder((v0, value))
            }
        }

        impl<T0, T1> TaxSubtotalBuilder<(T0, T1)> {
            /// Setter for the [`tax_category` field](TaxSubtotal#structfield.tax_category).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_category<T2>(self, value: T2) -> TaxSubtotalBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                TaxSubtotalBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> TaxSubtotalBuilder<(T0, T1, T2)> {
            /// Setter for the [`tax_percent` field](TaxSubtotal#structfield.tax_percent).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_percent<T3>(self, value: T3) -> TaxSubtotalBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAsOptional<f64>,
            {
                let (v0, v1, v2) = self.0;
                TaxSubtotalBuilder((v0, v1, v2, value))
            }

            /// Sets the [`tax_percent` field](TaxSubtotal#structfield.tax_percent) to null.
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_percent_as_null(self) -> TaxSubtotalBuilder<(T0, T1, T2, ())> {
                self.tax_percent(())
            }
        }

        impl<T0, T1, T2, T3> TaxSubtotalBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [TaxSubtotal].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<TaxSubtotal>
            where
                Self: ::planus::WriteAsOffset<TaxSubtotal>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<f64>,
        > ::planus::WriteAs<::planus::Offset<TaxSubtotal>> for TaxSubtotalBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<TaxSubtotal>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TaxSubtotal> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<f64>,
        > ::planus::WriteAsOptional<::planus::Offset<TaxSubtotal>> for TaxSubtotalBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<TaxSubtotal>;

            #[inline]
            fn prepare(
                &self,
                builder: &mut ::planus::Builder,
            ) -> ::core::option::Option<::planus::Offset<TaxSubtotal>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAsOptional<f64>,
        > ::planus::WriteAsOffset<TaxSubtotal> for TaxSubtotalBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<TaxSubtotal> {
                let (v0, v1, v2, v3) = &self.0;
                TaxSubtotal::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [TaxSubtotal].
        #[derive(Copy, Clone)]
        pub struct TaxSubtotalRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TaxSubtotalRef<'a> {
            /// Getter for the [`taxable` field](TaxSubtotal#structfield.taxable).
            #[inline]
            pub fn taxable(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "TaxSubtotal", "taxable")
            }

            /// Getter for the [`tax` field](TaxSubtotal#structfield.tax).
            #[inline]
            pub fn tax(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "TaxSubtotal", "tax")
            }

            /// Getter for the [`tax_category` field](TaxSubtotal#structfield.tax_category).
            #[inline]
            pub fn tax_category(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "TaxSubtotal", "tax_category")
            }

            /// Getter for the [`tax_percent` field](TaxSubtotal#structfield.tax_percent).
            #[inline]
            pub fn tax_percent(&self) -> ::planus::Result<::core::option::Option<f64>> {
                self.0.access(3, "TaxSubtotal", "tax_percent")
            }
        }

        impl<'a> ::core::fmt::Debug for TaxSubtotalRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TaxSubtotalRef");
                f.field("taxable", &self.taxable());
                f.field("tax", &self.tax());
                f.field("tax_category", &self.tax_category());
                if let ::core::option::Option::Some(field_tax_percent) = self.tax_percent().transpose() {
                    f.field("tax_percent", &field_tax_percent);
                }
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TaxSubtotalRef<'a>> for TaxSubtotal {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TaxSubtotalRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    taxable: ::core::convert::Into::into(value.taxable()?),
                    tax: ::core::convert::Into::into(value.tax()?),
                    tax_category: ::core::convert::Into::into(value.tax_category()?),
                    tax_percent: if let ::core::option::Option::Some(tax_percent) = value.tax_percent()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(tax_percent)?)
                    } else {
                        ::core::option::Option::None
                    },
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TaxSubtotalRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TaxSubtotalRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TaxSubtotalRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<TaxSubtotal>> for TaxSubtotal {
            type Value = ::planus::Offset<TaxSubtotal>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<TaxSubtotal>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TaxSubtotalRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TaxSubtotalRef]", "read_as_root", 0))
            }
        }

        /// The table `Totals` in the namespace `wirecost`
        ///
        /// Generated from these locations:
        /// * Table `Totals` in the file `messages.fbs:104`
        #[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub struct Totals {
            /// The field `line_extension` in the table `Totals`
            pub line_extension: ::planus::alloc::string::String,
            /// The field `tax_exclusive` in the table `Totals`
            pub tax_exclusive: ::planus::alloc::string::String,
            /// The field `tax_inclusive` in the table `Totals`
            pub tax_inclusive: ::planus::alloc::string::String,
            /// The field `payable` in the table `Totals`
            pub payable: ::planus::alloc::string::String,
        }

        #[allow(clippy::derivable_impls)]
        impl ::core::default::Default for Totals {
            fn default() -> Self {
                Self {
                    line_extension: ::core::default::Default::default(),
                    tax_exclusive: ::core::default::Default::default(),
                    tax_inclusive: ::core::default::Default::default(),
                    payable: ::core::default::Default::default(),
                }
            }
        }

        impl Totals {
            /// Creates a [TotalsBuilder] for serializing an instance of this table.
            #[inline]
            pub fn builder() -> TotalsBuilder<()> {
                TotalsBuilder(())
            }

            #[allow(clippy::too_many_arguments)]
            pub fn create(
                builder: &mut ::planus::Builder,
                field_line_extension: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_exclusive: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_tax_inclusive: impl ::planus::WriteAs<::planus::Offset<str>>,
                field_payable: impl ::planus::WriteAs<::planus::Offset<str>>,
            ) -> ::planus::Offset<Self> {
                let prepared_line_extension = field_line_extension.prepare(builder);
                let prepared_tax_exclusive = field_tax_exclusive.prepare(builder);
                let prepared_tax_inclusive = field_tax_inclusive.prepare(builder);
                let prepared_payable = field_payable.prepare(builder);

                let mut table_writer: ::planus::table_writer::TableWriter<12> = ::core::default::Default::default();
                table_writer.write_entry::<::planus::Offset<str>>(0);
                table_writer.write_entry::<::planus::Offset<str>>(1);
                table_writer.write_entry::<::planus::Offset<str>>(2);
                table_writer.write_entry::<::planus::Offset<str>>(3);

                unsafe {
                    table_writer.finish(builder, |object_writer| {
                        object_writer.write::<_, _, 4>(&prepared_line_extension);
                        object_writer.write::<_, _, 4>(&prepared_tax_exclusive);
                        object_writer.write::<_, _, 4>(&prepared_tax_inclusive);
                        object_writer.write::<_, _, 4>(&prepared_payable);
                    });
                }
                builder.current_offset()
            }
        }

        impl ::planus::WriteAs<::planus::Offset<Totals>> for Totals {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Totals> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl ::planus::WriteAsOptional<::planus::Offset<Totals>> for Totals {
            type Prepared = ::planus::Offset<Self>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Totals>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl ::planus::WriteAsOffset<Totals> for Totals {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Totals> {
                Totals::create(builder, &self.line_extension, &self.tax_exclusive, &self.tax_inclusive, &self.payable)
            }
        }

        /// Builder for serializing an instance of the [Totals] type.
        ///
        /// Can be created using the [Totals::builder] method.
        #[derive(Debug)]
        #[must_use]
        pub struct TotalsBuilder<State>(State);

        impl TotalsBuilder<()> {
            /// Setter for the [`line_extension` field](Totals#structfield.line_extension).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn line_extension<T0>(self, value: T0) -> TotalsBuilder<(T0,)>
            where
                T0: ::planus::WriteAs<::planus::Offset<str>>,
            {
                TotalsBuilder((value,))
            }
        }

        impl<T0> TotalsBuilder<(T0,)> {
            /// Setter for the [`tax_exclusive` field](Totals#structfield.tax_exclusive).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_exclusive<T1>(self, value: T1) -> TotalsBuilder<(T0, T1)>
            where
                T1: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0,) = self.0;
                TotalsBuilder((v0, value))
            }
        }

        impl<T0, T1> TotalsBuilder<(T0, T1)> {
            /// Setter for the [`tax_inclusive` field](Totals#structfield.tax_inclusive).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn tax_inclusive<T2>(self, value: T2) -> TotalsBuilder<(T0, T1, T2)>
            where
                T2: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1) = self.0;
                TotalsBuilder((v0, v1, value))
            }
        }

        impl<T0, T1, T2> TotalsBuilder<(T0, T1, T2)> {
            /// Setter for the [`payable` field](Totals#structfield.payable).
            #[inline]
            #[allow(clippy::type_complexity)]
            pub fn payable<T3>(self, value: T3) -> TotalsBuilder<(T0, T1, T2, T3)>
            where
                T3: ::planus::WriteAs<::planus::Offset<str>>,
            {
                let (v0, v1, v2) = self.0;
                TotalsBuilder((v0, v1, v2, value))
            }
        }

        impl<T0, T1, T2, T3> TotalsBuilder<(T0, T1, T2, T3)> {
            /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Totals].
            #[inline]
            pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Totals>
            where
                Self: ::planus::WriteAsOffset<Totals>,
            {
                ::planus::WriteAsOffset::prepare(&self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAs<::planus::Offset<Totals>> for TotalsBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Totals>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Totals> {
                ::planus::WriteAsOffset::prepare(self, builder)
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOptional<::planus::Offset<Totals>> for TotalsBuilder<(T0, T1, T2, T3)>
        {
            type Prepared = ::planus::Offset<Totals>;

            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Totals>> {
                ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
            }
        }

        impl<
            T0: ::planus::WriteAs<::planus::Offset<str>>,
            T1: ::planus::WriteAs<::planus::Offset<str>>,
            T2: ::planus::WriteAs<::planus::Offset<str>>,
            T3: ::planus::WriteAs<::planus::Offset<str>>,
        > ::planus::WriteAsOffset<Totals> for TotalsBuilder<(T0, T1, T2, T3)>
        {
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Totals> {
                let (v0, v1, v2, v3) = &self.0;
                Totals::create(builder, v0, v1, v2, v3)
            }
        }

        /// Reference to a deserialized [Totals].
        #[derive(Copy, Clone)]
        pub struct TotalsRef<'a>(#[allow(dead_code)] ::planus::table_reader::Table<'a>);

        impl<'a> TotalsRef<'a> {
            /// Getter for the [`line_extension` field](Totals#structfield.line_extension).
            #[inline]
            pub fn line_extension(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(0, "Totals", "line_extension")
            }

            /// Getter for the [`tax_exclusive` field](Totals#structfield.tax_exclusive).
            #[inline]
            pub fn tax_exclusive(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(1, "Totals", "tax_exclusive")
            }

            /// Getter for the [`tax_inclusive` field](Totals#structfield.tax_inclusive).
            #[inline]
            pub fn tax_inclusive(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(2, "Totals", "tax_inclusive")
            }

            /// Getter for the [`payable` field](Totals#structfield.payable).
            #[inline]
            pub fn payable(&self) -> ::planus::Result<&'a ::core::primitive::str> {
                self.0.access_required(3, "Totals", "payable")
            }
        }

        impl<'a> ::core::fmt::Debug for TotalsRef<'a> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut f = f.debug_struct("TotalsRef");
                f.field("line_extension", &self.line_extension());
                f.field("tax_exclusive", &self.tax_exclusive());
                f.field("tax_inclusive", &self.tax_inclusive());
                f.field("payable", &self.payable());
                f.finish()
            }
        }

        impl<'a> ::core::convert::TryFrom<TotalsRef<'a>> for Totals {
            type Error = ::planus::Error;

            #[allow(unreachable_code)]
            fn try_from(value: TotalsRef<'a>) -> ::planus::Result<Self> {
                ::core::result::Result::Ok(Self {
                    line_extension: ::core::convert::Into::into(value.line_extension()?),
                    tax_exclusive: ::core::convert::Into::into(value.tax_exclusive()?),
                    tax_inclusive: ::core::convert::Into::into(value.tax_inclusive()?),
                    payable: ::core::convert::Into::into(value.payable()?),
                })
            }
        }

        impl<'a> ::planus::TableRead<'a> for TotalsRef<'a> {
            #[inline]
            fn from_buffer(
                buffer: ::planus::SliceWithStartOffset<'a>,
                offset: usize,
            ) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
                ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
            }
        }

        impl<'a> ::planus::VectorReadInner<'a> for TotalsRef<'a> {
            type Error = ::planus::Error;
            const STRIDE: usize = 4;

            unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| {
                    error_kind.with_error_location("[TotalsRef]", "get", buffer.offset_from_start)
                })
            }
        }

        /// # Safety
        /// The planus compiler generates implementations that initialize
        /// the bytes in `write_values`.
        unsafe impl ::planus::VectorWrite<::planus::Offset<Totals>> for Totals {
            type Value = ::planus::Offset<Totals>;
            const STRIDE: usize = 4;
            #[inline]
            fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
                ::planus::WriteAs::prepare(self, builder)
            }

            #[inline]
            unsafe fn write_values(
                values: &[::planus::Offset<Totals>],
                bytes: *mut ::core::mem::MaybeUninit<u8>,
                buffer_position: u32,
            ) {
                let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
                for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
                    ::planus::WriteAsPrimitive::write(
                        v,
                        ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                        buffer_position - (Self::STRIDE * i) as u32,
                    );
                }
            }
        }

        impl<'a> ::planus::ReadAsRoot<'a> for TotalsRef<'a> {
            fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
                ::planus::TableRead::from_buffer(
                    ::planus::SliceWithStartOffset { buffer: slice, offset_from_start: 0 },
                    0,
                )
                .map_err(|error_kind| error_kind.with_error_location("[TotalsRef]", "read_as_root", 0))
            }
        }
    }
}
