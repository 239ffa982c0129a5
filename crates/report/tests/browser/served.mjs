// The pages of `wirecost serve`, by what their reader does with them: node served.mjs http://127.0.0.1:PORT/
// It expects nine generated runs, the last of them with cases that changed.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { WIDTHS, faults, fits, open as openPage, run, unfold } from "./harness.mjs";

const home = process.argv[2];
const open = (path = "", options = {}) => openPage(home + path, { home, ...options });
const PAGES = ["", "runs/latest", "runs/latest/live", "history?search=candidate-0", "history?case=codec/candidate-1/echo-float/encode",
  "compare?run=20260102-030408&run=20260102-030409", "nothing"];

const checks = {
  async "finds a run by a word, and opens its report"() {
    const { tab, noted, close } = await open();
    await tab.getByRole("searchbox").fill("030405");
    await tab.getByRole("button", { name: "Search" }).click();
    assert.match(await tab.locator("output").textContent(), /^1 of 9 runs/);
    await tab.getByRole("link", { name: "20260102-030405-abcd", exact: true }).click();
    assert.match(await tab.locator("h1").textContent(), /What does a message cost/);
    await tab.getByRole("link", { name: "All runs" }).click();
    assert.equal(await tab.locator("h1").textContent(), "Stored runs");
    assert.deepEqual(noted, []);
    await close();
  },

  async "compares two runs that were chosen by keyboard"() {
    const { tab, close } = await open();
    for (const run of ["20260102-030409-abcd", "20260102-030408-abcd"]) {
      await tab.getByRole("checkbox", { name: run }).press("Space");
    }
    await tab.getByRole("button", { name: "Compare the chosen runs" }).press("Enter");
    await tab.waitForURL(/\/compare/);
    assert.match(await tab.locator("header").textContent(), /Run 20260102-030409-abcd .* against 20260102-030408-abcd/);
    await close();
  },

  async "follows a case from a report to its history, and on to a run"() {
    const { tab, close } = await open("runs/latest");
    const history = tab.locator("#all-cases tbody a", { hasText: "history" }).nth(2);
    const name = await history.getAttribute("aria-label");
    await history.click();
    assert.equal(`History of ${await tab.locator("h1").textContent()}`, name);
    const spot = tab.locator("svg.explored .spot").first();
    await spot.focus();
    assert.match(await tab.locator(".tip").textContent(), /20260102-030401-abcd/);
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/\/runs\/20260102-030401-abcd/);
    await close();
  },

  async "gives the report as a file that opens without the server"() {
    const { tab, close } = await open("runs/latest");
    const [download] = await Promise.all([
      tab.waitForEvent("download"),
      tab.getByRole("link", { name: "Download this page" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "wirecost-20260102-030409-abcd.html");
    // The browser takes a file for a page by its name.
    const folder = mkdtempSync(join(tmpdir(), "wirecost-"));
    const saved = join(folder, download.suggestedFilename());
    await download.saveAs(saved);
    const { tab: file, noted, close: closeFile } = await openPage(`file://${saved}`);
    assert.match(await file.locator("h1").textContent(), /What does a message cost/);
    assert.deepEqual(noted, []);
    await closeFile();
    rmSync(folder, { recursive: true });
    await close();
  },
};

for (const path of PAGES) {
  checks[`fits every screen: /${path}`] = async () => {
    const { tab, close } = await open(path);
    await unfold(tab);
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 800 });
      assert.ok(await fits(tab), `${width} pixels`);
    }
    await close();
  };
  for (const colorScheme of ["light", "dark"]) {
    checks[`has no fault of access, ${colorScheme}: /${path}`] = async () => {
      const { tab, close } = await open(path, { colorScheme });
      await unfold(tab);
      assert.deepEqual(await faults(tab), []);
      await close();
    };
  }
}

await run(checks);
