// What must be known before anything is painted, so that no page flashes and no text jumps: the palette (the reader's
// choice, else the system's), and whether the page has the statement that its address names.
(() => {
  "use strict";
  const KEY = "compendium-theme";
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  // A browser may refuse storage; the choice then lasts as long as the page.
  let chosen = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {}

  const isDark = () => (chosen ? chosen === "dark" : system.matches);

  function paint() {
    const scheme = isDark() ? "slate" : "default";
    document.body.setAttribute("data-md-color-scheme", scheme);
    document.documentElement.setAttribute("data-cp-scheme", scheme);
    const labels = window.compendium?.labels;
    for (const button of document.querySelectorAll(".cp-theme")) {
      if (!labels) continue; // its place is kept: it shows when it has a name
      button.title = isDark() ? labels.light : labels.dark;
      button.setAttribute("aria-label", button.title);
    }
  }

  function toggle() {
    chosen = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {}
    paint();
  }

  const { numbers = "" } = document.body.dataset;
  const ranges = numbers.split(",").map((range) => range.split("-").map(Number));
  const isHere = (n) => ranges.some(([first, last = first]) => first <= n && n <= last);

  /** Why a reader who came for a statement does not see it, and its number: the page says so. */
  function came() {
    const [, why, told] = /[?&](unmatched|unplaced)=(\d+)(?:&|$)/.exec(location.search) || [];
    const [, asked] = /^#(\d+)$/.exec(location.hash) || [];
    if (asked && numbers && !isHere(Number(asked))) return ["unknown", asked];
    return asked || !why ? [] : [why, told];
  }

  window.compendium ||= {};
  compendium.came = () => {
    const [why, n] = came();
    document.documentElement.toggleAttribute("data-cp-came", false);
    if (why) document.documentElement.setAttribute("data-cp-came", why);
    return n;
  };

  compendium.came();
  paint();
  system.addEventListener("change", paint);
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".cp-theme")) button.addEventListener("click", toggle);
    paint();
  });
})();
