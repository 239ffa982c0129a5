//! A neighbour on a shared machine: keeps a core busy in one way until it is stopped. `taskset -c CORE` says which.
//!
//! ```text
//! neighbour arithmetic     waits for nothing but the core
//! neighbour vectors        the widest multiplications and additions that AVX2 has
//! neighbour cache          reads and writes all over 64 MiB: whatever lies in the caches is evicted
//! neighbour bandwidth      copies 128 MiB from one place to another, again and again
//! ```

use std::hint::black_box;

fn main() {
    let kind = std::env::args().nth(1).unwrap_or_default();
    match kind.as_str() {
        "arithmetic" => arithmetic(),
        "vectors" => vectors(),
        "cache" => cache(),
        "bandwidth" => bandwidth(),
        _ => {
            eprintln!("give arithmetic, vectors, cache or bandwidth");
            std::process::exit(2);
        }
    }
}

fn arithmetic() {
    let mut numbers = [1u64, 2, 3, 4];
    loop {
        for number in &mut numbers {
            *number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
        black_box(&mut numbers);
    }
}

#[cfg(target_arch = "x86_64")]
fn vectors() {
    use std::arch::x86_64::{_mm256_fmadd_ps, _mm256_set1_ps};

    #[target_feature(enable = "avx2,fma")]
    fn spin() {
        let mut sums = [_mm256_set1_ps(1.0); 10];
        let factor = _mm256_set1_ps(0.999);
        loop {
            for _ in 0..1_000 {
                for sum in &mut sums {
                    *sum = _mm256_fmadd_ps(*sum, factor, factor);
                }
            }
            black_box(&mut sums);
        }
    }
    assert!(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"), "this processor has no AVX2");
    // SAFETY: the processor has what the function is compiled for.
    unsafe { spin() }
}

#[cfg(not(target_arch = "x86_64"))]
fn vectors() {
    eprintln!("there are no vectors of AVX2 here");
    std::process::exit(2);
}

fn cache() {
    /// Bytes of a line of the caches.
    const LINE: usize = 64;
    let mut memory = vec![1u8; 64 << 20];
    let lines = memory.len() / LINE;
    let mut at = 1usize;
    loop {
        // A generator of Lehmer's kind (Park and Miller, Communications of the ACM 31, 1988).
        at = at * 48_271 % 0x7fff_ffff;
        let byte = &mut memory[at % lines * LINE];
        *byte = byte.wrapping_add(1);
    }
}

fn bandwidth() {
    let (from, mut to) = (vec![1u8; 128 << 20], vec![0u8; 128 << 20]);
    loop {
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
    }
}
