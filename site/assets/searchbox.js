// The search box of every page (a combobox with a list below it) and the page of results.
(() => {
  "use strict";
  const lang = document.documentElement.lang;
  const labels = compendium.labels;
  const IN_LIST = 8;
  const ON_PAGE = 50;

  const filled = (label, values) => label.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /** An element with text or other elements in it. Texts stay texts: nothing that a glossary says becomes markup. */
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  const marked = (parts) => parts.map(([text, isFound]) => (isFound ? element("mark", "", text) : text));

  /** What is shown of a hit: title, kind, game, and the statement that was found, or else the definition. */
  function shown(hit, searcher, found, title) {
    const { entry } = hit;
    const said = entry.statements[hit.statement ?? 0];
    const about = element("span", "cp-hit-about", entry.kind);
    // The game is worth its line only where the list holds several.
    if (found.hits.some((other) => other.entry.game !== entry.game)) about.append(" · ", entry.gameName);
    const parts = [element("span", "cp-hit-head", title, " ", about)];
    if (said) parts.push(element("span", "cp-hit-text", ...marked(searcher.snippet(said.text, found.groups))));
    return parts;
  }

  const addressOf = ({ entry, statement }) => compendium.address(entry, entry.statements[statement]?.n);

  /** How many were found, or that none was. */
  const outcome = (found, query) =>
    found.total ? filled(labels.found, { n: found.total }) : filled(labels.nothing, { query: query.trim() });

  const meant = (found) => (found.meant.length ? filled(labels.meant, { words: found.meant.join(", ") }) : "");

  class SearchBox {
    constructor(form, number) {
      this.form = form;
      this.input = form.querySelector("input[name=q]");
      this.active = -1;
      this.hits = [];
      this.list = element("ul", "cp-search-list");
      this.list.id = `cp-search-list-${number}`;
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", labels.search);
      /** A line above the list: what was read in place of a misspelt word, or that nothing was found. */
      this.note = element("p", "cp-search-note");
      this.panel = element("div", "cp-search-panel", this.note, this.list);
      this.panel.hidden = true;
      this.status = element("p", "cp-unseen");
      this.status.setAttribute("role", "status");
      form.append(this.panel, this.status);
      for (const [name, value] of Object.entries({
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-controls": this.list.id,
      })) {
        this.input.setAttribute(name, value);
      }
      this.input.addEventListener("input", () => this.search());
      this.input.addEventListener("focus", () => {
        compendium.searcher(lang).catch(() => {});
        if (this.input.value.trim() && !results) this.search();
      });
      this.input.addEventListener("keydown", (event) => this.key(event));
      form.addEventListener("focusout", (event) => {
        if (!form.contains(event.relatedTarget)) this.open(false);
      });
      // The list must not take the focus from the box before the click arrives.
      this.panel.addEventListener("pointerdown", (event) => event.preventDefault());
      for (const kind of ["click", "auxclick"]) this.list.addEventListener(kind, (event) => this.click(event));
    }

    async search() {
      const query = this.input.value;
      if (results) {
        results.show(query);
        return;
      }
      if (!query.trim()) {
        this.open(false);
        return;
      }
      const searcher = await compendium.searcher(lang);
      if (query !== this.input.value) return; // somebody typed on
      this.render(searcher.find(query, IN_LIST), searcher, query);
    }

    render(found, searcher, query) {
      this.hits = found.hits.map(addressOf);
      const options = found.hits.map((hit) => {
        const title = element("strong", "", hit.entry.title);
        return element("li", "cp-hit", ...shown(hit, searcher, found, title));
      });
      if (found.total > found.hits.length) {
        const action = new URL(this.form.action);
        action.searchParams.set("q", query);
        this.hits.push(action.href);
        options.push(element("li", "cp-hit cp-hit-all", `${labels.all_results} (${found.total})`));
      }
      options.forEach((option, position) => {
        option.id = `${this.list.id}-${position}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
      });
      this.status.textContent = outcome(found, query);
      const said = meant(found) || (found.total ? "" : outcome(found, query));
      this.note.textContent = said;
      this.note.hidden = !said;
      this.list.replaceChildren(...options);
      this.list.hidden = !options.length;
      this.open(true);
    }

    open(isOpen) {
      this.panel.hidden = !isOpen;
      this.active = -1;
      this.input.setAttribute("aria-expanded", String(isOpen && !this.list.hidden));
      this.input.removeAttribute("aria-activedescendant");
    }

    move(to) {
      const options = [...this.list.children];
      if (!options.length || this.panel.hidden) return;
      options[this.active]?.setAttribute("aria-selected", "false");
      this.active = (to + options.length) % options.length;
      options[this.active].setAttribute("aria-selected", "true");
      options[this.active].scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", options[this.active].id);
    }

    key(event) {
      if (event.isComposing) return;
      if (event.key === "ArrowDown") this.move(this.active + 1);
      else if (event.key === "ArrowUp") this.move(this.active < 0 ? -1 : this.active - 1);
      else if (event.key === "Enter" && this.active >= 0) location.assign(this.hits[this.active]);
      else if (event.key === "Escape" && !this.panel.hidden) this.open(false);
      else return;
      event.preventDefault();
    }

    click(event) {
      const position = [...this.list.children].indexOf(event.target.closest("[role=option]"));
      if (position < 0 || event.button > 1) return;
      if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(this.hits[position], "_blank", "noopener");
      else location.assign(this.hits[position]);
    }
  }

  /** The page of results: follows what is typed, and its address with it. */
  class Results {
    constructor(place) {
      this.place = place;
      this.status = element("p", "cp-results-status");
      this.status.setAttribute("role", "status");
      this.list = element("ol", "cp-hits");
      this.list.setAttribute("role", "list");
      place.append(this.status, this.list);
    }

    async show(query) {
      const asked = query.trim();
      this.query = query;
      const searcher = await compendium.searcher(lang);
      if (query !== this.query) return;
      const found = searcher.find(query, ON_PAGE);
      this.status.textContent = asked && [outcome(found, query), meant(found)].filter(Boolean).join(" · ");
      this.list.replaceChildren(
        ...found.hits.map((hit) => {
          const link = element("a", "cp-hit-title", hit.entry.title);
          link.href = addressOf(hit);
          return element("li", "cp-hit", ...shown(hit, searcher, found, link));
        }),
      );
      const address = new URL(location.href);
      address.searchParams.set("q", asked);
      try {
        history.replaceState(null, "", address);
      } catch {}
    }
  }

  const place = document.querySelector(".cp-results");
  const results = place && new Results(place);
  const boxes = [...document.querySelectorAll("form.cp-search")].map((form, number) => new SearchBox(form, number));

  if (results) {
    const query = new URLSearchParams(location.search).get("q") || "";
    for (const box of boxes) box.input.value = query;
    if (query) results.show(query);
    for (const box of boxes) box.form.addEventListener("submit", (event) => event.preventDefault());
  }

  document.addEventListener("keydown", (event) => {
    const isShortcut = event.key === "/" || (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey));
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    const box = boxes.find(({ input }) => input.offsetParent !== null) || boxes[0];
    if (!isShortcut || !box || (isTyping && event.key === "/") || event.altKey) return;
    event.preventDefault();
    box.input.focus();
    box.input.select();
  });
})();
