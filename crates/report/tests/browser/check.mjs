// Opens a report in headless Chromium and checks what only a browser can tell. `.ci/browser` runs it:
//   node check.mjs CHROMIUM PAGE.html KEYS.txt     (a key of a case in each line)

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const [executablePath, page, keys] = process.argv.slice(2);
const address = pathToFileURL(page).href;
const wanted = readFileSync(keys, "utf8").split("\n").filter(Boolean);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

/** Opens the page and notes every error and every request beyond the file itself. */
const open = async (options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Nothing here waits for time to pass; a machine that others use may take long over anything.
  context.setDefaultTimeout(180_000);
  const tab = await context.newPage();
  const noted = [];
  tab.on("console", (message) => noted.push(`console: ${message.text()}`));
  tab.on("pageerror", (error) => noted.push(`error: ${error}`));
  tab.on("dialog", (dialog) => { noted.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  tab.on("request", (request) => {
    if (request.url() !== address && !request.url().startsWith("data:")) noted.push(`request: ${request.url()}`);
  });
  await tab.goto(address);
  return { tab, noted, close: () => context.close() };
};

const rows = (tab) => tab.$$eval("#all-cases tbody tr", (all) => all.filter((row) => !row.hidden).map((row) => row.dataset.key));
const column = (tab, name) => tab.$eval("#all-cases thead", (head, name) =>
  [...head.rows[0].cells].findIndex((cell) => cell.textContent.trim() === name), name);
const cells = (tab, index) => tab.$$eval("#all-cases tbody tr", (all, index) =>
  all.filter((row) => !row.hidden).map((row) => row.cells[index].textContent), index);

const checks = {
  async "loads without a word on the console and asks nobody"() {
    const { tab, noted, close } = await open();
    assert.deepEqual(noted, []);
    await close();
  },

  async "shows every case of the run"() {
    const { tab, close } = await open();
    assert.deepEqual((await rows(tab)).sort(), [...wanted].sort());
    await close();
  },

  async "shows every case without its script too"() {
    const { tab, close } = await open({ javaScriptEnabled: false });
    assert.equal(await tab.locator("#all-cases tbody tr").count(), wanted.length);
    assert.equal(await tab.locator("#filters").isVisible(), false);
    assert.equal(await tab.locator("#theme").isVisible(), false);
    await close();
  },

  async "sorts by numbers and by names, both ways, by keyboard"() {
    const { tab, close } = await open();
    const size = tab.locator("#all-cases thead th", { hasText: "Size" });
    const sizes = () => tab.$$eval("#all-cases tbody tr", (all) => all.map((row) => row.cells[10].dataset.value));
    assert.equal(await column(tab, "Size"), 10);
    const before = await sizes();
    await size.locator("button").press("Enter");
    assert.equal(await size.getAttribute("aria-sort"), "ascending");
    const known = before.filter((value) => value !== undefined).map(Number).sort((a, b) => a - b);
    const up = await sizes();
    assert.deepEqual(up.slice(0, known.length).map(Number), known);
    assert.ok(up.slice(known.length).every((value) => value === undefined), "cases without a size come last");
    await size.locator("button").press("Enter");
    assert.equal(await size.getAttribute("aria-sort"), "descending");
    assert.deepEqual((await sizes()).slice(0, known.length).map(Number), [...known].reverse());
    const candidate = tab.locator("#all-cases thead th", { hasText: "Candidate" });
    await candidate.locator("button").press("Enter");
    assert.equal(await tab.locator("#all-cases [aria-sort]").count(), 1);
    const names = (await cells(tab, 0)).map((name) => name.toLowerCase());
    assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
    assert.equal((await rows(tab)).length, wanted.length);
    await close();
  },

  async "filters by value and by words, counts what is left, and shows all again"() {
    const { tab, close } = await open();
    await tab.locator("#filters").getByLabel("Operation").selectOption("encode");
    const operation = await column(tab, "Operation");
    const encode = await cells(tab, operation);
    assert.ok(encode.length > 0 && encode.length < wanted.length && encode.every((value) => value === "encode"));
    const [first] = await rows(tab);
    const name = first.split("/")[1];
    await tab.locator("#filters").getByLabel("Search").fill(name);
    const found = await rows(tab);
    assert.ok(found.includes(first) && found.length < encode.length);
    assert.equal(await tab.locator("#filters output").textContent(), `${found.length} of ${wanted.length} cases`);
    await tab.getByRole("button", { name: "Show all" }).click();
    await tab.waitForFunction((all) => document.querySelectorAll("#all-cases tbody tr:not([hidden])").length === all, wanted.length);
    await close();
  },

  async "filters and sorts hundreds of cases at once"() {
    const { tab, close } = await open();
    await tab.locator("#filters").getByLabel("Search").fill("no case has such a name");
    assert.deepEqual(await rows(tab), []);
    await tab.locator("#all-cases thead button").first().click();
    assert.deepEqual(await rows(tab), [], "sorting shows nothing that is filtered out");
    await close();
  },

  async "goes from light to dark and back as the reader wishes"() {
    const { tab, close } = await open({ colorScheme: "light" });
    const background = () => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const theme = tab.locator("#theme");
    const light = await background();
    await theme.click();
    assert.equal(await background(), light);
    await theme.click();
    assert.notEqual(await background(), light);
    assert.equal(await theme.textContent(), "Theme: dark");
    await theme.click();
    assert.equal(await background(), light);
    await close();
  },

  async "names every picture, and draws what is told apart in colours of the theme"() {
    const { tab, close } = await open({ colorScheme: "dark" });
    const untitled = await tab.$$eval("svg", (all) => all.filter((svg) =>
      svg.getAttribute("aria-hidden") !== "true" && !(svg.querySelector("title")?.textContent && svg.querySelector("desc"))).length);
    assert.equal(untitled, 0);
    const unthemed = await tab.$$eval("svg [fill^='#']", (all) => all.filter((shape) => {
      const [r, g, b] = shape.getAttribute("fill").match(/\w\w/g).map((digits) => parseInt(digits, 16));
      return getComputedStyle(shape).fill === `rgb(${r}, ${g}, ${b})`;
    }).length);
    assert.equal(unthemed, 0);
    await close();
  },

  async "begins with a link that skips to the answers"() {
    const { tab, close } = await open();
    await tab.keyboard.press("Tab");
    assert.equal(await tab.evaluate(() => document.activeElement.getAttribute("href")), "#answers");
    const broken = await tab.$$eval("a[href^='#']", (all) => all.map((link) => link.getAttribute("href").slice(1))
      .filter((id) => !document.getElementById(id)));
    assert.deepEqual(broken, []);
    const doubled = await tab.$$eval("[id]", (all) => all.length - new Set(all.map((element) => element.id)).size);
    assert.equal(doubled, 0);
    await close();
  },
};

for (const width of [360, 768, 1280]) {
  checks[`fits a screen of ${width} pixels`] = async () => {
    const { tab, close } = await open({ viewport: { width, height: 800 } });
    await tab.$$eval("details", (all) => all.forEach((details) => { details.removeAttribute("name"); details.open = true; }));
    assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await close();
  };
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 1280]) {
    checks[`has no serious fault of access, ${colorScheme}, ${width} pixels`] = async () => {
      const { tab, close } = await open({ colorScheme, viewport: { width, height: 900 } });
      await tab.$$eval("details", (all) => all.forEach((details) => { details.removeAttribute("name"); details.open = true; }));
      // Messages are alike, and so are the rows of a table but for the first and the last few; each takes a while.
      await tab.$$eval("section[id^='message-'] ~ section[id^='message-'], .answers tbody ~ tbody, .tradeoff details ~ details",
        (all) => all.forEach((part) => part.remove()));
      await tab.$$eval("tbody, .sparks", (all) => all.forEach((part) =>
        [...part.children].slice(4, -12).forEach((child) => child.remove())));
      await tab.evaluate(axe);
      const { violations } = await tab.evaluate(() => window.axe.run());
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(grave.map(({ id, nodes }) => `${id}: ${nodes.length} x ${nodes[0].html.slice(0, 200)}`), []);
      await close();
    };
  }
}

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  const start = performance.now();
  try {
    await check();
    console.log(`ok   ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
