// How long pages take to open in Chromium, from the start of navigation to the end of its load event and to the first
// picture on the screen: node opens.mjs PAGE.html ...

import { pathToFileURL } from "node:url";

import { end, open } from "./harness.mjs";

for (const page of process.argv.slice(2)) {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const { tab, close } = await open(pathToFileURL(page).href);
    times.push(await tab.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { loadEventEnd } = performance.getEntriesByType("navigation")[0];
      const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
      return { load_ms: loadEventEnd, paint_ms: paint };
    }));
    await close();
  }
  const median = (of) => times.map(of).sort((a, b) => a - b)[2]?.toFixed(0);
  console.log(`${page}: first picture ${median((t) => t.paint_ms)} ms, load ${median((t) => t.load_ms)} ms (medians of 5)`);
}
await end();
