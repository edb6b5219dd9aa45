// The search box of every page (a combobox with a list below it) and the page where questions are answered.
(() => {
  "use strict";
  const lang = document.documentElement.lang;
  const labels = compendium.labels;
  const IN_LIST = 8;
  const RULINGS_IN_LIST = 3;
  const ON_PAGE = 8;
  const SNIPPET = 160;
  // What is typed on within so many milliseconds is not asked.
  const PAUSE = 250;

  const filled = (label, values) => label.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /** An element with text or other elements in it. Texts stay texts: nothing that a glossary says becomes markup. */
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  const cut = (text) => (text.length > SNIPPET ? `${text.slice(0, text.lastIndexOf(" ", SNIPPET))} …` : text);

  /** The choices of the list: entries that are called so, then what answers. */
  function choicesOf(hits, answer) {
    const named = hits.map((hit) => ({ ...hit, address: compendium.address(hit), about: hit.kind, text: "" }));
    const known = new Set(hits.map(({ entry }) => entry));
    const rulings = (answer?.rulings ?? []).filter(({ entry }) => !known.has(entry)).slice(0, RULINGS_IN_LIST);
    return [...named, ...rulings.map((ruling) => ({
      ...ruling,
      address: compendium.address(ruling, ruling.verdict ? undefined : ruling.statement),
      about: ruling.verdict ? labels.kinds.ruling : "",
      text: ruling.text,
    }))];
  }

  class SearchBox {
    constructor(form, number) {
      this.form = form;
      this.input = form.querySelector("input[name=q]");
      this.active = -1;
      this.choices = [];
      this.list = element("ul", "cp-search-list");
      this.list.id = `cp-search-list-${number}`;
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", labels.search);
      /** A line above the list: what was read in place of a misspelt word, that nothing was found, that it is looked for. */
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
        compendium.prepare();
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
        results.show(query, PAUSE);
        return;
      }
      if (!query.trim()) {
        this.open(false);
        return;
      }
      const isStale = () => query !== this.input.value;
      this.panel.dataset.asked = "";
      if (this.panel.hidden) this.render([], labels.asking);
      try {
        const hits = await compendium.titles(query, { limit: IN_LIST - RULINGS_IN_LIST });
        if (isStale()) return;
        if (hits.length) this.render(choicesOf(hits), "");
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (isStale()) return;
        if (!hits.length && !this.choices.length) this.render([], labels.asking);
        const answer = await compendium.answer(query, { lang });
        if (isStale()) return;
        this.tell(hits, answer, query);
      } catch {
        if (!isStale()) this.render([], labels.failed);
      }
      if (!isStale()) this.panel.dataset.asked = query;
    }

    /** Show what was found, and say how much. */
    tell(hits, answer, query) {
      const meant = Object.values(answer.did_you_mean ?? {});
      const choices = choicesOf(hits, answer);
      const nothing = answer.rulings.length || hits.length ? "" : labels.undecided;
      const note = meant.length ? filled(labels.meant, { words: meant.join(", ") }) : "";
      this.render(choices, [note, nothing].filter(Boolean).join(" "), query);
      this.status.textContent = nothing || filled(labels.found, { n: choices.length });
    }

    render(choices, note, query) {
      this.choices = choices;
      const options = choices.map(({ title, about, text, lang: code }) => {
        const head = element("span", "cp-hit-head", element("strong", "", title), " ", element("span", "cp-hit-about", about));
        const option = element("li", "cp-hit", head, ...(text ? [element("span", "cp-hit-text", cut(text))] : []));
        if (code !== lang) option.lang = code;
        return option;
      });
      if (query && choices.length) {
        const action = new URL(this.form.action);
        action.searchParams.set("q", query);
        this.choices = [...choices, { address: action.href }];
        options.push(element("li", "cp-hit cp-hit-all", labels.all_results));
      }
      options.forEach((option, position) => {
        option.id = `${this.list.id}-${position}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
      });
      this.note.textContent = note;
      this.note.hidden = !note;
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
      else if (event.key === "Enter" && this.active >= 0) location.assign(this.choices[this.active].address);
      else if (event.key === "Escape" && !this.panel.hidden) this.open(false);
      else return;
      event.preventDefault();
    }

    click(event) {
      const position = [...this.list.children].indexOf(event.target.closest("[role=option]"));
      if (position < 0 || event.button > 1) return;
      const { address } = this.choices[position];
      if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(address, "_blank", "noopener");
      else location.assign(address);
    }
  }

  /** The page where questions are answered: follows what is typed, and its address with it. */
  class Results {
    constructor(place) {
      this.status = element("p", "cp-results-status");
      this.status.setAttribute("role", "status");
      this.shown = element("div", "cp-answer");
      place.append(this.status, this.shown);
    }

    async show(query, pause = 0) {
      const asked = query.trim();
      this.query = query;
      const isStale = () => query !== this.query;
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      if (isStale()) return;
      this.remember(asked);
      this.status.textContent = asked && labels.asking;
      if (!asked) this.shown.replaceChildren();
      if (!asked) return;
      try {
        const limit = ON_PAGE;
        const [hits, answer] = await Promise.all([
          compendium.titles(asked, { limit }),
          compendium.answer(asked, { lang, limit }),
        ]);
        if (isStale()) return;
        this.shown.replaceChildren(...compendium.told(answer, hits));
        this.status.textContent = compendium.summary(answer, hits);
      } catch {
        if (!isStale()) this.fail(query);
      }
    }

    fail(query) {
      const again = element("button", "cp-retry", labels.retry);
      again.type = "button";
      again.addEventListener("click", () => this.show(query));
      this.shown.replaceChildren();
      this.status.replaceChildren(labels.failed, " ", again);
    }

    remember(asked) {
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
    for (const box of boxes) {
      box.form.addEventListener("submit", (event) => {
        event.preventDefault();
        results.show(box.input.value);
      });
    }
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
