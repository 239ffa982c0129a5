//! What flatc and capnp write from JSON is what is read from their bytes. A tool that is not installed is said and passed over, in CI only if
//! `cargo xtask setup` does not install it.

use std::path::Path;
use std::process::Command;

use wirecost_types::import;
use wirecost_types::wire::{self, WireForm};
use wirecost_value::{Value, json};

fn is_installed(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    assert!(
        is_there || program != "capnp" || std::env::var_os("CI").is_none(),
        "capnp is not installed; cargo xtask setup"
    );
    if !is_there {
        eprintln!("skipped: {program} is not installed");
    }
    is_there
}

/// Has a tool write the messages of a schema, and reads them. Nothing of a schema that the tool refuses.
fn check(form: WireForm, schema: &str, messages: &[&str], mut write: impl FnMut(&Path) -> Option<Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("m.{}", form.format().extension()));
    std::fs::write(&path, schema).unwrap();
    let imported = import::file(&path, Some("A"), &[]).unwrap();
    for message in messages {
        std::fs::write(folder.path().join("m.json"), message).unwrap();
        let Some(bytes) = write(folder.path()) else { continue };
        let held = wire::read(&imported, form, &bytes).unwrap_or_else(|error| panic!("{message}: {error}"));
        let due = imported.model.fit(&json::read(message.as_bytes()).unwrap()).unwrap();
        assert_eq!(held.values, [due], "{message}");
        assert_eq!(held.unknown_fields, 0);
        // No part of it is a message, and none makes the reader stumble.
        for length in 0..bytes.len() {
            drop(wire::read(&imported, form, &bytes[..length]));
        }
    }
}

fn output(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn buffers_of_flatc_are_read() {
    const SCHEMA: &str = "enum K: short { X, Y = 4 } enum F: ubyte (bit_flags) { P, Q } union U { A, S, T }
        struct P { x: byte; y: double; z: [short: 3]; } struct S { p: P; k: K; b: bool; }
        table T { t: string; old: int (deprecated); n: ulong; }
        table A { a: A; l: [A]; s: S; v: [S]; n: [ulong]; t: string; u: U; w: [U]; f: float = 1.5; k: K = Y; g: F; i: [T]; h: [string]; d: [bool]; }
        root_type A;";
    if !is_installed("flatc") {
        return;
    }
    let messages = [
        "{}",
        r#"{"t": "é€", "f": -2.25, "k": "X", "g": 3, "n": [0, 18446744073709551615], "h": ["", "x"], "d": [true, false]}"#,
        r#"{"a": {"a": {"t": "deep"}, "f": 8}, "l": [{"t": "1"}, {"t": "2", "l": [{}]}]}"#,
        r#"{"s": {"p": {"x": -1, "y": 0.5, "z": [1, -2, 3]}, "k": "Y", "b": true}, "v": [{"p": {"x": 1, "y": 2, "z": [0, 0, 9]}, "k": "X", "b": false}]}"#,
        r#"{"u_type": "T", "u": {"t": "in a union", "n": 7}, "w_type": ["S", "T"],
            "w": [{"p": {"x": 1, "y": 2, "z": [1, 2, 3]}, "k": "X", "b": true}, {"n": 1}], "i": [{"n": 5}, {"t": "y"}]}"#,
    ];
    check(WireForm::FlatBuffers, SCHEMA, &messages, |folder| {
        output(Command::new("flatc").current_dir(folder).args(["--binary", "m.fbs", "m.json"]));
        std::fs::read(folder.join("m.bin")).ok()
    });
}

#[test]
fn messages_of_capnp_are_read() {
    const SCHEMA: &str = "@0xdbb9ad1f14bf0b36; struct A { b @0 :Bool = true; i @1 :Int16 = -7; k @2 :K = q; t @3 :Text; l @4 :List(A); n @5 :List(UInt32);
        m @6 :List(List(Bool)); union { v @7 :Void; g :group { x @8 :Float64 = 0.5; y @9 :A; z @10 :Bool; } h @11 :Int8; }
        e @12 :UInt64; o @13 :List(K); f @14 :Float32; } enum K { p @0; q @1; }";
    if !is_installed("capnp") {
        return;
    }
    let messages = [
        r#"{"v": null}"#,
        r#"{"b": false, "i": 300, "k": "p", "t": "é€", "h": -3, "e": "18446744073709551615", "f": 1.5}"#,
        r#"{"g": {"x": 2, "y": {"h": 1, "t": "deep"}, "z": true}, "n": [1, 4294967295], "o": ["q", "p"]}"#,
        r#"{"l": [{"t": "1", "v": null}, {"t": "2", "h": 4, "l": [{"v": null}]}], "m": [[true, false, true], [], [false]], "h": 0}"#,
    ];
    check(WireForm::CapnProto, SCHEMA, &messages, |folder| Some(output(&mut convert(folder))));
}

/// Structs of random fields, with unions and groups within each other: each field has the place that the compiler gives it.
#[test]
fn fields_of_capnp_lie_where_its_compiler_has_them() {
    const STRUCTS: u64 = 60;
    if !is_installed("capnp") {
        return;
    }
    let mut read = 0;
    for seed in 0..STRUCTS {
        let mut maker = Fields { random: fastrand::Rng::with_seed(seed), names: 0 };
        let members = maker.members(0, 3);
        // Fields get their places in the order of their numbers, which is not that of the file.
        let mut numbers: Vec<usize> = (0..members.iter().map(Member::fields).sum()).collect();
        maker.random.shuffle(&mut numbers);
        let schema = format!("@0xdbb9ad1f14bf0b36; struct A {{ {} }}", text(&members, &mut numbers.into_iter()));
        let message = String::from_utf8(json::write(&maker.value(&members, false)).unwrap()).unwrap();
        check(WireForm::CapnProto, &schema, &[&message], |folder| {
            let converted = convert(folder).output().unwrap();
            // Older compilers had a fault in structs like this one.
            if String::from_utf8_lossy(&converted.stderr).contains("capnproto/issues/344") {
                return None;
            }
            assert!(converted.status.success(), "{schema}: {}", String::from_utf8_lossy(&converted.stderr));
            read += 1;
            Some(converted.stdout)
        });
    }
    assert!(2 * read > STRUCTS, "{read} of {STRUCTS}");
}

/// Writes the message of a folder by its schema.
fn convert(folder: &Path) -> Command {
    let message = std::fs::File::open(folder.join("m.json")).unwrap();
    let mut capnp = Command::new("capnp");
    capnp.current_dir(folder).args(["convert", "json:binary", "m.capnp", "A"]).stdin(message);
    capnp
}

struct Member {
    name: String,
    kind: Kind,
}

enum Kind {
    Field(&'static str),
    Group { members: Vec<Member>, is_union: bool },
}

impl Member {
    fn fields(&self) -> usize {
        match &self.kind {
            Kind::Field(_) => 1,
            Kind::Group { members, .. } => members.iter().map(Self::fields).sum(),
        }
    }
}

fn text(members: &[Member], numbers: &mut impl Iterator<Item = usize>) -> String {
    let member = |member: &Member| match &member.kind {
        Kind::Field(ty) => format!("{} @{} :{ty};", member.name, numbers.next().unwrap()),
        Kind::Group { members, is_union } => {
            let what = if *is_union { "union" } else { "group" };
            format!("{} :{what} {{ {} }}", member.name, text(members, &mut *numbers))
        }
    };
    members.iter().map(member).collect::<Vec<_>>().join(" ")
}

struct Fields {
    random: fastrand::Rng,
    names: usize,
}

impl Fields {
    fn members(&mut self, depth: usize, least: usize) -> Vec<Member> {
        let count = self.random.usize(least..7);
        (0..count).map(|_| self.member(depth)).collect()
    }

    fn member(&mut self, depth: usize) -> Member {
        const TYPES: [&str; 12] =
            ["Bool", "Bool", "Bool", "Int8", "UInt8", "Int16", "Int16", "Int32", "UInt32", "Float64", "Text", "Void"];
        self.names += 1;
        let name = format!("f{}", self.names);
        let kind = match self.random.usize(..10) {
            0 | 1 if depth < 3 => Kind::Group { members: self.members(depth + 1, 2), is_union: true },
            2 if depth < 3 => Kind::Group { members: self.members(depth + 1, 1), is_union: false },
            _ => Kind::Field(TYPES[self.random.usize(..TYPES.len())]),
        };
        Member { name, kind }
    }

    /// A value of all members, or of one of a union.
    fn value(&mut self, members: &[Member], is_union: bool) -> Value {
        let chosen = if is_union { Some(self.random.usize(..members.len())) } else { None };
        let there = members.iter().enumerate().filter(|(place, _)| chosen.is_none_or(|chosen| chosen == *place));
        let there: Vec<&Member> = there.map(|(_, member)| member).collect();
        let entry = |member: &Member| {
            let value = match &member.kind {
                Kind::Group { members, is_union } => self.value(members, *is_union),
                Kind::Field("Void") => Value::Null,
                Kind::Field("Bool") => Value::Boolean(self.random.bool()),
                Kind::Field("Text") => Value::Text(self.random.alphanumeric().to_string()),
                Kind::Field("Float64") => Value::Float64(f64::from(self.random.i16(..)) / 4.0),
                Kind::Field("Int8") => self.random.i8(..).into(),
                Kind::Field("UInt8") => self.random.u8(..).into(),
                Kind::Field("Int16") => self.random.i16(..).into(),
                Kind::Field("Int32") => self.random.i32(..).into(),
                Kind::Field(_) => self.random.u32(..).into(),
            };
            (member.name.clone(), value)
        };
        Value::Map(there.into_iter().map(entry).collect())
    }
}
