//! A broker for the user of this process, or with `private` as argument one that writes no files. It prints its port
//! and stops when its standard input ends, so that it never outlives who started it:
//!
//! ```text
//! SBW_USER=/tmp/sbw cargo run -p sbw --example broker
//! ```

use std::io::Read;

use sbw::broker::{Broker, Options};

fn main() -> sbw::Result<()> {
    let private = std::env::args().nth(1).is_some_and(|argument| argument == "private");
    let broker = Broker::bind(if private { Options::private() } else { Options::for_user()? })?;
    println!("listening on {}; end standard input to stop", broker.address());
    let stopper = broker.stopper();
    std::thread::spawn(move || {
        // Whether it ends or fails, there is nobody at the other end any more.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        stopper.stop();
    });
    broker.run()
}
