// The reader's language: opens addresses without one in it, and remembers it when the reader picks another.
(() => {
  "use strict";
  const KEY = "compendium-language";

  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** Languages that the reader wants, first choice first: `es-AR` is `es`. */
  function wanted() {
    const tags = [remembered(), ...(navigator.languages || [navigator.language])];
    return tags.filter(Boolean).map((tag) => tag.toLowerCase().split("-")[0]);
  }

  /** The first of the languages offered that the reader wants, else the first one. */
  window.compendium ||= {};
  compendium.readersLanguage = (offered) => wanted().find((lang) => offered.includes(lang)) || offered[0];

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".cp-languages a[hreflang], .cp-choose a[hreflang]");
    if (!link) return;
    try {
      localStorage.setItem(KEY, link.hreflang);
    } catch {}
  });

  const isNumber = (text) => /^\d+$/.test(text);

  /** Where a statement of one edition leads in another: to its counterpart, or to a page that says there is none. */
  function carried(href, numbers, n) {
    const address = new URL(href);
    address.hash = address.search = "";
    if (!isNumber(n)) address.hash = n;
    else if (numbers[n]) address.hash = numbers[n];
    else address.searchParams.set("unmatched", n);
    return address.href;
  }

  const counterparts = JSON.parse(document.querySelector("[data-counterparts]")?.dataset.counterparts || "{}");
  function carryAlong() {
    for (const link of document.querySelectorAll(".cp-languages a[hreflang]")) {
      const numbers = counterparts[link.hreflang];
      if (numbers) link.href = carried(link.href, numbers, location.hash.slice(1));
    }
  }
  carryAlong();
  addEventListener("hashchange", carryAlong);

  const unmatched = new URLSearchParams(location.search).get("unmatched") || "";
  const notice = document.querySelector(".cp-unmatched");
  if (notice && isNumber(unmatched)) {
    notice.textContent = notice.textContent.replace("{n}", unmatched);
    notice.hidden = false;
  }

  const moved = document.querySelector("a.cp-moved[href]");
  if (moved) {
    location.replace(moved.href.split("#")[0] + location.hash);
    return;
  }

  const links = [...document.querySelectorAll(".cp-choose a[hreflang]")];
  if (!links.length) return;
  const lang = compendium.readersLanguage(links.map((link) => link.hreflang));
  const link = links.find((one) => one.hreflang === lang);
  // A number that names no language is one of the current edition's.
  const { same } = link.dataset;
  location.replace(same === undefined ? link.href : carried(link.href, JSON.parse(same), location.hash.slice(1)));
})();
