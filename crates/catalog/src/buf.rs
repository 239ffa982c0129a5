//! Where the modules of a workspace of buf lie, <https://buf.build/docs/configuration/v2/buf-yaml/>: imports of a `.proto` file start there.

use std::path::{Path, PathBuf};

use wirecost_value::Value;

use crate::file::yaml;

/// Longer files are none that buf reads.
const MAX_BYTES: u64 = 1 << 20;

/// The folders where imports of a schema start: those that were given, and those of modules that a `buf.yaml` or `buf.work.yaml` above
/// the file names. One that cannot be read names none.
pub fn roots(schema: &Path, given: &[PathBuf]) -> Vec<PathBuf> {
    let above = std::path::absolute(schema).unwrap_or_else(|_| schema.to_owned());
    let modules = above.ancestors().skip(1).flat_map(|folder| {
        let named = |file: &str| read(&folder.join(file)).map(|value| modules(&value)).unwrap_or_default();
        let named = [named("buf.yaml"), named("buf.work.yaml")].concat();
        named.into_iter().map(|module| folder.join(module)).collect::<Vec<_>>()
    });
    given.iter().cloned().chain(modules).collect()
}

fn read(file: &Path) -> Option<Value> {
    let is_short = file.metadata().is_ok_and(|data| data.is_file() && data.len() <= MAX_BYTES);
    is_short.then(|| yaml::read(&std::fs::read(file).ok()?).ok()).flatten()
}

/// The folders of `modules: [{path: DIR}]` and of `directories: [DIR]`.
fn modules(value: &Value) -> Vec<String> {
    let of_modules = list(value, "modules").iter().filter_map(|module| text(get(module, "path")?));
    of_modules.chain(list(value, "directories").iter().filter_map(text)).collect()
}

fn get<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
        _ => None,
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    match get(value, key) {
        Some(Value::Sequence(items)) => items,
        _ => &[],
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_a_workspace_are_roots() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write(
            "buf.yaml",
            "version: v2\nmodules:\n  - path: shop\n    name: buf.build/a/shop\n  - path: vendor/money\n",
        );
        write("old/buf.work.yaml", "version: v1\ndirectories:\n  - apis\n");
        write("shop/v1/order.proto", "");
        let given = [PathBuf::from("given")];
        let [first, rest @ ..] = &*roots(&folder.path().join("shop/v1/order.proto"), &given) else { panic!() };
        assert_eq!(first, &given[0]);
        assert_eq!(rest, ["shop", "vendor/money"].map(|module| folder.path().join(module)));
        let old = roots(&folder.path().join("old/apis/a.proto"), &[]);
        assert!(old.contains(&folder.path().join("old/apis")), "{old:?}");
        write("buf.yaml", "modules: [");
        assert!(roots(&folder.path().join("shop/v1/order.proto"), &[]).is_empty());
    }
}
