// The site without a connection: has it kept once the page is there and idle, and says in its foot what is kept.
(() => {
  "use strict";
  const worker = location.protocol === "file:" ? null : navigator.serviceWorker;
  const foot = document.querySelector(".cp-footer");
  const labels = window.compendium?.labels;
  if (!worker || !foot || !labels) return;
  const root = new URL("..", document.currentScript.src);
  const lang = document.documentElement.lang;
  // Pages of no language, such as the manual, are kept with those of any.
  const own = location.href.startsWith(`${root.href}${lang}/`) ? lang : null;

  const line = document.createElement("p");
  line.className = "cp-kept";
  const filled = (label, values) => label.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  function button(label, act) {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = label;
    one.addEventListener("click", act);
    return one;
  }

  function tell({ build, looked, languages, editions, whole, lacking }) {
    const codes = Object.keys(whole).filter((code) => languages[code]);
    const isWhole = codes.length > 0 && codes.every((code) => whole[code]) && !lacking;
    const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(looked);
    const values = {
      languages: codes.map((code) => languages[code]).join(", "),
      editions: [...new Set(codes.flatMap((code) => editions[code]))].join(", "),
      build,
      when,
    };
    line.dataset.build = build;
    line.dataset.whole = isWhole ? codes.join(" ") : "";
    line.replaceChildren(filled(isWhole ? labels.kept : labels.kept_visited, values), " ", button(labels.look, look));
    if (!line.isConnected) foot.append(line);
  }

  function offer() {
    // Who came for a statement that the older page does not have sees it at once.
    if (/^#\d+$/.test(location.hash) && !document.getElementById(location.hash.slice(1))) return location.reload();
    line.replaceChildren(labels.newer, " ", button(labels.reload, () => location.reload()));
    line.dataset.newer = "";
    if (!line.isConnected) foot.append(line);
  }

  let isNewer = false;
  worker.addEventListener("message", ({ data }) => {
    if (data.newer || data.outdated) {
      isNewer = true;
      offer();
    } else if (data.kept && !isNewer) tell(data.kept);
  });

  const seen = () => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
  async function ask(more) {
    const { active } = await worker.ready;
    const isSaving = Boolean(navigator.connection?.saveData);
    active.postMessage({ keep: own, whole: !isSaving, seen: seen(), ...more });
  }
  const look = () => ask({ look: true });

  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 1500));
  async function begin() {
    try {
      await worker.register(new URL("service-worker.js", root), { scope: root.pathname, updateViaCache: "none" });
      await ask();
    } catch {} // a browser may refuse: the site is as it was
  }
  if (document.readyState === "complete") idle(begin);
  else addEventListener("load", () => idle(begin));
})();
