//! Words that formats, or code that is generated from them, keep for themselves.

use super::Format;
use super::names::Named;

/// Rust's keywords, which no field can be called.
const RUST: &str = "\
    abstract as async await become box break const continue crate do dyn else enum extern false final fn for \
    gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super \
    trait true try type typeof unsafe unsized use virtual where while yield";

/// Types and values that emitted code of Rust names.
const RUST_TYPES: &str = "\
    Self String Vec Option Box BTreeMap Some None Ok Err Result";

/// What the lexer of Thrift's compiler refuses wherever it stands.
const THRIFT: &str = "\
    BEGIN END __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ abstract alias and \
    args as assert async begin binary bool break byte case catch class clone const continue cpp_include \
    cpp_type declare def default del delete do double dynamic elif else elseif elsif end enddeclare endfor \
    endforeach endif endswitch endwhile ensure enum except exception exec extends finally float for foreach \
    from function global goto i16 i32 i64 i8 if implements import in include inline instanceof interface is \
    lambda list map module namespace native new next nil not oneway optional or package pass print private \
    protected public raise redo reference register required rescue retry return self service set sizeof \
    static string struct super switch synchronized then this throw throws transient try typedef undef union \
    unless unsigned until use uuid var virtual void volatile when while with xor yield";

/// Keywords and types of FlatBuffers.
const FLATBUFFERS: &str = "\
    attribute bool byte double enum false file_extension file_identifier float float32 float64 include inf \
    infinity int int16 int32 int64 int8 long namespace nan native_include null root_type rpc_service short \
    string struct table true ubyte uint uint16 uint32 uint64 uint8 ulong union ushort";

/// Keywords and types of Cap'n Proto, and what its generated code of Rust cannot call a variant or a module.
const CAPNP: &str = "\
    self Self builder owned pipeline reader which async Async await Await dyn Dyn try Try \
    annotation const enum extends false from group import inf interface nan struct true union using void Bool \
    Data Float32 Float64 Int16 Int32 Int64 Int8 List Text UInt16 UInt32 UInt64 UInt8 Void AnyPointer \
    AnyStruct AnyList Capability";

/// Keywords of XDR, and of C, into which the usual compiler translates.
const XDR: &str = "\
    auto bool bool_t break case char const continue default do double else enum extern float for goto hyper \
    if inline int long opaque program quad_t quadruple register return short signed sizeof static string \
    struct switch typedef u_char u_int u_long u_quad_t u_short union unsigned version void volatile while";

/// Whether a name of this kind is such a word.
pub fn is_keyword(format: Format, named: Named, name: &str) -> bool {
    let words = match format {
        Format::Rust if named == Named::Field => RUST,
        Format::Rust => RUST_TYPES,
        Format::Thrift => THRIFT,
        Format::FlatBuffers => FLATBUFFERS,
        Format::CapnProto => CAPNP,
        Format::Xdr => XDR,
        Format::Protobuf | Format::Avro | Format::JsonSchema => return false,
    };
    words.split(' ').any(|word| word == name)
}
