// An answer as the search page shows it: what settles the question in full, with its grounds, and then what else there is.
(() => {
  "use strict";
  const lang = document.documentElement.lang;
  const labels = compendium.labels;

  const filled = (label, values) => label.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /** An element with text or other elements in it. Texts stay texts: nothing that a glossary says becomes markup. */
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children.filter(Boolean));
    return made;
  }

  /** The same in the language that it is written in. */
  function spoken(code, made) {
    if (code !== lang) made.lang = code;
    return made;
  }

  function linkTo({ game, concept, lang: code, title }, n, className = "cp-link") {
    const link = element("a", className, title);
    link.href = compendium.address({ lang: code, game, concept }, n);
    if (code !== lang) link.hreflang = code;
    return link;
  }

  const nameOf = (code) => labels.languages[code] ?? code;

  /** Where a text comes from: its edition and, if that is not the page's, its language. */
  function origin({ edition, lang: code }) {
    return [`${labels.edition} ${edition}`, ...(code === lang ? [] : [nameOf(code)])].join(" · ");
  }

  /** A statement with its number and the button that copies it, as in its entry. */
  function statement(ruling, { n, text }, { kind, around }) {
    const number = element("a", "cp-number", String(n));
    number.href = compendium.address(ruling, n);
    const copy = element("button", "cp-copy");
    copy.type = "button";
    copy.dataset.n = n;
    const made = element("div", `cp-statement cp-${kind}`, number, element("div", "cp-text", text), copy);
    made.dataset.n = n;
    if (around.length > 1) made.dataset.with = around.join(" ");
    return made;
  }

  /** The statements that are shown together, in the order of the entry. */
  function statements(ruling) {
    const { under, items, statement: n, text, kind } = ruling;
    const own = { n, text };
    const above = under ? [under] : [];
    const numbers = above.map((one) => one.n);
    const list = element("div", "cp-statements");
    const told = (one, as, around = [...numbers, one.n]) => statement(ruling, one, { kind: as, around });
    for (const one of above) list.append(told(one, kind === "answer" ? "question" : "paragraph", [one.n]));
    list.append(told(own, kind, items.length && /:\s*$/.test(text) ? [n, ...items.map((one) => one.n)] : undefined));
    if (items.length) {
      const cases = items.map((one) => element("li", "", told(one, "item", [n, one.n])));
      list.append(element("ul", "cp-cases", ...cases));
    }
    return list;
  }

  function ground(one) {
    const link = linkTo(one, one.statement);
    link.append(` #${one.statement}`);
    const quoted = spoken(one.lang, element("blockquote", "", one.text));
    return element("div", "cp-ground", element("p", "", spoken(one.lang, link), " ", element("small", "", origin(one))), quoted);
  }

  /** Rulings in a row, those of one entry together. */
  function together(rulings) {
    const groups = [];
    for (const ruling of rulings) {
      const [before] = groups.at(-1) ?? [];
      if (before?.entry === ruling.entry && before.lang === ruling.lang) groups.at(-1).push(ruling);
      else groups.push([ruling]);
    }
    return groups;
  }

  /** A ruling, or statements of an entry, in full. */
  function full(rulings, announced) {
    const [ruling] = rulings;
    const title = element("h3", "cp-title", linkTo(ruling, ruling.verdict ? undefined : ruling.statement, "cp-answer-title"));
    const parts = [title, element("p", "cp-meta", element("span", "", labels.games[ruling.game] ?? ""), element("span", "", origin(ruling)))];
    if (ruling.lang !== lang && !announced.has(ruling.lang)) {
      announced.add(ruling.lang);
      const told = filled(labels.lacking, { edition: ruling.edition, lang: nameOf(ruling.lang) });
      parts.unshift(element("p", "cp-older", told));
    }
    if (ruling.verdict) {
      if (labels.states[ruling.state] && ruling.state !== "superseded") parts.push(element("p", "cp-older", labels.states[ruling.state]));
      const word = labels.verdicts[ruling.verdict];
      if (word) parts.push(element("p", `cp-verdict cp-verdict-${ruling.verdict}`, word));
    }
    parts.push(...rulings.map(statements));
    if (ruling.because?.length) {
      const heading = element("h4", "", labels.because);
      parts.push(element("div", "cp-because", heading, ...ruling.because.map(ground)));
    }
    const article = spoken(ruling.lang, element("article", "cp-entry cp-told", ...parts));
    Object.assign(article.dataset, {
      entry: ruling.entry, lang: ruling.lang, edition: ruling.edition, url: ruling.url.split("#")[0],
      source: labels.sources[ruling.game]?.[`${ruling.lang} ${ruling.edition}`] ?? ruling.edition,
    });
    compendium.copying(article);
    return article;
  }

  /** A line of what else was found. */
  function brief(ruling) {
    const head = element("span", "cp-hit-head", linkTo(ruling, ruling.statement, "cp-hit-title"));
    if (ruling.lang !== lang) head.append(" ", element("span", "cp-hit-about", nameOf(ruling.lang)));
    return spoken(ruling.lang, element("li", "cp-hit", head, element("span", "cp-hit-text", ruling.text)));
  }

  /** A line for an entry that is known by its name. */
  function named(hit) {
    const about = [hit.kind, labels.games[hit.game], ...(hit.lang === lang ? [] : [nameOf(hit.lang)])];
    const head = element("span", "cp-hit-head", linkTo(hit, undefined, "cp-hit-title"));
    head.append(" ", element("span", "cp-hit-about", about.filter(Boolean).join(" · ")));
    return spoken(hit.lang, element("li", "cp-hit", head));
  }

  function list(heading, items) {
    if (!items.length) return null;
    const hits = element("ol", "cp-hits", ...items);
    hits.setAttribute("role", "list");
    return element("section", "cp-found", element("h2", "", heading), hits);
  }

  const hitOf = (answer, name) => {
    const [game, ...concept] = name.split("/");
    return { entry: name, game, concept: concept.join("/"), lang: answer.lang, title: answer.titles[name] ?? name, kind: "" };
  };

  const firstName = (names) => names[lang] ?? Object.values(names)[0];

  /** A card of which nothing is known but its name. */
  function silent(card) {
    const facts = [firstName(card.products), card.number && `#${card.number}`, ...card.codes].filter(Boolean);
    return [
      element("p", "", filled(labels.silent_card, { card: firstName(card.names) })),
      element("p", "cp-small", facts.join(" · ")),
    ];
  }

  /** All that is told to a question; `hits` are the entries that are called what was typed. */
  compendium.told = (answer, hits) => {
    const meant = Object.values(answer.did_you_mean ?? {});
    const parts = meant.length ? [element("p", "cp-small", filled(labels.meant, { words: meant.join(", ") }))] : [];
    const settling = answer.rulings.filter(({ settles }) => settles);
    const shown = new Set(answer.rulings.map(({ entry }) => entry));
    const others = hits.filter(({ entry }) => !shown.has(entry));
    if (settling.length) {
      if (answer.asked_in !== answer.lang && settling.some((one) => one.lang === answer.lang)) {
        const told = filled(labels.other_language, { asked: nameOf(answer.asked_in), lang: nameOf(answer.lang) });
        parts.push(element("p", "cp-small", told));
      }
      const announced = new Set();
      parts.push(...together(settling).map((rulings) => full(rulings, announced)));
      const rest = answer.rulings.filter(({ settles }) => !settles);
      parts.push(list(labels.also, [...others.map(named), ...rest.map(brief)]));
      const next = answer.read_next.filter((name) => !shown.has(name) && !others.some(({ entry }) => entry === name));
      parts.push(list(labels.read_next, next.map((name) => named(hitOf(answer, name)))));
    } else if (others.length && !answer.card) {
      parts.push(list(labels.called, others.map(named)));
    } else {
      parts.push(...(answer.card ? silent(answer.card) : []));
      const near = answer.nearest.filter((name) => !others.some(({ entry }) => entry === name));
      parts.push(list(labels.nearest, [...others, ...near.map((name) => hitOf(answer, name))].map(named)));
    }
    return parts.filter(Boolean);
  };

  /** What somebody is told who does not see the page change. */
  compendium.summary = (answer, hits) => {
    const [first] = answer.rulings;
    if (first) return `${labels.answer}: ${first.title}`;
    return hits.length && !answer.card ? filled(labels.found, { n: hits.length }) : labels.undecided;
  };
})();
