//! What is called: one service whose methods take a message and answer with it, or with how many elements it has.
//!
//! For each type of message there are two methods: `echoFloat` returns what it got; `countFloat` returns a number, as the
//! server of the experiment that compared SBW with XML-RPC did. A count makes a server decode a large request and answer with a
//! small reply; it is of the value, so that no server can answer without having read it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
pub use wirecost_rpc_protocol::Operation;
pub use wirecost_value::Value;

pub use crate::types::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text};

/// The service's name where a stack wants one.
pub const SERVICE: &str = "wirecost";

/// A message that can be an argument.
pub trait Payload: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What [`Operation::Count`] answers.
    fn elements(&self) -> i32;
}

/// Never more than a message may have bytes.
pub(crate) fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl Payload for EchoFloat {
    /// Its bits, so that it has to be read.
    fn elements(&self) -> i32 {
        self.value.to_bits() as i32
    }
}

impl Payload for Empty {
    fn elements(&self) -> i32 {
        0
    }
}

impl Payload for Text {
    /// Bytes of its UTF-8.
    fn elements(&self) -> i32 {
        number(self.value.len())
    }
}

impl Payload for Doubles {
    fn elements(&self) -> i32 {
        number(self.values.len())
    }
}

impl Payload for Dns {
    fn elements(&self) -> i32 {
        number(self.records.len())
    }
}

impl Payload for Value {
    fn elements(&self) -> i32 {
        match self {
            Value::Sequence(items) => number(items.len()),
            Value::Map(entries) => number(entries.len()),
            Value::Text(text) => number(text.len()),
            Value::Bytes(bytes) => number(bytes.len()),
            _ => 1,
        }
    }
}

/// The answer to [`Operation::Count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How many.
    pub value: i32,
}

impl From<i32> for Count {
    fn from(value: i32) -> Self {
        Self { value }
    }
}

impl From<Count> for i32 {
    fn from(count: Count) -> Self {
        count.value
    }
}

/// A method: its name and what it does.
#[derive(Debug)]
pub struct Method<T, R> {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub handler: fn(T) -> R,
}

impl<T, R> Clone for Method<T, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, R> Copy for Method<T, R> {}

/// Returns what it got.
pub fn echo<T>(message: T) -> T {
    message
}

/// Counts what it got.
pub fn count<T: Payload>(message: T) -> Count {
    Count { value: message.elements() }
}

/// Calls `$use($($argument,)* Method::<Argument, Result>)` for every method of the typed messages; with `any`, also for
/// those of messages that have no type. With `in module`, the types are that module's own in place of those here, of the
/// same names, with `Count`, `echo` and `count`: for libraries whose messages are other structs.
#[macro_export]
macro_rules! every_method {
    (any $use:ident($($argument:expr),*)) => {
        $crate::every_method!($use($($argument),*));
        $crate::every_method!(@both [$crate::messages] $use ($($argument),*) Value "echoValue" "countValue");
    };
    (in $module:ident $use:ident $arguments:tt) => {
        $crate::every_method!(@each [$module] $use $arguments);
    };
    ($use:ident $arguments:tt) => {
        $crate::every_method!(@each [$crate::messages] $use $arguments);
    };
    (@each $module:tt $use:ident $arguments:tt) => {
        $crate::every_method!(@both $module $use $arguments EchoFloat "echoFloat" "countFloat");
        $crate::every_method!(@both $module $use $arguments Empty "echoEmpty" "countEmpty");
        $crate::every_method!(@both $module $use $arguments Text "echoText" "countText");
        $crate::every_method!(@both $module $use $arguments Doubles "echoDoubles" "countDoubles");
        $crate::every_method!(@both $module $use $arguments Dns "echoDns" "countDns");
    };
    (@both [$($module:tt)*] $use:ident ($($argument:expr),*) $type:ident $echo:literal $count:literal) => {
        $use($($argument,)* $crate::messages::Method::<$($module)*::$type, $($module)*::$type> {
            name: $echo,
            handler: $($module)*::echo,
        });
        $use($($argument,)* $crate::messages::Method::<$($module)*::$type, $($module)*::Count> {
            name: $count,
            handler: $($module)*::count,
        });
    };
}

/// Calls `$use($($argument,)* Method::<Argument, Result>)` for the method that the message type and the operation of a
/// [`Calling`](crate::client::Calling) stand for; with `any`, also for messages that have no type; `in module` as for
/// [`every_method`]. An error for a type that has no method.
#[macro_export]
macro_rules! method_of {
    (any $calling:expr, $use:ident $arguments:tt) => {
        $crate::method_of!(@each [$crate::messages] $calling, $use $arguments "any" Value "echoValue" "countValue")
    };
    (in $module:ident $calling:expr, $use:ident $arguments:tt) => {
        $crate::method_of!(@each [$module] $calling, $use $arguments)
    };
    ($calling:expr, $use:ident $arguments:tt) => {
        $crate::method_of!(@each [$crate::messages] $calling, $use $arguments)
    };
    (@each $module:tt $calling:expr, $use:ident $arguments:tt $($more:tt)*) => {
        $crate::method_of!(@among $module $calling, $use $arguments
            "echo-float" EchoFloat "echoFloat" "countFloat"
            "empty" Empty "echoEmpty" "countEmpty"
            "string" Text "echoText" "countText"
            "doubles" Doubles "echoDoubles" "countDoubles"
            "dns" Dns "echoDns" "countDns"
            $($more)*
        )
    };
    (@among $module:tt $calling:expr, $use:ident $arguments:tt
        $($tag:literal $type:ident $echo:literal $count:literal)*) => {
        match (&*$calling.message_type, $calling.operation) {
            $(
                ($tag, $crate::messages::Operation::Echo) => {
                    $crate::method_of!(@one $calling, $module $use $arguments $type $type $echo echo)
                }
                ($tag, $crate::messages::Operation::Count) => {
                    $crate::method_of!(@one $calling, $module $use $arguments $type Count $count count)
                }
            )*
            (other, _) => Err(format!("it has no method for a message of type {other:?}").into()),
        }
    };
    (@one $calling:expr, [$($module:tt)*] $use:ident ($($argument:expr),*)
        $type:ident $result:ident $name:tt $handler:ident) => {
        $use($($argument,)* $crate::messages::Method::<$($module)*::$type, $($module)*::$result> {
            name: $calling.name_of($name),
            handler: $($module)*::$handler,
        })
    };
}
