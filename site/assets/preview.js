// Hovering or focusing a link to an entry shows what it says: title, kind, and the statement or the definition.
(() => {
  "use strict";
  const DELAY = 350;
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

  /** The entry that an address names, in its language's data; an entry that only points elsewhere gives the other. */
  async function found(address) {
    const named = compendium.named(address);
    if (!named) return null;
    const [lang, name, n] = named;
    const data = await compendium.data(lang);
    const entry = data.byName.get(name);
    if (!entry) return null;
    const told = entry.redirect ? data.byName.get(`${entry.game}/${entry.redirect}`) || entry : entry;
    const statement = told.statements.find((one) => one.n === n);
    return { entry, text: statement ? statement.text : firstSentence(told.statements[0]?.text || "") };
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
    else if (link) hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(event.target)) hide();
  });
})();
