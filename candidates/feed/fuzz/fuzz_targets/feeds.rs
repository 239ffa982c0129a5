#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_feed_rust::crawl::{MOST_ENTRIES, parse};
use wirecost_feed_rust::pubsub::checked;

// Reads a feed. Whatever it says, its entries can be published.
fuzz_target!(|data: &[u8]| {
    if let Ok(feed) = parse(data, "https://example.org/feed") {
        assert!(feed.entries.len() <= MOST_ENTRIES);
        for entry in feed.entries {
            checked(entry).expect("an entry that keeps the limits");
        }
    }
});
