// What a page gains from a script: tables to sort and filter, values of points, a choice of theme. It reads without.
(() => {
  "use strict";

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

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

  const sortable = (table) => {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const headings = [...table.tHead.rows[0].cells];
    const sort = (heading, column) => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const numeric = "number" in heading.dataset;
      const keyed = rows.map((row, place) => ({ row, place, key: key(row, column, numeric) }));
      keyed.sort((a, b) => {
        const missing = a.key === undefined || b.key === undefined;
        return (down && !missing ? -1 : 1) * compare(a.key, b.key) || a.place - b.place;
      });
      body.append(...keyed.map(({ row }) => row));
    };
    headings.forEach((heading, column) => {
      if (heading.classList.contains("plot") || !heading.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(heading, column));
      heading.append(button);
    });
  };

  const filtered = (table) => {
    const rows = [...table.tBodies[0].rows];
    const filters = document.getElementById(table.dataset.filters);
    const texts = new Map(rows.map((row) => [row, [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase()]));
    const filter = () => {
      const words = filters.elements.search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const wanted = all("select", filters)
        .filter((select) => select.selectedIndex > 0)
        .map((select) => [Number(select.dataset.column), select.value]);
      let shown = 0;
      for (const row of rows) {
        row.hidden = !words.every((word) => texts.get(row).includes(word))
          || !wanted.every(([column, value]) => row.cells[column].textContent === value);
        shown += row.hidden ? 0 : 1;
      }
      filters.querySelector("output").textContent = `${shown} of ${rows.length} ${table.dataset.of ?? "cases"}`;
    };
    filters.hidden = false;
    filters.addEventListener("input", filter);
    // The fields are empty only after the event.
    filters.addEventListener("reset", () => setTimeout(filter));
    filters.addEventListener("submit", (event) => event.preventDefault());
    // A link leads to its row also where that was filtered out.
    const reveal = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!target?.hidden || !table.contains(target)) return;
      filters.reset();
      setTimeout(() => target.scrollIntoView());
    };
    addEventListener("hashchange", reveal);
    // To the place where the address points already, a click leads without that event.
    document.addEventListener("click", (event) => {
      if (location.hash && event.target.closest("a")?.getAttribute("href") === location.hash) reveal();
    });
  };

  all("table[data-filters]").forEach((table) => {
    sortable(table);
    filtered(table);
  });

  // Values beside the point that the pointer or the keyboard visits. Arrow keys go from point to point: a picture is one
  // stop of the tabulator, however many points it has.
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  const hide = () => { tip.hidden = true; };
  const show = (spot) => {
    tip.textContent = spot.getAttribute("aria-label");
    tip.hidden = false;
    const at = spot.getBoundingClientRect();
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    const above = at.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, Math.min(room, at.left + at.width / 2 - tip.offsetWidth / 2)) + scrollX}px`;
    tip.style.top = `${(above > 0 ? above : at.bottom + 8) + scrollY}px`;
  };
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  for (const picture of all("svg.explored")) {
    const spots = all(".spot", picture);
    spots.forEach((spot, index) => {
      const title = spot.querySelector("title");
      spot.setAttribute("aria-label", title.textContent);
      title.remove();
      spot.setAttribute("tabindex", index === 0 ? 0 : -1);
      spot.addEventListener("focus", () => {
        for (const other of spots) other.setAttribute("tabindex", other === spot ? 0 : -1);
        show(spot);
      });
      spot.addEventListener("blur", hide);
      spot.addEventListener("pointerenter", () => show(spot));
      spot.addEventListener("pointerleave", hide);
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Escape") hide();
        const last = spots.length - 1;
        const next = { Home: 0, End: last }[event.key] ?? (event.key in steps ? index + steps[event.key] : undefined);
        if (next === undefined) return;
        event.preventDefault();
        spots[Math.max(0, Math.min(last, next))].focus();
      });
    });
  }

  const themes = ["automatic", "light", "dark"];
  const theme = document.getElementById("theme");
  if (theme) {
    theme.hidden = false;
    theme.addEventListener("click", () => {
      const now = document.documentElement.dataset.theme ?? themes[0];
      const next = themes[(themes.indexOf(now) + 1) % themes.length];
      document.documentElement.dataset.theme = next;
      theme.textContent = `Theme: ${next}`;
    });
  }
})();
