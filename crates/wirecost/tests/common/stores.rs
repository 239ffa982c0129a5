//! Stores that go wrong.

use super::{Home, example};

/// Writes a candidate of the user's own that plays a fault of the example `faulty_store`.
pub fn faulty(home: &Home, name: &str, fault: &str, every: u64, durability: &str) {
    let program = example("faulty_store");
    home.write(
        &format!("mine/candidates/kv/{name}/candidate.toml"),
        &format!(
            "summary = \"s\"\nlanguage = \"rust\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1.0\"]\n[start]\n\
             command = [\"{program}\", \"{fault}\", \"{every}\"]\n[store]\nprotocol = \"memcached\"\n\
             durability = \"{durability}\"\n"
        ),
    );
}
