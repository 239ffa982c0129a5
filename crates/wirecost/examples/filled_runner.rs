//! The odd runner with a planted filler: code that none of its candidates calls, but that moves theirs in memory. The two
//! are builds of the same candidates, and a gate must see no difference between them (METHOD 27).

#[path = "odd_runner.rs"]
mod odd;

macro_rules! filler {
    ($($name:ident),*) => {
        $(#[inline(never)]
        fn $name(seed: u64) -> u64 {
            let text = format!("{}{seed}", stringify!($name));
            text.bytes().fold(seed, |hash, byte| hash.rotate_left(5) ^ u64::from(byte))
        })*

        /// Keeps the filler in the program.
        #[used]
        static FILLER: &[fn(u64) -> u64] = &[$($name),*];
    };
}

filler!(one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen);

fn main() -> std::process::ExitCode {
    odd::main()
}
