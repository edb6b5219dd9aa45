// The page for addresses that lead nowhere: the entries whose names are nearest to the address.
(() => {
  "use strict";
  const place = document.querySelector(".cp-missing");
  const list = place?.querySelector(".cp-missing-results");
  if (!list) return;
  const MOST = 6;
  const offered = (place.dataset.languages || "it es uk").split(" ");

  let path = location.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {}
  if (path.startsWith(compendium.root.pathname)) path = path.slice(compendium.root.pathname.length);
  const parts = path.replace(/(index)?\.html?$/, "").split("/").filter(Boolean);
  const lang = offered.includes(parts[0]) ? parts.shift() : compendium.readersLanguage(offered);
  const query = (parts.pop() || "").replace(/[-_]+/g, " ");
  if (!query) return;

  compendium.searcher(lang).then((searcher) => {
    // The address may name a game: its entries come first.
    const hits = searcher.find(`${query} `, 50).hits;
    const own = (hit) => parts.includes(hit.entry.game);
    hits.sort((a, b) => own(b) - own(a) || b.score - a.score);
    for (const hit of hits.slice(0, MOST)) {
      const link = document.createElement("a");
      link.className = "cp-link";
      link.href = compendium.address(hit.entry);
      link.lang = lang;
      link.textContent = hit.entry.title;
      const item = document.createElement("li");
      item.append(link, ` (${hit.entry.kind})`);
      list.append(item);
    }
    list.hidden = !list.children.length;
  });
})();
