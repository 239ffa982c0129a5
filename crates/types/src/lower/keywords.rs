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
    Self String Vec Option Box BTreeMap Some None Ok Err Result Serialize Deserialize";

/// What the lexer of Thrift's compiler refuses wherever it stands, in this release or an older one, and what its generator of Python
/// refuses.
const THRIFT: &str = "\
    BEGIN END False None True __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ \
    abstract alias and args as assert async begin binary bool break byte case catch class clone cocoa_prefix \
    const continue cpp_include cpp_namespace cpp_type csharp_namespace declare def default del delete \
    delphi_namespace do double dynamic elif else elseif elsif end enddeclare endfor endforeach endif \
    endswitch endwhile ensure enum except exception exec extends false finally float for foreach from \
    function global goto i16 i32 i64 i8 if implements import in include inline instanceof interface is \
    java_package lambda list map module namespace native new next nil nonlocal not oneway optional or \
    package pass perl_package php_namespace print private protected public py_module raise redo reference \
    register required rescue retry return ruby_namespace self senum service set sizeof slist \
    smalltalk_category smalltalk_prefix static string struct super switch synchronized then this throw \
    throws transient true try typedef undef union unless unsigned until use uuid var virtual void volatile \
    when while with xor xsd_all xsd_attrs xsd_namespace xsd_nillable xsd_optional yield";

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

/// Keywords of XDR, and of C, into which the usual compiler translates; and names that GNU C replaces by numbers before that.
const XDR: &str = "\
    alignas alignof asm auto bool bool_t break case char const constexpr continue default do double else \
    enum errno extern false float for goto hyper i386 if inline int linux long nullptr opaque program quad_t \
    quadruple register restrict return short signed sizeof static static_assert string struct switch \
    thread_local true typedef typeof typeof_unqual u_char u_int u_long u_quad_t u_short union unix unsigned \
    version void volatile while";

/// Types for which C's library for XDR has a function `xdr_*` already, and names in the headers that it includes.
const XDR_TYPES: &str = "\
    abort abs accept accepted_reply array auth_stat authunix_parms bind bytes call_body callhdr callmsg \
    connect control des_block destroy div exit free getbytes getint32 getlong getpos group_req index int16_t \
    int32_t int64_t int8_t iovec kill linger listen longlong_t malloc msg_type netbuf netconfig netobj \
    opaque_auth perror pmap pmaplist pointer popen printf putbytes putint32 putlong puts raise rand random \
    random_data realloc recv reference reject_stat rejected_reply remove rename replymsg rewind rmtcall_args \
    rmtcallres rpc_err rpc_msg rpcb rpcb_entry rpcb_stat rpcblist select send setpos shutdown sigaction \
    sigevent signal sigval sockaddr socket stderr stdin stdout system timespec timeval timezone u_hyper \
    u_int16_t u_int32 u_int32_t u_int64_t u_int8_t u_longlong_t uint uint16_t uint32_t uint64_t uint8_t ulong \
    unixcred ushort vector wrapstring";

/// The lists of a format for names of a kind.
fn lists(format: Format, named: Named) -> &'static [&'static str] {
    match (format, named) {
        (Format::Rust, Named::Field) => &[RUST],
        (Format::Rust, Named::Type | Named::Symbol) => &[RUST_TYPES],
        (Format::Thrift, _) => &[THRIFT],
        (Format::FlatBuffers, _) => &[FLATBUFFERS],
        (Format::CapnProto, _) => &[CAPNP],
        (Format::Xdr, Named::Type) => &[XDR, XDR_TYPES],
        (Format::Xdr, Named::Field) => &[XDR],
        // All symbols of XDR have a prefix.
        (Format::Xdr, Named::Symbol) | (Format::Protobuf | Format::Avro | Format::JsonSchema, _) => &[],
    }
}

/// Whether a name of this kind is such a word.
pub fn is_keyword(format: Format, named: Named, name: &str) -> bool {
    lists(format, named).iter().any(|words| words.split(' ').any(|word| word == name))
}

/// All such words of a format, whatever they cannot name.
pub fn all(format: Format) -> impl Iterator<Item = &'static str> {
    let kinds = [Named::Type, Named::Field, Named::Symbol];
    kinds.into_iter().flat_map(move |named| lists(format, named)).flat_map(|words| words.split(' '))
}
