//! Clients that are not ours.

use std::path::Path;
use std::process::Command;

use super::server;

#[test]
fn pymemcache_understands_the_server() {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/strangers/bin/python");
    let has = Command::new(&python).args(["-c", "import pymemcache"]).output().is_ok_and(|it| it.status.success());
    if !has {
        eprintln!("not tested: no pymemcache in {}; cargo xtask setup", python.display());
        return;
    }
    const SCRIPT: &str = r#"
import sys
from pymemcache.client.base import Client
client = Client(("127.0.0.1", int(sys.argv[1])), timeout=20, default_noreply=False)
value = bytes(range(256)) * 40
assert client.set("k", value) and client.get("k") == value
assert client.set_many({f"k{n}": str(n).encode() for n in range(100)}) == []
assert client.get_many([f"k{n}" for n in range(100)]) == {f"k{n}": str(n).encode() for n in range(100)}
assert client.get("missing") is None
assert not client.add("k", b"x") and client.replace("k", b"x") and client.append("k", b"y") and client.prepend("k", b"w")
found, unique = client.gets("k")
assert found == b"wxy"
assert client.cas("k", b"new", unique) is True and client.cas("k", b"newer", unique) is False
assert client.set("n", b"10") and client.incr("n", 5) == 15 and client.decr("n", 20) == 0
assert client.touch("n", 60) and client.delete("n") and not client.delete("n")
assert client.stats()[b"evictions"] == 0
assert client.version().startswith(b"0.")
try:
    client.set("k", b"v" * (1 << 21))
    raise SystemExit("a value of 2 MiB was taken")
except Exception as error:
    assert "too large" in str(error), error
assert client.flush_all() and client.get("k") is None
client.quit()
"#;
    let output = Command::new(&python).args(["-c", SCRIPT, &server().port().to_string()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn memcapable_of_libmemcached_passes() {
    // Debian's has another name.
    let names = ["/usr/bin/memccapable", "/usr/bin/memcapable"];
    let Some(program) = names.into_iter().find(|name| Path::new(name).exists()) else {
        eprintln!("not tested: no memccapable; cargo xtask setup");
        return;
    };
    let port = server().port().to_string();
    let output = Command::new(program).args(["-h", "127.0.0.1", "-p", &port, "-a", "-t", "20"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("pass"), "{said}");
    assert!(!said.contains("FAIL"), "{said}");
}
