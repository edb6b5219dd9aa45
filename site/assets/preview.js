// Hovering, focusing or long pressing a link to an entry shows what it says: title, kind, the statement or the definition.
(() => {
  "use strict";
  const DELAY = 350;
  const HOLD = 450;
  const GRACE = 200;
  const MARGIN = 8;

  const card = document.createElement("div");
  card.className = "cp-preview";
  card.id = "cp-preview";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  document.body.append(card);

  let link = null;
  let timer = 0;

  const linkOf = (event) => event.target.closest?.("a.cp-link");
  // A link in a drawing has no address of its own, only the attribute.
  const addressOf = (one) => new URL(one.getAttribute("href"), document.baseURI).href;

  const firstSentence = (text) => /^.{20,}?[.!?…](?=\s|$)/su.exec(text)?.[0] || text;

  /** An entry as programs read it: a few kB. In a folder nothing but scripts can be read, so there the engine has it. */
  async function read(lang, name) {
    if (location.protocol === "file:") return compendium.entry(lang, name);
    const answer = await fetch(new URL(`api/${lang}/${name}.json`, compendium.root));
    if (!answer.ok) throw new Error(`no entry ${name}`);
    const entry = await answer.json();
    const isPointer = !entry.statements.length && entry.see_also.length;
    const kind = lang === document.documentElement.lang ? compendium.labels.kinds?.[entry.kind] : "";
    return { ...entry, kind: kind || "", redirect: isPointer ? entry.see_also[0].split("/").slice(1).join("/") : "" };
  }

  const entries = new Map();
  function known(lang, name) {
    const key = `${lang}/${name}`;
    if (!entries.has(key)) entries.set(key, read(lang, name).catch((error) => (entries.delete(key), Promise.reject(error))));
    return entries.get(key);
  }

  /** The entry that an address names; one that only points elsewhere gives the other. */
  async function found(address) {
    const named = compendium.named(address);
    if (!named) return null;
    const [lang, name, n] = named;
    const entry = await known(lang, name);
    if (!entry) return null;
    const told = entry.redirect ? (await known(lang, `${entry.game}/${entry.redirect}`)) || entry : entry;
    const statement = told.statements.find((one) => one.n === n);
    return { entry: { ...entry, lang }, text: statement ? statement.text : firstSentence(told.statements[0]?.text || "") };
  }

  function line(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  async function show(one) {
    const shown = await found(addressOf(one)).catch(() => null);
    if (!shown || link !== one) return;
    const { entry, text } = shown;
    card.lang = entry.lang;
    card.replaceChildren(
      line("strong", "cp-preview-title", entry.title),
      line("span", "cp-preview-kind", entry.kind),
      line("p", "cp-preview-text", text),
    );
    card.hidden = false;
    one.setAttribute("aria-describedby", card.id);
    place(one);
  }

  /** Below the link, or above it where there is no room. */
  function place(one) {
    // A link may be broken over two lines: the card belongs to the first.
    const box = one.getClientRects()[0] || one.getBoundingClientRect();
    const left = Math.min(box.left, document.documentElement.clientWidth - card.offsetWidth - MARGIN);
    const below = box.bottom + MARGIN;
    const isAbove = below + card.offsetHeight > window.innerHeight && box.top > card.offsetHeight + MARGIN;
    card.style.left = `${Math.max(MARGIN, left) + window.scrollX}px`;
    card.style.top = `${(isAbove ? box.top - card.offsetHeight - MARGIN : below) + window.scrollY}px`;
  }

  function hide() {
    clearTimeout(timer);
    link?.removeAttribute("aria-describedby");
    link = null;
    card.hidden = true;
  }

  function soon(one, delay) {
    if (link === one) {
      clearTimeout(timer);
      if (!card.hidden) return;
    } else {
      hide();
    }
    link = one;
    timer = setTimeout(() => show(one), delay);
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(hide, GRACE);
  }

  // A finger that stays on a link: the card is then the link, and what the browser would offer for it stays away.
  let held = null;
  let origin = [0, 0];
  let pressed = 0;
  document.addEventListener("pointerdown", (event) => {
    held = event.pointerType === "touch" ? linkOf(event) : null;
    if (!held) return;
    pressed = performance.now();
    origin = [event.clientX, event.clientY];
    soon(held, HOLD);
  });
  // A finger that was quick only taps or scrolls.
  const release = () => {
    if (held && performance.now() - pressed < HOLD) hide();
  };
  document.addEventListener("pointermove", (event) => {
    if (held && Math.hypot(event.clientX - origin[0], event.clientY - origin[1]) > MARGIN) release();
  });
  for (const kind of ["pointercancel", "pointerup"]) document.addEventListener(kind, release);
  for (const kind of ["contextmenu", "dragstart"]) {
    document.addEventListener(kind, (event) => {
      if (held && linkOf(event) === held) event.preventDefault();
    });
  }
  document.addEventListener("click", (event) => {
    if (held && linkOf(event) === held && performance.now() - pressed >= HOLD) event.preventDefault();
  });
  card.addEventListener("click", () => {
    if (link) location.assign(addressOf(link));
  });

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const one = linkOf(event);
    if (one) soon(one, DELAY);
    else if (card.contains(event.target)) clearTimeout(timer);
    else if (link) later();
  });
  document.addEventListener("focusin", (event) => {
    const one = linkOf(event);
    if (one?.matches(":focus-visible")) soon(one, DELAY);
    else if (link && one !== held) hide();
  });
  document.addEventListener("focusout", () => {
    if (!held) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(event.target) && (!held || linkOf(event) !== held)) hide();
  });
})();
