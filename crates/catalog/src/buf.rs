//! Where the modules of a workspace of buf lie, <https://buf.build/docs/configuration/v2/buf-yaml/>: imports of a `.proto` file start there.

use std::path::{Path, PathBuf};

use wirecost_value::Value;

use crate::file::yaml;

/// Longer files are none that buf reads.
const MAX_BYTES: u64 = 1 << 20;

/// The folders where imports of a schema start: first the given ones, then the modules that each `buf.yaml` and `buf.work.yaml` above the
/// schema lists. A file of buf that cannot be read lists none.
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
    let items = |key: &str| value.get(key).and_then(Value::as_items).unwrap_or_default().iter();
    let of_modules = items("modules").filter_map(|module| module.get("path")?.as_text());
    of_modules.chain(items("directories").filter_map(Value::as_text)).map(str::to_owned).collect()
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
