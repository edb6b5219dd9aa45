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

  const moved = document.querySelector("a.cp-moved[href]");
  if (moved) {
    location.replace(moved.href.split("#")[0] + location.hash);
    return;
  }

  const links = [...document.querySelectorAll(".cp-choose a[hreflang]")];
  if (!links.length) return;
  const lang = compendium.readersLanguage(links.map((link) => link.hreflang));
  const link = links.find((one) => one.hreflang === lang);
  // Statements are numbered file by file: a number that names no language is one of the first language's.
  location.replace(link.href + (link === links[0] ? location.hash : ""));
})();
