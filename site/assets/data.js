// The files that answers are made of, the engine that makes them, and the addresses of entries.
//
// The engine works in the background. A page that was opened from a folder has no background, and may load scripts and
// nothing else: there the engine is one, and so is each file.
(() => {
  "use strict";
  window.compendium ||= {};
  const root = new URL("..", document.currentScript.src);
  const FOLDER = "assets/answers/";
  const ENGINE = new URL("assets/engine.js", root).href;
  const receivers = new Map();

  compendium.root = root;

  function script(address) {
    return new Promise((resolve, reject) => {
      const one = document.createElement("script");
      one.src = address;
      one.addEventListener("load", () => resolve(one.remove()));
      one.addEventListener("error", () => {
        one.remove();
        reject(new Error(`not there: ${address}`));
      });
      document.head.append(one);
    });
  }

  /** Called by the files below `assets/answers/`. */
  compendium.receive = (path, value) => receivers.get(path)?.(value);

  function loaded(path) {
    return new Promise((resolve, reject) => {
      receivers.set(path, resolve);
      script(new URL(`${FOLDER}${path}.js`, root).href).then(() => receivers.delete(path), reject);
    });
  }

  /** The engine in the page. */
  async function inPage() {
    await script(ENGINE);
    const calls = compendiumEngine.calls(loaded);
    return (call, given) => calls[call](...given);
  }

  /** The engine in the background; in the page where that does not start. */
  function inBackground() {
    const worker = new Worker(ENGINE);
    const waiting = new Map();
    let asked = 0;
    let instead = null;
    worker.addEventListener("message", ({ data: { id, value, error } }) => {
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(new Error(error));
    });
    worker.addEventListener("error", () => {
      instead ??= inPage();
      for (const { resolve, call, given } of waiting.values()) resolve(instead.then((ask) => ask(call, given)));
      waiting.clear();
    });
    return (call, given) => {
      if (instead) return instead.then((ask) => ask(call, given));
      return new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject, call, given });
        worker.postMessage({ id, call, given });
      });
    };
  }

  let engine = null;
  async function ask(call, ...given) {
    engine ??= location.protocol === "file:" ? inPage() : Promise.resolve(inBackground());
    try {
      return await (await engine)(call, given);
    } catch (error) {
      // What failed for want of a connection is tried again with the next question.
      if (location.protocol === "file:") engine = null;
      throw error;
    }
  }

  const here = () => document.documentElement.lang;

  /** A promise of the object that `compendium ask --json` prints. */
  compendium.answer = (question, options = {}) => ask("answer", String(question), { home: here(), ...options });
  /** A promise of the entries that are called what was typed, or begin so. */
  compendium.titles = (text, options = {}) => ask("titles", String(text), { lang: here(), ...options });
  /** A promise of an entry with its statements, where the language has it. */
  compendium.entry = (lang, name) => ask("entry", lang, name);
  /** Begin to load what any question needs. */
  compendium.prepare = () => ask("prepare", here()).catch(() => {});

  /** The address of an entry or a statement, from here. */
  compendium.address = (entry, n) => {
    const address = new URL(`${entry.lang}/${entry.game}/${entry.concept}/${n ? `#${n}` : ""}`, root).href;
    return compendium.here ? compendium.here(address) : address;
  };

  /** The entry and statement that an address of ours leads to: [language, `game/concept`, number], or null. */
  compendium.named = (address) => {
    if (!address.startsWith(root.href)) return null;
    const [path, fragment] = address.slice(root.href.length).split("#");
    const found = /^([a-z]{2,3})\/([^/?]+\/(?:(?:cards|rulings)\/)?[^/?]+)\/(?:index\.html)?$/.exec(path);
    return found && [found[1], decodeURIComponent(found[2]), Number(fragment) || null];
  };
})();
