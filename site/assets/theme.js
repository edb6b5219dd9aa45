// The palette: the reader's choice, else the system's. Loaded at the start of <body>, so that no page flashes.
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
      const label = labels ? (isDark() ? labels.light : labels.dark) : "";
      button.setAttribute("aria-label", label);
      button.title = label;
      button.hidden = !labels;
    }
  }

  function toggle() {
    chosen = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {}
    paint();
  }

  paint();
  system.addEventListener("change", paint);
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll(".cp-theme")) button.addEventListener("click", toggle);
    paint();
  });
})();
