// The reader's language: opens addresses without one in it, and remembers it when the reader chooses another.
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
  const spoken = (offered) => wanted().find((lang) => offered.includes(lang));
  compendium.readersLanguage = (offered) => spoken(offered) || offered[0];

  // A choice is made in the page's head, or where languages are offered. To look at an entry in another is none.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".cp-switch a[hreflang], .cp-choose a[hreflang]");
    if (!link) return;
    try {
      localStorage.setItem(KEY, link.hreflang);
    } catch {}
  });

  const isNumber = (text) => /^\d+$/.test(text);

  /** Where a statement of one edition leads in another: to its counterpart, or to a page that says there is none. */
  function carried(href, numbers, n, from) {
    const address = new URL(href);
    address.hash = address.search = "";
    if (!isNumber(n)) address.hash = n;
    else if (numbers?.[n]) address.hash = numbers[n];
    else {
      address.searchParams.set(numbers ? "unmatched" : "unplaced", n);
      if (from) address.searchParams.set("from", from);
    }
    return address.href;
  }

  const entry = document.querySelector("[data-counterparts]");
  const counterparts = JSON.parse(entry?.dataset.counterparts || "{}");

  /** Links to other languages lead to the statement, and to the question, that the reader looks at. */
  function carryAlong() {
    const query = new URLSearchParams(location.search).get("q");
    for (const link of document.querySelectorAll(".cp-languages a[hreflang]")) {
      if (entry && link.hreflang === entry.dataset.lang) {
        link.hash = location.hash;
      } else if (entry && !link.matches(".cp-absent")) {
        link.href = carried(link.href, counterparts[link.hreflang], location.hash.slice(1), entry.dataset.lang);
      } else if (query) {
        const address = new URL(link.href);
        address.searchParams.set("q", query);
        link.href = address.href;
      }
    }
  }

  // Where a language lacks an entry, a number is one of the current edition's.
  for (const link of document.querySelectorAll(".cp-elsewhere a[data-same]")) {
    link.href = carried(link.href, JSON.parse(link.dataset.same), location.hash.slice(1));
  }

  /** A reader who came for a statement that the page lacks is told so, and where it is found. */
  function tell() {
    const n = compendium.came?.();
    const notice = n && document.querySelector(`.cp-${document.documentElement.dataset.cpCame}`);
    if (!notice) return;
    notice.querySelector(".cp-n").textContent = n;
    const from = new URLSearchParams(location.search).get("from");
    const there = [...document.querySelectorAll(".cp-beside .cp-languages a")].find((link) => link.hreflang === from);
    notice.querySelector("a")?.remove();
    if (!there || notice.matches(".cp-unknown")) return;
    const link = document.createElement("a");
    link.href = `${there.href.split(/[?#]/)[0]}#${n}`;
    link.hreflang = link.lang = from;
    link.textContent = `${there.textContent}, ${n}`;
    notice.append(" ", link);
  }

  carryAlong();
  tell();
  addEventListener("hashchange", () => {
    carryAlong();
    tell();
  });
  // A question is typed on: the links follow it when they are used.
  for (const kind of ["pointerdown", "click", "auxclick"]) document.addEventListener(kind, carryAlong, true);

  const moved = document.querySelector("a.cp-moved[href]");
  if (moved) {
    location.replace(moved.href.split("#")[0] + location.hash);
    return;
  }

  const choice = document.querySelector(".cp-choose");
  const links = [...(choice?.querySelectorAll("a[hreflang]") || [])];
  if (!links.length) return;
  const offered = links.map((link) => link.hreflang);
  // Where everything begins nobody is sent to a language that is not theirs, nor away who came to choose.
  if (choice.hasAttribute("data-ask") && (!spoken(offered) || /[?&]languages\b/.test(location.search))) return;
  const lang = compendium.readersLanguage(offered);
  const link = links.find((one) => one.hreflang === lang);
  // A number that names no language is one of the current edition's.
  const { same } = link.dataset;
  const isOfEntry = !choice.hasAttribute("data-ask");
  const numbers = same === undefined ? undefined : JSON.parse(same);
  location.replace(isOfEntry ? carried(link.href, numbers, location.hash.slice(1), choice.dataset.from) : link.href);
})();
