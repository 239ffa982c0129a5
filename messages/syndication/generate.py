"""Writes feed.xml of the message `syndication` to standard output. The same on every run: nothing here is random."""

from datetime import datetime, timedelta

TOPICS = ["brokers", "parsers", "caches", "schedulers", "compilers", "sockets", "histograms"]
START = datetime(2026, 1, 5, 8, 0)

print(
    """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
\t<title>Notes on measuring &amp; engineering</title>
\t<link>https://notes.example.com/</link>
\t<description>Made-up notes, for measuring alone</description>
\t<language>en</language>
\t<!-- fifty items, newest first -->
\t<atom:link href="https://notes.example.com/feed.xml" rel="self" type="application/rss+xml"/>"""
)
for number in range(50, 0, -1):
    topic = TOPICS[number % len(TOPICS)]
    date = (START + timedelta(days=number, minutes=37 * number)).strftime("%a, %d %b %Y %H:%M:%S +0000")
    address = f"https://notes.example.com/{topic}/{1000 + number}/"
    print(
        f"""\t<item>
\t\t<title>What {topic} cost: part {number}</title>
\t\t<link>{address}</link>
\t\t<comments>{address}#comments</comments>
\t\t<pubDate>{date}</pubDate>
\t\t<dc:creator>{["Ada", "Grace", "Edsger", "Barbara"][number % 4]}</dc:creator>
\t\t<category><![CDATA[{topic}]]></category>
\t\t<guid isPermaLink="false">https://notes.example.com/?p={4000 + 13 * number}</guid>
\t\t<description>Today we look at {topic} &#8212; and at &lt;what&gt; they cost, in naïve numbers ...</description>
\t\t<content:encoded><![CDATA[<p>Today we look at <a href="{address}">{topic}</a> and at what they cost.</p>
<p>Run {number} of 50 took {number * 137 % 1000} ms &mdash; &quot;as expected&quot;.</p>
<ul><li>first: {number * 31 % 97}</li><li>second: {number * 53 % 89}</li></ul>]]></content:encoded>
\t</item>"""
    )
print("</channel>\n</rss>")
