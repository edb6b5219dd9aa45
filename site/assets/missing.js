// The page for addresses that lead nowhere: in the address's language, with the entries whose names are nearest to it.
(() => {
  "use strict";
  const MOST = 6;
  const sections = [...document.querySelectorAll(".cp-missing")];
  const offered = sections.map((section) => section.lang);

  let path = location.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {}
  if (path.startsWith(compendium.root.pathname)) path = path.slice(compendium.root.pathname.length);
  const parts = path.replace(/(index)?\.html?$/, "").split("/").filter(Boolean);
  const lang = offered.includes(parts[0]) ? parts.shift() : compendium.readersLanguage(offered);
  const query = (parts.pop() || "").replace(/[-_]+/g, " ");

  for (const section of sections) section.hidden = section.lang !== lang;
  const place = sections.find((section) => section.lang === lang);
  document.documentElement.lang = lang;
  document.title = `${place.querySelector("h1").textContent} · ${document.title.split(" · ").pop()}`;
  document.querySelector(".cp-brand").href += `${lang}/`;
  place.querySelector("input").value = query;
  place.parentElement.classList.add("cp-told");
  if (!query) return;
  // What is nearest takes a moment to find: its place is kept meanwhile.
  const near = place.querySelector(".cp-missing-near");
  near.hidden = false;

  compendium.titles(query, { lang, limit: 50 }).then((hits) => {
    // The address may name a game: its entries come first.
    const own = (hit) => parts.includes(hit.game);
    hits.sort((a, b) => own(b) - own(a));
    for (const hit of hits.slice(0, MOST)) {
      const link = document.createElement("a");
      link.className = "cp-link";
      link.href = compendium.address(hit);
      link.hreflang = link.lang = hit.lang;
      link.textContent = hit.title;
      const item = document.createElement("li");
      item.append(link, ` (${hit.kind})`);
      place.querySelector(".cp-missing-results").append(item);
    }
    near.hidden = !hits.length;
  }, () => {
    near.hidden = true;
  });
})();
