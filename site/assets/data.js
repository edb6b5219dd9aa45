// The entries of a language and their index: a script of their own, loaded when they are first needed.
(() => {
  "use strict";
  window.compendium ||= {};
  const root = new URL("..", document.currentScript.src);
  const loads = new Map();
  const receivers = new Map();

  compendium.root = root;

  /** Called by `assets/data/<lang>.js`. */
  compendium.receive = (lang, data) => receivers.get(lang)?.(data);

  /** A promise of the data of a language. */
  compendium.data = (lang) => {
    if (!loads.has(lang)) {
      const load = new Promise((resolve, reject) => {
        receivers.set(lang, (data) => resolve(unpacked(data, lang)));
        const script = document.createElement("script");
        script.src = new URL(`assets/data/${lang}.js`, root).href;
        script.addEventListener("error", () => {
          loads.delete(lang);
          reject(new Error(`no data for ${lang}`));
        });
        document.head.append(script);
      });
      loads.set(lang, load);
    }
    return loads.get(lang);
  };

  /** Give the fields their names. */
  function unpacked(data, lang) {
    const entries = data.entries.map(([game, concept, kind, title, names, said, redirect]) => {
      const statements = [];
      for (let i = 0; i < said.length; i += 2) statements.push({ n: said[i], text: said[i + 1] });
      const [gameId, gameName] = data.games[game];
      return { lang, game: gameId, gameName, concept, kind: data.kinds[kind], title, names, statements, redirect };
    });
    const byName = new Map(entries.map((entry) => [`${entry.game}/${entry.concept}`, entry]));
    return { ...data, lang, entries, byName };
  }

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
