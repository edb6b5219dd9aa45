// Copying a statement: a menu of forms. What is copied equals what `compendium quote <entry>#<n> --as <form>` prints.
(() => {
  "use strict";
  const labels = compendium.labels;
  if (!labels) return;
  // What is copied of: the entry that the page shows, or one of those in an answer.
  let article = null;
  let ENTRY = {};
  let title = "";
  let origin = "";

  function attend(one) {
    article = one;
    ENTRY = one.dataset;
    title = one.querySelector("h1, .cp-title").textContent.trim();
    origin = ENTRY.source;
  }

  const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  const escapeHtml = (text) => text.replace(/[&<>"']/g, (char) => ENTITIES[char]);
  const same = (inside) => inside;

  // -- markups: the same escapers as in compendium_cli/quotation_forms.py, which says why ----------------------

  const UNSEEN = "\u200b";
  // Stand for markup of ours until a line is put together; no text holds them.
  const [BOLD, BOLD_END, ITALIC, ITALIC_END, LINK, LINK_END, ADDRESS_END] = "\x01\x02\x03\x04\x05\x06\x07";
  const ASTERISKS = { [BOLD]: "**", [BOLD_END]: "**", [ITALIC]: "*", [ITALIC_END]: "*" };
  const UNWANTED = new RegExp(
    "[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb" +
      "\\u{e0000}-\\u{e007f}\\p{Cs}\\p{Noncharacter_Code_Point}]",
    "gu",
  );
  const MEANING = new RegExp(
    "([\\\\`*_[\\]<>|~])|@(?=\\S)|(?<=<)[#:/](?=\\S)|(?<=<)(?:a|t|id|sound)(?=:)" +
      "|/(?=/)|www(?=\\.)|:(?=[a-z0-9_+-]+:)",
    "gi",
  );
  const OPENING = /^(?:(?:#{1,6}|-#|[-+]|[0-9]+[.)])(?=\s|$)|-(?=[-\s]+$))/;
  const ENTITY = /&(?=#?\w+;)/g;

  const oneLine = (text) => text.replace(/[\n\t]/g, " ").replace(UNWANTED, "\ufffd");
  const hex = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const encoded = (char) => [...new TextEncoder().encode(char)].map(hex).join("");
  const safeAddress = (address) => address.replace(/[^\w.~!#$%&*+,/:;=?@-]/gu, encoded);

  /** The address that a link of the entry leads to, wherever this page was opened from. */
  function addressOf(link) {
    const written = compendium.published(link.getAttribute("href"));
    return /^https?:\/\//i.test(written) ? written : new URL(written, ENTRY.url).href;
  }

  function emphasised(inside, begin, end) {
    const once = inside.replaceAll(begin, "").replaceAll(end, "");
    const words = once.trim();
    return words ? once.replace(words, () => begin + words + end) : once;
  }

  const isEmphasis = (char) => char in ASTERISKS;
  const isLink = (char) => char === LINK || char === LINK_END;
  const isLetter = (char) => isEmphasis(char) || (!isLink(char) && !/[\p{Z}\p{P}\p{S}\p{C}]/u.test(char));
  const partsWords = (char) => isLink(char) || /[\s\p{P}$+<=>^`|~]/u.test(char);

  function withEmphasis(line) {
    const chars = [...line];
    return chars.map((char, place) => {
      if (!isEmphasis(char)) return char;
      const begins = char === BOLD || char === ITALIC;
      const [before, after] = [chars[place - 1] ?? " ", chars[place + 1] ?? " "];
      const [inner, outer] = begins ? [after, before] : [before, after];
      const unseen = isLetter(inner) || partsWords(outer) ? "" : UNSEEN;
      const apart = isEmphasis(after) && !(begins && unseen) ? UNSEEN : "";
      return (begins ? ASTERISKS[char] + unseen : unseen + ASTERISKS[char]) + apart;
    }).join("");
  }

  function escapedLine(written) {
    const line = written.trim();
    const opening = OPENING.exec(line)?.[0] ?? "";
    const rest = line.slice(opening.length);
    const escaped = rest.replace(MEANING, (found, special) => (special ? `\\${found}` : found + UNSEEN));
    return withEmphasis((opening && `${opening.slice(0, -1)}\\${opening.slice(-1)}`) + escaped);
  }

  function markdownLine(written) {
    const parts = written.split(new RegExp(`${LINK_END}([^${ADDRESS_END}]*)${ADDRESS_END}`));
    const addresses = parts.filter((_, place) => place % 2);
    const words = parts.filter((_, place) => !(place % 2)).join(LINK_END);
    const escaped = escapedLine(words).replace(ENTITY, "&amp;").replaceAll(`!${LINK}`, `\\!${LINK}`);
    const address = () => `](${addresses.shift().replace(ENTITY, "&amp;")})`;
    return escaped.replaceAll(LINK, "[").replaceAll(LINK_END, address);
  }

  /** BBCode in which no quotation mark of the text reaches over our tags. */
  const closed = (text) => text.replace(new RegExp(`\\[${UNSEEN}[^[\\]]*`, "g"), (found) => {
    const options = found.indexOf("=") + 1 || found.length;
    return found.slice(0, options) + found.slice(options).replaceAll("'", "’").replaceAll('"', "”");
  });

  const plain = { text: oneLine, bold: same, italic: same, link: same, line: (written) => written.trim() };
  const discord = {
    ...plain,
    bold: (inside) => emphasised(inside, BOLD, BOLD_END),
    italic: (inside) => emphasised(inside, ITALIC, ITALIC_END),
    line: escapedLine,
  };
  const markdown = {
    ...discord,
    link: (label, url) => (label ? `${LINK}${label}${LINK_END}${safeAddress(url)}${ADDRESS_END}` : ""),
    line: markdownLine,
  };
  const bbcode = {
    ...plain,
    text: (text) => oneLine(text).replaceAll("[", `[${UNSEEN}`),
    bold: (inside) => `[b]${inside}[/b]`,
    italic: (inside) => `[i]${inside}[/i]`,
    link: (label, url) => `[url=${safeAddress(url)}]${label}[/url]`,
  };
  const html = {
    ...plain,
    text: (text) => escapeHtml(oneLine(text)),
    bold: (inside) => `<strong>${inside}</strong>`,
    italic: (inside) => `<em>${inside}</em>`,
    link: (label, url) => `<a href="${escapeHtml(safeAddress(url))}">${label}</a>`,
  };

  /** What a node says, in a markup. */
  function written(node, markup) {
    if (node.nodeType === Node.TEXT_NODE) return markup.text(node.data);
    const inside = [...node.childNodes].map((child) => written(child, markup)).join("");
    if (node.nodeName === "STRONG") return markup.bold(inside);
    if (node.nodeName === "EM") return markup.italic(inside);
    return node.nodeName === "A" ? markup.link(inside, addressOf(node)) : inside;
  }

  /** The title and what is said, each as the line that is pasted. */
  const linesOf = (markup, said, url) => {
    const head = markup.bold(markup.link(markup.text(title), url));
    return [head, ...said(markup)].map(markup.line);
  };
  const source = (markup) => markup.line(`— ${markup.text(origin)}`);
  const italicSource = (markup) => markup.line(markup.italic(markup.text(origin)));

  const FORMS = {
    // Of an address nobody who unfolds links sees what follows "#": the statement has a page of its own for them.
    link: (said, url) => url.replace(/#(\d+)$/, "$1/"),
    markdown: (said, url) => {
      const parts = [...linesOf(markdown, said, url), source(markdown)];
      return parts.map((part) => `> ${part}`).join("\n>\n");
    },
    bbcode: (said, url) => {
      const lines = [...linesOf(bbcode, said, url), italicSource(bbcode)];
      return closed(`[quote]${lines.join("\n")}[/quote]`);
    },
    html: (said, url) => {
      const body = linesOf(html, said, url).map((line) => `<p>${line}</p>`).join("");
      const foot = `<footer>— ${html.text(origin)}</footer>`;
      return `<blockquote lang="${ENTRY.lang}" cite="${escapeHtml(safeAddress(url))}">${body}${foot}</blockquote>`;
    },
    discord: (said, url) => {
      const lines = [...linesOf(discord, said, url), italicSource(discord)];
      return [...lines.map((line) => `> ${line}`), `<${safeAddress(url)}>`].join("\n");
    },
    plain: (said, url) => [...linesOf(plain, said, url), source(plain), safeAddress(url)].join("\n"),
  };

  /** A statement with what it is read with, or the whole entry, in a form. */
  function quotation(statement, form) {
    // A case is read with its rule, an answer with its question: the page says what belongs together.
    const numbers = statement?.dataset.with?.split(" ") ?? [statement?.dataset.n];
    const together = statement
      ? numbers.map((n) => article.querySelector(`.cp-statement[data-n="${n}"]`))
      : [...article.querySelectorAll(".cp-statement")];
    const said = (markup) => together.map((one) => {
      const text = written(one.querySelector(":scope > .cp-text"), markup).trim();
      return `${markup.text(one.dataset.marker ?? "")} ${text}`.trim();
    });
    const n = statement ? statement.dataset.n : form !== "link" && together[0]?.dataset.n;
    return FORMS[form](said, n ? `${ENTRY.url}#${n}` : ENTRY.url);
  }

  /** The whole entry as it is copied. */
  compendium.quotationOfAll = (form) => {
    attend(document.querySelector(".cp-entry"));
    return quotation(null, form);
  };

  /** Number -> quotation of every statement of the page. */
  compendium.quotations = (form) => {
    attend(document.querySelector(".cp-entry"));
    const statements = [...article.querySelectorAll(".cp-statement")];
    return Object.fromEntries(statements.map((one) => [one.dataset.n, quotation(one, form)]));
  };

  /** HTML is copied as what it looks like, too, for editors that take it; where only text is wanted, as its source. */
  async function copied(text, form) {
    try {
      if (form === "html" && window.ClipboardItem) {
        const kinds = ["text/html", "text/plain"].map((type) => [type, new Blob([text], { type })]);
        await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(kinds))]);
      } else {
        await navigator.clipboard.writeText(text);
      }
      return true;
    } catch {
      // Pages without https have no clipboard; the old way still works in most browsers.
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "cp-unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  // -- the menu: one for the page, beside the button that opened it, and always on the screen ---------------------------------------------

  const menu = document.createElement("div");
  menu.className = "cp-copy-menu";
  menu.setAttribute("role", "menu");
  menu.hidden = true;
  const status = document.createElement("p");
  status.className = "cp-toast";
  status.setAttribute("role", "status");
  document.body.append(status);
  let opener = null;

  // The link to a statement is one tap away: the system's own sheet, where it has one, comes first.
  const SHARE = "share";
  const canShare = typeof navigator.share === "function";
  const offered = [...(canShare ? [[SHARE, labels.share]] : []), ...Object.entries(labels.forms)];
  for (const [form, label] of offered) {
    const item = document.createElement("button");
    item.type = "button";
    item.tabIndex = -1;
    item.dataset.form = form;
    item.setAttribute("role", "menuitem");
    item.textContent = label;
    menu.append(item);
  }

  function open(button) {
    close();
    opener = button;
    attend(button.closest(".cp-entry"));
    button.after(menu);
    menu.setAttribute("aria-label", button.getAttribute("aria-label") ?? button.textContent.trim());
    menu.hidden = false;
    place();
    button.setAttribute("aria-expanded", "true");
    menu.firstElementChild.focus();
  }

  const MARGIN = 8;
  const between = (least, value, most) => Math.max(least, Math.min(value, most));

  /** Below the button, or above it, or else on its left: wherever there is room. */
  function place() {
    if (!opener) return;
    const button = opener.getBoundingClientRect();
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    if (button.bottom < 0 || button.top > height) {
      close();
      return;
    }
    const top = document.querySelector(".cp-header")?.getBoundingClientRect().bottom ?? 0;
    const [below, above] = [button.bottom + 4, button.top - 4 - menu.offsetHeight];
    const fits = below + menu.offsetHeight + MARGIN <= height || above >= top;
    const wanted = below + menu.offsetHeight + MARGIN <= height ? below : above;
    const end = fits ? button.right : button.left - 4;
    menu.style.left = `${between(MARGIN, end - menu.offsetWidth, width - menu.offsetWidth - MARGIN)}px`;
    menu.style.top = `${between(MARGIN, fits ? wanted : below, height - menu.offsetHeight - MARGIN)}px`;
  }
  addEventListener("scroll", place, { passive: true });
  addEventListener("resize", place);

  function close(refocus) {
    if (!opener) return;
    menu.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    if (refocus) opener.focus();
    opener = null;
  }

  let fading = 0;
  function tell(text) {
    status.textContent = text;
    status.classList.add("cp-toast-shown");
    clearTimeout(fading);
    fading = setTimeout(() => status.classList.remove("cp-toast-shown"), 2500);
  }

  async function share(statement) {
    const text = article.querySelector(`.cp-statement[data-n="${statement.dataset.n}"] > .cp-text`).textContent.trim();
    try {
      await navigator.share({ title, text, url: quotation(statement, "link") });
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      return error.name === "AbortError";
    }
    return true;
  }

  async function choose(chosen) {
    const button = opener;
    if (chosen === SHARE && (await share(button.closest(".cp-statement")))) return close(true);
    const form = chosen === SHARE ? "link" : chosen;
    const text = quotation(button.closest(".cp-statement"), form);
    close(true);
    status.classList.remove("cp-toast-shown");
    if (await copied(text, form)) {
      tell(labels.copied.replace("{form}", labels.forms[form]));
      button.classList.add("cp-copied");
      setTimeout(() => button.classList.remove("cp-copied"), 2000);
    } else {
      window.prompt(labels.not_copied, text);
    }
  }

  menu.addEventListener("click", (event) => {
    const item = event.target.closest("[role=menuitem]");
    if (item) choose(item.dataset.form);
  });
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) items.at(to % items.length).focus();
    else if (event.key === "Escape") close(true);
    else if (event.key === "Tab") return close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (opener && !menu.contains(event.target) && !opener.contains(event.target)) close();
  });

  /** Let the statements of an article be copied. */
  compendium.copying = (one) => {
    // A number is the link to its statement: one tap copies that, and goes there.
    one.addEventListener("click", async (event) => {
      const number = event.target.closest(".cp-number");
      if (!number || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const address = `${one.dataset.url}#${number.textContent}`;
      if (await copied(address)) tell(labels.copied.replace("{form}", labels.forms.link));
    });
    for (const number of one.querySelectorAll(".cp-number")) {
      number.title = labels.link.replace("{n}", number.textContent);
    }
    for (const button of one.querySelectorAll(".cp-copy, .cp-copy-all")) {
      if (button.dataset.n) {
        button.title = labels.copy.replace("{n}", button.dataset.n);
        button.setAttribute("aria-label", button.title);
      } else {
        button.title = button.textContent;
      }
      button.setAttribute("aria-haspopup", "menu");
      button.setAttribute("aria-expanded", "false");
      button.addEventListener("click", () => (opener === button ? close(true) : open(button)));
    }
  };

  const shown = document.querySelector(".cp-entry");
  if (shown) compendium.copying(shown);
})();
