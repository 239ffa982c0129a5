// Renews what a run shows while it is measured, and goes to its report at the end.
(() => {
  "use strict";

  const live = document.getElementById("live");
  if ("done" in live.dataset) return;
  const ended = document.getElementById("ended");
  const events = new EventSource(live.dataset.events);
  events.addEventListener("progress", (event) => {
    const open = live.querySelector("details")?.open;
    live.innerHTML = event.data;
    if (open) live.querySelector("details").open = true;
    ended.textContent = "";
  });
  events.addEventListener("done", () => {
    events.close();
    location.href = live.dataset.report;
  });
  events.addEventListener("failed", (event) => {
    events.close();
    ended.textContent = event.data;
  });
  events.addEventListener("error", () => {
    ended.textContent = events.readyState === EventSource.CLOSED
      ? "wirecost serve gives this page no news: as many pages watch runs as may. Close one, and load this page again."
      : "The connection to wirecost serve is lost. This page tries again.";
  });
})();
