use std::fs;

use wirecost_value::json;

use super::*;

const MONSTER: &str = r#"
// The usual example, with what else the language has.
include "more/common.fbs";
namespace Game.Example;
attribute "priority";
enum Color:byte (bit_flags) { Red = 0, Green, Blue = 3, }
enum Kind:ubyte { None = 1, Orc, Elf = 7 }
union Equipment { Weapon, Purse: Game.Money, string }
struct Vec3 { x:float; y:float; z:[double:2]; }
table Monster {
  pos:Vec3 (required);
  mana:short = 150;
  hp:int = null;
  name:string (required, key);
  friendly:bool = true (deprecated, priority: 1);
  inventory:[ubyte] (nested_flatbuffer: "Monster");
  color:Color = Blue;
  kind:Kind = Orc;
  equipped:Equipment;
  all:[Equipment];
  path:[Vec3];
  weapons:[Weapon] = [];
  speed:float = -1.5;
  next:Monster;
}
table Weapon { name:string; damage:short; }
root_type Monster;
file_identifier "MONS";
rpc_service Shop { Buy(Monster):Weapon (streaming: "none"); }
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("more")).unwrap();
    fs::write(folder.path().join("monster.fbs"), MONSTER).unwrap();
    fs::write(folder.path().join("more/common.fbs"), "namespace Game;\ntable Money { coins:ulong; }\n").unwrap();
    folder
}

fn fit(imported: &Imported, text: &str) -> Result<String, String> {
    let value = json::read(text.as_bytes()).unwrap();
    let fitted = imported.model.fit(&value).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(json::write(&fitted).unwrap()).unwrap())
}

#[test]
fn a_table_has_the_types_and_defaults_of_its_schema() {
    let folder = folder();
    let imported = super::super::file(&folder.path().join("monster.fbs"), None, &[]).unwrap();
    assert_eq!((imported.format, imported.type_name.as_str()), (Some(Format::FlatBuffers), "Game.Example.Monster"));
    let fitted = fit(
        &imported,
        r#"{"pos": {"x": 1, "y": 2, "z": [3, 4]}, "name": "o", "kind": "Elf", "equipped_type": "Purse", "equipped": {"coins": 3},
            "all_type": ["Weapon", "string"], "all": [{"name": "axe"}, "x"], "inventory": [1, 2], "color": 9}"#,
    )
    .unwrap();
    for part in [
        r#""mana":150"#,
        r#""kind":"Elf""#,
        r#""equipped_type":"Purse","equipped":{"coins":3}"#,
        r#""weapons":[]"#,
        r#""color":9"#,
        r#""speed":-1.5"#,
        r#""all":[{"name":"axe","damage":0},"x"]"#,
    ] {
        assert!(fitted.contains(part), "{part} in {fitted}");
    }
    assert!(!fitted.contains("hp") && !fitted.contains("friendly"), "{fitted}");
    assert!(
        fit(&imported, r#"{"pos": {"x": 1, "y": 2, "z": []}}"#).unwrap_err().contains("name: this field is missing")
    );
    let far = super::parse("a.fbs", "table A { x:float = -inf; y:double = nan; z:bool = 1; }", None).unwrap();
    assert!(far.model.fit(&json::read(b"{}").unwrap()).unwrap().get("x") == Some(&Value::Float32(f32::NEG_INFINITY)));
    let by_name = super::super::file(&folder.path().join("monster.fbs"), Some("Weapon"), &[]).unwrap();
    assert_eq!(fit(&by_name, r#"{"name": "axe"}"#).unwrap(), r#"{"name":"axe","damage":0}"#);
}

#[test]
fn broken_files_are_reported_with_their_place() {
    for (text, says) in [
        ("table A { x:int }", "a.fbs:1:17: ';' is expected, not '}'"),
        ("tabel A { x:int; }", "a.fbs:1:1: \"tabel\" begins no definition"),
        ("table A { x:Nope; }", "a.fbs: A.x: the type \"Nope\" is not known"),
        ("enum E:int { A }\ntable T { e:E = B; }", "a.fbs"),
        ("enum E:text { A }", "a.fbs:1:8: the numbers of an enumeration are of a type"),
        ("table A { x:int = 3", "a.fbs:1:20: ';' is missing"),
        ("table A { x:string = nope; }", "its default nope is no value of its type"),
        ("include \"b.fbs\"; table A { x:B; }", "the type \"B\" is not known"),
    ] {
        let error = super::parse("a.fbs", text, None).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
