//! Finds the servers: a folder with a `server.rs` is one, and no list names it.

use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    println!("cargo::rerun-if-changed={root}");
    let mut names: Vec<String> = fs::read_dir(&root)
        .expect("the folder of the crate can be read")
        .map(|entry| entry.expect("the folder of the crate can be read"))
        .filter(|entry| entry.path().join("server.rs").is_file())
        .map(|entry| entry.file_name().into_string().expect("a candidate's folder has a name in UTF-8"))
        .collect();
    names.sort();
    let (mut source, mut list) = (String::new(), String::new());
    for name in names {
        // Apart from the library of the same name.
        let module = format!("server_{}", name.replace('-', "_"));
        let path = Path::new(&root).join(&name).join("server.rs");
        source.push_str(&format!("#[path = {:?}]\nmod {module};\n", path.display().to_string()));
        list.push_str(&format!("    ({name:?}, {module}::serve),\n"));
    }
    source.push_str(&format!("\nconst SERVERS: &[(&str, crate::Serve)] = &[\n{list}];\n"));
    fs::write(Path::new(&out).join("servers.rs"), source).expect("OUT_DIR can be written");
}
