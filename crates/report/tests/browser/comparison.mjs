// A comparison of two runs, by what its reader does with it: node comparison.mjs PAGE.html

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

import { WIDTHS, faults, fits, isInView, open as openPage, run, unfold } from "./harness.mjs";

const address = pathToFileURL(process.argv[2]).href;
const open = (options) => openPage(address, options);

const checks = {
  async "says on the first screen how many cases changed, and asks nobody"() {
    const { tab, noted, close } = await open();
    const answer = tab.locator("#answers li").first();
    assert.ok(await isInView(answer));
    assert.match(await answer.textContent(), /Of \d+ cases: \d+ slower/);
    assert.deepEqual(noted, []);
    await close();
  },

  async "shows only what got slower, and the worst first by its ratio"() {
    const { tab, close } = await open();
    await tab.locator("#filters").getByLabel("Verdict").selectOption("regressed");
    const rows = tab.locator("#compared-cases tbody tr:visible");
    assert.ok(await rows.count() > 0);
    for (const row of await rows.all()) assert.match(await row.textContent(), /regressed/);
    const ratio = tab.getByRole("columnheader", { name: "ratio" }).getByRole("button");
    await ratio.press("Enter");
    await ratio.press("Enter");
    const ratios = await rows.evaluateAll((all) => all.map((row) => Number(row.cells[3].dataset.value)));
    assert.deepEqual(ratios, [...ratios].sort((a, b) => b - a));
    await close();
  },

  async "links to each case, also to one that is filtered out"() {
    const { tab, close } = await open();
    const link = tab.locator("#compared-cases tbody th a").last();
    const name = await link.textContent();
    await link.click();
    await tab.locator("#filters").getByLabel("Search").fill("no such case");
    const hash = await tab.evaluate(() => location.hash);
    await tab.evaluate((hash) => { location.hash = ""; location.hash = hash; }, hash);
    await tab.locator("#compared-cases tr:target", { hasText: name }).waitFor({ state: "visible" });
    await close();
  },

  async "shows the servers of both runs in one picture, before and after"() {
    const { tab, close } = await open();
    const names = await tab.locator("#servers ul.series").first().locator("li").allTextContents();
    assert.ok(names.some((name) => name.endsWith("before")) && names.some((name) => name.endsWith("after")), names.join());
    await close();
  },
};

for (const width of WIDTHS) {
  checks[`fits a screen of ${width} pixels`] = async () => {
    const { tab, close } = await open({ viewport: { width, height: 800 } });
    await unfold(tab);
    assert.ok(await fits(tab));
    await close();
  };
}

for (const colorScheme of ["light", "dark"]) {
  checks[`has no fault of access, ${colorScheme}`] = async () => {
    const { tab, close } = await open({ colorScheme });
    await unfold(tab);
    assert.deepEqual(await faults(tab), []);
    await close();
  };
}

await run(checks);
