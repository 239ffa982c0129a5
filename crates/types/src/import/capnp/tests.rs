use std::fs;

use wirecost_value::json;

const SHOP: &str = r#"
@0xdbb9ad1f14bf0b36;  # unique
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("shop");
using import "more/money.capnp".Money;
using Day = Date;
const limit :UInt32 = 12;
annotation note(field) :Text;

struct Order @0xfeedfacecafebeef $Cxx.name("Order") {
  id @0 :UInt64;
  name @1 :Text = "none";
  photo @2 :Data;
  lines @3 :List(Line);
  total @4 :Money $note("x");
  day @5 :Day;
  state @6 :State = sent;
  rate @7 :Float32 = -2.5e1;
  union {
    card @8 :Text;
    cash :group { given @9 :Int32 = -5; back @10 :Int32; }
    none @11 :Void;
  }
  ship :union { pickup @12 :Void; address @13 :List(Text); }
  struct Line { sku @0 :Text; count @1 :Int16 = 0x10; next @2 :Order.Line; }
  enum State { open @0; sent @1; }
  struct Date { year @0 :Int16; month @1 :UInt8; }
}
struct Date { stamp @0 :Int64; }
interface Store extends(Other) { get @0 (id :UInt64) -> (order :Order); struct Params { x @0 :Int8; } }
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["more", "std"] {
        fs::create_dir_all(folder.path().join(name).join("capnp")).unwrap();
    }
    fs::write(folder.path().join("shop.capnp"), SHOP).unwrap();
    fs::write(folder.path().join("std/capnp/c++.capnp"), "@0x1; annotation namespace(file) :Text;\n").unwrap();
    fs::write(folder.path().join("more/money.capnp"), "@0x2; struct Money { cents @0 :Int64; by @1 :Text; }\n")
        .unwrap();
    folder
}

#[test]
fn a_struct_has_the_types_and_defaults_of_its_schema() {
    let folder = folder();
    let imported =
        super::super::file(&folder.path().join("shop.capnp"), Some("Order"), &[folder.path().join("std")]).unwrap();
    let fit = |text: &str| {
        let fitted = imported.model.fit(&json::read(text.as_bytes()).unwrap()).map_err(|error| error.to_string())?;
        Ok::<_, String>(String::from_utf8(json::write(&fitted).unwrap()).unwrap())
    };
    let fitted = fit(
        r#"{"id": "7", "photo": "AQI=", "lines": [{"sku": "a", "next": {"sku": "b", "count": 3}}], "total": {"cents": "5"},
            "day": {"stamp": 3}, "cash": {"given": 2}, "ship": {"address": ["x"]}}"#,
    )
    .unwrap();
    for part in [
        r#""id":7"#,
        r#""lines":[{"sku":"a","count":16,"next":{"sku":"b","count":3}}]"#,
        r#""total":{"cents":5}"#,
        r#""day":{"stamp":3}"#,
        r#""state":"sent","rate":-25"#,
        r#""cash":{"given":2,"back":0}"#,
        r#""ship":{"address":["x"]}"#,
    ] {
        assert!(fitted.contains(part), "{part} in {fitted}");
    }
    assert!(!fitted.contains("name") && !fitted.contains("card"), "{fitted}");
    assert!(fit(r#"{"card": "x", "cash": {}}"#).unwrap_err().contains("can hold one field only"));
    assert!(fit(r#"{"state": "lost"}"#).unwrap_err().contains("at .state"));
}

#[test]
fn broken_files_are_reported_with_their_place() {
    for (text, says) in [
        ("@0x1;\nstruct A { x @0 :Int8 }", "a.capnp:2:"),
        ("struct A { x @0 :Nope; }", "a.capnp: A: .x: the type \"Nope\" is not known"),
        ("struct A { x @0 :Map(Text, Text); }", "a.capnp:1:18: a type with parameters has no counterpart"),
        ("struct A(T) { x @0 :Text; }", "a.capnp: A: a type with parameters"),
        ("struct A { x @0 :B; } interface B { }", ".x: B is an interface or a value"),
        ("using A = B; using B = A; struct C { x @0 :A; }", "stands for itself"),
        ("struct A { x @0 :import \"b.capnp\".B; }", "\"b.capnp\" is not at hand"),
        ("enum E { a; } struct A { e @0 :E; }", "a.capnp:1:11: a symbol has a number"),
        ("struct A { x @0 :Int8 = .limit; }", "its default is a constant"),
    ] {
        let error =
            super::parse("a.capnp", text, Some("A").filter(|_| !text.contains("struct C"))).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
