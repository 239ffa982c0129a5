// Sorts and filters the table of all cases, and lets the reader choose a theme. The page reads without it.
(() => {
  "use strict";

  const table = document.getElementById("all-cases");
  const filters = document.getElementById("filters");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase()]));

  // A row without a number comes last, in either direction.
  const key = (row, column, numeric) => {
    const cell = row.cells[column];
    if (!numeric) return cell.textContent.toLowerCase();
    return cell.dataset.value === undefined ? undefined : Number(cell.dataset.value);
  };

  const compare = (a, b) => {
    if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
    return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
  };

  const sort = (heading, column) => {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const numeric = "number" in heading.dataset;
    const keyed = rows.map((row, place) => ({ row, place, key: key(row, column, numeric) }));
    keyed.sort((a, b) => {
      const missing = a.key === undefined || b.key === undefined;
      return (down && !missing ? -1 : 1) * compare(a.key, b.key) || a.place - b.place;
    });
    body.append(...keyed.map(({ row }) => row));
  };

  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(heading, column));
    heading.append(button);
  });

  const filter = () => {
    const words = filters.elements.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = [...filters.querySelectorAll("select")]
      .filter((select) => select.selectedIndex > 0)
      .map((select) => [Number(select.dataset.column), select.value]);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word))
        || !wanted.every(([column, value]) => row.cells[column].textContent === value);
      shown += row.hidden ? 0 : 1;
    }
    filters.querySelector("output").textContent = `${shown} of ${rows.length} cases`;
  };

  filters.hidden = false;
  filters.addEventListener("input", filter);
  // The fields are empty only after the event.
  filters.addEventListener("reset", () => setTimeout(filter));
  filters.addEventListener("submit", (event) => event.preventDefault());

  const themes = ["automatic", "light", "dark"];
  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? themes[0];
    const next = themes[(themes.indexOf(now) + 1) % themes.length];
    document.documentElement.dataset.theme = next;
    theme.textContent = `Theme: ${next}`;
  });
})();
