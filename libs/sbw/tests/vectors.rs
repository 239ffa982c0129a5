//! Byte for byte what the original puts on the wire (section 15 of the fact sheet in docs/sbw.md).

use sbw::block::{Array, Block, BlockReader, Complex, Elements, Matrix, Shape, Value};
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::{Error, Exception, ExceptionCode};

fn hex(text: &str) -> Vec<u8> {
    let digits: String = text.chars().filter(char::is_ascii_hexdigit).collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// The item must be written as given, and read as the same value.
#[track_caller]
fn item(expected: &str, value: Value) {
    let mut bytes = hex(expected);
    assert_eq!(bytes.pop(), Some(0xff));
    let mut block = Block::new();
    block.value(&value).unwrap();
    assert_eq!(block.items(), bytes);
    assert_eq!(block.values().unwrap(), [value]);
    let mut reader = BlockReader::new(block.items());
    reader.skip().unwrap();
    assert!(reader.at_end());
}

fn array(sizes: &[usize], elements: Elements) -> Value {
    Value::Array(Box::new(Array::new(sizes, elements).unwrap()))
}

#[test]
fn scalars() {
    item("00 7f ff", Value::Byte(127));
    item("01 fb ff ff ff ff", Value::Integer(-5));
    item("02 9a 99 99 99 99 99 b9 3f ff", Value::Double(0.1));
    item("03 01 ff", Value::Boolean(true));
    item("04 02 00 00 00 68 69 ff", Value::text("hi"));
    item("04 00 00 00 00 ff", Value::text(""));
    item(
        "08 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 f0 bf ff",
        Value::Complex(Box::new(Complex { re: 1.0, im: -1.0 })),
    );
}

#[test]
fn arrays() {
    item(
        "05 02 01 00 00 00 02 00 00 00 00 00 00 00 00 00 f8 3f 00 00 00 00 00 00 00 c0 ff",
        array(&[2], Elements::Double(vec![1.5, -2.0])),
    );
    item(
        "05 01 01 00 00 00 03 00 00 00 01 00 00 00 02 00 00 00 03 00 00 00 ff",
        array(&[3], Elements::Integer(vec![1, 2, 3])),
    );
    item("05 02 01 00 00 00 00 00 00 00 ff", array(&[0], Elements::Double(vec![])));
    item(
        "05 04 01 00 00 00 02 00 00 00 01 00 00 00 61 00 00 00 00 ff",
        array(&[2], Elements::String(vec![b"a".to_vec(), vec![]])),
    );
    item(
        "05 08 01 00 00 00 01 00 00 00 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40 ff",
        array(&[1], Elements::Complex(vec![Complex { re: 1.0, im: 2.0 }])),
    );
    let doubles: String = [0.0f64, 1.0, 2.0, 3.0, 4.0, 5.0]
        .iter()
        .flat_map(|double| double.to_le_bytes())
        .map(|byte| format!("{byte:02x}"))
        .collect();
    item(
        &format!("05 02 02 00 00 00 02 00 00 00 03 00 00 00 {doubles} ff"),
        array(&[2, 3], Elements::Double(vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0])),
    );
}

#[test]
fn lists_and_arrays_of_what_nests() {
    item(
        "06 03 00 00 00 01 01 00 00 00 04 01 00 00 00 61 06 00 00 00 00 ff",
        Value::List(vec![Value::Integer(1), Value::text("a"), Value::List(vec![])]),
    );
    item(
        "05 06 01 00 00 00 02 00 00 00 01 00 00 00 01 01 00 00 00 00 00 00 00 ff",
        array(&[2], Elements::List(vec![vec![Value::Integer(1)], vec![]])),
    );
    let inner = |integers: &[i32]| Array::new(&[integers.len()], Elements::Integer(integers.to_vec())).unwrap();
    item(
        "06 01 00 00 00 05 05 01 00 00 00 02 00 00 00 01 01 00 00 00 02 00 00 00 07 00 00 00 08 00 00 00
         01 01 00 00 00 00 00 00 00 ff",
        Value::List(vec![array(&[2], Elements::Array(vec![inner(&[7, 8]), inner(&[])]))]),
    );
}

#[test]
fn typed_and_dynamic_writers_agree() {
    let mut typed = Block::new();
    typed.item(&1u8).unwrap();
    typed.item("a").unwrap();
    typed.item(&vec![String::from("b"), String::new()]).unwrap();
    typed.item(&Matrix::new(1, 2, vec![3, 4]).unwrap()).unwrap();
    typed.texts(&["b", ""]).unwrap();
    let strings = || array(&[2], Elements::String(vec![b"b".to_vec(), vec![]]));
    let values =
        [Value::Byte(1), Value::text("a"), strings(), array(&[1, 2], Elements::Integer(vec![3, 4])), strings()];
    assert_eq!(typed.values().unwrap(), values);
    let (byte, text, strings, matrix): (u8, String, Vec<String>, Matrix<i32>) = typed.read().unwrap();
    assert_eq!((byte, text.as_str(), strings.len(), matrix.rows(), matrix.columns()), (1, "a", 2, 1, 2));
}

const BROKER: ModuleId = ModuleId::BROKER;

#[test]
fn messages() {
    let call = Frame::call(MethodId::new(BROKER, 0, 0), ModuleId(5), 101, Block::new()).unwrap();
    assert_eq!(call.bytes(), hex("1a000000 ffffffff 02 65000000 05000000 00000000 00000000 ff"));
    let reply = Frame::reply(ModuleId(5), 101, Block::new()).unwrap();
    assert_eq!(reply.bytes(), hex("0e000000 05000000 00 65000000 ff"));
    let send = Frame::send(MethodId::new(ModuleId(0), 0, 2), ModuleId(5), Block::new()).unwrap();
    assert_eq!(send.bytes(), hex("1a000000 00000000 01 ffffffff 05000000 00000000 02000000 ff"));
    let exception = Exception::new(ExceptionCode::ServiceNotFound, "unknown service id");
    let frame = Frame::exception(ModuleId(5), 101, &exception).unwrap();
    let text: String = "unknown service id".bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(frame.bytes(), hex(&format!("2a000000 05000000 03 65000000 09 04 12000000 {text} 04 00000000")));

    let mut startup = Block::new();
    startup.integer(6);
    startup.string("second").unwrap();
    let startup = Frame::send(MethodId::new(ModuleId(5), SYSTEM_SERVICE, 5), BROKER, startup).unwrap();
    assert_eq!(
        startup.bytes(),
        hex("2a000000 05000000 01 ffffffff ffffffff ffffffff 05000000 01 06000000 04 06000000 7365636f6e64 ff")
    );
}

#[test]
fn messages_are_taken_apart() {
    let bytes = hex("1a000000 00000000 01 ffffffff 05000000 00000000 02000000 ff");
    let Message::Request(request) = Message::parse(&bytes).unwrap() else { panic!() };
    assert!(!request.is_call);
    assert_eq!((request.method, request.source), (MethodId::new(ModuleId(0), 0, 2), ModuleId(5)));
    assert!(BlockReader::new(request.items).at_end());

    let mut exception = hex("1a000000 05000000 03 65000000 2a 04 01000000 61 04 01000000 62");
    let parsed = Message::Exception {
        destination: ModuleId(5),
        message_id: 101,
        exception: Exception { code: ExceptionCode::Other(42), message: "a".into(), detail: "b".into() },
    };
    assert_eq!(Message::parse(&exception).unwrap(), parsed);
    exception.push(0xff);
    exception[0] += 1;
    assert_eq!(Message::parse(&exception).unwrap(), parsed, "a terminator is tolerated");
}

#[test]
fn arguments_past_those_a_method_reads_are_ignored_and_missing_ones_are_named() {
    let mut block = Block::new();
    block.integer(1);
    block.integer(2);
    assert_eq!(block.read::<(i32,)>().unwrap(), (1,));
    let error = block.read::<(i32, i32, f64)>().unwrap_err();
    assert_eq!(error.to_string(), "encountered terminator required double");
    assert_eq!(Exception::from(error).code, ExceptionCode::TypeMismatch);
}

#[test]
fn a_mismatch_is_reported_in_the_words_of_libsbw() {
    let mut block = Block::new();
    block.integer(1);
    block.shaped_array(Shape::new(&[1, 1, 1]).unwrap(), &[7]).unwrap();
    let exception = Exception::from(block.reader().string().unwrap_err());
    assert_eq!(exception, Exception::new(ExceptionCode::TypeMismatch, "encountered integer required string "));
    let array = |error: sbw::Result<()>| Exception::from(error.unwrap_err()).message;
    let second = || {
        let mut reader = block.reader();
        reader.skip().unwrap();
        reader
    };
    assert_eq!(array(second().array::<f64>().map(drop)), "encountered integer required double ");
    assert_eq!(array(second().integer().map(drop)), "encountered array required integer ");
    let message = array(second().item::<Matrix<i32>>().map(drop));
    assert_eq!(message, "expecting 2 dimensional array, received 3 dimensions");
    assert!(array(second().array::<i32>().map(drop)).starts_with("expecting 1 dimensional array"));
}

#[test]
fn doubles_go_into_the_callers_buffer_whatever_their_shape() {
    let mut block = Block::new();
    block.shaped_array(Shape::new(&[2, 2]).unwrap(), &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut buffer = [0.0; 5];
    assert_eq!(block.reader().doubles_into(&mut buffer).unwrap().sizes(), [2, 2]);
    assert_eq!(buffer, [1.0, 2.0, 3.0, 4.0, 0.0]);
    assert!(matches!(block.reader().doubles_into(&mut buffer[..3]), Err(Error::Shape(_))));
    assert!(matches!(block.reader().array::<f64>(), Err(Error::DimensionCount { received: 2, required: 1 })));
    assert!(matches!(block.reader().array::<i32>(), Err(Error::TypeMismatch { .. })));
}
