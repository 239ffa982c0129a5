//! An engine in C, behind a small library of six functions that is loaded when the server starts.
//!
//! So this program needs no library of the system to be built, and no code of such a library is in its process unless a
//! store was started that needs it. docs/kv.md ("An engine in C") has the functions.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use libloading::Library;

use super::{Batch, Engine, Failure, Work};

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> *mut c_void;
type Found = unsafe extern "C" fn(*mut c_void, *const u8, usize);
type Get = unsafe extern "C" fn(*mut c_void, *const u8, usize, Found, *mut c_void) -> c_int;
type Set = unsafe extern "C" fn(*mut c_void, *const u8, usize, *const u8, usize) -> c_int;
type Delete = unsafe extern "C" fn(*mut c_void, *const u8, usize) -> c_int;
type Clear = unsafe extern "C" fn(*mut c_void) -> c_int;
type Told = unsafe extern "C" fn() -> *const c_char;

/// An engine in C.
pub struct Shim {
    store: *mut c_void,
    get: Get,
    set: Set,
    delete: Delete,
    clear: Clear,
    error: Told,
    // The functions are in it.
    _library: Library,
}

fn failure(reason: impl ToString) -> Failure {
    Failure::new("engine in C", reason)
}

/// Why a library cannot be loaded: the loader's own words come after those of the crate.
fn not_loaded(library: &Path, error: &libloading::Error) -> Failure {
    let cause = std::error::Error::source(error).map_or_else(String::new, |cause| format!(": {cause}"));
    failure(format!("{}: {error}{cause}", library.display()))
}

impl Shim {
    /// Loads the library, and opens or makes a store in a folder.
    pub fn open(library: &Path, folder: &Path, options: &str) -> Result<Self, Failure> {
        if cfg!(target_feature = "crt-static") {
            // It could load a second C library of another version beside its own.
            return Err(failure(format!("{}: a program linked statically loads no library", library.display())));
        }
        let text = |bytes: &[u8]| CString::new(bytes).map_err(failure);
        let (folder, options) = (text(folder.as_os_str().as_bytes())?, text(options.as_bytes())?);
        // SAFETY: the library is what the candidate's build made of its own C file; loading it runs no code of ours, and its
        // functions have these types (docs/kv.md).
        let (library, open, get, set, delete, clear, error) = unsafe {
            let library = Library::new(library).map_err(|error| not_loaded(library, &error))?;
            let open = *library.get::<Open>(b"engine_open").map_err(failure)?;
            let get = *library.get::<Get>(b"engine_get").map_err(failure)?;
            let set = *library.get::<Set>(b"engine_set").map_err(failure)?;
            let delete = *library.get::<Delete>(b"engine_delete").map_err(failure)?;
            let clear = *library.get::<Clear>(b"engine_clear").map_err(failure)?;
            let error = *library.get::<Told>(b"engine_error").map_err(failure)?;
            (library, open, get, set, delete, clear, error)
        };
        // SAFETY: both texts end with a zero and outlive the call.
        let store = unsafe { open(folder.as_ptr(), options.as_ptr()) };
        let shim = Self { store, get, set, delete, clear, error, _library: library };
        if store.is_null() { Err(shim.failure()) } else { Ok(shim) }
    }

    /// What the engine said last.
    fn failure(&self) -> Failure {
        // SAFETY: the function gives a text that ends with a zero and stays as it is until the next call.
        failure(unsafe { CStr::from_ptr((self.error)()) }.to_string_lossy())
    }

    /// What an engine answered: yes, no, or that it gave up.
    fn told(&self, answer: c_int) -> Result<bool, Failure> {
        if answer < 0 { Err(self.failure()) } else { Ok(answer > 0) }
    }
}

/// Hands an entry of C's to the closure behind `context`.
unsafe extern "C" fn show(context: *mut c_void, entry: *const u8, bytes: usize) {
    // SAFETY: `context` is what `get` below passed, which lives until the engine returns; the engine owns `bytes` bytes at
    // `entry` meanwhile.
    unsafe {
        let found = &mut *context.cast::<&mut dyn FnMut(&[u8])>();
        found(std::slice::from_raw_parts(entry, bytes));
    }
}

impl Engine for Shim {
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure> {
        work(self)
    }
}

impl Batch for Shim {
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure> {
        let mut found = found;
        let context = std::ptr::from_mut(&mut found).cast();
        // SAFETY: the store is open, the key outlives the call, and `show` gets what it expects.
        self.told(unsafe { (self.get)(self.store, key.as_ptr(), key.len(), show, context) })
    }

    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure> {
        // SAFETY: the store is open, and key and entry outlive the call.
        let told = unsafe { (self.set)(self.store, key.as_ptr(), key.len(), entry.as_ptr(), entry.len()) };
        self.told(told).map(|_| ())
    }

    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure> {
        // SAFETY: the store is open, and the key outlives the call.
        self.told(unsafe { (self.delete)(self.store, key.as_ptr(), key.len()) })
    }

    fn clear(&mut self) -> Result<(), Failure> {
        // SAFETY: the store is open.
        self.told(unsafe { (self.clear)(self.store) }).map(|_| ())
    }
}
