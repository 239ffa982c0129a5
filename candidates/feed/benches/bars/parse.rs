//! The CPU time of reading a feed of 5 MB.

use wirecost_feed_rust::crawl::parse;

use crate::deliveries::{cpu, spread};

pub fn measure() {
    let text = "A sentence of a feed, with a <b>word</b> in bold &amp; some more of it. ".repeat(12);
    let item = |at: usize| {
        format!(
            "<item><guid>https://example.org/{at}</guid><title>Item {at}</title><link>https://example.org/{at}</link>\
             <pubDate>Fri, 03 Apr 2009 07:46:28 GMT</pubDate><description><![CDATA[{text}]]></description></item>"
        )
    };
    let items: String = (0..4_600).map(item).collect();
    let feed = format!("<?xml version='1.0'?><rss version='2.0'><channel><title>t</title>{items}</channel></rss>");
    let times = (0..20).map(|_| {
        let before = cpu();
        assert_eq!(parse(feed.as_bytes(), "https://example.org/").expect("a feed").entries.len(), 500);
        (cpu() - before).as_secs_f64() * 1e3
    });
    let times = spread(times.collect());
    println!("parse of a feed of {:.1} MB, ms of CPU time: {times}", feed.len() as f64 / 1e6);
}
