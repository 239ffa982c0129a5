// A report, by what its reader does with it. `.ci/browser` runs it:
//   node check.mjs PAGE.html KEYS.txt     (a key of a case in each line)

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { WIDTHS, faults, fits, isInView, open as openPage, run, unfold } from "./harness.mjs";

const [page, keys] = process.argv.slice(2);
const address = pathToFileURL(page).href;
const wanted = readFileSync(keys, "utf8").split("\n").filter(Boolean);
const open = (options) => openPage(address, options);

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
      svg.getAttribute("aria-hidden") !== "true"
        && !((svg.getAttribute("aria-label") || svg.querySelector("title")?.textContent) && svg.querySelector("desc"))).length);
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

// What a reader comes for.
Object.assign(checks, {
  async "answers on the first screen, and a link leads to the answers of a message"() {
    const { tab, close } = await open();
    const answers = tab.locator("#answers");
    const first = answers.locator("dl.verdicts dd, table.overview tbody tr").first();
    if (await first.count()) {
      assert.ok(await isInView(first), "the answer needs scrolling");
      const link = answers.locator("table.overview tbody a").last();
      if (await link.count()) {
        const message = await link.textContent();
        await link.click();
        const section = tab.getByRole("region", { name: message, exact: true }).first();
        assert.ok(await isInView(section.getByRole("heading", { name: message, exact: true }).first()));
        assert.match(await section.textContent(), /smallest.*fastest to/s);
      }
    }
    await close();
  },

  async "compares formats with the baseline, and leads from a figure to its case"() {
    const { tab, close } = await open();
    const table = tab.locator("table.formats").first();
    if (await table.count()) {
      const figure = table.locator("td a").first();
      const said = await figure.textContent();
      await figure.click();
      const row = tab.locator("#all-cases tr:target");
      assert.ok(await row.isVisible());
      assert.ok((await row.textContent()).includes(said.replace("<", "")) || said.startsWith("<"), said);
    }
    await close();
  },

  async "says the values of a point to the pointer and to the keyboard"() {
    const { tab, close } = await open();
    await unfold(tab);
    const picture = tab.locator("svg.explored").first();
    if (await picture.count()) {
      const spots = picture.locator(".spot");
      const tip = tab.locator(".tip");
      await spots.first().hover({ force: true });
      assert.ok(await tip.isVisible());
      assert.match(await tip.textContent(), /\d/);
      await spots.first().focus();
      const first = await tip.textContent();
      assert.equal(first, await spots.first().getAttribute("aria-label"));
      await tab.keyboard.press("ArrowRight");
      assert.notEqual(await tip.textContent(), first);
      assert.equal(await picture.locator(".spot[tabindex='0']").count(), 1, "one stop for the tabulator");
      await tab.keyboard.press("Escape");
      assert.equal(await tip.isVisible(), false);
      await tab.keyboard.press("Enter");
      assert.ok(await tab.locator("#all-cases tr:target").isVisible(), "a point leads to its case");
    }
    await close();
  },

  async "a link to a case shows it, wherever it was filtered out"() {
    const key = wanted.find((key) => /^[\w/-]+$/.test(key));
    const { tab, close } = await openPage(`${address}#case-${key}`, { home: address });
    assert.ok(await isInView(tab.locator(`#all-cases tr[data-key="${key}"]`)));
    await tab.locator("#filters").getByLabel("Search").fill("no case has such a name");
    await tab.evaluate((key) => { location.hash = ""; location.hash = `case-${key}`; }, key);
    await tab.waitForFunction((key) => !document.querySelector(`tr[data-key="${key}"]`).hidden, key);
    await close();
  },

  async "shows servers in one picture, each line with its name"() {
    const { tab, close } = await open();
    const picture = tab.locator("figure.overlay", { hasText: "By quantile" }).first();
    if (await picture.count()) {
      const names = await tab.locator("ul.series").first().locator("li").allTextContents();
      const points = await picture.locator(".spot").evaluateAll((all) => all.map((spot) => spot.getAttribute("aria-label")));
      assert.ok(names.every((name) => points.some((point) => point.startsWith(name))), names.join());
      assert.ok(points.some((point) => /p99: [\d.]+ [mun]?s/.test(point)), points[0]);
    }
    await close();
  },
});

for (const width of WIDTHS) {
  checks[`fits a screen of ${width} pixels`] = async () => {
    const { tab, close } = await open({ viewport: { width, height: 800 } });
    await unfold(tab);
    assert.ok(await fits(tab));
    await close();
  };
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of WIDTHS) {
    checks[`has no fault of access, ${colorScheme}, ${width} pixels`] = async () => {
      const { tab, close } = await open({ colorScheme, viewport: { width, height: 900 } });
      await unfold(tab);
      // Messages are alike, and so are the rows of a table but for the first and the last few; each takes a while.
      await tab.$$eval("section[id^='message-'] ~ section[id^='message-'], .answers tbody ~ tbody",
        (all) => all.forEach((part) => part.remove()));
      await tab.$$eval("tbody, .sparks", (all) => all.forEach((part) =>
        [...part.children].slice(4, -12).forEach((child) => child.remove())));
      assert.deepEqual(await faults(tab), []);
      await close();
    };
  }
}

await run(checks);
