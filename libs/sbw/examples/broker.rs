//! A broker for the user of this process. It prints its port and stops when its standard input ends, so that it never
//! outlives who started it:
//!
//! ```text
//! SBW_USER=/tmp/sbw cargo run -p sbw --example broker
//! ```

use std::io::Read;

use sbw::broker::{Broker, Options};

fn main() -> sbw::Result<()> {
    let broker = Broker::bind(Options::for_user()?)?;
    println!("listening on {}; end standard input to stop", broker.address());
    let stopper = broker.stopper();
    std::thread::spawn(move || {
        // Whether it ends or fails, there is nobody at the other end any more.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        stopper.stop();
    });
    broker.run()
}
