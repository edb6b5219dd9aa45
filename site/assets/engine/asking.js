// What is asked of the engine, wherever it runs. In a worker it answers messages; in a page it is called.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const FOLDER = "assets/answers/";
  const TRIES = 2;

  /** Begins to read what any question of a language needs. */
  async function prepare(library, lang) {
    await library.open();
    const scripts = library.shared.scripts[lang] ?? [];
    await library.need(scripts.map((script) => `names/${script}-${lang}`));
  }

  /** What can be asked, by name. */
  engine.calls = (load) => {
    const library = new engine.Library(load);
    return {
      answer: (text, options) => engine.answer(library, text, options),
      titles: (text, options) => engine.titles(library, text, options),
      entry: (lang, name) => engine.entry(library, lang, name),
      explain: (text, options) => engine.explain(library, text, options),
      prepare: (lang) => prepare(library, lang),
    };
  };

  if (typeof document !== "undefined" || typeof self === "undefined" || !self.location) return;

  const root = new URL("..", self.location.href);

  /** What a file hands over: `compendium.receive("path",value);`. */
  async function fetched(path) {
    for (let tries = 1; ; tries++) {
      try {
        const response = await fetch(new URL(`${FOLDER}${path}.js`, root));
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        const text = await response.text();
        return JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")")));
      } catch (error) {
        if (tries >= TRIES) throw error;
      }
    }
  }

  const calls = engine.calls(fetched);
  self.addEventListener("message", async ({ data: { id, call, given } }) => {
    try {
      self.postMessage({ id, value: await calls[call](...given) });
    } catch (error) {
      self.postMessage({ id, error: String(error?.message ?? error) });
    }
  });
})();
